// plan: searches and ranks strategies.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>

#include "app/cli/inputs.h"
#include "app/cli/other_plans.h"
#include "app/cli/plan_leading.h"
#include "app/cli/progress.h"
#include "app/cli/ranking.h"
#include "app/cli/report_files.h"
#include "app/cli/speech.h"
#include "app/cli/table.h"
#include "app/cli/trace.h"
#include "core/base/error_codes.h"
#include "core/base/file_write.h"
#include "core/base/text.h"
#include "core/engine.h"
#include "core/hardware/usable_gpus.h"
#include "core/plan/answer.h"
#include "core/plan/contradictions.h"
#include "core/planning/recommended.h"
#include "core/planning/running.h"
#include "core/planning/whole_answer.h"
#include "core/strategy/rule_counts.h"
#include "core/strategy/rules.h"
#include "core/strategy/space.h"
#include "ui/render/answer_text.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"
#include "ui/render/replan_words.h"

namespace astrolabe::cli {

namespace {

/// Above this, enumerating every layer split would not end in a working day.
constexpr double kMostBruteSplits = 1e6;
constexpr std::int64_t kMostRows = 1000000;
constexpr std::int64_t kMostPlaces = 1000;

struct PlanOptions {
  Inputs inputs;
  ReportFiles report;
  OtherPlans others;
  Simulation simulation;
  std::string top, timeLimit, tolerance, trace, frontier, save, certificate, certificatePlaces;
  std::string state;  ///< empty: nothing is said of it
  bool exhaustive = false, bruteSplits = false;
};

/// Of how many of the best the certificate proves the place. Errors: AST-U501.
Result<int> certificatePlaces(const PlanOptions& options) {
  if (options.certificatePlaces.empty()) return 1;
  const auto places = wholeOption("--certificate-places", options.certificatePlaces, 1, kMostPlaces);
  if (!places) return tl::unexpected<Error>(places.error());
  if (options.certificate.empty())
    return tl::unexpected<Error>(usageError("--certificate-places", "no --certificate",
                                            {Wanted::Kind::text, {"both options together"}}));
  return static_cast<int>(*places);
}

Result<SearchOptions> searchOptions(const PlanOptions& options, const Common& common) {
  SearchOptions search;
  search.threads = common.workers;
  search.near_answers = !options.report.empty();
  search.seed = common.seedValue;
  search.exhaustive = options.exhaustive;
  search.brute_splits = options.bruteSplits;
  if (!options.top.empty()) {
    const auto top = wholeOption("--top", options.top, 1, kMostRows);
    if (!top) return tl::unexpected<Error>(top.error());
    search.top = static_cast<int>(*top);
  }
  const auto limit = readTimeLimit(options.timeLimit);
  if (!limit) return tl::unexpected<Error>(limit.error());
  search.time_limit = *limit;
  if (!options.tolerance.empty()) {
    const auto tolerance = numberOption("--tolerance", options.tolerance, 0.0, 1.0);
    if (!tolerance) return tl::unexpected<Error>(tolerance.error());
    search.tolerance = *tolerance;
  }
  if (search.brute_splits && !search.exhaustive)
    return tl::unexpected<Error>(
        usageError("--brute-splits", "no --exhaustive", {Wanted::Kind::text, {"both options together"}}));
  if (const auto places = certificatePlaces(options); !places) return tl::unexpected<Error>(places.error());
  if (!options.state.empty() && options.state != "own" && options.state != "anywhere")
    return tl::unexpected<Error>(
        usageError("--state", options.state, {Wanted::Kind::one_of, {"anywhere", "own"}}));
  if (const auto known = options.others.check(); !known) return tl::unexpected<Error>(known.error());
  for (const std::string* path : {&options.trace, &options.save, &options.certificate, &options.frontier})
    if (const auto output = checkOutput(*path); !output) return tl::unexpected<Error>(output.error());
  if (const auto output = options.report.check(); !output) return tl::unexpected<Error>(output.error());
  return search;
}

Result<void> checkBruteSplits(const strategy::Problem& problem) {
  const double splits = strategy::Space(problem).layer_splits();
  if (splits <= kMostBruteSplits) return {};
  return tl::unexpected<Error>(usageError("--brute-splits", format_number(splits) + " layer splits",
                                          {Wanted::Kind::text, {"a space of at most 1000000 layer splits"}}));
}

/// A certificate is asked for where none can be written: said before the search.
Result<void> checkCertificate(const PlanOptions& options, const Question& question) {
  if (options.certificate.empty()) return {};
  if (!options.inputs.kernels.empty())
    return tl::unexpected<Error>(
        usageError("--certificate", "--kernels", {Wanted::Kind::text, {"the built-in kernel models"}}));
  if (const auto able = can_certify(question.problem); !able)
    return tl::unexpected<Error>(Error(able.error()).in_file(options.certificate));
  return {};
}

/// True where it was stopped before there was one.
Result<bool> writeCertificate(const PlanOptions& options, const Question& question,
                              const plan::Snapshot& snapshot, const std::stop_token& stop) {
  const auto places = certificatePlaces(options);
  if (!places) return tl::unexpected<Error>(places.error());
  const auto bytes = certify(question.plan, question.problem, snapshot, *places, stop);
  if (!bytes && stop.stop_requested()) {
    note(QStringLiteral("No certificate was written: it was stopped before the proof was told."));
    return true;
  }
  if (!bytes) return tl::unexpected<Error>(Error(bytes.error()).in_file(options.certificate));
  if (const auto written = write_file(options.certificate, *bytes); !written)
    return tl::unexpected<Error>(written.error());
  return false;
}

/// What another program saved in the plan while it was searched is not written over.
Result<void> savePlan(const PlanOptions& options, const Question& question, const Json& answer) {
  std::error_code apart;
  if (question.saved && std::filesystem::equivalent(options.inputs.file, options.save, apart) &&
      since(question.saved->mark, options.save) == FileSince::changed)
    return tl::unexpected<Error>(Error{std::string(code::cannot_save),
                                       options.save,
                                       {},
                                       "saved by another program since it was read",
                                       {Wanted::Kind::text, {"another file, or search once more"}}});
  return plan::write_plan(question.file(text_of(answer)), options.save);
}

/// What is known to be wrong without a search, told before it: limits that nothing can keep, and rules that
/// say nothing of strategies for which they divide by zero, as far as these are counted before `stop`.
void tellBeforeSearch(const strategy::Problem& problem, const std::stop_token& stop) {
  for (const plan::Contradiction& found : plan::contradictions(problem))
    note(QStringLiteral("%1 [%2]").arg(ui::contradictionText(found),
                                       QLatin1StringView(code::contradicting_limits)));
  std::vector<strategy::Rule> own;
  for (const strategy::Rule& rule : strategy::rules_of(problem))
    if (rule.own) own.push_back(rule);
  if (own.empty()) return;
  const std::vector<strategy::RuleCount> counts = strategy::count_rules(problem, own, stop);
  for (std::size_t i = 0; i < own.size(); ++i)
    if (counts[i].known && counts[i].not_applicable > 0)
      note(QStringLiteral("The rule “%1” divides by zero, or leaves 64 bits, for %2, which it keeps.")
               .arg(QString::fromStdString(own[i].name),
                    counted(static_cast<double>(counts[i].not_applicable), "strategy", "strategies")));
}

/// Whether the search came to the end of its proof.
bool hasProof(const plan::Snapshot& snapshot) {
  return snapshot.status == plan::Status::infeasible ||
         (snapshot.status == plan::Status::optimal && snapshot.gap <= 0.0);
}

/// Trace, report, certificate and saved plan, where asked for. True where the certificate or a search for the
/// report was stopped early.
Result<bool> writeFiles(const PlanOptions& options, const Question& question, const plan::Snapshot& snapshot,
                        const Result<std::optional<Traced>>& traced, const ReportRun& report,
                        const Json& answer) {
  if (!traced) return tl::unexpected<Error>(traced.error());
  if (const std::optional<Traced>& plan = *traced)
    if (auto written = writeTrace(plan->option, question.problem, options.trace); !written)
      return tl::unexpected<Error>(written.error());
  bool cutShort = false;
  if (!options.report.empty() && !snapshot.best.empty()) {
    auto written = writeReports(question, snapshot, options.report, report);
    if (!written) return written;
    cutShort = *written;
  }
  if (!options.certificate.empty() && hasProof(snapshot)) {
    const auto stopped = writeCertificate(options, question, snapshot, report.closing);
    if (!stopped) return stopped;
    cutShort = cutShort || *stopped;
  }
  if (!options.save.empty())
    if (auto written = savePlan(options, question, answer); !written)
      return tl::unexpected<Error>(written.error());
  return cutShort;
}

/// `some`: a plan of another kind fits.
int statusOf(const plan::Snapshot& snapshot, bool cutShort, bool some) {
  if (snapshot.status == plan::Status::failed) return Defect;
  if (snapshot.stopped_early || cutShort) return StoppedEarly;
  return snapshot.status == plan::Status::infeasible && !some ? NothingFits : Done;
}

/// What is asked, and how; errors of the options before those of the question.
struct Asked {
  SearchOptions search;
  Deadline deadline;  ///< of all that is done, reading included
  Question question;
};

Result<Asked> readAsked(const PlanOptions& options, Common& common) {
  if (const auto read = common.read(); !read) return tl::unexpected<Error>(read.error());
  if (const auto sound = options.simulation.check(); !sound) return tl::unexpected<Error>(sound.error());
  auto search = searchOptions(options, common);
  if (!search) return tl::unexpected<Error>(search.error());
  const Deadline deadline = deadline_in(search->time_limit);
  auto question = readQuestion(options.inputs, common);
  if (!question) return tl::unexpected<Error>(question.error());
  search->objective = question->plan.objective;
  if (!question->problem.job.running.empty() && question->problem.job.trains())
    if (const auto running = planning::running_layout(question->problem); !running)
      return tl::unexpected<Error>(inFileOf(running.error(), options.inputs));
  if (planning::leading_beside_pipelines(*question->asked()) != nullptr)
    return Asked{std::move(*search), deadline, std::move(*question)};
  for (const auto& [option, wanted] :
       {std::pair("--simulate", options.simulation.wanted()), {"--frontier", !options.frontier.empty()}})
    if (wanted)
      return tl::unexpected<Error>(
          usageError(option, "a job that trains", {Wanted::Kind::text, {"a job that serves"}}));
  if (const auto able = checkCertificate(options, *question); !able)
    return tl::unexpected<Error>(able.error());
  if (search->brute_splits)
    if (const auto small = checkBruteSplits(question->problem); !small)
      return tl::unexpected<Error>(small.error());
  return Asked{std::move(*search), deadline, std::move(*question)};
}

/// Which GPUs of each node #1 uses where it does not use whole nodes; further strategies may use others.
void tellParts(const plan::Snapshot& snapshot) {
  if (snapshot.best.empty()) return;
  for (const hardware::Pool& pool : snapshot.problem->cluster.pools) {
    QStringList places;
    for (const hardware::NodePart& part : hardware::parts_in_use(pool)) {
      QStringList gpus;
      for (const int gpu : part.gpus) gpus << QString::number(gpu);
      places << QStringLiteral("%1: %2").arg(part.node).arg(gpus.join(QStringLiteral(", ")));
    }
    if (!places.isEmpty())
      print(QStringLiteral("\n#1 uses %1 of the %2 GPUs of a node of %3, by node: %4.")
                .arg(pool.used_of_node)
                .arg(pool.gpus_per_node)
                .arg(QString::fromStdString(pool.id), places.join(QStringLiteral(" · "))));
  }
}

/// Nodes that #1 leaves out, with how many there are; further strategies may use them.
void tellLeftOut(const plan::Snapshot& snapshot) {
  if (snapshot.best.empty()) return;
  for (const hardware::Pool& pool : snapshot.problem->cluster.pools)
    if (const std::vector<int> nodes = hardware::left_out(pool); !nodes.empty()) {
      QStringList names;
      for (const int node : nodes) names << QString::number(node);
      print(QStringLiteral("\n#1 leaves out %1 of %2 of %3, slow or with a failed GPU: node %4.")
                .arg(nodes.size())
                .arg(counted(pool.nodes, "node"), QString::fromStdString(pool.id),
                     names.join(QStringLiteral(", "))));
    }
}

/// The answer for people: the ranking of all kinds, why nothing fits, what was assumed. `seconds`: of the
/// search and of all kinds that it waited for, where there are any.
void printRanking(const plan::Snapshot& snapshot, const std::vector<KindNote>& notes,
                  const planning::Beside& beside, const std::optional<double>& seconds) {
  const std::vector<planning::OptionPtr> options = beside.options();
  const std::vector<int> places = planning::places_of(options, snapshot.best, snapshot.objective, beside.top);
  print(rankingText(snapshot, options, places, beside.top, planning::ranking_proof(snapshot, beside)));
  for (std::size_t k = 0; k < places.size(); ++k)
    if (places[k] == 0 || places[k] > beside.top) print(behindText(*options[k], snapshot.objective));
  for (const KindNote& note : notes) print(QLatin1Char('\n') + note.text);
  if (seconds) print(QStringLiteral("\nAll kinds of plan together took %1.").arg(ui::durationText(*seconds)));
  tellParts(snapshot);
  tellLeftOut(snapshot);
  if (snapshot.status == plan::Status::infeasible) note(ui::messageFor(snapshot).plain());
  if (const QString assumed = assumptionsText(snapshot.assumptions); !assumed.isEmpty())
    print(QLatin1Char('\n') + assumed);
}

/// What to do with the layout that runs, where the job names one.
void printReplan(const plan::Snapshot& snapshot, const std::vector<planning::OptionPtr>& others) {
  const strategy::Problem& problem = *snapshot.problem;
  if (problem.job.running.empty()) return;
  const auto running = planning::running_layout(problem);
  if (!running) return;
  const auto answer = planning::replan(problem, *running, planning::fresh_of(snapshot, others));
  if (!answer) return;
  Table table;
  for (const QString& heading : ui::replanColumns()) table.column(heading);
  for (const QStringList& row : ui::replanRows(*answer)) table.row(row);
  print(QLatin1Char('\n') + table.text());
  print(ui::replanSentences(*answer).join(QLatin1Char('\n')));
  warn(answer->warnings);
}

/// Files that were asked for and are not there, or hold another plan than the one that leads.
void tellUnwritten(const PlanOptions& options, const plan::Snapshot& snapshot,
                   const std::optional<Traced>& traced) {
  if (traced && !traced->leads)
    note(QStringLiteral(
        "The trace is of #1, the best strategy: the plan of another kind that leads the ranking "
        "has no timeline."));
  if (!options.report.empty() && snapshot.best.empty())
    note(QStringLiteral("No report was written: there is no strategy to report."));
  if (!options.trace.empty() && !traced && snapshot.best.empty())  // else an error says why
    note(QStringLiteral("No trace was written: there is no strategy to trace."));
  if (!options.certificate.empty() && !hasProof(snapshot))
    note(QStringLiteral("No certificate was written: the answer is not proven to the end."));
}

/// Files and options that are about a step of training.
Result<void> checkLeading(const PlanOptions& options, const planning::LeadingPlanner& leader) {
  const auto refused = [&](const char* option) {
    return tl::unexpected<Error>(usageError(
        option, "a question whose answer is a " + std::string(leader.layout_key()),
        {Wanted::Kind::text, {std::string("no ") + option + ", which is of strategies that train"}}));
  };
  if (!options.certificate.empty()) return refused("--certificate");
  if (options.bruteSplits) return refused("--brute-splits");
  return {};
}

int runPlan(const PlanOptions& options, Common& common) {
  const StopOnSignal interruption;
  auto asked = readAsked(options, common);
  if (!asked) return refuse(asked.error(), common.json);
  auto& [search, deadline, question] = *asked;
  const auto later = deadline ? std::optional(*deadline + kClosing) : std::nullopt;
  const StopLater closing(interruption.token(), later, kClosing);

  warn(question.warnings(options.inputs));
  const planning::QuestionPtr asking = question.asked();
  if (const planning::LeadingPlanner* leader = planning::leading_beside_pipelines(*asking)) {
    if (const auto able = checkLeading(options, *leader); !able) return refuse(able.error(), common.json);
    const auto save = [&](const Json& answer) -> Result<void> {
      return options.save.empty() ? Result<void>() : savePlan(options, question, answer);
    };
    return planLeading({*leader,
                        asking,
                        question,
                        options.inputs,
                        search,
                        deadline,
                        interruption.token(),
                        options.simulation,
                        save,
                        {options.trace, options.frontier, options.report}},
                       common);
  }
  {
    constexpr double kShare = 0.25;  // of the time
    const StopLater soon(interruption.token(),
                         deadline_in(deadline ? kShare * seconds_until(*deadline) : 0.0));
    tellBeforeSearch(question.problem, soon.token());
  }
  Progress progress(common.progress);
  const auto begin = std::chrono::steady_clock::now();
  OthersSearch besideSearch(options.others, asking, interruption.token(), deadline, search.threads);
  // A certificate proves strategies whose stages hold their own state.
  const bool anywhere = options.state.empty() ? options.others.wantsPrograms() : options.state == "anywhere";
  search.state_anywhere = anywhere && options.certificate.empty();
  if (deadline) search.time_limit = seconds_until(*deadline);
  const plan::SnapshotPtr snapshot =
      run_search(question.problem, search, interruption.token(), progress.publish());
  progress.finish();
  const bool hasRanking = !common.json && snapshot->status != plan::Status::failed;
  const OthersFound found = besideSearch.found(
      *snapshot, [&](const planning::Planner& planner) { progress.step(std::string(planner.answer_key())); });
  progress.finish();
  std::optional<double> together;
  if (std::any_of(found.all.begin(), found.all.end(), [](const auto& one) { return one.found != nullptr; }))
    together = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const ReportRun report{interruption.token(), closing.token(), deadline, options.others, found};
  const planning::Beside beside = found.beside(search.top, question.model_warnings);
  Json answer;
  if (common.json || !options.save.empty())
    answer = planning::whole_answer_json(*snapshot, beside, closing.token());
  const std::vector<KindNote> notes =
      snapshot->status == plan::Status::failed ? std::vector<KindNote>() : found.notes(*snapshot->problem);
  if (!notes.empty() && answer.is_object()) answer["notes"] = notesJson(notes);
  Result<std::optional<Traced>> traced;
  if (!options.trace.empty() && snapshot->status != plan::Status::failed)
    traced = tracedOf(*asking, *snapshot, beside.options());
  const auto written = writeFiles(options, question, *snapshot, traced, report, answer);
  // A long search is not lost with a full disk: the answer is printed all the same.
  if (!written) answer["error"] = error_json(written.error())["error"];
  if (common.json) {
    print(answer);
  } else if (hasRanking) {
    if (const QString scenario = scenarioText(question.plan); !scenario.isEmpty()) print(scenario);
    printRanking(*snapshot, notes, beside, together);
    printReplan(*snapshot, beside.options());
  } else {
    note(ui::messageFor(Error{std::string(code::defect), {}, {}, snapshot->defect, {}}).plain());
  }
  tellUnwritten(options, *snapshot, traced ? *traced : std::nullopt);
  if (!written) {
    if (!common.json) refuse(written.error(), false);
    return BadInput;
  }
  return statusOf(*snapshot, found.cutShort() || *written, !beside.options().empty());
}

}  // namespace

void addPlan(CLI::App& program, Run& chosen, Common& common) {
  auto options = std::make_shared<PlanOptions>();
  CLI::App* command = program.add_subcommand("plan", "Searches and ranks strategies");
  command->add_option("plan", options->inputs.file, "A saved plan, in place of --model, --cluster and --job")
      ->type_name("F.astrolabe");
  options->inputs.addTo(*command);
  options->inputs.addScenarioTo(*command);
  options->inputs.addGoalTo(*command);
  command->add_option("--top", options->top, "Rows of the ranking (default 20)")->type_name("K");
  addTimeLimit(*command, options->timeLimit);
  command->add_option("--tolerance", options->tolerance, "Relative slack of the proof (default 0)")
      ->type_name("X");
  command->add_flag("--exhaustive", options->exhaustive, "Evaluate everything, cut nothing by bound");
  command->add_flag("--brute-splits", options->bruteSplits,
                    "With --exhaustive: every split of the layers, too");
  command
      ->add_option("--trace", options->trace,
                   "Write the step of the plan that leads the ranking as Trace Event JSON")
      ->type_name("F.json");
  command
      ->add_option("--frontier", options->frontier,
                   "Write what none beats: in tokens/s of a user and of a GPU (serving jobs), in time and "
                   "cost of an iteration (jobs that train afterwards)")
      ->type_name("F.csv|F.json");
  options->report.addTo(*command);
  command->add_option("--certificate", options->certificate, "Write the proof for astrolabe-verify")
      ->type_name("F");
  command
      ->add_option("--certificate-places", options->certificatePlaces,
                   "With --certificate: prove so many of the best, not only the first (default 1)")
      ->type_name("K");
  command
      ->add_option("--state", options->state,
                   "Where the optimizer's state of mixed GPUs may lie: anywhere, or own, each stage's on its "
                   "own GPUs (default: anywhere, but own with --certificate or --programs never)")
      ->type_name("WHERE");
  command->add_option("--save", options->save, "Save question and answer as a plan")
      ->type_name("F.astrolabe");
  options->others.addTo(*command);
  options->simulation.addTo(*command);
  common.addTo(*command);
  command->callback(
      [&chosen, &common, options] { chosen = [&common, options] { return runPlan(*options, common); }; });
}

}  // namespace astrolabe::cli
