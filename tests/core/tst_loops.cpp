// core/search/loops: ranges of stages that a walk goes round in rounds without weights, by hand, against all
// ways to spend the rounds, and against the play of every operation.
#include <QtTest>
#include <numeric>
#include <random>

#include "core/search/loops.h"
#include "core/strategy/space.h"
#include "tests/core/cases.h"
#include "tests/core/problems.h"
#include "tests/program/test_program.h"

namespace tst_loops {

using namespace astrolabe;
using namespace astrolabe::tests;
using search::Then;
using strategy::Schedule;

namespace {

/// A pipeline of one GPU a stage, the first ones of one type, the others of another, under ZB-H1.
struct Line {
  strategy::Problem problem;
  cost::Tables tables;
  strategy::Strategy strategy;
  cost::Shape shape;
  search::Walks walks;
  std::vector<double> links;  ///< both ways, behind each stage
  Line(int there, int here, int layers, double speed, double link, int micro_batches)
      : problem(make_test_problem(
            make_graph(layers, 1024, 16, 8),
            make_cluster({make_pool("a", 1, there, 1.0, 80.0), make_pool("b", 1, here, speed, 80.0)}, link),
            2048, micro_batches)),
        tables(problem),
        strategy(made(problem, there, here)),
        shape(tables, strategy) {
    walks.start(shape);
    for (const double way : shape.links()) links.push_back(2.0 * way);
    links.resize(links.size() + 1, 0.0);
  }
  static strategy::Strategy made(const strategy::Problem& problem, int there, int here) {
    strategy::Strategy strategy;
    strategy::Space(problem).start(strategy::Group{{{0, there, 1}, {1, here, 1}}, 1, 1}, strategy);
    strategy.pipeline_parallel = there + here;
    strategy.schedule = Schedule::zb_h1;
    return strategy;
  }
};

/// The longest of so many rounds in ranges of the stages from `first` on: all choices.
double all_ways(const std::vector<double>& in_sum, const std::vector<double>& links, std::size_t first,
                int rounds) {
  double most = rounds == 0 ? 0.0 : -1e300;
  for (std::size_t a = first; a < in_sum.size(); ++a) {
    double turn = 0.0;
    for (std::size_t b = a; b < in_sum.size() && static_cast<int>(b - a) < rounds; ++b) {
      turn += in_sum[b];
      most = std::max(most, turn + all_ways(in_sum, links, first, rounds - static_cast<int>(b - a) - 1));
      turn += links[b];
    }
  }
  return most;
}

}  // namespace

class TestLoops : public QObject {
  Q_OBJECT

 private slots:
  /// Five stages, 20 micro-batches. Stage 2 does no weights in two rounds: 2 * 4 on it, once round it and the
  /// next 4 + 1 + 6, or once round the two behind 6 + 3 + 5. In three rounds 4 + 1 + 6 + 3 + 5, or 14 + 6.
  void byHand() {
    const Line line(2, 3, 5, 1.0, 20.0, 20);
    const std::vector<double> links = {1.0, 1.0, 1.0, 3.0, 0.0};
    search::Loops loops;
    loops.start(line.walks, links);
    loops.deal(4, 5.0);
    loops.deal(3, 6.0);
    QCOMPARE(loops.longest(2, 4.0, 2), 14.0);
    QCOMPARE(loops.gain(2, 4.0, Then::goes_on), 14.0 - 8.0);
    QCOMPARE(loops.longest(2, 4.0, 3), 20.0);
    // A walk that dwells on stage 2 of which nothing is known but that it adds 4: round 2 and 3 as well, or
    // round those behind.
    QCOMPARE(loops.gain_across(2, 4.0, 4.0 + 1.0, 3, 6.0, Then::goes_on), 11.0 - 8.0);
    loops.deal(2, 4.0);
    // Stage 1 has one round.
    QCOMPARE(loops.gain(1, 9.0, Then::goes_on), 0.0);
  }

  /// Five stages, 4 micro-batches. Two rounds before the last passes of stage 2: 4 + 1 + 6 with the next one,
  /// or 6 + 3 + 5 behind it. Three, as the range from 2 to 4 leaves a forward on 2 before it: 4 + 1 + 6 + 3 +
  /// 5, less one pass. Two stages in a row up to the last one: 2 * 4 + 3, or 3 * 4 + 3 less a pass.
  void beforeTheLastPasses() {
    const Line line(2, 3, 5, 1.0, 20.0, 4);
    const std::vector<double> links = {1.0, 1.0, 1.0, 3.0, 0.0};
    QCOMPARE(line.walks.beside(2), 2.0);
    search::Loops loops;
    loops.start(line.walks, links);
    loops.deal(4, 5.0);
    loops.deal(3, 6.0);
    QCOMPARE(loops.before_last({2, 4.0, 7.0}, 2, 4.0, 2), 14.0);
    QCOMPARE(loops.before_last({2, 4.0, 4.0}, 2, 4.0, 2), 19.0 - 4.0);
    QCOMPARE(loops.before_last_of_run({2, 4.0, 7.0}, 4, 2, 3.0), 11.0);
    QCOMPARE(loops.before_last_of_run({2, 4.0, 3.0}, 4, 2, 3.0), 15.0 - 3.0);
    // Rounds that one stage in a row leaves are those of a stage behind it: 2 * 4.
    QCOMPARE(loops.before_last_of_run({2, 4.0, 7.0}, 4, 1, 1e300), 8.0);
  }

  void allWaysToSpendTheRounds() {
    std::mt19937 random(17);
    std::uniform_int_distribution<int> time(1, 9);
    const Line line(3, 5, 8, 1.0, 20.0, 24);
    for (int i = 0; i < 200; ++i) {
      std::vector<double> links(8), in_sum(8);
      for (double& link : links) link = time(random) / 4.0;
      for (double& seconds : in_sum) seconds = time(random);
      search::Loops loops;
      loops.start(line.walks, links);
      for (int stage = 7; stage > 4; --stage) loops.deal(stage, in_sum[static_cast<std::size_t>(stage)]);
      // Where the stage itself takes nothing away the rounds are those of the stages behind.
      for (int rounds = 1; rounds <= 5; ++rounds)
        QCOMPARE(loops.longest(4, -1e6, rounds), all_ways(in_sum, links, 5, rounds));
      for (int rounds = 1; rounds <= 4; ++rounds)
        QVERIFY(loops.longest(4, in_sum[4], rounds) <= all_ways(in_sum, links, 4, rounds));
    }
  }

  /// S + the walk that dwells on any stage with what it gains + the way back and the tails is never above the
  /// step, nor is the one that stays there to the last backward.
  void neverAboveThePlay() {
    std::mt19937 random(29);
    const auto pick = [&](int least, int most) {
      return std::uniform_int_distribution<int>(least, most)(random);
    };
    int gains = 0, near = 0;
    for (int i = 0; i < 400; ++i) {
      const int there = pick(1, 7), here = pick(2, 7), stages = there + here;
      const int all = stages + pick(0, stages);
      const Line line(there, here, all, 0.4 + 0.1 * pick(0, 6), 0.2 * pick(1, 60), stages * pick(2, 5));
      std::vector<int> layers(static_cast<std::size_t>(stages), 1);
      for (int left = all - stages; left > 0; --left) ++layers[static_cast<std::size_t>(pick(0, stages - 1))];
      std::vector<cost::StageCost> costs;
      for (int j = 0, begin = 0; j < stages; begin += layers[static_cast<std::size_t>(j++)])
        costs.push_back(line.shape.stage(j, {begin, begin + layers[static_cast<std::size_t>(j)]}));
      const double step = line.shape.evaluate(layers).step.value;
      // All of these end on the last micro-batch's way back, or behind it with what a stage has left.
      double whole = 0.0, tail = 0.0, back = 0.0;
      std::vector<double> tails;  // up to a stage
      for (std::size_t j = 0; j < costs.size(); ++j) {
        whole += costs[j].seconds() - costs[j].weight + line.links[j];
        const search::StageTerms terms = line.walks.terms(static_cast<int>(j), costs[j]);
        tails.push_back(tail = std::max(tail, terms.tail - back));
        back += terms.backward + line.links[j] / 2.0;
      }
      search::Loops loops;
      loops.start(line.walks, line.links);
      double behind = 0.0, longest = 0.0;
      for (int j = stages - 1; j >= 0; --j) {
        const cost::StageCost& cost = costs[static_cast<std::size_t>(j)];
        const double in_sum = cost.seconds() - cost.weight;
        const double gain = loops.gain(j, in_sum, Then::goes_on);
        const double stays = loops.gain(j, in_sum, Then::stays);  // a round more
        QVERIFY(gain >= 0.0 && stays >= gain);
        gains += gain > 0.0 ? 1 : 0;
        behind += line.links[static_cast<std::size_t>(j)];
        const search::StageTerms terms = line.walks.terms(j, cost);
        if (terms.dwell > 0.0) {
          longest = std::max(longest, whole + terms.dwell + gain + behind + tail);
          longest = std::max(longest, whole + terms.alone + stays + tails[static_cast<std::size_t>(j)]);
        }
        behind += in_sum;
        loops.deal(j, in_sum);
      }
      QVERIFY2(longest <= step * (1.0 + 1e-12), qPrintable(QString::number(i)));
      near += longest > 0.99 * step ? 1 : 0;
    }
    QVERIFY(gains > 1000);
    QVERIFY(near > 20);  // walks that go round ranges in other rounds, too, are longer mostly
  }

  /// Of few rounds: S + what lies before the last passes of any stage, these and the tails up to it, with all
  /// ranges behind it or with those of the stages in a row that add no less.
  void lastPassesNeverAboveThePlay() {
    std::mt19937 random(31);
    const auto pick = [&](int least, int most) {
      return std::uniform_int_distribution<int>(least, most)(random);
    };
    int walks = 0, near = 0;
    for (int i = 0; i < 2000; ++i) {
      const int there = pick(1, 7), here = pick(2, 7), stages = there + here;
      const int all = stages + pick(0, stages);
      const double speed = i % 2 == 0 ? 1.0 : 0.4 + 0.1 * pick(0, 6);
      const Line line(there, here, all, speed, 0.2 * pick(1, 60), pick(2, 2 * stages - 1));
      std::vector<int> layers(static_cast<std::size_t>(stages), 1);
      for (int left = all - stages; left > 0; --left) ++layers[static_cast<std::size_t>(pick(0, stages - 1))];
      std::vector<search::StageTerms> terms;
      std::vector<double> tails;  // up to a stage
      double whole = 0.0, tail = 0.0, back = 0.0;
      for (int j = 0, begin = 0; j < stages; begin += layers[static_cast<std::size_t>(j++)]) {
        const auto s = static_cast<std::size_t>(j);
        terms.push_back(line.walks.terms(j, line.shape.stage(j, {begin, begin + layers[s]})));
        whole += terms.back().sum + line.links[s];
        tails.push_back(tail = std::max(tail, terms.back().tail - back));
        back += terms.back().backward + line.links[s] / 2.0;
      }
      const double step = line.shape.evaluate(layers).step.value;
      search::Loops loops;
      loops.start(line.walks, line.links);
      double longest = 0.0;
      for (int j = stages - 1; j >= 0; --j) {
        const auto s = static_cast<std::size_t>(j);
        const search::StageTerms& stage = terms[s];
        if (line.walks.rounds(j) > 0.0 && j + 1 < stages) {
          const search::LastPasses last = {j, stage.sum, stage.backward + stage.weight};
          double before = loops.before_last(last, j, stage.sum, j);
          double link = 1e300;
          for (int end = j, run = 0; end < stages; ++end) {
            const auto e = static_cast<std::size_t>(end);
            run = terms[e].sum >= stage.sum ? run + 1 : 0;
            link = run < 2 ? 1e300 : std::min(link, line.links[e - 1]);
            if (run > (end - run + 1 == j ? 1 : 0))
              before = std::max(before, loops.before_last_of_run(last, end, run, link));
          }
          longest = std::max(longest, whole + before + stage.last + tails[s]);
          ++walks;
        }
        loops.deal(j, stage.sum);
      }
      QVERIFY2(longest <= step * (1.0 + 1e-12), qPrintable(QString::number(i)));
      near += longest > 0.999 * step ? 1 : 0;
    }
    qInfo("%d walks, %d of 2000 steps as long as the longest", walks, near);
    QVERIFY(walks > 5000 && near > 500);
  }
};

}  // namespace tst_loops

ASTROLABE_TEST(tst_loops, TestLoops)
#include "tst_loops.moc"
