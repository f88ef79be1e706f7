// Asking a cell of the ranking how its figure is worked out.

#include <QApplication>
#include <QMouseEvent>

#include "ui/results/ranking_columns.h"
#include "ui/results/ranking_view.h"

namespace astrolabe::ui {

/// A click on a figure of the selected row asks for it; a click on another row selects that one.
void RankingView::mousePressEvent(QMouseEvent* event) {
  const QModelIndex cell = indexAt(event->position().toPoint());
  const bool plain = event->button() == Qt::LeftButton && event->modifiers() == Qt::NoModifier;
  const bool selected = cell.isValid() && cell.row() == currentIndex().row() &&
                        selectionModel()->selectedRows().size() == 1 &&
                        selectionModel()->isRowSelected(cell.row());
  m_held = plain && selected && rankingColumn(cell.column()).asked != KeyFigure::Best ? cell : QModelIndex();
  QTableView::mousePressEvent(event);
}

void RankingView::mouseReleaseEvent(QMouseEvent* event) {
  QTableView::mouseReleaseEvent(event);
  if (m_held.isValid() && indexAt(event->position().toPoint()) == m_held)
    m_explainSoon.start(QApplication::doubleClickInterval());
}

void RankingView::mouseDoubleClickEvent(QMouseEvent* event) {
  m_explainSoon.stop();
  m_held = QModelIndex();
  QTableView::mouseDoubleClickEvent(event);
}

bool RankingView::askFigure() {
  const QModelIndex cell = currentIndex();
  const cost::Evaluation* evaluation = m_model.evaluation(cell.row());
  if (evaluation == nullptr || !m_model.snapshot() || !m_model.snapshot()->problem) return false;
  const QRect place = visualRect(cell).intersected(viewport()->rect());
  // "Place 3"; what has no place is what its cell says: "mine", "program".
  const QString rank = m_model.index(cell.row(), RankingModel::Rank).data().toString();
  const bool placed = m_model.entry(cell.row())->kind == RankingModel::Kind::Best;
  emit figureAsked({rankingColumn(cell.column()).asked,
                    *evaluation,
                    m_model.snapshot(),
                    placed ? tr("Rank %1", "in the ranking").arg(rank) : rank,
                    {-1, m_model.deltaReference()},
                    QRect(viewport()->mapToGlobal(place.topLeft()), place.size()),
                    std::string(planning::kind_of(m_model.layout(cell.row())))});
  return true;
}

}  // namespace astrolabe::ui
