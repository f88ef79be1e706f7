// core/search: the places of a ranking: what belongs in them, and how far they are told as proven.
#include <QtTest>
#include <random>

#include "core/engine.h"
#include "core/plan/plan_file.h"
#include "core/search/findings.h"
#include "core/search/ranking.h"
#include "core/search/search.h"
#include "problems.h"
#include "tests/core/cases.h"
#include "tests/core/small_plan.h"
#include "tests/program/test_program.h"

namespace tst_search_places {

using namespace astrolabe;
using namespace astrolabe::tests;

namespace {

search::Progress run(const strategy::Problem& problem, const search::Request& request) {
  return search::run(problem, request, {}, nullptr, {});
}

/// An answer of so many seconds a step, unlike those of others.
cost::Evaluation step_of(int seconds) {
  cost::Evaluation one;
  one.step = Seconds{static_cast<double>(seconds)};
  one.strategy.micro_batch = seconds;
  return one;
}

}  // namespace

class TestSearchPlaces : public QObject {
  Q_OBJECT

 private slots:
  /// Whenever a search is stopped: the places told as proven hold what the whole search finds there.
  void provenPlacesStay() {
    std::mt19937 random(67);
    int stopped = 0, told = 0, all = 0;
    for (int i = 0; i < cases(150); ++i) {
      const strategy::Problem problem = random_problem(random, i % 2 == 0);
      search::Request request;
      request.top = 12;
      request.objective = i % 3 == 2 ? strategy::Objective::money : strategy::Objective::throughput;
      const auto value = [&](const cost::Evaluation& evaluation) {
        return search::objective_value(evaluation, request.objective);
      };
      const search::Progress whole = run(problem, request);
      if (whole.best.empty()) continue;
      QCOMPARE(whole.places_proven.value(), static_cast<int>(whole.best.size()));
      QCOMPARE(whole.ranking_gap, 0.0);
      // Spread over all moments of the search: from the first on, and close to the last.
      for (std::int64_t asks = 1;; asks += 1 + asks / 6) {
        request.most_asks = asks;
        const search::Progress part = run(problem, request);
        if (!part.stopped_early) break;
        if (part.best.empty()) continue;
        ++stopped;
        const auto proven = static_cast<std::size_t>(part.places_proven.value());
        QVERIFY(proven <= whole.best.size());
        for (std::size_t k = 0; k < proven; ++k) QCOMPARE(value(part.best[k]), value(whole.best[k]));
        QCOMPARE(part.ranking_gap > 0.0, proven < part.best.size());
        const std::size_t last = std::min(part.best.size(), whole.best.size()) - 1;
        QVERIFY(value(part.best[last]) * (1.0 - part.ranking_gap) <= value(whole.best[last]) * (1.0 + 1e-12));
        told += proven > 0 ? 1 : 0;
        all += proven > 1 ? 1 : 0;
      }
    }
    qInfo("%d stopped, %d with a proven place, %d with several", stopped, told, all);
    QVERIFY(kCaseShare > 1 || (stopped > 50 && told > 0));
  }

  /// A split left open that may be as good as between the second and the third: two places are proven, and
  /// the third may be better by that much.
  void openSplitsLeavePlaces() {
    const strategy::Problem problem =
        make_test_problem(make_graph(24, 2048), make_cluster({make_pool("a", 4, 8)}), 2048, 96);
    search::Request request;
    request.top = 20;
    std::vector<cost::Evaluation> apart;  // three places that differ
    for (const cost::Evaluation& place : run(problem, request).best)
      if (apart.size() < 3 && (apart.empty() || place.step.value > apart.back().step.value))
        apart.push_back(place);
    QCOMPARE(apart.size(), 3U);
    request.top = 3;
    const search::Control control({}, nullptr, 0.0);
    search::Findings findings(problem, request, control);
    for (const cost::Evaluation& evaluation : apart) findings.insert(evaluation);
    QCOMPARE(findings.picture(true, {}).places_proven.value(), 3);
    const double second = apart[1].step.value, third = apart[2].step.value;
    const double between = 0.5 * (second + third);
    QVERIFY(second < between && between < third);
    findings.note_open(between, {});
    const search::Progress progress = findings.picture(true, {});
    QCOMPARE(progress.places_proven.value(), 2);
    QCOMPARE(progress.ranking_gap, (third - between) / third);
    QVERIFY(progress.optimal);
    // The split of the second itself, which may be as good as 0.99 of it: the second may be better by 1 %, if
    // it stays behind the first, the third may be what is between.
    const double bound = std::max(0.99 * second, apart[0].step.value);
    findings.note_open(bound, {}, second);
    const search::Progress both = findings.picture(true, {});
    QCOMPARE(both.places_proven.value(), 1);
    QCOMPARE(both.ranking_gap, std::max((second - bound) / second, (third - between) / third));
  }

  /// Nothing unseen below 0.995 of the best is proof within 1 %, below 0.98 is none. Of three answers of 1, 2
  /// and 3 s two are proven where what is open may reach 2 s, for it is no better.
  void proofWithinATolerance() {
    const strategy::Problem problem =
        make_test_problem(make_graph(4), make_cluster({make_pool("a", 1, 8)}), 2048, 8);
    search::Request request;
    request.tolerance = 0.01;
    const search::Control control({}, nullptr, 0.0);
    search::Findings findings(problem, request, control);
    for (const int step : {1, 2, 3}) findings.insert(step_of(step));
    QVERIFY(findings.picture(true, {0.995, 0.0}).optimal);
    QCOMPARE(findings.picture(true, {0.995, 0.0}).gap, 1.0 - 0.995);
    QVERIFY(!findings.picture(true, {0.98, 0.0}).optimal);
    QVERIFY(!findings.picture(false, {}).optimal);  // not through yet
    QCOMPARE(findings.picture(true, {2.0, 0.0}).places_proven.value(), 2);
  }

  /// 10 tokens/s for 4 USD: what may be as fast for 3 is a quarter cheaper, and the set is not whole.
  void openCornersOfASet() {
    const strategy::Problem problem =
        make_test_problem(make_graph(4), make_cluster({make_pool("a", 1, 8)}), 2048, 8);
    search::Request request;
    request.objective = strategy::Objective::pareto;
    const search::Control control({}, nullptr, 0.0);
    search::Findings findings(problem, request, control);
    cost::Evaluation one = step_of(1);
    one.tokens_per_second = 10.0;
    one.money.usd_per_trillion_tokens = 4.0;
    findings.insert(one);
    QCOMPARE(findings.picture(true, {}).gap, 0.0);
    QVERIFY(findings.picture(true, {}).optimal);
    findings.note_open(1.0, {10.0, 3.0});
    QCOMPARE(findings.picture(true, {}).gap, 0.25);
    QVERIFY(!findings.picture(true, {}).optimal);
  }

  /// Where nothing is possible that is proven, unless something is left open. Bounds are told as they move.
  void proofWithoutAnAnswer() {
    const strategy::Problem problem =
        make_test_problem(make_graph(4), make_cluster({make_pool("a", 1, 8)}), 2048, 8);
    const search::Request request;
    const search::Control control({}, nullptr, 0.0);
    search::Findings findings(problem, request, control);
    QCOMPARE(findings.picture(true, {}).gap, 0.0);
    QCOMPARE(findings.picture(false, {}).gap, 1.0);
    findings.note_open(5.0, {});
    QCOMPARE(findings.picture(true, {}).gap, 1.0);
    findings.insert(step_of(8));
    for (const double bound : {3.0, 3.0, 4.0, 4.0}) findings.picture(false, {bound, 0.0});
    std::vector<double> bounds;
    for (const search::BoundSample& sample : findings.picture(true, {}).bounds)
      bounds.push_back(sample.bound);
    QCOMPARE(bounds, (std::vector<double>{3.0, 4.0, 5.0}));
  }

  /// A first answer of 4 s is shown and logged until something is better; a suggestion takes its place in
  /// front of what is ranked, of which no more are shown than were asked for.
  void firstAnswersAndSuggestionsAreShown() {
    const strategy::Problem problem =
        make_test_problem(make_graph(4), make_cluster({make_pool("a", 1, 8)}), 2048, 8);
    search::Request request;
    request.top = 2;
    const search::Control control({}, nullptr, 0.0);
    search::Findings findings(problem, request, control);
    const auto steps = [&](bool last) {
      std::vector<double> all;
      for (const cost::Evaluation& one : findings.picture(last, {}).best) all.push_back(one.step.value);
      return all;
    };
    findings.tell_first(step_of(4));
    findings.insert(step_of(6));
    QCOMPARE(steps(false), (std::vector<double>{4.0, 6.0}));
    QCOMPARE(findings.picture(false, {}).improvements.size(), std::size_t(1));  // 6 s is worse
    findings.insert(step_of(5));
    QCOMPARE(steps(false), (std::vector<double>{4.0, 5.0}));
    findings.suggest(step_of(3));
    QCOMPARE(steps(false), (std::vector<double>{3.0, 5.0}));
    QCOMPARE(findings.picture(false, {}).improvements.size(), std::size_t(2));
    QCOMPARE(steps(true), (std::vector<double>{5.0, 6.0}));  // nothing but what was solved
    findings.insert(step_of(1));
    QCOMPARE(steps(false), (std::vector<double>{1.0, 5.0}));
    QCOMPARE(findings.picture(false, {}).improvements.size(), std::size_t(3));
  }

  /// While all configurations come up again the counts of the first time are shown.
  void countedAgain() {
    const strategy::Problem problem =
        make_test_problem(make_graph(4), make_cluster({make_pool("a", 1, 8)}), 2048, 8);
    const search::Request request;
    const search::Control control({}, nullptr, 0.0);
    search::Findings findings(problem, request, control);
    findings.counts.total = 10;
    findings.counts.by_rule = 4;
    findings.counts.cut = 2;
    findings.insert(step_of(1));
    findings.count_again();
    findings.counts.by_memory = 1;
    const search::Space before = findings.picture(false, {}).space;
    QCOMPARE(before.evaluated, 1U);
    QCOMPARE(before.cut_by_bound, 2U);
    QCOMPARE(before.rejected_by_memory, 0U);
    QCOMPARE(before.not_reached, 3U);  // 10 - 4 - 2 - 1
    const search::Space after = findings.picture(true, {}).space;
    QCOMPARE(after.evaluated, 0U);
    QCOMPARE(after.rejected_by_memory, 1U);
    QCOMPARE(after.not_reached, 5U);  // 10 - 4 - 1
  }

  /// By step, then money, then GPUs, then settings; where money counts, by money first; where GPUs do, by
  /// them.
  void orderOfAnswers() {
    using strategy::Objective;
    const auto answer = [](double step, double usd, int gpus, int micro_batch) {
      cost::Evaluation one;
      one.step = Seconds{step};
      one.money.usd_per_trillion_tokens = usd;
      one.gpus = {gpus};
      one.strategy.micro_batch = micro_batch;
      return one;
    };
    const auto check = [](Objective objective, const cost::Evaluation& a, const cost::Evaluation& b) {
      QVERIFY(search::ranks_before(a, b, objective));
      QVERIFY(!search::ranks_before(b, a, objective));
    };
    for (const Objective objective : {Objective::throughput, Objective::money}) {
      check(objective, answer(1, 9, 4, 2), answer(1, 9, 8, 1));  // fewer GPUs at the same step and money
      check(objective, answer(1, 9, 4, 1), answer(1, 9, 4, 2));
    }
    check(Objective::throughput, answer(1, 9, 8, 2), answer(2, 5, 4, 1));
    check(Objective::throughput, answer(1, 5, 8, 2), answer(1, 9, 4, 1));
    check(Objective::money, answer(2, 5, 8, 2), answer(1, 9, 4, 1));
    check(Objective::money, answer(1, 5, 8, 2), answer(2, 5, 4, 1));
    check(Objective::gpus, answer(2, 9, 4, 2), answer(1, 5, 8, 1));
    cost::Evaluation unpriced = answer(1, 9, 4, 1);
    unpriced.money.usd_per_trillion_tokens.reset();
    check(Objective::money, answer(9, 9, 9, 9), unpriced);
  }

  /// GPT-3 on 65,536 H100: fewer micro-batches than stages, of which 60,000 nodes leave splits open.
  void fewMicroBatchesAreProven() {
    plan::Plan large = plan::sample_plan();
    large.model_name = "gpt3-175b";
    large.model_text.clear();
    large.job.sequence_length = 4096;
    large.job.global_batch = 1536;
    large.cluster.pools.resize(1);
    large.cluster.between_pools.clear();
    large.cluster.pools[0] = {};
    large.cluster.pools[0].id = "h100";
    large.cluster.pools[0].node = "onprem-dgx-h100";
    large.cluster.pools[0].nodes = 8192;
    const auto problem = plan::make_problem(large, hardware::Catalogue::built_in());
    QVERIFY(problem.has_value());
    search::Request request;
    request.top = 1;
    request.threads = 2;
    const search::Progress found = run(*problem, request);
    QVERIFY(found.optimal && !found.best.empty());
    QVERIFY(found.best.front().strategy.pipeline_parallel * found.best.front().strategy.data_parallel *
                found.best.front().strategy.micro_batch >
            1536);
  }

  /// 4 GPUs for 2 s are 4 + 2 / 3: so many may take 2 s, and a hair more; 5 may take none, 3 any time.
  void longestStepOfAValue() {
    const double value = search::smallest_value(4, 2.0);
    QCOMPARE(value, 4.0 + 2.0 / 3.0);
    QVERIFY(search::longest_step(4, value) >= 2.0 && search::longest_step(4, value) < 2.0 + 1e-7);
    QCOMPARE(search::longest_step(5, value), 0.0);
    QCOMPARE(search::longest_step(3, value), 1e300);
  }

  /// Any value may rank until there are as many as there are places; then none above the last.
  void cutOfARanking() {
    search::Ranking ranking(strategy::Objective::throughput, 2);
    cost::Evaluation one;
    QCOMPARE(ranking.cut(), 1e300);
    one.step = Seconds{3.0};
    QVERIFY(ranking.insert(one));
    QCOMPARE(ranking.cut(), 1e300);
    QCOMPARE(ranking.best_value(), 3.0);
    one.strategy.micro_batch = 2;
    one.step = Seconds{5.0};
    QVERIFY(!ranking.insert(one));
    QCOMPARE(ranking.cut(), 5.0);
    one.strategy.micro_batch = 4;
    one.step = Seconds{2.0};
    QVERIFY(ranking.insert(one));
    QCOMPARE(ranking.cut(), 3.0);
    QCOMPARE(ranking.best_value(), 2.0);
    QCOMPARE(ranking.sorted().size(), 2U);
  }

  /// A better split of a configuration takes the place of the one before; a worse one has none.
  void onePlaceForEachConfiguration() {
    strategy::Problem problem =
        make_test_problem(make_graph(24, 2048), make_cluster({make_pool("a", 4, 8)}), 2048, 96);
    problem.job.allowed["pipeline_parallel"] = {"4"};
    problem.job.allowed["virtual_pipeline"] = {"1"};
    const search::Progress whole = run(problem, {});
    const auto piped = whole.best.begin() + 1;
    strategy::Strategy moved = piped->strategy;
    moved.stages.front().layers -= 1;
    moved.stages.back().layers += 1;
    const auto other = detail(problem, moved);
    QVERIFY(other.has_value());
    QVERIFY(other->evaluation.step.value > piped->step.value);
    for (const bool better_first : {true, false}) {
      search::Ranking ranking(strategy::Objective::throughput, 5);
      ranking.insert(whole.best.front());
      ranking.insert(better_first ? *piped : other->evaluation);
      ranking.insert(better_first ? other->evaluation : *piped);
      const std::vector<cost::Evaluation> sorted = ranking.sorted();
      QCOMPARE(sorted.size(), 2U);
      QVERIFY(sorted[1].strategy == piped->strategy);
    }
  }

  /// A split that recomputes for nothing is no place of its own; a faster one is.
  void recomputingForNothingHasNoPlace() {
    strategy::Problem problem =
        make_test_problem(make_graph(24, 2048), make_cluster({make_pool("a", 4, 8)}), 2048, 96);
    problem.job.allowed["recompute"] = {"none"};
    const search::Progress whole = run(problem, {});
    const cost::Evaluation none = whole.best.front();
    cost::Evaluation full = none;
    full.strategy.recompute = full.strategy.stages.front().recompute = strategy::Recompute::full;
    full.strategy.recompute_layers = full.strategy.stages.front().recompute_layers = 1;
    for (const double faster : {-1e-3, 0.0, 1e-3})
      for (const bool none_first : {true, false}) {
        full.step = Seconds{none.step.value - faster};
        search::Ranking ranking(strategy::Objective::throughput, 5);
        ranking.insert(none_first ? none : full);
        ranking.insert(none_first ? full : none);
        const std::vector<cost::Evaluation> sorted = ranking.sorted();
        QCOMPARE(sorted.size(), faster > 0.0 ? 2U : 1U);
        QVERIFY(sorted.front().strategy == (faster > 0.0 ? full : none).strategy);
        QVERIFY(sorted.back().strategy == none.strategy);
      }
  }
};

}  // namespace tst_search_places

ASTROLABE_TEST(tst_search_places, TestSearchPlaces)
#include "tst_search_places.moc"
