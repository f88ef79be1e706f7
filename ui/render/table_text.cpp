#include "ui/render/table_text.h"

#include "ui/render/quoting.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

TableText tableText(const WordTable& table) {
  TableText text;
  const auto line = [&text](const QStringList& cells, QLatin1StringView tag) {
    QStringList words;
    for (const QString& cell : cells) words << cellText(cell);
    text.tabs += words.join(u'\t') + u'\n';
    text.html += u"<tr>"_s;
    for (const QString& cell : words) text.html += u"<%1>%2</%1>"_s.arg(tag, htmlText(cell));
    text.html += u"</tr>"_s;
  };
  text.html = u"<table>"_s;
  line(table.heads, "th"_L1);
  for (const QStringList& row : table.rows) line(row, "td"_L1);
  text.html += u"</table>"_s;
  return text;
}

std::unique_ptr<QMimeData> mimeOf(const WordTable& table) {
  const TableText text = tableText(table);
  auto mime = std::make_unique<QMimeData>();
  mime->setText(text.tabs);
  mime->setHtml(text.html);
  return mime;
}

}  // namespace astrolabe::ui
