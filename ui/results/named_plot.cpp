#include "ui/results/named_plot.h"

#include <cmath>
#include <numbers>

namespace astrolabe::ui {

namespace {

/// A regular polygon of radius 3, the size of QCustomPlot's own markers of size 6.
QPainterPath polygon(int corners, double turn) {
  QPolygonF shape;
  for (int i = 0; i < corners; ++i) {
    const double angle = turn + 2.0 * std::numbers::pi * i / corners;
    shape << QPointF(3.2 * std::sin(angle), -3.2 * std::cos(angle));
  }
  QPainterPath path;
  path.addPolygon(shape);
  path.closeSubpath();
  return path;
}

QPainterPath shapePath(Shape shape) {
  constexpr double kHalf = std::numbers::pi;
  switch (shape) {
    case Shape::Square:
      return polygon(4, kHalf / 4);
    case Shape::TriangleUp:
      return polygon(3, 0.0);
    case Shape::Diamond:
      return polygon(4, 0.0);
    case Shape::Pentagon:
      return polygon(5, 0.0);
    case Shape::TriangleDown:
      return polygon(3, kHalf);
    case Shape::Hexagon:
      return polygon(6, 0.0);
    case Shape::Cross: {
      QPainterPath path;
      path.addRect(-3, -1, 6, 2);
      path.addRect(-1, -3, 2, 6);
      return path.simplified();
    }
    case Shape::Circle:
      break;
  }
  QPainterPath path;
  path.addEllipse(QPointF(0, 0), 2.8, 2.8);
  return path;
}

}  // namespace

NamedPlot::NamedPlot(QWidget* parent) : QCustomPlot(parent) { installAccessiblePlots(); }

void NamedPlot::applyTheme(const Theme& theme, double scale) {
  setBufferDevicePixelRatio(devicePixelRatioF());
  setBackground(theme.plot);
  setNotAntialiasedElements(QCP::aePlottables);
  const QFont caption = ui::font(TextRole::Caption);
  for (QCPAxis* axis : {xAxis, yAxis}) {
    axis->setBasePen(axis == yAxis ? QPen(Qt::NoPen) : QPen(theme.plotAxis));
    axis->setTickPen(QPen(theme.plotAxis));
    axis->setSubTicks(false);
    axis->setTickLengthIn(0);
    axis->setTickLengthOut(4);
    axis->setTickLabelFont(caption);
    axis->setTickLabelColor(theme.text2);
    axis->setLabelFont(caption);
    axis->setLabelColor(theme.text3);
    axis->grid()->setPen(QPen(theme.plotGrid));
    axis->grid()->setZeroLinePen(QPen(theme.plotGrid));
  }
  legend->setVisible(true);
  legend->setFont(caption);
  legend->setTextColor(theme.text2);
  legend->setBrush(Qt::NoBrush);
  legend->setBorderPen(Qt::NoPen);
  const auto px = [scale](double pixels) { return static_cast<int>(std::lround(pixels * scale)); };
  legend->setIconSize(px(10), px(10));
  legend->setIconTextPadding(px(5));
  legend->setRowSpacing(0);
  legend->setColumnSpacing(px(10));
  legend->setMargins(QMargins(0, 0, 0, 0));
  constexpr int kLegendColumns = 6;
  legend->setWrap(kLegendColumns);
  legend->setFillOrder(QCPLegend::foColumnsFirst);
  if (plotLayout()->rowCount() == 1) {
    plotLayout()->insertRow(0);
    plotLayout()->addElement(0, 0, legend);
    plotLayout()->setRowStretchFactor(0, 0.001);
    plotLayout()->setRowSpacing(0);
  }
}

void NamedPlot::hideLegend() {
  legend->setVisible(false);
  if (legend->layout() != plotLayout()) return;
  // A row of its own would keep its height, and an empty one would hold the plot to its width.
  plotLayout()->take(legend);
  axisRect()->insetLayout()->addElement(legend, Qt::AlignTop | Qt::AlignRight);
  plotLayout()->simplify();
}

void NamedPlot::paintOn(QCPPainter& painter, const QRect& place) {
  painter.setMode(QCPPainter::pmVectorized);
  painter.setMode(QCPPainter::pmNoCaching);
  painter.save();
  painter.translate(place.topLeft());
  toPainter(&painter, place.width(), place.height());
  painter.restore();
}

void NamedPlot::paintOn(QPaintDevice& device, const QRect& place) {
  QCPPainter painter(&device);
  paintOn(painter, place);
}

QRect NamedPlot::itemRect(int index) const {
  const QRectF& place = m_items[static_cast<std::size_t>(index)].place;
  const QPointF a(xAxis->coordToPixel(place.left()), yAxis->coordToPixel(place.top()));
  const QPointF b(xAxis->coordToPixel(place.right()), yAxis->coordToPixel(place.bottom()));
  return QRectF(a, b).normalized().adjusted(-4, -4, 4, 4).toAlignedRect();
}

QCPScatterStyle markerOf(Shape shape, const QColor& fill, const QColor& edge, double size) {
  QCPScatterStyle style(shapePath(shape), edge.isValid() ? QPen(edge, 1.4) : QPen(Qt::transparent),
                        QBrush(fill), size);
  return style;
}

}  // namespace astrolabe::ui
