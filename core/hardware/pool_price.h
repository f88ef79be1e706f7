#pragma once
// What the nodes of a pool cost: one rule for tiles, totals, bills and the search.

#include <optional>
#include <string>

#include "core/hardware/catalogue.h"
#include "core/hardware/cluster.h"

namespace astrolabe::hardware {

/// The price of one GPU, with its share of the node it sits in, and where the figure is from.
struct PoolPrice {
  double usd_per_gpu = 0.0;  ///< to buy it, or for an hour of it
  std::string source, date;  ///< as the catalogue or the user's table says; no date where the plan states it
  bool stated = false;       ///< by the pool itself
  /// A GPU's own price on the market, the machine around it not counted: assumed to be the whole.
  bool gpu_alone = false;
  bool own = false;  ///< of the user's prices or types, not of the catalogue
  bool operator==(const PoolPrice&) const = default;
};

/// The node type of a pool; null where it names none that the catalogue knows.
const NodeType* pool_node(const PoolSpec& pool, const Catalogue& catalogue);
/// The GPU type of a pool, its node's where it has one; null where the catalogue does not know it.
const Gpu* pool_gpu(const PoolSpec& pool, const Catalogue& catalogue);

/// Rent of one GPU of the pool for an hour: what the pool states, else the user's quote that holds for it
/// (price_book.h), else the user's own price of its node, else the user's own price of its GPU type, else the
/// node's list price at this commitment. A list price holds with its provider and in its region only, where
/// the pool names them. Empty: no price.
std::optional<PoolPrice> pool_rent(const PoolSpec& pool, const Catalogue& catalogue, Commitment commitment);

/// GPUs of a node of the pool; 0 where neither the pool nor its node type says.
int gpus_of_node(const PoolSpec& pool, const Catalogue& catalogue);
/// What the pool itself states as the price of one GPU, by the GPU or by the node; empty: nothing.
std::optional<double> stated_purchase(const PoolSpec& pool, const Catalogue& catalogue);

/// Price of one GPU of the pool to buy: what the pool states, else the user's quote that holds for it, else
/// the user's own price of its node over its GPUs, else the user's own price of its GPU type, else the node's
/// typical price over its GPUs, else the newest price of the GPU type. Empty: no price.
std::optional<PoolPrice> pool_purchase(const PoolSpec& pool, const Catalogue& catalogue);

}  // namespace astrolabe::hardware
