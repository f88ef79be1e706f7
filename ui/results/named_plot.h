#pragma once
// A QCustomPlot in the looks of the theme, with named objects for screen readers and pictures of itself.

#include <QPainterPath>
#include <utility>
#include <vector>

#include <qcustomplot.h>

#include "ui/render/theme.h"
#include "ui/results/accessible_plot.h"

namespace astrolabe::ui {

/// A legend whose entries follow one another like words: as many a row as the plot is wide.
class FlowLegend : public QCPLegend {
  Q_OBJECT

 public:
  void updateLayout() override;
  QSize minimumOuterSizeHint() const override;

 private:
  /// Places of the entries from the top left corner, for that width; the last number is the height of all.
  std::pair<QList<QRect>, int> flow(int width) const;
};

/// Axes, grid and letters of any plot as the theme says.
void styleAxes(QCustomPlot& plot, const Theme& theme);
/// Titles at the ends of the axes, not rotated: at the right below the numbers, at the left above the plot.
/// They are items of the plot, so they go with `clearItems()`; an empty one takes no room. `lines`: of the
/// words at the ticks below.
void setAxisTitles(QCustomPlot& plot, const QString& below, const QString& above = {}, int lines = 1);

class NamedPlot : public QCustomPlot, public PlotItems {
  Q_OBJECT

 public:
  struct Item {
    QString name;
    QRectF place;  ///< in plot coordinates, of the two axes below and at the left
    bool selected = false;
  };
  explicit NamedPlot(QWidget* parent = nullptr);
  void setItems(std::vector<Item> items) { m_items = std::move(items); }
  /// Axes, grid, legend and fonts as the theme says; the legend stands above or below, not over the data.
  void applyTheme(const Theme& theme, double scale);
  void setLegendBelow() { m_legendBelow = true; }
  /// Keeps room between the axes for so many lines of figures, one below another: with its legend, numbers
  /// and titles, the plot asks to be no lower than that.
  void keepLines(int lines);

  /// No legend, and no room kept for one, until the theme is applied again.
  void hideLegend();
  /// Draws the plot as vectors into `place` of the device on which `painter` is active.
  void paintOn(QCPPainter& painter, const QRect& place);
  /// Draws the plot as vectors into `place` of `device`, with a painter of its own.
  void paintOn(QPaintDevice& device, const QRect& place);

  int itemCount() const override { return static_cast<int>(m_items.size()); }
  QString itemName(int index) const override { return m_items[static_cast<std::size_t>(index)].name; }
  QRect itemRect(int index) const override;
  bool isItemSelected(int index) const override { return m_items[static_cast<std::size_t>(index)].selected; }

 private:
  /// Puts as many numbers beside each axis as stand apart, where the axes have that room; true where it
  /// changed any.
  bool fitNumbers(const QSize& room);
  /// Fits the numbers, and asks for the height that the plot needs, once it is known where everything lies.
  void settle();

  std::vector<Item> m_items;
  bool m_legendBelow = false;
  bool m_keepsLines = false;
  int m_least = 0;  ///< px high, what it last asked for
  QSize m_around;   ///< what legend, numbers and titles take of the plot
};

/// A marker in the shape of a GPU type.
QCPScatterStyle markerOf(Shape shape, const QColor& fill, const QColor& edge, double size);

}  // namespace astrolabe::ui
