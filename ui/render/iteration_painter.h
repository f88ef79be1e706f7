#pragma once
// One iteration of post-training: a lane for each set of GPUs with a colour and a pattern for each role, what
// waits hatched, and below, on the same axis, what a GPU of each set holds over time.

#include <QFont>
#include <QPainter>
#include <QString>
#include <optional>
#include <vector>

#include "core/post_training/iteration.h"
#include "ui/render/theme.h"
#include "ui/render/time_axis.h"

namespace astrolabe::ui {

/// Measures of one drawing; scaled by the font, hairlines excepted.
struct IterationLook {
  Theme theme;
  QFont caption, body, strong;
  double scale = 1.0;
  double laneHeight = 46.0;  ///< before scaling
  bool memory = true;
  bool stale = false;
  double gutter() const { return 190.0 * scale; }
  double axisHeight() const { return 26.0 * scale; }
  double legendHeight() const { return 24.0 * scale; }
  double lane() const { return laneHeight * scale; }
  double gap() const { return 10.0 * scale; }
  double memoryTitle() const { return 26.0 * scale; }
  double memoryStrip() const { return 58.0 * scale; }
};

/// What the drawing says in words.
struct IterationLabels {
  /// By role, in the order of the job: names beside their colours.
  std::vector<QString> roles;
  /// By lane: "actor, reference" and "16 × H100, 78 % busy". The lane of rules, which need no GPU, comes
  /// behind the sets, where there is one.
  struct Lane {
    QString title, under;
  };
  std::vector<Lane> lanes;
  std::vector<QString> calls;   ///< by call of the dataflow
  std::vector<int> roleOfUnit;  ///< by unit of the placement
  QString sync;                 ///< of weights on their way
};
/// As views and reports label `placement`.
IterationLabels iterationLabels(const post_training::Placement& placement,
                                const post_training::Iteration& iteration, const strategy::Problem& problem);

/// A block by place; lane is Iteration::lanes.size() for what needs no GPU. -1: none.
struct BlockRef {
  int lane = -1, index = -1;
  bool operator==(const BlockRef&) const = default;
};

/// Colour, ink and pattern of a role, by its place in the job.
PartStyle roleStyle(const Theme& theme, int role);

class IterationPainter {
 public:
  /// `iteration` outlives it.
  IterationPainter(const post_training::Iteration& iteration, IterationLabels labels, IterationLook look);

  double height() const;
  /// Lanes that are drawn: the sets, and one of rules where calls need no GPU.
  int lanes() const;
  const post_training::Block* block(BlockRef ref) const;
  /// The axis for a drawing `width` pixels wide that shows [begin, end]; end 0: the whole iteration.
  TimeAxis axis(double width, double begin = 0.0, double end = 0.0) const;
  /// Draws everything with its top left corner at the origin.
  void paint(QPainter& painter, const TimeAxis& axis, BlockRef selected = {},
             std::optional<double> cursor = {}) const;
  BlockRef blockAt(const TimeAxis& axis, QPointF point) const;
  /// Where a block is drawn; empty when it is out of sight.
  QRectF placeOf(const TimeAxis& axis, BlockRef ref) const;
  double laneTop(int lane) const;
  /// Top of the memory strip of a lane.
  double stripTop(int lane) const;

 private:
  const std::vector<post_training::Block>& blocks(int lane) const;
  void paintAxis(QPainter& painter, const TimeAxis& axis) const;
  void paintLegend(QPainter& painter, const TimeAxis& axis) const;
  void paintLane(QPainter& painter, const TimeAxis& axis, int lane, BlockRef selected) const;
  void paintBlock(QPainter& painter, const post_training::Block& block, const QRectF& place,
                  bool selected) const;
  void paintGutter(QPainter& painter, int lane) const;
  void paintStrip(QPainter& painter, const TimeAxis& axis, int lane) const;
  QString labelOf(const post_training::Block& block, double width) const;

  const post_training::Iteration& m_iteration;
  IterationLabels m_labels;
  IterationLook m_look;
};

}  // namespace astrolabe::ui
