#pragma once
// What slow and failed GPUs and spares (pool_marks.h) leave of a pool: how many GPUs of each of how many
// nodes may be used, which of them are, and what follows from it.

#include <cstddef>
#include <functional>
#include <limits>
#include <vector>

#include "core/base/result.h"
#include "core/hardware/cluster.h"
#include "core/hardware/placement.h"

namespace astrolabe::hardware {

/// No limit on the GPUs of a choice.
inline constexpr int kAllGpus = std::numeric_limits<int>::max();

/// GPUs that the fast link joins where so many of each node are used (0: all), as groups of ranks may count
/// on it. Ranks fill nodes one behind the other: a group of g neighbours stays inside parts of n GPUs where g
/// divides n. So of parts that do not divide a node it is the largest number up to which all divide them: 1
/// of 7, 3 of 6; larger groups count as if the network was between them.
int joined_gpus(const Pool& pool, int of_node);
/// Uses so many GPUs of each node; 0: all. `scale_up_domain` becomes joined_gpus(). Precondition: they divide
/// gpus_per_node, or a domain is one node.
void use_of_node(Pool& pool, int of_node);

/// Slows every GPU of the pool by so much in place of what it was slowed by.
void slow_by(Pool& pool, const Slowness& slowness);

/// What of a pool a strategy may use, and how slow that is at most: of each of some nodes the same number of
/// GPUs, the fastest of those that work. Spares stand idle but for those that replace a failed node. A
/// strategy names no node, so that all it uses is as slow as the slowest: no real placement is slower.
struct Usable {
  int gpus = 0;
  double factor = 1.0;  ///< of whatever is slowest
  int of_node = 0;      ///< GPUs of each node; 0: whole nodes
  Slowness slowness{};  ///< of each kind
  /// Of one pool: what else there is follows from these.
  bool operator==(const Usable& other) const {
    return gpus == other.gpus && factor == other.factor && of_node == other.of_node;
  }
};
/// True where `one` is not above `other` in anything.
bool no_worse(const Slowness& one, const Slowness& other);
/// True where groups of ranks that stay inside the nodes of `other` stay inside those of `one`.
bool as_wide(const Pool& pool, const Usable& one, const Usable& other);
/// Which numbers of GPUs of a node are chosen from: those that divide a node, or of domains of one node all.
enum class Widths { dividing, all };
/// What is worth choosing of at most `limit` GPUs, the widest parts of nodes first, fewest GPUs first: for
/// each width and each factor, all nodes that have so many GPUs no slower than that. A choice is left out
/// where another one, as wide, has as many GPUs that are as fast in all; one that divides a node only for
/// another that does.
std::vector<Usable> usable_choices(const Pool& pool, int limit = kAllGpus, Widths widths = Widths::all);
/// The choice with the most GPUs / factor of those that divide a node, on which any layout stands; of equal
/// ones the widest, then that with the most GPUs.
Usable usable(const Pool& pool, int limit = kAllGpus);
/// Factor of the slowest of the fastest nodes that hold so many GPUs, gpus_of_node() of each; 1 where there
/// are not so many.
double factor_of(const Pool& pool, int gpus);

/// Nodes that a strategy on max_gpus does not use: fewer than gpus_of_node() of their GPUs work and are as
/// fast as the slowest in use. Spares are not among them.
std::vector<int> left_out(const Pool& pool);

/// The fastest nodes that hold so many GPUs, in their order, with the fastest gpus_of_node() GPUs of each;
/// fewer where not enough of them work.
std::vector<NodePart> fastest_parts(const Pool& pool, int gpus);

/// What is wrong with the GPUs of fastest_parts(), the worst of each kind. A GPU's network is as slow as its
/// own links or its node's network.
Slowness slowness_of(const Pool& pool, int gpus);

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
/// The cluster with other marks in place of its own: `change` is called with each pool as if nothing had been
/// marked, but for the marks themselves, and may alter these; then they are applied.
Cluster remarked(const Cluster& marked, const std::function<void(std::size_t, Pool&)>& change);
/// Pools of which parts of nodes are used as pools of so many smaller nodes. A GPU keeps its share of the
/// network and of the host's memory; prices stay those of a GPU.
Cluster nodes_of_parts(Cluster cluster);

}  // namespace astrolabe::hardware
