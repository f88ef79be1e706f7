// core/search inside a runtime: equal to brute force over what the runtime starts, and every place starts.
#include <QtTest>
#include <algorithm>
#include <numeric>
#include <random>
#include <string>

#include "core/cost/shape.h"
#include "core/cost/tables.h"
#include "core/plan/assumptions.h"
#include "core/runtimes/judge.h"
#include "core/search/partition.h"
#include "core/search/search.h"
#include "core/strategy/chunks.h"
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

  /// A job that names no runtime is asked of the usual one, and it is said; of any, with why, where GPUs of
  /// several types have to be used or the job fine-tunes. What a job names stays.
  void theUsualRuntimeHoldsUnsaid() {
    const std::string usual = strategy::usual_runtime();
    QCOMPARE(usual, std::string("megatron-lm"));
    QCOMPARE(std::count_if(runtimes::runtimes().begin(), runtimes::runtimes().end(),
                           [](const runtimes::Runtime& one) { return one.usual; }),
             std::ptrdiff_t(1));
    const auto job = strategy::read_job(
        json_or_null(R"({"sequence_length": 2048, "global_batch": 16, "tokens": 1e9, "precision": "bf16"})"));
    QVERIFY(job->software.runtime.empty());
    QVERIFY(!strategy::to_json(*job).contains("software"));
    const hardware::Cluster one = make_cluster({make_pool("a", 2, 4)});
    hardware::Cluster two = make_cluster({make_pool("a", 2, 4), make_pool("b", 2, 4)});
    two.pools[1].gpu.id = "another";
    const auto asked = [&](const hardware::Cluster& cluster, const strategy::Job& of,
                           strategy::Objective objective = strategy::Objective::throughput) {
      return strategy::make_problem(make_graph(4, 1024, 16, 8), cluster, of, objective).value();
    };
    const auto assumed = [](const strategy::Problem& problem) {
      for (const hardware::Assumption& each : plan::assumptions_of(problem))
        if (each.what == "job.software.runtime") return each.value + ", " + to_text(each.why);
      return std::string();
    };
    const strategy::Problem alone = asked(one, *job);
    QCOMPARE(alone.job.software.runtime, usual);
    QCOMPARE(assumed(alone), usual + ", the job names no runtime: only what Megatron-LM starts is searched");
    QVERIFY(alone.rules->rules.size() > strategy::shipped_rules().size());
    const strategy::Problem mixed = asked(two, *job);
    QCOMPARE(mixed.job.software.runtime, std::string("any"));
    QVERIFY(assumed(mixed).starts_with("any, all GPUs have to be used"));
    // GPUs that may stay unused leave one type to the runtime.
    QCOMPARE(asked(two, *job, strategy::Objective::gpus).job.software.runtime, usual);
    two.may_leave_unused = true;
    QCOMPARE(asked(two, *job).job.software.runtime, usual);
    two.may_leave_unused = false;
    two.pools[1].gpu.id = two.pools[0].gpu.id;  // two pools of one type
    QCOMPARE(asked(two, *job).job.software.runtime, usual);
    strategy::Job tuned = *job;
    tuned.tuning.emplace();  // of all weights
    QCOMPARE(asked(one, tuned).job.software.runtime, usual);
    tuned.tuning->method = strategy::TuningMethod::lora;
    QCOMPARE(asked(one, tuned).job.software.runtime, std::string("any"));
    QVERIFY(assumed(asked(one, tuned))
                .ends_with("Megatron-LM does not fine-tune so: the whole space is searched"));
    for (const char* named : {"any", "torchtitan"}) {
      Json json = strategy::to_json(*job);
      json["software"]["runtime"] = named;
      const auto stated = strategy::read_job(json);
      QCOMPARE(asked(one, *stated).job.software.runtime, std::string(named));
      QCOMPARE(assumed(asked(one, *stated)), std::string());
    }
    // What a program makes without a reader asks the whole space.
    QCOMPARE(asked(one, strategy::Job()).job.software.runtime, std::string("any"));
    QVERIFY(strategy::read_job(strategy::to_json(strategy::Job()))->software == strategy::Job().software);
  }

  /// A runtime that takes one setting for all stages recomputes in all of them, and one number of layers
  /// where it takes numbers: none where all fits.
  void stagesRecomputeAlike() {
    auto problem =
        make_test_problem(make_graph(5, 1024, 16, 8), make_cluster({make_pool("a", 1, 4)}), 2048, 8);
    problem = inside(problem, "megatron-lm");
    strategy::Strategy strategy;
    strategy.pipeline_parallel = 2;
    strategy.stages = {{0, 3, 1, strategy::Recompute::none, 0}, {0, 2, 1, strategy::Recompute::none, 0}};
    strategy.data_parallel = 2;
    using strategy::RecomputeChoice;
    const auto choice = [&](const char* runtime, strategy::Recompute recompute) {
      return strategy::recompute_choice(inside(problem, runtime), strategy, recompute);
    };
    QVERIFY(choice("megatron-lm", strategy::Recompute::full) == RecomputeChoice::one_number);
    QVERIFY(choice("megatron-lm", strategy::Recompute::selective) == RecomputeChoice::whole);
    QVERIFY(choice("megatron-lm", strategy::Recompute::none) == RecomputeChoice::by_stage);
    QVERIFY(choice("torchtitan", strategy::Recompute::full) == RecomputeChoice::whole);
    QVERIFY(choice("primus", strategy::Recompute::full) == RecomputeChoice::by_stage);
    QVERIFY(choice("any", strategy::Recompute::full) == RecomputeChoice::by_stage);
    strategy.recompute = strategy::Recompute::full;
    cost::Tables tables(problem);
    const cost::Evaluation full = cost::Shape(tables, strategy).evaluate({3, 2});
    for (const strategy::Stage& stage : full.strategy.stages) QCOMPARE(stage.recompute_layers, 0);
    const strategy::Problem whole = inside(problem, "torchtitan");
    cost::Tables of_whole(whole);
    const cost::Evaluation every = cost::Shape(of_whole, strategy).evaluate({3, 2});
    QCOMPARE(every.strategy.stages[0].recompute_layers, 3);
    QCOMPARE(every.strategy.stages[1].recompute_layers, 2);
    strategy.recompute = strategy::Recompute::selective;
    const cost::Evaluation selective = cost::Shape(tables, strategy).evaluate({3, 2});
    for (const strategy::Stage& stage : selective.strategy.stages)
      QVERIFY(stage.recompute == strategy::Recompute::selective && stage.recompute_layers == 0);
  }

  /// Where a runtime takes a number of layers, one stage recomputes as few as fit, as in the whole space; so
  /// does each of several where it names layers one by one; as many as the neediest one where it takes a
  /// number for all. Where it takes all layers or none, all.
  void asFewLayersAsTheRuntimeTakes() {
    strategy::Strategy one, two;
    one.micro_batch = two.micro_batch = 4;
    one.recompute = two.recompute = strategy::Recompute::full;
    one.data_parallel = two.pipeline_parallel = 2;
    one.stages = {{0, 5, 1, strategy::Recompute::none, 0}};
    two.stages = {{0, 3, 1, strategy::Recompute::none, 0}, {0, 2, 1, strategy::Recompute::none, 0}};
    int some = 0, apart = 0;
    for (double gib = 1.5; gib < 8.0; gib += 0.1) {
      const strategy::Problem any =
          inside(make_test_problem(make_graph(5, 1024, 16, 8), make_cluster({make_pool("a", 1, 2, 1.0, gib)}),
                                   2048, 8),
                 "any");
      bool fits = false;
      const auto again = [&](const char* runtime, const strategy::Strategy& strategy) {
        strategy::Problem problem = inside(any, runtime);
        problem.software = any.software;  // the same memory: only the runtime's rules differ
        cost::Tables tables(problem);
        const cost::Evaluation found =
            cost::Shape(tables, strategy)
                .evaluate(strategy.stages.size() == 1 ? std::vector{5} : std::vector{3, 2});
        std::vector<int> layers;
        for (const strategy::Stage& stage : found.strategy.stages) layers.push_back(stage.recompute_layers);
        fits = std::all_of(found.memory.begin(), found.memory.end(),
                           [](const auto& stage) { return stage.fits(); });
        return layers;
      };
      const std::vector<int> free = again("any", one);
      QCOMPARE(again("megatron-lm", one), free);
      QCOMPARE(again("torchtitan", one), std::vector{5});
      some += free[0] > 0 && free[0] < 5 ? 1 : 0;
      const std::vector<int> each = again("any", two);
      QCOMPARE(again("primus", two), each);
      const int number = fits ? std::max(each[0], each[1]) : 3;
      QCOMPARE(again("megatron-lm", two), (std::vector{number, std::min(number, 2)}));
      QCOMPARE(again("torchtitan", two), (std::vector{3, 2}));
      apart += each[0] != each[1] && each[0] < 3 ? 1 : 0;
    }
    QVERIFY(some > 0);
    QVERIFY(apart > 0);
  }

  /// One number of recomputed layers for all stages, of one chunk and of two: the split and the number are
  /// the best of all splits and numbers, played as they are written. A search that ends before a number was
  /// tried has the split at hand.
  void oneNumberEqualsBruteForce() {
    std::mt19937 random(2026);
    const auto one_of = [&](std::vector<int> values) { return values[random() % values.size()]; };
    int between = 0, stopped_early = 0;
    for (int i = 0; i < 60; ++i) {
      const int stages = one_of({2, 3, 4}), chunks = i % 5 == 0 ? 2 : 1;
      const int layers = chunks == 2 ? 4 * stages : stages + one_of({2, 3, 5});
      strategy::Strategy strategy;
      strategy.micro_batch = 2;
      strategy.pipeline_parallel = stages;
      strategy.virtual_pipeline = chunks;
      strategy.schedule = chunks > 1 ? strategy::Schedule::interleaved : strategy::Schedule::one_f_one_b;
      strategy.recompute = strategy::Recompute::full;
      strategy.stages.assign(static_cast<std::size_t>(stages), {0, 0, 1, strategy::Recompute::none, 0});
      const auto with_memory = [&](double gib) {
        return inside(make_test_problem(make_graph(layers, 1024, 16, 8),
                                        make_cluster({make_pool("a", 1, stages, 1.0, gib)}), 2048, 24),
                      "megatron-lm");
      };
      // Memory from what an even split takes with all layers recomputed to what it takes with none; a part of
      // what it takes grows with the memory.
      const auto most_gib = [&](int number) {
        double gib = 100.0;
        for (int round = 0; round < 6; ++round) {
          const strategy::Problem tried = with_memory(gib);
          cost::Tables of_tried(tried);
          double most = 0.0;
          for (const cost::StageMemory& one : cost::Shape(of_tried, strategy)
                                                  .of_number(number)
                                                  .evaluate(search::even_split(layers, stages))
                                                  .memory)
            most = std::max(most, one.total.value / one.limit.value);
          gib *= most;
        }
        return gib;
      };
      const double share = 0.1 * one_of({0, 2, 4, 6, 9, 11});
      const auto problem = with_memory(most_gib(layers) + share * (most_gib(0) - most_gib(layers)));
      cost::Tables tables(problem);
      const cost::Shape shape(tables, strategy);
      QVERIFY(shape.is_of_one_number());
      double least = kBeyond;
      const auto play = [&](const std::vector<int>& split, int number) {
        strategy::Strategy written = strategy;
        for (std::size_t j = 0; j < split.size(); ++j) {
          strategy::Stage& stage = written.stages[j];
          stage.layers = split[j];
          for (int k = 0; k < chunks; ++k)
            stage.recompute_layers += std::min(number, split[j] / chunks + (k < split[j] % chunks ? 1 : 0));
          stage.recompute =
              stage.recompute_layers > 0 ? strategy::Recompute::full : strategy::Recompute::none;
        }
        const cost::Evaluation played = cost::Shape(tables, written).evaluate(split, true);
        if (std::all_of(played.memory.begin(), played.memory.end(),
                        [](const auto& one) { return one.fits(); }))
          least = std::min(least, played.step.value);
      };
      std::vector<std::vector<int>> splits{{}};
      if (chunks > 1) splits = strategy::chunking_of(strategy.schedule, layers, stages, chunks).splits();
      for (int j = 0; j < stages && chunks == 1; ++j) {
        std::vector<std::vector<int>> longer;
        for (const std::vector<int>& begun : splits)
          for (int count = 1; count <= layers; ++count) {
            longer.push_back(begun);
            longer.back().push_back(count);
          }
        splits = std::move(longer);
      }
      for (const std::vector<int>& split : splits)
        if (std::accumulate(split.begin(), split.end(), 0) == layers)
          for (int number = 0; number <= layers; ++number) play(split, number);
      for (const bool brute : {false, true}) {
        search::Effort effort;
        effort.enumerate_below = 0.0;
        effort.brute = brute;
        search::Partitioner partitioner;
        const search::Partition found = partitioner.best(shape, effort);
        QCOMPARE(found.feasible, least < kBeyond);
        if (!found.feasible) continue;
        QVERIFY(found.exact);
        QCOMPARE(found.step, least);
        const cost::Evaluation told = shape.evaluate(found.layers);
        QCOMPARE(told.step.value, least);
        effort.ended = [] { return true; };
        const search::Partition stopped = partitioner.best(shape, effort);
        QCOMPARE(stopped.layers.size(), std::size_t(stages));
        if (stopped.feasible) QCOMPARE(shape.evaluate(stopped.layers).step.value, stopped.step);
        stopped_early += stopped.exact ? 0 : 1;
        const runtimes::Runtime& runtime = *runtimes::find_runtime("megatron-lm");
        const runtimes::Judgement judgement =
            runtimes::judge(runtime, runtimes::with_defaults(problem, runtime), told.strategy);
        QVERIFY2(judgement.verdict == runtimes::Verdict::runs, judgement.why().c_str());
        const auto& of_stages = told.strategy.stages;
        between += std::any_of(of_stages.begin(), of_stages.end(), [](const strategy::Stage& stage) {
          return stage.recompute_layers > 0 && stage.recompute_layers < stage.layers;
        });
      }
    }
    QVERIFY2(between > 10, qPrintable(QString::number(between)));
    QVERIFY2(stopped_early > 10, qPrintable(QString::number(stopped_early)));
  }

  /// LLaMA-Factory has pipelines of equal stages, and of no others; Primus plays ZB-H1 with the overlap of
  /// the gradient reduction off.
  void equalStagesAndZeroBubble() {
    search::Request request;
    request.exhaustive = request.brute_splits = true;
    for (const int layers : {7, 8}) {
      auto problem =
          make_test_problem(make_graph(layers, 1024, 16, 8), make_cluster({make_pool("a", 1, 4)}), 2048, 8);
      problem.job.allowed["pipeline_parallel"] = {"2"};
      problem.job.allowed["schedule"] = {"1f1b"};
      const strategy::Problem asked = inside(problem, "llama-factory");
      const search::Progress quick = run(asked, {}), brute = run(asked, request);
      QCOMPARE(quick.best.empty(), layers == 7);
      QCOMPARE(brute.best.empty(), layers == 7);
      for (const cost::Evaluation& place : quick.best)
        for (const strategy::Stage& stage : place.strategy.stages) QCOMPARE(stage.layers, 4);
      if (layers == 8) QCOMPARE(quick.best.front().step.value, brute.best.front().step.value);
    }
    auto problem =
        make_test_problem(make_graph(8, 1024, 16, 8), make_cluster({make_pool("a", 1, 4)}), 2048, 8);
    problem.job.allowed["pipeline_parallel"] = {"2"};
    problem.job.allowed["schedule"] = {"zb-h1"};
    problem.job.allowed["tensor_parallel"] = {"1"};
    problem.job.allowed["context_parallel"] = {"1"};
    const strategy::Problem asked = inside(problem, "primus");
    QVERIFY(strategy::overlap_hangs_on_schedule(asked) &&
            !strategy::overlap_hangs_on_schedule(inside(problem, "megatron-lm")));
    const search::Progress quick = run(asked, {}), brute = run(asked, request);
    QVERIFY(!quick.best.empty());
    QCOMPARE(quick.best.front().step.value, brute.best.front().step.value);
    for (const cost::Evaluation& place : quick.best) {
      QVERIFY(place.strategy.schedule == strategy::Schedule::zb_h1 && place.strategy.data_parallel == 2);
      QVERIFY(!place.strategy.overlap_grad_reduce);
    }
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
    QVERIFY(strategy::make_rule_set("", "deepspeed").value()->of_recompute.empty());
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
