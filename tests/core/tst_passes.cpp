// core/search/passes: what configurations share whose tails and memory alone differ is no more than each of
// them takes.
#include <QtTest>
#include <random>

#include "core/search/partition.h"
#include "core/search/passes.h"
#include "core/strategy/space.h"
#include "tests/core/cases.h"
#include "tests/core/problems.h"
#include "tests/program/test_program.h"

namespace tst_passes {

using namespace astrolabe;
using namespace astrolabe::tests;
using strategy::Recompute;
using strategy::Schedule;

namespace {

/// Every way to share states, to overlap, to recompute and to keep the optimizer.
constexpr int kSettings = 24;
void choose(int setting, strategy::Strategy& strategy) {
  strategy.zero_stage = setting % 2;
  strategy.overlap_grad_reduce = setting / 2 % 2 == 1;
  strategy.overlap_param_gather = strategy.overlap_grad_reduce && strategy.zero_stage == 1;
  strategy.recompute = static_cast<Recompute>(setting / 4 % 3);
  strategy.offload_optimizer = setting >= 12;
}

}  // namespace

class TestPasses : public QObject {
  Q_OBJECT

 private slots:
  void leastStep_data() {
    QTest::addColumn<int>("schedule");
    QTest::newRow("1F1B") << static_cast<int>(Schedule::one_f_one_b);
    QTest::newRow("GPipe") << static_cast<int>(Schedule::gpipe);
    QTest::newRow("ZB-H1") << static_cast<int>(Schedule::zb_h1);
  }
  /// Two replicas over two pools, layers of one class and of two, in memory from little to much, under every
  /// setting: no best of all splits is below what the passes say, and where a split is said to reach that it
  /// is the best.
  void leastStep() {
    QFETCH(int, schedule);
    std::mt19937 random(211);
    const auto pick = [&](int least, int most) {
      return std::uniform_int_distribution<int>(least, most)(random);
    };
    const auto real = [&](double least, double most) {
      return std::uniform_real_distribution<double>(least, most)(random);
    };
    int compared = 0, reached = 0, longer = 0, beside = 0, as_long = 0;
    for (int i = 0; i < cases(400); ++i) {
      const int there = pick(1, 4), here = pick(1, 3), stages = there + here;
      const int layers = std::min(11, stages + pick(1, 2 * stages - 1));
      const int experts = i % 4 == 3 ? 4 : 0;
      const double memory = i % 3 == 0 ? real(1.0, 5.0) : 80.0;
      strategy::Problem problem = make_test_problem(
          make_graph(layers, 1024, 16, 8, experts, experts > 0 ? pick(0, 2) : 0),
          make_cluster(
              {make_pool("a", 1, 2 * there, 1.0, memory), make_pool("b", 1, 2 * here, real(0.4, 1.0))},
              real(1.0, 80.0)),
          2048, 2 * pick(1, 2 * stages));
      for (hardware::Pool& pool : problem.cluster.pools) pool.gpu.pcie = gb_per_s(real(2.0, 60.0));
      cost::Tables tables(problem);
      strategy::Strategy strategy;
      const strategy::Space space(problem);
      space.start(i % 2 == 0 ? strategy::Group{{{0, there, 1}, {1, here, 1}}, 2, 1}
                             : strategy::Group{{{1, here, 1}, {0, there, 1}}, 2, 1},
                  strategy);
      strategy.pipeline_parallel = stages;
      strategy.schedule = static_cast<Schedule>(schedule);
      search::Partitioner partitioner;
      std::optional<search::Partitioner::Passes> passes;
      std::optional<search::Partition> with_short;
      for (int setting = 0; setting < kSettings; ++setting) {
        choose(setting, strategy);
        const cost::Shape shape(tables, strategy);
        if (!passes) passes = partitioner.passes(shape, {});
        search::Effort effort;
        effort.brute = true;
        const search::Partition brute = partitioner.best(shape, effort);
        if (!brute.feasible) continue;
        if (shape.uniform_layers()) {
          strategy::Strategy bare = strategy;
          choose(0, bare);
          const cost::Shape other(tables, search::with_short_tails(bare));
          if (!with_short) with_short = partitioner.best_with_room(other, effort);
          const double least = with_short->step + search::least_longer_tail(shape, other);
          QVERIFY2(least <= brute.step, QByteArray::number(i) + ' ' + QByteArray::number(setting));
          ++beside;
          as_long += least == brute.step ? 1 : 0;
        }
        const double least = passes->least_step(shape);
        QVERIFY2(least <= brute.step, QByteArray::number(i) + ' ' + QByteArray::number(setting));
        ++compared;
        longer += least > 0.98 * brute.step ? 1 : 0;
        if (!passes->one.exact || partitioner.plain_step(shape, passes->one.layers) > least) continue;
        QCOMPARE(least, brute.step);
        ++reached;
      }
    }
    qInfo("%d compared, %d within 2 %%, %d reached; beside one with short tails %d, %d as long", compared,
          longer, reached, beside, as_long);
    QVERIFY(beside > cases(4000) && as_long > cases(400));
    QVERIFY(compared > cases(6000) && compared < cases(9500) && longer > cases(2000) && reached > cases(800));
  }

  /// Of the passes of all these settings none is shorter than another's, and as long where nothing is
  /// recomputed.
  void samePasses() {
    strategy::Problem problem =
        make_test_problem(make_graph(8, 1024), make_cluster({make_pool("a", 1, 8)}), 2048, 16);
    problem.cluster.pools[0].gpu.pcie = gb_per_s(30.0);
    cost::Tables tables(problem);
    strategy::Strategy strategy;
    strategy::Space(problem).start({{{0, 4, 1}}, 2, 1}, strategy);
    strategy.pipeline_parallel = 4;
    const cost::Shape first(tables, strategy);
    for (int setting = 1; setting < kSettings; ++setting) {
      choose(setting, strategy);
      const cost::Shape shape(tables, strategy);
      for (int j = 0; j < 4; ++j)
        for (int layers = 1; layers < 5; ++layers) {
          const cost::StageCost bare = first.stage(j, {0, layers}, Recompute::none, 0);
          const cost::StageCost same = shape.stage(j, {0, layers}, Recompute::none, 0);
          QCOMPARE(same.forward, bare.forward);
          QCOMPARE(same.backward, bare.backward);
          const cost::StageCost again = shape.stage(j, {0, layers}, Recompute::full, layers);
          QVERIFY(again.forward >= bare.forward && again.backward > bare.backward);
          QVERIFY(again.backward + again.tail >= bare.backward + same.tail);
        }
    }
  }
};

}  // namespace tst_passes

ASTROLABE_TEST(tst_passes, TestPasses)
#include "tst_passes.moc"
