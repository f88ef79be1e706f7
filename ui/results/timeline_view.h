#pragma once

#include <QAbstractScrollArea>

#include "ui/document/plan_document.h"
#include "ui/document/selection.h"
#include "ui/render/timeline_painter.h"

namespace astrolabe::ui {

/// The pipeline step of the selected strategy, with memory below. Keys: W/S and +/- zoom, A/D and arrows pan,
/// Tab and Shift+Tab walk the blocks, F fits, C critical path, R folded repeats.
class TimelineView : public QAbstractScrollArea {
  Q_OBJECT

 public:
  TimelineView(PlanDocument& document, StrategySelection& selection, QWidget* parent = nullptr);
  void setStale(bool stale);
  bool isFolded() const { return m_look.fold; }
  bool showsCriticalPath() const { return m_look.criticalPath; }
  void setFolded(bool folded);
  void setCriticalPath(bool shown);
  void fit();
  void zoom(double factor, double atX);
  SpanRef selectedSpan() const { return m_selected; }
  double visibleBegin() const { return m_begin; }
  double visibleEnd() const { return m_end; }
  /// What the selected or pointed block is, in words; for the side panel and screen readers.
  QString describe(SpanRef span) const;

 signals:
  void spanSelected();
  void looksChanged();

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void refresh();
  void updateLook();
  void updateScroll();
  void pan(double share);
  void step(int direction);
  TimelinePainter painter() const;
  TimeAxis axis() const;

  PlanDocument& m_document;
  StrategySelection& m_selection;
  std::shared_ptr<const Detail> m_detail;
  std::vector<LaneLabel> m_labels;
  TimelineLook m_look;
  double m_begin = 0.0, m_end = 1.0;
  SpanRef m_selected;
  std::optional<double> m_cursor;
};

}  // namespace astrolabe::ui
