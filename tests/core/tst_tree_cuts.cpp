// core/search/tree: under a value to cut with, or a set of time and money, nothing falls that is better.
#include <QtTest>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <vector>

#include "tests/core/cases.h"
#include "tests/core/problems.h"
#include "tests/core/tree_walk.h"
#include "tests/program/test_program.h"

namespace tst_tree_cuts {

using namespace astrolabe;
using namespace astrolabe::tests;

class TestTreeCuts : public QObject {
  Q_OBJECT

  using Points = std::map<double, double>;  // prices by step
  /// Points that no faster one undercuts.
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

  /// With a set at hand nothing better falls where pools have many numbers of stages: many fall at once. The
  /// set: the best of the leaves, up to 2 % faster or slower, cheaper or dearer than they are.
  void nothingBetterOfManyStagesFalls() {
    std::mt19937 random(71);
    const Real real{random};
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

  /// Under a value to cut with everything is left that is no worse, where settings share what refutes their
  /// orders of the pools, and with free counts the stages of the pools: all ways to shard, to recompute and
  /// to overlap, in little memory.
  void nothingBetterThanAValueFalls() {
    std::mt19937 random(59);
    int better = 0, fallen = 0;
    for (int i = 0; i < cases(90); ++i) {
      const Real real{random};
      strategy::Problem problem = make_test_problem(
          make_graph(6, 1024),
          make_cluster({make_pool("a", 1, 4, 1.0, real(3.0, 12.0)),
                        make_pool("b", 1, i % 2 == 0 ? 2 : 4, real(0.3, 0.9), real(3.0, 12.0))},
                       real(2.0, 50.0)),
          4096, 16);
      const char* schedules[] = {"1f1b", "interleaved", "gpipe", "zb-h1", "zb-v"};
      problem.job.allowed["schedule"] = {schedules[i / 3 % 5]};
      problem.job.allowed["zero_stage"] = {"0", "1", "2", "3"};
      problem.cluster.may_leave_unused = i % 3 == 2;
      if (i % 4 == 3) problem.graph = make_graph(6, 512, 16, 8, 4, i / 4 % 2);
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
};

}  // namespace tst_tree_cuts

ASTROLABE_TEST(tst_tree_cuts, TestTreeCuts)
#include "tst_tree_cuts.moc"
