#include "core/strategy/problem.h"

#include <algorithm>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/hardware/pool_marks.h"
#include "core/strategy/rules.h"
#include "core/strategy/runtime_conditions.h"
#include "core/strategy/software_of.h"
#include "core/strategy/space.h"

namespace astrolabe::strategy {

std::vector<std::string> Problem::pool_ids() const {
  std::vector<std::string> ids;
  for (const hardware::Pool& pool : cluster.pools) ids.push_back(pool.id);
  return ids;
}

namespace {

/// Nothing is bought of machines that are rented or owned already: no limit on the purchase holds there. The
/// key stays noted, so that the warnings of the problem can tell it.
void leave_what_nobody_buys(Job& job) {
  if (job.cost.basis == hardware::CostBasis::buy || !job.limits.purchase_usd) return;
  job.limits.purchase_usd.reset();
  note_stated(job, "limits.purchase_usd");
}

/// A price is needed by the objective or a limit; names the first pool that has none. A pool of which no GPU
/// may be used needs one only where idle GPUs are paid for.
std::optional<Error> missing_price(const Problem& problem, Objective objective) {
  const Limits& limits = problem.job.limits;
  const hardware::CostBasis basis = problem.job.cost.basis;
  const bool of_hours = objective == Objective::money || objective == Objective::pareto ||
                        limits.budget_usd || limits.usd_per_hour || limits.usd_per_month ||
                        limits.usd_per_trillion_tokens;
  const bool rent = of_hours && basis == hardware::CostBasis::rent;
  const bool purchase = (of_hours && basis == hardware::CostBasis::buy) || limits.purchase_usd ||
                        (limits.ownership_usd && basis != hardware::CostBasis::own);
  for (const hardware::Pool& pool : problem.cluster.pools) {
    if (pool.max_gpus == 0 && !problem.job.cost.idle_gpus_cost) continue;
    const bool lacks_rent = rent && !pool.usd_per_gpu_hour;
    if (!lacks_rent && !(purchase && !pool.purchase_per_gpu)) continue;
    return Error{std::string(code::no_price),
                 {},
                 "pools[" + pool.id + "]",
                 pool.gpu.name,
                 {Wanted::Kind::field, {lacks_rent ? "usd_per_gpu_hour" : "purchase_usd_per_gpu"}}};
  }
  return std::nullopt;
}

/// Spot without a word on how often its nodes are taken away has no outcome; names the first such pool.
std::optional<Error> missing_interruptions(const Problem& problem) {
  const Cost& cost = problem.job.cost;
  if (cost.basis != hardware::CostBasis::rent || cost.commitment != hardware::Commitment::spot)
    return std::nullopt;
  for (const hardware::Pool& pool : problem.cluster.pools)
    if (pool.max_gpus > 0 && !pool.interruptions_per_node_hour)
      return Error{std::string(code::no_interruption_rate),
                   {},
                   "pools[" + pool.id + "]",
                   pool.node_id.empty() ? pool.gpu.name : pool.node_id,
                   {Wanted::Kind::field, {"interruptions_per_node_hour"}}};
  return std::nullopt;
}

/// The lists of values that a job allows multiply to more settings than are told apart in 64 bits with all
/// that it leaves open.
std::optional<Error> too_many_settings(const Job& job) {
  constexpr double kMost = 1ULL << 31U;
  double combinations = 1.0;
  for (const auto& [key, values] : job.allowed) combinations *= static_cast<double>(values.size());
  if (combinations <= kMost) return std::nullopt;
  return Error{std::string(code::out_of_range),
               {},
               "allowed",
               format_number(combinations) + " combinations of values",
               {Wanted::Kind::text, {"lists with at most " + format_number(kMost) + " combinations"}}};
}

/// No data parallelism that the GPUs allow divides the batch.
std::optional<Error> indivisible_batch(const Problem& problem) {
  const Space space(problem);
  if (space.group_count() > 0 || space.per_group() == 0) return std::nullopt;
  // With a batch that every number divides, is there any way to use the GPUs?
  Problem any = problem;
  int gpus = 1;
  for (const hardware::Pool& pool : problem.cluster.pools) gpus = std::max(gpus, pool.max_gpus);
  std::vector<std::string> degrees;
  for (int d = 1; d <= gpus; ++d)
    if (gpus % d == 0) degrees.push_back(std::to_string(d));
  if (!any.job.allowed.contains("data_parallel")) any.job.allowed["data_parallel"] = degrees;
  const Space wide(any);
  if (wide.group_count() == 0) return std::nullopt;
  int smallest = 0;
  wide.visit([&](const Group& group) {
    if (smallest == 0 || group.data_parallel < smallest) smallest = group.data_parallel;
    return true;
  });
  return Error{std::string(code::batch_indivisible),
               {},
               "global_batch",
               std::to_string(problem.job.global_batch),
               {Wanted::Kind::multiple_of, {std::to_string(smallest)}}};
}

/// The usual runtime refuses what the job says of fine-tuning, whatever the layout.
bool tunes_otherwise(const Problem& problem) {
  if (!problem.job.tuning) return false;
  const std::vector<Rule> rules = runtime_rules(usual_runtime());
  return std::any_of(rules.begin(), rules.end(),
                     [&](const Rule& rule) { return rule.reads == 0 && rule.broken(problem, {}); });
}

/// The usual runtime, but where no layout of it could answer the question: no runtime trains on several types
/// of GPU at once, and the usual one may lack layers of the model, or not fine-tune as the job asks.
std::string runtime_where_unsaid(const Problem& problem) {
  const bool otherwise = needs_several_types(problem.cluster) || tunes_otherwise(problem) ||
                         missing_layers(usual_runtime(), problem) != nullptr;
  return otherwise ? "any" : usual_runtime();
}

/// What slow and failed GPUs leave need not divide as a strategy has to. Where nothing else allows to leave
/// GPUs unused, they stand there all the same: those that idle are paid for unless the job says otherwise, so
/// that a mark makes nothing cheaper.
void leave_what_is_marked(Problem& problem) {
  if (!hardware::is_marked(problem.cluster) || problem.cluster.may_leave_unused) return;
  problem.cluster.may_leave_unused = true;
  if (!is_stated(problem.job, "cost.idle_gpus_cost")) problem.job.cost.idle_gpus_cost = true;
}

}  // namespace

bool needs_several_types(const hardware::Cluster& cluster) {
  const auto& pools = cluster.pools;
  return !cluster.may_leave_unused && std::any_of(pools.begin(), pools.end(), [&](const auto& pool) {
    return pool.gpu.id != pools.front().gpu.id;
  });
}

Result<Problem> make_problem(std::shared_ptr<const model::Graph> graph, hardware::Cluster cluster, Job job,
                             Objective objective) {
  Problem problem;
  problem.graph = std::move(graph);
  problem.cluster = std::move(cluster);
  problem.job = std::move(job);
  leave_what_nobody_buys(problem.job);
  if (problem.job.tuning)
    if (const auto fitting = check_tuning(*problem.job.tuning, *problem.graph); !fitting)
      return tl::unexpected<Error>(fitting.error());
  if (!problem.job.trains()) {
    if (auto error = missing_price(problem, objective)) return tl::unexpected<Error>(*error);
    return problem;
  }
  if (objective == Objective::gpus) problem.cluster.may_leave_unused = true;
  if (problem.job.software.runtime.empty()) problem.job.software.runtime = runtime_where_unsaid(problem);
  leave_what_is_marked(problem);
  if (problem.job.tuning && problem.job.tuning->adapters() && !is_stated(problem.job, "tuning.rank"))
    if (const auto usual = usual_rank(problem.job.software.runtime)) problem.job.tuning->rank = usual->rank;
  problem.software = software_of(problem.job.software);
  const std::string& runtime = problem.job.software.runtime;
  if (!problem.job.rules.empty() || !conditions_of(runtime).empty()) {
    auto rules = make_rule_set(problem.job.rules, runtime);
    if (!rules) return tl::unexpected<Error>(rules.error());
    problem.rules = *rules;
  }
  if (auto error = missing_price(problem, objective)) return tl::unexpected<Error>(*error);
  if (auto error = missing_interruptions(problem)) return tl::unexpected<Error>(*error);
  if (auto error = too_many_settings(problem.job)) return tl::unexpected<Error>(*error);
  if (auto error = indivisible_batch(problem)) return tl::unexpected<Error>(*error);
  return problem;
}

}  // namespace astrolabe::strategy
