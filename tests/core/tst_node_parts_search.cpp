// Searches on parts of nodes where GPUs are slow or have failed, against searches on smaller nodes without
// marks.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/engine.h"
#include "core/plan/answer.h"
#include "node_parts.h"
#include "tests/program/test_program.h"

namespace tst_node_parts_search {

using namespace astrolabe;
using namespace astrolabe::hardware;
using namespace astrolabe::tests;
using namespace astrolabe::tests::node_parts;

namespace {

SearchOptions two_threads() {
  SearchOptions options;
  options.threads = 2;
  return options;
}

/// Nodes of `width` GPUs that nothing is wrong with, as such parts are searched.
Pool smaller_nodes(const Pool& whole, int nodes, int width) {
  Pool pool = make_pool("a", nodes, width);
  pool.scale_up_domain = joined_of(whole, width);
  return pool;
}

/// Each way to use a pool, those that nothing tells apart once.
std::vector<Usable> different_ways(const Pool& pool) {
  std::vector<Usable> ways;
  std::set<std::tuple<int, int, Slowness>> seen;
  for (const Usable& way : counted(pool))
    if (seen.insert({way.gpus, way.of_node, way.slowness}).second) ways.push_back(way);
  return ways;
}

/// So many smaller nodes as a way uses of a pool, as slow as it is.
Pool pool_of(const Pool& whole, const Usable& way) {
  Pool smaller = smaller_nodes(whole, way.gpus / way.of_node, way.of_node);
  smaller.id = whole.id;
  smaller.gpu = whole.gpu;
  slow_by(smaller, way.slowness);
  return smaller;
}

/// Four nodes of eight, of each GPU n of node n five times as slow, or failed.
Pool one_of_each(bool failed) {
  Pool pool = hurt_pool(4, failed ? 4 : 0);
  for (int node = 0; node < 4 && !failed; ++node) pool.slow.push_back({node, node, 5.0, 1.0});
  return pool;
}

}  // namespace

class TestNodePartsSearch : public QObject {
  Q_OBJECT

  /// Its search against one of each way to use it.
  static plan::SnapshotPtr asAllWays(const Pool& pool, int batch, int trial) {
    strategy::Problem problem = question(pool);
    problem.job.global_batch = batch;
    plan::SnapshotPtr snapshot = run_search(problem, two_threads());
    double least = HUGE_VAL;
    for (const Usable& way : different_ways(pool)) {
      strategy::Problem twin = problem;
      twin.cluster = make_cluster({pool_of(pool, way)});
      twin.cluster.may_leave_unused = true;
      const plan::SnapshotPtr best = run_search(twin, two_threads());
      if (!best->best.empty()) least = std::min(least, best->best.front().step.value);
    }
    const auto check = [&] {
      QVERIFY2(snapshot->best.empty() == (least == HUGE_VAL), QByteArray::number(trial));
      if (snapshot->best.empty()) return;
      const double step = snapshot->best.front().step.value;
      const double proven = step * (1.0 - snapshot->gap);
      QVERIFY2(snapshot->has_bound && least >= proven * (1.0 - 1e-9) && least <= step * (1.0 + 1e-9),
               qPrintable(QStringLiteral("%1: %2 %3 %4").arg(trial).arg(step).arg(least).arg(proven)));
      // Each row is costed alike by itself.
      for (const cost::Evaluation& row : snapshot->best)
        QCOMPARE(detail(problem, row.strategy)->evaluation.step.value, row.step.value);
    };
    check();
    return snapshot;
  }

 private slots:
  /// One GPU of every node five times as slow: the same GPUs of each node as where these have failed, and
  /// the same step, as whole nodes with their slow GPUs, 32 / 5 = 6.4, are no faster. The strategy is judged
  /// on them alone, too.
  void oneSlowOfEveryNode() {
    Pool pool = one_of_each(false);
    QVERIFY((usable_choices(pool) ==
             std::vector<Usable>{{32, 5.0, 0}, {28, 1.0, 7}, {24, 1.0, 6}, {16, 1.0, 4}}));
    apply_marks(pool);
    QCOMPARE(pool.max_gpus, 16);
    QCOMPARE(pool.relative_speed, 1.0);
    QVERIFY(left_out(pool).empty());
    Pool twin = one_of_each(true);
    apply_marks(twin);
    QVERIFY(parts_in_use(pool) == parts_in_use(twin));
    const strategy::Problem problem = question(one_of_each(false));
    const plan::SnapshotPtr slow = run_search(problem, two_threads());
    const plan::SnapshotPtr failed = run_search(question(one_of_each(true)), two_threads());
    QCOMPARE(slow->status, plan::Status::optimal);
    QVERIFY(slow->best.front().strategy == failed->best.front().strategy);
    QCOMPARE(slow->best.front().step.value, failed->best.front().step.value);
    QCOMPARE(detail(problem, slow->best.front().strategy)->evaluation.step.value,
             slow->best.front().step.value);
    // Eight in a group are whole nodes alone: 2 of 4, at a fifth of their speed.
    strategy::Problem wide = problem;
    wide.job.allowed["tensor_parallel"] = {"8"};
    const plan::SnapshotPtr of_eight = run_search(wide, two_threads());
    QCOMPARE(of_eight->problem->cluster.pools[0].used_of_node, 0);
    QCOMPARE(detail(wide, of_eight->best.front().strategy)->evaluation.step.value,
             of_eight->best.front().step.value);
    QVERIFY(of_eight->best.front().step > slow->best.front().step);
  }

  /// The best on a marked pool is the best of all ways to use as many GPUs of each of some nodes: smaller
  /// pools without marks, whose GPUs have their share of the network.
  void searchedAsAllWaysAre() {
    std::mt19937 random(11);
    const Pick pick{random};
    int in_parts = 0, slow = 0;
    for (int trial = 0; trial < 12; ++trial) {
      const Pool pool = drawn_pool(pick, pick(2, 3), 4, 5);
      if (!is_marked(pool)) continue;
      const plan::SnapshotPtr snapshot =
          asAllWays(pool, std::vector<int>{2, 8, 64}[static_cast<std::size_t>(trial % 3)], trial);
      if (QTest::currentTestFailed()) return;
      if (!snapshot->best.empty()) QCOMPARE(snapshot->status, plan::Status::optimal);
      const Pool& used = snapshot->problem->cluster.pools[0];
      in_parts += !snapshot->best.empty() && used.used_of_node > 0 ? 1 : 0;
      slow += !snapshot->best.empty() && used.slowed.any() ? 1 : 0;
    }
    QVERIFY2(in_parts > 2 && slow > 0, qPrintable(QStringLiteral("%1 %2").arg(in_parts).arg(slow)));
  }

  /// Two pools, of either of which something is slow or failed: the best is that of all combinations of ways
  /// to use as many GPUs of each of some nodes, between which a GPU has 25 of 100 GB/s of a node of four.
  void searchedAsAllWaysOfTwoPools() {
    std::mt19937 random(17);
    const Pick pick{random};
    int in_parts = 0, both = 0;
    for (int trial = 0; trial < 6; ++trial) {
      std::vector<Pool> pools{drawn_pool(pick, 2, 4, 9), drawn_pool(pick, 2, 4, 9)};
      pools[0].id = "a";
      pools[1].id = "b";
      pools[1].gpu = make_gpu(0.5);
      if (!is_marked(pools[0]) && !is_marked(pools[1])) pools[trial % 2].failed = {{0, 1}};
      strategy::Problem problem = question(pools);
      problem.graph = make_graph(6, 1024);
      problem.job.global_batch = std::vector<int>{3, 8, 48}[static_cast<std::size_t>(trial % 3)];
      const plan::SnapshotPtr snapshot = run_search(problem, two_threads());
      double least = HUGE_VAL;
      for (const Usable& of_a : different_ways(pools[0]))
        for (const Usable& of_b : different_ways(pools[1])) {
          strategy::Problem twin = problem;
          const int widest = std::max(of_a.of_node, of_b.of_node);
          twin.cluster = make_cluster({pool_of(pools[0], of_a), pool_of(pools[1], of_b)}, 25.0 * widest);
          twin.cluster.may_leave_unused = true;
          const plan::SnapshotPtr best = run_search(twin, two_threads());
          if (!best->best.empty()) least = std::min(least, best->best.front().step.value);
        }
      QVERIFY(!snapshot->best.empty());
      const double step = snapshot->best.front().step.value;
      const QByteArray told = QByteArray::number(trial) + ": " + QByteArray::number(step, 'g', 12) + ' ' +
                              QByteArray::number(least, 'g', 12) + ' ' + QByteArray::number(snapshot->gap);
      QVERIFY2(least <= step * (1.0 + 1e-9) && step * (1.0 - snapshot->gap) <= least * (1.0 + 1e-9), told);
      for (const cost::Evaluation& row : snapshot->best)
        QCOMPARE(detail(problem, row.strategy)->evaluation.step.value, row.step.value);
      const std::vector<Pool>& used = snapshot->problem->cluster.pools;
      in_parts += used[0].used_of_node > 0 || used[1].used_of_node > 0 ? 1 : 0;
      const std::vector<int>& gpus = snapshot->best.front().gpus;
      both += gpus[0] > 0 && gpus[1] > 0 ? 1 : 0;
    }
    QVERIFY2(in_parts > 1 && both > 1, qPrintable(QStringLiteral("%1 %2").arg(in_parts).arg(both)));
  }

  /// 4 x 8 of each of two types, of one of which a GPU has failed: 24 of it in whole nodes or 28 in sevens.
  /// The best is that of the better of two clusters without marks, so never worse than with the node lost.
  /// Without tensor parallelism 14 replicas of 2 + 2 stages hold 2 x 11 layers and, half as fast, 2 x 5: 11 /
  /// 14 of a layer's time for each of 4480 sequences; of whole nodes 8 replicas of 3 + 4 stages 3 x 7 and 4 x
  /// 3: 7 / 8. Eight in a group stand in whole nodes alone.
  void oneOfTwoPools() {
    Pool a = hurt_pool(4, 1), b = make_pool("b", 4, 8, 0.5);
    QVERIFY((usable_choices(a) == std::vector<Usable>{{24, 1.0, 0}, {28, 1.0, 7}}));
    for (const char* tensor : {"1", "8"}) {
      strategy::Problem problem = question({a, b});
      problem.graph = make_graph(32, 1024);
      problem.job.global_batch = 4480;
      problem.job.allowed["tensor_parallel"] = {tensor};
      const plan::SnapshotPtr snapshot = run_search(problem, two_threads());
      const auto with = [&](const Pool& rest) {
        strategy::Problem twin = problem;
        twin.cluster = make_cluster({rest, b});
        twin.cluster.may_leave_unused = true;
        const plan::SnapshotPtr best = run_search(twin, two_threads());
        return best->best.front().step.value;
      };
      const double node_lost = with(make_pool("a", 3, 8)), sevens = with(smaller_nodes(a, 4, 7));
      const double step = snapshot->best.front().step.value;
      QVERIFY2(std::abs(step / std::min(node_lost, sevens) - 1.0) < 1e-9,
               qPrintable(QStringLiteral("%1 %2 %3").arg(step).arg(node_lost).arg(sevens)));
      const bool one = *tensor == '1';
      QCOMPARE(snapshot->problem->cluster.pools[0].used_of_node, one ? 7 : 0);
      if (one) QVERIFY(step < node_lost);
    }
  }

  /// Every GPU as slow as no other, 1 to 1.23 times: more choices than are searched, and the answer has a gap
  /// all the same, as what one search finds bounds those that are narrower and a little faster.
  void searchedWhereNoGpusAreAlike() {
    std::mt19937 random(12);
    for (int trial = 0; trial < 3; ++trial) {
      Pool pool = make_pool("a", 6, 4);
      std::vector<double> factors;
      for (int gpu = 0; gpu < pool.gpus(); ++gpu) factors.push_back(1.0 + 0.01 * gpu);
      std::shuffle(factors.begin(), factors.end(), random);
      for (int gpu = 0; gpu < pool.gpus(); ++gpu)
        pool.slow.push_back({gpu / 4, gpu % 4, factors[static_cast<std::size_t>(gpu)], 1.0});
      QVERIFY(usable_choices(pool).size() > 12);
      const plan::SnapshotPtr snapshot = asAllWays(pool, 48, trial);
      if (QTest::currentTestFailed()) return;
      QVERIFY2(snapshot->gap <= 1.0 - 1.0 / 1.23, qPrintable(QString::number(snapshot->gap)));
      // The cheapest takes few GPUs, whose choice may be none of those searched.
      const strategy::Problem problem = question(pool);
      SearchOptions cheap = two_threads();
      cheap.objective = strategy::Objective::money;
      const plan::SnapshotPtr found = run_search(problem, cheap);
      QVERIFY(!found->best.empty());
      for (const cost::Evaluation& row : found->best)
        QCOMPARE(detail(problem, row.strategy)->evaluation.step.value, row.step.value);
    }
  }

  /// Parts of four nodes of eight are four smaller nodes: the best of these is the answer, with its strategy,
  /// step time and proof. A batch of 56 is dealt to 28 GPUs, two samples each. Pairs lie in sixes: 48 samples
  /// are dealt to 12 of them, 4 each. Groups of four lie in halves alone.
  void searchedLikeSmallerNodes() {
    const std::vector<std::pair<int, std::string>> asked{{56, "1"}, {48, "2"}, {64, "4"}};
    for (const auto& [batch, tensor] : asked) {
      strategy::Problem problem = question(hurt_pool(4, 4));
      problem.job.global_batch = batch;
      problem.job.allowed["tensor_parallel"] = {tensor};
      const plan::SnapshotPtr snapshot = run_search(problem, two_threads());
      QCOMPARE(snapshot->status, plan::Status::optimal);
      plan::SnapshotPtr least;
      for (const int width : {7, 6, 4}) {
        strategy::Problem twin = question(smaller_nodes(hurt_pool(4, 4), 4, width));
        twin.job.global_batch = batch;
        twin.job.allowed["tensor_parallel"] = {tensor};
        const plan::SnapshotPtr found = run_search(twin, two_threads());
        if (!found->best.empty() && (!least || found->best.front().step < least->best.front().step))
          least = found;
      }
      const cost::Evaluation& best = snapshot->best.front();
      QVERIFY(best.strategy == least->best.front().strategy);
      QVERIFY(std::abs(best.step.value / least->best.front().step.value - 1.0) < 1e-12);
      const auto alone = detail(problem, best.strategy);
      QVERIFY(alone.has_value());
      QCOMPARE(alone->evaluation.step.value, best.step.value);
      const Json answer = plan::answer_json(*snapshot);
      QVERIFY(!answer.contains("left_out"));
      Json gpus{0, 2, 3, 4, 5, 6, 7};  // those of node 1, but for its second
      const int width = snapshot->problem->cluster.pools[0].used_of_node;
      gpus.erase(gpus.begin() + width, gpus.end());
      QCOMPARE(answer["used_of_node"]["a"][1], (Json{{"node", 1}, {"gpus", gpus}}));
      QCOMPARE(width, batch == 56 ? 7 : batch == 48 ? 6 : 4);
      QCOMPARE(best.gpus.front(), 4 * width);
    }
  }

  /// 1 of 4 nodes is whole: 4 GPUs in it, 12 in threes, 8 in halves of all. The best is that of one of these
  /// without marks, and is costed alike by itself.
  void wholeNodesAndParts() {
    int in_parts = 0;
    for (const int batch : {1, 2, 64}) {
      strategy::Problem problem = question(hurt_pool(4, 3, 4));
      problem.job.global_batch = batch;
      const plan::SnapshotPtr snapshot = run_search(problem, two_threads());
      QCOMPARE(snapshot->status, plan::Status::optimal);
      double least = HUGE_VAL;
      for (const Pool& pool :
           {make_pool("a", 1, 4), smaller_nodes(make_pool("a", 1, 4), 4, 3), make_pool("a", 4, 2)}) {
        strategy::Problem twin = question(pool);
        twin.job.global_batch = batch;
        least = std::min(least, run_search(twin, two_threads())->best.front().step.value);
      }
      const cost::Evaluation& best = snapshot->best.front();
      QVERIFY2(std::abs(best.step.value / least - 1.0) < 1e-9,
               qPrintable(QStringLiteral("%1: %2 %3").arg(batch).arg(best.step.value).arg(least)));
      const auto alone = detail(problem, best.strategy);
      QVERIFY(alone.has_value());
      QCOMPARE(alone->evaluation.step.value, best.step.value);
      in_parts += best.gpus.front() > 4 ? 1 : 0;
    }
    QVERIFY(in_parts > 0);
  }
};

}  // namespace tst_node_parts_search

ASTROLABE_TEST(tst_node_parts_search, TestNodePartsSearch)
#include "tst_node_parts_search.moc"
