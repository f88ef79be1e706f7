#include "core/plan/samples.h"

#include <algorithm>
#include <cassert>
#include <iterator>

#include "core/model/model_reader.h"

namespace astrolabe::plan {

namespace {

void set_model(Plan& plan, std::string_view id) {
  plan.model_name = id;
  for (const model::BuiltInModel& built_in : model::built_in_models())
    if (built_in.id == id) plan.model_text = built_in.config;
}

/// The first pool of the sample alone: nodes of 8 H100 with a list price and a published network figure.
Plan one_pool(const char* name, int nodes) {
  Plan plan = sample_plan();
  plan.name = name;
  plan.cluster.pools.resize(1);
  plan.cluster.pools[0].nodes = nodes;
  plan.cluster.between_pools.clear();
  plan.layout = {{plan.cluster.pools[0].id, {}}};
  return plan;
}

Plan small() {
  Plan plan = one_pool("Small", 1);
  set_model(plan, "llama-3.1-8b");
  plan.job.global_batch = 64;
  plan.job.tokens = 1e11;
  return plan;
}

Plan homogeneous() {
  constexpr int nodes = 16;
  Plan plan = one_pool("One kind of GPU", nodes);
  plan.job.global_batch = 512;
  return plan;
}

/// Both kinds may be rented, none has to be: the search says how many of which, together where that is
/// better, which no runtime does.
Plan best_value() {
  Plan plan = sample_plan();
  plan.name = "Best value";
  plan.cluster.choose.emplace();
  plan.objective = strategy::Objective::money;
  plan.job.software.runtime = "any";
  strategy::note_stated(plan.job, "software.runtime");
  return plan;
}

/// 70 B parameters on 16 GPUs of 80 GB: weights, gradients and optimizer fit, the activations without
/// recomputation do not, unless something may go to host memory.
Plan does_not_fit() {
  Plan plan = one_pool("Does not fit", 2);
  plan.job.allowed["recompute"] = {"none"};
  plan.job.allowed["offload_optimizer"] = plan.job.allowed["offload_activations"] = {"false"};
  plan.job.stated.emplace_back("fixed");
  return plan;
}

}  // namespace

const std::vector<std::string>& sample_names() {
  static const std::vector<std::string> names{"two-generations", "small", "homogeneous", "best-value",
                                              "does-not-fit"};
  return names;
}

bool names_a_shipped_cluster(std::string_view name) {
  constexpr std::string_view names[] = {"4 x 8 H100 and 4 x 8 A100", "1 x 8 H100", "2 x 8 H100",
                                        "16 x 8 H100"};
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

Plan sample_named(std::string_view name) {
  if (name == "small") return small();
  if (name == "homogeneous") return homogeneous();
  if (name == "best-value") return best_value();
  if (name == "does-not-fit") return does_not_fit();
  assert(name == "two-generations");
  return sample_plan();
}

}  // namespace astrolabe::plan
