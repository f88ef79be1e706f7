#pragma once
// Bars of scenarios on one axis: in the comparison's window, and all below each other as a figure.

#include <QWidget>

#include "ui/compare/comparison.h"
#include "ui/render/figure_file.h"

namespace astrolabe::ui {

/// "13.3 s", "41.6 GiB", "$112/h": an amount in the unit of a row.
QString barText(double value, const char* unit);

/// Round marks from 0 to an end that no value is above.
struct BarAxis {
  double step = 1.0, end = 1.0;
};
/// Four marks or five, at 1, 2 or 5 times a power of ten. Precondition: most > 0.
BarAxis barAxis(double most);

/// The bars of one cell with the axis of its row.
class CompareBars : public QWidget {
  Q_OBJECT

 public:
  CompareBars(const ComparedRow& row, const ComparedCell& cell, bool stale, QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  ComparedCell m_cell;
  BarAxis m_axis;
  const char* m_unit;
  bool m_stale;
};

/// What the colours of a row's bars mean.
class CompareLegend : public QWidget {
  Q_OBJECT

 public:
  explicit CompareLegend(const ComparedRow& row, QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  int lay(QPainter* painter, int width) const;
  std::vector<Share> m_parts;
  bool m_limit = false;
};

/// Every row with bars, the scenarios below each other; without size where there are none.
Figure comparisonFigure(const Comparison& comparison);

}  // namespace astrolabe::ui
