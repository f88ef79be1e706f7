// core/replan/from_pipelines and core/planning/running: what runs may be pipelines of unequal shape, groups,
// shares or a program; the ways to go on from there.
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/hardware/usable_gpus.h"
#include "core/planning/pipelines.h"
#include "core/planning/programs.h"
#include "core/planning/replanned.h"
#include "core/planning/running.h"
#include "core/replan/from_pipelines.h"
#include "core/replan/pipelines.h"
#include "hurt_nodes.h"
#include "program_cases.h"
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

  /// A program on two nodes of each of two types: 1 s of its 4 s is sent, 64 x 2048 tokens a step.
  static Json program_row() {
    return Json::parse(R"({"kind": "program", "rank": 1, "status": "feasible", "gpus": {"a": 16, "b": 16},
      "step_seconds": 4.0, "tokens_per_second": 32768, "mfu": 0.4, "pipeline_parallel": 1,
      "micro_batches": 4, "gather_again": true, "recompute": false,
      "shares": [{"pool": "a", "devices": 16, "share": 0.04}, {"pool": "b", "devices": 16, "share": 0.0225}],
      "time": {"compute_forward": 1.0, "compute_backward": 1.5, "optimizer": 0.25, "other": 0.25,
               "tensor_parallel": 0.5, "data_parallel": 0.5}})");
  }
  /// A program in two stages, which share out 24 layers.
  static Json staged_row() {
    Json row = program_row();
    row["pipeline_parallel"] = 2;
    row["stages"] = Json::parse(R"([{"nodes": {"a": 2}, "layers": 13, "forward_seconds": 0.1},
                                    {"nodes": {"b": 2}, "layers": 11}])");
    row["shares"] = Json::parse(R"([{"pool": "b", "devices": 16, "share": 0.0625}])");  // of one stage
    return row;
  }
  /// The answer where `row` runs on two nodes of each type, with marks on those of the first.
  static Result<Answer> of_program(const Json& row, std::vector<hardware::SlowSpec> slow = {},
                                   std::vector<hardware::FailedSpec> failed = {},
                                   const std::vector<Fresh>& fresh = {}) {
    strategy::Problem problem = hurt_types(std::move(slow), std::move(failed));
    problem.job.running = text_of(row);
    const auto running = planning::running_layout(problem);
    if (!running) return tl::unexpected<Error>(running.error());
    return planning::replan(problem, *running, fresh);
  }
  static strategy::Problem hurt_types(std::vector<hardware::SlowSpec> slow = {},
                                      std::vector<hardware::FailedSpec> failed = {}) {
    strategy::Problem problem = tests::make_test_problem(
        tests::make_graph(24, 2048),
        tests::make_cluster({tests::make_pool("a", 2, 8), tests::make_pool("b", 2, 8, 0.5)}), 2048, 64);
    hardware::Pool& pool = problem.cluster.pools.front();
    pool.slow = std::move(slow);
    pool.failed = std::move(failed);
    hardware::apply_marks(pool);
    return problem;
  }
  /// The step at which it is kept, as it is; 0 where it does not go on.
  static double kept(const Result<Answer>& answer) {
    if (!answer) return -1.0;
    const Plan* keep = answer->find(Kind::keep);
    if (keep == nullptr) return 0.0;
    return keep->bytes_to_move == 0.0 && keep->change_seconds() == 0.0 ? keep->step_seconds : -2.0;
  }
  static Fresh fresh_program(double step) {
    Fresh fresh;
    fresh.layout_kind = std::string(planning::kProgram);
    fresh.step_seconds = step;
    fresh.bytes = 1e9;
    fresh.restart_seconds = 60.0;
    return fresh;
  }

 private slots:
  /// A program runs as its row says while its GPUs are as they were. With slower ones what is sent grows by
  /// the factor of links, all else by the worst; of several stages everything does.
  void aProgramIsKept() {
    const auto same = of_program(program_row(), {}, {}, {fresh_program(4.0)});
    QCOMPARE(kept(same), 4.0);
    QCOMPARE(same->healthy_step_seconds, 4.0);
    QCOMPARE(same->plans.size(), std::size_t(1));  // it is not started anew as itself
    QCOMPARE(same->recommended, std::optional<int>(0));
    QCOMPARE(kept(of_program(program_row(), {{1, 3, 2.0, 1.0}})), 7.0);  // 1 + 2 x 3
    QCOMPARE(kept(of_program(program_row(), {{1, 3, 1.0, 1.5}})), 6.0);  // 1.5 x 4
    QCOMPARE(kept(of_program(program_row(), {{1, 3, 2.0, 1.5}})), 7.5);  // 1.5 x 1 + 2 x 3
    QCOMPARE(kept(of_program(staged_row())), 4.0);
    QCOMPARE(kept(of_program(staged_row(), {{1, 3, 2.0, 1.0}})), 8.0);  // 2 x 4
    // Found beside a GPU that was as slow, or half as slow: 1 + 2 x 3 once it is slow by four.
    Json row = program_row();
    row["slowed"] = Json::parse(R"([{"pool": "a", "kernels": 2.0, "links": 1.0, "network": 1.0}])");
    QCOMPARE(kept(of_program(row, {{1, 3, 2.0, 1.0}})), 4.0);
    QCOMPARE(kept(of_program(row, {{1, 3, 4.0, 1.0}})), 7.0);
    QCOMPARE(kept(of_program(row)), 4.0);  // the other type may have what it takes
    const auto slower = of_program(program_row(), {{1, 3, 2.0, 1.0}}, {}, {fresh_program(4.5)});
    QVERIFY(slower && slower->find(Kind::fresh) != nullptr &&
            slower->find(Kind::fresh)->bytes_to_move == 1e9);
    QVERIFY(std::abs(slower->find(Kind::keep)->loss - 0.75) < 1e-12);  // 7 / 4 - 1
  }

  /// Every GPU holds a share: with a failed one it does not go on, and is started anew from a checkpoint. One
  /// that fails where it does not stand changes nothing.
  void aProgramWithAFailedGpu() {
    const auto failed = of_program(program_row(), {}, {{1, 3}}, {fresh_program(4.0)});
    QCOMPARE(kept(failed), 0.0);
    QCOMPARE(failed->plans.size(), std::size_t(1));
    const Plan& anew = failed->plans.front();
    QVERIFY(anew.kind == Kind::fresh && anew.bytes_to_move == 1e9 && anew.restart_seconds == 60.0);
    QCOMPARE(anew.break_even_steps, std::optional<double>(0.0));  // nothing else goes on
    Json row = program_row();
    row["gpus"]["a"] = 8;
    row["shares"][0]["devices"] = 8;
    row["placed_on"] = Json::parse(R"({"a": [{"node": 1}]})");
    const auto apart = of_program(row, {}, {{0, 3}});
    QCOMPARE(kept(apart), 4.0);
    QCOMPARE(kept(of_program(apart->find(Kind::keep)->layout, {}, {{0, 3}})), 4.0);  // it may be given back
    QCOMPARE(kept(of_program(apart->find(Kind::keep)->layout, {}, {{1, 3}})), 0.0);
    QCOMPARE(kept(of_program(row, {{0, 5, 3.0, 1.0}}, {{0, 3}})), 4.0);
    QCOMPARE(kept(of_program(row, {{1, 5, 3.0, 1.0}}, {{0, 3}})), 10.0);  // 1 + 3 x 3
    QCOMPARE(kept(of_program(row, {}, {{1, 0}})), 0.0);
  }

  /// Programs that a search found are said to run by their rows, and kept at their steps.
  void programsAsTheyAreFound() {
    const tests::ProgramCase made = tests::make_case("bert-large", tests::two_types(1), 512, 64);
    auto reports = plan::program_reports(made.problem, made.architecture, 0);
    QVERIFY(reports && !reports->empty());
    for (const planning::OptionPtr& option : planning::options_of(std::move(*reports), made.problem)) {
      strategy::Problem problem = made.problem;
      problem.job.running =
          text_of(planning::running_json(problem, option->layout, strategy::Objective::throughput));
      const auto running = planning::running_layout(problem);
      QVERIFY2(running, running ? "" : (running.error().where + ": " + running.error().found).c_str());
      QVERIFY(planning::same(*running, option->layout));
      const auto answer = planning::replan(problem, *running);
      QCOMPARE(kept(answer), option->evaluation.step.value);
    }
  }

  /// Idle GPUs follow from the pipelines: a row that is read has those that the search told. Of the 32 GPUs
  /// of four nodes that cost as wholes, of which one has failed, 31 work or stand idle where all are paid
  /// for.
  void idleGpusOfARowThatIsRead() {
    strategy::Problem problem = four_nodes(24, HUGE_VAL);
    problem.cluster.pools.front().unit = 8;
    const planning::QuestionPtr question = planning::question_of(problem, strategy::Objective::throughput);
    planning::Run run;
    const planning::FoundPtr found = planning::replanned_planner().plan(question, run);
    QVERIFY(!found->options.empty());
    for (const planning::OptionPtr& option : found->options) {
      const Json row = option->layout->answer_json(*option, question->problem, 1);
      const auto read = planning::replanned_planner().read_layout(row["strategy"], *question);
      QVERIFY(read);
      const auto again = planning::replanned_planner().evaluate(*question, *read);
      QVERIFY(again);
      const Json told = again->layout->answer_json(*again, question->problem, 1);
      QCOMPARE(told["idle"], row["idle"]);
      if (option->evaluation.paid.front() == 32)
        QCOMPARE(static_cast<int>(row["idle"].size()), 31 - option->evaluation.gpus.front());
    }
  }

  /// The bound of a program is of its kind where it is of one stage and there is no other choice of GPUs:
  /// with one of eight slow, seven may go without it.
  void boundsThatAreNotOfAKind() {
    const tests::ProgramCase made = tests::make_case("bert-large", tests::two_types(1), 512, 64);
    const auto reports = plan::program_reports(made.problem, made.architecture, 0);
    QVERIFY(reports && !reports->empty());
    for (const planning::OptionPtr& option : planning::options_of(*reports, made.problem)) {
      const plan::ProgramSummary& told = *planning::as<planning::ProgramLayout>(option->layout)->summary();
      QCOMPARE(option->proof.gap, told.stages > 1 ? 1.0 : told.gap);
      QCOMPARE(option->proof.proven, told.stages == 1 && told.proven);
    }
    strategy::Problem marked = made.problem;
    marked.cluster.pools.front().slow = {{0, 3, 2.0, 1.0}};
    QVERIFY(hardware::usable_choices(marked.cluster.pools.front()).size() > 1);
    for (const planning::OptionPtr& option : planning::options_of(*reports, marked)) {
      QCOMPARE(option->proof.gap, 1.0);
      QVERIFY(!option->proof.proven);
      QVERIFY(planning::as<planning::ProgramLayout>(option->layout)->summary()->gap < 1.0);
    }
  }

  /// What fits neither model nor cluster is told at its key, with the number.
  void programsThatDoNotFit() {
    const auto refused = [](const Json& row) {
      const auto answer = of_program(row);
      return answer ? std::string("none") : answer.error().where + ": " + answer.error().found;
    };
    const auto with = [&](const char* pointer, const Json& value, Json row = program_row()) {
      row[Json::json_pointer(pointer)] = value;
      return refused(row);
    };
    QCOMPARE(with("/mfu", 0.5), std::string("none"));  // follows from others
    QCOMPARE(with("/gpus/a", 24), std::string("job.running.gpus.a: 24"));
    QCOMPARE(with("/gpus/z", 8), std::string("job.running.gpus.z: z"));
    QCOMPARE(with("/gpus/a", 8), std::string("job.running.shares: 16 GPUs of a"));
    QCOMPARE(with("/step_seconds", -1), std::string("job.running.step_seconds: -1"));
    QCOMPARE(with("/micro_batches", 3), std::string("job.running.micro_batches: 3"));  // of 64 sequences
    QCOMPARE(with("/stages/0/layers", 12, staged_row()), std::string("job.running.stages: 23 layers"));
    QCOMPARE(with("/pipeline_parallel", 3, staged_row()), std::string("job.running.stages: 2 stages"));
    QCOMPARE(with("/shares/1/pool", "z"), std::string("job.running.shares[1].pool: z"));
    QCOMPARE(with("/shares", Json::array(), staged_row()), std::string("job.running.shares: nothing"));
    QVERIFY(with("/tokens_per_second", 16384).starts_with("job.running.tokens_per_second: "));
    QCOMPARE(with("/slowed", Json::array({{{"pool", "a"}, {"kernels", 0.5}}})),
             std::string("job.running.slowed[0].kernels: 0.5"));
    QCOMPARE(with("/placed_on", Json::parse(R"({"a": [{"node": 1}]})")),
             std::string("job.running.placed_on.a: 8 GPUs"));
    Json row = program_row();
    row.erase("gpus");
    QCOMPARE(refused(row), std::string("job.running.gpus: nothing"));
  }

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
    problem.job.running = R"({"kind": "program"})";  // its row says what it takes
    QCOMPARE(planning::running_layout(problem).error().where, std::string("job.running.step_seconds"));
    problem.job.running = R"({"pipelines": []})";
    QVERIFY(!planning::running_layout(problem));
  }
};

}  // namespace tst_running

ASTROLABE_TEST(tst_running, TestRunning)
#include "tst_running.moc"
