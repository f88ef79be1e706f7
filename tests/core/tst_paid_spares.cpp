// What is paid for of nodes that are spare, slow or failed: hours, purchase and ownership by hand sums.
#include <QtTest>
#include <algorithm>
#include <optional>
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
  /// as much again, as idle ones; with idle GPUs counted the third node, too. Bought, both nodes are: 16 x
  /// 30,000. A pool that is not used pays for its spares.
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
  }

  /// 4 nodes of 8 for 2.5 USD a GPU-hour, 1 spare, node 0 failed: the spare stands in, so none is left and
  /// the hours wait as without spares. 16 GPUs in use cost 40 USD, and the failed node costs like an idle
  /// one, 8 x 2.5 = 20 USD more, however it is rented; (16 + 8) x 30,000 to buy. Without spares it costs the
  /// same. With two spares one is left, for 20 USD more, until a second node fails.
  void whatStandsInIsNoSpare() {
    using hardware::Commitment;
    hardware::Cluster cluster = make_cluster({make_pool("a", 4, 8)});
    hardware::Pool& pool = cluster.pools[0];
    pool.failed = {{0, std::nullopt}};
    strategy::Job job;
    for (const int spares : {1, 0}) {
      pool.spares = spares;
      QCOMPARE(hardware::failed_nodes(pool), 1);
      QCOMPARE(hardware::standing_spares(pool), 0);
      for (const Commitment commitment : {Commitment::on_demand, Commitment::spot, Commitment::reserved_1y}) {
        job.cost.commitment = commitment;
        checkClose(hourly(cluster, job, {16}).usd_per_hour->value, 60.0);
        checkClose(hourly(cluster, job, {16}).idle_per_hour, 20.0);
        checkClose(hourly(cluster, job, {16}).purchase->value, 720000.0);
      }
    }
    pool.spares = 2;
    QCOMPARE(hardware::standing_spares(pool), 1);
    checkClose(hourly(cluster, job, {16}).usd_per_hour->value, 80.0);
    pool.failed.push_back({1, 3});  // one GPU of a node is enough
    QCOMPARE(hardware::standing_spares(pool), 0);
    checkClose(hourly(cluster, job, {16}).usd_per_hour->value, 80.0);
  }

  /// What a row tells, buys and rents is of the same GPUs as its hour: 16 in use and 8 of the failed node, 24
  /// x 2.5 = 60 USD an hour and 24 x 30,000 to buy, which the terms of ownership have too.
  void rowsPayForFailedNodes() {
    hardware::Cluster cluster = make_cluster({make_pool("a", 4, 8)});
    cluster.pools[0].failed = {{0, std::nullopt}};
    strategy::Problem problem = make_test_problem(make_graph(4), std::move(cluster), 128, 16);
    Evaluation row;
    row.gpus = {16};
    row.step = row.step_low = row.step_high = Seconds{1.0};
    add_rates(problem, row);
    add_outcome(problem, row);
    QCOMPARE(row.paid, std::vector<int>{16});
    QCOMPARE(row.kept, std::vector<int>{8});
    QCOMPARE(row.all_paid(), std::vector<int>{24});
    QCOMPARE(plan::to_json(row, {"a"})["paid_gpus"].dump(), std::string(R"({"a":24})"));
    checkClose(row.money.usd_per_hour->value, 60.0);
    checkClose(row.money.purchase->value, 720000.0);
    checkClose(row.ownership->terms[OwnershipTerm::machines], 720000.0);
    checkClose(row.rent_or_buy->buy_at_once, 720000.0);
  }

  /// No node of 8 is whole, and halves of all are used: none has failed. 8 GPUs are in two nodes, which cost
  /// as wholes: 16 x 2.5. Rented one by one they cost 8 x 2.5, and the failed GPU of each node 2.5 more.
  void failedGpusOfParts() {
    hardware::Cluster cluster = make_cluster({make_pool("a", 4, 8)});
    hardware::Pool& pool = cluster.pools[0];
    pool.failed = {{0, 0}, {1, 0}, {2, 0}, {3, 0}};
    pool.unit = 8;
    hardware::apply_marks(pool);
    QCOMPARE(pool.used_of_node, 4);
    QCOMPARE(hardware::failed_nodes(pool), 0);
    checkClose(hourly(cluster, {}, {8}).usd_per_hour->value, 16.0 * 2.5);
    pool.unit = 1;
    checkClose(hourly(cluster, {}, {8}).usd_per_hour->value, (8.0 + 4.0) * 2.5);
  }

  /// 3 nodes of 8 for 2.5 USD a GPU-hour, one slow or failed, 16 GPUs of the others used: without `choose`
  /// all 24 stand there, 60 USD, of 8 in use as well. With it, or where the job says that idle GPUs cost
  /// nothing, a slow node is not paid, 16 x 2.5 = 40 USD, and a failed one is. The fewest GPUs are those that
  /// are used.
  void marksMakeNothingCheaper() {
    using strategy::Objective;
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
      return hourly(problem.cluster, problem.job, {used}).usd_per_hour->value;
    };
    const auto assumed = [](const strategy::Problem& problem) {
      const auto all = plan::assumptions_of(problem);
      return std::any_of(all.begin(), all.end(), [](const hardware::Assumption& one) {
        return one.what == "job.cost.idle_gpus_cost" && one.value == "true";
      });
    };
    for (const bool slow : {true, false}) {
      const double chosen = slow ? 40.0 : 60.0;
      const strategy::Problem whole = asked(slow, false, false);
      QVERIFY(whole.cluster.may_leave_unused && assumed(whole));
      checkClose(usd(whole, 16), 60.0);
      checkClose(usd(whole, 8), 60.0);
      const strategy::Problem some = asked(slow, true, false), free = asked(slow, false, true);
      QVERIFY(!assumed(some) && !assumed(free));
      checkClose(usd(some, 16), chosen);
      checkClose(usd(free, 16), chosen);
      checkClose(usd(asked(slow, false, false, Objective::gpus), 16), chosen);
    }
  }

  /// A rack of 18 nodes of 4 that is had whole costs 72 x 2.5 = 180 USD, with a failed node or without.
  void racksAreNotPaidTwice() {
    hardware::Cluster cluster = make_cluster({make_pool("a", 18, 4)});
    hardware::Pool& pool = cluster.pools[0];
    pool.unit = 72;
    checkClose(hourly(cluster, {}, {68}).usd_per_hour->value, 180.0);
    pool.failed = {{3, std::nullopt}};
    hardware::apply_marks(pool);
    QCOMPARE(pool.max_gpus, 68);
    checkClose(hourly(cluster, {}, {68}).usd_per_hour->value, 180.0);
  }
};

}  // namespace tst_paid_spares

ASTROLABE_TEST(tst_paid_spares, TestPaidSpares)
#include "tst_paid_spares.moc"
