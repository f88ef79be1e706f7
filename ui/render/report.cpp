#include "ui/render/report.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSaveFile>

#include "core/base/error_codes.h"
#include "ui/render/report_sections.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

struct PaperWords {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

QString titleOf(const ReportContent& c) {
  const QString& title = c.options.settings.title;
  return title.isEmpty() ? QString::fromStdString(c.plan.name) : title;
}

QString creator() { return u"Astrolabe %1"_s.arg(QCoreApplication::applicationVersion()).trimmed(); }

/// One pass over the paper; returns its pages and a missing character.
std::pair<int, char32_t> draw(const ReportContent& c, QPagedPaintDevice& paper, int pages) {
  paper.setPageSize(QPageSize(c.options.settings.letter ? QPageSize::Letter : QPageSize::A4));
  paper.setPageMargins(QMarginsF(0, 0, 0, 0));
  const QString date = QLocale().toString(c.options.created.date(), QLocale::LongFormat);
  ReportPage page(paper, pages, titleOf(c),
                  u"%1 · %2"_s.arg(QString::fromStdString(c.problem.cluster.name), date),
                  PaperWords::tr("%1 · catalogue %2 · seed %3")
                      .arg(creator(), QString::fromStdString(c.catalogue.date()))
                      .arg(c.options.seed));
  drawSections(page, c);
  return {page.pages(), page.missing()};
}

/// The font to install for a character that none has, with the language that needs it.
std::string fontFor(char32_t character) {
  switch (QChar::script(character)) {
    case QChar::Script_Han:
      return "a font for Chinese (Noto Sans CJK SC and Noto Serif CJK SC)";
    case QChar::Script_Hiragana:
    case QChar::Script_Katakana:
      return "a font for Japanese (Noto Sans CJK JP and Noto Serif CJK JP)";
    case QChar::Script_Hangul:
      return "a font for Korean (Noto Sans CJK KR and Noto Serif CJK KR)";
    case QChar::Script_Arabic:
      return "a font for Arabic (Noto Sans Arabic)";
    case QChar::Script_Devanagari:
      return "a font for Hindi (Noto Sans Devanagari)";
    default:
      return "a font with this character (Noto Sans and Noto Serif)";
  }
}

std::pair<int, char32_t> drawPdf(const ReportContent& c, QByteArray& bytes, int pages) {
  QBuffer buffer(&bytes);
  bytes.clear();
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setResolution(720);
  writer.setTitle(titleOf(c));
  writer.setCreator(creator());
  return draw(c, writer, pages);
}

}  // namespace

Result<void> writeReport(const plan::Snapshot& snapshot, const plan::Plan& plan, const Detail& winner,
                         const hardware::Catalogue& catalogue, const ReportOptions& options,
                         const QString& path) {
  if (snapshot.best.empty() || snapshot.problem == nullptr)
    return fail(code::nothing_fits, "report", "no strategy");
  const ReportContent content{snapshot, plan, winner, catalogue, options, *snapshot.problem};
  QByteArray bytes;
  const auto [pages, missing] = drawPdf(content, bytes, 0);
  if (missing != 0)
    return fail(code::cannot_save, path.toStdString(), QString::fromUcs4(&missing, 1).toStdString(),
                {Wanted::Kind::text, {fontFor(missing)}});
  drawPdf(content, bytes, pages);
  // The writer stamps the present; two exports of one plan are to be equal. Same length, so that offsets
  // hold.
  static const QRegularExpression stamp(u"/CreationDate \\(D:(\\d{14})"_s);
  const QRegularExpressionMatch match = stamp.match(QString::fromLatin1(bytes));
  if (match.hasMatch() && options.created.isValid())
    bytes.replace(match.capturedStart(1), 14, options.created.toString(u"yyyyMMddHHmmss"_s).toLatin1());
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
    return fail(code::cannot_save, path.toStdString(), file.errorString().toStdString());
  return {};
}

void printReport(const plan::Snapshot& snapshot, const plan::Plan& plan, const Detail& winner,
                 const hardware::Catalogue& catalogue, const ReportOptions& options,
                 QPagedPaintDevice& paper) {
  if (snapshot.best.empty() || snapshot.problem == nullptr) return;
  const ReportContent content{snapshot, plan, winner, catalogue, options, *snapshot.problem};
  QByteArray counted;
  const int pages = drawPdf(content, counted, 0).first;
  draw(content, paper, pages);
}

}  // namespace astrolabe::ui
