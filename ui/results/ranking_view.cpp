#include "ui/results/ranking_view.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QHelpEvent>
#include <QJsonArray>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QToolTip>
#include <cmath>

#include "ui/render/icons.h"
#include "ui/render/marks.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/results/ranking_text.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kInset = 10;

/// Columns shown until a person chooses others.
QSet<int> usualColumns() {
  QSet<int> columns;
  for (int column = 0; column < RankingModel::ColumnCount; ++column) columns << column;
  for (const int rare : {RankingModel::TokensPerGpu, RankingModel::JobHours, RankingModel::JobUsd,
                         RankingModel::Power, RankingModel::StepLow, RankingModel::StepHigh})
    columns.remove(rare);
  return columns;
}

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
    // Figures and names of hardware read from left to right in every language.
    painter->setLayoutDirection(Qt::LeftToRight);
    painter->fillRect(option.rect, selected                                        ? theme.selection
                                   : (option.state & QStyle::State_MouseOver) != 0 ? theme.hover
                                                                                   : theme.panel);
    QColor hairline = theme.border;
    hairline.setAlphaF(0.55F);
    painter->setPen(hairline);
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    const bool best =
        index.data(RankingModel::SortRole).isValid() &&
        index.siblingAtColumn(RankingModel::Rank).data(RankingModel::SortRole).toDouble() == 1.0;
    if (best && index.column() == RankingModel::Rank)
      painter->fillRect(QRect(option.rect.left(), option.rect.top(), scaled(3), option.rect.height()),
                        theme.best);
    const QColor ink = selected ? theme.selectionText : qvariant_cast<QColor>(index.data(Qt::ForegroundRole));
    painter->setPen(ink.isValid() ? ink : theme.text);
    painter->setFont(qvariant_cast<QFont>(index.data(Qt::FontRole)));
    QRect inner = option.rect.adjusted(scaled(kInset), 0, -scaled(kInset), 0);
    if (index.column() == RankingModel::Rank && index.data(RankingModel::PinnedRole).toBool()) {
      const int side = scaled(12);
      icon(u"pin"_s).paint(painter,
                           QRect(inner.left() - scaled(4), inner.center().y() - side / 2, side, side));
    }
    if (index.column() == RankingModel::PeakMemory)
      if (const QVariant share = index.data(RankingModel::ShareRole); share.isValid())
        paintMemory(*painter, inner, share.toDouble(), selected);
    if (index.column() == RankingModel::GpusUsed && !index.data(RankingModel::PoolsRole).toList().isEmpty()) {
      paintGpus(*painter, inner, index, selected);
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

 private:
  /// Where the middle of the capitals is in text that stands in the middle of a row.
  static double middleOf(const QPainter& painter, const QRect& inner) {
    const QFontMetricsF letters(painter.font());
    return QRectF(inner).center().y() + (letters.ascent() - letters.descent() - letters.capHeight()) / 2;
  }

  /// Marks of a selected row stand on a strong fill in high contrast: they take the ink of its words.
  static QColor markOf(const QColor& color, bool selected) {
    const Theme& theme = currentTheme();
    return selected && theme.isHighContrast() ? theme.selectionText : color;
  }

  void paintMemory(QPainter& painter, QRect& inner, double share, bool selected) const {
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

  void paintGpus(QPainter& painter, QRect inner, const QModelIndex& index, bool selected) const {
    const Theme& theme = currentTheme();
    const auto& snapshot = static_cast<const RankingModel*>(index.model())->snapshot();
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
      drawShape(painter, QRectF(inner.left(), middleOf(painter, inner) - side / 2.0, side, side), style.shape,
                markOf(style.color, selected));
      painter.restore();
      inner.setLeft(inner.left() + scaled(14));
      const QString text = u"%1 %2"_s.arg(wholeText(pair[1].toInt()), shortGpuName(pool.gpu));
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
  /// The whole title, and where it is explained.
  bool viewportEvent(QEvent* event) override {
    if (event->type() != QEvent::ToolTip) return QHeaderView::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int section = logicalIndexAt(help->pos());
    QString tip = model()->headerData(section, orientation(), Qt::ToolTipRole).toString();
    if (!glossaryOfColumn(section).isEmpty())
      tip += u'\n' + RankingView::tr("Glossary: F1 in the column, or the menu of the heading");
    QToolTip::showText(help->globalPos(), tip, this);
    return true;
  }
  void paintSection(QPainter* painter, const QRect& rect, int section) const override {
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
    painter->drawText(rect.adjusted(scaled(kInset), 0, -scaled(kInset), 0), int(alignment), title);
    painter->restore();
  }
};

}  // namespace

RankingView::RankingView(PlanDocument& document, StrategySelection& selection, QWidget* parent)
    : QTableView(parent), m_document(document), m_selection(selection), m_chosen(usualColumns()) {
  setObjectName(u"rankingView"_s);
  setAccessibleName(tr("Ranked strategies"));
  setModel(&m_model);
  setItemDelegate(new RankingDelegate(this));
  setShowGrid(false);
  setFrameShape(QFrame::NoFrame);
  setSelectionBehavior(SelectRows);
  setSelectionMode(ExtendedSelection);
  setMouseTracking(true);
  setHorizontalScrollMode(ScrollPerPixel);
  setTabKeyNavigation(false);
  setWordWrap(false);
  verticalHeader()->hide();
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  verticalHeader()->setDefaultSectionSize(scaled(26));
  auto* header = new RankingHeader(this);
  setHorizontalHeader(header);
  header->setMinimumHeight(scaled(26));
  header->setSectionsMovable(true);
  header->setSectionsClickable(true);
  header->setResizeContentsPrecision(0);  // widths by the rows in sight: there may be 200,000
  header->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(header, &QWidget::customContextMenuRequested, this, [this, header](QPoint at) {
    QMenu menu(this);
    if (const QString term = glossaryOfColumn(header->logicalIndexAt(at)); !term.isEmpty()) {
      QAction* meaning = menu.addAction(tr("What it means (F1)"));
      meaning->setObjectName(u"rankingColumn.meaning"_s);
      connect(meaning, &QAction::triggered, this, [this, term] { emit glossaryRequested(term); });
      menu.addSeparator();
    }
    fillColumnMenu(menu);
    menu.exec(header->mapToGlobal(at));
  });
  setSortingEnabled(true);
  sortByColumn(RankingModel::Rank, Qt::AscendingOrder);
  showColumns();
  connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) {
            const strategy::Strategy* picked = m_model.strategy(current.row());
            if (!m_following && picked != nullptr) m_selection.select(*picked);
          });
  connect(this, &QAbstractItemView::doubleClicked, this, &RankingView::whyRequested);
  connect(&m_selection, &StrategySelection::changed, this, &RankingView::followSelection);
  m_explainSoon.setSingleShot(true);
  connect(&m_explainSoon, &QTimer::timeout, this, [this] {
    if (m_held.isValid() && m_held == currentIndex()) askFigure();
  });
}

/// Runs a change of the rows without moving what is read: the selected strategy stays selected, and a list
/// that was scrolled keeps its first row.
template <typename Change>
void RankingView::changeRows(Change change) {
  m_following = true;
  const int first = rowAt(0);
  const strategy::Strategy* top = verticalScrollBar()->value() > 0 ? m_model.strategy(first) : nullptr;
  const std::optional<strategy::Strategy> kept = top ? std::optional(*top) : std::nullopt;
  change();
  showColumns();
  sizeColumns();
  if (const int row = kept ? m_model.rowOf(*kept) : -1; row >= 0) {
    doItemsLayout();  // the range of the scroll bar follows the rows
    verticalScrollBar()->setValue(row);
  }
  m_following = false;
  followSelection();
  emit rowsChanged();
}

void RankingView::setSnapshot(const plan::SnapshotPtr& snapshot) {
  changeRows([&] { m_model.setSnapshot(snapshot); });
}

void RankingView::setMine(RankingModel::Mine mine) {
  changeRows([&] { m_model.setMine(std::move(mine)); });
}

void RankingView::setFilter(RowFilter filter) {
  changeRows([&] { m_model.setFilter(std::move(filter)); });
}

void RankingView::setShowRejected(bool shown) {
  changeRows([&] { m_model.setShowRejected(shown); });
}

void RankingView::togglePin() {
  std::vector<strategy::Strategy> pinned = m_model.pinned();
  QList<const strategy::Strategy*> chosen;
  for (const QModelIndex& row : selectionModel()->selectedRows())
    if (const auto* strategy = m_model.strategy(row.row())) chosen << strategy;
  const auto isPinned = [&](const strategy::Strategy* s) {
    return std::find(pinned.begin(), pinned.end(), *s) != pinned.end();
  };
  const bool all = std::all_of(chosen.begin(), chosen.end(), isPinned);
  for (const strategy::Strategy* strategy : chosen) {
    if (all)
      pinned.erase(std::find(pinned.begin(), pinned.end(), *strategy));
    else if (!isPinned(strategy))
      pinned.push_back(*strategy);
  }
  changeRows([&] { m_model.setPinned(std::move(pinned)); });
}

void RankingView::toggleCompare() {
  if (m_selection.other() != nullptr) return m_selection.compareWith({});
  const strategy::Strategy* current = m_model.strategy(currentIndex().row());
  const plan::SnapshotPtr& snapshot = m_model.snapshot();
  if (current == nullptr || !snapshot || snapshot->best.empty()) return;
  // Two chosen rows with each other; one row with the best, the best with the second.
  for (const QModelIndex& row : selectionModel()->selectedRows())
    if (const auto* other = m_model.strategy(row.row());
        selectionModel()->selectedRows().size() == 2 && other != nullptr && *other != *current)
      return m_selection.compareWith(*other);
  if (*current != snapshot->best.front().strategy)
    m_selection.compareWith(snapshot->best.front().strategy);
  else if (snapshot->best.size() > 1)
    m_selection.compareWith(snapshot->best[1].strategy);
}

void RankingView::fillColumnMenu(QMenu& menu) {
  for (int place = 0; place < RankingModel::ColumnCount; ++place) {
    const int column = horizontalHeader()->logicalIndex(place);
    if (column == RankingModel::Rank || column == RankingModel::Reason) continue;  // these are always needed
    QAction* action = menu.addAction(m_model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString());
    action->setObjectName(u"rankingColumn.%1"_s.arg(column));
    action->setCheckable(true);
    action->setChecked(m_chosen.contains(column));
    connect(action, &QAction::triggered, this,
            [this, column](bool chosen) { setColumnChosen(column, chosen); });
  }
  menu.addSeparator();
  QAction* usual = menu.addAction(tr("Usual columns"));
  usual->setObjectName(u"rankingColumn.usual"_s);
  connect(usual, &QAction::triggered, this, [this] {
    m_chosen = usualColumns();
    showColumns();
    sizeColumns();
  });
}

void RankingView::setColumnChosen(int column, bool chosen) {
  if (chosen)
    m_chosen << column;
  else
    m_chosen.remove(column);
  showColumns();
  sizeColumns();
}

void RankingView::showColumns() {
  for (int column = 0; column < RankingModel::ColumnCount; ++column)
    setColumnHidden(column, !m_chosen.contains(column) || !m_model.isColumnUsed(column));
}

QJsonObject RankingView::savedColumns() const {
  QJsonArray shown, order;
  for (int place = 0; place < RankingModel::ColumnCount; ++place) {
    const int column = horizontalHeader()->logicalIndex(place);
    order << QLatin1StringView(rankingField(column));
    if (m_chosen.contains(column)) shown << QLatin1StringView(rankingField(column));
  }
  return {{u"columns"_s, shown},
          {u"order"_s, order},
          {u"sort"_s, QLatin1StringView(rankingField(horizontalHeader()->sortIndicatorSection()))},
          {u"descending"_s, horizontalHeader()->sortIndicatorOrder() == Qt::DescendingOrder}};
}

void RankingView::restoreColumns(const QJsonObject& saved) {
  const auto columnOf = [](const QJsonValue& name) {
    for (int column = 0; column < RankingModel::ColumnCount; ++column)
      if (name.toString() == QLatin1StringView(rankingField(column))) return column;
    return -1;  // of another version
  };
  if (saved.contains(u"columns"_s)) {
    m_chosen = {RankingModel::Rank, RankingModel::Reason};  // these are always needed
    for (const QJsonValue name : saved[u"columns"_s].toArray())
      if (const int column = columnOf(name); column >= 0) m_chosen << column;
  }
  int place = 0;
  for (const QJsonValue name : saved[u"order"_s].toArray())
    if (const int column = columnOf(name); column >= 0)
      horizontalHeader()->moveSection(horizontalHeader()->visualIndex(column), place++);
  if (const int column = columnOf(saved[u"sort"_s]); column >= 0)
    sortByColumn(column, saved[u"descending"_s].toBool() ? Qt::DescendingOrder : Qt::AscendingOrder);
  showColumns();
  sizeColumns();
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
  const int spare = std::max(0, viewport()->width() - total);
  for (int column = 0, left = shown; column < RankingModel::ColumnCount; ++column) {
    if (isColumnHidden(column)) continue;
    const bool last = --left == 0;  // it takes what the division leaves, so that the row reaches the edge
    setColumnWidth(column, m_wanted[column] + (last ? spare - spare / shown * (shown - 1) : spare / shown));
  }
}

void RankingView::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  sizeColumns();
}

void RankingView::followSelection() {
  if (m_following) return;
  const std::optional<strategy::Strategy> wanted = m_selection.strategy();
  const strategy::Strategy* current = m_model.strategy(currentIndex().row());
  if (!wanted || (current != nullptr && *current == *wanted)) return;
  const int row = m_model.rowOf(*wanted);
  m_following = true;
  // A selection from another view shows itself; the first one, made by nobody, does not move the list.
  const bool scrolls = hasAutoScroll();
  setAutoScroll(currentIndex().isValid());
  selectionModel()->setCurrentIndex(row >= 0 ? m_model.index(row, 0) : QModelIndex(),
                                    QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  setAutoScroll(scrolls);
  m_following = false;
}

void RankingView::copySelection() {
  QList<int> rows, columns;
  for (const QModelIndex& row : selectionModel()->selectedRows()) rows << row.row();
  if (rows.isEmpty())
    for (int row = 0; row < m_model.rowCount(); ++row) rows << row;
  std::sort(rows.begin(), rows.end());
  for (int place = 0; place < RankingModel::ColumnCount; ++place)
    if (const int column = horizontalHeader()->logicalIndex(place); !isColumnHidden(column))
      columns << column;
  QApplication::clipboard()->setMimeData(mimeOf(rankingTable(m_model, rows, columns)).release());
}

void RankingView::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) {
    copySelection();
  } else if (event->key() == Qt::Key_P && event->modifiers() == Qt::NoModifier) {
    togglePin();
  } else if (event->key() == Qt::Key_C && event->modifiers() == Qt::NoModifier) {
    toggleCompare();
  } else if (event->key() == Qt::Key_E && event->modifiers() == Qt::NoModifier) {
    if (const auto* strategy = m_model.strategy(currentIndex().row())) emit editRequested(*strategy);
  } else if (event->key() == Qt::Key_H && event->modifiers() == Qt::NoModifier) {
    askFigure();
  } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    emit whyRequested();
  } else {
    QTableView::keyPressEvent(event);
    return;
  }
  event->accept();
}

void RankingView::contextMenuEvent(QContextMenuEvent* event) {
  QMenu menu(this);
  const auto add = [&](const QString& name, const QString& text, const QString& iconName, auto slot) {
    QAction* action = menu.addAction(icon(iconName), text, this, slot);
    action->setObjectName(name);
    return action;
  };
  const bool some = currentIndex().isValid();
  add(u"ranking.pin"_s, m_model.isPinned(currentIndex().row()) ? tr("Unpin (P)") : tr("Pin (P)"), u"pin"_s,
      [this] { togglePin(); })
      ->setEnabled(some);
  add(u"ranking.compare"_s,
      m_selection.other() ? tr("End the comparison (C)") : tr("Compare with the best (C)"), u"compare"_s,
      [this] { toggleCompare(); })
      ->setEnabled(some);
  add(u"ranking.edit"_s, tr("Edit as my layout… (E)"), u"plus"_s, [this] {
    if (const auto* strategy = m_model.strategy(currentIndex().row())) emit editRequested(*strategy);
  })->setEnabled(some);
  add(u"ranking.how"_s, tr("How is this calculated? (H)"), u"info"_s, [this] {
    askFigure();
  })->setEnabled(m_model.evaluation(currentIndex().row()) != nullptr);
  menu.addSeparator();
  add(u"ranking.copy"_s, tr("Copy rows (Ctrl+C)"), u"copy"_s, [this] { copySelection(); });
  fillColumnMenu(*menu.addMenu(icon(u"cols"_s), tr("Columns")));
  const QPoint at = event->reason() == QContextMenuEvent::Mouse
                        ? event->globalPos()
                        : viewport()->mapToGlobal(visualRect(currentIndex()).bottomLeft());
  menu.exec(at);
}

void RankingView::changeEvent(QEvent* event) {
  QTableView::changeEvent(event);
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
    verticalHeader()->setDefaultSectionSize(scaled(26));
    sizeColumns();
  }
}

}  // namespace astrolabe::ui
