#include "ui/results/named_plot.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <typeinfo>

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double kRadius = 2.8;  ///< of the circle, near the size of QCustomPlot's own markers of size 6

/// A regular polygon as large as the circle.
QPainterPath polygon(int corners, double turn) {
  const double part = 2.0 * std::numbers::pi / corners;
  const double radius = kRadius * std::sqrt(part / std::sin(part));
  QPolygonF shape;
  for (int i = 0; i < corners; ++i) {
    const double angle = turn + part * i;
    shape << QPointF(radius * std::sin(angle), -radius * std::cos(angle));
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
      path.setFillRule(Qt::WindingFill);  // the middle is in both bars
      path.addRect(-3, -1, 6, 2);
      path.addRect(-1, -3, 2, 6);
      return path.simplified();
    }
    case Shape::Circle:
      break;
  }
  QPainterPath path;
  path.addEllipse(QPointF(0, 0), kRadius, kRadius);
  return path;
}

constexpr int kTicksWanted = 5;  ///< beside an axis, about, where there is room: the toolkit's own count

/// Whether the numbers that a ticker gives an axis of so many pixels stand apart.
bool standApart(const QCPAxis& axis, QCPAxisTicker& ticker, int length) {
  QVector<double> places;
  QVector<QString> words;
  ticker.generate(axis.range(), axis.parentPlot()->locale(), axis.numberFormat().at(0),
                  axis.numberPrecision(), places, nullptr, &words);
  const QFontMetrics letters(axis.tickLabelFont());
  const double scale = length / axis.range().size();
  for (qsizetype i = 1; i < places.size(); ++i) {
    const double middle =
        (letters.horizontalAdvance(words[i - 1]) + letters.horizontalAdvance(words[i])) / 2.0;
    const double needs =
        axis.orientation() == Qt::Horizontal ? middle + letters.horizontalAdvance(u'0') : letters.height();
    if ((places[i] - places[i - 1]) * scale < needs) return false;
  }
  return true;
}

}  // namespace

std::pair<QList<QRect>, int> FlowLegend::flow(int width) const {
  QList<QRect> places;
  int x = 0, y = 0, high = 0;
  for (int i = 0; i < itemCount(); ++i) {
    const QSize size = item(i)->minimumOuterSizeHint();
    if (x > 0 && x + size.width() > width) {
      x = 0;
      y += std::exchange(high, 0) + rowSpacing();
    }
    places << QRect(QPoint(x, y), size);
    x += size.width() + columnSpacing();
    high = std::max(high, size.height());
  }
  return {places, y + high};
}

void FlowLegend::updateLayout() {
  QCPLegend::updateLayout();
  const auto places = flow(rect().width()).first;
  for (int i = 0; i < itemCount(); ++i) item(i)->setOuterRect(places[i].translated(rect().topLeft()));
}

QSize FlowLegend::minimumOuterSizeHint() const {
  int widest = 0;
  for (int i = 0; i < itemCount(); ++i) widest = std::max(widest, item(i)->minimumOuterSizeHint().width());
  const int beside = margins().left() + margins().right();
  const int room = parentPlot() ? parentPlot()->plotLayout()->rect().width() - beside : widest;
  return {widest + beside, flow(std::max(room, widest)).second + margins().top() + margins().bottom()};
}

void styleAxes(QCustomPlot& plot, const Theme& theme) {
  plot.setBufferDevicePixelRatio(plot.devicePixelRatioF());
  plot.setBackground(theme.plot);
  const QFont caption = ui::font(TextRole::Caption);
  for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
    axis->setBasePen(axis == plot.yAxis ? QPen(Qt::NoPen) : QPen(theme.plotAxis));
    axis->setTickPen(QPen(theme.plotAxis));
    axis->setSubTicks(false);
    axis->setTickLengthIn(0);
    axis->setTickLengthOut(4);
    axis->setTickLabelFont(caption);
    axis->setTickLabelColor(theme.text2);
    axis->setLabelColor(theme.text3);
    axis->grid()->setPen(QPen(theme.plotGrid));
    axis->grid()->setZeroLinePen(QPen(theme.plotGrid));
  }
  plot.legend->setFont(caption);
  plot.legend->setTextColor(theme.text2);
  plot.legend->setBrush(Qt::NoBrush);
  plot.legend->setBorderPen(Qt::NoPen);
}

void setAxisTitles(QCustomPlot& plot, const QString& below, const QString& above, int lines) {
  const QFont caption = ui::font(TextRole::Caption);
  const int line = QFontMetrics(caption).height();
  const auto title = [&](const QString& text) {
    auto* item = new QCPItemText(&plot);
    item->setClipToAxisRect(false);
    item->setFont(caption);
    item->setColor(plot.xAxis->labelColor());
    item->setText(text);
    return item;
  };
  plot.xAxis->setPadding(below.isEmpty() ? 5 : line + scaled(4));
  if (!below.isEmpty()) {
    QCPItemText* item = title(below);
    item->position->setType(QCPItemPosition::ptAxisRectRatio);
    item->position->setCoords(1.0, 1.0);
    item->setPositionAlignment(Qt::AlignRight | Qt::AlignTop);
    const int numbers = plot.xAxis->tickLengthOut() + plot.xAxis->tickLabelPadding() + lines * line;
    item->setPadding(QMargins(0, numbers, 0, 0));
  }
  plot.axisRect()->setMinimumMargins(QMargins(0, above.isEmpty() ? 0 : line + scaled(6), 0, 0));
  if (!above.isEmpty()) {
    QCPItemText* item = title(above);
    item->position->setTypeX(QCPItemPosition::ptViewportRatio);
    item->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    item->position->setCoords(0.0, 0.0);
    item->setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
    item->setPadding(QMargins(scaled(5), 0, 0, scaled(5)));
  }
}

NamedPlot::NamedPlot(QWidget* parent) : QCustomPlot(parent) {
  installAccessiblePlots();
  delete legend;
  legend = new FlowLegend;
  axisRect()->insetLayout()->addElement(legend, Qt::AlignTop | Qt::AlignRight);
  legend->setLayer(u"legend"_s);
  legend->setVisible(false);
  connect(this, &QCustomPlot::beforeReplot, this, [this] { fitNumbers(viewport().size() - m_around); });
  connect(this, &QCustomPlot::afterLayout, this, &NamedPlot::settle);
}

bool NamedPlot::fitNumbers(const QSize& room) {
  bool changed = false;
  for (QCPAxis* axis : {xAxis, yAxis}) {
    QCPAxisTicker& ticker = *axis->ticker();
    if (typeid(ticker) != typeid(QCPAxisTicker) && typeid(ticker) != typeid(QCPAxisTickerFixed))
      continue;  // words and powers of ten stand where they were put
    const int length = axis->orientation() == Qt::Horizontal ? room.width() : room.height();
    const int before = ticker.tickCount();
    ticker.setTickCount(kTicksWanted);
    while (ticker.tickCount() > 1 && !standApart(*axis, ticker, length))
      ticker.setTickCount(ticker.tickCount() - 1);
    changed = changed || ticker.tickCount() != before;
  }
  return changed;
}

void NamedPlot::settle() {
  m_around = viewport().size() - axisRect()->size();
  if (fitNumbers(axisRect()->size())) replot(rpQueuedReplot);
  const int least = minimumSizeHint().height();
  if (m_keepsLines && least != m_least) updateGeometry();
  m_least = least;
}

void NamedPlot::keepLines(int lines) {
  m_keepsLines = true;
  const int line = QFontMetrics(ui::font(TextRole::Caption)).ascent();  // figures reach no lower
  axisRect()->setMinimumSize(axisRect()->minimumSize().width(), lines * line);
}

void NamedPlot::applyTheme(const Theme& theme, double scale) {
  styleAxes(*this, theme);
  setNotAntialiasedElements(QCP::aePlottables);
  legend->setVisible(true);
  const auto px = [scale](double pixels) { return static_cast<int>(std::lround(pixels * scale)); };
  legend->setIconSize(px(10), QFontMetrics(legend->font()).height());  // marks on the line of their words
  legend->setIconTextPadding(px(5));
  legend->setRowSpacing(0);
  legend->setColumnSpacing(px(10));
  legend->setMargins(QMargins(0, 0, 0, 0));
  legend->setFillOrder(QCPLegend::foColumnsFirst);
  if (plotLayout()->rowCount() == 1) {
    const int row = m_legendBelow ? 1 : 0;
    plotLayout()->insertRow(row);
    plotLayout()->addElement(row, 0, legend);
    plotLayout()->setRowStretchFactor(row, 0.001);
    plotLayout()->setRowSpacing(m_legendBelow ? px(4) : 0);
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
  fitNumbers(place.size() - m_around);  // the next picture on the screen fits its own
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
