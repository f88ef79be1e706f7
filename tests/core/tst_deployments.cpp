// The search over deployments: equal to a brute force over small clusters, hand cases of sizing and of rooms,
// promises at a quantile.
#include <QtTest>
#include <array>
#include <cmath>
#include <random>

#include "core/deploy/bound.h"
#include "core/deploy/disaggregated.h"
#include "core/deploy/load_curve.h"
#include "core/deploy/sizing.h"
#include "deploy_brute.h"
#include "tests/program/test_program.h"

namespace tst_deployments {

using namespace astrolabe;
using namespace astrolabe::deploy;
using namespace astrolabe::tests;

namespace {

constexpr unsigned kPortions = 10, kCasesOfOne = 50;
/// Fixed points end at a relative 2e-4, so closed loops are not quite monotone.
constexpr double kFixedPoint = 2e-3, kDemand = 1e-4;

Findings found(const Question& question, int threads = 1, bool exhaustive = false) {
  Settings settings;
  settings.threads = threads;
  settings.exhaustive = exhaustive;
  return find_fleets(question, settings);
}

/// Parts of one to `most` copies of a layout.
std::vector<Part> menu(int most, int gpus, double each, double usd) {
  std::vector<Part> parts;
  for (int copies = 1; copies <= most; ++copies)
    parts.push_back({nullptr, copies, copies * gpus, copies * gpus, each, copies * each, copies * usd,
                     static_cast<double>(copies * gpus)});
  return parts;
}

/// 70B in fp8 on nodes of 8 H100 at $2.5 an hour.
void make_llama_case(SmallDeployCase& made, int nodes, serving::Traffic::Kind kind, double load) {
  hardware::Pool pool = make_pool("h100", nodes, 8);
  pool.unit = 8;
  PoolQuestion of;
  of.room = {nodes, 8, 8, nodes * 8, 8};
  of.asked = llama_question();
  of.asked->traffic.kind = kind;
  of.asked->traffic.concurrency = of.asked->traffic.requests_per_second = load;
  made.question.job.traffic = of.asked->traffic;
  made.question.job.promises = of.asked->promises;
  made.question.pools.push_back(std::move(of));
  made.cluster.pools.push_back(std::move(pool));
  made.question.cluster = &made.cluster;
  made.question.limits = &made.job;
}

}  // namespace

class TestDeployments : public QObject {
  Q_OBJECT

  unsigned m_portions = 0;  ///< of the brute force that are done
  int m_mixed = 0;          ///< best answers over several pools in them

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
      QVERIFY(fleet.figures.tails_simulated || fleet.groups.front().deployment.disaggregated());
      fewest = std::min(fewest, fleet.gpus);
    }
    QVERIFY(fewest >= fewest_plain);
  }

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
      const Brute exact = DeployOracle(question).run(rate);
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
      m_mixed += findings.best.front().groups.size() > 1 ? 1 : 0;
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
    if (++m_portions == kPortions) QVERIFY2(m_mixed > 5, qPrintable(QString::number(m_mixed)));
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

  /// A promise that one sequence alone breaks on layouts of several stages ends the search, and ends it soon.
  void endsWhereOneSequenceIsLate() {
    for (const double promised : {1e-6, 1e-3, 3e-3, 1e-2}) {
      SmallDeployCase made;
      make_llama_case(made, 2, serving::Traffic::Kind::rate, 4.0);
      made.question.job.promises.tpot_seconds = promised;
      made.question.pools[0].asked->promises = made.question.job.promises;
      const Findings findings = found(made.question);
      QVERIFY(!findings.stopped);
      QVERIFY(promised > 1e-6 || findings.best.empty());
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

  /// Promises below what one request alone takes name the part that takes longest; too much traffic names
  /// nodes that carry it.
  void tellsWhatStandsInTheWay() {
    SmallDeployCase made;
    make_llama_case(made, 1, serving::Traffic::Kind::rate, 4.0);
    made.question.job.promises.tpot_seconds = 0.001;
    made.question.pools[0].asked->promises = made.question.job.promises;
    const Findings close = found(made.question);
    QVERIFY(close.best.empty() && close.shortfall);
    QCOMPARE(close.shortfall->missed, Missed::tpot);
    QVERIFY(close.shortfall->of_any_load && close.shortfall->found > 0.001);
    QVERIFY(!close.shortfall->term.empty() && close.shortfall->term_seconds > 0.0);

    SmallDeployCase crowded;
    make_llama_case(crowded, 1, serving::Traffic::Kind::rate, 400.0);
    const Findings much = found(crowded.question);
    QVERIFY(much.best.empty() && much.shortfall);
    QCOMPARE(much.shortfall->missed, Missed::traffic);
    SmallDeployCase enough;
    make_llama_case(enough, much.shortfall->nodes_needed, serving::Traffic::Kind::rate, 400.0);
    QVERIFY(!found(enough.question).best.empty());
    QVERIFY(much.shortfall->found < 400.0 && much.shortfall->nodes_needed > 1);

    SmallDeployCase small;
    make_llama_case(small, 1, serving::Traffic::Kind::rate, 1.0);
    small.question.pools[0].asked->machine.memory_bytes = 8e9;
    const Findings tight = found(small.question);
    QVERIFY(tight.best.empty() && tight.shortfall);
    QCOMPARE(tight.shortfall->missed, Missed::memory);
    QVERIFY(tight.shortfall->found > tight.shortfall->limit);
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

  /// Users without a place are not served, unless a promise says how long they may wait for one.
  void usersNeedPlaces() {
    SmallDeployCase made;
    make_llama_case(made, 1, serving::Traffic::Kind::concurrency, 60000.0);
    const Findings none = found(made.question);
    QVERIFY(none.best.empty() && none.frontier.empty() && none.shortfall);
    QCOMPARE(none.shortfall->missed, Missed::traffic);
    QVERIFY(none.shortfall->found < 60000.0 && none.shortfall->nodes_needed > 1);
    made.question.job.promises.ttft_seconds = 1e5;
    made.question.pools[0].asked->promises = made.question.job.promises;
    const Findings waiting = found(made.question);
    QVERIFY(!waiting.best.empty());
    const serving::Figures& figures = waiting.best.front().figures;
    QVERIFY(figures.wait_seconds > 0.0 && figures.ttft.value > figures.wait_seconds);
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

  /// What a pair of layouts is said to carry it carries, and the nodes that are said to do, do.
  void pairsCount() {
    SmallDeployCase made;
    make_llama_case(made, 2, serving::Traffic::Kind::rate, 300.0);
    const auto layouts = layouts_in(made.question, 0, 1, {});
    const auto pair = capacity_of_pairs(made.question, 0, layouts, {});
    QVERIFY(pair && pair->able > 0.0 && pair->nodes_needed > 2);
    serving::Deployment deployment;
    deployment.prefill = pair->prefill->replica->worker();
    deployment.worker = pair->decode->replica->worker();
    deployment.worker.max_sequences = sequence_limits().back();
    deployment.prefill_workers = pair->prefills;
    deployment.decode_workers = pair->decodes;
    QVERIFY(deployment.gpus() <= 16);
    serving::Question asked = *made.question.pools[0].asked;
    asked.traffic.requests_per_second = pair->able;
    QVERIFY(serving::predict(asked, deployment).stable);
    const Findings findings = found(made.question);
    QVERIFY(findings.shortfall && findings.shortfall->found >= pair->able);
    QVERIFY(findings.shortfall->nodes_needed <= pair->nodes_needed);
    // A spare takes away what it does.
    made.question.job.spare_replicas = 1;
    QVERIFY(found(made.question).shortfall->found < findings.shortfall->found);
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
};

}  // namespace tst_deployments

ASTROLABE_TEST(tst_deployments, TestDeployments)
#include "tst_deployments.moc"
