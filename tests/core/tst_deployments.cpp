// The search over deployments: equal to a brute force over small clusters, bounded where it is stopped, and
// within what the job allows.
#include <QtTest>
#include <cmath>

#include "core/deploy/bound.h"
#include "core/deploy/capacity.h"
#include "deploy_cases.h"
#include "tests/program/test_program.h"

namespace tst_deployments {

using namespace astrolabe;
using namespace astrolabe::deploy;
using namespace astrolabe::tests;

namespace {

constexpr unsigned kPortions = 10, kCasesOfOne = 50;
constexpr double kDemand = 1e-4;

}  // namespace

class TestDeployments : public QObject {
  Q_OBJECT

  unsigned m_portions = 0;  ///< of the brute force that are done
  int m_mixed = 0;          ///< best answers over several pools in them
  int m_mixed_apart = 0;    ///< with workers apart on one of these

 private slots:
  /// Gaps that vary three times as much as those of Poisson arrivals: tails are simulated, every row keeps
  /// the promises by them, and none needs fewer copies than without bursts.
  void burstsAreConfirmed() {
    const auto best_of = [](double variation) {
      SmallDeployCase made;
      make_llama_case(made, 2, serving::Traffic::Kind::rate, 3.0);
      serving::Question& asked = *made.question.pools.front().asked;
      asked.traffic.arrival_variation = variation;
      asked.promises.ttft_seconds = 2.0;
      asked.promises.tpot_seconds = 0.05;
      asked.promises.quantile = 0.95;
      made.question.job.traffic = asked.traffic;
      made.question.job.promises = asked.promises;
      return found(made.question).best;
    };
    const std::vector<Fleet> plain = best_of(1.0), bursts = best_of(3.0);
    QVERIFY(!plain.empty() && !bursts.empty());
    int fewest_plain = 1000, fewest = 1000;
    for (const Fleet& fleet : plain) {
      QVERIFY(!fleet.figures.tails_simulated);
      fewest_plain = std::min(fewest_plain, fleet.gpus);
    }
    for (const Fleet& fleet : bursts) {
      QVERIFY(fleet.keeps_promises());
      QVERIFY(fleet.figures.tails_simulated);
      fewest = std::min(fewest, fleet.gpus);
    }
    QVERIFY(fewest >= fewest_plain);
  }

  /// 500 random clusters in portions: the first of the search has the value of the best of all deployments,
  /// and none is found where there is none. At a rate what is held just so or just not is tried from both
  /// sides.
  void findsWhatBruteForceFinds_data() {
    QTest::addColumn<unsigned>("first");
    for (unsigned portion = 0; portion < kPortions; ++portion)
      QTest::addRow("from %u", portion * kCasesOfOne) << portion * kCasesOfOne;
  }
  void findsWhatBruteForceFinds() {
    QFETCH(const unsigned, first);
    int answered = 0;
    for (unsigned seed = first; seed < first + kCasesOfOne; ++seed) {
      SmallDeployCase made;
      make_small_case(seed, made);
      const Question& question = made.question;
      const Findings findings = found(question);
      const bool rate = question.traffic().kind == serving::Traffic::Kind::rate;
      const double value = findings.best.empty() ? 1e300 : value_of(question, findings.best.front());
      const Brute exact = DeployOracle(question).run(true);
      const bool equal = std::fabs(value / exact.best - 1.0) <= kFixedPoint;
      if (!equal && rate) {
        const double low = DeployOracle(with_demand(question, 1.0 - kDemand)).run(true).best;
        const double high = DeployOracle(with_demand(question, 1.0 + kDemand)).run(true).best;
        QVERIFY2(
            value >= low * (1.0 - kFixedPoint) && value <= high * (1.0 + kFixedPoint),
            qPrintable(
                QStringLiteral("case %1: %2, brute force %3 to %4").arg(seed).arg(value).arg(low).arg(high)));
      } else {
        QVERIFY2(
            equal,
            qPrintable(QStringLiteral("case %1: %2, brute force %3").arg(seed).arg(value).arg(exact.best)));
      }
      if (findings.best.empty()) {
        QVERIFY(findings.shortfall.has_value());
        continue;
      }
      ++answered;
      if (findings.best.front().groups.size() > 1) {
        ++m_mixed;
        // Evaluated again its groups share the traffic by what each carries.
        std::vector<Group> groups = findings.best.front().groups;
        const bool apart = std::any_of(groups.begin(), groups.end(),
                                       [](const Group& group) { return group.deployment.disaggregated(); });
        m_mixed_apart += apart ? 1 : 0;
        share_traffic(question, groups);
        QVERIFY2(!apart || fleet_of(question, std::move(groups)).missed == Missed::none,
                 qPrintable(QString::number(seed)));
      }
      QVERIFY(findings.best.front().keeps_promises());
      // No deployment of all beats the frontier in both figures.
      for (const auto& [tpot, gpu_seconds] : exact.points) {
        const bool reached =
            std::any_of(findings.frontier.begin(), findings.frontier.end(), [&](const Fleet& fleet) {
              return fleet.figures.tpot.value <= tpot * (1.0 + kFixedPoint) &&
                     fleet.gpus / fleet.figures.output_tokens_per_second.value <=
                         gpu_seconds * (1.0 + kFixedPoint);
            });
        QVERIFY2(reached, qPrintable(QStringLiteral("case %1: %2 s a token, %3 GPU seconds")
                                         .arg(seed)
                                         .arg(tpot)
                                         .arg(gpu_seconds)));
      }
    }
    QVERIFY2(answered > static_cast<int>(kCasesOfOne / 3), qPrintable(QString::number(answered)));
    if (++m_portions < kPortions) return;
    QVERIFY2(m_mixed > 5, qPrintable(QString::number(m_mixed)));
    QVERIFY2(m_mixed_apart > 0, qPrintable(QString::number(m_mixed_apart)));
  }

  /// The twin that cuts nothing has the same value; any number of threads has the same answer.
  void cutsOnlyWhatCannotWin() {
    for (unsigned seed = 1000; seed < 1040; ++seed) {
      SmallDeployCase made;
      make_small_case(seed, made);
      made.question.job.spare_replicas = seed % 4 == 0 ? 1 : 0;
      const Findings cut = found(made.question), whole = found(made.question, 1, true);
      QCOMPARE(cut.best.empty(), whole.best.empty());
      for (const Findings* one : {&cut, &whole}) {
        const Counts& counts = one->counts;
        QCOMPARE(
            counts.rejected_by_memory + counts.rejected_by_limit + counts.cut_by_bound + counts.evaluated,
            counts.total);
      }
      QCOMPARE(cut.counts.total, whole.counts.total);
      QCOMPARE(cut.counts.rejected_by_memory, whole.counts.rejected_by_memory);
      QCOMPARE(whole.counts.cut_by_bound, std::int64_t(0));
      QVERIFY(cut.counts.evaluated <= whole.counts.evaluated);
      if (cut.best.empty()) continue;
      const double value = value_of(made.question, cut.best.front());
      const double exact = value_of(made.question, whole.best.front());
      QVERIFY2(std::fabs(value / exact - 1.0) <= kFixedPoint, qPrintable(QString::number(seed)));
      const Findings three = found(made.question, 3);
      QCOMPARE(three.best.size(), cut.best.size());
      const std::vector<std::string> ids{"a", "b", "c"};
      for (std::size_t i = 0; i < cut.best.size(); ++i)
        QCOMPARE(text_of(to_json(three.best[i], ids)), text_of(to_json(cut.best[i], ids)));
    }
  }

  /// Stopped before it begins it says so, and what it did not look at was cut.
  void answersWhenStopped() {
    SmallDeployCase made;
    make_llama_case(made, 2, serving::Traffic::Kind::rate, 4.0);
    std::stop_source source;
    source.request_stop();
    Settings settings;
    settings.stop = source.get_token();
    for (const bool exhaustive : {false, true}) {
      settings.exhaustive = exhaustive;
      const Findings findings = find_fleets(made.question, settings);
      QVERIFY(findings.stopped && findings.best.empty() && !findings.shortfall);
      QCOMPARE(findings.counts.total, found(made.question).counts.total);
      QCOMPARE(findings.counts.cut_by_bound, findings.counts.total);
    }
  }

  /// Room for the keys and values of 4 prompts of 1000 tokens: a step of 8192 tokens is of 8, one of 2048 of
  /// 2.
  void prefillWorkersHoldAStep() {
    serving::Question asked = llama_question();
    asked.traffic.input = serving::Lengths::fixed(1000.0);
    asked.traffic.output = serving::Lengths::fixed(100.0);
    asked.traffic.kind = serving::Traffic::Kind::rate;
    asked.traffic.requests_per_second = 0.1;
    serving::Deployment deployment;
    deployment.worker.tensor_parallel = 8;
    deployment.prefill = serving::Worker{};
    deployment.prefill->tensor_parallel = 2;
    const auto tokens = [&](double bytes) {
      asked.machine.memory_bytes = bytes;
      const serving::Memory memory = Replica(asked, *deployment.prefill).memory();
      return memory.kv_bytes / memory.kv_token;
    };
    double low = 1e9, high = 1e12;
    while (high - low > 1e3) {
      const double middle = 0.5 * (low + high);
      (tokens(middle) < 4100.0 ? low : high) = middle;
    }
    asked.machine.memory_bytes = high;
    deployment.prefill->max_batched_tokens = 8192;
    QVERIFY(!serving::predict(asked, deployment).fits);
    deployment.prefill->max_batched_tokens = 2048;
    QVERIFY(serving::predict(asked, deployment).fits);
  }

  /// Only what the job allows is found, and its best is no better than that of all.
  void keepsToFixedAndAllowed() {
    SmallDeployCase made;
    make_llama_case(made, 2, serving::Traffic::Kind::rate, 8.0);
    const double best = objective_value(made.question, found(made.question).best.front());
    made.question.job.choices.values = {{"tensor_parallel", {4}}, {"max_batched_tokens", {4096}}};
    const Findings four = found(made.question);
    QVERIFY(!four.best.empty() && !four.frontier.empty());
    QVERIFY(objective_value(made.question, four.best.front()) >= best * (1.0 - kFixedPoint));
    bool apart = false;
    for (const std::vector<Fleet>* fleets : {&four.best, &four.frontier})
      for (const Fleet& fleet : *fleets) {
        const serving::Deployment& deployment = fleet.groups.front().deployment;
        QCOMPARE(deployment.worker.tensor_parallel, 4);
        QCOMPARE(deployment.worker.max_batched_tokens, 4096);
        if (deployment.prefill) QCOMPARE(deployment.prefill->tensor_parallel, 4);
        apart = apart || deployment.disaggregated();
      }
    QVERIFY(apart);
    for (const bool exhaustive : {false, true}) {
      made.question.job.choices.aggregated = false;
      made.question.job.choices.disaggregated = true;
      const Findings pairs = found(made.question, 1, exhaustive);
      QVERIFY(!pairs.best.empty());
      for (const Fleet& fleet : pairs.best) QVERIFY(fleet.groups.front().deployment.disaggregated());
      made.question.job.choices.aggregated = true;
      made.question.job.choices.disaggregated = false;
      for (const Fleet& fleet : found(made.question, 1, exhaustive).best)
        QVERIFY(!fleet.groups.front().deployment.disaggregated());
    }
  }

  /// What a stopped search proves: no deployment is better than the bound.
  void boundsWhatItHasNotSeen() {
    int near = 0;
    for (unsigned seed = 0; seed < 120; ++seed) {
      SmallDeployCase made;
      make_small_case(seed, made);
      const Findings findings = found(made.question);
      if (findings.best.empty()) continue;
      std::vector<Layout> layouts;
      for (std::size_t pool = 0; pool < made.question.pools.size(); ++pool)
        for (const Layout& layout : layouts_in(made.question, static_cast<int>(pool), 1, {}))
          layouts.push_back(layout);
      const double least = least_value(made.question, layouts);
      const double best = objective_value(made.question, findings.best.front());
      QVERIFY2(least > 0.0 && least <= best * (1.0 + 1e-9),
               qPrintable(QStringLiteral("case %1: %2 above %3").arg(seed).arg(least).arg(best)));
      near += least > 0.5 * best ? 1 : 0;
    }
    QVERIFY2(near > 20, qPrintable(QString::number(near)));
  }

  /// A frontier of three keeps its ends; offline none of its rows is another's twin.
  void frontiersAreShort() {
    SmallDeployCase made;
    make_llama_case(made, 4, serving::Traffic::Kind::concurrency, 200.0);
    Settings settings;
    const Findings all = find_fleets(made.question, settings);
    settings.frontier = 3;
    const Findings some = find_fleets(made.question, settings);
    QVERIFY(all.frontier.size() > 3);
    QCOMPARE(some.frontier.size(), std::size_t(3));
    QCOMPARE(some.frontier.front().figures.tpot.value, all.frontier.front().figures.tpot.value);
    QCOMPARE(some.frontier.back().figures.tpot.value, all.frontier.back().figures.tpot.value);
    SmallDeployCase offline;
    make_llama_case(offline, 1, serving::Traffic::Kind::offline, 1.0);
    const std::vector<Fleet> rows = found(offline.question).frontier;
    QVERIFY(!rows.empty());
    for (std::size_t i = 1; i < rows.size(); ++i) {
      QVERIFY(rows[i].figures.tpot.value >= rows[i - 1].figures.tpot.value * (1.0 - kFixedPoint));
      QVERIFY(rows[i].figures.output_tokens_per_second_per_gpu >
              rows[i - 1].figures.output_tokens_per_second_per_gpu);
    }
  }
};

}  // namespace tst_deployments

ASTROLABE_TEST(tst_deployments, TestDeployments)
#include "tst_deployments.moc"
