#pragma once
// What serves: deployments of one model side by side that share its traffic, with their figures and costs.

#include <optional>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/serving/deployment.h"
#include "core/serving/predict.h"

namespace astrolabe::deploy {

/// Replicas of one layout on one pool.
struct Group {
  int pool = 0;  ///< its place in the cluster
  serving::Deployment deployment;
  double share = 1.0;        ///< of all requests
  serving::Figures figures;  ///< of all its replicas at their share of the traffic
  int nodes = 0;             ///< whole nodes that it takes
};

/// Which promise is not kept.
enum class Missed { none, ttft, tpot, e2e, traffic, memory };
const char* to_string(Missed missed);

/// Groups that serve the traffic together. Rates of `figures` are sums over groups; times are means weighed
/// by requests, tails and quantiles those of the slowest group.
struct Fleet {
  std::vector<Group> groups;  ///< never empty
  serving::Figures figures;
  int gpus = 0, paid_gpus = 0, nodes = 0;
  std::optional<double> usd_per_hour, usd_per_million_tokens;  ///< none: a price is not known
  /// Requests a second that it serves within the promises, all groups together, also while the job's spares
  /// have failed (offline: while none has); 0 where nothing is promised and the traffic is offline.
  double capacity_requests_per_second = 0.0;
  /// Requests in flight that it holds within the promises while the job's spares have failed, where these are
  /// fewer than those asked for.
  std::optional<double> left_in_flight;
  Missed missed = Missed::none;
  std::vector<int> pool_gpus, pool_paid;  ///< the same by pool of the cluster
  std::vector<int> pool_kept;  ///< by pool, that stand idle beside them and are paid for (cost/money.h)
  int all_paid() const;        ///< GPUs, those kept idle among them
  bool keeps_promises() const { return missed == Missed::none; }
};

/// Deployment of interfaces, "Serving": one group alone, or {"groups": […]}.
Json to_json(const Fleet& fleet, const std::vector<std::string>& pool_ids);
/// Row of interfaces, "Serving", without `deployment`.
Json row_json(const Fleet& fleet);
/// A row of interfaces with `gpus` and `paid_gpus` by pool, as rows of answers have them.
Json row_json(const Fleet& fleet, const std::vector<std::string>& pool_ids);

}  // namespace astrolabe::deploy
