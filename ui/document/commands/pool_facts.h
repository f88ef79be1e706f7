#pragma once
// What a document knows about one pool before the engine resolves it: for tiles, totals and new links.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/hardware/pool_power.h"
#include "core/hardware/pool_price.h"
#include "ui/document/plan_document.h"

namespace astrolabe::ui {

/// A pool of the plan by id; null when there is none.
const hardware::PoolSpec* findPool(const plan::Plan& plan, const std::string& id);
hardware::PoolSpec* findPool(plan::Plan& plan, const std::string& id);

/// True where the search must leave a pool out.
bool isLeftOut(const hardware::ClusterSpec& cluster, const std::string& pool);
/// Memory of a node's host in GiB, the pool's own figure or the catalogue's; empty when neither knows one.
std::optional<double> poolHostMemory(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue);
/// Whole-node network of a pool in GB/s, its own figure or the catalogue's; empty when neither knows one.
std::optional<double> poolNetwork(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue);
/// GPUs of one node: its own figure, the node type's, else the largest scale-up domain of the GPU.
int poolGpusPerNode(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue);
/// True when poolGpusPerNode() rests on no stated figure.
bool poolGpusPerNodeAssumed(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue);
/// Rent of one GPU for an hour in USD, as the search has it: see hardware::pool_rent().
std::optional<double> poolPrice(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue,
                                hardware::Commitment commitment);
/// Purchase of one node in USD without its network: see hardware::pool_purchase().
std::optional<double> poolPurchase(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue);
/// Purchase of one node in USD as the search has it: with its share of the network between nodes, where the
/// pool states a price of that.
std::optional<double> poolPurchaseWithNetwork(const hardware::PoolSpec& pool,
                                              const hardware::Catalogue& catalogue);
/// Whose price it is and of when: "own price", or source and date.
QString originText(const hardware::PoolPrice& price);
/// Power of one whole node in watts: see hardware::pool_power().
std::optional<double> poolPower(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue);
/// True when no figure of such a machine is known, so that its power is an estimate.
bool poolPowerEstimated(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue);

/// What two pools of a cluster get between them when nobody says more: the smaller of the two node networks
/// where both are known, else the known one, in GB/s; empty when neither is. Of many thousands of links each
/// is looked at once. The cluster must outlive it.
class AssumedLinks {
 public:
  AssumedLinks(const hardware::ClusterSpec& cluster, const hardware::Catalogue& catalogue);
  /// The place of a pool among those of the cluster.
  std::optional<std::size_t> placeOf(const std::string& pool) const;
  /// Of two pools by their places.
  std::optional<double> between(std::size_t a, std::size_t b) const;
  /// True when the link's figure is what between() gives, so nobody stated another.
  bool isAssumed(const hardware::BetweenPools& link) const;

 private:
  std::unordered_map<std::string_view, std::size_t> m_places;
  std::vector<std::optional<double>> m_networks;
};
/// Adds the links that are missing and whose bandwidth can be assumed.
void addMissingLinks(hardware::ClusterSpec& cluster, const hardware::Catalogue& catalogue);

/// `wanted`, or the first of "wanted-2", "wanted-3", … that is not taken.
std::string freeName(const std::string& wanted, const std::function<bool(const std::string&)>& taken);
/// "h100-sxm", or "h100-sxm-2" where the plan has that id already.
std::string freePoolId(const hardware::ClusterSpec& cluster, const std::string& wanted);

/// "8 × H100 SXM 80GB" style: count and name of the GPUs of a node.
QString nodeText(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue);
/// The GPU's name with its memory, without the vendor.
QString gpuText(const hardware::Gpu& gpu);

}  // namespace astrolabe::ui
