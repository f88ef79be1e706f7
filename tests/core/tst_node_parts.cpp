// Parts of nodes where GPUs have failed: which are worth choosing, against counting; what strategies on them
// take, against smaller nodes; what they cost.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "core/cost/money.h"
#include "core/engine.h"
#include "core/hardware/pool_marks.h"
#include "core/hardware/usable_gpus.h"
#include "core/plan/answer.h"
#include "core/plan/program_report.h"
#include "problems.h"
#include "tests/program/test_program.h"

namespace tst_node_parts {

using namespace astrolabe;
using namespace astrolabe::hardware;
using namespace astrolabe::tests;

namespace {

/// `nodes` of eight, of which the first `hurt` have lost a GPU each: node n its GPU n.
Pool hurt_pool(int nodes, int hurt, int of_node = 8) {
  Pool pool = make_pool("a", nodes, of_node);
  for (int node = 0; node < hurt; ++node) pool.failed.push_back({node, node % of_node});
  return pool;
}

strategy::Problem question(Pool pool) {
  apply_marks(pool);
  strategy::Problem problem =
      make_test_problem(make_graph(8, 1024), make_cluster({std::move(pool)}), 1024, 64);
  problem.cluster.may_leave_unused = true;
  without_offload(problem);
  return problem;
}

SearchOptions two_threads() {
  SearchOptions options;
  options.threads = 2;
  return options;
}

/// The choices by counting, for each width and each factor, the nodes with as many GPUs that are no slower.
std::vector<Usable> counted(const Pool& pool) {
  const std::vector<GpuState> states = gpu_states(pool);
  std::vector<double> factors{1.0};
  for (const GpuState& state : states) factors.push_back(state.factor);
  std::sort(factors.begin(), factors.end());
  std::vector<Usable> choices;
  for (int width = pool.gpus_per_node; width >= 1; --width) {
    if (pool.gpus_per_node % width != 0) continue;
    int wider = 0;
    for (const Usable& choice : choices) wider = std::max(wider, choice.gpus);
    int before = 0;
    for (const double factor : factors) {
      int nodes = 0;
      for (int node = 0; node < pool.nodes; ++node) {
        int fast = 0;
        for (int gpu = 0; gpu < pool.gpus_per_node; ++gpu) {
          const GpuState& state = states[static_cast<std::size_t>(node * pool.gpus_per_node + gpu)];
          fast += !state.failed && state.factor <= factor ? 1 : 0;
        }
        nodes += fast >= width ? 1 : 0;
      }
      const int gpus = std::min(nodes, pool.nodes - pool.spares) * width;
      if (gpus > before && gpus > wider)
        choices.push_back({gpus, factor, width == pool.gpus_per_node ? 0 : width});
      before = std::max(before, gpus);
    }
  }
  if (choices.empty()) choices.push_back({0, 1.0, 0});
  return choices;
}

}  // namespace

class TestNodeParts : public QObject {
  Q_OBJECT

 private slots:
  /// 28 of 32 GPUs work: of each node 7, of which 4 divide a node. 4 x 4 = 16.
  void oneOfEveryNode() {
    Pool pool = hurt_pool(4, 4);
    QVERIFY((usable_choices(pool) == std::vector<Usable>{{16, 1.0, 4}}));
    apply_marks(pool);
    QCOMPARE(pool.max_gpus, 16);
    QCOMPARE(pool.gpus_of_node(), 4);
    QCOMPARE(pool.scale_up_domain, 4);
    QVERIFY(left_out(pool).empty());
    QCOMPARE(failed_nodes(pool), 0);
    // Of node 0 GPU 0 does not work, of node 3 GPU 3.
    const std::vector<NodePart> parts = parts_in_use(pool);
    QCOMPARE(parts.size(), std::size_t(4));
    QVERIFY((parts[0] == NodePart{0, {1, 2, 3, 4}}));
    QVERIFY((parts[3] == NodePart{3, {0, 1, 2, 4}}));
    const Pool healthy = without_marks(make_cluster({pool})).pools[0];
    QCOMPARE(healthy.max_gpus, 32);
    QCOMPARE(healthy.gpus_of_node(), 8);
    QCOMPARE(healthy.scale_up_domain, 8);
  }

  /// 5 of 8 nodes have lost one: 3 x 8 = 24 in whole nodes, 8 x 4 = 32 in halves.
  void moreInPartsThanInWholeNodes() {
    Pool pool = hurt_pool(8, 5);
    const std::vector<Usable> choices = usable_choices(pool);
    QVERIFY((choices == std::vector<Usable>{{24, 1.0, 0}, {32, 1.0, 4}}));
    apply_marks(pool);
    QVERIFY(is_chosen(pool, choices[0]));
    QVERIFY((left_out(pool) == std::vector<int>{0, 1, 2, 3, 4}));
    QVERIFY(parts_in_use(pool).empty());
    choose_usable(pool, choices[1]);
    QVERIFY(is_chosen(pool, choices[1]));
    QVERIFY(left_out(pool).empty());
    QCOMPARE(parts_in_use(pool).size(), std::size_t(8));
    choose_usable(pool, choices[0]);
    QCOMPARE(pool.scale_up_domain, 8);
    // 4 of 8: 4 x 8 = 32 whole, and no more in halves.
    QCOMPARE(usable_choices(hurt_pool(8, 4)).size(), std::size_t(1));
  }

  /// Node 0 has lost a GPU and has a slow one, which no half needs; of node 1 three work, a half of no more
  /// than two. 2 x 4 = 8 in halves, 3 x 2 = 6 in quarters.
  void slowAndFewLeft() {
    Pool pool = hurt_pool(3, 3);
    pool.slow = {{0, 1, 2.0, 1.0}};
    for (int gpu = 2; gpu < 6; ++gpu) pool.failed.push_back({1, gpu});
    QVERIFY((usable_choices(pool) == std::vector<Usable>{{8, 1.0, 4}}));
    apply_marks(pool);
    QCOMPARE(pool.relative_speed, 1.0);
    QVERIFY((left_out(pool) == std::vector<int>{1}));
    QCOMPARE(failed_nodes(pool), 1);
    QVERIFY((parts_in_use(pool).front() == NodePart{0, {2, 3, 4, 5}}));
    // A rack that joins four nodes of four: halves of them are joined as well, 8 GPUs.
    Pool rack = hurt_pool(4, 4, 4);
    rack.scale_up_domain = 16;
    apply_marks(rack);
    QCOMPARE(rack.gpus_of_node(), 2);
    QCOMPARE(rack.scale_up_domain, 8);
  }

  void choicesAgainstCounting() {
    std::mt19937 random(7);
    const Pick pick{random};
    int parts = 0;
    for (int trial = 0; trial < 500; ++trial) {
      const int each = std::vector<int>{1, 2, 4, 6, 8}[static_cast<std::size_t>(pick(0, 4))];
      Pool pool = make_pool("a", pick(1, 6), each);
      pool.spares = pick(0, 3) == 0 ? pick(0, pool.nodes - 1) : 0;
      for (int node = 0; node < pool.nodes; ++node)
        for (int gpu = 0; gpu < each; ++gpu) {
          const int state = pick(0, 15);
          if (state < 3) pool.failed.push_back({node, gpu});
          if (state == 3) pool.slow.push_back({node, gpu, 1.0 + pick(1, 3) * 0.5, 1.0});
        }
      if (!is_marked(pool)) continue;
      const std::vector<Usable> found = usable_choices(pool);
      QVERIFY2(found == counted(pool), qPrintable(QStringLiteral("trial %1").arg(trial)));
      Pool applied = pool;
      apply_marks(applied);
      for (const Usable& choice : found) {
        if (choice.gpus == 0) continue;
        parts += choice.of_node > 0 ? 1 : 0;
        choose_usable(applied, choice);
        QVERIFY(is_chosen(applied, choice));
        QVERIFY(std::abs(applied.relative_speed * choice.factor - 1.0) < 1e-12);
        const auto standing = static_cast<int>(applied.nodes - static_cast<int>(left_out(applied).size()));
        QVERIFY(standing * applied.gpus_of_node() >= choice.gpus);
        QVERIFY(usable_choices(applied) == found);
      }
      const Pool healthy = without_marks(make_cluster({applied})).pools[0];
      QVERIFY(healthy.scale_up_domain == each && healthy.max_gpus == pool.gpus());
    }
    QVERIFY(parts > 100);
  }

  /// Halves of four nodes of eight are four nodes of four: the same strategy, step time and proof.
  void searchedLikeSmallerNodes() {
    const strategy::Problem problem = question(hurt_pool(4, 4));
    const plan::SnapshotPtr snapshot = run_search(problem, two_threads());
    const plan::SnapshotPtr twin = run_search(question(make_pool("a", 4, 4)), two_threads());
    QVERIFY(snapshot->status == plan::Status::optimal && twin->status == plan::Status::optimal);
    const cost::Evaluation& best = snapshot->best.front();
    QVERIFY(best.strategy == twin->best.front().strategy);
    QVERIFY(std::abs(best.step.value / twin->best.front().step.value - 1.0) < 1e-12);
    QCOMPARE(best.gpus.front(), 16);
    const auto alone = detail(problem, best.strategy);
    QVERIFY(alone.has_value());
    QCOMPARE(alone->evaluation.step.value, best.step.value);
    const Json answer = plan::answer_json(*snapshot);
    QVERIFY(!answer.contains("left_out"));
    QCOMPARE(answer["used_of_node"]["a"][1].dump(), std::string(R"({"node":1,"gpus":[0,2,3,4]})"));
  }

  /// 1 of 4 nodes is whole: 4 GPUs in it, 8 in halves of all. The best is that of either without marks, and
  /// is costed alike by itself.
  void wholeNodesAndParts() {
    int in_parts = 0;
    for (const int batch : {1, 2, 64}) {
      strategy::Problem problem = question(hurt_pool(4, 3, 4));
      problem.job.global_batch = batch;
      const plan::SnapshotPtr snapshot = run_search(problem, two_threads());
      QCOMPARE(snapshot->status, plan::Status::optimal);
      double least = HUGE_VAL;
      for (const Pool& pool : {make_pool("a", 1, 4), make_pool("a", 4, 2)}) {
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

  /// Of nodes rented as wholes 5 GPUs in halves are in two nodes, and cost 16; single GPUs cost 5.
  void wholeNodesArePaid() {
    Pool pool = hurt_pool(4, 4);
    apply_marks(pool);
    strategy::Job job;
    QCOMPARE(pool.paid(5), 5);
    QCOMPARE(cost::hourly(make_cluster({pool}), job, {16}).usd_per_hour->value, 40.0);
    pool.unit = 8;
    QCOMPARE(pool.paid(5), 16);
    QCOMPARE(pool.paid(16), 32);
    QCOMPARE(cost::hourly(make_cluster({pool}), job, {16}).usd_per_hour->value, 80.0);
  }

  /// A GPU keeps what it has of the network: 400 GB/s of 8, 200 of 4; of 100 GB/s between two pools an
  /// eighth as long as one has whole nodes, a quarter of 50 where none has.
  void asSmallerNodes() {
    Pool a = hurt_pool(4, 4), b = make_pool("b", 2, 8);
    apply_marks(a);
    a.host_memory = gib(64);
    const Cluster one = nodes_of_parts(make_cluster({a, b}));
    QCOMPARE(one.pools[0].nodes, 4);
    QCOMPARE(one.pools[0].gpus_per_node, 4);
    QCOMPARE(one.pools[0].inter_node.bandwidth.value, gb_per_s(200).value);
    QCOMPARE(one.pools[0].host_memory->value, gib(32).value);
    QCOMPARE(one.pools[1].gpus(), 16);
    QCOMPARE(one.links[0][1].bandwidth.value, gb_per_s(100).value);
    b.failed = {{0, 0}, {1, 0}};
    apply_marks(b);
    const Cluster both = nodes_of_parts(make_cluster({a, b}));
    QCOMPARE(both.links[0][1].bandwidth.value, gb_per_s(50).value);
    QCOMPARE(both.links[1][0].bandwidth.value, gb_per_s(50).value);
    const Cluster programs = plan::usable_part(make_cluster({a, b}), Precision::bf16);
    QCOMPARE(programs.pools[0].gpus(), 16);
    QCOMPARE(programs.pools[1].gpus(), 8);
  }
};

}  // namespace tst_node_parts

ASTROLABE_TEST(tst_node_parts, TestNodeParts)
#include "tst_node_parts.moc"
