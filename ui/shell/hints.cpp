#include "ui/shell/hints.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "ui/render/icons.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

Hints::Hints(std::vector<Hint> hints, QWidget* window, std::function<QList<QRect>()> avoided)
    : QFrame(window), m_hints(std::move(hints)), m_avoided(std::move(avoided)) {
  setObjectName(u"hints"_s);
  setProperty("compactControls", true);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(scaled(12), scaled(9), scaled(12), scaled(9));
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
  setFixedWidth(scaled(340));
  window->installEventFilter(this);
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
  layout()->invalidate();
  setFixedHeight(layout()->totalHeightForWidth(width()));
  place();
  QFrame::show();
  raise();
}

/// Beside its anchor, else above it: where it hides least of what is avoided, and of such places the one
/// nearest to the anchor's top.
void Hints::place() {
  const QWidget* anchor = m_hints[std::size_t(m_current)].anchor;
  const QWidget* window = parentWidget();
  if (!anchor || !anchor->isVisible()) return;
  const QRect there(anchor->mapTo(window, QPoint()), anchor->size());
  const int gap = scaled(12);
  const int right = there.right() + gap, left = there.left() - gap - width();
  const int top = there.top() + gap, above = there.top() - gap - height();
  const QList<QRect> avoided = m_avoided ? m_avoided() : QList<QRect>();
  QPoint best;
  std::pair<qint64, int> least{-1, 0};
  const auto consider = [&](QPoint at) {
    const QRect card(at, size());
    if (!window->rect().contains(card)) return;
    qint64 hidden = 0;
    for (const QRect& other : avoided) {
      const QRect both = card.intersected(other);
      hidden += qint64(both.width()) * both.height();
    }
    const std::pair<qint64, int> cost{hidden, std::abs(at.y() - top)};
    if (least.first >= 0 && least <= cost) return;
    best = at;
    least = cost;
  };
  constexpr int kStep = 4;
  for (int y = 0; y + height() < window->height(); y += kStep)
    for (const int x : {right, left}) consider({x, y});
  if (least.first < 0) {  // as wide as the window
    for (int x = there.left() + gap; x + width() < there.right(); x += kStep) consider({x, above});
  }
  if (least.first < 0)
    best = {std::clamp(there.left() + gap, 0, std::max(0, window->width() - width())),
            std::clamp(above, 0, std::max(0, window->height() - height()))};
  move(best);
}

void Hints::end() {
  hide();
  emit dismissed();
  deleteLater();
}

bool Hints::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parent() && (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest))
    place();
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
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8.0, 8.0);
}

}  // namespace astrolabe::ui
