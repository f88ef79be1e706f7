// core/search/tree: what a node promises holds for everything below it. Bounds are at or below the cheapest
// leaf, counts add up, and nothing that fits is cut for want of memory.
#include <QtTest>
#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "core/search/search.h"
#include "core/search/tree.h"
#include "problems.h"
#include "tests/core/cases.h"
#include "tests/core/tree_walk.h"
#include "tests/program/test_program.h"

namespace tst_tree {

using namespace astrolabe;
using namespace astrolabe::tests;

class TestTree : public QObject {
  Q_OBJECT

 private slots:
  /// 100,000 nodes of random problems, every leaf below them split by brute force.
  void nodesKeepTheirPromise() {
    std::mt19937 random(41);
    int nodes = 0;
    for (int i = 0; nodes < 100000; ++i) {
      strategy::Problem problem = random_problem(random, i % 3 != 0);
      problem.job.flash_attention = i % 5 != 4;
      if (i % 4 == 0) problem.job.allowed["zero_stage"] = {"0", "1", "2", "3"};
      if (i % 8 == 2) problem.job.allowed["zero_stage"] = {i % 16 == 2 ? "2" : "3"};
      const auto objective = i % 2 == 0 ? strategy::Objective::throughput : strategy::Objective::money;
      Walk walk(problem, objective);
      const Least least = walk.all();
      nodes += walk.nodes;
      const QByteArray which = QByteArray("problem ") + QByteArray::number(i);
      QVERIFY2(walk.above == 0, which.constData());
      QVERIFY2(walk.miscounted == 0, which.constData());
      QVERIFY2(walk.shrunk == 0, which.constData());
      QCOMPARE(walk.below + walk.rejected_by_rule(), walk.total());
      if (i % 10 != 0) continue;
      // Every feasible configuration is a leaf: none went with a node that seemed to have no room.
      search::Request request;
      request.exhaustive = request.brute_splits = true;
      const search::Progress brute = search::run(problem, request, {}, nullptr, {});
      QCOMPARE(least.feasible, brute.space.evaluated);
      QCOMPARE(walk.rejected_by_rule(), brute.space.rejected_by_rule);
    }
    qInfo("%d nodes", nodes);
  }

  /// What is next to a configuration is another one of the space, whether all GPUs are in use or not.
  void nearConfigurationsAreOfTheSpace() {
    std::mt19937 random(71);
    std::size_t steps = 0;
    for (int i = 0; i < cases(60); ++i) {
      strategy::Problem problem = random_problem(random, i % 3 != 0);
      problem.job.flash_attention = i % 5 != 4;
      problem.cluster.may_leave_unused = i % 2 == 0;
      if (i % 5 == 0) problem.cluster.max_total_gpus = 1 + static_cast<int>(random() % 6);
      Walk walk(problem, strategy::Objective::throughput);
      const std::map<Walk::Key, Least> leaves = walk.leaves();
      std::vector<search::Node> some;
      walk.left(search::Cutoff{strategy::Objective::throughput, kNever, nullptr, 1.0},
                [&](const search::Node& node) {
                  if (random() % 16 == 0 && some.size() < 40) some.push_back(node);
                });
      for (const search::Node& node : some) {
        const std::vector<Walk::Key> near = walk.near_to(node);
        const std::set<Walk::Key> distinct(near.begin(), near.end());
        QCOMPARE(distinct.size(), near.size());
        QVERIFY(!distinct.contains(Walk::key_of(node)));
        for (const Walk::Key& key : near) QVERIFY2(leaves.contains(key), QByteArray::number(i).constData());
        steps += near.size();
      }
    }
    qInfo("%zu steps", steps);
    QVERIFY(steps > static_cast<std::size_t>(cases(2000)));
  }

  /// Rows that differ in offloaded activations or in who shares the state are bounded together: no layer is
  /// faster where its activations go to host memory, and floors do not see how many ranks share the weights.
  void leanFloorsAreNoSlower() {
    std::mt19937 random(79);
    const auto pick = [&](int most) { return 1 << (random() % static_cast<unsigned>(most)); };
    int floors = 0;
    for (int i = 0; i < cases(100); ++i) {
      strategy::Problem problem = random_problem(random, i % 2 == 0);
      problem.job.flash_attention = i % 5 != 4;
      cost::Tables tables(problem);
      for (int k = 0; k < 20; ++k) {
        cost::Splitting splitting;
        splitting.pool = static_cast<int>(random() % problem.cluster.pools.size());
        splitting.tensor_parallel = pick(3);
        splitting.context_parallel = pick(2);
        splitting.expert_parallel = problem.graph->experts > 0 ? pick(3) : 1;
        splitting.micro_batch = pick(3);
        splitting.gathered_over = k % 2 == 0 ? 1 : 2;
        const auto recompute = static_cast<strategy::Recompute>(random() % 3);
        const cost::PoolFloor lean = cost::pool_floor(tables, splitting, recompute);
        splitting.offload_activations = true;
        const cost::PoolFloor offloaded = cost::pool_floor(tables, splitting, recompute);
        splitting.offload_activations = false;
        splitting.gathered_over = k % 2 == 0 ? 1 : 8;
        const cost::PoolFloor shared = cost::pool_floor(tables, splitting, recompute);
        QVERIFY(offloaded.fixed == lean.fixed && shared.fixed == lean.fixed);
        // Works of one Kind::bare_work.
        const cost::PoolFloor again = cost::pool_floor(tables, splitting, strategy::Recompute::selective);
        const cost::PoolFloor none = cost::pool_floor(tables, splitting, strategy::Recompute::none);
        QVERIFY(again.classes == none.classes && again.fixed == none.fixed);
        for (std::size_t of_class = 0; of_class < problem.graph->classes.size(); ++of_class) {
          QVERIFY(offloaded.classes[of_class] >= lean.classes[of_class]);
          QVERIFY(shared.classes[of_class] == lean.classes[of_class]);
        }
        ++floors;
      }
    }
    qInfo("%d floors", floors);
  }

  /// As nodesKeepTheirPromise() where the first layers are dense and the rest are experts', in little memory.
  void nodesOfSeveralClasses() {
    std::mt19937 random(47);
    int nodes = 0;
    for (int i = 0; nodes < cases(30000); ++i) {
      strategy::Problem problem = random_problem(random, i % 2 == 0);
      problem.job.flash_attention = i % 5 != 4;
      const int layers = std::uniform_int_distribution<int>(4, 7)(random);
      problem.graph = make_graph(layers, 512 << (i % 3), 16, 8, 4, 1 + i % 3);
      if (i % 4 == 0) problem.job.allowed["zero_stage"] = {"0", "1", "2", "3"};
      Walk walk(problem, i % 5 == 4 ? strategy::Objective::money : strategy::Objective::throughput);
      const Least least = walk.all();
      nodes += walk.nodes;
      const QByteArray which = QByteArray("problem ") + QByteArray::number(i);
      QVERIFY2(walk.above == 0, which.constData());
      QVERIFY2(walk.miscounted == 0, which.constData());
      if (i % 5 != 0) continue;
      search::Request request;
      request.exhaustive = request.brute_splits = true;
      QCOMPARE(least.feasible, search::run(problem, request, {}, nullptr, {}).space.evaluated);
    }
    qInfo("%d nodes", nodes);
  }

  /// Pools that all GPUs of are in use, one stage a GPU or two, or any number of them, in so little memory
  /// that the micro-batches in flight decide what a stage holds: more in front than behind, whichever pool is
  /// there. Some with two chunks a stage.
  void nodesOfFullPoolsInLittleMemory() {
    std::mt19937 random(53);
    std::map<std::string, int> leaves;
    for (int i = 0; i < cases(240); ++i) {
      const Real real{random};
      const double memory = real(2.0, 9.0);
      // Of seven layers two and four stages lack one for equal chunks, of nine three stages three.
      strategy::Problem problem = make_test_problem(
          make_graph(std::array{8, 7, 9}[static_cast<std::size_t>(i) / 8 % 3], 1024),
          make_cluster(
              {make_pool("a", 1, 4, 1.0, memory), make_pool("b", 1, 2, real(0.3, 0.9), real(2.0, 9.0))},
              real(5.0, 100.0)),
          4096, i % 3 == 0 ? 128 : 16);
      const std::string schedule = i % 8 < 4 ? "1f1b" : i % 8 < 6 ? "zb-v" : "interleaved";
      problem.job.allowed["schedule"] = {schedule};
      problem.job.allowed["virtual_pipeline"] = {schedule == "1f1b" ? "1" : "2"};
      problem.job.allowed["data_parallel"] = {"1"};
      problem.job.allowed["recompute"] = {i % 2 == 0 ? "none" : "full"};
      problem.cluster.may_leave_unused = i % 4 > 1;
      Walk walk(problem, strategy::Objective::throughput);
      leaves[schedule] += static_cast<int>(walk.all().feasible);
      QVERIFY2(walk.above == 0, QByteArray::number(i).constData());
      QCOMPARE(walk.miscounted, 0);
    }
    for (const auto& [schedule, count] : leaves) qInfo("%s: %d leaves", schedule.c_str(), count);
    for (const char* schedule : {"1f1b", "zb-v", "interleaved"}) QVERIFY(leaves[schedule] > cases(100));
  }

  /// Three pools: what the families count is what visiting every configuration counts, whatever the limit on
  /// all GPUs.
  void countsOfThreePools() {
    for (const int limit : {0, 3, 8, 100}) {
      strategy::Problem problem = make_test_problem(
          make_graph(6),
          make_cluster({make_pool("a", 1, 4), make_pool("b", 1, 4, 0.5), make_pool("c", 1, 2, 0.7)}), 1024,
          8);
      problem.cluster.may_leave_unused = true;
      if (limit > 0) problem.cluster.max_total_gpus = limit;
      Walk walk(problem, strategy::Objective::throughput);
      walk.all();
      QCOMPARE(walk.above, 0);
      QCOMPARE(walk.miscounted, 0);
      const strategy::Space space(problem);
      strategy::Strategy strategy;
      std::uint64_t total = 0;
      std::uint64_t rejected = 0;
      space.visit([&](const strategy::Group& group) {
        space.start(group, strategy);
        strategy::GroupRules rules(problem, strategy);
        for (std::uint64_t index = 0; index < space.per_group(); ++index) {
          space.choose(index, strategy);
          rejected += rules.broken(strategy) ? 1 : 0;
          ++total;
        }
        return true;
      });
      QCOMPARE(walk.total(), total);
      QCOMPARE(walk.rejected_by_rule(), rejected);
      const search::Space counted = search::count(problem);
      QCOMPARE(counted.total, total);
      QCOMPARE(counted.rejected_by_rule, rejected);
    }
  }
};

}  // namespace tst_tree

ASTROLABE_TEST(tst_tree, TestTree)
#include "tst_tree.moc"
