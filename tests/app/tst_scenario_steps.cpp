// Scenarios added, removed, renamed, edited, undone and redone at random while everything that shows them is
// open; and what names one that has gone.

#include <QComboBox>
#include <QFile>
#include <QPointer>
#include <QPrintPreviewWidget>
#include <QTemporaryDir>
#include <QTest>
#include <random>

#include "core/plan/plan_file.h"
#include "core/plan/scenarios.h"
#include "core/planning/option.h"
#include "core/planning/programs.h"
#include "tests/app/presentation_desk.h"
#include "tests/core/small_plan.h"
#include "tests/program/test_program.h"
#include "ui/compare/compare_window.h"
#include "ui/document/commands/adopt_plan.h"
#include "ui/document/commands/scenarios.h"
#include "ui/render/numbers.h"
#include "ui/render/report_settings.h"
#include "ui/results/results_panel.h"
#include "ui/shell/report_builder.h"

namespace tst_scenario_steps {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using namespace astrolabe::presenting;
using ui::CompareWindow;
using ui::document;
using ui::edit;
using ui::plan;
using ui::trigger;

namespace {

constexpr int kSteps = 70;  // of each seed
constexpr std::size_t kMostScenarios = 6;

std::vector<int> idsOf(const plan::Plan& plan) {
  std::vector<int> ids;
  for (const plan::Scenario* scenario : plan::scenarios(plan)) ids.push_back(scenario->id);
  return ids;
}

std::vector<int> nodesOf(const plan::Scenario& scenario) {
  std::vector<int> nodes;
  for (const hardware::PoolSpec& pool : scenario.cluster.pools) nodes.push_back(pool.nodes);
  return nodes;
}

/// The file that a save would write, without the answers that were found.
QByteArray bytesOf(const ui::PlanDocument& document, const QString& path) {
  QFile file(path);
  if (!plan::write_plan(document.file(), path.toStdString()) || !file.open(QIODevice::ReadOnly)) return {};
  return file.readAll();
}

/// The window with the small question in two scenarios, and all that shows scenarios beside it.
struct Desk {
  explicit Desk(unsigned seed) : dice(seed), window(ui::opened(true)) {
    window->openPlan(smallQuestion());
    trigger(*window, "actionScenarioDuplicate");
    edit(*window, 1, 2);
    document(*window).undoStack().clear();
    if (!ui::finished(*window)) qFatal("the search has not ended");
    trigger(*window, "actionScenarioCompare");
    trigger(*window, "actionReportBuilder");
    compare = window->findChild<CompareWindow*>();
    report = window->findChild<ui::ReportBuilder*>();
    pages = present(*window);
  }
  int below(std::size_t count) { return static_cast<int>(dice() % count); }

  ~Desk() { delete pages; }
  Q_DISABLE_COPY_MOVE(Desk)

  std::mt19937 dice;
  std::unique_ptr<MainWindow> window;
  CompareWindow* compare = nullptr;
  ui::ReportBuilder* report = nullptr;
  QPointer<Presentation> pages;
};

/// One thing that a person could do, all edits by the undo stack.
void act(Desk& desk) {
  MainWindow& window = *desk.window;
  ui::PlanDocument& all = document(window);
  QUndoStack& stack = all.undoStack();
  const std::vector<int> ids = idsOf(plan(window));
  const int any = ids[static_cast<std::size_t>(desk.below(ids.size()))];
  switch (desk.below(20)) {
    case 0:
    case 1:
    case 2:
      if (ids.size() < kMostScenarios) stack.push(ui::duplicateScenario(all));
      return;
    case 3:
    case 4:
      if (ids.size() > 1) stack.push(ui::removeScenario(all, any));
      return;
    case 5:  // the last: the next one gets its number
      if (ids.size() > 1) stack.push(ui::removeScenario(all, ids.back()));
      return;
    case 6:
      stack.push(ui::renameScenario(all, any, desk.below(2) == 0 ? "" : "Named " + std::to_string(any)));
      return;
    case 7:
      stack.push(ui::setBaseline(all, any));
      return;
    case 8:
    case 9:
      return edit(window, desk.below(2), 1 + desk.below(3));
    case 10: {  // a price that all of them share
      plan::Plan next = plan(window);
      next.own_types.gpu_rents.assign(1, {"h100-sxm", UsdPerHour(1.0 + desk.below(3)), {}});
      stack.push(new ui::AdoptPlan(all, next, u"price"_s));
      return;
    }
    case 11: {
      ui::ReportSettings settings = ui::reportSettings(plan(window).report);
      settings.compared = {any};
      stack.push(new ui::SetReport(all, ui::toJson(settings), ui::nextGesture()));
      return;
    }
    case 12: {
      std::vector<PresentationStep> views = steps(window);
      views.push_back(saved(Slide::Winner, any));
      stack.push(new ui::SetPresentation(all, ui::toJson(views), ui::nextGesture(), u"view"_s));
      return;
    }
    case 13:
    case 14:
      return stack.undo();
    case 15:
      return stack.redo();
    case 16:
      return all.showScenario(any);
    case 17:
      return desk.below(3) == 0 ? window.answers().stop(any) : window.answers().search(any);
    case 18:
      return desk.below(3) == 0 ? window.answers().beside(planning::kProgram).stop(any)
                                : window.answers().beside(planning::kProgram).ask(any);
    default:
      QTest::keyClick(desk.pages, desk.below(3) == 0 ? Qt::Key_Home : Qt::Key_Right);
  }
}

/// An answer is shown for what it was asked: of as many nodes at the same prices.
bool answers(const plan::Snapshot& snapshot, const ui::PlanDocument& document, int id) {
  if (!snapshot.problem) return true;  // the search could not be begun
  const plan::Plan alone = plan::plan_of(document.plan(), id);
  const auto now = plan::make_problem(alone, document.catalogue());
  const std::vector<hardware::Pool>& pools = snapshot.problem->cluster.pools;
  if (!now || pools.size() != alone.cluster.pools.size()) return false;
  for (std::size_t i = 0; i < pools.size(); ++i)
    if (pools[i].nodes != alone.cluster.pools[i].nodes ||
        pools[i].usd_per_gpu_hour != now->cluster.pools[i].usd_per_gpu_hour)
      return false;
  return true;
}

void checkKnown(Desk& desk) {
  const plan::Plan& now = plan(*desk.window);
  const ui::ScenarioAnswers& known = desk.window->answers();
  for (const int id : idsOf(now)) {
    const ui::ScenarioAnswer* answer = known.of(id);
    if (answer != nullptr && !known.isStale(id))
      QVERIFY2(answers(*answer->snapshot, document(*desk.window), id), std::to_string(id).c_str());
    const ui::PlannerAnswer* program = known.beside(planning::kProgram).of(id);
    if (program != nullptr && !known.beside(planning::kProgram).isStale(id)) {
      QCOMPARE(nodesOf(program->asked), nodesOf(*plan::find_scenario(now, id)));
      QVERIFY(plan::same_types(program->asked, now));
    }
  }
  const ui::SearchBridge& bridge = desk.window->bridge();
  if (bridge.snapshot() && !bridge.isStale())
    QVERIFY(answers(*bridge.snapshot(), document(*desk.window), now.id));
}

bool isQuiet(MainWindow& window) {
  using State = ui::SearchBridge::State;
  const std::vector<int> ids = idsOf(plan(window));
  return window.bridge().state() != State::Stopping && std::none_of(ids.begin(), ids.end(), [&](int id) {
           return window.answers().isSearching(id) ||
                  window.answers().beside(planning::kProgram).isRunning(id);
         });
}

/// Tokens a second of the fastest plan of any kind that is known for what a scenario asks now; 0 for none.
/// The objective of the sample is throughput.
double fastestKnown(const ui::ScenarioAnswers& known, int id) {
  double fastest = 0.0;
  const ui::ScenarioAnswer* answer = known.of(id);
  if (answer != nullptr && !answer->snapshot->best.empty())
    fastest = answer->snapshot->best.front().tokens_per_second;
  if (known.isStale(id)) return fastest;
  for (const auto& beside : known.besides()) {
    const ui::PlannerAnswer* other = beside->of(id);
    if (other == nullptr || beside->isStale(id) || !other->found) continue;
    for (const planning::OptionPtr& option : other->found->options)
      if (option->is_possible()) fastest = std::max(fastest, option->evaluation.tokens_per_second);
  }
  return fastest;
}

/// What the comparison says of the scenarios `ids`.
void checkCompared(Desk& desk, const std::vector<int>& ids) {
  const plan::Plan& now = plan(*desk.window);
  const ui::ScenarioAnswers& known = desk.window->answers();
  const ui::Comparison& shown = desk.compare->comparison();
  QCOMPARE(shown.all, static_cast<int>(now.others.size()) + 1);
  QCOMPARE(shown.columns.size(), ids.size());
  const auto speed = std::find_if(shown.rows.begin(), shown.rows.end(), [](const ui::ComparedRow& row) {
    return QLatin1StringView(row.field) == "tokens_per_second"_L1;
  });
  QVERIFY(speed != shown.rows.end());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const ui::ComparedColumn& column = shown.columns[i];
    QCOMPARE(column.id, ids[i]);
    QCOMPARE(column.letter, QString::fromStdString(plan::scenario_letter(plan::place_of(now, ids[i]))));
    QCOMPARE(column.baseline, ids[i] == now.baseline);
    QCOMPARE(column.shown, ids[i] == now.id);
    QCOMPARE(column.stale, known.isStale(ids[i]));
    QCOMPARE(speed->cells[i].stale, column.stale);
    QVERIFY(column.scenario.cluster == plan::find_scenario(now, ids[i])->cluster);
    const ui::ScenarioAnswer* answer = known.of(ids[i]);
    const double fastest = answer != nullptr ? fastestKnown(known, ids[i]) : 0.0;
    QCOMPARE(speed->cells[i].value.value_or(0.0), fastest);
  }
}

/// Everything that lists or names scenarios is of those that the plan has.
void checkListed(Desk& desk) {
  const plan::Plan& now = plan(*desk.window);
  const std::vector<int> ids = idsOf(now);
  QVERIFY(std::is_sorted(ids.begin(), ids.end()));
  QVERIFY(plan::find_scenario(now, now.baseline) != nullptr);
  const auto* box = desk.window->findChild<QComboBox*>(u"tool.scenario"_s);
  QCOMPARE(box->count(), static_cast<int>(ids.size()));
  for (int i = 0; i < box->count(); ++i) QCOMPARE(box->itemData(i).toInt(), ids[static_cast<std::size_t>(i)]);
  QCOMPARE(box->currentData().toInt(), now.id);
  for (const int id : ui::reportSettings(now.report).compared)
    QVERIFY2(plan::find_scenario(now, id) != nullptr, now.report.c_str());
  for (const PresentationStep& step : steps(*desk.window))
    if (step.saved) QVERIFY2(plan::find_scenario(now, step.scenario) != nullptr, now.presentation.c_str());
  QVERIFY(desk.pages && !desk.pages->spoken().isEmpty());
  QVERIFY(desk.compare->isVisible() && desk.report->isVisible());
}

void check(Desk& desk) {
  std::vector<int> wanted = idsOf(plan(*desk.window));
  std::erase_if(wanted, [&](int) { return desk.below(2) == 0; });
  if (wanted.size() > ui::kMostCompared) wanted.resize(ui::kMostCompared);
  desk.compare->setShown(wanted);
  checkCompared(desk, wanted.empty() ? ui::firstCompared(plan(*desk.window)) : wanted);
  if (!QTest::currentTestFailed()) checkKnown(desk);
  if (!QTest::currentTestFailed()) checkListed(desk);
}

}  // namespace

class ScenarioStepsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { ui::dress(); }

  void whateverIsDoneShowsWhatIsThere_data() {
    QTest::addColumn<unsigned>("seed");
    for (const unsigned seed : {1U, 2U, 3U}) QTest::addRow("seed %u", seed) << seed;
  }
  /// After each step all that is shown is of the scenarios that there are, and of what they ask. All steps
  /// undone leave the plan as it was, byte for byte, and all of them done again as it was then.
  void whateverIsDoneShowsWhatIsThere() {
    QFETCH(unsigned, seed);
    Desk desk(seed);
    QVERIFY(desk.compare && desk.report && desk.pages);
    ui::PlanDocument& all = document(*desk.window);
    const QTemporaryDir folder;
    const int first = all.plan().id;
    const QByteArray before = bytesOf(all, folder.filePath(u"before.astrolabe"_s));
    QVERIFY(!before.isEmpty());
    for (int step = 0; step < kSteps; ++step) {
      act(desk);
      QTest::qWait(desk.below(4) * 10);
      check(desk);
      if (QTest::currentTestFailed()) return qWarning("seed %u, step %d", seed, step);
    }
    // What is drawn by itself, a moment later, is the same.
    desk.compare->setShown({});
    act(desk);
    QTRY_VERIFY_WITH_TIMEOUT(isQuiet(*desk.window), kPatienceMs);
    QTest::qWait(400);
    checkCompared(desk, ui::firstCompared(all.plan()));
    if (QTest::currentTestFailed()) return;

    const plan::Plan last = all.plan();
    const int steps = all.undoStack().index();
    QVERIFY(steps > 5);
    for (int turn = 0; turn < 2; ++turn) {
      all.undoStack().setIndex(0);
      all.showScenario(first);
      QCOMPARE(bytesOf(all, folder.filePath(u"after.astrolabe"_s)), before);
      check(desk);
      if (QTest::currentTestFailed()) return;
      all.undoStack().setIndex(steps);
      all.showScenario(last.id);
      QVERIFY(all.plan() == last);
      check(desk);
      if (QTest::currentTestFailed()) return;
    }
  }

  /// The pages of the report tell what is found for the scenarios that it compares, also behind the window.
  void theReportFollowsTheScenariosThatItCompares() {
    int drawn = 0;
    const auto window = ui::opened();
    trigger(*window, "actionScenarioDuplicate");
    edit(*window, 0, 2);
    ui::ReportSettings alone;
    alone.parts = {ui::ReportPart::options};
    document(*window).undoStack().push(
        new ui::SetReport(document(*window), ui::toJson(alone), ui::nextGesture()));
    window->bridge().run();
    QVERIFY(ui::finished(*window));
    trigger(*window, "actionReportBuilder");
    auto* builder = window->findChild<ui::ReportBuilder*>();
    auto* pages = builder->findChild<QPrintPreviewWidget*>(u"reportBuilder.pages"_s);
    QVERIFY(pages);
    connect(pages, &QPrintPreviewWidget::paintRequested, builder, [&drawn] { ++drawn; });
    const ui::PlannerBridge& programs = window->findChild<ui::ResultsPanel*>()->planner(planning::kProgram);
    QTRY_VERIFY_WITH_TIMEOUT(programs.beside(*window->bridge().snapshot()), kPatienceMs);
    const auto rests = [&drawn] {
      const int before = drawn;
      QTest::qWait(1000);
      return drawn > 0 && drawn == before;
    };
    QTRY_VERIFY_WITH_TIMEOUT(rests(), kPatienceMs);
    const int before = drawn;
    QVERIFY(!window->answers().of(1));
    window->answers().search(1);
    QTRY_VERIFY_WITH_TIMEOUT(window->answers().of(1), kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(drawn > before, kPatienceMs);
  }

  /// Views of a scenario that goes while it is presented do not tell of the one that gets its number. An undo
  /// brings it back.
  void viewsOfARemovedOneAreNotThoseOfTheNext() {
    const auto window = answered();
    const QString speed = ui::significantText(window->bridge().snapshot()->best.front().tokens_per_second);
    trigger(*window, "actionScenarioDuplicate");
    edit(*window, 0, 2);
    window->bridge().run();
    QVERIFY(ui::finished(*window));
    const QString other = ui::significantText(window->bridge().snapshot()->best.front().tokens_per_second);
    QVERIFY(other != speed);
    document(*window).showScenario(1);
    presentOnly(*window, {saved(Slide::Winner, 2)});
    const QPointer<Presentation> pages = present(*window);
    QCOMPARE(pages->stepCount(), 1);
    QVERIFY2(pages->spoken().contains(other), qPrintable(pages->spoken()));
    document(*window).undoStack().push(ui::removeScenario(document(*window), 2));
    const QString gone = pages->spoken();
    QVERIFY2(gone.contains(u"no longer in the plan"_s), qPrintable(gone));
    trigger(*window, "actionScenarioDuplicate");
    QCOMPARE(plan(*window).id, 2);
    QVERIFY(window->answers().of(2) && !window->answers().isStale(2));  // that of the first
    QCOMPARE(pages->spoken(), gone);
    document(*window).undoStack().undo();
    document(*window).undoStack().undo();
    QVERIFY2(pages->spoken().contains(u"not searched yet"_s), qPrintable(pages->spoken()));
    window->answers().search(2);
    QTRY_VERIFY_WITH_TIMEOUT(pages->spoken().contains(other), kPatienceMs);
    pages->close();
  }
};

}  // namespace tst_scenario_steps

ASTROLABE_TEST(tst_scenario_steps, ScenarioStepsTest)
#include "tst_scenario_steps.moc"
