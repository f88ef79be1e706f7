// What was found for each scenario: kept while others are looked at, stale where it is, searched behind the
// window, gone with its scenario.

#include <QComboBox>
#include <QDir>
#include <QTabWidget>
#include <QTableWidget>
#include <QTest>
#include <algorithm>
#include <vector>

#include "core/plan/scenarios.h"
#include "core/planning/groups.h"
#include "core/planning/programs.h"
#include "core/planning/sharded.h"
#include "tests/app/scenario_desk.h"
#include "tests/program/test_program.h"
#include "ui/document/commands/scenarios.h"
#include "ui/results/named_plot.h"
#include "ui/results/pareto_view.h"
#include "ui/results/ranking_view.h"
#include "ui/results/results_panel.h"

namespace tst_scenario_answers {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::document;
using ui::edit;
using ui::opened;
using ui::plan;
using ui::SearchBridge;
using ui::threeScenarios;
using ui::trigger;
using State = SearchBridge::State;

namespace {

constexpr int kPatienceMs = 60'000;

}  // namespace

class ScenarioAnswersTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { ui::dress(); }
  /// The answer of a removed one is not that of the scenario that gets its number; where the removal is
  /// undone, it is still its own.
  void theAnswerOfARemovedOneGoesWithIt() {
    const auto window = opened();
    trigger(*window, "actionScenarioDuplicate");
    edit(*window, 0, 2);
    window->bridge().run();
    QVERIFY(ui::finished(*window));
    const ui::ScenarioAnswers& answers = window->answers();
    QVERIFY(answers.of(2) && !answers.isStale(2) && !answers.of(1));
    trigger(*window, "actionScenarioRemove");
    QCOMPARE(plan(*window).id, 1);
    trigger(*window, "actionUndo");
    QVERIFY(answers.of(2) && !answers.isStale(2));
    QVERIFY(window->bridge().snapshot());
    trigger(*window, "actionScenarioRemove");
    trigger(*window, "actionScenarioDuplicate");
    QCOMPARE(plan(*window).id, 2);
    QVERIFY(!answers.of(2));
    QVERIFY(!window->bridge().snapshot());
  }
  /// Nor is what a search still finds for a removed one that of the scenario that gets its number: nobody
  /// waits for it any more, also where the removal is undone.
  void theSearchOfARemovedOneEndsForNobody() {
    const auto window = opened();
    ui::ScenarioAnswers& answers = window->answers();
    trigger(*window, "actionScenarioDuplicate");
    edit(*window, 0, 2);
    document(*window).showScenario(1);
    answers.search(2);
    QVERIFY(answers.isSearching(2));
    document(*window).undoStack().push(ui::removeScenario(document(*window), 2));
    QVERIFY(!answers.isSearching(2));
    trigger(*window, "actionScenarioDuplicate");
    QCOMPARE(plan(*window).id, 2);  // the number, with the question of the first
    document(*window).showScenario(1);
    QVERIFY(!answers.isSearching(2) && !answers.of(2));
    bool stale = false;
    connect(&answers, &ui::ScenarioAnswers::changed, window.get(), [&] {
      if (plan::find_scenario(plan(*window), 2) != nullptr) stale = stale || answers.isStale(2);
    });
    answers.search(2);  // its own is not held up
    QVERIFY(answers.isSearching(2));
    QTRY_VERIFY_WITH_TIMEOUT(answers.of(2) && !answers.isSearching(2), kPatienceMs);
    QVERIFY(!stale && !answers.isStale(2));
    QCOMPARE(answers.of(2)->snapshot->problem->cluster.pools.front().nodes, 4);
    document(*window).undoStack().undo();
    document(*window).undoStack().undo();
    QCOMPARE(plan::find_scenario(plan(*window), 2)->cluster.pools.front().nodes, 2);
    QVERIFY(!answers.of(2) && !answers.isSearching(2));
    answers.search(2);
    QTRY_VERIFY_WITH_TIMEOUT(answers.of(2) && !answers.isSearching(2), kPatienceMs);
    QVERIFY(!stale && !answers.isStale(2));
  }
  /// From one answer to another: the programs of the one that is shown are worked out.
  void programsOfAScenarioThatIsShownAgain() {
    const auto window = opened(true);
    QVERIFY(ui::finished(*window));
    trigger(*window, "actionScenarioDuplicate");
    edit(*window, 0, 2);
    QVERIFY(ui::finished(*window));
    const auto* results = window->findChild<ui::ResultsPanel*>();
    const auto of = [&](std::string_view planner) {
      return results->planner(planner).beside(*window->bridge().snapshot());
    };
    const std::vector<std::string_view> kinds{planning::kProgram, planning::kGroups, planning::kSharded};
    // Beside them the best strategy that moves its state, where there is one.
    const auto moving = [&] { return results->movedState().beside(*window->bridge().snapshot()); };
    const auto moved = [&] {
      const auto options = moving();
      return options && !options->empty() ? 1 : 0;
    };
    const auto known = [&] { return moving() && std::all_of(kinds.begin(), kinds.end(), of); };
    // Those that were found for the question at hand: the best of each planner ranks.
    const auto found = [&] {
      int count = 0;
      for (const std::string_view planner : kinds)
        if (const auto options = of(planner)) count += options->empty() ? 0 : 1;
      return count;
    };
    QTRY_VERIFY_WITH_TIMEOUT(known(), 2 * kPatienceMs);
    document(*window).showScenario(1);
    QCOMPARE(window->bridge().state(), State::Finished);
    QVERIFY(std::none_of(kinds.begin(), kinds.end(), of));
    QTRY_VERIFY_WITH_TIMEOUT(known(), 2 * kPatienceMs);
    QCOMPARE(found(), 3);  // by GPUs, on groups, and sharded
    const auto* ranking = window->findChild<ui::RankingView*>();
    const auto strategies = [&] { return int(window->bridge().snapshot()->best.size()); };
    QTRY_COMPARE_WITH_TIMEOUT(ranking->model()->rowCount(), strategies() + 3 + moved(), kPatienceMs);
    // After an edit it is that of another question, which ranks with no answer to this one.
    edit(*window, 0, 3);
    QVERIFY(ui::finished(*window));
    QTRY_COMPARE_WITH_TIMEOUT(ranking->model()->rowCount(), strategies() + found() + moved(), kPatienceMs);
    trigger(*window, "actionUndo");
    QVERIFY(ui::finished(*window));
    QTRY_COMPARE_WITH_TIMEOUT(ranking->model()->rowCount(), strategies() + 3 + moved(), 2 * kPatienceMs);
    // Another plan in its place, while a program stands in the ranking.
    window->openEmpty();
    QCOMPARE(ranking->model()->rowCount(), 0);
  }
  void lookedAtAgainWithoutASearch() {
    const auto window = opened(true);
    QVERIFY(ui::finished(*window));
    trigger(*window, "actionScenarioDuplicate");
    edit(*window, 0, 2);
    QVERIFY(ui::finished(*window));
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
    QVERIFY(ui::finished(*window));
    QVERIFY(began > 0);
  }
  void aCopyHasTheAnswerOfTheOriginal() {
    const auto window = opened(true);
    QVERIFY(ui::finished(*window));
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
    const auto window = threeScenarios();
    QVERIFY(ui::finished(*window));
    window->answers().searchMissing();
    QTRY_VERIFY_WITH_TIMEOUT(window->answers().of(1) && window->answers().of(2), kPatienceMs);
    QVERIFY(!window->answers().isStale(1));
    plan::Plan next = plan(*window);  // another price of the H100, which every scenario has
    next.own_types.gpu_rents.push_back({"h100-sxm", UsdPerHour(1.0), {}});
    document(*window).apply(next);
    QVERIFY(window->answers().isStale(1));
    QVERIFY(window->answers().isStale(2));
  }
  void theBaselineIsAStarInThePlot() {
    const auto window = opened(true);
    QVERIFY(ui::finished(*window));
    auto* plot = window->findChild<ui::ParetoView*>();
    QVERIFY(!plot->baseline());  // it is looked at itself
    const cost::Evaluation first = window->bridge().snapshot()->best.front();
    trigger(*window, "actionScenarioDuplicate");
    edit(*window, 0, 2);
    QVERIFY(ui::finished(*window));
    QVERIFY(plot->baseline());
    QCOMPARE(plot->baseline()->name, u"A: 32 H100 + 32 A100"_s);
    QCOMPARE(plot->baseline()->evaluation.tokens_per_second, first.tokens_per_second);
    window->findChild<QTabWidget*>(u"resultsTabs"_s)->setCurrentIndex(1);
    QTRY_VERIFY_WITH_TIMEOUT(plot->isVisible(), kPatienceMs);
    const auto* drawn = plot->findChild<ui::NamedPlot*>();
    const auto star = [&] {
      for (int i = 0; i < drawn->itemCount(); ++i)
        if (drawn->itemName(i).startsWith(u"Baseline A: 32 H100"_s)) return true;
      return false;
    };
    QTRY_VERIFY_WITH_TIMEOUT(star(), kPatienceMs);
    // It lies within the plot: twice as many H100 are faster than anything of this scenario.
    QTRY_VERIFY_WITH_TIMEOUT(drawn->yAxis->range().upper * 1e3 > first.tokens_per_second, kPatienceMs);
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
    const auto window = threeScenarios();
    QVERIFY(ui::finished(*window));
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
    QTRY_VERIFY_WITH_TIMEOUT(!answers.isSearching(1), kPatienceMs);
    answers.search(2);  // the next one is not held up
    QTRY_VERIFY_WITH_TIMEOUT(answers.of(2) && !answers.isSearching(2), kPatienceMs);
    QVERIFY(!answers.isStale(2));
    // Nor does it go on when the window is closed.
    answers.search(1);
    answers.search(2);
    QVERIFY(answers.isSearching(1) && answers.isSearching(2));
    window->close();
    QVERIFY(!answers.isSearching(1) && !answers.isSearching(2));
  }
  /// The end of the search that is stopped by closing the window begins no synthesis in its hidden panels.
  void nothingBeginsInAWindowThatCloses() {
    const auto window = opened();
    SearchBridge& bridge = window->bridge();
    SearchOptions options;
    options.exhaustive = true;  // long enough to be stopped
    bridge.setOptions(options);
    bridge.run();
    QTRY_VERIFY_WITH_TIMEOUT(bridge.snapshot() && !bridge.snapshot()->best.empty(), kPatienceMs);
    QCOMPARE(bridge.state(), State::Searching);
    window->close();
    const ui::PlannerBridge& programs = window->findChild<ui::ResultsPanel*>()->planner(planning::kProgram);
    const quint64 asked = programs.number();
    QTRY_COMPARE_WITH_TIMEOUT(bridge.state(), State::StoppedEarly, kPatienceMs);
    QTest::qWait(600);                  // one begins 250 ms after it is wanted
    QCoreApplication::processEvents();  // also what was due while the machine did something else
    QCOMPARE(programs.number(), asked);
    QVERIFY(programs.state() != ui::PlannerBridge::State::Running);
  }
};

}  // namespace tst_scenario_answers

ASTROLABE_TEST(tst_scenario_answers, ScenarioAnswersTest)
#include "tst_scenario_answers.moc"
