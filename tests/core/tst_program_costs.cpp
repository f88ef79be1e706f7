// core/spmd/kernel_prices.h: a distributed program and the same layout as a pipeline strategy of one stage
// cost nearly the same.
#include <QtTest>
#include <cmath>
#include <random>

#include "core/cost/coefficients.h"
#include "core/engine.h"
#include "core/exports/pytorch.h"
#include "core/plan/program_report.h"
#include "core/spmd/backward.h"
#include "core/spmd/graph_parts.h"
#include "core/spmd/model_graph.h"
#include "core/spmd/proof.h"
#include "program_cases.h"
#include "spmd_cases.h"
#include "tests/core/cases.h"
#include "tests/program/test_program.h"

namespace tst_program_costs {

using namespace astrolabe;
using namespace astrolabe::tests;
using Case = ProgramCase;

namespace {

/// Data parallelism over all GPUs, one micro-batch, states sharded.
planning::Option data_parallel(const strategy::Problem& problem) {
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

/// Without the known ways of parallel training beside it.
plan::ShardAnswer best_program_of(const Case& made) {
  plan::ShardRequest request = request_of(made);
  request.options.baselines = false;
  return *plan::shard(request);
}

/// What clusters are tried with, a few layers of each; the first five are benchmarks.
constexpr std::array kModels{"vgg19",   "vit",        "bert",    "moe",
                             "encoder", "bert-large", "gpt2-xl", "llama-3.1-8b"};
constexpr std::size_t kBenchmarks = 5;

plan::ShardRequest small_request(std::size_t model, hardware::Cluster cluster, int batch) {
  constexpr int kLayers = 3;  // the least that is folded
  const bool is_benchmark = model < kBenchmarks;
  Case made = make_case(is_benchmark ? "bert-large" : kModels[model], std::move(cluster), 256, batch);
  made.architecture.layers.resize(kLayers);
  plan::ShardRequest request = request_of(made);
  if (!is_benchmark) return request;
  request.architecture.reset();
  request.benchmark = kModels[model];
  if (request.benchmark != "vgg19") request.layers = kLayers;
  return request;
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
    const planning::Option pipeline = data_parallel(made.problem);
    const plan::ShardAnswer program = program_of(made);
    QVERIFY(program.synthesis.baselines.data_parallel_even.has_value());
    const double found = *program.synthesis.baselines.data_parallel_even;
    const double wanted = pipeline.evaluation.step.value;
    // What differs: widths of elementwise traffic in backward, and what an all-gather waits for: 1.1 % since
    // fewer of these gathers are hidden (data_overlap 0.77 of both tables, 0.82 of the first).
    QVERIFY2(std::fabs(found / wanted - 1.0) <= 0.012,
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
    const spmd::Devices devices = make_devices({2e12, 1e12}, {1, 2}, 1e11);
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
    const spmd::Devices devices = make_devices({2e12, 1e12}, {1, 1}, 1e10);
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
    const auto script = exports::pytorch_script(graph, made.program);
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
    const plan::ShardAnswer answer = best_program_of(made);
    const spmd::Synthesis& program = answer.synthesis;
    QCOMPARE(program.status, spmd::SynthesisStatus::feasible);
    QVERIFY(program.program.execution.gather_again);
    for (std::size_t i = 0; i < answer.devices.memory.size(); ++i)
      QVERIFY(program.peak_memory[i] <= answer.devices.memory[i]);
    QVERIFY(program.lower_bound <= program.step);
    QVERIFY(!answer.help);
  }

  /// Every benchmark model and three others, of three layers, on random clusters of two or three types, roomy
  /// or tight, links of all kinds: what is returned fits, keeps its bound, and is never slower than any known
  /// way of parallel training in whole units, run as it is run.
  void neverWorseOnClusters() {
    std::mt19937 random(5);
    const Pick pick{random};
    for (int k = 0; k < cases(16); ++k) {
      std::vector<hardware::Pool> pools;
      const int types = pick(2, 3);
      const std::size_t model = static_cast<std::size_t>(k) % kModels.size();
      // The last has 1.7e9 parameters.
      constexpr std::array kTight{5.0, 5.0, 5.0, 8.0, 5.0, 5.0, 8.0, 20.0};
      const double memory = pick(0, 2) == 0 ? kTight[model] + pick(0, 3) : 80.0;
      for (int type = 0; type < types; ++type) {
        pools.push_back(make_pool("p" + std::to_string(type), pick(1, 2), 1 << pick(0, 2), 1.0, memory));
        pools.back().relative_speed = 1.0 - 0.3 * type;
      }
      hardware::Cluster cluster = make_cluster(std::move(pools), std::pow(10.0, pick(-1, 2)));
      const auto found = plan::shard(small_request(model, std::move(cluster), 8 * pick(1, 9)));
      QVERIFY2(found.has_value(), found ? "" : found.error().found.c_str());
      const plan::ShardAnswer& answer = *found;
      const spmd::Synthesis& program = answer.synthesis;
      if (program.status == spmd::SynthesisStatus::infeasible) continue;
      QVERIFY(program.lower_bound <= program.step);
      for (std::size_t i = 0; i < answer.devices.memory.size(); ++i)
        QVERIFY(program.peak_memory[i] <= answer.devices.memory[i]);
      const auto check = [&](std::optional<double> other, const char* what) {
        QVERIFY2(!other || program.step.value <= *other * (1.0 + 1e-12),
                 qPrintable(QStringLiteral("case %1, %2: %3")
                                .arg(k)
                                .arg(QLatin1String(kModels[model]), QLatin1String(what))));
      };
      check(program.baselines.data_parallel_even, "even");
      check(program.baselines.data_parallel_proportional, "proportional");
      check(program.baselines.tensor_parallel, "tensor parallel");
      if (program.program.execution != spmd::Execution{}) continue;
      if (memory < 80.0) continue;  // what is written down below may not fit
      for (const auto& ratios : {even(answer.devices), proportional(answer.devices)})
        for (const bool sharded : {false, true})
          check(written_data_parallel(answer.graph, answer.devices, ratios, sharded), "written down");
    }
  }

  /// Links of 450 GB/s and 2 us inside a node, a network of 400 GB/s a node and 5 us. 8 GPUs of one node: a
  /// ring passes 7/8 of the tensor over the links. 16 on two nodes: 15/16 over the slower of both; in an
  /// exchange a node sends half of its half to the other, 1/4 over its network. Latency: 7 steps inside, 1
  /// between. A pool behind a link of 20 GB/s and 10 us sets the pace of all.
  void hierarchyOfLinks() {
    const cost::Coefficients shares;
    const auto devices = [&](const hardware::Cluster& cluster) {
      return *spmd::devices_of(cluster, hardware::Precision::bf16, 0.0, shares);
    };
    const auto near = [](double value, double expected) {
      return std::fabs(value / expected - 1.0) <= 1e-12;
    };
    const auto seconds_per_byte = [](const spmd::Devices& of, spmd::Collective kind) {
      return 1.0 / of.of(kind).bandwidth.value;
    };
    using spmd::Collective;
    const double link = 450e9 * shares.tensor_share, network = 400e9 * shares.network_share;
    const spmd::Devices one = devices(make_cluster({make_pool("a", 1, 8)}));
    QVERIFY(near(seconds_per_byte(one, Collective::all_gather), 7.0 / 8.0 / link));
    QVERIFY(near(one.of(Collective::all_gather).latency.value, 7 * 2e-6));
    const spmd::Devices two = devices(make_cluster({make_pool("a", 2, 8)}));
    const double pace = 15.0 / 16.0 / std::min(link, network);
    QVERIFY(near(seconds_per_byte(two, Collective::all_gather), pace));
    QVERIFY(near(seconds_per_byte(two, Collective::all_reduce), 2.0 * pace));
    QVERIFY(
        near(seconds_per_byte(two, Collective::all_to_all), std::max(7.0 / 256.0 / link, 0.25 / network)));
    QVERIFY(near(two.of(Collective::all_gather).latency.value, 7 * 2e-6 + 5e-6));
    const spmd::Devices far = devices(make_cluster({make_pool("a", 1, 8), make_pool("b", 1, 8)}, 20.0));
    QVERIFY(near(seconds_per_byte(far, Collective::all_gather), 15.0 / 16.0 / (20e9 * shares.network_share)));
    QVERIFY(near(far.of(Collective::all_gather).latency.value, 7 * 2e-6 + 10e-6));
    // Of pools of one node each nothing passes over their own networks of 5 us.
    hardware::Cluster quick = make_cluster({make_pool("a", 1, 8), make_pool("b", 1, 8)}, 20.0);
    quick.links[0][1].latency = quick.links[1][0].latency = microseconds(3);
    QVERIFY(near(devices(quick).of(Collective::all_gather).latency.value, 7 * 2e-6 + 3e-6));
  }

  /// A calibration moves the price of a program as it moves that of the strategy which is the same layout: 32
  /// GPUs in nodes of 8, whose network of 200 GB/s sets the pace of what they exchange.
  void programsFollowACalibration_data() {
    QTest::addColumn<double>("factor");
    QTest::addColumn<int>("constant");
    QTest::newRow("step_seconds") << 2.0 << 0;
    QTest::newRow("gemm_hopper") << 0.5 << 1;
    QTest::newRow("network_share") << 0.7 << 2;
    QTest::newRow("optimizer_bytes") << 3.0 << 3;
    QTest::newRow("straggler") << 5.0 << 4;
  }
  void programsFollowACalibration() {
    QFETCH(double, factor);
    QFETCH(int, constant);
    using cost::Coefficients;
    constexpr std::array<double Coefficients::*, 5> kConstants{
        &Coefficients::step_seconds, &Coefficients::gemm_hopper, &Coefficients::network_share,
        &Coefficients::optimizer_bytes, &Coefficients::straggler};
    Case made = make_case("llama-3.1-8b", make_cluster({make_pool("a", 4, 8, 1.0, 2000.0)}), 4096, 64);
    made.problem.cluster.pools[0].inter_node.bandwidth = gb_per_s(200);
    const auto program = [&] { return *program_of(made).synthesis.baselines.data_parallel_even; };
    const auto strategy = [&] { return data_parallel(made.problem).evaluation.step.value; };
    const double program_before = program(), strategy_before = strategy();
    auto own = std::make_shared<Coefficients>();
    (*own).*kConstants[static_cast<std::size_t>(constant)] *= factor;
    made.problem.coefficients = own;
    const double program_moved = program() - program_before, strategy_moved = strategy() - strategy_before;
    QVERIFY2(strategy_moved > 0.004 * strategy_before, qPrintable(QString::number(strategy_moved)));
    QVERIFY2(std::fabs(program_moved / strategy_moved - 1.0) <= 0.03,
             qPrintable(QStringLiteral("program %1 ms longer, strategy %2 ms")
                            .arg(program_moved * 1e3)
                            .arg(strategy_moved * 1e3)));
  }

  /// Collectives of 16 GPUs on two nodes, at half of the shares: twice as long a byte, without their latency.
  void linksFollowACalibration() {
    Case made = make_case("bert-large", make_cluster({make_pool("a", 2, 8, 1.0, 2000.0)}), 512, 64);
    const plan::ShardAnswer before = program_of(made);
    auto own = std::make_shared<cost::Coefficients>();
    own->network_share /= 2.0;
    own->tensor_share /= 2.0;
    made.problem.coefficients = own;
    const plan::ShardAnswer after = program_of(made);
    for (int kind = 0; kind < spmd::kCollectives; ++kind) {
      const spmd::CollectiveCost& one = before.devices.collectives[static_cast<std::size_t>(kind)];
      const spmd::CollectiveCost& other = after.devices.collectives[static_cast<std::size_t>(kind)];
      QVERIFY(std::fabs(other.bandwidth.value / one.bandwidth.value - 0.5) <= 1e-12);
      QCOMPARE(other.latency.value, one.latency.value);
    }
    QVERIFY(after.synthesis.step.value > 1.005 * before.synthesis.step.value);
  }

  void saysWhatIsMissing() {
    const hardware::Cluster cluster =
        make_cluster({make_pool("fast", 1, 4, 1.0, 16.0), make_pool("slow", 1, 4, 0.5, 16.0)});
    Case made = make_case("llama-3.1-8b", cluster, 4096, 8);
    const plan::ShardAnswer answer = best_program_of(made);
    QCOMPARE(answer.synthesis.status, spmd::SynthesisStatus::infeasible);
    QVERIFY(answer.synthesis.short_of.missing.value > 0.0);
    QVERIFY(!answer.synthesis.short_of.device.empty());
    QVERIFY(answer.help.has_value());
    for (hardware::Pool& pool : made.problem.cluster.pools)
      if (pool.id == answer.help->pool) {
        pool.nodes += answer.help->nodes;
        pool.max_gpus += answer.help->nodes * pool.gpus_per_node;
      }
    QVERIFY(best_program_of(made).synthesis.status != spmd::SynthesisStatus::infeasible);
  }

  /// y = x w, loss its sum, one device: between forward and backward x stays for the gradient of w, 4 x 8
  /// values of 4 bytes, and the loss, once for every further micro-batch in flight.
  void activationsInFlight() {
    spmd::Parts parts("one product", false);
    const spmd::TensorId x = parts.input("x", {4, 8});
    const spmd::TensorId w = parts.parameter("w", {8, 8});
    const spmd::TensorId loss = parts.sum(parts.contract("y", "bi,oi->bo", x, w));
    const spmd::Graph graph = *spmd::with_backward(std::move(parts).finish(loss, 4.0));
    const spmd::Devices devices = make_devices({1e12}, {1}, 1e11);
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
    const spmd::Devices devices = make_devices({1e12}, {2}, 1e11);
    const spmd::Prices prices(devices, {0.5, 0.5}, false);
    const spmd::Found found = spmd::search(theory, spmd::make_tables(theory, prices));
    QVERIFY(found.any);
    const auto peak = spmd::memory_of(graph, spmd::assemble(theory, prices, found.rule)).peak;
    // One more sample of 50 x 1000 values of 4 bytes, and at most its 50 x 2 results with their gradients.
    QVERIFY(peak[1].value - peak[0].value >= 200000.0);
    QVERIFY(peak[1].value - peak[0].value <= 200800.0);
  }
};

}  // namespace tst_program_costs

ASTROLABE_TEST(tst_program_costs, TestProgramCosts)
#include "tst_program_costs.moc"
