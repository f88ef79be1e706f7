#pragma once
// The whole cluster small, with a frame around what the canvas shows; dragging the frame pans.

#include <QTransform>
#include <QWidget>

namespace astrolabe::ui {

class ClusterView;

/// Stands in the right bottom corner of the canvas while it shows only a part. The keys of the canvas do the
/// same.
class MiniMap : public QWidget {
  Q_OBJECT

 public:
  explicit MiniMap(ClusterView& view);
  /// Place and visibility follow what the canvas shows.
  void refresh();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  QRectF world() const;
  QTransform toMap() const;
  void centreOn(QPointF place);
  ClusterView& m_view;
  QTransform m_held;  ///< scene to map, of the drag
};

}  // namespace astrolabe::ui
