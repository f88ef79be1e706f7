#pragma once
// Machines and links of a cluster with their rates for one model.

#include "core/model/architecture.h"
#include "core/placement/placement.h"
#include "core/serving/question.h"

namespace astrolabe::placement {

inline constexpr int kMostMachines = 1000;

/// The network of all whole nodes that a plan may use. Activations are in 16 bits, ids of tokens in 32. A
/// pool's own layer_throughput holds; another pool's is predicted: predicted_tables(). Errors: none of a
/// pool's table and a GPU type that serving cannot predict; more than kMostMachines.
Result<Network> make_network(const hardware::Cluster& cluster, const model::Architecture& architecture,
                             const serving::ServeJob& job);

}  // namespace astrolabe::placement
