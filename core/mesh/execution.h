#pragma once
// Proof by execution: a program on groups done rank by rank on a small model, every claim checked against one
// device. All numbers are exact, so what is equal is equal bit by bit.

#include <string>
#include <vector>

#include "core/mesh/program.h"

namespace astrolabe::mesh {

/// A group of the small model: its hidden units are cut over `tensor_parallel` ranks, the tokens of a
/// sequence over `context_parallel` ones, experts over `expert_parallel` ones; with two stages the first has
/// the first matrix, the second the other.
struct SmallGroup {
  int tensor_parallel = 1;
  int share = 0;  ///< sequences of a step; may be none
  int node = 0;   ///< in which its ranks stand
  int micro_batch = 1;
  int context_parallel = 1, expert_parallel = 1, stages = 1;
};

/// Two layers with `hidden` units between them; a unit sums over a token and all before it, as attention
/// does, and works for the tokens that are sent to its expert alone. Dropout behind the first layer, momentum
/// as the state of the optimizer. Extents need not be divisible. The batch, which is the sum of the shares,
/// is a power of two.
struct SmallMesh {
  int inputs = 3, hidden = 7, outputs = 2, tokens = 4, experts = 2;
  std::vector<SmallGroup> groups;
  /// Of each finest common slice, in order, the group and the rank that keep its state; empty: a rank that
  /// holds the slice.
  struct Owner {
    int group = 0, rank = 0;
  };
  std::vector<Owner> owners;
  int batch() const;
};

/// Where hidden units are cut by any group: the finest common slices lie between neighbours. First 0, last
/// `hidden`.
std::vector<int> cuts_of(const SmallMesh& mesh);

enum class MeshFault {
  none,
  mean_of_means,           ///< each group divides by its own sequences
  wrong_owner,             ///< a bucket goes to a rank that does not keep its state
  early_update,            ///< the owner updates before the last group's part has come
  stale_group,             ///< gathering leaves one group with old weights
  added_twice,             ///< a gradient is added twice inside a node
  larger_micro_batch,      ///< than the memory check saw
  mask_by_rank,            ///< dropout by the place on the rank, not by the global element
  recompute_without_seed,  ///< the recomputed layer draws another mask
  token_by_part,           ///< which tokens come before is told by the place in the rank's part
  expert_by_rank,          ///< a token's expert is told by its number on the rank
  part_of_gradient,        ///< a rank of context parallelism leaves its tokens out of the sum
  other_micro_batch        ///< the second stage works on what came for the sequence before
};
inline constexpr int kMeshFaults = 12;
const char* to_string(MeshFault fault);

struct Executed {
  long checks = 0;
  std::string violation;  ///< the first claim that does not hold; empty: all do
  bool holds() const { return violation.empty(); }
};

/// `steps` steps with `fault` put in. Claims, after each instruction: what the ranks of a group add up to is
/// the output of one device; backward sees the activations of forward; a micro-batch is no larger than was
/// checked; each slice's gradient is that of the whole batch and reaches the rank that keeps the state; after
/// each step all groups have the weights of one device. Precondition: some group with a share; shares of all
/// add up to a power of two.
Executed execute(const SmallMesh& mesh, int steps, MeshFault fault = MeshFault::none, unsigned seed = 1);

/// A small mesh in the form of `program`: up to two groups of each class, ranks and shares in its
/// proportions, moved state on the pool that takes it.
SmallMesh small_mesh_of(const Program& program);

}  // namespace astrolabe::mesh
