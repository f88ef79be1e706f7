// core/plan/samples: five plans, each of which shows what its name says.
#include <QtTest>
#include <set>

#include "core/cost/money.h"
#include "core/engine.h"
#include "core/hardware/catalogue.h"
#include "core/plan/contradictions.h"
#include "core/plan/samples.h"
#include "problems.h"
#include "tests/program/test_program.h"

namespace tst_samples {

using namespace astrolabe;
using namespace astrolabe::tests;

class TestSamples : public QObject {
  Q_OBJECT

  static plan::SnapshotPtr answer(const plan::Plan& plan) {
    const auto problem = plan::make_problem(plan, hardware::Catalogue::built_in());
    if (!problem) return nullptr;
    SearchOptions options;
    options.objective = plan.objective;
    options.time_limit = 60.0;
    return run_search(*problem, options);
  }

 private slots:
  void fiveWithDifferentNames() {
    QCOMPARE(plan::sample_names().size(), std::size_t(5));
    QVERIFY(plan::sample_named("two-generations") == plan::sample_plan());
    std::set<std::string> titles;
    for (const std::string& name : plan::sample_names()) titles.insert(plan::sample_named(name).name);
    QCOMPARE(titles.size(), std::size_t(5));
  }

  void whatTheySay_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("gpus");
    QTest::addColumn<bool>("fits");
    QTest::newRow("small") << QByteArray("small") << 8 << true;                  // 1 x 8
    QTest::newRow("homogeneous") << QByteArray("homogeneous") << 128 << true;    // 16 x 8
    QTest::newRow("best value") << QByteArray("best-value") << 64 << true;       // 4 x 8 + 4 x 8
    QTest::newRow("does not fit") << QByteArray("does-not-fit") << 16 << false;  // 2 x 8
  }
  void whatTheySay() {
    QFETCH(QByteArray, name);
    QFETCH(int, gpus);
    QFETCH(bool, fits);
    const plan::Plan plan = plan::sample_named(name.toStdString());
    const auto problem = plan::make_problem(plan, hardware::Catalogue::built_in());
    QVERIFY2(problem.has_value(), problem ? "" : problem.error().where.c_str());
    QCOMPARE(problem->cluster.gpus(), gpus);
    const plan::SnapshotPtr found = answer(plan);
    QVERIFY(found);
    QCOMPARE(!found->best.empty(), fits);
    if (fits) return;
    QCOMPARE(found->status, plan::Status::infeasible);
    QVERIFY(!found->fixes.empty());
  }

  /// What is called a contradiction is one: no strategy found stays below the least that is named, on any
  /// sample, whether or not GPUs may stay unused. The peak of the cluster by hand, for the sample: 6 x
  /// (70,553,706,496 - 128,256 x 8,192) flops a token.
  void noStrategyKeepsAContradictedLimit() {
    for (const bool free : {false, true})
      for (const char* name : {"two-generations", "small", "best-value"}) {
        plan::Plan plan = plan::sample_named(name);
        plan.cluster.choose = free ? std::optional(hardware::Choose{}) : std::nullopt;
        if (plan.objective == strategy::Objective::gpus) plan.objective = strategy::Objective::throughput;
        const plan::SnapshotPtr found = answer(plan);
        QVERIFY(found && !found->best.empty());
        strategy::Problem problem = *found->problem;
        QVERIFY(plan::contradictions(problem).empty());
        constexpr double tiny = 1e-6;
        problem.job.limits = {tiny, tiny, tiny, tiny, tiny, problem.job.limits.memory_headroom};
        const std::vector<plan::Contradiction> all = plan::contradictions(problem);
        QCOMPARE(all.size(), std::size_t(5));
        std::map<std::string, double> needed;
        for (const plan::Contradiction& each : all) needed[each.limit] = each.needed;
        for (const cost::Evaluation& each : found->best) {
          QVERIFY(needed["budget_usd"] <= each.money.usd_for_job->value);
          QVERIFY(needed["deadline_hours"] <= each.hours_for_job);
          QVERIFY(needed["power_kw"] <= each.money.power_kw * (1.0 + 1e-12));
          QVERIFY(needed["usd_per_hour"] <= each.money.usd_per_hour->value * (1.0 + 1e-12));
          QVERIFY(needed["usd_per_trillion_tokens"] <= *each.money.usd_per_trillion_tokens);
        }
        if (free || std::string_view(name) != "two-generations") continue;
        const auto peak = [&](std::size_t pool) {
          return hardware::peak(problem.cluster.pools[pool].gpu, problem.job.precision)->value;
        };
        const double flops = 6.0 * (70'553'706'496.0 - 128'256.0 * 8'192.0);
        const double hours = 1e12 * flops / (32.0 * peak(0) + 32.0 * peak(1)) / 3600.0;
        QVERIFY(std::abs(needed["deadline_hours"] / hours - 1.0) < 1e-12);
        QVERIFY(std::abs(needed["usd_per_hour"] - 448.0) < 1e-9);                 // 32 x 10 + 32 x 4
        QVERIFY(std::abs(needed["budget_usd"] / (448.0 * hours) - 1.0) < 1e-12);  // 1T tokens
        problem.job.limits = {{}, {}, {}, 400.0, {}, 0.06};
        const auto within = plan::contradictions(problem);
        QCOMPARE(within.size(), std::size_t(1));
        QCOMPARE(within.front().gpus, 64);
        QCOMPARE(within.front().gpus_within, 56);  // 32 A100 at 4, then three nodes of 8 H100 at 10: 368
      }
  }

  /// A deadline against each other limit: whoever keeps the deadline takes at least what is named. By hand,
  /// of the sample: 32 A100 at 4 dollars have more peak for a dollar than ... so they come in that order.
  void limitsAgainstTheDeadline() {
    plan::Plan plan = plan::sample_named("two-generations");
    plan.cluster.choose = hardware::Choose{};
    plan.objective = strategy::Objective::pareto;
    const plan::SnapshotPtr found = answer(plan);
    QVERIFY(found && !found->best.empty());
    strategy::Problem problem = *found->problem;
    const double flops = 6.0 * (70'553'706'496.0 - 128'256.0 * 8'192.0) * problem.job.tokens;
    const hardware::Pool& h100 = problem.cluster.pools[0];
    const hardware::Pool& a100 = problem.cluster.pools[1];
    const double fast = hardware::peak(h100.gpu, problem.job.precision)->value;
    const double slow = hardware::peak(a100.gpu, problem.job.precision)->value;
    for (const cost::Evaluation& each : found->best) {
      constexpr double tiny = 1e-3;  // below what one node takes is told as such
      const auto kw_of_node = [&](const hardware::Pool& pool) {
        return 8 * (pool.billed_watts() + pool.network_power.value) / 1000.0 * problem.job.cost.pue;
      };
      const double kw = std::min(kw_of_node(h100), kw_of_node(a100)) * (1.0 + 1e-12);
      problem.job.limits = {tiny, each.hours_for_job, kw, 32.0, tiny, problem.job.limits.memory_headroom};
      std::map<std::string, plan::Contradiction> told;
      for (const plan::Contradiction& one : plan::contradictions(problem)) told[one.limit] = one;
      QVERIFY(told["power_kw"].cause == plan::Contradiction::Cause::deadline);
      QVERIFY(told["usd_per_hour"].cause == plan::Contradiction::Cause::deadline);
      QVERIFY(told["power_kw"].needed <= each.money.power_kw * (1.0 + 1e-12));
      QVERIFY(told["usd_per_hour"].needed <= each.money.usd_per_hour->value * (1.0 + 1e-12));
      problem.job.limits.budget_usd = each.money.usd_for_job->value;
      problem.job.limits.usd_per_trillion_tokens = *each.money.usd_per_trillion_tokens;
      problem.job.limits.power_kw = each.money.power_kw;
      problem.job.limits.usd_per_hour = each.money.usd_per_hour->value;
      QVERIFY(plan::contradictions(problem).empty());
    }
    // In 4,000 h fewer than 32 H100 are enough at their peak.
    const double hours = 4000.0, needed = flops / (hours * 3600.0);
    QVERIFY(10.0 / fast < 4.0 / slow && needed > 0.0 && needed < 32.0 * fast);
    problem.job.limits = {{}, hours, {}, 80.0, {}, problem.job.limits.memory_headroom};
    const auto rate = plan::contradictions(problem);
    QCOMPARE(rate.size(), std::size_t(1));
    QVERIFY(std::abs(rate.front().needed / (10.0 * needed / fast) - 1.0) < 1e-12);
    QCOMPARE(rate.front().deadline_hours, hours);
    // 32 replicas in contexts of 4 are 128 GPUs, with 64 there.
    problem.job.limits = {};
    problem.job.allowed = {
        {"tensor_parallel", {"1"}}, {"context_parallel", {"4", "8"}}, {"data_parallel", {"32"}}};
    const auto degrees = plan::contradictions(problem);
    QCOMPARE(degrees.size(), std::size_t(1));
    QVERIFY(degrees.front().cause == plan::Contradiction::Cause::degrees);
    QCOMPARE(degrees.front().asked, 128.0);
    QCOMPARE(degrees.front().needed, 64.0);
    const std::vector<std::pair<std::string, int>> least{{"context_parallel", 4}, {"data_parallel", 32}};
    QVERIFY(degrees.front().degrees == least);
  }

  /// Storage and staff are there once, however many nodes keep the deadline: 28 of 32 GPUs at their peak do,
  /// and no limit that all 32 keep is contradicted.
  void ownershipWithinTheDeadline() {
    strategy::Problem problem =
        make_test_problem(make_graph(4), make_cluster({make_pool("a", 4, 8)}), 4096, 64);
    problem.cluster.may_leave_unused = true;
    problem.cluster.pools[0].unit = 8;
    problem.job.cost.basis = hardware::CostBasis::buy;
    problem.job.cost.storage_usd = 2e6;
    problem.job.cost.staff_usd_per_year = 1e5;
    const model::Graph& graph = *problem.graph;
    const double flops = 6.0 * static_cast<double>(graph.parameters_active - graph.parameters_embedding);
    const double peak = hardware::peak(problem.cluster.pools[0].gpu, problem.job.precision)->value;
    problem.job.limits.deadline_hours = problem.job.tokens * flops / (28.0 * peak) / 3600.0;
    const auto owned = [&](int gpus) {
      return cost::hourly(problem.cluster, problem.job, {gpus}).ownership->value;
    };
    problem.job.limits.ownership_usd = owned(32);
    QVERIFY(plan::contradictions(problem).empty());
    problem.job.limits.ownership_usd = owned(8) + 1.0;
    const auto found = plan::contradictions(problem);
    QCOMPARE(found.size(), std::size_t(1));
    QCOMPARE(found.front().limit, std::string("ownership_usd"));
    QVERIFY(found.front().cause == plan::Contradiction::Cause::deadline);
    const double needed = owned(0) + 28.0 * (owned(8) - owned(0)) / 8.0;
    QVERIFY(std::abs(found.front().needed / needed - 1.0) < 1e-9);
  }
};

}  // namespace tst_samples

ASTROLABE_TEST(tst_samples, TestSamples)
#include "tst_samples.moc"
