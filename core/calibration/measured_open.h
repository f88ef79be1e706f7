#pragma once
// What a measured run leaves open: sizes from the built-in model of its name, sequence and number of GPUs by
// named rules, the layout searched over.

#include <vector>

#include "core/calibration/measured_case.h"

namespace astrolabe::calibration {

/// The row with what it does not state of its model (the built-in one of that name, where its layers are of
/// the kinds that a row can state), its sequence length and its number of GPUs. The last two are assumed
/// where the measured figure is one a token or a GPU; seconds a step need them stated.
MeasuredRun with_assumed_sizes(const MeasuredRun& run, std::vector<AssumedSetting>& assumed);

/// Whether tensor or pipeline parallelism or the micro-batch is not stated.
bool leaves_layout_open(const MeasuredRun& run);

/// The row once for every layout that it leaves open, each written out: tensor parallelism in a node, stages
/// that divide the layers, micro-batches that divide the batch. Precondition: layers, heads and GPUs stated.
std::vector<MeasuredRun> open_layouts(const MeasuredRun& run);

/// How a layout fits its GPUs: as stated, only with every layer recomputed where the row states nothing about
/// it, or not at all; and its seconds a token. The cheapest setting that fits is the smallest.
struct LayoutRank {
  int misfit = 0;
  double seconds_per_token = 0.0;
  auto operator<=>(const LayoutRank&) const = default;
};
LayoutRank rank_of(const MeasuredCase& measured);

/// The cheapest recomputation with which the run fits, for a row that states none: none, the attention core,
/// every layer.
strategy::Recompute cheapest_recompute(const MeasuredCase& measured);

}  // namespace astrolabe::calibration
