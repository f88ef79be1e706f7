// compare: the scenarios of a saved plan side by side.
#include "app/cli/compare.h"

#include <algorithm>
#include <map>
#include <memory>

#include "app/cli/progress.h"
#include "app/cli/table.h"
#include "core/plan/scenarios.h"
#include "ui/compare/comparison.h"
#include "ui/compare/comparison_text.h"
#include "ui/render/theme.h"

namespace astrolabe::cli {

namespace {

struct CompareOptions {
  Inputs inputs;
  bool csv = false;
};

/// Searches scenarios of a plan one after the other, each once.
class Searched {
 public:
  Searched(const Question& question, SearchOptions options, std::stop_token stop)
      : m_question(question), m_options(std::move(options)), m_stop(std::move(stop)) {}

  void put(int id, plan::SnapshotPtr snapshot) {
    m_answers[id] = {std::move(snapshot), plan::plan_of(m_question.plan, id), false, false, {}};
  }
  const ui::ComparedAnswer& of(int id, const Publish& publish = {}) {
    if (const auto known = m_answers.find(id); known != m_answers.end()) return known->second;
    ui::ComparedAnswer& answer = m_answers[id];
    answer.asked = plan::plan_of(m_question.plan, id);
    const Result<strategy::Problem> problem = plan::make_problem(answer.asked, m_question.catalogue);
    if (!problem) {
      answer.error = problem.error();
      return answer;
    }
    m_options.objective = answer.asked.objective;
    answer.snapshot = run_search(*problem, m_options, m_stop, publish);
    return answer;
  }
  ui::Comparison compared(const std::vector<int>& ids) {
    return ui::compareScenarios(
        m_question.plan, m_question.catalogue, [this](int id) { return of(id); }, ids,
        ui::Theme::make(ui::ThemeKind::Light));
  }
  bool stoppedEarly() const {
    return std::any_of(m_answers.begin(), m_answers.end(), [](const auto& each) {
      return each.second.snapshot && each.second.snapshot->stopped_early;
    });
  }
  bool found() const {
    return std::any_of(m_answers.begin(), m_answers.end(), [](const auto& each) {
      return each.second.snapshot && !each.second.snapshot->best.empty();
    });
  }

 private:
  const Question& m_question;
  SearchOptions m_options;
  std::stop_token m_stop;
  std::map<int, ui::ComparedAnswer> m_answers;
};

QString comparedText(const ui::Comparison& comparison) {
  const ui::ComparisonTable rows =
      ui::comparisonTable(comparison, [](const ui::ComparedRow&) { return true; });
  Table table;
  for (const QString& head : rows.heads) table.column(head);
  for (const QStringList& row : rows.rows) table.row(row);
  return table.text();
}

int runCompare(const CompareOptions& options, Common& common) {
  const StopOnSignal interruption;
  if (const auto read = common.read(); !read) return refuse(read.error(), common.json);
  if (options.csv && common.json)
    return refuse(usageError("--csv", "--json beside it", {Wanted::Kind::text, {"one of the two options"}}),
                  common.json);
  if (options.inputs.file.empty())
    return refuse(usageError("F.astrolabe", "nothing", {Wanted::Kind::text, {"a saved plan"}}), common.json);
  const auto question = readQuestion(options.inputs, common);
  if (!question) return refuse(question.error(), common.json);
  SearchOptions search;
  search.threads = common.workers;
  search.seed = common.seedValue;
  Progress progress(common.progress);
  Searched searched(*question, search, interruption.token());
  std::vector<int> ids;
  for (const plan::Scenario* scenario : plan::scenarios(question->plan)) {
    ids.push_back(scenario->id);
    searched.of(scenario->id, progress.publish());
  }
  progress.finish();
  const ui::Comparison comparison = searched.compared(ids);
  if (common.json)
    print(ui::comparisonJson(comparison));
  else if (options.csv)
    print(QString::fromUtf8(ui::comparisonCsv(comparison)).chopped(1));  // printing ends the line
  else
    print(comparedText(comparison));
  if (searched.stoppedEarly()) return StoppedEarly;
  return searched.found() ? Done : NothingFits;
}

}  // namespace

std::optional<ui::ReportAddition> comparisonOf(const Question& question, const plan::Snapshot& shown,
                                               const ui::ReportSettings& settings, std::uint64_t seed,
                                               const std::stop_token& stop) {
  if (!settings.has(ui::ReportPart::options) || question.plan.others.empty()) return std::nullopt;
  SearchOptions search;
  search.seed = seed;
  Searched searched(question, search, stop);
  searched.put(question.plan.id, std::make_shared<const plan::Snapshot>(shown));
  return ui::comparisonSection(searched.compared(ui::comparedIds(question.plan, settings.compared)));
}

void addCompare(CLI::App& program, Run& chosen, Common& common) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* command =
      program.add_subcommand("compare", "Searches the scenarios of a saved plan, side by side");
  command->add_option("plan", options->inputs.file, "The saved plan")->type_name("F.astrolabe");
  command->add_flag("--csv", options->csv, "Print a table of numbers (CSV)");
  options->inputs.addScenarioTo(*command);
  common.addTo(*command);
  command->callback(
      [&chosen, &common, options] { chosen = [&common, options] { return runCompare(*options, common); }; });
}

}  // namespace astrolabe::cli
