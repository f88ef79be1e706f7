// compare: the scenarios of a saved plan side by side.
#include "app/cli/compare.h"

#include <algorithm>
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

/// Searches scenarios of a plan one after the other, each question once: those that ask exactly the same
/// share what was found.
class Searched {
 public:
  Searched(const Question& question, SearchOptions options, std::stop_token stop, Deadline deadline = {})
      : m_question(question), m_options(std::move(options)), m_stop(std::move(stop)), m_deadline(deadline) {}

  void put(int id, plan::SnapshotPtr snapshot) {
    m_answers[id] = {std::move(snapshot), plan::plan_of(m_question.plan, id), false, false, {}};
  }
  /// What `planner` found for a scenario that was put.
  void put(int id, const planning::Planner& planner, planning::FoundPtr found) {
    m_found[&planner][id] = std::move(found);
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
  const ui::ComparedAnswer& of(int id, const Publish& publish = {}) {
    ui::ComparedAnswer& answer = asked(id);
    if (answer.snapshot || answer.error) return answer;
    if (const ui::ComparedAnswer* same = alike(answer, isSearched)) {
      answer.snapshot = same->snapshot;
      return answer;
    }
    m_options.objective = answer.asked.objective;
    if (m_deadline) m_options.time_limit = seconds_until(*m_deadline);
    answer.snapshot = run_search(m_problems.at(id), m_options, m_stop, publish);
    return answer;
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
  /// Scenarios of `ids` and the baseline for which `planner` may find something, one of each question that it
  /// was not asked yet; none where there is no second scenario to compare it with.
  std::vector<int> lacking(const planning::Planner& planner, std::vector<int> ids, const OtherPlans& others) {
    const int baseline = m_question.plan.baseline;
    if (std::find(ids.begin(), ids.end(), baseline) == ids.end()) ids.push_back(baseline);
    std::erase_if(ids, [&](int id) {
      const ui::ComparedAnswer& answer = of(id);
      if (!answer.snapshot || !answer.snapshot->problem) return true;
      const planning::QuestionPtr question = questionOf(answer);
      return !planner.declines(*question).empty() || !others.wants(planner, *question) ||
             !planner.may_rank(*question);
    });
    std::vector<int> once;
    if (ids.size() < 2) return once;
    for (const int id : ids) {
      const ui::ComparedAnswer& answer = m_answers.at(id);
      const bool named = std::any_of(once.begin(), once.end(), [&](int other) {
        return plan::same_question(m_answers.at(other).asked, answer.asked);
      });
      if (!named && foundFor(planner, answer) == nullptr) once.push_back(id);
    }
    return once;
  }
  /// Asks `planner` for a scenario that lacking() named.
  void ask(const planning::Planner& planner, int id, bool toTheEnd) {
    const ui::ComparedAnswer& answer = m_answers.at(id);
    planning::FoundPtr found = foundBeside(
        planner, questionOf(answer), {*answer.snapshot, m_options.threads, m_stop, m_deadline}, toTheEnd);
    m_cutShort = m_cutShort || (found && found->stopped_early);
    put(id, planner, std::move(found));
  }
  ui::Comparison compared(const std::vector<int>& ids) {
    return ui::compareScenarios(
        m_question.plan, m_question.catalogue,
        [this](int id) {
          ui::ComparedAnswer known = of(id);
          for (const planning::Planner* planner : planning::other_planners())
            if (const planning::FoundPtr found = foundFor(*planner, known))
              known.others[std::string(planner->id())] = {
                  found->options.empty() ? nullptr : found->options.front(), known.asked, false, false,
                  planning::error_of(*found)};
          return known;
        },
        ids, ui::Theme::make(ui::ThemeKind::Light));
  }
  bool stoppedEarly() const {
    return m_cutShort || std::any_of(m_answers.begin(), m_answers.end(), [](const auto& each) {
             return each.second.snapshot && each.second.snapshot->stopped_early;
           });
  }
  bool found() const {
    return std::any_of(m_answers.begin(), m_answers.end(), [](const auto& each) {
      return each.second.snapshot && !each.second.snapshot->best.empty();
    });
  }

 private:
  static bool isSearched(const ui::ComparedAnswer& answer) { return answer.snapshot != nullptr; }
  static planning::QuestionPtr questionOf(const ui::ComparedAnswer& answer) {
    return planning::question_of(answer.asked, *answer.snapshot->problem);
  }
  /// What `planner` found for a scenario that asks what `answer` was asked; null where it was not asked.
  planning::FoundPtr foundFor(const planning::Planner& planner, const ui::ComparedAnswer& answer) const {
    const auto of_planner = m_found.find(&planner);
    if (of_planner == m_found.end()) return nullptr;
    for (const auto& [id, found] : of_planner->second)
      if (found && plan::same_question(m_answers.at(id).asked, answer.asked)) return found;
    return nullptr;
  }
  /// What is known of a scenario that asks what `answer` was asked and of which `known` holds; null for none.
  const ui::ComparedAnswer* alike(const ui::ComparedAnswer& answer,
                                  bool (*known)(const ui::ComparedAnswer&)) const {
    const auto found = std::find_if(m_answers.begin(), m_answers.end(), [&](const auto& each) {
      return known(each.second) && plan::same_question(each.second.asked, answer.asked);
    });
    return found == m_answers.end() ? nullptr : &found->second;
  }

  const Question& m_question;
  SearchOptions m_options;
  std::stop_token m_stop;
  Deadline m_deadline;
  std::map<int, ui::ComparedAnswer> m_answers;
  std::map<int, strategy::Problem> m_problems;  ///< of those that can be asked
  /// By planner and scenario.
  std::map<const planning::Planner*, std::map<int, planning::FoundPtr>> m_found;
  bool m_cutShort = false;  ///< a planner was
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
  search.state_anywhere = true;  // as plan asks
  const auto leading = leadingScenarios(*question);
  if (!leading) return refuse(inFileOf(leading.error(), options.inputs), common.json);
  if (!leading->empty())
    return compareLeading(*leading, *question, options.inputs, search, interruption.token(), options.csv,
                          common);
  Searched searched(*question, search, interruption.token());
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
  for (const int id : ids) searched.of(id, progress.publish());
  for (const planning::Planner* planner : planning::other_planners()) {
    const std::vector<int> lacking = searched.lacking(*planner, ids, options.others);
    for (std::size_t i = 0; i < lacking.size(); ++i) {
      progress.step(std::string(planner->answer_key()), static_cast<std::int64_t>(i),
                    static_cast<std::int64_t>(lacking.size()));
      searched.ask(*planner, lacking[i], options.others.toTheEnd(*planner));
    }
  }
  progress.finish();
  const ui::Comparison comparison = searched.compared(ids);
  if (common.json)
    print(ui::comparisonJson(comparison));
  else if (options.csv)
    print(QString::fromUtf8(ui::comparisonCsv(comparison)).chopped(1));  // printing ends the line
  else
    print(comparedText(comparison));
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
  Searched searched(question, search, run.stop, run.deadline);
  searched.put(question.plan.id, std::make_shared<const plan::Snapshot>(shown));
  for (const OthersFound::One& one : run.found.all)
    if (one.found) searched.put(question.plan.id, *one.planner, one.found);
  const std::vector<int> ids = ui::comparedIds(question.plan, settings.compared);
  for (const planning::Planner* planner : planning::other_planners())
    for (const int id : searched.lacking(*planner, ids, run.others))
      searched.ask(*planner, id, run.others.toTheEnd(*planner));
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
