#pragma once

#include <QWidget>

#include "ui/document/program_proof.h"
#include "ui/results/accessible_plot.h"

namespace astrolabe::ui {

/// The share of the work that a device of each pool has, as bars on one scale with a line at the share in
/// proportion to its speed. Up and Down walk the bars.
class ShareBars : public QWidget, public PlotItems {
  Q_OBJECT

 public:
  explicit ShareBars(PlanDocument& document, QWidget* parent = nullptr);
  void setReport(const ProgramPtr& report);
  void setStale(bool stale);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

  int itemCount() const override;
  QString itemName(int index) const override;
  QRect itemRect(int index) const override;
  bool isItemSelected(int index) const override { return hasFocus() && index == m_current; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  PlanDocument& m_document;
  ProgramPtr m_report;
  int m_current = 0;
  bool m_stale = false;
};

}  // namespace astrolabe::ui
