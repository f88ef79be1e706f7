#pragma once
// How far an answer holds: prices, power, links and speeds are moved one at a time and the ranked strategies
// evaluated anew.

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/cost/evaluation.h"
#include "core/strategy/problem.h"

namespace astrolabe::plan {

/// A number of the question that may turn out otherwise.
struct Lever {
  enum class Kind {
    rent,         ///< a pool's usd_per_gpu_hour, basis rent
    purchase,     ///< a pool's purchase_per_gpu, basis buy
    power_price,  ///< usd_per_kwh, basis buy or own
    utilisation,  ///< share of the owned hours that are used, basis buy, or own with hosting; at most 1
    intra_node,   ///< a pool's links inside a node, bytes a second
    inter_node,   ///< a pool's network per node, bytes a second
    between,      ///< the link between `pool` and `other`, bytes a second
    speed,        ///< a pool's relative_speed: every compute rate and memory bandwidth
    network,      ///< a pool's network_per_gpu where it has a price, basis buy
    hosting       ///< hosting_usd_per_kw_month where it has a price, basis buy or own
  } kind = Kind::rent;
  int pool = -1;  ///< -1: of the whole plan
  int other = -1;
  bool operator==(const Lever&) const = default;
};

/// What is looked at: $/1T tokens (smaller is better) or tokens per second (larger is better).
enum class Metric { usd_per_trillion_tokens, tokens_per_second };

struct Swing {
  Lever lever;
  double value = 0.0;                        ///< in the question, in the lever's unit
  double low_value = 0.0, high_value = 0.0;  ///< value x (1 - change) and x (1 + change)
  std::optional<double> low, high;           ///< metric of the first strategy there; none: not possible there
  /// Nearest values, below and above, at which another ranked strategy is better; none within a factor of 4.
  std::optional<double> below, above;
  int taker_below = -1, taker_above = -1;  ///< that strategy, as an index into the ranking
};

struct Sensitivity {
  Metric metric = Metric::tokens_per_second;
  double change = 0.1;
  double base = 0.0;          ///< the metric as it is
  std::vector<Swing> swings;  ///< widest first
  bool stopped = false;
};

/// Evaluates one strategy; none when it is not possible.
using Predict =
    std::function<std::optional<cost::Evaluation>(const strategy::Problem&, const strategy::Strategy&)>;

/// The levers that a question has.
std::vector<Lever> levers_of(const strategy::Problem& problem);
double lever_value(const strategy::Problem& problem, const Lever& lever);
/// The question with one lever at another value.
strategy::Problem with_lever(strategy::Problem problem, const Lever& lever, double value);
/// Infinite where it is unknown.
double metric_of(const cost::Evaluation& evaluation, Metric metric);

/// Moves every lever by `change` (0.1: ten per cent) each way and looks for the values at which another of
/// the first ten of `ranked` becomes better than the first. Break-even values are found by bisection to
/// 1e-4 of their value. Precondition: `ranked` is not empty.
Sensitivity sensitivity(const strategy::Problem& problem, const std::vector<cost::Evaluation>& ranked,
                        Metric metric, double change, const Predict& predict,
                        const std::stop_token& stop = {});

}  // namespace astrolabe::plan
