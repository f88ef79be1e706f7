// The sample plan, and the way from a plan to the question it asks.
#include "core/base/json.h"
#include "core/calibration/calibration.h"
#include "core/model/graph.h"
#include "core/model/model_reader.h"
#include "core/plan/plan_file.h"

namespace astrolabe::plan {

Result<strategy::Problem> make_problem(const Plan& plan, const hardware::Catalogue& catalogue) {
  auto architecture = model::read_saved(plan.model_name, plan.model_text, plan.model_entered);
  if (!architecture) return tl::unexpected<Error>(std::move(architecture.error()));
  return make_problem(plan, *architecture, catalogue);
}

Result<strategy::Problem> make_problem(const Plan& plan, const model::Architecture& architecture,
                                       const hardware::Catalogue& catalogue) {
  Result<hardware::Cluster> cluster =
      hardware::resolve(plan.cluster, catalogue_of(plan, catalogue), plan.job.cost.commitment);
  if (!cluster) return tl::unexpected<Error>(std::move(cluster.error()));
  Result<strategy::Problem> problem =
      strategy::make_problem(std::make_shared<const model::Graph>(model::build_graph(architecture)),
                             std::move(*cluster), plan.job, plan.objective);
  if (!problem || plan.calibration.empty()) return problem;
  // Constants of serving are none of a step of training; planners of deployments take them.
  const Json kept = json_or_null(plan.calibration);
  if (kept.is_object() && kept.value("format", Json()) == "astrolabe-serving-calibration") return problem;
  const auto calibration = calibration::read_calibration_text(plan.calibration);
  if (!calibration) return tl::unexpected<Error>(calibration.error());
  if (const auto applied = calibration::apply(*calibration, *problem); !applied)
    return tl::unexpected<Error>(applied.error());
  return problem;
}

Plan sample_plan() {
  // Two bare-metal node types of one provider, both with a list price and a published network figure.
  constexpr double slower_network_gb_per_s = 200.0;  // BM.GPU.A100-v2.8: RoCE 8 x 2 x 100 Gb/s
  Plan plan;
  plan.name = "Two generations";
  hardware::PoolSpec fast;
  fast.id = "h100";
  fast.node = "oci-bm-gpu-h100-8";
  fast.nodes = 4;
  hardware::PoolSpec slow = fast;
  slow.id = "a100";
  slow.node = "oci-bm-gpu-a100-v2-8";
  plan.cluster.pools = {fast, slow};
  plan.cluster.between_pools = {{fast.id, slow.id, slower_network_gb_per_s, {}}};
  plan.job.sequence_length = 8192;
  plan.job.global_batch = 128;
  plan.job.tokens = 1e12;
  plan.job.precision = hardware::Precision::bf16;
  plan.job.optimizer = strategy::Optimizer::adam;
  plan.job.software.runtime.clear();
  plan.job.stated = {"sequence_length", "global_batch", "tokens", "precision", "optimizer"};
  plan.objective = strategy::Objective::throughput;
  plan.model_name = "llama-3.1-70b";
  for (const model::BuiltInModel& built_in : model::built_in_models())
    if (built_in.id == plan.model_name) plan.model_text = built_in.config;
  plan.layout = {{fast.id, {-240.0, 0.0}}, {slow.id, {240.0, 0.0}}};
  return plan;
}

}  // namespace astrolabe::plan
