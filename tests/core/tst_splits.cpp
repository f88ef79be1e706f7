// core/search/partition and core/verify/splits: the best split of a configuration is that of all splits, to
// the last bit, for every schedule with one chunk a stage.
#include <QtTest>
#include <random>

#include "core/cost/bound.h"
#include "core/search/partition.h"
#include "core/search/search.h"
#include "core/strategy/space.h"
#include "core/verify/splits.h"
#include "tests/core/cases.h"
#include "tests/core/problems.h"
#include "tests/program/test_program.h"

namespace tst_splits {

using namespace astrolabe;
using namespace astrolabe::tests;
using strategy::Schedule;

namespace {

/// A pipeline of one GPU a stage over two pools, `there` stages on the first and `here` on the second.
strategy::Strategy line_of(const strategy::Problem& problem, int there, int here, bool first_in_front) {
  strategy::Strategy strategy;
  const strategy::Space space(problem);
  space.start(first_in_front ? strategy::Group{{{0, there, 1}, {1, here, 1}}, 1, 1}
                             : strategy::Group{{{1, here, 1}, {0, there, 1}}, 1, 1},
              strategy);
  strategy.pipeline_parallel = there + here;
  return strategy;
}

void schedules() {
  QTest::addColumn<int>("schedule");
  QTest::newRow("1F1B") << static_cast<int>(Schedule::one_f_one_b);
  QTest::newRow("GPipe") << static_cast<int>(Schedule::gpipe);
  QTest::newRow("ZB-H1") << static_cast<int>(Schedule::zb_h1);
}

}  // namespace

class TestSplits : public QObject {
  Q_OBJECT

 private slots:
  void bestOfAllSplits_data() {
    QTest::addColumn<int>("schedule");
    QTest::addColumn<bool>("slow");
    QTest::newRow("1F1B") << static_cast<int>(Schedule::one_f_one_b) << false;
    QTest::newRow("GPipe") << static_cast<int>(Schedule::gpipe) << false;
    QTest::newRow("ZB-H1") << static_cast<int>(Schedule::zb_h1) << false;
    QTest::newRow("1F1B, long lines") << static_cast<int>(Schedule::one_f_one_b) << true;
    QTest::newRow("ZB-H1, long lines") << static_cast<int>(Schedule::zb_h1) << true;
  }
  /// Stages and memories of two kinds, links from slow to fast, dense layers before those with experts, from
  /// fewer micro-batches than stages to many. In long lines paths take turns over a slow link.
  void bestOfAllSplits() {
    QFETCH(int, schedule);
    QFETCH(bool, slow);
    std::mt19937 random(61);
    const Pick pick{random};
    const Real real{random};
    int compared = 0, refuted = 0;
    for (int i = 0; i < cases(200); ++i) {
      const int micro_batches = i % 3 == 0 ? pick(1, 6) : pick(7, 40);
      const int experts = i % 4 == 3 ? 4 : 0;
      const double memory = i % 5 == 0 ? real(4.0, 12.0) : 80.0;
      const int there = slow ? pick(2, 7) : pick(1, 4), here = slow ? pick(2, 5) : pick(1, 3);
      const int layers = slow ? there + here + pick(1, 3) : pick(8, 11);
      strategy::Problem problem = make_test_problem(
          make_graph(layers, 1024, 16, 8, experts, experts > 0 ? pick(0, 2) : 0),
          make_cluster({make_pool("a", 1, there, 1.0, memory), make_pool("b", 1, here, real(0.4, 1.0))},
                       slow ? real(0.3, 8.0) : real(1.0, 80.0)),
          2048, micro_batches);
      cost::Tables tables(problem);
      strategy::Strategy strategy = line_of(problem, there, here, i % 2 == 0);
      strategy.schedule = static_cast<Schedule>(schedule);
      strategy.recompute = i % 2 == 0 ? strategy::Recompute::full : strategy::Recompute::none;
      const cost::Shape shape(tables, strategy);
      search::Partitioner partitioner;
      search::Effort effort;
      effort.enumerate_below = 0.0;
      const search::Partition quick = partitioner.best(shape, effort);
      effort.brute = true;
      const search::Partition brute = partitioner.best(shape, effort);
      QVERIFY(quick.exact);
      QCOMPARE(quick.feasible, brute.feasible);
      if (!brute.feasible) continue;
      QCOMPARE(quick.step, brute.step);
      QVERIFY(cost::step_lower_bound(shape) <= brute.step);
      ++compared;
      // Cut at a step below it: refuted, and a root bound does not refute the step itself.
      effort.brute = false;
      effort.cut = brute.step * (1.0 - 1e-6);
      refuted += partitioner.best(shape, effort).cut ? 1 : 0;
      effort.cut = brute.step;
      const search::Partitioner::RootBound root = partitioner.root_bound(shape, effort);
      QVERIFY(!root.cut && root.lower_bound <= brute.step);
      verify::SplitSearch splits;
      const verify::SplitAnswer slower = splits.faster_than(shape, brute.step * (1.0 + 1e-9));
      QVERIFY(slower.complete && slower.found);
      QCOMPARE(slower.step, brute.step);
      const verify::SplitAnswer none = splits.faster_than(shape, brute.step);
      QVERIFY(none.complete && !none.found);
    }
    QVERIFY2(compared > cases(120) && refuted == compared,
             qPrintable(QStringLiteral("%1, %2").arg(compared).arg(refuted)));
  }

  /// Splits that fit without recomputation are those that full recomputation leaves as they are, at the same
  /// times: what is proven of the one holds for the other.
  void withoutRecomputation_data() { schedules(); }
  void withoutRecomputation() {
    QFETCH(int, schedule);
    std::mt19937 random(71);
    const Pick pick{random};
    const Real real{random};
    int same = 0, others = 0;
    for (int i = 0; i < cases(200); ++i) {
      const int there = pick(1, 4), here = pick(1, 3);
      const int layers = pick(8, 11);
      const strategy::Problem problem =
          make_test_problem(make_graph(layers, 1024, 16, 8),
                            make_cluster({make_pool("a", 1, there, 1.0, real(2.0, 14.0)),
                                          make_pool("b", 1, here, real(0.4, 1.0), real(2.0, 14.0))},
                                         real(1.0, 80.0)),
                            2048, pick(1, 24));
      cost::Tables tables(problem);
      strategy::Strategy strategy = line_of(problem, there, here, i % 2 == 0);
      strategy.schedule = static_cast<Schedule>(schedule);
      strategy.recompute = strategy::Recompute::full;
      const cost::Shape full(tables, strategy);
      strategy.recompute = strategy::Recompute::none;
      const cost::Shape none(tables, strategy);
      QCOMPARE(none.links(), full.links());
      for (int j = 0; j < full.stages(); ++j)
        for (int count = 1; count <= layers; ++count) {
          const cost::StageCost a = full.stage(j, {0, count});
          const cost::StageCost b = none.stage(j, {0, count});
          QCOMPARE(b.fits, a.fits && a.recompute_layers == 0);
          if (!b.fits) continue;
          QVERIFY(a.forward == b.forward && a.backward == b.backward && a.weight == b.weight &&
                  a.tail == b.tail);
        }
      search::Partitioner partitioner;
      search::Effort effort;
      effort.brute = true;
      const search::Partition best = partitioner.best(full, effort);
      const search::Partition bare = partitioner.best(none, effort);
      if (!best.feasible || !bare.feasible) {
        QVERIFY(!bare.feasible || best.feasible);
        continue;
      }
      QVERIFY(best.step <= bare.step);
      const bool recomputes = full.evaluate(best.layers).strategy.recompute != strategy::Recompute::none;
      if (!recomputes) QCOMPARE(best.step, bare.step);
      (recomputes ? others : same) += 1;
    }
    QVERIFY2(same > cases(40) && others > 0, qPrintable(QStringLiteral("%1, %2").arg(same).arg(others)));
  }

  /// Long pipelines over a slow link, around which a step turns.
  void slowLinks_data() { schedules(); }
  void slowLinks() {
    QFETCH(int, schedule);
    std::mt19937 random(67);
    const Pick pick{random};
    const Real real{random};
    int compared = 0;
    double near = 0.0;
    for (int i = 0; i < cases(400); ++i) {
      const int there = pick(1, 6), here = pick(1, 5);
      const strategy::Problem problem = make_test_problem(
          make_graph(there + here + pick(0, 3), 512 << pick(0, 1), 16, 8),
          make_cluster({make_pool("a", 1, there, 1.0, 80.0), make_pool("b", 1, here, real(0.3, 1.0))},
                       real(0.05, 4.0)),
          2048, pick(2, 60));
      cost::Tables tables(problem);
      strategy::Strategy strategy = line_of(problem, there, here, i % 2 == 0);
      strategy.schedule = static_cast<Schedule>(schedule);
      strategy.recompute = i % 3 == 0 ? strategy::Recompute::full : strategy::Recompute::none;
      const cost::Shape shape(tables, strategy);
      search::Partitioner partitioner;
      search::Effort effort;
      effort.enumerate_below = 0.0;
      effort.to_the_end = true;
      const search::Partition quick = partitioner.best(shape, effort);
      effort.brute = true;
      const search::Partition brute = partitioner.best(shape, effort);
      QCOMPARE(quick.feasible, brute.feasible);
      if (!brute.feasible) continue;
      QVERIFY(quick.exact);
      QCOMPARE(quick.step, brute.step);
      ++compared;
      effort.brute = false;
      effort.cut = brute.step;
      const search::Partitioner::RootBound root = partitioner.root_bound(shape, effort);
      QVERIFY(!root.cut && root.lower_bound <= brute.step);
      near += root.lower_bound / brute.step;
    }
    qInfo("%d compared, root bounds at %.4f of the best", compared, near / compared);
    QVERIFY(compared > cases(300));
  }

  /// Fewer micro-batches than stages: the first stages are left alone with their last passes, after paths
  /// that dwell behind them. Gradients are reduced over slow links, so that tails are long. With short
  /// sequences gradients of weights take longer than forwards.
  void fewerThanStages_data() { schedules(); }
  void fewerThanStages() {
    QFETCH(int, schedule);
    std::mt19937 random(73);
    const Pick pick{random};
    const Real real{random};
    int compared = 0;
    double near = 0.0;
    for (int i = 0; i < cases(4000); ++i) {
      const int stages = pick(4, 9), there = pick(1, stages - 1);
      const int replicas = i % 3 == 0 ? 1 : 2;
      const int micro_batches = pick(1, i % 4 == 0 ? 2 * stages : stages);
      const double speed = i % 2 == 0 ? 1.0 : real(0.4, 1.0);
      const bool short_sequence = i % 5 == 0;
      const strategy::Problem problem = make_test_problem(
          make_graph(stages + pick(1, stages > 7 ? 3 : 5), short_sequence ? 2048 : 512 << pick(0, 1), 16, 8),
          make_cluster({make_pool("a", 1, there * replicas, 1.0, 80.0),
                        make_pool("b", 1, (stages - there) * replicas, speed, 80.0)},
                       real(0.5, 60.0)),
          short_sequence ? 128 : 2048, micro_batches * replicas);
      cost::Tables tables(problem);
      strategy::Strategy strategy;
      strategy::Space(problem).start({{{0, there, 1}, {1, stages - there, 1}}, replicas, 1}, strategy);
      strategy.pipeline_parallel = stages;
      strategy.schedule = static_cast<Schedule>(schedule);
      const cost::Shape shape(tables, strategy);
      QCOMPARE(shape.micro_batches(), micro_batches);
      search::Partitioner partitioner;
      search::Effort effort;
      effort.brute = true;
      const search::Partition brute = partitioner.best(shape, effort);
      if (!brute.feasible) continue;
      effort.brute = false;
      effort.enumerate_below = 0.0;
      const search::Partition quick = partitioner.best(shape, effort);
      QVERIFY(quick.lower_bound <= brute.step);
      if (quick.exact) QCOMPARE(quick.step, brute.step);
      effort.to_the_end = true;
      const search::Partition proven = partitioner.best(shape, effort);
      QVERIFY(proven.exact);
      QCOMPARE(proven.step, brute.step);
      // As long as it may suffice: from any split, and a step at the cut is no step above it.
      effort.from_below = true;
      effort.at_hand = search::even_split(shape.layers(), stages);
      const search::Partition hopeful = partitioner.best(shape, effort);
      QVERIFY(hopeful.exact);
      QCOMPARE(hopeful.step, brute.step);
      effort.cut = brute.step;
      const search::Partition at_cut = partitioner.best(shape, effort);
      QVERIFY(at_cut.exact && at_cut.feasible);
      QCOMPARE(at_cut.step, brute.step);
      effort.from_below = false;
      const search::Partitioner::RootBound root = partitioner.root_bound(shape, effort);
      QVERIFY(!root.cut && root.lower_bound <= brute.step);
      ++compared;
      near += root.lower_bound / brute.step;
    }
    qInfo("%d compared, root bounds at %.4f of the best", compared, near / compared);
    QVERIFY(compared > cases(3000));
  }

  /// Short sequences, so that tails are long and differ with the layers, on two or three pools: once a pool
  /// is dealt out, no stage in front of it is denied layers that it has in a split below the cut.
  void frontOfPools_data() {
    QTest::addColumn<int>("schedule");
    QTest::newRow("1F1B") << static_cast<int>(Schedule::one_f_one_b);
    QTest::newRow("ZB-H1") << static_cast<int>(Schedule::zb_h1);
  }
  void frontOfPools() {
    QFETCH(int, schedule);
    std::mt19937 random(97);
    const Pick pick{random};
    const Real real{random};
    int open = 0;
    for (int i = 0; i < cases(3000); ++i) {
      const int a = pick(1, 4), b = pick(1, 4), c = i % 2 == 0 ? 0 : pick(1, 2);
      const int stages = a + b + c, replicas = pick(1, 2);
      const int micro_batches = pick(1, i % 3 == 0 ? 4 * stages : stages + 2);
      const auto speed = [&] { return i % 4 < 2 ? 1.0 : real(0.4, 1.0); };
      std::vector<hardware::Pool> pools{make_pool("a", 1, a * replicas, 1.0, 80.0),
                                        make_pool("b", 1, b * replicas, speed(), 80.0)};
      strategy::Group group{{{0, a, 1}, {1, b, 1}}, replicas, 1};
      if (c > 0) {
        pools.push_back(make_pool("c", 1, c * replicas, speed(), 80.0));
        group.uses.push_back({2, c, 1});
      }
      const strategy::Problem problem = make_test_problem(
          make_graph(stages + pick(1, stages > 7 ? 3 : 6), 2048, 16, 8),
          make_cluster(std::move(pools), real(0.05, i % 5 == 0 ? 60.0 : 6.0)), 128, micro_batches * replicas);
      cost::Tables tables(problem);
      strategy::Strategy strategy;
      strategy::Space(problem).start(group, strategy);
      strategy.pipeline_parallel = stages;
      strategy.schedule = static_cast<Schedule>(schedule);
      const cost::Shape shape(tables, strategy);
      search::Partitioner partitioner;
      search::Effort effort;
      effort.brute = true;
      const search::Partition brute = partitioner.best(shape, effort);
      QVERIFY(brute.feasible);
      effort.brute = false;
      effort.enumerate_below = 0.0;
      effort.nodes = 1000000;
      effort.to_the_end = effort.from_below = true;
      const search::Partition proven = partitioner.best(shape, effort);
      QVERIFY(proven.exact);
      QCOMPARE(proven.step, brute.step);
      // In the first proof, and with few nodes, as well.
      effort.to_the_end = effort.from_below = false;
      effort.nodes = i % 2 == 0 ? 5000 : pick(1, 60);
      effort.cut = brute.step * real(0.99, 1.02);
      const search::Partition told = partitioner.best(shape, effort);
      QVERIFY(told.cut ? brute.step > effort.cut : told.lower_bound <= brute.step);
      if (told.exact && told.feasible) QCOMPARE(told.step, brute.step);
      open += told.exact ? 0 : 1;
    }
    QVERIFY2(open > cases(20), qPrintable(QString::number(open)));
  }

  /// Whatever is cut with, and however few nodes there are: what is told of a configuration holds for all its
  /// splits.
  void fewNodes_data() { schedules(); }
  void fewNodes() {
    QFETCH(int, schedule);
    std::mt19937 random(89);
    const Pick pick{random};
    const Real real{random};
    int open = 0, cut = 0, proven = 0;
    for (int i = 0; i < cases(300); ++i) {
      const int there = pick(1, 4), here = pick(1, 3);
      const int experts = i % 4 == 3 ? 4 : 0;
      const double memory = i % 3 == 0 ? real(4.0, 12.0) : 80.0;
      const strategy::Problem problem = make_test_problem(
          make_graph(pick(7, 10), 512 << pick(0, 2), 16, 8, experts, experts > 0 ? pick(0, 2) : 0),
          make_cluster({make_pool("a", 1, there, 1.0, memory),
                        make_pool("b", 1, here, i % 2 == 0 ? 1.0 : real(0.4, 1.0))},
                       real(1.0, 80.0)),
          256 << pick(0, 3), pick(1, i % 2 == 0 ? 8 : 40));
      cost::Tables tables(problem);
      strategy::Strategy strategy = line_of(problem, there, here, i % 2 == 0);
      strategy.schedule = static_cast<Schedule>(schedule);
      strategy.recompute = i % 5 < 3 ? strategy::Recompute::full : strategy::Recompute::none;
      const cost::Shape shape(tables, strategy);
      search::Partitioner partitioner;
      search::Effort effort;
      effort.brute = true;
      const search::Partition brute = partitioner.best(shape, effort);
      effort.brute = false;
      effort.enumerate_below = 0.0;
      const double best = brute.feasible ? brute.step : 1e300;
      for (int k = 0; k < 6; ++k) {
        effort.nodes = k % 3 == 0 ? 20000 : pick(1, 40);
        effort.to_the_end = pick(0, 1) == 0;
        effort.cut = !brute.feasible || k == 0 ? 1e300 : best * real(0.97, 1.03);
        const search::Partition told = partitioner.best(shape, effort);
        QVERIFY(!told.cut || best > effort.cut);
        QVERIFY(told.lower_bound <= best || told.cut);
        QVERIFY(!told.feasible || told.step >= best);
        if (told.exact && !told.cut) QCOMPARE(told.feasible, brute.feasible);
        if (told.exact && told.feasible) QCOMPARE(told.step, best);
        cut += told.cut ? 1 : 0;
        (told.exact ? proven : open) += 1;
        const search::Partitioner::RootBound root = partitioner.root_bound(shape, effort);
        QVERIFY(!root.cut || best > effort.cut);
        QVERIFY(root.step >= best && (root.cut || root.lower_bound <= best));
        effort.bound_alone = true;
        const search::Partitioner::RootBound bounded = partitioner.root_bound(shape, effort);
        QVERIFY(!bounded.cut || best > effort.cut);
        QVERIFY(bounded.step >= best && (bounded.cut || bounded.lower_bound <= best));
        effort.bound_alone = false;
        std::vector<int> layers;
        const double reached = partitioner.reach(shape, effort, layers);
        QVERIFY(reached >= best);
      }
    }
    QVERIFY2(open > cases(20) && cut > cases(200) && proven > cases(1000),
             qPrintable(QStringLiteral("%1, %2, %3").arg(open).arg(cut).arg(proven)));
  }

  /// Fewer micro-batches than twice the stages, where the proof comes from below: every place of the ranking
  /// has the best of all its splits, and bounds that are left open hold.
  void fewRounds() {
    std::mt19937 random(71);
    const Pick pick{random};
    int proven = 0, all = 0;
    for (int i = 0; i < cases(120); ++i) {
      std::vector<hardware::Pool> pools{make_pool("a", 1, 4, 1.0, 20.0 + pick(0, 60))};
      if (i % 2 == 1) pools.push_back(make_pool("b", 1, 4, 0.4 + 0.1 * pick(0, 5)));
      strategy::Problem problem =
          make_test_problem(make_graph(pick(9, 14), 512 << pick(0, 2), 16, 8),
                            make_cluster(std::move(pools), 1.0 * pick(1, 40)), 2048, pick(2, 14));
      problem.job.allowed["pipeline_parallel"] = {"4", "8"};
      problem.job.allowed["data_parallel"] = {"1"};
      problem.job.allowed["context_parallel"] = {"1"};
      problem.job.allowed["micro_batch"] = {"1"};
      problem.job.allowed["schedule"] = {"1f1b"};
      search::Request request;
      request.top = 5;
      request.effort.enumerate_below = 0.0;
      const search::Progress quick = search::run(problem, request, {}, nullptr, {});
      request.exhaustive = request.brute_splits = true;
      const search::Progress brute = search::run(problem, request, {}, nullptr, {});
      QCOMPARE(quick.best.size(), brute.best.size());
      if (brute.best.empty()) continue;
      QVERIFY(!quick.has_bound || quick.bound <= brute.best.front().step.value);
      for (std::size_t k = 0; k < brute.best.size(); ++k, ++all) {
        QVERIFY(quick.best[k].step.value >= brute.best[k].step.value);
        proven += quick.best[k].step.value == brute.best[k].step.value ? 1 : 0;
      }
      if (quick.optimal) QCOMPARE(quick.best.front().step.value, brute.best.front().step.value);
    }
    qInfo("best of all splits: %d of %d", proven, all);
    QVERIFY(all > cases(100) && proven > all * 98 / 100);
  }
};

}  // namespace tst_splits

ASTROLABE_TEST(tst_splits, TestSplits)
#include "tst_splits.moc"
