#pragma once
// The points of the Pareto plot: what a search evaluated, which of them nothing beats, and which of them are
// drawn when there are too many. No widget.

#include <QString>
#include <vector>

#include "core/engine.h"
#include "core/plan/snapshot.h"

namespace astrolabe::ui {

/// The quantity that an axis shows. Speed is better when larger, the others when smaller.
enum class PlotAxis { UsdPerTrillion, GpusUsed, PeakMemory, StepSeconds, TokensPerSecond, TokensPerGpu };
bool largerIsBetter(PlotAxis axis);
QString axisTitle(PlotAxis axis);
/// The factor of the numbers at an axis, and the axis's title with that unit: "tokens/s, million".
struct AxisUnit {
  double factor = 1.0;
  QString title;
};
/// The unit in which `largest`, the largest value on the axis, has one to three digits before the point;
/// counts stay whole.
AxisUnit axisUnit(PlotAxis axis, double largest);
QString axisText(PlotAxis axis, double value);

struct PlotPoint {
  double x = 0.0, y = 0.0;
  int rank = -1;        ///< index into Snapshot::best, -1 when it is not ranked
  std::size_t mix = 0;  ///< index into ParetoPoints::mixes
  bool frontier = false;
  bool mine = false;                             ///< typed by hand, or of another kind than pipelines
  const strategy::Strategy* strategy = nullptr;  ///< owned by the snapshot or the list of own ones
  planning::LayoutPtr beside = {};               ///< in place of a strategy, of another kind
  bool is(const planning::LayoutPtr& layout) const;
  planning::LayoutPtr layout() const;
};

/// The best strategy of the scenario that others are compared with.
struct ParetoBaseline {
  QString name;  ///< "A: 32 H100 + 32 A100"
  cost::Evaluation evaluation;
};
/// The value of a strategy on an axis; NaN where it has none: no price.
double axisValue(const cost::Evaluation& evaluation, PlotAxis axis);

/// A limit of the job where it stands on an axis, or how good a strategy can be at most.
struct PlotLimit {
  double value = 0.0;  ///< as the points', before the axis's unit
  QString text;        ///< "limit $2.4 M", "deadline 700 h", "bound 51.3 k"
  bool bound = false;  ///< none of the job's: no strategy is beyond it
};
/// The limits on an axis, in the order in which they are drawn. A budget or deadline of the whole job is told
/// for a step, a second or 10^12 tokens, as the axis counts.
std::vector<PlotLimit> plotLimits(const plan::Snapshot& snapshot, PlotAxis axis);
/// True where no strategy at all is beyond the frontier of these axes, not only none of those evaluated.
bool isFrontierProven(const plan::Snapshot& snapshot, PlotAxis x, PlotAxis y);

/// GPU types that are used together.
struct GpuMix {
  std::vector<int> pools;
  QString name;  ///< "H100 + A100"
};

struct ParetoPoints {
  std::vector<PlotPoint> points;
  std::vector<GpuMix> mixes;
  std::size_t withoutValue = 0;  ///< left out because an axis has no value for them: no price
};

/// Options beside what the search found: typed by hand, or of other kinds.
using MineList = std::vector<planning::OptionPtr>;

/// All points of a snapshot, each strategy once, the frontier marked for these axes.
ParetoPoints paretoPoints(const plan::Snapshot& snapshot, const MineList& mine, PlotAxis x, PlotAxis y);

/// Marks those that no other point is as good as in both and better in one. O(n log n).
void markFrontier(std::vector<PlotPoint>& points, bool largerX, bool largerY);

/// Indices of at most `limit` points, spread evenly, plus every point of the frontier and every one in
/// `keep`: these are never left out, even when they alone are more than `limit`.
std::vector<std::size_t> thinned(const std::vector<PlotPoint>& points, std::size_t limit,
                                 const std::vector<planning::LayoutPtr>& keep);

/// B less A of what the plot and its card show.
struct Difference {
  double tokensPerSecond = 0.0, usdPerTrillion = 0.0, memoryShare = 0.0, stepSeconds = 0.0;
  bool hasMoney = false;
};
Difference difference(const cost::Evaluation& a, const cost::Evaluation& b);

}  // namespace astrolabe::ui
