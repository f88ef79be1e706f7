// core/replan/kind_bound: what no pipelines around marks fall below, beside plans of random layouts, marks
// and splits.
#include <QtTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/cost/slowed_tables.h"
#include "core/hardware/usable_gpus.h"
#include "core/replan/kind_bound.h"
#include "core/replan/layout.h"
#include "core/replan/pipelines.h"
#include "core/replan/replan.h"
#include "core/strategy/fits.h"
#include "core/strategy/space.h"
#include "drawn_problem.h"
#include "hurt_nodes.h"
#include "problems.h"
#include "tests/program/test_program.h"

namespace tst_kind_bound {

using namespace astrolabe;
using namespace astrolabe::replan;
using strategy::Schedule;

/// Of which some GPUs and links are slow or have failed.
strategy::Problem marked_problem(std::mt19937& random) {
  const tests::Pick pick{random};
  const tests::Real real{random};
  strategy::Problem problem = tests::drawn_problem(random);
  problem.job.allowed["micro_batch"] = {"1", "2"};
  if (problem.graph->experts > 0) problem.job.allowed["expert_tensor_parallel"] = {"1"};
  hardware::Pool& pool = problem.cluster.pools.front();
  pool.slow.push_back({0, pick(0, 7), real(1.0, 3.0), real(1.0, 2.0)});
  if (pick(0, 1) == 0) pool.slow.push_back({1, {}, 1.0, real(1.0, 3.0)});
  if (pick(0, 1) == 0) pool.failed.push_back({pool.nodes - 1, pick(0, 3)});
  hardware::apply_marks(pool);
  return problem;
}

strategy::Strategy layout_for(const strategy::Problem& problem, std::mt19937& random) {
  const tests::Pick pick{random};
  const int pools = static_cast<int>(problem.cluster.pools.size());
  strategy::Strategy made;
  made.tensor_parallel = 1 << pick(0, 2);
  made.pipeline_parallel = 1 << pick(0, 2);
  made.context_parallel = pick(0, 3) == 0 ? 2 : 1;
  made.data_parallel = 1 << pick(0, 2);
  if (problem.graph->experts > 0) made.expert_parallel = 1 << pick(0, 2);
  made.micro_batch = 1 << pick(0, 1);
  made.sequence_parallel = made.tensor_parallel > 1 && pick(0, 1) == 0;
  made.overlap_tensor_parallel = made.sequence_parallel && pick(0, 1) == 0;
  made.zero_stage = pick(0, 1);
  if (made.zero_stage > 0) made.sharding_group = made.replicas();
  constexpr Schedule kTried[] = {Schedule::one_f_one_b, Schedule::gpipe, Schedule::zb_h1};
  if (made.pipeline_parallel > 1) made.schedule = kTried[pick(0, 2)];
  const int layers = problem.graph->layer_count(), stages = made.pipeline_parallel;
  for (int j = 0; j < stages; ++j)
    made.stages.push_back({pools > 1 && 2 * j >= stages ? 1 : 0, layers / stages, made.tensor_parallel});
  return made;
}

/// One layer or one micro-batch of the plan elsewhere.
Plan moved(Plan plan, std::mt19937& random) {
  const tests::Pick pick{random};
  const int last = static_cast<int>(plan.pipelines.size()) - 1;
  Pipeline &from = plan.pipelines[static_cast<std::size_t>(pick(0, last))],
           &to = plan.pipelines[static_cast<std::size_t>(pick(0, last))];
  if (from.stages.size() > 1 && from.stages.front().layers > 1 && from.stages.front().recompute_layers == 0) {
    --from.stages.front().layers;
    ++from.stages.back().layers;
  }
  const int lane = plan.strategy.expert_parallel * plan.strategy.data_parallel;
  if (&from != &to && from.micro_batches > lane) {
    from.micro_batches -= lane;
    to.micro_batches += lane;
  }
  return plan;
}

/// What stages may have where every splitting is looked at: powers of two, and 1 of each.
constexpr std::array<int, 4> kTensor{1, 2, 4, 8};
constexpr std::array<int, 2> kContext{1, 2}, kShared{1, 2};
constexpr std::array<int, 3> kExpert{1, 2, 4}, kMicro{1, 2, 4};

template <class Values>
std::vector<std::string> texts_of(const Values& values) {
  std::vector<std::string> texts;
  for (const int value : values) texts.push_back(std::to_string(value));
  return texts;
}

/// marked_problem() of other precisions, loads of experts and tunings, too, in which stages may have these.
strategy::Problem narrow_problem(std::mt19937& random) {
  const tests::Pick pick{random};
  const tests::Real real{random};
  strategy::Problem problem = marked_problem(random);
  problem.job.allowed["tensor_parallel"] = texts_of(kTensor);
  problem.job.allowed["context_parallel"] = texts_of(kContext);
  problem.job.allowed["expert_parallel"] = texts_of(kExpert);
  problem.job.allowed["expert_tensor_parallel"] = texts_of(kShared);
  problem.job.allowed["micro_batch"] = texts_of(kMicro);
  if (pick(0, 2) == 0) problem.job.precision = hardware::Precision::fp8;
  if (pick(0, 1) == 0) problem.job.expert_imbalance = real(1.0, 1.5);
  if (pick(0, 2) == 0) {
    problem.job.tuning.emplace();
    if (pick(0, 1) == 0) problem.job.tuning->method = strategy::TuningMethod::lora;
  }
  return problem;
}

/// What layers of each class take with a splitting; where ranks share weights, without adding up gradients
/// and without the traffic that they have for it.
std::vector<double> layer_seconds(const cost::Tables& tables, const cost::Splitting& one, bool sharded) {
  cost::PoolScene scene{tables.problem(), tables.device(one.pool), tables.stack(one.pool)};
  if (sharded) scene.stack.accumulate_bytes = 0.0;
  std::vector<double> seconds;
  for (const cost::LayerCost& layer : cost::split_cost(scene, one, cost::split_work(scene, one)).classes) {
    const cost::LayerTime& time = layer.time[cost::kNothingAgain];
    seconds.push_back(time.forward_seconds + time.backward_seconds);
  }
  return seconds;
}

/// The most of `weights` that one GPU of a pool does in a second, of all splittings that it holds.
double best_rate(const cost::Tables& tables, int pool, const std::vector<double>& weights, bool sharded) {
  const int gpus = tables.problem().cluster.pools[static_cast<std::size_t>(pool)].gpus();
  double best = 0.0;
  const auto look = [&](const cost::Splitting& one) {
    if (one.tensor_parallel == 1 && (one.sequence_parallel || one.overlap_tensor_parallel)) return;
    if (one.tensor_parallel * one.context_parallel > gpus) return;
    if (one.expert_parallel * one.expert_tensor_parallel > gpus) return;
    const std::vector<double> seconds = layer_seconds(tables, one, sharded);
    for (std::size_t k = 0; k < weights.size(); ++k)
      best = std::max(
          best, weights[k] / seconds[k] * one.micro_batch / (one.tensor_parallel * one.context_parallel));
  };
  for (const int t : kTensor)
    for (const int c : kContext)
      for (const int e : kExpert)
        for (const int s : kShared)
          for (const int m : kMicro)
            for (const bool sequence : {false, true})
              for (const bool overlap : {false, true}) look({pool, t, c, e, s, m, sequence, overlap});
  return best;
}

/// The bound of a narrow_problem() as it is defined: GPU by GPU with every splitting.
double by_every_splitting(const strategy::Problem& problem, bool sharded) {
  const strategy::Problem sound = without_marks(problem);
  const Health health(problem.cluster);
  cost::SlowedTables tables(sound);
  // What a layer weighs is what it takes alone on a GPU of the first pool; of a class without layers nothing.
  const std::vector<double> alone = layer_seconds(tables.sound(), {}, false);
  std::vector<double> weights(alone.size(), 0.0);
  double sequence = 0.0;
  for (const int kind : sound.graph->layers) {
    const auto at = static_cast<std::size_t>(kind);
    weights[at] = alone[at];
    sequence += alone[at];
  }
  std::map<std::pair<int, hardware::Slowness>, double> known;
  double rate = 0.0;
  for (std::size_t p = 0; p < problem.cluster.pools.size(); ++p) {
    const int pool = static_cast<int>(p);
    for (int node = 0; node < problem.cluster.pools[p].nodes; ++node)
      for (int gpu = 0; gpu < problem.cluster.pools[p].gpus_per_node; ++gpu) {
        const LaneStage stage = health.of({{pool, node, gpu}});
        if (stage.failed) continue;
        const auto [of, is_new] = known.try_emplace({pool, stage.slowness}, 0.0);
        if (is_new) of->second = best_rate(tables.alike(stage.slowness), pool, weights, sharded);
        rate += of->second;
      }
  }
  return sequence * problem.job.global_batch / rate;
}

/// A model of the size of Mixtral 8x22B on eight nodes of eight GPUs, with `slow` of them slow, each by
/// another factor, or failed.
strategy::Problem many_experts(int slow, bool failed = false) {
  strategy::Problem problem =
      tests::make_test_problem(tests::make_graph(56, 6144, 48, 8, 8),
                               tests::make_cluster({tests::make_pool("a", 8, 8, 1.0, 192.0)}), 4096, 128);
  problem.cluster.may_leave_unused = true;
  hardware::Pool& pool = problem.cluster.pools.front();
  for (int i = 0; i < slow; ++i) {
    if (failed)
      pool.failed.push_back({i / 8, i % 8});
    else
      pool.slow.push_back({i / 8, i % 8, 1.5 + 0.01 * i, 1.0});
  }
  hardware::apply_marks(pool);
  return problem;
}

/// Eight stages of pairs, four replicas.
strategy::Strategy eight_stages(int expert_parallel) {
  strategy::Strategy made;
  made.tensor_parallel = 2;
  made.pipeline_parallel = 8;
  made.data_parallel = 4;
  made.expert_parallel = expert_parallel;
  made.zero_stage = 1;
  made.sharding_group = made.replicas();
  for (int j = 0; j < 8; ++j) made.stages.push_back({0, 7, 2});
  return made;
}

class TestKindBound : public QObject {
  Q_OBJECT

 private slots:
  /// No plan around random marks is below, of any change, nor what lies next to it, in time and money.
  void noneIsBelow() {
    std::mt19937 random(20261130);
    int plans = 0, bounded = 0;
    for (int i = 0; i < 120; ++i) {
      strategy::Problem problem = marked_problem(random);
      constexpr std::array kBases{hardware::CostBasis::rent, hardware::CostBasis::buy,
                                  hardware::CostBasis::own};
      problem.job.cost.basis = kBases[static_cast<std::size_t>(i % 3)];
      problem.job.cost.idle_gpus_cost = i % 2 == 1;
      strategy::Strategy base = layout_for(problem, random);
      if (i % 5 < 2 && base.replicas() > 1) {
        base.zero_stage = 3;
        base.sharding_group = base.replicas();
      }
      const auto answer = replan::replan(problem, base);
      if (!answer) continue;
      const double bound = kind_bound(problem, {base}), usd = kind_bound_usd(problem, {base});
      QCOMPARE(usd > 0.0, bound > 0.0);
      if (bound > 0.0) ++bounded;
      for (const Plan& plan : answer->plans) {
        ++plans;
        QVERIFY2(bound <= plan.step_seconds, qPrintable(QStringLiteral("%1: %2 %3 %4")
                                                            .arg(i)
                                                            .arg(QLatin1String(to_string(plan.kind)))
                                                            .arg(bound)
                                                            .arg(plan.step_seconds)));
        for (int j = 0; j < 4; ++j)
          if (const auto near = predict(problem, moved(plan, random))) {
            QVERIFY(bound <= near->plan.step_seconds);
            QVERIFY(usd <= near->row.money.usd_per_trillion_tokens.value());
          }
      }
    }
    QVERIFY2(plans > 100 && bounded > 30, qPrintable(QStringLiteral("%1 %2").arg(plans).arg(bounded)));
  }

  /// Splittings are left out that others are faster than, and no more: the bound is that of all of them but
  /// for what rounding takes.
  void isThatOfEverySplitting() {
    std::mt19937 random(20261201);
    for (int i = 0; i < 30; ++i) {
      strategy::Problem problem = narrow_problem(random);
      const bool sharded = i % 2 == 1;
      problem.job.allowed["zero_stage"] = {sharded ? "3" : "1"};
      const strategy::Strategy base = layout_for(problem, random);
      const double bound = kind_bound(problem, {base}), all = by_every_splitting(problem, sharded);
      QVERIFY2(bound <= all && bound >= all * (1.0 - 1e-8),
               qPrintable(QStringLiteral("%1: %2 %3").arg(i).arg(bound, 0, 'g', 12).arg(all, 0, 'g', 12)));
    }
  }

  /// Where ranks share weights, a layer takes no less than without their traffic and without adding up
  /// gradients, however many there are.
  void sharedWeightsTakeNoLess() {
    std::mt19937 random(20261203);
    const tests::Pick pick{random};
    for (int i = 0; i < 200; ++i) {
      const strategy::Problem problem = without_marks(narrow_problem(random));
      const cost::Tables tables(problem);
      cost::Splitting one;
      one.tensor_parallel = 1 << pick(0, 3);
      one.expert_parallel = 1 << pick(0, 2);
      one.micro_batch = 1 << pick(0, 4);
      const std::vector<double> least = layer_seconds(tables, one, true);
      one.gathered_over = 2 << pick(0, 3);
      const std::vector<double> shared = layer_seconds(tables, one, false);
      for (std::size_t k = 0; k < least.size(); ++k) QVERIFY(shared[k] >= least[k] * (1.0 - 1e-12));
    }
  }

  /// Four degrees of tensor parallelism, with one way of it and three times four ways, four of context
  /// parallelism, of expert parallelism and of sharing an expert, five micro-batches: 13 x 4 x 4 x 4 x 5 =
  /// 4,160 splittings on a sound GPU, as many on a slow one. There is a bound, and no plan is below.
  void ofManySplittings() {
    const strategy::Problem problem = many_experts(1);
    std::size_t settings = 1;
    for (const char* key :
         {"tensor_parallel", "context_parallel", "expert_parallel", "expert_tensor_parallel", "micro_batch"})
      settings *= strategy::usual_values(without_marks(problem), key).size();
    QCOMPARE(settings, std::size_t{4 * 4 * 4 * 4 * 5});
    std::mt19937 random(20261202);
    int plans = 0;
    for (const int expert_parallel : {1, 2, 4}) {
      const strategy::Strategy base = eight_stages(expert_parallel);
      const double bound = kind_bound(problem, {base});
      QVERIFY(bound > 0.0);
      const auto answer = replan::replan(problem, base);
      if (!answer) continue;
      for (const Plan& plan : answer->plans) {
        ++plans;
        QVERIFY(bound <= plan.step_seconds);
        for (int j = 0; j < 4; ++j)
          if (const auto near = predict(problem, moved(plan, random)))
            QVERIFY(bound <= near->plan.step_seconds);
      }
    }
    QVERIFY(plans > 0);
  }

  /// 40 of 64 GPUs are slow, each by another factor: more ways to be slow than are looked at. GPUs that are
  /// not count as others that are less slow: no more is done than with nothing slow, and no less than without
  /// them, at 24 GPUs of 64.
  void ofManyMarks() {
    const strategy::Strategy base = eight_stages(2);
    const double sound = kind_bound(many_experts(0), {base}), slow = kind_bound(many_experts(40), {base}),
                 without = kind_bound(many_experts(40, true), {base});
    QVERIFY(sound > 0.0);
    QVERIFY(std::abs(without / sound * 24.0 / 64.0 - 1.0) < 1e-9);
    QVERIFY2(slow > sound && slow < without,
             qPrintable(QStringLiteral("%1 %2 %3").arg(sound).arg(slow).arg(without)));
  }

  /// 31 of 32 equal GPUs work: the same work over 31 takes 32 / 31 as long. Spares count, as they may be put
  /// in.
  void asFastAsTheGpusThatWork() {
    const strategy::Strategy base = tests::four_pipelines(24);
    const double all = kind_bound(tests::four_nodes(24, 1.0), {base});
    QVERIFY(all > 0.0);
    QVERIFY(std::abs(kind_bound(tests::four_nodes(24, HUGE_VAL), {base}) / all * 31.0 / 32.0 - 1.0) < 1e-9);
    // One GPU twice as slow in its kernels gets no less done than nothing, and no more than with nothing
    // slow.
    const double slow = kind_bound(tests::four_nodes(24, 2.0), {base});
    QVERIFY(slow > all && slow < all * 32.0 / 31.0);
    // 40 GPUs with a node of spares: 32 / 40 of the time.
    QVERIFY(std::abs(kind_bound(tests::four_nodes(24, 1.0, 1), {base}) / all * 40.0 / 32.0 - 1.0) < 1e-9);
  }

  /// 2.5 USD an hour of a GPU, 64 sequences of 2,048 tokens a step. GPUs that are not used cost nothing: what
  /// is done costs as much on 31 as on 32, and beside a slow one it is all done on the others. Where all that
  /// stand there cost, 32 do over a longer step. Without a price nothing is known.
  void costsWhatTheWorkOrTheClusterDoes() {
    const strategy::Strategy base = tests::four_pipelines(24);
    const auto of_all = [](double step) { return 32.0 * 2.5 * step / 3600.0 * 1e12 / (64.0 * 2048.0); };
    const double all = of_all(kind_bound(tests::four_nodes(24, 1.0), {base}));
    QVERIFY(all > 0.0);
    for (const double factor : {1.0, 2.0, HUGE_VAL}) {
      strategy::Problem problem = tests::four_nodes(24, factor);
      QVERIFY(std::abs(kind_bound_usd(problem, {base}) / all - 1.0) < 1e-8);
      problem.job.cost.idle_gpus_cost = true;
      const double step = kind_bound(problem, {base});
      QVERIFY(std::abs(kind_bound_usd(problem, {base}) / of_all(step) - 1.0) < 1e-8);
      problem.cluster.pools.front().usd_per_gpu_hour.reset();
      QCOMPARE(kind_bound_usd(problem, {base}), 0.0);
    }
  }

  /// A layout that leaves sequences of a batch over does less than a step: nothing is told. 64 sequences over
  /// three replicas leave one.
  void nothingOfPartsOfABatch() {
    strategy::Strategy base = tests::four_pipelines(24);
    base.data_parallel = 3;
    QCOMPARE(kind_bound(tests::four_nodes(24, 2.0), {base}), 0.0);
    QCOMPARE(kind_bound_usd(tests::four_nodes(24, 2.0), {base}), 0.0);
    QCOMPARE(kind_bound(tests::four_nodes(24, 2.0), {}), 0.0);
  }
};

}  // namespace tst_kind_bound

ASTROLABE_TEST(tst_kind_bound, TestKindBound)
#include "tst_kind_bound.moc"
