// What leaves the result views of the window: Ctrl+E writes what is in front and nothing else, copying takes
// the table while it is shown, and a double-click on a strategy asks why.
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QMimeData>
#include <QTabWidget>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>
#include <algorithm>

#include "sample_window.h"
#include "tests/program/test_program.h"
#include "ui/document/commands/pools.h"
#include "ui/render/kind_words.h"
#include "ui/results/named_plot.h"
#include "ui/results/results_panel.h"
#include "ui/results/why_view.h"
#include "ui/shell/actions.h"

namespace tst_results_export {

using namespace astrolabe;
using namespace astrolabe::ui;
using namespace Qt::StringLiterals;

class ResultsExportTest : public QObject {
  Q_OBJECT

  std::unique_ptr<MainWindow> m_window;
  QTemporaryDir m_folder;

  template <class Widget>
  Widget* named(const char* name) const {
    return m_window->findChild<Widget*>(QLatin1StringView(name));
  }
  ResultsPanel& panel() const { return *m_window->findChild<ResultsPanel*>(); }
  QTabWidget& tabs() const { return panel().tabs(); }
  void showTab(const char* page) const {
    for (int i = 0; i < tabs().count(); ++i)
      if (tabs().widget(i)->objectName() == QLatin1StringView(page)) tabs().setCurrentIndex(i);
    QCOMPARE(tabs().currentWidget()->objectName(), QString::fromLatin1(page));
  }
  /// What Ctrl+E writes under that name.
  QByteArray exported(const QString& file) {
    const QString path = m_folder.filePath(file);
    return writtenBy(this, m_window->actions()["actionExportView"], path);
  }
  /// Selects a strategy that is not the first and waits for what is told of it.
  bool askWhy(int rank) const {
    m_window->selection().select(rank);
    const auto* why = m_window->findChild<WhyView*>();
    const strategy::Strategy wanted = m_window->bridge().snapshot()->best[std::size_t(rank)].strategy;
    return QTest::qWaitFor([&] { return why->answer() && ui::isPipeline(why->answer()->layout, wanted); },
                           120'000);
  }

 private slots:
  void initTestCase() {
    dress();
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
  }
  void init() {
    m_window = opened();
    m_window->bridge().run();
    QVERIFY(finished(*m_window));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->actions()["actionExportView"]->isEnabled(), 60'000);
  }
  void cleanup() { m_window.reset(); }

  void theLogIsWrittenAsText() {
    showTab("logView");
    const QByteArray log = exported(u"a.txt"_s);
    QVERIFY2(log.contains("seed 0") && log.contains("cost basis"), log.constData());
    // So does its own button, under a name of its own.
    const QString path = m_folder.filePath(u"a.log.txt"_s);
    saveAs(this, path);
    QTest::mouseClick(named<QToolButton>("logSave"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), 30'000);
  }

  /// A view without a drawing is told of in the status bar; no other view's file is offered in its place.
  void aViewWithoutADrawingIsRefused() {
    showTab("sensitivityView");
    QVERIFY(!panel().currentFigure());  // still worked out
    m_window->actions()["actionExportView"]->trigger();
    QVERIFY(QApplication::activeModalWidget() == nullptr);
    const QList<QLabel*> labels = m_window->findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
      return label->text().startsWith(u"Sensitivity shows nothing"_s);
    }));
  }

  void aTableIsWrittenAndCopiedWhileItIsShown() {
    showTab("paretoView");
    auto* copy = named<QToolButton>("paretoView.copyFigure");
    copy->click();
    QVERIFY(QApplication::clipboard()->mimeData()->hasImage());
    QTest::mouseClick(named<QToolButton>("paretoAsTable"), Qt::LeftButton);
    const auto* table = named<QTableWidget>("paretoPlot.table");
    QVERIFY(table->isVisible() && table->rowCount() > 2);
    const QString heading = table->horizontalHeaderItem(0)->text();
    copy->click();
    const QStringList lines = QApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), qsizetype(table->rowCount() + 1));
    QVERIFY(lines.front().startsWith(heading));
    QVERIFY(QApplication::clipboard()->mimeData()->html().contains(u"<td>"_s));
    // Plans of other kinds come into the table as they are found: written anew where one came meanwhile.
    QByteArray csv;
    const auto writtenAsShown = [&] {
      QFile::remove(m_folder.filePath(u"a.table.csv"_s));
      csv = exported(u"a.table.csv"_s);
      return csv.count("\r\n") == qsizetype(table->rowCount() + 1);
    };
    QVERIFY2(QTest::qWaitFor(writtenAsShown, 60'000), csv.constData());
    QVERIFY(csv.startsWith(heading.toUtf8()));
  }

  /// There is nothing to draw of the best strategy where that stands first, as on equal GPUs: the sentences
  /// are what is copied and written.
  void theBestIsToldInSentences() {
    ui::PlanDocument& document = m_window->document();
    document.undoStack().push(new ui::RemovePools(document, {document.plan().cluster.pools.back().id}));
    m_window->bridge().run();
    QVERIFY(finished(*m_window));
    QVERIFY(!panel().leader());
    showTab("whyView");
    QVERIFY(askWhy(0));
    QVERIFY(!panel().currentFigure());
    QVERIFY(!named<QToolButton>("whyView.copyFigure")->isEnabled());
    named<QToolButton>("whyCopy")->click();
    const QString words = QApplication::clipboard()->text();
    QVERIFY2(words.contains(u"It is the fastest of"_s) && words.contains(u"This is the best strategy"_s) &&
                 !words.contains(u'<'),
             qPrintable(words));
    QVERIFY(exported(u"best.txt"_s).contains("It is the fastest of"));
    QVERIFY(askWhy(4));
    QTRY_VERIFY(panel().currentFigure());
    QVERIFY(named<QToolButton>("whyView.copyFigure")->isEnabled());
    named<QToolButton>("whyCopy")->click();
    const auto* table = named<QTableWidget>("whyView.table");
    const QStringList lines = QApplication::clipboard()->text().split(u'\n');
    const auto first = std::find_if(lines.begin(), lines.end(), [&](const QString& line) {
      return line.contains(table->item(0, 0)->text() + u'\t');
    });
    QVERIFY(first != lines.end() && first != lines.begin());
    QCOMPARE((first - 1)->count(u'\t'), first->count(u'\t'));  // headings over their columns
    QVERIFY(exported(u"why.svg"_s).contains("<svg"));
  }

  void aDoubleClickAsksWhy() {
    showTab("paretoView");
    QTest::mouseClick(named<QToolButton>("paretoAsTable"), Qt::LeftButton);
    const auto* table = named<QTableWidget>("paretoPlot.table");
    QVERIFY(table->isVisible());
    const QPoint at = table->visualItemRect(table->item(1, 0)).center();
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, at);
    const auto picked = m_window->selection().strategy();
    QVERIFY(picked);
    QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, at);
    QCOMPARE(tabs().currentWidget()->objectName(), u"whyView"_s);
    QVERIFY(m_window->selection().strategy() == picked);
    showTab("breakdownView");
    auto* bars = named<NamedPlot>("breakdownView.time");
    QTest::mouseDClick(bars, Qt::LeftButton, {}, bars->rect().center());
    QCOMPARE(tabs().currentWidget()->objectName(), u"whyView"_s);
    showTab("timelinePage");
    auto* title = named<QLabel>("timelineTitle");
    QTest::mouseDClick(title, Qt::LeftButton, {}, title->rect().center());
    QCOMPARE(tabs().currentWidget()->objectName(), u"whyView"_s);
  }
};

}  // namespace tst_results_export

ASTROLABE_TEST(tst_results_export, ResultsExportTest)
#include "tst_results_export.moc"
