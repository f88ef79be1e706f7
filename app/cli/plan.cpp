// plan: searches and ranks strategies.
#include <QCoreApplication>
#include <chrono>
#include <limits>
#include <memory>
#include <optional>

#include "app/cli/inputs.h"
#include "app/cli/progress.h"
#include "app/cli/ranking.h"
#include "app/cli/report_files.h"
#include "app/cli/trace.h"
#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/engine.h"
#include "core/model/model_reader.h"
#include "core/plan/answer.h"
#include "core/plan/contradictions.h"
#include "core/plan/whole_answer.h"
#include "core/strategy/rule_counts.h"
#include "core/strategy/rules.h"
#include "ui/render/answer_text.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"

namespace astrolabe::cli {

namespace {

/// Above this, enumerating every layer split would not end in a working day.
constexpr double kMostBruteSplits = 1e6;
constexpr std::int64_t kMostRows = 1000000;
/// Up to here the program of mixed GPUs takes a second or two.
constexpr int kProgramGpus = 1024;

struct PlanOptions {
  Inputs inputs;
  ReportFiles report;
  std::string top, timeLimit, tolerance, trace, save, certificate, programs = "auto";
  int certificatePlaces = 1;
  bool exhaustive = false, bruteSplits = false;
};

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
  if (!options.timeLimit.empty()) {
    const auto limit = numberOption("--time-limit", options.timeLimit, 1e-3, 1e9);
    if (!limit) return tl::unexpected<Error>(limit.error());
    search.time_limit = *limit;
  }
  if (!options.tolerance.empty()) {
    const auto tolerance = numberOption("--tolerance", options.tolerance, 0.0, 1.0);
    if (!tolerance) return tl::unexpected<Error>(tolerance.error());
    search.tolerance = *tolerance;
  }
  if (search.brute_splits && !search.exhaustive)
    return tl::unexpected<Error>(
        usageError("--brute-splits", "no --exhaustive", {Wanted::Kind::text, {"both options together"}}));
  if (options.programs != "auto" && options.programs != "always" && options.programs != "never")
    return tl::unexpected<Error>(
        usageError("--programs", options.programs, {Wanted::Kind::one_of, {"auto", "always", "never"}}));
  for (const std::string* path : {&options.trace, &options.save, &options.certificate})
    if (const auto output = checkOutput(*path); !output) return tl::unexpected<Error>(output.error());
  if (const auto output = options.report.check(); !output) return tl::unexpected<Error>(output.error());
  return search;
}

Result<void> checkBruteSplits(const strategy::Problem& problem) {
  const double splits = count_space(problem).layer_splits;
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

Result<void> writeCertificate(const PlanOptions& options, const Question& question,
                              const plan::Snapshot& snapshot) {
  const auto bytes = certify(question.plan, question.problem, snapshot, options.certificatePlaces);
  if (!bytes) return tl::unexpected<Error>(Error(bytes.error()).in_file(options.certificate));
  return write_file(options.certificate, *bytes);
}

/// What is known to be wrong without a search, told before it: limits that nothing can keep, and rules that
/// say nothing of strategies for which they divide by zero.
void tellBeforeSearch(const strategy::Problem& problem) {
  for (const plan::Contradiction& found : plan::contradictions(problem))
    note(QCoreApplication::translate("CommandLine", "%1 [%2]", "message and its code")
             .arg(ui::contradictionText(found), QLatin1StringView(code::contradicting_limits)));
  std::vector<strategy::Rule> own;
  for (const strategy::Rule& rule : strategy::rules_of(problem))
    if (rule.own) own.push_back(rule);
  if (own.empty()) return;
  const std::vector<strategy::RuleCount> counts = strategy::count_rules(problem, own);
  for (std::size_t i = 0; i < own.size(); ++i)
    if (counts[i].not_applicable > 0)
      note(QCoreApplication::translate("CommandLine",
                                       "The rule “%1” divides by zero, or leaves 64 bits, for %2 strategies. "
                                       "It keeps them.")
               .arg(QString::fromStdString(own[i].name),
                    ui::wholeText(static_cast<double>(counts[i].not_applicable))));
}

/// Whether the search came to the end of its proof.
bool hasProof(const plan::Snapshot& snapshot) {
  return snapshot.status == plan::Status::infeasible ||
         (snapshot.status == plan::Status::optimal && snapshot.gap <= 0.0);
}

/// Trace, report, certificate and saved plan, where asked for. True where a search for the report was stopped
/// early.
Result<bool> writeFiles(const PlanOptions& options, const Question& question, const plan::Snapshot& snapshot,
                        const ReportRun& report, const Json& answer) {
  if (!options.trace.empty() && !snapshot.best.empty()) {
    const auto best = detail(question.problem, snapshot.best.front().strategy);
    if (!best) return tl::unexpected<Error>(best.error());
    if (auto written = writeTrace(*best, question.problem, options.trace); !written)
      return tl::unexpected<Error>(written.error());
  }
  bool cutShort = false;
  if (!options.report.empty() && !snapshot.best.empty()) {
    auto written = writeReports(question, snapshot, options.report, report);
    if (!written) return written;
    cutShort = *written;
  }
  if (!options.certificate.empty() && hasProof(snapshot))
    if (auto written = writeCertificate(options, question, snapshot); !written)
      return tl::unexpected<Error>(written.error());
  if (!options.save.empty())
    if (auto written = plan::write_plan(question.file(text_of(answer)), options.save); !written)
      return tl::unexpected<Error>(written.error());
  return cutShort;
}

/// Whether the program of mixed GPUs is looked for: --programs.
bool wantsProgram(const PlanOptions& options, const hardware::Cluster& cluster) {
  if (options.programs != "auto" || !plan::is_mixed(cluster)) return options.programs != "never";
  int gpus = 0;
  for (const hardware::Pool& pool : cluster.pools) gpus += pool.gpus();
  return gpus <= kProgramGpus;
}

struct Programs {
  std::vector<plan::ProgramReport> made;
  bool cutShort = false;  ///< by the time limit or a signal, so perhaps slower than they could be
};

/// For mixed GPUs the distributed programs that compete with the strategies, the fastest first, once the
/// search has ended by itself, in what it left of the time. A model that no program can be made for has
/// none, nor has one whose limits no program keeps.
Programs programsFor(const Question& question, const plan::Snapshot& snapshot, int threads, bool toTheEnd,
                     const std::stop_token& stop, const Deadline& deadline) {
  const bool ended = snapshot.status == plan::Status::optimal || snapshot.status == plan::Status::feasible ||
                     snapshot.status == plan::Status::infeasible;
  if (!ended || snapshot.stopped_early || !plan::is_mixed(question.problem.cluster)) return {};
  if (!plan::may_answer(question.problem)) return {};
  auto architecture = question.plan.model_text.empty()
                          ? model::read_model(question.plan.model_name, question.plan.model_entered)
                          : model::read_config(question.plan.model_text, question.plan.model_name,
                                               question.plan.model_entered);
  if (!architecture) return {};
  plan::ProgramOptions options{threads, 0.0, stop};
  if (toTheEnd) options.most_work = 0;
  if (deadline) options.time_limit = secondsUntil(*deadline);
  auto reports = plan::program_reports(question.problem, *architecture, 0, options);
  Programs programs;
  programs.cutShort = stop.stop_requested() || (deadline && std::chrono::steady_clock::now() >= *deadline);
  if (reports) programs.made = plan::competing(std::move(*reports));
  return programs;
}

int statusOf(const plan::Snapshot& snapshot, bool cutShort) {
  if (snapshot.status == plan::Status::failed) return Defect;
  if (snapshot.stopped_early || cutShort) return StoppedEarly;
  return snapshot.status == plan::Status::infeasible ? NothingFits : Done;
}

int runPlan(const PlanOptions& options, Common& common) {
  const StopOnSignal interruption;
  if (const auto read = common.read(); !read) return refuse(read.error(), common.json);
  auto search = searchOptions(options, common);
  if (!search) return refuse(search.error(), common.json);
  const auto question = readQuestion(options.inputs, common);
  if (!question) return refuse(question.error(), common.json);
  search->objective = question->plan.objective;
  if (const auto able = checkCertificate(options, *question); !able) return refuse(able.error(), common.json);
  if (search->brute_splits)
    if (const auto small = checkBruteSplits(question->problem); !small)
      return refuse(small.error(), common.json);

  warn(question->warnings(options.inputs));
  tellBeforeSearch(question->problem);
  Progress progress(common.progress);
  const Deadline deadline = deadlineIn(search->time_limit);
  const plan::SnapshotPtr snapshot =
      run_search(question->problem, *search, interruption.token(), progress.publish());
  progress.finish();
  const bool hasRanking = !common.json && snapshot->status != plan::Status::failed;
  if (hasRanking) {  // programs may take longer than the search
    if (const QString scenario = scenarioText(question->plan); !scenario.isEmpty()) print(scenario);
    print(rankingText(*snapshot));
  }

  const bool wanted = wantsProgram(options, question->problem.cluster);
  if (wanted && plan::is_mixed(question->problem.cluster)) progress.step("programs");
  Programs programs;
  if (wanted)
    programs = programsFor(*question, *snapshot, search->threads, options.programs == "always",
                           interruption.token(), deadline);
  progress.finish();
  plan::Beside beside{{}, programs.cutShort, search->top, question->model_warnings};
  if (wanted) beside.programs = programs.made;
  Json answer;
  if (common.json || !options.save.empty()) answer = plan::whole_answer_json(*snapshot, beside);
  ReportRun report{"en", interruption.token(), deadline, {}};
  if (!programs.made.empty()) report.program = programs.made.front().evaluation;
  const auto written = writeFiles(options, *question, *snapshot, report, answer);
  // A long search is not lost with a full disk: the answer is printed all the same.
  if (!written) answer["error"] = error_json(written.error())["error"];
  if (common.json) {
    print(answer);
  } else if (!hasRanking) {
    note(ui::messageFor(Error{"AST-S399", {}, {}, snapshot->defect, {}}).plain());
  } else {
    const std::vector<int> places = plan::places_of(programs.made, *snapshot, search->top);
    for (std::size_t k = 0; k < places.size(); ++k) print(programText(programs.made[k], places[k]));
    if (programs.cutShort)
      note(QCoreApplication::translate(
          "CommandLine", "The search for distributed programs was stopped early: there may be faster ones."));
    if (snapshot->status == plan::Status::infeasible) note(ui::messageFor(*snapshot).plain());
    if (const QString assumed = assumptionsText(snapshot->assumptions); !assumed.isEmpty())
      print(QLatin1Char('\n') + assumed);
  }
  if (!options.report.empty() && snapshot->best.empty())
    note(
        QCoreApplication::translate("CommandLine", "No report was written: there is no strategy to report."));
  if (!options.trace.empty() && snapshot->best.empty())
    note(QCoreApplication::translate("CommandLine", "No trace was written: there is no strategy to trace."));
  if (!options.certificate.empty() && !hasProof(*snapshot))
    note(QCoreApplication::translate("CommandLine",
                                     "No certificate was written: the answer is not proven to the end."));
  if (!written) {
    if (!common.json) refuse(written.error(), false);
    return BadInput;
  }
  return statusOf(*snapshot, programs.cutShort || *written);
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
  command->add_option("--time-limit", options->timeLimit, "Stop after so many seconds")->type_name("S");
  command->add_option("--tolerance", options->tolerance, "Relative slack of the proof (default 0)")
      ->type_name("X");
  command->add_flag("--exhaustive", options->exhaustive, "Evaluate everything, cut nothing by bound");
  command->add_flag("--brute-splits", options->bruteSplits,
                    "With --exhaustive: every split of the layers, too");
  command->add_option("--trace", options->trace, "Write the best step as Trace Event JSON")
      ->type_name("F.json");
  options->report.addTo(*command);
  command->add_option("--certificate", options->certificate, "Write the proof for astrolabe-verify")
      ->type_name("F");
  command
      ->add_option("--certificate-places", options->certificatePlaces,
                   "Prove so many of the best, not only the first (default 1)")
      ->check(CLI::Range(1, 1000))
      ->type_name("K");
  command->add_option("--save", options->save, "Save question and answer as a plan")
      ->type_name("F.astrolabe");
  command
      ->add_option(
          "--programs", options->programs,
          "Whether mixed GPUs get a distributed program, too: auto (up to 1024 GPUs, hard ones not to the "
          "end), always or never")
      ->type_name("WHEN");
  common.addTo(*command);
  command->callback(
      [&chosen, &common, options] { chosen = [&common, options] { return runPlan(*options, common); }; });
}

}  // namespace astrolabe::cli
