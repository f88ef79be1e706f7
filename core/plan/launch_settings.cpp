#include "core/plan/launch_settings.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/json.h"
#include "core/base/quoting.h"
#include "core/strategy/chunks.h"

namespace astrolabe::plan {

namespace {

using strategy::Recompute;
using strategy::Schedule;

/// What is written of one question and strategy, and what could not be said.
struct Launch {
  const strategy::Problem& problem;
  const strategy::Strategy& s;
  std::vector<std::string> missing;

  int gpus() const {
    int sum = 0;
    for (const strategy::Stage& stage : s.stages) sum += stage.tensor_parallel * s.replicas();
    return sum;
  }
  /// Stages that differ are one program's word or none's.
  bool even_layers() const {
    return std::all_of(s.stages.begin(), s.stages.end(),
                       [&](const auto& stage) { return stage.layers == s.stages.front().layers; });
  }
  /// "4, 4, 3": one number of every stage.
  template <typename Number>
  std::string of_stages(Number number) const {
    std::string text;
    for (const strategy::Stage& stage : s.stages)
      text += (text.empty() ? "" : ", ") + std::to_string(number(stage));
    return text;
  }
  int most_recomputed() const {
    int most = 0;
    for (const strategy::Stage& stage : s.stages)
      if (stage.recompute == Recompute::full) most = std::max(most, stage.recompute_layers);
    return most;
  }
  /// The launcher takes one kind of recomputation, and one number of layers, for all stages.
  void one_recompute() {
    const auto differs = [&](auto value) {
      return std::any_of(s.stages.begin(), s.stages.end(),
                         [&](const auto& stage) { return value(stage) != value(s.stages.front()); });
    };
    if (differs([](const auto& stage) { return stage.recompute; }))
      missing.emplace_back("recomputation of another kind from stage to stage");
    else if (s.recompute == Recompute::full &&
             differs([](const auto& stage) { return stage.recompute_layers; }))
      missing.push_back("layers recomputed in each stage: " +
                        of_stages([](const auto& stage) { return stage.recompute_layers; }) +
                        " (all stages take the largest)");
  }
  /// Layers of each chunk in the order of the model.
  std::vector<int> chunks_in_order() const {
    std::vector<int> sizes;
    const int stages = static_cast<int>(s.stages.size());
    const strategy::Chunking chunking =
        strategy::chunking_of(s.schedule, problem.graph->layer_count(), stages, s.virtual_pipeline);
    for (int place = 0; place < stages * s.virtual_pipeline; ++place) {
      const int j = strategy::schedule_row(s.schedule).stage_at(stages, place);
      sizes.push_back(chunking.of_chunk(j, s.stages[static_cast<std::size_t>(j)].layers, place / stages));
    }
    return sizes;
  }
  /// Of Megatron-LM: layers recomputed in every chunk, and the schedules that it does not have.
  int recomputed_in_a_chunk() const {
    return (most_recomputed() + s.virtual_pipeline - 1) / s.virtual_pipeline;
  }
  /// Of Megatron-LM and what stands on it: layers whose activations are offloaded, 0 for none. The last
  /// layer's are needed at once, so they are fewer than there are; with a pipeline or recomputation it
  /// refuses.
  int offloaded_layers() {
    if (!s.offload_activations) return 0;
    const int layers = problem.graph->layer_count();
    if (s.pipeline_parallel == 1 && s.recompute == Recompute::none && layers > 1) return layers - 1;
    missing.emplace_back("offloading of activations with a pipeline or with recomputation");
    return 0;
  }
  void megatron_schedule() { needs_schedule(strategy::schedule_row(s.schedule).megatron); }
  void needs_schedule(bool there) {
    if (!there) missing.push_back(std::string("schedule ") + strategy::to_string(s.schedule));
  }
  void common() {
    const bool even = std::all_of(s.stages.begin(), s.stages.end(), [&](const auto& stage) {
      return stage.tensor_parallel == s.tensor_parallel;
    });
    if (!even) missing.emplace_back("tensor parallelism that differs from stage to stage");
    std::vector<int> pools;
    for (const strategy::Stage& stage : s.stages)
      if (pools.empty() || pools.back() != stage.pool) pools.push_back(stage.pool);
    if (pools.size() > 1) {
      std::string order;
      for (const strategy::Stage& stage : s.stages)
        order += (order.empty() ? "" : ", ") + problem.cluster.pools[static_cast<std::size_t>(stage.pool)].id;
      missing.push_back("pools of the stages, to be set by the order of hosts: " + order);
    }
  }
};

/// Comments at the head of a file whose comments begin with #.
std::string heading(const LaunchHeader& header, const Launch& launch) {
  std::string text =
      fmt::format("# plan: {}\n# strategy: {} on {} GPUs\n# Astrolabe {}\n", comment_text(header.plan),
                  comment_text(header.strategy), launch.gpus(), comment_text(header.version));
  for (const std::string& word : launch.missing)
    text += fmt::format("# no counterpart: {}\n", comment_text(word));
  return text;
}

/// Et*4|t*5|…|t*3L: embedding, layers and loss of every chunk.
std::string megatron_layout(const Launch& launch) {
  std::string layout = "E";
  for (const int layers : launch.chunks_in_order())
    layout += fmt::format("{}t*{}", layout.size() == 1 ? "" : "|", layers);
  layout += 'L';
  return layout;
}

std::string megatron(Launch launch, const LaunchHeader& header) {
  const strategy::Strategy& s = launch.s;
  const strategy::Job& job = launch.problem.job;
  launch.common();
  std::string text;
  const auto value = [&](std::string_view name, int number) { text += fmt::format("{} {}\n", name, number); };
  const auto flag = [&](bool on, std::string_view name) {
    if (on) text += fmt::format("{}\n", name);
  };
  value("--tensor-model-parallel-size", s.tensor_parallel);
  value("--pipeline-model-parallel-size", s.pipeline_parallel);
  value("--context-parallel-size", s.context_parallel);
  if (s.expert_parallel > 1) value("--expert-model-parallel-size", s.expert_parallel);
  // Without a word experts are split like everything else.
  const bool experts = launch.problem.graph->experts > 0;
  if (experts && (s.expert_tensor_parallel > 1 || s.tensor_parallel > 1))
    value("--expert-tensor-parallel-size", s.expert_tensor_parallel);
  if (s.pipeline_parallel > 1)
    text += fmt::format("--pipeline-model-parallel-layout \"{}\"\n", megatron_layout(launch));
  value("--micro-batch-size", s.micro_batch);
  value("--global-batch-size", job.global_batch);
  value("--seq-length", job.sequence_length);
  flag(s.sequence_parallel, "--sequence-parallel");
  flag(s.zero_stage >= 1 || s.offload_optimizer, "--use-distributed-optimizer");
  if (s.zero_stage >= 2)
    text +=
        fmt::format("--use-megatron-fsdp\n--data-parallel-sharding-strategy {}\n--ckpt-format fsdp_dtensor\n",
                    s.zero_stage == 2 ? "optim_grads" : "optim_grads_params");
  if (s.zero_stage >= 1 && s.shards() < s.replicas())
    value("--num-distributed-optimizer-instances", s.replicas() / s.shards());
  launch.one_recompute();
  if (s.recompute == Recompute::selective) text += "--recompute-granularity selective\n";
  if (launch.most_recomputed() > 0)
    text += fmt::format("--recompute-granularity full\n--recompute-method block\n--recompute-num-layers {}\n",
                        launch.recomputed_in_a_chunk());
  flag(s.overlap_grad_reduce, "--overlap-grad-reduce");
  flag(s.overlap_param_gather, "--overlap-param-gather");
  flag(s.overlap_tensor_parallel, "--tp-comm-overlap");
  if (s.offload_optimizer)
    text += "--optimizer-cpu-offload\n--overlap-cpu-optimizer-d2h-h2d\n--use-precision-aware-optimizer\n";
  if (const int layers = launch.offloaded_layers(); layers > 0) value("--cpu-offloading-num-layers", layers);
  launch.megatron_schedule();
  const std::string precision = hardware::to_string(job.precision);
  if (precision == "bf16" || precision == "fp16")
    text += fmt::format("--{}\n", precision);
  else if (precision == "fp8" || precision == "fp8_block" || precision == "mxfp8")
    text += fmt::format("--bf16\n--fp8-format {}\n--fp8-recipe {}\n", precision == "fp8" ? "hybrid" : "e4m3",
                        precision == "fp8"     ? "tensorwise"
                        : precision == "mxfp8" ? "mxfp8"
                                               : "blockwise");
  else if (precision != "fp32")
    launch.missing.push_back("precision " + precision);
  return heading(header, launch) + text;
}

/// The modules of every chunk: ["tok_embeddings", "layers.0"], ["layers.1", "norm", "output"].
std::string torchtitan_parts(const Launch& launch) {
  const std::vector<int> sizes = launch.chunks_in_order();
  std::string text;
  for (std::size_t k = 0, layer = 0; k < sizes.size(); ++k) {
    std::string part = k == 0 ? "\"tok_embeddings\"" : "";
    for (int i = 0; i < sizes[k]; ++i)
      part += fmt::format("{}\"layers.{}\"", part.empty() ? "" : ", ", layer++);
    if (k + 1 == sizes.size()) part += ", \"norm\", \"output\"";
    text += (k == 0 ? "[" : ", [") + part + "]";
  }
  return text;
}

std::string torchtitan(Launch launch, const LaunchHeader& header) {
  const strategy::Strategy& s = launch.s;
  const strategy::Job& job = launch.problem.job;
  launch.common();
  // Shards lie over the ranks of data and context parallelism together.
  const int shard = s.zero_stage >= 2 ? std::max(1, s.shards() / s.context_parallel) : 1;
  if (s.zero_stage == 1) launch.missing.emplace_back("ZeRO stage 1 (weights stay whole, states are sharded)");
  if (s.offload_activations) launch.missing.emplace_back("offloading of activations");
  launch.one_recompute();
  if (const int layers = launch.most_recomputed();
      layers > 0 && std::any_of(s.stages.begin(), s.stages.end(),
                                [&](const auto& stage) { return stage.recompute_layers < stage.layers; }))
    launch.missing.push_back(fmt::format("recomputation of {} layers a stage only (full takes all)", layers));
  if (s.recompute == Recompute::selective)
    launch.missing.emplace_back("recomputation of attention alone (\"op\" also recomputes products)");
  if (const std::string precision = hardware::to_string(job.precision); precision != "bf16")
    launch.missing.push_back("precision " + precision + " (a converter of the model or its own data type)");
  const char* schedule = strategy::schedule_row(s.schedule).pytorch;
  launch.needs_schedule(schedule != nullptr);
  if (s.expert_tensor_parallel > 1 && s.expert_tensor_parallel != s.tensor_parallel)
    launch.missing.emplace_back("expert-tensor parallelism of another degree than tensor parallelism");
  const char* recompute = s.recompute == Recompute::none   ? "none"
                          : s.recompute == Recompute::full ? "full"
                                                           : "selective";
  // Without a pipeline a local batch is one micro-batch, repeated until the global batch is full.
  const bool pipeline = s.pipeline_parallel > 1;
  std::string text = fmt::format(
      "[training]\nlocal_batch_size = {}\nglobal_batch_size = {}\nseq_len = {}\nenable_cpu_offload = {}\n\n"
      "[parallelism]\ndata_parallel_replicate_degree = {}\ndata_parallel_shard_degree = {}\n"
      "fsdp_reshard_after_forward = \"{}\"\ntensor_parallel_degree = {}\n"
      "enable_async_tensor_parallel = {}\ncontext_parallel_degree = {}\nexpert_parallel_degree = {}\n"
      "expert_tensor_parallel_degree = {}\npipeline_parallel_degree = {}\n",
      pipeline ? job.global_batch / s.data_parallel : s.micro_batch, job.global_batch, job.sequence_length,
      s.offload_optimizer, s.data_parallel / shard, shard,
      s.zero_stage == 2   ? "never"
      : s.zero_stage == 3 ? "always"
                          : "default",
      s.tensor_parallel, s.overlap_tensor_parallel, s.context_parallel, s.expert_parallel,
      s.expert_tensor_parallel, s.pipeline_parallel);
  if (pipeline)
    text += fmt::format(
        "pipeline_parallel_schedule = \"{}\"\npipeline_parallel_microbatch_size = {}\n"
        "module_fqns_per_model_part = [{}]\n",
        schedule != nullptr ? schedule : "1F1B", s.micro_batch, torchtitan_parts(launch));
  text += fmt::format("\n[activation_checkpoint]\nmode = \"{}\"\n", recompute);
  if (s.recompute == Recompute::selective) text += "selective_ac_option = \"op\"\n";
  return heading(header, launch) + text;
}

std::string deepspeed(Launch launch, const LaunchHeader& header) {
  const strategy::Strategy& s = launch.s;
  const strategy::Job& job = launch.problem.job;
  launch.common();
  launch.one_recompute();
  if (!launch.even_layers())
    launch.missing.push_back("layers of the stages (partition_method): " +
                             launch.of_stages([](const auto& stage) { return stage.layers; }));
  if (s.zero_stage >= 2 && s.pipeline_parallel > 1)
    launch.missing.push_back(fmt::format("ZeRO stage {} with a pipeline (1 at most)", s.zero_stage));
  if (s.context_parallel > 1) launch.missing.emplace_back("context parallelism");
  if (s.expert_tensor_parallel > 1) launch.missing.emplace_back("expert-tensor parallelism");
  launch.needs_schedule(s.schedule == Schedule::one_f_one_b);
  if (s.overlap_tensor_parallel) launch.missing.emplace_back("overlap of tensor parallelism");
  // cpu_checkpointing moves what full recomputation starts from, nothing else.
  if (s.offload_activations) launch.missing.emplace_back("offloading of activations");
  // An offloaded optimizer is ZeRO's, also where there is one rank to shard over.
  Json zero{{"stage", s.offload_optimizer ? std::max(1, s.zero_stage) : s.zero_stage},
            {"overlap_comm", s.overlap_grad_reduce}};
  if (s.offload_optimizer) zero["offload_optimizer"] = {{"device", "cpu"}};
  if (s.zero_stage == 3 && s.shards() < s.replicas()) zero["mics_shard_size"] = s.shards();
  Json settings{{"train_batch_size", job.global_batch},
                {"train_micro_batch_size_per_gpu", s.micro_batch},
                {"gradient_accumulation_steps", job.global_batch / (s.micro_batch * s.data_parallel)},
                {"zero_optimization", std::move(zero)},
                {"tensor_parallel", {{"autotp_size", s.tensor_parallel}}},
                {"pipeline", {{"stages", s.pipeline_parallel}}}};
  const std::string precision = hardware::to_string(job.precision);
  if (precision == "bf16" || precision == "fp16")
    settings[precision] = {{"enabled", true}};
  else if (precision != "fp32")
    launch.missing.push_back("precision " + precision);
  if (s.recompute != Recompute::none)
    settings["activation_checkpointing"] = {{"partition_activations", s.sequence_parallel},
                                            {"cpu_checkpointing", false}};
  // JSON has no comments: the header is an object that DeepSpeed does not read.
  settings["astrolabe"] = {{"plan", header.plan},
                           {"strategy", header.strategy},
                           {"version", header.version},
                           {"gpus", launch.gpus()},
                           {"no_counterpart", launch.missing}};
  return text_of(settings, 2) + "\n";
}

/// What Megatron Bridge calls a precision: a name of its own or a configuration.
std::string nemo_precision(hardware::Precision precision) {
  switch (precision) {
    case hardware::Precision::bf16:
      return "\"bf16_mixed\"";
    case hardware::Precision::fp16:
      return "\"fp16_mixed\"";
    case hardware::Precision::fp32:
      return "MixedPrecisionConfig(fp32=True)";
    case hardware::Precision::fp8:
      return "\"bf16_with_fp8_current_scaling_mixed\"";
    case hardware::Precision::fp8_block:
      return "\"bf16_with_fp8_subchannel_scaling_mixed\"";
    case hardware::Precision::mxfp8:
      return "\"bf16_with_mxfp8_mixed\"";
    case hardware::Precision::nvfp4:
      break;
  }
  return "\"bf16_with_nvfp4_mixed\"";
}

/// Settings on the ConfigContainer of a recipe. Every one that a recipe may have made otherwise is said, also
/// where it is the usual one.
class NemoSettings {
 public:
  explicit NemoSettings(Launch& launch) : m_launch(launch), m_strategy(launch.s), m_job(launch.problem.job) {}
  std::string text() {
    add_parallelism();
    add_sharding();
    add_overlaps();
    add_memory();
    set("mixed_precision", nemo_precision(m_job.precision));
    return std::move(m_text);
  }

 private:
  template <class Value>
  void set(std::string_view name, const Value& value) {
    m_text += fmt::format("    cfg.{} = {}\n", name, value);
  }
  void flag(std::string_view name, bool on) { set(name, on ? "True" : "False"); }

  void add_parallelism() {
    const strategy::Strategy& s = m_strategy;
    const bool pipeline = s.pipeline_parallel > 1;
    set("model.tensor_model_parallel_size", s.tensor_parallel);
    set("model.pipeline_model_parallel_size", s.pipeline_parallel);
    set("model.virtual_pipeline_model_parallel_size",
        pipeline && s.virtual_pipeline > 1 ? std::to_string(s.virtual_pipeline) : "None");
    set("model.pipeline_model_parallel_layout",
        pipeline ? fmt::format("\"{}\"", megatron_layout(m_launch)) : "None");
    set("model.context_parallel_size", s.context_parallel);
    set("model.expert_model_parallel_size", s.expert_parallel);
    if (m_launch.problem.graph->experts > 0)
      set("model.expert_tensor_parallel_size", s.expert_tensor_parallel);
    flag("model.sequence_parallel", s.sequence_parallel);
    set("model.seq_length", m_job.sequence_length);
    set("dataset.seq_length", m_job.sequence_length);
    set("train.micro_batch_size", s.micro_batch);
    set("train.global_batch_size", m_job.global_batch);
  }

  void add_sharding() {
    const strategy::Strategy& s = m_strategy;
    const bool sharded = s.zero_stage >= 1 || s.offload_optimizer;
    flag("ddp.use_distributed_optimizer", sharded);
    flag("optimizer.use_distributed_optimizer", sharded);
    if (sharded)
      set("ddp.num_distributed_optimizer_instances", s.zero_stage >= 1 ? s.replicas() / s.shards() : 1);
    const bool fsdp = s.zero_stage >= 2;
    flag("dist.use_megatron_fsdp", fsdp);
    flag("ddp.use_megatron_fsdp", fsdp);
    if (!fsdp) return;
    set("ddp.data_parallel_sharding_strategy",
        s.zero_stage == 2 ? "\"optim_grads\"" : "\"optim_grads_params\"");
    flag("ddp.average_in_collective", false);
    set("checkpoint.ckpt_format", "\"fsdp_dtensor\"");
  }

  /// What the overlaps say is copied over those of ddp when training begins.
  void add_overlaps() {
    const strategy::Strategy& s = m_strategy;
    flag("ddp.overlap_grad_reduce", s.overlap_grad_reduce);
    flag("ddp.overlap_param_gather", s.overlap_param_gather);
    m_text += "    cfg.comm_overlap = CommOverlapConfig(\n";
    const auto overlap = [&](std::string_view name, bool on) {
      m_text += fmt::format("        {}={},\n", name, on ? "True" : "False");
    };
    overlap("tp_comm_overlap", s.overlap_tensor_parallel);
    overlap("overlap_grad_reduce", s.overlap_grad_reduce);
    overlap("overlap_param_gather", s.overlap_param_gather);
    m_text += "    )\n";
  }

  /// Recomputation, and what lies in host memory.
  void add_memory() {
    const int recomputed = m_launch.most_recomputed();
    const bool selective = recomputed == 0 && m_strategy.recompute == Recompute::selective;
    set("model.recompute_granularity", recomputed > 0 ? "\"full\"" : selective ? "\"selective\"" : "None");
    set("model.recompute_modules", selective ? "[\"core_attn\"]" : "None");
    set("model.recompute_method", recomputed > 0 ? "\"block\"" : "None");
    set("model.recompute_num_layers",
        recomputed > 0 ? std::to_string(m_launch.recomputed_in_a_chunk()) : "None");
    flag("optimizer.optimizer_cpu_offload", m_strategy.offload_optimizer);
    if (m_strategy.offload_optimizer) {
      set("optimizer.optimizer_offload_fraction", "1.0");
      flag("optimizer.overlap_cpu_optimizer_d2h_h2d", true);
      flag("optimizer.use_precision_aware_optimizer", true);
    }
    const int offloaded = m_launch.offloaded_layers();
    flag("model.cpu_offloading", offloaded > 0);
    if (offloaded == 0) return;
    set("model.cpu_offloading_num_layers", offloaded);
    flag("model.cpu_offloading_activations", true);
    flag("model.cpu_offloading_weights", false);
  }

  Launch& m_launch;  ///< is told what cannot be said
  const strategy::Strategy& m_strategy;
  const strategy::Job& m_job;
  std::string m_text;
};

std::string nemo(Launch launch, const LaunchHeader& header) {
  launch.common();
  launch.one_recompute();
  launch.megatron_schedule();
  const std::string settings = NemoSettings(launch).text();
  const bool whole_precision = launch.problem.job.precision == hardware::Precision::fp32;
  return heading(header, launch) + "from megatron.bridge.training.comm_overlap import CommOverlapConfig\n" +
         (whole_precision ? "from megatron.bridge.training.mixed_precision import MixedPrecisionConfig\n"
                          : "") +
         "\n\ndef apply(cfg):\n"
         "    \"\"\"Sets on the ConfigContainer of a recipe what the plan says; the model's sizes "
         "stay.\"\"\"\n" +
         settings + "    return cfg\n";
}

}  // namespace

std::optional<Launcher> launcher_from(std::string_view name) {
  if (name == "megatron") return Launcher::megatron;
  if (name == "torchtitan") return Launcher::torchtitan;
  if (name == "deepspeed") return Launcher::deepspeed;
  if (name == "nemo") return Launcher::nemo;
  return std::nullopt;
}

std::string launch_settings(const strategy::Problem& problem, const strategy::Strategy& strategy,
                            Launcher launcher, const LaunchHeader& header) {
  Launch launch{problem, strategy, {}};
  switch (launcher) {
    case Launcher::megatron:
      return megatron(std::move(launch), header);
    case Launcher::torchtitan:
      return torchtitan(std::move(launch), header);
    case Launcher::nemo:
      return nemo(std::move(launch), header);
    case Launcher::deepspeed:
      break;
  }
  return deepspeed(std::move(launch), header);
}

}  // namespace astrolabe::plan
