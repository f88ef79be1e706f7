#include "core/plan/sensitivity.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace astrolabe::plan {

namespace {

constexpr std::size_t kLookedAt = 10;  ///< of the ranking
constexpr double kStep = 1.189207115;  ///< fourth root of 2: eight steps to a factor of 4
constexpr int kSteps = 8;
constexpr int kBisections = 12;  ///< a step of 19 % halved until it is 5e-5

/// Worse than everything: what cannot be had or has no price.
constexpr double kNever = std::numeric_limits<double>::infinity();

/// Values below it are less than `value` by more than rounding; beside what is infinite nothing is rounding.
double clearly_below(double value) { return std::isfinite(value) ? value - 1e-9 * std::fabs(value) : value; }

double& place_of(strategy::Problem& problem, const Lever& lever) {
  assert(lever.pool < static_cast<int>(problem.cluster.pools.size()));
  if (lever.kind == Lever::Kind::power_price) return problem.job.cost.usd_per_kwh;
  if (lever.kind == Lever::Kind::hosting) return *problem.job.cost.hosting_usd_per_kw_month;
  if (lever.kind == Lever::Kind::utilisation) return problem.job.cost.utilisation;
  const auto index = static_cast<std::size_t>(lever.pool);
  if (lever.kind == Lever::Kind::between)
    return problem.cluster.links[index][static_cast<std::size_t>(lever.other)].bandwidth.value;
  hardware::Pool& pool = problem.cluster.pools[index];
  switch (lever.kind) {
    case Lever::Kind::rent:
      return pool.usd_per_gpu_hour->value;
    case Lever::Kind::purchase:
      return pool.purchase_per_gpu->value;
    case Lever::Kind::network:
      return pool.network_per_gpu->value;
    case Lever::Kind::intra_node:
      return pool.intra_node.bandwidth.value;
    case Lever::Kind::inter_node:
      return pool.inter_node.bandwidth.value;
    default:
      return pool.relative_speed;
  }
}

/// By what marks slow the value where it stands in the question: times it, the value is the asked one.
double slowed(const strategy::Problem& problem, const Lever& lever) {
  if (lever.pool < 0) return 1.0;
  const hardware::Slowness& by = problem.cluster.pools[static_cast<std::size_t>(lever.pool)].slowed;
  switch (lever.kind) {
    case Lever::Kind::intra_node:
      return by.links;
    case Lever::Kind::inter_node:
      return by.network;
    case Lever::Kind::speed:
      return by.kernels;
    default:
      return 1.0;
  }
}

class Mover {
 public:
  Mover(const strategy::Problem& problem, const std::vector<cost::Evaluation>& ranked, Metric metric,
        const Predict& predict, const std::stop_token& stop)
      : m_problem(problem), m_ranked(ranked), m_metric(metric), m_predict(predict), m_stop(stop) {}

  /// The metric of a ranked strategy with the lever at a value.
  double at(const Lever& lever, double value, std::size_t row) const {
    return of(with_lever(m_problem, lever, value), row);
  }
  /// Who is best there: the first of those that are equally good.
  int best_at(const Lever& lever, double value) const {
    const strategy::Problem moved = with_lever(m_problem, lever, value);
    int best = 0;
    double least = of(moved, 0);
    for (std::size_t row = 1; row < std::min(kLookedAt, m_ranked.size()); ++row) {
      const double here = of(moved, row);
      if (here < clearly_below(least)) {
        least = here;
        best = static_cast<int>(row);
      }
    }
    return best;
  }
  /// Walks away from the value as it is until another one is best, then halves the last step.
  std::optional<double> turn(const Lever& lever, double start, double factor, int& taker) const {
    double holds = start;
    for (int step = 0; step < kSteps && !m_stop.stop_requested(); ++step) {
      const double next =
          lever.kind == Lever::Kind::utilisation ? std::min(1.0, holds * factor) : holds * factor;
      if (next == holds) return std::nullopt;  // no more than all hours are used
      const int best = best_at(lever, next);
      if (best == 0) {
        holds = next;
        continue;
      }
      taker = best;
      double broken = next;
      for (int half = 0; half < kBisections && !m_stop.stop_requested(); ++half) {
        const double middle = 0.5 * (holds + broken);
        const int here = best_at(lever, middle);
        if (here == 0) {
          holds = middle;
        } else {
          broken = middle;
          taker = here;
        }
      }
      return 0.5 * (holds + broken);
    }
    return std::nullopt;
  }

 private:
  double of(const strategy::Problem& problem, std::size_t row) const {
    const auto evaluation = m_predict(problem, m_ranked[row].strategy);
    if (!evaluation) return kNever;
    const double metric = metric_of(*evaluation, m_metric);
    return m_metric == Metric::tokens_per_second ? -metric : metric;
  }

  const strategy::Problem& m_problem;
  const std::vector<cost::Evaluation>& m_ranked;
  Metric m_metric;
  const Predict& m_predict;
  const std::stop_token& m_stop;
};

}  // namespace

std::vector<Lever> levers_of(const strategy::Problem& problem) {
  using Kind = Lever::Kind;
  std::vector<Lever> levers;
  const strategy::Cost& cost = problem.job.cost;
  for (std::size_t i = 0; i < problem.cluster.pools.size(); ++i) {
    const hardware::Pool& pool = problem.cluster.pools[i];
    const int index = static_cast<int>(i);
    if (cost.basis == hardware::CostBasis::rent && pool.usd_per_gpu_hour)
      levers.push_back({Kind::rent, index});
    if (cost.basis == hardware::CostBasis::buy && pool.purchase_per_gpu)
      levers.push_back({Kind::purchase, index});
    if (cost.basis == hardware::CostBasis::buy && pool.network_per_gpu && pool.network_per_gpu->value > 0.0)
      levers.push_back({Kind::network, index});
    levers.push_back({Kind::speed, index});
    if (pool.gpus_per_node > 1) levers.push_back({Kind::intra_node, index});
    if (pool.nodes > 1) levers.push_back({Kind::inter_node, index});
    for (std::size_t other = i + 1; other < problem.cluster.pools.size(); ++other)
      levers.push_back({Kind::between, index, static_cast<int>(other)});
  }
  if (cost.basis != hardware::CostBasis::rent) {
    levers.push_back({Kind::power_price, -1});
    const bool hosted = cost.hosting_usd_per_kw_month.value_or(0.0) > 0.0;
    if (hosted) levers.push_back({Kind::hosting, -1});
    // What is paid for as it is used costs an hour of use the same however many there are.
    if (hosted || cost.basis == hardware::CostBasis::buy) levers.push_back({Kind::utilisation, -1});
  }
  return levers;
}

double lever_value(const strategy::Problem& problem, const Lever& lever) {
  strategy::Problem copy = problem;
  return place_of(copy, lever) * slowed(problem, lever);
}

strategy::Problem with_lever(strategy::Problem problem, const Lever& lever, double value) {
  place_of(problem, lever) = value / slowed(problem, lever);
  if (lever.kind == Lever::Kind::between)  // the same cable seen from the other side
    problem.cluster.links[static_cast<std::size_t>(lever.other)][static_cast<std::size_t>(lever.pool)]
        .bandwidth.value = value;
  return problem;
}

double metric_of(const cost::Evaluation& evaluation, Metric metric) {
  if (metric == Metric::tokens_per_second) return evaluation.tokens_per_second;
  return evaluation.money.usd_per_trillion_tokens.value_or(kNever);
}

Sensitivity sensitivity(const strategy::Problem& problem, const std::vector<cost::Evaluation>& ranked,
                        Metric metric, double change, const Predict& predict, const std::stop_token& stop) {
  assert(!ranked.empty());
  Sensitivity result;
  result.metric = metric;
  result.change = change;
  result.base = metric_of(ranked.front(), metric);
  const Mover mover(problem, ranked, metric, predict, stop);
  const auto shown = [&](double value) -> std::optional<double> {
    if (!std::isfinite(value)) return std::nullopt;
    return metric == Metric::tokens_per_second ? -value : value;
  };
  for (const Lever& lever : levers_of(problem)) {
    if (stop.stop_requested()) break;
    Swing swing;
    swing.lever = lever;
    swing.value = lever_value(problem, lever);
    swing.low_value = swing.value * (1.0 - change);
    swing.high_value = swing.value * (1.0 + change);
    if (lever.kind == Lever::Kind::utilisation) swing.high_value = std::min(1.0, swing.high_value);
    swing.low = shown(mover.at(lever, swing.low_value, 0));
    swing.high = shown(mover.at(lever, swing.high_value, 0));
    swing.below = mover.turn(lever, swing.value, 1.0 / kStep, swing.taker_below);
    swing.above = mover.turn(lever, swing.value, kStep, swing.taker_above);
    result.swings.push_back(swing);
  }
  result.stopped = stop.stop_requested();
  const auto width = [&](const Swing& swing) {
    return std::fabs(swing.high.value_or(result.base) - swing.low.value_or(result.base));
  };
  std::stable_sort(result.swings.begin(), result.swings.end(),
                   [&](const Swing& a, const Swing& b) { return width(a) > width(b); });
  return result;
}

}  // namespace astrolabe::plan
