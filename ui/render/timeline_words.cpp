#include "ui/render/timeline_words.h"

#include <QCoreApplication>

#include "ui/render/marks.h"

namespace astrolabe::ui {

using cost::SpanKind;

namespace {

struct TimelineWords {
  Q_DECLARE_TR_FUNCTIONS(TimelinePainter)
};

/// A program's lanes are by pool; in a pipeline each stage has its own.
QString programLaneTitle(const Detail& detail, std::size_t lane, const std::string& pool) {
  QString name = QString::fromStdString(pool);
  const auto& work = detail.timeline.lanes[lane].work;
  if (detail.evaluation.strategy.pipeline_parallel == 1 || work.empty()) return name;
  return TimelineWords::tr("Stage %1, %2", "number and pool").arg(work.front().stage + 1).arg(name);
}

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

std::vector<LaneLabel> laneLabels(const Detail& detail, const strategy::Problem& problem, const Theme& theme,
                                  const GpuIndex& gpuIndex) {
  std::vector<LaneLabel> labels;
  const strategy::Strategy& s = detail.evaluation.strategy;
  for (std::size_t j = 0; j < s.stages.size(); ++j) {
    const strategy::Stage& stage = s.stages[j];
    const hardware::Pool& pool = problem.cluster.pools[static_cast<std::size_t>(stage.pool)];
    const bool program = s.is_program();
    const int gpus = program ? stage.tensor_parallel : stage.tensor_parallel * s.replicas();
    LaneLabel label;
    label.title = program ? programLaneTitle(detail, j, pool.id) : TimelineWords::tr("Stage %1").arg(j + 1);
    label.gpus = TimelineWords::tr("%1 × %2", "count and GPU type").arg(gpus).arg(shortGpuName(pool.gpu));
    const bool head = j + 1 == s.stages.size() && problem.graph->has_head;
    label.layers = head ? TimelineWords::tr("%n layer(s) + head", nullptr, stage.layers)
                        : TimelineWords::tr("%n layer(s)", nullptr, stage.layers);
    label.style = theme.gpu(gpuIndex ? gpuIndex(pool.gpu.id) : stage.pool);
    labels.push_back(label);
  }
  return labels;
}

}  // namespace astrolabe::ui
