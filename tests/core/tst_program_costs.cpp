// core/spmd/kernel_prices.h: a distributed program and the same layout as a pipeline strategy of one stage
// cost nearly the same.
#include <QtTest>
#include <cmath>

#include "core/engine.h"
#include "core/model/model_reader.h"
#include "core/plan/program_report.h"
#include "core/plan/why.h"
#include "core/spmd/backward.h"
#include "core/spmd/export_pytorch.h"
#include "core/spmd/graph_parts.h"
#include "core/spmd/model_graph.h"
#include "core/spmd/proof.h"
#include "problems.h"
#include "spmd_cases.h"

using namespace astrolabe;
using namespace astrolabe::tests;

namespace {

struct Case {
  model::Architecture architecture;
  strategy::Problem problem;
};

Case make_case(const char* model, hardware::Cluster cluster, int sequence, int batch) {
  Case made;
  made.architecture = *model::read_model(model, {});
  made.problem =
      make_test_problem(std::make_shared<const model::Graph>(model::build_graph(made.architecture)),
                        std::move(cluster), sequence, batch);
  return made;
}

plan::ShardRequest request_of(const Case& made) {
  plan::ShardRequest request;
  request.architecture = made.architecture;
  request.cluster = made.problem.cluster;
  request.job = made.problem.job;
  request.batch = made.problem.job.global_batch;
  return request;
}

plan::ShardAnswer program_of(const Case& made) { return *plan::shard(request_of(made)); }

hardware::Cluster two_types(int nodes) {
  hardware::Pool fast = make_pool("fast", nodes, 8, 1.0, 2000.0),
                 slow = make_pool("slow", nodes, 8, 1.0, 1000.0);
  slow.relative_speed = 0.5;
  return make_cluster({fast, slow});
}

/// Data parallelism over all GPUs, one micro-batch, states sharded.
Detail data_parallel(const strategy::Problem& problem) {
  strategy::Strategy layout;
  layout.data_parallel = problem.cluster.gpus();
  layout.sharding_group = layout.data_parallel;
  layout.micro_batch = problem.job.global_batch / layout.data_parallel;
  layout.zero_stage = 1;
  layout.overlap_grad_reduce = layout.overlap_param_gather = true;
  layout.stages.resize(1);
  layout.stages[0].layers = problem.graph->layer_count();
  return *detail(problem, layout);
}

}  // namespace

class TestProgramCosts : public QObject {
  Q_OBJECT

 private slots:
  /// One micro-batch, states sharded over all GPUs, against the strategy of one stage: compute, exposed
  /// traffic, host, optimizer and the fixed part of a step, each counted in two rooms.
  void dataParallelAgrees_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("nodes");
    QTest::addColumn<int>("sequence");
    QTest::addColumn<int>("batch");
    QTest::newRow("bert-large 8") << "bert-large" << 1 << 512 << 256;
    QTest::newRow("bert-large 8, small") << "bert-large" << 1 << 512 << 16;
    QTest::newRow("bert-large 32") << "bert-large" << 4 << 512 << 1024;
    QTest::newRow("llama-3.1-8b 8") << "llama-3.1-8b" << 1 << 4096 << 16;
    QTest::newRow("llama-3.1-8b 32") << "llama-3.1-8b" << 4 << 4096 << 32;
    QTest::newRow("gpt2-xl 16") << "gpt2-xl" << 2 << 1024 << 128;
  }
  void dataParallelAgrees() {
    QFETCH(QString, model);
    QFETCH(int, nodes);
    QFETCH(int, sequence);
    QFETCH(int, batch);
    const Case made = make_case(model.toLatin1().constData(),
                                make_cluster({make_pool("a", nodes, 8, 1.0, 2000.0)}), sequence, batch);
    const Detail pipeline = data_parallel(made.problem);
    const plan::ShardAnswer program = program_of(made);
    QVERIFY(program.synthesis.baselines.data_parallel_even.has_value());
    const double found = *program.synthesis.baselines.data_parallel_even;
    const double wanted = pipeline.evaluation.step.value;
    // What differs: widths of elementwise traffic in backward, and what an all-gather waits for.
    QVERIFY2(std::fabs(found / wanted - 1.0) <= 0.015,
             qPrintable(QStringLiteral("program %1 ms, pipeline %2 ms").arg(found * 1e3).arg(wanted * 1e3)));
    // The best program is no dearer, and not much cheaper either: nothing is left out of its price.
    QVERIFY(program.synthesis.step.value <= found);
    QVERIFY(program.synthesis.step.value >= 0.9 * found);
    QVERIFY(program.synthesis.lower_bound.value <= program.synthesis.step.value);
  }

  /// Weights gathered again and layers computed again change when devices hold what, and nothing else: the
  /// interpreter executes the programs beside the plain graph.
  void lighterProgramsAreEqual_data() {
    QTest::addColumn<bool>("again");
    QTest::addColumn<bool>("recompute");
    QTest::newRow("gathered again") << true << false;
    QTest::newRow("computed again") << false << true;
    QTest::newRow("both") << true << true;
  }
  void lighterProgramsAreEqual() {
    QFETCH(bool, again);
    QFETCH(bool, recompute);
    const spmd::Graph graph = trained("encoder", 3, 3, 192);
    const spmd::Devices devices = spmd::make_devices({2e12, 1e12}, {1, 2}, 1e11);
    spmd::SynthesisOptions options;
    const spmd::Synthesis plain = *spmd::synthesise(graph, devices, options);
    options.execution = {1, again, recompute};
    const spmd::Synthesis made = *spmd::synthesise(graph, devices, options);
    const auto proof = spmd::prove(graph, made.program, std::nullopt);
    QVERIFY(proof.has_value());
    QVERIFY2(proof->result.holds(),
             proof->result.violation ? proof->result.violation->what.c_str() : "not executed");
    int weights = 0, layers = 0;
    for (const spmd::Instruction& instruction : made.program.instructions) {
      if (instruction.phase != spmd::Phase::backward) continue;
      const bool computes = instruction.kind == spmd::Instruction::Kind::compute;
      layers += computes && graph.nodes[instruction.node].phase == spmd::Phase::forward ? 1 : 0;
      weights += !computes && !instruction.inputs.empty() &&
                         graph.tensors[instruction.inputs[0].tensor].role == spmd::Role::parameter
                     ? 1
                     : 0;
    }
    QCOMPARE(weights > 0, again);
    QCOMPARE(layers > 0, recompute);
    QVERIFY(made.step >= plain.step);
    const auto most = [](const spmd::Synthesis& of) {
      return *std::max_element(of.peak_memory.begin(), of.peak_memory.end());
    };
    QVERIFY(most(made) < most(plain));
  }

  /// Forward and backward run four times, the optimizer once.
  void microBatches() {
    const spmd::Graph graph = trained("encoder", 2, 2, 16);
    const spmd::Devices devices = spmd::make_devices({2e12, 1e12}, {1, 1}, 1e10);
    spmd::SynthesisOptions options;
    options.execution.micro_batches = 4;
    const spmd::Synthesis made = *spmd::synthesise(graph, devices, options);
    double once = 0.0, often = 0.0;
    for (const spmd::Instruction& instruction : made.program.instructions) {
      const bool weight = instruction.kind != spmd::Instruction::Kind::compute &&
                          !instruction.inputs.empty() &&
                          graph.tensors[instruction.inputs[0].tensor].role == spmd::Role::parameter;
      (instruction.phase == spmd::Phase::optimizer || weight ? once : often) +=
          instruction.computation.value + instruction.communication.value;
    }
    QVERIFY(std::fabs(made.step.value - (once + 4.0 * often)) <= 1e-12 * made.step.value);
    const auto script = spmd::pytorch_script(graph, made.program);
    QVERIFY(script.has_value());
    QVERIFY(script->find("for micro in range(4):\n        batch = read_batch(step * 4 + micro)") !=
            std::string::npos);
    QVERIFY(script->find("sum_loss = loss if micro == 0 else sum_loss + loss") != std::string::npos);
  }

  /// 8.03e9 parameters: weights 2 bytes, gradients 4, moments and master copy 12, so whole weights and
  /// gradients alone take 45 GiB; in shards all takes 8.4 GiB of each of 16 GPUs.
  void findsWhatFits() {
    const hardware::Cluster cluster =
        make_cluster({make_pool("fast", 1, 8, 1.0, 40.0), make_pool("slow", 1, 8, 0.5, 40.0)});
    const Case made = make_case("llama-3.1-8b", cluster, 4096, 64);
    const plan::ShardAnswer answer = program_of(made);
    const spmd::Synthesis& program = answer.synthesis;
    QCOMPARE(program.status, spmd::SynthesisStatus::feasible);
    QVERIFY(program.program.execution.gather_again);
    for (std::size_t i = 0; i < answer.devices.memory.size(); ++i)
      QVERIFY(program.peak_memory[i] <= answer.devices.memory[i]);
    QVERIFY(program.lower_bound <= program.step);
    QVERIFY(!answer.help);
  }

  void saysWhatIsMissing() {
    const hardware::Cluster cluster =
        make_cluster({make_pool("fast", 1, 4, 1.0, 16.0), make_pool("slow", 1, 4, 0.5, 16.0)});
    Case made = make_case("llama-3.1-8b", cluster, 4096, 8);
    const plan::ShardAnswer answer = program_of(made);
    QCOMPARE(answer.synthesis.status, spmd::SynthesisStatus::infeasible);
    QVERIFY(answer.synthesis.short_of.missing.value > 0.0);
    QVERIFY(!answer.synthesis.short_of.device.empty());
    QVERIFY(answer.help.has_value());
    for (hardware::Pool& pool : made.problem.cluster.pools)
      if (pool.id == answer.help->pool) {
        pool.nodes += answer.help->nodes;
        pool.max_gpus += answer.help->nodes * pool.gpus_per_node;
      }
    QVERIFY(program_of(made).synthesis.status != spmd::SynthesisStatus::infeasible);
  }

  /// One stage of all devices, one micro-batch or several: the program as it is without a pipeline.
  void oneStageIsTheProgram() {
    const Case made = make_case("bert-large", two_types(1), 512, 256);
    for (const int micro_batches : {1, 4}) {
      const spmd::Execution way{micro_batches, false, false};
      const auto program = plan::shard_stage(request_of(made), way, 1e300);
      const auto pipeline = plan::program_pipeline(request_of(made), 1, way);
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
    const auto pipeline = plan::program_pipeline(request_of(made), stages, {micro_batches, false, false});
    QVERIFY(pipeline && *pipeline);
    QCOMPARE((*pipeline)->stages.size(), static_cast<std::size_t>(stages));
    QVERIFY2(std::fabs((*pipeline)->end.step / wanted - 1.0) <= 0.015,
             qPrintable(QStringLiteral("programs %1 ms, pipeline %2 ms")
                            .arg((*pipeline)->end.step * 1e3)
                            .arg(wanted * 1e3)));
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
    const auto pipeline = plan::program_pipeline(request_of(made), 2, {8, false, false});
    QVERIFY(pipeline && *pipeline);
    const auto reports = plan::program_reports(made.problem, made.architecture, 0);
    QVERIFY(reports.has_value());
    QCOMPARE(reports->size(), std::size_t{2});
    QVERIFY(reports->front().step <= reports->back().step);
    for (const plan::ProgramReport& report : *reports) {
      const cost::Evaluation& row = report.evaluation;
      QVERIFY(plan::is_program(row.strategy));
      QCOMPARE(row.gpus_used(), 32);
      QCOMPARE(row.strategy.pipeline_parallel, report.stages());
      QCOMPARE(row.strategy.stages.size(), static_cast<std::size_t>(2 * report.stages()));
      QVERIFY(std::fabs(row.time.total() / row.step.value - 1.0) <= 1e-6);
      QVERIFY(std::fabs(report.timeline.step / row.step.value - 1.0) <= 1e-9);
      QVERIFY(report.lower_bound <= report.step);
      QCOMPARE(row.memory.size(), row.strategy.stages.size());
      QCOMPARE(report.timeline.lanes.size(), row.memory.size());
      for (const cost::StageMemory& memory : row.memory) {
        QVERIFY(std::fabs((memory.tensors() + memory.workspace - memory.total).value) <= 1.0);
        QVERIFY(memory.fits());
      }
      if (!report.pipeline) continue;
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
      snapshot.best.front().strategy.stages.clear();
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
    const spmd::Devices devices = spmd::make_devices({2e12, 1e12}, {1, 2}, 1e11);
    spmd::SynthesisOptions plain;
    plain.execution.micro_batches = 2;
    const spmd::Synthesis made = *spmd::synthesise(graph, devices, plain);
    const auto proof = spmd::prove(graph, made.program, std::nullopt);
    QVERIFY(proof.has_value());
    QVERIFY2(proof->result.holds(),
             proof->result.violation ? proof->result.violation->what.c_str() : "not executed");
  }

  /// y = x w, loss its sum, one device: between forward and backward x stays for the gradient of w, 4 x 8
  /// values of 4 bytes, and the loss, once for every further micro-batch in flight.
  void activationsInFlight() {
    spmd::Parts parts("one product", false);
    const spmd::TensorId x = parts.input("x", {4, 8});
    const spmd::TensorId w = parts.parameter("w", {8, 8});
    const spmd::TensorId loss = parts.sum(parts.contract("y", "bi,oi->bo", x, w));
    const spmd::Graph graph = *spmd::with_backward(std::move(parts).finish(loss, 4.0));
    const spmd::Devices devices = spmd::make_devices({1e12}, {1}, 1e11);
    spmd::Program program = spmd::synthesise(graph, devices)->program;
    const double one = spmd::memory_of(graph, program).peak[0].value;
    program.execution.in_flight = 3;
    QCOMPARE(spmd::memory_of(graph, program).peak[0].value - one, 2.0 * (4 * 8 * 4 + 4));
  }

  /// Shards of whole units: 3 samples on two equal devices lie 1 and 2, so the second holds 2 of 3 of what is
  /// cut along them, not half.
  void memoryInWholeUnits() {
    spmd::Parts parts("samples", false);
    const spmd::TensorId x = parts.input("x", {3, 50, 1000});
    const spmd::TensorId w = parts.parameter("w", {2, 1000});
    const spmd::TensorId loss = parts.sum(parts.contract("y", "bsi,oi->bso", x, w));
    const spmd::Graph graph = *spmd::with_backward(std::move(parts).finish(loss, 3.0));
    const spmd::Theory theory = *spmd::make_theory(graph, spmd::Restriction::data_parallel);
    const spmd::Devices devices = spmd::make_devices({1e12}, {2}, 1e11);
    const spmd::Prices prices(devices, {0.5, 0.5}, false);
    const spmd::Found found = spmd::search(theory, spmd::make_tables(theory, prices));
    QVERIFY(found.any);
    const auto peak = spmd::memory_of(graph, spmd::assemble(theory, prices, found.rule)).peak;
    // One more sample of 50 x 1000 values of 4 bytes, and at most its 50 x 2 results with their gradients.
    QVERIFY(peak[1].value - peak[0].value >= 200000.0);
    QVERIFY(peak[1].value - peak[0].value <= 200800.0);
  }
};

QTEST_GUILESS_MAIN(TestProgramCosts)
#include "tst_program_costs.moc"
