// core/search: equality with brute force wherever the search says optimal.
#include <QtTest>
#include <map>
#include <random>
#include <set>
#include <string>

#include "core/cost/bound.h"
#include "core/engine.h"
#include "core/search/ranking.h"
#include "core/search/search.h"
#include "core/strategy/rules.h"
#include "core/strategy/space.h"
#include "problems.h"
#include "tests/core/cases.h"
#include "tests/program/test_program.h"

namespace tst_search {

using namespace astrolabe;
using namespace astrolabe::tests;

namespace {

search::Progress run(const strategy::Problem& problem, const search::Request& request) {
  return search::run(problem, request, {}, nullptr, {});
}

/// What of the space the best strategies of problems make use of: how often each.
struct Uses {
  std::map<std::string, int> times;

  void count(const strategy::Problem& problem, const std::vector<cost::Evaluation>& ranked) {
    for (const cost::Evaluation& answer : ranked) {
      const strategy::Strategy& s = answer.strategy;
      std::set<int> layers, tensor, recompute;
      for (const strategy::Stage& stage : s.stages) {
        layers.insert(stage.layers);
        tensor.insert(stage.tensor_parallel);
        recompute.insert(static_cast<int>(stage.recompute) * 1000 + stage.recompute_layers);
      }
      int there = 0;
      for (const hardware::Pool& pool : problem.cluster.pools) there += pool.max_gpus;
      times[strategy::to_string(s.schedule)] += 1;
      times["ZeRO " + std::to_string(s.zero_stage)] += 1;
      times["shared inside nodes"] += s.zero_stage == 3 && s.sharding_group < s.data_parallel ? 1 : 0;
      times["tensor"] += s.tensor_parallel > 1 ? 1 : 0;
      times["context"] += s.context_parallel > 1 ? 1 : 0;
      times["experts"] += s.expert_parallel > 1 ? 1 : 0;
      times["expert tensor"] += s.expert_tensor_parallel > 1 ? 1 : 0;
      times["optimizer in host memory"] += s.offload_optimizer ? 1 : 0;
      times["activations in host memory"] += s.offload_activations ? 1 : 0;
      times["uneven layers"] += layers.size() > 1 ? 1 : 0;
      times["chunks with short ends"] += layers.size() > 1 && s.virtual_pipeline > 1 ? 1 : 0;
      times["tensor by pool"] += tensor.size() > 1 ? 1 : 0;
      times["recompute by stage"] += recompute.size() > 1 ? 1 : 0;
      times["GPUs unused"] += answer.gpus_used() < there ? 1 : 0;
    }
  }
};

}  // namespace

class TestSearch : public QObject {
  Q_OBJECT

 private slots:
  void bruteForce_data() {
    QTest::addColumn<bool>("mixed");
    QTest::addColumn<bool>("classes");
    QTest::newRow("one type") << false << false;
    QTest::newRow("two types") << true << false;
    QTest::newRow("dense layers before layers of experts") << true << true;
  }
  /// 1,000 random problems of one and two types, 300 of several classes of layers: same best as evaluating
  /// every configuration and every split. Every dimension of the space is among what ranks best.
  void bruteForce() {
    QFETCH(bool, mixed);
    QFETCH(bool, classes);
    std::mt19937 random(classes ? 53 : mixed ? 11 : 5);
    int optimal = 0;
    int infeasible = 0;
    Uses uses;
    const int all = classes ? 300 : 1000;
    for (int i = 0; i < cases(all); ++i) {
      strategy::Problem problem = random_problem(random, mixed);
      if (classes) problem.graph = make_graph(4 + i % 4, 512 << (i % 3), 16, 8, 4, 1 + i % 3);
      if (i % 4 == 0) problem.job.allowed["zero_stage"] = {"0", "1", "2", "3"};
      if (i % 7 == 3)  // the same GPUs in twice as many nodes: state is shared inside a node or over all
        for (hardware::Pool& pool : problem.cluster.pools)
          if (pool.gpus_per_node > 1) {
            pool.nodes *= 2;
            pool.gpus_per_node = pool.scale_up_domain = pool.gpus_per_node / 2;
            if (pool.host_memory) pool.host_memory->value /= 2.0;
          }
      // Evaluating everything takes twice as long with either in host memory.
      if (i / 3 % 6 != 0) problem.job.allowed["offload_optimizer"] = {"false"};
      if (i / 3 % 4 != 0) problem.job.allowed["offload_activations"] = {"false"};
      search::Request request;
      request.objective = i % 3 == 2 ? strategy::Objective::money : strategy::Objective::throughput;
      if (i % 2 == 1) request.effort.enumerate_below = 0.0;  // proofs by bound instead of by enumeration
      const search::Progress quick = run(problem, request);
      request.exhaustive = request.brute_splits = true;
      const search::Progress brute = run(problem, request);
      QCOMPARE(quick.space.total, brute.space.total);
      QCOMPARE(quick.space.rejected_by_rule, brute.space.rejected_by_rule);
      for (const search::Progress* progress : {&quick, &brute}) {
        const search::Space& s = progress->space;
        QCOMPARE(
            s.rejected_by_rule + s.rejected_by_limit + s.rejected_by_memory + s.cut_by_bound + s.evaluated,
            s.total);
      }
      QCOMPARE(quick.best.empty(), brute.best.empty());
      if (brute.best.empty()) {
        ++infeasible;
        continue;
      }
      uses.count(problem, brute.best);
      const double best = brute.best.front().step.value;
      if (quick.optimal) {
        ++optimal;
        QVERIFY2(qAbs(quick.best.front().step.value - best) <= 1e-12 * best,
                 qPrintable(QStringLiteral("problem %1").arg(i)));
        QCOMPARE(quick.best.front().gpus, brute.best.front().gpus);
      } else {
        QVERIFY(quick.has_bound);
        const double value = request.objective == strategy::Objective::money
                                 ? *brute.best.front().money.usd_per_trillion_tokens
                                 : best;
        QVERIFY(quick.bound <= value * (1.0 + 1e-12));
      }
    }
    qInfo("optimal %d, infeasible %d of %d", optimal, infeasible, cases(all));
    QVERIFY(optimal > cases(all) * 4 / 5);
    for (const auto& use : uses.times) {
      qInfo("%s: %d", use.first.c_str(), use.second);
      const bool must = kCaseShare == 1 && (mixed || use.first != "tensor by pool");
      QVERIFY2(!must || use.second > 0, use.first.c_str());
    }
  }

  /// Layers of up to ten kinds in any order, with and without attention, experts and mixers that carry a
  /// state: the same best as evaluating every configuration and every split, and no bound above it.
  void hybridsEqualExhaustive() {
    std::mt19937 random(71);
    int optimal = 0;
    constexpr int kHybrids = 40;
    int infeasible = 0;
    for (int i = 0; i < kHybrids; ++i) {
      strategy::Problem problem = random_problem(random, i % 2 == 1);
      problem.graph = make_hybrid(random, 4 + i % 5, 512 << (i % 3), i % 3 == 0 ? 0 : 4);
      problem.job.allowed.erase("expert_tensor_parallel");
      without_offload(problem);
      search::Request request;
      request.objective = i % 3 == 2 ? strategy::Objective::money : strategy::Objective::throughput;
      if (i % 2 == 1) request.effort.enumerate_below = 0.0;  // proofs by bound instead of by enumeration
      const search::Progress quick = run(problem, request);
      request.exhaustive = request.brute_splits = true;
      const search::Progress brute = run(problem, request);
      QCOMPARE(quick.space.total, brute.space.total);
      QCOMPARE(quick.best.empty(), brute.best.empty());
      if (brute.best.empty()) {
        ++infeasible;
        continue;
      }
      const double best = request.objective == strategy::Objective::money
                              ? *brute.best.front().money.usd_per_trillion_tokens
                              : brute.best.front().step.value;
      const double found = request.objective == strategy::Objective::money
                               ? *quick.best.front().money.usd_per_trillion_tokens
                               : quick.best.front().step.value;
      if (quick.optimal) {
        ++optimal;
        QVERIFY2(qAbs(found - best) <= 1e-12 * best, qPrintable(QStringLiteral("problem %1").arg(i)));
      } else {
        QVERIFY(quick.has_bound);
        QVERIFY2(quick.bound <= best * (1.0 + 1e-12), qPrintable(QStringLiteral("problem %1").arg(i)));
      }
    }
    qInfo("optimal %d, infeasible %d of %d", optimal, infeasible, kHybrids);
    QVERIFY(optimal > kHybrids / 2);
  }

  /// The whole ranking, not only its first: the same answers in the same order as without cutting anything.
  void rankingEqualsExhaustive() {
    std::mt19937 random(7);
    for (int i = 0; i < cases(400); ++i) {
      strategy::Problem problem = random_problem(random, i % 2 == 0);
      if (i % 5 != 0) without_offload(problem);
      if (i % 5 == 0) problem.job.allowed["zero_stage"] = {"1", "2", "3"};
      search::Request request;
      request.objective = i % 3 == 2 ? strategy::Objective::money : strategy::Objective::throughput;
      request.top = 1 + i % 25;
      request.threads = 1 + i % 3;
      const search::Progress quick = run(problem, request);
      request.exhaustive = true;
      const search::Progress all = run(problem, request);
      if (!quick.optimal || !all.optimal) continue;
      QCOMPARE(quick.best.size(), all.best.size());
      for (std::size_t k = 0; k < all.best.size(); ++k) {
        QVERIFY2(quick.best[k].strategy == all.best[k].strategy,
                 qPrintable(QStringLiteral("problem %1, rank %2").arg(i).arg(k)));
        QCOMPARE(quick.best[k].step.value, all.best[k].step.value);
      }
    }
  }

  /// How far a ranking is proven, where few nodes leave splits open: places told to be proven are those of
  /// every configuration and split, and none of what belongs there is better than the gap says.
  void placesHold() {
    std::mt19937 random(47);
    int places = 0, open = 0;
    for (int i = 0; i < cases(400); ++i) {
      hardware::Pool pool = make_pool("a", 1, 8);
      pool.intra_node = {gb_per_s(std::uniform_real_distribution<double>(2.0, 40.0)(random)),
                         microseconds(20)};
      strategy::Problem problem = make_test_problem(make_graph(i % 8 < 5 ? 6 + i % 2 : 11),
                                                    make_cluster({pool}), 512 << (i % 3), 4 + 2 * (i % 5));
      problem.cluster.may_leave_unused = true;
      problem.job.allowed["tensor_parallel"] = {"1", "4"};
      without_offload(problem);
      problem.job.allowed["schedule"] = {"1f1b", "zb-h1"};
      problem.job.allowed["context_parallel"] = {"1"};
      problem.job.allowed["zero_stage"] = {"0"};
      search::Request request;
      request.objective = i % 5 == 4 ? strategy::Objective::gpus : strategy::Objective::throughput;
      request.top = 1 + i % 6;
      request.effort.enumerate_below = 0.0;
      request.effort.nodes = i % 8 < 6 ? 1 + i % 4 : 60 + i;
      const search::Progress quick = run(problem, request);
      request.exhaustive = request.brute_splits = true;
      const search::Progress brute = run(problem, request);
      const search::Space& space = quick.space;
      QCOMPARE(space.not_reached, std::uint64_t{0});
      QCOMPARE(space.rejected_by_rule + space.rejected_by_limit + space.rejected_by_memory +
                   space.cut_by_bound + space.evaluated,
               space.total);
      QCOMPARE(quick.best.empty(), brute.best.empty());
      if (brute.best.empty()) continue;
      const auto value = [&](const search::Progress& progress, std::size_t k) {
        return search::objective_value(progress.best[k], request.objective);
      };
      QVERIFY(quick.places_proven && (!quick.optimal || *quick.places_proven > 0));
      const auto proven = static_cast<std::size_t>(*quick.places_proven);
      const QByteArray which = QByteArray::number(i);
      for (std::size_t k = 0; k < std::min(quick.best.size(), brute.best.size()); ++k) {
        const double told = value(quick, k), best = value(brute, k);
        QVERIFY2(k >= proven || told == best, which.constData());
        QVERIFY2(best >= told * (1.0 - quick.ranking_gap - 1e-12), which.constData());
        (k < proven ? places : open) += 1;
      }
    }
    qInfo("%d places proven, %d open", places, open);
    QVERIFY(places > cases(400) && open > cases(50));
  }

  /// Left open of full recomputation, where it found a split that recomputes nothing, is not left open of the
  /// configuration without: the gap counts both, and the places told are no worse than all there is.
  void placesOfFullAndNone() {
    int open = 0;
    for (int i = 0; i < 24; ++i) {
      std::vector<hardware::Pool> pools{make_pool("a", 1, 4, 1.0, 2.4 + 0.05 * i),
                                        make_pool("b", 1, 2, 0.47)};
      strategy::Problem problem =
          make_test_problem(make_graph(4), make_cluster(std::move(pools), 5.0 + i % 3), 4096, 1 + i % 2);
      problem.job.flash_attention = i % 4 == 3;
      problem.job.allowed["context_parallel"] = {"1"};
      problem.job.allowed["schedule"] = {"1f1b"};
      problem.job.allowed["zero_stage"] = {"0"};
      search::Request request;
      request.top = 100;
      request.effort.enumerate_below = 0.0;
      request.effort.nodes = 1 + i % 3;
      const search::Progress quick = run(problem, request);
      request.exhaustive = request.brute_splits = true;
      const search::Progress brute = run(problem, request);
      QVERIFY(!quick.best.empty());
      for (std::size_t k = 0; k < std::min(quick.best.size(), brute.best.size()); ++k) {
        const double told = quick.best[k].step.value, best = brute.best[k].step.value;
        const bool proven = static_cast<int>(k) < quick.places_proven.value();
        QVERIFY2(best >= told * (1.0 - (proven ? 0.0 : quick.ranking_gap) - 1e-12),
                 QByteArray::number(i).constData());
        open += proven ? 0 : 1;
      }
    }
    QVERIFY(open > 100);
  }

  /// Fewer micro-batches than stages of ZB-H1 on three pools, a stage each, dense layers first: the longest
  /// stage stands in the middle.
  void fewRoundsOfThreePools() {
    for (int i = 0; i < cases(24); ++i) {
      const double memory = i % 2 == 0 ? 3.6 : 80.0;
      strategy::Problem problem = make_test_problem(
          make_graph(7 + i % 3, 512, 16, 8, 4, 1 + i % 2),
          make_cluster({make_pool("a", 1, 4, 1.0, memory), make_pool("b", 1, 4, 1.0, memory),
                        make_pool("c", 1, 4, 1.0, memory)},
                       0.05 * (1 + i)),
          1024, 8);
      problem.job.allowed = {{"context_parallel", {"1"}}, {"expert_tensor_parallel", {"1"}},
                             {"micro_batch", {"1"}},      {"zero_stage", {"3"}},
                             {"tensor_parallel", {"1"}},  {"schedule", {"zb-h1"}},
                             {"data_parallel", {"4"}},    {"offload_optimizer", {"false"}}};
      search::Request request;
      request.top = 5;
      const search::Progress quick = run(problem, request);
      request.exhaustive = request.brute_splits = true;
      const search::Progress brute = run(problem, request);
      QCOMPARE(quick.best.size(), brute.best.size());
      QVERIFY(!brute.best.empty() && quick.optimal);
      QVERIFY2(quick.best.front().step.value == brute.best.front().step.value,
               QByteArray::number(i).constData());
    }
  }

  /// Fewest GPUs, then the fastest: the same ranking as from every configuration and split.
  void smallestEqualsBruteForce() {
    std::mt19937 random(37);
    int smaller = 0;
    for (int i = 0; i < cases(120); ++i) {
      strategy::Problem problem = random_problem(random, i % 2 == 0);
      if (i % 5 != 0) without_offload(problem);
      problem.cluster.may_leave_unused = true;
      if (i % 3 == 0) problem.job.limits.deadline_hours = 4000.0 * (i % 7 + 1);
      search::Request request;
      request.objective = strategy::Objective::gpus;
      request.top = 1 + i % 5;
      const search::Progress quick = run(problem, request);
      request.exhaustive = request.brute_splits = true;
      const search::Progress brute = run(problem, request);
      QVERIFY(quick.space.total == brute.space.total);
      if (!quick.optimal) {
        QCOMPARE(quick.best.empty(), brute.best.empty());
        continue;
      }
      QCOMPARE(quick.best.size(), brute.best.size());
      for (std::size_t k = 0; k < brute.best.size(); ++k) {
        QCOMPARE(quick.best[k].gpus_used(), brute.best[k].gpus_used());
        QCOMPARE(quick.best[k].step.value, brute.best[k].step.value);
      }
      int all = 0;
      for (const hardware::Pool& pool : problem.cluster.pools) all += pool.max_gpus;
      smaller += brute.best.front().gpus_used() < all ? 1 : 0;
    }
    QVERIFY(smaller > cases(40));
  }

  /// With every rule off that may be, the search is still that of every configuration and split.
  void switchedOffRulesEqualBruteForce() {
    std::string off;
    for (const strategy::Rule& rule : strategy::shipped_rules())
      if (rule.fixed.empty()) off += rule.name + ": off\n";
    const auto rules = strategy::make_rule_set(off);
    QVERIFY(rules);
    std::mt19937 random(43);
    int wide = 0;
    for (int i = 0; i < cases(60); ++i) {
      strategy::Problem problem = random_problem(random, i % 2 == 0);
      problem.rules = *rules;
      for (hardware::Pool& pool : problem.cluster.pools) pool.scale_up_domain = 1;
      problem.job.allowed["micro_batch"] = {"1", "2"};
      problem.job.allowed["overlap_param_gather"] = {"false", "true"};
      problem.job.allowed["schedule"] = {"1f1b", "zb-h1"};
      search::Request request;
      const search::Progress quick = run(problem, request);
      request.exhaustive = request.brute_splits = true;
      const search::Progress brute = run(problem, request);
      QCOMPARE(quick.space.rejected_by_rule, brute.space.rejected_by_rule);
      QCOMPARE(quick.best.empty(), brute.best.empty());
      if (brute.best.empty() || !quick.optimal) continue;
      QCOMPARE(quick.best.front().step.value, brute.best.front().step.value);
      wide += brute.best.front().strategy.tensor_parallel > 1 ? 1 : 0;
    }
    QVERIFY(wide > 5);
  }

  /// GPipe fills and drains: its bound counts the whole way once and the bottleneck K - 1 times, and is never
  /// above the best of all splits.
  void flushesAreBounded() {
    std::mt19937 random(83);
    int found = 0;
    for (int i = 0; i < cases(100); ++i) {
      strategy::Problem problem = random_problem(random, i % 2 == 0);
      problem.job.allowed["schedule"] = {"gpipe"};
      search::Request request;
      if (i % 3 == 0) request.effort.enumerate_below = 0.0;
      const search::Progress quick = run(problem, request);
      request.exhaustive = request.brute_splits = true;
      const search::Progress brute = run(problem, request);
      QCOMPARE(quick.best.empty(), brute.best.empty());
      if (brute.best.empty()) continue;
      ++found;
      const double best = brute.best.front().step.value;
      QVERIFY(!quick.has_bound || quick.bound <= best * (1.0 + 1e-12));
      if (quick.optimal) QVERIFY(qAbs(quick.best.front().step.value - best) <= 1e-12 * best);
    }
    QVERIFY(found > cases(100) / 3);
  }
};

}  // namespace tst_search

ASTROLABE_TEST(tst_search, TestSearch)
#include "tst_search.moc"
