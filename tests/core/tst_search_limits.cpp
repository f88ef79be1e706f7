// Limits of a job: the search with them against that of every configuration and split.
#include <QtTest>
#include <array>
#include <random>
#include <string>
#include <vector>

#include "core/cost/money.h"
#include "core/search/search.h"
#include "problems.h"
#include "tests/core/cases.h"
#include "tests/program/test_program.h"

namespace tst_search_limits {

using namespace astrolabe;
using namespace astrolabe::tests;

namespace {

search::Progress run(const strategy::Problem& problem, const search::Request& request) {
  return search::run(problem, request, {}, nullptr, {});
}

}  // namespace

class TestSearchLimits : public QObject {
  Q_OBJECT

 private slots:
  /// Limits on power and on the cost per hour cut what breaks them for certain, and leave bounds that only
  /// what keeps them can reach: the same first answer as without cutting anything, for every goal.
  void powerAndRateEqualExhaustive() {
    std::mt19937 random(29);
    using strategy::Objective;
    int found = 0, infeasible = 0;
    for (int i = 0; i < cases(400); ++i) {
      strategy::Problem problem = random_problem(random, i % 4 != 0);
      problem.cluster.may_leave_unused = i % 8 != 1;
      if (i % 5 != 0) without_offload(problem);
      std::vector<int> all;
      for (const hardware::Pool& pool : problem.cluster.pools) all.push_back(pool.max_gpus);
      const cost::Money whole = cost::hourly(problem.cluster, problem.job, all);
      std::uniform_real_distribution<double> share(0.1, 1.05);
      if (i % 3 != 0) problem.job.limits.power_kw = whole.power_kw * share(random);
      if (i % 3 != 1 && whole.usd_per_hour)
        problem.job.limits.usd_per_hour = whole.usd_per_hour->value * share(random);
      search::Request request;
      request.objective = std::array{Objective::throughput, Objective::money, Objective::gpus,
                                     Objective::pareto}[static_cast<std::size_t>(i / 4 % 4)];
      const search::Progress quick = run(problem, request);
      request.exhaustive = true;
      const search::Progress slow = run(problem, request);
      QCOMPARE(quick.space.total, slow.space.total);
      QCOMPARE(quick.space.rejected_by_rule, slow.space.rejected_by_rule);
      const search::Space& s = quick.space;
      QCOMPARE(s.rejected_by_rule + s.rejected_by_limit + s.rejected_by_memory + s.cut_by_bound + s.evaluated,
               s.total);
      QCOMPARE(quick.best.empty(), slow.best.empty());
      if (slow.best.empty()) {
        ++infeasible;
        continue;
      }
      if (!quick.optimal || !slow.optimal) continue;
      ++found;
      QVERIFY2(quick.best.front().strategy == slow.best.front().strategy,
               qPrintable(QStringLiteral("problem %1").arg(i)));
      QCOMPARE(quick.best.front().step.value, slow.best.front().step.value);
      QCOMPARE(quick.pareto.size(), slow.pareto.size());
      for (std::size_t k = 0; k < slow.pareto.size(); ++k)
        QVERIFY(quick.pareto[k].strategy == slow.pareto[k].strategy);
    }
    qInfo("compared %d, infeasible %d of %d", found, infeasible, cases(400));
    QVERIFY(found > cases(400) / 3 && infeasible > 0);
  }

  /// Deadline and budget cut whole parts of the space: the same best as when every configuration is looked
  /// at, and where nothing keeps them the nearest to it.
  void limitsEqualBruteForce() {
    std::mt19937 random(41);
    int kept = 0;
    int broken = 0;
    for (int i = 0; i < cases(120); ++i) {
      strategy::Problem problem = random_problem(random, i % 2 == 0);
      if (i % 5 != 0) without_offload(problem);
      problem.cluster.may_leave_unused = true;
      const search::Progress open = run(problem, {});
      if (open.best.empty()) continue;
      // 0.8 to 2.3 times what the fastest takes and costs.
      const double factor = 0.8 + 0.3 * (i % 6);
      strategy::Limits& limits = problem.job.limits;
      if (i % 3 != 1) limits.deadline_hours = factor * open.best.front().hours_for_job;
      if (i % 3 != 0) limits.budget_usd = factor * open.best.front().money.usd_for_job->value;
      search::Request request;
      request.objective = i % 4 == 0 ? strategy::Objective::throughput : strategy::Objective::money;
      const search::Progress quick = run(problem, request);
      request.exhaustive = request.brute_splits = true;
      const search::Progress brute = run(problem, request);
      QCOMPARE(quick.best.empty(), brute.best.empty());
      if (brute.best.empty()) {
        ++broken;
        QVERIFY(quick.binding.violation.binding != cost::Binding::none);
        QVERIFY(quick.binding.violation.binding != cost::Binding::memory);
      } else if (quick.optimal) {
        ++kept;
        QCOMPARE(quick.best.front().step.value, brute.best.front().step.value);
        QCOMPARE(quick.best.front().gpus, brute.best.front().gpus);
      }
    }
    QVERIFY2(kept > cases(40) && broken > cases(8),
             qPrintable(QStringLiteral("%1, %2").arg(kept).arg(broken)));
  }

  /// A deadline that only the best splits keep: where few nodes miss them they are looked for once more, and
  /// what is not found is not told to be impossible.
  void limitsThatFewSplitsKeep() {
    int found = 0, open = 0;
    for (int i = 0; i < 100; ++i) {
      hardware::Pool pool = make_pool("a", 1, 8, 1.0, i % 3 == 0 ? 3.0 + 0.02 * i : 80.0);
      pool.intra_node = {gb_per_s(2.0 + 0.3 * i), microseconds(20)};
      strategy::Problem problem =
          make_test_problem(make_graph(6 + i % 4), make_cluster({pool}), 1024, 4 + 2 * (i % 5));
      without_offload(problem);
      problem.job.allowed["pipeline_parallel"] = {"4"};
      problem.job.allowed["schedule"] = {"1f1b", "zb-h1"};
      problem.job.allowed["context_parallel"] = {"1"};
      problem.job.allowed["zero_stage"] = {"0"};
      search::Request request;
      request.exhaustive = request.brute_splits = true;
      search::Progress brute = run(problem, request);
      if (brute.best.empty()) continue;
      const double least = brute.best.front().hours_for_job;
      problem.job.limits.deadline_hours = least * (i % 4 == 3 ? 0.999999 : 1.000001);
      request.exhaustive = request.brute_splits = false;
      request.effort.enumerate_below = 0.0;
      request.effort.nodes = 1 + i % 3;
      const search::Progress quick = run(problem, request);
      const search::Space& space = quick.space;
      QCOMPARE(space.rejected_by_rule + space.rejected_by_limit + space.rejected_by_memory +
                   space.cut_by_bound + space.evaluated,
               space.total);
      if (i % 4 == 3) {
        QVERIFY(quick.best.empty());
      } else if (quick.best.empty()) {
        QCOMPARE(quick.gap, 1.0);
        ++open;
      } else {
        QCOMPARE(quick.best.front().hours_for_job, least);
        ++found;
      }
    }
    qInfo("%d found, %d open", found, open);
    QVERIFY(found > 30 && open > 10);
  }

  /// More pools than the tree holds: an answer soon, and pools that would leave the others no layer are not
  /// dealt out.
  void manyPoolsAnswerFirst() {
    for (const int count : {20, 64}) {
      std::vector<hardware::Pool> pools;
      for (int i = 0; i < count; ++i)
        pools.push_back(make_pool("p" + std::to_string(i), 1, 8, 1.0 - 0.005 * i));
      strategy::Problem problem = make_test_problem(make_graph(80), make_cluster(pools), 1024, 64);
      for (const bool fewer : {false, true}) {
        problem.cluster.may_leave_unused = fewer;
        search::Request request;
        request.most_asks = 500;
        const search::Progress found = run(problem, request);
        QVERIFY(!found.best.empty());
        if (!fewer) QCOMPARE(found.best.front().gpus_used(), 8 * count);
      }
    }
  }
};

}  // namespace tst_search_limits

ASTROLABE_TEST(tst_search_limits, TestSearchLimits)
#include "tst_search_limits.moc"
