// What leaves a comparison of scenarios: copies and files, pictures, a step of the presentation, a section of
// the report.

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "tests/app/compare_desk.h"
#include "tests/program/test_program.h"
#include "ui/compare/comparison_text.h"
#include "ui/render/report_settings.h"
#include "ui/shell/presentation_steps.h"

namespace tst_compare_out {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using namespace astrolabe::comparing;
using ui::document;
using ui::plan;
using ui::threeScenarios;

class CompareOutTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { ui::dress(); }
  void copiedAndExported() {
    const auto window = threeScenarios();
    CompareWindow& page = compare(*window);
    QTRY_VERIFY_WITH_TIMEOUT(fresh(page.comparison()), kPatienceMs);
    QTest::mouseClick(page.findChild<QToolButton*>(u"compareWindow.copy"_s), Qt::LeftButton);
    const QMimeData* copied = QApplication::clipboard()->mimeData();
    const QStringList lines = copied->text().split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.front().count(u'\t'), 3);
    QVERIFY(lines.front().contains(u"A: 32 H100 + 32 A100 (baseline)"_s));
    QVERIFY(copied->html().startsWith(u"<table>"_s));
    // Files: "." decimals, full precision, the same numbers.
    const QByteArray csv = ui::comparisonCsv(page.comparison());
    const QList<QByteArray> rows = csv.split('\n');
    QVERIFY(rows[0].startsWith(
        "quantity,A: 32 H100 + 32 A100,B: 16 H100 + 32 A100,C: 8 H100 + 32 A100,A change"));
    int found = 0;
    for (const QByteArray& line : rows) {
      const QList<QByteArray> cells = line.trimmed().split(',');
      if (cells[0] != "tokens_per_second") continue;
      ++found;
      QCOMPARE(cells.size(), 10);
      const ui::ComparedRow& speed = row(page.comparison(), "tokens_per_second");
      for (int i = 0; i < 3; ++i) {
        QCOMPARE(cells[i + 1].toDouble(), *speed.cells[static_cast<std::size_t>(i)].value);
        QCOMPARE(cells[i + 4].toDouble(), speed.cells[static_cast<std::size_t>(i)].share);
        QCOMPARE(cells[i + 7].toDouble(),
                 *speed.cells[static_cast<std::size_t>(i)].value - *speed.cells.front().value);
      }
    }
    QCOMPARE(found, 1);
    // JSON holds the numbers of the table.
    const Json json = ui::comparisonJson(page.comparison());
    QCOMPARE(json["scenarios"].size(), std::size_t(3));
    QVERIFY(json["scenarios"][0]["baseline"] == true);
    found = 0;
    for (const Json& each : json["rows"]) {
      if (each["quantity"] != "tokens_per_second") continue;
      ++found;
      const ui::ComparedRow& speed = row(page.comparison(), "tokens_per_second");
      for (std::size_t i = 0; i < 3; ++i) {
        QCOMPARE(each["values"][i].get<double>(), *speed.cells[i].value);
        QCOMPARE(each["changes"][i].get<double>(), speed.cells[i].share);
        QCOMPARE(each["differences"][i].get<double>(), *speed.cells[i].value - *speed.cells[0].value);
      }
    }
    QCOMPARE(found, 1);
    // The parts of a step add up to it in each scenario.
    for (const Json& each : json["rows"])
      if (each["quantity"] == "step_seconds")
        for (std::size_t i = 0; i < 3; ++i) {
          double sum = 0.0;
          for (const Json& part : each["parts"])
            if (!part[i].is_null()) sum += part[i].get<double>();
          QVERIFY(std::abs(sum / each["values"][i].get<double>() - 1.0) < 1e-9);
        }
  }
  /// The bars as a picture, and the comparison as a step of the presentation.
  void picturesAndSteps() {
    const auto window = threeScenarios();
    CompareWindow& page = compare(*window);
    QTRY_VERIFY_WITH_TIMEOUT(fresh(page.comparison()), kPatienceMs);
    page.findChild<QAction*>(u"compareWindow.copyBars"_s)->trigger();
    const QMimeData* copied = QApplication::clipboard()->mimeData();
    QVERIFY(copied->hasImage() && copied->data(u"image/svg+xml"_s).contains("<svg"));
    page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    QTest::keySequence(&page, QKeySequence(u"Ctrl+B"_s));
    const auto steps = ui::presentationSteps(plan(*window).presentation);
    QCOMPARE(steps.size(), std::size_t(7));
    QVERIFY(steps.back().saved && steps.back().page == ui::Slide::Options);
  }
  void section() {
    const auto window = threeScenarios();
    CompareWindow& page = compare(*window);
    QTRY_VERIFY_WITH_TIMEOUT(fresh(page.comparison()), kPatienceMs);
    const ui::ReportAddition added = ui::comparisonSection(page.comparison());
    QCOMPARE(added.columns.size(), std::size_t(4));
    QVERIFY(added.drawing.contains("<svg"));
    QVERIFY(!added.paragraph.contains(u"stale"_s));
    QVERIFY(added.paragraph.contains(u"3 scenario"_s));
    const auto found = std::find_if(added.rows.begin(), added.rows.end(),
                                    [](const QStringList& cells) { return cells[0] == u"Tokens/s"_s; });
    QVERIFY(found != added.rows.end());
    QVERIFY((*found)[2].contains(u"▼"_s));
  }
  /// Which scenarios the report compares is kept with the plan, not with the window.
  void theReportsChoiceIsKept() {
    QTemporaryDir folder;
    const QString path = folder.filePath(u"chosen.astrolabe"_s);
    {
      const auto window = threeScenarios();
      CompareWindow& page = compare(*window);
      page.setShown({1, 3});
      auto* report = page.findChild<QPushButton*>(u"compareWindow.report"_s);
      QTest::mouseClick(report, Qt::LeftButton);  // out: all of them are compared at first
      QVERIFY(!ui::reportSettings(plan(*window).report).has(ui::ReportPart::options));
      QTest::mouseClick(report, Qt::LeftButton);
      const ui::ReportSettings kept = ui::reportSettings(plan(*window).report);
      QVERIFY(kept.has(ui::ReportPart::options));
      QCOMPARE(kept.compared, (std::vector<int>{1, 3}));
      QVERIFY(window->saveFile(path));
    }
    MainWindow again;
    again.setAskOnClose(false);
    QVERIFY(again.openFile(path));
    QCOMPARE(ui::reportSettings(plan(again).report).compared, (std::vector<int>{1, 3}));
  }
  /// Drawn in both themes and on two screens, and as a section of a report. ASTROLABE_KEEP_PICTURES=folder
  /// keeps what was drawn to look at.
  void pictures() {
    const QTemporaryDir dropped;
    const QString kept = qEnvironmentVariable("ASTROLABE_KEEP_PICTURES");
    const QString folder = kept.isEmpty() ? dropped.path() : kept;
    const auto window = threeScenarios();
    CompareWindow& page = compare(*window);
    const auto table = [&page] { return page.findChild<QWidget*>(u"compareWindow.page"_s); };
    const auto ground = [&] {  // on which the table stands, beside its words
      const QPixmap drawn = page.grab();
      const QPointF corner = QPointF(table()->mapTo(&page, QPoint(1, 1))) * drawn.devicePixelRatio();
      return drawn.toImage().pixelColor(corner.toPoint()).rgb();
    };
    for (const auto& [name, mode] :
         {std::pair(u"dark"_s, ui::ThemeMode::Dark), {u"light"_s, ui::ThemeMode::Light}}) {
      QTRY_VERIFY_WITH_TIMEOUT(fresh(page.comparison()), kPatienceMs);
      const QPointer<QWidget> before = table();
      ui::applyTheme(mode);
      QTRY_VERIFY(before.isNull());  // the table is made anew, in the colours of the theme
      for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)}) {
        window->resize(size);
        page.resize(size);
        QTRY_COMPARE(ground(), ui::currentTheme().panel.rgb());
        const QString ending = u"-%1-%2.png"_s.arg(name).arg(size.width());
        QVERIFY(page.grab().save(QDir(folder).filePath(u"compare"_s + ending)));
        QVERIFY(window->grab().save(QDir(folder).filePath(u"window"_s + ending)));
      }
    }
    const plan::SnapshotPtr answer = window->bridge().snapshot();
    ui::ReportOptions options;
    options.additions.push_back(ui::comparisonSection(page.comparison()));
    const auto winner = detail(*answer->problem, answer->best.front().strategy);
    const QString pdf = QDir(folder).filePath(u"compare.pdf"_s);
    QVERIFY(ui::writeReport({*answer, plan(*window), *winner, document(*window).catalogue()}, options, pdf));
    QVERIFY(QFileInfo(pdf).size() > 10'000);
  }
};

}  // namespace tst_compare_out

ASTROLABE_TEST(tst_compare_out, CompareOutTest)
#include "tst_compare_out.moc"
