// core/search/tree: single bounds of pipelines whose stages are counted, against every split of what lies
// below them, and which settings have room.
#include <QtTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <random>
#include <vector>

#include "core/search/tree.h"
#include "problems.h"
#include "tests/core/cases.h"
#include "tests/core/tree_probe.h"
#include "tests/program/test_program.h"

namespace tst_tree_bounds {

using namespace astrolabe;
using namespace astrolabe::tests;
using search::Node;
using search::TreeProbe;

namespace {

constexpr double kNever = 1e300;

/// Pools of several stages each, of which some may stay unused.
strategy::Problem counted_problem(std::mt19937& random, int i) {
  const Real real{random};
  const auto one_in = [&](unsigned n) { return random() % n == 0; };
  const bool tight = i % 3 != 1;
  const bool slow = one_in(3), slow_between = slow && one_in(2), uneven = one_in(3);
  const auto memory = [&] { return tight && !one_in(8) ? real(1.75, 3.2) : 80.0; };
  std::vector<hardware::Pool> pools;
  pools.push_back(make_pool("a", 1, one_in(4) ? 2 : 4, 1.0, memory(), real(1.0, 4.0)));
  pools.push_back(make_pool("b", 1, 3, std::exp2(real(-3.5, -0.1)), memory(), real(0.3, 2.0)));
  if (i % 2 == 0)
    pools.push_back(make_pool("c", 1, 2, std::exp2(real(-3.5, -0.1)), memory(), real(0.3, 2.0)));
  for (hardware::Pool& pool : pools) {
    if (slow) pool.intra_node = {gb_per_s(std::exp2(real(-4.0, 4.0))), microseconds(10)};
    // Stages of a pool as slow to reach as those of another.
    if (slow_between) pool.inter_node = pool.intra_node;
    // What takes longer forward need not take longer in all.
    if (uneven) pool.gpu.memory_bandwidth = *pool.gpu.memory_bandwidth * std::exp2(real(-3.0, 1.0));
    pool.gpu_power = Watts{real(300.0, 1800.0)};
  }
  hardware::Cluster cluster = make_cluster(std::move(pools), std::exp2(real(-4.0, 6.0)));
  cluster.may_leave_unused = true;
  const int experts = i % 5 == 4 ? 4 : 0;
  auto graph = make_graph(7 + i / 3 % 3, 512 << i % 2, 16, 8, experts, experts > 0 ? i % 3 : 0);
  if (one_in(4)) {  // no run of equal layers at the end
    graph->classes.push_back(dense_class(graph->hidden, 16, 2));
    graph->layers.back() = static_cast<int>(graph->classes.size()) - 1;
  }
  strategy::Problem problem =
      make_test_problem(std::move(graph), std::move(cluster), tight ? 2048 : 1024, 1 << random() % 6);
  constexpr std::array kSchedules{"1f1b", "gpipe", "zb-h1", "interleaved", "zb-v"};
  const auto schedule = [&](int at) {
    return kSchedules.at(static_cast<std::size_t>(at) % kSchedules.size());
  };
  problem.job.allowed = {{"schedule", {schedule(i), schedule(i + 1 + i / 5 % 2)}},
                         {"data_parallel", {"1"}},
                         {"context_parallel", {"1"}},
                         {"micro_batch", {"1"}},
                         {"tensor_parallel", {"1"}},
                         {"expert_parallel", {"1"}},
                         {"expert_tensor_parallel", {"1"}},
                         {"offload_activations", {"false"}}};
  if (i % 4 != 1) problem.job.allowed["offload_optimizer"] = {"false"};
  if (one_in(6)) problem.job.allowed["tensor_parallel"] = {"1", "2"};
  return problem;
}

}  // namespace

class TestTreeBounds : public QObject {
  Q_OBJECT

 private slots:
  /// 9 micro-batches in 4 stages, S = 10 and B = 3, half of a pass backward: paths twice and three times
  /// around take 2 x 10 + 4 x 3 = 32 and 3 x 10 + 0; beyond one S there are max(8 / 2, 5 + 3 / 2) = 6.5
  /// bottlenecks, 29.5; 9 x 3 = 27. Of 3 micro-batches none goes around, and one S is 10 + 2 / 2 x 3.
  void formsOfOneForwardOneBackward() {
    const auto forms = cost::lap_forms(9, 4);
    QCOMPARE(forms[0].seconds(10, 3), 32.0);
    QCOMPARE(forms[1].seconds(10, 3), 30.0);
    QCOMPARE(cost::rounds_beyond_sum(9, 4, 0.5), 6.5);
    QCOMPARE(cost::paths_bound(10, 3, 9, 4, 0.5), 32.0);
    QCOMPARE(cost::lap_forms(3, 4)[0].seconds(10, 3), 0.0);
    QCOMPARE(cost::paths_bound(10, 3, 3, 4, 0.5), 13.0);
  }

  /// Pipelines of a number of stages are bounded no higher than any of them, and the same whatever other
  /// numbers of stages were looked at before.
  void pipelinesOfStages() {
    std::mt19937 random(97);
    int compared = 0;
    for (int i = 0; i < cases(120); ++i) {
      const strategy::Problem problem = counted_problem(random, i);
      Grown grown(problem, i % 2 == 0 ? strategy::Objective::throughput : strategy::Objective::money);
      std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<const Leaf*>> by_kind;
      for (const Leaf& leaf : grown.leaves) by_kind[{leaf.node.family, leaf.node.kind}].push_back(&leaf);
      for (const auto& [at, leaves] : by_kind) {
        Node kind;
        kind.family = leaves.front()->node.family;
        kind.kind = leaves.front()->node.kind;
        kind.level = search::Level::kind;
        TreeProbe::Context context = grown.probe.context_of(kind);
        const TreeProbe::Context fresh = grown.probe.context_of(kind);
        const TreeProbe::Range all = grown.probe.stages_of(kind);
        for (int stages = all.fewest; stages <= all.most; ++stages) {
          grown.probe.leave(kind, context, std::uniform_int_distribution<int>(all.fewest, all.most)(random));
          TreeProbe::forget(context);
          const Node told = grown.probe.pipeline(kind, context, stages);
          QCOMPARE(told.step, grown.probe.pipeline(kind, fresh, stages).step);
          for (const Leaf* leaf : leaves) {
            if (leaf->node.stages != stages) continue;
            QVERIFY2(told.step <= leaf->step && told.usd <= leaf->usd && !told.over_limit,
                     QByteArray::number(i).constData());
            ++compared;
          }
        }
      }
    }
    qInfo("%d compared", compared);
    QVERIFY(compared > cases(2000));
  }

  /// A setting that is left out as its layers have no room has no split that fits, and no split of the others
  /// is faster than what bounds them, whatever pipelines of the kind were looked at before.
  void settingsThatFit() {
    std::mt19937 random(113);
    int compared = 0, left_out = 0;
    for (int i = 0; i < cases(60); ++i) {
      strategy::Problem problem = random_problem(random, i % 3 != 0);
      problem.job.flash_attention = i % 4 != 3;
      problem.job.allowed["context_parallel"] = {"1"};
      problem.job.allowed["zero_stage"] = {"0", "1", "3"};
      problem.job.allowed["offload_optimizer"] = {"true", "false"};
      problem.job.allowed["schedule"] = {i % 2 == 0 ? "1f1b" : "zb-h1"};
      Grown grown(problem, strategy::Objective::throughput);
      using Pipeline = std::pair<std::uint16_t, std::array<std::uint16_t, Node::kMostPools>>;
      std::map<std::pair<std::uint32_t, std::uint32_t>, std::map<Pipeline, std::vector<const Leaf*>>> kinds;
      for (const Leaf& leaf : grown.leaves)
        kinds[{leaf.node.family, leaf.node.kind}][{leaf.node.stages, leaf.node.mixture}].push_back(&leaf);
      for (const auto& [kind, pipelines] : kinds) {
        TreeProbe::Context context = grown.probe.context_of(pipelines.begin()->second.front()->node);
        if (!grown.probe.windows_apply(context)) continue;
        for (const auto& [pipeline, leaves] : pipelines) {
          double least = kNever;
          for (const Leaf* leaf : leaves) least = std::min(least, leaf->step);
          const auto [may, bound] = grown.probe.fitting(leaves.front()->node, context, 1.5 * least);
          for (const Leaf* leaf : leaves) {
            QVERIFY2(may.contains(leaf->node.setting) && may.at(leaf->node.setting),
                     QByteArray::number(i).constData());
            ++compared;
          }
          QVERIFY2(bound <= least, QByteArray::number(i).constData());
          for (const auto& [setting, fits] : may) left_out += fits ? 0 : 1;
        }
      }
    }
    qInfo("%d compared, %d left out", compared, left_out);
    QVERIFY(compared > cases(2000) && left_out > cases(100));
  }

  /// A room that covers another holds as many layers, whatever is in flight, with as little done again.
  void roomsThatCover() {
    std::mt19937 random(107);
    const Real real{random};
    int covered = 0;
    for (int i = 0; i < cases(20000); ++i) {
      std::array<cost::Room, 2> rooms;
      for (cost::Room& room : rooms) {
        const bool same = &room == &rooms[1] && random() % 2 == 0;
        room = same ? rooms[0] : cost::Room{};
        if (same && random() % 2 == 0) room.free_bytes *= real(0.5, 1.0);
        if (same) room.layer_bytes *= real(1.0, 1.5);
        if (same) continue;
        room.free_bytes = real(-1.0, 100.0);
        room.layer_bytes = real(0.0, 10.0);
        room.kept_bytes = real(0.0, 10.0);
        if (random() % 2 == 0) {
          room.again_kept_bytes = room.kept_bytes * real(0.0, 1.0);
          room.again_free_bytes = room.free_bytes - real(0.0, 5.0);
        }
        if (random() % 3 == 0) room.host_holds = static_cast<int>(random() % 12);
      }
      if (!rooms[0].covers(rooms[1])) continue;
      ++covered;
      for (const double in_flight : {1.0, 1.5, 3.0, 8.0, 64.0})
        QVERIFY(rooms[0].holds(in_flight) >= rooms[1].holds(in_flight));
    }
    QVERIFY(covered > cases(2000));
  }
};

}  // namespace tst_tree_bounds

ASTROLABE_TEST(tst_tree_bounds, TestTreeBounds)
#include "tst_tree_bounds.moc"
