// Published recipes of Megatron-LM, NeMo and torchtitan: inside the space, within memory, and never predicted
// faster than the best that the search finds.
#include <QtTest>

#include <algorithm>
#include <map>

#include "core/calibration/measured_case.h"
#include "core/calibration/measured_run.h"
#include "core/engine.h"
#include "core/model/model_reader.h"
#include "core/plan/measured_plan.h"
#include "core/plan/plan_file.h"
#include "core/strategy/rules.h"
#include "core/strategy/space.h"
#include "tests/program/test_program.h"

namespace tst_recipes {

using namespace astrolabe;
using strategy::Strategy;

namespace {

/// The degrees and kinds; switches are on where legal in the space, which is never worse.
bool same_configuration(const Strategy& a, const Strategy& b) {
  const auto fields = [](const Strategy& s) {
    return std::vector<int>{s.tensor_parallel,
                            s.pipeline_parallel,
                            s.virtual_pipeline,
                            s.context_parallel,
                            s.expert_parallel,
                            s.expert_tensor_parallel,
                            s.data_parallel,
                            s.micro_batch,
                            s.zero_stage,
                            s.zero_stage > 0 ? s.sharding_group : 1,
                            static_cast<int>(s.recompute),
                            static_cast<int>(s.schedule)};
  };
  return fields(a) == fields(b);
}

bool inside(const strategy::Problem& problem, const Strategy& wanted) {
  const strategy::Space space(problem);
  bool found = false;
  space.visit([&](const strategy::Group& group) {
    if (group.data_parallel != wanted.data_parallel || group.context_parallel != wanted.context_parallel)
      return true;
    Strategy strategy;
    space.start(group, strategy);
    if (strategy.tensor_parallel != wanted.tensor_parallel) return true;
    for (std::uint64_t index = 0; index < space.per_group() && !found; ++index) {
      space.choose(index, strategy);
      found =
          same_configuration(strategy, wanted) && strategy::first_broken_rule(problem, strategy) == nullptr;
    }
    return !found;
  });
  return found;
}

/// Bytes that the strategy lacks; `open`: under the recomputation that lacks least.
Bytes least_over(const strategy::Problem& problem, Strategy strategy, bool open) {
  Bytes least{1e300};
  for (const strategy::Recompute kind :
       {strategy.recompute, strategy::Recompute::selective, strategy::Recompute::full}) {
    if (kind != strategy.recompute) {
      strategy.recompute = kind;
      strategy.recompute_layers = 0;
      for (strategy::Stage& stage : strategy.stages) {
        stage.recompute = kind;
        stage.recompute_layers = kind == strategy::Recompute::full ? stage.layers : 0;
        strategy.recompute_layers = std::max(strategy.recompute_layers, stage.recompute_layers);
      }
    }
    const auto predicted = detail(problem, strategy);
    if (predicted)
      least = std::min(
          least, predicted->violation.binding == cost::Binding::memory ? predicted->violation.over : Bytes{});
    if (!open) break;
  }
  return least;
}

}  // namespace

class TestRecipes : public QObject {
  Q_OBJECT

 private slots:
  /// Rows of resources/measured with source and date: NVIDIA's DGX Cloud benchmarking and NeMo performance
  /// guides (2024-08 to 2026-04), Megatron-LM.
  void published_data() {
    QTest::addColumn<QString>("id");
    for (const char* id : {"DGXC-006",  // Llama-3-70B, 64 H100, tp 4 pp 4 vpp 5 cp 2
                           "DGXC-077",  // GPT3-175B, 128 H100, tp 4 pp 8 vpp 12
                           "DGXC-123",  // Nemotron-4-15B, 16 H100, tp 4, micro-batch 4
                           "NEMO-003",  // Llama-2-7B, 8 H100, dp 8
                           "NEMO-004",  // Llama-2-70B, 64 H100, tp 4 pp 4 vpp 20
                           "MB-046",    // Llama-3-70B, 64 H100 fp8, tp 4 pp 8 vpp 5
                           "NEMO-016",  // Mixtral-8x7B, 64 GB200, ep 8
                           "MB-055",    // Qwen3-30B-A3B, 8 GB200, ep 8
                           "DGXC-057",  // Grok-1, 128 GB200, tp 4 ep 8, four ranks an expert
                           // Embedding and loss in the place of layers:
                           "MB-023",   // Llama-3.1-405B, 126 layers, pp 8 vpp 4
                           "MB-144",   // the same, pp 8 vpp 8
                           "MB-025",   // the same, pp 16 vpp 8: the first and the last chunk hold no layer
                           "MB-005",   // Qwen3-235B-A22B, 94 layers, pp 4 vpp 12
                           "MB-006",   // the same, pp 8 vpp 3
                           "MB-001",   // DeepSeek-V3, 61 layers, pp 2 vpp 8
                           "MB-136"})  // the same, pp 2 vpp 4
      QTest::newRow(id) << id;
  }
  void published() {
    QFETCH(QString, id);
    const auto table = calibration::read_measured_runs(plan::built_in_measured_runs());
    QVERIFY(table);
    const auto run =
        std::find_if(table->runs.begin(), table->runs.end(),
                     [&](const calibration::MeasuredRun& row) { return row.id == id.toStdString(); });
    QVERIFY(run != table->runs.end());
    const auto recipe = calibration::make_case(*run, hardware::Catalogue::built_in());
    QVERIFY(recipe);
    check(recipe->problem, recipe->strategy);
  }

  /// Every row of NeMo, Megatron-Bridge and Megatron-LM since 2024: all but a few of a hundred lie inside. Of
  /// 36 layers on four stages of two chunks, which are not stated but assumed, four are missing, one more
  /// than the space knows. A sharded optimizer with a single replica shards nothing: ZeRO 0. Where the source
  /// says nothing of recomputation, a row fits that fits with some; of the five recipes that state it and are
  /// predicted over, 18 rows, tst_scores tells by how much.
  void census() {
    const auto table = calibration::read_measured_runs(plan::built_in_measured_runs());
    QVERIFY(table);
    int all = 0;
    int over = 0;
    std::map<std::string, int> broken_by;
    for (const calibration::MeasuredRun& run : table->runs) {
      const bool vendor = run.framework.find("NeMo") != std::string::npos ||
                          run.framework.find("Megatron-LM") != std::string::npos;
      if (!vendor || run.year < 2024.0) continue;
      const auto recipe = calibration::make_case(run, hardware::Catalogue::built_in());
      if (!recipe) continue;  // the source leaves too much unsaid
      ++all;
      Strategy strategy = recipe->strategy;
      if (strategy.replicas() == 1) {
        strategy.zero_stage = 0;
        strategy.sharding_group = 1;
        strategy.overlap_grad_reduce = strategy.overlap_param_gather = false;
      }
      const strategy::Rule* broken = strategy::first_broken_rule(recipe->problem, strategy);
      if (broken != nullptr) {
        ++broken_by[broken->name];
        qInfo("%s, %s: %s", run.id.c_str(), run.model.c_str(), broken->name.c_str());
        continue;
      }
      const Bytes lacking = least_over(recipe->problem, strategy, run.recompute.empty());
      if (lacking.value <= 0.0) continue;
      ++over;
      qInfo("%s, %s: memory over by %.1f GiB", run.id.c_str(), run.model.c_str(), in_gib(lacking));
    }
    int outside = 0;
    for (const auto& [rule, times] : broken_by) {
      qInfo("%s: %d", rule.c_str(), times);
      outside += times;
    }
    qInfo("%d recipes, %d outside of the space, %d predicted over the memory", all, outside, over);
    QVERIFY(all > 300);
    QVERIFY(outside <= 4);
    QCOMPARE(over, 18);
  }

  /// torchtitan, benchmarks/llama3_h100_202412_torchtitan.md at commit 31a17bfd (versions of 2024-12-26):
  /// H100 with 96 GB at 2.4 TB/s, eight a node, 400 Gb/s of network a GPU. Full recomputation, so that the
  /// layers kept by its selective mode don't matter.
  void torchtitan_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("nodes");
    QTest::addColumn<int>("sequence");
    QTest::addColumn<int>("tensor");
    QTest::addColumn<int>("context");
    QTest::addColumn<int>("data");
    QTest::addColumn<int>("micro");
    QTest::newRow("table 2, FSDP 8") << "llama-3.1-8b" << 1 << 32768 << 1 << 1 << 8 << 1;
    QTest::newRow("table 2, FSDP 4 CP 2") << "llama-3.1-8b" << 1 << 65536 << 1 << 2 << 4 << 1;
    QTest::newRow("table 4, FSDP 32 TP 8") << "llama-3.1-70b" << 32 << 8192 << 8 << 1 << 32 << 16;
  }
  void torchtitan() {
    QFETCH(QString, model);
    QFETCH(int, nodes);
    QFETCH(int, sequence);
    QFETCH(int, tensor);
    QFETCH(int, context);
    QFETCH(int, data);
    QFETCH(int, micro);
    plan::Plan plan = plan::sample_plan();
    const auto architecture = model::read_model(model.toStdString());
    QVERIFY(architecture);
    plan.cluster = {};
    hardware::PoolSpec pool;
    pool.id = "grand-teton";
    pool.gpu = "h100-sxm";
    pool.nodes = nodes;
    pool.gpus_per_node = 8;
    pool.intra_node_gb_per_s = 450.0;
    pool.inter_node_gb_per_s = 400.0;  // 8 x 400 Gb/s
    plan.cluster.pools = {pool};
    plan.job = {};
    plan.job.sequence_length = sequence;
    plan.job.global_batch = micro * data;
    plan.job.precision = hardware::Precision::fp8;
    plan.job.software.runtime = "any";  // the recipe is torchtitan's, the usual runtime another
    auto problem = plan::make_problem(plan, *architecture, hardware::Catalogue::built_in());
    QVERIFY2(problem.has_value(), problem ? "" : problem.error().where.c_str());
    problem->cluster.pools[0].gpu.memory = gib(96.0 * 1e9 / (1024.0 * 1024.0 * 1024.0));
    problem->cluster.pools[0].gpu.memory_bandwidth = gb_per_s(2400.0);
    Strategy strategy;
    strategy.tensor_parallel = tensor;
    strategy.context_parallel = context;
    strategy.data_parallel = data;
    strategy.micro_batch = micro;
    strategy.zero_stage = 3;
    strategy.sharding_group = data * context;
    strategy.sequence_parallel = tensor > 1;
    strategy.overlap_tensor_parallel = tensor > 1;
    strategy.overlap_grad_reduce = strategy.overlap_param_gather = true;
    strategy.recompute = strategy::Recompute::full;
    const int layers = problem->graph->layer_count();
    strategy.recompute_layers = layers;
    strategy.stages = {{0, layers, tensor, strategy::Recompute::full, layers}};
    check(*problem, strategy);
  }

 private:
  static void check(const strategy::Problem& problem, const Strategy& strategy) {
    const std::string written = strategy::to_json(strategy, problem.pool_ids()).dump();
    QVERIFY2(inside(problem, strategy), ("outside of the space: " + written).c_str());
    const auto predicted = detail(problem, strategy);
    QVERIFY(predicted);
    QVERIFY2(predicted->violation.binding == cost::Binding::none,
             qPrintable(QStringLiteral("%1 over by %2 GiB")
                            .arg(QLatin1String(cost::to_string(predicted->violation.binding)))
                            .arg(in_gib(predicted->violation.over))));
    SearchOptions options;
    options.threads = 2;
    options.time_limit = 60.0;
    const plan::SnapshotPtr found = run_search(problem, options);
    QVERIFY(!found->best.empty());
    const double best = found->best.front().step.value;
    const double recipe = predicted->evaluation.step.value;
    qInfo("recipe %.3f s, best %.3f s: %.1f %% above", recipe, best, 100.0 * (recipe / best - 1.0));
    QVERIFY(best <= recipe * (1.0 + 1e-9));
  }
};

}  // namespace tst_recipes

ASTROLABE_TEST(tst_recipes, TestRecipes)
#include "tst_recipes.moc"
