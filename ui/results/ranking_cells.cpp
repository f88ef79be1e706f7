#include "ui/results/ranking_cells.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <vector>

#include "ui/controls/framed_words.h"
#include "ui/render/icons.h"
#include "ui/render/marks.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/results/ranking_columns.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

/// Beside the words of a badge, in pixels of the base scale.
constexpr int kBadgeInset = 6;
/// Of GPUs: a shape with the air behind it, its side, the air behind words, a plus with the air behind it.
constexpr int kShapeRoom = 14, kShapeSide = 10, kAfterWords = 6, kPlusRoom = 13;

/// GPUs of one pool in a cell of GPUs used.
struct GpusOfPool {
  const hardware::Pool* pool = nullptr;
  QString words;
};

std::vector<GpusOfPool> gpusIn(const QModelIndex& index) {
  std::vector<GpusOfPool> gpus;
  const auto& snapshot = static_cast<const RankingModel*>(index.model())->snapshot();
  for (const QVariant& entry : index.data(RankingModel::PoolsRole).toList()) {
    const QVariantList pair = entry.toList();
    const hardware::Pool& pool = snapshot->problem->cluster.pools[static_cast<std::size_t>(pair[0].toInt())];
    gpus.push_back({&pool, u"%1 %2"_s.arg(wholeText(pair[1].toInt()), shortGpuName(pool.gpu))});
  }
  return gpus;
}

/// As they are painted.
int widthOf(const std::vector<GpusOfPool>& gpus, const QFontMetrics& letters) {
  int width = -scaled(kAfterWords + kPlusRoom);
  for (const GpusOfPool& each : gpus)
    width +=
        scaled(kPlusRoom) + scaled(kShapeRoom) + letters.horizontalAdvance(each.words) + scaled(kAfterWords);
  return width + 1;  // letters reach over their advance
}

/// Where the middle of the capitals is in text that stands in the middle of a row.
double middleOf(const QPainter& painter, const QRect& inner) {
  const QFontMetricsF letters(painter.font());
  return QRectF(inner).center().y() + (letters.ascent() - letters.descent() - letters.capHeight()) / 2;
}

/// Marks of a selected row stand on a strong fill in high contrast: they take the ink of its words.
QColor markOf(const QColor& color, bool selected) {
  const Theme& theme = currentTheme();
  return selected && theme.isHighContrast() ? theme.selectionText : color;
}

}  // namespace

QSize RankingDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
  const QFontMetrics letters(qvariant_cast<QFont>(index.data(Qt::FontRole)));
  const std::vector<GpusOfPool> gpus =
      index.column() == RankingModel::GpusUsed ? gpusIn(index) : std::vector<GpusOfPool>();
  int width = gpus.empty() ? letters.horizontalAdvance(index.data().toString()) : widthOf(gpus, letters);
  width += scaled(2 * kRankingInset);
  if (index.column() == RankingModel::PeakMemory) width += scaled(54);
  if (index.data(RankingModel::BadgeRole).toBool()) width += scaled(2 * kBadgeInset);
  return {width, scaled(26)};
}

void RankingDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const {
  const Theme& theme = currentTheme();
  const bool selected = (option.state & QStyle::State_Selected) != 0;
  painter->save();
  // Figures and names of hardware read from left to right in every language.
  painter->setLayoutDirection(Qt::LeftToRight);
  painter->fillRect(option.rect, selected                                        ? theme.selection
                                 : (option.state & QStyle::State_MouseOver) != 0 ? theme.hover
                                                                                 : theme.panel);
  QColor hairline = theme.border;
  hairline.setAlphaF(0.55F);
  painter->setPen(hairline);
  painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
  const bool best = index.data(RankingModel::SortRole).isValid() &&
                    index.siblingAtColumn(RankingModel::Rank).data(RankingModel::SortRole).toDouble() == 1.0;
  if (best && index.column() == RankingModel::Rank)
    painter->fillRect(QRect(option.rect.left(), option.rect.top(), scaled(3), option.rect.height()),
                      theme.best);
  const QColor ink = selected ? theme.selectionText : qvariant_cast<QColor>(index.data(Qt::ForegroundRole));
  painter->setPen(ink.isValid() ? ink : theme.text);
  painter->setFont(qvariant_cast<QFont>(index.data(Qt::FontRole)));
  QRect inner = option.rect.adjusted(scaled(kRankingInset), 0, -scaled(kRankingInset), 0);
  if (index.column() == RankingModel::Rank && index.data(RankingModel::PinnedRole).toBool()) {
    const int side = scaled(12);
    icon(u"pin"_s).paint(painter, QRect(inner.left() - scaled(4), inner.center().y() - side / 2, side, side));
  }
  if (index.column() == RankingModel::PeakMemory)
    if (const QVariant share = index.data(RankingModel::ShareRole); share.isValid())
      paintMemory(*painter, inner, share.toDouble(), selected);
  if (index.column() == RankingModel::GpusUsed && !index.data(RankingModel::PoolsRole).toList().isEmpty()) {
    paintGpus(*painter, inner, index, selected);
  } else if (index.data(RankingModel::BadgeRole).toBool()) {
    paintBadge(*painter, inner, index.data().toString(), option.direction, selected);
  } else {
    const auto alignment =
        QStyle::visualAlignment(option.direction, Qt::Alignment(index.data(Qt::TextAlignmentRole).toInt()));
    painter->drawText(inner, static_cast<int>(alignment), index.data().toString());
  }
  if ((option.state & QStyle::State_HasFocus) != 0) {
    painter->setPen(QPen(selected && theme.isHighContrast() ? theme.selectionText : theme.focus, 2));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(QRectF(option.rect).adjusted(1, 1, -1, -1));
  }
  painter->restore();
}

void RankingDelegate::paintMemory(QPainter& painter, QRect& inner, double share, bool selected) const {
  const Theme& theme = currentTheme();
  const QRectF bar(inner.left(), std::round(middleOf(painter, inner) - scaled(4)), scaled(44), scaled(8));
  painter.save();
  if (m_view->isStale()) painter.setOpacity(0.72);
  if (!selected || !theme.isHighContrast()) painter.fillRect(bar, theme.plotGrid);
  QRectF filled = bar;
  filled.setWidth(bar.width() * std::clamp(share, 0.0, 1.0) * 0.94);  // the notch stands at the limit
  painter.fillRect(filled, markOf(share > 1.0 ? theme.error : theme.text3, selected));
  painter.setPen(QPen(markOf(theme.borderStrong, selected), 1));
  const double notch = bar.left() + bar.width() * 0.94;
  painter.drawLine(QPointF(notch, bar.top() - 1), QPointF(notch, bar.bottom() + 1));
  painter.restore();
  inner.setLeft(inner.left() + scaled(52));
}

void RankingDelegate::paintBadge(QPainter& painter, const QRect& inner, const QString& text,
                                 Qt::LayoutDirection direction, bool selected) const {
  const Theme& theme = currentTheme();
  QRect room(0, 0, inner.width(), scaled(18));
  room.moveCenter(QPoint(0, inner.center().y()));
  room.moveLeft(inner.left());
  paintFramed(painter, room, text, direction,
              {.inset = scaled(kBadgeInset),
               .frame = markOf(theme.borderStrong, selected),
               .ground = selected ? QBrush(Qt::NoBrush) : QBrush(theme.header)});
}

void RankingDelegate::paintGpus(QPainter& painter, QRect inner, const QModelIndex& index,
                                bool selected) const {
  const Theme& theme = currentTheme();
  bool first = true;
  for (const auto& [pool, words] : gpusIn(index)) {
    if (!first) {
      painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter, u"+"_s);
      inner.setLeft(inner.left() + scaled(kPlusRoom));
    }
    first = false;
    const GpuStyle style = theme.gpu(m_view->document().gpuIndex(pool->gpu.id));
    const int side = scaled(kShapeSide);
    painter.save();
    if (m_view->isStale()) painter.setOpacity(0.72);
    drawShape(painter, QRectF(inner.left(), middleOf(painter, inner) - side / 2.0, side, side), style.shape,
              markOf(style.color, selected));
    painter.restore();
    inner.setLeft(inner.left() + scaled(kShapeRoom));
    painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter, words);
    inner.setLeft(inner.left() + painter.fontMetrics().horizontalAdvance(words) + scaled(kAfterWords));
  }
}

bool RankingHeader::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QHeaderView::viewportEvent(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int section = logicalIndexAt(help->pos());
  QString tip = model()->headerData(section, orientation(), Qt::ToolTipRole).toString();
  if (!glossaryOfColumn(section).isEmpty())
    tip += u'\n' + RankingView::tr("Glossary: F1 in the column, or the menu of the heading");
  QToolTip::showText(help->globalPos(), tip, this);
  return true;
}

void RankingHeader::paintSection(QPainter* painter, const QRect& rect, int section) const {
  const Theme& theme = currentTheme();
  painter->save();
  painter->setLayoutDirection(Qt::LeftToRight);
  painter->fillRect(rect, theme.header);
  painter->setPen(theme.border);
  painter->drawLine(rect.bottomLeft(), rect.bottomRight());
  painter->setFont(ui::font(TextRole::Caption));
  painter->setPen(theme.text3);
  QString title = model()->headerData(section, orientation(), Qt::DisplayRole).toString();
  if (sortIndicatorSection() == section && section != RankingModel::Rank)
    title = (sortIndicatorOrder() == Qt::AscendingOrder ? u"↑ "_s : u"↓ "_s) + title;
  const auto alignment = QStyle::visualAlignment(
      layoutDirection(),
      Qt::Alignment(model()->headerData(section, orientation(), Qt::TextAlignmentRole).toInt()));
  painter->drawText(rect.adjusted(scaled(kRankingInset), 0, -scaled(kRankingInset), 0), int(alignment),
                    title);
  painter->restore();
}

}  // namespace astrolabe::ui
