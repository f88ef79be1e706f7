// A placement as OpenRLHF starts it.
#include <cmath>

#include "core/base/error_codes.h"
#include "core/base/quoting.h"
#include "core/base/text.h"
#include "core/exports/placed_roles.h"
#include "core/exports/trainer_start.h"

namespace astrolabe::exports {

namespace {

using strategy::Strategy;

tl::unexpected<Error> no_openrlhf(const std::string& where, const std::string& found, std::string wanted) {
  return fail(code::out_of_range, where, found, {Wanted::Kind::text, {std::move(wanted)}});
}

class OpenRlhfWriter {
 public:
  OpenRlhfWriter(const post_training::Placement& placement, const strategy::Problem& problem)
      : m_roles(placement, problem), m_job(*placement.job) {}

  Result<TrainerSettings> settings() {
    for (const auto step : {&OpenRlhfWriter::check, &OpenRlhfWriter::add_places, &OpenRlhfWriter::add_engine,
                            &OpenRlhfWriter::add_trainer, &OpenRlhfWriter::add_samples})
      if (const auto done = (this->*step)(); !done) return tl::unexpected<Error>(done.error());
    return std::move(m_settings);
  }

 private:
  void set(const std::string& name, Json value) { m_settings.emplace_back(name, std::move(value)); }

  std::vector<const PlacedRole*> models() const {
    std::vector<const PlacedRole*> all;
    for (const char* name : {"actor", "reference", "critic", "reward"})
      if (const PlacedRole* role = m_roles.find(name); role != nullptr && role->layout != nullptr)
        all.push_back(role);
    return all;
  }

  Result<void> check() {
    const std::string& flow = m_job.flow.name;
    if (flow != "ppo" && flow != "grpo")
      return no_openrlhf("dataflow", flow.empty() ? "a list of calls" : flow,
                         "ppo or grpo: train_ppo_ray of OpenRLHF runs these");
    if (m_job.runtime != serving::Runtime::vllm)
      return no_openrlhf("engine", serving::to_string(m_job.runtime), "vllm");
    const Strategy& first = m_roles.find("actor")->layout->strategy;
    for (const PlacedRole* role : models()) {
      const std::string layout = "layouts." + role->role->name;
      const Strategy& of = role->layout->strategy;
      if (of.pipeline_parallel > 1)
        return no_openrlhf(layout + ".pipeline_parallel", std::to_string(of.pipeline_parallel),
                           "1: DeepSpeed under OpenRLHF has no pipelines");
      if (of.expert_parallel > 1)
        return no_openrlhf(layout + ".expert_parallel", std::to_string(of.expert_parallel), "1");
      if (of.tensor_parallel != first.tensor_parallel)
        return no_openrlhf(layout + ".tensor_parallel", std::to_string(of.tensor_parallel),
                           std::to_string(first.tensor_parallel) + ": OpenRLHF has one for all roles");
      if (of.zero_stage != first.zero_stage)
        return no_openrlhf(layout + ".zero_stage", std::to_string(of.zero_stage),
                           std::to_string(first.zero_stage) + ": OpenRLHF has one for all roles");
      if (role->role->precision != hardware::Precision::bf16)
        return no_openrlhf("roles." + role->role->name + ".precision",
                           hardware::to_string(role->role->precision), "bf16");
      if (!role->role->shares.empty())
        return no_openrlhf("roles." + role->role->name + ".shares", role->role->shares, "a model of its own");
    }
    return {};
  }

  /// Nodes of every role, and which of them share: OpenRLHF knows all, actor with reference, critic with
  /// reward.
  Result<void> add_places() {
    const PlacedRole& actor = *m_roles.find("actor");
    const auto is_with = [&](const char* a, const char* b) {
      const PlacedRole *x = m_roles.find(a), *y = m_roles.find(b);
      return x != nullptr && y != nullptr && x->layout != nullptr && y->layout != nullptr && x->set == y->set;
    };
    m_all = m_roles.sets() == 1;
    if (!m_all) {
      if (actor.engine_set == actor.set)
        return no_openrlhf("placement", "the engine with the actor",
                           "engines apart, or all roles in one set");
      for (const auto& [a, b] : {std::pair{"actor", "critic"},
                                 {"actor", "reward"},
                                 {"reference", "critic"},
                                 {"reference", "reward"}})
        if (is_with(a, b))
          return no_openrlhf("placement", std::string(a) + " with " + b,
                             "actor with reference and critic with reward alone share GPUs in OpenRLHF");
      for (const PlacedRole* role : models())
        if (role->set == actor.engine_set)
          return no_openrlhf("placement", role->role->name + " with the engine", "engines apart");
      if (is_with("actor", "reference")) set("--colocate_actor_ref", true);
      if (is_with("critic", "reward")) set("--colocate_critic_reward", true);
    } else {
      set("--colocate_all_models", true);
    }
    for (const PlacedRole* role : models()) {
      const auto nodes = m_roles.nodes(role->set);
      if (!nodes) return tl::unexpected<Error>(nodes.error());
      const std::string name = role->role->name == "reference" ? "ref" : role->role->name;
      set("--" + name + "_num_nodes", nodes->nodes);
      set("--" + name + "_num_gpus_per_node", nodes->gpus_per_node);
    }
    return {};
  }

  Result<void> add_engine() {
    const PlacedRole& actor = *m_roles.find("actor");
    const serving::Worker& worker = actor.engine->worker;
    if (worker.gpus() != worker.tensor_parallel)
      return no_openrlhf("layouts.actor.generate", std::to_string(worker.gpus()) + " GPUs a copy",
                         "tensor parallelism alone: engines of OpenRLHF have no other");
    if (auto filled = m_roles.check_filled(actor, "OpenRLHF"); m_all && !filled) return filled;
    set("--vllm_num_engines", actor.engine->replicas);
    set("--vllm_tensor_parallel_size", worker.tensor_parallel);
    set("--vllm_gpu_memory_utilization", m_roles.memory_share(actor));
    if (m_all && m_job.asynchronous == 0) set("--vllm_enable_sleep", true);
    if (m_all && m_roles.offloads(actor.set)) set("--deepspeed_enable_sleep", true);
    if (m_job.asynchronous > 0) {
      if (m_all)
        return no_openrlhf("asynchronous", std::to_string(m_job.asynchronous), "0, or engines apart");
      set("--async_train", true);
      set("--async_queue_size", m_job.asynchronous);
    }
    return {};
  }

  Result<void> add_trainer() {
    const PlacedRole& actor = *m_roles.find("actor");
    const Strategy& layout = actor.layout->strategy;
    set("--pretrain", actor.role->model);
    if (const PlacedRole* critic = m_roles.find("critic")) set("--critic_pretrain", critic->role->model);
    if (const PlacedRole* reward = m_roles.find("reward"); reward != nullptr && !reward->role->rule)
      set("--reward_pretrain", reward->role->model);
    set("--bf16", true);
    set("--zero_stage", layout.zero_stage);
    if (layout.tensor_parallel > 1) set("--ds_tensor_parallel_size", layout.tensor_parallel);
    if (layout.recompute == strategy::Recompute::full) set("--gradient_checkpointing", true);
    if (actor.role->adapter_rank > 0) set("--lora_rank", actor.role->adapter_rank);
    if (m_job.packed) set("--packing_samples", true);
    set("--micro_train_batch_size", layout.micro_batch);
    set("--micro_rollout_batch_size", layout.micro_batch);
    return {};
  }

  Result<void> add_samples() {
    const double update = m_job.samples() / m_job.mini_batches;
    if (update != std::floor(update))
      return no_openrlhf("mini_batches", std::to_string(m_job.mini_batches),
                         "a divisor of the samples (" + format_number(m_job.samples()) + ")");
    if (m_job.flow.name == "grpo" && m_job.samples_per_prompt < 2.0)
      return no_openrlhf("samples_per_prompt", format_number(m_job.samples_per_prompt),
                         "2 or more: OpenRLHF compares answers to one prompt");
    const Strategy& layout = m_roles.find("actor")->layout->strategy;
    const double batches = std::floor(m_job.samples() / layout.micro_batch);
    if (batches < layout.data_parallel)
      return no_openrlhf(
          "prompts", format_number(batches) + " micro-batches of samples",
          "at least " + std::to_string(layout.data_parallel) + ": one for each rank of the actor");
    set("--advantage_estimator", m_job.flow.name == "ppo" ? "gae" : "group_norm");
    if (m_job.flow.name == "grpo" && m_roles.find("reference") != nullptr) set("--use_kl_loss", true);
    if (m_roles.find("reference") == nullptr) set("--init_kl_coef", 0);
    set("--rollout_batch_size", static_cast<std::int64_t>(m_job.prompts));
    set("--n_samples_per_prompt", static_cast<std::int64_t>(m_job.samples_per_prompt));
    set("--train_batch_size", static_cast<std::int64_t>(update));
    set("--max_epochs", m_job.epochs);
    const auto prompt = m_roles.longest_prompt(), answer = m_roles.longest_answer();
    for (const auto* cut : {&prompt, &answer})
      if (!*cut) return tl::unexpected<Error>(cut->error());
    set("--prompt_max_len", *prompt);
    set("--generate_max_len", *answer);
    return {};
  }

  PlacedRoles m_roles;
  const post_training::Job& m_job;
  bool m_all = false;
  TrainerSettings m_settings;
};

}  // namespace

Result<TrainerSettings> openrlhf_settings(const post_training::Placement& placement,
                                          const strategy::Problem& problem) {
  return OpenRlhfWriter(placement, problem).settings();
}

Result<std::string> openrlhf_start(const post_training::Placement& placement,
                                   const strategy::Problem& problem) {
  const auto settings = openrlhf_settings(placement, problem);
  if (!settings) return tl::unexpected<Error>(settings.error());
  std::string text =
      "#!/usr/bin/env bash\n"
      "# Written by Astrolabe for OpenRLHF (OpenRLHF/OpenRLHF at 021d1b09). Data, rewards by rule and "
      "learning\n"
      "# rates are yours to add; model names are those of the plan.\n"
      "python3 -m openrlhf.cli.train_ppo_ray";
  for (const auto& [name, value] : *settings)
    text += " \\\n  " + name +
            (value == true ? std::string()
                           : ' ' + shell_word(value.is_string() ? value.get<std::string>() : text_of(value)));
  return text + " \\\n  \"$@\"\n";
}

}  // namespace astrolabe::exports
