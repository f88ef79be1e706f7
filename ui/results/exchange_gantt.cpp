#include "ui/results/exchange_gantt.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "ui/render/marks.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

// Pixels at the base font.
constexpr double kRankGutter = 56.0, kRightRoom = 14.0, kTimeRow = 20.0, kLeastLane = 5.0, kMostLane = 22.0;
constexpr double kTextLane = 13.0;  ///< lanes of this height say their rank
constexpr int kToldPairs = 12;      ///< of a slot, in words

}  // namespace

ExchangeGantt::ExchangeGantt(QWidget* parent) : QWidget(parent) {
  installAccessiblePlots();
  setObjectName(u"exchangeGantt"_s);
  setAccessibleName(tr("Schedule of the all-to-all"));
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void ExchangeGantt::setSchedule(const exchange::Schedule& schedule, int ranks) {
  m_schedule = schedule;
  m_ranks = ranks;
  m_selected = -1;
  m_begin.clear();
  m_runs.clear();
  std::vector<int> open(static_cast<std::size_t>(ranks), -1);  // of each sender, its run that goes on
  double now = 0.0;
  for (const exchange::Slot& slot : m_schedule.all_slots) {
    m_begin.push_back(now);
    std::vector<int> next(open.size(), -1);
    for (const auto& [from, to] : slot.pairs) {
      const int before = open[static_cast<std::size_t>(from)];
      const bool same = before >= 0 && m_runs[static_cast<std::size_t>(before)].to == to;
      if (!same) m_runs.push_back({from, to, now, now});
      next[static_cast<std::size_t>(from)] = same ? before : static_cast<int>(m_runs.size()) - 1;
      m_runs[static_cast<std::size_t>(next[static_cast<std::size_t>(from)])].end = now + slot.seconds;
    }
    open = std::move(next);
    now += slot.seconds;
  }
  updateGeometry();
  update();
}

void ExchangeGantt::setStale(bool stale) {
  m_stale = stale;
  update();
}

QSize ExchangeGantt::sizeHint() const {
  return {scaled(420), scaled(kTimeRow + 8.0 + m_ranks * (m_ranks > 24 ? kLeastLane + 2.0 : 16.0))};
}

QSize ExchangeGantt::minimumSizeHint() const {
  return {scaled(220), scaled(kTimeRow + 8.0 + m_ranks * kLeastLane)};
}

TimeAxis ExchangeGantt::axis(double width) const {
  TimeAxis axis;
  axis.left = kRankGutter * fontScale();
  axis.width = std::max(1.0, width - axis.left - kRightRoom * fontScale());
  axis.end = std::max(m_schedule.makespan_seconds, m_schedule.bound_seconds);
  return axis;
}

double ExchangeGantt::lane(double height) const {
  const double room = (height - (kTimeRow + 4.0) * fontScale()) / std::max(1, m_ranks);
  return std::clamp(room, 1.0, kMostLane * fontScale());
}

QString ExchangeGantt::itemName(int index) const {
  const exchange::Slot& slot = m_schedule.all_slots[static_cast<std::size_t>(index)];
  QStringList pairs;
  for (const auto& [from, to] : slot.pairs) {
    if (pairs.size() == kToldPairs) {
      pairs << tr("and %n more", "pairs of ranks", static_cast<int>(slot.pairs.size()) - kToldPairs);
      break;
    }
    pairs << tr("%1 to %2", "rank to rank").arg(from).arg(to);
  }
  return tr("Slot %1 of %2, %3 from %4: %5", "number, count, duration, begin, pairs of ranks")
      .arg(index + 1)
      .arg(itemCount())
      .arg(durationText(slot.seconds), durationText(m_begin[static_cast<std::size_t>(index)]),
           pairs.join(u", "_s));
}

QRect ExchangeGantt::itemRect(int index) const {
  const auto at = static_cast<std::size_t>(index);
  const TimeAxis shown = axis(width());
  const double left = shown.xOf(m_begin[at]);
  const double right = shown.xOf(m_begin[at] + m_schedule.all_slots[at].seconds);
  return QRectF(left, kTimeRow * fontScale(), std::max(2.0, right - left), m_ranks * lane(height()))
      .toAlignedRect();
}

void ExchangeGantt::select(int slot) {
  if (slot < -1 || slot >= itemCount() || slot == m_selected) return;
  m_selected = slot;
  if (slot >= 0) announceItem(*this, slot);
  update();
  emit selectionChanged();
}

int ExchangeGantt::slotAt(double x) const {
  const double seconds = axis(width()).secondsAt(x);
  if (m_begin.empty() || seconds < 0.0 || seconds > m_schedule.makespan_seconds) return -1;
  const auto next = std::upper_bound(m_begin.begin(), m_begin.end(), seconds);
  return static_cast<int>(next - m_begin.begin()) - 1;
}

void ExchangeGantt::paintAxis(QPainter& painter, const Theme& theme, const QSize& size) const {
  const TimeAxis shown = axis(size.width());
  const double scale = fontScale(), top = kTimeRow * scale, bottom = top + m_ranks * lane(size.height());
  painter.setFont(ui::font(TextRole::Caption));
  const double step = shown.step(80.0 * scale);
  for (std::int64_t tick = 0; static_cast<double>(tick) * step <= shown.end; ++tick) {
    const double at = static_cast<double>(tick) * step, x = shown.xOf(at);
    painter.setPen(theme.plotGrid);
    painter.drawLine(QPointF(x, top - 3.0 * scale), QPointF(x, bottom));
    const QRectF box(x - 40.0 * scale, 0.0, 80.0 * scale, top - 3.0 * scale);
    if (box.right() > size.width() + 1.0) continue;
    painter.setPen(theme.text2);
    painter.drawText(box, Qt::AlignCenter, tick == 0 ? u"0"_s : durationText(at));
  }
  const double height = lane(size.height());
  const int every = std::max(1, static_cast<int>(std::ceil(kTextLane * scale / height)));
  painter.setPen(theme.text2);
  for (int rank = 0; rank < m_ranks; rank += every)
    painter.drawText(
        QRectF(0.0, top + rank * height, (kRankGutter - 8.0) * scale, std::max(height, kTextLane * scale)),
        Qt::AlignRight | Qt::AlignVCenter, tr("rank %1").arg(rank));
}

void ExchangeGantt::paintRun(QPainter& painter, const Theme& theme, const Run& run, const QSize& size) const {
  const TimeAxis shown = axis(size.width());
  const double height = lane(size.height());
  const double left = shown.xOf(run.begin), right = shown.xOf(run.end);
  const QRectF box(left, kTimeRow * fontScale() + run.from * height, std::max(1.0, right - left),
                   std::max(1.0, height - (height > 4.0 ? 1.0 : 0.0)));
  const PartStyle& style = theme.part(cost::Part::expert_parallel);
  fillPart(painter, box, style, theme);
  if (box.width() > 3.0)
    painter.fillRect(QRectF(box.right() - 1.0, box.top(), 1.0, box.height()), theme.panel);
  const QString receiver = QString::number(run.to);
  if (height < kTextLane * fontScale() ||
      box.width() < painter.fontMetrics().horizontalAdvance(receiver) + 4.0)
    return;
  painter.setPen(style.ink);
  painter.drawText(box, Qt::AlignCenter, receiver);
}

void ExchangeGantt::paintAll(QPainter& painter, const Theme& theme, const QSize& size) const {
  painter.setLayoutDirection(Qt::LeftToRight);  // time runs to the right
  painter.fillRect(QRect(QPoint(), size), theme.panel);
  if (m_schedule.all_slots.empty()) return;
  paintAxis(painter, theme, size);
  if (m_stale) painter.setOpacity(0.72);
  for (const Run& run : m_runs) paintRun(painter, theme, run, size);
  painter.setOpacity(1.0);
  const double x = axis(size.width()).xOf(m_schedule.bound_seconds), top = kTimeRow * fontScale();
  painter.setPen(QPen(theme.limit, 1.5, Qt::DashLine));
  painter.drawLine(QPointF(x, top - 4.0), QPointF(x, top + m_ranks * lane(size.height())));
}

void ExchangeGantt::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = currentTheme();
  paintAll(painter, theme, size());
  if (m_selected < 0) return;
  painter.setPen(QPen(theme.focus, 2.0));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(itemRect(m_selected).adjusted(0, -1, 0, 0));
}

void ExchangeGantt::paintFigure(QPainter& painter, const QSize& size) const {
  paintAll(painter, Theme::make(ThemeKind::Light), size);
}

bool ExchangeGantt::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  if (const int at = slotAt(help->pos().x()); at >= 0)
    QToolTip::showText(help->globalPos(), itemName(at), this);
  else
    QToolTip::hideText();
  return true;
}

void ExchangeGantt::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
      return select(std::max(0, m_selected - 1));
    case Qt::Key_Right:
      return select(std::min(itemCount() - 1, m_selected + 1));
    case Qt::Key_Home:
      return select(std::min(0, itemCount() - 1));
    case Qt::Key_End:
      return select(itemCount() - 1);
    case Qt::Key_Escape:
      if (m_selected < 0) break;
      return select(-1);
    default:
      break;
  }
  QWidget::keyPressEvent(event);
}

void ExchangeGantt::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) select(slotAt(event->position().x()));
  QWidget::mousePressEvent(event);
}

}  // namespace astrolabe::ui
