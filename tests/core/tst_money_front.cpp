// core/search: the set of time and money is that of every strategy, and what is told of it on the way is
// true.
#include <QtTest>
#include <algorithm>
#include <array>
#include <random>
#include <set>

#include "core/base/rounding.h"
#include "core/search/pareto.h"
#include "core/search/search.h"
#include "core/search/tree.h"
#include "problems.h"
#include "tests/core/cases.h"
#include "tests/program/test_program.h"

namespace tst_money_front {

using namespace astrolabe;
using namespace astrolabe::tests;
using search::Front;

class TestMoneyFront : public QObject {
  Q_OBJECT

  static search::Progress run(const strategy::Problem& problem, const search::Request& request,
                              const search::Report& report = {}) {
    std::stop_source stop;
    return search::run(problem, request, stop.get_token(), nullptr, report);
  }

  /// Of two pools, in one case of four of three; in nine of ten with few settings, so that every
  /// configuration and split is soon looked at.
  static strategy::Problem priced_problem(std::mt19937& random, int i) {
    strategy::Problem problem = random_problem(random, true);
    if (i % 4 == 0) {
      std::vector<hardware::Pool> pools = problem.cluster.pools;
      pools.push_back(make_pool("c", 1, 1 + i % 3, 0.4 + 0.1 * (i % 5), 80.0, 0.5 + 0.25 * (i % 7)));
      problem.cluster = make_cluster(std::move(pools), 10.0 + i % 90);
      problem.cluster.may_leave_unused = true;
      problem.job.cost.idle_gpus_cost = i % 8 == 0;
    }
    if (i % 10 > 0) {
      problem.job.allowed["context_parallel"] = {i % 5 == 1 ? "2" : "1"};
      problem.job.allowed["virtual_pipeline"] = {i % 5 == 2 ? "2" : "1"};
      problem.job.allowed["zero_stage"] = {i % 5 == 3 ? "0" : "1"};
      problem.job.allowed["offload_optimizer"] = {"false"};
      if (i % 5 == 4) problem.job.allowed["micro_batch"] = {"1", "2"};
    }
    return problem;
  }

  static Front points(const std::vector<search::ParetoPoint>& pareto) {
    Front front;
    for (const search::ParetoPoint& point : pareto)
      front.push_back({point.tokens_per_second, point.usd_per_trillion_tokens});
    return front;
  }

  static double longest_step(const search::ParetoFront& front, double usd_per_hour, double tokens) {
    return search::Cutoff{strategy::Objective::pareto, 0.0, front.picture(), tokens}.longest(1, usd_per_hour);
  }

 private slots:
  /// Points of 10 tokens/s for 4 $, of 8 for 2 $ and of 4 for 1 $.
  void shortfallOfCorners() {
    const Front front{{10.0, 4.0}, {8.0, 2.0}, {4.0, 1.0}};
    QCOMPARE(search::shortfall({}, {1.0, 1.0}), 1.0);
    QCOMPARE(search::shortfall(front, {8.0, 2.0}), 0.0);
    QCOMPARE(search::shortfall(front, {9.0, 4.5}), 0.0);    // the first is faster and cheaper
    QCOMPARE(search::shortfall(front, {10.0, 3.0}), 0.2);   // 1 - 8 / 10 < 1 - 3 / 4
    QCOMPARE(search::shortfall(front, {16.0, 2.0}), 0.5);   // 1 - 8 / 16 = 1 - 2 / 4 of the first
    QCOMPARE(search::shortfall(front, {5.0, 0.75}), 0.25);  // 1 - 4 / 5 < 1 - 0.75 / 1
    QCOMPARE(search::shortfall(front, {1.0, 0.5}), 0.5);    // slower than all: 1 - 0.5 / 1
  }

  /// 10 tokens/s for 4 $ and 8 for 2 $: 9 for 3 $ is beaten by neither, 8 for 3 $ by the second, and a point
  /// does not beat itself.
  void frontOfPoints() {
    search::ParetoFront front;
    const auto insert = [&](double speed, double usd, int micro_batch) {
      cost::Evaluation one;
      one.tokens_per_second = speed;
      one.money.usd_per_trillion_tokens = usd;
      one.strategy.micro_batch = micro_batch;
      front.insert(one);
    };
    cost::Evaluation unpriced;
    unpriced.tokens_per_second = 99.0;
    front.insert(unpriced);
    QVERIFY(front.points().empty() && front.picture()->empty());
    QCOMPARE(longest_step(front, 1.0, 1.0), 1e300);
    insert(8.0, 2.0, 3);
    insert(10.0, 4.0, 3);
    insert(8.0, 3.0, 1);
    insert(8.0, 2.0, 2);  // equal points keep the strategy that ranks first
    insert(8.0, 2.0, 4);
    const std::vector<search::ParetoPoint> points = front.points();
    QCOMPARE(points.size(), std::size_t(2));
    QCOMPARE(points[0].tokens_per_second, 10.0);
    QCOMPARE(points[1].strategy.micro_batch, 2);
    const Front picture = *front.picture();
    QVERIFY(search::dominates(picture, {8.0, 3.0}) && search::dominates(picture, {7.0, 2.0}));
    QVERIFY(!search::dominates(picture, {9.0, 3.0}) && !search::dominates(picture, {8.0, 2.0}));
    QVERIFY(!search::dominates(picture, {11.0, 9.0}));
    insert(10.0, 1.0, 1);
    QCOMPARE(front.points().size(), std::size_t(1));
  }

  /// 720 tokens take 72 s at 10 a second and 90 s at 8; at 4e11 and 2e11 USD for 1e12 they cost 288 and 144
  /// USD, at 14,400 USD an hour those of 72 and 36 s. A point is as good from the later of its two moments
  /// on: 72 and 90 s; at 7,200 USD 144 and 90 s, at 3,600 USD 288 and 144 s. The earlier of the points
  /// counts.
  void longestStepThatNothingBeats() {
    search::ParetoFront front;
    for (const auto& [speed, usd] : {std::pair{10.0, 4e11}, {8.0, 2e11}}) {
      cost::Evaluation one;
      one.tokens_per_second = speed;
      one.money.usd_per_trillion_tokens = usd;
      front.insert(one);
    }
    const auto longest = [&](double usd_per_hour) { return longest_step(front, usd_per_hour, 720.0); };
    QVERIFY(qAbs(longest(14'400.0) / 72.0 - 1.0) < 1.1 * kRounding);
    QVERIFY(longest(14'400.0) > 72.0);  // rounded up, so that ties stay
    QVERIFY(qAbs(longest(7'200.0) / 90.0 - 1.0) < 1.1 * kRounding);
    QVERIFY(qAbs(longest(3'600.0) / 144.0 - 1.0) < 1.1 * kRounding);
  }

  /// 500 problems with an answer, and those without: the same set as from every configuration and split, and
  /// no point of it escapes the corners of what a tree has not grown.
  void equalsBruteForce() {
    std::mt19937 random(31);
    int several = 0, proven = 0, infeasible = 0;
    for (int i = 0; proven < cases(500); ++i) {
      QVERIFY(i < cases(1500));
      const strategy::Problem problem = priced_problem(random, i);
      search::Request request;
      request.objective = strategy::Objective::pareto;
      const search::Progress quick = run(problem, request);
      proven += quick.optimal ? 1 : 0;
      request.exhaustive = request.brute_splits = true;
      const search::Progress brute = run(problem, request);
      QVERIFY(quick.optimal || brute.best.empty());
      infeasible += brute.best.empty() ? 1 : 0;
      QCOMPARE(quick.pareto.size(), brute.pareto.size());
      for (std::size_t k = 0; k < quick.pareto.size(); ++k) {
        QCOMPARE(quick.pareto[k].tokens_per_second, brute.pareto[k].tokens_per_second);
        QCOMPARE(quick.pareto[k].usd_per_trillion_tokens, brute.pareto[k].usd_per_trillion_tokens);
      }
      several += brute.pareto.size() > 1 ? 1 : 0;
      const strategy::Space space(problem);
      cost::Tables tables(problem);
      const Front corners = search::Tree(problem, space, tables, strategy::Objective::pareto).not_grown();
      for (const search::FrontPoint& point : points(brute.pareto))
        QVERIFY(std::any_of(corners.begin(), corners.end(), [&](const search::FrontPoint& corner) {
          return corner.tokens_per_second >= point.tokens_per_second &&
                 corner.usd_per_trillion_tokens <= point.usd_per_trillion_tokens;
        }));
    }
    QVERIFY(several > cases(100));
    qInfo("%d sets, %d without an answer", proven, infeasible);
  }

  /// Where the set is told to be whole over so many pools, no strategy of so few adds to it.
  void wholeOverFewPools() {
    std::mt19937 random(71);
    int told = 0;
    for (int i = 0; i < cases(60); ++i) {
      const strategy::Problem problem = priced_problem(random, 4 * i);
      search::Request request;
      request.objective = strategy::Objective::pareto;
      request.exhaustive = request.brute_splits = true;
      request.top = 1000000;          // all
      std::array<Front, 4> by_pools;  // of all that there are, by the pools that they use
      const search::Progress brute = run(problem, request);
      for (const cost::Evaluation& each : brute.best) {
        std::set<int> pools;
        for (const strategy::Stage& stage : each.strategy.stages) pools.insert(stage.pool);
        by_pools[pools.size()].push_back(
            {each.tokens_per_second, each.money.usd_per_trillion_tokens.value_or(1e300)});
      }
      request.exhaustive = request.brute_splits = false;
      request.top = 1;
      const search::Progress quick = run(problem, request, [&](const search::Progress& part) {
        for (int pools = 1; pools <= part.pools_proven; ++pools)
          for (const search::FrontPoint& point : by_pools[static_cast<std::size_t>(pools)])
            QCOMPARE(search::shortfall(points(part.pareto), point), 0.0);
        told += part.pools_proven > 0 ? 1 : 0;
      });
      QVERIFY(quick.pools_proven < 3 || quick.optimal);
    }
    QVERIFY(told > cases(30));
  }

  /// The gap told while a search runs, and of one that is stopped: the set of the whole search has no point
  /// further than that from the set told with it, and it never grows.
  void gapsHold() {
    std::mt19937 random(67);
    int open = 0;
    int between = 0;  // as fast as the machine is
    for (int i = 0; i < cases(60); ++i) {
      const strategy::Problem problem = priced_problem(random, 4 * i);
      search::Request request;
      request.objective = strategy::Objective::pareto;
      request.top = 1;
      const search::Progress whole = run(problem, request);
      if (!whole.optimal) continue;
      QCOMPARE(whole.gap, 0.0);
      const auto holds = [&](const search::Progress& part) {
        const Front told = points(part.pareto);
        const Front all = points(whole.pareto);
        return std::all_of(all.begin(), all.end(), [&](const search::FrontPoint& point) {
          return search::shortfall(told, point) <= part.gap + 1e-12;
        });
      };
      for (const double limit : {1e-6, 5e-4}) {
        request.time_limit = limit;
        double gap = 1.0;
        bool held = true;
        const search::Progress part = run(problem, request, [&](const search::Progress& picture) {
          held = held && holds(picture) && picture.gap <= gap;
          gap = picture.gap;
        });
        QVERIFY(held && holds(part) && part.gap <= gap);
        if (part.finished) break;
        ++open;
        between += part.gap > 0.0 && part.gap < 1.0 ? 1 : 0;
      }
    }
    qInfo("%d stopped, %d of them with a gap between 0 and 1", open, between);
    QVERIFY(open > cases(40));
  }
};

}  // namespace tst_money_front

ASTROLABE_TEST(tst_money_front, TestMoneyFront)
#include "tst_money_front.moc"
