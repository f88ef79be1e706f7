// evaluate: predicts one given strategy.
#include <fmt/format.h>

#include <memory>

#include "app/cli/inputs.h"
#include "app/cli/ranking.h"
#include "app/cli/trace.h"
#include "core/base/error_codes.h"
#include "core/base/file_read.h"
#include "core/engine.h"
#include "core/hardware/join_pools.h"
#include "core/model/arguments.h"
#include "core/model/launch_model.h"
#include "core/plan/answer.h"
#include "core/plan/warnings.h"
#include "core/runtimes/judge.h"
#include "core/runtimes/script.h"
#include "ui/render/answer_text.h"

namespace astrolabe::cli {

namespace {

struct EvaluateOptions {
  Inputs inputs;
  std::string trace;
  std::string script;              ///< or a launch script instead of the strategy
  std::vector<std::string> given;  ///< NAME=VALUE for it
};

/// A strategy that a script tells, and what of it is not used.
struct Told {
  strategy::Strategy strategy;
  std::vector<runtimes::IgnoredArgument> ignored;
};

/// Reads the script; the question's job becomes what the script says of it.
Result<Told> readScript(const EvaluateOptions& options, Question& question) {
  const auto given = readGiven(options.given);
  if (!given) return tl::unexpected<Error>(given.error());
  const auto text = read_text_file(options.script, file_limit::json);
  if (!text) return tl::unexpected<Error>(text.error());
  const model::LaunchArguments launch =
      model::read_arguments(*text, *given, model::files_beside(options.script), true);
  if (launch.flags.empty())
    return tl::unexpected<Error>(Error{std::string(code::missing_field),
                                       options.script,
                                       {},
                                       "no arguments",
                                       {Wanted::Kind::text, {"a launch script or a list of arguments"}}});
  const std::string& named = question.plan.job.software.runtime;
  const runtimes::Runtime* runtime = runtimes::find_runtime(named);
  if (runtime == nullptr) runtime = &runtimes::runtimes().front();  // whose arguments others take over
  if (!runtime->form.ends_with("arguments"))
    return tl::unexpected<Error>(Error{std::string(code::out_of_range),
                                       options.script,
                                       "job.software.runtime",
                                       runtime->id,
                                       {Wanted::Kind::text, {"a runtime that is started with arguments"}}});
  auto reading = runtimes::read_script(*runtime, question.problem, to_json(question.plan.job), launch.flags);
  if (!reading) return tl::unexpected<Error>(Error(reading.error()).in_file(options.script));
  for (const model::ShellNote& one : launch.notes)
    reading->ignored.push_back({fmt::format("line {}: {}", one.line, one.word), one.why});
  auto job = strategy::read_job(reading->job);
  if (!job) return tl::unexpected<Error>(Error(job.error()).in_file(options.script));
  question.plan.job = std::move(*job);
  strategy::Problem told = question.problem;
  auto problem = strategy::make_problem(told.graph, told.cluster, question.plan.job, question.plan.objective);
  if (!problem) return tl::unexpected<Error>(Error(problem.error()).in_file(options.script));
  problem->software = told.software;
  problem->coefficients = told.coefficients;
  question.problem = std::move(*problem);
  auto strategy = strategy::read_strategy(reading->strategy, question.problem.pool_ids(),
                                          question.problem.graph->layer_count());
  if (!strategy) return tl::unexpected<Error>(Error(strategy.error()).in_file(options.script));
  return Told{std::move(*strategy), std::move(reading->ignored)};
}

Result<Told> readTold(const EvaluateOptions& options, Question& question) {
  if (!options.script.empty()) return readScript(options, question);
  const auto json = readJson(options.inputs.strategy);
  if (!json) return tl::unexpected<Error>(json.error());
  const strategy::Problem& problem = question.problem;
  auto strategy = strategy::read_strategy(hardware::with_joined_pools(*json, problem.cluster),
                                          problem.pool_ids(), problem.graph->layer_count());
  if (!strategy) return tl::unexpected<Error>(Error(strategy.error()).in_file(options.inputs.strategy));
  return Told{std::move(*strategy), {}};
}

Json answerOf(const Detail& detail, const strategy::Problem& problem) {
  const std::vector<std::string> pools = problem.pool_ids();
  if (detail.violation.binding == cost::Binding::none) return plan::to_json(detail.evaluation, pools);
  // Forbidden by a rule there are no numbers; by memory or a limit they are what it would have been.
  Json answer{{"status", "infeasible"}, {"binding", plan::to_json(detail.violation, pools)}};
  if (detail.violation.binding != cost::Binding::rule) answer.update(plan::to_json(detail.evaluation, pools));
  return answer;
}

int runEvaluate(const EvaluateOptions& options, Common& common) {
  if (const auto read = common.read(); !read) return refuse(read.error(), common.json);
  if (options.inputs.strategy.empty() == options.script.empty())
    return refuse(usageError("--strategy", options.script.empty() ? "nothing" : "--script, too",
                             {Wanted::Kind::text,
                              {"a JSON file that describes the strategy, or --script with a launch script"}}),
                  common.json);
  if (const auto output = checkOutput(options.trace); !output) return refuse(output.error(), common.json);
  auto question = readQuestion(options.inputs, common);
  if (!question) return refuse(question.error(), common.json);
  warn(question->warnings(options.inputs));
  const auto told = readTold(options, *question);
  if (!told) return refuse(told.error(), common.json);
  const std::string& file = options.script.empty() ? options.inputs.strategy : options.script;
  const strategy::Problem& problem = question->problem;
  const strategy::Strategy& strategy = told->strategy;
  const auto predicted = detail(problem, strategy);
  if (!predicted) return refuse(Error(predicted.error()).in_file(file), common.json);
  const bool possible = predicted->violation.binding == cost::Binding::none;
  if (!options.trace.empty() && predicted->violation.binding != cost::Binding::rule)
    if (const auto written = writeTrace(*predicted, problem, options.trace); !written)
      return refuse(written.error(), common.json);
  if (common.json) {
    Json answer = answerOf(*predicted, problem);
    answer["runs_on"] = runtimes::runs_on(problem, strategy);
    if (!options.script.empty()) {
      answer["job"] = to_json(question->plan.job);
      answer["ignored"] = Json::array();
      for (const runtimes::IgnoredArgument& one : told->ignored)
        answer["ignored"].push_back(Json{{"argument", one.argument}, {"why", one.why}});
    }
    plan::add_warnings(answer, question->model_warnings, problem.cluster);
    print(answer);
  } else {
    for (const runtimes::IgnoredArgument& one : told->ignored)
      note(QString::fromStdString(fmt::format("not used: {}: {}", one.argument, one.why)));
    if (predicted->violation.binding != cost::Binding::rule)
      print(evaluationText(predicted->evaluation, problem));
    if (!possible) note(ui::messageFor(predicted->violation, problem, strategy).plain());
  }
  return possible ? Done : NothingFits;
}

}  // namespace

void addEvaluate(CLI::App& program, Run& chosen, Common& common) {
  auto options = std::make_shared<EvaluateOptions>();
  CLI::App* command = program.add_subcommand("evaluate", "Predicts one given strategy");
  options->inputs.addTo(*command);
  command->add_option("--strategy", options->inputs.strategy, "Strategy as JSON")->type_name("S");
  command->add_option("--script", options->script, "Launch script or list of arguments instead of a strategy")
      ->type_name("F.sh");
  command
      ->add_option("--set", options->given,
                   "Variable of the script, or one of its positions (1=base); may be repeated")
      ->type_name("NAME=VALUE");
  command->add_option("--trace", options->trace, "Write the step as Trace Event JSON")->type_name("F.json");
  common.addTo(*command);
  command->callback(
      [&chosen, &common, options] { chosen = [&common, options] { return runEvaluate(*options, common); }; });
}

}  // namespace astrolabe::cli
