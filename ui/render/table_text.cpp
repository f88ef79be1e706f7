#include "ui/render/table_text.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

TableText tableText(const QStringList& heads, const std::vector<QStringList>& rows) {
  TableText text;
  const auto line = [&text](const QStringList& cells, QLatin1StringView tag) {
    text.tabs += cells.join(u'\t') + u'\n';
    text.html += u"<tr>"_s;
    for (const QString& cell : cells) text.html += u"<%1>%2</%1>"_s.arg(tag, cell.toHtmlEscaped());
    text.html += u"</tr>"_s;
  };
  text.html = u"<table>"_s;
  line(heads, "th"_L1);
  for (const QStringList& row : rows) line(row, "td"_L1);
  text.html += u"</table>"_s;
  return text;
}

QByteArray csvCell(const QString& cell) {
  QByteArray bytes = cell.toUtf8();
  if (!bytes.contains(',') && !bytes.contains('"') && !bytes.contains('\n')) return bytes;
  return '"' + bytes.replace('"', "\"\"") + '"';
}

}  // namespace astrolabe::ui
