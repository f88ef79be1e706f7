// core/deploy/spread.h: fleets over several pools for requests in flight are those of a brute force; offline
// all machines together make the sum of what each makes best.
#include <QtTest>
#include <cmath>
#include <random>

#include "core/deploy/spread.h"
#include "deploy_brute.h"
#include "tests/program/test_program.h"

namespace tst_spread {

using namespace astrolabe;
using namespace astrolabe::deploy;
using namespace astrolabe::tests;

namespace {

constexpr double kFixedPoint = kSpreadTolerance;

/// Copies of a layout that does `each` requests in flight at once and `tokens` tokens/s with them, which cost
/// `cost` each.
void add_parts(int most, int gpus, double each, double tokens, double cost, std::vector<SpreadPart>& menu) {
  for (int copies = 1; copies <= most; ++copies) {
    SpreadPart part;
    part.copies = copies;
    part.gpus = part.paid = copies * gpus;
    part.each = each;
    part.most = copies * tokens;
    part.fastest = 2.0 * tokens / each;
    part.cost = copies * cost;
    menu.push_back(part);
  }
}

/// Twice as fast alone as full: l / (l + each) x 2 of the tokens/s when full.
double tokens_of(const SpreadPart& part, double load) { return part.most * 2.0 * load / (load + part.each); }

}  // namespace

class TestSpread : public QObject {
  Q_OBJECT

 private slots:
  /// A: 2 GPUs hold 10 requests and make 100 tokens/s with them, 2 x 100 x l / (l + 10) with l; B: 1 GPU, 4
  /// and 30. 14 in flight fill A + B: 3 GPUs, 130 tokens/s. A + 2 B hold 18: 14/18 of full, 4 GPUs, 160 x 2 x
  /// (14/18) / (14/18 + 1) = 140. 2 A + B hold 24: 7/12, 5 GPUs, 230 x 2 x 7/19 = 169.5. GPUs a token: 3 /
  /// 130 = 0.0231 < 4 / 140 = 0.0286 < 5 / 169.5 = 0.0295.
  void spreadsTheHandCase() {
    SpreadQuestion asked;
    asked.menus.resize(2);
    add_parts(2, 2, 10.0, 100.0, 2.0, asked.menus[0]);
    add_parts(2, 1, 4.0, 30.0, 1.0, asked.menus[1]);
    asked.in_flight = 14.0;
    asked.most = 3;
    asked.tokens = tokens_of;
    const std::vector<SpreadFleet> best = best_spreads(asked, {});
    QCOMPARE(best.size(), std::size_t(3));
    QCOMPARE(best[0].gpus, 3);
    QVERIFY(std::fabs(best[0].tokens - 130.0) < 1e-9);
    QCOMPARE(best[1].gpus, 4);
    QVERIFY(std::fabs(best[1].tokens - 140.0) < 1e-9);
    QCOMPARE(best[2].gpus, 5);
    QVERIFY(std::fabs(best[2].tokens - 230.0 * 14.0 / 19.0) < 1e-9);
    // One copy may be lost: 2 A + B without an A hold 14, and 2 A + 2 B 18; A + 2 B only 8.
    asked.spare = 1;
    const std::vector<SpreadFleet> spared = best_spreads(asked, {});
    QCOMPARE(spared.size(), std::size_t(2));
    QCOMPARE(spared[0].gpus, 5);
    asked.spare = 0;
    asked.admits = [](const std::vector<int>& paid) { return paid[1] == 2; };
    QCOMPARE(best_spreads(asked, {}).front().gpus, 4);
  }

  /// Branch and bound against all combinations.
  void cutsOnlyWhatCannotWin() {
    int answered = 0;
    for (unsigned seed = 0; seed < 400; ++seed) {
      std::mt19937 random(seed);
      const Pick pick{random};
      const Real real{random};
      SpreadQuestion asked;
      double able = 0.0;
      for (int pool = pick(2, 4); pool-- > 0;) {
        asked.menus.emplace_back();
        for (int layout = pick(1, 3); layout-- > 0;) {
          const double each = real(2.0, 40.0);
          add_parts(pick(1, 4), 1 << layout, each, each * real(5.0, 30.0), real(1.0, 6.0),
                    asked.menus.back());
          able += asked.menus.back().back().capacity();
        }
      }
      asked.in_flight = able * real(0.05, 0.8);
      asked.of_tokens = pick(0, 2) > 0;
      asked.fixed_cost = pick(0, 3) == 0 ? real(0.1, 2.0) : 0.0;
      asked.spare = pick(0, 2) == 0 ? 1 : 0;
      asked.most = pick(1, 4);
      if (pick(0, 3) == 0) asked.max_gpus = pick(2, 12);
      asked.tokens = tokens_of;
      SpreadQuestion all = asked;
      all.all = true;
      const auto cut = best_spreads(asked, {}), whole = best_spreads(all, {});
      QCOMPARE(cut.size(), whole.size());
      for (std::size_t i = 0; i < cut.size(); ++i) {
        QCOMPARE(cut[i].cost, whole[i].cost);
        QCOMPARE(cut[i].tokens, whole[i].tokens);
      }
      answered += cut.empty() ? 0 : 1;
    }
    QVERIFY2(answered > 200, qPrintable(QString::number(answered)));
  }

  /// Random small clusters with requests in flight: the first of the search has the value of the best of all
  /// deployments of one pool and of several.
  void findsWhatBruteForceFinds() {
    int tried = 0, spread = 0;
    for (unsigned seed = 0; tried < 40 && seed < 2000; ++seed) {
      SmallDeployCase made;
      make_small_case(seed, made);
      const Question& question = made.question;
      if (question.pools.size() < 2 || question.traffic().kind != serving::Traffic::Kind::concurrency)
        continue;
      ++tried;
      const Findings findings = find_fleets(question, {});
      const double exact = DeployOracle(question).run(true).best;
      const double value = findings.best.empty() ? 1e300 : value_of(question, findings.best.front());
      QVERIFY2(std::fabs(value / exact - 1.0) <= kFixedPoint,
               qPrintable(QStringLiteral("case %1: %2, brute force %3").arg(seed).arg(value).arg(exact)));
      for (const Fleet& fleet : findings.best) {
        QVERIFY(fleet.keeps_promises());
        double share = 0.0;
        for (const Group& group : fleet.groups) share += group.share;
        QVERIFY(std::fabs(share - 1.0) < 1e-9);
      }
      spread += !findings.best.empty() && findings.best.front().groups.size() > 1 ? 1 : 0;
    }
    QCOMPARE(tried, 40);
    QVERIFY2(spread > 2, qPrintable(QString::number(spread)));
  }

  /// Offline: tokens/s of the fleet are the sum of the most that each pool makes alone, within the promise;
  /// with fewer GPUs allowed than there are, no more than those are used.
  void offlineAddsUp() {
    int answered = 0;
    for (unsigned seed = 0; answered < 12 && seed < 500; ++seed) {
      SmallDeployCase made;
      make_small_case(seed, made);
      if (made.question.pools.size() < 2) continue;
      made.question.objective = strategy::Objective::throughput;
      made.question.job.traffic.kind = serving::Traffic::Kind::offline;
      made.question.job.promises.ttft_seconds = made.question.job.promises.e2e_seconds = std::nullopt;
      for (PoolQuestion& pool : made.question.pools) {
        pool.asked->traffic = made.question.job.traffic;
        pool.asked->promises = made.question.job.promises;
      }
      double sum = 0.0;
      int pools = 0;
      for (const PoolQuestion& of : made.question.pools) {
        double most = 0.0;
        for (const serving::Worker& worker : workers_of(*of.asked, of.room, made.question.job))
          for (const int limit : sequence_limits()) {
            serving::Deployment deployment;
            deployment.worker = worker;
            deployment.worker.max_sequences = limit;
            const int stage = worker.tensor_parallel * worker.attention_data_parallel;
            deployment.replicas = of.room.most_workers(stage, worker.pipeline_parallel);
            if (deployment.replicas < 1) continue;
            const serving::Figures figures = serving::predict(*of.asked, deployment);
            if (missed_of(figures, of.asked->promises, of.asked->traffic.output.mean) == Missed::none)
              most = std::max(most, figures.output_tokens_per_second.value);
          }
        sum += most;
        pools += most > 0.0 ? 1 : 0;
      }
      const Findings findings = find_fleets(made.question, {});
      double found = 0.0;
      const Fleet* widest = nullptr;
      for (const Fleet& fleet : findings.best) {
        QVERIFY(fleet.keeps_promises());
        if (fleet.figures.output_tokens_per_second.value > found) widest = &fleet;
        found = std::max(found, fleet.figures.output_tokens_per_second.value);
      }
      QVERIFY2(std::fabs(found - sum) <= kFixedPoint * sum,
               qPrintable(QStringLiteral("case %1: %2, sum %3").arg(seed).arg(found).arg(sum)));
      if (pools < 2) continue;
      ++answered;
      QCOMPARE(widest->groups.size(), static_cast<std::size_t>(pools));
      made.cluster.max_total_gpus = widest->gpus - 1;
      for (const Fleet& fleet : find_fleets(made.question, {}).best) QVERIFY(fleet.gpus < widest->gpus);
    }
    QCOMPARE(answered, 12);
  }
};

}  // namespace tst_spread

ASTROLABE_TEST(tst_spread, TestSpread)
#include "tst_spread.moc"
