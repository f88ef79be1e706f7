#include "core/plan/why.h"

#include <algorithm>
#include <cmath>

#include "core/plan/answer.h"
#include "core/plan/placed_step.h"
#include "core/search/ranking.h"
#include "core/strategy/fits.h"
#include "core/strategy/rules.h"
#include "core/strategy/space.h"

namespace astrolabe::plan {

namespace {

/// The first setting that the job narrows to other values; empty for none. How many layers are recomputed is
/// solved for each configuration, whatever the job says.
std::string outside_of(const strategy::Job& job, const strategy::Strategy& strategy) {
  for (const std::string& key : strategy::setting_keys()) {
    const auto allowed = job.allowed.find(key);
    if (allowed == job.allowed.end() || key == "recompute_layers") continue;
    const std::string value = strategy::setting(strategy, key);
    if (std::find(allowed->second.begin(), allowed->second.end(), value) == allowed->second.end())
      return std::string(key).append(" = ").append(value);
  }
  return {};
}

/// The first setting with a value that is not tried by itself, of those that the job leaves open.
std::string unusual_of(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  for (const std::string& key : strategy::setting_keys()) {
    if (problem.job.allowed.contains(key)) continue;
    const std::vector<int> usual = strategy::usual_values(problem, key);
    const std::string value = strategy::setting(strategy, key);
    if (!usual.empty() &&
        std::none_of(usual.begin(), usual.end(), [&](int one) { return std::to_string(one) == value; }))
      return std::string(key).append(" = ").append(value);
  }
  return {};
}

/// The setting whose values a rule leaves to jobs that name it; empty for none.
std::string named_by(const strategy::Rule& rule, const strategy::Problem& problem,
                     const strategy::Strategy& strategy) {
  for (const std::string& key : strategy::setting_keys())
    if (!problem.job.allowed.contains(key) && rule.text.find("!$" + key + "_named") != std::string::npos)
      return std::string(key).append(" = ").append(strategy::setting(strategy, key));
  return {};
}

/// Equal but for the rounding of sums.
bool same(double a, double b) { return std::fabs(a - b) <= 1e-12 * std::max(std::fabs(a), std::fabs(b)); }

bool cheaper_and_faster(const ParetoPoint& point, const cost::Evaluation& given) {
  if (!given.money.usd_per_trillion_tokens) return false;
  const double usd = *given.money.usd_per_trillion_tokens;
  const bool as_fast = same(point.tokens_per_second, given.tokens_per_second);
  const bool as_cheap = same(point.usd_per_trillion_tokens, usd);
  return (as_fast || point.tokens_per_second > given.tokens_per_second) &&
         (as_cheap || point.usd_per_trillion_tokens < usd) && !(as_fast && as_cheap);
}

/// What is compared: seconds a step, dollars, or GPUs and then seconds.
double value_of(strategy::Objective objective, const cost::Evaluation& evaluation) {
  if (objective == strategy::Objective::gpus) return search::objective_value(evaluation, objective);
  return objective == strategy::Objective::money ? evaluation.money.usd_per_trillion_tokens.value_or(0.0)
                                                 : step_as_placed(evaluation);
}

bool as_good(strategy::Objective objective, const cost::Evaluation& given, const cost::Evaluation& best) {
  if (objective == strategy::Objective::gpus && given.gpus_paid() != best.gpus_paid()) return false;
  return objective == strategy::Objective::money ? same(value_of(objective, given), value_of(objective, best))
                                                 : same(step_as_placed(given), step_as_placed(best));
}

/// What puts `best` before `given`, which is as good: the ties of the ranking.
std::string tie_of(strategy::Objective objective, const cost::Evaluation& given,
                   const cost::Evaluation& best) {
  if (objective == strategy::Objective::money) {
    if (!same(given.step.value, best.step.value)) return "step_seconds";
  } else if (given.money.usd_per_trillion_tokens && best.money.usd_per_trillion_tokens &&
             !same(*given.money.usd_per_trillion_tokens, *best.money.usd_per_trillion_tokens)) {
    return "usd_per_trillion_tokens";
  }
  if (given.gpus_used() != best.gpus_used()) return "gpus";
  for (const std::string& key : strategy::setting_keys())
    if (strategy::setting(given.strategy, key) != strategy::setting(best.strategy, key)) return key;
  return "stages";
}

Verdict verdict_of(const strategy::Problem& problem, const strategy::Strategy& strategy,
                   const Snapshot& snapshot, Why& why) {
  switch (why.violation.binding) {
    case cost::Binding::none:
      break;
    case cost::Binding::rule:
      for (const strategy::Rule& rule : strategy::rules_of(problem))
        if (rule.name == why.violation.rule) why.rule_text = rule.because;
      return Verdict::rule;
    case cost::Binding::memory:
    case cost::Binding::host_memory:
      return Verdict::memory;
    default:
      return Verdict::limit;
  }
  // A plan of another kind is not of the space of strategies and has none of its settings.
  const bool is_strategy = !strategy.stages.empty();
  if (is_strategy) why.setting = outside_of(problem.job, strategy);
  if (!why.setting.empty()) return Verdict::outside_space;
  if (!why.best) return Verdict::not_reached;
  if (is_strategy && why.rank && strategy == why.best->strategy) return Verdict::best;
  if (snapshot.objective == strategy::Objective::pareto) {
    for (const ParetoPoint& point : snapshot.pareto)
      if (cheaper_and_faster(point, *why.given)) {
        for (const cost::Evaluation& candidate : snapshot.best)
          if (candidate.strategy == point.strategy) why.dominated_by = candidate;
        return Verdict::dominated;
      }
    for (const ParetoPoint& point : snapshot.pareto)
      if (same(point.tokens_per_second, why.given->tokens_per_second) &&
          why.given->money.usd_per_trillion_tokens &&
          same(point.usd_per_trillion_tokens, *why.given->money.usd_per_trillion_tokens))
        return Verdict::on_front;
  }
  if (is_strategy && as_good(snapshot.objective, *why.given, *why.best)) {
    why.tied_by = tie_of(snapshot.objective, *why.given, *why.best);
    return Verdict::tied;
  }
  const double given = value_of(snapshot.objective, *why.given);
  const double best = value_of(snapshot.objective, *why.best);
  if (given < best && !is_strategy) return Verdict::best;
  if (given < best) {
    if (!why.unused.empty()) return Verdict::outside_space;
    // The ranking is of steps as it counts them: one that is behind there may be ahead as placed.
    if (why.as_placed && why.given->step >= snapshot.best.front().step) return Verdict::best;
    if (snapshot.status != Status::optimal) return Verdict::not_reached;
    why.setting = unusual_of(problem, strategy);
    if (const strategy::Rule* rule = strategy::first_broken_rule(problem, strategy);
        why.setting.empty() && rule != nullptr)
      why.setting = named_by(*rule, problem, strategy);
    return Verdict::outside_space;
  }
  if (snapshot.objective == strategy::Objective::gpus && why.given->gpus_paid() > why.best->gpus_paid())
    return Verdict::larger;
  return snapshot.objective == strategy::Objective::money ? Verdict::dearer : Verdict::slower;
}

}  // namespace

const char* to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::best:
      return "best";
    case Verdict::tied:
      return "tied";
    case Verdict::on_front:
      return "on_front";
    case Verdict::rule:
      return "ruled_out";
    case Verdict::memory:
      return "out_of_memory";
    case Verdict::limit:
      return "breaks_limit";
    case Verdict::outside_space:
      return "outside_space";
    case Verdict::slower:
      return "slower";
    case Verdict::dearer:
      return "dearer";
    case Verdict::larger:
      return "larger";
    case Verdict::dominated:
      return "dominated";
    case Verdict::not_reached:
      return "not_reached";
  }
  return "not_reached";
}

strategy::Problem judged_by(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  strategy::Problem judged = problem;
  if (!strategy.stages.empty() && !strategy::fits(problem, strategy)) judged.cluster.may_leave_unused = true;
  return judged;
}

Why explain(const strategy::Problem& problem, const strategy::Strategy& strategy,
            const cost::Evaluation& given, const cost::Violation& violation, const Snapshot& snapshot) {
  Why why;
  why.violation = violation;
  if (violation.binding != cost::Binding::rule) why.given = given;
  const bool steps = snapshot.objective == strategy::Objective::throughput;
  if (!snapshot.best.empty()) why.best = steps ? fastest_as_placed(snapshot.best) : snapshot.best.front();
  why.as_placed = steps && why.given && why.best && (why.given->placed_step || why.best->placed_step);
  why.nothing_fits = snapshot.status == Status::infeasible;
  why.stopped_early = snapshot.stopped_early;
  if (why.given && !problem.cluster.may_leave_unused && !strategy.stages.empty())
    for (std::size_t i = 0; i < std::min(given.gpus.size(), problem.cluster.pools.size()); ++i)
      if (given.gpus[i] < problem.cluster.pools[i].max_gpus)
        why.unused.push_back(problem.cluster.pools[i].id);
  if (why.nothing_fits) why.fixes = snapshot.fixes;
  for (std::size_t i = 0; i < snapshot.best.size() && !why.rank && !strategy.stages.empty(); ++i)
    if (snapshot.best[i].strategy == strategy) why.rank = static_cast<int>(i) + 1;
  if (why.given && why.best) why.differences = part_differences(problem, *why.given, *why.best);
  why.verdict = verdict_of(problem, strategy, snapshot, why);
  return why;
}

std::vector<std::string> widened(const strategy::Problem& problem, const std::string& key,
                                 const std::string& value) {
  std::vector<std::string> values;
  if (const auto allowed = problem.job.allowed.find(key); allowed != problem.job.allowed.end())
    values = allowed->second;
  else
    for (const int usual : strategy::usual_values(problem, key)) values.push_back(std::to_string(usual));
  if (values.empty()) return {};
  if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  return values;
}

Json to_json(const Why& why, const std::vector<std::string>& pool_ids) {
  Json json = Json::object();
  json["verdict"] = to_string(why.verdict);
  if (why.stopped_early) json["stopped_early"] = true;
  if (why.rank) json["rank"] = *why.rank;
  if (why.verdict == Verdict::rule)
    json["rule"] = Json{{"name", why.violation.rule}, {"because", why.rule_text}};
  if (why.violation.binding != cost::Binding::none) json["binding"] = to_json(why.violation, pool_ids);
  if (!why.setting.empty()) json["setting"] = why.setting;
  if (!why.tied_by.empty()) json["tied_by"] = why.tied_by;
  if (!why.unused.empty()) json["unused_pools"] = why.unused;
  if (why.given && why.best) {
    Json parts = Json::array();
    for (const PartDifference& part : why.differences)
      parts.push_back(Json{{"part", cost::to_string(part.part)},
                           {"given_seconds", part.given_seconds},
                           {"best_seconds", part.best_seconds},
                           {"difference_seconds", part.difference()}});
    json["difference"] = Json{{"step_seconds", why.given->step.value - why.best->step.value},
                              {"step_share", why.given->step.value / why.best->step.value - 1.0},
                              {"parts", std::move(parts)}};
    if (why.as_placed) {
      const double given = step_as_placed(*why.given), best = step_as_placed(*why.best);
      json["difference"]["placed_step_seconds"] = given - best;
      json["difference"]["placed_step_share"] = given / best - 1.0;
    }
    if (why.given->money.usd_per_trillion_tokens && why.best->money.usd_per_trillion_tokens)
      json["difference"]["usd_per_trillion_tokens"] =
          *why.given->money.usd_per_trillion_tokens - *why.best->money.usd_per_trillion_tokens;
  }
  if (why.dominated_by) json["dominated_by"] = to_json(*why.dominated_by, pool_ids);
  if (!why.fixes.empty()) {
    json["fixes"] = Json::array();
    for (const Fix& fix : why.fixes) json["fixes"].push_back(to_json(fix));
  }
  json["given"] = why.given ? to_json(*why.given, pool_ids) : Json();
  json["best"] = why.best ? to_json(*why.best, pool_ids) : Json();
  return json;
}

}  // namespace astrolabe::plan
