#include "ui/render/timeline_painter.h"

#include <QCoreApplication>
#include <cmath>

#include "ui/render/marks.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using cost::Span;
using cost::SpanKind;

namespace {

struct PainterWords {
  Q_DECLARE_TR_FUNCTIONS(TimelinePainter)
};

}  // namespace

TimelinePainter::TimelinePainter(const cost::Timeline& timeline, std::vector<LaneLabel> labels,
                                 TimelineLook look)
    : m_timeline(timeline), m_labels(std::move(labels)), m_look(std::move(look)) {}

double TimelinePainter::laneTop(int lane) const {
  return m_look.axisHeight() + lane * (m_look.lane() + m_look.transfers() + m_look.gap()) + m_look.gap() / 2;
}

double TimelinePainter::height() const {
  const auto lanes = static_cast<int>(m_timeline.lanes.size());
  double height = laneTop(lanes);
  if (m_look.memory) height += m_look.memoryTitle() + lanes * m_look.memoryStrip();
  return height;
}

TimeAxis TimelinePainter::axis(double width, double begin, double end) const {
  TimeAxis axis;
  axis.left = m_look.gutter();
  axis.width = width - axis.left - 12.0 * m_look.scale;
  axis.begin = begin;
  axis.end = end;
  if (m_look.fold && m_timeline.fold_repeats > 0) {
    axis.foldBegin = m_timeline.fold_start;
    axis.foldEnd = m_timeline.fold_end;
    axis.foldWidth = 92.0 * m_look.scale;
  }
  return axis;
}

bool TimelinePainter::hidden(const TimeAxis& axis, const Span& span) const {
  if (span.end < axis.begin || span.start > axis.end) return true;
  return axis.folded() && span.start >= axis.foldBegin && span.end <= axis.foldEnd;
}

void TimelinePainter::paint(QPainter& painter, const TimeAxis& axis, const TimelineOverlay& overlay) const {
  const Theme& theme = m_look.theme;
  const auto lanes = static_cast<int>(m_timeline.lanes.size());
  const double right = axis.left + axis.width;
  painter.save();
  painter.setLayoutDirection(Qt::LeftToRight);  // time runs to the right in every language
  painter.fillRect(QRectF(0, 0, right + 12.0 * m_look.scale, height()), theme.panel);
  for (int lane = 0; lane < lanes; ++lane) {
    paintLane(painter, axis, lane, overlay.selected);
    paintTransfers(painter, axis, lane, overlay.selected);
    paintGutter(painter, lane);
  }
  const double title = laneTop(lanes);
  if (m_look.memory)
    for (int lane = 0; lane < lanes; ++lane)
      paintMemory(painter, axis, lane, title + m_look.memoryTitle() + lane * m_look.memoryStrip());
  paintFold(painter, axis);
  if (m_look.memory) paintMemoryTitle(painter, axis, title);
  paintAxis(painter, axis);
  if (m_look.heading) {
    painter.setFont(m_look.strong);
    painter.setPen(theme.text);
    painter.drawText(QRectF(12 * m_look.scale, 26 * m_look.scale, right, 26 * m_look.scale),
                     Qt::AlignVCenter | Qt::AlignLeft, overlay.heading);
  }
  if (overlay.measure) paintMeasure(painter, axis, *overlay.measure);
  if (overlay.cursor && *overlay.cursor >= axis.begin && *overlay.cursor <= axis.end)
    paintCursor(painter, axis, *overlay.cursor);
  painter.restore();
}

void TimelinePainter::paintCursor(QPainter& painter, const TimeAxis& axis, double seconds) const {
  const Theme& theme = m_look.theme;
  const double x = axis.xOf(seconds);
  painter.setPen(QPen(theme.accent, 1));
  painter.drawLine(QPointF(x, 26 * m_look.scale), QPointF(x, height()));
  const QRectF chip(x - 30 * m_look.scale, 3 * m_look.scale, 60 * m_look.scale, 20 * m_look.scale);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.accent);
  painter.drawRoundedRect(chip, 3, 3);
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(theme.onAccent);
  painter.setFont(m_look.caption);
  painter.drawText(chip, Qt::AlignCenter, QLocale().toString(seconds, 'f', 3));
}

/// A bracket over what was measured, with its length and the sums by kind.
void TimelinePainter::paintMeasure(QPainter& painter, const TimeAxis& axis, const Measure& measure) const {
  const Theme& theme = m_look.theme;
  const double x0 = std::clamp(axis.xOf(measure.begin), axis.left, axis.left + axis.width);
  const double x1 = std::clamp(axis.xOf(measure.end), axis.left, axis.left + axis.width);
  const double lane = measure.lane >= 0 ? laneTop(measure.lane) : m_look.axisHeight() + 9 * m_look.scale;
  const double y = lane - 4 * m_look.scale, bottom = measure.lane >= 0 ? lane + m_look.lane() : height();
  QColor veil = theme.accent;
  veil.setAlphaF(0.10F);
  painter.fillRect(QRectF(x0, y, x1 - x0, bottom - y), veil);
  painter.setPen(QPen(theme.text, 1.2));
  painter.drawLine(QPointF(x0, y), QPointF(x1, y));
  painter.drawLine(QPointF(x0, y), QPointF(x0, y + 6 * m_look.scale));
  painter.drawLine(QPointF(x1, y), QPointF(x1, y + 6 * m_look.scale));
  const QString text = measureText(measure);
  const QFontMetricsF metrics(m_look.caption);
  const double wide = metrics.horizontalAdvance(text) + 12 * m_look.scale;
  const double at = std::min(x1 + 6 * m_look.scale, axis.left + axis.width - wide);
  const QRectF plate(at, y - 1 * m_look.scale, wide, metrics.height() + 4 * m_look.scale);
  painter.fillRect(plate, theme.raised);
  painter.setPen(theme.border);
  painter.drawRect(plate);
  painter.setPen(theme.text);
  painter.setFont(m_look.caption);
  painter.drawText(plate, Qt::AlignCenter, text);
}

void TimelinePainter::paintMemoryTitle(QPainter& painter, const TimeAxis& axis, double top) const {
  const Theme& theme = m_look.theme;
  const double right = axis.left + axis.width;
  painter.fillRect(QRectF(0, top, right + 12.0 * m_look.scale, m_look.memoryTitle()), theme.header);
  painter.setPen(theme.text);
  painter.setFont(m_look.strong);
  painter.drawText(QRectF(12 * m_look.scale, top, axis.left, m_look.memoryTitle()),
                   Qt::AlignVCenter | Qt::AlignLeft, PainterWords::tr("Memory per GPU"));
  // Legend of the strips.
  painter.setFont(m_look.caption);
  double x = axis.left;
  const auto entry = [&](const PartStyle& style, const QString& text, bool line) {
    const QRectF box(x, top + m_look.memoryTitle() / 2 - 4 * m_look.scale, 9 * m_look.scale,
                     9 * m_look.scale);
    if (line) {
      painter.setPen(QPen(style.color, 1.5, Qt::DashLine));
      painter.drawLine(QPointF(box.left() - 6 * m_look.scale, box.center().y()),
                       QPointF(box.right(), box.center().y()));
    } else {
      fillPart(painter, box, style, theme);
    }
    painter.setPen(theme.text2);
    painter.drawText(QPointF(box.right() + 5 * m_look.scale, box.bottom()), text);
    x = box.right() + 5 * m_look.scale + QFontMetricsF(m_look.caption).horizontalAdvance(text) +
        22 * m_look.scale;
  };
  entry(theme.part(cost::Part::compute_backward),
        PainterWords::tr("weights, gradients, optimizer, workspace"), false);
  entry(theme.part(cost::Part::tensor_parallel), PainterWords::tr("activations"), false);
  entry({theme.limit, theme.text}, PainterWords::tr("limit"), true);
}

void TimelinePainter::paintAxis(QPainter& painter, const TimeAxis& axis) const {
  const Theme& theme = m_look.theme;
  const double right = axis.left + axis.width;
  const double high = 26.0 * m_look.scale;
  painter.fillRect(QRectF(0, 0, right + 12 * m_look.scale, high), theme.header);
  painter.setFont(m_look.caption);
  painter.setPen(theme.text3);
  painter.drawText(QRectF(0, 0, axis.left - 12 * m_look.scale, high), Qt::AlignVCenter | Qt::AlignRight,
                   PainterWords::tr("seconds"));
  painter.setPen(theme.text2);
  const double step = axis.step(70 * m_look.scale);
  const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  const auto first = static_cast<qint64>(std::ceil(axis.begin / step - 1e-9));
  for (qint64 tick = first; static_cast<double>(tick) * step <= axis.end + 1e-12; ++tick) {
    const double t = static_cast<double>(tick) * step;
    if (axis.folded() && t > axis.foldBegin - 0.4 * step && t < axis.foldEnd + 0.4 * step) continue;
    const double x = axis.xOf(t);
    painter.setPen(theme.plotGrid);
    painter.drawLine(QPointF(x, high - 4), QPointF(x, high));
    painter.setPen(theme.text2);
    const double half = 34 * m_look.scale;
    if (x + half * 0.4 > right + 12 * m_look.scale) continue;
    painter.drawText(QRectF(x - half, 0, 2 * half, high), Qt::AlignCenter,
                     QLocale().toString(t, 'f', decimals));
  }
  if (axis.folded()) {
    painter.setPen(theme.text2);
    painter.drawText(QRectF(axis.xOf(axis.foldBegin), 0, axis.foldWidth, high), Qt::AlignCenter,
                     PainterWords::tr("%1 folded").arg(durationText(axis.foldEnd - axis.foldBegin)));
  }
  painter.setPen(theme.border);
  painter.drawLine(QPointF(0, high), QPointF(right + 12 * m_look.scale, high));
}

void TimelinePainter::paintLane(QPainter& painter, const TimeAxis& axis, int lane, SpanRef selected) const {
  const Theme& theme = m_look.theme;
  const cost::Lane& data = m_timeline.lanes[static_cast<std::size_t>(lane)];
  const double top = laneTop(lane);
  const double right = axis.left + axis.width;
  painter.save();
  painter.setClipRect(QRectF(axis.left, 0, axis.width, height()), Qt::IntersectClip);
  if (m_look.stale) painter.setOpacity(0.72);
  // What is not work is hatched.
  const double first = std::max(axis.left, axis.xOf(std::max(0.0, axis.begin)));
  const double last = std::min(right, axis.xOf(std::min(m_timeline.step, axis.end)));
  if (last > first) fillHatch(painter, QRectF(first, top, last - first, m_look.lane()), theme);
  double drawn = -1e9;
  const auto begin = std::partition_point(data.work.begin(), data.work.end(),
                                          [&](const Span& span) { return span.end < axis.begin; });
  for (auto at = begin; at != data.work.end() && at->start <= axis.end; ++at) {
    const Span& span = *at;
    const int i = static_cast<int>(at - data.work.begin());
    if (hidden(axis, span)) continue;
    double x0 = axis.xOf(span.start);
    double x1 = axis.xOf(span.end);
    if (axis.folded() && span.start < axis.foldBegin && span.end > axis.foldBegin)
      x1 = axis.xOf(axis.foldBegin);
    if (axis.folded() && span.start < axis.foldEnd && span.start >= axis.foldBegin)
      x0 = axis.xOf(axis.foldEnd);
    if (x1 <= drawn + 0.5 && x1 - x0 < 1.0) continue;  // falls on a pixel already drawn
    const double gap = x1 - x0 > 4.0 ? 1.0 : 0.0;
    drawn = x1;
    paintSpan(painter, span, QRectF(x0, top, std::max(1.0, x1 - x0 - gap), m_look.lane()),
              selected == SpanRef{lane, i});
  }
  painter.restore();
}

void TimelinePainter::paintSpan(QPainter& painter, const Span& span, const QRectF& block,
                                bool selected) const {
  const Theme& theme = m_look.theme;
  const PartStyle& style = theme.part(partOf(span.kind));
  painter.setPen(Qt::NoPen);
  painter.setBrush(style.color);
  if (block.width() > 6) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.drawRoundedRect(block, 2, 2);
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (!style.pattern.isEmpty()) fillPart(painter, block.adjusted(1, 1, -1, -1), style, theme);
  } else {
    painter.fillRect(block, style.color);
  }
  if (m_look.criticalPath && span.critical && block.width() > 5) {
    painter.setPen(QPen(theme.best, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(block.adjusted(1, 1, -1, -1));
  }
  if (selected) {
    painter.setPen(QPen(theme.focus, 2.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(block.adjusted(-1, -2, 1, 2), 3, 3);
  }
  const QString label = labelOf(span, block.width());
  if (label.isEmpty() || m_look.laneHeight < 14) return;
  if (QFontMetricsF(m_look.caption).horizontalAdvance(label) > block.width() - 3) return;
  painter.setPen(style.ink);
  painter.setFont(m_look.caption);
  painter.drawText(block, Qt::AlignCenter, label);
}

/// By width: the number, letter and number, name and number, length as well.
QString TimelinePainter::labelOf(const Span& span, double width) const {
  const double s = m_look.scale;
  if (width < 12 * s) return {};
  QString label;
  const QString number = span.micro_batch >= 0 ? QString::number(span.micro_batch + 1) : QString();
  if (span.micro_batch < 0)
    label = spanName(span.kind);
  else if (width >= 80 * s)
    label = PainterWords::tr("%1 %2", "kind of span and micro-batch").arg(spanName(span.kind), number);
  else if (width >= 40 * s)
    label = PainterWords::tr("%1 %2", "letter of span and micro-batch").arg(spanLetter(span.kind), number);
  else
    label = number;
  if (width >= 150 * s) label += u" · "_s + durationText(span.end - span.start);
  return label;
}

void TimelinePainter::paintTransfers(QPainter& painter, const TimeAxis& axis, int lane,
                                     SpanRef selected) const {
  const Theme& theme = m_look.theme;
  const cost::Lane& data = m_timeline.lanes[static_cast<std::size_t>(lane)];
  const QColor color = theme.part(cost::Part::pipeline_transfer).color;
  const double top = laneTop(lane) + m_look.lane() + 3 * m_look.scale;
  const double high = m_look.transfers() - 3 * m_look.scale;
  painter.save();
  painter.setClipRect(QRectF(axis.left, 0, axis.width, height()), Qt::IntersectClip);
  if (m_look.stale) painter.setOpacity(0.72);
  double drawn = -1e9;
  for (std::size_t i = 0; i < data.transfers.size(); ++i) {
    const Span& span = data.transfers[i];
    if (hidden(axis, span)) continue;
    const bool chosen = selected == SpanRef{lane, static_cast<int>(i), true};
    const bool send = span.kind == SpanKind::send;
    const bool critical = m_look.criticalPath && span.critical;
    const double x = axis.xOf(span.start);
    const double wide = std::clamp(axis.xOf(span.end) - x, 3.0, 5.0 * m_look.scale);
    if (x < drawn + 1.0 && !chosen && !critical) continue;
    drawn = x + wide;
    const QRectF mark(x, top, wide, high);
    if (critical) {
      painter.setPen(QPen(theme.best, 2));
      painter.setBrush(Qt::NoBrush);
      painter.drawRect(mark.adjusted(-2, -1, 2, 1));
    }
    if (chosen) {
      painter.setPen(QPen(theme.focus, 2));
      painter.setBrush(Qt::NoBrush);
      painter.drawRect(mark.adjusted(-3, -2, 3, 2));
    }
    if (send) {
      painter.fillRect(mark, color);
    } else {
      painter.setPen(QPen(color, 1));
      painter.setBrush(Qt::NoBrush);
      painter.drawRect(mark.adjusted(0.5, 0.5, -0.5, -0.5));
    }
  }
  painter.restore();
}

void TimelinePainter::paintGutter(QPainter& painter, int lane) const {
  const Theme& theme = m_look.theme;
  const LaneLabel& label = m_labels[static_cast<std::size_t>(lane)];
  const double s = m_look.scale;
  const double top = laneTop(lane);
  painter.fillRect(
      QRectF(0, top - m_look.gap() / 2, m_look.gutter(), m_look.lane() + m_look.transfers() + m_look.gap()),
      theme.panel);
  painter.setPen(theme.text);
  painter.setFont(m_look.strong);
  const bool small = m_look.laneHeight < 40;
  const double line = small ? m_look.lane() : 18 * s;
  // A pip with what the lane is called in short, tinted as the cluster's stage layer is.
  const double signWidth = QFontMetricsF(m_look.caption).horizontalAdvance(label.sign);
  const QRectF pip(12 * s, top + (line - 15 * s) / 2, std::max(28 * s, signWidth + 6 * s), 15 * s);
  const double beside = pip.right() + 6 * s;
  const QColor tint = theme.sequential[label.tint];
  painter.fillRect(pip, tint);
  painter.setFont(m_look.caption);
  painter.setPen(tint.lightnessF() > 0.55F ? QColor(0x10, 0x14, 0x18) : QColor(Qt::white));
  painter.drawText(pip, Qt::AlignCenter, label.sign);
  painter.setPen(theme.text);
  painter.setFont(m_look.strong);
  if (!small)
    painter.drawText(QRectF(beside, top, m_look.gutter() - beside - 4 * s, line),
                     Qt::AlignVCenter | Qt::AlignLeft, label.title);
  const double left = small ? beside : 12 * s;
  const double row = small ? top : top + 19 * s;
  const double shape = 9 * s;
  drawShape(painter, QRectF(left, row + (line - shape) / 2, shape, shape), label.style.shape,
            label.style.color);
  painter.setFont(m_look.caption);
  painter.setPen(theme.text2);
  painter.drawText(QRectF(left + 14 * s, row, m_look.gutter() - left - 18 * s, line),
                   Qt::AlignVCenter | Qt::AlignLeft, label.gpus);
  if (!small) {
    painter.setPen(theme.text3);
    painter.drawText(QRectF(12 * s, row + 18 * s, m_look.gutter() - 16 * s, line),
                     Qt::AlignVCenter | Qt::AlignLeft, label.layers);
  }
  painter.setPen(theme.border);
  const double bottom = top + m_look.lane() + m_look.transfers() + m_look.gap() / 2;
  painter.drawLine(QPointF(0, bottom), QPointF(m_look.gutter(), bottom));
}

void TimelinePainter::paintMemory(QPainter& painter, const TimeAxis& axis, int lane, double top) const {
  const Theme& theme = m_look.theme;
  const cost::Lane& data = m_timeline.lanes[static_cast<std::size_t>(lane)];
  const LaneLabel& label = m_labels[static_cast<std::size_t>(lane)];
  const double s = m_look.scale;
  double peak = data.fixed_bytes;
  for (const cost::MemoryStep& step : data.memory)
    peak = std::max(peak, data.fixed_bytes + step.activation_bytes);
  const double most = std::max(peak, data.limit_bytes) * 1.08;
  const double bottom = top + m_look.memoryStrip() - 8 * s;
  const double high = m_look.memoryStrip() - 14 * s;
  const auto y = [&](double bytes) { return bottom - high * bytes / most; };
  painter.setPen(theme.text);
  painter.setFont(m_look.strong);
  painter.drawText(QRectF(12 * s, top + 4 * s, axis.left, 18 * s), Qt::AlignVCenter | Qt::AlignLeft,
                   label.title);
  painter.setFont(m_look.caption);
  painter.setPen(peak > data.limit_bytes ? theme.error : theme.text2);
  drawShape(painter, QRectF(12 * s, top + 26 * s, 9 * s, 9 * s), label.style.shape, label.style.color);
  painter.drawText(
      QRectF(26 * s, top + 21 * s, axis.left - 30 * s, 18 * s), Qt::AlignVCenter | Qt::AlignLeft,
      PainterWords::tr("peak %1 · %2").arg(gibText(peak), percentText(peak / data.limit_bytes, 0)));
  painter.save();
  painter.setClipRect(QRectF(axis.left, top, axis.width, m_look.memoryStrip()), Qt::IntersectClip);
  if (m_look.stale) painter.setOpacity(0.72);
  const double x0 = std::max(axis.left, axis.xOf(std::max(0.0, axis.begin)));
  const double x1 = std::min(axis.left + axis.width, axis.xOf(std::min(m_timeline.step, axis.end)));
  QColor fixed = theme.part(cost::Part::compute_backward).color;
  painter.fillRect(QRectF(x0, y(data.fixed_bytes), x1 - x0, bottom - y(data.fixed_bytes)), fixed);
  const QColor activations = theme.part(cost::Part::tensor_parallel).color;
  for (std::size_t i = 0; i < data.memory.size(); ++i) {
    const double from = data.memory[i].time;
    const double to = i + 1 < data.memory.size() ? data.memory[i + 1].time : m_timeline.step;
    if (to < axis.begin || from > axis.end || data.memory[i].activation_bytes <= 0.0) continue;
    const double a = axis.xOf(std::max(from, axis.begin));
    const double b = axis.xOf(std::min(to, axis.end));
    const double level = y(data.fixed_bytes + data.memory[i].activation_bytes);
    painter.fillRect(QRectF(a, level, b - a + 0.6, y(data.fixed_bytes) - level), activations);
  }
  painter.setPen(QPen(theme.limit, 1.5, Qt::DashLine));
  painter.drawLine(QPointF(axis.left, y(data.limit_bytes)),
                   QPointF(axis.left + axis.width, y(data.limit_bytes)));
  painter.restore();
  painter.setPen(theme.border);
  painter.drawLine(QPointF(0, top + m_look.memoryStrip() - 1),
                   QPointF(axis.left + axis.width, top + m_look.memoryStrip() - 1));
}

void TimelinePainter::paintFold(QPainter& painter, const TimeAxis& axis) const {
  if (!axis.folded()) return;
  const Theme& theme = m_look.theme;
  const auto lanes = static_cast<int>(m_timeline.lanes.size());
  const double x = axis.xOf(axis.foldBegin);
  painter.fillRect(QRectF(x, m_look.axisHeight(), axis.foldWidth, height() - m_look.axisHeight()),
                   theme.header);
  painter.setPen(QPen(theme.borderStrong, 1, Qt::DashLine));
  painter.drawLine(QPointF(x, m_look.axisHeight()), QPointF(x, height()));
  painter.drawLine(QPointF(x + axis.foldWidth, m_look.axisHeight()), QPointF(x + axis.foldWidth, height()));
  painter.setFont(m_look.strong);
  painter.setPen(theme.text2);
  for (int lane = 0; lane < lanes; ++lane)
    painter.drawText(QRectF(x, laneTop(lane), axis.foldWidth, m_look.lane()), Qt::AlignCenter,
                     u"× %1"_s.arg(m_timeline.fold_repeats));
}

int TimelinePainter::laneAt(double y) const {
  for (int lane = 0; lane < static_cast<int>(m_timeline.lanes.size()); ++lane)
    if (y >= laneTop(lane) && y <= laneTop(lane) + m_look.lane()) return lane;
  return -1;
}

SpanRef TimelinePainter::spanAt(const TimeAxis& axis, QPointF point) const {
  if (point.x() < axis.left) return {};
  const double t = axis.secondsAt(point.x());
  for (int lane = 0; lane < static_cast<int>(m_timeline.lanes.size()); ++lane) {
    const double top = laneTop(lane);
    const cost::Lane& data = m_timeline.lanes[static_cast<std::size_t>(lane)];
    if (point.y() >= top && point.y() <= top + m_look.lane()) {
      const auto found = std::partition_point(data.work.begin(), data.work.end(),
                                              [&](const Span& span) { return span.end < t; });
      if (found != data.work.end() && found->start <= t && !hidden(axis, *found))
        return {lane, static_cast<int>(found - data.work.begin())};
      return {};
    }
    if (point.y() <= top + m_look.lane() || point.y() > top + m_look.lane() + m_look.transfers()) continue;
    // A transfer is drawn at least 3 px wide, so that a pointer can find it.
    for (std::size_t i = 0; i < data.transfers.size(); ++i) {
      const SpanRef ref{lane, static_cast<int>(i), true};
      if (const QRectF place = placeOf(axis, ref);
          place.left() - 1 <= point.x() && point.x() <= place.right() + 1)
        return ref;
    }
  }
  return {};
}

QRectF TimelinePainter::placeOf(const TimeAxis& axis, SpanRef ref) const {
  if (ref.lane < 0 || ref.index < 0) return {};
  const Span& span = blockAt(m_timeline, ref);
  if (hidden(axis, span)) return {};
  const double x0 = axis.xOf(span.start), x1 = axis.xOf(span.end);
  const double top = laneTop(ref.lane);
  if (!ref.transfer) return {x0, top, std::max(1.0, x1 - x0), m_look.lane()};
  return {x0, top + m_look.lane() + 3 * m_look.scale, std::clamp(x1 - x0, 3.0, 5.0 * m_look.scale),
          m_look.transfers() - 3 * m_look.scale};
}

}  // namespace astrolabe::ui
