#include "ui/results/ranking_view.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QJsonArray>
#include <QKeyEvent>
#include <QScrollBar>
#include <cmath>
#include <utility>

#include "ui/document/running_layout.h"
#include "ui/render/icons.h"
#include "ui/render/kind_words.h"
#include "ui/render/theme.h"
#include "ui/results/ranking_cells.h"
#include "ui/results/ranking_columns.h"
#include "ui/results/ranking_text.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

/// Columns shown until a person chooses others.
QSet<int> usualColumns() {
  QSet<int> columns;
  for (int column = 0; column < RankingModel::ColumnCount; ++column)
    if (!rankingColumn(column).rare) columns << column;
  return columns;
}

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
  // Other rows come in sight: theirs may be wider.
  connect(header, &QHeaderView::sortIndicatorChanged, this, [this] { sizeColumns(); });
  connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int value) {
    if (value == 0 || !m_following) m_scrolled = value > 0;
    if (!m_following) sizeColumns();
  });
  for (const auto opened : {&PlanDocument::wasReset, &PlanDocument::scenarioShown})
    connect(&m_document, opened, this, &RankingView::scrollToTop);
  sortByColumn(RankingModel::Rank, Qt::AscendingOrder);
  showColumns();
  connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) {
            if (!m_following) m_selection.select(m_model.layout(current.row()));
          });
  connect(this, &QAbstractItemView::doubleClicked, this, &RankingView::whyRequested);
  connect(&m_selection, &StrategySelection::changed, this, &RankingView::followSelection);
  connect(&m_runtimes, &RuntimeAsker::judged, this,
          [this] { changeRows([this] { m_model.setRuntimes(m_runtimes.known()); }); });
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
  const planning::LayoutPtr kept = verticalScrollBar()->value() > 0 ? m_model.layout(first) : nullptr;
  change();
  showColumns();
  sizeColumns();
  if (const int row = kept ? m_model.rowOf(kept) : -1; row >= 0) {
    doItemsLayout();  // the range of the scroll bar follows the rows
    verticalScrollBar()->setValue(row);
  }
  m_following = false;
  followSelection();
  returnToTop();
  emit rowsChanged();
}

/// Where nobody has scrolled, the first row is in sight as long as the selected one is, too: the list may
/// have been too low to show both when the window was laid out.
void RankingView::returnToTop() {
  const int inSight = viewport()->height() / std::max(1, verticalHeader()->defaultSectionSize());
  if (!m_scrolled && currentIndex().row() < inSight) verticalScrollBar()->setValue(0);
}

void RankingView::setSnapshot(const plan::SnapshotPtr& snapshot) {
  changeRows([&] { m_model.setSnapshot(snapshot); });
  askRuntimes();
}

void RankingView::setMine(RankingModel::Mine mine) {
  changeRows([&] { m_model.setMine(std::move(mine)); });
  askRuntimes();
}

void RankingView::setFilter(RowFilter filter) {
  changeRows([&] { m_model.setFilter(std::move(filter)); });
}

void RankingView::setShowRejected(bool shown) {
  changeRows([&] { m_model.setShowRejected(shown); });
  askRuntimes();
}

void RankingView::askRuntimes() {
  const plan::SnapshotPtr& snapshot = m_model.snapshot();
  m_runtimes.ask(snapshot ? snapshot->problem : nullptr, m_model.layouts());
}

void RankingView::togglePin() {
  std::vector<planning::LayoutPtr> pinned = m_model.pinned();
  QList<planning::LayoutPtr> chosen;
  for (const QModelIndex& row : selectionModel()->selectedRows())
    if (const planning::LayoutPtr layout = m_model.layout(row.row())) chosen << layout;
  const auto place = [&](const planning::LayoutPtr& one) {
    return std::find_if(pinned.begin(), pinned.end(),
                        [&](const planning::LayoutPtr& other) { return planning::same(one, other); });
  };
  const auto isPinned = [&](const planning::LayoutPtr& one) { return place(one) != pinned.end(); };
  const bool all = std::all_of(chosen.begin(), chosen.end(), isPinned);
  for (const planning::LayoutPtr& layout : chosen) {
    if (all)
      pinned.erase(place(layout));
    else if (!isPinned(layout))
      pinned.push_back(layout);
  }
  changeRows([&] { m_model.setPinned(std::move(pinned)); });
}

void RankingView::toggleCompare() {
  if (m_selection.other() != nullptr) return m_selection.compareWith({});
  const planning::LayoutPtr current = m_model.layout(currentIndex().row());
  const plan::SnapshotPtr& snapshot = m_model.snapshot();
  if (current == nullptr || !snapshot || snapshot->best.empty()) return;
  // Two chosen rows with each other; one row with the best, the best with the second.
  for (const QModelIndex& row : selectionModel()->selectedRows())
    if (const planning::LayoutPtr other = m_model.layout(row.row());
        selectionModel()->selectedRows().size() == 2 && other && !planning::same(other, current))
      return m_selection.compareWith(other);
  if (!isPipeline(current, snapshot->best.front().strategy))
    m_selection.compareWith(planning::layout_of(snapshot->best.front().strategy));
  else if (snapshot->best.size() > 1)
    m_selection.compareWith(planning::layout_of(snapshot->best[1].strategy));
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
    order << QLatin1StringView(rankingColumn(column).field);
    if (m_chosen.contains(column)) shown << QLatin1StringView(rankingColumn(column).field);
  }
  return {{u"columns"_s, shown},
          {u"order"_s, order},
          {u"sort"_s, QLatin1StringView(rankingColumn(horizontalHeader()->sortIndicatorSection()).field)},
          {u"descending"_s, horizontalHeader()->sortIndicatorOrder() == Qt::DescendingOrder}};
}

void RankingView::restoreColumns(const QJsonObject& saved) {
  const auto columnOf = [](const QJsonValue& name) {
    for (int column = 0; column < RankingModel::ColumnCount; ++column)
      if (name.toString() == QLatin1StringView(rankingColumn(column).field)) return column;
    return -1;  // of another version
  };
  if (saved.contains(u"columns"_s)) {
    m_chosen = {RankingModel::Rank, RankingModel::Reason};  // these are always needed
    for (const QJsonValue name : saved[u"columns"_s].toArray())
      if (const int column = columnOf(name); column >= 0) m_chosen << column;
  }
  int place = 0;
  const QJsonArray order = saved[u"order"_s].toArray();
  for (const QJsonValue name : order)
    if (const int column = columnOf(name); column >= 0)
      horizontalHeader()->moveSection(horizontalHeader()->visualIndex(column), place++);
  // Nobody has hidden what an older version did not have: it stands where it usually does.
  const QSet<int> usual = usualColumns();
  for (int column = 1; column < RankingModel::ColumnCount; ++column) {
    if (order.isEmpty() || order.contains(QLatin1StringView(rankingColumn(column).field))) continue;
    if (usual.contains(column)) m_chosen << column;
    horizontalHeader()->moveSection(horizontalHeader()->visualIndex(column),
                                    horizontalHeader()->visualIndex(column - 1) + 1);
  }
  if (const int column = columnOf(saved[u"sort"_s]); column >= 0)
    sortByColumn(column, saved[u"descending"_s].toBool() ? Qt::DescendingOrder : Qt::AscendingOrder);
  showColumns();
  sizeColumns();
}

void RankingView::setStale(bool stale) {
  if (std::exchange(m_stale, stale) != stale) viewport()->update();
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
                                 metrics.horizontalAdvance(title) + scaled(2 * kRankingInset + 12)});
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
  returnToTop();
}

/// What was selected in another view meanwhile shows itself, which is no scrolling of a person.
bool RankingView::event(QEvent* event) {
  if (event->type() != QEvent::Show) return QTableView::event(event);
  m_following = true;
  const bool taken = QTableView::event(event);
  m_following = false;
  returnToTop();
  return taken;
}

void RankingView::followSelection() {
  if (m_following) return;
  const planning::LayoutPtr wanted = m_selection.layout();
  if (!wanted || m_model.shows(currentIndex().row(), wanted)) return;
  const int row = m_model.rowOf(wanted);
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
    if (const planning::LayoutPtr layout = m_model.layout(currentIndex().row())) emit editRequested(layout);
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
    if (const planning::LayoutPtr layout = m_model.layout(currentIndex().row())) emit editRequested(layout);
  })->setEnabled(some);
  add(u"ranking.running"_s, tr("Use as running layout"), u"play"_s, [this] { emit runningChosen(); })
      ->setEnabled(m_selection.snapshot() && m_selection.snapshot()->problem &&
                   mayRun(m_selection.layout(), *m_selection.snapshot()->problem));
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
