#include "ui/compare/comparison.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <optional>

#include "core/planning/planner.h"
#include "ui/compare/compared_kinds.h"
#include "ui/compare/comparison_columns.h"
#include "ui/compare/comparison_rows.h"
#include "ui/render/leader_words.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;
using Change = ComparedCell::Change;

struct CompareWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::Comparison)
};

constexpr double kSame = 0.0005;  // of a part of a bar: no digit that is shown differs

/// For which scenarios a plan of another kind than strategies is recommended, and for which it is not known
/// whether one should be.
QStringList otherKinds(const std::vector<ComparedColumn>& columns) {
  QStringList told;
  for (const ComparedColumn& column : columns) {
    if (column.beside)
      told << recommendedText(column.label(), *column.beside, column.best_strategy_step_seconds);
    const auto names = [](const std::vector<std::string>& keys) {
      QStringList all;
      for (const std::string& key : keys) all << QString::fromStdString(key);
      return all.join(u", "_s);
    };
    if (!column.unknown.empty())
      told << CompareWords::tr(
                  "For %1 some kinds of plan were not looked for (%2): one of them may be better.",
                  "scenario, kinds of plan")
                  .arg(column.label(), names(column.unknown));
    if (!column.stopped.empty())
      told
          << CompareWords::tr(
                 "For %1 the search for some kinds of plan was stopped early (%2): there may be better ones.",
                 "scenario, kinds of plan")
                 .arg(column.label(), names(column.stopped));
  }
  return told;
}

}  // namespace

double ComparedBar::total() const {
  return std::accumulate(shares.begin(), shares.end(), 0.0,
                         [](double sum, const Share& share) { return sum + share.value; });
}

bool ComparedRow::differs() const {
  const auto same = [](const ComparedCell& a, const ComparedCell& b) {
    const auto alike = [](const ComparedBar& x, const ComparedBar& y) {
      const auto equal = [](const Share& p, const Share& q) {
        return p.name == q.name && std::abs(p.value - q.value) <= kSame * std::max(p.value, q.value);
      };
      return x.name == y.name &&
             std::equal(x.shares.begin(), x.shares.end(), y.shares.begin(), y.shares.end(), equal);
    };
    return a.text == b.text && std::equal(a.bars.begin(), a.bars.end(), b.bars.begin(), b.bars.end(), alike);
  };
  return std::any_of(cells.begin(), cells.end(),
                     [&](const ComparedCell& cell) { return !same(cell, cells.front()); });
}

int Comparison::baseline() const {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [](const ComparedColumn& column) { return column.baseline; });
  return found == columns.end() ? -1 : static_cast<int>(found - columns.begin());
}

std::vector<int> firstCompared(const plan::Plan& plan) {
  std::vector<int> ids;
  for (const plan::Scenario* scenario : plan::scenarios(plan))
    if (ids.size() < kMostCompared) ids.push_back(scenario->id);
  const auto among = [&](int id) { return std::find(ids.begin(), ids.end(), id) != ids.end(); };
  if (!among(plan.baseline)) ids.back() = plan.baseline;
  if (!among(plan.id))
    *std::find_if(ids.rbegin(), ids.rend(), [&](int id) { return id != plan.baseline; }) = plan.id;
  std::sort(ids.begin(), ids.end());
  return ids;
}

std::vector<int> comparedIds(const plan::Plan& plan, const std::vector<int>& wanted) {
  std::vector<int> ids;
  for (const int id : wanted)
    if (plan::find_scenario(plan, id) != nullptr) ids.push_back(id);
  return ids.empty() ? firstCompared(plan) : ids;
}

Comparison compareScenarios(const plan::Plan& plan, const hardware::Catalogue& catalogue,
                            const std::function<ComparedAnswer(int id)>& answerOf,
                            const std::vector<int>& ids, const Theme& theme) {
  Comparison comparison;
  comparison.all = static_cast<int>(plan.others.size()) + 1;
  std::vector<ComparedOption> options;
  for (const int id : ids) {
    options.push_back(optionOf(plan, id, answerOf(id)));
    comparison.columns.push_back(columnOf(plan, catalogue, id, options.back()));
  }
  const ComparedOption baseline = optionOf(plan, plan.baseline, answerOf(plan.baseline));
  std::vector<ComparedRow> ofKinds;
  for (const ComparedKind* kind : comparedKinds()) {
    std::vector<KindColumn> columns;
    for (std::size_t i = 0; i < options.size(); ++i)
      columns.push_back(kindColumn(*kind, options[i], comparison.columns[i].letter));
    const auto holders = std::count_if(columns.begin(), columns.end(),
                                       [&](const KindColumn& column) { return kind->holds(column); });
    if (holders < 2) continue;
    std::vector<ComparedRow> rows =
        kind->rows(columns, kindColumn(*kind, baseline, letterOf(plan, plan.baseline)), theme);
    std::move(rows.begin(), rows.end(), std::back_inserter(ofKinds));
  }
  std::vector<NamedOption> named;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const ComparedColumn& column = comparison.columns[i];
    const plan::Snapshot* answer = options[i].told.get();
    const bool done =
        options[i].best != nullptr || (answer != nullptr && answer->status == plan::Status::infeasible);
    const bool fresh = done && !options[i].answer.stale;
    named.push_back({column.id, column.label(), fresh ? answer : nullptr, column.baseline});
  }
  const bool trains = std::any_of(options.begin(), options.end(),
                                  [](const ComparedOption& option) { return option.plan.job.trains(); });
  comparison.decision = trains ? decisionWords(named) : servingDecision(options, comparison.columns);
  if (!comparison.decision.sentence.isEmpty()) comparison.decision.further << otherKinds(comparison.columns);
  comparison.rows = comparedRows(std::move(options), baseline, catalogue, comparison.decision, trains, theme);
  std::move(ofKinds.begin(), ofKinds.end(), std::back_inserter(comparison.rows));
  return comparison;
}

ComparedAnswer comparedAnswer(const ScenarioAnswers& answers, int id) {
  ComparedAnswer known = foundAnswer(answers, id);
  known.error = answers.errorOf(id);
  return known;
}

ComparedAnswer foundAnswer(const ScenarioAnswers& answers, int id) {
  ComparedAnswer known;
  if (const ScenarioAnswer* answer = answers.of(id)) {
    known.snapshot = answer->snapshot;
    known.asked = answer->asked;
  }
  known.stale = answers.isStale(id);
  known.searching = answers.isSearching(id);
  for (const auto& beside : answers.besides()) {
    ComparedFound& found = known.others[std::string(beside->planner().id())];
    if (const PlannerAnswer* answer = beside->of(id))
      found = {answer->option(),
               answer->asked,
               beside->isStale(id),
               false,
               answer->error,
               true,
               answer->found && answer->found->stopped_early,
               answer->found ? answer->found->least_of_kind : std::nullopt};
    found.running = beside->isRunning(id);
  }
  return known;
}

Comparison compareScenarios(const PlanDocument& document, const ScenarioAnswers& answers,
                            const std::vector<int>& ids, const Theme& theme) {
  const auto answerOf = [&](int id) { return comparedAnswer(answers, id); };
  return compareScenarios(document.plan(), document.catalogue(), answerOf, ids, theme);
}

QString changeText(const ComparedCell& cell, bool baseline) {
  // What was found for other inputs is compared with nothing: its column says what changed.
  if (cell.change == Change::None || (cell.stale && !baseline)) return {};
  if (cell.change == Change::Apart) return CompareWords::tr("another graph: not compared");
  if (baseline) return CompareWords::tr("baseline");
  if (cell.change == Change::Same) return CompareWords::tr("same");
  return (cell.share > 0.0 ? u"▲ "_s : u"▼ "_s) +
         CompareWords::tr("%1 (%2)", "a change in its unit and as a share")
             .arg(cell.by, signedPercentText(cell.share));
}

}  // namespace astrolabe::ui
