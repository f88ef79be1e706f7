#pragma once
// GPUs that are slow or have failed, as drawings show them: a stroke through the box of a slow one, a cross
// through that of a failed one, so that no colour has to be told apart.

#include <QPainter>
#include <QPen>
#include <vector>

#include "core/hardware/cluster.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

enum class GpuCondition : quint8 { Sound, Slow, Failed };

/// Paints the box of a GPU anew where it is slow or has failed. `pen`: width of the lines; its colour is
/// taken from the theme.
void paintMarkedGpu(QPainter& painter, const QRectF& box, GpuCondition condition, const Theme& theme,
                    QPen pen);

/// The GPUs of a node as they are marked, and as a mark of the whole node has them.
std::vector<GpuCondition> conditionsOf(const hardware::Pool& pool, int node);
/// Nodes of which anything is marked, in their order.
std::vector<int> markedNodes(const hardware::Pool& pool);

}  // namespace astrolabe::ui
