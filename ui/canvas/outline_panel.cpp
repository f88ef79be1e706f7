#include "ui/canvas/outline_panel.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QTreeView>
#include <QVBoxLayout>

#include "ui/canvas/cluster_view.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

OutlinePanel::OutlinePanel(PlanDocument& document, ClusterView& view, QWidget* parent)
    : QWidget(parent), m_view(view), m_model(new OutlineModel(document, this)), m_table(new QTreeView(this)) {
  setObjectName(QStringLiteral("outlinePanel"));
  m_table->setObjectName(QStringLiteral("outlineView"));
  m_table->setAccessibleName(tr("Outline of the cluster"));
  m_table->setAccessibleDescription(
      tr("Pools, links, notes and racks. F2 edits a cell, Delete removes rows."));
  m_table->setModel(m_model);
  m_table->setRootIsDecorated(false);
  m_table->setUniformRowHeights(true);
  m_table->setAllColumnsShowFocus(false);
  m_table->setFrameShape(QFrame::NoFrame);
  m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::DoubleClicked |
                           QAbstractItemView::AnyKeyPressed);
  m_table->header()->setSectionResizeMode(OutlineModel::Name, QHeaderView::Stretch);
  m_table->header()->setStretchLastSection(false);
  for (int column = OutlineModel::Hardware; column < OutlineModel::kColumns; ++column)
    m_table->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
  m_table->installEventFilter(this);
  m_table->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(m_table, &QWidget::customContextMenuRequested, this, &OutlinePanel::showMenu);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(m_table);
  setMinimumWidth(scaled(220));
  connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &OutlinePanel::toCanvas);
  connect(&view, &ClusterView::selectionChanged, this, &OutlinePanel::fromCanvas);
  connect(m_model, &QAbstractItemModel::modelReset, this, &OutlinePanel::fromCanvas);
  connect(m_model, &OutlineModel::refused, this, &OutlinePanel::message);
}

void OutlinePanel::toCanvas() {
  if (m_following) return;
  m_following = true;
  std::vector<std::string> chosen;
  for (const QModelIndex& row : m_table->selectionModel()->selectedRows())
    if (std::string id = m_model->idOf(row.row()); !id.empty()) chosen.push_back(std::move(id));
  m_view.clusterScene().select(chosen);
  m_following = false;
}

void OutlinePanel::fromCanvas() {
  if (m_following) return;
  m_following = true;
  QItemSelection rows;
  const ClusterScene& scene = m_view.clusterScene();
  std::vector<std::string> chosen = scene.selectedPools();
  for (const std::string& note : scene.selectedNotes()) chosen.push_back(note);
  for (const std::string& link : scene.selectedLinks()) chosen.push_back(link);
  const auto mark = [&](int row) {
    if (row >= 0) rows.select(m_model->index(row, 0), m_model->index(row, OutlineModel::kColumns - 1));
  };
  for (const std::string& id : chosen) mark(m_model->rowOf(id));
  for (const std::string& rack : scene.selectedRacks()) mark(m_model->rowOf(OutlineModel::Kind::Rack, rack));
  m_table->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
  if (!rows.isEmpty() && !m_table->hasFocus())
    m_table->selectionModel()->setCurrentIndex(rows.indexes().front(), QItemSelectionModel::NoUpdate);
  m_following = false;
}

/// What the canvas offers for the same selection.
void OutlinePanel::showMenu(const QPoint& at) {
  const std::unique_ptr<QMenu> menu = m_view.makeContextMenu();
  if (!menu->isEmpty()) menu->exec(m_table->viewport()->mapToGlobal(at));
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
