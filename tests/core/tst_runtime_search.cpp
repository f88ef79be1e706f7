// core/search inside a runtime: equal to brute force over what the runtime starts, and every place starts.
#include <QtTest>
#include <algorithm>
#include <random>
#include <string>

#include "core/cost/shape.h"
#include "core/cost/tables.h"
#include "core/runtimes/judge.h"
#include "core/search/search.h"
#include "core/strategy/rules.h"
#include "core/strategy/software_of.h"
#include "problems.h"
#include "tests/core/cases.h"
#include "tests/program/test_program.h"

namespace tst_runtime_search {

using namespace astrolabe;
using namespace astrolabe::tests;

namespace {

search::Progress run(const strategy::Problem& problem, const search::Request& request) {
  return search::run(problem, request, {}, nullptr, {});
}

strategy::Problem inside(strategy::Problem problem, const std::string& runtime) {
  problem.job.software.runtime = runtime;
  problem.software = strategy::software_of(problem.job.software);
  problem.rules = strategy::make_rule_set("", runtime).value();
  return problem;
}

}  // namespace

class TestRuntimeSearch : public QObject {
  Q_OBJECT

 private slots:
  /// Of every runtime: the quick search finds what brute force does, and what it finds starts.
  void equalsBruteForceAndStarts() {
    std::mt19937 random(47);
    int compared = 0, started = 0, recomputed = 0;
    for (int i = 0; i < 36; ++i) {
      const strategy::Problem any = random_problem(random, i % 3 == 0);
      const runtimes::Runtime& runtime =
          runtimes::runtimes()[static_cast<std::size_t>(i) % runtimes::runtimes().size()];
      const strategy::Problem problem = inside(any, runtime.id);
      search::Request request;
      const search::Progress quick = run(problem, request);
      request.exhaustive = request.brute_splits = true;
      const search::Progress brute = run(problem, request);
      QCOMPARE(quick.space.total, brute.space.total);
      QCOMPARE(quick.space.rejected_by_rule, brute.space.rejected_by_rule);
      QCOMPARE(quick.best.empty(), brute.best.empty());
      if (brute.best.empty()) continue;
      if (quick.optimal) {
        QCOMPARE(quick.best.front().step.value, brute.best.front().step.value);
        ++compared;
      }
      const strategy::Problem asked = runtimes::with_defaults(problem, runtime);
      for (const search::Progress* found : {&quick, &brute})
        for (const cost::Evaluation& place : found->best) {
          const runtimes::Judgement judgement = runtimes::judge(runtime, asked, place.strategy);
          QVERIFY2(judgement.verdict == runtimes::Verdict::runs,
                   (runtime.id + ", " + judgement.why()).c_str());
          QVERIFY(strategy::first_broken_rule(problem, place.strategy) == nullptr);
          recomputed += place.strategy.recompute == strategy::Recompute::full ? 1 : 0;
          ++started;
        }
    }
    QVERIFY(compared > 12);
    QVERIFY(started > 60);
    QVERIFY(recomputed > 0);
  }

  /// Whoever searches any runtime has the rules that hold everywhere, and no others.
  void anyIsTheWholeSpace() {
    std::mt19937 random(48);
    const strategy::Problem problem = random_problem(random, false);
    const search::Progress whole = run(problem, {});
    const search::Progress any = run(inside(problem, "any"), {});
    QCOMPARE(any.space.total, whole.space.total);
    QCOMPARE(any.space.rejected_by_rule, whole.space.rejected_by_rule);
    const search::Progress narrow = run(inside(problem, "megatron-lm"), {});
    QCOMPARE(narrow.space.total, whole.space.total);
    QVERIFY(narrow.space.rejected_by_rule > whole.space.rejected_by_rule);
  }

  /// A runtime that takes one setting for all stages recomputes in all of them, and every layer in full.
  void stagesRecomputeAlike() {
    auto problem =
        make_test_problem(make_graph(5, 1024, 16, 8), make_cluster({make_pool("a", 1, 4)}), 2048, 8);
    problem = inside(problem, "megatron-lm");
    QVERIFY(strategy::recomputes_evenly(problem));
    strategy::Strategy strategy;
    strategy.pipeline_parallel = 2;
    strategy.stages = {{0, 3, 1, strategy::Recompute::none, 0}, {0, 2, 1, strategy::Recompute::none, 0}};
    strategy.data_parallel = 2;
    strategy.recompute = strategy::Recompute::full;
    cost::Tables tables(problem);
    const cost::Evaluation full = cost::Shape(tables, strategy).evaluate({3, 2});
    QCOMPARE(full.strategy.stages[0].recompute_layers, 3);
    QCOMPARE(full.strategy.stages[1].recompute_layers, 2);
    strategy.recompute = strategy::Recompute::selective;
    const cost::Evaluation selective = cost::Shape(tables, strategy).evaluate({3, 2});
    for (const strategy::Stage& stage : selective.strategy.stages)
      QVERIFY(stage.recompute == strategy::Recompute::selective && stage.recompute_layers == 0);
  }

  /// What a runtime refuses is a rule with its name, its reason and the place in its source.
  void refusalsAreRules() {
    const auto set = strategy::make_rule_set("", "megatron-lm").value();
    const std::size_t ours = strategy::shipped_rules().size();
    QVERIFY(set->rules.size() > ours + 20);
    for (std::size_t i = ours; i < set->rules.size(); ++i) {
      const strategy::Rule& rule = set->rules[i];
      QVERIFY(rule.of_runtime && !rule.own && !rule.fixed.empty());
      QVERIFY2(rule.name.starts_with("megatron-lm: "), rule.name.c_str());
      QVERIFY(!rule.because.empty());
    }
    QVERIFY(!strategy::make_rule_set("", "deepspeed").value()->even_recompute);
    QCOMPARE(strategy::make_rule_set("", "any").value()->rules.size(), ours);
    // No counterpart of a pipeline with ZB-H1.
    const auto zero_bubble =
        std::find_if(set->rules.begin(), set->rules.end(),
                     [](const strategy::Rule& rule) { return rule.name == "megatron-lm: schedule"; });
    QVERIFY(zero_bubble != set->rules.end());
    strategy::Strategy strategy;
    strategy.schedule = strategy::Schedule::zb_h1;
    const auto problem =
        make_test_problem(make_graph(4, 1024, 16, 8), make_cluster({make_pool("a", 1, 4)}), 2048, 8);
    QVERIFY(zero_bubble->broken(problem, strategy));
    strategy.schedule = strategy::Schedule::interleaved;
    QVERIFY(!zero_bubble->broken(problem, strategy));
  }
};

}  // namespace tst_runtime_search

ASTROLABE_TEST(tst_runtime_search, TestRuntimeSearch)
#include "tst_runtime_search.moc"
