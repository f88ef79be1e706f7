#include "core/planning/whole_answer.h"

#include <algorithm>
#include <string>

#include "core/plan/answer.h"
#include "core/plan/warnings.h"
#include "core/planning/leading.h"
#include "core/strategy/rule_counts.h"

namespace astrolabe::planning {

std::vector<OptionPtr> Beside::options() const {
  std::vector<OptionPtr> all;
  for (const OfPlanner& each : others)
    if (each.options) all.insert(all.end(), each.options->begin(), each.options->end());
  return all;
}

Json whole_answer_json(const plan::Snapshot& snapshot, const Beside& beside, const std::stop_token& stop) {
  const strategy::Problem& problem = *snapshot.problem;
  Json answer = plan::answer_json(snapshot);
  const std::vector<int> places = places_of(beside.options(), snapshot.best, snapshot.objective, beside.top);
  auto place = places.begin();
  const std::vector<const Planner*> told = planners_beside();
  for (const OfPlanner& each : beside.others) {
    // Who leads questions of its own has nothing to say of this one.
    if (std::find(told.begin(), told.end(), each.planner) == told.end()) continue;
    const std::string key(each.planner->answer_key());
    answer[key] = each.options ? Json::array() : Json(nullptr);
    if (each.options)
      for (const OptionPtr& option : *each.options)
        answer[key].push_back(option->layout->answer_json(*option, problem, *place++));
    if (each.stopped_early) answer[key + "_stopped_early"] = true;
  }
  for (const Planner* planner : told)
    if (const std::string key(planner->answer_key()); !answer.contains(key)) answer[key] = nullptr;
  answer["rules"] = strategy::rules_json(problem, stop);
  plan::add_warnings(answer, beside.model_warnings, problem);
  return answer;
}

}  // namespace astrolabe::planning
