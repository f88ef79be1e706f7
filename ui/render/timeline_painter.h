#pragma once
// One training step: a work lane and a transfer lane for each stage, memory below on the same axis.

#include <QPainter>
#include <QString>
#include <optional>
#include <vector>

#include "core/cost/timeline.h"
#include "ui/render/measure.h"
#include "ui/render/theme.h"
#include "ui/render/time_axis.h"
#include "ui/render/timeline_words.h"

namespace astrolabe::ui {

/// Measures of one drawing; scaled by the font, hairlines excepted.
struct TimelineLook {
  Theme theme;
  QFont caption, body, strong;
  double scale = 1.0;
  double laneHeight = 54.0;  ///< before scaling
  bool fold = true, criticalPath = true, memory = true;
  bool heading = false;  ///< leaves room above the lanes for the name of the strategy
  bool stale = false;
  double gutter() const { return 176.0 * scale; }
  double axisHeight() const { return (heading ? 52.0 : 26.0) * scale; }
  double lane() const { return laneHeight * scale; }
  double transfers() const { return (laneHeight < 40 ? 8.0 : 16.0) * scale; }
  double gap() const { return (laneHeight < 40 ? 8.0 : 16.0) * scale; }
  double memoryTitle() const { return 26.0 * scale; }
  double memoryStrip() const { return (laneHeight < 40 ? 40.0 : 62.0) * scale; }
};

/// A span by place: lane, and index into Lane::work, or into Lane::transfers.
struct SpanRef {
  int lane = -1, index = -1;
  bool transfer = false;
  bool lower = false;  ///< of the strategy that stands below, where two are stacked
  bool operator==(const SpanRef&) const = default;
};

/// The blocks of a lane: its transfers, or its work.
inline const std::vector<cost::Span>& blocksOf(const cost::Lane& lane, bool transfer) {
  return transfer ? lane.transfers : lane.work;
}
/// The block at a place that the timeline has.
inline const cost::Span& blockAt(const cost::Timeline& timeline, SpanRef ref) {
  return blocksOf(timeline.lanes[static_cast<std::size_t>(ref.lane)],
                  ref.transfer)[static_cast<std::size_t>(ref.index)];
}

/// What stands over the drawing while one works with it.
struct TimelineOverlay {
  SpanRef selected;
  std::optional<double> cursor;  ///< seconds
  std::optional<Measure> measure;
  QString heading;  ///< above the lanes, when two strategies are stacked
};

class TimelinePainter {
 public:
  TimelinePainter(const cost::Timeline& timeline, std::vector<LaneLabel> labels, TimelineLook look);

  double height() const;
  /// The axis for a drawing `width` pixels wide that shows [begin, end].
  TimeAxis axis(double width, double begin, double end) const;
  /// Draws everything with its top left corner at the origin.
  void paint(QPainter& painter, const TimeAxis& axis, const TimelineOverlay& overlay = {}) const;
  /// The span under a point: work, or a transfer in the lane below it.
  SpanRef spanAt(const TimeAxis& axis, QPointF point) const;
  /// The lane whose work is at this height, -1 for none.
  int laneAt(double y) const;
  /// Where a span is drawn; empty when it is folded away or out of sight.
  QRectF placeOf(const TimeAxis& axis, SpanRef span) const;
  double laneTop(int lane) const;

 private:
  void paintAxis(QPainter& painter, const TimeAxis& axis) const;
  void paintCursor(QPainter& painter, const TimeAxis& axis, double seconds) const;
  void paintMeasure(QPainter& painter, const TimeAxis& axis, const Measure& measure) const;
  void paintLane(QPainter& painter, const TimeAxis& axis, int lane, SpanRef selected) const;
  void paintSpan(QPainter& painter, const cost::Span& span, const QRectF& block, bool selected) const;
  void paintTransfers(QPainter& painter, const TimeAxis& axis, int lane, SpanRef selected) const;
  QString labelOf(const cost::Span& span, double width) const;
  void paintGutter(QPainter& painter, int lane) const;
  void paintMemory(QPainter& painter, const TimeAxis& axis, int lane, double top) const;
  /// Heading of the strips with what their colours mean.
  void paintMemoryTitle(QPainter& painter, const TimeAxis& axis, double top) const;
  void paintFold(QPainter& painter, const TimeAxis& axis) const;
  bool hidden(const TimeAxis& axis, const cost::Span& span) const;

  const cost::Timeline& m_timeline;
  std::vector<LaneLabel> m_labels;
  TimelineLook m_look;
};

}  // namespace astrolabe::ui
