#pragma once

#include <QAbstractScrollArea>

#include "ui/document/plan_document.h"
#include "ui/document/selection.h"
#include "ui/render/timeline_painter.h"
#include "ui/results/accessible_plot.h"

namespace astrolabe::ui {

/// The pipeline step of the selected strategy, with memory below; a compared strategy stands under it on the
/// same scale. Keys: W/S and +/- zoom, A/D and arrows pan, Tab and Shift+Tab walk the blocks,
/// Shift+Left/Right move the time cursor, M marks (two marks measure), F fits, C critical path, R folded
/// repeats, / finds.
class TimelineView : public QAbstractScrollArea, public PlotItems {
  Q_OBJECT

 public:
  TimelineView(PlanDocument& document, StrategySelection& selection, QWidget* parent = nullptr);
  void setStale(bool stale);
  /// True where what repeats in the timeline is drawn folded.
  bool isFolded() const { return m_look.fold; }
  /// Why nothing can be folded here, in words; empty where something can.
  QString whyNothingFolds() const;
  bool showsCriticalPath() const { return m_look.criticalPath; }
  void setFolded(bool folded);
  void setCriticalPath(bool shown);
  void fit();
  void zoom(double factor, double atX);
  SpanRef selectedSpan() const { return m_overlay.selected; }
  void selectSpan(SpanRef span);
  double visibleBegin() const { return m_begin; }
  double visibleEnd() const { return m_end; }
  /// Shows the time from `begin` to `end`, as far as the step goes.
  void showRange(double begin, double end);
  /// The block `span` in words, for the side panel and screen readers.
  QString describe(SpanRef span) const;
  /// The time cursor and what each lane does there, a line each, of two strategies one after the other; empty
  /// without a cursor.
  QStringList reading() const;
  std::optional<double> cursor() const { return m_overlay.cursor; }
  void setCursorTime(std::optional<double> seconds);
  const std::optional<Measure>& measured() const { return m_overlay.measure; }
  /// What is measured in the timeline of the strategy that stands below.
  const std::optional<Measure>& measuredBelow() const { return m_otherMeasure; }
  /// Measures from `begin` to `end`, seconds, in one lane above or below (`lower`), or in all of both (-1).
  void measureBetween(double begin, double end, int lane, bool lower = false);
  void clearMeasure();
  /// Selects the next block that matches what is looked for; false when there is none.
  bool find(const QString& text);
  /// The axis of the upper and of the lower drawing: one scale for both.
  TimeAxis axis() const;
  bool isStacked() const { return m_other != nullptr; }
  const planning::Option* shownDetail() const { return m_detail.get(); }
  /// The timeline in the looks of paper: all of the step, of both strategies where two are stacked, light
  /// theme on white.
  void paintFigure(QPainter& painter, double width) const;
  double figureHeight() const;

  int itemCount() const override;
  QString itemName(int index) const override;
  QRect itemRect(int index) const override;
  bool isItemSelected(int index) const override;

 signals:
  void spanSelected();
  void cursorMoved();
  void looksChanged();
  void findRequested();

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void refresh();
  void updateLook();
  void updateScroll();
  void pan(double share);
  void step(int direction);
  void reveal(SpanRef span);
  void moveCursor(double pixels);
  void mark();
  /// Blocks that stand in one line.
  struct Row {
    SpanRef first;
    int count = 0;
  };
  void layRows();
  SpanRef spanOf(int item) const;
  int itemOf(SpanRef span) const;
  SpanRef spanAt(QPointF place) const;
  QRectF placeOf(SpanRef span) const;
  const planning::Option& detailOf(bool lower) const;
  const cost::Span& at(SpanRef span) const;
  QString wireText(SpanRef span) const;
  static void readLanes(const planning::Option& option, double t, QStringList& lines);
  void clearMeasures();
  /// Pixels between two strategies, and where the lower one begins.
  double lowerGap() const;
  double lowerTop() const;
  TimelineOverlay overlay(bool lower) const;
  double wholeLength() const;
  TimelinePainter painter() const;
  TimelinePainter otherPainter() const;
  TimelineLook paperLook() const;

  PlanDocument& m_document;
  StrategySelection& m_selection;
  planning::OptionPtr m_detail, m_other;
  std::vector<LaneLabel> m_labels, m_otherLabels;
  std::vector<Row> m_rows;  ///< of both strategies, from top to bottom
  TimelineLook m_look;
  TimelineOverlay m_overlay;
  QString m_otherHeading;
  double m_begin = 0.0, m_end = 1.0;
  std::optional<double> m_mark;      ///< the first of two marks
  std::optional<QPointF> m_pressed;  ///< where a drag began
  int m_pressedLane = -1;
  bool m_pressedLower = false;
  std::optional<Measure> m_otherMeasure;
  bool m_wantFold = true;
};

}  // namespace astrolabe::ui
