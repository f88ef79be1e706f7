// core/plan/program_pipeline.h, stage_groups.h: pipelines whose stages are distributed programs, of any nodes
// of any pools.
#include <QtTest>
#include <cmath>
#include <numeric>

#include "core/cost/coefficients.h"
#include "core/engine.h"
#include "core/exports/program_files.h"
#include "core/plan/program_report.h"
#include "core/plan/program_row.h"
#include "core/plan/why.h"
#include "core/spmd/backward.h"
#include "core/spmd/model_graph.h"
#include "core/spmd/proof.h"
#include "program_cases.h"
#include "tests/core/spmd_devices.h"
#include "tests/program/budget.h"
#include "tests/program/test_program.h"

namespace tst_program_pipeline {

using namespace astrolabe;
using namespace astrolabe::tests;
using Case = ProgramCase;

namespace {

plan::StageGroup group(std::vector<int> nodes, int layers) { return {std::move(nodes), layers}; }

}  // namespace

class TestProgramPipeline : public QObject {
  Q_OBJECT

 private slots:
  /// One stage of all devices, one micro-batch or several: the program as it is without a pipeline.
  void oneStageIsTheProgram() {
    const Case made = make_case("bert-large", two_types(1), 512, 256);
    for (const int micro_batches : {1, 4}) {
      const spmd::Execution way{micro_batches, false, false};
      const auto program = plan::shard_stage(request_of(made), way, 1e300);
      const auto pipeline =
          plan::program_pipeline(request_of(made), plan::equal_groups(made.problem.cluster, 24, 1), way);
      QVERIFY(program && pipeline && *pipeline);
      const double wanted = program->synthesis.step.value;
      QVERIFY2(std::fabs((*pipeline)->end.step / wanted - 1.0) <= 1e-9,
               qPrintable(QStringLiteral("%1 and %2").arg((*pipeline)->end.step).arg(wanted)));
    }
  }

  /// Stages of equal GPUs against the strategy: two stages of data parallelism, 1F1B, states sharded.
  void equalStagesAreThePipeline_data() {
    QTest::addColumn<int>("stages");
    QTest::addColumn<int>("batch");
    QTest::addColumn<int>("micro_batches");
    QTest::newRow("2 stages") << 2 << 256 << 8;
    QTest::newRow("4 stages") << 4 << 512 << 16;
  }
  void equalStagesAreThePipeline() {
    QFETCH(int, stages);
    QFETCH(int, batch);
    QFETCH(int, micro_batches);
    const Case made =
        make_case("llama-3.1-8b", make_cluster({make_pool("a", 4, 8, 1.0, 2000.0)}), 4096, batch);
    strategy::Strategy layout;
    layout.pipeline_parallel = stages;
    layout.data_parallel = layout.sharding_group = 32 / stages;
    layout.micro_batch = batch / micro_batches / layout.data_parallel;
    layout.zero_stage = 1;
    layout.overlap_grad_reduce = layout.overlap_param_gather = true;
    layout.stages.resize(static_cast<std::size_t>(stages));
    for (strategy::Stage& stage : layout.stages) stage.layers = 32 / stages;
    const double wanted = detail(made.problem, layout)->evaluation.step.value;
    const auto pipeline =
        plan::program_pipeline(request_of(made), plan::equal_groups(made.problem.cluster, 32, stages),
                               {micro_batches, false, false});
    QVERIFY(pipeline && *pipeline);
    QCOMPARE((*pipeline)->stages.size(), static_cast<std::size_t>(stages));
    QVERIFY2(std::fabs((*pipeline)->end.step / wanted - 1.0) <= 0.01,
             qPrintable(QStringLiteral("programs %1 ms, pipeline %2 ms")
                            .arg((*pipeline)->end.step * 1e3)
                            .arg(wanted * 1e3)));
  }

  /// Two stages of two nodes each: with half of network_share a transfer between them takes twice as long but
  /// for its latency of 5 us.
  void transfersFollowACalibration() {
    Case made = make_case("bert-large", make_cluster({make_pool("a", 4, 8, 1.0, 2000.0)}), 512, 256);
    const auto transfer = [&] {
      const auto pipeline = plan::program_pipeline(
          request_of(made), plan::equal_groups(made.problem.cluster, 24, 2), {4, false, false});
      return (*pipeline)->pipeline.link_forward.front() - 5e-6;
    };
    const double before = transfer();
    auto own = std::make_shared<cost::Coefficients>();
    own->network_share /= 2.0;
    made.problem.coefficients = own;
    QVERIFY(before > 1e-5);
    QVERIFY2(std::fabs(transfer() / before - 2.0) <= 1e-6, qPrintable(QString::number(transfer() / before)));
  }

  /// 7 layers on 3 stages: 2, 3, 2; 11 on 4: 3, 3, 3, 2; nodes 4 and 6 give two parts, 4 and 8 two and four.
  void splitsAndDepths() {
    using Layers = std::vector<int>;
    QCOMPARE(plan::stage_layers(7, 3), (Layers{2, 3, 2}));
    QCOMPARE(plan::stage_layers(11, 4), (Layers{3, 3, 3, 2}));
    QCOMPARE(plan::stage_layers(8, 4), (Layers{2, 2, 2, 2}));
    const auto depths = [](int a, int b, int layers) {
      return plan::pipeline_depths(
          make_cluster({make_pool("a", a, 8, 1.0, 2000.0), make_pool("b", b, 8, 1.0, 2000.0)}), layers);
    };
    QCOMPARE(depths(4, 6, 32), (Layers{2}));
    QCOMPARE(depths(4, 8, 32), (Layers{2, 4}));
    QCOMPARE(depths(4, 8, 3), (Layers{2}));
    QVERIFY(depths(3, 4, 32).empty());
  }

  /// The row of a pipeline of programs: the timeline ends with the step, parts add up to it, every stage
  /// stands once for each pool, memory adds up and fits, and Why tells the difference by parts.
  void rowOfStages() {
    const Case made = make_case("bert-large", two_types(2), 512, 512);
    const auto pipeline = plan::program_pipeline(
        request_of(made), plan::equal_groups(made.problem.cluster, 24, 2), {8, false, false});
    QVERIFY(pipeline && *pipeline);
    const auto reports = plan::program_reports(made.problem, made.architecture, 0);
    QVERIFY(reports.has_value());
    QCOMPARE(reports->size(), std::size_t{2});
    QVERIFY(reports->front().step <= reports->back().step);
    for (const plan::ProgramReport& report : *reports) {
      const cost::Evaluation& row = report.evaluation;
      QVERIFY(row.strategy == strategy::Strategy{});
      QCOMPARE(row.gpus_used(), 32);
      QCOMPARE(report.parts.back().stage + 1, report.stages());
      std::size_t entries = 0;  // each stage once for each pool that it spans
      for (const plan::ProgramPart& part : report.parts) entries += part.layers > 0 ? 1 : 0;
      std::size_t spanned = report.pipeline ? 0 : 2;
      for (int j = 0; report.pipeline && j < report.stages(); ++j)
        for (const hardware::Pool& pool : report.pipeline->stages[static_cast<std::size_t>(j)].part.pools)
          spanned += pool.nodes > 0 ? 1 : 0;
      QCOMPARE(entries, spanned);
      QCOMPARE(report.parts.size(), spanned);
      int gpus = 0;
      for (const plan::ProgramPart& part : report.parts) gpus += part.gpus;
      QCOMPARE(gpus, 32);
      QVERIFY(std::fabs(row.time.total() / row.step.value - 1.0) <= 1e-6);
      QVERIFY(std::fabs(report.timeline.step / row.step.value - 1.0) <= 1e-9);
      QVERIFY(report.lower_bound <= report.step);
      QCOMPARE(row.memory.size(), report.parts.size());
      QCOMPARE(report.timeline.lanes.size(), row.memory.size());
      for (const cost::StageMemory& memory : row.memory) {
        QVERIFY(std::fabs((memory.tensors() + memory.workspace - memory.total).value) <= 1.0);
        QVERIFY(memory.fits());
      }
      const Json file = exports::program_json(report);
      QCOMPARE(file["step_seconds"].get<double>(), report.step.value);
      if (!report.pipeline) continue;
      QCOMPARE(file["stages"].size(), report.pipeline->stages.size());
      int layers = 0;  // of bert-large 24
      for (const Json& stage : file["stages"]) {
        QCOMPARE(stage["first_layer"].get<int>(), layers);
        layers += stage["layers"].get<int>();
        QVERIFY(!stage["instructions"].empty());
      }
      QCOMPARE(layers, 24);
      const std::string text = exports::program_text(report);
      for (std::size_t at = 1; at <= report.pipeline->stages.size(); ++at)
        QVERIFY(text.find("stage " + std::to_string(at) + " of ") != std::string::npos);
      QVERIFY(*pipeline && report.step.value <= (*pipeline)->end.step * (1.0 + 1e-9));
      double last = 0.0;
      for (const cost::Lane& lane : report.timeline.lanes)
        for (const cost::Span& span : lane.work) last = std::max(last, span.end);
      QVERIFY(std::fabs(last / row.step.value - 1.0) <= 1e-6);
      plan::Snapshot snapshot;
      snapshot.best.push_back(row);
      snapshot.best.front().step = row.step * 0.5;
      snapshot.best.front().tokens_per_second = row.tokens_per_second * 2.0;
      snapshot.best.front().time = row.time.scaled(0.5);
      snapshot.best.front().strategy = {};
      const plan::Why why = plan::explain(made.problem, row.strategy, row, {}, snapshot);
      QCOMPARE(why.verdict, plan::Verdict::slower);
      double sum = 0.0;
      for (const plan::PartDifference& part : why.differences) sum += part.difference();
      QVERIFY(std::fabs(sum / (0.5 * row.step.value) - 1.0) <= 1e-6);
      snapshot.best.front().step = row.step * 2.0;
      snapshot.best.front().tokens_per_second = row.tokens_per_second * 0.5;
      QCOMPARE(plan::explain(made.problem, row.strategy, row, {}, snapshot).verdict, plan::Verdict::best);
    }
  }

  /// Of two nodes of each type one fast one may be used, then two nodes in all, of which the slow ones go
  /// first: 8 + 16 GPUs, then 16 + 0. Idle GPUs that cost stay in the price.
  void keepsMaxima() {
    Case made = make_case("bert-large", two_types(2), 512, 512);
    hardware::Cluster& cluster = made.problem.cluster;
    cluster.may_leave_unused = true;
    cluster.pools[0].max_gpus = 8;
    for (hardware::Pool& pool : cluster.pools) pool.usd_per_gpu_hour = UsdPerHour{2.0};
    made.problem.job.cost.idle_gpus_cost = true;
    QVERIFY(plan::is_mixed(cluster));
    const auto reports = plan::program_reports(made.problem, made.architecture, 0);
    QVERIFY(reports.has_value());
    for (const plan::ProgramReport& report : *reports) {
      QCOMPARE(report.evaluation.gpus, (std::vector<int>{8, 16}));
      QVERIFY(report.competes());
      QCOMPARE(report.evaluation.money.usd_per_hour->value, 64.0);
    }
    cluster.pools[0].max_gpus = 16;
    cluster.max_total_gpus = 16;
    const hardware::Cluster part = plan::usable_part(cluster, made.problem.job.precision);
    QCOMPARE(part.pools[0].gpus(), 16);
    QCOMPARE(part.pools[1].gpus(), 0);
    cluster.max_total_gpus = 7;
    QVERIFY(!plan::program_reports(made.problem, made.architecture, 0));
    cluster.pools[1].max_gpus = 0;
    QVERIFY(!plan::is_mixed(cluster));
  }

  /// A program that draws more than the job allows has no place among strategies, and says by how much.
  void breaksALimit() {
    Case made = make_case("bert-large", two_types(1), 512, 512);
    for (hardware::Pool& pool : made.problem.cluster.pools) {
      pool.gpu_power = Watts{500.0};
    }
    made.problem.job.limits.power_kw = 7.5;
    const auto reports = plan::program_reports(made.problem, made.architecture, 0);
    QVERIFY(reports.has_value());
    const plan::ProgramReport& report = reports->front();
    QVERIFY(report.fits() && !report.competes());
    QCOMPARE(report.violation.binding, cost::Binding::power);
    QCOMPARE(report.violation.found, 10.4);  // 8 kW x 1.3 at the wall
    const Json json = plan::program_json(report, {"fast", "slow"}, 0);
    QVERIFY(json["rank"].is_null());
    QCOMPARE(json["binding"]["limit"], Json("power_kw"));
  }

  /// A stage in between: it makes the gradient that the stage before waits for, and the interpreter finds its
  /// program equal to one device.
  void stageIsEqual() {
    spmd::ModelGraphOptions options;
    options.batch = 8;
    options.sequence = 128;
    options.first_layer = 4;
    options.layers = 2;
    const spmd::Graph graph =
        *spmd::with_backward(*spmd::model_graph(*model::read_model("bert-large", {}), options));
    QVERIFY(graph.boundary.input >= 0 && graph.boundary.output >= 0);
    const spmd::TensorId back = graph.boundary.input_gradient;
    QVERIFY(back >= 0);
    QCOMPARE(graph.tensors[back].shape, graph.tensors[graph.boundary.input].shape);
    const spmd::Devices devices = make_devices({2e12, 1e12}, {1, 2}, 1e11);
    spmd::SynthesisOptions plain;
    plain.execution.micro_batches = 2;
    const spmd::Synthesis made = *spmd::synthesise(graph, devices, plain);
    const auto proof = spmd::prove(graph, made.program, std::nullopt);
    QVERIFY(proof.has_value());
    QVERIFY2(proof->result.holds(),
             proof->result.violation ? proof->result.violation->what.c_str() : "not executed");
  }

  /// 12 layers on speeds 2 and 1: 8 and 4. 7 on three equal ones: 3, 2, 2. One each at the least.
  void layersBySpeed() {
    using Layers = std::vector<int>;
    QCOMPARE(plan::layers_by_speed(12, {2.0, 1.0}), (Layers{8, 4}));
    QCOMPARE(plan::layers_by_speed(7, {1.0, 1.0, 1.0}), (Layers{3, 2, 2}));
    QCOMPARE(plan::layers_by_speed(4, {100.0, 1.0, 1.0}), (Layers{2, 1, 1}));
  }

  /// Pools a, b of 2 nodes each, a node of a twice as fast. Two stages: alike (1, 1) twice; each pool for
  /// itself in both orders, layers 2 : 1; and where speed is cut in halves, b b a | a, speeds 4 and 2. Three:
  /// a pool of two stages has speed 2 each, so a is cut; by speed, 2 each: a | a | b b and back.
  void candidatesByHand() {
    hardware::Cluster cluster =
        make_cluster({make_pool("a", 2, 8, 1.0, 2000.0), make_pool("b", 2, 8, 1.0, 1000.0)});
    const std::vector<plan::StageGroups> all = plan::stage_candidates(cluster, 12, {2.0, 1.0});
    std::vector<plan::StageGroups> two, three;
    for (const plan::StageGroups& groups : all) {
      int layers = 0;
      std::vector<int> nodes(2, 0);
      for (const plan::StageGroup& one : groups) {
        QVERIFY(one.layers >= 1);
        layers += one.layers;
        for (std::size_t p = 0; p < 2; ++p) nodes[p] += one.nodes[p];
      }
      QCOMPARE(layers, 12);
      QCOMPARE(nodes, (std::vector<int>{2, 2}));
      if (groups.size() == 2) two.push_back(groups);
      if (groups.size() == 3) three.push_back(groups);
    }
    QCOMPARE(two, (std::vector<plan::StageGroups>{{group({1, 1}, 6), group({1, 1}, 6)},
                                                  {group({2, 0}, 8), group({0, 2}, 4)},
                                                  {group({0, 2}, 4), group({2, 0}, 8)},
                                                  {group({1, 2}, 8), group({1, 0}, 4)}}));
    QCOMPARE(three, (std::vector<plan::StageGroups>{{group({1, 0}, 4), group({1, 0}, 4), group({0, 2}, 4)},
                                                    {group({0, 2}, 4), group({1, 0}, 4), group({1, 0}, 4)}}));
  }

  /// A stage on each pool, the faster with twice the layers, against the strategy of the same stages.
  void unequalStagesAreThePipeline() {
    const Case made = make_case("llama-3.1-8b", two_types(2), 4096, 256);
    strategy::Strategy layout;
    layout.pipeline_parallel = 2;
    layout.data_parallel = layout.sharding_group = 16;
    layout.micro_batch = 2;
    layout.zero_stage = 1;
    layout.overlap_grad_reduce = layout.overlap_param_gather = true;
    layout.stages.resize(2);
    layout.stages[0].layers = 21;
    layout.stages[1].layers = 11;
    layout.stages[1].pool = 1;
    const double wanted = detail(made.problem, layout)->evaluation.step.value;
    const auto pipeline =
        plan::program_pipeline(request_of(made), {group({2, 0}, 21), group({0, 2}, 11)}, {8, false, false});
    QVERIFY(pipeline && *pipeline);
    const plan::ProgramPipeline& found = **pipeline;
    for (std::size_t j = 0; j < 2; ++j) {
      const spmd::Devices& devices = found.stages[j].answer->devices;
      QCOMPARE(devices.count(), 16);
      for (const std::string& name : devices.names) QVERIFY(name.starts_with(j == 0 ? "fast" : "slow"));
    }
    QVERIFY2(
        std::fabs(found.end.step / wanted - 1.0) <= 0.01,
        qPrintable(
            QStringLiteral("programs %1 ms, pipeline %2 ms").arg(found.end.step * 1e3).arg(wanted * 1e3)));
  }

  /// Three nodes and one: the first stage spans both pools, the second has what is left of the slow one.
  void mixedAndPlainStage() {
    const Case made = make_case("bert-large", two_types(2), 512, 384);
    const auto pipeline =
        plan::program_pipeline(request_of(made), {group({2, 1}, 20), group({0, 1}, 4)}, {4, false, false});
    QVERIFY(pipeline && *pipeline);
    const auto tokens = std::int64_t{384} * 512;
    plan::ProgramReport report =
        plan::report_of(std::make_shared<const plan::ProgramPipeline>(**pipeline), 384, tokens);
    QCOMPARE(report.pipeline->stages[0].answer->devices.count(), 24);
    QCOMPARE(report.pipeline->stages[1].answer->devices.count(), 8);
    // Every device of a stage has its share of the stage's work; shown are those of one stage, all in
    // `all_shares`.
    double shares = 0.0;
    int devices = 0;
    for (const plan::ProgramLane& lane : report.all_shares) {
      shares += lane.share * lane.devices;
      devices += lane.devices;
    }
    QVERIFY(std::fabs(shares - 2.0) <= 1e-9);
    QCOMPARE(devices, 32);
    for (int stage = 0; stage < 2; ++stage) {
      const plan::ProgramReport shown = plan::with_stage(report, stage);
      QCOMPARE(shown.shown_stage, stage);
      QCOMPARE(shown.answer, report.pipeline->stages[static_cast<std::size_t>(stage)].answer);
      int lanes = 0;
      for (const plan::ProgramLane& lane : shown.lanes) lanes += lane.devices;
      QCOMPARE(lanes, stage == 0 ? 24 : 8);
      QVERIFY(std::fabs(shown.events.back().end / shown.synthesis().step.value - 1.0) <= 1e-9);
      QCOMPARE(shown.step, report.step);
    }
    QVERIFY(report.shown_stage == static_cast<int>(report.pipeline->slowest()));
  }

  /// What is chosen is no slower than any candidate that is tried by hand.
  void bestOfCandidates() {
    const Case made = make_case("bert-large", two_types(1), 512, 512);
    const auto best = plan::best_program_pipeline(request_of(made));
    QVERIFY(best && *best);
    for (const plan::StageGroups& groups :
         {plan::StageGroups{group({1, 0}, 16), group({0, 1}, 8)}, {group({0, 1}, 8), group({1, 0}, 16)}})
      for (const int micro_batches : {2, 4, 8, 16}) {
        const auto tried = plan::program_pipeline(request_of(made), groups, {micro_batches, false, false});
        QVERIFY(tried && *tried);
        QVERIFY2((*best)->end.step <= (*tried)->end.step * (1.0 + 1e-9),
                 qPrintable(QStringLiteral("%1, with %2 micro-batches %3")
                                .arg((*best)->end.step)
                                .arg(micro_batches)
                                .arg((*tried)->end.step)));
      }
  }

  /// Any number of threads finds the same programs; none breaks a limit. Where all GPUs draw more than is
  /// allowed, or would be too slow at their peak, that is known before. A time limit holds.
  void threadsAndLimits() {
    Case made = make_case("bert-large", two_types(1), 512, 64);
    const auto of = [&](const plan::ProgramOptions& options) {
      return *plan::program_reports(made.problem, made.architecture, 0, options);
    };
    const std::vector<plan::ProgramReport> one = of({1, 0.0, {}}), three = of({3, 0.0, {}});
    QCOMPARE(one.size(), three.size());
    for (std::size_t k = 0; k < one.size(); ++k) {
      QCOMPARE(one[k].step, three[k].step);
      QCOMPARE(one[k].lower_bound, three[k].lower_bound);
      QVERIFY(one[k].parts == three[k].parts);
      QVERIFY(one[k].violation.binding == cost::Binding::none);
    }
    QVERIFY(plan::may_answer(made.problem));
    strategy::Limits& limits = made.problem.job.limits;
    const double hours = one.front().evaluation.hours_for_job;
    const auto binding = [&] {
      plan::ProgramReport again = one.front();
      again.evaluation = {};
      plan::add_row(made.problem, made.problem.cluster, again);
      return again.violation.binding;
    };
    limits.deadline_hours = hours * 1.001;
    QVERIFY(plan::may_answer(made.problem));
    QVERIFY(binding() == cost::Binding::none);
    limits.deadline_hours = hours * 0.999;
    QVERIFY(plan::may_answer(made.problem));
    QVERIFY(binding() == cost::Binding::deadline);
    limits.deadline_hours = hours * 0.01;
    QVERIFY(!plan::may_answer(made.problem));
    limits.deadline_hours.reset();
    limits.power_kw = 1e-3;
    QVERIFY(!plan::may_answer(made.problem));
    limits.power_kw.reset();
    const tests::Budget spent;
    plan::program_reports(made.problem, made.architecture, 0, {1, 1e-3, {}});
    QVERIFY(spent.ms() < 10'000.0);
  }

  /// With little work allowed: an answer all the same, no better than with all of it and with bounds that
  /// hold, the same for any number of threads, and for less work.
  void workLimit() {
    const Case made = make_case("bert-large", two_types(1), 512, 64);
    const auto of = [&](int threads, std::int64_t work) {
      return *plan::program_reports(made.problem, made.architecture, 0, {threads, 0.0, {}, work});
    };
    const auto work_of = [](const std::vector<plan::ProgramReport>& reports) {
      std::int64_t sum = 0;
      for (const plan::ProgramReport& report : reports) sum += report.synthesis().work;
      return sum;
    };
    const std::vector<plan::ProgramReport> all = of(2, 0);
    const double best = all.front().step.value;
    QVERIFY(!all.front().stopped);
    // More than they take is as good as any.
    const std::vector<plan::ProgramReport> enough = of(2, 10'000'000'000);
    QCOMPARE(enough.size(), all.size());
    for (std::size_t k = 0; k < all.size(); ++k) {
      QVERIFY(!enough[k].stopped);
      QCOMPARE(enough[k].step, all[k].step);
      QCOMPARE(enough[k].lower_bound, all[k].lower_bound);
    }
    for (const std::int64_t work : {100, 10'000, 200'000}) {
      const std::vector<plan::ProgramReport> one = of(1, work), three = of(3, work);
      QCOMPARE(one.size(), three.size());
      QVERIFY(work_of(one) < work_of(all));
      QVERIFY(one.front().stopped);
      for (std::size_t k = 0; k < one.size(); ++k) {
        QCOMPARE(one[k].step, three[k].step);
        QCOMPARE(one[k].lower_bound, three[k].lower_bound);
        QVERIFY(one[k].parts == three[k].parts);
        QVERIFY(one[k].fits());
        QVERIFY(one[k].lower_bound.value <= best * (1.0 + 1e-9));
      }
      QVERIFY(one.front().step.value >= best * (1.0 - 1e-9));
    }
  }
};

}  // namespace tst_program_pipeline

ASTROLABE_TEST(tst_program_pipeline, TestProgramPipeline)
#include "tst_program_pipeline.moc"
