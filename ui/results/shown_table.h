#pragma once
// Tables of the views as they are shown, for the clipboard and for files.

#include <QMimeData>
#include <QStringList>
#include <limits>
#include <memory>
#include <vector>

class QTableView;
class QWidget;

namespace astrolabe::ui {

/// Finished words under their headings; every row has as many cells as there are headings.
struct ShownTable {
  QStringList heads;
  std::vector<QStringList> rows;
};

/// The columns that are not hidden, in the order on the screen, after the headings of the rows where they
/// have some. `chosen`: the selected rows, all where none is selected. `most`: of all rows so many from the
/// top.
ShownTable shownTable(const QTableView& view, bool chosen = false,
                      int most = std::numeric_limits<int>::max());
/// Every table that stands on the page now. More than one are joined: each with its headings, after a column
/// with its name.
ShownTable shownTables(const QWidget& page);
/// For the clipboard: tab-separated, and HTML.
std::unique_ptr<QMimeData> mimeOf(const ShownTable& table);
/// RFC 4180.
QByteArray csvOf(const ShownTable& table);
/// Ctrl+C on the table copies its selected rows, or all.
void copyByKey(QTableView& view);

}  // namespace astrolabe::ui
