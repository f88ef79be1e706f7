#include "ui/render/report_markdown.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QUrl>

#include "ui/render/quoting.h"
#include "ui/render/report_settings.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

/// Words that mean nothing but themselves, on one line.
QString plainMarkdown(const QString& words) {
  static const QRegularExpression meaning(u"([\\\\`*_{}\\[\\]<>#|~$&])"_s), blanks(u"\\s+"_s);
  return oneLine(words).replace(blanks, u" "_s).replace(meaning, u"\\\\1"_s).trimmed();
}

/// A paragraph: lines stay lines, and none begins a list, a rule or a heading.
QString markdownLines(const QString& words, const QString& before = {}) {
  static const QRegularExpression mark(u"^([-+=])"_s), number(u"^(\\d+)([.)])"_s);
  QStringList lines;
  for (const QString& line : words.split(u'\n'))
    lines << before + plainMarkdown(line).replace(mark, u"\\\\1"_s).replace(number, u"\\1\\\\2"_s);
  return lines.join(u"\\\n"_s) + u"\n\n"_s;
}

QString markdownCaption(const ReportCaption& caption) {
  return u"**%1** %2\n\n"_s.arg(plainMarkdown(caption.words.left(caption.strong)),
                                plainMarkdown(caption.words.mid(caption.strong)));
}

QString markdownRow(const QStringList& cells) { return u"| "_s + cells.join(u" | "_s) + u" |\n"_s; }

QString strongCell(const QString& words) {
  const QString plain = plainMarkdown(words);
  return plain.isEmpty() ? plain : u"**"_s + plain + u"**"_s;
}

}  // namespace

ReportMarkdown::ReportMarkdown(ReportHead head, QString folder)
    : m_head(std::move(head)), m_folder(std::move(folder)) {}

void ReportMarkdown::putHeading(const QString& words, bool, double) {
  m_text += u"## "_s + plainMarkdown(words) + u"\n\n"_s;
}

void ReportMarkdown::logo(const QByteArray& picture) {
  m_drawings.emplace_back(isSvg(picture) ? u"logo.svg"_s : u"logo.png"_s, picture);
  m_logo = pictureOf(QCoreApplication::translate("Report", "Logo"), m_drawings.back().first);
}

/// A picture of the folder.
QString ReportMarkdown::pictureOf(const QString& words, const QString& file) const {
  return u"![%1](%2/%3)\n\n"_s.arg(plainMarkdown(words),
                                   QString::fromLatin1(QUrl::toPercentEncoding(m_folder)), file);
}

/// The title stands at the head of the file.
void ReportMarkdown::cover(const ReportCover& cover) {
  if (!cover.logo.isEmpty()) logo(cover.logo);
  for (const QString& line : cover.lines) lead(line);
}

void ReportMarkdown::lead(const QString& words) { m_text += markdownLines(words); }
void ReportMarkdown::paragraph(const QString& words) { m_text += markdownLines(words); }
void ReportMarkdown::note(const QString& words, const QColor&) { m_text += markdownLines(words, u"> "_s); }

void ReportMarkdown::keyFigures(const std::vector<std::array<QString, 3>>& figures) {
  QStringList labels, rules, values, remarks;
  for (const auto& [label, value, remark] : figures) {
    labels << plainMarkdown(label);
    rules << u"---"_s;
    values << strongCell(value);
    remarks << plainMarkdown(remark);
  }
  m_text += markdownRow(labels) + markdownRow(rules) + markdownRow(values) + markdownRow(remarks) + u'\n';
}

void ReportMarkdown::putTable(const ReportCaption& caption, const std::vector<TableColumn>& columns,
                              const std::vector<QStringList>& rows, int boldRow) {
  QStringList heads, rules;
  for (const TableColumn& column : columns) {
    heads << plainMarkdown(column.heading);
    rules << (column.number ? u"---:"_s : u"---"_s);
  }
  m_text += markdownCaption(caption) + markdownRow(heads) + markdownRow(rules);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    QStringList cells;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const QString cell = rows[row].value(static_cast<qsizetype>(i));
      cells << (static_cast<int>(row) == boldRow ? strongCell(cell) : plainMarkdown(cell));
    }
    m_text += markdownRow(cells);
  }
  m_text += u'\n';
}

void ReportMarkdown::putFigure(const ReportCaption& caption, double height, const Paint& paint) {
  const QString name = u"figure-%1.svg"_s.arg(figures());
  m_drawings.emplace_back(name, reportDrawing(caption.words, height, paint));
  m_text += pictureOf(caption.words.left(caption.strong), name) + markdownCaption(caption);
}

QByteArray ReportMarkdown::bytes() const {
  const QString page = m_logo + u"# "_s + plainMarkdown(m_head.title) + u"\n\n"_s +
                       markdownLines(m_head.under()) + m_text + u"---\n\n"_s + markdownLines(m_head.foot);
  return page.toUtf8();
}

}  // namespace astrolabe::ui
