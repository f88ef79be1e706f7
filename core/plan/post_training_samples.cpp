// The sample of post-training.
#include <cassert>

#include "core/model/model_reader.h"
#include "core/plan/samples.h"

namespace astrolabe::plan {

namespace {

hardware::PoolSpec nodes_of(const char* id, const char* node, int nodes) {
  hardware::PoolSpec pool;
  pool.id = id;
  pool.node = node;
  pool.nodes = nodes;
  return pool;
}

/// PPO of 70 B parameters with a critic and a reward model of 8 B, on two kinds of GPU: who generates where
/// memory is fast, who trains, and whether they share GPUs.
Plan two_sizes() {
  Plan plan;
  plan.name = "RLHF on two GPU types";
  plan.model_name = "llama-3.1-70b";
  for (const model::BuiltInModel& built_in : model::built_in_models())
    if (built_in.id == plan.model_name) plan.model_text = built_in.config;
  auto job = strategy::read_job({{"task", "post_train"},
                                 {"dataflow", "ppo"},
                                 {"prompts", 1024},
                                 {"samples_per_prompt", 1},
                                 {"prompt_tokens", 512},
                                 {"response_tokens", {{"mean", 600}, {"max", 2048}}},
                                 {"mini_batches", 4},
                                 {"roles",
                                  {{"actor", {{"model", "llama-3.1-70b"}}},
                                   {"reference", {{"model", "llama-3.1-70b"}}},
                                   {"critic", {{"model", "llama-3.1-8b"}}},
                                   {"reward", {{"model", "llama-3.1-8b"}}}}}});
  assert(job.has_value());
  plan.job = std::move(*job);
  constexpr double kNetwork = 400.0;  // GB/s of a node: 8 x 400 Gb/s
  constexpr double kApart = 300.0;
  plan.cluster.pools = {nodes_of("h200", "coreweave-hgx-h200", 4), nodes_of("h100", "coreweave-hgx-h100", 4)};
  plan.cluster.between_pools = {{"h200", "h100", kNetwork, {}}};
  plan.layout = {{"h200", {0.0, 0.0}}, {"h100", {kApart, 0.0}}};
  return plan;
}

}  // namespace

const std::vector<std::string>& post_training_sample_names() {
  static const std::vector<std::string> names{"post-train-ppo"};
  return names;
}

Plan post_training_sample_named([[maybe_unused]] std::string_view name) {
  assert(name == "post-train-ppo");
  return two_sizes();
}

}  // namespace astrolabe::plan
