#pragma once
// What a timeline says in words: names of spans, titles of lanes.

#include <QString>
#include <functional>
#include <string>
#include <vector>

#include "core/cost/timeline.h"
#include "core/engine.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

/// What stands in the gutter of a lane.
struct LaneLabel {
  QString title, gpus, layers;
  GpuStyle style;
};
using GpuIndex = std::function<int(const std::string& gpuId)>;
std::vector<LaneLabel> laneLabels(const planning::Option& option, const strategy::Problem& problem,
                                  const Theme& theme, const GpuIndex& gpuIndex);

/// Word for a span: "forward", "reduce-scatter".
QString spanName(cost::SpanKind kind);
/// "F", "B", "W"; the name for other kinds.
QString spanLetter(cost::SpanKind kind);
cost::Part partOf(cost::SpanKind kind);

}  // namespace astrolabe::ui
