// Parts of nodes where GPUs are slow or have failed: which are worth choosing, against counting; what
// strategies on them take, against smaller nodes; what they cost.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "core/cost/money.h"
#include "core/engine.h"
#include "core/hardware/pool_marks.h"
#include "core/hardware/usable_gpus.h"
#include "core/plan/answer.h"
#include "core/plan/program_report.h"
#include "core/planning/mark_choices.h"
#include "core/verify/choices.h"
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

strategy::Problem question(std::vector<Pool> pools) {
  for (Pool& pool : pools) apply_marks(pool);
  strategy::Problem problem =
      make_test_problem(make_graph(8, 1024), make_cluster(std::move(pools)), 1024, 64);
  problem.cluster.may_leave_unused = true;
  without_offload(problem);
  return problem;
}
strategy::Problem question(Pool pool) { return question(std::vector{std::move(pool)}); }

SearchOptions two_threads() {
  SearchOptions options;
  options.threads = 2;
  return options;
}

/// What is wrong with a GPU that works.
struct Wrong {
  Slowness slow;
  double factor() const { return std::max({slow.kernels, slow.links, slow.network}); }
};

/// Of the fastest so many GPUs of a node all that is wrong; nothing where fewer work.
std::optional<Wrong> fastest_of_node(const Pool& pool, int node, int width) {
  const std::vector<GpuState> states = gpu_states(pool);
  const double network = network_factors(pool)[static_cast<std::size_t>(node)];
  std::vector<Wrong> gpus;
  for (int gpu = 0; gpu < pool.gpus_per_node; ++gpu) {
    const GpuState& state = states[static_cast<std::size_t>(node * pool.gpus_per_node + gpu)];
    if (!state.failed)
      gpus.push_back({{state.factor, state.link_factor, std::max(state.link_factor, network)}});
  }
  std::stable_sort(gpus.begin(), gpus.end(),
                   [](const Wrong& a, const Wrong& b) { return a.factor() < b.factor(); });
  if (static_cast<int>(gpus.size()) < width) return std::nullopt;
  Wrong all;
  for (int gpu = 0; gpu < width; ++gpu) all.slow.include(gpus[static_cast<std::size_t>(gpu)].slow);
  return all;
}

/// GPUs of a node that groups of ranks may take as joined where `width` of each are used, one node behind the
/// other: all of a width that divides the node; else the most such that groups of so many neighbours, and of
/// any fewer, never have ranks in two nodes.
int joined_of(const Pool& pool, int width) {
  if (pool.gpus_per_node % width == 0) return width;
  for (int group = 1;; ++group)
    for (int first = 0; first < group * width; first += group)
      if (first / width != (first + group - 1) / width) return group - 1;
}

/// Nodes of `width` GPUs that nothing is wrong with, as such parts are searched.
Pool smaller_nodes(const Pool& whole, int nodes, int width) {
  Pool pool = make_pool("a", nodes, width);
  pool.scale_up_domain = joined_of(whole, width);
  return pool;
}

/// All ways to use as many GPUs of each of some nodes: every width, every factor, all nodes but for spares
/// that have so many GPUs no slower than that.
std::vector<Usable> counted(const Pool& pool, int limit = kAllGpus) {
  std::vector<Usable> ways;
  for (int width = 1; width <= pool.gpus_per_node; ++width) {
    std::vector<Wrong> nodes;
    for (int node = 0; node < pool.nodes; ++node)
      if (const auto wrong = fastest_of_node(pool, node, width)) nodes.push_back(*wrong);
    std::stable_sort(nodes.begin(), nodes.end(),
                     [](const Wrong& a, const Wrong& b) { return a.factor() < b.factor(); });
    for (const Wrong& slowest : nodes) {
      Usable way{0, 1.0, width};
      for (int n = 0; n < std::min(static_cast<int>(nodes.size()), pool.nodes - pool.spares); ++n) {
        const Wrong& next = nodes[static_cast<std::size_t>(n)];
        if (next.factor() > slowest.factor() || way.gpus >= limit) break;
        way.gpus = std::min(limit, way.gpus + width);
        way.factor = next.factor();
        way.slowness.include(next.slow);
      }
      ways.push_back(way);
    }
  }
  return ways;
}

int width_of(const Pool& pool, const Usable& choice) {
  return choice.of_node > 0 ? choice.of_node : pool.gpus_per_node;
}

/// As wide, as many GPUs, as fast in everything; what divides a node is covered by what does.
bool covers(const Pool& pool, const Usable& choice, const Usable& way) {
  return width_of(pool, choice) >= way.of_node &&
         joined_of(pool, width_of(pool, choice)) >= joined_of(pool, way.of_node) && choice.gpus >= way.gpus &&
         (pool.gpus_per_node % width_of(pool, choice) == 0 || pool.gpus_per_node % way.of_node != 0) &&
         choice.slowness.kernels <= way.slowness.kernels && choice.slowness.links <= way.slowness.links &&
         choice.slowness.network <= way.slowness.network;
}

/// Some nodes, some GPUs of them slow, failed or with slow links, some spares.
Pool drawn_pool(const Pick& pick, int nodes, int each, int one_in) {
  Pool pool = make_pool("a", nodes, each);
  pool.spares = pick(0, 3) == 0 ? pick(0, pool.nodes - 1) : 0;
  for (int node = 0; node < pool.nodes; ++node) {
    if (pick(0, 9) == 0) pool.slow.push_back({node, std::nullopt, 1.0, 1.5});
    for (int gpu = 0; gpu < each; ++gpu) {
      const int state = pick(0, one_in);
      if (state == 0) pool.failed.push_back({node, gpu});
      if (state == 1) pool.slow.push_back({node, gpu, 1.0 + pick(1, 3) * 0.5, 1.0});
      if (state == 2) pool.slow.push_back({node, gpu, 1.0, 4.0});
    }
  }
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

/// The choices that a verifier finds, in the order of usable_choices().
std::vector<Usable> verified(const Cluster& cluster, const std::vector<Usable>& like) {
  std::vector<Usable> found;
  const std::vector<verify::Chosen> all = verify::all_choices(cluster);
  for (const Usable& choice : like)
    for (const verify::Chosen& chosen : all)
      if (chosen.at("a") == verify::ChosenNodes{choice.gpus, choice.of_node}) found.push_back(choice);
  return found.size() == all.size() ? found : std::vector<Usable>{};
}

/// Four nodes of eight, of each GPU n of node n five times as slow, or failed.
Pool one_of_each(bool failed) {
  Pool pool = hurt_pool(4, failed ? 4 : 0);
  for (int node = 0; node < 4 && !failed; ++node) pool.slow.push_back({node, node, 5.0, 1.0});
  return pool;
}

}  // namespace

class TestNodeParts : public QObject {
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
  /// 28 of 32 GPUs work: of each node 7, in which no pair is sure to lie in one node; 6, in which pairs and
  /// threes are; 4, that divide the node and fit any layout. 5 and 3 join no more than 7, 2 no more than 6.
  void oneOfEveryNode() {
    Pool pool = hurt_pool(4, 4);
    QVERIFY((usable_choices(pool) == std::vector<Usable>{{28, 1.0, 7}, {24, 1.0, 6}, {16, 1.0, 4}}));
    const std::vector<int> joined{1, 2, 1, 4, 1, 3, 1, 8};
    for (int width = 1; width <= 8; ++width)
      QCOMPARE(joined_gpus(pool, width), joined[static_cast<std::size_t>(width) - 1]);
    QCOMPARE(joined_gpus(make_pool("b", 1, 16), 12), 4);  // 1, 2, 3 and 4 divide 12
    QVERIFY((usable_choices(pool, kAllGpus, Widths::dividing) == std::vector<Usable>{{16, 1.0, 4}}));
    Cluster two = make_cluster({pool, make_pool("b", 1, 8)});
    two.pools[0].max_gpus = 16;  // beside another pool
    use_of_node(two.pools[0], 4);
    QVERIFY((verify::all_choices(two) ==
             std::vector<verify::Chosen>{{{"a", {16, 4}}}, {{"a", {24, 6}}}, {{"a", {28, 7}}}}));
    strategy::Problem mixed = question(pool);
    mixed.cluster = two;
    QCOMPARE(planning::mark_choices(mixed).choices.size(), std::size_t(3));
    mixed.cluster.pools.pop_back();
    QCOMPARE(planning::mark_choices(mixed).choices.size(), std::size_t(3));
    Pool seven = pool;
    choose_usable(seven, {28, 1.0, 7});
    QCOMPARE(seven.scale_up_domain, 1);
    QCOMPARE(joined_gpus(seven, 6), 3);
    QCOMPARE(without_marks(make_cluster({seven})).pools[0].scale_up_domain, 8);
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

  /// 5 of 8 nodes have lost one: 3 x 8 = 24 in whole nodes, 8 x 7 = 56, 8 x 6 = 48, 8 x 4 = 32 in halves,
  /// which are the most that fit any layout.
  void moreInPartsThanInWholeNodes() {
    Pool pool = hurt_pool(8, 5);
    const std::vector<Usable> choices = usable_choices(pool);
    QVERIFY((choices == std::vector<Usable>{{24, 1.0, 0}, {56, 1.0, 7}, {48, 1.0, 6}, {32, 1.0, 4}}));
    apply_marks(pool);
    QVERIFY(is_chosen(pool, choices[3]));
    QVERIFY(left_out(pool).empty());
    QCOMPARE(parts_in_use(pool).size(), std::size_t(8));
    choose_usable(pool, choices[0]);
    QVERIFY(is_chosen(pool, choices[0]));
    QVERIFY((left_out(pool) == std::vector<int>{0, 1, 2, 3, 4}));
    QVERIFY(parts_in_use(pool).empty());
    QCOMPARE(pool.scale_up_domain, 8);
    // 4 of 8: 4 x 8 = 32 whole, and no more in halves. Of 24 at most there are no more in any part.
    QVERIFY(
        (usable_choices(hurt_pool(8, 4)) == std::vector<Usable>{{32, 1.0, 0}, {56, 1.0, 7}, {48, 1.0, 6}}));
    QVERIFY((usable_choices(hurt_pool(8, 5), 24) == std::vector<Usable>{{24, 1.0, 0}}));
    Pool limited = hurt_pool(8, 5);
    limited.max_gpus = 24;
    apply_marks(limited);
    QVERIFY(limited.max_gpus == 24 && limited.used_of_node == 0);
  }

  /// Node 0 has lost a GPU and has a slow one, which only 7 of it need; of node 1 three work. In halves
  /// 2 x 4 = 8, in quarters 3 x 2 = 6; 6 of two nodes are 12, more than 3 of three; 7 of node 2 alone, or of
  /// node 0, too.
  void slowAndFewLeft() {
    Pool pool = hurt_pool(3, 3);
    pool.slow = {{0, 1, 2.0, 1.0}};
    for (int gpu = 2; gpu < 6; ++gpu) pool.failed.push_back({1, gpu});
    QVERIFY(
        (usable_choices(pool) == std::vector<Usable>{{7, 1.0, 7}, {14, 2.0, 7}, {12, 1.0, 6}, {8, 1.0, 4}}));
    apply_marks(pool);
    QCOMPARE(pool.relative_speed, 1.0);
    QVERIFY((left_out(pool) == std::vector<int>{1}));
    QCOMPARE(failed_nodes(pool), 1);
    QVERIFY((parts_in_use(pool).front() == NodePart{0, {2, 3, 4, 5}}));
    // Nodes of three that have lost one: two of each hold all that one of each does, but only one divides a
    // node.
    Pool threes = hurt_pool(3, 3, 3);
    QVERIFY((usable_choices(threes) == std::vector<Usable>{{6, 1.0, 2}, {3, 1.0, 1}}));
    apply_marks(threes);
    QCOMPARE(threes.max_gpus, 3);
    // A rack that joins four nodes of four: halves of them are joined as well, 8 GPUs. Of racks other parts
    // than those that divide a node are not used.
    Pool rack = hurt_pool(4, 4, 4);
    rack.scale_up_domain = 16;
    apply_marks(rack);
    QCOMPARE(rack.gpus_of_node(), 2);
    QCOMPARE(rack.scale_up_domain, 8);
  }

  /// Every way is covered by a choice, every choice is a way that no other choice covers, and a verifier
  /// finds the same ones.
  void choicesAgainstCounting() {
    std::mt19937 random(7);
    const Pick pick{random};
    int parts = 0;
    for (int trial = 0; trial < 500; ++trial) {
      const int each = std::vector<int>{1, 2, 3, 4, 6, 8}[static_cast<std::size_t>(pick(0, 5))];
      const Pool pool = drawn_pool(pick, pick(1, 6), each, 15);
      if (!is_marked(pool)) continue;
      const QByteArray told = QByteArray::number(trial);
      for (const int limit : {kAllGpus, pick(1, pool.gpus())}) {
        const std::vector<Usable> found = usable_choices(pool, limit), ways = counted(pool, limit);
        if (ways.empty()) {
          QVERIFY2((found == std::vector<Usable>{{0, 1.0, 0}}), told);
          continue;
        }
        for (const Usable& way : ways)
          QVERIFY2(std::any_of(found.begin(), found.end(),
                               [&](const Usable& choice) { return covers(pool, choice, way); }),
                   told);
        for (const Usable& choice : found) {
          const Usable as_way{choice.gpus, choice.factor, width_of(pool, choice), choice.slowness};
          QVERIFY2(std::any_of(
                       ways.begin(), ways.end(),
                       [&](const Usable& way) { return way == as_way && way.slowness == choice.slowness; }),
                   told);
          QVERIFY2(std::count_if(found.begin(), found.end(),
                                 [&](const Usable& other) { return covers(pool, other, as_way); }) == 1,
                   told);
        }
        Pool limited = pool;
        limited.max_gpus = std::min(limit, pool.gpus());
        apply_marks(limited);
        Cluster cluster = make_cluster({limited});
        if (limit != kAllGpus) cluster.max_total_gpus = limit;
        QVERIFY2(verified(cluster, found) == found, told);
      }
      const std::vector<Usable> found = usable_choices(pool);
      Pool applied = pool;
      apply_marks(applied);
      for (const Usable& choice : found) {
        if (choice.gpus == 0) continue;
        parts += choice.of_node > 0 ? 1 : 0;
        choose_usable(applied, choice);
        QVERIFY(is_chosen(applied, choice));
        QVERIFY(applied.slowed == choice.slowness);
        QVERIFY(std::abs(applied.relative_speed * choice.slowness.kernels - 1.0) < 1e-12);
        const auto standing = static_cast<int>(applied.nodes - static_cast<int>(left_out(applied).size()));
        QVERIFY(standing * applied.gpus_of_node() >= choice.gpus);
        QVERIFY(usable_choices(applied) == found);
        for (const NodePart& part : parts_in_use(applied))
          for (const int gpu : part.gpus)
            QVERIFY(std::count_if(pool.failed.begin(), pool.failed.end(), [&](const FailedSpec& failed) {
                      return failed.node == part.node && failed.gpu == gpu;
                    }) == 0);
      }
      const Pool healthy = without_marks(make_cluster({applied})).pools[0];
      QVERIFY(healthy.scale_up_domain == each && healthy.max_gpus == pool.gpus());
    }
    QVERIFY(parts > 100);
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
