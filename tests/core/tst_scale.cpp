// core/plan/scale: which counts of nodes are looked at, what is asked at each of them, and the knee, of hours
// whose place below a straight line is a sum written out.
#include <QtTest>
#include <algorithm>

#include "core/engine.h"
#include "core/plan/plan_file.h"
#include "core/plan/scale.h"
#include "tests/program/test_program.h"

namespace tst_scale {

using namespace astrolabe;
using plan::Scale;

namespace {

/// Points at these counts that take so many hours; below zero: not possible.
Scale taking(const std::vector<std::pair<int, double>>& hours) {
  Scale made;
  for (const auto& [nodes, taken] : hours) {
    plan::ScalePoint point;
    point.nodes = nodes;
    if (taken >= 0.0) point.best.emplace().outcome.hours = taken;
    made.points.push_back(point);
  }
  return made;
}

plan::ScaleQuestion question() {
  const hardware::Catalogue& catalogue = hardware::Catalogue::built_in();
  const plan::Plan plan = plan::sample_plan();
  return {*plan::make_problem(plan, catalogue), plan.cluster, catalogue, "h100"};
}

}  // namespace

class TestScale : public QObject {
  Q_OBJECT

 private slots:
  void countsAreWholeUnits() {
    // Four nodes: all up to twice as many.
    QCOMPARE(plan::scale_counts(1, 4), (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8}));
    // A unit of four nodes: 4 to 4 x 4.
    QCOMPARE(plan::scale_counts(4, 8), (std::vector<int>{4, 8, 12, 16}));
    // 64 nodes: from 16 to 128, by the eleventh root of 8 (1.208) each.
    const std::vector<int> many = plan::scale_counts(1, 64);
    QCOMPARE(many.front(), 16);
    QCOMPARE(many.back(), 128);
    QVERIFY(std::find(many.begin(), many.end(), 64) != many.end());
    QVERIFY(many.size() == 12 || many.size() == 13);
    for (const int nodes : plan::scale_counts(3, 90)) QCOMPARE(nodes % 3, 0);
  }

  /// Of 1, 2, 4, 8 nodes with 80, 40, 19, 10 hours, below the line from (0, 1) to (1, 0): two nodes
  /// 1 - 1/7 - 30/70 = 30/70, four 1 - 3/7 - 9/70 = 31/70.
  void theKneeLiesFurthestBelowTheLine() {
    QCOMPARE(plan::knee(taking({{1, 80}, {2, 40}, {4, 19}, {8, 10}})), std::optional<std::size_t>(2));
    QCOMPARE(plan::knee(taking({{1, -1}, {2, 80}, {4, 30}, {6, 20}, {8, 10}})),
             std::optional<std::size_t>(2));
    QVERIFY(!plan::knee(taking({{1, 80}, {2, 40}})));           // two points are a line
    QVERIFY(!plan::knee(taking({{1, 30}, {2, 20}, {3, 10}})));  // so are these three
    QVERIFY(!plan::knee(taking({{1, 10}, {2, 10}, {3, 10}})));  // nothing is gained
    QVERIFY(!plan::knee(taking({{1, -1}, {2, 80}, {4, 20}, {8, -1}})));
  }

  void theQuestionAtACount() {
    plan::ScaleQuestion asked = question();
    asked.asked.job.limits.budget_usd = 1.0;
    const auto all = plan::at_count(asked, 2, true);
    QVERIFY(all);
    QCOMPARE(all->cluster.pools[0].gpus(), 16);
    QCOMPARE(all->cluster.pools[1].gpus(), 32);
    QVERIFY(!all->cluster.may_leave_unused && !all->job.limits.budget_usd);
    const auto some = plan::at_count(asked, 2, false);
    QVERIFY(some && some->cluster.may_leave_unused && some->job.cost.idle_gpus_cost);
    // A pool that is left out of the search does not stand there.
    asked.cluster.choose.emplace().max_gpus_per_pool["a100"] = 0;
    const auto alone = plan::at_count(asked, 2, true);
    QVERIFY(alone);
    QCOMPARE(alone->cluster.pools.size(), std::size_t(1));
    QCOMPARE(alone->cluster.pools[0].gpus(), 16);
  }

  /// Of 4 nodes the last has failed and the first is slow, one is a spare, racks hold two. One node is the
  /// slow one without a spare, in a rack of its own; of two one is the spare; five have all marks.
  void marksOfNodesThatAreNotThereAreLeftOut() {
    plan::ScaleQuestion asked = question();
    hardware::PoolSpec& pool = asked.cluster.pools[0];
    QCOMPARE(pool.nodes, 4);
    pool.slow = {{0, {}, 1.5}};
    pool.failed = {{3, {}}};
    pool.spares = 1;
    pool.domain = hardware::FailureDomain{hardware::DomainKind::rack, 2};
    const auto at = [&](int nodes) {
      const auto made = plan::at_count(asked, nodes, false);
      return made ? made->cluster.pools[0] : hardware::Pool{};
    };
    const hardware::Pool one = at(1), two = at(2), five = at(5);
    QCOMPARE(one.max_gpus, 8);
    QCOMPARE(one.slow.size(), std::size_t(1));
    QVERIFY(one.failed.empty() && one.spares == 0 && one.domain->nodes == 1);
    QCOMPARE(two.max_gpus, 8);
    QVERIFY(two.failed.empty() && two.spares == 1 && two.domain->nodes == 2);
    QVERIFY(five.nodes == 5 && five.slow == pool.slow && five.failed == pool.failed && five.spares == 1);
  }

  void aPoolIsLeftOutWithItsLinks() {
    hardware::ClusterSpec cluster = plan::sample_plan().cluster;
    cluster.choose.emplace().max_gpus_per_pool = {{"a100", 16}, {"h100", 8}};
    const hardware::ClusterSpec rest = plan::without_pool(cluster, "a100");
    QCOMPARE(rest.pools.size(), std::size_t(1));
    QCOMPARE(rest.pools[0].id, std::string("h100"));
    QVERIFY(rest.between_pools.empty());
    QCOMPARE(rest.choose->max_gpus_per_pool.size(), std::size_t(1));
    QVERIFY(hardware::check(rest));
  }

  /// Every count is asked once where a strategy takes all GPUs, twice where none does; limits are judged
  /// with what was found; a stop leaves what is known.
  void countsAreAskedOneAfterTheOther() {
    plan::ScaleQuestion asked = question();
    asked.asked.job.limits.deadline_hours = 30.0;
    std::vector<int> gpus;
    const plan::Ask ask = [&](const strategy::Problem& problem) {
      auto answer = std::make_shared<plan::Snapshot>();
      const int there = problem.cluster.pools[0].gpus();
      gpus.push_back(there);
      if (!problem.cluster.may_leave_unused && there == 24)
        return plan::SnapshotPtr(answer);  // none takes all
      cost::Evaluation made;
      made.gpus = {there, 32};
      made.tokens_per_second = 1e12 / 3600.0 / 1000.0 * there;  // 1000 / there hours
      made.outcome.hours = 1000.0 / there;
      answer->best.push_back(made);
      return plan::SnapshotPtr(answer);
    };
    int told = 0;
    const Scale found = plan::scale(asked, ask, {}, [&](const Scale&) { ++told; });
    QCOMPARE(found.nodes_now, 4);
    QCOMPARE(found.points.size(), std::size_t(8));
    QCOMPARE(told, 8);
    QCOMPARE(gpus, (std::vector<int>{8, 16, 24, 24, 32, 40, 48, 56, 64}));
    QVERIFY(found.points[2].idle && !found.points[3].idle);
    QCOMPARE(found.points[3].violation.binding, cost::Binding::deadline);  // 31.25 h of work
    QCOMPARE(found.points[7].violation.binding, cost::Binding::none);      // 15.6 h, a few failures more
    QCOMPARE(found.deadline_hours.value_or(0.0), 30.0);
    QVERIFY(found.mixed && !found.state_anywhere);  // as the answers say
    std::stop_source stop;
    gpus.clear();
    const Scale part = plan::scale(asked, ask, stop.get_token(), [&](const Scale& known) {
      if (known.points.size() == 2) stop.request_stop();
    });
    QVERIFY(part.stopped);
    QCOMPARE(part.points.size(), std::size_t(2));
    QCOMPARE(gpus, (std::vector<int>{8, 16}));
  }
};

}  // namespace tst_scale

ASTROLABE_TEST(tst_scale, TestScale)
#include "tst_scale.moc"
