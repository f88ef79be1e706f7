// evaluate: predicts one given strategy.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>

#include "app/cli/inputs.h"
#include "app/cli/named_option.h"
#include "app/cli/other_plans.h"
#include "app/cli/plan_leading.h"
#include "app/cli/ranking.h"
#include "app/cli/trace.h"
#include "core/plan/answer.h"
#include "core/plan/warnings.h"
#include "core/planning/pipelines.h"
#include "core/planning/programs.h"
#include "core/planning/written.h"
#include "core/runtimes/script.h"
#include "ui/render/numbers.h"

namespace astrolabe::cli {

namespace {

struct EvaluateOptions {
  Inputs inputs;
  std::string trace;
  Simulation simulation;
  std::string script;              ///< or a launch script instead of the strategy
  std::vector<std::string> given;  ///< NAME=VALUE for it
};

/// The layout that is asked for; where a script tells it, what of that is not used.
struct Told {
  planning::LayoutPtr layout;
  runtimes::ScriptReading reading;  ///< of a script
  Json written;                     ///< as it was written; null of a script
};

/// Reads the script; the question's job becomes what the script says of it.
Result<Told> readScript(const EvaluateOptions& options, Question& question) {
  const auto given = readGiven(options.given);
  if (!given) return tl::unexpected<Error>(given.error());
  auto reading = runtimes::read_script_file(options.script, *given, question.problem);
  if (!reading) return tl::unexpected<Error>(reading.error());
  question.plan.job = reading->job;
  const strategy::Problem& before = question.problem;
  auto problem =
      strategy::make_problem(before.graph, before.cluster, question.plan.job, question.plan.objective);
  if (!problem) return tl::unexpected<Error>(Error(problem.error()).in_file(options.script));
  problem->coefficients = before.coefficients;
  question.problem = std::move(*problem);
  return Told{planning::layout_of(reading->strategy), std::move(*reading), {}};
}

Result<Told> readTold(const EvaluateOptions& options, Question& question, int workers) {
  if (!options.script.empty()) return readScript(options, question);
  const auto json = readJson(options.inputs.strategy);
  if (!json) return tl::unexpected<Error>(json.error());
  planning::Run run;
  run.options.threads = workers;
  auto layout = readOrFind(*json, question.asked(), run);
  if (!layout) return tl::unexpected<Error>(Error(layout.error()).in_file(options.inputs.strategy));
  return Told{std::move(*layout), {}, *json};
}

Json answerOf(const planning::Option& option, const strategy::Problem& problem) {
  const Json figures = option.layout->answer_json(option, problem, 0);
  if (option.is_possible()) return figures;
  // Forbidden by a rule there are no numbers; by memory or a limit they are what it would have been.
  Json answer{{"status", "infeasible"}, {"binding", plan::to_json(option.violation, problem.pool_ids())}};
  answer.update(figures);
  return answer;
}

/// What is said of a program that was found for a row which tells another step: a row keeps none to predict.
QString madeAnewText(const planning::Option& option, const Json& written) {
  constexpr double kSame = 1e-9;  // of steps written and read again
  if (planning::kind_of(option) != planning::kProgram || !written.is_object()) return {};
  const auto row = written.find("step_seconds");
  if (row == written.end() || !row->is_number()) return {};
  const double step = option.evaluation.step.value, told = row->get<double>();
  if (std::abs(step - told) <= kSame * told) return {};
  return QStringLiteral(
             "This distributed program was made anew, as a row keeps no instructions: its step is %1, that "
             "of the row %2. As what runs (job.running) the row itself is weighed.")
      .arg(ui::durationText(step), ui::durationText(told));
}

void addArguments(Json& list, const std::vector<runtimes::IgnoredArgument>& arguments) {
  if (list.is_null()) list = Json::array();
  for (const runtimes::IgnoredArgument& one : arguments)
    list.push_back(Json{{"argument", runtimes::placed(one)}, {"why", to_text(one.why)}});
}

void tellArguments(const char* heading, const std::vector<runtimes::IgnoredArgument>& arguments) {
  for (const runtimes::IgnoredArgument& one : arguments)
    note(QString::fromStdString(fmt::format("{}: {}: {}", heading, runtimes::placed(one), to_text(one.why))));
}

int runEvaluate(const EvaluateOptions& options, Common& common) {
  if (const auto read = common.read(); !read) return refuse(read.error(), common.json);
  if (const auto sound = options.simulation.check(); !sound) return refuse(sound.error(), common.json);
  if (options.inputs.strategy.empty() == options.script.empty())
    return refuse(usageError("--strategy", options.script.empty() ? "nothing" : "--script, too",
                             {Wanted::Kind::text,
                              {"a JSON file that describes the strategy, or --script with a launch script"}}),
                  common.json);
  if (const auto output = checkOutput(options.trace); !output) return refuse(output.error(), common.json);
  auto question = readQuestion(options.inputs, common);
  if (!question) return refuse(question.error(), common.json);
  warn(question->warnings(options.inputs));
  if (const auto sound = checkServed(*question, options.inputs); !sound)
    return refuse(sound.error(), common.json);
  const auto told = readTold(options, *question, common.workers);
  if (!told) return refuse(told.error(), common.json);
  const std::string& file = options.script.empty() ? options.inputs.strategy : options.script;
  const strategy::Problem& problem = question->problem;
  const auto predicted = planning::evaluate_written(*question->asked(), told->layout, told->written);
  if (!predicted) return refuse(Error(predicted.error()).in_file(file), common.json);
  if (const auto sound = checkPlaced(*question->asked(), told->written, *predicted, file); !sound)
    return refuse(sound.error(), common.json);
  const bool possible = predicted->is_possible();
  const auto simulated = options.simulation.of(*question->asked(), told->layout, common);
  if (!simulated) return refuse(simulated.error(), common.json);
  if (!options.trace.empty() && predicted->violation.binding != cost::Binding::rule)
    if (const auto written = writeTrace(*predicted, problem, options.trace); !written)
      return refuse(written.error(), common.json);
  const QString anew = madeAnewText(*predicted, told->written);
  if (common.json) {
    Json answer = answerOf(*predicted, problem);
    if (!anew.isEmpty()) answer["notes"] = notesJson({{"programs", "made_anew", anew}});
    if (options.simulation.wanted()) answer["simulated"] = *simulated;
    if (!options.script.empty()) {
      answer["job"] = to_json(question->plan.job);
      const runtimes::ScriptReading& said = told->reading;
      addArguments(answer["ignored"], said.ignored);
      addArguments(answer["contradictions"], said.contradictions);
      addArguments(answer["contradictions"], said.replaced);
      addArguments(answer["taken"], said.assumed);
    }
    plan::add_warnings(answer, question->model_warnings, problem);
    print(answer);
  } else {
    tellArguments("contradicts the question", told->reading.contradictions);
    tellArguments("contradicts the question", told->reading.replaced);
    tellArguments("taken where nothing is said", told->reading.assumed);
    tellArguments("not used", told->reading.ignored);
    if (const QString figures = figuresText(*predicted, problem); !figures.isEmpty())
      print(figures);
    else if (predicted->violation.binding != cost::Binding::rule)
      print(evaluationText(*predicted, problem));
    if (options.simulation.wanted()) print(simulatedText(*simulated));
    if (!anew.isEmpty()) print(QLatin1Char('\n') + anew);
    if (!possible) note(violationText(*predicted, problem));
  }
  return possible ? Done : NothingFits;
}

}  // namespace

void addEvaluate(CLI::App& program, Run& chosen, Common& common) {
  auto options = std::make_shared<EvaluateOptions>();
  CLI::App* command = program.add_subcommand("evaluate", "Predicts one given strategy");
  options->inputs.addTo(*command);
  command->add_option("--strategy", options->inputs.strategy, "Strategy as JSON, or a row of an answer")
      ->type_name("S");
  command->add_option("--script", options->script, "Launch script or list of arguments instead of a strategy")
      ->type_name("F.sh");
  command
      ->add_option("--set", options->given,
                   "Variable of the script, or one of its positions (1=base); may be repeated")
      ->type_name("NAME=VALUE");
  options->simulation.addTo(*command);
  command->add_option("--trace", options->trace, "Write the step as Trace Event JSON")->type_name("F.json");
  common.addTo(*command);
  command->callback(
      [&chosen, &common, options] { chosen = [&common, options] { return runEvaluate(*options, common); }; });
}

}  // namespace astrolabe::cli
