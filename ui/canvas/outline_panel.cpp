#include "ui/canvas/outline_panel.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/canvas/cluster_view.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

namespace {

/// By branch and row.
bool standsBefore(const QModelIndex& a, const QModelIndex& b) {
  const QModelIndex in = a.parent(), other = b.parent();
  return in == other ? a.row() < b.row() : in < other;
}

/// Whole rows; neighbours are one range. Precondition: in the order of standsBefore().
QItemSelection rangesOf(const QModelIndexList& rows) {
  QItemSelection ranges;
  for (qsizetype first = 0; first < rows.size();) {
    qsizetype last = first;
    while (last + 1 < rows.size() && rows[last + 1].parent() == rows[first].parent() &&
           rows[last + 1].row() == rows[last].row() + 1)
      ++last;
    ranges.select(rows[first], rows[last].siblingAtColumn(OutlineModel::kColumns - 1));
    first = last + 1;
  }
  return ranges;
}

}  // namespace

OutlinePanel::OutlinePanel(PlanDocument& document, ClusterView& view, QWidget* parent)
    : QWidget(parent), m_view(view), m_model(new OutlineModel(document, this)), m_table(new QTreeView(this)) {
  setObjectName(QStringLiteral("outlinePanel"));
  m_table->setObjectName(QStringLiteral("outlineView"));
  m_table->setAccessibleName(tr("Outline of the cluster"));
  m_table->setAccessibleDescription(
      tr("Racks with their pools, pools, networks and notes. Left and Right go from cell to cell and open or "
         "close a row, F2 edits a cell, Delete removes rows."));
  m_table->setModel(m_model);
  m_table->setUniformRowHeights(true);
  m_table->setAllColumnsShowFocus(false);
  m_table->setFrameShape(QFrame::NoFrame);
  m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::DoubleClicked |
                           QAbstractItemView::AnyKeyPressed);
  m_table->setDragDropMode(QAbstractItemView::DragDrop);
  m_table->setDefaultDropAction(Qt::MoveAction);
  m_table->header()->setStretchLastSection(false);
  m_table->header()->setMaximumSectionSize(scaled(240));  // of a long note its beginning
  m_table->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_table->expandAll();
  m_table->installEventFilter(this);
  m_table->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(m_table, &QWidget::customContextMenuRequested, this, &OutlinePanel::showMenu);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(m_table);
  setMinimumWidth(scaled(220));
  connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &OutlinePanel::toCanvas);
  connect(&view, &ClusterView::selectionChanged, this, &OutlinePanel::fromCanvas);
  connect(m_model, &QAbstractItemModel::rowsInserted, this, &OutlinePanel::openBranches);
  connect(m_model, &OutlineModel::aboutToFollow, this, [this] { m_following = true; });
  connect(m_model, &OutlineModel::followed, this, &OutlinePanel::follow);
  const auto forget = [this] {  // rows of another plan or scenario are not those that were selected
    m_following = true;
    m_table->selectionModel()->clearSelection();
    m_following = false;
  };
  connect(&document, &PlanDocument::wasReset, this, forget);
  connect(&document, &PlanDocument::scenarioShown, this, forget);
  connect(m_model, &OutlineModel::refused, this, &OutlinePanel::message);
  connect(m_model, &OutlineModel::told, this, &OutlinePanel::message);
}

/// The rows stay selected while the plan changes. Tiles are made anew under another name: they are selected
/// as their rows are; else the canvas says what is.
void OutlinePanel::follow(bool renamed) {
  m_following = false;
  if (renamed)
    toCanvas();
  else
    fromCanvas();
}

/// A branch that comes is open.
void OutlinePanel::openBranches(const QModelIndex& parent, int first, int last) {
  for (int row = first; row <= last; ++row)
    if (const QModelIndex index = m_model->index(row, 0, parent);
        !index.flags().testFlag(Qt::ItemNeverHasChildren))
      m_table->expand(index);
}

/// What the canvas draws of a row, by its kind: a rack may be called as a pool is. Null for a branch.
QGraphicsItem* OutlinePanel::itemOf(const QModelIndex& row) const {
  const ClusterScene& scene = m_view.clusterScene();
  const std::string id = m_model->idOf(row);
  switch (m_model->kindOf(row)) {
    case OutlineModel::Kind::Pool:
      return scene.item(id);
    case OutlineModel::Kind::Rack:
      return scene.rackItem(id);
    case OutlineModel::Kind::Note:
      return scene.noteItem(id);
    case OutlineModel::Kind::Link:
      return scene.linkItem(id);
    case OutlineModel::Kind::Bundle:
    case OutlineModel::Kind::Networks:
    case OutlineModel::Kind::Notes:
      break;
  }
  return nullptr;
}

void OutlinePanel::toCanvas() {
  if (m_following) return;
  m_following = true;
  ClusterScene& scene = m_view.clusterScene();
  scene.clearSelection();
  for (const QModelIndex& row : m_table->selectionModel()->selectedRows())
    if (QGraphicsItem* item = itemOf(row)) item->setSelected(true);
  m_following = false;
}

void OutlinePanel::fromCanvas() {
  if (m_following) return;
  QModelIndexList before = m_table->selectionModel()->selectedRows();
  // The plan has changed and the rows are about to follow it: then they say what is selected.
  if (!std::all_of(before.begin(), before.end(), [this](const auto& row) { return m_model->isThere(row); }))
    return;
  m_following = true;
  QModelIndexList rows;
  const ClusterScene& scene = m_view.clusterScene();
  const auto mark = [&](OutlineModel::Kind kind, const std::vector<std::string>& ids) {
    for (const std::string& id : ids)
      if (const QModelIndex row = m_model->indexOf(kind, id); row.isValid()) rows << row;
  };
  mark(OutlineModel::Kind::Rack, scene.selectedRacks());
  mark(OutlineModel::Kind::Pool, scene.selectedPools());
  mark(OutlineModel::Kind::Note, scene.selectedNotes());
  mark(OutlineModel::Kind::Link, scene.selectedLinks());
  const QModelIndex first = rows.value(0);
  std::sort(rows.begin(), rows.end(), standsBefore);
  before.removeIf(
      [this](const QModelIndex& row) { return m_model->idOf(row).empty(); });  // not on the canvas
  std::sort(before.begin(), before.end(), standsBefore);
  if (rows != before) {
    m_table->selectionModel()->select(rangesOf(rows), QItemSelectionModel::ClearAndSelect);
    if (first.isValid() && !m_table->hasFocus())
      m_table->selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
  }
  m_following = false;
}

/// What the canvas offers for the same selection.
void OutlinePanel::showMenu(const QPoint& at) {
  const std::unique_ptr<QMenu> menu = m_view.makeContextMenu();
  if (!menu->isEmpty()) menu->exec(m_table->viewport()->mapToGlobal(at));
}

/// Away from the names or back to them: first a closed row opens, at a name an open one closes, or the row
/// that holds it is gone to. The selection stays, but for that row.
bool OutlinePanel::walk(bool forward) {
  const QModelIndex now = m_table->currentIndex();
  if (!now.isValid()) return false;
  const QModelIndex name = now.siblingAtColumn(OutlineModel::Name);
  const bool rows = m_model->rowCount(name) > 0, atName = now == name;
  if (atName && rows && m_table->isExpanded(name) != forward) {
    m_table->setExpanded(name, forward);
    return true;
  }
  QHeaderView* header = m_table->header();
  const int to = header->logicalIndex(header->visualIndex(now.column()) + (forward ? 1 : -1));
  QModelIndex next = to >= 0 ? now.siblingAtColumn(to) : QModelIndex();
  auto how = QItemSelectionModel::SelectionFlags(QItemSelectionModel::NoUpdate);
  if (!forward && atName) {
    next = now.parent();
    how = QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows;
  }
  if (!next.isValid()) return true;
  m_table->selectionModel()->setCurrentIndex(next, how);
  m_table->scrollTo(next);
  return true;
}

/// From a cell that takes nothing the name of its row.
bool OutlinePanel::editName() {
  const QModelIndex now = m_table->currentIndex(), name = now.siblingAtColumn(OutlineModel::Name);
  if (!now.isValid() || now.flags().testFlag(Qt::ItemIsEditable) ||
      !name.flags().testFlag(Qt::ItemIsEditable))
    return false;
  m_table->selectionModel()->setCurrentIndex(name, QItemSelectionModel::NoUpdate);
  m_table->edit(name);
  return true;
}

bool OutlinePanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_table && event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->matches(QKeySequence::SelectAll)) {
      m_view.selectAll();
      return true;
    }
    if (key->key() == Qt::Key_Delete) {
      m_view.deleteSelection();
      return true;
    }
    const bool plain = (key->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    if (plain && key->key() == Qt::Key_F2 && editName()) return true;
    if (plain && (key->key() == Qt::Key_Left || key->key() == Qt::Key_Right) &&
        walk((key->key() == Qt::Key_Right) == (m_table->layoutDirection() == Qt::LeftToRight)))
      return true;
    const std::pair<QKeySequence, void (ClusterView::*)()> edits[] = {
        {QKeySequence::Copy, &ClusterView::copy},
        {QKeySequence::Cut, &ClusterView::cut},
        {QKeySequence::Paste, &ClusterView::paste},
        {QKeySequence(Qt::CTRL | Qt::Key_D), &ClusterView::duplicate},
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D), &ClusterView::duplicateTimes}};
    for (const auto& [keys, edit] : edits)
      if (keys == QKeySequence(key->keyCombination())) {
        (m_view.*edit)();
        return true;
      }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace astrolabe::ui
