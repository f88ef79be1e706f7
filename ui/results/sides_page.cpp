#include "ui/results/sides_page.h"

#include <QEvent>
#include <QFrame>
#include <QLayout>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/render/theme.h"

namespace astrolabe::ui {

namespace {

constexpr int kLeastHeight = 40;  ///< a few lines, the rest scrolls; in pixels of the base font

bool isThere(const QWidget* part) { return part != nullptr && !part->isHidden(); }

int leastWidth(const QWidget* part) {
  if (!isThere(part)) return 0;
  const bool any = part->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored;
  return any ? part->minimumWidth() : std::max(part->minimumSizeHint().width(), part->minimumWidth());
}

int leastHeight(const QWidget* part, int width) {
  if (!isThere(part)) return 0;
  const QLayout* layout = part->layout();
  const int high = layout != nullptr && layout->hasHeightForWidth()
                       ? layout->totalMinimumHeightForWidth(width)
                       : part->minimumSizeHint().height();
  return std::min(std::max(high, part->minimumHeight()), part->maximumHeight());
}

/// As high as its words need, no higher.
int ownHeight(const QWidget* part, int width) {
  if (!isThere(part)) return 0;
  return std::max(leastHeight(part, width),
                  part->hasHeightForWidth() ? part->heightForWidth(width) : part->sizeHint().height());
}

/// What scrolls by itself in a part, not within something else that scrolls, and wraps its content.
QList<const QScrollArea*> scrollsIn(const QWidget* part) {
  QList<const QScrollArea*> found;
  if (part == nullptr) return found;
  if (const auto* area = qobject_cast<const QAbstractScrollArea*>(part)) {
    const auto* scroll = qobject_cast<const QScrollArea*>(area);
    if (scroll != nullptr && scroll->widget() != nullptr && scroll->widgetResizable()) found << scroll;
    return found;
  }
  for (const QWidget* child : part->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
    found << scrollsIn(child);
  return found;
}

/// As high as all that scrolls in it, so that it does not scroll within a page that does. An area keeps a
/// scroll bar that it has until its content fits beside the bar.
int wholeHeight(const QWidget* part, int width) {
  if (!isThere(part)) return 0;
  int high = leastHeight(part, width);
  for (const QScrollArea* scroll : scrollsIn(part)) {
    if (scroll != part && !scroll->isVisibleTo(part)) continue;
    const QWidget* content = scroll->widget();
    const int beside = width - scroll->verticalScrollBar()->sizeHint().width();
    const int all = ownHeight(content, std::max(beside, leastWidth(content)));
    high += std::max(0, all - leastHeight(scroll, width));
  }
  return high;
}

}  // namespace

SidesPage* SidesPage::in(QWidget& view) {
  view.setAutoFillBackground(true);
  view.setBackgroundRole(QPalette::Base);
  auto* column = new QVBoxLayout(&view);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* page = new SidesPage(&view);
  column->addWidget(page);
  return page;
}

SidesPage::SidesPage(QWidget* parent) : QScrollArea(parent), m_body(new QWidget(this)) {
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::NoFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_body->setAutoFillBackground(true);
  m_body->setBackgroundRole(QPalette::Base);
  setWidget(m_body);
  m_body->installEventFilter(this);
}

void SidesPage::take(QWidget*& place, QWidget* part) {
  place = part;
  if (part == nullptr) return;
  const bool hidden = part->testAttribute(Qt::WA_WState_ExplicitShowHide) && part->isHidden();
  part->setParent(m_body);
  part->setVisible(!hidden);
  part->installEventFilter(this);
  for (const QScrollArea* scroll : scrollsIn(part)) {  // where their content asks for another size
    scroll->viewport()->installEventFilter(this);
    scroll->widget()->installEventFilter(this);
  }
}

void SidesPage::setHead(QWidget* head) { take(m_head, head); }

void SidesPage::setFoot(QWidget* foot) { take(m_foot, foot); }

void SidesPage::setSides(QWidget* first, QWidget* second, const SideShares& shares) {
  m_shares = shares;
  take(m_first, first);
  take(m_second, second);
  if (!shares.line) return;
  auto* line = new QFrame(m_body);
  line->setFrameShadow(QFrame::Plain);
  line->setForegroundRole(QPalette::Mid);
  line->setFrameShape(QFrame::VLine);
  m_line = line;
}

bool SidesPage::isNarrow() const { return isThere(m_second) && width() < scaled(m_shares.belowFrom); }

void SidesPage::place() {
  if (m_placing) return;
  const QScopedValueRollback<bool> placing(m_placing, true);
  const QSize room = maximumViewportSize();
  const int bar = verticalScrollBar()->sizeHint().width();
  const bool narrow = isNarrow(), two = isThere(m_second);
  const int before = scaled(m_shares.before), line = m_line != nullptr && two ? 1 : 0;
  const int between = two && !narrow ? scaled(m_shares.between) : 0;
  int wide = room.width();
  // Twice where the height asks for a scroll bar, which takes some of the width.
  for (const bool scrolls : {false, true}) {
    if (scrolls) wide -= bar;
    const int head = ownHeight(m_head, wide), foot = ownHeight(m_foot, wide);
    const int inside = wide - before;
    int first = inside, second = inside;
    if (two && !narrow) {
      const int both = inside - between - line;
      const int least = leastWidth(m_first), other = leastWidth(m_second);
      if (m_shares.firstWidth > 0)
        first = scaled(m_shares.firstWidth);
      else if (m_shares.secondWidth > 0)
        first = both - scaled(m_shares.secondWidth);
      else
        first = std::clamp(both * m_shares.first / (m_shares.first + m_shares.second), std::min(least, both),
                           std::max(both - other, std::min(least, both)));
      second = both - first;
    }
    const int left = room.height() - head - foot;
    const auto highOf = scrolls ? wholeHeight : leastHeight;
    const int firstHigh = highOf(m_first, first), secondHigh = highOf(m_second, second);
    const int high = std::max({left, firstHigh, narrow ? 0 : secondHigh});
    const int below = narrow ? std::max(left, secondHigh) : 0;
    const int all = head + high + (narrow ? line + below : 0) + foot;
    if (!scrolls && all > room.height()) continue;
    m_body->resize(wide, all);
    // A hidden part keeps its place: a label that is lower than its margins loses them to a change of style.
    const auto set = [&](QWidget* part, const QRect& at) {
      if (isThere(part)) part->setGeometry(QStyle::visualRect(layoutDirection(), m_body->rect(), at));
    };
    set(m_head, {0, 0, wide, head});
    set(m_first, {before, head, first, high});
    if (two && narrow)
      set(m_second, {before, head + high + line, second, below});
    else if (two)
      set(m_second, {before + first + between + line, head, second, high});
    set(m_foot, {0, all - foot, wide, foot});
    if (m_line != nullptr) {
      m_line->setVisible(two);
      const QFrame::Shape shape = narrow ? QFrame::HLine : QFrame::VLine;
      if (m_line->frameShape() != shape) m_line->setFrameShape(shape);
      set(m_line,
          narrow ? QRect(before, head + high, first, 1) : QRect(before + first + between, head, 1, high));
    }
    break;
  }
}

QSize SidesPage::minimumSizeHint() const {
  int sides = std::max(leastWidth(m_first), leastWidth(m_second));
  // Beside each other they need both widths; a page as narrow as that has them below each other.
  if (isThere(m_second) && m_shares.belowFrom == 0) sides = leastWidth(m_first) + leastWidth(m_second);
  const int wide = std::max({leastWidth(m_head), leastWidth(m_foot), sides + scaled(m_shares.before)});
  return {wide + verticalScrollBar()->sizeHint().width(), scaled(kLeastHeight)};
}

QSize SidesPage::sizeHint() const {
  const auto hint = [](const QWidget* part) { return isThere(part) ? part->sizeHint() : QSize(0, 0); };
  const QSize first = hint(m_first), second = hint(m_second), head = hint(m_head), foot = hint(m_foot);
  return QSize(std::max({first.width() + second.width(), head.width(), foot.width()}),
               head.height() + std::max(first.height(), second.height()) + foot.height())
      .expandedTo(minimumSizeHint());
}

void SidesPage::resizeEvent(QResizeEvent* event) {
  place();
  QScrollArea::resizeEvent(event);
}

/// What changed while nobody looked has asked for nothing.
void SidesPage::showEvent(QShowEvent* event) {
  place();
  QScrollArea::showEvent(event);
}

bool SidesPage::eventFilter(QObject* watched, QEvent* event) {
  const bool asks = event->type() == QEvent::LayoutRequest;  // also of what scrolls within a part
  const bool comes =
      watched != m_body && (event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent);
  if (asks || comes) {
    place();
    updateGeometry();
  }
  return QScrollArea::eventFilter(watched, event);
}

}  // namespace astrolabe::ui
