#pragma once
// The GPUs of each pool that something stands on: found, written and read.

#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"

namespace astrolabe::hardware {

struct Cluster;

/// GPUs of a node that a strategy may use, by their places in the node.
struct NodePart {
  int node = 0;
  std::vector<int> gpus;
  bool operator==(const NodePart&) const = default;
};

/// By pool, node by node in the order of ranks, which take as many of these GPUs as there are ranks. Nothing
/// of a pool that is not used, or whole.
using Placement = std::vector<std::vector<NodePart>>;

/// Where so many GPUs of each pool stand: on fastest_parts() of what is chosen of the cluster. Pools that
/// have not so many that work are left out.
Placement fastest_placement(const Cluster& cluster, const std::vector<int>& gpus);

/// True where it says something of any pool.
bool is_placed(const Placement& placement);

/// {"new": [{"node": 0, "to": 2}, {"node": 4, "gpus": [0, 1, 2, 4, 5, 6, 7]}]}: runs of nodes, the last of
/// each where there are several, and its GPUs where these are not all.
Json to_json(const Placement& placement, const Cluster& cluster);
/// Reads what to_json() writes; `path` is its place. Errors: unknown_pool; wrong_type, missing_key and
/// out_of_range with the place of each, a node that is named twice and a GPU that the node has not among
/// them; out_of_range for nodes of a pool that do not name as many GPUs as the others, or as many as no
/// strategy uses of them (usable_choices()).
Result<Placement> read_placement(const Json& json, const Cluster& cluster, const std::string& path);

}  // namespace astrolabe::hardware
