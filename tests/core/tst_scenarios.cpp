// core/plan/scenarios: options of one plan, by letter and place; showing another one loses nothing.
#include <QtTest>

#include "core/plan/plan_file.h"
#include "core/plan/scenarios.h"
#include "tests/program/test_program.h"

namespace tst_scenarios {

using namespace astrolabe;

namespace {

std::vector<int> ids(const plan::Plan& plan) {
  std::vector<int> all;
  for (const plan::Scenario* scenario : plan::scenarios(plan)) all.push_back(scenario->id);
  return all;
}

/// Scenarios 1, 2 and 3 with so many nodes in their first pool; the third is shown.
plan::Plan three() {
  plan::Plan plan = plan::sample_plan();
  plan.cluster.pools[0].nodes = 1;
  for (const int nodes : {2, 3}) {
    plan::Scenario next = plan;
    next.cluster.pools[0].nodes = nodes;
    plan::add_scenario(plan, next);
  }
  return plan;
}

}  // namespace

class TestScenarios : public QObject {
  Q_OBJECT

 private slots:
  void addedOnesStandLastAndAreShown() {
    const plan::Plan plan = three();
    QCOMPARE(ids(plan), (std::vector<int>{1, 2, 3}));
    QCOMPARE(plan.id, 3);
    QCOMPARE(plan.cluster.pools[0].nodes, 3);
    QCOMPARE(plan.baseline, 1);
    for (const int id : {1, 2, 3}) {
      QCOMPARE(plan::find_scenario(plan, id)->cluster.pools[0].nodes, id);
      QCOMPARE(plan::place_of(plan, id), id - 1);
    }
    QVERIFY(plan::find_scenario(plan, 4) == nullptr);
    QCOMPARE(plan::place_of(plan, 4), -1);
  }
  void showingLosesNothing() {
    plan::Plan plan = three();
    const plan::Plan before = plan;
    for (const int id : {1, 2, 7, 1, 3, 2, 3}) {  // there is no 7
      plan::show_scenario(plan, id);
      QCOMPARE(ids(plan), (std::vector<int>{1, 2, 3}));
      if (id != 7) QCOMPARE(plan.id, id);
    }
    QVERIFY(plan == before);
  }
  void onePlanOfOne() {
    plan::Plan plan = three();
    plan.report = R"({"title": "for the board"})";
    const plan::Plan second = plan::plan_of(plan, 2);
    QCOMPARE(second.cluster.pools[0].nodes, 2);
    QCOMPARE(second.report, plan.report);
    QCOMPARE(second.baseline, 2);
    QVERIFY(second.others.empty());
    QVERIFY(!plan::same_question(second, plan));
    plan::Plan shown = plan;
    plan::show_scenario(shown, 2);
    QVERIFY(plan::same_question(second, shown));
    shown.layout["h100"] = {1.0, 2.0};
    shown.title = "moved";
    shown.baseline = 3;
    QVERIFY(plan::same_question(second, shown));
    plan::Plan fitted = shown;
    fitted.calibration = R"({"format": "astrolabe-calibration"})";
    QVERIFY(!plan::same_question(second, fitted));
    QCOMPARE(plan::plan_of(fitted, 1).calibration, fitted.calibration);
    shown.cluster.pools[0].usd_per_gpu_hour = 9.0;
    QVERIFY(!plan::same_question(second, shown));
  }
  void removedOnes() {
    plan::Plan plan = three();
    plan.baseline = 3;
    plan::remove_scenario(plan, 3);  // shown and last: the one in front takes its place
    QCOMPARE(ids(plan), (std::vector<int>{1, 2}));
    QCOMPARE(plan.id, 2);
    QCOMPARE(plan.baseline, 1);
    plan::Plan other = three();
    plan::show_scenario(other, 1);
    plan::remove_scenario(other, 1);  // shown and first: the next one does
    QCOMPARE(other.id, 2);
    QCOMPARE(other.baseline, 2);
    plan::remove_scenario(other, 3);
    plan::remove_scenario(other, 2);  // the last one stays
    QCOMPARE(ids(other), (std::vector<int>{2}));
    plan::Plan middle = three();
    plan::show_scenario(middle, 2);
    plan::remove_scenario(middle, 2);  // shown and between two: the next one
    QCOMPARE(middle.id, 3);
    plan::Plan again = three();
    plan::remove_scenario(again, 2);
    QCOMPARE(plan::add_scenario(again, again), 4);  // an id is not used again while a later one is there
  }
  void letters() {
    QCOMPARE(plan::scenario_letter(0), std::string("A"));
    QCOMPARE(plan::scenario_letter(25), std::string("Z"));
    QCOMPARE(plan::scenario_letter(26), std::string("AA"));
    QCOMPARE(plan::scenario_letter(27), std::string("AB"));
    QCOMPARE(plan::scenario_letter(26 + 26 * 26), std::string("AAA"));
  }
  void foundByName() {
    plan::Plan plan = three();
    plan.title = "Only H100";
    plan::find_scenario(plan, 1)->title = "b";  // a title wins over a letter
    QCOMPARE(plan::scenario_named(plan, " only h100 "), std::optional<int>(3));
    QCOMPARE(plan::scenario_named(plan, "B"), std::optional<int>(1));
    QCOMPARE(plan::scenario_named(plan, "c"), std::optional<int>(3));
    QCOMPARE(plan::scenario_named(plan, "2"), std::optional<int>(2));
    QCOMPARE(plan::scenario_named(plan, "D"), std::optional<int>());
    QCOMPARE(plan::scenario_named(plan, ""), std::optional<int>());
  }
};

}  // namespace tst_scenarios

ASTROLABE_TEST(tst_scenarios, TestScenarios)
#include "tst_scenarios.moc"
