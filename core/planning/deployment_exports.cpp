#include "core/planning/deployment_exports.h"

#include "core/base/error_codes.h"
#include "core/exports/serving_start.h"
#include "core/exports/serving_trace.h"
#include "core/plan/answer.h"

namespace astrolabe::planning {

Result<exports::ServedFleet> served_fleet(const DeploymentLayout& layout) {
  if (!layout.question()) return fail(code::defect, "deployment", "a layout without its question");
  const Question& question = *layout.question();
  auto asked = serving_questions(question);
  if (!asked) return tl::unexpected<Error>(asked.error());
  auto job = serve_job_of(question);
  if (!job) return tl::unexpected<Error>(job.error());
  const auto architecture = architecture_of(question);
  if (!architecture) return tl::unexpected<Error>(architecture.error());
  exports::ServedFleet served;
  served.plan = question.asked.name;
  served.model = question.asked.model_name;
  served.drafts_itself = (*architecture)->parameters_mtp > 0;
  served.positions = (*architecture)->max_sequence;
  served.fleet = layout.fleet();
  served.job = std::move(*job);
  for (std::size_t i = 0; i < question.problem.cluster.pools.size(); ++i) {
    const hardware::Pool& pool = question.problem.cluster.pools[i];
    served.pools.push_back(
        {pool.id, pool.gpu.id, pool.gpu.vendor, pool.gpus_of_node(), std::move((*asked)[i])});
  }
  return served;
}

std::vector<Export> deployment_exports() {
  std::vector<Export> all;
  for (const exports::ServingForm& form : exports::serving_forms())
    all.push_back({form.id, form.ending, [&form](const Option& option) -> Result<std::string> {
                     const auto served = served_fleet(*as<DeploymentLayout>(option.layout));
                     if (!served) return tl::unexpected<Error>(served.error());
                     return form.text(*served);
                   }});
  const auto row = [](const Option& option) {
    const auto* layout = as<DeploymentLayout>(option.layout);
    return layout->question() ? layout->answer_json(option, layout->question()->problem, 0) : Json::object();
  };
  all.push_back({"csv", ".deployment.csv",
                 [row](const Option& option) -> Result<std::string> { return plan::row_csv(row(option)); }});
  all.push_back({"json", ".deployment.json", [row](const Option& option) -> Result<std::string> {
                   return text_of(row(option), 1) + '\n';
                 }});
  all.push_back({"trace", ".trace.json", [](const Option& option) -> Result<std::string> {
                   const auto* layout = as<DeploymentLayout>(option.layout);
                   std::vector<std::string> pools;
                   if (layout->question()) pools = layout->question()->problem.pool_ids();
                   return text_of(exports::serving_trace(layout->fleet(), pools), 1) + '\n';
                 }});
  return all;
}

}  // namespace astrolabe::planning
