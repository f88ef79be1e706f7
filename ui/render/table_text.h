#pragma once
// Tables of finished words as text, for the clipboard and for files.

#include <QMimeData>
#include <QStringList>
#include <memory>
#include <vector>

namespace astrolabe::ui {

/// Finished words under their headings; every row has as many cells as there are headings.
struct WordTable {
  QStringList heads;
  std::vector<QStringList> rows;
};

/// Tab-separated lines, and an HTML table; a spreadsheet takes no cell of either for a formula.
struct TableText {
  QString tabs, html;
};
TableText tableText(const WordTable& table);
/// Both, for the clipboard.
std::unique_ptr<QMimeData> mimeOf(const WordTable& table);

}  // namespace astrolabe::ui
