#pragma once
// Tables of finished words as text, for the clipboard and for files.

#include <QByteArray>
#include <QStringList>
#include <vector>

namespace astrolabe::ui {

/// Tab-separated lines, and an HTML table.
struct TableText {
  QString tabs, html;
};
TableText tableText(const QStringList& heads, const std::vector<QStringList>& rows);

/// A cell of a CSV file (RFC 4180): UTF-8, quoted where a comma, a quote or a line break asks for it.
QByteArray csvCell(const QString& cell);

}  // namespace astrolabe::ui
