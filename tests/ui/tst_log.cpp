// ui/results: what the log says of a search: the question with its prices, improvements in the unit of the
// goal, and how it ended.
#include <QtTest>

#include "tests/core/hand_made.h"
#include "tests/program/test_program.h"
#include "ui/results/log_view.h"

namespace tst_log {

using namespace astrolabe;
using namespace Qt::StringLiterals;

class TestLog : public QObject {
  Q_OBJECT

  /// Two boxes, the first with a price, a budget and one fixed degree; found twice, then at its end.
  static std::shared_ptr<plan::Snapshot> question(strategy::Objective objective) {
    auto snapshot = std::make_shared<plan::Snapshot>(hand_made::snapshot());
    auto problem = std::make_shared<strategy::Problem>(*snapshot->problem);
    problem->job.limits.budget_usd = 3e6;
    problem->job.allowed["micro_batch"] = {"1", "2"};
    hardware::Pool& pool = problem->cluster.pools[0];
    pool.max_gpus = 8;
    pool.usd_per_gpu_hour = UsdPerHour{2.125};
    pool.price_source = "list";
    pool.price_date = "2026-01-01";
    snapshot->problem = problem;
    snapshot->objective = objective;
    snapshot->seed = 7;
    snapshot->revision = 1;
    snapshot->improvements = {{0.125, 5.0, 209715.2, 148351.0, 16}, {0.25, 4.0, 262144.0, 118681.0, 8}};
    return snapshot;
  }
  static QString said(const plan::SnapshotPtr& snapshot) {
    ui::LogView log;
    log.setSnapshot(snapshot);
    return log.toPlainText().remove(QChar(0x202F)).replace(QChar(0x00A0), u' ');
  }

 private slots:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  void theQuestionStandsAtTheHead() {
    const QString log = said(question(strategy::Objective::throughput));
    for (const QString& line :
         {u"goal Fastest, seed 7"_s, u"model hand-made, sequence length 4096, global batch 1024"_s,
          u"1000000000000 tokens, precision bf16"_s, u"pool new: 1 nodes of 8 GPU new, at most 8 used"_s,
          u"$2.125 per GPU hour (list, 2026-01-01)"_s, u"no price"_s, u"cost basis rent"_s,
          u"budget_usd at most $3.00M"_s, u"allowed micro_batch: 1, 2"_s, u"100 configurations"_s})
      QVERIFY2(log.contains(line), qPrintable(line + u" in:\n"_s + log));
    QVERIFY2(log.indexOf(u"seed 7"_s) < log.indexOf(u"evaluated"_s), qPrintable(log));
  }

  /// The source is that of the rent: a price to buy has none of it.
  void aPurchaseHasNoSourceOfRent() {
    auto bought = question(strategy::Objective::throughput);
    auto problem = std::make_shared<strategy::Problem>(*bought->problem);
    problem->job.cost.basis = hardware::CostBasis::buy;
    problem->cluster.pools[0].purchase_per_gpu = Usd{31250.0};
    bought->problem = problem;
    const QString log = said(bought);
    const auto says = [](const QString& words, const QString& line) {
      return words.contains(u"31250"_s + line) || words.contains(u"31,250"_s + line);
    };
    QVERIFY2(says(log, u" per GPU, network without a price\n"_s), qPrintable(log));
    QVERIFY2(log.contains(u", hosting without a price"_s), qPrintable(log));
    QVERIFY2(!log.contains(u"list"_s) && !log.contains(u"2026-01-01"_s), qPrintable(log));
    QVERIFY2(log.contains(u"cost basis buy"_s), qPrintable(log));
    problem = std::make_shared<strategy::Problem>(*problem);
    problem->cluster.pools[0].network_per_gpu = Usd{500.0};
    problem->job.cost.hosting_usd_per_kw_month = 150.0;
    bought->problem = problem;
    const QString priced = said(bought);
    QVERIFY2(says(priced, u" per GPU, $500 for its share of the network\n"_s), qPrintable(priced));
    QVERIFY2(priced.contains(u", hosting $150 a kW and month"_s), qPrintable(priced));
  }

  /// Tokens a second, dollars or GPUs: what the search makes better.
  void improvementsInTheUnitOfTheGoal() {
    const QString fast = said(question(strategy::Objective::throughput));
    QVERIFY2(fast.contains(u"262144 tokens/s"_s), qPrintable(fast));
    const QString cheap = said(question(strategy::Objective::money));
    QVERIFY2(cheap.contains(u"$148k per 1T tok"_s) && cheap.contains(u"$119k per 1T tok"_s),
             qPrintable(cheap));
    QVERIFY(!cheap.contains(u"tokens/s"_s));
    const QString few = said(question(strategy::Objective::gpus));
    QVERIFY2(few.contains(u"16 GPUs, step"_s) && few.contains(u"8 GPUs, step"_s), qPrintable(few));
  }
};

}  // namespace tst_log

ASTROLABE_TEST(tst_log, TestLog)
#include "tst_log.moc"
