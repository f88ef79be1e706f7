// core/cost: what a stage holds, shards, deals out, keeps in host memory and recomputes, against sums written
// out.
#include <QtTest>
#include <cmath>

#include "core/cost/bound.h"
#include "core/cost/memory.h"
#include "core/cost/shape.h"
#include "core/cost/tail.h"
#include "cost_sums.h"
#include "problems.h"
#include "tests/program/test_program.h"

namespace tst_cost_memory {

using namespace astrolabe;
using namespace astrolabe::cost;
using namespace astrolabe::tests;

class TestCostMemory : public QObject {
  Q_OBJECT

 private slots:
  /// 1e9 dense parameters on a rank, Adam, fp32 gradients: weights 2e9, gradients 4e9, optimizer 12e9 / 4
  /// with ZeRO 1 over 4 ranks. Activations 3 x 1e9; workspace logits 1e8 + 0.5e9 + 0.956 GiB + 0.08 x 3e9 + 4
  /// GiB of context (a tenth of 80 GiB is more).
  void memory() {
    strategy::Job job;
    StageContent content;
    content.dense_parameters = 1e9;
    content.kept_bytes = 1e9;
    content.in_flight = 3;
    content.logits_bytes = 1e8;
    content.dense_shards = 4;
    content.zero_stage = 1;
    const hardware::Pool pool = make_pool("a", 1, 8);
    const StageMemory memory = stage_memory(job, pool, 0, content);
    checkClose(memory.weights.value, 2e9);
    checkClose(memory.gradients.value, 4e9);
    checkClose(memory.optimizer.value, 3e9);
    checkClose(memory.activations.value, 3e9);
    const double gibibyte = 1073741824.0;
    checkClose(memory.allocator.value, 12e9 + 1e8 + 0.5e9 + 0.956 * gibibyte);
    checkClose(memory.workspace.value, 1e8 + 0.5e9 + 0.956 * gibibyte + 0.24e9 + 4.0 * gibibyte);
    checkClose(memory.total.value, 12e9 + memory.workspace.value);
    checkClose(memory.limit.value, 0.94 * 80 * gibibyte);
  }

  /// Bytes a parameter beside 4 of fp32 master weights: Adam's two moments 8, the momentum of SGD and Muon 4,
  /// rows and columns of Adafactor 0.1. In fp32 the weights are their own master.
  void stateOfOptimizers() {
    using strategy::Optimizer;
    strategy::Job job;
    const auto bytes = [&](Optimizer optimizer) {
      job.optimizer = optimizer;
      return optimizer_state_bytes(job);
    };
    checkClose(bytes(Optimizer::adam), 12.0);
    checkClose(bytes(Optimizer::adamw), 12.0);
    checkClose(bytes(Optimizer::sgd), 8.0);
    checkClose(bytes(Optimizer::muon), 8.0);
    checkClose(bytes(Optimizer::adafactor), 4.1);
    job.precision = hardware::Precision::fp32;
    checkClose(bytes(Optimizer::adamw), 8.0);
    checkClose(bytes(Optimizer::muon), 4.0);
    checkClose(bytes(Optimizer::adafactor), 0.1);
  }

  /// 1e9 parameters with bf16 gradients: weights and gradients in 2 bytes each, 12 of state. Where weights
  /// are wide both are in 4, and the state is without the master copy that the weights are: 8. In fp32 both
  /// are in 4 whatever is said of gradients, and Adam's state is its moments, 8, wide or not.
  void widthsOfWeightsAndGradients() {
    strategy::Job job;
    job.gradient_precision = strategy::GradientPrecision::bf16;
    StageContent content;
    content.dense_parameters = 1e9;
    const hardware::Pool pool = make_pool("a", 1, 8);
    StackTraits stack;
    const auto check = [&](double weights, double gradients, double optimizer) {
      const StageMemory memory = stage_memory(job, pool, 0, content, stack);
      checkClose(memory.weights.value, weights);
      checkClose(memory.gradients.value, gradients);
      checkClose(memory.optimizer.value, optimizer);
    };
    check(2e9, 2e9, 12e9);
    stack.wide_weights = true;
    check(4e9, 4e9, 8e9);
    job.precision = hardware::Precision::fp32;
    check(4e9, 4e9, 8e9);
    stack.wide_weights = false;
    check(4e9, 4e9, 8e9);
  }

  /// Recomputing on a device filled above 0.8 takes `flush` longer for each tenth above: at 0.85 half of 0.5
  /// more, at 0.8 nothing, full and overfull 2 x 0.5.
  void flushesOfAFullDevice() {
    StackTraits stack;
    StageMemory memory;
    memory.limit = gib(100.0);
    const auto factor = [&](double held, int recompute_layers) {
      memory.total = gib(held);
      return flush_factor(stack, memory, recompute_layers);
    };
    stack.flush = 0.5;
    checkClose(factor(85.0, 1), 1.25);
    checkClose(factor(80.0, 1), 1.0);
    checkClose(factor(100.0, 1), 2.0);
    checkClose(factor(150.0, 1), 2.0);
    checkClose(factor(100.0, 0), 1.0);
    stack.flush = 0.0;
    checkClose(factor(100.0, 1), 1.0);
  }

  /// 20 of 80, 40 of 80 and 30 of 60 GiB: the first of those that are equally full, by half.
  void fullestStage() {
    Evaluation evaluation;
    QCOMPARE(evaluation.fullest_stage(), -1);
    QCOMPARE(evaluation.memory_share(), 0.0);
    for (const auto& [held, limit] : {std::pair{20.0, 80.0}, {40.0, 80.0}, {30.0, 60.0}}) {
      StageMemory memory;
      memory.total = gib(held);
      memory.limit = gib(limit);
      evaluation.memory.push_back(memory);
    }
    QCOMPARE(evaluation.fullest_stage(), 1);
    QCOMPARE(evaluation.memory_share(), 0.5);
  }

  /// A hand-written fp8 trainer over 4 ranks, ZeRO 1: of 1e9 parameters 2e8 are embedding and head, whole in
  /// 2 bytes: 4e8; 8e8 of layers in 1 byte: 8e8; their 16-bit weights sharded: 2 x 8e8 / 4 = 4e8, or on the
  /// host. ZeRO 2 changes nothing of that; ZeRO 3 has a quarter of the layers, 2e8, and the 1e8 gathered.
  void memoryOfQuantizedWeights() {
    strategy::Job job;
    StageContent content;
    content.dense_parameters = 1e9;
    content.edge_parameters = 2e8;
    content.dense_shards = 4;
    content.zero_stage = 1;
    StackTraits stack;
    stack.quantized_bytes = 1.0;
    const hardware::Pool pool = make_pool("a", 1, 8);
    checkClose(stage_memory(job, pool, 0, content, stack).weights.value, 1.6e9);
    content.zero_stage = 2;
    checkClose(stage_memory(job, pool, 0, content, stack).weights.value, 1.6e9);
    content.zero_stage = 3;
    content.gathered_parameters = 1e8;
    checkClose(stage_memory(job, pool, 0, content, stack).weights.value, 1.1e9);  // 3e8 + 4e8 + 4e8
    stack.offload_master = true;
    checkClose(stage_memory(job, pool, 0, content, stack).weights.value, 0.7e9);
    content.zero_stage = 1;
    checkClose(stage_memory(job, pool, 0, content, stack).weights.value, 1.2e9);
  }

  /// Pipeline of 4 stages with one layer of p parameters each, two replicas side by side on 450 GB/s. ZeRO 2
  /// without overlap reduces 4 p bytes over 2 ranks, half of them moved, in every backward pass: in the
  /// middle p x 4 / 2 / (450e9 x share) + 8e-6 x 2 x ceil(p / 40e6) s longer; the step's end is rid of as
  /// much. Gradients are held in halves, with ZeRO 3 weights, too, beside two gathered layers in 2 bytes.
  void shardingInPipeline() {
    const strategy::Problem problem =
        make_test_problem(make_graph(4), make_cluster({make_pool("a", 1, 8)}), 2048, 32);
    Tables tables(problem);
    strategy::Strategy s = plain_strategy(1, 4, 2, 4);
    s.overlap_grad_reduce = s.overlap_param_gather = false;
    std::vector<StageCost> stages;
    std::vector<Evaluation> whole;
    for (const int zero : {1, 2, 3}) {
      s.zero_stage = zero;
      const Shape shape(tables, s);
      stages.push_back(shape.stage(1, {1, 2}));
      whole.push_back(shape.evaluate({1, 1, 1, 1}));
      QVERIFY(step_lower_bound(shape) <= whole.back().step.value);
    }
    const model::LayerClass& layer = problem.graph->classes[0];
    const auto p = static_cast<double>(layer.parameters_split + layer.parameters_replicated);
    const StackTraits& stack = tables.stack(0);
    QCOMPARE(stack.gradient_bytes * stack.reduce_passes, 4.0);
    const double share = coefficients_of(problem).tensor_share;
    const double reduce = (p * 4.0 / 2.0 / (450e9 * share) + 8e-6 * std::ceil(p / 40e6)) * stack.factor;
    checkClose(stages[1].backward - stages[0].backward, reduce, 1e-6);
    checkClose(stages[0].tail - stages[1].tail, reduce, 1e-6);
    QCOMPARE(stages[1].forward, stages[0].forward);
    QVERIFY(stages[2].forward > stages[0].forward);  // gathers of the forward pass
    checkClose(whole[0].memory[1].gradients.value, 4.0 * p);
    checkClose(whole[1].memory[1].gradients.value, 2.0 * p);
    checkClose(whole[1].memory[1].weights.value, 2.0 * p);
    checkClose(whole[2].memory[1].weights.value, 2.0 * p / 2.0 + 2.0 * 2.0 * p);
    QVERIFY(whole[2].time[Part::data_parallel] > 0.0);
    for (const Evaluation& evaluation : whole) checkClose(evaluation.time.total(), evaluation.step.value);
    QVERIFY(whole[1].step > whole[0].step);
  }

  /// Of gradients that take r and weights that take g seconds a share is hidden, of both together no more
  /// than 0.9 of the work that there is beside them: of a micro-batch of w seconds; of as many as there are
  /// where ZeRO 2 without a pipeline reduces after each; of one for each stage, as far as there are, with
  /// chunks.
  void whatHidesTheTail() {
    const strategy::Problem problem =
        make_test_problem(make_graph(4), make_cluster({make_pool("a", 1, 8)}), 2048, 32);
    const Tables tables(problem);
    const double overlap = tables.stack(0).data_overlap;
    const auto tail = [&](int zero, bool reduces, bool gathers, int chunks, int micro_batches, int stages,
                          double work) {
      strategy::Strategy s = plain_strategy(1, stages, 2, 4);
      s.zero_stage = zero;
      s.virtual_pipeline = chunks;
      s.overlap_grad_reduce = reduces;
      s.overlap_param_gather = gathers;
      StageContent content = ranks_of(s, 1);
      content.dense_parameters = 1e9;
      return tail_of(tail_input(tables, s, splitting_of(s, 0, 1), 1, micro_batches, stages), content, work);
    };
    constexpr double kLong = 1e3, kShort = 1e-6;
    const double r = tail(1, false, false, 1, 4, 1, kLong).reduce;
    const double g = tail(1, false, false, 1, 4, 1, kLong).gather;
    QVERIFY(r > 1e-3 && g > 1e-3);
    // The all-reduce of ZeRO 0 is both halves, and one switch hides them.
    const double whole = tail(0, false, false, 1, 4, 1, kLong).reduce;
    checkClose(tail(0, false, true, 1, 4, 1, kLong).gather, whole);
    checkClose(tail(0, true, false, 1, 4, 1, kLong).reduce, whole * (1.0 - overlap));
    checkClose(tail(0, true, false, 1, 4, 1, kLong).gather, whole * (1.0 - overlap));
    checkClose(tail(1, true, false, 1, 4, 1, kLong).reduce, r * (1.0 - overlap));
    checkClose(tail(1, true, false, 1, 4, 1, kLong).gather, g);
    checkClose(tail(1, true, false, 1, 4, 1, kShort).reduce, r - 0.9 * kShort, 1e-12);
    checkClose(tail(2, true, false, 1, 4, 1, kShort).reduce, 4.0 * r - 4.0 * 0.9 * kShort, 1e-12);
    checkClose(tail(1, true, false, 2, 8, 4, kShort).reduce, r - 4.0 * 0.9 * kShort, 1e-12);
    checkClose(tail(1, true, false, 2, 2, 4, kShort).reduce, r - 2.0 * 0.9 * kShort, 1e-12);
  }

  /// InternEvo sums gradients over all ranks, deals state out by whole tensors and has every owner send its
  /// own weights to all others: a call for each of min(ranks, 9 tensors x 4 layers) owners, n - 1 steps of 8
  /// us each. 8 ranks: 8 x 7 x 8 us = 0.448 ms beside the bytes; 16: 1.92 ms; 128: 36 x 127 x 8 us = 36.6 ms.
  void stateDealtByTensors() {
    strategy::Problem problem =
        make_test_problem(make_graph(4), make_cluster({make_pool("a", 16, 8)}), 2048, 128);
    problem.software.stack = strategy::Stack::intern_evo;
    Tables tables(problem);
    QCOMPARE(tables.stack(0).reduce_passes, 2.0);
    for (const auto& [ranks, latency] :
         {std::pair{8, 0.448e-3}, std::pair{16, 1.92e-3}, std::pair{128, 36.576e-3}}) {
      strategy::Strategy s = plain_strategy(1, 1, ranks, 1);
      s.zero_stage = 1;
      s.overlap_param_gather = false;
      const TailInput in = tail_input(tables, s, splitting_of(s, 0, 1), 1, 128 / ranks, 1);
      StageContent content = ranks_of(s, 1);
      content.dense_parameters = 1e9;
      const double bytes = in.routes.dense_shards.without_latency(1e9, tables.stack(0).gathered_bytes);
      checkClose(tail_of(in, content, 1.0).gather, bytes + latency);
      if (ranks < 128) continue;
      // A stage of four has 9 tensors: 9 x 127 x 8 us = 9.144 ms, whatever was asked for before.
      const TailInput fourth = tail_input(tables, s, splitting_of(s, 0, 1), 1, 1, 4);
      checkClose(tail_of(fourth, content, 1.0).gather, bytes + 9.144e-3);
    }
  }

  /// One GPU, four equal layers, host link of 63 GB/s of which 0.6 are reached: a pass of a layer takes as
  /// long as its k bytes to host memory and back, k / 37.8e9 s, where that is longer; the activations of two
  /// layers stay on the device, and 4 k without.
  void offloadedActivations() {
    const strategy::Problem problem =
        make_test_problem(make_graph(4), make_cluster({make_pool("a", 1, 1)}), 2048, 8);
    Tables tables(problem);
    strategy::Strategy s = plain_strategy(1, 1, 1, 4);
    const Shape held(tables, s);
    const LayerCost layer = tables.split(splitting_of(s, 0, 1)).classes[0];
    const double transfer = layer.kept_bytes[0] / 37.8e9;
    s.offload_activations = true;
    const Shape away(tables, s);
    const StageCost before = held.stage(0, {0, 4});
    const StageCost after = away.stage(0, {0, 4});
    const LayerTime& time = layer.time[0];
    checkClose(after.forward - before.forward,
               4.0 * (std::max(transfer, time.forward_seconds) - time.forward_seconds), 1e-6);
    checkClose(after.backward - before.backward,
               4.0 * (std::max(transfer, time.backward_seconds) - time.backward_seconds), 1e-6);
    QVERIFY(after.forward > before.forward);
    const Evaluation evaluation = away.evaluate({4});
    checkClose(held.evaluate({4}).memory[0].activations.value, 4.0 * layer.kept_bytes[0]);
    checkClose(evaluation.memory[0].activations.value, 2.0 * layer.kept_bytes[0]);
    checkClose(evaluation.time.total(), evaluation.step.value);
  }

  /// Two ranks share p parameters (ZeRO 1): each moves 4 bytes of gradients down and 2 of weights up at 0.6
  /// of 63 GB/s, and the host reads 16 and writes 14 bytes of each at half of 76.8 GB/s, which takes longest.
  /// A link of 1 GB/s takes longer than its host: 4 / 0.6e9 against 30 / 8.55e9 s a parameter. On the device
  /// 10 bytes a local parameter stay.
  void offloadedOptimizer() {
    strategy::Problem problem =
        make_test_problem(make_graph(4), make_cluster({make_pool("a", 1, 2)}), 2048, 8);
    strategy::Strategy s = plain_strategy(1, 1, 2, 4);
    s.zero_stage = 1;
    const auto tail = [&](bool offloaded, double pcie) {
      problem.cluster.pools[0].gpu.pcie = gb_per_s(pcie);
      s.offload_optimizer = offloaded;
      const Tables tables(problem);
      StageContent content = ranks_of(s, 1);
      content.dense_parameters = 1e9;
      return tail_of(tail_input(tables, s, splitting_of(s, 0, 1), 1, 4, 1), content, 1.0).optimizer;
    };
    Tables tables(problem);
    const double local = memory_seconds(tables.device(0), 10.0 * 1e9);
    checkClose(tail(true, 63.0) - local, 30.0 * 0.5e9 / 38.4e9, 1e-9);
    checkClose(tail(true, 31.5) - local, 30.0 * 0.5e9 / 25.6e9, 1e-9);
    checkClose(tail(true, 15.75) - local, 30.0 * 0.5e9 / 8.55e9, 1e-9);
    checkClose(tail(true, 1.0) - local, 4.0 * 0.5e9 / 0.6e9, 1e-9);
    QVERIFY(tail(false, 63.0) < tail(true, 63.0));
    checkClose(tail(true, 0.0), local + 1e6, 1e-9);  // no link: longer than any step
    s.offload_optimizer = true;
    const Evaluation held = Shape(tables, s).evaluate({4});
    s.offload_optimizer = false;
    const Evaluation before = Shape(tables, s).evaluate({4});
    QCOMPARE(held.memory[0].optimizer.value, 0.0);
    QVERIFY(held.time[Part::optimizer] > before.time[Part::optimizer]);
    checkClose(held.step.value - before.step.value, held.time[Part::optimizer] - before.time[Part::optimizer],
               1e-9);
    // A superchip's Grace: 512 GB/s for one Hopper, half of it for each of two later GPUs.
    hardware::Gpu gpu = make_gpu();
    QCOMPARE(host_memory_of(gpu), 76.8e9);
    gpu.form = "superchip";
    QCOMPARE(host_memory_of(gpu), 512e9);
    gpu.architecture = "Blackwell";
    QCOMPARE(host_memory_of(gpu), 256e9);
    gpu.pcie.reset();
    QCOMPARE(host_memory_of(gpu), 0.0);
  }

  /// Recomputed layers: time never falls and memory never grows with their number; the fewest that fit are
  /// taken.
  void recompute() {
    strategy::Problem problem = make_test_problem(make_graph(16, 2048, 16, 8),
                                                  make_cluster({make_pool("a", 1, 2, 1.0, 24)}), 4096, 16);
    strategy::Strategy s = plain_strategy(1, 2, 1, 16);
    s.recompute = strategy::Recompute::full;
    Tables tables(problem);
    const Shape shape(tables, s);
    StageCost last = shape.stage(0, {0, 8}, strategy::Recompute::full, 0);
    for (int r = 1; r <= 8; ++r) {
      const StageCost next = shape.stage(0, {0, 8}, strategy::Recompute::full, r);
      QVERIFY(next.seconds() >= last.seconds());
      if (r > 1) QVERIFY(next.fits || !last.fits);
      last = next;
    }
    const StageCost chosen = shape.stage(0, {0, 8});
    if (chosen.fits && chosen.recompute_layers > 0)
      QVERIFY(!shape.stage(0, {0, 8}, strategy::Recompute::full, chosen.recompute_layers - 1).fits);
  }
};

}  // namespace tst_cost_memory

ASTROLABE_TEST(tst_cost_memory, TestCostMemory)
#include "tst_cost_memory.moc"
