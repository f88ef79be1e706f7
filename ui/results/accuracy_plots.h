#pragma once

#include <QString>
#include <QWidget>
#include <functional>

#include "ui/render/figure_file.h"
#include "ui/results/accuracy_summary.h"

class QCPBars;
class QCPGraph;

namespace astrolabe::ui {

class NamedPlot;

/// What the points of the plots are, in words and in the unit of their rows.
struct AccuracyQuantity {
  QString measured, predicted;          ///< titles of the axes, with the unit
  QString above, below;                 ///< what it means to lie above and below the diagonal
  double low = 0.0, high = 0.0;         ///< ends of the axes where there is no point
  std::function<QString(double)> text;  ///< a value with its unit
  static AccuracyQuantity time();
  static AccuracyQuantity memory();
};

/// Predicted over measured on two logarithmic axes, and how the errors are spread; both in the colours of the
/// GPU types. The page places the two plots.
class AccuracyPlots : public QObject {
  Q_OBJECT

 public:
  explicit AccuracyPlots(QWidget* parent);
  QWidget* scatter() const;
  QWidget* histogram() const;
  /// `rows` must stay alive until the next call. All of one quantity.
  void setRows(const ValidatedRows& rows, const AccuracyQuantity& quantity, const AccuracyTypes& types);
  /// Rings the point of a row; null for none.
  void mark(const calibration::ValidatedRow* row);
  /// Both plots beside each other in the looks of paper: light theme on white.
  Figure figure();

 signals:
  void rowClicked(const calibration::ValidatedRow* row);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void refresh();
  void draw(const Theme& theme);
  void style(NamedPlot& plot, const Theme& theme) const;
  void drawScatter(const Theme& theme);
  void drawGuides(const Theme& theme, double low, double high);
  void drawHistogram(const Theme& theme);
  void drawErrorGuides(const Theme& theme, double top);

  NamedPlot* m_scatter;
  NamedPlot* m_histogram;
  QCPGraph* m_mark = nullptr;
  ValidatedRows m_rows;
  AccuracyTypes m_types;
  const calibration::ValidatedRow* m_marked = nullptr;
  AccuracyQuantity m_quantity = AccuracyQuantity::time();
};

}  // namespace astrolabe::ui
