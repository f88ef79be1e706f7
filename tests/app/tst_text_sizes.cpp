// A68: text of 8 to 24 points on screens of any density: nothing that can be read is cut, and every window
// fits on the screen.

#include <QApplication>
#include <QLabel>
#include <QProcess>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "core/plan/samples.h"
#include "tests/app/cut_texts.h"
#include "tests/app/filled_window.h"
#include "tests/program/test_program.h"
#include "tests/ui/text_size.h"
#include "ui/canvas/cluster_view.h"
#include "ui/canvas/price_import_dialog.h"
#include "ui/document/commands/set_job.h"
#include "ui/render/report.h"
#include "ui/render/theme.h"
#include "ui/shell/main_window.h"
#include "ui/shell/style.h"
#include "ui/shell/theme_mode.h"

namespace tst_text_sizes {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::cutAtRest;
using ui::MainWindow;
using ui::TextSize;

namespace {

/// For a look by eye, where it is asked for.
void keepPicture(QWidget& widget, const QString& name) {
  const QString folder = qEnvironmentVariable("ASTROLABE_KEEP_PICTURES");
  if (folder.isEmpty()) return;
  QTest::qWait(300);  // plots lay themselves out a turn after their panels
  widget.grab().save(u"%1/%2.png"_s.arg(folder, name));
}

/// A small plan with its answer.
std::unique_ptr<MainWindow> searched(const char* sample = "small") {
  auto window = std::make_unique<MainWindow>();
  window->setAskOnClose(false);
  window->bridge().setLive(false);
  window->openPlan(plan::sample_named(sample));
  window->show();
  window->bridge().run();
  const bool ended =
      QTest::qWaitFor([&] { return window->bridge().state() == ui::SearchBridge::State::Finished; }, 120'000);
  if (!ended) qFatal("the search of the sample has not ended");
  return window;
}

}  // namespace

class TextSizesTest : public QObject {
  Q_OBJECT

  static void sizes() {
    QTest::addColumn<int>("points");
    for (const int points : {8, 12, 16, 24}) QTest::addRow("%d pt", points) << points;
  }

 private slots:
  void initTestCase() {
    QLocale::setDefault(QLocale::c());
    QApplication::setStyle(new ui::AstrolabeStyle);
    ui::applyTheme(ui::ThemeMode::Light);
  }

  void A68_windowFits_data() { sizes(); }
  /// The main window, empty and with every tab of its results, as large as the screen.
  void A68_windowFits() {
    QFETCH(int, points);
    const auto size = TextSize::points(points);
    const QSize screen = QGuiApplication::primaryScreen()->availableSize();
    QStringList cut;
    const auto look = [&](MainWindow& window, const QString& name) {
      window.resize(screen);
      QVERIFY2(ui::filled(window), qPrintable(name));
      const QStringList found = cutAtRest(window);
      const QSize least = window.minimumSizeHint().expandedTo(window.minimumSize());
      if (window.size() != screen || least.width() > screen.width() || least.height() > screen.height())
        cut << u"%1: %2 x %3 needs %4 x %5"_s.arg(name)
                   .arg(window.width())
                   .arg(window.height())
                   .arg(least.width())
                   .arg(least.height());
      for (const QString& text : std::as_const(found)) cut << name + u": "_s + text;
      keepPicture(window, u"window-%1-%2"_s.arg(name).arg(points));
    };
    MainWindow empty;
    empty.setAskOnClose(false);
    empty.openEmpty();
    empty.show();
    look(empty, u"empty"_s);
    empty.close();
    auto window = searched();
    auto* tabs = window->findChild<QTabWidget*>(u"resultsTabs"_s);
    for (int tab = 0; tab < tabs->count(); ++tab) {
      tabs->setCurrentIndex(tab);
      look(*window, tabs->tabText(tab));
    }
    tabs->setCurrentIndex(0);
    plan::Snapshot searching = *window->bridge().snapshot();
    searching.status = plan::Status::searching;
    window->bridge().show(ui::SearchBridge::State::Searching, std::move(searching));
    look(*window, u"searching"_s);
    for (QTabBar* panels : window->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
      panels->setCurrentIndex(1 - panels->currentIndex());
    look(*window, u"other panel"_s);
    for (const QString& text : std::as_const(cut)) qWarning("%s", qPrintable(text));
    QVERIFY2(cut.isEmpty(), qPrintable(cut.value(0)));
  }

  /// A program of unequal shares has more to say than there is room beside its timeline.
  void A68_programFits() {
    auto window = searched("two-generations");
    auto* tabs = window->findChild<QTabWidget*>(u"resultsTabs"_s);
    tabs->setCurrentWidget(window->findChild<QWidget*>(u"programPage"_s));
    QVERIFY(ui::filled(*window));
    QVERIFY(window->findChild<QWidget*>(u"programStep"_s));
    for (const QSize screen : {QSize(1280, 800), QSize(1920, 1080)}) {
      window->resize(screen);
      QCOMPARE(cutAtRest(*window).join(u'\n'), QString());
    }
  }

  /// After an edit every tab but the log wears the mark and the run bar says it, at every size of text.
  void A68_staleMarksFit_data() { sizes(); }
  void A68_staleMarksFit() {
    QFETCH(int, points);
    const auto size = TextSize::points(points);
    auto window = searched();
    window->resize(window->screen()->availableSize());
    auto* tabs = window->findChild<QTabWidget*>(u"resultsTabs"_s);
    for (int tab = 0; tab < tabs->count(); ++tab) QVERIFY(tabs->tabIcon(tab).isNull());
    strategy::Job job = window->document().plan().job;
    job.tokens *= 2;
    window->document().undoStack().push(new ui::SetJob(window->document(), job, u"more tokens"_s));
    QStringList cut;
    for (int tab = 0; tab < tabs->count(); ++tab) {
      const bool log = tabs->widget(tab)->objectName() == u"logView"_s;
      QCOMPARE(tabs->tabIcon(tab).isNull(), log);
      tabs->setCurrentIndex(tab);
      QVERIFY2(ui::filled(*window), qPrintable(tabs->tabText(tab)));
      for (const QString& text : cutAtRest(*window)) cut << tabs->tabText(tab) + u": "_s + text;
      keepPicture(*window, u"stale-%1-%2"_s.arg(tab).arg(points));
    }
    const auto* mark = window->findChild<QLabel*>(u"runBar.stale"_s);
    QVERIFY(mark && mark->isVisible() && mark->width() >= mark->minimumSizeHint().width());
    for (const QString& text : std::as_const(cut)) qWarning("%s", qPrintable(text));
    QVERIFY2(cut.isEmpty(), qPrintable(cut.value(0)));
  }

  /// Every dialog at every size of text: nothing is cut, and all of it stands on the screen.
  void A68_dialogsFit_data() { sizes(); }
  void A68_dialogsFit() {
    QFETCH(int, points);
    const auto size = TextSize::points(points);
    auto window = searched();
    window->actions()["actionScenarioDuplicate"]->trigger();  // two to compare, each with its answer
    window->bridge().run();
    QTRY_COMPARE_WITH_TIMEOUT(window->bridge().state(), ui::SearchBridge::State::Finished, 120'000);
    window->findChild<ui::ClusterView*>()->clusterScene().select({"h100"});
    QStringList cut;
    int seen = 0;
    const QSize screen = window->screen()->availableSize();
    bool looking = false;
    const auto look = [&](QWidget* dialog) {
      if (std::exchange(looking, true)) return;  // asked again by what is still being looked at
      ++seen;
      const bool filled = ui::filled(*dialog);
      QCoreApplication::processEvents();
      if (!filled) cut << dialog->objectName() + u" stays empty"_s;
      if (const auto* rows = dialog->findChild<QLabel*>(u"accuracyFigures.rows"_s))  // with its predictions
        if (rows->text() != u"716"_s) cut << u"How accurate? shows %1 rows"_s.arg(rows->text());
      if (dialog->width() > screen.width() || dialog->height() > screen.height())
        cut << u"%1: %2 x %3 is larger than the screen"_s.arg(dialog->objectName())
                   .arg(dialog->width())
                   .arg(dialog->height());
      if (auto* pages = dialog->findChild<QTabWidget*>())
        for (int page = 0; page < pages->count(); ++page) {
          pages->setCurrentIndex(page);
          QCoreApplication::processEvents();
          cut << cutAtRest(*dialog);
        }
      cut << cutAtRest(*dialog);
      keepPicture(*dialog, u"%1-%2-%3"_s.arg(seen, 2, 10, QChar(u'0')).arg(dialog->objectName()).arg(points));
      dialog->close();
      looking = false;
    };
    QTimer modal;
    connect(&modal, &QTimer::timeout, this, [&] {
      if (QWidget* asked = QApplication::activeModalWidget(); asked && asked->isVisible()) look(asked);
    });
    modal.start(5);
    const QByteArrayList actions{"actionPreferences",    "actionShortcuts",
                                 "actionJobDetails",     "actionChoosePreset",
                                 "actionDescribeModel",  "actionAbout",
                                 "actionNewGpuType",     "actionRules",
                                 "actionAccuracy",       "actionSearchLimit",
                                 "actionDuplicateTimes", "actionProperties",
                                 "actionGoToNode",       "actionNewNote",
                                 "actionMyLayout",       "actionCommandSearch",
                                 "actionPrintPreview",   "actionPowerLimit",
                                 "actionNodeNetwork",    "actionPriceOverride",
                                 "actionNetworkPrice",   "actionRename",
                                 "actionScenarioRename", "actionScenarioCompare",
                                 "actionReportBuilder",  "actionPresentationSteps"};
    for (const QByteArray& action : actions) {
      const int earlier = seen;
      window->findChild<ui::ClusterView*>()->clusterScene().select({"h100"});
      window->actions()[action.constData()]->trigger();
      if (seen == earlier)  // one that does not wait
        for (QWidget* other : QApplication::topLevelWidgets())
          if (other != window.get() && other->isVisible() && other->isWindow()) {
            look(other);
            break;
          }
      QVERIFY2(seen > earlier, action.constData());
    }
    modal.stop();
    // A table of prices with a row in another currency and one that is wrong.
    ui::PriceImportDialog prices(u"prices.csv"_s,
                                 "node,price_per_hour,currency,source,date\n"
                                 "oci-bm-gpu-h100-8,60,EUR,Offer 17,2026-11-01\n"
                                 "oci-bm-gpu-a100-v2-8,\"22,99\",,Offer 17,2026-11-01\n"
                                 "oci-bm-gpu-h200-8,70,,Offer 17,2026-11-01\n",
                                 window->document().catalogue());
    prices.show();
    look(&prices);
    cut.removeDuplicates();
    for (const QString& text : std::as_const(cut)) qWarning("%s", qPrintable(text));
    QVERIFY2(cut.isEmpty(), qPrintable(cut.value(0)));
  }

  /// The report is of paper: it has its own sizes, whatever the window's text.
  void A68_reportStaysTheSame() {
    const plan::Plan plan = plan::sample_named("small");
    const auto problem = plan::make_problem(plan, hardware::Catalogue::built_in());
    QVERIFY(problem.has_value());
    const plan::SnapshotPtr snapshot = run_search(*problem, {});
    const auto winner = detail(*problem, snapshot->best.front().strategy);
    QVERIFY(winner.has_value());
    ui::ReportOptions options;
    options.created = QDateTime(QDate(2026, 11, 21), QTime(12, 0), Qt::UTC);
    const QTemporaryDir folder;
    QByteArray first;
    for (const int points : {8, 12, 24}) {
      const auto size = TextSize::points(points);
      const QString path = folder.filePath(u"%1.pdf"_s.arg(points));
      QVERIFY(ui::writeReport({*snapshot, plan, *winner, hardware::Catalogue::built_in()}, options, path)
                  .has_value());
      QFile file(path);
      QVERIFY(file.open(QIODevice::ReadOnly));
      const QByteArray pages = file.readAll();
      QVERIFY(!pages.isEmpty());
      if (first.isEmpty()) first = pages;
      QVERIFY2(pages == first, qPrintable(path));
    }
  }

  /// The tests above pass on screens of other densities, as large as 1920 x 1080 looks on them, and on one of
  /// 3840 x 2160 whatever the scale: a scale holds from the toolkit's start, so this program starts itself.
  void A68_everyScaleFits_data() {
    QTest::addColumn<double>("scale");
    QTest::addColumn<QSize>("screen");
    QTest::addColumn<QStringList>("sizes");
    for (const double scale : {1.25, 1.5, 2.0, 3.0}) {
      const QSize same = (QSizeF(1920, 1080) * scale).toSize();
      QTest::addRow("%g, desk", scale) << scale << same << QStringList{u"8 pt"_s, u"12 pt"_s, u"24 pt"_s};
      QTest::addRow("%g, dense", scale) << scale << QSize(3840, 2160) << QStringList{u"12 pt"_s};
    }
  }
  void A68_everyScaleFits() {
    QFETCH(double, scale);
    QFETCH(QSize, screen);
    QFETCH(QStringList, sizes);
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"screen.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        u"{\"screens\": [{\"name\": \"s\", \"x\": 0, \"y\": 0, \"width\": %1, \"height\": %2, "
        "\"logicalDpi\": 96, \"logicalBaseDpi\": 96, \"dpr\": 1}]}"_s.arg(screen.width())
            .arg(screen.height())
            .toUtf8());
    file.close();
    QProcess other;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"QT_SCALE_FACTOR"_s, QString::number(scale));
    environment.insert(u"QT_SCALE_FACTOR_ROUNDING_POLICY"_s, u"PassThrough"_s);
    environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen:configfile="_s + file.fileName());
    other.setProcessEnvironment(environment);
    QStringList rows;
    for (const QString& size : sizes) rows << u"A68_windowFits:"_s + size << u"A68_dialogsFit:"_s + size;
    other.start(QCoreApplication::applicationFilePath(), QStringList{u"tst_text_sizes"_s} + rows);
    QVERIFY(other.waitForFinished(240'000));
    const QByteArray told = other.readAllStandardOutput();
    QByteArrayList wrong;
    for (const QByteArray& line : told.split('\n'))
      if (!line.startsWith("PASS") && !line.contains("This plugin does not support")) wrong << line;
    QVERIFY2(other.exitStatus() == QProcess::NormalExit && other.exitCode() == 0 &&
                 told.contains(QByteArray::number(rows.size() + 2) + " passed"),
             wrong.join('\n').constData());
  }
};

}  // namespace tst_text_sizes

ASTROLABE_TEST(tst_text_sizes, TextSizesTest)
#include "tst_text_sizes.moc"
