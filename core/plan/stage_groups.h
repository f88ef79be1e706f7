#pragma once
// Which nodes and layers the stages of a pipeline of programs get: any whole nodes of any pools.

#include <vector>

#include "core/hardware/cluster.h"

namespace astrolabe::plan {

struct StageGroup {
  std::vector<int> nodes;  ///< of each pool of the cluster; 0: none of it
  int layers = 0;
  auto operator<=>(const StageGroup&) const = default;
};
using StageGroups = std::vector<StageGroup>;  ///< in the order of the layers

/// The part of `cluster` that a stage has; its pools stay where they are, some without nodes.
hardware::Cluster part_of(const hardware::Cluster& cluster, const StageGroup& group);

/// Depths above 1 at which every stage gets the same number of whole nodes of each pool: the common divisors
/// of their numbers, up to the layers.
std::vector<int> pipeline_depths(const hardware::Cluster& cluster, int layers);

/// Layers of stages that are alike: even; what is left goes to the stages in the middle first, as the ends
/// have embedding and head.
std::vector<int> stage_layers(int layers, int stages);

/// Layers of stages of these speeds: at least one each, and the longest layers / speed as short as it can be;
/// what makes no difference to that lies early.
std::vector<int> layers_by_speed(int layers, const std::vector<double>& speeds);

/// Stages that are alike: the same nodes of each pool. Precondition: `stages` is of pipeline_depths().
StageGroups equal_groups(const hardware::Cluster& cluster, int layers, int stages);

/// The groupings worth trying: stages that are alike; and pools laid one behind the other (in every order of
/// up to three, else as given and reversed) and cut between nodes, each pool for itself into stages of about
/// the same speed, or all of them, whatever pool a node is of, into parts of the same speed. Layers are dealt
/// out by layers_by_speed(). `node_speeds`: the speed of one node of each pool.
std::vector<StageGroups> stage_candidates(const hardware::Cluster& cluster, int layers,
                                          const std::vector<double>& node_speeds);

}  // namespace astrolabe::plan
