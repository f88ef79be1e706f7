// core/spmd/kernel_prices.h: a distributed program and the same layout as a pipeline strategy of one stage
// cost nearly the same.
#include <QtTest>
#include <cmath>

#include "core/engine.h"
#include "core/model/model_reader.h"
#include "core/plan/shard.h"
#include "core/spmd/export_pytorch.h"
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

plan::ShardAnswer program_of(const Case& made) {
  plan::ShardRequest request;
  request.architecture = made.architecture;
  request.cluster = made.problem.cluster;
  request.job = made.problem.job;
  return *plan::shard(request);
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
};

QTEST_GUILESS_MAIN(TestProgramCosts)
#include "tst_program_costs.moc"
