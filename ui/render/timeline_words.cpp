#include "ui/render/timeline_words.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/render/kind_words.h"
#include "ui/render/marks.h"

namespace astrolabe::ui {

using cost::SpanKind;

namespace {

struct TimelineWords {
  Q_DECLARE_TR_FUNCTIONS(TimelinePainter)
};

}  // namespace

QString spanName(SpanKind kind) {
  switch (kind) {
    case SpanKind::forward:
      return TimelineWords::tr("forward");
    case SpanKind::backward:
      return TimelineWords::tr("backward");
    case SpanKind::weight_gradient:
      return TimelineWords::tr("weight gradient");
    case SpanKind::send:
      return TimelineWords::tr("send");
    case SpanKind::receive:
      return TimelineWords::tr("receive");
    case SpanKind::all_reduce:
      return TimelineWords::tr("all-reduce");
    case SpanKind::reduce_scatter:
      return TimelineWords::tr("reduce-scatter");
    case SpanKind::all_gather:
      return TimelineWords::tr("all-gather");
    case SpanKind::optimizer:
      return TimelineWords::tr("optimizer");
  }
  return {};
}

QString spanLetter(SpanKind kind) {
  switch (kind) {
    case SpanKind::forward:
      return TimelineWords::tr("F", "forward");
    case SpanKind::backward:
      return TimelineWords::tr("B", "backward");
    case SpanKind::weight_gradient:
      return TimelineWords::tr("W", "weight gradient");
    default:
      return spanName(kind);
  }
}

cost::Part partOf(SpanKind kind) {
  switch (kind) {
    case SpanKind::forward:
      return cost::Part::compute_forward;
    case SpanKind::backward:
    case SpanKind::weight_gradient:
      return cost::Part::compute_backward;
    case SpanKind::send:
    case SpanKind::receive:
      return cost::Part::pipeline_transfer;
    case SpanKind::all_reduce:
    case SpanKind::reduce_scatter:
    case SpanKind::all_gather:
      return cost::Part::data_parallel;
    case SpanKind::optimizer:
      return cost::Part::optimizer;
  }
  return cost::Part::other;
}

std::vector<std::pair<int, int>> lanesOfFigures(int lanes) {
  constexpr int kMostLanes = 8, kMostFigures = 3;
  if (lanes > kMostLanes * kMostFigures)
    return {{0, kMostLanes}, {kMostLanes, 2 * kMostLanes}, {lanes - kMostLanes, lanes}};
  const int figures = std::max(1, (lanes + kMostLanes - 1) / kMostLanes);
  std::vector<std::pair<int, int>> shown;
  for (int k = 0; k < figures; ++k) shown.emplace_back(lanes * k / figures, lanes * (k + 1) / figures);
  return shown;
}

QString laneSign(const planning::Option& option, int lane) {
  const QString own = kindWords(option).laneSign(option, lane);
  return own.isEmpty() ? TimelineWords::tr("S%1", "stage").arg(lane + 1) : own;
}

std::vector<LaneLabel> laneLabels(const planning::Option& option, const strategy::Problem& problem,
                                  const Theme& theme, const GpuIndex& gpuIndex) {
  std::vector<LaneLabel> labels;
  const std::vector<KindLane> lanes = kindWords(option).lanes(option, problem);
  for (const KindLane& lane : lanes) {
    const hardware::Pool& pool = problem.cluster.pools[static_cast<std::size_t>(lane.pool)];
    LaneLabel label;
    label.title = lane.title;
    if (lanes.size() > 1) label.tint = labels.size() * 5 / (lanes.size() - 1);
    label.sign = laneSign(option, static_cast<int>(labels.size()));
    label.gpus =
        TimelineWords::tr("%1 × %2", "count and GPU type").arg(lane.gpus).arg(shortGpuName(pool.gpu));
    const bool head = labels.size() + 1 == lanes.size() && problem.graph->has_head;
    label.layers = head ? TimelineWords::tr("%n layer(s) + head", nullptr, lane.layers)
                        : TimelineWords::tr("%n layer(s)", nullptr, lane.layers);
    label.style = theme.gpu(gpuIndex ? gpuIndex(pool.gpu.id) : lane.pool);
    labels.push_back(label);
  }
  return labels;
}

}  // namespace astrolabe::ui
