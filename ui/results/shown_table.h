#pragma once
// Tables of the views as they are shown, for the clipboard and for files.

#include <QByteArray>
#include <limits>

#include "ui/render/table_text.h"

class QTableView;
class QWidget;

namespace astrolabe::ui {

/// The columns that are not hidden, in the order on the screen, after the headings of the rows where they
/// have some. `chosen`: the selected rows, all where none is selected. `most`: of all rows so many from the
/// top.
WordTable shownTable(const QTableView& view, bool chosen = false, int most = std::numeric_limits<int>::max());
/// Every table that stands on the page now. More than one are joined: each with its headings, after a column
/// with its name.
WordTable shownTables(const QWidget& page);
/// RFC 4180.
QByteArray csvOf(const WordTable& table);
/// Ctrl+C on the table copies its selected rows, or all.
void copyByKey(QTableView& view);

}  // namespace astrolabe::ui
