#include "core/plan/answer.h"

#include <algorithm>
#include <cmath>

#include "core/base/quoting.h"
#include "core/cost/band.h"
#include "core/cost/energy.h"
#include "core/cost/spares.h"
#include "core/hardware/usable_gpus.h"
#include "core/plan/row_placement.h"
#include "core/plan/spares.h"
#include "core/runtimes/judge.h"

namespace astrolabe::plan {

namespace {

using strategy::Objective;

/// 2^53: above it a double no longer tells neighbouring whole numbers apart.
constexpr double kExactWhole = 9007199254740992.0;

template <class Quantity>
Json or_null(const std::optional<Quantity>& quantity) {
  return quantity ? Json(quantity->value) : Json();
}

std::string pool_name(const std::vector<std::string>& pool_ids, int pool) {
  return pool >= 0 && pool < static_cast<int>(pool_ids.size()) ? pool_ids[static_cast<std::size_t>(pool)]
                                                               : std::string();
}

Json space_json(const Space& space) {
  Json json = Json::object();
  json["total"] = space.known ? Json(space.total) : Json();
  json["rejected_by_rule"] = space.rejected_by_rule;
  json["rejected_by_limit"] = space.rejected_by_limit;
  json["rejected_by_memory"] = space.rejected_by_memory;
  json["cut_by_bound"] = space.cut_by_bound;
  json["evaluated"] = space.evaluated;
  json["not_reached"] = space.known ? Json(space.not_reached) : Json();
  if (!space.known)
    json["layer_splits"] = nullptr;
  else if (space.layer_splits < kExactWhole && space.layer_splits == std::floor(space.layer_splits))
    json["layer_splits"] = static_cast<std::uint64_t>(space.layer_splits);
  else
    json["layer_splits"] = space.layer_splits;
  return json;
}

/// Without a proven bound only the trivial one holds, "no step is shorter than 0 s": a gap of 1.
double gap_of(const Snapshot& snapshot) {
  if (snapshot.status == Status::optimal || snapshot.status == Status::infeasible) return snapshot.gap;
  return snapshot.has_bound ? snapshot.gap : 1.0;
}

const char* fix_name(Fix::Kind kind) {
  switch (kind) {
    case Fix::Kind::allow_recompute:
      return "allow_recompute";
    case Fix::Kind::add_nodes:
      return "add_nodes";
    case Fix::Kind::raise_limit:
      return "raise_limit";
    case Fix::Kind::lower_micro_batch:
      return "lower_micro_batch";
    case Fix::Kind::more_host_memory:
      return "more_host_memory";
    case Fix::Kind::free_setting:
      return "free_setting";
    case Fix::Kind::rule_off:
      return "rule_off";
  }
  return "none";
}

Json memory_json(const cost::StageMemory& memory, const std::vector<std::string>& pool_ids) {
  Json json = Json::object();
  json["pool"] = pool_name(pool_ids, memory.pool);
  json["weights_gib"] = in_gib(memory.weights);
  json["gradients_gib"] = in_gib(memory.gradients);
  json["optimizer_gib"] = in_gib(memory.optimizer);
  json["activations_gib"] = in_gib(memory.activations);
  json["workspace_gib"] = in_gib(memory.workspace);
  json["total_gib"] = in_gib(memory.total);
  json["tensors_gib"] = in_gib(memory.tensors());
  json["allocator_gib"] = in_gib(memory.allocator);
  json["limit_gib"] = in_gib(memory.limit);
  if (!memory.fits()) json["over_gib"] = in_gib(memory.over());
  json["host_gib"] = in_gib(memory.host);
  json["host_limit_gib"] = std::isfinite(memory.host_limit.value) ? Json(in_gib(memory.host_limit)) : Json();
  return json;
}

Json goodput_json(const cost::Goodput& goodput, const cost::Outcome& outcome) {
  return Json{{"share", goodput.share},
              {"hours_for_job", outcome.hours},
              {"usd_for_job", or_null(outcome.usd)},
              {"ramp_up_hours", goodput.ramp_up_hours},
              {"failures_per_gpu_hour", goodput.failures_per_gpu_hour},
              {"failures_for_job", goodput.failures_for_job},
              {"interruptions_per_hour", goodput.interruptions_per_hour},
              {"interruptions_for_job", goodput.interruptions_for_job},
              {"checkpoint_seconds", goodput.checkpoint_seconds},
              {"checkpoint_interval_seconds", goodput.checkpoint_interval_seconds},
              {"restart_seconds", goodput.restart_seconds}};
}

Json ownership_json(const std::optional<cost::Ownership>& ownership) {
  if (!ownership) return nullptr;
  Json lines = Json::array();
  for (int i = 0; i < cost::kOwnershipTerms; ++i) {
    const auto term = static_cast<cost::OwnershipTerm>(i);
    lines.push_back(Json{{"term", cost::to_string(term)}, {"usd", ownership->terms[term]}});
  }
  return Json{{"years", ownership->years},
              {"lines", std::move(lines)},
              {"usd", ownership->terms.total()},
              {"job_share", ownership->job_share},
              {"job_usd", ownership->job().value}};
}

Json rent_or_buy_json(const std::optional<cost::RentOrBuy>& both) {
  if (!both) return nullptr;
  const auto even = both->even_after();
  return Json{{"rent_usd_per_month", both->rent_per_month},
              {"rent_source", both->rent_source.empty() ? Json() : Json(both->rent_source)},
              {"buy_usd", both->buy_at_once},
              {"buy_usd_per_month", both->buy_per_month},
              {"left_usd", both->left},
              {"months", both->months},
              {"buying_is_cheaper_after_months", even ? Json(*even) : Json()}};
}

}  // namespace

Json to_json(const Fix& fix) {
  Json json = Json::object();
  json["fix"] = fix_name(fix.kind);
  if (!fix.pool.empty()) json["pool"] = fix.pool;
  switch (fix.kind) {
    case Fix::Kind::allow_recompute:
    case Fix::Kind::lower_micro_batch:
      json["frees_gib"] = fix.amount;
      break;
    case Fix::Kind::add_nodes:
      json["nodes"] = fix.amount;
      break;
    case Fix::Kind::more_host_memory:
      json["host_memory_gib"] = fix.amount;
      break;
    case Fix::Kind::raise_limit:
      json["limit"] = fix.limit;
      json["to"] = fix.amount;
      if (fix.also.empty()) break;
      json["also"] = Json::array();
      for (const auto& [limit, to] : fix.also) json["also"].push_back(Json{{"limit", limit}, {"to", to}});
      break;
    case Fix::Kind::free_setting:
      json["setting"] = fix.limit.empty() ? Json("all") : Json(fix.limit);
      break;
    case Fix::Kind::rule_off:
      json["rule"] = fix.limit;
      break;
  }
  return json;
}

const char* objective_name(Objective objective) {
  switch (objective) {
    case Objective::throughput:
      return "throughput";
    case Objective::money:
      return "money";
    case Objective::pareto:
      return "pareto";
    case Objective::gpus:
      return "gpus";
  }
  return "throughput";
}

std::optional<Objective> objective_from(std::string_view name) {
  for (const Objective objective :
       {Objective::throughput, Objective::money, Objective::pareto, Objective::gpus})
    if (name == objective_name(objective)) return objective;
  return std::nullopt;
}

Json to_json(const cost::Outcome& outcome) {
  return Json{{"hours", outcome.hours},
              {"hours_low", outcome.hours_low},
              {"hours_high", outcome.hours_high},
              {"usd", or_null(outcome.usd)},
              {"usd_low", or_null(outcome.usd_low)},
              {"usd_high", or_null(outcome.usd_high)},
              {"energy_kwh", outcome.energy_kwh},
              {"carbon_kg", outcome.carbon_kg ? Json(*outcome.carbon_kg) : Json()},
              {"end", outcome.end.empty() ? Json() : Json(outcome.end)}};
}

Json to_json(const cost::Evaluation& evaluation, const std::vector<std::string>& pool_ids) {
  const cost::Money& money = evaluation.money;
  Json json = Json::object();
  json["strategy"] = strategy::to_json(evaluation.strategy, pool_ids);
  const auto by_pool = [&](const std::vector<int>& counts) {
    Json gpus = Json::object();
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (counts[i] > 0) gpus[pool_name(pool_ids, static_cast<int>(i))] = counts[i];
    return gpus;
  };
  json["gpus"] = by_pool(evaluation.gpus);
  json["paid_gpus"] = by_pool(evaluation.all_paid());
  json["step_seconds"] = evaluation.step.value;
  json["step_seconds_low"] = evaluation.step_low.value;
  json["step_seconds_high"] = evaluation.step_high.value;
  if (evaluation.placed_step) json["placed_step_seconds"] = evaluation.placed_step->value;
  json["tokens_per_second"] = evaluation.tokens_per_second;
  json["tokens_per_second_per_gpu"] = evaluation.tokens_per_second_per_gpu;
  json["mfu"] = evaluation.mfu;
  json["usd_per_hour"] = or_null(money.usd_per_hour);
  json["usd_per_trillion_tokens"] =
      money.usd_per_trillion_tokens ? Json(*money.usd_per_trillion_tokens) : Json();
  json["hours_for_job"] = evaluation.hours_for_job;
  json["usd_for_job"] = or_null(money.usd_for_job);
  json["outcome"] = to_json(evaluation.outcome);
  json["purchase_usd"] = or_null(money.purchase);
  json["usd_per_month"] = or_null(money.usd_per_month);
  json["ownership_usd"] = or_null(money.ownership);
  json["ownership"] = ownership_json(evaluation.ownership);
  json["rent_or_buy"] = rent_or_buy_json(evaluation.rent_or_buy);
  // Parts of usd_per_hour that only some questions have a price for.
  if (money.network_per_hour > 0.0) json["network_usd_per_hour"] = money.network_per_hour;
  if (money.hosting_per_hour > 0.0) json["hosting_usd_per_hour"] = money.hosting_per_hour;
  json["power_kw"] = money.power_kw;
  json["power_estimated"] = money.power_estimated;
  json["energy_kwh_for_job"] = money.energy_kwh_for_job;
  json["carbon_kg_for_job"] = money.carbon_kg_for_job ? Json(*money.carbon_kg_for_job) : Json();
  const auto energy = cost::energy_kwh_per_trillion_tokens(evaluation);
  const auto carbon = cost::carbon_kg_per_trillion_tokens(evaluation);
  json["energy_kwh_per_trillion_tokens"] = energy ? Json(*energy) : Json();
  json["carbon_kg_per_trillion_tokens"] = carbon ? Json(*carbon) : Json();
  Json time = Json::object();
  for (int part = 0; part < cost::kParts; ++part) {
    const auto name = static_cast<cost::Part>(part);
    time[cost::to_string(name)] = evaluation.time[name];
  }
  json["time"] = std::move(time);
  Json memory = Json::array();
  for (const cost::StageMemory& stage : evaluation.memory) memory.push_back(memory_json(stage, pool_ids));
  json["memory_per_stage"] = std::move(memory);
  json["goodput"] = goodput_json(evaluation.goodput, evaluation.outcome);
  json["kind"] = "pipeline";
  return json;
}

void add_spares(Json& row, const strategy::Problem& problem, const cost::Evaluation& evaluation) {
  if (!evaluation.goodput.repair_hours) return;
  const std::vector<cost::SpareNodes> table = cost::spare_table(problem, evaluation);
  if (table.empty()) return;
  const std::vector<std::string> pool_ids = problem.pool_ids();
  const auto row_of = [&](const cost::SpareNodes& spares) {
    Json pools = Json::object();
    for (std::size_t i = 0; i < spares.by_pool.size(); ++i)
      if (evaluation.gpus[i] > 0) pools[pool_ids[i]] = spares.by_pool[i];
    return Json{{"nodes", spares.nodes},
                {"pools", std::move(pools)},
                {"available", spares.available},
                {"share", spares.share}};
  };
  Json& json = row["goodput"];
  json["available"] = evaluation.goodput.available;
  json["repair_hours"] = *evaluation.goodput.repair_hours;
  json["spares"] = evaluation.goodput.spares;
  Json rows = Json::array();
  for (const cost::SpareNodes& spares : table) rows.push_back(row_of(spares));
  json["by_spares"] = std::move(rows);
  if (const auto& target = problem.job.reliability.goodput_target) {
    const cost::SpareNodes* spares = cost::spares_for(table, *target);
    json["spares_for_target"] = spares ? row_of(*spares) : Json();
  }
}

Json row_json(const cost::Evaluation& evaluation, const strategy::Problem& problem) {
  Json json = to_json(evaluation, problem.pool_ids());
  const cost::Band band = cost::memory_band(problem.software, false);
  Json& memory = json["memory_per_stage"];
  for (std::size_t stage = 0; stage < evaluation.memory.size(); ++stage) {
    const double total = in_gib(evaluation.memory[stage].total);
    memory[stage]["total_gib_low"] = total * band.low;
    memory[stage]["total_gib_high"] = total * band.high;
  }
  json["runs_on"] = problem.graph ? runtimes::runs_on(problem, evaluation.strategy) : Json();
  json["evidence"] = cost::to_string(cost::evidence_of(problem, evaluation.strategy));
  add_placement(json, evaluation, problem);
  add_spares(json, problem, evaluation);
  return json;
}

Json to_json(const cost::Violation& violation, const std::vector<std::string>& pool_ids) {
  Json json = Json::object();
  json["limit"] = cost::to_string(violation.binding);
  switch (violation.binding) {
    case cost::Binding::none:
      break;
    case cost::Binding::rule:
      json["rule"] = violation.rule;
      break;
    case cost::Binding::memory:
    case cost::Binding::host_memory:
      json["pool"] = pool_name(pool_ids, violation.pool);
      json["stage"] = violation.stage;
      json["over_gib"] = in_gib(violation.over);
      break;
    default:
      json["found"] = violation.found;
      json["allowed"] = violation.limit;
      json["over"] = violation.found - violation.limit;
      break;
  }
  return json;
}

Json answer_json(const Snapshot& snapshot) {
  const std::vector<std::string> pool_ids =
      snapshot.problem ? snapshot.problem->pool_ids() : std::vector<std::string>();
  Json json = Json::object();
  json["status"] = to_string(snapshot.status);
  json["gap"] = gap_of(snapshot);
  json["objective"] = objective_name(snapshot.objective);
  json["seconds"] = snapshot.seconds;
  json["threads"] = snapshot.threads;
  json["seed"] = snapshot.seed;
  json["space"] = space_json(snapshot.space);
  Json best = Json::array();
  for (const cost::Evaluation& evaluation : snapshot.best)
    best.push_back(snapshot.problem ? row_json(evaluation, *snapshot.problem)
                                    : to_json(evaluation, pool_ids));
  json["best"] = std::move(best);
  if (snapshot.places_proven) {
    json["places_proven"] = *snapshot.places_proven;
    json["ranking_gap"] = snapshot.ranking_gap;
  }
  Json pareto = Json::array();
  for (const ParetoPoint& point : snapshot.pareto)
    pareto.push_back(Json{{"tokens_per_second", point.tokens_per_second},
                          {"usd_per_trillion_tokens", point.usd_per_trillion_tokens},
                          {"strategy", strategy::to_json(point.strategy, pool_ids)},
                          {"kind", "pipeline"}});
  json["pareto"] = std::move(pareto);
  if (snapshot.objective == strategy::Objective::pareto && snapshot.status == Status::feasible)
    json["pareto_pools_proven"] = snapshot.pools_proven;
  if (snapshot.status == Status::infeasible) {
    json["binding"] = to_json(snapshot.binding.violation, pool_ids);
    Json fixes = Json::array();
    for (const Fix& fix : snapshot.fixes) fixes.push_back(to_json(fix));
    json["fixes"] = std::move(fixes);
  }
  if (snapshot.status == Status::failed) json["defect"] = snapshot.defect;
  // Nodes that no strategy of the first one's choice uses, and what it uses of nodes in part, by pool.
  if (snapshot.problem)
    for (const hardware::Pool& pool : snapshot.problem->cluster.pools) {
      if (const std::vector<int> nodes = hardware::left_out(pool); !nodes.empty())
        json["left_out"][pool.id] = nodes;
      for (const hardware::NodePart& part : hardware::parts_in_use(pool))
        json["used_of_node"][pool.id].push_back(Json{{"node", part.node}, {"gpus", part.gpus}});
    }
  // No silent defaults: what no file stated.
  Json assumed = Json::array();
  for (const hardware::Assumption& assumption : snapshot.assumptions)
    assumed.push_back(Json{
        {"what", assumption.what}, {"value", assumption.value}, {"why", hardware::to_text(assumption.why)}});
  json["assumed"] = std::move(assumed);
  return json;
}

std::string row_csv(const Json& row) {
  std::string headings, values;
  const Json flat = row.flatten();
  for (const auto& [place, value] : flat.items()) {
    if (!headings.empty()) {
      headings += ',';
      values += ',';
    }
    std::string name = place.substr(1);
    std::replace(name.begin(), name.end(), '/', '.');
    headings += csv_cell(name);
    if (value.is_null()) continue;
    values += value.is_string() ? csv_cell(value.get<std::string>()) : value.dump();
  }
  return headings + "\r\n" + values + "\r\n";
}

}  // namespace astrolabe::plan
