// evaluate: predicts one given strategy.
#include <memory>

#include "app/cli/inputs.h"
#include "app/cli/ranking.h"
#include "app/cli/trace.h"
#include "core/engine.h"
#include "core/hardware/join_pools.h"
#include "core/plan/answer.h"
#include "core/plan/warnings.h"
#include "core/runtimes/judge.h"
#include "ui/render/answer_text.h"

namespace astrolabe::cli {

namespace {

struct EvaluateOptions {
  Inputs inputs;
  std::string trace;
};

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
  if (options.inputs.strategy.empty())
    return refuse(usageError("--strategy", "nothing",
                             {Wanted::Kind::text, {"a JSON file that describes the strategy"}}),
                  common.json);
  if (const auto output = checkOutput(options.trace); !output) return refuse(output.error(), common.json);
  const auto question = readQuestion(options.inputs, common);
  if (!question) return refuse(question.error(), common.json);
  warn(question->warnings(options.inputs));
  const strategy::Problem& problem = question->problem;
  const auto json = readJson(options.inputs.strategy);
  if (!json) return refuse(json.error(), common.json);
  const auto strategy = strategy::read_strategy(hardware::with_joined_pools(*json, problem.cluster),
                                                problem.pool_ids(), problem.graph->layer_count());
  if (!strategy) return refuse(Error(strategy.error()).in_file(options.inputs.strategy), common.json);
  const auto predicted = detail(problem, *strategy);
  if (!predicted) return refuse(Error(predicted.error()).in_file(options.inputs.strategy), common.json);
  const bool possible = predicted->violation.binding == cost::Binding::none;
  if (!options.trace.empty() && predicted->violation.binding != cost::Binding::rule)
    if (const auto written = writeTrace(*predicted, problem, options.trace); !written)
      return refuse(written.error(), common.json);
  if (common.json) {
    Json answer = answerOf(*predicted, problem);
    answer["runs_on"] = runtimes::runs_on(problem, *strategy);
    plan::add_warnings(answer, question->model_warnings, problem.cluster);
    print(answer);
  } else {
    if (predicted->violation.binding != cost::Binding::rule)
      print(evaluationText(predicted->evaluation, problem));
    if (!possible) note(ui::messageFor(predicted->violation, problem, *strategy).plain());
  }
  return possible ? Done : NothingFits;
}

}  // namespace

void addEvaluate(CLI::App& program, Run& chosen, Common& common) {
  auto options = std::make_shared<EvaluateOptions>();
  CLI::App* command = program.add_subcommand("evaluate", "Predicts one given strategy");
  options->inputs.addTo(*command);
  command->add_option("--strategy", options->inputs.strategy, "Strategy as JSON")->type_name("S");
  command->add_option("--trace", options->trace, "Write the step as Trace Event JSON")->type_name("F.json");
  common.addTo(*command);
  command->callback(
      [&chosen, &common, options] { chosen = [&common, options] { return runEvaluate(*options, common); }; });
}

}  // namespace astrolabe::cli
