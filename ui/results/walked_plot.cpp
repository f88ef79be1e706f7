#include "ui/results/walked_plot.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>
#include <limits>

#include "ui/render/marks.h"
#include "ui/results/plot_bars.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kPlotReach = 14;        ///< pixels from an object within which it is meant
constexpr double kRoomBehind = 1.18;  ///< of the longest bar, for the words behind it
constexpr double kInside = 0.09;      ///< of the axis, from which on a value has room in its bar
constexpr double kHalfRow = 0.4;

}  // namespace

WalkedPlot::WalkedPlot(const QString& name, const QString& spoken, QWidget* parent) : NamedPlot(parent) {
  setObjectName(name);
  setAccessibleName(spoken);
  setFocusPolicy(Qt::StrongFocus);
}

void WalkedPlot::setWalked(std::vector<Item> items) {
  m_walked = items;
  setItems(std::move(items));
}

int WalkedPlot::nearest(const QPoint& at) const {
  int found = -1, least = std::numeric_limits<int>::max();
  for (int i = 0; i < itemCount(); ++i) {
    const QRect place = itemRect(i);
    const int dx = std::max({place.left() - at.x(), at.x() - place.right(), 0});
    const int dy = std::max({place.top() - at.y(), at.y() - place.bottom(), 0});
    const int away = dx + dy;
    if (away < least && away <= kPlotReach) {
      least = away;
      found = i;
    }
  }
  return found;
}

bool WalkedPlot::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return NamedPlot::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  if (const int at = nearest(help->pos()); at >= 0)
    QToolTip::showText(help->globalPos(), itemName(at), this);
  else
    QToolTip::hideText();
  return true;
}

void WalkedPlot::walkTo(int index) {
  if (m_walked.empty()) return;
  const auto place = static_cast<std::size_t>(std::clamp(index, 0, itemCount() - 1));
  for (std::size_t i = 0; i < m_walked.size(); ++i) m_walked[i].selected = i == place;
  setItems(m_walked);
  const int at = static_cast<int>(place);
  QToolTip::showText(mapToGlobal(itemRect(at).topRight()), itemName(at), this);
  announceItem(*this, at);
  emit chosen(at);
}

void WalkedPlot::keyPressEvent(QKeyEvent* event) {
  const auto selected =
      std::find_if(m_walked.begin(), m_walked.end(), [](const Item& item) { return item.selected; });
  const int now = selected == m_walked.end() ? -1 : static_cast<int>(selected - m_walked.begin());
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Up:
      return walkTo(now - 1);
    case Qt::Key_Right:
    case Qt::Key_Down:
      return walkTo(now + 1);
    case Qt::Key_Home:
      return walkTo(0);
    case Qt::Key_End:
      return walkTo(itemCount() - 1);
    default:
      NamedPlot::keyPressEvent(event);
  }
}

void WalkedPlot::mousePressEvent(QMouseEvent* event) {
  NamedPlot::mousePressEvent(event);
  if (event->button() != Qt::LeftButton) return;
  if (const int at = nearest(event->position().toPoint()); at >= 0) walkTo(at);
}

void LyingBars::setRows(std::vector<LyingRow> rows, const QString& unit,
                        std::function<QString(double)> text) {
  m_rows = std::move(rows);
  m_unit = unit;
  m_text = std::move(text);
  draw(currentTheme());
}

void LyingBars::setStale(bool stale) {
  if (std::exchange(m_stale, stale) != stale) draw(currentTheme());
}

void LyingBars::draw(const Theme& theme) {
  clearPlottables();
  clearItems();
  setWalked({});
  applyTheme(theme, fontScale());
  setAccessibleDescription(m_stale ? tr("Older than the plan") : QString());
  double most = 0.0;
  for (const LyingRow& row : m_rows) {
    double sum = 0.0;
    for (const Share& share : row.shares) sum += share.value;
    most = std::max({most, sum, row.limit});
  }
  const auto count = static_cast<double>(m_rows.size());
  xAxis->setRange(0.0, std::max(most, 1e-12) * kRoomBehind);
  yAxis->setRange(-0.6, count - 0.4);
  yAxis->setRangeReversed(true);
  auto ticks = QSharedPointer<QCPAxisTickerText>::create();
  for (std::size_t i = 0; i < m_rows.size(); ++i) ticks->addTick(static_cast<double>(i), m_rows[i].title);
  yAxis->setTicker(ticks);
  yAxis->grid()->setVisible(false);
  setAxisTitles(*this, m_unit);
  std::vector<Item> items;
  QStringList told;
  for (std::size_t i = 0; i < m_rows.size(); ++i) {
    const auto row = static_cast<double>(i);
    double from = 0.0;
    for (const Share& share : m_rows[i].shares) {
      if (share.value <= 0.0) continue;
      const double to = from + share.value;
      addBar(*this, from, to, row, share.style(), theme, m_stale);
      const bool plain = !share.hatch && (share.pattern.isEmpty() || share.pattern == u"solid"_s);
      if (share.value > kInside * xAxis->range().size() && plain) {
        addBarText(*this, from, row, m_text(share.value), share.ink, true);
      }
      items.push_back(
          {tr("%1, %2: %3", "row, part, value").arg(m_rows[i].title, share.name, m_text(share.value)),
           QRectF(from, row - kHalfRow, share.value, 2.0 * kHalfRow), false});
      if (!told.contains(share.name)) {
        told << share.name;
        auto* entry = addGraph();
        entry->setName(share.name);
        entry->setPen(Qt::NoPen);
        entry->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssSquare, QPen(theme.borderStrong, 0.6),
                                               partBrush(share.style(), theme), 9.0 * fontScale()));
      }
      from = to;
    }
    const double limit = m_rows[i].limit;
    // Words stand behind a limit that is so near that it would cross them.
    const bool crossed = limit > from && limit - from < kInside * xAxis->range().size();
    if (!m_rows[i].end.isEmpty())
      addBarText(*this, crossed ? limit : from, row, m_rows[i].end, theme.text2, true);
    if (limit > 0.0) {
      auto* line = new QCPItemLine(this);
      line->setPen(QPen(theme.limit, 1.5, Qt::DashLine));
      line->start->setCoords(limit, row - kHalfRow);
      line->end->setCoords(limit, row + kHalfRow);
    }
  }
  setWalked(std::move(items));
  replot(rpQueuedReplot);
}

void LyingBars::changeEvent(QEvent* event) {
  WalkedPlot::changeEvent(event);
  if (event->type() == QEvent::StyleChange && m_text) draw(currentTheme());
}

}  // namespace astrolabe::ui
