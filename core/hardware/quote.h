#pragma once
// One line of a price book: what somebody asks for a node or a GPU, on which terms, where and from how many.

#include <optional>
#include <string>

#include "core/hardware/gpu.h"

namespace astrolabe::hardware {

/// The terms on which a price holds: to buy, or to rent by the hour.
enum class Term { purchase, on_demand, reserved_1y, reserved_3y, spot };
inline constexpr int kTerms = 5;

struct Quote {
  std::string node, gpu;  ///< id of a type; exactly one is set
  Term term = Term::on_demand;
  double usd = 0.0;  ///< of a whole node, or of one GPU where `gpu` is set: to buy it, else for an hour
  std::string provider, region;  ///< where it holds; "" for anywhere
  int from_units = 1;            ///< nodes (GPUs where `gpu` is set) that have to be taken at once
  /// How often a node of this offer is taken away, for spot; none: nobody says.
  std::optional<double> interruptions_per_node_hour;
  Source source;
  bool operator==(const Quote&) const = default;
};

}  // namespace astrolabe::hardware
