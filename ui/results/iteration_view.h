#pragma once
// One iteration of post-training on the screen: blocks that are walked and told, zoomed and panned.

#include <QWidget>
#include <optional>
#include <vector>

#include "ui/render/iteration_painter.h"
#include "ui/results/accessible_plot.h"

namespace astrolabe::ui {

/// A lane for each set of GPUs with the memory of each below. Left and Right, Home and End walk the blocks,
/// + and - zoom, A and D pan, F shows all; what is at the pointer is told.
class IterationView : public QWidget, public PlotItems {
  Q_OBJECT

 public:
  explicit IterationView(QWidget* parent = nullptr);
  /// `iteration` and `labels` are of one placement.
  void setIteration(post_training::Iteration iteration, IterationLabels labels);
  void setStale(bool stale);
  int selected() const { return m_selected; }
  void select(int block);
  /// The block in words, with what its time is made of.
  QString itemName(int index) const override;
  int itemCount() const override { return static_cast<int>(m_blocks.size()); }
  QRect itemRect(int index) const override;
  bool isItemSelected(int index) const override { return index == m_selected; }
  double visibleBegin() const { return m_begin; }
  double visibleEnd() const { return m_end; }
  void fit();
  /// Shows less time (above 1) or more around `at` seconds.
  void zoom(double factor, double at);
  void pan(double share);
  /// All of it in the looks of paper; the height is that of figureSize().
  void paintFigure(QPainter& painter, const QSize& size) const;
  QSize figureSize() const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void selectionChanged();

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  IterationPainter painterOf(const Theme& theme, double scale) const;
  TimeAxis axis() const;
  int blockAt(const QPointF& at) const;

  post_training::Iteration m_iteration;
  IterationLabels m_labels;
  std::vector<BlockRef> m_blocks;  ///< in the order in which they are walked
  int m_selected = -1;
  double m_begin = 0.0, m_end = 0.0;
  bool m_stale = false;
};

}  // namespace astrolabe::ui
