#include "ui/shell/run_bar_parts.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "ui/render/proof_figures.h"
#include "ui/render/theme.h"
#include "ui/shell/paint_helpers.h"

namespace astrolabe::ui {

StatePill::StatePill(QWidget* parent) : QLabel(parent) { setFont(ui::font(TextRole::BodyStrong)); }

void StatePill::setPill(const QString& iconName, const QString& word, const QColor& ink, const QColor& fill) {
  m_icon = iconName;
  m_ink = ink;
  m_fill = fill;
  setText(word);
  setAccessibleName(word);
  updateGeometry();
  update();
}

QSize StatePill::sizeHint() const {
  return {fontMetrics().horizontalAdvance(text()) + scaled(16 + 6 + 2 * 10), scaled(24)};
}

void StatePill::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const int high = scaled(24);
  const QRect pill(0, (height() - high) / 2, width(), high);
  painter.setPen(Qt::NoPen);
  painter.setBrush(m_fill);
  painter.drawRoundedRect(pill, high / 2.0, high / 2.0);
  const int side = scaled(14);
  const bool mirrored = layoutDirection() == Qt::RightToLeft;
  const int pad = scaled(10);
  const QPoint at(mirrored ? pill.right() - pad - side : pill.left() + pad, pill.center().y() - side / 2 + 1);
  painter.drawPixmap(at, tintedIcon(m_icon, m_ink, side, this));
  painter.setPen(m_ink);
  const int gap = side + pad + scaled(6);
  painter.drawText(mirrored ? pill.adjusted(pad, 0, -gap, 0) : pill.adjusted(gap, 0, -pad, 0),
                   Qt::AlignVCenter | Qt::AlignLeading, text());
}

SparkLine::SparkLine(QWidget* parent) : QWidget(parent) { setFixedSize(sizeHint()); }

QSize SparkLine::sizeHint() const { return {scaled(150), scaled(28)}; }

void SparkLine::setSnapshot(const plan::SnapshotPtr& snapshot) {
  m_best.clear();
  m_bound.clear();
  if (snapshot) {
    for (const plan::Improvement& found : snapshot->improvements)
      if (const auto figure = goalFigure(*snapshot, found)) m_best << QPointF(found.seconds, *figure);
    for (const plan::BoundSample& sample : snapshot->bounds)
      if (const auto figure = boundFigure(*snapshot, sample.bound))
        m_bound << QPointF(sample.seconds, *figure);
    const double last = m_best.isEmpty() ? 0.0 : m_best.last().x();
    const double end = std::max(snapshot->seconds, last);
    if (!m_best.isEmpty()) m_best << QPointF(end, m_best.last().y());
    if (const auto bound = proofFigures(*snapshot).bound) m_bound << QPointF(end, *bound);
  }
  update();
}

/// Values of both lines; where the bound was still far away it runs along the edge.
void SparkLine::paintEvent(QPaintEvent*) {
  if (m_best.isEmpty()) return;
  const Theme& theme = currentTheme();
  double low = m_best.first().y(), high = low;
  const auto take = [&](double figure) {
    low = std::min(low, figure);
    high = std::max(high, figure);
  };
  for (const QPointF& point : std::as_const(m_best)) take(point.y());
  if (!m_bound.isEmpty()) take(m_bound.last().y());
  if (!(high > low)) low = high * 0.9;
  const double end = m_best.last().x();
  const QRectF area = QRectF(rect()).adjusted(1, 4, -5, -4);
  const auto at = [&](double seconds, double figure) {
    const double share = (std::clamp(figure, low, high) - low) / (high - low);
    return QPointF(area.left() + (end > 0 ? seconds / end : 1.0) * area.width(),
                   area.bottom() - share * area.height());
  };
  // A value holds until the next one.
  const auto steps = [&](const QList<QPointF>& points) {
    QPainterPath path(at(points.first().x(), points.first().y()));
    for (qsizetype i = 1; i < points.size(); ++i) {
      path.lineTo(at(points[i].x(), points[i - 1].y()));
      path.lineTo(at(points[i].x(), points[i].y()));
    }
    return path;
  };
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  if (!m_bound.isEmpty()) {
    painter.setPen(QPen(theme.text3, 1, Qt::DashLine));
    painter.drawPath(steps(m_bound));
  }
  painter.setPen(QPen(theme.best, 1.5));
  painter.drawPath(steps(m_best));
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.best);
  painter.drawEllipse(at(end, m_best.last().y()), 2.5, 2.5);
}

}  // namespace astrolabe::ui
