#include "ui/render/gpu_condition.h"

#include <algorithm>

namespace astrolabe::ui {

void paintMarkedGpu(QPainter& painter, const QRectF& box, GpuCondition condition, const Theme& theme,
                    QPen pen) {
  if (condition == GpuCondition::Sound) return;
  const bool failed = condition == GpuCondition::Failed;
  pen.setColor(failed ? theme.error : theme.warn);
  painter.setPen(pen);
  painter.setBrush(theme.panel);
  painter.drawRoundedRect(box, 2.0, 2.0);
  painter.drawLine(box.bottomLeft(), box.topRight());
  if (failed) painter.drawLine(box.topLeft(), box.bottomRight());
}

std::vector<GpuCondition> conditionsOf(const hardware::Pool& pool, int node) {
  std::vector<GpuCondition> conditions(static_cast<std::size_t>(std::max(0, pool.gpus_per_node)),
                                       GpuCondition::Sound);
  const auto lay = [&](const auto& mark, GpuCondition as) {
    if (mark.node != node) return;
    for (std::size_t i = 0; i < conditions.size(); ++i)
      if (!mark.gpu || *mark.gpu == static_cast<int>(i)) conditions[i] = std::max(conditions[i], as);
  };
  for (const hardware::SlowSpec& mark : pool.slow) lay(mark, GpuCondition::Slow);
  for (const hardware::FailedSpec& mark : pool.failed) lay(mark, GpuCondition::Failed);
  return conditions;
}

std::vector<int> markedNodes(const hardware::Pool& pool) {
  std::vector<int> nodes;
  for (const hardware::SlowSpec& mark : pool.slow) nodes.push_back(mark.node);
  for (const hardware::FailedSpec& mark : pool.failed) nodes.push_back(mark.node);
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

}  // namespace astrolabe::ui
