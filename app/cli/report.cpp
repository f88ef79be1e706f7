// report: the report of a saved plan as PDF, HTML and Markdown.
#include <algorithm>
#include <memory>

#include "app/cli/pdf.h"
#include "app/cli/progress.h"
#include "core/engine.h"
#include "ui/render/answer_text.h"

namespace astrolabe::cli {

namespace {

struct ReportOptions {
  Inputs inputs;
  ReportFiles files;
  std::string language = "en";
};

/// One JSON value: a path, or a list of them.
void sayAllWritten(const ReportFiles& files, bool json) {
  const auto wanted = files.wanted();
  if (!json || wanted.size() == 1) {
    for (const auto& [path, form] : wanted) sayWritten(path, json);
    return;
  }
  Json paths = Json::array();
  for (const auto& [path, form] : wanted) paths.push_back(path);
  print(Json{{"written", std::move(paths)}});
}

int runReport(const ReportOptions& options, Common& common) {
  const StopOnSignal interruption;
  if (const auto read = common.read(); !read) return refuse(read.error(), common.json);
  if (options.files.empty())
    return refuse(usageError("--pdf", "nothing", {Wanted::Kind::text, {"a file to write"}}), common.json);
  if (const auto output = options.files.check(); !output) return refuse(output.error(), common.json);
  const std::vector<std::string>& languages = reportLanguages();
  if (std::find(languages.begin(), languages.end(), options.language) == languages.end())
    return refuse(usageError("--lang", options.language, {Wanted::Kind::one_of, languages}), common.json);
  const auto question = readQuestion(options.inputs, common);
  if (!question) return refuse(question.error(), common.json);
  SearchOptions search;
  search.threads = common.workers;
  search.seed = common.seedValue;
  search.objective = question->plan.objective;
  Progress progress(common.progress);
  const plan::SnapshotPtr snapshot =
      run_search(question->problem, search, interruption.token(), progress.publish());
  progress.finish();
  if (snapshot->best.empty()) {
    note(ui::messageFor(*snapshot).plain());
    return snapshot->stopped_early ? StoppedEarly : NothingFits;
  }
  if (const auto written = writeReports(*question, *snapshot, options.files,
                                        {common.seedValue, options.language, interruption.token(), {}});
      !written)
    return refuse(written.error(), common.json);
  sayAllWritten(options.files, common.json);
  return snapshot->stopped_early ? StoppedEarly : Done;
}

}  // namespace

void addReport(CLI::App& program, Run& chosen, Common& common) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* command =
      program.add_subcommand("report", "Writes the report of a saved plan as PDF, HTML or Markdown");
  command->add_option("plan", options->inputs.file, "The saved plan")->type_name("F.astrolabe");
  options->files.addTo(*command);
  command->add_option("--lang", options->language, "Language of the report: en or zh_CN")->type_name("NAME");
  options->inputs.addScenarioTo(*command);
  common.addTo(*command);
  command->callback(
      [&chosen, &common, options] { chosen = [&common, options] { return runReport(*options, common); }; });
}

}  // namespace astrolabe::cli
