#include "ui/shell/run_bar_parts.h"

#include <QPainter>
#include <QPainterPath>

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

double tokensPerStep(const plan::Snapshot& snapshot) {
  if (!snapshot.problem) return 0.0;
  const strategy::Job& job = snapshot.problem->job;
  return double(job.sequence_length) * job.global_batch;
}

SparkLine::SparkLine(QWidget* parent) : QWidget(parent) { setFixedSize(sizeHint()); }

QSize SparkLine::sizeHint() const { return {scaled(150), scaled(28)}; }

void SparkLine::setSnapshot(const plan::SnapshotPtr& snapshot) {
  m_snapshot = snapshot;
  update();
}

void SparkLine::paintEvent(QPaintEvent*) {
  if (!m_snapshot || m_snapshot->improvements.empty()) return;
  const Theme& theme = currentTheme();
  const auto& steps = m_snapshot->improvements;
  const double end = std::max(m_snapshot->seconds, steps.back().seconds);
  const double perStep = tokensPerStep(*m_snapshot);
  const double bound = m_snapshot->has_bound && m_snapshot->bound_step_seconds > 0
                           ? perStep / m_snapshot->bound_step_seconds
                           : 0.0;
  double low = steps.front().tokens_per_second, high = bound;
  for (const plan::Improvement& step : steps) {
    low = std::min(low, step.tokens_per_second);
    high = std::max(high, step.tokens_per_second);
  }
  if (!(high > low)) low = high * 0.9;
  const QRectF area = QRectF(rect()).adjusted(1, 4, -5, -4);
  const auto x = [&](double seconds) { return area.left() + (end > 0 ? seconds / end : 1.0) * area.width(); };
  const auto y = [&](double rate) {
    return area.bottom() - (high > low ? (rate - low) / (high - low) : 1.0) * area.height();
  };
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (bound > 0) {
    painter.setPen(QPen(theme.text3, 1, Qt::DashLine));
    painter.drawLine(QPointF(area.left(), y(bound)), QPointF(area.right(), y(bound)));
  }
  QPainterPath path(QPointF(x(steps.front().seconds), y(steps.front().tokens_per_second)));
  double level = steps.front().tokens_per_second;
  for (const plan::Improvement& step : steps) {
    path.lineTo(x(step.seconds), y(level));
    level = step.tokens_per_second;
    path.lineTo(x(step.seconds), y(level));
  }
  path.lineTo(x(end), y(level));
  painter.setPen(QPen(theme.best, 1.5));
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(path);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.best);
  painter.drawEllipse(QPointF(x(end), y(level)), 2.5, 2.5);
}

}  // namespace astrolabe::ui
