// export: a strategy of a saved plan, written for other programs.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "app/cli/ahead.h"
#include "app/cli/ends.h"
#include "app/cli/inputs.h"
#include "app/cli/named_option.h"
#include "app/cli/other_plans.h"
#include "app/cli/progress.h"
#include "app/cli/ranking.h"
#include "app/cli/trace.h"
#include "core/base/error_codes.h"
#include "core/base/file_write.h"
#include "core/engine.h"
#include "core/exports/launch.h"
#include "core/exports/launch_header.h"
#include "core/exports/serving_start.h"
#include "core/exports/start.h"
#include "core/plan/answer.h"
#include "core/planning/leading.h"
#include "core/planning/mark_choices.h"
#include "core/planning/pipelines.h"
#include "core/planning/recommended.h"
#include "core/planning/written.h"
#include "core/runtimes/judge.h"
#include "ui/render/answer_text.h"
#include "ui/render/declined_words.h"

namespace astrolabe::cli {

namespace {

struct ExportOptions {
  Inputs inputs;
  std::string rank, format, out, start;
};

/// A form of the options of another planner.
struct OtherForm {
  const planning::Planner* planner = nullptr;
  planning::Export form;
};

/// By name: "program-text"; engines that serve are called as they are: "vllm".
std::map<std::string, OtherForm> ofOtherPlanners() {
  std::map<std::string, OtherForm> forms;
  for (const planning::Planner* planner : planning::other_planners())
    for (planning::Export& form : planner->exports()) {
      const bool engine = exports::find_serving_form(form.id) != nullptr;
      const std::string name = engine ? form.id : std::string(planner->id()) + '-' + form.id;
      forms.emplace(name, OtherForm{planner, std::move(form)});
    }
  return forms;
}

Wanted formats() {
  std::vector<std::string> names = strategy::runtime_ids();
  for (const char* other : {"megatron", "nemo", "json", "csv", "chrome-trace"}) names.emplace_back(other);
  for (const auto& [name, of] : ofOtherPlanners()) names.push_back(name);
  return {Wanted::Kind::one_of, std::move(names)};
}

/// The formats of today; names of formats that older versions had are still taken.
std::string formatsHelp() {
  std::vector<std::string> names = strategy::runtime_ids();
  for (const char* other : {"json", "csv", "chrome-trace"}) names.emplace_back(other);
  for (const auto& [name, of] : ofOtherPlanners()) names.push_back(name);
  const std::string last = std::move(names.back());
  names.pop_back();
  return fmt::format("{} or {}", fmt::join(names, ", "), last);
}

const Wanted kStarts{Wanted::Kind::one_of, {"torchrun", "srun", "sbatch", "kubernetes"}};

/// Whether evaluate refuses a strategy as its GPUs are not those of the cluster: the request is sound.
bool isOfGpus(const Error& error) {
  return error.code == code::impossible_strategy &&
         (error.where.starts_with("pools[") || error.where == "choose.max_total_gpus");
}

/// Writes the settings of a layout in the words of a runtime, and its start beside them; nothing where the
/// runtime does not run exactly this, or `unheld` says why the cluster cannot hold it.
int writeLaunch(const ExportOptions& options, const Question& question, const strategy::Strategy& strategy,
                const runtimes::Runtime& runtime, const cost::Evaluation& evaluation, const std::string& name,
                bool wholeCluster, const Common& common, const std::optional<Error>& unheld = {}) {
  const strategy::Problem problem = runtimes::with_defaults(
      planning::judged_by_marks(question.problem, strategy, question.plan.objective), runtime);
  const runtimes::Judgement judgement = runtimes::judge(runtime, problem, strategy, wholeCluster);
  if (judgement.verdict != runtimes::Verdict::runs) {
    if (common.json)
      print(Json{{"status", "refused"},
                 {"runtime", runtime.id},
                 {"verdict", runtimes::to_string(judgement.verdict)},
                 {"why", judgement.why()}});
    note(QStringLiteral("Nothing is written. %1 does not run this layout as it is (%2): %3.")
             .arg(QString::fromStdString(runtime.title),
                  QString::fromLatin1(runtimes::to_string(judgement.verdict)),
                  QString::fromStdString(judgement.why())));
    return NothingFits;
  }
  if (unheld) {
    const int status = refuse(*unheld, common.json);
    return isOfGpus(*unheld) ? NothingFits : status;
  }
  for (const std::string& remark : judgement.remarks)
    note(QStringLiteral("%1, %2").arg(QString::fromStdString(runtime.title), QString::fromStdString(remark)));
  const exports::LaunchHeader header =
      exports::launch_header(question.plan.name, name, ASTROLABE_VERSION, evaluation);
  if (const auto written = write_file(options.out, exports::launch_file(runtime, problem, strategy, header));
      !written)
    return refuse(written.error(), common.json);
  if (const auto start = exports::start_from(options.start)) {
    const std::string text = exports::start_file(runtime, problem, strategy, *start, options.out, header);
    if (const auto written = write_file(options.out + exports::ending_of(*start), text); !written)
      return refuse(written.error(), common.json);
  }
  return Done;
}

/// That a runtime writes strategies alone, with the forms that write layouts of another kind.
Error ofAnotherKind(const std::string& kind) {
  std::string forms;
  for (const auto& [name, of] : ofOtherPlanners())
    if (of.planner->id() == kind) forms += (forms.empty() ? "" : " or ") + name;
  const std::string pipeline(planning::kPipeline);
  return usageError(
      "--strategy", kind,
      forms.empty() ? Wanted{Wanted::Kind::one_of, {pipeline}}
                    : Wanted{Wanted::Kind::text,
                             {fmt::format("{}, or --format {}, which writes {}", pipeline, forms, kind)}});
}

/// A question and a strategy in place of a ranking. The runtime decides whether it is written, and the
/// cluster, which has to have its GPUs; what our rules, the memory or a limit say against it is told.
int exportStrategy(const ExportOptions& options, const Question& question, const runtimes::Runtime& runtime,
                   const Common& common) {
  const strategy::Problem& problem = question.problem;
  const auto json = readJson(options.inputs.strategy);
  if (!json) return refuse(json.error(), common.json);
  if (const auto sound = checkServed(question, options.inputs); !sound)
    return refuse(sound.error(), common.json);
  // A row of a program is no layout that can be read, and has a form all the same.
  const std::string kind = planning::written_layout(*json, *question.asked()).kind;
  if (kind != planning::kPipeline && planning::find_planner(kind) != nullptr)
    return refuse(ofAnotherKind(kind), common.json);
  const auto layout = planning::read_layout(*json, *question.asked());
  if (!layout) return refuse(Error(layout.error()).in_file(options.inputs.strategy), common.json);
  const auto* pipeline = planning::as<planning::PipelineLayout>(*layout);
  if (pipeline == nullptr) return refuse(ofAnotherKind(std::string((*layout)->kind())), common.json);
  const strategy::Strategy* strategy = &pipeline->strategy();
  const auto predicted = detail(problem, *strategy, question.plan.objective);
  const cost::Evaluation unknown;  // of a layout that is not predicted
  std::optional<Error> unheld;
  if (!predicted)
    unheld = Error(predicted.error()).in_file(options.inputs.strategy);
  else if (const auto sound = checkPlaced(*question.asked(), *json, *predicted, options.inputs.strategy);
           !sound)
    return refuse(sound.error(), common.json);
  const int status =
      writeLaunch(options, question, *strategy, runtime, predicted ? predicted->evaluation : unknown,
                  options.inputs.strategy, !problem.cluster.may_leave_unused, common, unheld);
  if (status != Done) return status;
  if (predicted->violation.binding != cost::Binding::none)
    note(ui::messageFor(predicted->violation, problem, *strategy).plain());
  return Done;
}

/// How an option at a place of the ranking is written.
using WriteOption = std::function<Result<std::string>(const planning::Option& option, int rank)>;

int nothingWritten(const QString& why) {
  note(QStringLiteral("Nothing is written: %1").arg(why));
  return NothingFits;
}

int writeOption(const ExportOptions& options, const planning::Option& option, int rank,
                const WriteOption& write, const Common& common) {
  const auto text = write(option, rank);
  if (!text) return refuse(text.error(), common.json);
  if (const auto written = write_file(options.out, *text); !written)
    return refuse(written.error(), common.json);
  sayWritten({options.out}, common.json, Json::object());
  return Done;
}

/// " Its answer is written as placement-routing." where one planner alone answers a question.
QString formsOf(const planning::Question& question) {
  const planning::LeadingPlanner* leader = planning::leading_beside_pipelines(question);
  if (leader == nullptr) return {};
  std::vector<std::string> names;
  for (const auto& [name, of] : ofOtherPlanners())
    if (of.planner == leader) names.push_back(name);
  if (names.empty()) return {};
  return QString::fromStdString(fmt::format(" Its answer is written as {}.", fmt::join(names, ", ")));
}

/// The option at that place of what `planner` finds.
int exportFound(const ExportOptions& options, const Question& question, const planning::Planner& planner,
                int rank, const WriteOption& write, const StopOnSignal& interruption, const Common& common) {
  const planning::QuestionPtr asked = question.asked();
  if (const std::string why = planner.declines(*asked); !why.empty())
    return nothingWritten(
        QStringLiteral("there are no %1 to find: %2.%3")
            .arg(severalText(planner), ui::declinedText(why, question.problem), formsOf(*asked)));
  planning::Run run;
  run.options.threads = common.workers;
  run.options.top = std::max(run.options.top, rank);
  run.stop = interruption.token();
  Progress progress(common.progress);
  progress.step(std::string(planner.answer_key()));
  const planning::FoundPtr found = planner.plan(asked, run);
  progress.finish();
  if (const auto error = planning::error_of(*found)) return refuse(*error, common.json);
  const std::vector<planning::OptionPtr> possible = planning::possible(found->options);
  if (possible.empty())
    return nothingWritten(found->options.empty() ? QStringLiteral("nothing fits.")
                                                 : violationText(*found->options.front(), question.problem));
  if (static_cast<std::size_t>(rank) > possible.size())
    return refuse(usageError("--rank", options.rank,
                             {Wanted::Kind::text, {"at most " + std::to_string(possible.size())}}),
                  common.json);
  const int status = writeOption(options, *possible[static_cast<std::size_t>(rank - 1)], rank, write, common);
  return status == Done && interruption.token().stop_requested() ? StoppedEarly : status;
}

/// A layout in place of a ranking, of the kind that `planner` finds.
int exportGiven(const ExportOptions& options, const Question& question, const planning::Planner& planner,
                const WriteOption& write, const StopOnSignal& interruption, const Common& common) {
  const auto json = readJson(options.inputs.strategy);
  if (!json) return refuse(json.error(), common.json);
  planning::Run run;
  run.options.threads = common.workers;
  run.stop = interruption.token();
  const auto layout = readOrFind(*json, question.asked(), run);
  if (!layout) return refuse(Error(layout.error()).in_file(options.inputs.strategy), common.json);
  if ((*layout)->kind() != planner.id())
    return refuse(usageError("--strategy", std::string((*layout)->kind()),
                             {Wanted::Kind::one_of, {std::string(planner.id())}}),
                  common.json);
  const auto option = planner.evaluate(*question.asked(), *layout);
  if (!option) return refuse(Error(option.error()).in_file(options.inputs.strategy), common.json);
  if (const auto sound = checkPlaced(*question.asked(), *json, *option, options.inputs.strategy); !sound)
    return refuse(sound.error(), common.json);
  if (!option->is_possible()) note(violationText(*option, question.problem));
  return writeOption(options, *option, 0, write, common);
}

/// How forms that every kind has are written: its row of the answer.
WriteOption rowOf(const std::string& format, const strategy::Problem& problem) {
  return [format, &problem](const planning::Option& option, int rank) -> Result<std::string> {
    const Json row = option.layout->answer_json(option, problem, rank);
    return format == "csv" ? plan::row_csv(row) : text_of(row, 1) + "\n";
  };
}

/// The timeline of an option.
WriteOption traceOf(const strategy::Problem& problem) {
  return [&problem](const planning::Option& option, int) { return traceText(option, problem); };
}

/// The forms that write the kind of an option.
QStringList formsThatWrite(const planning::Option& option) {
  QStringList names;
  for (const auto& [name, of] : ofOtherPlanners())
    if (of.planner->id() == planning::kind_of(option)) names << QString::fromStdString(name);
  return names;
}

/// The plan of another kind that leads the ranking, as plan finds it; null where a strategy does.
planning::OptionPtr aheadOf(const plan::Snapshot& snapshot, OthersSearch& search, Progress& progress) {
  const OthersFound found = search.found(
      snapshot, [&](const planning::Planner& planner) { progress.step(std::string(planner.answer_key())); });
  progress.finish();
  return planning::recommended_beside(snapshot.best.empty() ? nullptr : &snapshot.best.front(),
                                      found.beside(1, {}).options(), snapshot.objective);
}

int runExport(const ExportOptions& options, Common& common) {
  const StopOnSignal interruption;
  if (const auto read = common.read(); !read) return refuse(read.error(), common.json);
  const runtimes::Runtime* runtime = runtimes::find_runtime(options.format);
  const auto others = ofOtherPlanners();
  const auto other = others.find(options.format);
  if (runtime == nullptr && other == others.end() && options.format != "json" && options.format != "csv" &&
      options.format != "chrome-trace")
    return refuse(usageError("--format", options.format.empty() ? "nothing" : options.format, formats()),
                  common.json);
  if (!options.start.empty() && !exports::start_from(options.start))
    return refuse(usageError("--start", options.start, kStarts), common.json);
  const bool given = !options.inputs.strategy.empty();
  if (runtime == nullptr && !options.start.empty())
    return refuse(usageError("--start", options.start,
                             {Wanted::Kind::text,
                              {"a --format that trains, as " + strategy::runtime_ids().front() +
                               "; what other forms write starts by itself"}}),
                  common.json);
  if (runtime == nullptr && given && other == others.end())
    return refuse(usageError("--format", options.format,
                             {Wanted::Kind::text, {"a runtime, as --strategy is about one"}}),
                  common.json);
  if (given && !options.rank.empty())
    return refuse(usageError("--rank", options.rank, {Wanted::Kind::text, {"either --rank or --strategy"}}),
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
  if (other != others.end()) {
    const WriteOption write = [&](const planning::Option& option, int) {
      return other->second.form.text(option);
    };
    const planning::Planner& planner = *other->second.planner;
    return given ? exportGiven(options, *question, planner, write, interruption, common)
                 : exportFound(options, *question, planner, static_cast<int>(rank), write, interruption,
                               common);
  }
  if (const planning::LeadingPlanner* leader = planning::leading_beside_pipelines(*question->asked()))
    return runtime != nullptr
               ? nothingWritten(
                     QStringLiteral("%1 does not serve a model.").arg(QString::fromStdString(runtime->title)))
               : exportFound(options, *question, *leader, static_cast<int>(rank),
                             options.format == "chrome-trace" ? traceOf(question->problem)
                                                              : rowOf(options.format, question->problem),
                             interruption, common);
  if (given) return exportStrategy(options, *question, *runtime, common);
  SearchOptions search;
  search.state_anywhere = true;  // as plan asks
  search.threads = common.workers;
  search.near_answers = false;
  search.seed = common.seedValue;
  search.objective = question->plan.objective;
  search.top = std::max(search.top, static_cast<int>(rank));
  warn(question->warnings(options.inputs));
  Progress progress(common.progress);
  OthersSearch besideSearch(OtherPlans(), question->asked(), interruption.token(), {}, search.threads);
  const plan::SnapshotPtr snapshot =
      run_search(question->problem, search, interruption.token(), progress.publish());
  progress.finish();
  const planning::OptionPtr first = aheadOf(*snapshot, besideSearch, progress);
  const auto aheadAt = [&](int written) {
    return first ? aheadNote(*first, written, formsThatWrite(*first)) : QString();
  };
  if (first && snapshot->best.empty()) note(aheadAt(0));
  if (snapshot->best.empty()) return withoutBest(*snapshot, *question, common.json, interruption.closing());
  if (static_cast<std::size_t>(rank) > snapshot->best.size())
    return refuse(usageError("--rank", options.rank,
                             {Wanted::Kind::text, {"at most " + std::to_string(snapshot->best.size())}}),
                  common.json);
  const cost::Evaluation& chosen = snapshot->best[static_cast<std::size_t>(rank - 1)];
  const QString ahead = aheadAt(static_cast<int>(rank));
  if (runtime != nullptr) {
    const int status = writeLaunch(options, *question, chosen.strategy, *runtime, chosen,
                                   "#" + std::to_string(rank), false, common);
    if (status == NothingFits && first) note(aheadAt(0));
    if (status != Done) return status;
  } else if (options.format == "chrome-trace") {
    const auto shown = detail(question->problem, chosen.strategy, search.objective);
    if (!shown) return refuse(shown.error(), common.json);
    if (const auto written = writeTrace(*shown, question->problem, options.out); !written)
      return refuse(written.error(), common.json);
  } else {
    const auto row = [&] {
      Json told = plan::answer_json(*snapshot).at("best").at(static_cast<std::size_t>(rank - 1));
      if (first) told.update(aheadJson(*first, question->problem.pool_ids(), ahead));
      return told;
    };
    const std::string text = options.format == "csv" ? plan::row_csv(row()) : text_of(row(), 1) + "\n";
    if (const auto written = write_file(options.out, text); !written)
      return refuse(written.error(), common.json);
  }
  if (first) note(ahead);
  return withBest(*snapshot, *question, {options.out}, common.json, interruption.closing());
}

}  // namespace

void addExport(CLI::App& program, Run& chosen, Common& common) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* command = program.add_subcommand(
      "export",
      "Writes a strategy of a plan for other programs, and says where a plan of another kind leads");
  command->add_option("plan", options->inputs.file, "The saved plan")->type_name("F.astrolabe");
  options->inputs.addTo(*command);
  options->inputs.addScenarioTo(*command);
  command
      ->add_option("--rank", options->rank,
                   "Which of the strategies, or of the kind that the form writes, 1 when left out")
      ->type_name("N");
  command->add_option("--format", options->format, formatsHelp())->type_name("FORM");
  command
      ->add_option("--strategy", options->inputs.strategy,
                   "Strategy as JSON, or a row of an answer, in place of a ranking")
      ->type_name("S");
  command->add_option("--start", options->start, "Also write the start: torchrun, srun, sbatch or kubernetes")
      ->type_name("KIND");
  command->add_option("--out", options->out, "Where to")->type_name("FILE");
  common.addTo(*command);
  command->callback(
      [&chosen, &common, options] { chosen = [&common, options] { return runExport(*options, common); }; });
}

}  // namespace astrolabe::cli
