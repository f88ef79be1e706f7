// core/search: the same answer for any number of threads, answers on the way and after a stop, bounds below
// what they bound, and the properties that planners take for granted.
#include <QtTest>
#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <random>
#include <set>
#include <thread>

#include "core/cost/bound.h"
#include "core/cost/money.h"
#include "core/engine.h"
#include "core/search/findings.h"
#include "core/search/ranking.h"
#include "core/search/search.h"
#include "core/strategy/rules.h"
#include "core/strategy/space.h"
#include "problems.h"
#include "tests/core/cases.h"
#include "tests/program/test_program.h"

namespace tst_search_answers {

using namespace astrolabe;
using namespace astrolabe::tests;

namespace {

search::Progress run(const strategy::Problem& problem, const search::Request& request) {
  return search::run(problem, request, {}, nullptr, {});
}

/// Every split of `layers` over the stages, by recursion; calls `use` with each.
template <class Use>
void every_split(int layers, int stages, std::vector<int>& split, Use&& use) {
  if (stages == 1) {
    split.push_back(layers);
    use(split);
    split.pop_back();
    return;
  }
  for (int count = 1; count <= layers - (stages - 1); ++count) {
    split.push_back(count);
    every_split(layers - count, stages - 1, split, use);
    split.pop_back();
  }
}

bool same(const search::Rejected& a, const search::Rejected& b) {
  return a.excess == b.excess && a.strategy == b.strategy;
}

}  // namespace

class TestSearchAnswers : public QObject {
  Q_OBJECT

 private slots:
  /// Tensor parallelism, context parallelism and micro-batches that are no powers of two, or go far, are
  /// found as every configuration and every split shows them, in time and in money.
  void sizesOfAnyKindEqualBruteForce() {
    std::mt19937 random(71);
    const Pick pick{random};
    int tensor = 0, micro = 0, context = 0;
    const int all = 60;
    for (int i = 0; i < cases(all); ++i) {
      const bool far = i % 3 == 0;
      std::vector<hardware::Pool> pools{make_pool("a", far ? 2 : 1, far ? 8 : i % 2 == 0 ? 6 : 12)};
      if (i % 4 == 1) pools.push_back(make_pool("b", 1, 6, 0.5, 80.0, 1.0));
      const int sequence = far ? 16384 << pick(0, 1) : 2048;
      strategy::Problem problem =
          make_test_problem(make_graph(pick(2, 5), 768, 12, 12), make_cluster(std::move(pools)), sequence,
                            far ? 1 : 6 * pick(1, 4));
      without_offload(problem);
      search::Request request;
      request.objective = i % 2 == 1 ? strategy::Objective::money : strategy::Objective::throughput;
      request.effort.enumerate_below = 0.0;
      const search::Progress quick = run(problem, request);
      request.exhaustive = request.brute_splits = true;
      const search::Progress brute = run(problem, request);
      QCOMPARE(quick.space.total, brute.space.total);
      QVERIFY(!brute.best.empty() && !quick.best.empty());
      QVERIFY2(quick.optimal, qPrintable(QStringLiteral("problem %1").arg(i)));
      const auto value = [&](const search::Progress& progress) {
        return search::objective_value(progress.best.front(), request.objective);
      };
      QVERIFY2(qAbs(value(quick) - value(brute)) <= 1e-12 * value(brute),
               qPrintable(QStringLiteral("problem %1").arg(i)));
      for (const cost::Evaluation& answer : brute.best) {
        const strategy::Strategy& s = answer.strategy;
        tensor += s.tensor_parallel % 3 == 0 ? 1 : 0;
        micro += s.micro_batch % 3 == 0 ? 1 : 0;
        context += s.context_parallel > 8 ? 1 : 0;
      }
    }
    qInfo("tensor %d, micro-batch %d, context %d", tensor, micro, context);
    QVERIFY(kCaseShare > 1 || (tensor > 0 && micro > 0 && context > 0));
  }

  /// Stopped at once or a little later: the counts add up, and the bound is there and holds.
  void stoppedEarly() {
    const strategy::Problem problem = make_test_problem(
        make_graph(24, 2048), make_cluster({make_pool("a", 4, 8), make_pool("b", 4, 8, 0.6)}), 2048, 96);
    const search::Progress whole = run(problem, {});
    QVERIFY(whole.optimal);
    QCOMPARE(whole.space.not_reached, 0U);
    for (const double limit : {1e-6, 1e-4, 1e-3}) {
      search::Request request;
      request.time_limit = limit;
      const search::Progress part = run(problem, request);
      const search::Space& s = part.space;
      QCOMPARE(s.rejected_by_rule + s.rejected_by_limit + s.rejected_by_memory + s.cut_by_bound +
                   s.evaluated + s.not_reached,
               s.total);
      if (part.best.empty()) {
        QCOMPARE(part.gap, 1.0);
        continue;
      }
      QVERIFY(part.has_bound);
      QVERIFY(part.bound <= whole.best.front().step.value);
    }
  }

  /// What was nearest to being an answer is told beside one where it is asked for; nothing else changes.
  void nearAnswersAreExtra() {
    std::mt19937 random(71);
    int beside = 0, instead = 0;
    for (int i = 0; i < cases(60); ++i) {
      const strategy::Problem problem = random_problem(random, i % 2 == 0);
      search::Request request;
      const search::Progress with = run(problem, request);
      request.near_answers = false;
      const search::Progress without = run(problem, request);
      QCOMPARE(without.best.size(), with.best.size());
      for (std::size_t k = 0; k < with.best.size(); ++k)
        QVERIFY(without.best[k].strategy == with.best[k].strategy);
      QCOMPARE(without.space.total, with.space.total);
      QCOMPARE(without.optimal, with.optimal);
      if (with.best.empty()) {
        ++instead;
        QCOMPARE(without.binding.violation.binding, with.binding.violation.binding);
        QVERIFY(std::equal(without.rejected.begin(), without.rejected.end(), with.rejected.begin(),
                           with.rejected.end(), same));
      } else {
        beside += with.rejected.empty() ? 0 : 1;
        QVERIFY(without.rejected.empty());
      }
    }
    QVERIFY(kCaseShare > 1 || (beside > 10 && instead > 0));
  }

  /// The first picture is told with the first answer: a whole strategy that keeps its limits, no better than
  /// the best; answers only get better, and a search stopped there keeps what it told.
  void firstAnswerIsWhole() {
    std::mt19937 random(43);
    int told = 0;
    for (int i = 0; i < cases(200); ++i) {
      const strategy::Problem problem = random_problem(random, i % 2 == 0);
      search::Request request;
      request.top = 1 + i % 20;
      request.objective = i % 3 == 2 ? strategy::Objective::money : strategy::Objective::throughput;
      const search::Progress whole = run(problem, request);
      std::stop_source stop;
      std::optional<search::Progress> first;
      const search::Progress part =
          search::run(problem, request, stop.get_token(), nullptr, [&](const search::Progress& picture) {
            if (!first && !picture.best.empty()) first = picture;
            if (first) stop.request_stop();
          });
      if (!first) continue;  // nothing fits
      ++told;
      QVERIFY(!whole.best.empty());
      const auto value = [&](const search::Progress& progress) {
        return search::objective_value(progress.best.front(), request.objective);
      };
      const auto again = detail(problem, first->best.front().strategy);
      QVERIFY(again.has_value());
      QCOMPARE(again->violation.binding, cost::Binding::none);
      QCOMPARE(again->evaluation.step.value, first->best.front().step.value);
      QVERIFY(value(*first) >= value(whole));
      QVERIFY(value(part) <= value(*first) && part.bound <= value(whole));
      QVERIFY(static_cast<int>(part.best.size()) <= request.top);
      for (std::size_t k = 1;
           request.objective == strategy::Objective::throughput && k < whole.improvements.size(); ++k)
        QVERIFY(whole.improvements[k].step_seconds < whole.improvements[k - 1].step_seconds);
      if (request.objective == strategy::Objective::throughput)
        QCOMPARE(whole.improvements.back().step_seconds, whole.best.front().step.value);
    }
    qInfo("%d first answers", told);
    QVERIFY(told > cases(150));
  }

  /// What is told before the space is laid out: a strategy of the space that breaks no rule and no limit, not
  /// better than the best, and with the settings that the job names.
  void firstAnswersAreStrategiesOfTheSpace() {
    std::mt19937 random(31);
    int seen = 0, named = 0;
    for (int i = 0; i < cases(120); ++i) {
      strategy::Problem problem = random_problem(random, i % 2 == 0);
      if (i % 4 == 0) problem.job.allowed["schedule"] = {"zb-h1"};
      if (i % 4 == 1) problem.job.allowed["offload_optimizer"] = {"true"};
      search::Control control({}, nullptr, 0.0);
      cost::Tables tables(problem);
      const auto first = search::first_answer(problem, {}, control, tables);
      const search::Progress whole = run(problem, {});
      if (whole.best.empty()) QVERIFY(!first);
      if (!first) continue;
      ++seen;
      QVERIFY(strategy::first_broken_rule(problem, first->strategy) == nullptr);
      QVERIFY(first->step.value >= whole.best.front().step.value);
      const auto again = detail(problem, first->strategy);
      QVERIFY(again.has_value());
      QCOMPARE(again->violation.binding, cost::Binding::none);
      QCOMPARE(again->evaluation.step.value, first->step.value);
      if (i % 4 == 0) QVERIFY(first->strategy.schedule == strategy::Schedule::zb_h1);
      if (i % 4 == 1) QVERIFY(first->strategy.offload_optimizer);
      named += i % 4 < 2 ? 1 : 0;
    }
    QVERIFY2(seen > cases(60) && named > cases(16), qPrintable(QStringLiteral("%1 %2").arg(seen).arg(named)));
  }

  /// The lower bound of a configuration is at or below each of its splits.
  void boundsHold() {
    std::mt19937 random(3);
    int compared = 0;
    int broken = 0;
    for (int i = 0; i < cases(500); ++i) {
      const strategy::Problem problem = random_problem(random, i % 2 == 1);
      cost::Tables tables(problem);
      const strategy::Space space(problem);
      strategy::Strategy strategy;
      space.visit([&](const strategy::Group& group) {
        bool legal = false;
        for (int tries = 0; tries < 100 && !legal; ++tries) {
          const auto index = std::uniform_int_distribution<std::uint64_t>(0, space.per_group() - 1)(random);
          space.configuration(group, index, strategy);
          legal = strategy::first_broken_rule(problem, strategy) == nullptr && strategy.virtual_pipeline == 1;
        }
        if (!legal) return true;
        const cost::Shape shape(tables, strategy);
        const double bound = cost::step_lower_bound(shape);
        std::vector<int> split;
        std::vector<double> scratch;
        every_split(problem.graph->layer_count(), shape.stages(), split, [&](const std::vector<int>& layers) {
          std::vector<cost::StageCost> stages;
          int begin = 0;
          for (std::size_t j = 0; j < layers.size(); ++j) {
            stages.push_back(shape.stage(static_cast<int>(j), {begin, begin + layers[j]}));
            begin += layers[j];
          }
          ++compared;
          broken += bound > shape.step(stages, scratch).step ? 1 : 0;
        });
        return true;
      });
    }
    QCOMPARE(broken, 0);
    qInfo("%d splits compared", compared);
    QVERIFY(compared > cases(10000));
  }

  /// One thread equals two and four, to the last bit of every ranked answer, whatever is asked for.
  void threadsAgree() {
    using strategy::Objective;
    for (const unsigned seed : {17U, 18U, 19U}) {
      std::mt19937 random(seed);
      for (int i = 0; i < cases(14); ++i) {
        const strategy::Problem problem = random_problem(random, i % 2 == 0);
        search::Request request;
        request.objective = std::array{Objective::throughput, Objective::throughput, Objective::money,
                                       Objective::pareto}[static_cast<std::size_t>(i % 4)];
        const search::Progress one = run(problem, request);
        for (const int threads : {2, 4}) {
          request.threads = threads;
          const search::Progress more = run(problem, request);
          QCOMPARE(one.best.size(), more.best.size());
          for (std::size_t k = 0; k < one.best.size(); ++k) {
            QVERIFY(one.best[k].strategy == more.best[k].strategy);
            QCOMPARE(one.best[k].step.value, more.best[k].step.value);
            QCOMPARE(one.best[k].time.seconds, more.best[k].time.seconds);
          }
          QCOMPARE(one.pareto.size(), more.pareto.size());
          for (std::size_t k = 0; k < one.pareto.size(); ++k)
            QVERIFY(one.pareto[k].strategy == more.pareto[k].strategy);
          QCOMPARE(one.optimal, more.optimal);
          QCOMPARE(one.gap, more.gap);
          QCOMPARE(one.space.total, more.space.total);
          QCOMPARE(one.space.rejected_by_rule, more.space.rejected_by_rule);
        }
      }
    }
  }

  /// What was nearest to being possible is the same for 1, 2 and 4 threads, with an answer and without.
  void nearMissesAgree() {
    int told = 0, without = 0;
    for (const unsigned seed : {101U, 102U, 103U}) {
      std::mt19937 random(seed);
      for (int i = 0; i < cases(12); ++i) {
        strategy::Problem problem = random_problem(random, i % 2 == 0);
        const double headroom = problem.job.limits.memory_headroom;
        problem.job.limits = {};
        problem.job.limits.memory_headroom = headroom;
        if (i % 3 == 0)
          for (hardware::Pool& pool : problem.cluster.pools) pool.gpu.memory->value *= 0.02;
        search::Request request;
        const search::Progress one = run(problem, request);
        told += static_cast<int>(one.rejected.size());
        without += one.best.empty() ? 1 : 0;
        for (const int threads : {2, 4}) {
          request.threads = threads;
          const search::Progress other = run(problem, request);
          QVERIFY(std::equal(one.rejected.begin(), one.rejected.end(), other.rejected.begin(),
                             other.rejected.end(), same));
          if (one.best.empty()) QVERIFY(other.binding.nearest == one.binding.nearest);
        }
      }
    }
    QVERIFY2(told > 100 && without >= 3, qPrintable(QStringLiteral("%1 %2").arg(told).arg(without)));
  }

  /// Near misses beside answers under limits: each answer keeps its limits, what is near and breaks one is
  /// told, once and for any number of threads. Halfway between the best and the worst ranked, a limit lets
  /// some answers through.
  void nearMissesOfLimitsAgree() {
    int told = 0, limited = 0;
    for (const unsigned seed : {104U, 105U, 106U}) {
      std::mt19937 random(seed);
      for (int i = 0; i < cases(12); ++i) {
        strategy::Problem problem = random_problem(random, i % 2 == 0);
        problem.job.limits = problem.job.limits.of_memory_alone();
        search::Request request;
        request.top = 20;
        const search::Progress free = run(problem, request);
        if (free.best.size() < 3) continue;
        const cost::Evaluation& middle = free.best[free.best.size() / 2];
        strategy::Limits& limits = problem.job.limits;
        if (i % 3 == 0)
          limits.deadline_hours = middle.hours_for_job;
        else if (i % 3 == 1)
          limits.power_kw = middle.money.power_kw;
        else
          limits.usd_per_hour = middle.money.usd_per_hour->value;
        const search::Progress one = run(problem, request);
        if (one.best.empty()) continue;
        std::set<strategy::Strategy> apart;
        for (const search::Rejected& rejected : one.rejected) {
          apart.insert(rejected.strategy);
          limited += rejected.violation.binding == cost::Binding::memory ? 0 : 1;
        }
        QCOMPARE(apart.size(), one.rejected.size());
        told += static_cast<int>(one.rejected.size());
        for (const int threads : {2, 4}) {
          request.threads = threads;
          const search::Progress other = run(problem, request);
          QVERIFY(std::equal(one.rejected.begin(), one.rejected.end(), other.rejected.begin(),
                             other.rejected.end(), same));
        }
      }
    }
    QVERIFY2(limited > cases(100), qPrintable(QStringLiteral("%1 %2").arg(told).arg(limited)));
  }

  /// Every ranked answer keeps its limits, its parts add up, and detail() predicts the same.
  void answersAreWhole() {
    std::mt19937 random(23);
    for (int i = 0; i < cases(60); ++i) {
      strategy::Problem problem = random_problem(random, i % 2 == 0);
      problem.job.limits.power_kw = 6.0;
      const search::Progress progress = run(problem, {});
      for (const cost::Evaluation& answer : progress.best) {
        QVERIFY(qAbs(answer.time.total() - answer.step.value) <= 1e-9 * answer.step.value);
        QVERIFY(answer.memory_share() <= 1.0);
        QVERIFY(answer.money.power_kw <= 6.0);
        QVERIFY(answer.step_low < answer.step && answer.step < answer.step_high);
        const auto again = detail(problem, answer.strategy);
        QVERIFY(again.has_value());
        QCOMPARE(again->violation.binding, cost::Binding::none);
        QCOMPARE(again->evaluation.step.value, answer.step.value);
        QVERIFY(qAbs(again->timeline.step - answer.step.value) <= 1e-9 * answer.step.value);
        double last = 0.0;
        for (const cost::Lane& lane : again->timeline.lanes) last = qMax(last, lane.work.back().end);
        QVERIFY(qAbs(last - answer.step.value) <= 1e-9 * answer.step.value);
      }
    }
  }

  /// With freedom to leave GPUs unused, more of them never make the best time or the best money worse; more
  /// memory neither. By the search, and where everything is evaluated.
  void moreIsNeverWorse() {
    std::mt19937 random(29);
    int better = 0;
    for (int i = 0; i < cases(60); ++i) {
      strategy::Problem problem = random_problem(random, true);
      if (i % 5 != 0) without_offload(problem);
      problem.cluster.may_leave_unused = true;
      problem.cluster.max_total_gpus.reset();
      strategy::Problem more = problem;
      more.cluster.pools[1].nodes *= 2;
      more.cluster.pools[1].max_gpus *= 2;
      strategy::Problem roomy = problem;
      for (hardware::Pool& pool : roomy.cluster.pools) pool.gpu.memory = gib(200);
      for (const auto objective : {strategy::Objective::throughput, strategy::Objective::money}) {
        search::Request request;
        request.objective = objective;
        request.exhaustive = request.brute_splits = i % 3 == 0;
        const search::Progress before = run(problem, request);
        if (before.best.empty() || !before.optimal) continue;
        const double value = search::objective_value(before.best.front(), objective);
        for (const strategy::Problem* other : {&more, &roomy}) {
          const search::Progress after = run(*other, request);
          QVERIFY(!after.best.empty());
          if (!after.optimal) continue;
          const double now = search::objective_value(after.best.front(), objective);
          QVERIFY2(now <= value * (1 + 1e-12), qPrintable(QStringLiteral("problem %1").arg(i)));
          better += now < value ? 1 : 0;
        }
      }
    }
    QVERIFY(better > cases(15));
  }

  /// A pool of which no GPU may be used needs no price, and changes nothing.
  void unusablePoolNeedsNoPrice() {
    hardware::Pool closed = make_pool("closed", 1, 4, 2.0, 80.0, 0.0);
    closed.max_gpus = 0;
    closed.purchase_per_gpu.reset();
    hardware::Cluster with = make_cluster({make_pool("a", 1, 4), closed});
    hardware::Cluster without = make_cluster({make_pool("a", 1, 4)});
    with.may_leave_unused = without.may_leave_unused = true;
    for (const auto objective : {strategy::Objective::money, strategy::Objective::pareto}) {
      search::Request request;
      request.objective = objective;
      const auto problem =
          strategy::make_problem(make_graph(8), with, make_test_problem({}, {}, 2048, 16).job, objective);
      QVERIFY(problem.has_value());
      const search::Progress here = run(*problem, request);
      const search::Progress there = run(make_test_problem(make_graph(8), without, 2048, 16), request);
      QVERIFY(here.optimal && !here.best.empty());
      QCOMPARE(here.best.front().step.value, there.best.front().step.value);
      QCOMPARE(here.pareto.size(), there.pareto.size());
      strategy::Job paid = problem->job;  // idle GPUs are paid for, used or not
      paid.cost.idle_gpus_cost = true;
      QVERIFY(!strategy::make_problem(make_graph(8), with, paid, objective));
    }
  }
};

}  // namespace tst_search_answers

ASTROLABE_TEST(tst_search_answers, TestSearchAnswers)
#include "tst_search_answers.moc"
