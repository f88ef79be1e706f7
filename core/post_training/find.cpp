#include "core/post_training/find.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/cost/limits.h"
#include "core/cost/money.h"
#include "core/serving/deployment.h"

namespace astrolabe::post_training {

namespace {

PlacingGoal goal_of(strategy::Objective objective) {
  if (objective == strategy::Objective::money) return PlacingGoal::usd;
  if (objective == strategy::Objective::gpus) return PlacingGoal::gpus;
  return objective == strategy::Objective::pareto ? PlacingGoal::both : PlacingGoal::seconds;
}

/// More GPUs write checkpoints faster: with failures fewer of them may take longer, without none do.
strategy::Problem without_failures(strategy::Problem problem) {
  constexpr double kAtOnce = 1e15;  // GB/s
  problem.job.reliability.failures_per_gpu_hour = 0.0;
  problem.job.reliability.storage_gb_per_s = kAtOnce;
  return problem;
}

/// True where a partition of units has the form. An engine stands with its role where each role is alone.
bool has_form(const std::vector<Unit>& units, const std::vector<unsigned>& parts, Form form) {
  if (form == Form::together) return parts.size() == 1;
  if (form == Form::two_sets) return parts.size() == 2;
  return parts.size() > 1 && std::all_of(parts.begin(), parts.end(), [&](unsigned part) {
           std::vector<int> roles;
           for (std::size_t unit = 0; unit < units.size(); ++unit)
             if (has_unit(part, unit)) roles.push_back(units[unit].role);
           const int role = roles.front();
           const auto of_role = static_cast<std::size_t>(std::count_if(
               units.begin(), units.end(), [&](const Unit& unit) { return unit.role == role; }));
           return roles.size() == of_role &&
                  std::all_of(roles.begin(), roles.end(), [&](int other) { return other == role; });
         });
}

const std::string& role_name(const Placement& placement, int unit) {
  return placement.job->roles[static_cast<std::size_t>(placement.units[static_cast<std::size_t>(unit)].role)]
      .name;
}

Json layouts_json(const Placement& placement, const SetPlan& plan, const std::vector<std::string>& pool_ids) {
  Json json = Json::object();
  for (const UnitPlan& unit : plan.units) {
    const std::string& role = role_name(placement, unit.unit);
    if (unit.generator) {
      const serving::Deployment deployment{{}, unit.generator->replicas, unit.generator->worker, {}, 1, 1};
      json["generate"][role] = serving::to_json(deployment);
      json["generate"][role].erase("pool");
      continue;
    }
    Json layout = strategy::to_json(unit.layout->strategy, pool_ids);
    layout.erase("stages");
    const bool trains = placement.job->flow.does(role, Do::train);
    json[trains ? "train" : "infer"][role] = std::move(layout);
  }
  return json;
}

}  // namespace

const char* to_string(Form form) {
  static constexpr std::array kNames{"together", "two_sets", "each_alone"};
  return kNames[static_cast<std::size_t>(form)];
}

int Placement::gpus() const {
  int sum = 0;
  for (const PlannedSet& set : sets) sum += set.placed.gpus;
  return sum;
}

double Placement::share_at_work(const PlacedCall& call) const {
  const Call& of = job->flow.calls[static_cast<std::size_t>(call.call)];
  if (call.set < 0 || of.what != Do::generate) return 1.0;
  const PlannedSet& set = sets[static_cast<std::size_t>(call.set)];
  const int role = job->role_named(of.role);
  for (const UnitPlan& unit : set.plan.units)
    if (unit.generator && units[static_cast<std::size_t>(unit.unit)].role == role)
      return static_cast<double>(unit.generator->replicas) * unit.generator->worker.gpus() / set.placed.gpus;
  return 1.0;
}

double Placement::busy_share() const {
  double busy = 0.0;
  for (const PlacedCall& call : timeline.calls)
    if (call.set >= 0)
      busy += (call.end - call.begin) * share_at_work(call) *
              sets[static_cast<std::size_t>(call.set)].placed.gpus;
  return timeline.seconds > 0.0 ? busy / (timeline.seconds * gpus()) : 0.0;
}

std::shared_ptr<const Placement> placement_of(const std::shared_ptr<const Job>& job, Sets& sets,
                                              const PlacingAnswer& answer) {
  auto placement = std::make_shared<Placement>();
  placement->job = job;
  placement->units = sets.units();
  for (const PlacedSet& set : answer.sets) placement->sets.push_back({set, sets.plan(set)});
  placement->timeline = answer.timeline;
  placement->usd = answer.usd;
  return placement;
}

PlacementsFound find_placements(const std::shared_ptr<const Job>& job, const strategy::Problem& problem,
                                strategy::Objective objective, int top, int threads,
                                const std::stop_token& stop, Extras extras) {
  Sets sets(*job, problem.cluster, problem.job);
  sets.prepare(threads, stop);
  PlacementsFound found;
  if (stop.stop_requested()) {
    found.stopped = true;
    return found;
  }
  PlacingQuestion question = sets.placing();
  const strategy::Problem whole = whole_job(*job, problem), undisturbed = without_failures(whole);
  if (!(problem.job.limits == problem.job.limits.of_memory_alone())) {
    const auto holds = [&](const strategy::Problem& asked, const std::vector<int>& gpus, double seconds) {
      cost::Money money = cost::hourly(asked.cluster, asked.job, gpus);
      if (&asked == &undisturbed) {
        money.interruptions_per_hour = 0.0;
        money.available = 1.0;
      }
      const double rate = job->samples() * job->tokens_of_sample() / seconds;
      const int all = std::accumulate(gpus.begin(), gpus.end(), 0);
      return cost::broken_limit(asked, money, all, rate).binding == cost::Binding::none;
    };
    question.within = [&whole, holds](const auto& gpus, double seconds) {
      return holds(whole, gpus, seconds);
    };
    question.may_be_within = [&undisturbed, holds](const auto& gpus, double seconds) {
      return holds(undisturbed, gpus, seconds);
    };
  }
  const auto placed_with = [&](const PlacingQuestion& asked, PlacingGoal goal, int most) {
    PlacingFound placed = place(asked, goal, most, stop);
    found.stopped = found.stopped || placed.stopped;
    return placed;
  };
  PlacingFound placed = placed_with(question, goal_of(objective), top);
  if (placed.best.empty() && !placed.stopped && question.within) {
    question.within = question.may_be_within = {};
    placed = placed_with(question, goal_of(objective), top);
    found.beyond_limits = !placed.best.empty();
  }
  for (const PlacingAnswer& answer : placed.best) found.best.push_back(placement_of(job, sets, answer));
  found.evaluated = placed.evaluated;
  found.cut_by_bound = placed.cut_by_bound;
  found.bound = placed.bound;
  if (found.best.empty() && !found.stopped) {
    found.refused = sets.refusal();
    found.lacking = sets.lacking();
  }
  if (found.best.empty() || found.stopped) return found;
  const auto first = [&](const PlacingQuestion& asked, PlacingGoal goal) {
    const PlacingFound other = place(asked, goal, 1, stop);
    return other.best.empty() || other.stopped ? nullptr : placement_of(job, sets, other.best.front());
  };
  if (extras.forms)
    for (const Form form : kForms) {
      PlacingQuestion of_form = question;
      of_form.admits = [&](const std::vector<unsigned>& parts) {
        return has_form(sets.units(), parts, form);
      };
      FormFound& of = found.forms.emplace_back(FormFound{form, first(of_form, goal_of(objective))});
      if (of.best || !question.within) continue;
      of_form.within = of_form.may_be_within = {};
      of.beyond_limits = first(of_form, goal_of(objective)) != nullptr;
    }
  const bool priced = found.best.front()->usd > 0.0;
  if (extras.frontier && priced) {
    const PlacingFound both = place(question, PlacingGoal::both, top, stop);
    for (const PlacingAnswer& answer : both.best) found.frontier.push_back(placement_of(job, sets, answer));
  }
  return found;
}

strategy::Problem whole_job(const Job& job, strategy::Problem problem) {
  problem.job.tokens = job.steps.value_or(1.0) * job.samples() * job.tokens_of_sample();
  return problem;
}

Result<void> check_limits(const Job& job, const strategy::Job& limits) {
  const char* limit = limits.limits.budget_usd       ? "limits.budget_usd"
                      : limits.limits.deadline_hours ? "limits.deadline_hours"
                      : limits.deadline()            ? "limits.done_by"
                                                     : nullptr;
  if (limit == nullptr || job.steps) return {};
  return fail(
      code::missing_key, "steps", "nothing",
      {Wanted::Kind::text, {"the iterations of the job, which " + std::string(limit) + " is held against"}});
}

Json placement_json(const Placement& placement, const std::vector<std::string>& pool_ids) {
  Json list = Json::array();
  for (const PlannedSet& set : placement.sets) {
    Json roles = Json::array();
    for (std::size_t unit = 0; unit < placement.units.size(); ++unit) {
      const Json name = role_name(placement, static_cast<int>(unit));
      const bool in = has_unit(set.placed.units, unit);
      if (in && std::find(roles.begin(), roles.end(), name) == roles.end()) roles.push_back(name);
    }
    list.push_back({{"roles", std::move(roles)},
                    {"gpus", {{pool_ids[static_cast<std::size_t>(set.placed.pool)], set.placed.gpus}}},
                    {"layouts", layouts_json(placement, set.plan, pool_ids)}});
  }
  return list;
}

Json phases_json(const Placement& placement) {
  Json phases = Json::array();
  for (const PlacedCall& call : placement.timeline.calls)
    phases.push_back({{"call", placement.job->flow.calls[static_cast<std::size_t>(call.call)].name},
                      {"begin_seconds", call.begin},
                      {"end_seconds", call.end},
                      {"set", call.set >= 0 ? Json(call.set) : Json()}});
  if (placement.timeline.sync_end > placement.timeline.sync_begin)
    phases.push_back({{"call", "weight_sync"},
                      {"begin_seconds", placement.timeline.sync_begin},
                      {"end_seconds", placement.timeline.sync_end},
                      {"set", nullptr}});
  return phases;
}

}  // namespace astrolabe::post_training
