// Experts over ranks: what those exchange and hold that share one expert, and that no degree beats what the
// search calls best.
#include <QtTest>
#include <cmath>
#include <random>

#include "cases.h"
#include "core/calibration/validation.h"
#include "core/cost/collective.h"
#include "core/cost/kernel.h"
#include "core/cost/layer_cost.h"
#include "core/cost/stack.h"
#include "core/engine.h"
#include "core/exchange/schedule.h"
#include "cost_sums.h"
#include "problems.h"
#include "tests/program/test_program.h"

namespace tst_expert_parallel {

using namespace astrolabe;
using namespace astrolabe::cost;
using namespace astrolabe::tests;

namespace {

/// Two nodes of 8, hidden 1024, 4 experts of 2048, top 2, 1024 tokens a sequence.
strategy::Problem sixteen_ranks() {
  return make_test_problem(make_graph(4, 1024, 16, 8, 4), make_cluster({make_pool("a", 2, 8)}), 1024, 16);
}

Device device_of(const strategy::Problem& problem) {
  return make_device(problem.cluster.pools[0], problem.job.precision, coefficients_of(problem),
                     problem.software);
}

Splitting splitting_with(int expert, int shared) {
  Splitting splitting;
  splitting.tensor_parallel = 8;
  splitting.sequence_parallel = true;
  splitting.expert_parallel = expert;
  splitting.expert_tensor_parallel = shared;
  return splitting;
}

LayerCost layer_of(const strategy::Problem& problem, int expert, int shared) {
  return split_cost(problem, device_of(problem), splitting_with(expert, shared)).classes[0];
}

/// Without recomputation.
LayerParts parts_of(const strategy::Problem& problem, int expert, int shared) {
  return split_parts(problem, device_of(problem), splitting_with(expert, shared)).at(0).at(0);
}

/// The best step with these degrees only; 0 when nothing fits.
double best_step(const strategy::Problem& problem) {
  SearchOptions options;
  options.threads = 1;
  options.top = 1;
  const plan::SnapshotPtr answer = run_search(problem, options);
  return answer->best.empty() ? 0.0 : answer->best.front().step.value;
}

}  // namespace

class TestExpertParallel : public QObject {
  Q_OBJECT

 private slots:
  /// One group of all 16 ranks holds every expert, so no token goes to another group. Tokens and experts of a
  /// rank 1024 x 2 / 8 = 256, of the group 4096; 2 bytes x 1024 hidden: 8,388,608 bytes. Over two nodes, a
  /// ring at the rate of a node's network (400 GB/s) times its share, 14 steps inside of 2 us and one outside
  /// of 5 us: 15/16 x 8,388,608 / (400e9 share) + 33e-6 s, gathered and scattered, 0.8 of it exposed
  /// times what the release leaves.
  void tokensOfSharedExperts() {
    const strategy::Problem problem = sixteen_ranks();
    const LayerParts time = parts_of(problem, 1, 16);
    const double share = coefficients_of(problem).network_share;
    const double one = 15.0 / 16.0 * 8388608.0 / (400e9 * share) + 33e-6;
    const StackTraits stack = stack_traits(problem, false);
    const double exposed = stack.factor * 0.8 * stack.release;
    checkClose(time.forward[Part::expert_parallel], exposed * 2.0 * one);
    checkClose(time.backward[Part::expert_parallel], exposed * 2.0 * one);
    checkClose(parts_of(problem, 1, 1).forward[Part::expert_parallel], 0.0);
  }

  /// A second rank for every expert: half the weights, and of what is kept the first product's input of the
  /// other rank's tokens, 1024 x 2 / 8 x 1024 x 2 bytes. In fp8 it is kept in one byte.
  void memoryOfSharedExperts() {
    strategy::Problem problem = sixteen_ranks();
    const LayerCost whole = layer_of(problem, 2, 1);
    const LayerCost shared = layer_of(problem, 2, 2);
    checkClose(shared.expert_parameters, whole.expert_parameters / 2.0);
    checkClose(whole.expert_parameters, 4 * 3.0 * 2048 * 1024 / 2);
    checkClose(shared.kept_bytes[0] - whole.kept_bytes[0], 524288.0);
    checkClose(layer_of(problem, 2, 4).kept_bytes[0] - whole.kept_bytes[0], 3 * 524288.0);
    problem.job.precision = hardware::Precision::fp8;
    checkClose(layer_of(problem, 2, 2).kept_bytes[0] - layer_of(problem, 2, 1).kept_bytes[0], 262144.0);
  }

  /// Without grouped products every expert has products of its own: of a rank with two experts, 64 rows each
  /// of the up and of the down product.
  void productsOneAfterTheOther() {
    strategy::Problem problem = sixteen_ranks();
    const Device device = device_of(problem);
    const auto product = [&](double rows, double n, double k, double copies, double share) {
      return gemm_seconds(device, rows, n, k, true, Product::forward, copies, share);
    };
    const double grouped = parts_of(problem, 2, 1).forward[Part::compute_forward];
    problem.software.grouped_experts = false;
    const double apart = parts_of(problem, 2, 1).forward[Part::compute_forward];
    const double share = grouped_share(stack_traits(problem, false), coefficients_of(problem));
    QVERIFY(share < 1.0);
    checkClose((apart - grouped) / stack_traits(problem, false).factor,
               2.0 * (product(128, 4096, 1024, 1, 1) + product(128, 1024, 2048, 1, 1)) -
                   (product(256, 4096, 1024, 2, share) + product(256, 1024, 2048, 2, share)),
               1e-6);
  }

  /// Fully sharded experts on two nodes of 8. Ranks that hold the same experts lie ep apart: 16 / ep of them,
  /// and ep such groups share a node's network of 400 GB/s, so that a group gets 400 / ep of it, a card's
  /// link at most. A layer's experts are 4 x 3 x 2048 x 1024 parameters of 2 bytes, 1 / ep of them on a rank.
  void shardedExpertsShareTheNetwork() {
    const strategy::Problem problem = sixteen_ranks();
    const Device device = device_of(problem);
    const PoolScene scene{problem, device, stack_traits(problem, false)};
    for (const int ep : {1, 2, 4}) {
      Splitting splitting;
      splitting.expert_parallel = ep;
      splitting.gathered_over = 16;
      const LayerWork work = split_work(scene, splitting).classes[0];
      const double ranks = 16.0 / ep;
      const double share = coefficients_of(problem).fsdp_share;
      const double experts = 2.0 * (4.0 * 3.0 * 2048.0 * 1024.0 / ep) * (ranks - 1.0) / ranks /
                             (std::min(450e9, 400e9 / ep) * share);
      const double dense = 2.0 * work.dense_parameters * 15.0 / 16.0 / (400e9 * share);
      const double gather = experts + dense;
      const double pass = work.forward.total();
      const double longer = std::cbrt(std::pow(pass, 3.0) + std::pow(gather, 3.0)) - pass +
                            scene.stack.sharded_slowdown * std::min(gather, pass);
      checkClose(
          split_cost(scene, splitting, split_work(scene, splitting)).classes[0].time[0].forward_sharded,
          longer * scene.stack.factor);
    }
  }

  /// Mixtral-8x22B on 256 H100 at 100 GB/s a node with two micro-batches: 135.3 billion expert parameters are
  /// 270.6 GB, of which a node holds 1/32 and takes in the rest, 262 GB, however experts are spread: four
  /// gathers and one reduction take 13.1 s.
  void noExpertParallelismMovesFewerBytes() {
    const double bytes = 2.0 * 3.0 * 6144.0 * 16384.0 * 8.0 * 56.0 * 31.0 / 32.0;
    const double floor = 5.0 * bytes / 100e9;
    QVERIFY(std::fabs(floor - 13.1) < 0.05);
    for (const char* ep : {"1", "2", "4", "8"}) {
      const auto table = calibration::read_measured_runs(
          std::string(
              "id,model,family,layers,hidden,heads,kv_heads,ffn,gated_mlp,experts,topk,expert_ffn,vocab,"
              "seq,gpu,n_gpus,gpus_per_node,inter_node_link,dtype,tp,pp,cp,ep,dp,mbs,gbs,zero,recompute,"
              "framework,date,measured_kind,measured_value\n"
              "a,Mixtral-8x22B,moe,56,6144,48,8,16384,1,8,2,16384,32768,4096,H100-SXM-80GB,256,8,"
              "100 GB/s,bf16,1,1,1,") +
          ep + ",256,1,512,3,none,Megatron-Bridge,2026-06,iter_s,20\n");
      QCOMPARE(table->runs.size(), std::size_t{1});
      const auto measured = calibration::make_case(table->runs[0], hardware::Catalogue::built_in());
      QVERIFY(measured.has_value());
      const double step = calibration::predict(*measured) * measured->tokens_per_step;
      QVERIFY2(step >= floor, qPrintable(QStringLiteral("ep %1: %2 s").arg(ep).arg(step)));
    }
  }

  /// An all-to-all of training takes the bound of its matrix by tier, also where one of 16 ranks on two nodes
  /// gets f times the mean: `message` is what that rank gets. Links 450 GB/s and 2 us, cards 50 GB/s and 5
  /// us.
  void exchangesTakeTheBoundOfTheirMatrix() {
    const hardware::Pool pool = make_pool("a", 2, 8);
    const double each = 1e6;  // bytes that a rank sends to all
    for (const double hot : {1.0, 1.4, 5.0}) {
      std::vector<double> load(16, (16.0 - hot) / 15.0);
      load[3] = hot;
      const exchange::TierBounds bounds =
          exchange::tier_bounds(exchange::traffic_by_load(load, each), {8, 450e9, 50e9});
      checkClose(all_to_all(Bytes{hot * each}, {16, 1}, pool, 1.0, 1.0).value,
                 bounds.inside + 2e-6 + bounds.own_cards + 5e-6);
    }
  }

  /// Dense models have no more configurations than before; with experts every degree of the domain counts.
  void space() {
    strategy::Problem dense = make_test_problem(make_graph(4), make_cluster({make_pool("a", 1, 8)}), 1024, 8);
    const std::uint64_t all = count_space(dense).total;
    dense.job.allowed["expert_tensor_parallel"] = {"1"};
    QCOMPARE(count_space(dense).total, all);
    strategy::Problem experts =
        make_test_problem(make_graph(4, 1024, 16, 8, 4), make_cluster({make_pool("a", 1, 8)}), 1024, 8);
    const std::uint64_t four = count_space(experts).total;  // 1, 2, 4, 8
    experts.job.allowed["expert_tensor_parallel"] = {"1"};
    QCOMPARE(four, 4 * count_space(experts).total);
    experts.job.allowed = {{"tensor_parallel", {"3"}}};
    const std::uint64_t five = count_space(experts).total;  // and as many as tensor parallelism
    experts.job.allowed["expert_tensor_parallel"] = {"1"};
    QCOMPARE(five, 5 * count_space(experts).total);
  }

  /// What is best over all degrees is the best of the best of each, which no evaluation beats.
  void noDegreeBeatsTheBest() {
    std::mt19937 random(3);
    int shared_best = 0;
    for (int i = 0; i < cases(20); ++i) {
      strategy::Problem problem;
      do problem = random_problem(random, i % 2 == 1);
      while (problem.graph->experts == 0);
      problem.job.allowed.erase("expert_tensor_parallel");
      without_offload(problem);
      if (i % 3 == 0) problem.job.expert_imbalance = 2.0;
      const double best = best_step(problem);
      double least = 0.0;
      for (const char* degree : {"1", "2", "4", "8"}) {
        strategy::Problem one = problem;
        one.job.allowed["expert_tensor_parallel"] = {degree};
        const double step = best_step(one);
        if (step == 0.0) continue;
        QVERIFY2(best > 0.0 && best <= step, qPrintable(QStringLiteral("%1, degree %2").arg(i).arg(degree)));
        if (least == 0.0 || step < least) {
          least = step;
          shared_best += degree[0] != '1' ? 1 : 0;
        }
      }
      QCOMPARE(best, least);
    }
    QVERIFY(shared_best > 0);  // there are problems in which sharing an expert is best
  }
};

}  // namespace tst_expert_parallel

ASTROLABE_TEST(tst_expert_parallel, TestExpertParallel)
#include "tst_expert_parallel.moc"
