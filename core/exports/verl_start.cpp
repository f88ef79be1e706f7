// A placement as verl starts it.
#include <algorithm>
#include <cmath>

#include "core/base/error_codes.h"
#include "core/base/quoting.h"
#include "core/base/text.h"
#include "core/exports/placed_roles.h"
#include "core/exports/trainer_start.h"

namespace astrolabe::exports {

namespace {

using post_training::Do;
using strategy::Recompute;
using strategy::Strategy;

tl::unexpected<Error> no_verl(const std::string& where, const std::string& found, std::string wanted) {
  return fail(code::out_of_range, where, found, {Wanted::Kind::text, {std::move(wanted)}});
}

/// Weights and state of one trainer in verl's two ways.
bool is_sharded(const PlacedRole& role) { return role.layout->strategy.zero_stage == 3; }

class VerlWriter {
 public:
  VerlWriter(const post_training::Placement& placement, const strategy::Problem& problem)
      : m_roles(placement, problem), m_job(*placement.job) {}

  Result<TrainerSettings> settings() {
    for (const auto step : {&VerlWriter::check, &VerlWriter::add_data, &VerlWriter::add_actor,
                            &VerlWriter::add_rollout, &VerlWriter::add_reference, &VerlWriter::add_critic,
                            &VerlWriter::add_reward, &VerlWriter::add_trainer})
      if (const auto done = (this->*step)(); !done) return tl::unexpected<Error>(done.error());
    return std::move(m_settings);
  }

 private:
  void set(const std::string& name, Json value) { m_settings.emplace_back(name, std::move(value)); }

  Result<void> check() {
    const std::string& flow = m_job.flow.name;
    if (flow != "ppo" && flow != "grpo" && flow != "remax")
      return no_verl("dataflow", flow.empty() ? "a list of calls" : flow,
                     "ppo, grpo or remax: main_ppo of verl runs these");
    if (m_job.asynchronous > 0)
      return no_verl("asynchronous", std::to_string(m_job.asynchronous),
                     "0: main_ppo of verl generates in step");
    m_actor = m_roles.find("actor");
    m_set = m_actor->set;
    for (const char* name : {"actor", "reference", "critic"}) {
      const PlacedRole* role = m_roles.find(name);
      if (role == nullptr || role->layout == nullptr) continue;
      const bool engine_apart = role->engine != nullptr && role->engine_set != m_set;
      if (role->set != m_set || engine_apart)
        return no_verl(
            "placement",
            (engine_apart ? "engine of " : "") + std::string(name) + " on other GPUs than the actor",
            "actor, engine, reference and critic in one set: verl gives them one resource pool");
      if (is_sharded(*role) != is_sharded(*m_actor))
        return no_verl(std::string("layouts.") + name, "another kind of trainer than the actor",
                       "zero_stage 3 for all or for none: verl has one trainer for all roles");
      if (role->role->precision != hardware::Precision::bf16)
        return no_verl("roles." + std::string(name) + ".precision",
                       hardware::to_string(role->role->precision), "bf16");
      if (is_sharded(*role) && role->layout->strategy.tensor_parallel > 1)
        return no_verl(std::string("layouts.") + name + ".tensor_parallel",
                       std::to_string(role->layout->strategy.tensor_parallel),
                       "1: FSDP of verl splits no tensors");
      if (auto alike = check_degrees(*role); !alike) return alike;
    }
    const bool sharded = is_sharded(*m_actor);
    set("config-name", sharded ? "ppo_trainer" : "ppo_megatron_trainer");
    set("algorithm.adv_estimator", flow == "ppo" ? "gae" : flow);
    return {};
  }

  /// All Megatron roles of a pool stand in the process groups that the first of them starts:
  /// verl/workers/megatron_workers.py, ActorRolloutRefWorker, CriticWorker and RewardModelWorker.
  Result<void> check_degrees(const PlacedRole& role) const {
    if (is_sharded(role)) return {};
    for (const char* key : {"tensor_parallel", "pipeline_parallel", "context_parallel", "expert_parallel"}) {
      const std::string found = strategy::setting(role.layout->strategy, key);
      const std::string wanted = strategy::setting(m_actor->layout->strategy, key);
      if (found == wanted) continue;
      const std::string where = "layouts." + role.role->name + (role.trains ? ".train." : ".infer.") + key;
      return no_verl(where, found,
                     wanted +
                         ", as the actor has: verl has one for all Megatron roles of a pool; a plan of " +
                         "the job with " + where + " and layouts.actor.train." + key + " alike has it");
    }
    return {};
  }

  Result<void> add_data() {
    set("data.train_batch_size", static_cast<std::int64_t>(m_job.prompts));
    const auto prompt = m_roles.longest_prompt(), answer = m_roles.longest_answer();
    for (const auto* cut : {&prompt, &answer})
      if (!*cut) return tl::unexpected<Error>(cut->error());
    set("data.max_prompt_length", *prompt);
    set("data.max_response_length", *answer);
    m_longest = *prompt + *answer;
    return {};
  }

  /// What verl asserts of batches: verl/utils/config.py, validate_config(), and the workers that divide a
  /// mini-batch by their ranks.
  Result<void> check_batches(const PlacedRole& role, double update) const {
    const Strategy& layout = role.layout->strategy;
    const double samples = m_job.samples(), of_update = update * m_job.samples_per_prompt;
    const int ranks = layout.data_parallel, least = ranks * layout.micro_batch;
    const int of_all = is_sharded(role) ? ranks : least;
    if (std::fmod(samples, of_all) != 0.0)
      return no_verl("prompts", format_number(samples) + " samples",
                     "a multiple of " + std::to_string(of_all) + " samples: verl gives all ranks alike");
    if (std::fmod(of_update, least) != 0.0)
      return no_verl("mini_batches", format_number(of_update) + " samples an update",
                     "a multiple of " + std::to_string(least) + " samples: " + std::to_string(ranks) +
                         " ranks with micro-batches of " + std::to_string(layout.micro_batch));
    return {};
  }

  /// Keys that actor and critic have in common, below `prefix`; `model`: where the model's own keys stand.
  Result<void> add_trained(const PlacedRole& role, const std::string& prefix, const std::string& model) {
    const double update = m_job.prompts / m_job.mini_batches;
    if (update != std::floor(update))
      return no_verl("mini_batches", std::to_string(m_job.mini_batches),
                     "a divisor of the prompts (" + format_number(m_job.prompts) + ")");
    const Strategy& layout = role.layout->strategy;
    if (auto even = check_batches(role, update); !even) return even;
    set(prefix + ".ppo_mini_batch_size", static_cast<std::int64_t>(update));
    set(prefix + ".ppo_micro_batch_size_per_gpu", layout.micro_batch);
    set(prefix + ".ppo_epochs", m_job.epochs);
    const bool full = layout.recompute == Recompute::full;
    if (is_sharded(role)) {
      set(model + ".enable_gradient_checkpointing", full ? "True" : "False");
      if (role.role->adapter_rank > 0) set(model + ".lora_rank", role.role->adapter_rank);
      return {};
    }
    if (role.role->adapter_rank > 0)
      return no_verl("roles." + role.role->name + ".adapter_rank", std::to_string(role.role->adapter_rank),
                     "0, or zero_stage 3: adapters of verl are trained under FSDP");
    add_degrees(layout, prefix + ".megatron");
    if (!full) return {};
    const std::string recompute = prefix + ".megatron.override_transformer_config.recompute_";
    set(recompute + "granularity", "full");
    set(recompute + "method", "uniform");
    set(recompute + "num_layers", 1);
    return {};
  }

  void add_degrees(const Strategy& layout, const std::string& prefix) {
    set(prefix + ".tensor_model_parallel_size", layout.tensor_parallel);
    set(prefix + ".pipeline_model_parallel_size", layout.pipeline_parallel);
    if (layout.expert_parallel > 1) set(prefix + ".expert_model_parallel_size", layout.expert_parallel);
  }

  void add_offload(const std::string& prefix, bool optimizer) {
    if (!m_roles.offloads(m_set)) return;
    set(prefix + ".param_offload", "True");
    if (optimizer) set(prefix + ".optimizer_offload", "True");
  }

  Result<void> add_actor() {
    const std::string actor = "actor_rollout_ref.actor";
    set("actor_rollout_ref.model.path", m_actor->role->model);
    set("actor_rollout_ref.model.use_remove_padding", m_job.packed ? "True" : "False");
    if (auto added = add_trained(*m_actor, actor, "actor_rollout_ref.model"); !added) return added;
    add_offload(actor + (is_sharded(*m_actor) ? ".fsdp_config" : ".megatron"), true);
    return {};
  }

  Result<void> add_rollout() {
    const std::string rollout = "actor_rollout_ref.rollout";
    const serving::Worker& worker = m_actor->engine->worker;
    if (m_job.runtime == serving::Runtime::tensorrt_llm)
      return no_verl("engine", serving::to_string(m_job.runtime), "vllm or sglang");
    if (worker.pipeline_parallel > 1)
      return no_verl("layouts.actor.generate.pipeline_parallel", std::to_string(worker.pipeline_parallel),
                     "1: rollouts of verl have no pipelines");
    if (auto filled = m_roles.check_filled(*m_actor, "verl"); !filled) return filled;
    set(rollout + ".name", serving::to_string(m_job.runtime));
    set(rollout + ".n", static_cast<std::int64_t>(m_job.samples_per_prompt));
    set(rollout + ".tensor_model_parallel_size", worker.tensor_parallel);
    if (worker.attention_data_parallel > 1)
      set(rollout + ".data_parallel_size", worker.attention_data_parallel);
    if (worker.expert_parallel > 1) set(rollout + ".expert_parallel_size", worker.expert_parallel);
    set(rollout + ".gpu_memory_utilization", m_roles.memory_share(*m_actor));
    set(rollout + ".max_num_seqs",
        static_cast<std::int64_t>(std::ceil(m_actor->engine->places / worker.attention_data_parallel)));
    // Steps that hold no whole sample are refused where prompts are read in parts.
    set(rollout + ".max_num_batched_tokens", std::max<std::int64_t>(worker.max_batched_tokens, m_longest));
    set(rollout + ".log_prob_micro_batch_size_per_gpu", m_actor->layout->strategy.micro_batch);
    return {};
  }

  Result<void> add_reference() {
    const PlacedRole* reference = m_roles.find("reference");
    if (reference == nullptr) return {};
    if (!reference->role->shares.empty() && !is_sharded(*m_actor))
      return no_verl("roles.reference.shares", reference->role->shares,
                     "a model of its own, or zero_stage 3 for all: adapters of verl are trained under FSDP");
    // GRPO has the divergence in its loss, PPO and ReMax in the reward.
    if (m_job.flow.name == "grpo")
      set("actor_rollout_ref.actor.use_kl_loss", "True");
    else
      set("algorithm.use_kl_in_reward", "True");
    const std::string ref = "actor_rollout_ref.ref";
    set(ref + ".log_prob_micro_batch_size_per_gpu", reference->layout->strategy.micro_batch);
    if (!is_sharded(*reference)) add_degrees(reference->layout->strategy, ref + ".megatron");
    add_offload(ref + (is_sharded(*reference) ? ".fsdp_config" : ".megatron"), false);
    return {};
  }

  Result<void> add_critic() {
    const PlacedRole* critic = m_roles.find("critic");
    if (critic == nullptr) return {};
    set("critic.model.path", critic->role->model);
    if (is_sharded(*critic)) set("critic.model.use_remove_padding", m_job.packed ? "True" : "False");
    if (auto added = add_trained(*critic, "critic", "critic.model"); !added) return added;
    add_offload(is_sharded(*critic) ? "critic.model.fsdp_config" : "critic.megatron", true);
    return {};
  }

  Result<void> add_reward() {
    const PlacedRole* reward = m_roles.find("reward");
    if (reward == nullptr || reward->role->rule) return {};
    if (is_sharded(*reward) != is_sharded(*m_actor))
      return no_verl("layouts.reward", "another kind of trainer than the actor",
                     "zero_stage 3 for all or for none: verl has one trainer for all roles");
    if (reward->set == m_set)
      if (auto alike = check_degrees(*reward); !alike) return alike;
    set("reward_model.enable", "True");
    set("reward_model.model.path", reward->role->model);
    set("reward_model.micro_batch_size_per_gpu", reward->layout->strategy.micro_batch);
    if (!is_sharded(*reward)) add_degrees(reward->layout->strategy, "reward_model.megatron");
    if (reward->set == m_set) return {};
    const auto nodes = m_roles.nodes(reward->set);
    if (!nodes) return tl::unexpected<Error>(nodes.error());
    set("reward_model.enable_resource_pool", "True");
    set("reward_model.nnodes", nodes->nodes);
    set("reward_model.n_gpus_per_node", nodes->gpus_per_node);
    return {};
  }

  Result<void> add_trainer() {
    const auto nodes = m_roles.nodes(m_set);
    if (!nodes) return tl::unexpected<Error>(nodes.error());
    set("trainer.nnodes", nodes->nodes);
    set("trainer.n_gpus_per_node", nodes->gpus_per_node);
    return {};
  }

  PlacedRoles m_roles;
  const post_training::Job& m_job;
  const PlacedRole* m_actor = nullptr;
  int m_set = 0;
  std::int64_t m_longest = 0;  ///< tokens of a sample
  TrainerSettings m_settings;
};

}  // namespace

Result<TrainerSettings> verl_settings(const post_training::Placement& placement,
                                      const strategy::Problem& problem) {
  return VerlWriter(placement, problem).settings();
}

Result<std::string> verl_start(const post_training::Placement& placement, const strategy::Problem& problem) {
  const auto settings = verl_settings(placement, problem);
  if (!settings) return tl::unexpected<Error>(settings.error());
  std::string text =
      "#!/usr/bin/env bash\n"
      "# Written by Astrolabe for verl (volcengine/verl, 2025-09). Data, rewards by rule and learning rates\n"
      "# are yours to add; model names are those of the plan.\n"
      "python3 -m verl.trainer.main_ppo";
  for (const auto& [name, value] : *settings)
    text += " \\\n  " + (name == "config-name" ? "--config-name=" : name + '=') +
            shell_word(value.is_string() ? value.get<std::string>() : text_of(value));
  return text + " \\\n  \"$@\"\n";
}

}  // namespace astrolabe::exports
