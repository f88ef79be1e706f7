// why: why a given strategy is not first.
#include <memory>

#include "app/cli/inputs.h"
#include "app/cli/progress.h"
#include "app/cli/ranking.h"
#include "app/cli/report_files.h"
#include "core/engine.h"
#include "core/hardware/join_pools.h"
#include "core/plan/warnings.h"
#include "core/plan/why.h"
#include "ui/render/answer_text.h"
#include "ui/render/messages.h"
#include "ui/render/why_text.h"

namespace astrolabe::cli {

namespace {

struct WhyOptions {
  Inputs inputs;
  std::string timeLimit;
};

/// Where nothing fits at all: what would help.
QStringList fixSentences(const plan::Why& why) {
  QStringList fixes;
  for (const plan::Fix& fix : why.fixes) fixes.append(ui::fixText(fix));
  if (fixes.isEmpty() && why.nothing_fits) return {QStringLiteral("No strategy fits this question.")};
  if (fixes.isEmpty()) return {};
  return {QStringLiteral("No strategy fits this question. Try: %1.").arg(fixes.join(QStringLiteral("; ")))};
}

int runWhy(const WhyOptions& options, Common& common) {
  const StopOnSignal interruption;
  if (const auto read = common.read(); !read) return refuse(read.error(), common.json);
  if (options.inputs.strategy.empty())
    return refuse(usageError("--strategy", "nothing",
                             {Wanted::Kind::text, {"a JSON file that describes the strategy"}}),
                  common.json);
  SearchOptions search;
  search.threads = common.workers;
  search.near_answers = false;
  search.seed = common.seedValue;
  const auto limit = readTimeLimit(options.timeLimit);
  if (!limit) return refuse(limit.error(), common.json);
  const auto deadline = deadline_in(*limit);
  const auto question = readQuestion(options.inputs, common);
  if (!question) return refuse(question.error(), common.json);
  const strategy::Problem& problem = question->problem;
  search.objective = question->plan.objective;
  const auto json = readJson(options.inputs.strategy);
  if (!json) return refuse(json.error(), common.json);
  const auto strategy = strategy::read_strategy(hardware::with_joined_pools(*json, problem.cluster),
                                                problem.pool_ids(), problem.graph->layer_count());
  if (!strategy) return refuse(Error(strategy.error()).in_file(options.inputs.strategy), common.json);
  warn(question->warnings(options.inputs));
  Progress progress(common.progress);
  if (deadline) search.time_limit = seconds_until(*deadline);
  const auto explained = why(problem, *strategy, search, interruption.token(), progress.publish());
  progress.finish();
  if (!explained) return refuse(Error(explained.error()).in_file(options.inputs.strategy), common.json);
  if (common.json) {
    Json answer = plan::to_json(*explained, problem.pool_ids());
    plan::add_warnings(answer, question->model_warnings, problem);
    print(answer);
  } else {
    print((ui::whySentences(*explained, problem) + fixSentences(*explained)).join(QLatin1Char('\n')));
  }
  if (!common.json && explained->verdict == plan::Verdict::memory && explained->given)
    print(QLatin1Char('\n') + memoryTable(*explained->given, problem));
  if (explained->stopped_early) {
    note(QStringLiteral("The search was stopped early: compared with the best so far."));
    return StoppedEarly;
  }
  return explained->nothing_fits ? NothingFits : Done;
}

}  // namespace

void addWhy(CLI::App& program, Run& chosen, Common& common) {
  auto options = std::make_shared<WhyOptions>();
  CLI::App* command = program.add_subcommand("why", "Says why a given strategy is not first");
  command->add_option("plan", options->inputs.file, "A saved plan, in place of --model, --cluster and --job")
      ->type_name("F.astrolabe");
  options->inputs.addTo(*command);
  options->inputs.addScenarioTo(*command);
  options->inputs.addGoalTo(*command);
  command->add_option("--strategy", options->inputs.strategy, "Strategy as JSON")->type_name("S");
  addTimeLimit(*command, options->timeLimit);
  common.addTo(*command);
  command->callback(
      [&chosen, &common, options] { chosen = [&common, options] { return runWhy(*options, common); }; });
}

}  // namespace astrolabe::cli
