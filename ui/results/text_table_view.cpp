#include "ui/results/text_table_view.h"

#include <QHeaderView>
#include <QTableView>

#include "ui/render/theme.h"
#include "ui/results/text_table.h"

namespace astrolabe::ui {

void dressRows(QTableView& view) {
  view.setSelectionBehavior(QAbstractItemView::SelectRows);
  view.setShowGrid(false);
  view.setTabKeyNavigation(false);
  view.verticalHeader()->hide();
  view.verticalHeader()->setDefaultSectionSize(scaled(26));
}

void dressSingleRows(QTableView& view) {
  dressRows(view);
  view.setSelectionMode(QAbstractItemView::SingleSelection);
}

QTableView* textTableView(const QString& name, const QString& spoken, TextTable& model, QWidget* parent) {
  constexpr int kAirOfColumns = 16;
  auto* view = new QTableView(parent);
  view->setObjectName(name);
  view->setAccessibleName(spoken);
  view->setModel(&model);
  view->setFrameShape(QFrame::NoFrame);
  view->setWordWrap(false);
  dressRows(*view);
  view->horizontalHeader()->setHighlightSections(false);
  QObject::connect(&model, &TextTable::modelReset, view, [view] {
    view->resizeColumnsToContents();
    for (int column = 0; column < view->model()->columnCount(); ++column)
      view->setColumnWidth(column, view->columnWidth(column) + scaled(kAirOfColumns));
  });
  return view;
}

}  // namespace astrolabe::ui
