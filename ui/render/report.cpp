#include "ui/render/report.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QPdfWriter>
#include <QRegularExpression>
#include <algorithm>
#include <functional>
#include <vector>

#include "core/base/error_codes.h"
#include "core/base/file_write.h"
#include "core/hardware/pool_marks.h"
#include "core/hardware/usable_gpus.h"
#include "ui/render/counted_names.h"
#include "ui/render/mark_words.h"
#include "ui/render/marks.h"
#include "ui/render/numbers.h"
#include "ui/render/report_html.h"
#include "ui/render/report_kinds.h"
#include "ui/render/report_lead.h"
#include "ui/render/report_markdown.h"
#include "ui/render/report_page.h"
#include "ui/render/report_sections.h"
#include "ui/render/sample_words.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

struct PaperWords {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

/// What is put on paper, whatever kind of plan it is about.
struct ReportBody {
  QString title, under;  ///< `under`: the name of the cluster
  QString foot;
  const ReportOptions& options;
  std::function<void(ReportWriter&)> sections;
};

QString titleOf(const ReportOptions& options, const plan::Plan& plan) {
  const QString& title = options.settings.title;
  if (!title.isEmpty()) return title;
  return plan.name.empty() ? QString::fromStdString(plan.model_name) : sampleNameText(plan.name);
}

/// What the cluster is called, or else what it holds, slow and failed GPUs too, with how many of a type have
/// failed: "32 H100 (1 failed) + 32 A100".
QString clusterText(const hardware::Cluster& cluster) {
  if (!cluster.name.empty()) return QString::fromStdString(cluster.name);
  CountedNames types, failed;
  const std::vector<hardware::Pool> whole = hardware::without_marks(cluster).pools;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const hardware::Pool& pool = whole[i];
    const int gpus = std::min(pool.max_gpus, pool.gpus());
    if (gpus == 0) continue;
    countIn(types, shortGpuName(pool.gpu), gpus);
    const std::vector<hardware::GpuState> states = hardware::gpu_states(cluster.pools[i]);
    const auto lost =
        std::count_if(states.begin(), states.end(), [](const auto& state) { return state.failed; });
    // Of a part of a pool it is not known whether it holds those that failed.
    countIn(failed, shortGpuName(pool.gpu), gpus == pool.gpus() ? static_cast<int>(lost) : 0);
  }
  QStringList parts;
  for (std::size_t i = 0; i < types.size(); ++i) {  // types and failed have the same names
    const QString part =
        PaperWords::tr("%1 %2", "count and GPU type").arg(wholeText(types[i].second), types[i].first);
    parts << (failed[i].second == 0
                  ? part
                  : PaperWords::tr("%1 (%2)", "count and GPU type, how many have failed")
                        .arg(part, marksText(0, static_cast<std::size_t>(failed[i].second), 0, {})));
  }
  return parts.join(u" + "_s);
}

QString creator() { return u"Astrolabe %1"_s.arg(QCoreApplication::applicationVersion()).trimmed(); }

ReportBody bodyOf(const ReportContent& c) {
  return {titleOf(c.options, c.plan), clusterText(c.problem.cluster),
          PaperWords::tr("%1 · catalogue %2 · seed %3")
              .arg(creator(), QString::fromStdString(c.catalogue.date()))
              .arg(c.snapshot.seed),
          c.options, [&c](ReportWriter& page) { drawSections(page, c); }};
}

ReportBody bodyOf(const FoundContent& c) {
  return {titleOf(c.options, c.plan), clusterText(c.problem.cluster),
          PaperWords::tr("%1 · catalogue %2").arg(creator(), QString::fromStdString(c.catalogue.date())),
          c.options, [&c](ReportWriter& page) { drawSections(page, c); }};
}

ReportHead headOf(const ReportBody& body) {
  const QString date = QLocale().toString(body.options.created.date(), QLocale::LongFormat);
  // Names are data: what stands in one line stays in one.
  return {body.title.simplified(), body.options.settings.author.simplified(),
          u"%1 · %2"_s.arg(body.under.simplified(), date), body.foot, body.options.settings.isLetter()};
}

/// One pass over the paper; returns its pages and a missing character.
std::pair<int, char32_t> draw(const ReportBody& c, QPagedPaintDevice& paper, int pages) {
  paper.setPageSize(QPageSize(c.options.settings.isLetter() ? QPageSize::Letter : QPageSize::A4));
  paper.setPageMargins(QMarginsF(0, 0, 0, 0));
  const ReportHead head = headOf(c);
  ReportPage page(paper, pages, head.title, head.subject, head.foot);
  c.sections(page);
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

Result<void> missingCharacter(const std::string& file, char32_t missing) {
  return fail(code::cannot_save, file, QString::fromUcs4(&missing, 1).toStdString(),
              {Wanted::Kind::text, {fontFor(missing)}});
}

std::pair<int, char32_t> drawPdf(const ReportBody& c, QByteArray& bytes, int pages) {
  QBuffer buffer(&bytes);
  bytes.clear();
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setResolution(720);
  writer.setTitle(c.title);
  writer.setCreator(creator());
  return draw(c, writer, pages);
}

using Files = std::vector<std::pair<QString, QByteArray>>;

/// All of the files, or none of them.
Result<void> saveFiles(const Files& files) {
  std::vector<NewFile> written;
  for (const auto& [path, bytes] : files)
    written.push_back({path.toStdString(), {bytes.constData(), static_cast<std::size_t>(bytes.size())}});
  return write_files(written);
}

Result<void> writeHtml(const ReportBody& c, const QString& path) {
  ReportHtml page(headOf(c));
  c.sections(page);
  return saveFiles({{path, page.bytes()}});
}

/// Removes the figures behind the first `figures`: of an older report that had more.
void removeOldFigures(const QDir& folder, int figures) {
  static const QRegularExpression numbered(u"^figure-(\\d+)\\.svg$"_s);
  for (const QString& name : folder.entryList({u"figure-*.svg"_s}, QDir::Files))
    if (const auto match = numbered.match(name); match.hasMatch() && match.captured(1).toInt() > figures)
      QFile::remove(folder.filePath(name));
}

Result<void> writeMarkdown(const ReportBody& c, const QString& path) {
  const QFileInfo file(path);
  const QString folder = file.completeBaseName() + u"-figures"_s;
  ReportMarkdown page(headOf(c), folder);
  c.sections(page);
  const QDir beside = file.absoluteDir();
  if (auto able = check_place(path.toStdString()); !able) return able;  // before a folder for the figures
  const bool isNew = !page.drawings().empty() && !beside.exists(folder);
  if (isNew && !beside.mkdir(folder))
    return fail(code::cannot_save, beside.filePath(folder).toStdString(), "a folder for the figures");
  Files files;
  for (const auto& [name, drawing] : page.drawings())
    files.emplace_back(beside.filePath(folder + u'/' + name), drawing);
  files.emplace_back(path, page.bytes());  // last: it says that the others are there
  auto saved = saveFiles(files);
  if (!saved && isNew) beside.rmdir(folder);  // it is empty
  if (saved) removeOldFigures(QDir(beside.filePath(folder)), static_cast<int>(page.drawings().size()));
  return saved;
}

Result<void> writePdf(const ReportBody& content, const QString& path) {
  QByteArray bytes;
  const auto [pages, missing] = drawPdf(content, bytes, 0);
  if (missing != 0) return missingCharacter(path.toStdString(), missing);
  drawPdf(content, bytes, pages);
  // The writer stamps the present; two exports of one plan are to be equal. Same length, so that offsets
  // hold.
  static const QRegularExpression stamp(u"/CreationDate \\(D:(\\d{14})"_s);
  const QRegularExpressionMatch match = stamp.match(QString::fromLatin1(bytes));
  const ReportOptions& options = content.options;
  if (match.hasMatch() && options.created.isValid())
    bytes.replace(match.capturedStart(1), 14, options.created.toString(u"yyyyMMddHHmmss"_s).toLatin1());
  return saveFiles({{path, bytes}});
}

Result<void> writeBody(const ReportBody& body, const QString& path, ReportForm form) {
  if (form == ReportForm::html) return writeHtml(body, path);
  return form == ReportForm::markdown ? writeMarkdown(body, path) : writePdf(body, path);
}

Result<void> printBody(const ReportBody& body, QPagedPaintDevice& paper) {
  QByteArray counted;
  const auto [pages, missing] = drawPdf(body, counted, 0);
  if (missing != 0) return missingCharacter("", missing);
  draw(body, paper, pages);
  return {};
}

bool hasReport(const FoundSubject& subject) {
  return subject.found.question != nullptr && kindReport(planning::kind_of(subject.winner)) != nullptr;
}

bool holdsAnswer(const ReportSubject& subject) {
  return !subject.snapshot.best.empty() && subject.snapshot.problem != nullptr;
}

}  // namespace

ReportForm reportForm(const QString& path) {
  const QString ending = QFileInfo(path).suffix().toLower();
  if (ending == u"html"_s || ending == u"htm"_s) return ReportForm::html;
  return ending == u"md"_s || ending == u"markdown"_s ? ReportForm::markdown : ReportForm::pdf;
}

Result<void> writeReport(const ReportSubject& subject, const ReportOptions& options, const QString& path,
                         ReportForm form) {
  if (!holdsAnswer(subject)) return fail(code::nothing_fits, "report", "no strategy");
  const ReportContent content{subject, options, *subject.snapshot.problem, leadOf(subject, options)};
  return writeBody(bodyOf(content), path, form);
}

Result<void> printReport(const ReportSubject& subject, const ReportOptions& options,
                         QPagedPaintDevice& paper) {
  if (!holdsAnswer(subject)) return fail(code::nothing_fits, "report", "no strategy");
  const ReportContent content{subject, options, *subject.snapshot.problem, leadOf(subject, options)};
  return printBody(bodyOf(content), paper);
}

Result<void> writeReport(const FoundSubject& subject, const ReportOptions& options, const QString& path,
                         ReportForm form) {
  if (!hasReport(subject)) return fail(code::nothing_fits, "report", "no answer");
  const FoundContent content{subject, options, subject.found.question->problem};
  return writeBody(bodyOf(content), path, form);
}

Result<void> printReport(const FoundSubject& subject, const ReportOptions& options,
                         QPagedPaintDevice& paper) {
  if (!hasReport(subject)) return fail(code::nothing_fits, "report", "no answer");
  const FoundContent content{subject, options, subject.found.question->problem};
  return printBody(bodyOf(content), paper);
}

}  // namespace astrolabe::ui
