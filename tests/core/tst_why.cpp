// Why a strategy is not first: each verdict on a problem made by hand, numbers against the evaluations
// themselves.
#include <QtTest>
#include <cmath>

#include "core/engine.h"
#include "core/plan/snapshot.h"
#include "core/plan/why.h"
#include "core/strategy/rules.h"
#include "problems.h"
#include "tests/program/test_program.h"

namespace tst_why {

using namespace astrolabe;
using namespace astrolabe::tests;
using plan::Verdict;

namespace {

strategy::Problem small_problem(double memory_gib = 80.0) {
  return make_test_problem(make_graph(8), make_cluster({make_pool("a", 1, 8, 1.0, memory_gib)}), 1024, 32);
}

strategy::Strategy pipeline_of_8() {
  strategy::Strategy s;
  s.pipeline_parallel = 8;
  for (int j = 0; j < 8; ++j) s.stages.push_back({0, 1, 1, strategy::Recompute::none, 0});
  return s;
}

}  // namespace

class TestWhy : public QObject {
  Q_OBJECT

 private slots:
  void theBest() {
    const strategy::Problem problem = small_problem();
    const auto snapshot = run_search(problem, {});
    QCOMPARE(snapshot->status, plan::Status::optimal);
    const auto answer = why(problem, snapshot->best[0].strategy, {});
    QVERIFY(answer.has_value());
    QCOMPARE(answer->verdict, Verdict::best);
    QCOMPARE(*answer->rank, 1);
    const auto second = why(problem, snapshot->best[1].strategy, {});
    QCOMPARE(*second->rank, 2);
  }

  /// A strategy that leaves a pool out is judged although all GPUs are asked for: one pool is two
  /// hundred times as slow as the other, so it is better without.
  void aPoolLeftOut() {
    const strategy::Problem problem = make_test_problem(
        make_graph(8), make_cluster({make_pool("a", 1, 8), make_pool("b", 1, 8, 0.005)}), 1024, 32);
    QVERIFY(!detail(problem, pipeline_of_8()));
    const auto answer = why(problem, pipeline_of_8(), {});
    QVERIFY(answer.has_value());
    QCOMPARE(answer->unused, std::vector<std::string>{"b"});
    QCOMPARE(answer->verdict, Verdict::outside_space);
    QVERIFY(answer->given->step < answer->best->step);
    QCOMPARE(plan::to_json(*answer, problem.pool_ids())["unused_pools"], Json::array({"b"}));
    // More GPUs than there are is no question all the same.
    strategy::Strategy twice = pipeline_of_8();
    twice.data_parallel = 2;
    QVERIFY(!why(problem, twice, {}));
  }

  /// As good as the first by what is asked for: told so, with what decides. The same step on twice the price;
  /// the same in all but a setting; and where money counts, a longer step at the same price.
  void ties() {
    const strategy::Problem problem = small_problem();
    plan::Snapshot snapshot = *run_search(problem, {});
    cost::Evaluation given = snapshot.best[0];
    given.strategy.overlap_param_gather = !given.strategy.overlap_param_gather;
    const auto tie = [&](const cost::Evaluation& one) {
      const plan::Why why = plan::explain(problem, one.strategy, one, {}, snapshot);
      return why.verdict == Verdict::tied ? why.tied_by : std::string(to_string(why.verdict));
    };
    QCOMPARE(tie(given), std::string("overlap_param_gather"));
    given.strategy = snapshot.best[0].strategy;
    given.strategy.stages.back().layers += 1;
    QCOMPARE(tie(given), std::string("stages"));
    snapshot.best[0].money.usd_per_trillion_tokens = 100.0;
    given.money.usd_per_trillion_tokens = 200.0;
    QCOMPARE(tie(given), std::string("usd_per_trillion_tokens"));
    given.step = given.step * (1.0 + 1e-14);  // sums in another order
    QCOMPARE(tie(given), std::string("usd_per_trillion_tokens"));
    given.step = given.step * (1.0 + 1e-6);
    QCOMPARE(tie(given), std::string("slower"));
    snapshot.objective = strategy::Objective::money;
    QCOMPARE(tie(given), std::string("dearer"));
    given.money.usd_per_trillion_tokens = 100.0;
    QCOMPARE(tie(given), std::string("step_seconds"));
    // On the set of time and money, or behind a point of it.
    snapshot.objective = strategy::Objective::pareto;
    given.tokens_per_second = 50.0;
    snapshot.pareto = {{50.0, 100.0, given.strategy}};
    QCOMPARE(tie(given), std::string("on_front"));
    snapshot.pareto = {{50.0, 99.0, given.strategy}};
    QCOMPARE(tie(given), std::string("dominated"));
  }

  /// Where slow GPUs are marked, steps are weighed as ranks stand on the nodes, the ranking's beside them: of
  /// the ranking A 10 s (9 s as placed) and B 11 s (6 s), B is the best, as plan starts it anew.
  void weighsStepsAsPlaced() {
    const strategy::Problem problem = small_problem();
    plan::Snapshot snapshot = *run_search(problem, {});
    QVERIFY(snapshot.best.size() >= 3);
    snapshot.best.resize(2);
    const auto row = [&](const cost::Evaluation& like, double step, double placed) {
      cost::Evaluation made = like;
      made.step = Seconds{step};
      if (placed > 0.0) made.placed_step = Seconds{placed};
      made.money.usd_per_trillion_tokens = step;
      return made;
    };
    snapshot.best[0] = row(snapshot.best[0], 10.0, 9.0);
    snapshot.best[1] = row(snapshot.best[1], 11.0, 6.0);
    const auto asked = [&](const cost::Evaluation& given) {
      return plan::explain(problem, given.strategy, given, {}, snapshot);
    };
    const plan::Why a = asked(snapshot.best[0]), b = asked(snapshot.best[1]);
    QCOMPARE(a.verdict, Verdict::slower);
    QVERIFY(a.as_placed && a.rank == 1 && a.best->strategy == snapshot.best[1].strategy);
    const Json told = plan::to_json(a, problem.pool_ids());
    QCOMPARE(told["difference"]["step_seconds"].get<double>(), -1.0);        // 10 - 11
    QCOMPARE(told["difference"]["placed_step_seconds"].get<double>(), 3.0);  // 9 - 6
    QCOMPARE(told["difference"]["placed_step_share"].get<double>(), 0.5);    // 9 / 6 - 1
    QCOMPARE(told["best"]["placed_step_seconds"].get<double>(), 6.0);
    QCOMPARE(b.verdict, Verdict::best);
    QVERIFY(!b.is_ahead() && b.rank == 2);
    // Behind in the ranking and ahead as placed; behind in both.
    cost::Evaluation like = snapshot.best[0];
    like.strategy = pipeline_of_8();
    const plan::Why ahead = asked(row(like, 14.0, 5.0));
    QCOMPARE(ahead.verdict, Verdict::best);
    QVERIFY(ahead.is_ahead());
    QCOMPARE(plan::to_json(ahead, problem.pool_ids())["difference"]["placed_step_seconds"].get<double>(),
             -1.0);
    QCOMPARE(asked(row(like, 12.0, 7.0)).verdict, Verdict::slower);
    // Of dollars for tokens the ranking's figures count.
    snapshot.objective = strategy::Objective::money;
    const plan::Why money = asked(snapshot.best[0]);
    QCOMPARE(money.verdict, Verdict::best);
    QVERIFY(!money.as_placed);
    QVERIFY(!plan::to_json(money, problem.pool_ids())["difference"].contains("placed_step_seconds"));
  }

  /// The parts of the difference add up to the difference of the steps, the largest first.
  void slower() {
    const strategy::Problem problem = small_problem();
    const auto answer = why(problem, pipeline_of_8(), {});
    QVERIFY(answer.has_value());
    QCOMPARE(answer->verdict, Verdict::slower);
    double sum = 0.0;
    double before = 1e300;
    for (const plan::PartDifference& part : answer->differences) {
      sum += part.difference();
      QVERIFY(std::fabs(part.difference()) <= before);
      before = std::fabs(part.difference());
    }
    const double steps = answer->given->step.value - answer->best->step.value;
    QVERIFY(steps > 0.0);
    QVERIFY(std::fabs(sum - steps) <= 1e-9 * answer->best->step.value);
    QVERIFY(answer->differences.size() >= 2);
  }

  /// ZeRO with one replica breaks a rule; the answer names it with its text.
  void ruledOut() {
    strategy::Strategy chosen = pipeline_of_8();
    chosen.zero_stage = 1;
    const auto answer = why(small_problem(), chosen, {});
    QVERIFY(answer.has_value());
    QCOMPARE(answer->verdict, Verdict::rule);
    QCOMPARE(answer->violation.rule, std::string("sharding_without_replicas"));
    QVERIFY(answer->rule_text.find("ZeRO") != std::string::npos);
    QVERIFY(!answer->given);
  }

  /// 0.5 GiB cards hold nothing: every stage lacks memory, by as much as its evaluation says.
  void outOfMemory() {
    const auto answer = why(small_problem(0.5), pipeline_of_8(), {});
    QVERIFY(answer.has_value());
    QCOMPARE(answer->verdict, Verdict::memory);
    double most = 0.0;
    for (const cost::StageMemory& stage : answer->given->memory)
      most = std::max(most, stage.total.value - stage.limit.value);
    QVERIFY(most > 0.0);
    QCOMPARE(answer->violation.over.value, most);
  }

  void breaksALimit() {
    strategy::Problem problem = small_problem();
    const double hours = why(problem, pipeline_of_8(), {})->given->hours_for_job;
    problem.job.limits.deadline_hours = hours * 0.999;
    const auto answer = why(problem, pipeline_of_8(), {});
    QCOMPARE(answer->verdict, Verdict::limit);
    QCOMPARE(answer->violation.binding, cost::Binding::deadline);
    QCOMPARE(answer->violation.found, hours);
    QVERIFY(answer->fixes.empty());  // others are possible
    problem.job.limits.deadline_hours = hours * 1e-6;
    const auto none = why(problem, pipeline_of_8(), {});
    QCOMPARE(none->verdict, Verdict::limit);
    QVERIFY(!none->best && none->fixes.size() == 1);
    QCOMPARE(none->fixes.front().kind, plan::Fix::Kind::raise_limit);
    problem.job.limits.deadline_hours = none->fixes.front().amount;
    QVERIFY(!run_search(problem, {})->best.empty());
    QCOMPARE(plan::to_json(*none, problem.pool_ids())["fixes"][0]["limit"].get<std::string>(),
             std::string("deadline_hours"));
  }

  void outsideTheSpace() {
    strategy::Problem problem = small_problem();
    problem.job.allowed["pipeline_parallel"] = {"1", "2"};
    const auto answer = why(problem, pipeline_of_8(), {});
    QCOMPARE(answer->verdict, Verdict::outside_space);
    QCOMPARE(answer->setting, std::string("pipeline_parallel = 8"));
  }

  /// Better than the best of the whole space: it has a value that is not tried by itself, and is told which.
  /// The job that names it besides all that is tried allows it.
  void outsideTheUsualValues() {
    const strategy::Problem problem = small_problem();
    const plan::Snapshot snapshot = *run_search(problem, {});
    cost::Evaluation given = snapshot.best[0];
    given.strategy.micro_batch = 3;
    given.step = Seconds{snapshot.best[0].step.value / 2.0};
    const plan::Why why = plan::explain(problem, given.strategy, given, {}, snapshot);
    QCOMPARE(why.verdict, Verdict::outside_space);
    QCOMPARE(why.setting, std::string("micro_batch = 3"));
    const std::vector<std::string> tried{"1", "2", "4", "8", "16", "3"};  // powers of two up to 16, and it
    QVERIFY(plan::widened(problem, "micro_batch", "3") == tried);
    // Nothing but the model bounds the stages: a list would leave others out.
    QVERIFY(plan::widened(problem, "pipeline_parallel", "3").empty());
    strategy::Problem narrowed = problem;
    narrowed.job.allowed["pipeline_parallel"] = {"1"};
    QVERIFY((plan::widened(narrowed, "pipeline_parallel", "3") == std::vector<std::string>{"1", "3"}));
  }

  /// Better than the best of a search that is not through: it was not come to yet. A distributed program is
  /// no strategy of the space, and what is better is the best.
  void betterThanWhatWasFound() {
    const strategy::Problem problem = small_problem();
    plan::Snapshot snapshot = *run_search(problem, {});
    snapshot.status = plan::Status::feasible;
    cost::Evaluation given = snapshot.best[0];
    given.strategy.micro_batch = 3;
    given.step = Seconds{snapshot.best[0].step.value / 2.0};
    const auto verdict = [&] { return plan::explain(problem, given.strategy, given, {}, snapshot).verdict; };
    QCOMPARE(verdict(), Verdict::not_reached);
    given.strategy = {};  // a plan of another kind
    QCOMPARE(verdict(), Verdict::best);
    snapshot.status = plan::Status::optimal;
    QCOMPARE(verdict(), Verdict::best);
    given.step = Seconds{snapshot.best[0].step.value * 2.0};
    QCOMPARE(verdict(), Verdict::slower);
  }

  /// Where the fewest GPUs count, twice as many are no tie however long the step; as many with a longer step
  /// are slower.
  void larger() {
    const strategy::Problem problem = small_problem();
    plan::Snapshot snapshot = *run_search(problem, {});
    snapshot.objective = strategy::Objective::gpus;
    snapshot.best.resize(1);
    snapshot.best[0].paid = {4};
    cost::Evaluation given = snapshot.best[0];
    given.strategy.micro_batch = 3;
    const auto verdict = [&] { return plan::explain(problem, given.strategy, given, {}, snapshot).verdict; };
    QCOMPARE(verdict(), Verdict::tied);
    given.paid = {8};
    QCOMPARE(verdict(), Verdict::larger);
    given.step = Seconds{given.step.value / 2.0};
    QCOMPARE(verdict(), Verdict::larger);
    given.paid = {4};
    given.step = Seconds{given.step.value * 4.0};
    QCOMPARE(verdict(), Verdict::slower);
  }

  /// Where no recomputation is not allowed, by the job or by a rule, the best keeps the name of what is, and
  /// is of the space; that no layer of it is done again stands in its stages.
  void onlyWithRecomputation() {
    const auto rules = strategy::make_rule_set("always: reject if $recompute == none\n");
    QVERIFY(rules);
    strategy::Problem ruled = small_problem();
    ruled.rules = *rules;
    strategy::Problem fixed = small_problem();
    fixed.job.allowed["recompute"] = {"full"};
    fixed.job.allowed["recompute_layers"] = {"3"};
    for (const strategy::Problem& problem : {ruled, fixed}) {
      const auto snapshot = run_search(problem, {});
      QCOMPARE(snapshot->status, plan::Status::optimal);
      for (std::size_t k = 0; k < snapshot->best.size(); ++k) {
        const cost::Evaluation& ranked = snapshot->best[k];
        QVERIFY(ranked.strategy.recompute != strategy::Recompute::none);
        QVERIFY(strategy::first_broken_rule(problem, ranked.strategy) == nullptr);
        const auto again = detail(problem, ranked.strategy);
        QVERIFY(again.has_value());
        QCOMPARE(again->violation.binding, cost::Binding::none);
        QCOMPARE(again->evaluation.step.value, ranked.step.value);
      }
      QCOMPARE(snapshot->best[0].strategy.stages[0].recompute, strategy::Recompute::none);
      const auto answer = why(problem, snapshot->best[0].strategy, {});
      QCOMPARE(answer->verdict, Verdict::best);
      // That the number of layers is not a choice is told.
      const bool told =
          std::any_of(snapshot->assumptions.begin(), snapshot->assumptions.end(),
                      [](const hardware::Assumption& one) { return one.what == "job.recompute_layers"; });
      QCOMPARE(told, problem.job.allowed.contains("recompute_layers"));
      const auto free = run_search(small_problem(), {});
      QCOMPARE(snapshot->best[0].step.value, free->best[0].step.value);
      QCOMPARE(free->best[0].strategy.recompute, strategy::Recompute::none);
    }
  }

  /// What makes a part longer is the fact that differs and whose factor is that of the times, with its
  /// numbers. Batch 64 on two pools of 4 nodes of 8 GPUs: 450 GB/s inside a node, 50 GB/s a GPU outside, the
  /// second half as fast.
  void causes() {
    using plan::Cause;
    using Kind = Cause::Kind;
    const strategy::Problem problem = make_test_problem(
        make_graph(32), make_cluster({make_pool("new", 4, 8), make_pool("old", 4, 8, 0.5)}), 1024, 64);
    const auto made = [](int tensor, int stages, int data, int pool = 0) {
      cost::Evaluation e;
      e.strategy.tensor_parallel = tensor;
      e.strategy.pipeline_parallel = stages;
      e.strategy.data_parallel = data;
      for (int j = 0; j < stages; ++j)
        e.strategy.stages.push_back({pool, 32 / stages, tensor, strategy::Recompute::none, 0});
      return e;
    };
    const auto cause = [&](cost::Part part, cost::Evaluation given, double seconds, cost::Evaluation best,
                           double others) {
      given.time[part] = seconds;
      best.time[part] = others;
      return plan::part_differences(problem, given, best).front().cause;
    };
    // 7 / 16 over 3 / 32 is 4.67: 64 / 4 micro-batches on 8 stages, 64 / 2 on 4.
    const Cause bubble = cause(cost::Part::pipeline_bubble, made(1, 8, 4), 4.2, made(1, 4, 2), 0.9);
    QVERIFY((bubble == Cause{Kind::stages, {8, 16, 0}, {4, 32, 0}}));
    // A bubble that is shorter on more stages has another cause.
    QVERIFY(cause(cost::Part::pipeline_bubble, made(1, 8, 4), 0.5, made(1, 4, 2), 0.9).kind != Kind::stages);
    // 32 x 16 / 4 is twice 32 x 16 / 8.
    const Cause work = cause(cost::Part::compute_forward, made(4, 1, 4), 2.0, made(8, 1, 4), 1.0);
    QVERIFY((work == Cause{Kind::work, {32, 16, 4}, {32, 16, 8}}));
    const Cause gpu = cause(cost::Part::compute_backward, made(8, 1, 4, 1), 4.0, made(8, 1, 4, 0), 2.0);
    QVERIFY((gpu == Cause{Kind::gpu, {1, 0, 0}, {0, 0, 0}}));
    // 4 replicas eight GPUs apart lie on different nodes, one GPU apart inside one: 450 / 50 = 9.
    const Cause link = cause(cost::Part::data_parallel, made(8, 1, 4), 9.0, made(1, 1, 4), 1.0);
    QVERIFY((link == Cause{Kind::link, {4, 50e9, 1}, {4, 450e9, 0}}));
    cost::Evaluation hidden = made(8, 1, 4);
    hidden.strategy.overlap_grad_reduce = true;
    const Cause overlap = cause(cost::Part::data_parallel, made(8, 1, 4), 2.0, hidden, 1.0);
    QVERIFY((overlap == Cause{Kind::overlap, {0, 0, 0}, {1, 0, 0}}));
    cost::Evaluation again = made(8, 1, 4);
    again.strategy.stages[0].recompute = strategy::Recompute::full;
    again.strategy.stages[0].recompute_layers = 12;
    const Cause recomputed = cause(cost::Part::recompute, again, 1.0, made(8, 1, 4), 0.0);
    QCOMPARE(recomputed.kind, Kind::recomputed);
    QCOMPARE(recomputed.given[0], 12.0);
    // Equal strategies, and programs, have none.
    QCOMPARE(cause(cost::Part::optimizer, made(8, 1, 4), 2.0, made(8, 1, 4), 1.0).kind, Kind::none);
    cost::Evaluation program = made(8, 1, 4);
    program.strategy = {};
    QCOMPARE(cause(cost::Part::compute_forward, program, 2.0, made(4, 1, 4), 1.0).kind, Kind::none);
  }

  void dearer() {
    const strategy::Problem problem = small_problem();
    SearchOptions options;
    options.objective = strategy::Objective::money;
    const auto answer = why(problem, pipeline_of_8(), options);
    QCOMPARE(answer->verdict, Verdict::dearer);
    QVERIFY(*answer->given->money.usd_per_trillion_tokens > *answer->best->money.usd_per_trillion_tokens);
  }

  void json() {
    const strategy::Problem problem = small_problem();
    const Json answer = plan::to_json(*why(problem, pipeline_of_8(), {}), problem.pool_ids());
    QCOMPARE(answer["verdict"].get<std::string>(), std::string("slower"));
    QCOMPARE(answer["difference"]["step_seconds"].get<double>(),
             answer["given"]["step_seconds"].get<double>() - answer["best"]["step_seconds"].get<double>());
  }
};

}  // namespace tst_why

ASTROLABE_TEST(tst_why, TestWhy)
#include "tst_why.moc"
