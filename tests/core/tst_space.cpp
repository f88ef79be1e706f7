// core/strategy/space: what it holds beside the degrees, and that a search over it keeps its word.
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/base/error_codes.h"
#include "core/cost/layer_cost.h"
#include "core/cost/shape.h"
#include "core/cost/stack.h"
#include "core/engine.h"
#include "core/search/search.h"
#include "core/strategy/rules.h"
#include "core/strategy/space.h"
#include "problems.h"
#include "tests/program/test_program.h"

namespace tst_space {

using namespace astrolabe;
using namespace astrolabe::strategy;
using namespace astrolabe::tests;

namespace {

/// Every configuration that breaks no rule.
std::vector<Strategy> legal(const Problem& problem) {
  std::vector<Strategy> result;
  const Space space(problem);
  space.visit([&](const Group& group) {
    Strategy strategy;
    for (std::uint64_t index = 0; index < space.per_group(); ++index) {
      space.configuration(group, index, strategy);
      if (first_broken_rule(problem, strategy) == nullptr) result.push_back(strategy);
    }
    return true;
  });
  return result;
}

/// ZeRO 3 alone, on one rank of a model.
Allowed sharded_alone() {
  return {{"tensor_parallel", {"1"}},       {"context_parallel", {"1"}},       {"zero_stage", {"3"}},
          {"micro_batch", {"1"}},           {"recompute", {"none"}},           {"pipeline_parallel", {"1"}},
          {"offload_optimizer", {"false"}}, {"offload_activations", {"false"}}};
}

std::multiset<int> sharding_groups(const Problem& problem) {
  std::multiset<int> groups;
  for (const Strategy& strategy : legal(problem)) groups.insert(strategy.sharding_group);
  return groups;
}

}  // namespace

class TestSpace : public QObject {
  Q_OBJECT

 private slots:
  /// What a search tries of a setting: by hand for 16 GPUs in domains of 8, and what the space really holds.
  void usualValues() {
    Problem problem = make_test_problem(make_graph(4), make_cluster({make_pool("a", 2, 8)}), 1024, 16);
    const auto usual = [&](const char* key) { return strategy::usual_values(problem, key); };
    QCOMPARE(usual("tensor_parallel"), (std::vector<int>{1, 2, 4, 8}));
    QCOMPARE(usual("data_parallel"), (std::vector<int>{1, 2, 4, 8, 16}));  // divisors of the batch
    QCOMPARE(usual("micro_batch"), (std::vector<int>{1, 2, 4, 8, 16}));
    QCOMPARE(usual("zero_stage"), (std::vector<int>{0, 1, 2, 3}));
    QCOMPARE(usual("expert_parallel"), std::vector<int>{1});  // a dense model
    QVERIFY(usual("pipeline_parallel").empty());
    QVERIFY(usual("schedule").empty());
    problem.job.allowed = {{"recompute", {"none"}},
                           {"schedule", {"1f1b"}},
                           {"virtual_pipeline", {"1"}},
                           {"offload_optimizer", {"false"}},
                           {"offload_activations", {"false"}}};
    const strategy::Space space(problem);
    for (const char* key : {"data_parallel", "micro_batch", "zero_stage"}) {
      std::set<std::string> held, wanted;
      for (const int value : usual(key)) wanted.insert(std::to_string(value));
      space.visit([&](const Group& group) {
        Strategy strategy;
        for (std::uint64_t index = 0; index < space.per_group(); ++index) {
          space.configuration(group, index, strategy);
          held.insert(strategy::setting(strategy, key));
        }
        return true;
      });
      QVERIFY2(held == wanted, key);
    }
  }

  /// Sizes that are no powers of two: those that divide the batch, or both the heads and a scale-up domain.
  /// Context parallelism goes as far as ranks keep 1,024 tokens.
  void valuesOfAnySize() {
    Problem problem = make_test_problem(
        make_graph(4, 1536, 24, 24), make_cluster({make_pool("a", 2, 12), make_pool("b", 1, 8)}), 1024, 60);
    const auto usual = [&](const char* key) { return strategy::usual_values(problem, key); };
    QCOMPARE(usual("tensor_parallel"), (std::vector<int>{1, 2, 3, 4, 6, 8, 12}));
    QCOMPARE(usual("micro_batch"), (std::vector<int>{1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 16}));
    QCOMPARE(usual("context_parallel"), (std::vector<int>{1, 2, 4, 8}));
    problem.job.sequence_length = 131072;
    QCOMPARE(usual("context_parallel"), (std::vector<int>{1, 2, 4, 8, 16, 32, 64, 128}));
    problem.job.global_batch = 7;
    QCOMPARE(usual("micro_batch"), (std::vector<int>{1, 2, 4, 7, 8, 16}));
    problem.graph = make_graph(4, 1024, 16, 8);
    QCOMPARE(usual("tensor_parallel"), (std::vector<int>{1, 2, 4, 8}));
  }

  /// Settings found a part of all indices at a time are those found at once, wherever the parts meet, and
  /// those that are left when every index is asked for by itself.
  void settingsInParts() {
    std::mt19937 random(7);
    Problem problem = make_test_problem(make_graph(4), make_cluster({make_pool("a", 2, 8)}), 1024, 16);
    problem.job.allowed = {{"zero_stage", {"0", "1", "2", "3"}}};
    const strategy::Space space(problem);
    std::vector<const strategy::Rule*> rules;
    for (const strategy::Rule& rule : strategy::rules_of(problem)) rules.push_back(&rule);
    Strategy strategy;
    space.start({{{0, 2, 2}}, 4, 1}, strategy);
    std::vector<std::uint64_t> whole, parts;
    space.visit_settings(strategy, rules, [&](std::uint64_t index) { whole.push_back(index); });
    std::vector<std::uint64_t> by_one;
    for (std::uint64_t index = 0; index < space.per_group(); ++index) {
      space.choose(index, strategy);
      if (strategy::first_broken_rule(problem, strategy) == nullptr) by_one.push_back(index);
    }
    QCOMPARE(whole, by_one);
    QVERIFY(whole.size() > 10);
    for (int i = 0; i < 20; ++i) {
      parts.clear();
      for (std::uint64_t first = 0; first < space.per_group();) {
        const std::uint64_t end = first + 1 + random() % (space.per_group() / 4);
        space.visit_settings(
            strategy, rules, [&](std::uint64_t index) { parts.push_back(index); }, first, end);
        first = end;
      }
      QCOMPARE(parts, whole);
    }
  }

  /// 2 nodes of 8: with 16 replicas ZeRO 3 shards over all 16 or over the 8 of a node, with 8 over those
  /// only.
  void hybridSharding() {
    Problem problem = make_test_problem(make_graph(4), make_cluster({make_pool("a", 2, 8)}), 1024, 16);
    problem.job.allowed = sharded_alone();
    QCOMPARE(sharding_groups(problem), (std::multiset<int>{8, 16}));
    problem.job.allowed["tensor_parallel"] = {"2"};  // 8 replicas, 4 of them in a node
    QCOMPARE(sharding_groups(problem), (std::multiset<int>{4, 8}));
    for (const char* whole : {"1", "2"}) {
      problem.job.allowed["zero_stage"] = {whole};
      QCOMPARE(sharding_groups(problem), (std::multiset<int>{8}));
    }
    problem.job.allowed["sharding_group"] = {"2", "3"};  // 8 is no multiple of 3
    QCOMPARE(sharding_groups(problem), (std::multiset<int>{2}));
  }

  /// Of 12 replicas 8 reach each other in a domain: the most of them that share evenly are 6.
  void shardsInsideAnOddDomain() {
    Problem problem = make_test_problem(make_graph(4), make_cluster({make_pool("a", 3, 4)}), 1024, 12);
    problem.cluster.pools[0].scale_up_domain = 8;
    problem.job.allowed = sharded_alone();
    QCOMPARE(sharding_groups(problem), (std::multiset<int>{6, 12}));
  }

  /// Weights are gathered beside the passes where gradients are reduced beside them, unless the job says
  /// more.
  void gatheringFollowsReducing() {
    Problem problem = make_test_problem(make_graph(4), make_cluster({make_pool("a", 1, 8)}), 1024, 16);
    problem.job.allowed = {{"zero_stage", {"1"}}, {"pipeline_parallel", {"1"}}, {"tensor_parallel", {"1"}}};
    const auto gathers = [&](const char* reduces) {
      problem.job.allowed["overlap_grad_reduce"] = {reduces};
      std::set<bool> found;
      for (const Strategy& strategy : legal(problem)) found.insert(strategy.overlap_param_gather);
      return found;
    };
    QCOMPARE(gathers("true"), std::set<bool>{true});
    QCOMPARE(gathers("false"), std::set<bool>{false});
  }

  /// GPUs that all have to be used, eight replicas of one or four of two: six sequences go round neither, and
  /// a multiple of four would. The fewest GPUs may leave some unused.
  void batchesThatGoRound() {
    Job job = make_test_problem(nullptr, {}, 1024, 6).job;
    job.allowed = {
        {"tensor_parallel", {"1", "2"}}, {"pipeline_parallel", {"1"}}, {"context_parallel", {"1"}}};
    const auto made = [&](Objective objective) {
      return make_problem(make_graph(4), make_cluster({make_pool("a", 1, 8)}), job, objective);
    };
    const auto refused = made(Objective::throughput);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, std::string(code::batch_indivisible));
    QCOMPARE(refused.error().found, std::string("6"));
    QCOMPARE(to_text(refused.error().wanted), to_text({Wanted::Kind::multiple_of, {"4"}}));
    QVERIFY(made(Objective::gpus) && made(Objective::gpus)->cluster.may_leave_unused);
    job.global_batch = 12;
    QVERIFY(made(Objective::throughput) && !made(Objective::throughput)->cluster.may_leave_unused);
  }

  /// Sharding over 8 of 16 ranks holds twice the state of sharding over 16.
  void hybridMemory() {
    const Problem problem = make_test_problem(make_graph(4), make_cluster({make_pool("a", 2, 8)}), 1024, 16);
    Strategy strategy;
    strategy.data_parallel = 16;
    strategy.zero_stage = 3;
    strategy.sharding_group = 16;
    strategy.stages = {{0, 4, 1, Recompute::none, 0}};
    cost::Tables tables(problem);
    const cost::Evaluation wide = cost::Shape(tables, strategy).evaluate({4});
    strategy.sharding_group = 8;
    const cost::Evaluation narrow = cost::Shape(tables, strategy).evaluate({4});
    QCOMPARE(narrow.memory[0].optimizer.value, 2.0 * wide.memory[0].optimizer.value);
    QCOMPARE(narrow.memory[0].gradients.value, 2.0 * wide.memory[0].gradients.value);
    // All parameters: 12 bytes of Adam over 16 ranks.
    const double parameters = static_cast<double>(problem.graph->parameters_total);
    QVERIFY(qAbs(wide.memory[0].optimizer.value - 12.0 * parameters / 16.0) <= 1e-9 * 12.0 * parameters);
  }

  /// Chunks that hold equally many layers on two stages or more, or that lack up to three at the ends, one of
  /// them at the first and no more at the last than it would hold: 13 is prime and 15 = 3 x 5 would leave
  /// chunks of one two too few, 14 = 2 x 7; 8 = 2 x 4 and 9 = 3 x 3; 81 = 9 x 9, 82 = 2 x 41.
  void chunks() {
    const auto virtuals = [](int layers) {
      Problem problem = make_test_problem(make_graph(layers), make_cluster({make_pool("a", 1, 2)}), 1024, 4);
      std::set<int> found;
      const Space space(problem);
      space.visit([&](const Group& group) {
        Strategy strategy;
        for (std::uint64_t index = 0; index < space.per_group(); ++index) {
          space.configuration(group, index, strategy);
          found.insert(strategy.virtual_pipeline);
        }
        return false;
      });
      return found;
    };
    QCOMPARE(virtuals(12), (std::set<int>{1, 2, 3, 4, 6, 7}));
    QCOMPARE(virtuals(7), (std::set<int>{1, 2, 3, 4}));
    QCOMPARE(virtuals(80), (std::set<int>{1, 2, 3, 4, 5, 8, 9, 10, 16, 20}));
    QVERIFY(virtuals(96).contains(24));    // on four stages
    QVERIFY(!virtuals(100).contains(25));  // more than any recipe uses
  }

  /// A layer's weight gradients: its products with their own shapes, and the accumulation; a third of the
  /// host's launches may be longer.
  void weightGradients() {
    const Problem problem = make_test_problem(make_graph(4), make_cluster({make_pool("a", 1, 8)}), 1024, 8);
    cost::Tables tables(problem);
    const cost::Device& device = tables.device(0);
    const cost::StackTraits& stack = tables.stack(0);
    cost::Splitting splitting;
    splitting.tensor_parallel = 2;
    splitting.micro_batch = 2;
    const cost::SplitCost& split = tables.split(splitting);
    // T = 2 x 1024; qkv 2048 x 1024, out 1024 x 1024, up 8192 x 1024, down 1024 x 4096, halved over 2 ranks.
    double seconds = 0.0;
    for (const auto& [n, k] :
         {std::pair{1024.0, 1024.0}, {1024.0, 512.0}, {4096.0, 1024.0}, {1024.0, 2048.0}})
      seconds += cost::gemm_seconds(device, n, k, 2048.0, true, cost::Product::weight_gradient);
    seconds += cost::memory_seconds(device, stack.accumulate_bytes * split.classes[0].dense_parameters);
    seconds = std::cbrt(std::pow(seconds, 3) + std::pow(stack.host_layer_seconds / 3.0, 3)) * stack.factor;
    QVERIFY(qAbs(split.classes[0].weight_seconds - seconds) <= 1e-12);
    QVERIFY(seconds > 0.0 && seconds < split.classes[0].time[0].backward_seconds);
  }

  /// Zero-bubble, GPipe and hybrid sharding in the space: the search's bound holds, and what it calls optimal
  /// is what evaluating everything finds.
  void searchKeepsItsWord() {
    std::mt19937 random(31);
    int bubbles = 0;
    int v = 0;
    int looped = 0;
    int offloaded = 0;
    for (int i = 0; i < 90; ++i) {
      Problem problem = random_problem(random, i % 2 == 1);
      problem.job.allowed["schedule"] = {"1f1b", "interleaved", "gpipe", "zb-h1", "zb-v", "looped-bfs"};
      if (i % 3 == 0) problem.job.allowed["schedule"] = {"zb-v", "interleaved"};
      if (i % 6 == 2) problem.job.allowed["schedule"] = {"looped-bfs"};
      if (i % 3 == 1) {
        problem.job.allowed["schedule"] = {"1f1b"};
        problem.job.allowed["offload_activations"] = {"false", "true"};
        for (hardware::Pool& pool : problem.cluster.pools) pool.gpu.pcie = gb_per_s(2000);
      }
      search::Request request;
      const search::Progress quick = search::run(problem, request, {}, nullptr, {});
      request.exhaustive = request.brute_splits = true;
      const search::Progress brute = search::run(problem, request, {}, nullptr, {});
      QCOMPARE(quick.space.total, brute.space.total);
      QCOMPARE(quick.space.rejected_by_rule, brute.space.rejected_by_rule);
      QCOMPARE(quick.best.empty(), brute.best.empty());
      if (brute.best.empty()) continue;
      const double best = brute.best.front().step.value;
      if (brute.best.front().strategy.schedule == Schedule::zb_h1) ++bubbles;
      if (brute.best.front().strategy.schedule == Schedule::zb_v) ++v;
      if (brute.best.front().strategy.schedule == Schedule::looped_bfs) ++looped;
      if (brute.best.front().strategy.offload_activations) ++offloaded;
      if (quick.optimal) QVERIFY(qAbs(quick.best.front().step.value - best) <= 1e-12 * best);
      QVERIFY(!quick.has_bound || quick.bound <= best * (1.0 + 1e-12));
    }
    QVERIFY(bubbles > 0);
    QVERIFY(v > 0);
    QVERIFY(looped > 0);
    QVERIFY(offloaded > 0);
  }

  /// Far too few GPUs: the fix names as many nodes as are needed, and with one less nothing fits.
  void nearestFixes() {
    Problem problem = make_test_problem(make_graph(80, 4096, 32, 8),
                                        make_cluster({make_pool("small", 1, 2, 1.0, 24.0)}), 4096, 64);
    problem.cluster.may_leave_unused = true;
    problem.job.allowed["micro_batch"] = {"1"};
    const plan::SnapshotPtr answer = run_search(problem, {});
    QCOMPARE(answer->status, plan::Status::infeasible);
    QCOMPARE(answer->fixes.size(), std::size_t(1));
    QCOMPARE(answer->fixes.front().kind, plan::Fix::Kind::add_nodes);
    const int nodes = static_cast<int>(answer->fixes.front().amount);
    const auto with = [&](int more) {
      Problem changed = problem;
      changed.cluster.pools[0].nodes += more;
      changed.cluster.pools[0].max_gpus = changed.cluster.pools[0].gpus();
      return !run_search(changed, {})->best.empty();
    };
    QVERIFY(nodes > 1);
    QVERIFY(with(nodes));
    QVERIFY(!with(nodes - 1));
  }

  /// Micro-batches too long for the memory: one sequence at a time would fit.
  void shorterMicroBatches() {
    Problem problem = make_test_problem(make_graph(8, 2048, 16, 8),
                                        make_cluster({make_pool("a", 1, 1, 1.0, 48.0)}), 8192, 16);
    problem.job.allowed = {{"micro_batch", {"16"}}, {"recompute", {"none"}}};
    const plan::SnapshotPtr answer = run_search(problem, {});
    QCOMPARE(answer->status, plan::Status::infeasible);
    const auto fix = std::find_if(answer->fixes.begin(), answer->fixes.end(), [](const plan::Fix& candidate) {
      return candidate.kind == plan::Fix::Kind::lower_micro_batch;
    });
    QVERIFY(fix != answer->fixes.end());
    problem.job.allowed["micro_batch"] = {"1"};
    QVERIFY(!run_search(problem, {})->best.empty());
  }
};

}  // namespace tst_space

ASTROLABE_TEST(tst_space, TestSpace)
#include "tst_space.moc"
