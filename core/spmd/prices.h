#pragma once
// What computing and communicating cost for one ratio vector: a few numbers that a search multiplies with.

#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "core/spmd/devices.h"
#include "core/spmd/program.h"
#include "core/spmd/rules.h"

namespace astrolabe::spmd {

/// Price of what cannot be done.
inline constexpr double kNever = std::numeric_limits<double>::infinity();

/// The class of speed at which an operator runs: a row of Devices::flops_per_second.
int class_of(const Node& node);

/// A tensor as far as its communication is concerned.
struct TensorForm {
  Shape shape;
  double element_bytes = 4.0;
  Traffic traffic = Traffic::activation;
  bool again = false;  ///< recomputation makes it twice, or of a weight: reads it in backward as in forward
  double elements() const;
  double bytes() const { return elements() * element_bytes; }
};

/// Cost of one communication and the instruction that does it.
struct Conversion {
  double seconds = 0.0;  ///< infinite when there is none
  Instruction::Kind kind = Instruction::Kind::slice;
};

/// What is known of the largest ratio.
struct LargestRatio {
  double least = 0.0, most = 1.0;
};

/// Prices at fixed ratios. `released`: elements in the place of bytes, no latency, forward and backward at
/// once, padded collectives only (as the released code counts); otherwise bytes, the cheaper of padded and
/// grouped, and true volumes of all-to-all.
///
/// Time of whole work C: C / F_min. Of shared work C: C max_i(B_i / F_i). Of padded collectives of V bytes:
/// a + n max(B) V / W. Of all-to-all: each device sends B_i (1 - B_i) V, and the link rate is the one at
/// which even shards reach the profiled V / W: n^2 / (n - 1) max_i(B_i (1 - B_i)) V / W. With more than one
/// device every time is a T + g(M) where T = max B / F, M = max B and g is concave: so the optimum over B
/// lies at the caps of caps() (a concave function on a segment is least at an end).
class Prices {
 public:
  Prices(const Devices& devices, std::vector<double> ratios, bool released, Execution execution = {});

  /// Prices that no ratios undercut whose largest is in this range: work spread as well as shares of at most
  /// `most` allow, padding to `least`, and all-to-all as the device of the largest share has it, which keeps
  /// no more than `most` of what it has. In whole units: work and padding by the lengths that are best for
  /// each dimension alone. Source: own derivation; a ratio r of L elements is floor(r L) of them or one more.
  static Prices below_all(const Devices& devices, bool released, Execution execution = {},
                          LargestRatio largest = {});

  /// These prices with padding to the longest shard of whole units, so that a long dimension is cheaper than
  /// a short one.
  Prices in_whole_units() const;
  bool whole_units() const { return m_whole_units; }
  bool undercuts_all() const { return m_below_all; }

  /// Seconds of one run of `flops` at speed class `kind`, whole on each device or shared (`sharded`).
  double compute(double flops, int kind, bool sharded) const;
  /// Seconds of one run of shared work that is cut along a dimension of `extent` into whole units: those of
  /// its longest part; in prices of below_all(), seconds that no whole lengths undercut.
  double compute_in_units(double flops, int kind, std::int64_t extent) const;
  /// How often a node's work is done in one step.
  double runs(Phase phase, bool again) const;
  /// Reading a leaf into a property (released: gradient all-reduce of what is replicated).
  double load(const TensorForm& form, Role role, Property property) const;
  /// `seconds` of a whole step.
  Conversion convert(const TensorForm& form, Property from, Property to) const;
  /// The all-reduce inside an operator that exchanges `elements` on each device.
  double exchange(double elements, double element_bytes) const;  ///< of one run

  /// Part of a device's memory that a byte takes, on the device that feels it most.
  double memory_share(const TensorForm& form, Property property) const;

  const std::vector<double>& ratios() const { return m_ratios; }
  const Devices& devices() const { return *m_devices; }
  bool released() const { return m_released; }
  const Execution& execution() const { return m_execution; }

 private:
  Conversion convert_once(const TensorForm& form, Property from, Property to) const;
  double collective(Collective kind, const TensorForm& form, double factor) const;

  const Devices* m_devices;
  std::vector<double> m_ratios;
  bool m_released;
  Execution m_execution;
  std::vector<double> m_whole, m_shared;  ///< by class
  /// A dimension cut into whole units: padding to its longest shard, memory_share() of its bytes.
  struct Longest {
    double padding = 1.0, memory = 0.0;
  };
  const Longest& longest(std::int64_t extent) const;
  double padding(const TensorForm& form, Property property) const;
  double exchange_factor(const TensorForm& form, Property from, Property to) const;

  double m_padding = 1.0, m_exchange_factor = 1.0;
  LargestRatio m_range;  ///< below all
  bool m_whole_units = false, m_below_all = false;
  mutable std::map<std::pair<int, std::int64_t>, double> m_longest_work;  ///< by class and extent, below all
  mutable std::map<std::int64_t, Longest> m_longest;                      ///< by extent
  double m_memory_whole = 0.0, m_memory_shared = 0.0;
};

}  // namespace astrolabe::spmd
