#pragma once
// A small question of post-training, and its plan.

#include <memory>

#include "core/hardware/catalogue.h"
#include "core/plan/samples.h"
#include "core/planning/post_trainings.h"

namespace astrolabe::tests {

/// GRPO of 7 B with a rule of 10 ms, eight samples at once, on so many GPUs of one node.
inline planning::QuestionPtr question(int gpus, const Json& changes = Json::object()) {
  plan::Plan plan = plan::post_training_sample_named("post-train-ppo");
  hardware::PoolSpec pool;
  pool.id = "h200";
  pool.gpu = "h200-sxm";
  pool.nodes = 1;
  pool.gpus_per_node = gpus;
  pool.usd_per_gpu_hour = 4.0;
  plan.cluster.pools = {pool};
  plan.cluster.between_pools.clear();
  Json job = Json::parse(R"({"task": "post_train", "dataflow": "grpo", "prompts": 64,
    "samples_per_prompt": 8, "prompt_tokens": 200, "response_tokens": {"mean": 300, "max": 1024},
    "roles": {"actor": {"model": "qwen2.5-7b"}, "reference": {"model": "qwen2.5-7b"},
              "reward": {"rule": true, "seconds_per_sample": 0.01, "at_once": 8}}})");
  job.update(changes);
  plan.job = *strategy::read_job(job);
  const auto made = planning::make_question(plan, hardware::Catalogue::built_in());
  return made ? *made : nullptr;
}

inline std::shared_ptr<const planning::FoundPostTrainings> planned(const planning::QuestionPtr& asked) {
  planning::Run run;
  run.options.threads = 1;
  return std::dynamic_pointer_cast<const planning::FoundPostTrainings>(
      planning::post_training_planner().plan(asked, run));
}

}  // namespace astrolabe::tests
