#pragma once
// Cells of CSV files (RFC 4180).

#include <QByteArray>
#include <QString>

namespace astrolabe::ui {

/// UTF-8, quoted where a comma, a quote or a line break asks for it.
inline QByteArray csvCell(const QString& cell) {
  QByteArray bytes = cell.toUtf8();
  if (!bytes.contains(',') && !bytes.contains('"') && !bytes.contains('\n')) return bytes;
  return '"' + bytes.replace('"', "\"\"") + '"';
}

}  // namespace astrolabe::ui
