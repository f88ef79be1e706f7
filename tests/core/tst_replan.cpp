// core/replan: plans of whole problems, case M9 of the specification of related planners among them, against
// predictions and brute force; which of them is recommended.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "core/base/mark_codes.h"
#include "core/hardware/usable_gpus.h"
#include "core/planning/pipelines.h"
#include "core/replan/options.h"
#include "core/replan/pipelines.h"
#include "core/replan/placed.h"
#include "core/replan/replan.h"
#include "hurt_nodes.h"
#include "problems.h"
#include "tests/program/test_program.h"

namespace tst_replan {

using namespace astrolabe;
using namespace astrolabe::replan;
using tests::four_nodes;
using tests::four_pipelines;

class TestReplan : public QObject {
  Q_OBJECT

 private slots:
  void recommendedByTheRule() {
    const auto plan = [](Kind kind, double step, double bytes, double even) {
      Plan made;
      made.kind = kind;
      made.step_seconds = step;
      made.move_seconds = even * (20.0 - step);
      made.bytes_to_move = bytes;
      made.break_even_steps = even;
      return made;
    };
    const std::vector<Plan> plans{
        plan(Kind::keep, 20.0, 0.0, 0.0), plan(Kind::rebalance_data, 15.0, 0.0, 0.0),
        plan(Kind::rebalance_layers, 11.1, 5e9, 3.0), plan(Kind::regroup, 11.0, 9e9, 4.0)};
    // Moves take 0, 3 x 8.9 = 26.7, 4 x 9 = 36 s. 100 steps: 2000, 1500, 1136.7, 1136 s: within 2 %, fewer
    // bytes.
    QCOMPARE(recommended(plans, 100.0), std::optional(2));
    QCOMPARE(recommended(plans, 10.0), std::optional(2));  // 200, 150, 137.7, 146 s
    QCOMPARE(recommended(plans, 3.5), std::optional(1));   // 70, 52.5, 65.6 s
    QCOMPARE(recommended(plans, 2.0), std::optional(1));   // moving does not pay any more
    QVERIFY(!recommended({}, 1.0));
  }

  /// A layout of one GPU runs on 32: the best strategy of a search stands beside it, with what a restart
  /// takes, and is recommended as soon as the steps left pay for it: seconds / (keep - fresh) steps.
  void weighedAgainstTheBest() {
    const strategy::Problem problem = four_nodes(24, 1.0);
    strategy::Strategy running;
    running.stages = {{0, 24, 1, strategy::Recompute::full, 24}};
    running.recompute = strategy::Recompute::full;
    running.recompute_layers = 24;
    strategy::Problem asked = problem;
    const auto best = detail(problem, four_pipelines(24));
    QVERIFY(best && best->is_possible());
    const Fresh fresh = fresh_of(problem, best->evaluation, 0.25);
    QCOMPARE(fresh.lower_bound_seconds, 0.75 * best->evaluation.step.value);
    QCOMPARE(fresh.write_seconds, best->evaluation.goodput.checkpoint_seconds);
    QCOMPARE(fresh.restart_seconds, best->evaluation.goodput.restart_seconds);
    asked.job.steps_left = 1e6;
    const auto answer = replan::replan(asked, running, {fresh});
    QVERIFY(answer);
    const Plan* keep = answer->find(Kind::keep);
    const Plan* other = answer->find(Kind::fresh);
    QVERIFY(keep && other && other->step_seconds < 0.2 * keep->step_seconds);
    QCOMPARE(other->break_even_steps, std::optional((fresh.write_seconds + fresh.restart_seconds) /
                                                    (keep->step_seconds - other->step_seconds)));
    QCOMPARE(answer->plans[static_cast<std::size_t>(*answer->recommended)].kind, Kind::fresh);
    QVERIFY(!strategy_json(*other, problem.pool_ids()).contains("pipelines"));
    asked.job.steps_left = 0.5 * *other->break_even_steps;
    const auto late = replan::replan(asked, running, {fresh});
    QCOMPARE(late->plans[static_cast<std::size_t>(*late->recommended)].kind, Kind::keep);
    // The layout that runs is the best one: nothing to start.
    const auto same = replan::replan(problem, four_pipelines(24), {fresh});
    QVERIFY(same && same->find(Kind::fresh) == nullptr);
  }

  /// A fresh start writes a checkpoint, starts, and reads the checkpoint back, each once. At 2 GB/s storage
  /// takes bytes / 2e9 s either way: write_seconds is that, restart_seconds 77 s more, and the change has it
  /// twice beside the 77 s.
  void checkpointIsWrittenAndReadOnce() {
    strategy::Problem problem = four_nodes(24, 1.0);
    problem.job.reliability.storage_gb_per_s = 2.0;
    problem.job.reliability.restart_seconds = 77.0;
    const auto best = detail(problem, four_pipelines(24));
    QVERIFY(best && best->is_possible());
    const Fresh fresh = fresh_of(problem, best->evaluation, 0.0);
    const double transfer = fresh.bytes / 2e9;
    QVERIFY(transfer > 0.0);
    QCOMPARE(fresh.write_seconds, transfer);
    QCOMPARE(fresh.restart_seconds, 77.0 + transfer);
    strategy::Strategy running;
    running.stages = {{0, 24, 1, strategy::Recompute::full, 24}};
    running.recompute = strategy::Recompute::full;
    running.recompute_layers = 24;
    const auto answer = replan::replan(problem, running, {fresh});
    QVERIFY(answer && answer->find(Kind::fresh) != nullptr);
    QCOMPARE(answer->find(Kind::fresh)->change_seconds(), 77.0 + 2.0 * transfer);
  }

  /// A fresh start of another kind stands among the plans with its own layout, also where the strategy that
  /// it holds is the one that runs.
  void anotherKindIsWeighed() {
    strategy::Problem problem = four_nodes(24, 1.0);
    problem.job.steps_left = 1e9;
    Fresh fresh;
    fresh.layout_kind = "groups";
    fresh.layout = Json{{"kind", "groups"}};
    fresh.step_seconds = 1e-6;
    fresh.write_seconds = 20.0;
    fresh.restart_seconds = 610.0;
    const auto answer = replan::replan(problem, four_pipelines(24), {fresh});
    QVERIFY(answer);
    const Plan* other = answer->find(Kind::fresh);
    QVERIFY(other != nullptr);
    QCOMPARE(other->layout_kind, std::string("groups"));
    QCOMPARE(strategy_json(*other, problem.pool_ids()), fresh.layout);
    QCOMPARE(other->change_seconds(), 630.0);  // 20 + 610
    QCOMPARE(answer->plans[static_cast<std::size_t>(*answer->recommended)].kind, Kind::fresh);
  }

  /// Other numbers of micro-batches need no restart. Other stages and groups do, of the seconds that the job
  /// states, and so does everything once a GPU that works has failed.
  void restartsCount() {
    strategy::Problem problem = four_nodes(24, 2.0, 1);
    problem.job.reliability.restart_seconds = 77.0;
    const auto answer = replan::replan(problem, four_pipelines(24));
    QVERIFY(answer);
    QCOMPARE(answer->find(Kind::keep)->restart_seconds, 0.0);
    QCOMPARE(answer->find(Kind::rebalance_data)->restart_seconds, 0.0);
    QCOMPARE(answer->find(Kind::rebalance_data)->break_even_steps, std::optional(0.0));
    const double keep = answer->find(Kind::keep)->step_seconds;
    for (const Kind kind : {Kind::rebalance_layers, Kind::drop, Kind::spare}) {
      const Plan* plan = answer->find(kind);
      QVERIFY2(plan != nullptr, to_string(kind));
      QCOMPARE(plan->restart_seconds, 77.0);
      QCOMPARE(plan->break_even_steps,
               std::optional((plan->move_seconds + 77.0) / (keep - plan->step_seconds)));
    }
    strategy::Problem failed = four_nodes(24, HUGE_VAL, 1);
    failed.job.reliability.restart_seconds.reset();
    const auto without = replan::replan(failed, four_pipelines(24));
    QVERIFY(without);
    for (const Plan& plan : without->plans)
      QCOMPARE(plan.restart_seconds, 600.0);  // assumed where the job says nothing
  }

  /// What a plan is said to take is what its layout is predicted to take, with links that are slow, too,
  /// where reductions wait for the slowest that holds a layer: all kinds of 40 random cases.
  void planAndPredictionAgree() {
    std::mt19937 random(41);
    const auto pick = [&](int low, int high) { return std::uniform_int_distribution(low, high)(random); };
    for (int i = 0; i < 40; ++i) {
      strategy::Problem problem = four_nodes(24 + 4 * pick(0, 2), 1.0, pick(0, 1));
      hardware::Pool& pool = problem.cluster.pools.front();
      std::set<int> named;
      for (int mark = pick(1, 3); mark > 0; --mark) {
        const int node = pick(0, 3);
        if (!named.insert(node).second) continue;
        pool.slow.push_back({node, pick(0, 7), 1.0 + 0.2 * pick(1, 20), 1.0 + 0.5 * pick(0, 6)});
      }
      hardware::apply_marks(pool);
      const strategy::Strategy running = four_pipelines(problem.graph->layer_count());
      const auto answer = replan::replan(problem, running);
      QVERIFY(answer);
      for (const Plan& plan : answer->plans) {
        const auto predicted =
            predict(problem, *read_pipelines(strategy_json(plan, problem.pool_ids()), problem));
        QVERIFY(predicted);
        QVERIFY2(std::abs(predicted->plan.step_seconds - plan.step_seconds) <= 1e-9 * plan.step_seconds,
                 to_string(plan.kind));
        QVERIFY(std::abs(predicted->row.time.total() - plan.step_seconds) <= 1e-9 * plan.step_seconds);
        QVERIFY(plan.lower_bound_seconds <= plan.step_seconds);
      }
    }
  }

  /// Two stages of 12 layers on a GPU each, the second twice as slow. 1F1B: the first micro-batch gets there
  /// after f0 + c, each of K is worked on for f1 + b1 there, the last goes back by c and takes b0 and the
  /// first stage's tail: f0 + c + K (f1 + b1) + c + b0 + tail0, or the slow one's own tail ends later; f1, b1
  /// and tail1 as the tables have them of a GPU half as fast, where the host is not slower. A search counts
  /// both GPUs as slow.
  void slowsItsOwnStageAlone() {
    for (const int micro_batches : {1, 2, 5}) {
      strategy::Problem problem =
          tests::make_test_problem(tests::make_graph(24, 2048),
                                   tests::make_cluster({tests::make_pool("a", 2, 1)}), 2048, micro_batches);
      strategy::Strategy running;
      running.pipeline_parallel = 2;
      running.stages = {{0, 12, 1}, {0, 12, 1}};
      cost::Tables tables(problem);
      const cost::Shape shape(tables, running);
      strategy::Problem half = problem;
      half.cluster.pools.front().relative_speed = 0.5;
      cost::Tables slow_tables(half);
      const cost::StageCost first = shape.stage(0, {0, 12});
      const cost::StageCost second = cost::Shape(slow_tables, running).stage(1, {12, 24});
      const double link = shape.links().front();
      const double there = first.forward + link + micro_batches * second.seconds();
      const double hand = std::max(there + link + first.backward + first.tail, there + second.tail);
      QVERIFY(first.fits && second.fits);
      problem.cluster.pools.front().slow = {{1, 0, 2.0, 1.0}};
      hardware::apply_marks(problem.cluster.pools.front());
      const auto evaluated = detail(problem, running);
      QVERIFY(evaluated && evaluated->is_possible() && evaluated->evaluation.placed_step);
      const double placed = evaluated->evaluation.placed_step->value;
      QVERIFY2(std::abs(placed / hand - 1.0) < 1e-12,
               qPrintable(QStringLiteral("%1 %2").arg(placed).arg(hand)));
      QVERIFY(placed < evaluated->evaluation.step.value);
      const auto answer = replan::replan(problem, running);
      QCOMPARE(answer->find(Kind::keep)->step_seconds, placed);
      QCOMPARE(fresh_of(problem, evaluated->evaluation, 0.0).step_seconds, placed);
    }
  }

  /// One layout has one step as it stands on its nodes: that of Keep, where it uses all of them, no slower
  /// than `slowest` times that with nothing slow, and slower than that. On the nodes that are not slow none
  /// is told.
  void placedAsKept() {
    std::mt19937 random(53);
    const auto pick = [&](int low, int high) { return std::uniform_int_distribution(low, high)(random); };
    for (int i = 0; i < 30; ++i) {
      strategy::Problem problem = four_nodes(24 + 4 * pick(0, 2), 1.0);
      hardware::Pool& pool = problem.cluster.pools.front();
      double slowest = 1.0;
      for (int node = pick(1, 3); node < 4; ++node) {
        pool.slow.push_back({node, pick(0, 7), 1.0 + 0.1 * pick(1, 20), 1.0});
        slowest = std::max(slowest, pool.slow.back().factor);
      }
      hardware::apply_marks(pool);
      const strategy::Strategy running = four_pipelines(problem.graph->layer_count());
      const auto answer = replan::replan(problem, running);
      QVERIFY(answer);
      problem.cluster.may_leave_unused = true;
      const auto evaluated = detail(problem, running);
      QVERIFY(evaluated && evaluated->evaluation.placed_step);
      const double placed = evaluated->evaluation.placed_step->value;
      QVERIFY(std::abs(placed / answer->find(Kind::keep)->step_seconds - 1.0) < 1e-12);
      QVERIFY(placed <= slowest * answer->healthy_step_seconds * (1.0 + 1e-9));
      QVERIFY(placed > answer->healthy_step_seconds);
      strategy::Strategy one = running;
      one.data_parallel = 1;  // 8 GPUs: node 0
      const auto sound = detail(problem, one);
      QVERIFY(sound && !sound->evaluation.placed_step);
    }
  }

  /// Nothing slow: the layout as it runs, with the step that its prediction has, and nothing moves.
  void m9() {
    const strategy::Problem problem = four_nodes(24, 1.0);
    const strategy::Strategy running = four_pipelines(24);
    const auto answer = replan::replan(problem, running);
    QVERIFY(answer);
    QCOMPARE(answer->plans.size(), std::size_t(1));
    QCOMPARE(answer->recommended, std::optional(0));
    const Plan& keep = answer->plans.front();
    QCOMPARE(keep.kind, Kind::keep);
    QCOMPARE(keep.bytes_to_move, 0.0);
    QCOMPARE(keep.pipelines.size(), std::size_t(4));
    QCOMPARE(keep.pipelines.front().micro_batches, 16);
    QCOMPARE(keep.step_seconds, detail(problem, running)->evaluation.step.value);
    QVERIFY(keep.lower_bound_seconds <= keep.step_seconds);
  }

  /// The slower the GPU, the longer the best step (a grouping other than the one that runs may be faster than
  /// it, with nothing slow, too: that is not asked); no plan beats the fluid bound; what is dropped or
  /// replaced does not depend on the factor.
  void slowerIsLonger() {
    double last = 0.0;
    std::optional<double> drop;
    for (const double factor : {1.0, 1.1, 1.3, 1.67, 2.57, 4.8, 12.5, 40.0, 100.0}) {
      const auto answer = replan::replan(four_nodes(24, factor), four_pipelines(24));
      QVERIFY(answer);
      double best = kBeyond;
      for (const Plan& plan : answer->plans) {
        QVERIFY2(plan.lower_bound_seconds <= plan.step_seconds, to_string(plan.kind));
        int micro_batches = 0;
        for (const Pipeline& pipeline : plan.pipelines) {
          micro_batches += pipeline.micro_batches;
          int layers = 0;
          for (const replan::Stage& stage : pipeline.stages) {
            layers += stage.layers;
            QCOMPARE(stage.gpus.size(), static_cast<std::size_t>(stage.tensor_parallel));
          }
          QCOMPARE(layers, 24);
        }
        QCOMPARE(micro_batches, 64);
        best = std::min(best, plan.step_seconds);
      }
      QVERIFY(best >= last * (1.0 - 1e-9));
      last = best;
      if (factor == 1.0) {
        last = 0.0;
        continue;
      }
      QVERIFY(answer->find(Kind::keep)->step_seconds >= answer->find(Kind::rebalance_data)->step_seconds);
      QVERIFY(answer->find(Kind::rebalance_data)->step_seconds >=
              answer->find(Kind::rebalance_layers)->step_seconds);
      if (drop) QCOMPARE(answer->find(Kind::drop)->step_seconds, *drop);
      drop = answer->find(Kind::drop)->step_seconds;
    }
  }

  /// GPU 3 of node 1 is the second rank of the second pipeline's second GPU pair: stage 1 of pipeline 1.
  void theSlowStageIsFound() {
    const auto answer = replan::replan(four_nodes(24, 2.0), four_pipelines(24));
    QVERIFY(answer);
    const Plan& keep = *answer->find(Kind::keep);
    QVERIFY(keep.pipelines[1].stages[1].gpus[1] == (GpuId{0, 1, 3}));
    QVERIFY(keep.pipelines[1].stages[1].factor > 1.0);
    QCOMPARE(keep.pipelines[0].stages[1].factor, 1.0);
    // Only layers of that pipeline move.
    const Plan& layers = *answer->find(Kind::rebalance_layers);
    QVERIFY(layers.pipelines[1].stages[1].layers < 6);
    QCOMPARE(layers.pipelines[0].stages[1].layers, 6);
    QVERIFY(layers.bytes_to_move > 0.0);
    QVERIFY(layers.move_seconds > 0.0);
  }

  /// A failed GPU cannot be kept; a spare node takes its place at the step of the layout with nothing slow.
  void failedAndSpare() {
    const auto answer = replan::replan(four_nodes(24, HUGE_VAL, 1), four_pipelines(24));
    QVERIFY(answer);
    QVERIFY(answer->find(Kind::keep) == nullptr);
    const Plan* spare = answer->find(Kind::spare);
    QVERIFY(spare != nullptr);
    QCOMPARE(spare->step_seconds, answer->healthy_step_seconds);
    QVERIFY(spare->bytes_to_move > 0.0);
    QVERIFY(answer->recommended.has_value());
    for (const Pipeline& pipeline : spare->pipelines)
      for (const replan::Stage& stage : pipeline.stages)
        for (const GpuId& id : stage.gpus) QVERIFY(id != (GpuId{0, 1, 3}));
  }

  void whatIf() {
    const auto curve = what_if(four_nodes(24, 1.0), four_pipelines(24), {0, 1, 3});
    QVERIFY(curve);
    QCOMPARE(curve->points.size(), std::size_t(17));
    QVERIFY(std::isinf(curve->points.back().factor));
    QVERIFY(!curve->points.back().keep);
    QVERIFY(curve->points.back().drop);
    for (std::size_t i = 2; i + 1 < curve->points.size(); ++i)
      QVERIFY(*curve->points[i].keep >= *curve->points[i - 1].keep);
  }

  /// Random small cases: the best of all splits of the slow pipeline with all ways to deal micro-batches, of
  /// which a pipeline has as many as stages: with more it holds no more activations.
  void splitsAsBruteForce() {
    std::mt19937 random(7);
    for (int n = 0; n < 200; ++n) {
      const auto draw = [&](int low, int high) { return std::uniform_int_distribution(low, high)(random); };
      const int stages = draw(2, 3), layers = draw(stages + 1, 8), lanes = draw(1, 3), each = draw(3, 4);
      strategy::Problem problem =
          tests::make_test_problem(tests::make_graph(layers, 1024),
                                   tests::make_cluster({tests::make_pool("a", 2, 8)}), 1024, lanes * each);
      problem.cluster.may_leave_unused = true;
      strategy::Strategy running;
      running.pipeline_parallel = stages;
      running.data_parallel = lanes;
      for (int j = 0; j < stages; ++j)
        running.stages.push_back({0, layers / stages + (j < layers % stages ? 1 : 0), 1});
      const auto slow_stage = static_cast<std::size_t>(draw(0, stages - 1));
      const auto slow_lane = static_cast<std::size_t>(draw(0, lanes - 1));
      const int gpu = static_cast<int>(slow_stage) * lanes + static_cast<int>(slow_lane);
      hardware::Pool& pool = problem.cluster.pools.front();
      pool.slow = {{gpu / 8, gpu % 8, 1.0 + draw(1, 40) / 8.0, 1.0}};
      hardware::apply_marks(pool);
      const auto answer = replan::replan(problem, running);
      QVERIFY(answer);
      const Plan* plan = answer->find(Kind::rebalance_layers);
      QVERIFY(plan != nullptr);
      strategy::Problem healthy = problem;
      healthy.cluster = hardware::without_marks(problem.cluster);
      cost::SlowedTables tables(healthy);
      const LaneShape shape(tables, running);
      // The slow GPU slows its stage, and the tails of all stages that hold the same layers.
      std::vector<StageSlowness> others(running.stages.size()), slowed(running.stages.size());
      others[slow_stage].group.kernels = slowed[slow_stage].group.kernels = slowed[slow_stage].own.kernels =
          pool.slow.front().factor;
      const Split written = shape.as_written();
      double best = kBeyond;
      const auto look = [&](const std::vector<int>& dealt) {
        const std::optional<Split> split = shape.split(dealt);
        const int all = lanes * each;
        for (int m = lanes == 1 ? all : 1; split && m <= all - (lanes - 1); ++m) {
          double step = shape.seconds(*split, slowed, m);
          // The others are alike: as even as can be is best.
          if (lanes > 1)
            step = std::max(step, shape.seconds(written, others, (all - m + lanes - 2) / (lanes - 1)));
          best = std::min(best, step);
        }
      };
      for (int a = 1; a < layers; ++a) {
        if (stages == 2) look({a, layers - a});
        for (int b = 1; stages == 3 && a + b < layers; ++b) look({a, b, layers - a - b});
      }
      QVERIFY(std::abs(plan->step_seconds - best) <= 1e-12);
    }
  }

  /// What a plan writes is read back and predicted with its step.
  void readAndPredicted() {
    const strategy::Problem problem = four_nodes(24, 2.0);
    const auto answer = replan::replan(problem, four_pipelines(24));
    QVERIFY(answer);
    for (const Plan& plan : answer->plans) {
      const Json json = strategy_json(plan, problem.pool_ids());
      const auto read = read_pipelines(json, problem);
      QVERIFY2(read, to_string(plan.kind));
      const auto predicted = predict(problem, *read);
      QVERIFY(predicted);
      QVERIFY(predicted->fits);
      QVERIFY2(std::abs(predicted->plan.step_seconds - plan.step_seconds) <= 1e-9 * plan.step_seconds,
               to_string(plan.kind));
      QVERIFY(strategy_json(predicted->plan, problem.pool_ids()) == json);
    }
    Json twice = strategy_json(answer->plans.front(), problem.pool_ids());
    const std::string first = twice["pipelines"][0]["stages"][0]["gpus"][0].get<std::string>();
    twice["pipelines"][1]["stages"][0]["gpus"][0] = first;
    const Error again = read_pipelines(twice, problem).error();
    QCOMPARE(again.where, std::string("pipelines[1].stages[0].gpus[0]"));
    QCOMPARE(again.found, first + ", as in pipelines[0].stages[0].gpus[0]");
    QCOMPARE(to_text(again.wanted), std::string("a GPU that no other stage has"));
    Json fewer = strategy_json(answer->plans.front(), problem.pool_ids());
    fewer["pipelines"][0]["micro_batches"] = 1;
    QCOMPARE(read_pipelines(fewer, problem).error().where, std::string("pipelines"));
  }

  void mistakes() {
    strategy::Problem problem = four_nodes(24, 1.0);
    problem.job.running = R"({"tensor_parallel": 16, "pipeline_parallel": 4, "data_parallel": 4})";
    const auto large = running_layout(problem);  // 256 GPUs of 32
    QVERIFY(!large);
    QCOMPARE(large.error().where, std::string("job.running"));
    QCOMPARE(large.error().found, std::string("256 GPUs of a"));
    problem.job.running = R"({"stages": [{"pool": "a", "layers": 20}]})";
    QVERIFY(running_layout(problem).error().where.starts_with("job.running"));
    // 5 does not divide the heads, and 5 x 4 = 20 GPUs are there: a rule, told at its key.
    problem.job.running = R"({"tensor_parallel": 5, "pipeline_parallel": 1, "data_parallel": 4})";
    const auto broken = running_layout(problem);
    QVERIFY(!broken);
    QCOMPARE(broken.error().where, std::string("job.running.tensor_parallel"));
    QVERIFY2(broken.error().found.find("tensor_parallel 5") != std::string::npos,
             broken.error().found.c_str());
    QVERIFY(!broken.error().wanted.values.front().empty());
    // A hundred thousand tokens a sequence on one GPU, all kept: more than it has.
    strategy::Problem large_ones = four_nodes(24, 1.0);
    large_ones.job.sequence_length = 100000;
    large_ones.job.running = R"({"tensor_parallel": 1, "pipeline_parallel": 1, "data_parallel": 32})";
    const auto heavy = running_layout(large_ones);
    QVERIFY(!heavy);
    QCOMPARE(heavy.error().where, std::string("job.running"));
    QVERIFY2(heavy.error().found.ends_with(" GiB a GPU"), heavy.error().found.c_str());
    // A slow GPU that no stage uses is told at its place.
    strategy::Problem idle = four_nodes(24, 1.0, 1);
    idle.cluster.pools.front().slow = {{4, 0, 2.0, 1.0}};
    const auto answer = replan::replan(idle, four_pipelines(24));
    QVERIFY(answer);
    QCOMPARE(answer->warnings.size(), std::size_t(1));
    QCOMPARE(answer->warnings.front().where, std::string("pools[0].slow[0]"));
    QCOMPARE(answer->warnings.front().code, std::string(code::unused_mark));
    QCOMPARE(answer->warnings.front().found, std::string("node 4, GPU 0"));
  }
};

}  // namespace tst_replan

ASTROLABE_TEST(tst_replan, TestReplan)
#include "tst_replan.moc"
