// Distributed programs in the comparison of the window: kept for each scenario, asked for where they are
// missing, stale after an edit.

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <memory>

#include "core/plan/plan_file.h"
#include "core/plan/program_summary.h"
#include "core/plan/scenarios.h"
#include "tests/app/scenario_desk.h"
#include "tests/core/small_plan.h"
#include "tests/program/test_program.h"
#include "ui/compare/compare_bars.h"
#include "ui/compare/compare_window.h"
#include "ui/compare/comparison_text.h"
#include "ui/document/commands/scenarios.h"
#include "ui/document/planner_answers.h"
#include "ui/document/program_proof.h"
#include "ui/render/numbers.h"
#include "ui/results/results_panel.h"

namespace tst_compare_programs {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::CompareWindow;
using ui::document;
using ui::edit;
using ui::MainWindow;
using ui::plan;
using ui::PlannerAnswers;
using ui::trigger;

namespace {

constexpr int kLongMs = 120000;

/// A node of each kind, and one with another A100 node, which is shown; nothing begins by itself.
std::unique_ptr<MainWindow> twoScenarios() {
  auto window = ui::opened();
  document(*window).apply(smallQuestion());
  trigger(*window, "actionScenarioDuplicate");
  edit(*window, 1, 2);
  return window;
}

const ui::ComparedRow* rowOf(const CompareWindow& page, const char* field) {
  for (const ui::ComparedRow& each : page.comparison().rows)
    if (QLatin1StringView(each.field) == QLatin1StringView(field)) return &each;
  return nullptr;
}

/// The text of a cell in its row's words; empty without the row.
QString cellText(const CompareWindow& page, const char* field, std::size_t column) {
  const ui::ComparedRow* row = rowOf(page, field);
  return row == nullptr || column >= row->cells.size() ? QString() : row->cells[column].text;
}

/// What stands below the comparison; empty where nothing is missing.
QString hint(const CompareWindow& page) {
  const auto* words = page.findChild<QLabel*>(u"compareWindow.programs.words"_s);
  return words == nullptr ? QString() : words->text();
}

template <class Button>
void press(const CompareWindow& page, const QString& name) {
  auto* button = page.findChild<Button*>(name);
  QVERIFY2(button, qPrintable(name));
  QTest::mouseClick(button, Qt::LeftButton);
}

/// The step of the fastest program of a scenario, synthesised beside the window.
double stepOf(const plan::Plan& all, int id) {
  const plan::Plan asked = plan::plan_of(all, id);
  const auto problem = plan::make_problem(asked, hardware::Catalogue::built_in());
  return plan::programs_of(asked, *problem)->front().step.value;
}

}  // namespace

class CompareProgramsTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { ui::dress(); }

  /// Searched by two clicks: the window synthesises for the scenario that it shows, for the other one
  /// somebody has to ask. Then both stand side by side.
  void askedForAndCompared() {
    const auto window = twoScenarios();
    trigger(*window, "actionScenarioCompare");
    auto& page = *window->findChild<CompareWindow*>();
    const PlannerAnswers& programs = window->answers().beside(planning::kProgram);
    press<QToolButton>(page, u"compareWindow.run.A"_s);
    press<QToolButton>(page, u"compareWindow.run.B"_s);
    QTRY_VERIFY_WITH_TIMEOUT(programs.of(2) != nullptr && programs.of(2)->option(), kLongMs);
    QTRY_COMPARE_WITH_TIMEOUT(hint(page), u"Distributed programs: not synthesised yet for A."_s, kLongMs);
    QVERIFY(!rowOf(page, "program"));  // there is nothing to compare the other one with
    QVERIFY(programs.of(1) == nullptr);
    const plan::Plan before = plan(*window);
    const int steps = document(*window).undoStack().index();
    press<QPushButton>(page, u"compareWindow.programs.synthesise"_s);
    QTRY_VERIFY_WITH_TIMEOUT(rowOf(page, "program_step_seconds") != nullptr, kLongMs);
    QVERIFY(plan(*window) == before);
    QCOMPARE(document(*window).undoStack().index(), steps);
    QTRY_VERIFY(hint(page).isEmpty());
    // The window shows the numbers that the engine gives without it.
    const ui::ComparedRow& row = *rowOf(page, "program_step_seconds");
    const double first = stepOf(before, 1), second = window->findChild<ui::ResultsPanel*>()
                                                         ->planner(planning::kProgram)
                                                         .option()
                                                         ->evaluation.step.value;
    QCOMPARE(second, stepOf(before, 2));
    QCOMPARE(row.cells[0].value.value(), first);
    QCOMPARE(row.cells[1].value.value(), second);
    QCOMPARE(row.cells[1].share, second / first - 1.0);
    QVERIFY(row.cells[1].isCompared());
    // They are to be seen: the number, its change, and bars on one axis.
    const auto* value = page.findChild<QWidget*>(u"compareWindow.program_step_seconds.B"_s);
    QVERIFY(value);
    QVERIFY(value->findChild<QLabel*>(QString(), Qt::FindDirectChildrenOnly)->text() ==
            ui::durationText(second));
    const auto* change = page.findChild<QLabel*>(u"compareWindow.program_step_seconds.B.change"_s);
    QVERIFY(change);
    QVERIFY2(change->text().contains(ui::signedPercentText(second / first - 1.0)),
             qPrintable(change->text()));
    for (const char* field : {"program_step_seconds", "program_memory_gib", "program_shares"})
      QVERIFY2(page.findChild<ui::CompareBars*>(u"compareWindow.%1.A.bars"_s.arg(QLatin1StringView(field))),
               field);
    // A device of the pools for each GPU: all of their shares together are the work.
    const plan::ProgramSummary& made = *ui::summaryOf(programs.of(2)->option());
    QCOMPARE(made.devices(), 24);
    double shares = 0.0;
    for (const plan::ProgramSummary::Pool& pool : made.pools) shares += pool.devices * pool.share;
    QVERIFY(std::abs(shares - 1.0) < 1e-9);
    // Copied with the rest.
    press<QToolButton>(page, u"compareWindow.copy"_s);
    const QString copied = QApplication::clipboard()->mimeData()->text();
    QVERIFY(copied.contains(u"\nCollectives a step\t"_s) && copied.contains(ui::durationText(first)));
    // A copy of the scenario has its program at once.
    trigger(*window, "actionScenarioDuplicate");
    QTRY_COMPARE(page.comparison().columns.size(), std::size_t(3));
    QCOMPARE(rowOf(page, "program_step_seconds")->cells[2].value.value(), second);
  }

  /// An edit makes it stale, in words and in the report; undone, it is the answer again.
  void staleAfterAnEdit() {
    const auto window = twoScenarios();
    trigger(*window, "actionScenarioCompare");
    auto& page = *window->findChild<CompareWindow*>();
    PlannerAnswers& programs = window->answers().beside(planning::kProgram);
    press<QToolButton>(page, u"compareWindow.run.B"_s);
    QTRY_VERIFY_WITH_TIMEOUT(programs.of(2) != nullptr && programs.of(2)->option(), kLongMs);
    programs.ask(1);
    QVERIFY(programs.isRunning(1));
    QTRY_VERIFY_WITH_TIMEOUT(cellText(page, "program", 0).startsWith(u"one program of 16 GPU"_s) ||
                                 cellText(page, "program", 0).startsWith(u"pipeline"_s),
                             kLongMs);
    QVERIFY(!programs.isRunning(1));
    edit(*window, 0, 2);
    QTRY_VERIFY(cellText(page, "program", 1).startsWith(u"stale: changed hardware or prices · "_s));
    QVERIFY(programs.isStale(2) && !programs.isStale(1));
    QVERIFY(rowOf(page, "program_step_seconds")->cells[1].stale);
    QVERIFY(!rowOf(page, "program_step_seconds")->cells[0].stale);
    QVERIFY(ui::comparisonSection(page.comparison())
                .paragraph.contains(u"The distributed program of B is stale"_s));
    const auto* told = page.findChild<QWidget*>(u"compareWindow.program.B"_s);
    QVERIFY(told && told->findChild<QLabel*>()->text().startsWith(u"stale: "_s));
    trigger(*window, "actionUndo");
    QTRY_VERIFY(!cellText(page, "program", 1).contains(u"stale"_s));
    QVERIFY(!programs.isStale(2));
    // Where the window is closed nobody waits for a program any more.
    programs.ask(1);
    QVERIFY(programs.isRunning(1));
    window->close();
    QVERIFY(!programs.isRunning(1));
  }

  /// What the window has begun goes on for its own scenario while another one is shown, and is finished
  /// behind it when the window begins with that.
  void anotherOneShownMeanwhile() {
    ui::PlanDocument document;
    plan::PlanFile file;
    file.plan = smallQuestion();
    document.reset(file, {});
    const int first = document.plan().id;
    document.undoStack().push(ui::duplicateScenario(document));
    document.undoStack().push(new ui::SetNodeCount(document, document.plan().cluster.pools[1].id, 2));
    const int second = document.plan().id;
    ui::PlannerBridge window(document, planning::program_planner());  // nobody looks at what it finds
    PlannerAnswers programs(document, planning::program_planner());
    programs.follow(window);
    programs.ask(second);
    QCOMPARE(window.asked().id, second);
    document.showScenario(first);
    QVERIFY(programs.isRunning(second) && !programs.isRunning(first));
    programs.stop(first);  // it is not the one that runs
    QVERIFY(programs.isRunning(second));
    programs.ask(first);
    QCOMPARE(window.asked().id, second);
    QVERIFY(programs.isRunning(first));
    window.run();
    QCOMPARE(window.asked().id, first);
    QVERIFY(programs.isRunning(first) && programs.isRunning(second));
    for (const int id : {first, second})
      QTRY_VERIFY_WITH_TIMEOUT(programs.of(id) != nullptr && programs.of(id)->option(), kLongMs);
    QCOMPARE(programs.of(first)->asked.id, first);
    QCOMPARE(programs.of(second)->asked.id, second);
    // What waits for a scenario is not lost where that is shown and the window does not begin with it.
    PlannerAnswers others(document, planning::program_planner());
    others.follow(window);
    others.ask(second);
    document.showScenario(second);
    QVERIFY(others.isRunning(second));
    QTRY_VERIFY_WITH_TIMEOUT(others.of(second) != nullptr && others.of(second)->option(), kLongMs);
    // It is not that of another scenario that gets the number when this one is removed.
    document.undoStack().push(ui::removeScenario(document, second));
    document.undoStack().undo();
    QVERIFY(others.of(second) != nullptr && !others.isStale(second));
    document.undoStack().push(ui::removeScenario(document, second));
    document.undoStack().push(ui::duplicateScenario(document));
    QCOMPARE(document.plan().id, second);
    QVERIFY(others.of(second) == nullptr);
    document.undoStack().undo();
    document.undoStack().undo();
    // Nor is what a bridge had begun lost that goes with its panel.
    PlannerAnswers more(document, planning::program_planner());
    auto gone = std::make_unique<ui::PlannerBridge>(document, planning::program_planner());
    more.follow(*gone);
    more.ask(second);
    QCOMPARE(gone->state(), ui::PlannerBridge::State::Running);
    gone.reset();
    QVERIFY(!more.isRunning(second));
    more.follow(window);
    QVERIFY(more.isRunning(second));
    QTRY_VERIFY_WITH_TIMEOUT(more.of(second) != nullptr && more.of(second)->option(), kLongMs);
    // With fewer sequences at a time the window does something else: the whole is done behind it.
    PlannerAnswers whole(document, planning::program_planner());
    whole.follow(window);
    whole.ask(second);
    QCOMPARE(window.asked().id, second);
    window.setSettings({{"sequences", 8}});
    window.run();
    QVERIFY(whole.isRunning(second));
    QTRY_VERIFY_WITH_TIMEOUT(whole.of(second) != nullptr && whole.of(second)->option(), kLongMs);
    // For one that is removed nobody waits.
    more.ask(first);
    QVERIFY(more.isRunning(first));
    document.undoStack().push(ui::removeScenario(document, first));
    QVERIFY(!more.isRunning(first));
  }

  /// What the window still synthesises for a scenario that is removed is not that of the one that gets its
  /// number, nor is anything done for that one which was asked for the other.
  void theProgramOfARemovedOneIsNobodys() {
    ui::PlanDocument document;
    plan::PlanFile file;
    file.plan = smallQuestion();
    document.reset(file, {});
    document.undoStack().push(ui::duplicateScenario(document));
    document.undoStack().push(new ui::SetNodeCount(document, document.plan().cluster.pools[1].id, 2));
    ui::PlannerBridge window(
        document, planning::program_planner());  // nobody looks at what it finds: it begins nothing by itself
    PlannerAnswers programs(document, planning::program_planner());
    programs.follow(window);
    programs.ask(2);
    QVERIFY(programs.isRunning(2));
    QCOMPARE(window.asked().id, 2);
    document.undoStack().push(ui::removeScenario(document, 2));
    QCOMPARE(document.plan().id, 1);
    document.undoStack().push(ui::duplicateScenario(document));
    QCOMPARE(document.plan().id, 2);
    QVERIFY(!programs.isRunning(2));
    QTRY_COMPARE_WITH_TIMEOUT(window.state(), ui::PlannerBridge::State::Done, kLongMs);
    QVERIFY(window.option() && window.asked().cluster.pools[1].nodes == 2);  // it ended, for nobody
    QVERIFY(programs.of(2) == nullptr && !programs.isStale(2));
    QVERIFY(!programs.isRunning(1) && !programs.isRunning(2));
    programs.ask(2);
    QTRY_VERIFY_WITH_TIMEOUT(programs.of(2) != nullptr && programs.of(2)->option(), kLongMs);
    QVERIFY(!programs.isStale(2));
    QCOMPARE(programs.of(2)->asked.cluster.pools[1].nodes, 1);
  }

  /// Behind the window: what is stopped leaves nothing and can be asked for again; of another plan nothing is
  /// kept.
  void stoppedAndForgotten() {
    ui::PlanDocument document;
    plan::PlanFile file;
    file.plan = smallQuestion();
    document.reset(file, {});
    PlannerAnswers programs(document, planning::program_planner());
    programs.ask(1);
    QVERIFY(programs.isRunning(1));
    programs.stop(1);
    QVERIFY(!programs.isRunning(1));
    QVERIFY(programs.of(1) == nullptr);
    programs.ask(1);
    QTRY_VERIFY_WITH_TIMEOUT(programs.of(1) != nullptr && programs.of(1)->option(), kLongMs);
    QVERIFY(!programs.isRunning(1) && !programs.isStale(1));
    QVERIFY(ui::summaryOf(programs.of(1)->option())->fits);
    programs.ask(1);
    document.reset(file, {});
    QVERIFY(programs.of(1) == nullptr && !programs.isRunning(1));
    QTest::qWait(300);  // what ran has ended by now, or ends later: nobody waits for it
    QVERIFY(programs.of(1) == nullptr);
    // Equal GPUs need no program.
    file.plan.cluster.pools.pop_back();
    file.plan.cluster.between_pools.clear();
    document.reset(file, {});
    programs.ask(1);
    QTRY_VERIFY_WITH_TIMEOUT(!programs.isRunning(1), kLongMs);
    QVERIFY(programs.of(1) == nullptr);
  }
};

}  // namespace tst_compare_programs

ASTROLABE_TEST(tst_compare_programs, CompareProgramsTest)
#include "tst_compare_programs.moc"
