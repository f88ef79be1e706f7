#include "ui/render/report_html.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QLocale>
#include <QRegularExpression>

#include "ui/render/quoting.h"
#include "ui/render/report_settings.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

struct HtmlWords {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

QString htmlElement(const QString& tag, const QString& words) {
  return u"<%1>%2</%1>\n"_s.arg(tag, htmlText(words));
}

/// The number in bold, then the words.
QString htmlCaption(const ReportCaption& caption) {
  return u"<b>%1</b>%2"_s.arg(htmlText(caption.words.left(caption.strong)),
                              htmlText(caption.words.mid(caption.strong)));
}

/// Names within a drawing are its own: a page holds many drawings.
QString ownNames(QString svg, int figure) {
  static const QRegularExpression named(u"\\bid=\"([^\"]+)\""_s), used(u"url\\(#([^)]+)\\)"_s),
      linked(u"href=\"#([^\"]+)\""_s);
  svg.replace(named, u"id=\"f%1-\\1\""_s.arg(figure));
  svg.replace(used, u"url(#f%1-\\1)"_s.arg(figure));
  svg.replace(linked, u"href=\"#f%1-\\1\""_s.arg(figure));
  return svg;
}

}  // namespace

void ReportHtml::putHeading(const QString& words, bool first, double) {
  m_headings << words;
  m_body += u"<h2 id=\"s%1\"%2>%3</h2>\n"_s.arg(m_headings.size())
                .arg(first ? u" class=\"first\""_s : QString(), htmlText(words));
}

void ReportHtml::logo(const QByteArray& picture) {
  m_logo = u"<img src=\"data:image/%1;base64,%2\" alt=\"%3\"/>\n"_s.arg(
      isSvg(picture) ? u"svg+xml"_s : u"png"_s, QString::fromLatin1(picture.toBase64()),
      htmlText(HtmlWords::tr("Logo")));
}

/// A web page has its title at its head: the lines stand below it.
void ReportHtml::cover(const ReportCover& cover) {
  if (!cover.logo.isEmpty()) logo(cover.logo);
  for (const QString& line : cover.lines) lead(line);
}

void ReportHtml::lead(const QString& words) {
  m_body += u"<p class=\"lead\">%1</p>\n"_s.arg(htmlText(words));
}
void ReportHtml::paragraph(const QString& words) { m_body += htmlElement(u"p"_s, words); }

void ReportHtml::note(const QString& words, const QColor& rule) {
  m_body += u"<p class=\"note\" style=\"border-color:%1\">%2</p>\n"_s.arg(rule.name(), htmlText(words));
}

void ReportHtml::keyFigures(const std::vector<std::array<QString, 3>>& figures) {
  m_body += u"<dl>\n"_s;
  for (const auto& [label, figure, remark] : figures)
    m_body += u"<div><dt>%1</dt><dd><b>%2</b></dd><dd>%3</dd></div>\n"_s.arg(
        htmlText(label), htmlText(figure), htmlText(remark));
  m_body += u"</dl>\n"_s;
}

void ReportHtml::putTable(const ReportCaption& caption, const std::vector<TableColumn>& columns,
                          const std::vector<QStringList>& rows, int boldRow) {
  const auto line = [&](const QStringList& cells, const QString& tag, bool bold) {
    m_body += bold ? u"<tr class=\"best\">"_s : u"<tr>"_s;
    for (std::size_t i = 0; i < columns.size(); ++i)
      m_body += u"<%1%2>%3</%4>"_s.arg(tag, columns[i].number ? u" class=\"n\""_s : QString(),
                                       htmlText(cells.value(static_cast<qsizetype>(i))), tag.left(2));
    m_body += u"</tr>\n"_s;
  };
  QStringList heads;
  for (const TableColumn& column : columns) heads << column.heading;
  m_body += u"<table>\n<caption>%1</caption>\n<thead>\n"_s.arg(htmlCaption(caption));
  line(heads, u"th scope=\"col\""_s, false);
  m_body += u"</thead>\n<tbody>\n"_s;
  for (std::size_t i = 0; i < rows.size(); ++i) line(rows[i], u"td"_s, static_cast<int>(i) == boldRow);
  m_body += u"</tbody>\n</table>\n"_s;
}

void ReportHtml::putFigure(const ReportCaption& caption, double height, const Paint& paint) {
  const QString drawing = QString::fromUtf8(reportDrawing(caption.words, height, paint));
  m_body += u"<figure>\n"_s + ownNames(drawing.mid(drawing.indexOf(u"<svg"_s)), figures()).trimmed() +
            u"\n<figcaption>"_s + htmlCaption(caption) + u"</figcaption>\n</figure>\n"_s;
}

QString ReportHtml::style() const {
  const auto name = [](const QColor& color) { return color.name(); };
  return u"@page{size:%1;margin:20mm 22mm}\n"
         "body{margin:0 auto;padding:2rem 1rem;max-width:44rem;color:%2;background:#fff;"
         "font:0.95rem/1.5 'Noto Serif',Georgia,serif}\n"
         "header "
         "img{max-height:14mm;max-width:70mm}\nh1{font-size:1.15rem;margin:0}\nh2{font-size:1.25rem;margin:"
         "2rem 0 .5rem;break-after:avoid}\n"
         "h2.first{font-size:1.9rem;line-height:1.25}\np{margin:0 0 .6rem;white-space:pre-line}\n"
         ".lead{font-size:1.05rem;color:%3}\n"
         "header,footer,nav,table,caption,figcaption,dl,.note{font-family:'Noto Sans',Helvetica,sans-serif;"
         "font-size:.82rem}\n"
         "header{border-bottom:1px solid %4;padding-bottom:.6rem}\nheader p,footer "
         "p,.note,caption,figcaption,"
         "dt,dd{color:%3}\n"
         "footer{border-top:1px solid %4;margin-top:2rem;padding-top:.6rem}\n"
         ".note{border-inline-start:3px solid;padding-inline-start:.8rem}\n"
         "nav ol{columns:2;margin:.3rem 0 1rem;padding-inline-start:1.5rem}\na{color:inherit}\n"
         "dl{display:flex;gap:1rem;border:1px solid %5;border-width:1px 0;padding:.6rem 0;margin:0 0 .8rem}\n"
         "dl div{flex:1}\ndd{margin:0}\ndd b{font-size:1.35rem;color:%2}\n"
         "table{width:100%;border-collapse:collapse;margin:0 0 1rem;border-bottom:1.5px solid %2}\n"
         "caption{text-align:start;padding:.3rem 0}\ncaption b,figcaption b{color:%2}\n"
         "th,td{text-align:start;vertical-align:top;padding:.25rem .5rem .25rem 0;white-space:pre-line}\n"
         ".n{text-align:end;font-variant-numeric:tabular-nums}\n.best td{font-weight:bold}\n"
         "thead{display:table-header-group;border-top:1.5px solid %2;border-bottom:1px solid %2}\n"
         "tbody tr+tr{border-top:1px solid %4}\ntr,figure,dl{break-inside:avoid}\n"
         "figure{margin:0 0 1rem}\nfigure svg{width:100%;height:auto;direction:ltr}\n"
         "@media print{body{padding:0;max-width:none;font-size:9.5pt}}\n"_s.arg(
             m_head.letter ? u"letter"_s : u"A4"_s, name(m_theme.text), name(m_theme.text2),
             name(m_theme.border), name(m_theme.borderStrong));
}

QByteArray ReportHtml::bytes() const {
  const bool rightToLeft = QGuiApplication::layoutDirection() == Qt::RightToLeft;
  QString page =
      u"<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"%1\" xml:lang=\"%1\" "
      "dir=\"%2\">\n<head>\n<meta charset=\"utf-8\"/>\n<title>%3</title>\n"_s.arg(
          QLocale().bcp47Name(), rightToLeft ? u"rtl"_s : u"ltr"_s, htmlText(m_head.title));
  if (!m_head.author.isEmpty())
    page += u"<meta name=\"author\" content=\"%1\"/>\n"_s.arg(htmlText(m_head.author));
  page += u"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<style>\n"_s +
          style() + u"</style>\n</head>\n<body>\n<header>\n"_s + m_logo + htmlElement(u"h1"_s, m_head.title) +
          htmlElement(u"p"_s, m_head.under()) + u"</header>\n"_s;
  const QString contents = HtmlWords::tr("Contents", "of the report");
  page +=
      u"<nav aria-label=\"%1\">\n"_s.arg(htmlText(contents)) + htmlElement(u"b"_s, contents) + u"<ol>\n"_s;
  for (qsizetype i = 0; i < m_headings.size(); ++i)
    page += u"<li><a href=\"#s%1\">%2</a></li>\n"_s.arg(i + 1).arg(htmlText(m_headings[i]));
  page += u"</ol>\n</nav>\n<main>\n"_s + m_body + u"</main>\n<footer>\n"_s +
          htmlElement(u"p"_s, m_head.foot) + u"</footer>\n</body>\n</html>\n"_s;
  return page.toUtf8();
}

}  // namespace astrolabe::ui
