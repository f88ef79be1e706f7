#include "ui/render/quoting.h"

#include "core/base/quoting.h"

namespace astrolabe::ui {

QString oneLine(const QString& words) { return QString::fromStdString(one_line(words.toStdString())); }

QString plainLines(const QString& words) { return QString::fromStdString(plain_lines(words.toStdString())); }

QString htmlText(const QString& words) {
  QString text = plainLines(words);
  for (QChar& letter : text)
    if (letter.unicode() >= 0xFFFE) letter = QChar::ReplacementCharacter;  // none of XML's
  return text.toHtmlEscaped();
}

QByteArray soundXml(const QByteArray& xml) {
  return QByteArray::fromStdString(plain_lines(xml.toStdString()));
}

QString fileNameText(const QString& words) {
  constexpr qsizetype kMostBytes = 200;
  QString name = oneLine(words).trimmed();
  for (QChar& letter : name)
    if (QStringView(u"/\\:*?\"<>|").contains(letter)) letter = u'-';
  while (name.startsWith(u'.')) name[0] = u'-';
  while (name.toUtf8().size() > kMostBytes) name.chop(name.back().isLowSurrogate() ? 2 : 1);
  return name.isEmpty() ? QStringLiteral("-") : name;
}

QString cellText(const QString& words) { return QString::fromStdString(cell_text(words.toStdString())); }

QByteArray csvCell(const QString& words) { return QByteArray::fromStdString(csv_cell(words.toStdString())); }

}  // namespace astrolabe::ui
