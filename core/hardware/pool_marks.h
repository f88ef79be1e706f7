#pragma once
// GPUs and nodes that are slow, failed or kept as spares: read, written and checked. What they leave of a
// pool: usable_gpus.h. JSON form: interfaces, "Unequal and changing clusters".

#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/hardware/cluster.h"

namespace astrolabe::hardware {

class Catalogue;

inline constexpr double kMostSlowFactor = 100.0;

/// Reads `slow`, `failed`, `spares` and `domain` of a pool whose `nodes` and `gpus_per_node` are read. A slow
/// entry states `factor`, `link_factor` or both, each from 1 to kMostSlowFactor.
void read_marks(ObjectReader& reader, PoolSpec& pool);
/// Adds those keys that say something.
void add_marks(Json& member, const PoolSpec& pool);

/// Indices against `nodes` and `gpus_per_node` (0: not known yet, only the nodes are checked), factors in
/// range, no GPU or node named twice, no slow GPU in a node that has failed, fewer spares than nodes, domains
/// no larger than the pool. `place`: key path of the pool.
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

/// Slow and failed GPUs of several pools as a table: `pool,node,gpu,factor`, an empty `gpu` is the whole
/// node, a factor of `inf` is failed; a column `link_factor` may follow, or stand in the place of `factor`.
/// Lays them over the marks of `spec`: a GPU or node that the table names loses the mark it had, and a node
/// that it fails the marks of its GPUs, too. Errors: missing_key for a header without a column, for one alone
/// and for an empty cell, unknown_pool, out_of_range and (of columns) repeated_key with "row 3, column node";
/// out_of_range of the last row with `inf` where no GPU works any more; those of check(). `catalogue` says
/// how many GPUs a node has where a pool does not.
Result<ClusterSpec> with_marks(ClusterSpec spec, std::string_view csv, const Catalogue& catalogue);

}  // namespace astrolabe::hardware
