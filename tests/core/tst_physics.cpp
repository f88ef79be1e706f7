// What no fit may break: a slower part never makes a step faster, more work never takes less time, nothing
// beats the peak, and more memory never makes the best plan worse. On random problems, with fixed seeds.
#include <QtTest>
#include <cmath>
#include <functional>
#include <random>

#include "core/cost/floor.h"
#include "core/cost/shape.h"
#include "core/engine.h"
#include "core/hardware/catalogue.h"
#include "tests/core/cases.h"
#include "tests/core/problems.h"
#include "tests/program/test_program.h"

namespace tst_physics {

using namespace astrolabe;
using namespace astrolabe::tests;

namespace {

struct Sample {
  strategy::Problem problem;
  strategy::Strategy strategy;
};

int layers_of(const Sample& sample) { return sample.problem.graph->layer_count(); }

/// Even stages; recomputation in every layer when it is full.
void write_stages(Sample& sample) {
  strategy::Strategy& s = sample.strategy;
  s.stages.assign(static_cast<std::size_t>(s.pipeline_parallel), {});
  for (strategy::Stage& stage : s.stages) {
    stage.layers = layers_of(sample) / s.pipeline_parallel;
    stage.tensor_parallel = s.tensor_parallel;
    stage.recompute = s.recompute;
    stage.recompute_layers = s.recompute == strategy::Recompute::full ? stage.layers : 0;
  }
}

class Samples {
 public:
  explicit Samples(unsigned seed = 20261121) : m_random(seed) {}
  Sample next() {
    Sample sample;
    strategy::Strategy& s = sample.strategy;
    s.tensor_parallel = 1 << pick(0, 3);
    s.pipeline_parallel = 1 << pick(0, 2);
    s.data_parallel = 1 << pick(0, 4);
    s.micro_batch = 1 << pick(0, 2);
    s.sequence_parallel = s.tensor_parallel > 1 && pick(0, 1) == 1;
    s.zero_stage = pick(0, 3);
    s.overlap_grad_reduce = pick(0, 1) == 1;
    s.overlap_param_gather = s.zero_stage > 0 && s.overlap_grad_reduce && pick(0, 1) == 1;
    s.overlap_tensor_parallel = s.sequence_parallel && pick(0, 1) == 1;
    s.offload_optimizer = m_offload() % 4 == 0;
    s.recompute = static_cast<strategy::Recompute>(pick(0, 2));
    s.virtual_pipeline = s.pipeline_parallel > 1 ? pick(1, 2) : 1;
    if (s.virtual_pipeline > 1) s.schedule = strategy::Schedule::interleaved;
    const int experts = pick(0, 3) == 0 ? 8 : 0;
    if (experts > 0) {
      s.expert_parallel = std::min(8, s.data_parallel * s.tensor_parallel);
      for (auto halves = m_offload() % 3; halves > 0 && s.expert_parallel > 1; --halves) {
        s.expert_parallel /= 2;
        s.expert_tensor_parallel *= 2;
      }
    }
    const int gpus = s.tensor_parallel * s.pipeline_parallel * s.data_parallel;
    const int per_node = std::min(8, gpus);
    auto graph = make_graph(8 * pick(1, 4), 1024 << pick(0, 3), 16, 8, experts);
    const int batch = s.micro_batch * s.data_parallel * s.pipeline_parallel * pick(1, 4);
    sample.problem =
        make_test_problem(std::move(graph), make_cluster({make_pool("a", gpus / per_node, per_node)}),
                          512 << pick(0, 5), batch);
    const hardware::Precision precisions[]{hardware::Precision::bf16, hardware::Precision::fp8,
                                           hardware::Precision::fp8_block};
    sample.problem.job.precision = precisions[pick(0, 2)];
    if (pick(0, 2) == 0) {
      sample.problem.cluster.pools.front().gpu = *hardware::Catalogue::built_in().find_gpu("b200-sxm");
      sample.problem.job.precision =
          pick(0, 1) == 0 ? hardware::Precision::mxfp8 : hardware::Precision::nvfp4;
    }
    sample.problem.job.flash_attention = pick(0, 4) > 0;
    hardware::Pool& pool = sample.problem.cluster.pools.front();
    pool.intra_node.reduces = pick(0, 1) == 1;
    pool.inter_node.reduces = pick(0, 1) == 1;
    write_stages(sample);
    return sample;
  }

 private:
  int pick(int least, int most) { return std::uniform_int_distribution<int>(least, most)(m_random); }
  std::mt19937 m_random, m_offload{1};
};

double step_of(const Sample& sample) {
  cost::Tables tables(sample.problem);
  const cost::Shape shape(tables, sample.strategy);
  const std::vector<int> layers(static_cast<std::size_t>(sample.strategy.pipeline_parallel),
                                layers_of(sample) / sample.strategy.pipeline_parallel);
  return shape.evaluate(layers, true).step.value;
}

QString told(const Sample& s, double before, double after) {
  return QStringLiteral("tp %1 pp %2 x %3 dp %4 zero %5: %6 s became %7 s")
      .arg(s.strategy.tensor_parallel)
      .arg(s.strategy.pipeline_parallel)
      .arg(s.strategy.virtual_pipeline)
      .arg(s.strategy.data_parallel)
      .arg(s.strategy.zero_stage)
      .arg(before)
      .arg(after);
}

hardware::Pool& pool_of(Sample& sample) { return sample.problem.cluster.pools.front(); }

void slower(std::optional<FlopsPerSecond>& rate) {
  if (rate) rate->value *= 0.7;
}

}  // namespace

class TestPhysics : public QObject {
  Q_OBJECT

 private slots:
  void neverFasterWithLess_data() {
    QTest::addColumn<std::function<void(Sample&)>>("change");
    const auto row = [](const char* name, const std::function<void(Sample&)>& change) {
      QTest::newRow(name) << change;
    };
    row("links within the node", [](Sample& s) { pool_of(s).intra_node.bandwidth.value *= 0.5; });
    row("network", [](Sample& s) { pool_of(s).inter_node.bandwidth.value *= 0.5; });
    row("latencies", [](Sample& s) {
      pool_of(s).intra_node.latency.value *= 4.0;
      pool_of(s).inter_node.latency.value *= 4.0;
    });
    row("switches that do not add up",
        [](Sample& s) { pool_of(s).intra_node.reduces = pool_of(s).inter_node.reduces = false; });
    row("a power limit", [](Sample& s) { pool_of(s).sustained_clock = 0.8; });
    row("experts loaded unevenly", [](Sample& s) { s.problem.job.expert_imbalance = 1.5; });
    row("the host", [](Sample& s) { pool_of(s).gpu.pcie->value *= 0.4; });
    row("clock", [](Sample& s) {
      hardware::Gpu& gpu = pool_of(s).gpu;
      slower(gpu.fp16);
      slower(gpu.bf16);
      slower(gpu.fp8);
      slower(gpu.fp4);
    });
    row("memory speed", [](Sample& s) { pool_of(s).gpu.memory_bandwidth->value *= 0.6; });
    row("the whole GPU", [](Sample& s) { pool_of(s).relative_speed = 0.8; });
    row("a longer sequence", [](Sample& s) { s.problem.job.sequence_length *= 2; });
    row("a larger batch", [](Sample& s) { s.problem.job.global_batch *= 2; });
    row("more layers", [](Sample& s) {
      const model::Graph& graph = *s.problem.graph;
      s.problem.graph =
          make_graph(graph.layer_count() + 8, graph.hidden, graph.heads, graph.kv_heads, graph.experts);
      write_stages(s);
    });
    row("a larger vocabulary", [](Sample& s) {
      auto graph = std::make_shared<model::Graph>(*s.problem.graph);
      graph->vocabulary *= 2;
      s.problem.graph = graph;
    });
  }
  void neverFasterWithLess() {
    QFETCH(std::function<void(Sample&)>, change);
    for (int stream = 0; stream < cases(50); ++stream) {
      Samples samples(static_cast<unsigned>(20261121 + stream));
      for (int n = 0; n < 400; ++n) {
        const Sample sample = samples.next();
        Sample changed = sample;
        change(changed);
        const double before = step_of(sample);
        const double after = step_of(changed);
        QVERIFY2(after >= before * (1.0 - 1e-12), qPrintable(told(sample, before, after)));
      }
    }
  }

  /// A step does 6 operations a weight and token (2 forward, 4 backward) on its GPUs' peak, at least.
  void neverFasterThanThePeak() {
    Samples samples;
    for (int n = 0; n < 400; ++n) {
      const Sample sample = samples.next();
      const model::Graph& graph = *sample.problem.graph;
      double weights = static_cast<double>(graph.vocabulary) * graph.hidden;
      for (const int k : graph.layers) {
        const model::LayerClass& layer = graph.classes[static_cast<std::size_t>(k)];
        for (const model::Gemm& gemm : layer.gemms)
          weights += static_cast<double>(gemm.n) * static_cast<double>(gemm.k);
        if (layer.experts) weights += 3.0 * layer.experts->top_k * layer.experts->ffn * graph.hidden;
      }
      const hardware::Gpu& gpu = sample.problem.cluster.pools.front().gpu;
      const double peak = hardware::peak(gpu, sample.problem.job.precision)->value;
      const double tokens =
          static_cast<double>(sample.problem.job.global_batch) * sample.problem.job.sequence_length;
      const int gpus =
          sample.strategy.tensor_parallel * sample.strategy.pipeline_parallel * sample.strategy.data_parallel;
      const double least = 6.0 * weights * tokens / (peak * gpus);
      const double step = step_of(sample);
      QVERIFY2(step >= least, qPrintable(told(sample, least, step)));
    }
  }

  /// Dominance: what moves to host memory makes room on the device and never a step shorter, so that it pays
  /// only where memory binds.
  void offloadPaysForMemoryOnly() {
    Samples samples;
    int slower = 0;
    for (int n = 0; n < 400; ++n) {
      Sample sample = samples.next();
      strategy::Strategy& s = sample.strategy;
      s.offload_optimizer = false;
      const bool activations = s.pipeline_parallel == 1 && s.recompute == strategy::Recompute::none;
      cost::Tables tables(sample.problem);
      const std::vector<int> layers(static_cast<std::size_t>(s.pipeline_parallel),
                                    layers_of(sample) / s.pipeline_parallel);
      const cost::Evaluation held = cost::Shape(tables, s).evaluate(layers, true);
      s.offload_optimizer = !activations || n % 3 > 0;
      s.offload_activations = activations && n % 3 < 2;
      const cost::Evaluation away = cost::Shape(tables, s).evaluate(layers, true);
      QVERIFY2(away.step >= held.step, qPrintable(told(sample, held.step.value, away.step.value)));
      slower += away.step > held.step ? 1 : 0;
      for (std::size_t j = 0; j < layers.size(); ++j) {
        QVERIFY(!s.offload_optimizer || away.memory[j].optimizer < held.memory[j].optimizer);
        QVERIFY(away.memory[j].tensors() < held.memory[j].tensors() || layers[j] <= 2);
      }
    }
    QVERIFY2(slower > 200, qPrintable(QString::number(slower)));
  }

  /// Dominance: a room that covers another holds as many layers or more with any number of micro-batches in
  /// flight. What goes into a room is drawn from few values, so that many pairs compare.
  void roomsThatCover() {
    std::mt19937 random(29);
    const auto level = [&](double least) { return least + std::uniform_int_distribution<int>(0, 2)(random); };
    const auto room = [&] {
      cost::Room made;
      made.free_bytes = 10.0 * level(0.0);
      made.layer_bytes = level(0.0);
      made.kept_bytes = level(0.5);
      made.again_free_bytes = level(-1.0) * 8.0;
      made.again_kept_bytes = made.kept_bytes * std::min(1.0, 0.3 * level(1.0));
      made.host_holds = level(0.0) > 0.0 ? 1 << 20 : 3;
      return made;
    };
    int covered = 0;
    int apart = 0;
    for (int n = 0; n < cases(100000); ++n) {
      const cost::Room a = room();
      const cost::Room b = room();
      if (!a.covers(b)) continue;
      ++covered;
      for (int held = 1; held <= 24; ++held) {
        QVERIFY2(a.holds(held) >= b.holds(held),
                 qPrintable(QStringLiteral("pair %1, %2 in flight: %3 against %4")
                                .arg(n)
                                .arg(held)
                                .arg(a.holds(held))
                                .arg(b.holds(held))));
        apart += a.holds(held) > b.holds(held) ? 1 : 0;
      }
    }
    QVERIFY2(covered > cases(2000) && apart > cases(10000),
             qPrintable(QStringLiteral("%1 %2").arg(covered).arg(apart)));
  }

  void moreMemoryNeverWorsensTheBest() {
    std::mt19937 random(7);
    int compared = 0;
    for (int n = 0; n < 60; ++n) {
      const strategy::Problem problem = random_problem(random, n % 2 == 1);
      strategy::Problem roomier = problem;
      for (hardware::Pool& pool : roomier.cluster.pools) pool.gpu.memory = *pool.gpu.memory * 1.5;
      SearchOptions options;
      options.threads = 1;
      options.top = 1;
      const auto tight = run_search(problem, options);
      const auto roomy = run_search(roomier, options);
      if (tight->best.empty()) continue;
      ++compared;
      QVERIFY(!roomy->best.empty());
      QVERIFY(roomy->best.front().step.value <= tight->best.front().step.value * (1.0 + 1e-12));
    }
    QVERIFY(compared >= 20);
  }
};

}  // namespace tst_physics

ASTROLABE_TEST(tst_physics, TestPhysics)
#include "tst_physics.moc"
