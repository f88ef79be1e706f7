#include "core/planning/serving_moves.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/error_codes.h"
#include "core/planning/deployments.h"
#include "core/planning/moved_question.h"
#include "core/planning/placements.h"

namespace astrolabe::planning {

namespace {

using Kind = ServingLever::Kind;

constexpr int kMostLinks = 32;  ///< of single machines that are moved

std::optional<double>* promise_of(serving::ServeJob& job, Kind kind) {
  switch (kind) {
    case Kind::ttft:
      return &job.promises.ttft_seconds;
    case Kind::tpot:
      return &job.promises.tpot_seconds;
    case Kind::e2e:
      return &job.promises.e2e_seconds;
    default:
      return nullptr;
  }
}

/// A pool's own rates by layers move with its speed.
Moved with_hardware(Moved asked, const plan::Lever& lever, double value) {
  if (lever.kind == plan::Lever::Kind::speed) {
    hardware::Pool& pool = asked.problem.cluster.pools[static_cast<std::size_t>(lever.pool)];
    for (double& rate : pool.layer_throughput) rate *= value / pool.relative_speed;
  }
  asked.problem = plan::with_lever(std::move(asked.problem), lever, value);
  return asked;
}

Moved with_lever(Moved asked, const ServingLever& lever, double value) {
  serving::Traffic& traffic = asked.job.traffic;
  switch (lever.kind) {
    case Kind::traffic:
      (traffic.kind == serving::Traffic::Kind::rate ? traffic.requests_per_second : traffic.concurrency) =
          value;
      break;
    case Kind::input:
      scale_lengths(traffic.input, value / traffic.input.mean);
      break;
    case Kind::output:
      scale_lengths(traffic.output, value / traffic.output.mean);
      break;
    case Kind::hardware:
      return with_hardware(std::move(asked), lever.of, value);
    case Kind::machine_link:
      asked.problem.cluster.machine_links[static_cast<std::size_t>(lever.link)].link.bandwidth.value = value;
      break;
    default:
      *promise_of(asked.job, lever.kind) = value;
  }
  return asked;
}

/// What happens with the lever at `value`.
MovedEnd end_at(const Mover& mover, const Moved& asked, const ServingLever& lever, double from, double value,
                const OptionPtr& first, ServingMetric metric) {
  constexpr int kHalvings = 3;  // an eighth of the change
  const auto best_at = [&](double at) { return mover.answer(with_lever(asked, lever, at), first).best; };
  const auto stays = [&](const OptionPtr& best) { return best && mover.is_first(*best, *first); };
  MovedEnd end;
  end.value = value;
  end.best = best_at(value);
  if (end.best) end.metric = metric_of(*end.best, metric);
  end.first_stays = stays(end.best);
  end.first_stands = end.first_stays || mover.stands(with_lever(asked, lever, value), *first);
  if (end.first_stays) return end;
  double holds = from, broken = value;
  for (int half = 0; half < kHalvings && !mover.stopped(); ++half) {
    const double middle = 0.5 * (holds + broken);
    (stays(best_at(middle)) ? holds : broken) = middle;
  }
  end.until = holds;
  return end;
}

std::vector<ServingLever> levers_of(const Moved& asked) {
  std::vector<ServingLever> levers;
  if (asked.job.traffic.kind != serving::Traffic::Kind::offline) levers.push_back({Kind::traffic});
  levers.push_back({Kind::input});
  levers.push_back({Kind::output});
  serving::ServeJob job = asked.job;
  for (const Kind kind : {Kind::ttft, Kind::tpot, Kind::e2e})
    if (promise_of(job, kind)->has_value()) levers.push_back({kind});
  for (const plan::Lever& lever : plan::levers_of(asked.problem)) {
    // Replicas stay within a pool, so that nothing goes over the links between pools; layers are split over
    // machines alone.
    const auto without = asked.job.over_layers ? plan::Lever::Kind::intra_node : plan::Lever::Kind::between;
    if (lever.kind != without) levers.push_back({Kind::hardware, lever});
  }
  const int links = static_cast<int>(asked.problem.cluster.machine_links.size());
  for (int link = 0; asked.job.over_layers && link < std::min(links, kMostLinks); ++link)
    levers.push_back({Kind::machine_link, {}, link});
  return levers;
}

}  // namespace

std::vector<ServingMetric> serving_metrics(std::string_view kind) {
  using enum ServingMetric;
  if (kind == kPlacement) return {tokens_per_second, usd_per_million_tokens, paid_gpus};
  if (kind != kDeployment) return {};
  return {usd_per_million_tokens, tokens_per_second_per_gpu, paid_gpus};
}

ServingMetric ranking_metric(std::string_view kind, strategy::Objective objective) {
  if (objective == strategy::Objective::money) return ServingMetric::usd_per_million_tokens;
  if (objective == strategy::Objective::gpus) return ServingMetric::paid_gpus;
  return kind == kPlacement ? ServingMetric::tokens_per_second : ServingMetric::tokens_per_second_per_gpu;
}

std::optional<double> metric_of(const Option& option, ServingMetric metric) {
  const cost::Evaluation& figures = option.evaluation;
  switch (metric) {
    case ServingMetric::usd_per_million_tokens:
      return figures.money.usd_per_trillion_tokens
                 ? std::optional(*figures.money.usd_per_trillion_tokens * 1e-6)
                 : std::nullopt;
    case ServingMetric::tokens_per_second_per_gpu:
      return figures.tokens_per_second_per_gpu;
    case ServingMetric::tokens_per_second:
      return figures.tokens_per_second;
    case ServingMetric::paid_gpus:
      break;
  }
  return figures.gpus_paid();
}

std::optional<double> metric_of(const deploy::Fleet& fleet, ServingMetric metric) {
  switch (metric) {
    case ServingMetric::usd_per_million_tokens:
      return fleet.usd_per_million_tokens;
    case ServingMetric::tokens_per_second_per_gpu:
      return fleet.figures.output_tokens_per_second_per_gpu;
    case ServingMetric::tokens_per_second:
      return fleet.figures.output_tokens_per_second.value;
    case ServingMetric::paid_gpus:
      break;
  }
  return fleet.paid_gpus;
}

Result<std::vector<ServingLever>> serving_levers(const Question& question) {
  const auto asked = moved_of(question);
  if (!asked) return tl::unexpected<Error>(asked.error());
  return levers_of(*asked);
}

double lever_value(const strategy::Problem& problem, const serving::ServeJob& job,
                   const ServingLever& lever) {
  const serving::Traffic& traffic = job.traffic;
  switch (lever.kind) {
    case Kind::traffic:
      return traffic.kind == serving::Traffic::Kind::rate ? traffic.requests_per_second : traffic.concurrency;
    case Kind::input:
      return traffic.input.mean;
    case Kind::output:
      return traffic.output.mean;
    case Kind::ttft:
      return job.promises.ttft_seconds.value_or(0.0);
    case Kind::tpot:
      return job.promises.tpot_seconds.value_or(0.0);
    case Kind::e2e:
      return job.promises.e2e_seconds.value_or(0.0);
    case Kind::machine_link:
      return problem.cluster.machine_links[static_cast<std::size_t>(lever.link)].link.bandwidth.value;
    case Kind::hardware:
      break;
  }
  return plan::lever_value(problem, lever.of);
}

Result<ServingSensitivity> serving_sensitivity(
    const Question& question, ServingMetric metric, double change, int threads, const std::stop_token& stop,
    const std::function<void(const ServingSensitivity&)>& publish) {
  const auto asked = moved_of(question);
  if (!asked) return tl::unexpected<Error>(asked.error());
  const auto made = mover_of(question, threads, stop);
  if (!made) return tl::unexpected<Error>(made.error());
  const Mover& mover = **made;
  ServingSensitivity found;
  found.metric = metric;
  found.change = change;
  found.first = mover.answer(*asked).best;
  if (!found.first) return found;
  const std::optional<double> base = metric_of(*found.first, metric);
  if (!base) return found;
  found.base = *base;
  const auto end = [&](const ServingLever& lever, double from, double factor) {
    double value = from * factor;
    if (lever.kind == Kind::hardware && lever.of.kind == plan::Lever::Kind::utilisation)
      value = std::min(1.0, value);
    return end_at(mover, *asked, lever, from, value, found.first, metric);
  };
  swing_each(
      found, levers_of(*asked),
      [&](const ServingLever& lever) { return lever_value(asked->problem, asked->job, lever); }, end,
      [&] { return mover.stopped(); }, publish);
  return found;
}

Result<TrafficScale> traffic_scale(const Question& question, int threads, const std::stop_token& stop,
                                   const std::function<void(const TrafficScale&)>& publish) {
  constexpr std::array kFactors{0.125, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0};
  const auto asked = moved_of(question);
  if (!asked) return tl::unexpected<Error>(asked.error());
  const auto made = mover_of(question, threads, stop);
  if (!made) return tl::unexpected<Error>(made.error());
  const Mover& mover = **made;
  TrafficScale scale;
  scale.kind = asked->job.traffic.kind;
  if (scale.kind == serving::Traffic::Kind::offline)
    return fail(code::out_of_range, "traffic", "offline",
                {Wanted::Kind::one_of, {"requests_per_second", "concurrency"}});
  const ServingLever lever{Kind::traffic};
  scale.demand = lever_value(asked->problem, asked->job, lever);
  scale.all = static_cast<int>(kFactors.size());
  for (const double factor : kFactors) {
    TrafficPoint point;
    point.demand = scale.demand * factor;
    if (scale.kind == serving::Traffic::Kind::concurrency) point.demand = std::max(1.0, point.demand);
    MovedAnswer answer = mover.answer(with_lever(*asked, lever, point.demand));
    if (mover.stopped()) break;
    point.best = std::move(answer.best);
    point.shortfall = std::move(answer.shortfall);
    scale.points.push_back(std::move(point));
    if (publish) publish(scale);
  }
  scale.stopped = mover.stopped();
  return scale;
}

}  // namespace astrolabe::planning
