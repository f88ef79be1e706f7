// ui/document/scenario_queue: who waits, whose turn it is, and which end is waited for.
#include <QtTest>

#include "core/plan/samples.h"
#include "core/plan/scenarios.h"
#include "tests/program/test_program.h"
#include "ui/document/scenario_queue.h"

namespace tst_scenario_queue {

using namespace astrolabe;
using ui::ScenarioQueue;

class TestScenarioQueue : public QObject {
  Q_OBJECT

  /// The sample in scenarios of these ids from 1 on.
  static plan::Plan scenariosUpTo(int last) {
    plan::Plan all = plan::sample_plan();
    while (plan::scenarios(all).back()->id < last) plan::add_scenario(all, plan::Scenario(all));
    return all;
  }

 private slots:
  /// One has its turn, the others wait in their order, each once.
  void oneAfterTheOther() {
    const plan::Plan plan = scenariosUpTo(3);
    ScenarioQueue queue;
    QVERIFY(!queue.take(plan));
    for (const int id : {2, 3, 2, 1}) queue.add(id);
    QCOMPARE(queue.take(plan), std::optional(2));
    QVERIFY(!queue.holds(2));  // taken out: whether it begins is the taker's
    const quint64 first = queue.begin(2);
    QVERIFY(queue.holds(2) && queue.runs(2) && queue.holds(3) && !queue.runs(3));
    queue.add(2);
    QVERIFY(!queue.take(plan));
    QVERIFY(queue.drop(3) && !queue.drop(3) && !queue.drop(2));
    QVERIFY(queue.runs(2));
    QVERIFY(queue.end(first));
    QVERIFY(!queue.holds(2));
    QCOMPARE(queue.take(plan), std::optional(1));
    QVERIFY(!queue.take(plan));
    queue.add(3);
    queue.clear();
    QVERIFY(!queue.holds(3));
  }

  /// What was given up lasts until its end, which nobody waits for; it may wait for another turn meanwhile.
  void whatIsGivenUpLastsToItsEnd() {
    const plan::Plan plan = scenariosUpTo(2);
    ScenarioQueue queue;
    const quint64 first = queue.begin(1);
    queue.giveUp();
    QVERIFY(!queue.holds(1) && !queue.runs(1));
    queue.add(1);
    QVERIFY(queue.holds(1) && !queue.runs(1));
    QVERIFY(!queue.take(plan));
    QVERIFY(!queue.end(first));
    QCOMPARE(queue.take(plan), std::optional(1));
  }

  /// Where no end is waited for the next turn begins at once, and the late end is not taken for its own.
  void aLateEndIsOfItsOwnTurn() {
    const plan::Plan plan = scenariosUpTo(2);
    ScenarioQueue queue;
    queue.add(2);
    const quint64 first = queue.begin(1);
    QCOMPARE(queue.number(), first);
    queue.free();
    QVERIFY(!queue.runs(1));
    QCOMPARE(queue.take(plan), std::optional(2));
    const quint64 second = queue.begin(2);
    QVERIFY(second != first);
    QVERIFY(!queue.end(first));
    QVERIFY(queue.runs(2));
    QVERIFY(queue.end(second));
    QVERIFY(!queue.end(second));
  }

  /// Scenarios that were removed wait no longer, and the one that runs is told: the next one that is added
  /// gets its id.
  void removedOnes() {
    const plan::Plan three = scenariosUpTo(3);
    plan::Plan two = three;
    plan::remove_scenario(two, 3);
    ScenarioQueue queue;
    for (const int id : {3, 2}) queue.add(id);
    QVERIFY(!queue.dropGone(two));
    QVERIFY(!queue.holds(3));
    QCOMPARE(queue.take(two), std::optional(2));
    queue.begin(3);
    QVERIFY(!queue.dropGone(three));
    QVERIFY(queue.dropGone(two));
    queue.giveUp();
    QVERIFY(!queue.dropGone(two));  // nobody waits for it
    queue.free();
    for (const int id : {3, 1}) queue.add(id);
    QCOMPARE(queue.take(two), std::optional(1));  // also where nobody told that it has gone
    QVERIFY(!queue.holds(3));
    plan::Plan again = two;
    QCOMPARE(plan::add_scenario(again, plan::Scenario(again)), 3);
  }
};

}  // namespace tst_scenario_queue

ASTROLABE_TEST(tst_scenario_queue, TestScenarioQueue)
#include "tst_scenario_queue.moc"
