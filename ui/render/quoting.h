#pragma once
// Words of people in what documents and tables are written in, over core/base/quoting.h. (Markdown is escaped
// in report_markdown.cpp, its one writer.)

#include <QByteArray>
#include <QString>

namespace astrolabe::ui {

/// As one_line() and plain_lines() of core.
QString oneLine(const QString& words);
QString plainLines(const QString& words);

/// Text or the value of an attribute in double quotes, of HTML and of XML.
QString htmlText(const QString& words);
/// A drawing without what XML may not hold, whatever was painted into it.
QByteArray soundXml(const QByteArray& xml);

/// A name that a file can have, of which folders, hidden files and other systems make nothing else: "a/b" as
/// "a-b"; at most 200 bytes, so that an ending has room.
QString fileNameText(const QString& words);

/// What a spreadsheet takes for text, as cell_text() of core: for a cell of a table on the clipboard.
QString cellText(const QString& words);
/// A cell of a CSV file, as csv_cell() of core: UTF-8.
QByteArray csvCell(const QString& words);

}  // namespace astrolabe::ui
