// core/cost/tail: what gradients and weights cost a stage at least is no more than what they cost it.
#include <QtTest>
#include <algorithm>
#include <random>

#include "core/cost/shape.h"
#include "core/cost/tail.h"
#include "core/strategy/space.h"
#include "tests/core/cases.h"
#include "tests/core/problems.h"
#include "tests/program/test_program.h"

namespace tst_tails {

using namespace astrolabe;
using namespace astrolabe::tests;
using cost::TailFloor;
using strategy::Recompute;

class TestTails : public QObject {
  Q_OBJECT

 private slots:
  /// The three lines by hand: 4 layers of 2 seconds each behind 1 second, hidden by 0.5 of 6 seconds of work,
  /// of 5 seconds at most where a stage has but its layers (1.25 each): 8 - 3, 8 - 2.5; at least 0.5 a layer.
  void linesOfAFloor() {
    const TailFloor floor{.fixed = 1.0,
                          .layer = 0.5,
                          .whole_layer = 2.0,
                          .window = 0.5,
                          .unaided = 2.0 - 0.5 * 1.25,
                          .by_head = 1.5};
    QCOMPARE(floor.seconds(4.0, 6.0), 1.0 + 8.0 - 3.0);
    QCOMPARE(floor.of_these_alone(false, false).seconds(4.0, 6.0), 1.0 + 8.0 - 2.5);
    QCOMPARE(floor.of_these_alone(false, true).seconds(4.0, 6.0),
             1.0 + 8.0 - 3.0);  // 2.5 + 1.5 is more than 3
    QCOMPARE(floor.of_these_alone(false, true).seconds(4.0, 20.0), 1.0 + 8.0 - 2.5 - 1.5);
    QCOMPARE(floor.seconds(4.0, 20.0), 1.0 + 4.0 * 0.5);
  }

  /// Stages with layers of the last run, with embedding, head, both or none, under every way to share states,
  /// to overlap, to recompute and to keep the optimizer, also where full memory makes the allocator flush.
  void floorsOfStages() {
    std::mt19937 random(307);
    const Pick pick{random};
    const Real real{random};
    int compared = 0, closer = 0, exact = 0;
    for (int i = 0; i < cases(400); ++i) {
      const int stages = pick(1, 5), replicas = 1 << pick(1, 3), layers = stages + pick(1, 8);
      const int experts = i % 4 == 3 ? 4 : 0;
      const int leading = experts > 0 ? pick(0, 1) : 0;
      strategy::Problem problem = make_test_problem(
          make_graph(layers, 1024, 16, 8, experts, leading),
          make_cluster({make_pool("a", stages * replicas, 1, 1.0, i % 3 == 0 ? real(1.0, 5.0) : 80.0)}), 2048,
          replicas * pick(1, 6));
      if (i % 5 == 4) problem.software.stack = strategy::Stack::fsdp_eager;
      hardware::Pool& pool = problem.cluster.pools[0];
      pool.gpu.pcie = gb_per_s(real(2.0, 60.0));
      pool.inter_node.bandwidth = gb_per_s(real(1.0, 60.0));
      cost::Tables tables(problem);
      strategy::Strategy strategy;
      strategy::Space(problem).start({{{0, stages, 1}}, replicas, 1}, strategy);
      strategy.pipeline_parallel = stages;
      for (int setting = 0; setting < 36; ++setting) {
        strategy.zero_stage = setting % 3;
        strategy.overlap_grad_reduce = setting / 3 % 2 == 1;
        strategy.overlap_param_gather = strategy.overlap_grad_reduce && strategy.zero_stage > 0;
        strategy.recompute = static_cast<Recompute>(setting / 6 % 3);
        strategy.offload_optimizer = setting >= 18;
        const cost::Shape shape(tables, strategy);
        const cost::Splitting splitting = cost::splitting_of(strategy, 0, 1);
        const cost::LayerCost& layer = tables.split(splitting).classes.back();
        const TailFloor floor =
            cost::tail_floor(cost::tail_input(tables, strategy, splitting,
                                              strategy.expert_parallel * strategy.expert_tensor_parallel,
                                              shape.micro_batches(), stages),
                             cost::ranks_of(strategy, 1), layer.dense_parameters, layer.expert_parameters,
                             cost::most_work(tables, splitting));
        const double scale = cost::straggler_factor(problem, stages * replicas);
        const int stage = pick(0, stages - 1);
        const int begin = stage == 0 ? 0 : pick(std::max(stage, leading), layers - 1);
        if (begin < leading) continue;
        for (int n = 1; n <= layers - begin; ++n) {
          const int again = strategy.recompute == Recompute::full ? pick(0, n) : 0;
          const cost::StageCost cost = shape.stage(stage, {begin, begin + n}, strategy.recompute, again);
          const TailFloor alone = floor.of_these_alone(stage == 0, stage + 1 == stages);
          const double work = cost.seconds() / scale, tail = cost.tail / scale;
          const QByteArray where = QByteArray::number(i) + ' ' + QByteArray::number(setting);
          // However long the stage may work, and where it is known how long it does.
          QVERIFY2(alone.seconds(n, 1e6) <= tail * (1.0 + 1e-9) + 1e-11, where);
          QVERIFY2(alone.seconds(n, work) <= tail * (1.0 + 1e-9) + 1e-11, where);
          ++compared;
          closer += alone.seconds(n, 1e6) > floor.seconds(n, 1e6) * (1.0 + 1e-9) ? 1 : 0;
          exact += alone.seconds(n, 1e6) > 0.9 * tail ? 1 : 0;
        }
      }
    }
    qInfo("%d compared, %d closer for what a stage does at most, %d within a tenth", compared, closer, exact);
    QVERIFY(compared > cases(30000) && closer > cases(2000) && exact > cases(10000));
  }
};

}  // namespace tst_tails

ASTROLABE_TEST(tst_tails, TestTails)
#include "tst_tails.moc"
