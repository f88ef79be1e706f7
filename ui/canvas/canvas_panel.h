#pragma once
// The middle of the window: a title row with zoom, snap and layer, the canvas, the totals.

#include <QJsonObject>
#include <QWidget>

#include "ui/canvas/cluster_view.h"
#include "ui/canvas/totals.h"

class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace astrolabe::ui {

class CanvasPanel : public QWidget {
  Q_OBJECT

 public:
  explicit CanvasPanel(PlanDocument& document, QWidget* parent = nullptr);
  ClusterView& view() { return *m_view; }
  const QWidget& totals() const { return *m_totals; }
  /// Without its row of tools, which stand in menus as well, and as low as need be: for windows that hold
  /// little.
  void setCompact(bool compact);
  /// Snap and layer as a person left them, and as they were left; what is missing or nonsense stays as it is.
  QJsonObject saved() const;
  void restore(const QJsonObject& saved);

 signals:
  /// How a sum below the canvas comes about was asked; `at` is where it stands on the screen.
  void totalAsked(const astrolabe::ui::WorkedFigure& figure, const QRect& at);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fitTotals();
  QWidget* makeHeader();
  QLabel* addLayers(QWidget* header, QHBoxLayout* row);
  ClusterView* m_view;
  CanvasTotals* m_totals;
  QWidget* m_header = nullptr;
  QToolButton* m_zoom = nullptr;
  QCheckBox* m_snap = nullptr;
  bool m_compact = false;
};

}  // namespace astrolabe::ui
