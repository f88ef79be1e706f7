#include "core/planning/leading.h"

#include "core/base/parallel.h"
#include "core/plan/answer.h"
#include "core/planning/pipelines.h"

namespace astrolabe::planning {

void LeadingPlanner::add_to_answer(Json&, const Found&) const {}

Result<Json> LeadingPlanner::simulated(const Question&, const LayoutPtr&, std::string_view,
                                       std::uint64_t) const {
  return Json(nullptr);
}

const Planner& leader_of(const Question& question) {
  for (const Planner* planner : planners())
    if (planner->declines(question).empty()) return *planner;
  return pipeline_planner();
}

const LeadingPlanner* leading_beside_pipelines(const Question& question) {
  return dynamic_cast<const LeadingPlanner*>(&leader_of(question));
}

std::vector<const Planner*> planners_beside() {
  std::vector<const Planner*> beside;
  for (const Planner* planner : other_planners())
    if (dynamic_cast<const LeadingPlanner*>(planner) == nullptr) beside.push_back(planner);
  return beside;
}

Json leading_answer_json(const LeadingPlanner& planner, const Found& found, const SearchOptions& options) {
  const strategy::Problem& problem = found.question->problem;
  Json answer = Json::object();
  answer["status"] = plan::to_string(found.status);
  answer["kind"] = planner.id();
  answer["stopped_early"] = found.stopped_early;
  answer["gap"] = found.status == plan::Status::infeasible ? 0.0 : found.has_bound ? found.gap : 1.0;
  answer["objective"] = plan::objective_name(found.question->objective);
  answer["seconds"] = found.seconds;
  answer["threads"] = worker_count(options.threads);
  answer["seed"] = options.seed;
  answer["best"] = Json::array();
  int place = 0;
  for (const OptionPtr& option : found.options) {
    if (!option->is_possible()) continue;
    answer["best"].push_back(option->layout->answer_json(*option, problem, ++place));
  }
  planner.add_to_answer(answer, found);
  return answer;
}

}  // namespace astrolabe::planning
