#include "ui/shell/hints.h"

#include <QDockWidget>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <tuple>
#include <utility>

#include "ui/render/icons.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kArrow = 10;  ///< its length; the card stands so far from its subject

/// A side of the card's subject. `along` moves the card along that side.
enum class Side { Right, Left, Below, Above };

QPoint placeBeside(Side side, const QRect& there, QSize card, int along) {
  switch (side) {
    case Side::Right:
      return {there.right() + 1, along};
    case Side::Left:
      return {there.left() - card.width(), along};
    case Side::Below:
      return {along, there.bottom() + 1};
    case Side::Above:
      break;
  }
  return {along, there.top() - card.height()};
}

qint64 hiddenBy(const QRect& card, const QList<QRect>& avoided) {
  qint64 hidden = 0;
  for (const QRect& other : avoided) {
    const QRect both = card.intersected(other);
    hidden += qint64(both.width()) * both.height();
  }
  return hidden;
}

/// As much of a widget as is seen, in the window's coordinates; of one behind another nothing.
QRect seenOf(const QWidget& widget, const QWidget& window) {
  if (!widget.isVisible()) return {};
  return QRect(widget.mapTo(&window, QPoint()), widget.size()).intersected(window.rect());
}

}  // namespace

Hints::Hints(std::vector<Hint> hints, QWidget* window, std::function<Surroundings()> surroundings)
    : QFrame(window), m_hints(std::move(hints)), m_surroundings(std::move(surroundings)) {
  setObjectName(u"hints"_s);
  setProperty("compactControls", true);
  auto* column = new QVBoxLayout(this);
  const int arrow = scaled(kArrow);
  column->setContentsMargins(scaled(12) + arrow, scaled(9) + arrow, scaled(12) + arrow, scaled(9) + arrow);
  auto* head = new QHBoxLayout;
  m_text = new QLabel(this);
  m_text->setObjectName(u"hints.text"_s);
  m_text->setTextFormat(Qt::RichText);
  m_text->setWordWrap(true);
  head->addWidget(m_text, 1);
  m_close = new QToolButton(this);
  m_close->setObjectName(u"hints.close"_s);
  m_close->setIcon(icon(u"close"_s));
  m_close->setAutoRaise(true);
  m_close->setToolTip(tr("Close the hints"));
  m_close->setAccessibleName(tr("Close the hints"));
  m_close->setFocusPolicy(Qt::TabFocus);
  head->addWidget(m_close, 0, Qt::AlignTop);
  column->addLayout(head);
  auto* foot = new QHBoxLayout;
  m_count = new QLabel(this);
  m_count->setObjectName(u"hints.count"_s);
  m_count->setFont(ui::font(TextRole::Caption));
  foot->addWidget(m_count);
  foot->addStretch();
  m_next = new QPushButton(this);
  m_next->setObjectName(u"hints.next"_s);
  foot->addWidget(m_next);
  column->addLayout(foot);
  window->installEventFilter(this);
  for (QObject* sibling : window->children())
    if (sibling != this && sibling->isWidgetType()) sibling->installEventFilter(this);
  connect(m_next, &QPushButton::clicked, this, [this] { show(m_current + 1); });
  connect(m_close, &QToolButton::clicked, this, &Hints::end);
  show(0);
}

void Hints::show(int index) {
  if (index >= int(m_hints.size())) return end();
  m_current = index;
  const Hint& hint = m_hints[std::size_t(index)];
  m_text->setText(u"<b>%1</b> %2"_s.arg(hint.title.toHtmlEscaped(), hint.text.toHtmlEscaped()));
  m_count->setText(tr("%1 of %2", "hint 1 of 4").arg(index + 1).arg(m_hints.size()));
  m_next->setText(index + 1 < int(m_hints.size()) ? tr("Next") : tr("Done"));
  setAccessibleName(u"%1 %2"_s.arg(hint.title, hint.text));
  // A subject behind the tab of another panel comes to the front.
  for (QWidget* up = hint.anchor; up != nullptr; up = up->parentWidget())
    if (auto* dock = qobject_cast<QDockWidget*>(up)) {
      dock->show();
      dock->raise();
    }
  place();
  QFrame::show();
  raise();
  QTimer::singleShot(0, this, &Hints::place);  // once more when a panel that came to the front has its place
}

/// The card without the room of its arrow.
QRect Hints::card() const {
  const int arrow = scaled(kArrow);
  return rect().adjusted(arrow, arrow, -arrow, -arrow);
}

/// As high as its words need at a width that leaves room beside it.
void Hints::fit(const QRect& room) {
  constexpr double kWidestShare = 0.45;
  ensurePolished();
  m_text->ensurePolished();
  setFixedWidth(std::min(scaled(340 + 2 * kArrow), int(room.width() * kWidestShare)));
  layout()->invalidate();
  layout()->activate();
  setFixedHeight(layout()->totalHeightForWidth(width()));
}

/// Beside its subject with the arrow at it, where it hides least of what is avoided and stands nearest to the
/// subject's beginning; upon it where no side has room.
void Hints::place() {
  if (m_current >= int(m_hints.size())) return;
  const QWidget* anchor = m_hints[std::size_t(m_current)].anchor;
  const QWidget* window = parentWidget();
  const Surroundings around = m_surroundings ? m_surroundings() : Surroundings{{}, window->rect()};
  fit(around.room);
  const QRect there = anchor != nullptr ? seenOf(*anchor, *window).intersected(around.room) : QRect();
  m_tip = {};
  if (there.isEmpty()) {
    move(around.room.center() - rect().center());
    return update();
  }
  const QPoint begin(there.left(), there.top() + scaled(12));
  std::optional<std::tuple<qint64, int, Side>> least;
  QPoint best;
  const auto consider = [&](Side side, int along) {
    const QRect place(placeBeside(side, there, size(), along), size());
    if (!around.room.contains(card().translated(place.topLeft())) || !window->rect().contains(place)) return;
    const std::tuple cost(hiddenBy(card().translated(place.topLeft()), around.avoided),
                          (side == Side::Right || side == Side::Left) ? std::abs(place.top() - begin.y())
                                                                      : std::abs(place.left() - begin.x()),
                          side);
    if (least && *least <= cost) return;
    least = cost;
    best = place.topLeft();
  };
  constexpr int kStep = 4;
  const int reach = scaled(24);  // of the card along its subject, so that the arrow stands on both
  for (int y = std::max(around.room.top() - scaled(kArrow), there.top() + reach - height());
       y <= there.bottom() - reach; y += kStep)
    for (const Side side : {Side::Right, Side::Left}) consider(side, y);
  for (int x = std::max(around.room.left() - scaled(kArrow), there.left() + reach - width());
       x <= there.right() - reach; x += kStep)
    for (const Side side : {Side::Below, Side::Above}) consider(side, x);
  if (!least) {
    const QPoint corner = there.center() - rect().center();
    const QRect room = around.room;
    move(std::clamp(corner.x(), room.left(), std::max(room.left(), room.right() - width())),
         std::clamp(corner.y(), room.top(), std::max(room.top(), room.bottom() - height())));
    return update();
  }
  move(best);
  const QRect shown = card().translated(best);
  const QPoint near(std::clamp(shown.center().x(), there.left(), there.right()),
                    std::clamp(shown.center().y(), there.top(), there.bottom()));
  const int corner = scaled(16);
  const bool beside = std::get<Side>(*least) == Side::Right || std::get<Side>(*least) == Side::Left;
  m_tip = beside ? QPoint(near.x(), std::clamp(near.y(), shown.top() + corner, shown.bottom() - corner))
                 : QPoint(std::clamp(near.x(), shown.left() + corner, shown.right() - corner), near.y());
  update();
}

void Hints::end() {
  hide();
  emit dismissed();
  deleteLater();
}

bool Hints::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parent() && (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest))
    place();
  // A window with panels brings its canvas to the front whenever another of their tabs is chosen. Later,
  // since a panel looks for itself in front when it is told.
  if (watched != parent() && event->type() == QEvent::ZOrderChange)
    QTimer::singleShot(0, this, &QWidget::raise);
  return QFrame::eventFilter(watched, event);
}

void Hints::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return end();
  QFrame::keyPressEvent(event);
}

void Hints::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.borderStrong, 1.0));
  painter.setBrush(theme.raised);
  const QRectF body = QRectF(card()).adjusted(0.5, 0.5, -0.5, -0.5);
  QPainterPath outline;
  outline.addRoundedRect(body, 8.0, 8.0);
  if (!m_tip.isNull()) {
    const double half = scaled(kArrow) * 0.8;
    const QPointF tip = m_tip - pos();
    const bool aside = tip.x() < body.left() || tip.x() > body.right();
    const QPointF foot(std::clamp(tip.x(), body.left() + 2.0, body.right() - 2.0),
                       std::clamp(tip.y(), body.top() + 2.0, body.bottom() - 2.0));
    const QPointF along = aside ? QPointF(0.0, half) : QPointF(half, 0.0);
    QPainterPath arrow;
    arrow.addPolygon(QPolygonF({foot - along, tip, foot + along}));
    arrow.closeSubpath();
    outline = outline.united(arrow);
  }
  painter.drawPath(outline);
}

}  // namespace astrolabe::ui
