// core/cost/money: networks between nodes and hosting cost what is stated of them, and nothing where nothing
// is; searches and certificates count them.
#include <QtTest>
#include <algorithm>
#include <array>
#include <random>

#include "core/base/error_codes.h"
#include "core/cost/limits.h"
#include "core/cost/money.h"
#include "core/hardware/usable_gpus.h"
#include "core/plan/answer.h"
#include "core/plan/sensitivity.h"
#include "core/verify/question.h"
#include "problems.h"
#include "tests/core/cases.h"
#include "tests/core/certificates.h"
#include "tests/core/close_to.h"
#include "tests/program/test_program.h"

namespace tst_money {

using namespace astrolabe;
using namespace astrolabe::tests;
using cost::hourly;
using cost::Money;
using exact::checkClose;
using hardware::CostBasis;

namespace {

constexpr double kUsedHours = 4 * 8760 * 0.8;  ///< that a purchase is written off over: 28,032

/// 8 GPUs of 1 kW for 30,000 USD each, with 2,000 USD of network a GPU and 146.1 USD of hosting a kW and
/// month: 146.1 / (730.5 x 0.8) = 0.25 USD for a kW and hour of use.
hardware::Cluster eight_gpus() {
  hardware::Pool pool = make_pool("a", 1, 8);
  pool.network_per_gpu = Usd{2000};
  return make_cluster({pool});
}

strategy::Job hosted(CostBasis basis) {
  strategy::Job job;
  job.cost.basis = basis;
  job.cost.hosting_usd_per_kw_month = 146.1;
  return job;
}

void checkSum(const Money& money) {
  checkClose(money.usd_per_hour->value, money.hardware_per_hour + money.network_per_hour +
                                            money.power_per_hour + money.hosting_per_hour +
                                            money.idle_per_hour);
}

/// A random problem of bought or owned GPUs with prices of networks and hosting, so few settings that every
/// configuration and split is soon looked at.
strategy::Problem bought_problem(std::mt19937& random, int i) {
  strategy::Problem problem = random_problem(random, i % 3 != 0);
  const Real real{random};
  strategy::Cost& cost = problem.job.cost;
  cost.basis = i % 2 == 0 ? CostBasis::buy : CostBasis::own;
  if (i % 7 != 0) cost.hosting_usd_per_kw_month = real(20.0, 900.0);
  cost.utilisation = 0.4 + 0.15 * (i % 5);
  cost.idle_gpus_cost = i % 5 < 2;
  for (hardware::Pool& pool : problem.cluster.pools) {
    pool.purchase_per_gpu = Usd{real(4000.0, 40'000.0)};
    if (real(0.0, 1.0) < 0.7) pool.network_per_gpu = Usd{real(0.0, 20'000.0)};
    pool.gpu_power = Watts{real(200.0, 1600.0)};
  }
  problem.cluster.may_leave_unused = i % 4 != 0;
  without_offload(problem);
  problem.job.allowed["context_parallel"] = {"1"};
  problem.job.allowed["virtual_pipeline"] = {"1"};
  problem.job.allowed["zero_stage"] = {i % 2 == 0 ? "0" : "1"};
  return problem;
}

}  // namespace

class TestMoney : public QObject {
  Q_OBJECT

 private slots:
  /// 6 of 8 GPUs, idle ones paid for. Hardware 6 x 30,000 x 0.9 / 28,032, network 6 x 2,000 x 0.9 / 28,032,
  /// power 6 kW x 1.3 x 0.10 = 0.78, hosting 6 kW x 0.25 = 1.5, idle 2 x (32,000 x 0.9 / 28,032 + 0.25).
  void boughtByHand() {
    strategy::Job job = hosted(CostBasis::buy);
    job.cost.idle_gpus_cost = true;
    const Money money = hourly(eight_gpus(), job, {6});
    checkClose(money.hardware_per_hour, 6 * 27000 / kUsedHours);
    checkClose(money.network_per_hour, 6 * 1800 / kUsedHours);
    checkClose(money.power_per_hour, 0.78);
    checkClose(money.hosting_per_hour, 1.5);
    checkClose(money.idle_per_hour, 2 * (28800 / kUsedHours + 0.25));
    checkSum(money);
    job.cost.idle_gpus_cost = false;
    checkClose(hourly(eight_gpus(), job, {6}).usd_per_hour->value, 6 * 28800 / kUsedHours + 0.78 + 1.5);
  }

  /// Every GPU of the eight adds 1,800 + 27,000 USD written off over the hours of use, 0.13 of electricity
  /// and 0.25 of hosting; where idle ones cost as much but for electricity, that alone. It is 32,000 to buy
  /// with its network, or was bought while it was idle. Over four years that is 32,000 - 3,200 + 146.1 x 48 =
  /// 35,812.80 and 0.13 x 28,032 = 3,644.16 of electricity. A month is 730.5 hours, 0.8 of them used.
  void chargesByHand() {
    strategy::Job job = hosted(CostBasis::buy);
    const double standing = 28'800 / kUsedHours + 0.25;
    for (const bool idle : {false, true}) {
      job.cost.idle_gpus_cost = idle;
      const cost::Charges charges = cost::charges_of(eight_gpus(), job);
      const double each = 0.13 + (idle ? 0.0 : standing), base = idle ? 8 * standing : 0.0;
      checkClose(*charges.of_gpu[0].usd_per_hour, each);
      checkClose(*charges.of_gpu[0].usd_per_month, each * 730.5 * 0.8);
      checkClose(*charges.base.usd_per_hour, base);
      checkClose(*charges.base.usd_per_month, base * 730.5 * 0.8);
      checkClose(charges.of_gpu[0].power_kw, 1.3);
      checkClose(*charges.of_gpu[0].purchase, idle ? 0.0 : 32'000.0);
      checkClose(*charges.of_gpu[0].ownership, 3'644.16 + (idle ? 0.0 : 35'812.80));
      QCOMPARE(charges.base.power_kw, 0.0);
      checkClose(*charges.base.purchase, idle ? 8 * 32'000.0 : 0.0);
      checkClose(*charges.base.ownership, idle ? 8 * 35'812.80 : 0.0);
    }
  }

  /// Whatever GPUs are used, what hourly() says is the base and what each paid one adds: on every basis, in
  /// units of one or more, with spare and failed nodes, storage and staff, and unknown where a price is.
  void chargesAddUp() {
    std::mt19937 random(11);
    for (int i = 0; i < cases(200); ++i) {
      strategy::Problem problem = bought_problem(random, i);
      strategy::Cost& cost = problem.job.cost;
      if (i % 3 == 0) cost.basis = CostBasis::rent;
      cost.storage_usd = 1e5 * (i % 4);
      cost.staff_usd_per_year = 2e4 * (i % 3);
      cost.support_share_per_year = 0.02 * (i % 2);
      cost.discount_rate = 0.03 * (i % 3);
      std::vector<int> used;
      for (hardware::Pool& pool : problem.cluster.pools) {
        pool.nodes *= 3;
        pool.max_gpus *= 3;
        if (i % 2 == 0) pool.unit = pool.gpus_per_node;
        pool.network_power = Watts{50.0 * (i % 3)};
        pool.spares = i % 4 == 1 ? 1 : 0;
        if (i % 4 == 2) pool.failed = {{0, std::nullopt}};
        hardware::apply_marks(pool);
        used.push_back(std::uniform_int_distribution<int>(0, pool.gpus())(random));
      }
      if (i % 11 == 0) problem.cluster.pools.back().usd_per_gpu_hour.reset();
      const Money money = hourly(problem.cluster, problem.job, used);
      const cost::Charges charges = cost::charges_of(problem.cluster, problem.job);
      cost::Charge sum = charges.base;
      for (std::size_t pool = 0; pool < used.size(); ++pool) {
        const int paid = problem.cluster.pools[pool].paid(used[pool]);
        if (paid == 0) continue;
        const cost::Charge& each = charges.of_gpu[pool];
        const auto add = [&](std::optional<double>& to, const std::optional<double>& one) {
          to = to && one ? std::optional(*to + paid * *one) : std::nullopt;
        };
        add(sum.usd_per_hour, each.usd_per_hour);
        add(sum.usd_per_month, each.usd_per_month);
        add(sum.purchase, each.purchase);
        add(sum.ownership, each.ownership);
        sum.power_kw += paid * each.power_kw;
      }
      const auto same = [](const auto& found, const std::optional<double>& expected) {
        QCOMPARE(found.has_value(), expected.has_value());
        if (found) checkClose(found->value, *expected, 1e-10);
      };
      same(money.usd_per_hour, sum.usd_per_hour);
      same(money.usd_per_month, sum.usd_per_month);
      same(money.purchase, sum.purchase);
      same(money.ownership, sum.ownership);
      checkClose(money.power_kw, sum.power_kw, 1e-10);
    }
  }

  /// The hardware is paid for, its network with it: 8 kW x (1.3 x 0.10 + 0.25) = 3.04; of 6, 0.78 + 1.5 and
  /// two idle ones that take 0.25 each.
  void ownedByHand() {
    strategy::Job job = hosted(CostBasis::own);
    const Money whole = hourly(eight_gpus(), job, {8});
    checkClose(whole.usd_per_hour->value, 3.04);
    QCOMPARE(whole.hardware_per_hour, 0.0);
    QCOMPARE(whole.network_per_hour, 0.0);
    job.cost.idle_gpus_cost = true;
    const Money part = hourly(eight_gpus(), job, {6});
    checkClose(part.idle_per_hour, 0.5);
    checkClose(part.usd_per_hour->value, 0.78 + 1.5 + 0.5);
  }

  /// A month is paid for, used or not: with every hour used 8 kW x 146.1 / 730.5 = 1.6, a quarter more with
  /// 0.8 of them, twice as much with half. The hours of use of any month pay for all of it, 8 x 146.1 =
  /// 1,168.8, idle GPUs their part. Electricity is paid as it is drawn, and a rent knows no hours unused.
  void hostingIsPaidForUnusedHours() {
    for (const CostBasis basis : {CostBasis::buy, CostBasis::own}) {
      strategy::Job job = hosted(basis);
      job.cost.idle_gpus_cost = true;
      const auto at = [&](double used, int gpus) {
        job.cost.utilisation = used;
        return hourly(eight_gpus(), job, {gpus});
      };
      checkClose(at(1.0, 8).hosting_per_hour, 1.6);
      checkClose(at(0.8, 8).hosting_per_hour, 1.25 * 1.6);
      checkClose(at(0.5, 8).hosting_per_hour, 3.2);
      for (const double used : {0.01, 0.3, 0.8, 1.0}) {
        checkClose(730.5 * used * at(used, 8).hosting_per_hour, 1168.8);
        checkClose(at(used, 8).power_per_hour, 1.04);
        checkSum(at(used, 6));
        const double idle = basis == CostBasis::own ? 0.0 : 2 * 28800 / (4 * 8760 * used);
        checkClose(730.5 * used * (at(used, 6).hosting_per_hour + at(used, 6).idle_per_hour - idle), 1168.8,
                   1e-9);
      }
    }
    strategy::Job rented = hosted(CostBasis::rent);
    rented.cost.utilisation = 0.1;
    QCOMPARE(hourly(eight_gpus(), rented, {8}).usd_per_hour->value, 20.0);
  }

  /// A power that nobody states is in no bill: neither of the GPUs at work nor of idle ones.
  void unknownPowerIsNotBilled() {
    hardware::Cluster unknown = eight_gpus();
    unknown.pools.front().gpu_power.reset();
    strategy::Job job = hosted(CostBasis::own);
    job.cost.idle_gpus_cost = true;
    const Money money = hourly(unknown, job, {6});
    QCOMPARE(money.power_kw, 0.0);
    QCOMPARE(money.idle_per_hour, 0.0);
    QVERIFY(money.usd_per_hour);
    QCOMPARE(money.usd_per_hour->value, 0.0);
  }

  /// A rent holds both.
  void rentedHasNeither() {
    const Money money = hourly(eight_gpus(), hosted(CostBasis::rent), {8});
    QCOMPARE(money.usd_per_hour->value, 20.0);
    QCOMPARE(money.network_per_hour, 0.0);
    QCOMPARE(money.hosting_per_hour, 0.0);
  }

  /// Nothing stated is nothing counted, as zero stated; a GPU without a price is no price whatever is stated
  /// of its network.
  void whatNobodyStates() {
    hardware::Cluster bare = eight_gpus(), free = eight_gpus();
    bare.pools[0].network_per_gpu.reset();
    free.pools[0].network_per_gpu = Usd{0.0};
    strategy::Job plain, stated;
    plain.cost.basis = stated.cost.basis = CostBasis::buy;
    stated.cost.hosting_usd_per_kw_month = 0.0;
    QCOMPARE(hourly(bare, plain, {8}).usd_per_hour->value, hourly(free, stated, {8}).usd_per_hour->value);
    checkClose(hourly(bare, plain, {8}).usd_per_hour->value, 8 * 27000 / kUsedHours + 1.04);
    hardware::Cluster unpriced = eight_gpus();
    unpriced.pools[0].purchase_per_gpu.reset();
    QVERIFY(!hourly(unpriced, plain, {8}).usd_per_hour);
  }

  /// Prices are needed by goals and limits that count money, of GPUs that are not owned and may be used or
  /// cost while they are idle.
  void whatNeedsAPrice() {
    using strategy::Objective;
    hardware::Cluster cluster = make_cluster({make_pool("a", 1, 8), make_pool("b", 1, 8)});
    cluster.pools[1].usd_per_gpu_hour.reset();
    cluster.pools[1].gpu.name = "unpriced";
    cluster.may_leave_unused = true;
    strategy::Job job = make_test_problem(nullptr, {}, 1024, 8).job;
    const auto made = [&](Objective objective) {
      return strategy::make_problem(make_graph(4), cluster, job, objective);
    };
    const auto check = [&](Objective objective, const char* field) {
      const auto refused = made(objective);
      QVERIFY(!refused);
      QCOMPARE(refused.error().code, std::string(code::no_price));
      QCOMPARE(refused.error().where, std::string("pools[b]"));
      QCOMPARE(refused.error().found, std::string("unpriced"));
      QCOMPARE(refused.error().wanted.values.at(0), std::string(field));
    };
    QVERIFY(made(Objective::throughput) && made(Objective::gpus));
    check(Objective::money, "usd_per_gpu_hour");
    check(Objective::pareto, "usd_per_gpu_hour");
    for (const auto limit : {&strategy::Limits::budget_usd, &strategy::Limits::usd_per_hour,
                             &strategy::Limits::usd_per_trillion_tokens}) {
      job.limits.*limit = 1e9;
      check(Objective::throughput, "usd_per_gpu_hour");
      (job.limits.*limit).reset();
    }
    job.limits.power_kw = 100.0;
    QVERIFY(made(Objective::throughput));
    job.cost.basis = CostBasis::own;
    QVERIFY(made(Objective::money));
    job.cost.basis = CostBasis::buy;
    QVERIFY(made(Objective::money));  // there is a price to buy
    cluster.pools[1].purchase_per_gpu.reset();
    check(Objective::money, "purchase_usd_per_gpu");
    cluster.pools[1].max_gpus = 0;
    QVERIFY(made(Objective::money));
    job.cost.idle_gpus_cost = true;
    check(Objective::money, "purchase_usd_per_gpu");
  }

  /// 3.6e9 tokens at 1e6 a second take an hour: what 8 kW and the facility draw is known without a price,
  /// what they cost is not. At 20 USD an hour 1e12 tokens, 1e12 / 3.6e9 = 277.8 hours, cost 5,555.6 USD.
  void totalsOfAJob() {
    strategy::Job job = hosted(CostBasis::rent);
    job.tokens = 3.6e9;
    Money money = hourly(eight_gpus(), job, {8});
    cost::add_job_totals(money, job, 1e6);
    checkClose(money.energy_kwh_for_job, 10.4);
    checkClose(money.usd_for_job->value, 20.0);
    checkClose(*money.usd_per_trillion_tokens, 20.0 / 3.6e-3);
    hardware::Cluster unpriced = eight_gpus();
    unpriced.pools[0].usd_per_gpu_hour.reset();
    money = hourly(unpriced, job, {8});
    cost::add_job_totals(money, job, 1e6);
    checkClose(money.energy_kwh_for_job, 10.4);
    QVERIFY(!money.usd_for_job && !money.usd_per_trillion_tokens);
  }

  /// 1.04 USD an hour for electricity keep a limit of 2.7, with 2 for hosting they do not; with 1.6, where
  /// all hours are used, they do.
  void limitsCountThem() {
    strategy::Problem problem = make_test_problem(make_graph(4), eight_gpus(), 2048, 8);
    strategy::Job& job = problem.job = hosted(CostBasis::own);
    job.limits.usd_per_hour = 2.7;
    const auto binds = [&] {
      return cost::broken_limit(problem, hourly(eight_gpus(), job, {8}), 8, 1000.0).binding;
    };
    QVERIFY(binds() == cost::Binding::usd_per_hour);
    job.cost.utilisation = 1.0;
    QVERIFY(binds() == cost::Binding::none);
    job.cost.utilisation = 0.8;
    job.cost.hosting_usd_per_kw_month.reset();
    QVERIFY(binds() == cost::Binding::none);
  }

  /// Parts that cost are keys of an answer; others are not there.
  void answerTellsThem() {
    cost::Evaluation evaluation;
    evaluation.gpus = {8};
    evaluation.money = hourly(eight_gpus(), hosted(CostBasis::buy), {8});
    const Json told = plan::to_json(evaluation, {"a"});
    checkClose(told.at("network_usd_per_hour").get<double>(), 8 * 1800 / kUsedHours);
    checkClose(told.at("hosting_usd_per_hour").get<double>(), 2.0);
    evaluation.money = hourly(eight_gpus(), hosted(CostBasis::rent), {8});
    const Json rented = plan::to_json(evaluation, {"a"});
    QVERIFY(!rented.contains("network_usd_per_hour") && !rented.contains("hosting_usd_per_hour"));
  }

  /// What is stated can be moved; what is not, or costs nothing, cannot.
  void leversOfThem() {
    using Lever = plan::Lever;
    strategy::Problem problem = make_test_problem(make_graph(4), eight_gpus(), 2048, 8);
    problem.job = hosted(CostBasis::buy);
    const auto has = [](const strategy::Problem& asked, Lever::Kind kind) {
      const std::vector<Lever> levers = plan::levers_of(asked);
      return std::any_of(levers.begin(), levers.end(), [&](const Lever& one) { return one.kind == kind; });
    };
    QVERIFY(has(problem, Lever::Kind::network) && has(problem, Lever::Kind::hosting));
    QCOMPARE(plan::lever_value(problem, {Lever::Kind::network, 0}), 2000.0);
    QCOMPARE(plan::lever_value(problem, {Lever::Kind::hosting, -1}), 146.1);
    const strategy::Problem dearer = plan::with_lever(problem, {Lever::Kind::hosting, -1}, 292.2);
    checkClose(hourly(dearer.cluster, dearer.job, {8}).hosting_per_hour, 4.0);
    QVERIFY(has(problem, Lever::Kind::utilisation));
    problem.job.cost.basis = CostBasis::own;
    QVERIFY(!has(problem, Lever::Kind::network) && has(problem, Lever::Kind::hosting));
    QVERIFY(has(problem, Lever::Kind::utilisation));
    const strategy::Problem busier = plan::with_lever(problem, {Lever::Kind::utilisation, -1}, 1.0);
    checkClose(hourly(busier.cluster, busier.job, {8}).usd_per_hour->value, 1.04 + 1.6);
    for (const std::optional<double> none : {std::optional<double>(), std::optional(0.0)}) {
      problem.job.cost.hosting_usd_per_kw_month = none;  // electricity alone, by the hour of use
      QVERIFY(!has(problem, Lever::Kind::hosting) && !has(problem, Lever::Kind::utilisation));
    }
    problem.job = hosted(CostBasis::rent);
    QVERIFY(!has(problem, Lever::Kind::network) && !has(problem, Lever::Kind::hosting));
    QVERIFY(!has(problem, Lever::Kind::utilisation));
    problem.job = {};
    problem.job.cost.basis = CostBasis::buy;
    problem.cluster.pools[0].network_per_gpu = Usd{0.0};
    QVERIFY(!has(problem, Lever::Kind::network) && !has(problem, Lever::Kind::hosting));
  }

  /// The cheapest strategy and the set of time and money, with and without a budget: as when every
  /// configuration and split is looked at.
  void equalsBruteForce() {
    std::mt19937 random(20261126);
    int proven = 0, several = 0, limited = 0;
    for (int i = 0; i < cases(120); ++i) {
      strategy::Problem problem = bought_problem(random, i);
      search::Request request;
      request.objective = i % 3 == 1 ? strategy::Objective::pareto : strategy::Objective::money;
      if (i % 4 == 3) {  // 0.9 to 1.5 of what the first of all costs
        const search::Progress open = search::run(problem, request, {}, nullptr, {});
        if (open.best.empty()) continue;
        problem.job.limits.budget_usd =
            (0.9 + 0.2 * (i / 4 % 4)) * open.best.front().money.usd_for_job->value;
        ++limited;
      }
      const search::Progress quick = search::run(problem, request, {}, nullptr, {});
      request.exhaustive = request.brute_splits = true;
      const search::Progress brute = search::run(problem, request, {}, nullptr, {});
      QCOMPARE(quick.best.empty(), brute.best.empty());
      if (brute.best.empty() || !quick.optimal || !brute.optimal) continue;
      ++proven;
      if (request.objective == strategy::Objective::money) {
        QCOMPARE(quick.best.front().step.value, brute.best.front().step.value);
        QCOMPARE(quick.best.front().money.usd_for_job->value, brute.best.front().money.usd_for_job->value);
        continue;
      }
      QCOMPARE(quick.pareto.size(), brute.pareto.size());
      for (std::size_t k = 0; k < quick.pareto.size(); ++k) {
        QCOMPARE(quick.pareto[k].tokens_per_second, brute.pareto[k].tokens_per_second);
        QCOMPARE(quick.pareto[k].usd_per_trillion_tokens, brute.pareto[k].usd_per_trillion_tokens);
      }
      several += brute.pareto.size() > 1 ? 1 : 0;
    }
    QVERIFY2(proven >= cases(30) && several >= cases(4) - 1 && limited >= cases(8) - 1,
             qPrintable(QStringLiteral("%1 %2 %3").arg(proven).arg(several).arg(limited)));
  }

  /// Whatever costs more, the cheapest of all is not cheaper.
  void dearerIsNeverCheaper() {
    std::mt19937 random(11);
    int compared = 0;
    for (int i = 0; i < cases(60); ++i) {
      strategy::Problem problem = bought_problem(random, i);
      problem.job.cost.hosting_usd_per_kw_month.reset();
      for (hardware::Pool& pool : problem.cluster.pools) pool.network_per_gpu.reset();
      double before = 0.0;
      for (int step = 0; step < 4; ++step) {
        if (step > 0) problem.job.cost.hosting_usd_per_kw_month = 100.0 * step;
        if (step > 1)
          for (hardware::Pool& pool : problem.cluster.pools) pool.network_per_gpu = Usd{3000.0 * step};
        const search::Progress found = answer_of(problem, strategy::Objective::money);
        if (found.best.empty()) break;
        const double usd = *found.best.front().money.usd_per_trillion_tokens;
        QVERIFY2(usd >= before * (1.0 - 1e-12), qPrintable(QStringLiteral("problem %1").arg(i)));
        QVERIFY(step == 0 || usd > before);  // hosting costs every strategy something
        before = usd;
        ++compared;
      }
    }
    QVERIFY(compared >= cases(40));
  }

  /// Proofs count them, with bounds of their own; a proof at other prices is none.
  void certificatesCountThem() {
    std::mt19937 random(5);
    int accepted = 0, foreign = 0;
    for (int i = 0; i < cases(40); ++i) {
      const strategy::Problem problem = bought_problem(random, i);
      const auto objective = i % 4 == 3 ? Objective::pareto : Objective::money;
      const auto certificate = certificate_of(problem, objective);
      if (!certificate) continue;
      const verify::Finding finding = verify::check(*certificate, problem);
      QVERIFY2(finding.accepted, why(finding).constData());
      ++accepted;
      if (!certificate->feasible()) continue;
      strategy::Problem dearer = problem;
      dearer.job.cost.hosting_usd_per_kw_month = 2000.0;
      QVERIFY(refused(*certificate, dearer, ""));
      const bool counts =
          problem.job.cost.basis == CostBasis::buy || problem.job.cost.hosting_usd_per_kw_month.has_value();
      strategy::Problem idler = problem;
      idler.job.cost.utilisation *= 0.5;
      QVERIFY(!counts || refused(*certificate, idler, ""));
      QVERIFY(counts || verify::check(*certificate, idler).accepted);
      ++foreign;
    }
    QVERIFY2(accepted >= cases(12) && foreign >= cases(8),
             qPrintable(QStringLiteral("%1 %2").arg(accepted).arg(foreign)));
  }

  /// The question in a certificate's file holds both prices.
  void questionHoldsThem() {
    verify::Question question;
    question.model_name = "llama-3.1-8b";
    hardware::PoolSpec pool;
    pool.id = "a";
    pool.node = "onprem-dgx-h100";
    pool.network_usd_per_node = 16000.0;
    question.cluster.pools = {pool};
    question.job = hosted(CostBasis::buy);
    const auto read = verify::read_question(verify::to_json(question));
    QVERIFY(read);
    QVERIFY(read->cluster == question.cluster);
    QVERIFY(read->job.cost == question.job.cost);
    const auto problem = verify::problem_of(*read, Objective::money);
    QVERIFY(problem);
    checkClose(problem->cluster.pools[0].network_per_gpu->value, 2000.0);    // 16,000 / 8
    checkClose(problem->cluster.pools[0].purchase_per_gpu->value, 41197.5);  // the machine's alone
  }
};

}  // namespace tst_money

ASTROLABE_TEST(tst_money, TestMoney)
#include "tst_money.moc"
