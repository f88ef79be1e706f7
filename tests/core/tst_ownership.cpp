// core/cost/ownership: a purchase over its years with every sum written out, and renting beside it.
#include <QtTest>
#include <cmath>

#include "core/cost/goodput.h"
#include "core/cost/money.h"
#include "core/cost/ownership.h"
#include "core/plan/answer.h"
#include "problems.h"
#include "tests/core/close_to.h"
#include "tests/program/test_program.h"

namespace tst_ownership {

using namespace astrolabe;
using namespace astrolabe::tests;
using exact::checkClose;
using namespace astrolabe::cost;
using Term = OwnershipTerm;

namespace {

/// 8 GPUs of 1 kW for 30,000 USD each, with 2,000 USD of network a GPU; 2.50 USD to rent one for an hour.
hardware::Cluster eight() {
  hardware::Pool pool = make_pool("a", 1, 8);
  pool.network_per_gpu = Usd{2000};
  return make_cluster({pool});
}

/// Four years at 80 % with a tenth left, 0.10 USD/kWh and a PUE of 1.3 (all as assumed); hosting 146.10 USD a
/// kW and month, storage 50,000 USD, a hall of 12,000 USD/kW for 15 years, support 5 % of the price and staff
/// 12,000 USD a year.
strategy::Job bought() {
  strategy::Job job;
  job.cost.basis = hardware::CostBasis::buy;
  job.cost.hosting_usd_per_kw_month = 146.1;
  job.cost.storage_usd = 50'000;
  job.cost.hall_usd_per_kw = 12'000;
  job.cost.support_share_per_year = 0.05;
  job.cost.staff_usd_per_year = 12'000;
  return job;
}

Ownership owned(const strategy::Job& job, double hours) {
  return *ownership_of(eight(), job, {8}, hourly(eight(), job, {8}), hours);
}

}  // namespace

class TestOwnership : public QObject {
  Q_OBJECT

 private slots:
  /// machines   8 x 30,000                              = 240,000.00
  /// network    8 x 2,000                               =  16,000.00
  /// storage                                            =  50,000.00
  /// hall       8 kW x 12,000 x 4 / 15 years            =  25,600.00
  /// hosting    8 kW x 146.10 x 48 months               =  56,102.40
  /// energy     8 x 1.3 kW x 0.10 x 4 x 8,760 h x 0.8   =  29,153.28
  /// support    0.05 x 256,000 x 4 years                =  51,200.00
  /// staff      12,000 x 4 years                        =  48,000.00
  /// residual   -0.1 x 256,000                          = -25,600.00
  /// sum                                                = 490,455.68
  /// A job of 2,803.2 of the 28,032 hours that the machines are used: a tenth, 49,045.568.
  void everySum() {
    const Ownership ownership = owned(bought(), 2803.2);
    const OwnershipTerms& terms = ownership.terms;
    checkClose(terms[Term::machines], 240'000);
    checkClose(terms[Term::network], 16'000);
    checkClose(terms[Term::storage], 50'000);
    checkClose(terms[Term::hall], 25'600);
    checkClose(terms[Term::hosting], 56'102.40);
    checkClose(terms[Term::energy], 29'153.28);
    checkClose(terms[Term::support], 51'200);
    checkClose(terms[Term::staff], 48'000);
    checkClose(terms[Term::residual], -25'600);
    checkClose(terms.total(), 490'455.68);
    checkClose(ownership.job_share, 0.1);
    checkClose(ownership.job().value, 49'045.568);
    checkClose(hourly(eight(), bought(), {8}).ownership->value, 490'455.68);
    checkClose(hourly(eight(), bought(), {8}).purchase->value, 256'000);
  }

  /// At 8 % a year, four years of payments of 1 are worth (1 - 1.08^-4) / ln 1.08 = 3.4429127165115747 today,
  /// and what is left then 0.7350298527964533 of itself: 331,600 at once, (14,025.60 + 7,288.32 + 12,800 +
  /// 12,000) x 3.4429... = 158,766.20..., less 18,816.76...: 471,549.44.
  void laterMoneyIsWorthLess() {
    strategy::Job job = bought();
    job.cost.discount_rate = 0.08;
    checkClose(worth_of_payments(4, 0.08), 3.4429127165115747);
    QCOMPARE(worth_of_payments(4, 0.0), 4.0);
    const OwnershipTerms terms = owned(job, 1.0).terms;
    checkClose(terms[Term::residual], -25'600 * 0.7350298527964533);
    checkClose(terms[Term::staff], 12'000 * 3.4429127165115747);
    checkClose(terms.total(), 471'549.4373446082, 1e-11);
    for (int percent = 1; percent <= 100; ++percent)
      QVERIFY(worth_of_payments(4, percent / 100.0) < worth_of_payments(4, (percent - 1) / 100.0));
  }

  /// Renting 8 x 2.50 USD for 730.5 x 0.8 hours is 11,688 USD a month. Buying takes 331,600 at once and
  /// (56,102.40 + 29,153.28 + 51,200 + 48,000) / 48 = 3,842.82666... a month: the difference of
  /// 7,845.17333... makes up for it after 42.268027220133646 months. With money at 8 % a year only
  /// after 49.3, more than the four years; at half the rent never.
  void whenBuyingIsCheaper() {
    strategy::Job job = bought();
    const Money money = hourly(eight(), job, {8});
    const auto both = rent_or_buy(eight(), job, {8}, money);
    QVERIFY(both);
    checkClose(both->rent_per_month, 11'688);
    checkClose(both->buy_at_once, 331'600);
    checkClose(both->buy_per_month, 184'455.68 / 48);
    checkClose(both->left, 25'600);
    checkClose(both->months, 48);
    checkClose(both->even_after().value(), 42.268027220133646);
    checkClose(both->rent_after(*both->even_after()), both->buy_after(*both->even_after()));
    checkClose(both->buy_after(48) - both->left, 490'455.68);
    job.cost.discount_rate = 0.08;
    auto later = rent_or_buy(eight(), job, {8}, money);
    QVERIFY(!later->even_after());
    later->months = 60;
    checkClose(later->even_after().value(), 49.30206900355591, 1e-11);
    checkClose(later->rent_after(*later->even_after()), later->buy_after(*later->even_after()));
    hardware::Cluster cheap = eight();
    cheap.pools[0].usd_per_gpu_hour = UsdPerHour{0.8};
    QVERIFY(!rent_or_buy(cheap, bought(), {8}, money)->even_after());
  }

  /// A commitment is paid for all hours, 730.5 a month. Machines that nobody rents are compared with the
  /// least rent of their type, and that is told. Without a price of either there is nothing to compare, nor
  /// where they are owned.
  void pricesOfTheComparison() {
    strategy::Job job = bought();
    const Money money = hourly(eight(), job, {8});
    job.cost.commitment = hardware::Commitment::reserved_3y;
    checkClose(rent_or_buy(eight(), job, {8}, money)->rent_per_month, 20 * 730.5);
    hardware::Cluster cluster = eight();
    cluster.pools[0].usd_per_gpu_hour.reset();
    QVERIFY(!rent_or_buy(cluster, job, {8}, money));
    cluster.pools[0].type_usd_per_gpu_hour = UsdPerHour{2.0};
    cluster.pools[0].type_price_source = "broker (2026)";
    const auto elsewhere = rent_or_buy(cluster, job, {8}, money);
    QVERIFY(elsewhere);
    checkClose(elsewhere->rent_per_month, 16 * 730.5);
    QCOMPARE(elsewhere->rent_source, std::string("broker (2026)"));
    job.cost.basis = hardware::CostBasis::own;
    QVERIFY(!rent_or_buy(cluster, job, {8}, money));
    cluster.pools[0].purchase_per_gpu.reset();
    job.cost.basis = hardware::CostBasis::buy;
    QVERIFY(!rent_or_buy(cluster, job, {8}, money));
    QVERIFY(!ownership_of(cluster, job, {8}, money, 1.0));
  }

  /// Who owns the machines pays neither for them nor gets what is left; support goes by their price.
  void ownedMachines() {
    strategy::Job job = bought();
    job.cost.basis = hardware::CostBasis::own;
    const OwnershipTerms terms = owned(job, 1.0).terms;
    QCOMPARE(terms[Term::machines], 0.0);
    QCOMPARE(terms[Term::network], 0.0);
    QCOMPARE(terms[Term::residual], 0.0);
    checkClose(terms.total(), 490'455.68 - 240'000 - 16'000 + 25'600);
  }

  /// The answer says the same, line by line.
  void inTheAnswer() {
    strategy::Problem problem = make_test_problem(make_graph(4), eight(), 128, 16);
    problem.job.cost = bought().cost;
    Evaluation evaluation;
    evaluation.step = evaluation.step_low = evaluation.step_high = Seconds{1.0};
    evaluation.gpus = {8};
    evaluation.hours_for_job = 2803.2;  // undisturbed
    evaluation.money = hourly(problem.cluster, problem.job, {8});
    add_outcome(problem, evaluation);
    const Json row = plan::to_json(evaluation, {"a"});
    const Json& ownership = row["ownership"];
    checkClose(ownership["usd"].get<double>(), 490'455.68);
    double sum = 0.0;
    for (const Json& line : ownership["lines"]) sum += line["usd"].get<double>();
    checkClose(sum, 490'455.68);
    QCOMPARE(ownership["lines"][3]["term"].get<std::string>(), std::string("hall"));
    checkClose(ownership["job_usd"].get<double>(), 49'045.568, 1e-6);
    checkClose(row["ownership_usd"].get<double>(), 490'455.68);
    checkClose(row["rent_or_buy"]["buying_is_cheaper_after_months"].get<double>(), 42.268027220133646);
    QVERIFY(row["rent_or_buy"]["rent_source"].is_null());
  }
};

}  // namespace tst_ownership

ASTROLABE_TEST(tst_ownership, TestOwnership)
#include "tst_ownership.moc"
