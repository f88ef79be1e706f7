// What is paid for of nodes that are spare, slow, failed or left idle: hours, purchase and ownership by hand
// sums.
#include <QtTest>
#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/cost/goodput.h"
#include "core/cost/money.h"
#include "core/cost/rates.h"
#include "core/cost/spares.h"
#include "core/hardware/usable_gpus.h"
#include "core/plan/answer.h"
#include "core/plan/assumptions.h"
#include "problems.h"
#include "tests/core/certificates.h"
#include "tests/core/close_to.h"
#include "tests/program/test_program.h"

namespace tst_paid_spares {

using namespace astrolabe;
using namespace astrolabe::cost;
using namespace astrolabe::tests;
using tests::exact::checkClose;

class TestPaidSpares : public QObject {
  Q_OBJECT

 private slots:
  /// 3 nodes of 8 for 2.5 USD a GPU-hour, of which one is a spare: 8 GPUs in use cost 20 USD, the spare ones
  /// as much again, as idle ones; with idle GPUs counted the third node, too. Bought are as many: 16 x
  /// 30,000, or 24 x 30,000. A pool that is not used pays for its spares.
  void sparesArePaid() {
    hardware::Cluster cluster = make_cluster({make_pool("a", 3, 8)});
    cluster.pools[0].spares = 1;
    strategy::Job job;
    Money money = hourly(cluster, job, {8});
    checkClose(money.usd_per_hour->value, 40.0);
    checkClose(money.idle_per_hour, 20.0);
    checkClose(money.purchase->value, 480000.0);
    checkClose(hourly(cluster, job, {0}).usd_per_hour->value, 20.0);
    job.cost.idle_gpus_cost = true;
    checkClose(hourly(cluster, job, {8}).usd_per_hour->value, 60.0);
    checkClose(hourly(cluster, job, {8}).purchase->value, 720000.0);
    checkClose(hourly(cluster, job, {0}).purchase->value, 720000.0);
  }

  /// What is paid in the hour is bought and owned. 6 of 8 GPUs of 1 kW, 30,000 USD each and 2,000 of network:
  /// 6 x 32,000 = 192,000 to buy and, over four years of 48 months and 28,032 hours of use, at 146.10 a kW
  /// and month, 0.10 a kWh and a PUE of 1.3, with a tenth left, machines and network 192,000.00    with idle
  /// GPUs  256,000.00 hosting   6 kW x 146.10 x 48 months    =  42,076.80    8 kW:            56,102.40
  /// energy    6 x 1.3 kW x 0.10 x 28,032 h =  21,864.96                     21,864.96
  /// residual  -0.1 x 192,000               = -19,200.00                    -25,600.00
  /// sum                                    = 236,741.76                    308,367.36
  /// A hall of one's own of 12,000 USD/kW for 15 years has room for what stands there: 6 kW x 12,000 x 4 / 15
  /// = 19,200 more, or 8 kW, 25,600.
  void idleIsBoughtAndOwned() {
    hardware::Cluster cluster = make_cluster({make_pool("a", 1, 8)});
    cluster.pools[0].network_per_gpu = Usd{2000};
    strategy::Job job;
    job.cost.basis = hardware::CostBasis::buy;
    job.cost.hosting_usd_per_kw_month = 146.1;
    const auto check = [&](double purchase, double ownership) {
      const Money money = hourly(cluster, job, {6});
      checkClose(money.purchase->value, purchase);
      checkClose(money.ownership->value, ownership);
    };
    check(192'000, 236'741.76);
    job.cost.idle_gpus_cost = true;
    check(256'000, 308'367.36);
    job.cost.hall_usd_per_kw = 12'000;
    check(256'000, 308'367.36 + 25'600);
    job.cost.idle_gpus_cost = false;
    check(192'000, 236'741.76 + 19'200);
  }

  /// Where idle GPUs cost, a limit on the purchase of all that stands there cuts nothing, and a lower one
  /// leaves nothing, with proofs that say so.
  void limitOfAllThatStands() {
    std::mt19937 random(31);
    int same = 0;
    for (int i = 0; i < cases(40); ++i) {
      strategy::Problem problem = random_problem(random, i % 3 != 0);
      without_offload(problem);
      problem.job.allowed["context_parallel"] = problem.job.allowed["virtual_pipeline"] = {"1"};
      problem.job.cost.basis = hardware::CostBasis::buy;
      problem.job.cost.idle_gpus_cost = true;
      problem.cluster.may_leave_unused = i % 4 != 0;
      std::vector<int> all;
      for (const hardware::Pool& pool : problem.cluster.pools) all.push_back(pool.gpus());
      const double usd = hourly(problem.cluster, problem.job, all).purchase->value;
      const search::Progress open = answer_of(problem, Objective::money);
      problem.job.limits.purchase_usd = usd;
      const search::Progress within = answer_of(problem, Objective::money);
      QCOMPARE(within.best.empty(), open.best.empty());
      problem.job.limits.purchase_usd = 0.999 * usd;
      QVERIFY(answer_of(problem, Objective::money).best.empty());
      if (const auto certificate = certificate_of(problem, Objective::money)) {
        const verify::Finding finding = verify::check(*certificate, problem);
        QVERIFY2(finding.accepted, why(finding).constData());
      }
      if (open.best.empty()) continue;
      QCOMPARE(within.best.front().money.purchase->value, usd);
      if (!open.optimal || !within.optimal) continue;
      QCOMPARE(*within.best.front().money.usd_per_trillion_tokens,
               *open.best.front().money.usd_per_trillion_tokens);
      ++same;
    }
    QVERIFY(same > 0);
  }

  /// 4 nodes of 8 for 2.5 USD a GPU-hour, 1 spare, node 0 failed: the spare stands in, so none is left and
  /// the hours wait as without spares. 16 GPUs in use cost 16 x 2.5 = 40 USD and 16 x 30,000 to buy, however
  /// they are rented; the failed node is not chosen. Without spares it costs the same. With two spares one is
  /// left, for 20 USD more, until a second node fails. Where idle GPUs cost, all 32 do, 80 USD and 960,000.
  void whatStandsInIsNoSpare() {
    using hardware::Commitment;
    hardware::Cluster cluster = make_cluster({make_pool("a", 4, 8)});
    hardware::Pool& pool = cluster.pools[0];
    pool.failed = {{0, std::nullopt}};
    strategy::Job job, idle;
    idle.cost.idle_gpus_cost = true;
    for (const int spares : {1, 0}) {
      pool.spares = spares;
      QCOMPARE(hardware::failed_nodes(pool), 1);
      QCOMPARE(hardware::standing_spares(pool), 0);
      for (const Commitment commitment : {Commitment::on_demand, Commitment::spot, Commitment::reserved_1y}) {
        job.cost.commitment = idle.cost.commitment = commitment;
        checkClose(hourly(cluster, job, {16}).usd_per_hour->value, 40.0);
        checkClose(hourly(cluster, job, {16}).idle_per_hour, 0.0);
        checkClose(hourly(cluster, job, {16}).purchase->value, 480000.0);
        checkClose(hourly(cluster, idle, {16}).usd_per_hour->value, 80.0);
        checkClose(hourly(cluster, idle, {16}).idle_per_hour, 40.0);
        checkClose(hourly(cluster, idle, {16}).purchase->value, 960000.0);
      }
    }
    pool.spares = 2;
    QCOMPARE(hardware::standing_spares(pool), 1);
    checkClose(hourly(cluster, job, {16}).usd_per_hour->value, 60.0);
    checkClose(hourly(cluster, job, {16}).purchase->value, 720000.0);
    pool.failed.push_back({1, 3});  // one GPU of a node is enough
    QCOMPARE(hardware::standing_spares(pool), 0);
    checkClose(hourly(cluster, job, {16}).usd_per_hour->value, 40.0);
    checkClose(hourly(cluster, idle, {16}).usd_per_hour->value, 80.0);
  }

  /// What a row tells, buys and rents is of the same GPUs as its hour. Of 4 nodes of 8, one of which has
  /// failed, 16 GPUs are in use: these alone, 16 x 2.5 = 40 USD an hour and 16 x 30,000 to buy or, where idle
  /// GPUs cost, the other 16, too, 32 x 2.5 = 80 USD and 32 x 30,000. The terms of ownership and renting
  /// beside buying, 730.5 x 0.8 hours a month, have the same.
  void rowsPayAsTheirHour() {
    for (const bool idle : {false, true}) {
      hardware::Cluster cluster = make_cluster({make_pool("a", 4, 8)});
      cluster.pools[0].failed = {{0, std::nullopt}};
      strategy::Problem problem = make_test_problem(make_graph(4), std::move(cluster), 128, 16);
      problem.job.cost.idle_gpus_cost = idle;
      Evaluation row;
      row.gpus = {16};
      row.step = row.step_low = row.step_high = Seconds{1.0};
      add_rates(problem, row);
      add_outcome(problem, row);
      const int all = idle ? 32 : 16;
      QCOMPARE(row.paid, std::vector<int>{16});
      QCOMPARE(row.kept, std::vector<int>{all - 16});
      QCOMPARE(row.all_paid(), std::vector<int>{all});
      QCOMPARE(plan::to_json(row, {"a"})["paid_gpus"]["a"].get<int>(), all);
      checkClose(row.money.usd_per_hour->value, all * 2.5);
      checkClose(row.money.purchase->value, all * 30000.0);
      checkClose(row.ownership->terms[OwnershipTerm::machines], all * 30000.0);
      checkClose(row.ownership->terms.total(), row.money.ownership->value);
      checkClose(row.rent_or_buy->buy_at_once, all * 30000.0);
      checkClose(row.rent_or_buy->rent_per_month, all * 2.5 * 730.5 * 0.8);
    }
  }

  /// No node of 8 is whole, and halves of all are used: none has failed. 8 GPUs are in two nodes, which cost
  /// as wholes, with the failed GPUs in them: 16 x 2.5. Rented one by one they cost 8 x 2.5. Where idle GPUs
  /// cost, all four nodes do, 32 x 2.5, by nodes and one by one.
  void failedGpusOfParts() {
    hardware::Cluster cluster = make_cluster({make_pool("a", 4, 8)});
    hardware::Pool& pool = cluster.pools[0];
    pool.failed = {{0, 0}, {1, 0}, {2, 0}, {3, 0}};
    pool.unit = 8;
    hardware::apply_marks(pool);
    QCOMPARE(pool.used_of_node, 4);
    QCOMPARE(hardware::failed_nodes(pool), 0);
    strategy::Job idle;
    idle.cost.idle_gpus_cost = true;
    checkClose(hourly(cluster, {}, {8}).usd_per_hour->value, 16.0 * 2.5);
    checkClose(hourly(cluster, idle, {8}).usd_per_hour->value, 32.0 * 2.5);
    pool.unit = 1;
    checkClose(hourly(cluster, {}, {8}).usd_per_hour->value, 8.0 * 2.5);
    checkClose(hourly(cluster, idle, {8}).usd_per_hour->value, 32.0 * 2.5);
  }

  /// 3 nodes of 8 for 2.5 USD a GPU-hour, one slow or failed, 16 GPUs of the others used: without `choose`
  /// all 24 stand there, 24 x 2.5 = 60 USD and 24 x 30,000 to buy, of 8 in use as well. With it, where the
  /// job says that idle GPUs cost nothing, and for the fewest GPUs a node that is not chosen is not paid,
  /// slow or failed: 16 x 2.5 = 40 USD and 16 x 30,000.
  void marksMakeNothingCheaper() {
    const auto asked = [](bool slow, bool choose, bool said, Objective objective = Objective::money) {
      hardware::Cluster cluster = make_cluster({make_pool("a", 3, 8)});
      hardware::Pool& pool = cluster.pools[0];
      if (slow)
        pool.slow = {{0, std::nullopt, 2.0, 1.0}};
      else
        pool.failed = {{0, std::nullopt}};
      hardware::apply_marks(pool);
      cluster.may_leave_unused = choose;
      strategy::Job job = make_test_problem(nullptr, {}, 128, 48).job;
      if (said) strategy::note_stated(job, "cost.idle_gpus_cost");
      return strategy::make_problem(make_graph(4), std::move(cluster), std::move(job), objective).value();
    };
    const auto usd = [](const strategy::Problem& problem, int used) {
      const Money money = hourly(problem.cluster, problem.job, {used});
      checkClose(money.purchase->value, *money.usd_per_hour / UsdPerHour{2.5} * 30000.0);
      return money.usd_per_hour->value;
    };
    const auto assumed = [](const strategy::Problem& problem) {
      const auto all = plan::assumptions_of(problem);
      return std::any_of(all.begin(), all.end(), [](const hardware::Assumption& one) {
        return one.what == "job.cost.idle_gpus_cost" && one.value == "true";
      });
    };
    for (const bool slow : {true, false}) {
      const strategy::Problem whole = asked(slow, false, false);
      QVERIFY(whole.cluster.may_leave_unused && assumed(whole));
      checkClose(usd(whole, 16), 60.0);
      checkClose(usd(whole, 8), 60.0);
      const strategy::Problem some = asked(slow, true, false), free = asked(slow, false, true);
      QVERIFY(!assumed(some) && !assumed(free));
      checkClose(usd(some, 16), 40.0);
      checkClose(usd(free, 16), 40.0);
      checkClose(usd(asked(slow, false, false, Objective::gpus), 16), 40.0);
    }
  }

  /// A rack of 18 nodes of 4 that is had whole costs 72 x 2.5 = 180 USD, with a failed node or without, and
  /// where idle GPUs cost as well. Of two racks with a spare node, 144 - 4 GPUs in use are in
  /// both, and 68 in one, beside which the spare is.
  void racksAreNotPaidTwice() {
    hardware::Cluster cluster = make_cluster({make_pool("a", 18, 4)});
    hardware::Pool& pool = cluster.pools[0];
    pool.unit = 72;
    checkClose(hourly(cluster, {}, {68}).usd_per_hour->value, 180.0);
    pool.failed = {{3, std::nullopt}};
    hardware::apply_marks(pool);
    QCOMPARE(pool.max_gpus, 68);
    strategy::Job idle;
    idle.cost.idle_gpus_cost = true;
    checkClose(hourly(cluster, {}, {68}).usd_per_hour->value, 180.0);
    checkClose(hourly(cluster, idle, {68}).usd_per_hour->value, 180.0);
    hardware::Cluster two = make_cluster({make_pool("a", 36, 4)});
    two.pools[0].unit = 72;
    two.pools[0].spares = 1;
    hardware::apply_marks(two.pools[0]);
    QCOMPARE(two.pools[0].max_gpus, 140);
    checkClose(hourly(two, {}, {140}).usd_per_hour->value, 360.0);
    checkClose(hourly(two, {}, {68}).usd_per_hour->value, 180.0);
    checkClose(hourly(two, idle, {68}).usd_per_hour->value, 360.0);
  }
};

}  // namespace tst_paid_spares

ASTROLABE_TEST(tst_paid_spares, TestPaidSpares)
#include "tst_paid_spares.moc"
