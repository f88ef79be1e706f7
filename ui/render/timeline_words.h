#pragma once
// What a timeline says in words: names of spans, titles of lanes.

#include <QString>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/cost/timeline.h"
#include "core/engine.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

/// What stands in the gutter of a lane.
struct LaneLabel {
  QString title, gpus, layers;
  QString sign;          ///< see laneSign()
  std::size_t tint = 0;  ///< place among all lanes, of Theme::sequential
  GpuStyle style;
};
using GpuIndex = std::function<int(const std::string& gpuId)>;
std::vector<LaneLabel> laneLabels(const planning::Option& option, const strategy::Problem& problem,
                                  const Theme& theme, const GpuIndex& gpuIndex);

/// What a lane is called where there is little room: "S3" by its number, "P2 S1" of pipelines of unequal
/// shape.
QString laneSign(const planning::Option& option, int lane);

/// Which lanes of so many stand in each figure of a report, from the first on to behind the last: as few
/// figures as possible of eight lanes at most, which a page shows in their own size. Of lanes for more than
/// three figures the first sixteen and the last eight.
std::vector<std::pair<int, int>> lanesOfFigures(int lanes);

/// Word for a span: "forward", "reduce-scatter".
QString spanName(cost::SpanKind kind);
/// "F", "B", "W"; the name for other kinds.
QString spanLetter(cost::SpanKind kind);
cost::Part partOf(cost::SpanKind kind);

}  // namespace astrolabe::ui
