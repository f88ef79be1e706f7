#include "app/cli/report_files.h"

#include <QDateTime>
#include <QString>
#include <algorithm>
#include <vector>

#include "app/cli/compare.h"
#include "app/cli/speech.h"
#include "core/base/parallel.h"
#include "core/engine.h"
#include "core/planning/pipelines.h"
#include "core/planning/serving_moves.h"
#include "ui/render/gpu_order.h"
#include "ui/render/report_kinds.h"
#include "ui/render/report_lead.h"
#include "ui/render/sensitivity_words.h"
#include "ui/render/spoken_in.h"

namespace astrolabe::cli {

namespace {

/// Languages that reports are written in, English first.
const std::vector<std::string> kLanguages{"en", "zh_CN"};

/// That of the command line, else that of the plan where it is one of them.
std::string languageOf(const ReportFiles& files, const ui::ReportSettings& settings) {
  const std::string kept = settings.language.toStdString();
  const bool known = std::find(kLanguages.begin(), kLanguages.end(), kept) != kLanguages.end();
  return !files.language.empty() ? files.language : known ? kept : kLanguages.front();
}

}  // namespace

void ReportFiles::addTo(CLI::App& command) {
  command.add_option("--pdf", pdf, "Write the report as pages")->type_name("F.pdf");
  command.add_option("--html", html, "Write the report as a web page, one file")->type_name("F.html");
  command
      .add_option("--markdown", markdown, "Write the report as Markdown, its figures in F-figures beside it")
      ->type_name("F.md");
  command
      .add_option(
          "--lang", language,
          "Language of the report: en or zh_CN; left out, that of the plan's report settings, else en")
      ->type_name("NAME");
}

std::vector<std::pair<std::string, ui::ReportForm>> ReportFiles::wanted() const {
  std::vector<std::pair<std::string, ui::ReportForm>> wanted;
  for (const auto& [path, form] : {std::pair(&pdf, ui::ReportForm::pdf),
                                   {&html, ui::ReportForm::html},
                                   {&markdown, ui::ReportForm::markdown}})
    if (!path->empty()) wanted.emplace_back(*path, form);
  return wanted;
}

Result<void> ReportFiles::check() const {
  for (const auto& [path, form] : wanted())
    if (auto output = checkOutput(path); !output) return output;
  if (language.empty()) return {};
  if (std::find(kLanguages.begin(), kLanguages.end(), language) == kLanguages.end())
    return tl::unexpected<Error>(usageError("--lang", language, {Wanted::Kind::one_of, kLanguages}));
  if (empty())
    return tl::unexpected<Error>(
        usageError("--lang", "no report", {Wanted::Kind::text, {"--pdf, --html or --markdown beside it"}}));
  return {};
}

Result<bool> writeReports(const Question& question, const plan::Snapshot& snapshot, const ReportFiles& files,
                          const ReportRun& run) {
  const ui::ReportSettings settings = ui::reportSettings(question.plan.report);
  const ReportSpeech speech(languageOf(files, settings));
  ui::ReportSettings money;  // the language is spoken already
  money.currency = settings.currency;
  const ui::SpokenIn currency(money);
  const auto winner = detail(question.problem, snapshot.best.front().strategy, snapshot.objective);
  if (!winner) return tl::unexpected<Error>(winner.error());
  ui::ReportOptions options;
  options.created = QDateTime::currentDateTime();
  options.settings = settings;
  options.gpuOrder = ui::gpuOrder(question.plan, question.catalogue);
  ComparedScenarios compared = comparisonOf(question, snapshot, options.settings, run);
  if (compared.section) options.additions.push_back(std::move(*compared.section));
  ui::putBeside(run.found.beside(static_cast<int>(snapshot.best.size()), {}), snapshot, options);
  if (options.settings.has(ui::ReportPart::sensitivity)) {
    plan::Sensitivity found = sensitivity(snapshot, ui::metricOf(snapshot), ui::kReportChange, run.closing);
    if (!found.stopped) options.sensitivity = std::move(found);
  }
  for (const auto& [path, form] : files.wanted())
    if (auto written = ui::writeReport({snapshot, question.plan, *winner, question.catalogue}, options,
                                       QString::fromStdString(path), form);
        !written)
      return tl::unexpected<Error>(written.error());
  if (compared.stopped_early)
    note(QStringLiteral(
        "The search of the compared scenarios was stopped early: some may have better strategies."));
  return compared.stopped_early;
}

Result<void> writeReports(const Question& question, const planning::Found& found,
                          const planning::Option& winner, const ReportFiles& files,
                          const std::stop_token& stop) {
  const ui::ReportSettings settings = ui::reportSettings(question.plan.report);
  const ReportSpeech speech(languageOf(files, settings));
  ui::ReportSettings money;  // the language is spoken already
  money.currency = settings.currency;
  const ui::SpokenIn currency(money);
  ui::ReportOptions options;
  options.created = QDateTime::currentDateTime();
  options.settings = settings;
  options.gpuOrder = ui::gpuOrder(question.plan, question.catalogue);
  const bool serves = !planning::serving_metrics(found.planner).empty();
  if (serves && options.settings.has(ui::ReportPart::sensitivity)) {
    const planning::ServingMetric metric = planning::ranking_metric(found.planner, found.question->objective);
    auto moved =
        planning::serving_sensitivity(*found.question, metric, ui::kReportChange, worker_count(0), stop);
    if (moved && !moved->stopped) options.served = std::move(*moved);
  }
  for (const auto& [path, form] : files.wanted())
    if (auto written = ui::writeReport(ui::FoundSubject{found, winner, question.plan, question.catalogue},
                                       options, QString::fromStdString(path), form);
        !written)
      return written;
  return {};
}

}  // namespace astrolabe::cli
