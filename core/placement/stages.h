#pragma once
// Layouts as a series of stages: the machines of a stage hold the same layers.

#include <optional>
#include <vector>

#include "core/placement/placement.h"

namespace astrolabe::placement {

/// Machines of one rate, between which links do not matter.
struct Kind {
  std::vector<double> throughput;  ///< [k - 1]
  std::vector<int> machines;       ///< of the network
  int count() const { return static_cast<int>(machines.size()); }
};
/// Those of `machines`, which are alike where their tables are.
std::vector<Kind> kinds_of(const Network& network, const std::vector<int>& machines);

/// So many machines of each kind with `layers` layers.
struct StageForm {
  int layers = 0;
  std::vector<int> use;
  double rate = 0.0;
  int size() const;
};

/// Stages that do at least `rate` and of which no machine can go; of one length, at most `kMostKinds` kinds.
inline constexpr int kMostKinds = 3;
std::vector<StageForm> stage_forms(const std::vector<Kind>& kinds, int layers, double rate);

/// The stage of those that is slowest; 0 of none.
double rate_of(const std::vector<StageForm>& stages);

/// The fastest series for `layers` layers, links left out of account; none where the machines do not hold the
/// model. The rate is bisected. Whether one is possible is asked of a linear programme first, whose prices
/// then say how much a series may waste: depth first over forms, at most `most_looks` a rate.
std::optional<std::vector<StageForm>> fastest_series(const std::vector<Kind>& kinds, int layers,
                                                     double most_rate, long most_looks);

/// The fastest series of at most `most_stages` stages.
std::optional<std::vector<StageForm>> fastest_series(const std::vector<Kind>& kinds, int layers,
                                                     double most_rate, long most_looks, int most_stages);

}  // namespace astrolabe::placement
