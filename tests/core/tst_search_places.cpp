// core/search: the places of a ranking: what belongs in them, and how far they are told as proven.
#include <QtTest>
#include <random>

#include "core/engine.h"
#include "core/search/findings.h"
#include "core/search/ranking.h"
#include "core/search/search.h"
#include "problems.h"
#include "tests/core/cases.h"
#include "tests/program/test_program.h"

namespace tst_search_places {

using namespace astrolabe;
using namespace astrolabe::tests;

namespace {

search::Progress run(const strategy::Problem& problem, const search::Request& request) {
  return search::run(problem, request, {}, nullptr, {});
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
    request.top = 3;
    const search::Progress whole = run(problem, request);
    QCOMPARE(whole.best.size(), 3U);
    const search::Control control({}, nullptr, 0.0);
    search::Findings findings(problem, request, control);
    for (const cost::Evaluation& evaluation : whole.best) findings.insert(evaluation);
    QCOMPARE(findings.picture(true, {}).places_proven.value(), 3);
    const double second = whole.best[1].step.value, third = whole.best[2].step.value;
    const double between = 0.5 * (second + third);
    QVERIFY(second < between && between < third);
    findings.note_open(between, {});
    const search::Progress progress = findings.picture(true, {});
    QCOMPARE(progress.places_proven.value(), 2);
    QCOMPARE(progress.ranking_gap, (third - between) / third);
    QVERIFY(progress.optimal);
    // The split of the second itself, which may be as good as 0.99 of it: the second may be better by 1 %, if
    // it stays behind the first, the third may be what is between.
    const double bound = std::max(0.99 * second, whole.best[0].step.value);
    findings.note_open(bound, {}, second);
    const search::Progress both = findings.picture(true, {});
    QCOMPARE(both.places_proven.value(), 1);
    QCOMPARE(both.ranking_gap, std::max((second - bound) / second, (third - between) / third));
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
