#include "core/plan/launch_settings.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/json.h"

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
    for (const strategy::Stage& stage : s.stages)
      sum += stage.tensor_parallel * s.data_parallel * s.context_parallel;
    return sum;
  }
  /// Stages that differ are one program's word or none's.
  bool even_layers() const {
    return std::all_of(s.stages.begin(), s.stages.end(),
                       [&](const auto& stage) { return stage.layers == s.stages.front().layers; });
  }
  void common() {
    const bool even = std::all_of(s.stages.begin(), s.stages.end(), [&](const auto& stage) {
      return stage.tensor_parallel == s.tensor_parallel;
    });
    if (!even) missing.emplace_back("tensor parallelism that differs from stage to stage");
    if (s.recompute_layers > 0 || std::any_of(s.stages.begin(), s.stages.end(), [&](const auto& stage) {
          return stage.recompute != s.recompute || stage.recompute_layers > 0;
        }))
      missing.emplace_back("recomputation that differs from stage to stage or layer to layer");
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

std::string heading(const LaunchHeader& header, const Launch& launch, std::string_view mark) {
  std::string text = fmt::format("{0} plan: {1}\n{0} strategy: {2} on {3} GPUs\n{0} Astrolabe {4}\n", mark,
                                 header.plan, header.strategy, launch.gpus(), header.version);
  for (const std::string& word : launch.missing) text += fmt::format("{} no counterpart: {}\n", mark, word);
  return text;
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
  if (s.expert_tensor_parallel > 1) value("--expert-tensor-parallel-size", s.expert_tensor_parallel);
  if (s.virtual_pipeline > 1)
    value("--num-layers-per-virtual-pipeline-stage", s.stages.front().layers / s.virtual_pipeline);
  if (!launch.even_layers()) {
    const bool inner = s.stages.size() > 2 &&
                       std::all_of(s.stages.begin() + 1, s.stages.end() - 1,
                                   [&](const auto& stage) { return stage.layers == s.stages[1].layers; });
    if (s.stages.size() == 2 || inner) {
      value("--decoder-first-pipeline-num-layers", s.stages.front().layers);
      value("--decoder-last-pipeline-num-layers", s.stages.back().layers);
    } else {
      std::string layers;
      for (const strategy::Stage& stage : s.stages)
        layers += (layers.empty() ? "" : ", ") + std::to_string(stage.layers);
      launch.missing.push_back("layers of the stages: " + layers);
    }
  }
  value("--micro-batch-size", s.micro_batch);
  value("--global-batch-size", job.global_batch);
  value("--seq-length", job.sequence_length);
  flag(s.sequence_parallel, "--sequence-parallel");
  flag(s.zero_stage >= 1, "--use-distributed-optimizer");
  if (s.zero_stage >= 2)
    launch.missing.push_back(
        fmt::format("ZeRO stage {} (the distributed optimizer is stage 1)", s.zero_stage));
  if (s.recompute == Recompute::selective) text += "--recompute-granularity selective\n";
  if (s.recompute == Recompute::full)
    text += "--recompute-granularity full\n--recompute-method uniform\n--recompute-num-layers 1\n";
  flag(s.overlap_grad_reduce, "--overlap-grad-reduce");
  flag(s.overlap_param_gather, "--overlap-param-gather");
  flag(s.overlap_tensor_parallel, "--tp-comm-overlap");
  flag(s.offload_optimizer, "--optimizer-cpu-offload");
  if (s.offload_activations) launch.missing.emplace_back("offloading of activations");
  if (s.schedule == Schedule::gpipe || s.schedule == Schedule::zb_h1 || s.schedule == Schedule::zb_v)
    launch.missing.push_back(std::string("schedule ") + strategy::to_string(s.schedule));
  const std::string precision = hardware::to_string(job.precision);
  if (precision == "bf16" || precision == "fp16")
    text += fmt::format("--{}\n", precision);
  else if (precision.starts_with("fp8") || precision.starts_with("mxfp8"))
    text += "--bf16\n--fp8-format hybrid\n";
  else if (precision != "fp32")
    launch.missing.push_back("precision " + precision);
  return heading(header, launch, "#") + text;
}

std::string torchtitan(Launch launch, const LaunchHeader& header) {
  const strategy::Strategy& s = launch.s;
  const strategy::Job& job = launch.problem.job;
  launch.common();
  const int shard = s.zero_stage >= 2 ? std::min(s.sharding_group, s.data_parallel) : 1;
  if (s.zero_stage == 1) launch.missing.emplace_back("ZeRO stage 1 (weights stay whole, states are sharded)");
  if (!launch.even_layers()) launch.missing.emplace_back("stages of different numbers of layers");
  if (s.offload_activations) launch.missing.emplace_back("offloading of activations");
  if (s.micro_batch != 1 && s.pipeline_parallel > 1)
    launch.missing.push_back(fmt::format("micro-batches of {} sequences in the pipeline", s.micro_batch));
  const char* schedule = s.schedule == Schedule::interleaved ? "Interleaved1F1B"
                         : s.schedule == Schedule::gpipe     ? "GPipe"
                         : s.schedule == Schedule::zb_v      ? "ZBVZeroBubble"
                                                             : "1F1B";
  if (s.schedule == Schedule::zb_h1) launch.missing.emplace_back("schedule zb-h1");
  const char* recompute = s.recompute == Recompute::none   ? "none"
                          : s.recompute == Recompute::full ? "full"
                                                           : "selective";
  return heading(header, launch, "#") +
         fmt::format(
             "[training]\nlocal_batch_size = {}\nglobal_batch_size = {}\nseq_len = {}\n"
             "enable_cpu_offload = {}\n\n[parallelism]\ndata_parallel_replicate_degree = {}\n"
             "data_parallel_shard_degree = {}\ntensor_parallel_degree = {}\npipeline_parallel_degree = {}\n"
             "pipeline_parallel_schedule = \"{}\"\ncontext_parallel_degree = {}\n"
             "expert_parallel_degree = {}\nenable_async_tensor_parallel = {}\n\n"
             "[activation_checkpoint]\nmode = \"{}\"\n",
             job.global_batch / s.data_parallel, job.global_batch, job.sequence_length, s.offload_optimizer,
             s.data_parallel / shard, shard, s.tensor_parallel, s.pipeline_parallel, schedule,
             s.context_parallel, s.expert_parallel, s.overlap_tensor_parallel, recompute);
}

std::string deepspeed(Launch launch, const LaunchHeader& header) {
  const strategy::Strategy& s = launch.s;
  const strategy::Job& job = launch.problem.job;
  launch.common();
  if (!launch.even_layers()) launch.missing.emplace_back("layers of the stages (partition_method)");
  if (s.context_parallel > 1) launch.missing.emplace_back("context parallelism");
  if (s.schedule != Schedule::one_f_one_b)
    launch.missing.push_back(std::string("schedule ") + strategy::to_string(s.schedule));
  if (s.overlap_tensor_parallel) launch.missing.emplace_back("overlap of tensor parallelism");
  Json zero{{"stage", s.zero_stage}, {"overlap_comm", s.overlap_grad_reduce}};
  if (s.offload_optimizer) zero["offload_optimizer"] = {{"device", "cpu"}};
  if (s.zero_stage == 3 && s.sharding_group < s.data_parallel) zero["mics_shard_size"] = s.sharding_group;
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
                                            {"cpu_checkpointing", s.offload_activations}};
  // JSON has no comments: the header is an object that DeepSpeed does not read.
  settings["astrolabe"] = {{"plan", header.plan},
                           {"strategy", header.strategy},
                           {"version", header.version},
                           {"gpus", launch.gpus()},
                           {"no_counterpart", launch.missing}};
  return settings.dump(2) + "\n";
}

}  // namespace

std::optional<Launcher> launcher_from(std::string_view name) {
  if (name == "megatron") return Launcher::megatron;
  if (name == "torchtitan") return Launcher::torchtitan;
  if (name == "deepspeed") return Launcher::deepspeed;
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
    case Launcher::deepspeed:
      break;
  }
  return deepspeed(std::move(launch), header);
}

}  // namespace astrolabe::plan
