#include "ui/canvas/shelf_delegate.h"

#include <QPainter>
#include <QStyle>
#include <QTreeView>

#include "ui/canvas/gpu_marks.h"
#include "ui/canvas/shelf_model.h"
#include "ui/controls/framed_words.h"
#include "ui/render/icons.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {
constexpr double kEntryHeight = 42.0, kGroupHeight = 28.0, kEdge = 12.0, kShapeAt = 22.0, kTextAt = 44.0;

/// Names, numbers and units keep their own direction inside a mirrored window.
QString isolated(const QString& text) { return QChar(0x2066) + text + QChar(0x2069); }
}  // namespace

ShelfDelegate::ShelfDelegate(const PlanDocument& document, QObject* parent)
    : QStyledItemDelegate(parent), m_document(document) {}

QSize ShelfDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
  return {scaled(120), scaled(index.data(ShelfModel::IsGroupRole).toBool() ? kGroupHeight : kEntryHeight)};
}

void ShelfDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
  const Theme& theme = currentTheme();
  painter->save();
  const bool selected = option.state.testFlag(QStyle::State_Selected);
  if (selected)
    painter->fillRect(option.rect, theme.selection);
  else if (option.state.testFlag(QStyle::State_MouseOver))
    painter->fillRect(option.rect, theme.hover);
  if (index.data(ShelfModel::IsGroupRole).toBool())
    paintGroup(*painter, option, index);
  else
    paintEntry(*painter, option, index);
  if (option.state.testFlag(QStyle::State_HasFocus)) {  // the current row, chosen or not
    painter->setPen(QPen(selected && theme.isHighContrast() ? theme.selectionText : theme.focus, 2.0));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(QRectF(option.rect).adjusted(1, 1, -1, -1));
  }
  painter->restore();
}

void ShelfDelegate::paintGroup(QPainter& painter, const QStyleOptionViewItem& option,
                               const QModelIndex& index) const {
  const Theme& theme = currentTheme();
  const QRect row = option.rect;
  const auto* tree = qobject_cast<const QTreeView*>(option.widget);
  const bool open = tree == nullptr || tree->isExpanded(index);
  const int side = scaled(16), small = scaled(12);
  // Measured from the left, and mirrored where the window is.
  const auto place = [&](int x, int width, int height) {
    return QStyle::visualRect(option.direction, row,
                              QRect(row.left() + x, row.center().y() - height / 2, width, height));
  };
  int x = scaled(8);
  icon(open ? QStringLiteral("down") : QStringLiteral("right")).paint(&painter, place(x, small, small));
  x += small + scaled(6);
  icon(index.data(Qt::DecorationRole).toString()).paint(&painter, place(x, side, side));
  x += side + scaled(6);
  const QFont strong = font(TextRole::Section);
  painter.setFont(strong);
  painter.setPen(theme.text);
  const QString name = index.data().toString();
  const int wide = QFontMetrics(strong).horizontalAdvance(name) + scaled(2);
  painter.drawText(place(x, wide, row.height()), Qt::AlignLeft | Qt::AlignVCenter, name);
  x += wide + scaled(4);
  painter.setFont(font(TextRole::Caption));
  painter.setPen(theme.text3);
  painter.drawText(place(x, row.width() - x, row.height()), Qt::AlignLeft | Qt::AlignVCenter,
                   wholeText(index.data(ShelfModel::CountRole).toInt()));
}

void ShelfDelegate::paintEntry(QPainter& painter, const QStyleOptionViewItem& option,
                               const QModelIndex& index) const {
  const Theme& theme = currentTheme();
  const QRect row = option.rect;
  const bool selected = option.state.testFlag(QStyle::State_Selected);
  const std::string gpu = index.data(ShelfModel::GpuRole).toString().toStdString();
  const double side = 12.0 * fontScale();
  QRectF shape(row.left() + scaled(kShapeAt), row.center().y() - side / 2.0, side, side);
  const bool mirrored = option.direction == Qt::RightToLeft;
  if (mirrored) shape.moveRight(row.right() - scaled(kShapeAt));
  const QString sign = index.data(Qt::DecorationRole).toString();
  if (!sign.isEmpty()) {
    icon(sign).paint(&painter, shape.toAlignedRect().adjusted(-2, -2, 2, 2));
  } else if (m_document.hasGpu(gpu)) {
    paintShape(painter, theme.gpu(m_document.gpuIndex(gpu)), shape);
  } else {  // not in the plan yet, so without a hue of its own
    GpuStyle style;
    style.color = theme.text3;
    paintShape(painter, style, shape, false);
  }
  const QFont body = font(TextRole::Body), caption = font(TextRole::Caption);
  QFont strong = body;
  strong.setWeight(QFont::Medium);
  const int right = row.right() - scaled(kEdge), left = row.left() + scaled(kTextAt), gap = scaled(8);
  const QRect above =
      QStyle::visualRect(option.direction, row, QRect(left, row.top() + scaled(4), right - left, scaled(18)));
  const QRect below = QStyle::visualRect(option.direction, row,
                                         QRect(left, row.top() + scaled(22), right - left, scaled(14)));

  const QString price = index.data(ShelfModel::PriceRole).toString();
  painter.setFont(body);
  painter.setPen(selected ? theme.selectionText : theme.text);
  painter.drawText(above, Qt::AlignRight | Qt::AlignVCenter, isolated(price));
  const int nameRoom = above.width() - QFontMetrics(body).horizontalAdvance(price) - gap;
  painter.setFont(strong);
  painter.drawText(
      above, Qt::AlignLeft | Qt::AlignVCenter,
      isolated(QFontMetrics(strong).elidedText(index.data().toString(), Qt::ElideMiddle, nameRoom)));

  const QString date = index.data(ShelfModel::DateRole).toString();
  painter.setFont(caption);
  painter.setPen(selected ? theme.text2 : theme.text3);
  painter.drawText(below, Qt::AlignRight | Qt::AlignVCenter, isolated(date));
  int taken = QFontMetrics(caption).horizontalAdvance(date) + gap;
  if (index.data(ShelfModel::OldRole).toBool()) {
    const int clock = scaled(11);
    const QRect place(below.right() - taken - clock + gap - scaled(3), below.center().y() - clock / 2, clock,
                      clock);
    icon(QStringLiteral("clock")).paint(&painter, QStyle::visualRect(option.direction, below, place));
    taken += clock + scaled(3);
  }
  const QString unmeasured = index.data(ShelfModel::UnmeasuredRole).toString();
  const FramedLook look{.inset = scaled(4), .frame = painter.pen().color()};
  const int marked =
      unmeasured.isEmpty() ? 0 : paintFramed(painter, below, unmeasured, option.direction, look) + scaled(6);
  const QRect rest =
      QStyle::visualRect(option.direction, below,
                         QRect(below.left() + marked, below.top(), below.width() - marked, below.height()));
  taken += marked;
  painter.drawText(
      rest, Qt::AlignLeft | Qt::AlignVCenter,
      isolated(QFontMetrics(caption).elidedText(index.data(ShelfModel::SecondLineRole).toString(),
                                                Qt::ElideRight, below.width() - taken)));
}

}  // namespace astrolabe::ui
