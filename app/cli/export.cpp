// export: a strategy of a saved plan, written for other programs.
#include <algorithm>
#include <memory>

#include "app/cli/ends.h"
#include "app/cli/inputs.h"
#include "app/cli/progress.h"
#include "app/cli/trace.h"
#include "core/base/file_write.h"
#include "core/engine.h"
#include "core/plan/answer.h"
#include "core/plan/launch_settings.h"

namespace astrolabe::cli {

namespace {

struct ExportOptions {
  Inputs inputs;
  std::string rank, format, out;
};

const Wanted kFormats{Wanted::Kind::one_of,
                      {"megatron", "torchtitan", "deepspeed", "nemo", "json", "csv", "chrome-trace"}};

int runExport(const ExportOptions& options, Common& common) {
  const StopOnSignal interruption;
  if (const auto read = common.read(); !read) return refuse(read.error(), common.json);
  const auto launcher = plan::launcher_from(options.format);
  if (!launcher && options.format != "json" && options.format != "csv" && options.format != "chrome-trace")
    return refuse(usageError("--format", options.format.empty() ? "nothing" : options.format, kFormats),
                  common.json);
  if (options.out.empty())
    return refuse(usageError("--out", "nothing", {Wanted::Kind::text, {"a file to write"}}), common.json);
  std::int64_t rank = 1;
  if (!options.rank.empty()) {
    constexpr std::int64_t kMost = 1000;
    const auto number = wholeOption("--rank", options.rank, 1, kMost);
    if (!number) return refuse(number.error(), common.json);
    rank = *number;
  }
  if (const auto output = checkOutput(options.out); !output) return refuse(output.error(), common.json);
  const auto question = readQuestion(options.inputs, common);
  if (!question) return refuse(question.error(), common.json);
  SearchOptions search;
  search.threads = common.workers;
  search.near_answers = false;
  search.seed = common.seedValue;
  search.objective = question->plan.objective;
  search.top = std::max(search.top, static_cast<int>(rank));
  warn(question->warnings(options.inputs));
  Progress progress(common.progress);
  const plan::SnapshotPtr snapshot =
      run_search(question->problem, search, interruption.token(), progress.publish());
  progress.finish();
  if (snapshot->best.empty()) return withoutBest(*snapshot, *question, common.json, interruption.closing());
  if (static_cast<std::size_t>(rank) > snapshot->best.size())
    return refuse(usageError("--rank", options.rank,
                             {Wanted::Kind::text, {"at most " + std::to_string(snapshot->best.size())}}),
                  common.json);
  const cost::Evaluation& chosen = snapshot->best[static_cast<std::size_t>(rank - 1)];
  if (options.format == "chrome-trace") {
    const auto shown = detail(question->problem, chosen.strategy);
    if (!shown) return refuse(shown.error(), common.json);
    if (const auto written = writeTrace(*shown, question->problem, options.out); !written)
      return refuse(written.error(), common.json);
  } else {
    const auto row = [&] {
      return plan::answer_json(*snapshot).at("best").at(static_cast<std::size_t>(rank - 1));
    };
    const std::string text =
        launcher                  ? plan::launch_settings(question->problem, chosen.strategy, *launcher,
                                                          {question->plan.name, "#" + std::to_string(rank), ASTROLABE_VERSION})
        : options.format == "csv" ? plan::row_csv(row())
                                  : text_of(row(), 1) + "\n";
    if (const auto written = write_file(options.out, text); !written)
      return refuse(written.error(), common.json);
  }
  return withBest(*snapshot, *question, {options.out}, common.json, interruption.closing());
}

}  // namespace

void addExport(CLI::App& program, Run& chosen, Common& common) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* command = program.add_subcommand("export", "Writes a strategy of a plan for other programs");
  command->add_option("plan", options->inputs.file, "The saved plan")->type_name("F.astrolabe");
  options->inputs.addTo(*command);
  options->inputs.addScenarioTo(*command);
  command->add_option("--rank", options->rank, "Which of the ranking, 1 when left out")->type_name("N");
  command
      ->add_option("--format", options->format,
                   "megatron, torchtitan, deepspeed, nemo, json, csv or chrome-trace")
      ->type_name("FORM");
  command->add_option("--out", options->out, "Where to")->type_name("FILE");
  common.addTo(*command);
  command->callback(
      [&chosen, &common, options] { chosen = [&common, options] { return runExport(*options, common); }; });
}

}  // namespace astrolabe::cli
