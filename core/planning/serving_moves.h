#pragma once
// How far the answer to a serving question holds, and how it grows: traffic, lengths, promises, prices, links
// and speeds are moved one at a time, and what serves is searched anew each time: deployments, or layers over
// machines, whichever leads.

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/deploy/aggregated.h"
#include "core/deploy/fleet.h"
#include "core/plan/sensitivity.h"
#include "core/planning/planner.h"
#include "core/planning/swings.h"
#include "core/serving/question.h"

namespace astrolabe::planning {

/// A number of a serving question that may turn out otherwise.
struct ServingLever {
  enum class Kind {
    traffic,      ///< requests a second, or requests in flight
    input,        ///< mean tokens of a prompt; all its lengths move alike
    output,       ///< mean tokens of an answer
    ttft,         ///< promised seconds to the first token
    tpot,         ///< promised seconds of a further token
    e2e,          ///< promised seconds of a whole request
    hardware,     ///< what training is moved by, too: `of`
    machine_link  ///< bytes a second between two machines: machine_links[link] of the cluster
  } kind = Kind::traffic;
  plan::Lever of = {};
  int link = -1;
  bool operator==(const ServingLever&) const = default;
};

/// What is looked at, of output tokens: USD per million or paid GPUs (less is better), tokens/s of a GPU or
/// of all (more is better).
enum class ServingMetric { usd_per_million_tokens, tokens_per_second_per_gpu, paid_gpus, tokens_per_second };

/// Whether more of it is better.
constexpr bool more_is_better(ServingMetric metric) {
  return metric == ServingMetric::tokens_per_second_per_gpu || metric == ServingMetric::tokens_per_second;
}
/// Those that layouts of a kind are looked at by; none of a kind that does not serve.
std::vector<ServingMetric> serving_metrics(std::string_view kind);
/// What ranks layouts of that kind.
ServingMetric ranking_metric(std::string_view kind, strategy::Objective objective);
/// None where a price is not known.
std::optional<double> metric_of(const Option& option, ServingMetric metric);
std::optional<double> metric_of(const deploy::Fleet& fleet, ServingMetric metric);

/// Ends are the best layout there.
using ServingSwing = MovedSwing<ServingLever>;
using ServingSensitivity = MovedSensitivity<ServingLever, ServingMetric>;

/// The levers that a question has; errors are those of serve_job_of().
Result<std::vector<ServingLever>> serving_levers(const Question& question);
double lever_value(const strategy::Problem& problem, const serving::ServeJob& job, const ServingLever& lever);

/// Moves every lever by `change` (0.1: ten per cent) each way, answers the question anew and says whether the
/// first layout stays the best; where it does not, up to which value it does, by bisection to an eighth of
/// the change. Of a deployment the machines have to stay; layers over machines stay the best while no others
/// let more through. `publish` is told after each lever, the widest first so far. Errors: those of the
/// planner.
Result<ServingSensitivity> serving_sensitivity(
    const Question& question, ServingMetric metric, double change, int threads,
    const std::stop_token& stop = {}, const std::function<void(const ServingSensitivity&)>& publish = {});

/// The best layout for another traffic.
struct TrafficPoint {
  double demand = 0.0;                         ///< requests a second, or in flight, as the job says them
  OptionPtr best;                              ///< null: see `shortfall`
  std::optional<deploy::Shortfall> shortfall;  ///< why not
};

struct TrafficScale {
  serving::Traffic::Kind kind = serving::Traffic::Kind::rate;
  double demand = 0.0;               ///< of the question
  std::vector<TrafficPoint> points;  ///< by demand; those that are known
  int all = 0;                       ///< points that are asked
  bool stopped = false;
};

/// The best layout for an eighth up to four times the traffic; `publish` is told after each point.
/// Errors: those of the planner; no_serving for traffic that has no demand (offline).
Result<TrafficScale> traffic_scale(const Question& question, int threads, const std::stop_token& stop = {},
                                   const std::function<void(const TrafficScale&)>& publish = {});

}  // namespace astrolabe::planning
