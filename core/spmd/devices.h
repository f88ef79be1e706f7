#pragma once
// The devices of a program as synthesis sees them: speeds, memory, and what each kind of collective costs.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/base/units.h"
#include "core/hardware/cluster.h"
#include "core/spmd/graph.h"

namespace astrolabe::cost {
struct Coefficients;
}

namespace astrolabe::spmd {

enum class Collective {
  all_gather,
  all_gather_grouped,
  all_reduce,
  reduce_scatter,
  reduce_scatter_grouped,
  all_to_all
};
inline constexpr int kCollectives = 6;
const char* to_string(Collective collective);

/// Time of a collective of the whole tensor of V bytes, even shards: latency + V / bandwidth.
struct CollectiveCost {
  BytesPerSecond bandwidth;  ///< total bytes over time, even shards
  Seconds latency;           ///< of one call; of a grouped one: for each device
};

/// Classes of operators that a device may run at different speeds.
enum class OperatorClass { product, memory_bound };
inline constexpr int kOperatorClasses = 2;

/// What a step takes beside the instructions of its program, as core/cost counts it for pipelines. The
/// values here leave everything out: profiles and the released rules know nothing of it.
struct StepTerms {
  double weight_exposed = 1.0;  ///< share of the traffic of weights and gradients that computing cannot hide
  double again_exposed = 1.0;   ///< such a share where weights are gathered again for backward
  double window = kBeyond;      ///< share of a micro-batch's work that can hide such traffic
  /// Latency of bucketed traffic of weights, seconds an element; below 0: every call has its own latency.
  double weight_latency = -1.0;
  double host_seconds = 0.0;          ///< launching one layer, forward and backward
  double host_experts_seconds = 0.0;  ///< what experts add to it
  double fixed_seconds = 0.0;         ///< of every step
  double fragmentation = 0.0;         ///< memory lost, a share of the activations
  /// By device, seconds an element of a gradient that it holds: once a step, and in every micro-batch.
  std::vector<double> local, accumulate;
  /// The step is the sum of its instructions and a constant.
  bool constant() const { return host_seconds == 0.0 && local.empty() && window >= 1e299; }
};

struct Devices {
  std::vector<std::string> names;  ///< one for each device
  /// flops_per_second[class][device]: first the classes above, then those of a priced graph (kernel_prices.h)
  std::vector<std::vector<double>> flops_per_second{kOperatorClasses};
  std::vector<Bytes> memory;  ///< usable; empty: not limited
  std::array<CollectiveCost, kCollectives> collectives;
  StepTerms terms;

  int count() const { return static_cast<int>(flops_per_second[0].size()); }
  Bytes memory_together() const;  ///< 0 where it is not limited
  const std::vector<double>& speeds() const { return flops_per_second[0]; }
  const CollectiveCost& of(Collective kind) const { return collectives[static_cast<int>(kind)]; }
  /// One speed for each device but for a factor of the operator's class: what the closed form of the ratios
  /// needs.
  bool one_speed() const;
  /// Speed of `kind` over that of `like` when it is the same on every device, 0 otherwise.
  double factor(int kind, int like) const;
  /// What one call costs: `constant` seconds, and seconds for each byte that goes through it.
  struct Call {
    double constant = 0.0, per_byte = 0.0;
    double seconds(double bytes) const { return constant + bytes * per_byte; }
  };
  /// `elements`: of the tensor; `again`: gathered anew for backward.
  Call call(Collective kind, Traffic traffic, double elements, bool again) const;
};

/// A step with work W (computing, activations) and traffic of weights whose exposed share e takes X takes W +
/// X, or where W is too short to hide the rest (1 - window) W + X / e. So no less than (1 - m window) W + (1
/// - m + m / e) X for each m in [0, 1] (Lagrange): the devices on which instructions take that. `runs`: what
/// hides traffic is one of so many parts of W. `again`: which exposed share. Nothing where all of it is
/// hidden, or none.
std::optional<Devices> devices_of_long_traffic(const Devices& devices, double m, bool again, int runs);

/// The profiled form of the HAP paper (interfaces, "--profile"). Optional: "latency_seconds" (of one call of
/// every collective), and "name" and "memory_gib" of each entry of "devices". Errors: AST-D101 ... AST-D105
/// with the key's path: a bandwidth or speed that is missing, zero or not finite is refused by name.
Result<Devices> read_profile(const Json& json);

/// Every GPU of a cluster as one device. Products run at `assumed_product_share` of the dense peak of
/// `precision`, everything else at one operation for each byte of memory traffic (price_by_kernels() replaces
/// both). Collectives are rings over all GPUs: the slower of the GPUs' links and the slowest node's network
/// sets their pace, each at its share in `coefficients` (tensor_share, network_share); grouped ones at the
/// share of the padded rate that the HAP paper's clusters P1 and P2 were profiled at. Memory: capacity x (1 -
/// headroom). Errors: AST-C108 for a GPU without a rate for the precision, without memory size or bandwidth.
Result<Devices> devices_of(const hardware::Cluster& cluster, hardware::Precision precision, double headroom,
                           const cost::Coefficients& coefficients);

inline constexpr double assumed_product_share = 0.55;

}  // namespace astrolabe::spmd
