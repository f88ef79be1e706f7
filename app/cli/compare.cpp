// compare: the scenarios of a saved plan side by side.
#include "app/cli/compare.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>

#include "app/cli/leading_commands.h"
#include "app/cli/other_plans.h"
#include "app/cli/progress.h"
#include "app/cli/table.h"
#include "core/plan/plan_file.h"
#include "core/plan/scenarios.h"
#include "core/plan/warnings.h"
#include "core/planning/planner.h"
#include "ui/compare/comparison.h"
#include "ui/compare/comparison_text.h"
#include "ui/render/messages.h"
#include "ui/render/theme.h"

namespace astrolabe::cli {

namespace {

struct CompareOptions {
  Inputs inputs;
  OtherPlans others;
  bool csv = false;
};

/// What is told of planners that are waited for.
using Waits = std::function<void(const planning::Planner&)>;

/// Searches scenarios of a plan one after the other, each question once, with the planners beside the search
/// as `plan` runs them: those that ask exactly the same share what was found.
class Searched {
 public:
  Searched(const Question& question, const OtherPlans& others, SearchOptions options, std::stop_token stop,
           Deadline deadline = {})
      : m_question(question),
        m_others(others),
        m_options(std::move(options)),
        m_stop(std::move(stop)),
        m_deadline(deadline) {}

  /// What is known of a scenario already.
  void put(int id, plan::SnapshotPtr snapshot, OthersFound found) {
    m_answers[id] = {std::move(snapshot), plan::plan_of(m_question.plan, id), false, false, {}};
    m_found[id] = std::move(found);
  }
  /// What a scenario asks, with the error where it cannot be asked.
  ui::ComparedAnswer& asked(int id) {
    const auto [place, isNew] = m_answers.try_emplace(id);
    ui::ComparedAnswer& answer = place->second;
    if (!isNew) return answer;
    answer.asked = plan::plan_of(m_question.plan, id);
    Result<strategy::Problem> problem = plan::make_problem(answer.asked, m_question.catalogue);
    if (problem)
      m_problems.emplace(id, std::move(*problem));
    else
      answer.error = problem.error();
    return answer;
  }
  const ui::ComparedAnswer& of(int id, const Publish& publish = {}, const Waits& waits = {}) {
    ui::ComparedAnswer& answer = asked(id);
    if (answer.snapshot || answer.error) return answer;
    for (const auto& [other, known] : m_answers)
      if (known.snapshot && plan::same_question(known.asked, answer.asked)) {
        answer.snapshot = known.snapshot;
        m_found[id] = m_found[other];
        return answer;
      }
    m_options.objective = answer.asked.objective;
    if (m_deadline) m_options.time_limit = seconds_until(*m_deadline);
    OthersSearch beside(m_others, planning::question_of(answer.asked, m_problems.at(id)), m_stop, m_deadline,
                        m_options.threads);
    answer.snapshot = run_search(m_problems.at(id), m_options, m_stop, publish);
    m_found[id] = beside.found(
        *answer.snapshot, waits ? waits : [](const planning::Planner&) {});
    return answer;
  }
  /// Scenarios of `ids` that can be asked, one of each question.
  std::vector<int> once(const std::vector<int>& ids) {
    std::vector<int> once;
    for (const int id : ids) {
      const ui::ComparedAnswer& answer = asked(id);
      const bool named = std::any_of(once.begin(), once.end(), [&](int other) {
        return plan::same_question(m_answers.at(other).asked, answer.asked);
      });
      if (!answer.error && !named) once.push_back(id);
    }
    return once;
  }
  /// What looks wrong in the scenarios that were asked, each once.
  std::vector<Error> warnings(const Inputs& inputs) const {
    std::vector<Error> all;
    for (const auto& [id, problem] : m_problems)
      for (Error& warning : plan::warnings_of(problem)) {
        const bool told = std::any_of(all.begin(), all.end(), [&](const Error& other) {
          return other.code == warning.code && other.where == warning.where && other.found == warning.found;
        });
        if (!told) all.push_back(inFileOf(std::move(warning), inputs));
      }
    return all;
  }
  ui::Comparison compared(const std::vector<int>& ids) {
    return ui::compareScenarios(
        m_question.plan, m_question.catalogue,
        [this](int id) {
          ui::ComparedAnswer known = of(id);
          for (const OthersFound::One& one : m_found[id].all)
            if (one.found)
              known.others[std::string(one.planner->id())] = {
                  one.found->options.empty() ? nullptr : one.found->options.front(),
                  known.asked,
                  false,
                  false,
                  planning::error_of(*one.found),
                  true,
                  one.stoppedEarly(),
                  one.found->least_of_kind};
          return known;
        },
        ids, ui::Theme::make(ui::ThemeKind::Light));
  }
  /// Of a scenario that was searched.
  std::vector<KindNote> notes(int id) const {
    const auto answer = m_answers.find(id);
    const auto found = m_found.find(id);
    if (answer == m_answers.end() || found == m_found.end() || !answer->second.snapshot) return {};
    const plan::Snapshot& snapshot = *answer->second.snapshot;
    return snapshot.problem ? found->second.notes(*snapshot.problem) : std::vector<KindNote>();
  }
  bool stoppedEarly() const {
    return std::any_of(m_found.begin(), m_found.end(),
                       [](const auto& each) { return each.second.cutShort(); }) ||
           std::any_of(m_answers.begin(), m_answers.end(), [](const auto& each) {
             return each.second.snapshot && each.second.snapshot->stopped_early;
           });
  }
  bool found() const {
    return std::any_of(m_found.begin(), m_found.end(),
                       [](const auto& each) { return !each.second.beside(0, {}).options().empty(); }) ||
           std::any_of(m_answers.begin(), m_answers.end(), [](const auto& each) {
             return each.second.snapshot && !each.second.snapshot->best.empty();
           });
  }

 private:
  const Question& m_question;
  const OtherPlans& m_others;
  SearchOptions m_options;
  std::stop_token m_stop;
  Deadline m_deadline;
  std::map<int, ui::ComparedAnswer> m_answers;
  std::map<int, strategy::Problem> m_problems;  ///< of those that can be asked
  std::map<int, OthersFound> m_found;           ///< by scenario
};

/// The table, and below it which scenario to take, what would change that and how likely each is the best.
QString comparedText(const ui::Comparison& comparison) {
  const ui::WordTable rows = ui::comparisonTable(comparison, [](const ui::ComparedRow&) { return true; });
  Table table;
  for (const QString& head : rows.heads) table.column(head);
  for (const QStringList& row : rows.rows) table.row(row);
  QStringList lines{table.text()};
  if (!comparison.decision.sentence.isEmpty()) lines += QStringList{QString()} + comparison.decision.told();
  return lines.join(QLatin1Char('\n'));
}

int runCompare(const CompareOptions& options, Common& common) {
  const StopOnSignal interruption;
  if (const auto read = common.read(); !read) return refuse(read.error(), common.json);
  if (options.csv && common.json)
    return refuse(usageError("--csv", "--json beside it", {Wanted::Kind::text, {"one of the two options"}}),
                  common.json);
  if (options.inputs.file.empty())
    return refuse(usageError("F.astrolabe", "nothing", {Wanted::Kind::text, {"a saved plan"}}), common.json);
  if (const auto known = options.others.check(); !known) return refuse(known.error(), common.json);
  const auto question = readScenarios(options.inputs, common);
  if (!question) return refuse(question.error(), common.json);
  SearchOptions search;
  search.threads = common.workers;
  search.seed = common.seedValue;
  search.state_anywhere = options.others.wantsPrograms();  // as plan asks
  const auto leading = leadingScenarios(*question);
  if (!leading) return refuse(inFileOf(leading.error(), options.inputs), common.json);
  if (!leading->empty())
    return compareLeading(*leading, *question, options.inputs, search, interruption.token(), options.csv,
                          common);
  Searched searched(*question, options.others, search, interruption.token());
  std::vector<int> ids;
  bool refused = false;
  for (const plan::Scenario* scenario : plan::scenarios(question->plan)) {
    ids.push_back(scenario->id);
    const std::optional<Error>& error = searched.asked(scenario->id).error;
    if (!error) continue;
    refused = true;
    note(QStringLiteral("Scenario %1: %2")
             .arg(QString::fromStdString(plan::scenario_letter(plan::place_of(question->plan, scenario->id))),
                  ui::messageFor(inFileOf(*error, options.inputs)).plain()));
  }
  warn(searched.warnings(options.inputs));
  Progress progress(common.progress);
  const std::vector<int> once = searched.once(ids);
  for (std::size_t i = 0; i < once.size(); ++i)
    searched.of(once[i], progress.publish(), [&](const planning::Planner& planner) {
      progress.step(std::string(planner.answer_key()), static_cast<std::int64_t>(i),
                    static_cast<std::int64_t>(once.size()));
    });
  progress.finish();
  const ui::Comparison comparison = searched.compared(ids);
  if (common.json) {
    Json answer = ui::comparisonJson(comparison);
    for (std::size_t i = 0; i < comparison.columns.size(); ++i)
      if (const auto notes = searched.notes(comparison.columns[i].id); !notes.empty())
        answer["scenarios"][i]["notes"] = notesJson(notes);
    print(answer);
  } else if (options.csv) {
    print(QString::fromUtf8(ui::comparisonCsv(comparison)).chopped(1));  // printing ends the line
  } else {
    print(comparedText(comparison));
    for (const ui::ComparedColumn& column : comparison.columns)
      for (const KindNote& note : searched.notes(column.id))
        if (note.code != "stopped_early" || comparison.decision.sentence.isEmpty())  // told with the decision
          print(QStringLiteral("%1: %2").arg(column.letter, note.text));
  }
  if (refused) return BadInput;  // whichever scenario is shown
  if (searched.stoppedEarly()) return StoppedEarly;
  return searched.found() ? Done : NothingFits;
}

}  // namespace

ComparedScenarios comparisonOf(const Question& question, const plan::Snapshot& shown,
                               const ui::ReportSettings& settings, const ReportRun& run) {
  if (!settings.has(ui::ReportPart::options) || question.plan.others.empty()) return {};
  SearchOptions search;
  search.threads = shown.threads;
  search.seed = shown.seed;
  search.state_anywhere = shown.state_anywhere;
  search.near_answers = false;
  Searched searched(question, run.others, search, run.stop, run.deadline);
  searched.put(question.plan.id, std::make_shared<const plan::Snapshot>(shown), run.found);
  const std::vector<int> ids = ui::comparedIds(question.plan, settings.compared);
  const ui::Comparison compared = searched.compared(ids);
  return {ui::comparisonSection(compared), searched.stoppedEarly()};
}

void addCompare(CLI::App& program, Run& chosen, Common& common) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* command =
      program.add_subcommand("compare", "Searches the scenarios of a saved plan, side by side");
  command->add_option("plan", options->inputs.file, "The saved plan")->type_name("F.astrolabe");
  command->add_flag("--csv", options->csv, "Print a table of numbers (CSV)");
  options->others.addTo(*command);
  options->inputs.addScenarioTo(*command);
  common.addTo(*command);
  command->callback(
      [&chosen, &common, options] { chosen = [&common, options] { return runCompare(*options, common); }; });
}

}  // namespace astrolabe::cli
