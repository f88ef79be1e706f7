// What is rented and bought comes in whole units: every goal that chooses counts against brute force over the
// counts of units, proofs, limits on what is bought. ASTROLABE_FULL=1: all 500 problems.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <random>

#include "core/base/error_codes.h"
#include "core/cost/energy.h"
#include "core/cost/goodput.h"
#include "core/cost/limits.h"
#include "core/cost/money.h"
#include "core/engine.h"
#include "core/plan/answer.h"
#include "core/plan/warnings.h"
#include "core/search/search.h"
#include "problems.h"
#include "tests/core/cases.h"
#include "tests/core/certificates.h"
#include "tests/core/close_to.h"
#include "tests/program/test_program.h"

namespace tst_units {

using namespace astrolabe;
using namespace astrolabe::tests;
using exact::checkClose;
using strategy::Objective;

/// The fastest of so many units of each pool that may stand partly idle: step and price by hand.
struct Counted {
  int gpus = 0;       ///< of these units
  double rate = 0.0;  ///< USD an hour of them
  double step = 0.0;  ///< seconds
  double usd() const { return rate * step; }
};

namespace {

/// One or two pools of up to three nodes of up to 4 GPUs, had by nodes, half nodes or two nodes at once; with
/// `racks` the first has one or two racks of two or three nodes that one fast link joins.
strategy::Problem unit_problem(std::mt19937& random, int i, bool racks = false) {
  const Pick pick{random};
  const Real real{random};
  std::vector<hardware::Pool> pools;
  for (int p = 0; p < (i % 3 == 0 ? 1 : 2); ++p) {
    const int node = pick(1, 4);
    hardware::Pool pool =
        make_pool(std::string(1, static_cast<char>('a' + p)), pick(1, 3), node, p == 0 ? 1.0 : real(0.3, 0.9),
                  pick(0, 1) == 0 ? real(2.0, 9.0) : 80.0, real(0.5, 4.0));
    pool.unit = node;
    if (pick(0, 4) == 0 && node % 2 == 0) pool.unit = node / 2;
    if (pick(0, 4) == 0 && pool.nodes == 2) pool.unit = 2 * node;
    if (racks && p == 0) {
      const int trays = pick(2, 3), gpus = pick(1, 2);
      pool.nodes = trays * pick(1, 2);
      pool.gpus_per_node = gpus;
      pool.max_gpus = pool.nodes * gpus;
      pool.scale_up_domain = pool.unit = trays * gpus;
      pool.inter_node.bandwidth = gb_per_s(50.0 * gpus);
    }
    pools.push_back(pool);
  }
  hardware::Cluster cluster = make_cluster(std::move(pools), real(5.0, 100.0));
  cluster.may_leave_unused = true;
  strategy::Problem problem = make_test_problem(make_graph(pick(2, 6), 512 << pick(0, 2), 16, 8),
                                                std::move(cluster), 1024 << pick(0, 2), 1 << pick(1, 4));
  without_offload(problem);
  problem.job.allowed["context_parallel"] = {i % 5 == 1 ? "2" : "1"};
  problem.job.allowed["virtual_pipeline"] = {i % 7 == 2 ? "2" : "1"};
  problem.job.allowed["zero_stage"] = {i % 2 == 0 ? "0" : "1"};
  if (i % 5 == 4) problem.job.allowed["micro_batch"] = {"1", "2"};
  return problem;
}

search::Progress answer(const strategy::Problem& problem, Objective objective, bool brute = false) {
  search::Request request;
  request.objective = objective;
  request.exhaustive = request.brute_splits = brute;
  request.top = 1;
  return search::run(problem, request, {}, nullptr, {});
}

/// Of every number of units that has a strategy.
std::vector<Counted> by_counts(const strategy::Problem& problem) {
  const std::vector<hardware::Pool>& pools = problem.cluster.pools;
  std::vector<Counted> found;
  std::vector<int> units(pools.size(), 0);
  const auto most = [&](std::size_t pool) { return pools[pool].max_gpus / pools[pool].unit; };
  for (;;) {
    std::size_t at = 0;
    while (at < units.size() && units[at] == most(at)) units[at++] = 0;
    if (at == units.size()) return found;
    ++units[at];
    strategy::Problem fixed = problem;
    Counted counted;
    for (std::size_t pool = 0; pool < pools.size(); ++pool) {
      fixed.cluster.pools[pool].max_gpus = units[pool] * pools[pool].unit;
      counted.gpus += fixed.cluster.pools[pool].max_gpus;
      counted.rate += fixed.cluster.pools[pool].max_gpus * pools[pool].usd_per_gpu_hour->value;
    }
    const search::Progress fastest = answer(fixed, Objective::throughput, true);
    if (fastest.best.empty()) continue;
    counted.step = fastest.best.front().step.value;
    found.push_back(counted);
  }
}

Result<strategy::Job> job_with(const std::string& more) {
  return strategy::read_job(json_or_null(
      R"({"sequence_length": 128, "global_batch": 16, "tokens": 1e9, "precision": "bf16", )" + more + "}"));
}

}  // namespace

class TestUnits : public QObject {
  Q_OBJECT

 private slots:
  /// The cheapest, the set of time and money, the smallest and the cheapest in time: as from every count of
  /// units, the fastest strategy of each and its price by hand.
  void equalsBruteForce_data() {
    QTest::addColumn<bool>("racks");
    QTest::newRow("nodes and parts of them") << false;
    QTest::newRow("whole racks") << true;
  }
  void equalsBruteForce() {
    QFETCH(const bool, racks);
    const int problems = qEnvironmentVariableIntValue("ASTROLABE_FULL") > 0 ? 500 : cases(60);
    std::mt19937 random(46);
    int compared = 0, idle = 0, several = 0, limited = 0;
    for (int i = 0; i < problems; ++i) {
      const strategy::Problem problem = unit_problem(random, i, racks);
      const std::vector<Counted> counts = by_counts(problem);
      const search::Progress cheapest = answer(problem, Objective::money);
      QCOMPARE(cheapest.best.empty(), counts.empty());
      if (counts.empty()) continue;
      ++compared;
      const auto least = [&](const auto& value) {
        return value(*std::min_element(counts.begin(), counts.end(), [&](const Counted& a, const Counted& b) {
          return value(a) < value(b);
        }));
      };
      const cost::Evaluation& best = cheapest.best.front();
      checkClose(best.money.usd_per_hour->value * best.step.value, least([](auto& c) { return c.usd(); }));
      int paid = 0;
      for (std::size_t pool = 0; pool < best.gpus.size(); ++pool) {
        QCOMPARE(best.paid[pool] % problem.cluster.pools[pool].unit, 0);
        QVERIFY(best.paid[pool] >= best.gpus[pool]);
        QVERIFY(best.paid[pool] < best.gpus[pool] + problem.cluster.pools[pool].unit);
        paid += best.paid[pool];
      }
      QCOMPARE(best.gpus_paid(), paid);
      idle += paid > best.gpus_used() ? 1 : 0;

      const search::Progress smallest = answer(problem, Objective::gpus);
      const int fewest = static_cast<int>(least([](auto& c) { return double(c.gpus); }));
      double shortest = 1e300;
      for (const Counted& one : counts)
        if (one.gpus == fewest) shortest = std::min(shortest, one.step);
      QCOMPARE(smallest.best.front().gpus_paid(), fewest);
      QCOMPARE(smallest.best.front().step.value, shortest);

      // Every point of the set is some count's, and no count's is faster and cheaper than all of them.
      const search::Progress both = answer(problem, Objective::pareto);
      const double tokens = static_cast<double>(problem.job.global_batch) * problem.job.sequence_length;
      const auto usd_of = [&](const search::ParetoPoint& point) {
        return point.usd_per_trillion_tokens * tokens * kSecondsPerHour / 1e12;
      };
      for (const Counted& one : counts)
        QVERIFY(std::any_of(both.pareto.begin(), both.pareto.end(), [&](const search::ParetoPoint& point) {
          return tokens / point.tokens_per_second <= one.step * (1 + 1e-12) &&
                 usd_of(point) <= one.usd() * (1 + 1e-12);
        }));
      for (const search::ParetoPoint& point : both.pareto)
        QVERIFY(std::any_of(counts.begin(), counts.end(), [&](const Counted& one) {
          return std::fabs(tokens / point.tokens_per_second - one.step) <= 1e-12 * one.step &&
                 std::fabs(usd_of(point) - one.usd()) <= 1e-12 * one.usd();
        }));
      several += both.pareto.size() > 1 ? 1 : 0;

      // Between the fastest and the cheapest there may be another that keeps a deadline; failures aside.
      strategy::Problem timely = problem;
      timely.job.reliability.failures_per_gpu_hour = 0.0;
      timely.job.reliability.storage_gb_per_s = 1e12;
      const double fastest = least([](auto& c) { return c.step; });
      const double allowed = 0.5 * (fastest + best.step.value);
      timely.job.limits.deadline_hours = (1 + 1e-9) * timely.job.tokens / tokens * allowed / kSecondsPerHour;
      double usd = 1e300;
      for (const Counted& one : counts)
        if (one.step <= allowed) usd = std::min(usd, one.usd());
      const search::Progress in_time = answer(timely, Objective::money);
      QVERIFY(!in_time.best.empty());
      const cost::Evaluation& timed = in_time.best.front();
      checkClose(timed.money.usd_per_hour->value * timed.step.value, usd);
      limited += timed.step < best.step ? 1 : 0;
    }
    QVERIFY2(compared >= problems / 2 && idle > problems / 20 && several > problems / 10 &&
                 limited > problems / 20,
             qPrintable(QStringLiteral("%1 %2 %3 %4").arg(compared).arg(idle).arg(several).arg(limited)));
  }

  /// Proofs count whole units with bounds of their own; a proof of single GPUs is none of whole nodes.
  void certificatesCountUnits() {
    std::mt19937 random(47);
    int accepted = 0, foreign = 0;
    for (int i = 0; i < cases(40); ++i) {
      const strategy::Problem problem = unit_problem(random, i);
      const Objective goals[] = {Objective::money, Objective::gpus, Objective::pareto};
      const Objective objective = goals[i % 3];
      const auto certificate = certificate_of(problem, objective);
      if (!certificate) continue;
      const verify::Finding finding = verify::check(*certificate, problem);
      QVERIFY2(finding.accepted, why(finding).constData());
      ++accepted;
      if (!certificate->feasible()) continue;
      strategy::Problem single = problem;
      for (hardware::Pool& pool : single.cluster.pools) pool.unit = 1;
      const search::Progress other = answer(single, objective);
      const search::Progress own = answer(problem, objective);
      if (other.best.front().gpus_used() == own.best.front().gpus_paid()) continue;
      QVERIFY(!verify::check(*certificate, single).accepted);
      ++foreign;
    }
    QVERIFY2(accepted >= cases(20) && foreign >= cases(4),
             qPrintable(QStringLiteral("%1 %2").arg(accepted).arg(foreign)));
  }

  /// Limits on what is paid for cut nothing that keeps them: as when every configuration is looked at, with
  /// proofs that say so.
  void limitsOnWhatIsPaid() {
    std::mt19937 random(48);
    int kept = 0, none = 0, proofs = 0;
    for (int i = 0; i < cases(80); ++i) {
      strategy::Problem problem = unit_problem(random, i);
      problem.job.cost.basis = i % 2 == 0 ? hardware::CostBasis::buy : hardware::CostBasis::rent;
      for (hardware::Pool& pool : problem.cluster.pools) pool.network_power = Watts{40.0};
      std::vector<int> all;
      for (const hardware::Pool& pool : problem.cluster.pools) all.push_back(pool.gpus());
      const cost::Money whole = cost::hourly(problem.cluster, problem.job, all);
      const double share = std::uniform_real_distribution<double>(0.15, 0.9)(random);
      strategy::Limits& limits = problem.job.limits;
      if (i % 5 == 0) limits.purchase_usd = share * whole.purchase->value;
      if (i % 5 == 1) limits.ownership_usd = share * whole.ownership->value;
      if (i % 5 == 2) limits.usd_per_month = share * whole.usd_per_month->value;
      if (i % 5 == 3) limits.power_kw = share * whole.power_kw;
      if (i % 5 == 4) limits.usd_per_hour = share * whole.usd_per_hour->value;
      const Objective objective = i % 3 == 0 ? Objective::throughput : Objective::money;
      const search::Progress quick = answer(problem, objective);
      const search::Progress brute = answer(problem, objective, true);
      QCOMPARE(quick.best.empty(), brute.best.empty());
      if (i % 4 == 0)
        if (const auto certificate = certificate_of(problem, objective)) {
          const verify::Finding finding = verify::check(*certificate, problem);
          QVERIFY2(finding.accepted, why(finding).constData());
          ++proofs;
        }
      if (quick.best.empty()) {
        ++none;
        continue;
      }
      ++kept;
      QCOMPARE(quick.best.front().step.value, brute.best.front().step.value);
      QVERIFY(cost::broken_limit(problem, quick.best.front()).binding == cost::Binding::none);
    }
    QVERIFY2(kept >= cases(30) && none >= 1 && proofs >= cases(8),
             qPrintable(QStringLiteral("%1 %2 %3").arg(kept).arg(none).arg(proofs)));
  }

  /// 6 GPUs of nodes of 4 are two nodes: 8 x 2.5 USD, 8 x 30,000 USD, 8 kW x 1.3 at the wall; a month of
  /// 730.5 hours costs 14,610 USD. Bought with 10 % left after 4 years of 0.8 x 8,760 hours at 0.10 USD
  /// for 10.4 kW: 216,000 + 28,032 x 1.04 = 245,153.28 USD; the hours of use of its months, 584.4 each, cost
  /// (216,000 / 28,032 + 1.04) x 584.4.
  void byHand() {
    hardware::Pool pool = make_pool("a", 3, 4);
    pool.unit = 4;
    const hardware::Cluster cluster = make_cluster({pool});
    strategy::Job job;
    const cost::Money rent = cost::hourly(cluster, job, {6});
    QCOMPARE(cost::all_paid(cluster, {6}), 8);
    checkClose(rent.usd_per_hour->value, 20.0);
    checkClose(rent.purchase->value, 240'000.0);
    checkClose(rent.power_kw, 10.4);
    checkClose(rent.usd_per_month->value, 14'610.0);
    job.cost.basis = hardware::CostBasis::buy;
    const cost::Money buy = cost::hourly(cluster, job, {6});
    checkClose(buy.ownership->value, 245'153.28);
    checkClose(buy.usd_per_month->value, (216'000.0 / 28'032.0 + 1.04) * 584.4);
    job.cost.idle_gpus_cost = true;  // the third node alone is idle
    checkClose(cost::hourly(cluster, job, {6}).idle_per_hour, 4 * 27'000.0 / 28'032.0);
  }

  /// 100 hours of work on 8 GPUs without failures, a checkpoint of 14 B a parameter at 1 GB/s after every
  /// hour: 100 x (1 + c / 3600) hours. Of a start on 2027-03-01 the last day is the fifth; a step 10 %
  /// shorter or longer makes as much of the hours.
  void outcomeByHand() {
    strategy::Problem problem =
        make_test_problem(make_graph(4), make_cluster({make_pool("a", 1, 8)}), 128, 16);
    problem.job.reliability = {0.0, 600.0, 1.0, 3600.0};
    problem.job.start = "2027-03-01";
    problem.job.cost.carbon_g_per_kwh = 400.0;
    cost::Evaluation evaluation;
    evaluation.gpus = evaluation.paid = {8};
    evaluation.hours_for_job = 100.0;
    evaluation.step = Seconds{1.0};
    evaluation.step_low = Seconds{0.9};
    evaluation.step_high = Seconds{1.1};
    evaluation.money = cost::hourly(problem.cluster, problem.job, evaluation.gpus);
    cost::add_outcome(problem, evaluation);
    const double write = static_cast<double>(problem.graph->parameters_total) * 14.0 / 1e9;
    const double hours = 100.0 * (1.0 + write / 3600.0);
    const cost::Outcome& outcome = evaluation.outcome;
    checkClose(outcome.hours, hours);
    checkClose(outcome.hours_low, 0.9 * hours);
    checkClose(outcome.hours_high, 1.1 * hours);
    checkClose(outcome.usd->value, 20.0 * hours);
    checkClose(outcome.energy_kwh, 10.4 * hours);
    checkClose(outcome.carbon_kg.value(), 10.4 * hours * 0.4);
    // 10^12 tokens at 10^6 a second take 10^12 / 3.6e9 hours, of which each takes 10.4 kWh.
    evaluation.tokens_per_second = 1e6;
    evaluation.money.energy_kwh_for_job = 1040.0;
    evaluation.money.carbon_kg_for_job = 416.0;
    checkClose(cost::energy_kwh_per_trillion_tokens(evaluation).value(), 10.4 * 1e12 / 3.6e9);
    checkClose(cost::carbon_kg_per_trillion_tokens(evaluation).value(), 0.4 * 10.4 * 1e12 / 3.6e9);
    QCOMPARE(outcome.end, std::string("2027-03-05"));
    const Json told = plan::to_json(evaluation, {"a"});
    QCOMPARE(told.at("outcome").at("hours").get<double>(), outcome.hours);
    QCOMPARE(told.at("goodput").at("hours_for_job").get<double>(), outcome.hours);
    QCOMPARE(told.at("paid_gpus").at("a").get<int>(), 8);
    // A deadline between the ideal hours and those with failures is crossed by the latter.
    problem.job.limits.deadline_hours = 0.5 * (100.0 + hours);
    problem.job.tokens = 3.6e5 * 2048.0;
    const cost::Violation late = cost::broken_limit(problem, evaluation.money, 8, 2048.0);
    QCOMPARE(late.binding, cost::Binding::deadline);
    checkClose(late.found, hours);
    problem.job.limits.deadline_hours = 1.01 * hours;
    QCOMPARE(cost::broken_limit(problem, evaluation.money, 8, 2048.0).binding, cost::Binding::none);
    problem.job.limits.done_by = "2027-03-04";  // four days: 96 hours
    QCOMPARE(cost::broken_limit(problem, evaluation.money, 8, 2048.0).binding, cost::Binding::done_by);
    problem.job.limits.done_by = "2027-03-05";
    QCOMPARE(cost::broken_limit(problem, evaluation.money, 8, 2048.0).binding, cost::Binding::none);
  }

  void limitsOfAJob() {
    QCOMPARE(job_with(R"("limits": {"deadline_hours": "90d"})")->limits.deadline_hours.value(), 2160.0);
    QCOMPARE(job_with(R"("limits": {"deadline_hours": "12w"})")->limits.deadline_hours.value(), 2016.0);
    QCOMPARE(job_with(R"("limits": {"deadline_hours": "36h"})")->limits.deadline_hours.value(), 36.0);
    for (const char* wrong : {"90", "d", "-3d", "3y", "0d", ""}) {
      const auto job = job_with(std::string(R"("limits": {"deadline_hours": ")") + wrong + "\"}");
      QVERIFY(!job);
      QCOMPARE(job.error().where, std::string("limits.deadline_hours"));
    }
    const auto dated = job_with(
        R"("start": "2027-03-01", "limits": {"done_by": "2027-03-10", "deadline_hours": "12d", "purchase_usd": 1e6,
            "usd_per_month": 2e5, "ownership_usd": 3e6})");
    QVERIFY(dated);
    QCOMPARE(dated->deadline().value(), 240.0);  // ten days, the earlier of the two
    QVERIFY(dated->done_by_first());
    QCOMPARE(dated->end_after(24.0), std::string("2027-03-01"));
    QCOMPARE(dated->end_after(24.1), std::string("2027-03-02"));
    auto again = *strategy::read_job(strategy::to_json(*dated));
    again.stated = dated->stated;
    QVERIFY(again == *dated);
    QCOMPARE(job_with(R"("limits": {"done_by": "2027-03-10"})").error().where, std::string("start"));
    QCOMPARE(job_with(R"("start": "2027-02-30")").error().where, std::string("start"));
    QCOMPARE(job_with(R"("start": "2027-03-10", "limits": {"done_by": "2027-03-01"})").error().where,
             std::string("limits.done_by"));
  }

  /// A limit on the purchase binds what is bought, not machines that are rented or owned already, of which a
  /// warning at its key says so; the same where the job serves.
  void purchaseBindsWhatIsBought() {
    const hardware::Cluster cluster = make_cluster({make_pool("a", 1, 8)});
    strategy::Job job = make_test_problem(nullptr, {}, 1024, 8).job;
    job.limits.purchase_usd = 1.0;
    using hardware::CostBasis;
    for (const CostBasis basis : {CostBasis::rent, CostBasis::buy, CostBasis::own}) {
      job.cost.basis = basis;
      const auto problem = strategy::make_problem(make_graph(4), cluster, job, Objective::throughput);
      QVERIFY(problem);
      QCOMPARE(problem->job.limits.purchase_usd.has_value(), basis == CostBasis::buy);
      QCOMPARE(answer(*problem, Objective::throughput).best.empty(), basis == CostBasis::buy);
      strategy::Job serving = job;
      serving.task = "serve";
      const auto served = strategy::make_problem(make_graph(4), cluster, serving, Objective::throughput);
      QVERIFY(served);
      QCOMPARE(served->job.limits.purchase_usd.has_value(), basis == CostBasis::buy);
      for (const strategy::Problem* asked : {&*problem, &*served}) {
        const std::vector<Error> warnings = plan::warnings_of(*asked);
        const auto told = std::find_if(warnings.begin(), warnings.end(), [](const Error& warning) {
          return warning.where == "job.limits.purchase_usd";
        });
        QCOMPARE(told != warnings.end(), basis != CostBasis::buy);
        if (told == warnings.end()) continue;
        QCOMPARE(told->code, std::string(code::impossible_job));
        QCOMPARE(told->found, std::string("basis ") + hardware::to_string(basis));
      }
    }
    job.cost.basis = CostBasis::rent;
    job.limits.purchase_usd.reset();  // nothing is told of what nobody asks for
    const auto open = strategy::make_problem(make_graph(4), cluster, job, Objective::throughput);
    QVERIFY(open);
    for (const Error& warning : plan::warnings_of(*open)) QVERIFY(warning.where != "job.limits.purchase_usd");
  }

  /// A limit on purchase or ownership needs a price to buy, and names the pool that has none.
  void purchaseNeedsAPrice() {
    hardware::Cluster cluster = make_cluster({make_pool("a", 1, 8), make_pool("b", 1, 8)});
    cluster.pools[1].purchase_per_gpu.reset();
    strategy::Job job = make_test_problem(nullptr, {}, 1024, 8).job;
    QVERIFY(strategy::make_problem(make_graph(4), cluster, job, Objective::throughput));
    for (const auto limit : {&strategy::Limits::purchase_usd, &strategy::Limits::ownership_usd}) {
      strategy::Job limited = job;
      if (limit == &strategy::Limits::purchase_usd) limited.cost.basis = hardware::CostBasis::buy;
      limited.limits.*limit = 1e9;
      const auto refused = strategy::make_problem(make_graph(4), cluster, limited, Objective::throughput);
      QVERIFY(!refused);
      QCOMPARE(refused.error().where, std::string("pools[b]"));
      QCOMPARE(refused.error().wanted.values.at(0), std::string("purchase_usd_per_gpu"));
    }
  }
};

}  // namespace tst_units

ASTROLABE_TEST(tst_units, TestUnits)
#include "tst_units.moc"
