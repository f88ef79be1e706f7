// core/search/tree: what a node promises holds for everything below it. Bounds are at or below the cheapest
// leaf, counts add up, and nothing that fits is cut for want of memory.
#include <QtTest>
#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <tuple>
#include <vector>

#include "core/search/search.h"
#include "core/search/tree.h"
#include "problems.h"
#include "tests/core/cases.h"
#include "tests/core/tree_probe.h"
#include "tests/program/test_program.h"

namespace tst_tree {

using namespace astrolabe;
using namespace astrolabe::tests;

constexpr double kNever = 1e300;

/// The cheapest leaf below a node.
struct Least {
  double step = kNever, usd = kNever, objective = kNever;
  std::uint64_t feasible = 0;
  void take(const Least& other) {
    step = std::min(step, other.step);
    usd = std::min(usd, other.usd);
    objective = std::min(objective, other.objective);
    feasible += other.feasible;
  }
};

class Walk {
 public:
  Walk(const strategy::Problem& problem, strategy::Objective objective)
      : m_problem(problem),
        m_space(problem),
        m_tables(problem),
        m_objective(objective),
        m_tree(problem, m_space, m_tables, objective) {}

  Least all() {
    Least least;
    while (m_tree.grow(1024)) {
    }
    for (const search::Node& root : m_tree.roots()) {
      below += root.count;
      least.take(under(root));
    }
    return least;
  }
  std::uint64_t rejected_by_rule() const { return m_tree.rejected_by_rule(); }
  std::uint64_t total() const { return m_space.total(); }

  /// Tells configurations of this walk apart.
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint16_t, std::uint16_t,
                         std::array<std::uint16_t, search::Node::kMostPools>>;
  /// Every configuration that is left under a cutoff.
  template <class See>
  void left(const search::Cutoff& cutoff, const See& see) {
    do
      while (m_tree.grow(1024)) {
      }
    while (m_tree.mix_more());
    for (const search::Node& root : m_tree.roots()) left_under(root, cutoff, see);
  }
  /// What the feasible ones cost.
  std::map<Key, Least> leaves() {
    std::map<Key, Least> found;
    left(search::Cutoff{m_objective, kNever, nullptr, 1.0}, [&](const search::Node& node) {
      const Least cost = leaf(node);
      if (cost.feasible > 0) found.emplace(key_of(node), cost);
    });
    return found;
  }
  static Key key_of(const search::Node& node) {
    return {node.family, node.kind, node.setting, node.stages, node.order, node.mixture};
  }
  /// Of the configurations next to one, by one choice or two, those that fit.
  std::vector<Key> near_to(const search::Node& node) {
    std::vector<search::Node> near;
    std::vector<search::Node> by_two;
    m_tree.near(node, kNever, near);
    m_tree.near_by_two(node, kNever, by_two);
    near.insert(near.end(), by_two.begin(), by_two.end());
    std::vector<Key> found;
    for (const search::Node& other : near)
      if (leaf(other).feasible > 0) found.push_back(key_of(other));
    return found;
  }

  int nodes = 0, above = 0, miscounted = 0, shrunk = 0;
  std::uint64_t below = 0;

 private:
  template <class See>
  void left_under(const search::Node& node, const search::Cutoff& cutoff, const See& see) {
    if (node.level == search::Level::configuration) return see(node);
    search::Tree::Expansion expansion;
    m_tree.expand(node, cutoff, expansion);
    for (const search::Node& child : expansion.children) left_under(child, cutoff, see);
  }

  Least under(const search::Node& node) {
    ++nodes;
    Least least;
    if (node.level == search::Level::configuration) {
      least = leaf(node);
      miscounted += node.count == 1 ? 0 : 1;
    } else {
      search::Tree::Expansion expansion;
      m_tree.expand(node, search::Cutoff{m_objective, kNever, nullptr, 1.0}, expansion);
      std::uint64_t count = expansion.by_memory + expansion.cut;
      for (const search::Node& child : expansion.children) {
        count += child.count;
        shrunk += child.step < node.step ? 1 : 0;
        least.take(under(child));
      }
      miscounted += count == node.count ? 0 : 1;
    }
    if (node.step > least.step || node.usd > least.usd || node.bound > least.objective) ++above;
    return least;
  }

  Least leaf(const search::Node& node) {
    const auto best = best_split(m_tree, node, m_tables, m_partitioner);
    if (!best) return {};
    Least least;
    least.feasible = 1;
    least.step = best->step.value;
    least.usd = best->money.usd_per_hour->value * least.step;
    least.objective =
        m_objective == strategy::Objective::money ? *best->money.usd_per_trillion_tokens : least.step;
    return least;
  }

  const strategy::Problem& m_problem;
  strategy::Space m_space;
  cost::Tables m_tables;
  strategy::Objective m_objective;
  search::Tree m_tree;
  search::Partitioner m_partitioner;
};

class TestTree : public QObject {
  Q_OBJECT

  using Points = std::map<double, double>;  // prices by step
  /// Those that no faster one undercuts.
  static Points undominated(const Points& drawn) {
    Points points;
    for (const auto& [step, usd] : drawn)
      if (points.empty() || usd < points.rbegin()->second) points.emplace(step, usd);
    return points;
  }
  /// Leaves better than a set, and others that fell before they were looked at.
  struct Seen {
    int better = 0, fallen = 0;
  };
  /// Draws a set from what the leaves reach and compares what it leaves of a tree with the leaves.
  template <class Draw>
  static void compare_with_set(const strategy::Problem& problem, const QByteArray& which, const Draw& draw,
                               Seen& seen) {
    const double tokens = static_cast<double>(problem.job.global_batch) * problem.job.sequence_length;
    Walk walk(problem, strategy::Objective::pareto);
    const std::map<Walk::Key, Least> leaves = walk.leaves();
    if (leaves.empty()) return;
    std::vector<Least> all;
    for (const auto& leaf : leaves) all.push_back(leaf.second);
    const Points points = undominated(draw(all));
    auto front = std::make_shared<search::Front>();
    for (const auto& [step, usd] : points)
      front->push_back({tokens / step, usd * 1e12 / (tokens * kSecondsPerHour)});
    std::map<Walk::Key, search::Node> left;
    walk.left(search::Cutoff{strategy::Objective::pareto, 0.0, front, tokens},
              [&](const search::Node& node) { left.emplace(Walk::key_of(node), node); });
    for (const auto& leaf : leaves) {
      const Walk::Key& key = leaf.first;
      const Least& least = leaf.second;
      const bool covered = std::any_of(points.begin(), points.end(), [&](const auto& point) {
        return point.first <= least.step && point.second <= least.usd;
      });
      const auto kept = left.find(key);
      QVERIFY2(covered || kept != left.end(), which.constData());
      // Bounds tell of what the set does not beat.
      if (!covered)
        QVERIFY2(kept->second.step <= least.step && kept->second.usd <= least.usd, which.constData());
      seen.better += covered ? 0 : 1;
      seen.fallen += kept != left.end() ? 0 : 1;
    }
  }

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

  /// With a set of time and money at hand a part of the space falls only where every strategy in it is at
  /// least as slow and as dear as some point of the set. The set: up to six leaves, each up to 5 % faster or
  /// slower, cheaper or dearer than it is.
  void nothingBetterThanASetFalls() {
    std::mt19937 random(67);
    const auto near_one = [&] { return std::uniform_real_distribution<double>(0.95, 1.05)(random); };
    Seen seen;
    for (int i = 0; i < cases(80); ++i) {
      strategy::Problem problem = random_problem(random, i % 4 != 0);
      problem.job.flash_attention = i % 5 != 4;
      problem.cluster.may_leave_unused = i % 2 == 0;
      const auto draw = [&](const std::vector<Least>& leaves) {
        Points points;
        for (std::uint64_t n = 1 + random() % 6; n > 0; --n) {
          const Least& least = leaves[random() % leaves.size()];
          points.emplace(least.step * near_one(), least.usd * near_one());
        }
        return points;
      };
      compare_with_set(problem, QByteArray::number(i), draw, seen);
    }
    qInfo("%d leaves better than a set, %d others fell before they were looked at", seen.better, seen.fallen);
    QVERIFY(seen.better > cases(500) && seen.fallen > cases(500));
  }

  /// The same where pools have many numbers of stages: many fall at once. The set: the best of the leaves, up
  /// to 2 % faster or slower, cheaper or dearer than they are.
  void nothingBetterOfManyStagesFalls() {
    std::mt19937 random(71);
    const auto real = [&](double least, double most) {
      return std::uniform_real_distribution<double>(least, most)(random);
    };
    constexpr std::array kSchedules{"1f1b", "gpipe", "zb-h1", "interleaved", "zb-v"};
    Seen seen;
    for (int i = 0; i < cases(200); ++i) {
      const auto memory = [&] { return i % 3 == 0 ? real(1.5, 6.0) : 80.0; };
      std::vector<hardware::Pool> pools;
      pools.push_back(make_pool("a", 1, 4, 1.0, memory(), real(1.0, 4.0)));
      pools.push_back(make_pool("b", 1, 4, real(0.3, 0.95), memory(), real(0.3, 2.0)));
      if (i % 2 == 0) pools.push_back(make_pool("c", 1, 3, real(0.3, 0.95), memory(), real(0.3, 2.0)));
      hardware::Cluster cluster = make_cluster(std::move(pools), real(5.0, 100.0));
      cluster.may_leave_unused = true;
      strategy::Problem problem = make_test_problem(make_graph(8 + static_cast<int>(random() % 3)),
                                                    std::move(cluster), 1024, 1 << (2 + random() % 4));
      problem.job.allowed = {{"schedule", {kSchedules.at(static_cast<std::size_t>(i) % kSchedules.size())}},
                             {"tensor_parallel", {"1"}},
                             {"data_parallel", {"1"}},
                             {"micro_batch", {"1"}},
                             {"zero_stage", {"0"}},
                             {"context_parallel", {"1"}},
                             {"offload_optimizer", {"false"}},
                             {"offload_activations", {"false"}}};
      const auto draw = [&](const std::vector<Least>& leaves) {
        Points reached, points;
        for (const Least& least : leaves) {
          const auto known = reached.try_emplace(least.step, least.usd).first;
          known->second = std::min(known->second, least.usd);
        }
        for (const auto& [step, usd] : undominated(reached))
          points.emplace(step * real(0.98, 1.02), usd * real(0.98, 1.02));
        return points;
      };
      compare_with_set(problem, QByteArray::number(i), draw, seen);
    }
    qInfo("%d leaves better than a set, %d others fell before they were looked at", seen.better, seen.fallen);
    QVERIFY(seen.better > cases(200) && seen.fallen > cases(2000));
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
      const auto real = [&](double least, double most) {
        return std::uniform_real_distribution<double>(least, most)(random);
      };
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

  /// Under a value to cut with everything is left that is no worse, where settings share what refutes their
  /// orders of the pools, and with free counts the stages of the pools: all ways to shard, to recompute and
  /// to overlap, in little memory.
  void nothingBetterThanAValueFalls() {
    std::mt19937 random(59);
    int better = 0, fallen = 0;
    for (int i = 0; i < cases(60); ++i) {
      const auto real = [&](double least, double most) {
        return std::uniform_real_distribution<double>(least, most)(random);
      };
      strategy::Problem problem = make_test_problem(
          make_graph(6, 1024),
          make_cluster({make_pool("a", 1, 4, 1.0, real(3.0, 12.0)),
                        make_pool("b", 1, i % 2 == 0 ? 2 : 4, real(0.3, 0.9), real(3.0, 12.0))},
                       real(2.0, 50.0)),
          4096, 16);
      const char* schedules[] = {"1f1b", "1f1b", "gpipe", "zb-h1"};
      problem.job.allowed["schedule"] = {schedules[i % 4]};
      problem.job.allowed["zero_stage"] = {"0", "1", "2", "3"};
      problem.cluster.may_leave_unused = i % 3 == 2;
      if (i % 5 == 4) problem.graph = make_graph(6, 512, 16, 8, 4, i % 2);
      Walk walk(problem, strategy::Objective::throughput);
      const std::map<Walk::Key, Least> leaves = walk.leaves();
      if (leaves.empty()) continue;
      std::vector<double> steps;
      for (const auto& leaf : leaves) steps.push_back(leaf.second.step);
      std::sort(steps.begin(), steps.end());
      const double value = steps[random() % std::min<std::size_t>(steps.size(), 40)] * real(0.999, 1.02);
      std::set<Walk::Key> left;
      walk.left(search::Cutoff{strategy::Objective::throughput, value, nullptr, 1.0},
                [&](const search::Node& node) { left.insert(Walk::key_of(node)); });
      for (const auto& leaf : leaves) {
        const bool matters = leaf.second.step <= value;
        QVERIFY2(!matters || left.contains(leaf.first), QByteArray::number(i).constData());
        better += matters ? 1 : 0;
        fallen += left.contains(leaf.first) ? 0 : 1;
      }
    }
    qInfo("%d leaves that matter, %d others fell before they were looked at", better, fallen);
    QVERIFY(better > cases(400) && fallen > cases(2000));
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
