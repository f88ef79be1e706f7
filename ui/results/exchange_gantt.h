#pragma once

#include <QPainter>
#include <QWidget>
#include <vector>

#include "core/exchange/schedule.h"
#include "ui/render/theme.h"
#include "ui/render/time_axis.h"
#include "ui/results/accessible_plot.h"

namespace astrolabe::ui {

/// Who sends to whom when: a lane for each sender, a block for each receiver with its number where there is
/// room, the lower bound as a line. Left and Right, Home and End walk the slots; what is sent in the chosen
/// one is told.
class ExchangeGantt : public QWidget, public PlotItems {
  Q_OBJECT

 public:
  explicit ExchangeGantt(QWidget* parent = nullptr);
  void setSchedule(const exchange::Schedule& schedule, int ranks);
  void setStale(bool stale);
  int selected() const { return m_selected; }
  void select(int slot);
  /// The whole schedule in the looks of paper.
  void paintFigure(QPainter& painter, const QSize& size) const;

  int itemCount() const override { return static_cast<int>(m_schedule.all_slots.size()); }
  QString itemName(int index) const override;
  QRect itemRect(int index) const override;
  bool isItemSelected(int index) const override { return index == m_selected; }

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void selectionChanged();

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  /// Consecutive slots in which a rank sends to the same receiver.
  struct Run {
    int from = 0, to = 0;
    double begin = 0.0, end = 0.0;
  };
  TimeAxis axis(double width) const;
  double lane(double height) const;
  int slotAt(double x) const;
  void paintAll(QPainter& painter, const Theme& theme, const QSize& size) const;
  void paintAxis(QPainter& painter, const Theme& theme, const QSize& size) const;
  void paintRun(QPainter& painter, const Theme& theme, const Run& run, const QSize& size) const;

  exchange::Schedule m_schedule;
  std::vector<double> m_begin;  ///< of each slot
  std::vector<Run> m_runs;
  int m_ranks = 0, m_selected = -1;
  bool m_stale = false;
};

}  // namespace astrolabe::ui
