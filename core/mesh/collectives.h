#pragma once
// What a program on groups sends, inside its groups and between them: how often, how much, how long.

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/mesh/program.h"

namespace astrolabe::mesh {

/// Along which axis: the first four inside a group. Gradients and weights of experts have fewer replicas than
/// those of all other layers.
enum class Along : std::uint8_t { tensor, context, expert, pipeline, gradients, weights, expert_gradients, expert_weights, state };
/// "tensor"; what is done there: "all_gather+reduce_scatter", "all_to_all", "send", …
std::string_view to_string(Along along);
std::string_view operation_of(Along along);

struct GroupCollective {
  Along along = Along::tensor;
  int group_class = 0;  ///< of the program; of moved state the one that gives it away
  int ranks = 1;        ///< that take part in one call
  /// Of one call: the whole tensor (tensor), what a rank sends (context, expert, pipeline, gradients and
  /// weights: all its buckets), what moves in all (state).
  double bytes = 0.0;
  double calls = 0.0;  ///< of a group in a step, all stages; of gradients, weights and state one
  /// Of a step, on the class's slowest stage or node. Inside a group what is not hidden; between groups all,
  /// of which StepTail::hidden hides behind work.
  double seconds = 0.0;
  bool hierarchical = false;  ///< in each node first
};

/// In the order of classes and axes; without those that have one rank. Activations have two bytes an element;
/// calls: of tensor parallelism an all-gather and a reduce-scatter for each operator pair, forward and
/// backward, and once more where a layer is computed again; of experts there and back. O(layers).
std::vector<GroupCollective> collectives_of(Scene& scene, const Program& program);

}  // namespace astrolabe::mesh
