#include "ui/results/ranking_view.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QStyledItemDelegate>

#include "ui/render/marks.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kInset = 10;

/// Paints a row: hairline below, brass bar on rank 1, memory bar, shapes of the GPU types.
class RankingDelegate : public QStyledItemDelegate {
 public:
  explicit RankingDelegate(RankingView* view) : QStyledItemDelegate(view), m_view(view) {}

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
    const QFont face = qvariant_cast<QFont>(index.data(Qt::FontRole));
    int width = QFontMetrics(face).horizontalAdvance(index.data().toString()) + scaled(2 * kInset);
    if (index.column() == RankingModel::PeakMemory) width += scaled(54);
    if (index.column() == RankingModel::GpusUsed)
      width += scaled(16) * static_cast<int>(index.data(RankingModel::PoolsRole).toList().size());
    return {width, scaled(26)};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const Theme& theme = currentTheme();
    const bool selected = (option.state & QStyle::State_Selected) != 0;
    painter->save();
    painter->fillRect(option.rect, selected                                        ? theme.selection
                                   : (option.state & QStyle::State_MouseOver) != 0 ? theme.hover
                                                                                   : theme.panel);
    QColor hairline = theme.border;
    hairline.setAlphaF(0.55F);
    painter->setPen(hairline);
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    const bool best = index.data(RankingModel::SortRole).isValid() &&
                      index.siblingAtColumn(RankingModel::Rank).data(RankingModel::SortRole).toInt() == 1;
    if (best && index.column() == RankingModel::Rank)
      painter->fillRect(QRect(option.rect.left(), option.rect.top(), scaled(3), option.rect.height()),
                        theme.best);
    const QColor ink = selected ? theme.selectionText : qvariant_cast<QColor>(index.data(Qt::ForegroundRole));
    painter->setPen(ink.isValid() ? ink : theme.text);
    painter->setFont(qvariant_cast<QFont>(index.data(Qt::FontRole)));
    QRect inner = option.rect.adjusted(scaled(kInset), 0, -scaled(kInset), 0);
    if (index.column() == RankingModel::PeakMemory)
      paintMemory(*painter, inner, index.data(RankingModel::ShareRole).toDouble());
    if (index.column() == RankingModel::GpusUsed) {
      paintGpus(*painter, inner, index);
    } else {
      const auto alignment = Qt::Alignment(index.data(Qt::TextAlignmentRole).toInt());
      painter->drawText(inner, static_cast<int>(alignment), index.data().toString());
    }
    if ((option.state & QStyle::State_HasFocus) != 0) {
      painter->setPen(QPen(theme.focus, 2));
      painter->setBrush(Qt::NoBrush);
      painter->drawRect(QRectF(option.rect).adjusted(1, 1, -1, -1));
    }
    painter->restore();
  }

 private:
  void paintMemory(QPainter& painter, QRect& inner, double share) const {
    const Theme& theme = currentTheme();
    const QRectF bar(inner.left(), inner.center().y() - scaled(4), scaled(44), scaled(8));
    painter.save();
    if (m_view->isStale()) painter.setOpacity(0.72);
    painter.fillRect(bar, theme.plotGrid);
    QRectF filled = bar;
    filled.setWidth(bar.width() * std::clamp(share, 0.0, 1.0) * 0.94);  // the notch stands at the limit
    painter.fillRect(filled, share > 1.0 ? theme.error : theme.text3);
    painter.setPen(QPen(theme.borderStrong, 1));
    const double notch = bar.left() + bar.width() * 0.94;
    painter.drawLine(QPointF(notch, bar.top() - 1), QPointF(notch, bar.bottom() + 1));
    painter.restore();
    inner.setLeft(inner.left() + scaled(52));
  }

  void paintGpus(QPainter& painter, QRect inner, const QModelIndex& index) const {
    const Theme& theme = currentTheme();
    const auto* model = static_cast<const QSortFilterProxyModel*>(index.model());
    const auto& snapshot = static_cast<const RankingModel*>(model->sourceModel())->snapshot();
    bool first = true;
    for (const QVariant& entry : index.data(RankingModel::PoolsRole).toList()) {
      const QVariantList pair = entry.toList();
      const hardware::Pool& pool =
          snapshot->problem->cluster.pools[static_cast<std::size_t>(pair[0].toInt())];
      if (!first) {
        painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter, u"+"_s);
        inner.setLeft(inner.left() + scaled(13));
      }
      first = false;
      const GpuStyle style = theme.gpu(m_view->document().gpuIndex(pool.gpu.id));
      const int side = scaled(10);
      painter.save();
      if (m_view->isStale()) painter.setOpacity(0.72);
      drawShape(painter, QRectF(inner.left(), inner.center().y() - side / 2.0 + 0.5, side, side), style.shape,
                style.color);
      painter.restore();
      inner.setLeft(inner.left() + scaled(14));
      const QString text = u"%1 %2"_s.arg(pair[1].toInt()).arg(shortGpuName(pool.gpu));
      painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter, text);
      inner.setLeft(inner.left() + painter.fontMetrics().horizontalAdvance(text) + scaled(6));
    }
  }
  RankingView* m_view;
};

/// Quiet headings that stand over their columns: caption type, no frames, an arrow on the sorted one.
class RankingHeader : public QHeaderView {
 public:
  explicit RankingHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
    setHighlightSections(false);
  }

 protected:
  void paintSection(QPainter* painter, const QRect& rect, int section) const override {
    const Theme& theme = currentTheme();
    painter->save();
    painter->fillRect(rect, theme.header);
    painter->setPen(theme.border);
    painter->drawLine(rect.bottomLeft(), rect.bottomRight());
    painter->setFont(ui::font(TextRole::Caption));
    painter->setPen(theme.text3);
    QString title = model()->headerData(section, orientation(), Qt::DisplayRole).toString();
    if (sortIndicatorSection() == section && section != RankingModel::Rank)
      title = (sortIndicatorOrder() == Qt::AscendingOrder ? u"↑ "_s : u"↓ "_s) + title;
    const auto alignment = model()->headerData(section, orientation(), Qt::TextAlignmentRole).toInt();
    painter->drawText(rect.adjusted(scaled(kInset), 0, -scaled(kInset), 0), alignment, title);
    painter->restore();
  }
};

}  // namespace

RankingView::RankingView(PlanDocument& document, StrategySelection& selection, QWidget* parent)
    : QTableView(parent), m_document(document), m_selection(selection) {
  setObjectName(u"rankingView"_s);
  setAccessibleName(tr("Ranked strategies"));
  m_sorted.setSourceModel(&m_model);
  m_sorted.setSortRole(RankingModel::SortRole);
  setModel(&m_sorted);
  setItemDelegate(new RankingDelegate(this));
  setShowGrid(false);
  setFrameShape(QFrame::NoFrame);
  setSelectionBehavior(SelectRows);
  setSelectionMode(ExtendedSelection);
  setMouseTracking(true);
  setHorizontalScrollMode(ScrollPerPixel);
  setTabKeyNavigation(false);
  verticalHeader()->hide();
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  verticalHeader()->setDefaultSectionSize(scaled(26));
  auto* header = new RankingHeader(this);
  setHorizontalHeader(header);
  header->setMinimumHeight(scaled(26));
  header->setSectionsMovable(true);
  header->setSectionsClickable(true);
  setSortingEnabled(true);
  sortByColumn(RankingModel::Rank, Qt::AscendingOrder);
  connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) {
            if (!m_following && current.isValid()) m_selection.select(m_sorted.mapToSource(current).row());
          });
  connect(&m_selection, &StrategySelection::changed, this, &RankingView::followSelection);
}

void RankingView::setSnapshot(const plan::SnapshotPtr& snapshot) {
  m_following = true;
  m_model.setSnapshot(snapshot);
  for (int column = 0; column < RankingModel::ColumnCount; ++column)
    setColumnHidden(column, !m_model.isColumnUsed(column));
  sizeColumns();
  m_following = false;
  followSelection();
}

void RankingView::setStale(bool stale) {
  m_stale = stale;
  viewport()->update();
}

void RankingView::sizeColumns() {
  const QFontMetrics metrics(ui::font(TextRole::Caption));
  m_wanted.resize(RankingModel::ColumnCount);
  int total = 0;
  int shown = 0;
  for (int column = 0; column < RankingModel::ColumnCount; ++column) {
    if (isColumnHidden(column)) continue;
    const QString title = m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    // Columns only grow while rows arrive, so that nothing jumps.
    m_wanted[column] = std::max({m_wanted[column], sizeHintForColumn(column),
                                 metrics.horizontalAdvance(title) + scaled(2 * kInset + 12)});
    total += m_wanted[column];
    ++shown;
  }
  // What is left is shared by all columns.
  const int spare = shown > 0 ? std::max(0, viewport()->width() - total) / shown : 0;
  for (int column = 0; column < RankingModel::ColumnCount; ++column)
    if (!isColumnHidden(column)) setColumnWidth(column, m_wanted[column] + spare);
}

void RankingView::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  sizeColumns();
}

void RankingView::followSelection() {
  if (m_following) return;
  const QModelIndex wanted = m_sorted.mapFromSource(m_model.index(m_selection.rank(), 0));
  if (!wanted.isValid() || selectionModel()->currentIndex().row() == wanted.row()) return;
  m_following = true;
  selectionModel()->setCurrentIndex(wanted, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  m_following = false;
}

void RankingView::copySelection() {
  QModelIndexList rows = selectionModel()->selectedRows();
  if (rows.isEmpty())
    for (int row = 0; row < m_sorted.rowCount(); ++row) rows << m_sorted.index(row, 0);
  std::sort(rows.begin(), rows.end(),
            [](const QModelIndex& a, const QModelIndex& b) { return a.row() < b.row(); });
  QStringList heads;
  QString html = u"<table><tr>"_s;
  QList<int> columns;
  for (int place = 0; place < RankingModel::ColumnCount; ++place) {
    const int column = horizontalHeader()->logicalIndex(place);
    if (isColumnHidden(column)) continue;
    columns << column;
    heads << m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    html += u"<th>%1</th>"_s.arg(heads.last().toHtmlEscaped());
  }
  QString text = heads.join(u'\t') + u'\n';
  html += u"</tr>"_s;
  for (const QModelIndex& row : rows) {
    QStringList cells;
    html += u"<tr>"_s;
    for (const int column : columns) {
      cells << row.siblingAtColumn(column).data(RankingModel::FullRole).toString();
      html += u"<td>%1</td>"_s.arg(cells.last().toHtmlEscaped());
    }
    text += cells.join(u'\t') + u'\n';
    html += u"</tr>"_s;
  }
  auto* mime = new QMimeData;
  mime->setText(text);
  mime->setHtml(html + u"</table>"_s);
  QApplication::clipboard()->setMimeData(mime);
}

void RankingView::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) {
    copySelection();
    event->accept();
    return;
  }
  QTableView::keyPressEvent(event);
}

void RankingView::changeEvent(QEvent* event) {
  QTableView::changeEvent(event);
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
    verticalHeader()->setDefaultSectionSize(scaled(26));
    sizeColumns();
  }
}

}  // namespace astrolabe::ui
