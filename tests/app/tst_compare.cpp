// Scenarios in the window: duplicated, changed, looked at again without a search, compared, undone, saved.

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QTabWidget>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "core/plan/plan_file.h"
#include "tests/app/sample_window.h"
#include "tests/program/test_program.h"
#include "ui/compare/compare_bars.h"
#include "ui/compare/compare_window.h"
#include "ui/compare/comparison_text.h"
#include "ui/document/commands/commands.h"
#include "ui/document/commands/scenarios.h"
#include "ui/render/numbers.h"
#include "ui/results/named_plot.h"
#include "ui/results/pareto_view.h"
#include "ui/shell/main_window.h"

namespace tst_compare {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::CompareWindow;
using ui::MainWindow;
using ui::SearchBridge;
using State = SearchBridge::State;

namespace {

constexpr int kPatienceMs = 30000;

std::unique_ptr<MainWindow> opened() {
  auto window = std::make_unique<MainWindow>();
  window->setAskOnClose(false);
  window->openSample();
  window->show();
  return window;
}

void settle(MainWindow& window) {
  QTRY_VERIFY_WITH_TIMEOUT(window.bridge().state() == State::Finished && !window.bridge().isStale(),
                           kPatienceMs);
}

ui::PlanDocument& document(MainWindow& window) { return window.document(); }
const plan::Plan& plan(MainWindow& window) { return window.document().plan(); }

void edit(MainWindow& window, int pool, int nodes) {
  const std::string id = plan(window).cluster.pools[static_cast<std::size_t>(pool)].id;
  document(window).undoStack().push(new ui::SetNodeCount(document(window), id, nodes));
}

int nodes(MainWindow& window) { return plan(window).cluster.pools.front().nodes; }

void trigger(MainWindow& window, const char* action) {
  QVERIFY2(window.actions()[action]->isEnabled(), action);
  window.actions()[action]->trigger();
}

/// The sample with 4, 2 and 1 nodes of H100; the last is shown.
std::unique_ptr<MainWindow> three() {
  auto window = opened();
  for (const int count : {2, 1}) {
    trigger(*window, "actionScenarioDuplicate");
    edit(*window, 0, count);
  }
  return window;
}

CompareWindow& compare(MainWindow& window) {
  window.actions()["actionScenarioCompare"]->trigger();
  return *window.findChild<CompareWindow*>();
}

const ui::ComparedRow& row(const ui::Comparison& comparison, const char* field) {
  for (const ui::ComparedRow& each : comparison.rows)
    if (QLatin1StringView(each.field) == QLatin1StringView(field)) return each;
  qFatal("no row %s", field);
}

bool fresh(const ui::Comparison& comparison) {
  return std::all_of(comparison.columns.begin(), comparison.columns.end(),
                     [](const ui::ComparedColumn& column) { return column.state.isEmpty(); });
}

/// What a search of its own finds.
plan::SnapshotPtr searched(const plan::Plan& asked) {
  const auto problem = plan::make_problem(asked, hardware::Catalogue::built_in());
  SearchOptions options;
  options.objective = asked.objective;
  return run_search(*problem, options);
}

}  // namespace

class CompareTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { ui::dress(); }
  void duplicatedChangedAndUndone() {
    const auto window = opened();
    auto* box = window->findChild<QComboBox*>(u"tool.scenario"_s);
    QCOMPARE(box->count(), 1);
    QCOMPARE(box->currentText(), u"A: 32 H100 + 32 A100"_s);
    trigger(*window, "actionScenarioDuplicate");
    QCOMPARE(box->count(), 2);
    QCOMPARE(box->currentText(), u"B: 32 H100 + 32 A100"_s);
    edit(*window, 0, 2);
    QCOMPARE(box->currentText(), u"B: 16 H100 + 32 A100"_s);
    // Looking at the first changes nothing that undo would take back.
    const int steps = document(*window).undoStack().index();
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Up);
    QCOMPARE(plan(*window).id, 1);
    QCOMPARE(nodes(*window), 4);
    QCOMPARE(document(*window).undoStack().index(), steps);
    QCOMPARE(box->itemText(0), u"A: 32 H100 + 32 A100 (baseline)"_s);
    // The line under the canvas tells the difference to the baseline, and of that how it was.
    auto* difference = window->findChild<QLabel*>(u"canvasTotals.change"_s);
    QVERIFY2(difference->text().isEmpty(), qPrintable(difference->text()));
    document(*window).showScenario(2);
    QVERIFY2(difference->text().startsWith(u"to the baseline −16 GPUs"_s), qPrintable(difference->text()));
    document(*window).showScenario(1);
    // Undo shows where it takes something back.
    trigger(*window, "actionUndo");
    QCOMPARE(plan(*window).id, 2);
    QCOMPARE(nodes(*window), 4);
    trigger(*window, "actionRedo");
    QCOMPARE(nodes(*window), 2);
    trigger(*window, "actionUndo");
    trigger(*window, "actionUndo");
    QCOMPARE(box->count(), 1);
    QVERIFY(!document(*window).isModified());
    QVERIFY(!window->actions()["actionScenarioRemove"]->isEnabled());
  }
  void keysStepThroughThem() {
    const auto window = three();
    window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window.get()));
    QTest::keyClick(window.get(), Qt::Key_PageDown, Qt::ControlModifier);  // behind the last comes the first
    QCOMPARE(plan(*window).id, 1);
    QTest::keyClick(window.get(), Qt::Key_PageUp, Qt::ControlModifier);
    QCOMPARE(plan(*window).id, 3);
    QTest::keyClick(window.get(), Qt::Key_PageUp, Qt::ControlModifier);
    QCOMPARE(plan(*window).id, 2);
    QTest::keyClick(window.get(), Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(plan(*window).id, 4);
    QCOMPARE(nodes(*window), 2);
  }
  void removedAndBaseline() {
    const auto window = three();
    trigger(*window, "actionScenarioBaseline");
    QCOMPARE(plan(*window).baseline, 3);
    QVERIFY(!window->actions()["actionScenarioBaseline"]->isEnabled());  // it is that already
    trigger(*window, "actionScenarioRemove");
    QCOMPARE(plan(*window).id, 2);
    QCOMPARE(plan(*window).baseline, 1);
    trigger(*window, "actionUndo");
    QCOMPARE(plan(*window).id, 3);
    QCOMPARE(plan(*window).baseline, 3);
    trigger(*window, "actionUndo");
    QCOMPARE(plan(*window).baseline, 1);
  }
  void lookedAtAgainWithoutASearch() {
    const auto window = opened();
    settle(*window);
    trigger(*window, "actionScenarioDuplicate");
    edit(*window, 0, 2);
    settle(*window);
    const double second = window->bridge().snapshot()->best.front().tokens_per_second;
    int began = 0;
    connect(&window->bridge(), &SearchBridge::stateChanged, window.get(),
            [&] { began += window->bridge().state() == State::Searching ? 1 : 0; });
    document(*window).showScenario(1);
    QCOMPARE(window->bridge().state(), State::Finished);  // at once
    QVERIFY(!window->bridge().isStale());
    const double first = window->bridge().snapshot()->best.front().tokens_per_second;
    QVERIFY(first > 1.2 * second);  // 64 GPUs, not 48
    document(*window).showScenario(2);
    QTest::qWait(50);
    QCOMPARE(window->bridge().snapshot()->best.front().tokens_per_second, second);
    QCOMPARE(began, 0);
    edit(*window, 0, 3);
    settle(*window);
    QVERIFY(began > 0);
  }
  void aCopyHasTheAnswerOfTheOriginal() {
    const auto window = opened();
    settle(*window);
    window->bridge().setLive(false);
    const double speed = window->bridge().snapshot()->best.front().tokens_per_second;
    trigger(*window, "actionScenarioDuplicate");
    QCOMPARE(window->bridge().state(), State::Finished);
    QVERIFY(!window->bridge().isStale());
    QCOMPARE(window->bridge().snapshot()->best.front().tokens_per_second, speed);
    edit(*window, 0, 3);
    QVERIFY(window->bridge().isStale());
    trigger(*window, "actionUndo");
    QVERIFY(!window->bridge().isStale());
  }
  void answersOfOthersAreStaleAfterASharedEdit() {
    const auto window = three();
    settle(*window);
    window->answers().searchMissing();
    QTRY_VERIFY_WITH_TIMEOUT(window->answers().of(1) && window->answers().of(2), kPatienceMs);
    QVERIFY(!window->answers().isStale(1));
    plan::Plan next = plan(*window);  // another price of the H100, which every scenario has
    next.own_types.gpu_rents.push_back({"h100-sxm", UsdPerHour(1.0), {}});
    document(*window).apply(next);
    QVERIFY(window->answers().isStale(1));
    QVERIFY(window->answers().isStale(2));
  }
  void A55_changesAgainstTheBaseline() {
    const auto window = three();
    CompareWindow& page = compare(*window);
    QTRY_VERIFY_WITH_TIMEOUT(fresh(page.comparison()), kPatienceMs);
    const ui::Comparison& shown = page.comparison();
    QCOMPARE(shown.columns.size(), std::size_t(3));
    QCOMPARE(shown.baseline(), 0);
    std::vector<cost::Evaluation> best;
    for (const int id : {1, 2, 3}) best.push_back(searched(plan::plan_of(plan(*window), id))->best.front());
    const auto check = [&](const char* field, const auto& read, bool moreIsBetter) {
      const ui::ComparedRow& each = row(shown, field);
      for (std::size_t i = 0; i < 3; ++i) {
        QCOMPARE(each.cells[i].value.value(), read(best[i]));
        const double share = read(best[i]) / read(best[0]) - 1.0;
        QCOMPARE(each.cells[i].share, share);
        if (i > 0)
          QCOMPARE(each.cells[i].change == ui::ComparedCell::Change::Better, (share > 0.0) == moreIsBetter);
      }
    };
    check(
        "tokens_per_second", [](const cost::Evaluation& e) { return e.tokens_per_second; }, true);
    check(
        "step_seconds", [](const cost::Evaluation& e) { return e.step.value; }, false);
    check(
        "hours_for_job", [](const cost::Evaluation& e) { return e.hours_for_job; }, false);
    check(
        "usd_per_trillion_tokens", [](const cost::Evaluation& e) { return *e.money.usd_per_trillion_tokens; },
        false);
    check(
        "power_kw", [](const cost::Evaluation& e) { return e.money.power_kw; }, false);
    // The words: the sample loses a part of its speed with half of its H100.
    auto* change = page.findChild<QLabel*>(u"compareWindow.tokens_per_second.B.change"_s);
    QVERIFY(change->text().contains(
        ui::signedPercentText(best[1].tokens_per_second / best[0].tokens_per_second - 1.0)));
    QVERIFY(change->text().contains(u"▼"_s));
    QVERIFY(page.findChild<QLabel*>(u"compareWindow.tokens_per_second.A.change"_s)->text() == u"baseline"_s);
  }
  void A55_oneAxisForAll() {
    const auto window = three();
    CompareWindow& page = compare(*window);
    QTRY_VERIFY_WITH_TIMEOUT(fresh(page.comparison()), kPatienceMs);
    for (const char* field : {"step_seconds", "memory_gib", "money_per_hour"}) {
      const ui::ComparedRow& each = row(page.comparison(), field);
      double most = 0.0;
      for (const ui::ComparedCell& cell : each.cells) {
        QVERIFY(!cell.bars.empty());
        for (const ui::ComparedBar& bar : cell.bars) most = std::max({most, bar.total(), bar.limit});
      }
      QCOMPARE(each.most, most);
      QVERIFY(ui::barAxis(most).end >= most);
    }
    // Parts add up to the step.
    const ui::ComparedRow& time = row(page.comparison(), "step_seconds");
    for (const ui::ComparedCell& cell : time.cells)
      QVERIFY(std::abs(cell.bars.front().total() / *cell.value - 1.0) < 1e-9);
    // Bars of one row are equally wide on the screen.
    const auto wide = [&](const char* letter) {
      return page
          .findChild<ui::CompareBars*>(u"compareWindow.step_seconds.%1.bars"_s.arg(QLatin1StringView(letter)))
          ->width();
    };
    QTRY_VERIFY(wide("A") > 100 && std::abs(wide("B") - wide("A")) <= 1 &&
                std::abs(wide("C") - wide("A")) <= 1);
  }
  void axes_data() {
    QTest::addColumn<double>("most");
    QTest::addColumn<double>("step");
    QTest::addColumn<double>("end");
    QTest::newRow("22.9") << 22.9 << 5.0 << 25.0;
    QTest::newRow("10") << 10.0 << 2.0 << 10.0;
    QTest::newRow("80") << 80.0 << 20.0 << 80.0;
    QTest::newRow("0.13") << 0.13 << 0.05 << 0.15;
    QTest::newRow("212") << 212.0 << 50.0 << 250.0;
    QTest::newRow("51") << 51.0 << 20.0 << 60.0;
  }
  void axes() {
    QFETCH(double, most);
    QFETCH(double, step);
    QFETCH(double, end);
    const ui::BarAxis axis = ui::barAxis(most);
    QCOMPARE(axis.step, step);
    QCOMPARE(axis.end, end);
  }
  void A55_differencesOnly() {
    const auto window = three();
    CompareWindow& page = compare(*window);
    QTRY_VERIFY_WITH_TIMEOUT(fresh(page.comparison()), kPatienceMs);
    QVERIFY(page.findChild<QWidget*>(u"compareWindow.model.A"_s));
    auto* only = page.findChild<QCheckBox*>(u"compareWindow.differences"_s);
    QTest::mouseClick(only, Qt::LeftButton, {}, QPoint(8, only->height() / 2));
    QVERIFY(page.differencesOnly());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    for (const ui::ComparedRow& each : page.comparison().rows) {
      const bool there = page.findChild<QWidget*>(u"compareWindow.%1.A"_s.arg(QLatin1StringView(each.field)));
      QCOMPARE(there, each.differs());
    }
    QVERIFY(!page.findChild<QWidget*>(u"compareWindow.model.A"_s));  // the same in all
    QVERIFY(page.findChild<QWidget*>(u"compareWindow.hardware.A"_s));
  }
  void A55_staleColumnsSaySo() {
    const auto window = three();
    CompareWindow& page = compare(*window);
    QTRY_VERIFY_WITH_TIMEOUT(fresh(page.comparison()), kPatienceMs);
    window->bridge().setLive(false);
    edit(*window, 1, 3);
    QTRY_VERIFY(!page.comparison().columns[2].state.isEmpty());
    QVERIFY(page.comparison().columns[2].stale);
    QVERIFY(page.comparison().columns[2].state.contains(u"hardware or prices"_s));
    QVERIFY(!page.comparison().columns[0].stale);
    auto* again = page.findChild<QToolButton*>(u"compareWindow.run.C"_s);
    QVERIFY(again);
    QTest::mouseClick(again, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(fresh(page.comparison()), kPatienceMs);
  }
  void theBaselineIsAStarInThePlot() {
    const auto window = opened();
    settle(*window);
    auto* plot = window->findChild<ui::ParetoView*>();
    QVERIFY(!plot->baseline());  // it is looked at itself
    const cost::Evaluation first = window->bridge().snapshot()->best.front();
    trigger(*window, "actionScenarioDuplicate");
    edit(*window, 0, 2);
    settle(*window);
    QVERIFY(plot->baseline());
    QCOMPARE(plot->baseline()->name, u"A: 32 H100 + 32 A100"_s);
    QCOMPARE(plot->baseline()->evaluation.tokens_per_second, first.tokens_per_second);
    window->findChild<QTabWidget*>(u"resultsTabs"_s)->setCurrentIndex(1);
    QTRY_VERIFY(plot->isVisible());
    const auto* drawn = plot->findChild<ui::NamedPlot*>();
    const auto star = [&] {
      for (int i = 0; i < drawn->itemCount(); ++i)
        if (drawn->itemName(i).startsWith(u"Baseline A: 32 H100"_s)) return true;
      return false;
    };
    QTRY_VERIFY(star());
    // It lies within the plot: twice as many H100 are faster than anything of this scenario.
    QTRY_VERIFY(drawn->yAxis->range().upper * 1e3 > first.tokens_per_second);
    plot->setShowTable(true);
    const auto* table = plot->findChild<QTableWidget*>();
    QVERIFY(table->item(table->rowCount() - 1, 0)->text().startsWith(u"Baseline A: "_s));
    if (const QString folder = qEnvironmentVariable("ASTROLABE_KEEP_PICTURES"); !folder.isEmpty()) {
      plot->setShowTable(false);
      QTest::qWait(400);
      window->resize(1280, 800);
      QTest::qWait(400);
      window->grab().save(QDir(folder).filePath(u"star.png"_s));
    }
    document(*window).showScenario(1);
    QVERIFY(!plot->baseline());
  }
  void searchesBehindTheWindowAreStopped() {
    const auto window = three();
    settle(*window);
    window->bridge().setLive(false);
    ui::ScenarioAnswers& answers = window->answers();
    answers.searchMissing();  // by itself nothing begins
    QVERIFY(!answers.isSearching(1) && !answers.isSearching(2));
    answers.search(1);
    answers.search(2);
    QVERIFY(answers.isSearching(1) && answers.isSearching(2));
    answers.stop(2);  // it waits
    QVERIFY(!answers.isSearching(2));
    answers.stop(1);  // it runs: with what it has, or none where it had not begun
    QTRY_VERIFY(!answers.isSearching(1));
    answers.search(2);  // the next one is not held up
    QTRY_VERIFY_WITH_TIMEOUT(answers.of(2) && !answers.isSearching(2), kPatienceMs);
    QVERIFY(!answers.isStale(2));
  }
  void oneScenarioSaysWhatToDo() {
    const auto window = opened();
    CompareWindow& page = compare(*window);
    auto* duplicate = page.findChild<QPushButton*>(u"compareWindow.duplicate"_s);
    QVERIFY(duplicate);
    QTest::mouseClick(duplicate, Qt::LeftButton);
    QTRY_COMPARE(page.comparison().columns.size(), std::size_t(2));
  }
  void chosenFromTheComparison() {
    const auto window = three();
    CompareWindow& page = compare(*window);
    QTRY_VERIFY_WITH_TIMEOUT(fresh(page.comparison()), kPatienceMs);
    QTest::mouseClick(page.findChild<QToolButton*>(u"compareWindow.show.B"_s), Qt::LeftButton);
    QCOMPARE(plan(*window).id, 2);
    QTest::mouseClick(page.findChild<QToolButton*>(u"compareWindow.baseline.C"_s), Qt::LeftButton);
    QCOMPARE(plan(*window).baseline, 3);
    QTRY_COMPARE(page.comparison().baseline(), 2);
    page.setShown({1, 2});
    QCOMPARE(page.comparison().columns.size(), std::size_t(2));
    QCOMPARE(page.comparison().baseline(), -1);  // changes are to it all the same
    QVERIFY(row(page.comparison(), "tokens_per_second").cells[0].change == ui::ComparedCell::Change::Better);
  }
  void copiedAndExported() {
    const auto window = three();
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
      QCOMPARE(cells.size(), 7);
      const ui::ComparedRow& speed = row(page.comparison(), "tokens_per_second");
      for (int i = 0; i < 3; ++i) {
        QCOMPARE(cells[i + 1].toDouble(), *speed.cells[static_cast<std::size_t>(i)].value);
        QCOMPARE(cells[i + 4].toDouble(), speed.cells[static_cast<std::size_t>(i)].share);
      }
    }
    QCOMPARE(found, 1);
  }
  void section() {
    const auto window = three();
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
  void A23_savedWithThePlan() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"three.astrolabe"_s);
    {
      const auto window = three();
      document(*window).undoStack().push(ui::renameScenario(document(*window), 2, "Half"));
      document(*window).showScenario(2);
      QVERIFY(window->saveFile(path));
    }
    MainWindow again;
    again.setAskOnClose(false);
    QVERIFY(again.openFile(path));
    auto* box = again.findChild<QComboBox*>(u"tool.scenario"_s);
    QCOMPARE(box->count(), 3);
    QCOMPARE(box->currentText(), u"B: Half"_s);
    QCOMPARE(nodes(again), 2);
    // Another plan takes its scenarios over.
    const auto other = opened();
    const auto read = plan::read_plan(path.toStdString());
    document(*other).undoStack().push(ui::importScenarios(document(*other), read->plan));
    QCOMPARE(other->findChild<QComboBox*>(u"tool.scenario"_s)->count(), 4);
    QCOMPARE(other->findChild<QComboBox*>(u"tool.scenario"_s)->itemText(2), u"C: Half"_s);
  }
  void aScenarioThatCannotBeAskedSaysWhy() {
    const auto window = three();
    document(*window).showScenario(1);
    plan::Plan next = plan(*window);
    plan::find_scenario(next, 2)->cluster.pools.clear();
    plan::find_scenario(next, 2)->cluster.between_pools.clear();
    document(*window).apply(next);
    CompareWindow& page = compare(*window);
    QTRY_VERIFY_WITH_TIMEOUT(page.comparison().columns[2].state.isEmpty(), kPatienceMs);
    const ui::ComparedColumn& empty = page.comparison().columns[1];
    QVERIFY(!empty.searchable);
    QVERIFY(!empty.state.isEmpty());
    QVERIFY(!page.findChild<QToolButton*>(u"compareWindow.run.B"_s));
    QCOMPARE(row(page.comparison(), "tokens_per_second").cells[1].text, ui::unknownText());
  }
  /// ASTROLABE_KEEP_PICTURES=folder keeps pictures to look at.
  void pictures() {
    const QString folder = qEnvironmentVariable("ASTROLABE_KEEP_PICTURES");
    if (folder.isEmpty()) QSKIP("no folder for pictures");
    const auto window = three();
    for (const auto& [name, mode] :
         {std::pair(u"light"_s, ui::ThemeMode::Light), {u"dark"_s, ui::ThemeMode::Dark}}) {
      ui::applyTheme(mode);
      for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)}) {
        window->resize(size);
        CompareWindow& page = compare(*window);
        page.resize(size);
        QTRY_VERIFY_WITH_TIMEOUT(fresh(page.comparison()), kPatienceMs);
        QTest::qWait(300);
        const QString ending = u"-%1-%2.png"_s.arg(name).arg(size.width());
        QVERIFY(page.grab().save(QDir(folder).filePath(u"compare"_s + ending)));
        QVERIFY(window->grab().save(QDir(folder).filePath(u"window"_s + ending)));
      }
    }
    ui::applyTheme(ui::ThemeMode::Light);
    QTest::qWait(100);  // the comparison takes the theme's colours when it is drawn again
    const plan::SnapshotPtr answer = window->bridge().snapshot();
    ui::ReportOptions options;
    options.additions.push_back(ui::comparisonSection(compare(*window).comparison()));
    const auto winner = detail(*answer->problem, answer->best.front().strategy);
    QVERIFY(ui::writeReport(*answer, plan(*window), *winner, document(*window).catalogue(), options,
                            QDir(folder).filePath(u"compare.pdf"_s)));
  }
};

}  // namespace tst_compare

ASTROLABE_TEST(tst_compare, CompareTest)
#include "tst_compare.moc"
