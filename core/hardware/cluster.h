#pragma once
// The cluster of one plan: pools of equal nodes, the links between them, and what the search may leave
// unused. JSON form: interfaces, "Cluster".

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/hardware/catalogue.h"
#include "core/hardware/link.h"
#include "core/hardware/reason.h"

namespace astrolabe::hardware {

enum class CostBasis { rent, buy, own };
enum class Commitment { on_demand, reserved_1y, reserved_3y, spot };

/// A GPU, or a whole node, that works slower than its type does. Indices count from 0.
struct SlowSpec {
  int node = 0;
  std::optional<int> gpu{};  ///< of that node; none: every GPU of it
  double factor = 1.0;       ///< of the time of all kernels, 1 or more
  double link_factor = 1.0;  ///< of the time on its links, of a node on its network, 1 or more
  bool operator==(const SlowSpec&) const = default;
};

/// Factors on times of what GPUs do, 1 or more: on those of kernels and device memory, on those of bytes over
/// the links inside a node, and over its network. Latencies and what the host does stay.
struct Slowness {
  double kernels = 1.0, links = 1.0, network = 1.0;
  bool any() const { return kernels > 1.0 || links > 1.0 || network > 1.0; }
  double most() const { return std::max({kernels, links, network}); }
  /// The worse of both, each kind by itself.
  void include(const Slowness& other) {
    kernels = std::max(kernels, other.kernels);
    links = std::max(links, other.links);
    network = std::max(network, other.network);
  }
  auto operator<=>(const Slowness&) const = default;
};

/// A GPU, or a whole node, that does not work.
struct FailedSpec {
  int node = 0;
  std::optional<int> gpu{};
  bool operator==(const FailedSpec&) const = default;
};

/// Nodes that one failure of a rack or a switch takes away together.
enum class DomainKind { rack, switches };
struct FailureDomain {
  DomainKind kind = DomainKind::rack;
  int nodes = 1;
  bool operator==(const FailureDomain&) const = default;
};

/// A pool as it was written: catalogue ids plus what overrides them. This is what a document edits and saves.
struct PoolSpec {
  std::string id;
  std::string gpu, node;  ///< catalogue ids; exactly one is set
  int nodes = 1;
  std::optional<int> gpus_per_node;
  std::optional<double> intra_node_gb_per_s, inter_node_gb_per_s, inter_node_latency_us;
  std::optional<double> usd_per_gpu_hour;
  std::optional<double> purchase_usd_per_gpu;  ///< with its share of the node, for basis buy
  std::optional<double> usd_per_node;          ///< the same for a whole node: either gives the other
  /// A node's share of network cards, cables and switches, beyond the node's own price, for basis buy. Never
  /// assumed: none is no price, and a network that costs nothing is 0.
  std::optional<double> network_usd_per_node;
  double relative_speed = 1.0;
  std::optional<double> gpu_power_limit_watts;  ///< of each GPU, where it is held below what it is made for
  std::optional<double> host_memory_gib;        ///< of a whole node
  std::optional<double> kw_per_node;            ///< power of a whole machine at full load
  /// The pool's provider and region: only prices that hold there are taken ("" for any).
  std::string provider{}, region{};
  std::optional<double> interruptions_per_node_hour{};  ///< how often spot takes a node away
  /// GPUs that are rented or bought at once: kWholeNode, 1 for single ones, half a node, a tray, a rack.
  static constexpr int kWholeNode = 0;
  int unit = kWholeNode;
  /// The network's switches add up gradients (SHARP), and that is switched on.
  bool in_network_reduction = false;
  /// Tokens/s, prompt and output together, of one machine that serves 1, 2, … layers of the model, in place
  /// of a prediction; the length is the most layers that it holds. Empty: predicted.
  std::vector<double> layer_throughput{};
  std::vector<SlowSpec> slow{};
  std::vector<FailedSpec> failed{};
  int spares = 0;  ///< of `nodes`, kept idle for one that fails; they are paid
  std::optional<FailureDomain> domain{};
  bool operator==(const PoolSpec&) const = default;
};

struct BetweenPools {
  std::string a, b;
  double gb_per_s = 0.0;  ///< per node of the slower side
  std::optional<double> latency_us;
  bool operator==(const BetweenPools&) const = default;
};

/// Two single machines whose link is not that of their pools: ends are "pool/index", counted from 0; the rate
/// holds in each direction.
struct MachineLinkSpec {
  std::string a, b;
  double gb_per_s = 0.0;
  std::optional<double> latency_us;
  bool operator==(const MachineLinkSpec&) const = default;
};

struct Choose {
  std::map<std::string, int> max_gpus_per_pool;
  std::optional<int> max_total_gpus;
  bool operator==(const Choose&) const = default;
};

struct ClusterSpec {
  std::string name;
  std::vector<PoolSpec> pools;
  std::vector<BetweenPools> between_pools;
  std::optional<Choose> choose;
  std::vector<MachineLinkSpec> machine_links{};
  bool operator==(const ClusterSpec&) const = default;
};

/// A value that no file stated: shown as assumed in the window and listed in the report.
struct Assumption {
  std::string what;   ///< key path, "pools[new].inter_node_latency_us"
  std::string value;  ///< locale-free, with unit, rounded where it was computed
  Reason why;
  bool operator==(const Assumption&) const = default;
};

/// One pool with every value resolved against the catalogue: what costs are computed from.
struct Pool {
  std::string id;
  Gpu gpu;
  std::string node_id;  ///< empty when only a GPU type was named
  int nodes = 0;
  int gpus_per_node = 0;
  int max_gpus = 0;         ///< GPUs that a plan may use: nodes x gpus_per_node or the limit of `choose`
  int unit = 1;             ///< GPUs that are rented or bought at once
  int scale_up_domain = 0;  ///< GPUs joined by `intra_node`
  Link intra_node;          ///< one GPU to its peers
  Link inter_node;          ///< whole node to the network
  double relative_speed = 1.0;
  double sustained_clock = 1.0;      ///< of the usual one, under a power limit
  std::optional<Watts> gpu_power;    ///< per GPU, with its share of the machine at full load; none: not known
  bool power_estimated = false;      ///< no figure of this machine is known: made from its GPUs
  Watts network_power;               ///< per GPU, its share of the switches between nodes
  std::optional<Bytes> host_memory;  ///< of a whole node; none: nothing limits what is offloaded
  std::optional<UsdPerHour> usd_per_gpu_hour;  ///< for basis rent
  std::string price_source, price_date;
  std::optional<Usd> purchase_per_gpu;  ///< for basis buy, without the network between nodes
  std::optional<Usd> network_per_gpu;   ///< its share of that network; none: nobody stated a price
  /// Rented as spot: how often a node is taken away; none: nobody knows.
  std::optional<double> interruptions_per_node_hour;
  /// What an hour of a GPU costs where this pool itself has no rent: the least that anybody asks for its
  /// type.
  std::optional<UsdPerHour> type_usd_per_gpu_hour;
  std::string type_price_source;
  std::string region;
  std::vector<double> layer_throughput;  ///< as PoolSpec has it
  std::vector<SlowSpec> slow;            ///< as PoolSpec has them
  std::vector<FailedSpec> failed;
  int spares = 0;  ///< nodes that are paid and kept idle
  std::optional<FailureDomain> domain;
  /// Of each node so many GPUs are used, others being failed or slow; they are what `scale_up_domain` joins,
  /// and each keeps its share of the node's network and memory. 0: all.
  int used_of_node = 0;
  /// By what marks slow every GPU in use: in `relative_speed`, `intra_node` and `inter_node` already, of
  /// links to other pools in Cluster::between().
  Slowness slowed{};
  int gpus() const { return nodes * gpus_per_node; }
  /// GPUs of a node that strategies use.
  int gpus_of_node() const { return used_of_node > 0 ? used_of_node : gpus_per_node; }
  /// GPUs of the whole units that `used` of them take. Of nodes used in part, whole nodes are paid unless
  /// single GPUs are.
  int paid(int used) const {
    if (used_of_node > 0 && unit > 1) used = (used + used_of_node - 1) / used_of_node * gpus_per_node;
    return (used + unit - 1) / unit * unit;
  }
  /// Watts of a GPU as bills count them: an unknown power is not charged.
  double billed_watts() const { return gpu_power ? gpu_power->value : 0.0; }
};

/// A machine by its pool and its place in it.
struct MachineId {
  int pool = 0, index = 0;
  auto operator<=>(const MachineId&) const = default;
};
struct MachineLink {
  MachineId a, b;
  Link link;
};

struct Cluster {
  std::string name;
  std::vector<Pool> pools;
  /// links[a][b]: per node of the slower side, between pools a and b; the diagonal is unused.
  std::vector<std::vector<Link>> links;
  std::vector<MachineLink> machine_links;  ///< pairs of machines that have a link of their own
  bool may_leave_unused = false;           ///< `choose` was given
  std::optional<int> max_total_gpus;
  std::vector<Assumption> assumptions;
  std::vector<Assumption> warnings;  ///< values that were given but look wrong
  int gpus() const;
  /// The link between two pools, as slow as the network of either is marked.
  Link between(std::size_t a, std::size_t b) const;
};

const char* to_string(CostBasis basis);
const char* to_string(Commitment commitment);

/// Reads the JSON form and checks it as check() does. `path` is the key path of the cluster inside a larger
/// file,
/// "" at the top.
Result<ClusterSpec> read_cluster(const Json& json, const std::string& path = "");
Json to_json(const ClusterSpec& spec);

/// What can be checked without a catalogue: at least one pool, ids given and different, exactly one of `gpu`
/// and `node`, numbers in range, links and `choose` naming known pools. Errors carry key paths such as
/// "pools[0].nodes".
Result<void> check(const ClusterSpec& spec, const std::string& path = "");

/// The machine that an end of a link of `spec` names. Precondition: check() found nothing.
MachineId machine_named(const std::string& name, const ClusterSpec& spec);

/// Fills every value from the catalogue; names are matched without case, "GB" and punctuation.
/// A value that neither the file nor the catalogue states and that has a usual size (latencies) is assumed
/// and listed; a price is never guessed. With `choose`, prices for more than one unit at once do not hold. A
/// rate above the fastest
/// link of the catalogue is listed under `warnings`. Errors: those of check(); unknown ids (with near
/// matches), a pool of several nodes without a network figure, pools without a link between them, `choose`
/// above what the pools hold, values the catalogue does not know and the plan needs.
Result<Cluster> resolve(const ClusterSpec& spec, const Catalogue& catalogue, Commitment commitment);

}  // namespace astrolabe::hardware
