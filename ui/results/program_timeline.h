#pragma once

#include <QAbstractScrollArea>
#include <QPainter>

#include "ui/document/program_proof.h"
#include "ui/render/theme.h"
#include "ui/render/time_axis.h"
#include "ui/results/accessible_plot.h"

namespace astrolabe::ui {

/// One step of a distributed program: a lane for each group of equal devices; they compute, wait for the
/// slowest and communicate together. Keys: W/S and +/- zoom, A/D and arrows pan, Tab and Shift+Tab walk the
/// blocks, F fits, Esc clears the selection.
class ProgramTimeline : public QAbstractScrollArea, public PlotItems {
  Q_OBJECT

 public:
  explicit ProgramTimeline(PlanDocument& document, QWidget* parent = nullptr);
  void setReport(const ProgramPtr& report);
  void setStale(bool stale);
  bool isStale() const { return m_stale; }
  void fit();
  void zoom(double factor, double atX);
  int selected() const { return m_selected; }
  void select(int event);
  double visibleBegin() const { return m_begin; }
  double visibleEnd() const { return m_end; }
  /// The whole step in the looks of paper.
  void paintFigure(QPainter& painter, double width) const;
  double figureHeight() const;

  int itemCount() const override;
  QString itemName(int index) const override;
  QRect itemRect(int index) const override;
  bool isItemSelected(int index) const override { return index == m_selected; }

 signals:
  void selectionChanged();

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  struct Look {
    const Theme* theme = nullptr;
    double scale = 1.0, width = 0.0;
    TimeAxis axis;
    bool stale = false;
  };
  double whole() const;
  TimeAxis axis(double width, double begin, double end) const;
  void pan(double share);
  void step(int direction);
  int eventAt(double seconds) const;
  void updateScroll();
  double contentHeight() const;
  void paintAxis(QPainter& painter, const Look& look, double top) const;
  void paintLane(QPainter& painter, const Look& look, std::size_t lane, double top) const;
  void paintWork(QPainter& painter, const Look& look, std::size_t lane, const QRectF& row) const;
  void paintNames(QPainter& painter, const Look& look, std::size_t lane, const QRectF& row) const;
  void paintLegend(QPainter& painter, const Look& look, double top) const;

  PlanDocument& m_document;
  ProgramPtr m_report;
  double m_begin = 0.0, m_end = 1.0;
  int m_selected = -1;
  bool m_stale = false;
};

}  // namespace astrolabe::ui
