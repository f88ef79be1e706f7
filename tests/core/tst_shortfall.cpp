// What is told where no deployment answers: what is nearest, and what would be right, by asking again.
#include <QtTest>
#include <cmath>

#include "core/deploy/disaggregated.h"
#include "core/deploy/layouts.h"
#include "core/deploy/more_nodes.h"
#include "deploy_cases.h"
#include "tests/program/test_program.h"

namespace tst_shortfall {

using namespace astrolabe;
using namespace astrolabe::deploy;
using namespace astrolabe::tests;

namespace {

/// Whether the same question has an answer with so many nodes of a pool.
bool answers_with(const Question& question, int pool, int nodes) {
  hardware::Cluster cluster = *question.cluster;
  return !found(with_nodes(question, pool, nodes, cluster)).best.empty();
}

void promise(SmallDeployCase& made, const serving::Promises& promises) {
  made.question.job.promises = promises;
  for (PoolQuestion& pool : made.question.pools) pool.asked->promises = promises;
}

/// Asked again with the nodes that are told and with one fewer. False: nothing is told.
bool check_nodes(const Question& question, const Shortfall& told) {
  if (told.nodes_needed == 0) return false;
  const auto there = question.pools[static_cast<std::size_t>(told.nodes_pool)].room.nodes;
  const bool does = answers_with(question, told.nodes_pool, told.nodes_needed);
  const bool fewer =
      told.nodes_needed - 1 > there && answers_with(question, told.nodes_pool, told.nodes_needed - 1);
  if (!does || fewer || told.nodes_needed <= there)
    qWarning("%d nodes are told where %d are: %s, one fewer: %s", told.nodes_needed, there,
             does ? "they do" : "they do not", fewer ? "does" : "does not");
  return does && !fewer && told.nodes_needed > there;
}

}  // namespace

class TestShortfall : public QObject {
  Q_OBJECT

 private slots:
  /// The nodes that are told do, and one fewer does not: more requests or users than 2 nodes carry, at
  /// medians and tails, with spares, with copies or workers apart alone.
  void nodesThatDoAreTheLeast() {
    struct Case {
      serving::Traffic::Kind kind;
      double load;
      serving::Promises promises;
      int spares;
      bool aggregated, disaggregated;
    };
    using enum serving::Traffic::Kind;
    for (const Case& one :
         {Case{rate, 60.0, {}, 0, true, true}, Case{rate, 60.0, {0.5, 0.03, {}, 0.9}, 0, true, true},
          Case{rate, 90.0, {1.0, 0.02, {}, 0.5}, 1, true, true},
          Case{rate, 400.0, {1.0, 0.05, {}, 0.5}, 0, true, false},
          Case{rate, 120.0, {1.0, 0.05, {}, 0.5}, 0, false, true},
          Case{concurrency, 9000.0, {{}, 0.03, {}, 0.5}, 0, true, false},
          Case{concurrency, 4000.0, {2.0, 0.03, {}, 0.5}, 1, true, false},
          Case{concurrency, 4000.0, {2.0, 0.03, {}, 0.5}, 0, false, true},
          Case{concurrency, 4000.0, {1.0, 0.03, {}, 0.9}, 1, false, true},
          Case{concurrency, 4000.0, {{}, {}, 12.0, 0.5}, 0, false, true},
          Case{concurrency, 5000.0, {2.0, 0.03, {}, 0.5}, 0, true, true}}) {
      SmallDeployCase made;
      make_llama_case(made, 2, one.kind, one.load);
      promise(made, one.promises);
      made.question.job.spare_replicas = one.spares;
      made.question.job.choices.aggregated = one.aggregated;
      made.question.job.choices.disaggregated = one.disaggregated;
      const Findings findings = found(made.question);
      QVERIFY2(findings.best.empty() && findings.shortfall, qPrintable(QString::number(one.load)));
      QVERIFY2(check_nodes(made.question, *findings.shortfall), qPrintable(QString::number(one.load)));
    }
  }

  /// The least nodes that do, on random clusters of one to three pools with more traffic than they carry.
  /// None is told where not even very many do.
  void nodesThatDoAreTheLeastOnMixedClusters() {
    int told = 0;
    for (unsigned seed = 2000; seed < 2036; ++seed) {
      SmallDeployCase made;
      make_small_case(seed, made);
      made.question.job.spare_replicas = seed % 5 == 0 ? 1 : 0;
      const Question question = with_demand(made.question, 12.0);
      const Findings findings = found(question);
      if (!findings.best.empty()) continue;
      QVERIFY(findings.shortfall.has_value());
      const Shortfall& shortfall = *findings.shortfall;
      if (shortfall.nodes_needed > 0) {
        ++told;
        QVERIFY2(check_nodes(question, shortfall), qPrintable(QString::number(seed)));
      } else {
        for (int pool = 0; pool < static_cast<int>(question.pools.size()); ++pool)
          QVERIFY2(!answers_with(question, pool, 3000), qPrintable(QString::number(seed)));
      }
    }
    QVERIFY2(told > 6, qPrintable(QString::number(told)));
  }

  /// Of workers apart for users in flight some are found where any number of them keeps the promises, and
  /// none where none does: all of them, each predicted.
  void pairsInFlightAreFoundWhereThereAreAny() {
    int some = 0, none = 0;
    for (unsigned seed = 3000; seed < 3120; ++seed) {
      SmallDeployCase made;
      make_small_case(seed, made);
      if (made.question.traffic().kind != serving::Traffic::Kind::concurrency) continue;
      made.question.job.choices.aggregated = false;
      const bool any = DeployOracle(made.question).run_pairs().best < 1e299;
      (any ? some : none) += 1;
      const Findings findings = found(made.question);
      QVERIFY2(findings.best.empty() != any, qPrintable(QString::number(seed)));
    }
    QVERIFY2(some > 10 && none > 10, qPrintable(QStringLiteral("%1 and %2").arg(some).arg(none)));
  }

  /// What the machines are said to carry they carry, and half a percent more they do not.
  void carriedIsTheMost() {
    for (const bool apart : {false, true}) {
      SmallDeployCase made;
      make_llama_case(made, 1, serving::Traffic::Kind::rate, 50.0);
      promise(made, {1.0, 0.03, {}, 0.9});
      made.question.job.choices.disaggregated = apart;
      const Findings findings = found(made.question);
      QVERIFY(findings.best.empty() && findings.shortfall);
      QCOMPARE(findings.shortfall->missed, Missed::traffic);
      QCOMPARE(findings.shortfall->quantile, 0.9);
      const double share = findings.shortfall->found / 50.0;
      QVERIFY(share > 0.0 && share < 1.0);
      const Missed breaks = findings.shortfall->breaks;
      if (!apart) QVERIFY(breaks == Missed::ttft || breaks == Missed::tpot);
      if (breaks != Missed::none)
        QVERIFY(findings.shortfall->breaks_seconds > (breaks == Missed::ttft ? 1.0 : 0.03));
      QVERIFY(!found(with_demand(made.question, share)).best.empty());
      QVERIFY(found(with_demand(made.question, share * 1.005)).best.empty());
    }
  }

  /// The promise that is said to be kept is, and one shorter by half a percent is not; what is found is the
  /// time at the quantile of the promise, not the median.
  void keptPromiseIsTheShortest() {
    for (const bool first : {false, true}) {
      SmallDeployCase made;
      make_llama_case(made, 1, serving::Traffic::Kind::rate, 2.0);
      serving::Promises promises{{}, {}, {}, 0.95};
      (first ? promises.ttft_seconds : promises.tpot_seconds) = first ? 0.03 : 0.004;
      promise(made, promises);
      const Findings findings = found(made.question);
      QVERIFY(findings.best.empty() && findings.shortfall);
      const Shortfall& shortfall = *findings.shortfall;
      QCOMPARE(shortfall.missed, first ? Missed::ttft : Missed::tpot);
      QCOMPARE(shortfall.quantile, 0.95);
      QVERIFY(shortfall.binds != serving::Binds::none);
      serving::Question alone = *made.question.pools[0].asked;
      alone.traffic.requests_per_second = 1e-9;
      serving::Deployment nearest;
      nearest.worker = shortfall.worker;
      const PromisedTimes times =
          promised_times(serving::predict(alone, nearest), alone.traffic.output.mean, 0.95);
      QVERIFY(std::fabs(shortfall.found / (first ? times.ttft : times.tpot) - 1.0) < 1e-9);
      QVERIFY(shortfall.kept_promise >= shortfall.found * 0.999);
      const auto with = [&](double seconds) {
        (first ? promises.ttft_seconds : promises.tpot_seconds) = seconds;
        promise(made, promises);
        return !found(made.question).best.empty();
      };
      QVERIFY(with(shortfall.kept_promise));
      QVERIFY(!with(shortfall.kept_promise * 0.995));
    }
  }

  /// First tokens that no layout has in time, and times per token that the small ones just miss: the first
  /// token is what binds, at the least that any layout takes alone.
  void namesThePromiseThatNoLayoutKeeps() {
    SmallDeployCase made;
    make_llama_case(made, 1, serving::Traffic::Kind::rate, 2.0);
    promise(made, {0.01, 0.01, {}, 0.5});
    double first = 1e9;
    int late = 0, in_time = 0;
    serving::Question alone = *made.question.pools[0].asked;
    alone.traffic.requests_per_second = 1e-9;
    for (const serving::Worker& worker : workers_of(alone, made.question.pools[0].room, made.question.job)) {
      serving::Deployment one;
      one.worker = worker;
      const serving::Figures figures = serving::predict(alone, one);
      if (!figures.fits) continue;
      first = std::min(first, figures.ttft.value);
      (figures.tpot.value > 0.01 ? late : in_time) += 1;
    }
    QVERIFY(late > 0 && in_time > 0 && first > 0.01);
    const Findings findings = found(made.question);
    QVERIFY(findings.shortfall);
    QCOMPARE(findings.shortfall->missed, Missed::ttft);
    QVERIFY(std::fabs(findings.shortfall->found / first - 1.0) < 1e-9);
    QCOMPARE(findings.shortfall->limit, 0.01);
  }

  /// More spares than there are copies: nothing is carried, the most spares that do are told, and the nodes
  /// with which all of them stand, whatever some layouts miss alone.
  void tellsWhichSparesThereIsRoomFor() {
    SmallDeployCase made;
    make_llama_case(made, 1, serving::Traffic::Kind::rate, 1.0);
    promise(made, {1.0, 0.012, {}, 0.5});
    made.question.job.spare_replicas = 9;
    const Findings findings = found(made.question);
    QVERIFY(findings.best.empty() && findings.shortfall);
    const Shortfall& shortfall = *findings.shortfall;
    QCOMPARE(shortfall.missed, Missed::traffic);
    QCOMPARE(shortfall.found, 0.0);
    QCOMPARE(shortfall.spares, 9);
    QCOMPARE(shortfall.nodes_there, 1);
    QVERIFY(shortfall.kept_spares >= 0 && shortfall.kept_spares < 9);
    QVERIFY(check_nodes(made.question, shortfall));
    made.question.job.spare_replicas = shortfall.kept_spares;
    QVERIFY(!found(made.question).best.empty());
    made.question.job.spare_replicas = shortfall.kept_spares + 1;
    QVERIFY(found(made.question).best.empty());
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

  /// What a pair of layouts is said to carry it carries.
  void pairsCount() {
    SmallDeployCase made;
    make_llama_case(made, 2, serving::Traffic::Kind::rate, 300.0);
    const auto layouts = layouts_in(made.question, 0, 1, {});
    const auto pairs = capacities_of_pairs(made.question, Prices(made.question), 0, layouts, 300.0, {});
    QVERIFY(!pairs.empty());
    const PairCapacity& pair = pairs.back();
    QVERIFY(pair.able > 0.0);
    const serving::Deployment& deployment = pair.deployment;
    QCOMPARE(deployment.prefill_workers, pair.prefills);
    QCOMPARE(deployment.decode_workers, pair.decodes);
    QVERIFY(deployment.gpus() <= 16);
    serving::Question asked = *made.question.pools[0].asked;
    asked.traffic.requests_per_second = pair.able;
    QVERIFY(serving::predict(asked, deployment).stable);
    const Findings findings = found(made.question);
    QVERIFY(findings.shortfall && findings.shortfall->found >= pair.able * 0.999);  // known to 1e-3
    // A spare takes away what it does.
    made.question.job.spare_replicas = 1;
    QVERIFY(found(made.question).shortfall->found < findings.shortfall->found);
  }
};

}  // namespace tst_shortfall

ASTROLABE_TEST(tst_shortfall, TestShortfall)
#include "tst_shortfall.moc"
