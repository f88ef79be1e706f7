// core/replan/from_pipelines and core/planning/running: what runs may be pipelines of unequal shape, groups
// or shares; the ways to go on from there.
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/hardware/usable_gpus.h"
#include "core/planning/pipelines.h"
#include "core/planning/replanned.h"
#include "core/planning/running.h"
#include "core/replan/from_pipelines.h"
#include "core/replan/pipelines.h"
#include "hurt_nodes.h"
#include "tests/program/test_program.h"

namespace tst_running {

using namespace astrolabe;
using namespace astrolabe::replan;
using tests::four_nodes;
using tests::four_pipelines;

class TestRunning : public QObject {
  Q_OBJECT

  static bool near(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
  }

 private slots:
  /// What changes between pipelines is told by the least that has to.
  void changesAreNamed() {
    const auto pipeline = [](int batches, std::vector<std::pair<int, std::vector<GpuId>>> stages) {
      Pipeline made;
      made.micro_batches = batches;
      for (auto& [layers, gpus] : stages) {
        replan::Stage& stage = made.stages.emplace_back();
        stage.layers = layers;
        stage.tensor_parallel = static_cast<int>(gpus.size());
        stage.gpus = std::move(gpus);
      }
      return made;
    };
    const GpuId a{0, 0, 0}, b{0, 0, 1}, c{0, 0, 2}, d{0, 0, 3};
    const std::vector<Pipeline> runs{pipeline(4, {{3, {a, b}}, {3, {c, d}}})};
    QVERIFY(same_pipelines(runs, {pipeline(4, {{3, {b, a}}, {3, {c, d}}})}));
    QVERIFY(!same_pipelines(runs, {pipeline(5, {{3, {a, b}}, {3, {c, d}}})}));
    QCOMPARE(change_of(runs, {pipeline(5, {{3, {a, b}}, {3, {c, d}}})}), Kind::rebalance_data);
    QCOMPARE(change_of(runs, {pipeline(4, {{2, {a, b}}, {4, {c, d}}})}), Kind::rebalance_layers);
    QCOMPARE(change_of(runs, {pipeline(4, {{1, {a}}, {2, {b}}, {3, {c, d}}})}), Kind::regroup);
    QCOMPARE(change_of(runs, {pipeline(4, {{3, {a}}, {3, {c, d}}})}), Kind::drop);
    const GpuId other{0, 1, 0};
    QCOMPARE(change_of(runs, {pipeline(4, {{3, {a, other}}, {3, {c, d}}})}), Kind::spare);
  }

  /// A strategy written as its pipelines: what is kept takes as long, nothing is dealt worse, and what moves
  /// is what moves from the strategy.
  void aStrategyAsItsPipelines() {
    const strategy::Problem problem = four_nodes(24, 2.0);
    const auto ofStrategy = replan::replan(problem, four_pipelines(24));
    QVERIFY(ofStrategy);
    const auto answer = replan::replan(problem, *ofStrategy->find(Kind::keep));
    QVERIFY(answer);
    QVERIFY(near(answer->healthy_step_seconds, ofStrategy->healthy_step_seconds));
    const Plan* keep = answer->find(Kind::keep);
    QVERIFY(keep != nullptr && keep->bytes_to_move == 0.0 && keep->restart_seconds == 0.0);
    QVERIFY(near(keep->step_seconds, ofStrategy->find(Kind::keep)->step_seconds));
    for (const Kind kind : {Kind::rebalance_data, Kind::rebalance_layers, Kind::regroup, Kind::drop}) {
      const Plan *of = ofStrategy->find(kind), *from = answer->find(kind);
      // What changes nothing is none of the ways from pipelines; it is told of a strategy.
      if (of == nullptr || same_pipelines(of->pipelines, keep->pipelines)) continue;
      QVERIFY2(from != nullptr, to_string(kind));
      QVERIFY2(from->step_seconds <= of->step_seconds * (1.0 + 1e-9), to_string(kind));
      if (near(from->step_seconds, of->step_seconds) && same_pipelines(from->pipelines, of->pipelines))
        QVERIFY2(near(from->bytes_to_move, of->bytes_to_move), to_string(kind));
    }
    for (const Plan& plan : answer->plans)
      QVERIFY2(plan.lower_bound_seconds > 0.0 && plan.lower_bound_seconds <= plan.step_seconds,
               to_string(plan.kind));
  }

  /// Around a failed GPU with fewer GPUs: once that works again the strategy itself is a way to go on, at its
  /// step, and idle GPUs get what they then hold. A GPU of the plan's that fails is not kept.
  void andBack() {
    const strategy::Problem hurt = four_nodes(24, HUGE_VAL), healthy = four_nodes(24, 1.0);
    const auto around = replan::replan(hurt, four_pipelines(24));
    QVERIFY(around);
    const Plan* drop = around->find(Kind::drop);
    QVERIFY(drop != nullptr);
    const auto now = replan::replan(hurt, *drop);
    QVERIFY(now);
    QVERIFY(near(now->find(Kind::keep)->step_seconds, drop->step_seconds));
    const auto repaired = replan::replan(healthy, *drop);
    QVERIFY(repaired);
    QVERIFY(repaired->find(Kind::keep) != nullptr);
    const Plan* back = repaired->find(Kind::spare);
    QVERIFY(back != nullptr && back->bytes_to_move > 0.0);
    QVERIFY(near(back->step_seconds, detail(healthy, four_pipelines(24))->evaluation.step.value));
    QVERIFY(repaired->recommended.has_value());
    // GPU 0 of node 0 works in both.
    strategy::Problem worse = healthy;
    worse.cluster.pools.front().failed = {{0, 0}};
    hardware::apply_marks(worse.cluster.pools.front());
    const auto failed = replan::replan(worse, *drop);
    QVERIFY(failed);
    QVERIFY(failed->find(Kind::keep) == nullptr);
    QVERIFY(!failed->plans.empty());
    for (const Plan& plan : failed->plans)
      for (const Pipeline& pipeline : plan.pipelines)
        for (const replan::Stage& stage : pipeline.stages)
          QVERIFY(std::find(stage.gpus.begin(), stage.gpus.end(), GpuId{0, 0, 0}) == stage.gpus.end());
  }

  /// As the job says it: read, told at its place where it does not fit, and not started anew as itself.
  void asTheJobSaysIt() {
    strategy::Problem problem = four_nodes(24, 2.0);
    const auto answer = replan::replan(problem, four_pipelines(24));
    QVERIFY(answer);
    const Plan& plan = *answer->find(Kind::drop);
    Json json = strategy_json(plan, problem.pool_ids());
    problem.job.running = text_of(json);
    const auto running = planning::running_layout(problem);
    QVERIFY(running);
    QVERIFY(planning::as<planning::ReplannedLayout>(*running) != nullptr);
    QVERIFY(*planning::strategy_of(*running) == plan.strategy);
    Fresh itself;
    itself.layout_kind = planning::kReplanned;
    itself.layout = json;
    itself.layout["kind"] = planning::kReplanned;
    itself.step_seconds = plan.step_seconds;
    const auto told = planning::replan(problem, *running, {itself});
    QVERIFY(told);
    QVERIFY(told->find(Kind::fresh) == nullptr);
    QVERIFY(near(told->find(Kind::keep)->step_seconds, plan.step_seconds));
    json["pipelines"][0]["stages"][0]["gpus"][0] = "a/9/0";
    problem.job.running = text_of(json);
    QCOMPARE(planning::running_layout(problem).error().where,
             std::string("job.running.pipelines[0].stages[0].gpus[0]"));
    problem.job.running = R"({"kind": "program"})";
    QCOMPARE(planning::running_layout(problem).error().where, std::string("job.running.kind"));
    problem.job.running = R"({"pipelines": []})";
    QVERIFY(!planning::running_layout(problem));
  }
};

}  // namespace tst_running

ASTROLABE_TEST(tst_running, TestRunning)
#include "tst_running.moc"
