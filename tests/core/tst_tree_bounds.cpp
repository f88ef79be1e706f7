// core/search/tree: single bounds of pipelines whose stages are counted, against every split of what lies
// below them, and what one demand of a stage says of another.
#include <QtTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <tuple>
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
constexpr double kHair = 1.0 + 1e-12;  // sums are in another order

/// Pools of several stages each, of which some may stay unused.
strategy::Problem counted_problem(std::mt19937& random, int i) {
  const auto real = [&](double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(random);
  };
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

/// Floors that memory asks to do more again, forward not in the order of the whole, with lighter layers.
void change_floors(std::mt19937& random, TreeProbe::Scene& scene) {
  const auto real = [&](double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(random);
  };
  for (std::size_t k = 0; k < scene.place->family.uses.size(); ++k) {
    scene.floors[k].forward *= std::exp2(real(-2.0, 1.0));
    scene.floors[k].lightest *= real(0.3, 1.0);
    scene.again[k] = scene.floors[k].layer * std::max(0.0, real(-1.0, 1.0));
  }
}

/// Calls `use` with every number of stages of each floor, `all` together: those below `at` as in `stages`,
/// `here` of the next.
template <class Use>
void each_count(const TreeProbe& probe, const TreeProbe::Scene& scene, int all, int at, TreeProbe::Range here,
                std::array<int, Node::kMostPools> stages, const Use& use) {
  const int left = all - std::accumulate(stages.begin(), stages.begin() + at, 0);
  const bool last = at + 1 == static_cast<int>(scene.place->family.uses.size());
  for (int s = here.fewest; s <= here.most; ++s) {
    if (s > left || (last && s != left)) continue;
    stages[static_cast<std::size_t>(at)] = s;
    if (last) {
      use(stages);
    } else {
      const strategy::Family::Use& next = probe.use_of(scene, at + 1);
      each_count(probe, scene, all, at + 1, {next.least, next.most}, stages, use);
    }
  }
}

}  // namespace

class TestTreeBounds : public QObject {
  Q_OBJECT

 private slots:
  /// Numbers of stages together are bounded no higher than any pipeline of one of them, and the same whatever
  /// other numbers of stages were looked at before.
  void rangesOfStages() {
    std::mt19937 random(97);
    int ranges = 0, compared = 0;
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
        TreeProbe::Scene scene = grown.probe.scene_of(kind);
        const TreeProbe::Scene fresh = grown.probe.scene_of(kind);
        const TreeProbe::Range all = grown.probe.stages_of(kind);
        bool most_room = false;
        for (int k = 0; k < 4; ++k) {
          const int a = std::uniform_int_distribution<int>(all.fewest, all.most)(random);
          const int b = std::uniform_int_distribution<int>(a, all.most)(random);
          most_room = k > 1 && i % 4 == 0;
          if (k > 0)
            grown.probe.leave(kind, scene, std::uniform_int_distribution<int>(all.fewest, all.most)(random),
                              most_room);
          TreeProbe::forget(scene);
          const Node told = grown.probe.range(kind, scene, {a, b});
          const Node anew = grown.probe.range(kind, fresh, {a, b});
          QVERIFY(told.step == anew.step || (most_room && told.step >= anew.step));
          for (int stages = all.fewest; stages <= all.most && !most_room; ++stages)
            QCOMPARE(grown.probe.mixture(kind, scene, stages), grown.probe.mixture(kind, fresh, stages));
          // Whatever the floors are: no higher than each of the numbers in it.
          TreeProbe::Scene any = fresh;
          change_floors(random, any);
          const Node of_all = grown.probe.range(kind, any, {a, b});
          for (int stages = a; stages <= b; ++stages)
            QVERIFY2(of_all.step <= grown.probe.range(kind, any, {stages, stages}).step * kHair,
                     QByteArray::number(i).constData());
          ++ranges;
          for (const Leaf& leaf : grown.leaves) {
            const bool below = leaf.node.family == kind.family && leaf.node.kind == kind.kind &&
                               leaf.node.stages >= a && leaf.node.stages <= b;
            if (!below) continue;
            QVERIFY2(told.step <= leaf.step && told.usd <= leaf.usd && !told.over_limit,
                     QByteArray::number(i).constData());
            ++compared;
          }
        }
      }
    }
    qInfo("%d ranges, %d compared", ranges, compared);
    QVERIFY(compared > cases(2000));
  }

  /// Several numbers of stages of the next pool together are bounded no higher than any pipeline with one of
  /// them.
  void boxesOfStages() {
    std::mt19937 random(101);
    int boxes = 0, compared = 0, limited = 0, counts = 0, worse = 0;
    for (int i = 0; i < cases(120); ++i) {
      strategy::Problem problem = counted_problem(random, i);
      if (i % 4 == 0) problem.job.limits.power_kw = std::uniform_real_distribution<double>(2.0, 7.0)(random);
      Grown grown(problem, i % 3 == 1 ? strategy::Objective::gpus : strategy::Objective::pareto);
      for (std::size_t n = 0; n < std::min<std::size_t>(grown.leaves.size(), 60); ++n) {
        const Leaf& like = grown.leaves[random() % grown.leaves.size()];
        const auto count = static_cast<int>(grown.tree.family_of(like.node).uses.size());
        if (count < 2) continue;
        Node node;
        node.family = like.node.family;
        node.kind = like.node.kind;
        node.stages = like.node.stages;
        node.level = search::Level::pipeline;
        node.fixed = static_cast<std::uint8_t>(random() % static_cast<unsigned>(count - 1));
        TreeProbe::Scene scene = grown.probe.scene_of(node);
        if (n % 2 == 1) grown.probe.leave(node, scene, node.stages, false);
        const auto stages_on = [&](const Node& of, int floor) {
          return static_cast<int>(
              of.mixture[static_cast<std::size_t>(scene.use[static_cast<std::size_t>(floor)])]);
        };
        std::array<int, Node::kMostPools> stages{};
        int placed = 0;
        for (int floor = 0; floor < node.fixed; ++floor)
          placed += stages[static_cast<std::size_t>(floor)] = stages_on(like.node, floor);
        // Those that leave the floors behind what these need.
        const int at = node.fixed;
        TreeProbe::Range open{grown.probe.use_of(scene, at).least, grown.probe.use_of(scene, at).most};
        int least = 0, most = 0;
        for (int floor = at + 1; floor < count; ++floor) {
          least += grown.probe.use_of(scene, floor).least;
          most += grown.probe.use_of(scene, floor).most;
        }
        open.fewest = std::max(open.fewest, node.stages - placed - most);
        open.most = std::min(open.most, node.stages - placed - least);
        const int fewest = std::uniform_int_distribution<int>(open.fewest, open.most)(random);
        const TreeProbe::Range here{fewest, std::uniform_int_distribution<int>(fewest, open.most)(random)};
        const Node box = grown.probe.box(node, scene, stages.data(), here);
        ++boxes;
        for (const Leaf& leaf : grown.leaves) {
          if (leaf.node.family != node.family || leaf.node.kind != node.kind ||
              leaf.node.stages != node.stages)
            continue;
          bool below = stages_on(leaf.node, at) >= here.fewest && stages_on(leaf.node, at) <= here.most;
          for (int floor = 0; floor < at; ++floor)
            below = below && stages_on(leaf.node, floor) == stages[static_cast<std::size_t>(floor)];
          if (!below) continue;
          QVERIFY2(box.step <= leaf.step && box.usd <= leaf.usd && box.bound <= leaf.value && !box.over_limit,
                   QByteArray::number(i).constData());
          ++compared;
        }
        limited += box.over_limit ? 1 : 0;
        // Whatever the floors are: no higher than each of the counts in it.
        change_floors(random, scene);
        const Node any = grown.probe.box(node, scene, stages.data(), here);
        each_count(grown.probe, scene, node.stages, at, here, stages,
                   [&](std::array<int, Node::kMostPools>& all) {
                     Node counted = node;
                     counted.fixed = static_cast<std::uint8_t>(count - 2);
                     const int next = all[static_cast<std::size_t>(count - 2)];
                     const Node one = grown.probe.box(counted, scene, all.data(), {next, next});
                     const bool below = any.step <= one.step * kHair && any.usd <= one.usd * kHair &&
                                        any.bound <= one.bound * kHair && (one.over_limit || !any.over_limit);
                     worse += below ? 0 : 1;
                     ++counts;
                   });
        QVERIFY2(worse == 0, QByteArray::number(i).constData());
      }
    }
    qInfo("%d boxes, %d compared, %d over a limit, %d counts", boxes, compared, limited, counts);
    QVERIFY(compared > cases(2000));
    QVERIFY(counts > cases(2000));
  }

  /// What asks at least as much of every pool is no faster, in any order of the pools.
  void demandsThatCover() {
    std::mt19937 random(103);
    int pairs = 0;
    for (int i = 0; i < cases(60); ++i) {
      strategy::Problem problem = random_problem(random, i % 3 != 0);
      problem.job.flash_attention = i % 4 != 3;
      problem.job.allowed["context_parallel"] = {"1"};
      problem.job.allowed["zero_stage"] = {"0", "1", "2", "3"};
      problem.job.allowed["schedule"] = {i % 2 == 0 ? "1f1b" : "zb-h1"};
      Grown grown(problem, strategy::Objective::throughput);
      using Pipeline = std::tuple<std::uint32_t, std::uint32_t, std::uint16_t,
                                  std::array<std::uint16_t, Node::kMostPools>>;
      std::map<Pipeline, std::map<std::pair<std::uint32_t, int>, double>> pipelines;  // by setting and order
      std::map<Pipeline, Node> like;
      for (const Leaf& leaf : grown.leaves) {
        const Pipeline at{leaf.node.family, leaf.node.kind, leaf.node.stages, leaf.node.mixture};
        pipelines[at][{leaf.node.setting, leaf.node.order}] = leaf.step;
        like.emplace(at, leaf.node);
      }
      for (const auto& [at, steps] : pipelines) {
        const Node& node = like[at];
        TreeProbe::Scene scene = grown.probe.scene_of(node);
        const std::size_t floors = grown.tree.family_of(node).uses.size();
        if (!grown.probe.windows_apply(scene)) continue;  // tails are not asked for
        const std::vector<TreeProbe::Demand> demands = grown.probe.demands(node, scene);
        const auto step_of = [&, steps = &steps](const TreeProbe::Demand& demand, int order) {
          const auto found = steps->find({demand.setting, order});
          return found == steps->end() ? kNever : found->second;
        };
        for (const TreeProbe::Demand& more : demands)
          for (const TreeProbe::Demand& less : demands) {
            if (more.setting == less.setting || !TreeProbe::covers(more, less, floors)) continue;
            for (int order = 0; order < static_cast<int>(grown.tree.family_of(node).orders()); ++order) {
              if (step_of(more, order) >= kNever) continue;
              QVERIFY2(step_of(more, order) >= step_of(less, order), QByteArray::number(i).constData());
              ++pairs;
            }
          }
      }
    }
    qInfo("%d pairs", pairs);
    QVERIFY(pairs > cases(200));
  }

  /// A demand that covers another has tails no shorter and rooms for no more layers.
  void demandsAskForMore() {
    std::mt19937 random(109);
    const auto real = [&](double least, double most) {
      return std::uniform_real_distribution<double>(least, most)(random);
    };
    int covered = 0;
    for (int i = 0; i < cases(40000); ++i) {
      TreeProbe::Demand less;
      less.extra[0] = real(0.0, 1.0);
      less.tails[0] = {.fixed = real(0.0, 1.0),
                       .layer = real(0.0, 1.0),
                       .whole_layer = real(1.0, 2.0),
                       .window = real(0.0, 4.0),
                       .unaided = real(0.0, 2.0),
                       .by_embedding = real(0.0, 4.0),
                       .by_head = real(0.0, 4.0)};
      cost::Room& room = less.rooms[0];
      room.free_bytes = real(0.0, 100.0);
      room.layer_bytes = real(0.0, 10.0);
      room.kept_bytes = real(1.0, 10.0);
      if (i % 2 == 0) {
        room.again_kept_bytes = room.kept_bytes * real(0.0, 1.0);
        room.again_free_bytes = room.free_bytes - real(0.0, 5.0);
      }
      if (i % 3 == 0) room.host_holds = static_cast<int>(random() % 12);
      // One or two of the figures are others.
      TreeProbe::Demand more = less;
      cost::TailFloor& tail = more.tails[0];
      cost::Room& roomy = more.rooms[0];
      const std::array<double*, 13> figures{&more.extra[0],
                                            &tail.fixed,
                                            &tail.layer,
                                            &tail.whole_layer,
                                            &tail.window,
                                            &tail.unaided,
                                            &tail.by_embedding,
                                            &tail.by_head,
                                            &roomy.free_bytes,
                                            &roomy.layer_bytes,
                                            &roomy.again_free_bytes,
                                            &roomy.kept_bytes,
                                            &roomy.again_kept_bytes};
      for (int k = 0; k < 2; ++k) *figures[random() % figures.size()] *= real(0.5, 1.5);
      if (random() % 4 == 0) roomy.host_holds = static_cast<int>(random() % 12);
      if (!TreeProbe::covers(more, less, 1)) continue;
      ++covered;
      QVERIFY(more.extra[0] >= less.extra[0]);
      for (const double layers : {0.0, 1.0, 3.0, 40.0}) {
        for (const double work : {0.0, 0.1, 1.0, 30.0})
          for (const bool embeds : {false, true})
            for (const bool head : {false, true})
              QVERIFY(tail.of_these_alone(embeds, head).seconds(layers, work) >=
                      less.tails[0].of_these_alone(embeds, head).seconds(layers, work));
        QVERIFY(roomy.holds(1.0 + layers) <= room.holds(1.0 + layers));
      }
    }
    qInfo("%d of %d cover", covered, cases(40000));
    QVERIFY(covered > cases(4000));
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
        TreeProbe::Scene scene = grown.probe.scene_of(pipelines.begin()->second.front()->node);
        if (!grown.probe.windows_apply(scene)) continue;
        for (const auto& [pipeline, leaves] : pipelines) {
          double least = kNever;
          for (const Leaf* leaf : leaves) least = std::min(least, leaf->step);
          const auto [may, bound] = grown.probe.fitting(leaves.front()->node, scene, 1.5 * least);
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
    const auto real = [&](double least, double most) {
      return std::uniform_real_distribution<double>(least, most)(random);
    };
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
