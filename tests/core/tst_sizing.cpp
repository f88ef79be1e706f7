// How many copies on which pools: hand cases of sizing and of rooms, spares, the busiest hour, promises at a
// quantile.
#include <QtTest>
#include <cmath>
#include <random>

#include "core/deploy/load_curve.h"
#include "core/deploy/sizing.h"
#include "core/deploy/spares.h"
#include "deploy_cases.h"
#include "tests/program/test_program.h"

namespace tst_sizing {

using namespace astrolabe;
using namespace astrolabe::deploy;
using namespace astrolabe::tests;

namespace {

/// Parts of one to `most` copies of a layout.
std::vector<Part> menu(int most, int gpus, double each, double usd) {
  std::vector<Part> parts;
  for (int copies = 1; copies <= most; ++copies)
    parts.push_back({nullptr, copies, copies * gpus, copies * gpus, each, copies * each, copies * usd,
                     static_cast<double>(copies * gpus)});
  return parts;
}

}  // namespace

class TestSizing : public QObject {
  Q_OBJECT

 private slots:
  /// serving.md 10, case 8: A of 2 GPUs does 3 requests/s for $6 an hour, B of one GPU 1 for $2.5. 7
  /// requests/s take 2 A + 1 B: 2 x 6 + 2.5 = $14.5 (3 A 18, 1 A + 4 B 16, 7 B 17.5).
  void sizesTheHandCase() {
    MixtureQuestion asked;
    asked.menus = {menu(4, 2, 3.0, 6.0), menu(8, 1, 1.0, 2.5)};
    asked.demand = 7.0;
    asked.most = 3;
    const std::vector<Mixture> best = best_mixtures(asked, {});
    QCOMPARE(best.size(), std::size_t(3));
    QCOMPARE(best.front().cost, 14.5);
    QCOMPARE(best.front().parts[0].copies, 2);
    QCOMPARE(best.front().parts[1].copies, 1);
    QCOMPARE(best[1].cost, 16.0);  // 1 A + 4 B
    // One A may fail: 3 A + 1 B, 10 - 3 = 7, for 20.5; 2 A + 4 B, 10 - 3 = 7, for 22.
    asked.spare = 1;
    QCOMPARE(best_mixtures(asked, {}).front().cost, 20.5);
    // 1 A + 4 B is all that 6 GPUs hold.
    asked.spare = 0;
    asked.max_gpus = 6;
    asked.admits = [](const std::vector<int>& paid) { return paid[0] <= 2; };
    QCOMPARE(best_mixtures(asked, {}).front().cost, 16.0);
  }

  /// Branch and bound against all combinations.
  void sizesLikeBruteForce() {
    for (unsigned seed = 0; seed < 400; ++seed) {
      std::mt19937 random(seed);
      const Pick pick{random};
      const Real real{random};
      MixtureQuestion asked;
      double able = 0.0;
      for (int pool = pick(2, 4); pool-- > 0;) {
        asked.menus.emplace_back();
        for (int layout = pick(1, 2); layout-- > 0;) {
          const auto parts = menu(pick(1, 4), 1 << layout, real(0.5, 3.0), real(1.0, 6.0));
          asked.menus.back().insert(asked.menus.back().end(), parts.begin(), parts.end());
          able += parts.back().capacity;
        }
      }
      asked.demand = able * real(0.1, 1.0);
      asked.spare = pick(0, 2) == 0 ? 1 : 0;
      MixtureQuestion all = asked;
      all.all = true;
      const auto cut = best_mixtures(asked, {}), whole = best_mixtures(all, {});
      QCOMPARE(cut.size(), whole.size());
      if (!cut.empty()) QCOMPARE(cut.front().cost, whole.front().cost);
    }
  }

  /// Nodes of 8: copies of 2 GPUs, 4 a node; of 16 GPUs, 2 whole nodes each; of 5, one a node.
  void copiesFillNodes() {
    const Room room{4, 8, 8, 32, 8};
    QCOMPARE(room.most_workers(2, 1), 16);
    QCOMPARE(room.nodes_of(5, 2, 1), 2);
    QCOMPARE(room.most_workers(8, 2), 2);
    QCOMPARE(room.nodes_of(2, 8, 2), 4);
    QCOMPARE(room.most_workers(5, 1), 4);
    QCOMPARE(room.most_workers(16, 1), 0);
    QCOMPARE(room.paid(2, 10), 16);
    QCOMPARE(room.paid(3, 15), 24);
    // Of nodes of 8 that are paid as wholes 4 GPUs each are used: 5 GPUs are in two of them.
    Room halves{4, 4, 4, 16, 8};
    halves.built_node = 8;
    QCOMPARE(halves.paid(1, 3), 8);
    QCOMPARE(halves.paid(2, 5), 16);
    // A rack of 18 trays of 4 is one domain of 72: copies of 16 span trays, 4 a rack.
    const Room rack{18, 4, 72, 72, 4};
    QCOMPARE(rack.most_workers(16, 1), 4);
    QCOMPARE(rack.nodes_of(4, 16, 1), 16);
  }

  /// Half way in the logarithm from 50 to 99 %: 1 - 0.5 / sqrt(50) = 0.92929; a normal quantile there
  /// is 1.4705 of 2.3263 deviations.
  void promisesHoldAtAQuantile() {
    serving::Figures figures;
    figures.ttft.value = 0.2;
    figures.ttft_p90_seconds = 0.2 + 0.4 * std::log(5.0) / std::log(50.0);
    figures.ttft_p99.value = 0.6;
    figures.tpot.value = 0.010;
    figures.tpot_p99.value = 0.020;
    figures.e2e.value = 0.2 + 99 * 0.010;
    const PromisedTimes median = promised_times(figures, 100.0, 0.5);
    QCOMPARE(median.ttft, 0.2);
    QCOMPARE(median.e2e, figures.e2e.value);
    const PromisedTimes tail = promised_times(figures, 100.0, 1.0 - 0.5 / std::sqrt(50.0));
    QVERIFY(std::fabs(tail.ttft - 0.4) < 1e-9);
    QVERIFY(std::fabs(tail.tpot - (0.010 + 0.010 * 1.4705 / 2.3263)) < 2e-6);
    QVERIFY(std::fabs(promised_times(figures, 100.0, 0.99).tpot - 0.020) < 1e-9);
    serving::Promises promises;
    promises.tpot_seconds = 0.015;
    QCOMPARE(missed_of(figures, promises, 100.0), Missed::none);
    promises.quantile = 0.99;
    QCOMPARE(missed_of(figures, promises, 100.0), Missed::tpot);
  }

  /// Curves rise with the load, from a fiftieth to just below what the deployment can do.
  void loadCurvesRise() {
    serving::Deployment deployment;
    deployment.worker.tensor_parallel = 4;
    deployment.replicas = 2;
    const auto curve = load_curve(llama_question(), deployment, 20);
    QCOMPARE(curve.size(), std::size_t(20));
    for (std::size_t i = 1; i < curve.size(); ++i) {
      QVERIFY(curve[i].figures.stable);
      QVERIFY(curve[i].requests_per_second > curve[i - 1].requests_per_second);
      QVERIFY(curve[i].figures.tpot.value >= curve[i - 1].figures.tpot.value * (1.0 - 5e-4));
      QVERIFY(curve[i].figures.ttft.value >= curve[i - 1].figures.ttft.value * (1.0 - 5e-3));
    }
  }

  /// A day whose busiest hour has three times the requests of the others: machines for the peak; a token
  /// costs the hour over the day's mean, (23 + 3) / 24 of 3.
  void sizesForThePeakHour() {
    SmallDeployCase made;
    make_llama_case(made, 2, serving::Traffic::Kind::rate, 4.0);
    Question& question = made.question;
    question.job.traffic.hours.assign(24, 1.0);
    question.job.traffic.hours[20] = 3.0;
    question.pools[0].asked->traffic.requests_per_second *= question.peak_factor();
    QCOMPARE(question.demand(), 12.0);
    QVERIFY(std::fabs(question.mean_of_peak() - 26.0 / 24.0 / 3.0) < 1e-12);
    const Findings findings = found(question);
    QVERIFY(!findings.best.empty());
    const Fleet& best = findings.best.front();
    const double tokens = best.figures.output_tokens_per_second.value * 26.0 / 72.0;
    QVERIFY(std::fabs(*best.usd_per_million_tokens / (1e6 * *best.usd_per_hour / 3600.0 / tokens) - 1.0) <
            1e-12);
    QVERIFY(std::fabs(best.figures.requests_per_second - 12.0) < 1e-9);
  }

  /// All points of a frontier carry the traffic with a copy less.
  void frontiersKeepSpares() {
    SmallDeployCase made;
    make_llama_case(made, 2, serving::Traffic::Kind::rate, 8.0);
    made.question.job.spare_replicas = 1;
    const Findings findings = found(made.question);
    QVERIFY(!findings.frontier.empty());
    for (const Fleet& fleet : findings.frontier) {
      serving::Deployment rest = fleet.groups.front().deployment;
      if (rest.disaggregated()) continue;
      rest.replicas -= 1;
      QVERIFY(rest.replicas >= 1 && serving::predict(*made.question.pools[0].asked, rest).stable);
    }
  }

  /// Tens of thousands of nodes are no more work than a few: copies are bisected, not counted.
  void manyNodesAreFewSteps() {
    for (const auto kind : {serving::Traffic::Kind::rate, serving::Traffic::Kind::concurrency}) {
      SmallDeployCase made;
      make_llama_case(made, 30000, kind, kind == serving::Traffic::Kind::rate ? 20000.0 : 1e6);
      const Findings findings = found(made.question);
      QVERIFY(!findings.best.empty());
      QVERIFY2(findings.counts.evaluated < 100'000, qPrintable(QString::number(findings.counts.evaluated)));
    }
  }

  /// One copy more than needed where one may fail.
  void keepsSpares() {
    SmallDeployCase made;
    make_llama_case(made, 2, serving::Traffic::Kind::rate, 8.0);
    const Fleet plain = found(made.question).best.front();
    made.question.job.spare_replicas = 1;
    for (const Fleet& fleet : found(made.question).best) {
      const serving::Deployment& deployment = fleet.groups.front().deployment;
      if (deployment.disaggregated()) continue;
      serving::Deployment rest = deployment;
      rest.replicas -= 1;
      QVERIFY(rest.replicas >= 1);
      QVERIFY(serving::predict(*made.question.pools[0].asked, rest).stable);
    }
    QVERIFY(plain.keeps_promises());
  }

  /// Of two that do as much with as many GPUs the one comes first whose requests are sooner done, 85 s + 500
  /// x 20 ms or 0.3 s + 500 x 25 ms, though sums in another order make its tokens a second less by rounding.
  void firstTokensBreakTies() {
    Fleet late, soon;
    late.gpus = soon.gpus = 8;
    late.paid_gpus = soon.paid_gpus = 8;
    late.groups.resize(1);
    soon.groups.resize(1);
    late.figures.output_tokens_per_second.value = 4000.0;
    soon.figures.output_tokens_per_second.value = 4000.0 * (1.0 - 1e-14);
    late.figures.tpot.value = 0.020;
    late.figures.e2e.value = 85.0 + 500.0 * 0.020;
    soon.figures.tpot.value = 0.025;
    soon.figures.e2e.value = 0.3 + 500.0 * 0.025;
    for (const auto objective :
         {strategy::Objective::throughput, strategy::Objective::money, strategy::Objective::gpus}) {
      QVERIFY(before(soon, late, objective));
      QVERIFY(!before(late, soon, objective));
    }
    QVERIFY(compare_groups(soon, late) < 0);
    soon.figures.output_tokens_per_second.value = 3990.0;
    QVERIFY(before(late, soon, strategy::Objective::throughput));
  }

  /// A deployment that is stated is judged by what is left of it: at 1.5 times what one copy carries two
  /// copies do, but not with one of them failed, when they carry what one does; three do, and then carry
  /// twice that.
  void judgesWithSparesFailed() {
    SmallDeployCase made;
    make_llama_case(made, 3, serving::Traffic::Kind::rate, 1.0);
    serving::Question& asked = *made.question.pools[0].asked;
    asked.promises.ttft_seconds = 1.0;
    asked.promises.tpot_seconds = 0.03;
    made.question.job.promises = asked.promises;
    Group group;
    group.deployment.worker.tensor_parallel = 8;
    const double each = Replica(asked, group.deployment.worker).largest_load(1e-6, 0);
    QVERIFY(each > 1.0);
    asked.traffic.requests_per_second = made.question.job.traffic.requests_per_second = 1.5 * each;
    const auto judged = [&](int copies, int spares) {
      group.deployment.replicas = copies;
      made.question.job.spare_replicas = spares;
      return fleet_of(made.question, std::vector<Group>{group});
    };
    const auto carries = [&](const Fleet& fleet, double copies) {
      return std::fabs(fleet.capacity_requests_per_second / (copies * each) - 1.0) < 3e-3;
    };
    QVERIFY(judged(2, 0).keeps_promises() && carries(judged(2, 0), 2.0));
    QCOMPARE(judged(2, 1).missed, Missed::traffic);
    QVERIFY(carries(judged(2, 1), 1.0));
    QVERIFY(judged(3, 1).keeps_promises() && carries(judged(3, 1), 2.0));
    QCOMPARE(judged(2, 2).missed, Missed::traffic);
    QCOMPARE(judged(2, 2).capacity_requests_per_second, 0.0);
    // In flight 1.5 times what a copy holds are more than the one that is left does.
    asked.traffic.kind = made.question.job.traffic.kind = serving::Traffic::Kind::concurrency;
    const double held = std::floor(Replica(asked, group.deployment.worker).largest_load(1e-6, 0));
    asked.traffic.concurrency = made.question.job.traffic.concurrency = 1.5 * held;
    QVERIFY(judged(3, 1).keeps_promises() && !judged(3, 1).left_in_flight);
    const Fleet few = judged(2, 1);
    QCOMPARE(few.missed, Missed::traffic);
    QVERIFY(few.left_in_flight && *few.left_in_flight > 0.9 * held && *few.left_in_flight < 1.25 * held);
  }

  /// Workers apart lose as many of each kind as there are spares, as the search has them.
  void judgesPairsWithSparesFailed() {
    SmallDeployCase made;
    make_llama_case(made, 3, serving::Traffic::Kind::rate, 8.0);
    made.question.job.choices.aggregated = false;
    serving::Question& asked = *made.question.pools[0].asked;
    asked.promises.ttft_seconds = 1.0;
    asked.promises.tpot_seconds = 0.03;
    made.question.job.promises = asked.promises;
    made.question.job.spare_replicas = 1;
    const std::vector<Fleet> best = found(made.question).best;
    QVERIFY(!best.empty());
    std::vector<Group> groups = best.front().groups;
    QVERIFY(fleet_of(made.question, groups).keeps_promises());
    --groups.front().deployment.prefill_workers;
    --groups.front().deployment.decode_workers;
    QVERIFY(!fleet_of(made.question, groups).keeps_promises());
    made.question.job.spare_replicas = 0;
    QVERIFY(fleet_of(made.question, groups).keeps_promises());
  }

  /// Two replicas of 2 + 3 workers: one failed of each kind leaves one whole and one of 1 + 2, two take a
  /// whole replica, three that and one of each, four leave nothing.
  void failsWorkersOfPairs() {
    SmallDeployCase made;
    make_llama_case(made, 4, serving::Traffic::Kind::rate, 8.0);
    Group group;
    group.deployment.replicas = 2;
    group.deployment.prefill = group.deployment.worker;
    group.deployment.prefill_workers = 2;
    group.deployment.decode_workers = 3;
    const auto left = [&](int spares) {
      made.question.job.spare_replicas = spares;
      std::vector<std::vector<int>> all;
      for (const Group& one : without_spares(made.question, {group}))
        all.push_back(
            {one.deployment.replicas, one.deployment.prefill_workers, one.deployment.decode_workers});
      return all;
    };
    using Left = std::vector<std::vector<int>>;
    QCOMPARE(left(0), (Left{{2, 2, 3}}));
    QCOMPARE(left(1), (Left{{1, 2, 3}, {1, 1, 2}}));
    QCOMPARE(left(2), (Left{{1, 2, 3}}));
    QCOMPARE(left(3), (Left{{1, 1, 2}}));
    QVERIFY(left(4).empty());
  }
};

}  // namespace tst_sizing

ASTROLABE_TEST(tst_sizing, TestSizing)
#include "tst_sizing.moc"
