#pragma once
// A report of any form but pages as its reader finds it, for tests that compare forms.

#include <QByteArray>
#include <QFile>
#include <QRegularExpression>
#include <QString>
#include <QStringList>
#include <QXmlStreamReader>

namespace read_report {

using namespace Qt::StringLiterals;

/// What a web page holds, as its reader finds it.
struct Read {
  QString error, language, direction, title, author, foot;
  QStringList headings, contents, captions, paragraphs, cells, numbers;
  int drawings = 0;
};

inline Read readHtml(const QByteArray& bytes) {
  Read read;
  QXmlStreamReader xml(bytes);
  QString* into = nullptr;
  QStringList* list = nullptr;
  QString words, closing;
  bool number = false, inDrawing = false, inFoot = false;
  const auto begin = [&](QStringList& target) {
    list = &target;
    words.clear();
    closing = xml.name().toString();
  };
  while (!xml.atEnd()) {
    xml.readNext();
    const QString name = xml.name().toString();
    if (xml.isStartElement()) {
      const auto attribute = [&](const char* key) {
        return xml.attributes().value(QLatin1StringView(key)).toString();
      };
      if (name == u"svg"_s) {
        inDrawing = true;
        ++read.drawings;
      }
      if (inDrawing) continue;
      if (name == u"html"_s) {
        read.language = attribute("lang");
        read.direction = attribute("dir");
      }
      if (name == u"meta"_s && attribute("name") == u"author"_s) read.author = attribute("content");
      if (name == u"title"_s) into = &read.title;
      if (name == u"footer"_s) inFoot = true;
      if (name == u"p"_s && inFoot) into = &read.foot;
      if (name == u"p"_s && !inFoot) begin(read.paragraphs);
      if (name == u"h2"_s) begin(read.headings);
      if (name == u"a"_s) begin(read.contents);
      if (name == u"caption"_s || name == u"figcaption"_s) begin(read.captions);
      if (name == u"td"_s || name == u"th"_s) {
        begin(read.cells);
        number = attribute("class") == u"n"_s && name == u"td"_s;
      }
    } else if (xml.isEndElement()) {
      if (name == u"svg"_s) inDrawing = false;
      if (!inDrawing && list != nullptr && name == closing) {
        *list << words.simplified();
        if (list == &read.cells && number) read.numbers << words.simplified();
        list = nullptr;
      }
      into = nullptr;
    } else if (xml.isCharacters() && !inDrawing) {
      if (into != nullptr) *into += xml.text();
      words += xml.text();
    }
  }
  if (xml.hasError()) read.error = u"line %1: %2"_s.arg(xml.lineNumber()).arg(xml.errorString());
  return read;
}

/// Cells of a line of a table of Markdown, as a reader sees them.
inline QStringList cellsOf(const QString& line) {
  static const QRegularExpression escaped(u"\\\\(.)"_s);
  QStringList cells;
  QString cell;
  for (qsizetype i = 1; i < line.size(); ++i) {
    if (line[i] == u'\\' && i + 1 < line.size()) {
      cell += line.mid(i, 2);
      ++i;
    } else if (line[i] == u'|') {
      QString words = cell.trimmed();
      if (words.startsWith(u"**"_s) && words.endsWith(u"**"_s)) words = words.mid(2, words.size() - 4);
      cells << words.replace(escaped, u"\\1"_s).simplified();
      cell.clear();
    } else {
      cell += line[i];
    }
  }
  return cells;
}

inline QByteArray contentOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace read_report
