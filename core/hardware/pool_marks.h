#pragma once
// GPUs and nodes that are slow, failed or kept as spares: read, written, checked, and what they leave of a
// pool. JSON form: interfaces, "Unequal and changing clusters".

#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/hardware/cluster.h"

namespace astrolabe::hardware {

inline constexpr double kMostSlowFactor = 100.0;

/// Reads `slow`, `failed`, `spares` and `domain` of a pool. A slow entry states `factor`, `link_factor` or
/// both, each from 1 to kMostSlowFactor.
void read_marks(ObjectReader& reader, PoolSpec& pool);
/// Adds those keys that say something.
void add_marks(Json& member, const PoolSpec& pool);

/// Indices against `nodes` and `gpus_per_node` (0: not known yet, only the nodes are checked), factors in
/// range, no GPU or node named twice, fewer spares than nodes. `place`: key path of the pool.
Result<void> check_marks(const PoolSpec& pool, int gpus_per_node, const std::string& place);

/// True where anything of the pool is slow, failed or a spare.
template <class AnyPool>
bool is_marked(const AnyPool& pool) {
  return !pool.slow.empty() || !pool.failed.empty() || pool.spares > 0;
}
bool is_marked(const Cluster& cluster);

/// State of one GPU of a pool.
struct GpuState {
  double factor = 1.0;       ///< of the time of its kernels; the larger of its own and its node's
  double link_factor = 1.0;  ///< of the time on its links
  bool failed = false;
  bool operator==(const GpuState&) const = default;
};
/// Of every GPU of the pool, node by node; as many as pool.gpus(). Spares are told as they are.
std::vector<GpuState> gpu_states(const Pool& pool);
/// Factor on the time of a node's network: of entries that name the whole node.
std::vector<double> network_factors(const Pool& pool);

/// What of a pool a strategy may use, and how slow that is at most: of each of some nodes the same number of
/// GPUs, the fastest of those that work. Spares stand idle but for those that replace a failed node. A
/// strategy names no node, so that all it uses is as slow as the slowest: no real placement is slower.
struct Usable {
  int gpus = 0;
  double factor = 1.0;
  int of_node = 0;  ///< GPUs of each node, a divisor of gpus_per_node; 0: whole nodes
  bool operator==(const Usable&) const = default;
};
/// Every number of GPUs that is worth choosing, fewest first: for each factor as many whole nodes as are no
/// slower; then parts of nodes, the widest first, that hold more GPUs than all that is wider. Of the same
/// width more GPUs are never faster each.
std::vector<Usable> usable_choices(const Pool& pool);
/// The choice of usable_choices() with the most GPUs / factor; parts of nodes only where no whole node works.
Usable usable(const Pool& pool);
/// Factor of the slowest of the fastest nodes that hold so many GPUs, gpus_of_node() of each; 1 where there
/// are not so many.
double factor_of(const Pool& pool, int gpus);

/// Nodes that a strategy on max_gpus does not use: fewer than gpus_of_node() of their GPUs work, or are as
/// fast as those of all nodes in use. Spares are not among them.
std::vector<int> left_out(const Pool& pool);

/// GPUs of a node that a strategy may use, by their places in the node.
struct NodePart {
  int node = 0;
  std::vector<int> gpus;
  bool operator==(const NodePart&) const = default;
};
/// Of every node that is not left out; none where whole nodes are used.
std::vector<NodePart> parts_in_use(const Pool& pool);

/// Nodes that no strategy uses as fewer than gpus_of_node() of their GPUs work.
int failed_nodes(const Pool& pool);
/// Of the spares those that still stand idle: each failed node has put one to work.
int standing_spares(const Pool& pool);

/// apply_marks() of all pools. Errors: out_of_range where no GPU is left that works and is no spare.
Result<void> apply_marks(Cluster& cluster);

/// Limits the pool to what is usable and slows it. Nothing for a pool without marks.
void apply_marks(Pool& pool);
/// Takes another choice in place of what apply_marks() took. Precondition: apply_marks() was called.
void choose_usable(Pool& pool, const Usable& choice);
bool is_chosen(const Pool& pool, const Usable& choice);
/// The cluster as if nothing were slow, failed or spare: undoes apply_marks(). A limit of `choose` holds only
/// where it is none of usable_choices().
Cluster without_marks(Cluster cluster);
/// Pools of which parts of nodes are used as pools of so many smaller nodes. A GPU keeps its share of the
/// network and of the host's memory; prices stay those of a GPU.
Cluster nodes_of_parts(Cluster cluster);

/// Slow and failed GPUs of several pools as a table: `pool,node,gpu,factor`, an empty `gpu` is the whole
/// node, a factor of `inf` is failed; a column `link_factor` may follow.
/// Lays them over the marks of `spec`: a GPU or node that the table names loses the mark it had. Errors:
/// missing_key for a header without a column, unknown_pool, out_of_range and repeated_key with "row 3, column
/// node"; those of check().
Result<ClusterSpec> with_marks(ClusterSpec spec, std::string_view csv);

}  // namespace astrolabe::hardware
