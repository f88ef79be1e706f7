// A view of the results beside the others, laid there by keys, by the tabs' menu and by a drag; and the mark
// of predictions that rest on own constants.
#include <QContextMenuEvent>
#include <QMenu>
#include <QRubberBand>
#include <QSplitter>
#include <QStandardPaths>
#include <QTabBar>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include "app/session.h"
#include "core/calibration/calibration.h"
#include "tests/app/sample_window.h"
#include "tests/program/test_program.h"
#include "ui/document/commands/set_calibration.h"
#include "ui/document/commands/set_job.h"
#include "ui/shell/actions.h"

namespace tst_beside {

using namespace astrolabe;
using namespace Qt::StringLiterals;
using ui::MainWindow;

class BesideTest : public QObject {
  Q_OBJECT

  std::unique_ptr<MainWindow> m_window;
  QTemporaryDir m_home;

  QTabWidget& tabs() const { return *m_window->findChild<QTabWidget*>(u"resultsTabs"_s); }
  QTabWidget& beside() const { return *m_window->findChild<QTabWidget*>(u"resultsBeside"_s); }
  QStringList titles(const QTabWidget& of) const {
    QStringList all;
    for (int i = 0; i < of.count(); ++i) all << of.tabText(i);
    return all;
  }
  void drag(QTabBar* bar, int tab, const QWidget* to, QPoint place, bool cancel = false) {
    const QPoint from = bar->tabRect(tab).center(), end = bar->mapFromGlobal(to->mapToGlobal(place));
    QTest::mousePress(bar, Qt::LeftButton, {}, from);
    for (int step = 1; step <= 4; ++step) QTest::mouseMove(bar, from + (end - from) * step / 4);
    if (cancel) QTest::keyClick(bar, Qt::Key_Escape);
    QTest::mouseRelease(bar, Qt::LeftButton, {}, end);
  }

 private slots:
  void initTestCase() {
    ui::dress();
    qputenv("XDG_STATE_HOME", m_home.path().toUtf8());
    qputenv("XDG_CONFIG_HOME", m_home.path().toUtf8());
  }
  void init() {
    m_window = ui::opened();
    m_window->resize(1920, 1080);
    m_window->bridge().run();
    QVERIFY(ui::finished(*m_window));
  }
  void cleanup() { m_window.reset(); }

  void byKeys() {
    const QStringList all = titles(tabs());
    QCOMPARE(all.value(1), u"Pareto"_s);
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get(), 30'000));
    QTest::keyClick(m_window.get(), Qt::Key_2, Qt::AltModifier);
    QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(beside().isVisible());
    QCOMPARE(titles(beside()), QStringList{u"Pareto"_s});
    QCOMPARE(tabs().currentIndex(), 0);
    QVERIFY(tabs().currentWidget()->isVisible() && beside().currentWidget()->isVisible());
    QVERIFY(beside().width() > 400 && tabs().width() > beside().width());
    QVERIFY(m_window->actions()["actionLayBeside"]->isChecked());
    // Numbers of the tabs stay what they were; that of the view beside gives it the focus.
    QTest::keyClick(m_window.get(), Qt::Key_3, Qt::AltModifier);
    QCOMPARE(tabs().tabText(tabs().currentIndex()), all.value(2));
    QTest::keyClick(m_window.get(), Qt::Key_1, Qt::AltModifier);
    QTest::keyClick(m_window.get(), Qt::Key_2, Qt::AltModifier);
    QVERIFY(beside().isAncestorOf(QApplication::focusWidget()));
    QTRY_VERIFY(m_window->actions()["actionCopyFigure"]->isEnabled());  // of the plot, not of the ranking
    QTest::keyClick(m_window.get(), Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(m_window->findChild<QToolButton*>(u"paretoAsTable"_s)->isChecked());
    // Both sides wear the mark after an edit.
    strategy::Job job = m_window->document().plan().job;
    job.tokens *= 2;
    m_window->document().undoStack().push(new ui::SetJob(m_window->document(), job, u"tokens"_s));
    QVERIFY(!beside().tabIcon(0).isNull() && !tabs().tabIcon(0).isNull());
    m_window->document().undoStack().undo();
    QVERIFY(beside().tabIcon(0).isNull());
    QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(titles(tabs()), all);
    QVERIFY(!beside().isVisible());
    QVERIFY(!m_window->actions()["actionLayBeside"]->isChecked());
  }

  void byDrag() {
    const QStringList all = titles(tabs());
    auto* sides = m_window->findChild<QSplitter*>(u"resultsSides"_s);
    const QPoint right(sides->width() * 9 / 10, sides->height() / 2);
    const QPoint left(sides->width() / 4, sides->height() / 2);
    drag(tabs().tabBar(), 1, sides, left);  // not over the other side: nothing
    QCOMPARE(titles(tabs()), all);
    drag(tabs().tabBar(), 1, sides, right, true);  // Esc on the way
    QCOMPARE(titles(tabs()), all);
    drag(tabs().tabBar(), 1, sides, right);
    QCOMPARE(titles(beside()), QStringList{u"Pareto"_s});
    const auto* landing = m_window->findChild<QRubberBand*>();
    QVERIFY(landing && !landing->isVisible());
    drag(tabs().tabBar(), 2, sides, right);  // another one takes its place
    QCOMPARE(titles(beside()), QStringList{all.value(3)});
    QVERIFY(titles(tabs()).contains(u"Pareto"_s));
    drag(beside().tabBar(), 0, sides, left);
    QCOMPARE(titles(tabs()), all);
    QVERIFY(!beside().isVisible());
  }

  void byTheTabsMenu() {
    const QStringList all = titles(tabs());
    for (QTabWidget* side : {&tabs(), &beside()}) {
      QTimer::singleShot(0, this, [this] {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (menu == nullptr) return;
        menu->findChild<QAction*>(u"resultsTabMenu.beside"_s)->trigger();
        menu->close();
      });
      const QPoint at = side->tabBar()->tabRect(side == &tabs() ? 1 : 0).center();
      QContextMenuEvent ask(QContextMenuEvent::Mouse, at, side->tabBar()->mapToGlobal(at));
      QCoreApplication::sendEvent(side->tabBar(), &ask);
      QCOMPARE(beside().isVisible(), side == &tabs());
    }
    QCOMPARE(titles(tabs()), all);
  }

  /// The layout of the mock comes back at the next start, its width too, and *Reset layout* ends it.
  void A82_comesBackAfterARestart() {
    m_window->actions()["actionResultsTab2"]->trigger();
    m_window->actions()["actionLayBeside"]->trigger();
    auto* sides = m_window->findChild<QSplitter*>(u"resultsSides"_s);
    sides->setSizes({sides->width() / 2, sides->width() / 2});
    const double share = double(beside().width()) / sides->width();
    app::Session session;
    session.store(*m_window);
    m_window = std::make_unique<MainWindow>();
    m_window->setAskOnClose(false);
    session.restore(*m_window);
    m_window->openSample();
    m_window->resize(1920, 1080);
    m_window->show();
    QVERIFY(ui::finished(*m_window));
    QTRY_VERIFY(beside().isVisible());
    QCOMPARE(titles(beside()), QStringList{u"Pareto"_s});
    QTRY_VERIFY(
        std::abs(double(beside().width()) / m_window->findChild<QSplitter*>(u"resultsSides"_s)->width() -
                 share) < 0.02);
    auto* plot = m_window->findChild<QWidget*>(u"paretoPlot"_s);
    QVERIFY(plot);
    QTRY_VERIFY(plot->width() > beside().width() * 9 / 10);
    if (const QString folder = qEnvironmentVariable("ASTROLABE_KEEP_PICTURES"); !folder.isEmpty()) {
      QTest::qWait(600);
      m_window->grab().save(folder + u"/beside.png"_s);
    }
    m_window->panelLayout().reset();
    QVERIFY(!beside().isVisible());
    QCOMPARE(tabs().tabText(1), u"Pareto"_s);
  }

  /// A plan with constants of its own says so beside every view, and how well they hold is one press away.
  void ownConstantsAreMarked() {
    auto* mark = m_window->findChild<QToolButton*>(u"resultsCalibrated"_s);
    QVERIFY(mark && !mark->isVisible());
    m_window->document().undoStack().push(new ui::SetCalibration(
        m_window->document(), calibration::to_json(calibration::Calibration{}).dump()));
    for (int tab = 0; tab < tabs().count(); ++tab) {
      tabs().setCurrentIndex(tab);
      QVERIFY2(mark->isVisible(), qPrintable(tabs().tabText(tab)));
    }
    QVERIFY(mark->toolTip().contains(u"own"_s));
    QVERIFY2(mark->toolTip().endsWith(u"calibrated, date not known"_s), qPrintable(mark->toolTip()));
    calibration::Calibration dated;
    dated.gpus = {"h100-sxm", "a100-sxm-80"};
    dated.date = "2026-11-20";
    dated.source = "runs.csv";
    m_window->document().undoStack().push(
        new ui::SetCalibration(m_window->document(), calibration::to_json(dated).dump()));
    QVERIFY2(mark->toolTip().endsWith(u"calibrated on 2026-11-20 from runs.csv"_s),
             qPrintable(mark->toolTip()));
    m_window->document().undoStack().undo();
    bool shown = false;
    ui::whenAsked(this, [&](QWidget* dialog) {
      shown = dialog->objectName() == u"accuracyDialog"_s;
      dialog->close();
    });
    QTest::mouseClick(mark, Qt::LeftButton);
    QTRY_VERIFY(shown || m_window->findChild<QWidget*>(u"accuracyDialog"_s));
    m_window->document().undoStack().undo();
    QVERIFY(!mark->isVisible());
  }
};

}  // namespace tst_beside

ASTROLABE_TEST(tst_beside, BesideTest)
#include "tst_beside.moc"
