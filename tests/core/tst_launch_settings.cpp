// core/plan/launch_settings: a strategy in the words of the programs that train.
#include <QtTest>

#include "core/base/json.h"
#include "core/plan/launch_settings.h"
#include "tests/core/problems.h"
#include "tests/program/test_program.h"

namespace tst_launch_settings {

using namespace astrolabe;
using plan::Launcher;

namespace {

/// 3 stages of 4, 5 and 2 layers, 2 chunks each, on 3 x 2 x 2 x 4 = 48 GPUs: 64 sequences, 16 a replica.
strategy::Strategy uneven() {
  strategy::Strategy s;
  s.tensor_parallel = s.virtual_pipeline = s.context_parallel = s.micro_batch = 2;
  s.pipeline_parallel = 3;
  s.data_parallel = 4;
  s.sequence_parallel = true;
  s.schedule = strategy::Schedule::interleaved;
  for (const int layers : {4, 5, 2}) s.stages.push_back({0, layers, 2, strategy::Recompute::none, 0});
  return s;
}

void recompute(strategy::Strategy& s, const std::vector<int>& layers) {
  s.recompute = strategy::Recompute::full;
  s.recompute_layers = layers.front();
  for (std::size_t j = 0; j < layers.size(); ++j) {
    s.stages[j].recompute = strategy::Recompute::full;
    s.stages[j].recompute_layers = layers[j];
  }
}

QString settings(const strategy::Strategy& s, Launcher launcher,
                 hardware::Precision precision = hardware::Precision::bf16) {
  strategy::Problem problem;
  problem.graph = tests::make_graph(11);
  problem.cluster.pools.resize(1);
  problem.cluster.pools[0].id = "h100";
  problem.job.global_batch = 64;
  problem.job.sequence_length = 4096;
  problem.job.precision = precision;
  return QString::fromStdString(plan::launch_settings(problem, s, launcher, {"lab", "#1", "1.0"}));
}

}  // namespace

class TestLaunchSettings : public QObject {
  Q_OBJECT

 private slots:
  /// 4 = 2 + 2, 5 = 3 + 2, 2 = 1 + 1; the first chunks of all stages come before the second ones.
  void unevenChunksKeepTheOrderOfTheModel() {
    const QString megatron = settings(uneven(), Launcher::megatron);
    QVERIFY2(megatron.contains("\n--pipeline-model-parallel-layout \"Et*2|t*3|t*1|t*2|t*2|t*1L\"\n"),
             qPrintable(megatron));
    QVERIFY(megatron.contains("on 48 GPUs") && !megatron.contains("no counterpart"));
    const QString titan = settings(uneven(), Launcher::torchtitan);
    QVERIFY2(
        titan.contains(R"([["tok_embeddings", "layers.0", "layers.1"], )"
                       R"(["layers.2", "layers.3", "layers.4"], ["layers.5"], ["layers.6", "layers.7"], )"
                       R"(["layers.8", "layers.9"], ["layers.10", "norm", "output"]])"),
        qPrintable(titan));
    QVERIFY(titan.contains("pipeline_parallel_microbatch_size = 2\n"));
    QVERIFY(titan.contains("\nlocal_batch_size = 16\n"));  // 64 / 4
    QVERIFY(
        settings(uneven(), Launcher::deepspeed).contains("layers of the stages (partition_method): 4, 5, 2"));
  }
  /// On the way back of ZB-V's V the last stage comes first: 2 + 3 + 1 and 1 + 2 + 2.
  void theWayBackOfZbV() {
    strategy::Strategy s = uneven();
    s.schedule = strategy::Schedule::zb_v;
    QVERIFY(settings(s, Launcher::megatron).contains("\"Et*2|t*3|t*1|t*1|t*2|t*2L\""));
    QVERIFY(settings(s, Launcher::torchtitan).contains("\"ZBVZeroBubble\""));
  }
  /// Of looped breadth-first the chunks lead down one after the other: 2 + 3 + 1 and 2 + 2 + 1. Others than
  /// PyTorch have no counterpart.
  void chunksOfLoopedBreadthFirst() {
    strategy::Strategy s = uneven();
    s.schedule = strategy::Schedule::looped_bfs;
    const QString titan = settings(s, Launcher::torchtitan);
    QVERIFY(titan.contains("\"LoopedBFS\"") && !titan.contains("schedule looped-bfs"));
    for (const Launcher launcher : {Launcher::megatron, Launcher::nemo, Launcher::deepspeed})
      QVERIFY(settings(s, launcher).contains("schedule looped-bfs"));
  }
  /// What lies in host memory, in each launcher's words; 11 layers, of which Megatron-LM moves 10 at most.
  void hostMemory() {
    strategy::Strategy s;
    s.stages = {{0, 11, 1, strategy::Recompute::none, 0}};
    s.offload_optimizer = s.offload_activations = true;
    const QString megatron = settings(s, Launcher::megatron);
    QVERIFY(megatron.contains("\n--use-distributed-optimizer\n"));
    QVERIFY(megatron.contains(
        "\n--optimizer-cpu-offload\n--overlap-cpu-optimizer-d2h-h2d\n--use-precision-aware-optimizer\n"));
    QVERIFY(megatron.contains("\n--cpu-offloading-num-layers 10\n") && !megatron.contains("no counterpart"));
    const QString titan = settings(s, Launcher::torchtitan);
    QVERIFY(titan.contains("enable_cpu_offload = true"));
    QVERIFY(titan.contains("no counterpart: offloading of activations"));
    const Json speed = *parse_json(settings(s, Launcher::deepspeed).toStdString(), "JSON");
    QCOMPARE(speed["zero_optimization"]["stage"].get<int>(), 1);
    QCOMPARE(speed["zero_optimization"]["offload_optimizer"]["device"].get<std::string>(),
             std::string("cpu"));
    QCOMPARE(speed["astrolabe"]["no_counterpart"][0].get<std::string>(),
             std::string("offloading of activations"));
    // With a pipeline, or with recomputation, Megatron-LM refuses: both that stand on it say so.
    strategy::Strategy piped = uneven(), again = s;
    piped.offload_activations = true;
    recompute(again, {3});
    for (const strategy::Strategy& refused : {piped, again})
      for (const Launcher launcher : {Launcher::megatron, Launcher::nemo}) {
        const QString text = settings(refused, launcher);
        QVERIFY2(text.contains(
                     "# no counterpart: offloading of activations with a pipeline or with recomputation\n"),
                 qPrintable(text));
        QVERIFY(!text.contains("offloading-num-layers") && !text.contains("offloading_num_layers"));
      }
  }
  /// Without a pipeline a pass takes one micro-batch, not the whole share of a replica.
  /// Megatron-LM would split experts over the tensor-parallel ranks, so it is told of whole ones too; a dense
  /// model has none to tell of. torchtitan splits them over all tensor-parallel ranks or none.
  void expertsOverRanks() {
    strategy::Problem problem;
    problem.graph = tests::make_graph(4, 1024, 16, 8, 4);
    problem.cluster.pools.resize(1);
    problem.cluster.pools[0].id = "h100";
    problem.job.global_batch = 64;
    problem.job.sequence_length = 4096;
    strategy::Strategy s;
    s.tensor_parallel = 4;
    s.data_parallel = 2;
    s.stages.push_back({0, 4, 4, strategy::Recompute::none, 0});
    const auto text = [&](Launcher launcher) {
      return QString::fromStdString(plan::launch_settings(problem, s, launcher, {"lab", "#1", "1.0"}));
    };
    QVERIFY(text(Launcher::megatron).contains("\n--expert-tensor-parallel-size 1\n"));
    QVERIFY(!text(Launcher::torchtitan).contains("of another degree"));
    s.expert_tensor_parallel = 2;
    QVERIFY(text(Launcher::megatron).contains("\n--expert-tensor-parallel-size 2\n"));
    QVERIFY(text(Launcher::torchtitan).contains("expert-tensor parallelism of another degree"));
    QVERIFY(text(Launcher::deepspeed).contains("expert-tensor parallelism"));
    s.expert_tensor_parallel = 4;
    QVERIFY(!text(Launcher::torchtitan).contains("of another degree"));
    problem.graph = tests::make_graph(4);
    s.expert_tensor_parallel = 1;
    QVERIFY(!text(Launcher::megatron).contains("--expert-tensor"));
  }

  void accumulationWithoutAPipeline() {
    strategy::Strategy s;
    s.data_parallel = 8;
    s.micro_batch = 2;
    s.zero_stage = 3;
    s.sharding_group = 4;
    s.stages = {{0, 11, 1, strategy::Recompute::none, 0}};
    const QString titan = settings(s, Launcher::torchtitan);
    QVERIFY(titan.contains("\nlocal_batch_size = 2\nglobal_batch_size = 64\n"));
    QVERIFY(titan.contains("data_parallel_replicate_degree = 2\ndata_parallel_shard_degree = 4\n"));
    QVERIFY(titan.contains("fsdp_reshard_after_forward = \"always\""));
    QVERIFY(!titan.contains("pipeline_parallel_schedule"));
    const QString megatron = settings(s, Launcher::megatron);
    QVERIFY(megatron.contains("--use-megatron-fsdp\n--data-parallel-sharding-strategy optim_grads_params\n"));
    QVERIFY(megatron.contains("--num-distributed-optimizer-instances 2\n"));  // 8 / 4
    QVERIFY(!megatron.contains("--pipeline-model-parallel-layout"));
    const Json speed = Json::parse(settings(s, Launcher::deepspeed).toStdString());
    QCOMPARE(speed["gradient_accumulation_steps"].get<int>(), 4);  // 64 / (2 x 8)
    QCOMPARE(speed["zero_optimization"]["mics_shard_size"].get<int>(), 4);
    s.sharding_group = 8;  // all of them: plain ZeRO 3
    QVERIFY(!settings(s, Launcher::deepspeed).contains("mics_shard_size"));
    QVERIFY(!settings(s, Launcher::megatron).contains("--num-distributed-optimizer-instances"));
  }
  /// Shards lie over data and context parallelism together: 8 of 4 x 2 ranks are 4 of data parallelism.
  void shardsSpanContextParallelism() {
    strategy::Strategy s = uneven();
    s.zero_stage = 2;
    s.sharding_group = 8;
    const QString titan = settings(s, Launcher::torchtitan);
    QVERIFY(titan.contains("data_parallel_replicate_degree = 1\ndata_parallel_shard_degree = 4\n"));
    QVERIFY(titan.contains("fsdp_reshard_after_forward = \"never\""));
    QVERIFY(settings(s, Launcher::deepspeed).contains("ZeRO stage 2 with a pipeline (1 at most)"));
  }
  /// Megatron-LM takes one number of layers, for every chunk: the largest of 3, 1 and 0 over 2 chunks is 2.
  void recomputedLayers() {
    strategy::Strategy s = uneven();
    recompute(s, {3, 1, 0});
    const QString megatron = settings(s, Launcher::megatron);
    QVERIFY(megatron.contains(
        "--recompute-granularity full\n--recompute-method block\n--recompute-num-layers 2\n"));
    QVERIFY(megatron.contains("# no counterpart: layers recomputed in each stage: 3, 1, 0"));
    QVERIFY(settings(s, Launcher::torchtitan).contains("recomputation of 3 layers a stage only"));
    recompute(s, {4, 5, 2});  // all of them
    QVERIFY(!settings(s, Launcher::torchtitan).contains("layers a stage only"));
  }
  /// Of Megatron Bridge every setting is an assignment that a recipe may have made otherwise; the layout is
  /// that of Megatron-LM.
  void nemoSaysEverySetting() {
    strategy::Strategy s = uneven();
    s.zero_stage = 1;
    s.sharding_group = 4;
    s.overlap_grad_reduce = true;
    s.overlap_param_gather = false;
    const QString nemo = settings(s, Launcher::nemo);
    const auto says = [](const QString& text, const char* line) {
      return text.contains(QStringLiteral("\n    cfg.%1\n").arg(QLatin1StringView(line)));
    };
    QVERIFY(nemo.startsWith("# plan: lab\n# strategy: #1 on 48 GPUs\n# Astrolabe 1.0\n"));
    QVERIFY(!nemo.contains("no counterpart"));
    for (const char* line : {"model.tensor_model_parallel_size = 2",
                             "model.pipeline_model_parallel_size = 3",
                             "model.virtual_pipeline_model_parallel_size = 2",
                             "model.pipeline_model_parallel_layout = \"Et*2|t*3|t*1|t*2|t*2|t*1L\"",
                             "model.context_parallel_size = 2",
                             "model.expert_model_parallel_size = 1",
                             "model.sequence_parallel = True",
                             "train.micro_batch_size = 2",
                             "train.global_batch_size = 64",
                             "model.seq_length = 4096",
                             "dataset.seq_length = 4096",
                             "ddp.use_distributed_optimizer = True",
                             "ddp.num_distributed_optimizer_instances = 2",  // 4 x 2 ranks in groups of 4
                             "ddp.use_megatron_fsdp = False",
                             "ddp.overlap_grad_reduce = True",
                             "ddp.overlap_param_gather = False",
                             "model.recompute_granularity = None",
                             "optimizer.optimizer_cpu_offload = False",
                             "model.cpu_offloading = False",
                             "mixed_precision = \"bf16_mixed\""})
      QVERIFY2(says(nemo, line), line);
    QVERIFY(nemo.contains(
        "CommOverlapConfig(\n        tp_comm_overlap=False,\n        overlap_grad_reduce=True,\n"
        "        overlap_param_gather=False,\n    )\n"));
    QVERIFY(nemo.endsWith("    return cfg\n"));

    recompute(s, {3, 1, 0});  // over 2 chunks 2 of each
    s.zero_stage = 3;
    s.offload_activations = true;
    const QString full = settings(s, Launcher::nemo, hardware::Precision::fp8_block);
    for (const char* line : {"model.recompute_granularity = \"full\"", "model.recompute_method = \"block\"",
                             "model.recompute_num_layers = 2", "ddp.use_megatron_fsdp = True",
                             "ddp.data_parallel_sharding_strategy = \"optim_grads_params\"",
                             "checkpoint.ckpt_format = \"fsdp_dtensor\"",
                             "mixed_precision = \"bf16_with_fp8_subchannel_scaling_mixed\""})
      QVERIFY2(says(full, line), line);
    QVERIFY(full.contains("# no counterpart: layers recomputed in each stage: 3, 1, 0"));
    QVERIFY(full.contains("# no counterpart: offloading of activations"));

    strategy::Strategy one;
    one.stages = {{0, 11, 1, strategy::Recompute::none, 0}};
    one.offload_optimizer = one.offload_activations = true;
    const QString host = settings(one, Launcher::nemo, hardware::Precision::fp32);
    for (const char* line :
         {"model.pipeline_model_parallel_layout = None", "optimizer.optimizer_cpu_offload = True",
          "optimizer.optimizer_offload_fraction = 1.0", "model.cpu_offloading = True",
          "model.cpu_offloading_num_layers = 10", "mixed_precision = MixedPrecisionConfig(fp32=True)"})
      QVERIFY2(says(host, line), line);
    QVERIFY(host.contains("\nfrom megatron.bridge.training.mixed_precision import MixedPrecisionConfig\n"));
    QVERIFY(!host.contains("no counterpart"));
  }
  void lowPrecision() {
    const QString block = settings(uneven(), Launcher::megatron, hardware::Precision::fp8_block);
    QVERIFY(block.contains("--bf16\n--fp8-format e4m3\n--fp8-recipe blockwise\n"));
    QVERIFY(settings(uneven(), Launcher::megatron, hardware::Precision::nvfp4)
                .contains("no counterpart: precision nvfp4"));
    QVERIFY(settings(uneven(), Launcher::torchtitan, hardware::Precision::mxfp8).contains("precision mxfp8"));
  }
};

}  // namespace tst_launch_settings

ASTROLABE_TEST(tst_launch_settings, TestLaunchSettings)
#include "tst_launch_settings.moc"
