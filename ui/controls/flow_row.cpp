#include "ui/controls/flow_row.h"

#include <QLabel>
#include <QStyle>
#include <QTextDocument>
#include <QWidget>
#include <algorithm>

namespace astrolabe::ui {

namespace {

/// All words of a label that breaks them, in one line.
int unbroken(const QLabel& label) {
  const QMargins air = label.contentsMargins();
  const int around = air.left() + air.right() + 2 * (label.margin() + label.frameWidth());
  const bool rich = label.textFormat() == Qt::RichText ||
                    (label.textFormat() == Qt::AutoText && Qt::mightBeRichText(label.text()));
  if (!rich) return around + label.fontMetrics().size(Qt::TextShowMnemonic, label.text()).width() + 1;
  QTextDocument words;
  words.setDocumentMargin(0);
  words.setDefaultFont(label.font());
  words.setHtml(label.text());
  return around + static_cast<int>(words.idealWidth()) + 1;
}

const QLabel* breaking(const QLayoutItem& item) {
  const auto* label = qobject_cast<const QLabel*>(const_cast<QLayoutItem&>(item).widget());
  return label != nullptr && label->wordWrap() ? label : nullptr;
}

int heightOf(const QLayoutItem& item, int width) {
  return item.hasHeightForWidth() ? item.heightForWidth(width) : item.sizeHint().height();
}

}  // namespace

FlowRow::~FlowRow() { qDeleteAll(m_items); }

void FlowRow::addItem(QLayoutItem* item) {
  m_items << item;
  invalidate();
}

void FlowRow::insertWidget(int index, QWidget* widget) {
  addWidget(widget);
  m_items.move(m_items.size() - 1, index);
}

void FlowRow::addStretch() { addItem(new QSpacerItem(0, 0, QSizePolicy::Expanding, QSizePolicy::Minimum)); }

QLayoutItem* FlowRow::takeAt(int index) {
  return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

int FlowRow::gap() const { return std::max(0, spacing()); }

QList<FlowRow::Part> FlowRow::parts() const {
  QList<Part> parts;
  for (QLayoutItem* item : m_items) {
    const bool room = item->spacerItem() != nullptr;
    if (!room && item->isEmpty()) continue;
    Part part{item, item->minimumSize().width(), item->sizeHint().width(),
              item->expandingDirections().testFlag(Qt::Horizontal)};
    if (const QLabel* label = breaking(*item)) part.width = part.wanted = unbroken(*label);
    part.wanted = std::max(part.width, std::min(part.wanted, item->maximumSize().width()));
    parts << part;
  }
  return parts;
}

/// Each with the widths its parts get in it.
QList<QList<FlowRow::Part>> FlowRow::lines(int width) const {
  QList<QList<Part>> lines;
  int used = 0;
  for (Part& part : parts()) {
    const int air = lines.isEmpty() || lines.last().isEmpty() || part.item->spacerItem() ? 0 : gap();
    if (lines.isEmpty() || (used > 0 && used + air + part.width > width)) {
      lines << QList<Part>();
      used = 0;
    }
    part.width = std::min(part.width, width);
    used += part.width + (lines.last().isEmpty() ? 0 : air);
    lines.last() << part;
  }
  for (QList<Part>& line : lines) {
    int left = width;
    for (qsizetype i = 0; i < line.size(); ++i)
      left -= line[i].width + (i > 0 && !line[i].item->spacerItem() ? gap() : 0);
    for (Part& part : line) {  // first what each wants, then all of it to those that grow
      const int more = std::clamp(part.wanted - part.width, 0, std::max(0, left));
      part.width += more;
      left -= more;
    }
    for (const bool room : {false, true}) {  // controls before empty room
      const auto takes = [&](const Part& part) {
        return part.grows && (part.item->spacerItem() != nullptr) == room;
      };
      auto growing = std::count_if(line.begin(), line.end(), takes);
      for (Part& part : line) {
        if (!takes(part) || left <= 0) continue;
        const int more = std::min(left / static_cast<int>(growing--),
                                  std::max(0, part.item->maximumSize().width() - part.width));
        part.width += more;
        left -= more;
      }
    }
  }
  return lines;
}

int FlowRow::heightForWidth(int width) const {
  const QMargins air = contentsMargins();
  int height = air.top() + air.bottom();
  bool first = true;
  for (const QList<Part>& line : lines(width - air.left() - air.right())) {
    int high = 0;
    for (const Part& part : line) high = std::max(high, heightOf(*part.item, part.width));
    height += high + (first ? 0 : gap());
    first = false;
  }
  return height;
}

QSize FlowRow::minimumSize() const {
  QSize least;
  for (QLayoutItem* item : m_items)
    if (!item->isEmpty()) least = least.expandedTo(item->minimumSize());
  const QMargins air = contentsMargins();
  return least + QSize(air.left() + air.right(), air.top() + air.bottom());
}

QSize FlowRow::sizeHint() const {
  const QList<Part> all = parts();
  const QMargins air = contentsMargins();
  int width = air.left() + air.right(), height = 0;
  for (qsizetype i = 0; i < all.size(); ++i) {
    width += all[i].wanted + (i > 0 && !all[i].item->spacerItem() ? gap() : 0);
    height = std::max(height, heightOf(*all[i].item, all[i].wanted));
  }
  return {width, height + air.top() + air.bottom()};
}

void FlowRow::setGeometry(const QRect& place) {
  QLayout::setGeometry(place);
  const QRect inside = place.marginsRemoved(contentsMargins());
  const Qt::LayoutDirection direction = parentWidget() ? parentWidget()->layoutDirection() : Qt::LeftToRight;
  const QList<QList<Part>> all = lines(inside.width());
  int y = inside.top();
  for (const QList<Part>& line : all) {
    int high = 0, x = inside.left();
    for (const Part& part : line) high = std::max(high, heightOf(*part.item, part.width));
    if (all.size() == 1) high = std::max(high, inside.height());  // in the middle of a higher row
    for (qsizetype i = 0; i < line.size(); ++i) {
      const Part& part = line[i];
      if (i > 0 && !part.item->spacerItem()) x += gap();
      const int own = std::min(high, heightOf(*part.item, part.width));
      const QRect at(x, y + (high - own) / 2, part.width, own);
      part.item->setGeometry(QStyle::visualRect(direction, inside, at));
      x += part.width;
    }
    y += high + gap();
  }
}

}  // namespace astrolabe::ui
