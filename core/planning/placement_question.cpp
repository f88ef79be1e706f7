#include "core/planning/placement_question.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/cost/limits.h"
#include "core/cost/money.h"
#include "core/placement/cover_bound.h"
#include "core/placement/fewer_machines.h"
#include "core/placement/flow.h"
#include "core/placement/network.h"
#include "core/planning/placements.h"

namespace astrolabe::planning {

namespace {

constexpr double kBoundTolerance = 1e-4;
constexpr double kWhole = 1e-9;  // of a number of GPUs that is whole but for rounding

void fill(const PlacedLayers& layers, const strategy::Problem& problem, cost::Evaluation& evaluation) {
  evaluation.gpus.assign(problem.cluster.pools.size(), 0);
  for (int machine = 0; machine < layers.network->size(); ++machine) {
    if (layers.placed.layout.machines[static_cast<std::size_t>(machine)].layers == 0) continue;
    const auto pool =
        static_cast<std::size_t>(layers.network->machines[static_cast<std::size_t>(machine)].type);
    evaluation.gpus[pool] += problem.cluster.pools[pool].gpus_of_node();
  }
  cost::tell_paid(problem.cluster, problem.job.cost, evaluation);
  const double rate = layers.placed.flow.served * layers.output_share;
  const int gpus = evaluation.gpus_used();
  evaluation.tokens_per_second = rate;
  evaluation.tokens_per_second_per_gpu = gpus > 0 ? rate / gpus : 0.0;
  evaluation.step = evaluation.step_low = evaluation.step_high = Seconds{rate > 0.0 ? gpus / rate : 1e12};
  evaluation.money = cost::hourly_of_row(problem.cluster, problem.job, evaluation);
  if (evaluation.money.usd_per_hour && rate > 0.0)
    evaluation.money.usd_per_trillion_tokens =
        1e12 * evaluation.money.usd_per_hour->value / (rate * kSecondsPerHour);
}

/// The promises and limits that it breaks; the first of them.
cost::Violation violation_of(const PlacedLayers& layers, const PlacementQuestion& asked,
                             const cost::Evaluation& evaluation) {
  cost::Violation violation;
  const auto promise = [&](const char* rule, bool broken, double found, double limit) {
    if (!broken || violation.binding != cost::Binding::none) return;
    violation.binding = cost::Binding::rule;
    violation.rule = rule;
    violation.found = found;
    violation.limit = limit;
  };
  const placement::Flow& flow = layers.placed.flow;
  const serving::Promises& promises = asked.job.promises;
  const double chain = flow.chain_seconds;
  promise("placement.flow", flow.tokens_per_second <= 0.0, 0.0, 0.0);
  const auto seconds = [&](const char* rule, const std::optional<double>& limit, double found) {
    promise(rule, limit && found > *limit, found, limit.value_or(0.0));
  };
  seconds("promises.ttft_seconds", promises.ttft_seconds, chain);
  seconds("promises.tpot_seconds", promises.tpot_seconds, chain);
  seconds("promises.e2e_seconds", promises.e2e_seconds, chain * asked.job.traffic.output.mean);
  const double requests = flow.tokens_per_second / std::max(1.0, asked.tokens_of_a_request());
  promise("traffic.requests_per_second",
          asked.job.traffic.kind == serving::Traffic::Kind::rate &&
              asked.job.traffic.requests_per_second > requests,
          requests, asked.job.traffic.requests_per_second);
  if (violation.binding != cost::Binding::none) return violation;
  return cost::broken_limit_of_machines(asked.problem.job.limits, evaluation.money);
}

/// What a machine of each pool takes of GPUs, and of dollars an hour where all prices are known; without what
/// idle ones cost.
struct MachinePrices {
  std::vector<double> gpus, usd;
  double base_usd = 0.0;  ///< whatever is used
};

MachinePrices prices_of(const strategy::Problem& problem) {
  MachinePrices prices;
  const cost::Charges charges = cost::charges_of(problem.cluster, problem.job);
  bool known = charges.base.usd_per_hour.has_value();
  for (std::size_t pool = 0; pool < problem.cluster.pools.size(); ++pool) {
    const int gpus = problem.cluster.pools[pool].gpus_per_node;
    const auto& usd = charges.of_gpu[pool].usd_per_hour;
    known = known && usd.has_value();
    prices.gpus.push_back(gpus);
    prices.usd.push_back(usd.value_or(0.0) * gpus);
  }
  if (known)
    prices.base_usd = *charges.base.usd_per_hour;
  else
    prices.usd.clear();
  return prices;
}

bool is_at_a_rate(const PlacementQuestion& asked) {
  return asked.job.traffic.kind == serving::Traffic::Kind::rate &&
         asked.network->demand.tokens_per_second > 0.0;
}

void tell_least(const PlacementQuestion& asked, PlacedLayers& layers) {
  if (!is_at_a_rate(asked)) return;
  const MachinePrices prices = prices_of(asked.problem);
  const double tokens = asked.network->demand.tokens_per_second;
  const double gpus = placement::least_price(*asked.network, prices.gpus, tokens);
  if (!std::isfinite(gpus)) return;
  layers.least_gpus = std::ceil(gpus * (1.0 - kWhole));
  if (!prices.usd.empty())
    layers.least_usd_per_hour = prices.base_usd + placement::least_price(*asked.network, prices.usd, tokens);
}

/// How far an option is above what no set of machines is below, by the objective; none: it says nothing of
/// that.
std::optional<double> gap_to_least(const PlacementQuestion& asked, const PlacedLayers& layers,
                                   const cost::Evaluation& figures) {
  const auto gap = [](const std::optional<double>& least, double found) -> std::optional<double> {
    if (!least || !(found > 0.0)) return std::nullopt;
    return std::max(0.0, 1.0 - *least / found);
  };
  switch (asked.objective) {
    case strategy::Objective::money:
      return figures.money.usd_per_hour ? gap(layers.least_usd_per_hour, figures.money.usd_per_hour->value)
                                        : std::nullopt;
    case strategy::Objective::gpus:
      return gap(layers.least_gpus, figures.gpus_paid());
    default:
      return std::nullopt;
  }
}

Option option_of(placement::Placed placed, double bound, const PlacementQuestion& asked) {
  auto layers = std::make_shared<PlacedLayers>();
  layers->network = asked.network;
  layers->placed = std::move(placed);
  layers->upper_bound_tokens_per_second = bound;
  layers->tokens_of_a_request = asked.tokens_of_a_request();
  layers->output_share =
      asked.tokens_of_a_request() > 0.0 ? asked.job.traffic.output.mean / asked.tokens_of_a_request() : 0.0;
  Option option;
  fill(*layers, asked.problem, option.evaluation);
  option.violation = violation_of(*layers, asked, option.evaluation);
  tell_least(asked, *layers);
  const double gap = gap_to_least(asked, *layers, option.evaluation).value_or(layers->served_gap());
  option.proof = {gap <= 0.0, gap};
  option.layout = std::make_shared<const PlacementLayout>(std::move(layers));
  return option;
}

}  // namespace

Result<PlacementQuestion> placement_question(const strategy::Problem& problem, strategy::Objective objective,
                                             const serving::ServeJob& job,
                                             const model::Architecture& architecture) {
  auto network = placement::make_network(problem.cluster, architecture, job);
  if (!network) return tl::unexpected<Error>(std::move(network.error()));
  PlacementQuestion asked{problem, objective, job,
                          std::make_shared<const placement::Network>(std::move(*network)), 0.0};
  const auto at_most = [&](const std::optional<double>& seconds, double tokens) {
    if (!seconds) return;
    const double each = *seconds / std::max(1.0, tokens);
    asked.longest_chain = asked.longest_chain > 0.0 ? std::min(asked.longest_chain, each) : each;
  };
  at_most(job.promises.ttft_seconds, 1.0);
  at_most(job.promises.tpot_seconds, 1.0);
  at_most(job.promises.e2e_seconds, job.traffic.output.mean);
  return asked;
}

Option placed_option(const PlacementQuestion& asked, placement::Layout layout) {
  placement::FlowSolver solver(*asked.network);
  placement::Placed placed{std::move(layout), {}};
  placed.flow = solver.solve(placed.layout);
  const double rate = placed.flow.tokens_per_second;
  const double bound = std::max(rate, placement::upper_bound(*asked.network, rate, kBoundTolerance));
  return option_of(std::move(placed), bound, asked);
}

namespace {

/// The layout on the cheapest machines that are known to serve what is asked; the flow's bound is that of
/// these machines.
std::optional<Option> on_fewer_machines(const PlacementQuestion& asked, const placement::FindOptions& options,
                                        const std::vector<placement::Placed>& known, long& evaluated) {
  const MachinePrices prices = prices_of(asked.problem);
  const bool by_gpus = prices.usd.empty() || asked.objective == strategy::Objective::gpus;
  auto placed = placement::on_fewer_machines(*asked.network, known,
                                             {.prices = by_gpus ? prices.gpus : prices.usd,
                                              .partial_inference = options.partial_inference,
                                              .longest_chain = asked.longest_chain,
                                              .stop = options.stop},
                                             evaluated);
  if (!placed) return std::nullopt;
  std::vector<int> used;
  for (int machine = 0; machine < asked.network->size(); ++machine)
    if (placed->layout.machines[static_cast<std::size_t>(machine)].layers > 0) used.push_back(machine);
  const double rate = placed->flow.tokens_per_second;
  const double bound =
      std::max(rate, placement::upper_bound(placement::part_of(*asked.network, used), rate, kBoundTolerance));
  return option_of(std::move(*placed), bound, asked);
}

}  // namespace

PlacementsFound find_placements(const PlacementQuestion& asked, placement::FindOptions options,
                                bool fewer_machines) {
  options.longest_chain = asked.longest_chain;
  placement::Answer answer = placement::find(*asked.network, options);
  if (answer.placed.empty() && options.longest_chain > 0.0) {  // what comes nearest to the promise
    options.longest_chain = 0.0;
    answer = placement::find(*asked.network, options);
    std::reverse(answer.placed.begin(), answer.placed.end());
  }
  PlacementsFound found;
  found.upper_bound_tokens_per_second = answer.upper_bound;
  found.evaluated = answer.evaluated;
  found.stopped_early = answer.stopped_early;
  found.proven = answer.proven;
  std::optional<Option> fewer;
  if (fewer_machines && is_at_a_rate(asked))
    fewer = on_fewer_machines(asked, options, answer.placed, found.evaluated);
  for (placement::Placed& placed : answer.placed)
    found.options.push_back(
        std::make_shared<const Option>(option_of(std::move(placed), answer.upper_bound, asked)));
  if (fewer) found.options.push_back(std::make_shared<const Option>(std::move(*fewer)));
  const auto possible_first = [](const OptionPtr& a, const OptionPtr& b) {
    return a->is_possible() && !b->is_possible();
  };
  std::stable_sort(found.options.begin(), found.options.end(), possible_first);
  // Users may have more tokens by a shorter way than through the layout with the largest flow.
  if (asked.objective == strategy::Objective::throughput && asked.network->demand.users > 0.0)
    std::stable_sort(found.options.begin(), found.options.end(), [](const OptionPtr& a, const OptionPtr& b) {
      if (a->is_possible() != b->is_possible()) return a->is_possible();
      return a->is_possible() && a->evaluation.tokens_per_second > b->evaluation.tokens_per_second;
    });
  if (!found.options.empty() && asked.network->demand.users > 0.0) {
    const placement::Flow& first = as<PlacementLayout>(found.options.front()->layout)->layers().placed.flow;
    found.proven = found.proven && first.limited_by != placement::Flow::LimitedBy::users;
  }
  if (asked.objective != strategy::Objective::throughput)
    std::stable_sort(found.options.begin(), found.options.end(), [&](const OptionPtr& a, const OptionPtr& b) {
      if (a->is_possible() != b->is_possible()) return a->is_possible();
      if (!a->is_possible()) return false;  // the nearest stays first
      return ranks_before(*a, *b, asked.objective);
    });
  // What has the largest flow is proven; which machines do for a rate only where nothing can be below.
  const bool by_machines =
      asked.objective == strategy::Objective::money || asked.objective == strategy::Objective::gpus;
  if (is_at_a_rate(asked) && by_machines && !found.options.empty())
    found.proven = found.options.front()->proof.proven;
  return found;
}

}  // namespace astrolabe::planning
