// Scenarios in the window: duplicated, changed, undone, stepped through, removed, saved.

#include <QComboBox>
#include <QLabel>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/json.h"
#include "core/plan/plan_file.h"
#include "tests/app/scenario_desk.h"
#include "tests/program/test_program.h"
#include "ui/compare/compare_window.h"
#include "ui/document/commands/adopt_plan.h"
#include "ui/document/commands/import_scenarios.h"
#include "ui/document/commands/scenarios.h"

namespace tst_window_scenarios {

using namespace Qt::StringLiterals;
using namespace astrolabe;
using ui::document;
using ui::edit;
using ui::MainWindow;
using ui::opened;
using ui::plan;
using ui::threeScenarios;
using ui::trigger;

namespace {

int nodes(MainWindow& window) { return plan(window).cluster.pools.front().nodes; }

}  // namespace

class WindowScenariosTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { ui::dress(); }
  void duplicatedChangedAndUndone() {
    const auto window = opened(true);
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
    trigger(*window, "actionRedo");
    QCOMPARE(plan(*window).id, 2);  // the copy is shown, as at first
    document(*window).showScenario(1);
    trigger(*window, "actionUndo");
    trigger(*window, "actionRedo");
    QCOMPARE(plan(*window).id, 2);
    QCOMPARE(nodes(*window), 4);
  }
  void keysStepThroughThem() {
    const auto window = threeScenarios();
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
    const auto window = threeScenarios();
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
  /// The next scenario gets the number of one that was removed: nothing that named that one is of it.
  void whatNamedARemovedOneGoesWithIt() {
    const auto window = threeScenarios();
    plan::Plan named = plan(*window);
    named.presentation =
        R"([{"page":"winner","scenario":3},{"page":"cost","shown":true},{"page":"why","scenario":1}])";
    named.report = R"({"compared":[1,3],"title":"Mine"})";
    document(*window).undoStack().push(new ui::AdoptPlan(document(*window), named, u"names"_s));
    trigger(*window, "actionScenarioRemove");
    const Json steps = Json::parse(plan(*window).presentation);
    QCOMPARE(steps.size(), std::size_t(2));
    QCOMPARE(steps[0]["page"].get<std::string>(), std::string("cost"));
    QCOMPARE(steps[1]["scenario"].get<int>(), 1);
    const Json report = Json::parse(plan(*window).report);
    QVERIFY(report["compared"] == Json::array({1}));
    QCOMPARE(report["title"].get<std::string>(), std::string("Mine"));
    trigger(*window, "actionScenarioDuplicate");
    QCOMPARE(plan(*window).id, 3);
    trigger(*window, "actionUndo");
    trigger(*window, "actionUndo");
    QVERIFY(plan(*window) == named);
  }
  /// The window that compares may still offer one that has gone.
  void noBaselineThatHasGone() {
    const auto window = threeScenarios();
    trigger(*window, "actionScenarioCompare");
    auto* compare = window->findChild<ui::CompareWindow*>();
    QVERIFY(compare);
    const plan::Plan before = plan(*window);
    const int steps = document(*window).undoStack().index();
    emit compare->baselineChosen(9);
    QVERIFY(plan(*window) == before);
    QCOMPARE(document(*window).undoStack().index(), steps);
    emit compare->baselineChosen(2);
    QCOMPARE(plan(*window).baseline, 2);
  }
  void A23_savedWithThePlan() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"three.astrolabe"_s);
    {
      const auto window = threeScenarios();
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
    const auto other = opened(true);
    const auto read = plan::read_plan(path.toStdString());
    document(*other).undoStack().push(ui::importScenarios(document(*other), read->plan));
    QCOMPARE(other->findChild<QComboBox*>(u"tool.scenario"_s)->count(), 4);
    QCOMPARE(other->findChild<QComboBox*>(u"tool.scenario"_s)->itemText(2), u"C: Half"_s);
  }
};

}  // namespace tst_window_scenarios

ASTROLABE_TEST(tst_window_scenarios, WindowScenariosTest)
#include "tst_window_scenarios.moc"
