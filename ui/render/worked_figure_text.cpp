// A figure that is worked out as text: for the clipboard, and as the page that the window shows.

#include <QCoreApplication>
#include <QGuiApplication>
#include <algorithm>

#include "ui/render/numbers.h"
#include "ui/render/text.h"
#include "ui/render/worked_figure.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

struct WorkedPage {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::WorkedFigure)
};

QString paragraph(const QString& html, const QString& attributes = {}) {
  return u"<p style='margin-top:0; margin-bottom:6px;' %2>%1</p>"_s.arg(html, attributes);
}

QString coloured(const QString& text, const QColor& color) {
  return u"<span style='color:%2'>%1</span>"_s.arg(text.toHtmlEscaped(), color.name());
}

/// Formulas and figures read from left to right in every language.
QString leftToRight(const QString& text) { return paragraph(text.toHtmlEscaped(), u"dir='ltr'"_s); }

/// Where an input is from, in one line: "assumed · street price · 2026".
QString originOf(const FormulaInput& input) {
  QStringList parts{originWord(input.origin), input.source};
  if (!input.date.isEmpty()) parts << leftToRightText(input.date);
  parts.removeAll(QString());
  return parts.join(u" · "_s);
}

/// The letter, the name above its origin, the value at the other end. Tables are not mirrored by their page,
/// so that from right to left the cells are written from their last to their first, with the gaps on the
/// other side; the value reads from left to right all the same.
QString rowOf(const FormulaInput& input, const Theme& theme) {
  const QString value = roundedNumbers(input.value).toHtmlEscaped().replace(u' ', QChar(QChar::Nbsp));
  const bool assumed = input.origin == FormulaInput::Origin::Assumed;
  const bool mirrored = QGuiApplication::isRightToLeft();
  const auto words = [mirrored](const QString& html, int gap) {
    return u"<td dir='%1' style='padding-%2:%3px; padding-bottom:6px'>%4</td>"_s.arg(
        mirrored ? u"rtl"_s : u"ltr"_s, mirrored ? u"left"_s : u"right"_s, QString::number(gap), html);
  };
  QStringList cells{words(input.letter.toHtmlEscaped(), 10),
                    words(input.name.toHtmlEscaped() + u"<br/><span style='font-size:small'>%1</span>"_s.arg(
                                                           coloured(originOf(input), theme.text2)),
                          16),
                    u"<td align='%1' dir='ltr' style='padding-bottom:6px'>%2</td>"_s.arg(
                        mirrored ? u"left"_s : u"right"_s, assumed ? u"<i>%1</i>"_s.arg(value) : value)};
  if (mirrored) std::reverse(cells.begin(), cells.end());
  return u"<tr>%1</tr>"_s.arg(cells.join(QString()));
}

}  // namespace

QString plainText(const WorkedFigure& figure) {
  QStringList lines{
      figure.subject.isEmpty()
          ? figure.formula.name
          : WorkedPage::tr("%1 of %2", "a figure, a strategy").arg(figure.formula.name, figure.subject),
      figure.value};
  if (!figure.stale.isEmpty()) lines << figure.stale;
  lines << figure.formula.symbols << figure.formula.letters << figure.worked;
  for (const FormulaInput& input : figure.inputs)
    lines << QStringList{input.letter, input.name, input.value, originWord(input.origin),
                         input.source, input.date}
                 .join(u'\t');
  return (lines + figure.notes).join(u'\n');
}

QString htmlText(const WorkedFigure& figure, const Theme& theme) {
  QString html = paragraph(
      u"<b>%1</b> %2"_s.arg(figure.formula.name.toHtmlEscaped(), coloured(figure.subject, theme.text2)));
  html += paragraph(
      u"<span style='font-size:x-large; font-weight:600'>%1</span>"_s.arg(roundedNumbers(figure.value).toHtmlEscaped()));
  if (!figure.stale.isEmpty()) html += paragraph(u"<b>%1</b>"_s.arg(coloured(figure.stale, theme.stale)));
  html += leftToRight(figure.formula.symbols);
  html += paragraph(coloured(figure.formula.letters, theme.text2));
  for (const QString& line : figure.worked) html += leftToRight(roundedNumbers(line));
  if (!figure.inputs.empty()) {
    html += paragraph(u"<b>%1</b>"_s.arg(coloured(WorkedPage::tr("Inputs"), theme.text2)));
    html += u"<table width='100%' cellspacing='0' cellpadding='0'>"_s;
    for (const FormulaInput& input : figure.inputs) html += rowOf(input, theme);
    html += u"</table>"_s;
  }
  for (const QString& note : figure.notes) html += paragraph(coloured(note, theme.text2));
  QStringList links;
  for (const std::string& pool : figure.pools)
    links << u"<a href='pool:%1'>%2</a>"_s.arg(QString::fromLatin1(text(pool).toUtf8().toPercentEncoding()),
                                               text(pool).toHtmlEscaped());
  if (!links.isEmpty())
    html += paragraph(WorkedPage::tr("Properties of %1", "pools of the cluster").arg(links.join(u", "_s)));
  return unbrokenHtml(html);
}

}  // namespace astrolabe::ui
