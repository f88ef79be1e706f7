// why: why a given strategy, or an option of another kind of plan, is not first.
#include <memory>

#include "app/cli/inputs.h"
#include "app/cli/leading_commands.h"
#include "app/cli/named_option.h"
#include "app/cli/other_plans.h"
#include "app/cli/progress.h"
#include "app/cli/ranking.h"
#include "app/cli/report_files.h"
#include "core/engine.h"
#include "core/hardware/join_pools.h"
#include "core/plan/warnings.h"
#include "core/plan/why.h"
#include "core/planning/behind.h"
#include "core/planning/pipelines.h"
#include "core/planning/recommended.h"
#include "core/planning/written.h"
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

/// Why a strategy or an option is not first, and the option of another kind than strategies that is, where it
/// is compared with one.
struct Explained {
  plan::Why why;
  planning::OptionPtr first;
};

/// The first of all options beside strategies, as plan looks for them.
planning::OptionPtr firstBeside(const planning::QuestionPtr& asked, const plan::Snapshot& snapshot,
                                const SearchOptions& search, const std::stop_token& stop, Deadline deadline,
                                Progress& progress) {
  const OtherPlans usual;
  OthersSearch beside(usual, asked, stop, deadline, search.threads);
  const OthersFound found = beside.found(
      snapshot, [&](const planning::Planner& planner) { progress.step(std::string(planner.answer_key())); });
  return planning::recommended_beside(nullptr, found.beside(search.top, {}).options(), asked->objective);
}

/// Beside the strategies that a search found; what none of them is before beside the options of all kinds,
/// too.
Explained besideAll(const planning::QuestionPtr& asked, const planning::Option& given,
                    const plan::Snapshot& snapshot, const SearchOptions& search, const std::stop_token& stop,
                    Deadline deadline, Progress& progress) {
  const auto explained = [&](const plan::Snapshot& against) {
    return plan::explain(asked->problem, given.evaluation.strategy, given.evaluation, given.violation,
                         against);
  };
  Explained made{explained(snapshot), nullptr};
  if (made.why.verdict != plan::Verdict::best || asked->objective == strategy::Objective::pareto) return made;
  const planning::OptionPtr first = firstBeside(asked, snapshot, search, stop, deadline, progress);
  constexpr double kRounding = 1e-9;  // of sums of the same steps
  if (!first || planning::behind(*first, given, asked->objective).value_or(0.0) <= kRounding) return made;
  plan::Snapshot led = snapshot;
  led.status = plan::Status::feasible;
  led.best = {first->evaluation};
  return Explained{explained(led), first};
}

/// The search for strategies first, then the option beside what it found. `file`: of --strategy.
Result<Explained> whyOfOption(const Question& question, const Json& file, const SearchOptions& search,
                              const std::stop_token& stop, Progress& progress) {
  const planning::QuestionPtr asked = question.asked();
  const auto named = readNamed(file, *asked);
  if (!named) return tl::unexpected<Error>(named.error());
  const auto deadline = deadline_in(search.time_limit);
  const plan::SnapshotPtr snapshot = run_search(question.problem, search, stop, progress.publish());
  planning::Run run;
  run.options.threads = search.threads;
  if (deadline) run.options.time_limit = seconds_until(*deadline);
  run.stop = stop;
  const auto option = findNamed(*named, file, asked, run);
  if (!option) return tl::unexpected<Error>(option.error());
  return besideAll(asked, **option, *snapshot, search, stop, deadline, progress);
}

/// A strategy beside what the search for strategies finds.
Result<Explained> whyOfStrategy(const Question& question, const strategy::Strategy& strategy,
                                const SearchOptions& search, const std::stop_token& stop,
                                Progress& progress) {
  const strategy::Problem& problem = question.problem;
  const auto given = detail(plan::judged_by(problem, strategy), strategy, search.objective);
  if (!given) return tl::unexpected<Error>(given.error());
  const auto deadline = deadline_in(search.time_limit);
  const plan::SnapshotPtr snapshot = run_search(problem, search, stop, progress.publish());
  return besideAll(question.asked(), *given, *snapshot, search, stop, deadline, progress);
}

/// What `--strategy` is about, explained. Errors name the file.
Result<Explained> explained(const WhyOptions& options, const Question& question, const SearchOptions& search,
                            const std::stop_token& stop, Progress& progress) {
  const std::string& file = options.inputs.strategy;
  const auto inFile = [&](const Error& error) { return tl::unexpected<Error>(Error(error).in_file(file)); };
  const strategy::Problem& problem = question.problem;
  const auto json = readJson(file);
  if (!json) return tl::unexpected<Error>(json.error());
  const planning::Written written = planning::written_layout(*json, *question.asked());
  if (written.kind != planning::kPipeline) {
    auto why = whyOfOption(question, *json, search, stop, progress);
    if (!why) return inFile(why.error());
    return why;
  }
  const auto strategy = strategy::read_strategy(hardware::with_joined_pools(written.layout, problem.cluster),
                                                problem.pool_ids(), problem.graph->layer_count());
  if (!strategy) return inFile(placed(written, strategy.error()));
  auto explained = whyOfStrategy(question, *strategy, search, stop, progress);
  if (!explained) return inFile(explained.error());
  return explained;
}

int runWhy(const WhyOptions& options, Common& common) {
  const StopOnSignal interruption;
  if (const auto read = common.read(); !read) return refuse(read.error(), common.json);
  if (options.inputs.strategy.empty())
    return refuse(usageError("--strategy", "nothing",
                             {Wanted::Kind::text, {"a JSON file that describes the strategy"}}),
                  common.json);
  SearchOptions search;
  search.state_anywhere = true;  // as plan asks
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
  warn(question->warnings(options.inputs));
  Progress progress(common.progress);
  if (deadline) search.time_limit = seconds_until(*deadline);
  if (const planning::LeadingPlanner* leader = planning::leading_beside_pipelines(*question->asked())) {
    progress.finish();
    return whyLeading(*leader, *question, options.inputs, search, interruption.token(), common);
  }
  const auto told = explained(options, *question, search, interruption.token(), progress);
  progress.finish();
  if (!told) return refuse(told.error(), common.json);
  const plan::Why* why = &told->why;
  if (common.json) {
    Json answer = plan::to_json(*why, problem.pool_ids());
    if (told->first) answer["best"] = told->first->layout->answer_json(*told->first, problem, 1);
    plan::add_warnings(answer, question->model_warnings, problem);
    print(answer);
  } else {
    print((ui::whySentences(*why, problem) + fixSentences(*why)).join(QLatin1Char('\n')));
  }
  if (!common.json && told->first)
    print(QStringLiteral("The best is of another kind than strategies: %1.").arg(layoutText(*told->first)));
  if (!common.json && why->verdict == plan::Verdict::memory && why->given && !why->given->memory.empty())
    print(QLatin1Char('\n') + memoryTable(*why->given, problem));
  if (why->stopped_early) {
    note(QStringLiteral("The search was stopped early: compared with the best so far."));
    return StoppedEarly;
  }
  return why->nothing_fits ? NothingFits : Done;
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
  command->add_option("--strategy", options->inputs.strategy, "Strategy as JSON, or a row of an answer")
      ->type_name("S");
  addTimeLimit(*command, options->timeLimit);
  common.addTo(*command);
  command->callback(
      [&chosen, &common, options] { chosen = [&common, options] { return runWhy(*options, common); }; });
}

}  // namespace astrolabe::cli
