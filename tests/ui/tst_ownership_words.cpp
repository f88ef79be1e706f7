// ui/render/ownership_words: the terms of ownership as rows, and renting beside buying in a sentence.
#include <QtTest>

#include "tests/program/test_program.h"
#include "ui/render/numbers.h"
#include "ui/render/ownership_words.h"

namespace tst_ownership_words {

using namespace astrolabe;
using namespace astrolabe::ui;

namespace {

/// 13,000 at once and 1,000 a month against a rent of 2,000: the same after 13 months.
cost::RentOrBuy thirteen_months() {
  cost::RentOrBuy both;
  both.rent_per_month = 2000;
  both.buy_at_once = 13'000;
  both.buy_per_month = 1000;
  both.months = 48;
  return both;
}

}  // namespace

class TestOwnershipWords : public QObject {
  Q_OBJECT

 private slots:
  /// Whole months are those after which it holds; a little more than 13 are 14.
  void whenBuyingIsCheaper() {
    cost::RentOrBuy both = thirteen_months();
    QCOMPARE(rentOrBuyText(both), QStringLiteral("Buying is cheaper after 13 months of use."));
    both.buy_at_once = 13'001;
    QCOMPARE(rentOrBuyText(both), QStringLiteral("Buying is cheaper after 14 months of use."));
    both.buy_at_once = 50'000;  // 50 months: 2,000 more than renting for 48, and 5,000 are left
    both.left = 5000;
    QCOMPARE(rentOrBuyText(both),
             QStringLiteral("Buying is cheaper only by what the machines are worth after 4 years."));
    both.left = 1000;
    QCOMPARE(rentOrBuyText(both), QStringLiteral("Renting stays cheaper over all 4 years."));
    QVERIFY(rentSourceText(both).isEmpty());
    both.rent_source = "broker (2026)";
    QVERIFY(rentSourceText(both).contains(QStringLiteral("broker (2026)")));
  }

  /// Machines, energy, what is left and the sum always stand there; what nobody states is told, not listed.
  void theRows() {
    strategy::Cost cost;
    cost.basis = hardware::CostBasis::buy;
    cost::Evaluation evaluation;
    QVERIFY(ownershipRows(evaluation, cost).empty());
    evaluation.ownership.emplace();
    evaluation.ownership->terms[cost::OwnershipTerm::machines] = 240'000;
    evaluation.ownership->terms[cost::OwnershipTerm::energy] = 30'000;
    evaluation.ownership->terms[cost::OwnershipTerm::residual] = -24'000;
    evaluation.ownership->job_share = 0.1;
    const std::vector<OwnershipRow> bare = ownershipRows(evaluation, cost);
    QCOMPARE(bare.size(), std::size_t(4));
    QCOMPARE(bare.back().sum, QStringLiteral("$246\u202Fk"));
    QVERIFY(bare.back().how.contains(QStringLiteral("4 years")));
    QVERIFY(jobShareText(*evaluation.ownership).contains(QStringLiteral("$24.6\u202Fk")));
    QVERIFY(unstatedOwnershipText(cost).contains(QStringLiteral("support")));
    QVERIFY(onlyOwnedText(cost).isEmpty());
    cost.hosting_usd_per_kw_month = 150;
    cost.storage_usd = 0;
    cost.support_share_per_year = 0.05;
    cost.staff_usd_per_year = 12'000;
    cost.hall_usd_per_kw = 12'000;
    cost.discount_rate = 0.08;
    const std::vector<OwnershipRow> all = ownershipRows(evaluation, cost);
    QCOMPARE(all.size(), std::size_t(9));  // no price of the network
    QVERIFY(unstatedOwnershipText(cost).isEmpty());
    QVERIFY(onlyOwnedText(cost).endsWith(
        QStringLiteral(": a hall of one's own, storage, support, staff, the discount rate.")));
    QVERIFY2(all.back().how.contains(QStringLiteral("8.0")), qPrintable(all.back().how));
  }

  /// Hosting and a hall are of all machines that are paid for, idle ones among them: with 6 kW in use of 8 kW
  /// that stand there, 8 x 150 x 48 months and 8 x 12,000 x 4 / 15 years are of 8 kW.
  void idleMachinesAreHosted() {
    strategy::Cost cost;
    cost.basis = hardware::CostBasis::buy;
    cost.hosting_usd_per_kw_month = 150;
    cost.hall_usd_per_kw = 12'000;
    cost::Evaluation evaluation;
    evaluation.money.machine_kw = 6.0;
    evaluation.ownership.emplace();
    evaluation.ownership->terms[cost::OwnershipTerm::hosting] = 57'600;
    evaluation.ownership->terms[cost::OwnershipTerm::hall] = 25'600;
    int hosted = 0;
    for (const OwnershipRow& row : ownershipRows(evaluation, cost))
      hosted += row.how.startsWith(powerText(8000.0)) ? 1 : 0;
    QCOMPARE(hosted, 2);
  }
};

}  // namespace tst_ownership_words

ASTROLABE_TEST(tst_ownership_words, TestOwnershipWords)
#include "tst_ownership_words.moc"
