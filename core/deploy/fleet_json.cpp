#include "core/deploy/fleet_json.h"

#include <algorithm>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/cost/limits.h"
#include "core/deploy/candidate.h"
#include "core/deploy/layouts.h"
#include "core/deploy/replica.h"

namespace astrolabe::deploy {

namespace {

std::string place_in(const std::string& path, const char* key) {
  return path.empty() ? key : path + "." + key;
}

/// Path of a group; empty for one alone.
std::string path_of_group(std::size_t index, std::size_t groups) {
  return groups == 1 ? std::string() : "groups[" + std::to_string(index) + "]";
}

Result<Group> read_group(const Json& json, const std::string& path,
                         const std::vector<std::string>& pool_ids) {
  auto deployment = serving::read_deployment(json, path);
  if (!deployment) return tl::unexpected<Error>(deployment.error());
  Group group;
  group.deployment = std::move(*deployment);
  const std::string& id = group.deployment.pool;
  if (id.empty() && pool_ids.size() == 1) return group;
  const auto found = std::find(pool_ids.begin(), pool_ids.end(), id);
  if (found == pool_ids.end())
    return fail(id.empty() ? code::missing_key : code::unknown_pool, place_in(path, "pool"), id,
                {Wanted::Kind::one_of, id.empty() ? pool_ids : near_matches(id, pool_ids)});
  group.pool = static_cast<int>(found - pool_ids.begin());
  return group;
}

Result<void> check_group(const Group& group, const Question& question, const std::string& path) {
  const auto pool = static_cast<std::size_t>(group.pool);
  if (pool >= question.pools.size())
    return fail(code::unknown_pool, place_in(path, "pool"), std::to_string(group.pool), {});
  const PoolQuestion& of = question.pools[pool];
  if (!of.asked) return tl::unexpected<Error>(*of.refused);
  const serving::Deployment& deployment = group.deployment;
  const auto check = [&](const serving::Worker& worker, const char* half, int workers,
                         const char* count) -> Result<void> {
    const std::string place = *half != 0 ? place_in(path, half) : path;
    if (const auto able = check_worker(*of.asked, worker, place); !able) return able;
    const int most = of.room.most_workers(worker.tensor_parallel * worker.attention_data_parallel,
                                          worker.pipeline_parallel);
    if (most == 0)
      return fail(code::impossible_strategy, place_in(place, "tensor_parallel"),
                  std::to_string(worker.gpus()) + " GPUs a copy",
                  {Wanted::Kind::between, {"1", std::to_string(std::min(of.room.domain, of.room.max_gpus))}});
    const int ranks = worker.tensor_parallel * worker.attention_data_parallel;
    if (worker.tensor_parallel > of.room.domain)
      return fail(code::impossible_strategy, place_in(place, "tensor_parallel"),
                  std::to_string(worker.tensor_parallel),
                  {Wanted::Kind::between, {"1", std::to_string(of.room.domain)}});
    if (ranks > of.room.domain && worker.expert_parallel != ranks)
      return fail(
          code::impossible_strategy, place_in(place, "expert_parallel"),
          std::to_string(worker.expert_parallel),
          {Wanted::Kind::text, {std::to_string(ranks) + ", as ranks lie in several domains of links"}});
    if (workers > most)
      return fail(code::out_of_range, place_in(place, count), std::to_string(workers),
                  {Wanted::Kind::between, {"1", std::to_string(most)}});
    return {};
  };
  if (!deployment.disaggregated()) return check(deployment.worker, "", deployment.replicas, "replicas");
  if (const auto able =
          check(*deployment.prefill, "prefill", deployment.replicas * deployment.prefill_workers, "workers");
      !able)
    return able;
  if (const auto able =
          check(deployment.worker, "decode", deployment.replicas * deployment.decode_workers, "workers");
      !able)
    return able;
  if (deployment.gpus() > of.room.max_gpus || nodes_of(of.room, deployment) > of.room.nodes)
    return fail(code::out_of_range, place_in(path, "replicas"), std::to_string(deployment.gpus()) + " GPUs",
                {Wanted::Kind::between, {"1", std::to_string(of.room.max_gpus)}});
  return {};
}

}  // namespace

Result<std::vector<Group>> read_groups(const Json& json, const Question& question,
                                       const std::vector<std::string>& pool_ids) {
  std::vector<Group> groups;
  if (json.is_object() && json.contains("groups")) {
    ObjectReader reader(json, "");
    const Json* list = reader.array("groups");
    if (const auto done = reader.finish(); !done) return tl::unexpected<Error>(done.error());
    if (list->empty()) return fail(code::out_of_range, "groups", "[]", {Wanted::Kind::at_least, {"1"}});
    for (std::size_t i = 0; i < list->size(); ++i) {
      auto group = read_group((*list)[i], "groups[" + std::to_string(i) + "]", pool_ids);
      if (!group) return tl::unexpected<Error>(group.error());
      groups.push_back(std::move(*group));
    }
  } else {
    auto group = read_group(json, "", pool_ids);
    if (!group) return tl::unexpected<Error>(group.error());
    groups.push_back(std::move(*group));
  }
  if (const auto sound = check_groups(groups, question, pool_ids); !sound)
    return tl::unexpected<Error>(sound.error());
  return groups;
}

Result<void> check_groups(const std::vector<Group>& groups, const Question& question,
                          const std::vector<std::string>& pool_ids) {
  std::vector<int> used(question.pools.size(), 0);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const std::string path = path_of_group(i, groups.size());
    if (const auto able = check_group(groups[i], question, path); !able) return able;
    const auto pool = static_cast<std::size_t>(groups[i].pool);
    used[pool] += groups[i].deployment.gpus();
    if (used[pool] > question.pools[pool].room.max_gpus)
      return fail(code::out_of_range, place_in(path, "replicas"),
                  std::to_string(used[pool]) + " GPUs of " + pool_ids[pool],
                  {Wanted::Kind::between, {"1", std::to_string(question.pools[pool].room.max_gpus)}});
  }
  return {};
}

void fill_evaluation(const Fleet& fleet, const strategy::Problem& problem, cost::Evaluation& evaluation) {
  const serving::Banded& rate = fleet.figures.output_tokens_per_second;
  const auto gpu_seconds = [&](double tokens) { return Seconds{tokens > 0.0 ? fleet.gpus / tokens : 1e12}; };
  evaluation.gpus = fleet.pool_gpus;
  evaluation.paid = fleet.pool_paid;
  evaluation.kept = fleet.pool_kept;
  evaluation.step = gpu_seconds(rate.value);
  evaluation.step_low = gpu_seconds(rate.high);
  evaluation.step_high = gpu_seconds(rate.low);
  evaluation.tokens_per_second = rate.value;
  evaluation.tokens_per_second_per_gpu = fleet.figures.output_tokens_per_second_per_gpu;
  for (const Group& group : fleet.groups) {
    const serving::Memory& of = group.figures.memory;
    cost::StageMemory memory;
    memory.pool = group.pool;
    memory.weights = Bytes{of.weights};
    memory.activations = Bytes{of.kv_bytes};
    memory.workspace = Bytes{of.workspace + of.reserve};
    memory.total = memory.weights + memory.activations + memory.workspace;
    memory.allocator = memory.total;
    memory.limit = Bytes{of.device};
    evaluation.memory.push_back(memory);
  }
  evaluation.money = hourly_of_paid(problem.cluster, problem.job, fleet.pool_paid);
  if (fleet.usd_per_million_tokens)
    evaluation.money.usd_per_trillion_tokens = 1e6 * *fleet.usd_per_million_tokens;
}

cost::Violation violation_of(const Fleet& fleet, const serving::ServeJob& job,
                             const strategy::Problem& problem) {
  cost::Violation violation;
  const auto promise = [&](const char* rule, double found, double limit) {
    violation.binding = cost::Binding::rule;
    violation.rule = rule;
    violation.found = found;
    violation.limit = limit;
  };
  const double output = std::max(1.0, job.traffic.output.mean);
  const PromisedTimes times = promised_times(fleet.figures, output, job.promises.quantile);
  switch (fleet.missed) {
    case Missed::none:
      break;
    case Missed::memory:
      violation.binding = cost::Binding::memory;
      for (std::size_t i = 0; i < fleet.groups.size(); ++i) {
        const serving::Figures& figures = fleet.groups[i].figures;
        if (figures.fits) continue;
        const serving::Memory& memory = figures.memory;
        const double request =
            memory.kv_token * (job.traffic.input.mean + job.traffic.output.mean) + memory.kv_sequence;
        violation.pool = fleet.groups[i].pool;
        violation.stage = static_cast<int>(i);
        violation.over = Bytes{
            std::max(0.0, memory.weights + memory.workspace + memory.reserve + request - memory.device)};
        break;
      }
      return violation;
    case Missed::ttft:
      promise("promises.ttft_seconds", times.ttft, job.promises.ttft_seconds.value_or(0.0));
      return violation;
    case Missed::tpot:
      promise("promises.tpot_seconds", times.tpot, job.promises.tpot_seconds.value_or(0.0));
      return violation;
    case Missed::e2e:
      promise("promises.e2e_seconds", times.e2e, job.promises.e2e_seconds.value_or(0.0));
      return violation;
    case Missed::traffic: {
      if (job.traffic.kind == serving::Traffic::Kind::rate) {
        promise("traffic.requests_per_second", job.traffic.requests_per_second,
                fleet.capacity_requests_per_second);
        return violation;
      }
      if (fleet.left_in_flight) {
        promise("traffic.concurrency", job.traffic.concurrency, *fleet.left_in_flight);
        return violation;
      }
      double places = 0.0;
      for (const Group& group : fleet.groups) {
        const serving::Deployment& deployment = group.deployment;
        places += group.figures.places * deployment.replicas *
                  (deployment.disaggregated() ? deployment.decode_workers : 1);
      }
      promise("traffic.concurrency", job.traffic.concurrency, places);
      return violation;
    }
  }
  return cost::broken_limit_of_machines(problem.job.limits,
                                        hourly_of_paid(problem.cluster, problem.job, fleet.pool_paid));
}

Json to_json(const Shortfall& shortfall, const std::vector<std::string>& pool_ids) {
  const auto pool = static_cast<std::size_t>(shortfall.pool);
  serving::Deployment nearest;
  if (pool < pool_ids.size()) nearest.pool = pool_ids[pool];
  nearest.worker = shortfall.worker;
  nearest.prefill = shortfall.prefill;
  Json json = {{"limit", to_string(shortfall.missed)},
               {"pool", nearest.pool},
               {"found", shortfall.found},
               {"wanted", shortfall.limit},
               {"at_any_load", shortfall.of_any_load},
               {"nearest", serving::to_json(nearest)}};
  json["term"] = shortfall.term.empty() ? Json() : Json(shortfall.term);
  json["term_seconds"] = shortfall.term.empty() ? Json() : Json(shortfall.term_seconds);
  const auto nodes_pool = static_cast<std::size_t>(shortfall.nodes_pool);
  const bool told = shortfall.nodes_needed > 0;
  json["nodes_needed"] = told ? Json(shortfall.nodes_needed) : Json();
  json["nodes_there"] = told ? Json(shortfall.nodes_there) : Json();
  json["kept_spare_replicas"] = shortfall.kept_spares >= 0 ? Json(shortfall.kept_spares) : Json();
  const bool breaks = shortfall.breaks != Missed::none;
  json["breaks"] = breaks ? Json(to_string(shortfall.breaks)) : Json();
  json["breaks_seconds"] = breaks ? Json(shortfall.breaks_seconds) : Json();
  json["nodes_pool"] = told && nodes_pool < pool_ids.size() ? Json(pool_ids[nodes_pool]) : Json();
  const bool promise =
      shortfall.missed == Missed::ttft || shortfall.missed == Missed::tpot || shortfall.missed == Missed::e2e;
  json["quantile"] = promise ? Json(shortfall.quantile) : Json();
  json["kept_promise_seconds"] = shortfall.kept_promise > 0.0 ? Json(shortfall.kept_promise) : Json();
  json["binds"] = promise ? Json(serving::to_string(shortfall.binds)) : Json();
  return json;
}

}  // namespace astrolabe::deploy
