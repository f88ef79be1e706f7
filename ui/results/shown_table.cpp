#include "ui/results/shown_table.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QTableView>
#include <algorithm>

#include "ui/render/quoting.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

class CopyKeys : public QObject {
 public:
  explicit CopyKeys(QTableView& view) : QObject(&view), m_view(view) { view.installEventFilter(this); }
  bool eventFilter(QObject*, QEvent* event) override {
    const bool mine = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (!mine || !static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)) return false;
    event->accept();
    if (event->type() == QEvent::KeyPress)
      QApplication::clipboard()->setMimeData(mimeOf(shownTable(m_view, true)).release());
    return true;
  }

 private:
  QTableView& m_view;
};

}  // namespace

WordTable shownTable(const QTableView& view, bool chosen, int most) {
  WordTable table;
  const QAbstractItemModel* model = view.model();
  if (model == nullptr) return table;
  const bool named = !view.verticalHeader()->isHidden();
  QList<int> columns;
  for (int place = 0; place < model->columnCount(); ++place)
    if (const int column = view.horizontalHeader()->logicalIndex(place); !view.isColumnHidden(column))
      columns << column;
  if (named) table.heads << QString();
  for (const int column : std::as_const(columns))
    table.heads << oneLine(model->headerData(column, Qt::Horizontal).toString());
  QList<int> rows;
  if (chosen && view.selectionModel() != nullptr)
    for (const QModelIndex& index : view.selectionModel()->selectedIndexes())
      if (rows.isEmpty() || rows.last() != index.row()) rows << index.row();
  if (rows.isEmpty())
    for (int row = 0; row < std::min(most, model->rowCount()); ++row) rows << row;
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  for (const int row : std::as_const(rows)) {
    QStringList& cells = table.rows.emplace_back();
    if (named) cells << oneLine(model->headerData(row, Qt::Vertical).toString());
    for (const int column : std::as_const(columns))
      cells << oneLine(model->index(row, column).data().toString());
  }
  return table;
}

WordTable shownTables(const QWidget& page) {
  QList<QTableView*> views = page.findChildren<QTableView*>();
  views.removeIf([&page](const QTableView* view) { return !view->isVisibleTo(&page); });
  if (views.size() == 1) return shownTable(*views.front());
  WordTable joined;
  qsizetype width = 0;
  for (const QTableView* view : std::as_const(views)) {
    const WordTable one = shownTable(*view);
    if (one.rows.empty()) continue;
    const QString name = view->accessibleName();
    width = std::max(width, one.heads.size() + 1);
    if (joined.heads.isEmpty())
      joined.heads = QStringList{QString()} + one.heads;
    else
      joined.rows.push_back(QStringList{QString()} + one.heads);
    for (const QStringList& row : one.rows) joined.rows.push_back(QStringList{name} + row);
  }
  const auto fill = [width](QStringList& cells) {
    while (cells.size() < width) cells << QString();
  };
  fill(joined.heads);
  for (QStringList& row : joined.rows) fill(row);
  return joined;
}

QByteArray csvOf(const WordTable& table) {
  QByteArray csv;
  const auto line = [&csv](const QStringList& cells) {
    for (qsizetype i = 0; i < cells.size(); ++i) csv += (i > 0 ? "," : "") + csvCell(cells[i]);
    csv += "\r\n";
  };
  line(table.heads);
  for (const QStringList& row : table.rows) line(row);
  return csv;
}

void copyByKey(QTableView& view) { new CopyKeys(view); }

}  // namespace astrolabe::ui
