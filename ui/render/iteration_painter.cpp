#include "ui/render/iteration_painter.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "ui/render/marks.h"
#include "ui/render/numbers.h"
#include "ui/render/post_training_reasons.h"
#include "ui/render/post_training_words.h"
#include "ui/render/text.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using post_training::Block;
using post_training::Held;
using post_training::Placement;
using post_training::SetLane;

namespace {

struct IterationSaid {
  Q_DECLARE_TR_FUNCTIONS(IterationPainter)
};

constexpr double kMargin = 12.0;     // right of the axis, before scaling
constexpr double kLeastBlock = 1.0;  // pixels that a block is drawn with at least

}  // namespace

PartStyle roleStyle(const Theme& theme, int role) {
  const GpuStyle style = theme.gpu(role);
  constexpr double kBright = 0.55;  // above it letters are dark
  const double luminance =
      0.299 * style.color.redF() + 0.587 * style.color.greenF() + 0.114 * style.color.blueF();
  return {style.color, luminance > kBright ? QColor(Qt::black) : QColor(Qt::white), false, style.pattern};
}

IterationLabels iterationLabels(const Placement& placement, const post_training::Iteration& iteration,
                                const strategy::Problem& problem) {
  IterationLabels labels;
  for (const post_training::Role& role : placement.job->roles) labels.roles.push_back(roleName(role.name));
  for (const post_training::Unit& unit : placement.units) labels.roleOfUnit.push_back(unit.role);
  for (std::size_t set = 0; set < placement.sets.size(); ++set) {
    const post_training::PlannedSet& planned = placement.sets[set];
    const std::string& pool = problem.cluster.pools[static_cast<std::size_t>(planned.placed.pool)].id;
    labels.lanes.push_back(
        {rolesOfSet(placement, planned).join(u", "_s),
         IterationSaid::tr("%1 %2, %3 busy", "number of GPUs, pool, share of the iteration")
             .arg(wholeText(planned.placed.gpus), text(pool), percentText(iteration.busy_share(set), 0))});
  }
  if (!iteration.rules.empty())
    labels.lanes.push_back({IterationSaid::tr("Rules"), IterationSaid::tr("need no GPU")});
  for (const post_training::Call& call : placement.job->flow.calls)
    labels.calls.push_back(callName(call.name));
  labels.sync = partText(post_training::Part::sync);
  return labels;
}

IterationPainter::IterationPainter(const post_training::Iteration& iteration, IterationLabels labels,
                                   IterationLook look)
    : m_iteration(iteration), m_labels(std::move(labels)), m_look(std::move(look)) {}

int IterationPainter::lanes() const {
  return static_cast<int>(m_iteration.lanes.size()) + (m_iteration.rules.empty() ? 0 : 1);
}

const std::vector<Block>& IterationPainter::blocks(int lane) const {
  const auto at = static_cast<std::size_t>(lane);
  return at < m_iteration.lanes.size() ? m_iteration.lanes[at].blocks : m_iteration.rules;
}

const Block* IterationPainter::block(BlockRef ref) const {
  if (ref.lane < 0 || ref.lane >= lanes() || ref.index < 0) return nullptr;
  const std::vector<Block>& all = blocks(ref.lane);
  return static_cast<std::size_t>(ref.index) < all.size() ? &all[static_cast<std::size_t>(ref.index)]
                                                          : nullptr;
}

double IterationPainter::laneTop(int lane) const {
  return m_look.axisHeight() + m_look.gap() + lane * (m_look.lane() + m_look.gap());
}

double IterationPainter::stripTop(int lane) const {
  return laneTop(lanes()) + m_look.legendHeight() + m_look.memoryTitle() + lane * m_look.memoryStrip();
}

double IterationPainter::height() const {
  return m_look.memory ? stripTop(static_cast<int>(m_iteration.lanes.size())) + 6.0 * m_look.scale
                       : laneTop(lanes()) + m_look.legendHeight();
}

TimeAxis IterationPainter::axis(double width, double begin, double end) const {
  TimeAxis axis;
  axis.left = m_look.gutter();
  axis.width = std::max(1.0, width - axis.left - kMargin * m_look.scale);
  axis.begin = begin;
  axis.end = end > begin ? end : m_iteration.seconds;
  return axis;
}

void IterationPainter::paint(QPainter& painter, const TimeAxis& axis, BlockRef selected,
                             std::optional<double> cursor) const {
  const Theme& theme = m_look.theme;
  painter.save();
  painter.setLayoutDirection(Qt::LeftToRight);  // time runs to the right in every language
  painter.fillRect(QRectF(0, 0, axis.left + axis.width + kMargin * m_look.scale, height()), theme.panel);
  for (int lane = 0; lane < lanes(); ++lane) {
    paintLane(painter, axis, lane, selected);
    paintGutter(painter, lane);
  }
  paintLegend(painter, axis);
  if (m_look.memory) {
    const double title = stripTop(0) - m_look.memoryTitle();
    painter.fillRect(QRectF(0, title, axis.left + axis.width + kMargin * m_look.scale, m_look.memoryTitle()),
                     theme.header);
    painter.setPen(theme.text);
    painter.setFont(m_look.strong);
    painter.drawText(QRectF(kMargin * m_look.scale, title, axis.left + axis.width, m_look.memoryTitle()),
                     Qt::AlignVCenter | Qt::AlignLeft,
                     IterationSaid::tr("Memory of the fullest GPU of each set; dashed: what a plan may use"));
    for (std::size_t lane = 0; lane < m_iteration.lanes.size(); ++lane)
      paintStrip(painter, axis, static_cast<int>(lane));
  }
  paintAxis(painter, axis);
  if (cursor && *cursor >= axis.begin && *cursor <= axis.end) {
    painter.setPen(QPen(theme.accent, 1));
    painter.drawLine(QPointF(axis.xOf(*cursor), m_look.axisHeight()), QPointF(axis.xOf(*cursor), height()));
  }
  painter.restore();
}

void IterationPainter::paintAxis(QPainter& painter, const TimeAxis& axis) const {
  const Theme& theme = m_look.theme;
  const double right = axis.left + axis.width, high = m_look.axisHeight();
  painter.fillRect(QRectF(0, 0, right + kMargin * m_look.scale, high), theme.header);
  painter.setFont(m_look.caption);
  painter.setPen(theme.text3);
  painter.drawText(QRectF(0, 0, axis.left - kMargin * m_look.scale, high), Qt::AlignVCenter | Qt::AlignRight,
                   IterationSaid::tr("seconds"));
  const double step = axis.step(70 * m_look.scale);
  const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  const double half = 34 * m_look.scale;
  for (auto tick = static_cast<qint64>(std::ceil(axis.begin / step - 1e-9));
       static_cast<double>(tick) * step <= axis.end + 1e-12; ++tick) {
    const double x = axis.xOf(static_cast<double>(tick) * step);
    painter.setPen(theme.plotGrid);
    painter.drawLine(QPointF(x, high - 4), QPointF(x, high));
    if (x + half * 0.4 > right + kMargin * m_look.scale) continue;
    painter.setPen(theme.text2);
    painter.drawText(QRectF(x - half, 0, 2 * half, high), Qt::AlignCenter,
                     QLocale().toString(static_cast<double>(tick) * step, 'f', decimals));
  }
  painter.setPen(theme.border);
  painter.drawLine(QPointF(0, high), QPointF(right + kMargin * m_look.scale, high));
}

void IterationPainter::paintLegend(QPainter& painter, const TimeAxis& axis) const {
  const double top = laneTop(lanes()), middle = top + m_look.legendHeight() / 2;
  const QFontMetricsF metrics(m_look.caption);
  painter.setFont(m_look.caption);
  double x = kMargin * m_look.scale;
  const double side = 10 * m_look.scale, right = axis.left + axis.width;
  const auto entry = [&](const QString& words, const auto& draw) {
    const double wide = side + 5 * m_look.scale + metrics.horizontalAdvance(words);
    if (x + wide > right) return;
    draw(QRectF(x, middle - side / 2, side, side));
    painter.setPen(m_look.theme.text2);
    painter.drawText(QRectF(x + side + 5 * m_look.scale, top, wide, m_look.legendHeight()),
                     Qt::AlignVCenter | Qt::AlignLeft, words);
    x += wide + 18 * m_look.scale;
  };
  for (std::size_t role = 0; role < m_labels.roles.size(); ++role)
    entry(m_labels.roles[role], [&](const QRectF& box) {
      fillPart(painter, box, roleStyle(m_look.theme, static_cast<int>(role)), m_look.theme);
    });
  entry(IterationSaid::tr("idle"), [&](const QRectF& box) { fillHatch(painter, box, m_look.theme); });
  entry(IterationSaid::tr("decides how long the iteration is"), [&](const QRectF& box) {
    painter.setPen(QPen(m_look.theme.best, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box);
  });
}

QRectF IterationPainter::placeOf(const TimeAxis& axis, BlockRef ref) const {
  const Block* of = block(ref);
  if (of == nullptr || of->end < axis.begin || of->begin > axis.end) return {};
  const double left = std::max(axis.left, axis.xOf(of->begin));
  const double right = std::min(axis.left + axis.width, axis.xOf(of->end));
  return {left, laneTop(ref.lane), std::max(kLeastBlock, right - left), m_look.lane()};
}

BlockRef IterationPainter::blockAt(const TimeAxis& axis, QPointF point) const {
  for (int lane = 0; lane < lanes(); ++lane) {
    if (point.y() < laneTop(lane) || point.y() > laneTop(lane) + m_look.lane()) continue;
    const auto count = static_cast<int>(blocks(lane).size());
    for (int index = 0; index < count; ++index)
      if (placeOf(axis, {lane, index}).contains(point)) return {lane, index};
  }
  return {};
}

void IterationPainter::paintLane(QPainter& painter, const TimeAxis& axis, int lane, BlockRef selected) const {
  painter.save();
  painter.setClipRect(QRectF(axis.left, 0, axis.width, height()), Qt::IntersectClip);
  if (m_look.stale) painter.setOpacity(0.72);
  const double first = axis.xOf(std::max(0.0, axis.begin));
  const double last = axis.xOf(std::min(m_iteration.seconds, axis.end));
  const bool of_set = static_cast<std::size_t>(lane) < m_iteration.lanes.size();
  if (of_set && last > first)
    fillHatch(painter, QRectF(first, laneTop(lane), last - first, m_look.lane()), m_look.theme);
  const auto count = static_cast<int>(blocks(lane).size());
  for (int index = 0; index < count; ++index) {
    const QRectF place = placeOf(axis, {lane, index});
    if (!place.isEmpty())
      paintBlock(painter, blocks(lane)[static_cast<std::size_t>(index)], place,
                 selected == BlockRef{lane, index});
  }
  painter.restore();
}

void IterationPainter::paintBlock(QPainter& painter, const Block& block, const QRectF& place,
                                  bool selected) const {
  const Theme& theme = m_look.theme;
  const PartStyle style = roleStyle(theme, block.role);
  const QRectF inner = place.width() > 4 ? place.adjusted(0, 0, -1, 0) : place;
  if (block.call >= 0) {
    fillPart(painter, inner, style, theme);
  } else {  // weights on their way: nobody works
    painter.fillRect(inner, theme.panel);
    painter.setPen(QPen(style.color, 1.5, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(inner.adjusted(1, 1, -1, -1));
  }
  if (block.critical && inner.width() > 5) {
    painter.setPen(QPen(theme.best, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(inner.adjusted(1, 1, -1, -1));
  }
  if (selected) {
    painter.setPen(QPen(theme.focus, 2.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(inner.adjusted(-1, -2, 1, 2), 3, 3);
  }
  const double pad = 6 * m_look.scale;
  const QString label = labelOf(block, inner.width() - 2 * pad);
  if (label.isEmpty()) return;
  // A plate of the plain colour keeps letters apart from the pattern.
  const QFontMetricsF metrics(m_look.caption);
  const QRectF plate(inner.center().x() - metrics.horizontalAdvance(label) / 2 - 3 * m_look.scale,
                     inner.center().y() - metrics.height() / 2 - 1,
                     metrics.horizontalAdvance(label) + 6 * m_look.scale, metrics.height() + 2);
  painter.fillRect(plate, block.call >= 0 ? style.color : theme.panel);
  painter.setPen(block.call >= 0 ? style.ink : theme.text);
  painter.setFont(m_look.caption);
  painter.drawText(plate, Qt::AlignCenter, label);
}

/// By width: the call with its time, the call, its time.
QString IterationPainter::labelOf(const Block& block, double width) const {
  const QFontMetricsF metrics(m_look.caption);
  const QString name =
      block.call >= 0 ? m_labels.calls.at(static_cast<std::size_t>(block.call)) : m_labels.sync;
  const QString time = durationText(block.end - block.begin);
  for (const QString& label : {QString(name + u" · "_s + time), name, time})
    if (metrics.horizontalAdvance(label) <= width) return label;
  return {};
}

void IterationPainter::paintGutter(QPainter& painter, int lane) const {
  const Theme& theme = m_look.theme;
  const IterationLabels::Lane& label = m_labels.lanes.at(static_cast<std::size_t>(lane));
  const double pad = kMargin * m_look.scale, top = laneTop(lane);
  const QRectF room(pad, top, m_look.gutter() - 2 * pad, m_look.lane());
  const auto line = [&](const QFont& font, const QColor& color, const QString& words, Qt::Alignment where) {
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(room, where | Qt::AlignLeft,
                     QFontMetricsF(font).elidedText(words, Qt::ElideRight, room.width()));
  };
  line(m_look.strong, theme.text, label.title, Qt::AlignTop);
  line(m_look.caption, theme.text2, label.under, Qt::AlignBottom);
}

/// What each unit holds, one over the other; the limit as a dashed line.
void IterationPainter::paintStrip(QPainter& painter, const TimeAxis& axis, int lane) const {
  const Theme& theme = m_look.theme;
  const SetLane& set = m_iteration.lanes[static_cast<std::size_t>(lane)];
  double most = set.limit_bytes;
  for (const Held& held : set.memory) most = std::max(most, held.sum());
  if (!(most > 0.0)) return;
  const double top = stripTop(lane) + 8 * m_look.scale, high = m_look.memoryStrip() - 14 * m_look.scale;
  const auto yOf = [&](double bytes) { return top + high * (1.0 - bytes / most); };
  painter.save();
  if (m_look.stale) painter.setOpacity(0.72);
  painter.setClipRect(QRectF(axis.left, 0, axis.width, height()), Qt::IntersectClip);
  double fullest = 0.0;
  for (const Held& held : set.memory) {
    fullest = std::max(fullest, held.sum());
    if (held.end < axis.begin || held.begin > axis.end) continue;
    const double left = axis.xOf(held.begin), wide = std::max(kLeastBlock, axis.xOf(held.end) - left);
    double below = 0.0;
    for (std::size_t i = 0; i < held.bytes.size(); ++i) {
      if (!(held.bytes[i] > 0.0)) continue;
      const int role = m_labels.roleOfUnit.at(static_cast<std::size_t>(set.units[i]));
      const double upper = yOf(below + held.bytes[i]);
      fillPart(painter, QRectF(left, upper, wide, yOf(below) - upper), roleStyle(theme, role), theme);
      below += held.bytes[i];
    }
  }
  painter.setPen(QPen(theme.limit, 1.5, Qt::DashLine));
  if (set.limit_bytes > 0.0)
    painter.drawLine(QPointF(axis.left, yOf(set.limit_bytes)),
                     QPointF(axis.left + axis.width, yOf(set.limit_bytes)));
  painter.restore();
  const double pad = kMargin * m_look.scale;
  const QRectF room(pad, stripTop(lane), m_look.gutter() - 2 * pad, m_look.memoryStrip());
  painter.setPen(theme.text2);
  painter.setFont(m_look.caption);
  const QFontMetricsF metrics(m_look.caption);
  painter.drawText(
      room, Qt::AlignVCenter | Qt::AlignLeft,
      metrics.elidedText(m_labels.lanes[static_cast<std::size_t>(lane)].title, Qt::ElideRight, room.width()) +
          u'\n' +
          IterationSaid::tr("%1 of %2", "bytes held, bytes that may be used")
              .arg(gibText(fullest), set.limit_bytes > 0.0 ? gibText(set.limit_bytes) : unknownText()));
}

}  // namespace astrolabe::ui
