#include "core/planning/whole_answer.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/units.h"
#include "core/hardware/usable_gpus.h"
#include "core/plan/answer.h"
#include "core/plan/placed_step.h"
#include "core/plan/warnings.h"
#include "core/planning/leading.h"
#include "core/planning/pareto_set.h"
#include "core/planning/pipelines.h"
#include "core/planning/ranking_proof.h"
#include "core/planning/replanned.h"
#include "core/planning/running.h"
#include "core/replan/replan.h"
#include "core/search/ranking.h"
#include "core/strategy/rule_counts.h"

namespace astrolabe::planning {

namespace {

double value_of(const cost::Evaluation& row, strategy::Objective objective) {
  return search::objective_value(row, objective);
}

/// How much below the step of `row` a strategy may be as it stands on nodes, where a search has proven `gap`
/// of its first, which takes `first` seconds, with every GPU as slow as the slowest in use: that is slower by
/// no more than the largest factor.
double gap_as_placed(const strategy::Problem& problem, double first, double gap,
                     const cost::Evaluation& row) {
  double slowest = 1.0;
  for (const hardware::Pool& pool : problem.cluster.pools)
    for (const hardware::Usable& choice : hardware::usable_choices(pool))
      slowest = std::max(slowest, choice.factor);
  return 1.0 - first * (1.0 - gap) / slowest / row.step.value;
}

/// The strategy to start anew: the first; where steps are ranked the one that is fastest as it stands on
/// nodes.
const cost::Evaluation& to_start(const plan::Snapshot& snapshot) {
  if (snapshot.objective != strategy::Objective::throughput) return snapshot.best.front();
  return plan::fastest_as_placed(snapshot.best);
}

}  // namespace

std::vector<replan::Fresh> fresh_of(const plan::Snapshot& snapshot, const std::vector<OptionPtr>& others) {
  const strategy::Problem& problem = *snapshot.problem;
  const auto running = running_layout(problem);
  const strategy::Strategy* runs = running ? strategy_of(*running) : nullptr;
  const auto is_made_of_it = [&](const Option& option) {
    const auto* around = as<ReplannedLayout>(option.layout);
    return around != nullptr && runs != nullptr && around->plan().strategy == *runs;
  };
  const Option* ahead = nullptr;
  for (const OptionPtr& option : others) {
    if (!option->is_possible() || is_made_of_it(*option)) continue;
    if (!snapshot.best.empty() && value_of(option->evaluation, snapshot.objective) >=
                                      value_of(snapshot.best.front(), snapshot.objective))
      continue;
    if (ahead == nullptr || ranks_before(*option, *ahead, snapshot.objective)) ahead = option.get();
  }
  std::vector<replan::Fresh> fresh;
  if (ahead != nullptr) {
    const bool strategy = strategy_of(*ahead) != nullptr;
    const cost::Evaluation& row = ahead->evaluation;
    const double gap =
        strategy ? gap_as_placed(problem, row.step.value, ahead->proof.gap, row) : ahead->proof.gap;
    fresh.push_back(replan::fresh_of(problem, row, gap));
    if (strategy) return fresh;  // the best strategy is one that moves its state
    fresh.back().layout_kind = std::string(kind_of(*ahead));
    fresh.back().layout = keep(ahead->layout, problem.pool_ids());
  }
  if (snapshot.best.empty()) return fresh;
  const cost::Evaluation& row = to_start(snapshot);
  const double gap = snapshot.has_bound ? snapshot.gap : 1.0;
  fresh.push_back(
      replan::fresh_of(problem, row, gap_as_placed(problem, snapshot.best.front().step.value, gap, row)));
  return fresh;
}

std::vector<OptionPtr> Beside::options() const {
  std::vector<OptionPtr> all;
  for (const OfPlanner& each : others)
    if (each.options) all.insert(all.end(), each.options->begin(), each.options->end());
  return all;
}

namespace {

/// Rows of all kinds, each in its place; as many as were asked for.
void rank_all(Json& best, std::vector<std::pair<int, Json>> others, int top) {
  std::sort(others.begin(), others.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [place, row] : others) {
    const std::size_t at = std::min(best.size(), static_cast<std::size_t>(place - 1));
    best.insert(best.begin() + static_cast<std::ptrdiff_t>(at), std::move(row));
  }
  while (best.size() > static_cast<std::size_t>(top)) best.erase(best.size() - 1);
}

/// `pareto` of all kinds, each point with its `kind`.
Json pareto_json(const std::vector<ParetoPlan>& set, const std::vector<std::string>& pool_ids) {
  Json json = Json::array();
  for (const ParetoPlan& plan : set)
    json.push_back({{"tokens_per_second", plan.tokens_per_second},
                    {"usd_per_trillion_tokens", plan.usd_per_trillion_tokens},
                    {"strategy", plan.layout->to_json(pool_ids)},
                    {"kind", plan.layout->kind()}});
  return json;
}

}  // namespace

void add_replan(const plan::Snapshot& snapshot, const std::vector<OptionPtr>& others, Json& answer) {
  const strategy::Problem& problem = *snapshot.problem;
  if (problem.job.running.empty() || !problem.job.trains()) return;
  const auto running = running_layout(problem);
  const auto found = running ? replan(problem, *running, fresh_of(snapshot, others))
                             : Result<replan::Answer>(tl::unexpected(running.error()));
  if (!found) {
    answer["replan"] = nullptr;
    plan::add_warnings(answer, {found.error()});
    return;
  }
  answer.update(replan::to_json(*found, problem.pool_ids()));
  plan::add_warnings(answer, found->warnings);
}

Json whole_answer_json(const plan::Snapshot& snapshot, const Beside& beside, const std::stop_token& stop) {
  const strategy::Problem& problem = *snapshot.problem;
  Json answer = plan::answer_json(snapshot);
  const std::vector<int> places = places_of(beside.options(), snapshot.best, snapshot.objective, beside.top);
  auto place = places.begin();
  const std::vector<const Planner*> told = planners_beside();
  std::vector<std::pair<int, Json>> ranked;
  for (const OfPlanner& each : beside.others) {
    // Who leads questions of its own has nothing to say of this one.
    if (std::find(told.begin(), told.end(), each.planner) == told.end()) continue;
    const std::string key(each.planner->answer_key());
    answer[key] = each.options ? Json::array() : Json(nullptr);
    if (each.options)
      for (const OptionPtr& option : *each.options) {
        answer[key].push_back(option->layout->answer_json(*option, problem, *place));
        if (*place > 0) ranked.emplace_back(*place, answer[key].back());
        ++place;
      }
    if (each.stopped_early) answer[key + "_stopped_early"] = true;
  }
  for (const Planner* planner : told)
    if (const std::string key(planner->answer_key()); !answer.contains(key)) answer[key] = nullptr;
  rank_all(answer["best"], std::move(ranked), beside.top);
  if (const auto proof = ranking_proof(snapshot, beside); proof && proof->is_of_several())
    tell(*proof, snapshot, answer);
  if (const std::vector<OptionPtr> options = beside.options(); !options.empty())
    answer["pareto"] = pareto_json(pareto_set(snapshot, options), problem.pool_ids());
  answer["rules"] = strategy::rules_json(problem, stop);
  plan::add_warnings(answer, beside.model_warnings, problem);
  add_replan(snapshot, beside.options(), answer);
  return answer;
}

}  // namespace astrolabe::planning
