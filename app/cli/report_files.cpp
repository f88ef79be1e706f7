#include "app/cli/report_files.h"

#include <QDateTime>
#include <QGuiApplication>
#include <QString>
#include <QTranslator>
#include <algorithm>
#include <memory>
#include <vector>

#include "app/cli/compare.h"
#include "core/engine.h"
#include "ui/render/sensitivity_words.h"

namespace astrolabe::cli {

namespace {

/// English always: it has the plural forms, and what another language does not say stays English.
void speak(const std::string& language) {
  static std::vector<std::unique_ptr<QTranslator>> spoken;
  spoken.clear();
  const auto add = [](const std::string& name) {
    auto translator = std::make_unique<QTranslator>();
    if (!translator->load(QStringLiteral(":/i18n/astrolabe_") + QString::fromStdString(name))) return;
    QCoreApplication::installTranslator(translator.get());
    spoken.push_back(std::move(translator));
  };
  add("en");
  if (language == "en") return;
  QLocale::setDefault(QLocale(QString::fromStdString(language)));
  add(language);
}

}  // namespace

const std::vector<std::string>& reportLanguages() {
  static const std::vector<std::string> languages{"en", "zh_CN"};
  return languages;
}

void ReportFiles::addTo(CLI::App& command) {
  command.add_option("--pdf", pdf, "Write the report as pages")->type_name("F.pdf");
  command.add_option("--html", html, "Write the report as a web page, one file")->type_name("F.html");
  command
      .add_option("--markdown", markdown, "Write the report as Markdown, its figures in F-figures beside it")
      ->type_name("F.md");
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
  return {};
}

Deadline deadlineIn(double seconds) {
  if (seconds <= 0.0) return {};
  using Clock = std::chrono::steady_clock;
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

double secondsUntil(std::chrono::steady_clock::time_point deadline) {
  constexpr double least = 1e-3;
  return std::max(least, std::chrono::duration<double>(deadline - std::chrono::steady_clock::now()).count());
}

Result<bool> writeReports(const Question& question, const plan::Snapshot& snapshot, const ReportFiles& files,
                          const ReportRun& run) {
  // Fonts need the gui library, not a display.
  if (QGuiApplication::instance() == nullptr) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    static int argc = 1;
    static char name[] = "astrolabe-cli";
    static char* argv[] = {name, nullptr};
    static const QGuiApplication application(argc, argv);
  }
  speak(run.language);
  const auto winner = detail(question.problem, snapshot.best.front().strategy);
  if (!winner) return tl::unexpected<Error>(winner.error());
  ui::ReportOptions options;
  options.created = QDateTime::currentDateTime();
  options.settings = ui::reportSettings(question.plan.report);
  ComparedScenarios compared = comparisonOf(question, snapshot, options.settings, run);
  if (compared.section) options.additions.push_back(std::move(*compared.section));
  options.program = run.program;
  if (options.settings.has(ui::ReportPart::sensitivity)) {
    plan::Sensitivity found = sensitivity(snapshot, ui::metricOf(snapshot), ui::kReportChange, run.stop);
    if (!found.stopped) options.sensitivity = std::move(found);
  }
  for (const auto& [path, form] : files.wanted())
    if (auto written = ui::writeReport(snapshot, question.plan, *winner, question.catalogue, options,
                                       QString::fromStdString(path), form);
        !written)
      return tl::unexpected<Error>(written.error());
  if (compared.stopped_early)
    note(QCoreApplication::translate(
        "CommandLine",
        "The search of the compared scenarios was stopped early: some may have better strategies."));
  return compared.stopped_early;
}

}  // namespace astrolabe::cli
