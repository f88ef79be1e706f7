// core/replan/kind_bound: what no pipelines around marks fall below, beside plans of random layouts, marks
// and splits.
#include <QtTest>
#include <cmath>
#include <random>

#include "core/hardware/usable_gpus.h"
#include "core/replan/kind_bound.h"
#include "core/replan/pipelines.h"
#include "core/replan/replan.h"
#include "core/strategy/fits.h"
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

class TestKindBound : public QObject {
  Q_OBJECT

 private slots:
  /// No plan around random marks is below, of any change, nor what lies next to it.
  void noneIsBelow() {
    std::mt19937 random(20261130);
    int plans = 0, bounded = 0;
    for (int i = 0; i < 120; ++i) {
      const strategy::Problem problem = marked_problem(random);
      const strategy::Strategy base = layout_for(problem, random);
      const auto answer = replan::replan(problem, base);
      if (!answer) continue;
      const double bound = kind_bound(problem, {base});
      if (bound > 0.0) ++bounded;
      for (const Plan& plan : answer->plans) {
        ++plans;
        QVERIFY2(bound <= plan.step_seconds, qPrintable(QStringLiteral("%1: %2 %3 %4")
                                                            .arg(i)
                                                            .arg(QLatin1String(to_string(plan.kind)))
                                                            .arg(bound)
                                                            .arg(plan.step_seconds)));
        for (int j = 0; j < 4; ++j)
          if (const auto near = predict(problem, moved(plan, random)))
            QVERIFY(bound <= near->plan.step_seconds);
      }
    }
    QVERIFY2(plans > 100 && bounded > 30, qPrintable(QStringLiteral("%1 %2").arg(plans).arg(bounded)));
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

  /// A layout that leaves sequences of a batch over does less than a step: nothing is told. 64 sequences over
  /// three replicas leave one.
  void nothingOfPartsOfABatch() {
    strategy::Strategy base = tests::four_pipelines(24);
    base.data_parallel = 3;
    QCOMPARE(kind_bound(tests::four_nodes(24, 2.0), {base}), 0.0);
    QCOMPARE(kind_bound(tests::four_nodes(24, 2.0), {}), 0.0);
  }
};

}  // namespace tst_kind_bound

ASTROLABE_TEST(tst_kind_bound, TestKindBound)
#include "tst_kind_bound.moc"
