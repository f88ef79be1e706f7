#pragma once

#include <QList>
#include <QWidget>

#include "core/plan/validation.h"

class QCustomPlot;
class QCPGraph;

namespace astrolabe::ui {

/// Predicted over measured on two logarithmic axes, and how the errors are spread.
class AccuracyPlots : public QWidget {
  Q_OBJECT

 public:
  explicit AccuracyPlots(QWidget* parent = nullptr);
  /// `rows` must stay alive until the next call. All of one quantity.
  void setRows(const QList<const plan::ValidatedRow*>& rows, bool time);
  /// Rings the point of a row; null for none.
  void mark(const plan::ValidatedRow* row);

 signals:
  void rowClicked(const plan::ValidatedRow* row);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void refresh();
  void drawScatter();
  void drawHistogram();
  void style(QCustomPlot& plot) const;

  QCustomPlot* m_scatter;
  QCustomPlot* m_histogram;
  QCPGraph* m_mark = nullptr;
  QList<const plan::ValidatedRow*> m_rows;
  const plan::ValidatedRow* m_marked = nullptr;
  bool m_time = true;
};

}  // namespace astrolabe::ui
