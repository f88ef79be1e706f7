#pragma once
// The collectives of the interpreter: the only functions that read more than one device's values.

#include <vector>

#include "core/spmd/block.h"
#include "core/spmd/program.h"

namespace astrolabe::spmd {

/// values[i]: of device i.
using Blocks = std::vector<Block>;

/// Blocks for the shards of dimension `dim`, by their lengths in the order of the devices; no values yet.
Blocks empty_shards(const Shape& whole, int dim, const std::vector<std::int64_t>& lengths);

Blocks all_gather(const Blocks& values);
Blocks all_reduce(const Blocks& values);
/// Sum, of which device i keeps its shard of `dim`.
Blocks reduce_scatter(const Blocks& values, int dim, const std::vector<std::int64_t>& lengths);
/// Shards of one dimension (or by other lengths) become shards of `dim`: each device sends every other what
/// lies in its new shard.
Blocks all_to_all(const Blocks& values, int dim, const std::vector<std::int64_t>& lengths);

/// Elementwise over plain numbers: exchanges inside an operator.
void all_reduce_maximum(std::vector<Eigen::ArrayXd*> values);
void all_reduce_sum(std::vector<Eigen::ArrayXd*> values);

}  // namespace astrolabe::spmd
