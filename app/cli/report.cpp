// report: the report of a saved plan as PDF, HTML and Markdown.
#include <memory>

#include "app/cli/ends.h"
#include "app/cli/other_plans.h"
#include "app/cli/progress.h"
#include "app/cli/ranking.h"
#include "app/cli/report_files.h"
#include "core/engine.h"
#include "core/planning/leading.h"

namespace astrolabe::cli {

namespace {

struct ReportOptions {
  Inputs inputs;
  ReportFiles files;
};

std::vector<std::string> pathsOf(const ReportFiles& files) {
  std::vector<std::string> paths;
  for (const auto& [path, form] : files.wanted()) paths.push_back(path);
  return paths;
}

/// The report of what another planner than that of pipelines finds.
int reportLeading(const planning::LeadingPlanner& planner, const ReportOptions& options,
                  const Question& question, const StopOnSignal& interruption, const Common& common) {
  planning::Run run;
  run.options.threads = common.workers;
  run.stop = interruption.token();
  Progress progress(common.progress);
  progress.step(std::string(planner.answer_key()));
  const planning::FoundPtr found = planner.plan(question.asked(), run);
  progress.finish();
  if (const auto error = planning::error_of(*found)) return refuse(*error, common.json);
  const std::vector<planning::OptionPtr> possible = planning::possible(found->options);
  if (possible.empty()) {
    note(QStringLiteral("Nothing is written: %1")
             .arg(found->options.empty() ? QStringLiteral("nothing fits.")
                                         : violationText(*found->options.front(), question.problem)));
    return NothingFits;
  }
  if (const auto written =
          writeReports(question, *found, *possible.front(), options.files, interruption.closing());
      !written)
    return refuse(written.error(), common.json);
  sayWritten(pathsOf(options.files), common.json, Json::object());
  return found->stopped_early ? StoppedEarly : Done;
}

int runReport(const ReportOptions& options, Common& common) {
  const StopOnSignal interruption;
  if (const auto read = common.read(); !read) return refuse(read.error(), common.json);
  if (options.files.empty())
    return refuse(usageError("--pdf", "nothing", {Wanted::Kind::text, {"a file to write"}}), common.json);
  if (const auto output = options.files.check(); !output) return refuse(output.error(), common.json);
  const auto question = readQuestion(options.inputs, common);
  if (!question) return refuse(question.error(), common.json);
  SearchOptions search;
  search.state_anywhere = true;  // as plan asks
  search.threads = common.workers;
  search.seed = common.seedValue;
  search.objective = question->plan.objective;
  warn(question->warnings(options.inputs));
  if (const planning::LeadingPlanner* leader = planning::leading_beside_pipelines(*question->asked()))
    return reportLeading(*leader, options, *question, interruption, common);
  Progress progress(common.progress);
  const OtherPlans others;  // as usual
  OthersSearch besideSearch(others, question->asked(), interruption.token(), {}, search.threads);
  const plan::SnapshotPtr snapshot =
      run_search(question->problem, search, interruption.token(), progress.publish());
  progress.finish();
  if (snapshot->best.empty()) return withoutBest(*snapshot, *question, common.json, interruption.closing());
  const OthersFound found = besideSearch.found(
      *snapshot, [&](const planning::Planner& planner) { progress.step(std::string(planner.answer_key())); });
  progress.finish();
  const auto cutShort = writeReports(*question, *snapshot, options.files,
                                     {interruption.token(), interruption.closing(), {}, others, found});
  if (!cutShort) return refuse(cutShort.error(), common.json);
  const int status =
      withBest(*snapshot, *question, pathsOf(options.files), common.json, interruption.closing());
  return *cutShort ? StoppedEarly : status;
}

}  // namespace

void addReport(CLI::App& program, Run& chosen, Common& common) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* command =
      program.add_subcommand("report", "Writes the report of a saved plan as PDF, HTML or Markdown");
  command->add_option("plan", options->inputs.file, "The saved plan")->type_name("F.astrolabe");
  options->files.addTo(*command);
  options->inputs.addScenarioTo(*command);
  common.addTo(*command);
  command->callback(
      [&chosen, &common, options] { chosen = [&common, options] { return runReport(*options, common); }; });
}

}  // namespace astrolabe::cli
