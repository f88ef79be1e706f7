#include "ui/compare/comparison_columns.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/planning/deployments.h"
#include "core/planning/leading.h"
#include "core/planning/placements.h"
#include "core/planning/post_trainings.h"
#include "core/planning/recommended.h"
#include "ui/document/scenario_text.h"
#include "ui/render/messages.h"
#include "ui/render/post_training_decision.h"
#include "ui/render/serving_decision.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

struct ColumnWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::Comparison)
};

QString staleWords(const plan::Plan& asked, const plan::Plan& now) {
  QStringList parts;
  if (!(asked.cluster == now.cluster)) parts << ColumnWords::tr("hardware or prices");
  if (!plan::same_types(asked, now)) parts << ColumnWords::tr("own types");
  if (!plan::same_model(asked, now)) parts << ColumnWords::tr("model");
  if (!(asked.job == now.job)) parts << ColumnWords::tr("job");
  if (asked.objective != now.objective) parts << ColumnWords::tr("goal");
  if (asked.calibration != now.calibration) parts << ColumnWords::tr("constants");
  return ColumnWords::tr("stale: changed %1", "hardware or prices, job").arg(parts.join(u", "_s));
}

/// How a scenario that serves stands: another planner has its answer.
void tellServed(ComparedColumn& column, const ComparedOption& option) {
  static const ComparedFound nothing;
  const ComparedFound* found = &nothing;
  for (const std::string_view kind : {planning::kDeployment, planning::kPlacement, planning::kPostTraining}) {
    const auto known = option.answer.others.find(std::string(kind));
    if (known != option.answer.others.end() && (known->second.option || known->second.running))
      found = &known->second;
  }
  column.searching = found->running;
  column.stale = found->option && found->stale;
  if (column.searching)
    column.state = ColumnWords::tr("searching…");
  else if (column.stale)
    column.state = staleWords(found->asked, option.plan);
  else if (!found->option)
    column.state = option.answer.snapshot != nullptr && !option.answer.stale
                       ? option.plan.job.task == "post_train"
                             ? ColumnWords::tr("no placement holds all roles")
                             : ColumnWords::tr("no deployment keeps the promises")
                       : ColumnWords::tr("not searched yet");
}

}  // namespace

ComparedOption optionOf(const plan::Plan& plan, int id, ComparedAnswer answer) {
  ComparedOption option{plan::plan_of(plan, id), std::move(answer), nullptr, nullptr};
  if (option.answer.snapshot == nullptr) return option;
  const plan::Snapshot& snapshot = *option.answer.snapshot;
  option.problem = snapshot.problem.get();
  if (option.plan.job.trains() && !option.answer.stale && option.problem != nullptr) {
    std::vector<planning::OptionPtr> others;
    for (const auto& [kind, found] : option.answer.others)
      if (found.option && !found.stale) others.push_back(found.option);
    option.beside = planning::recommended_beside(option.strategy(), others, snapshot.objective);
  }
  option.told = planning::with_recommended(option.answer.snapshot, option.beside);
  if (!option.told->best.empty() && option.problem != nullptr) option.best = &option.told->best.front();
  return option;
}

const cost::Evaluation* ComparedOption::strategy() const {
  const plan::SnapshotPtr& own = answer.snapshot;
  return own != nullptr && own->problem != nullptr && !own->best.empty() ? &own->best.front() : nullptr;
}

namespace {

/// Kinds that are looked for beside the search of this question, as far as nothing or not all is known of
/// them. Those that take long wait for somebody to ask.
void tellUnknown(ComparedColumn& column, const ComparedOption& option) {
  if (option.problem == nullptr || option.answer.stale || !option.plan.job.trains()) return;
  const planning::QuestionPtr question =
      planning::question_of(*option.problem, option.answer.snapshot->objective);
  for (const planning::Planner* planner : planning::planners_beside()) {
    if (!planner->declines(*question).empty() || !planner->may_rank(*question)) continue;
    const auto known = option.answer.others.find(std::string(planner->id()));
    const std::string key(planner->answer_key());
    if (known == option.answer.others.end() || !known->second.known || known->second.stale) {
      if (!planner->takes_long(*question)) column.unknown.push_back(key);
    } else if (known->second.stopped) {
      column.stopped.push_back(key);
    }
  }
}

}  // namespace

KindColumn kindColumn(const ComparedKind& kind, const ComparedOption& option, const QString& letter) {
  static const ComparedFound nothing;
  const auto known = option.answer.others.find(std::string(kind.kind()));
  const ComparedFound& found = known != option.answer.others.end() ? known->second : nothing;
  return {letter, &found, option.answer.stale ? nullptr : option.problem,
          (found.option || found.error) && found.stale ? staleWords(found.asked, option.plan) : QString()};
}

namespace {

/// Where one post-trains, the others have no figure beside it.
DecisionWords postTrainingDecision(const std::vector<ComparedOption>& options,
                                   const std::vector<ComparedColumn>& columns) {
  std::vector<PlacedOption> placed;
  strategy::Objective objective = options.front().plan.objective;
  for (std::size_t i = 0; i < options.size(); ++i) {
    PlacedOption& one = placed.emplace_back();
    one.id = columns[i].id;
    one.name = columns[i].label();
    one.baseline = columns[i].baseline;
    if (one.baseline) objective = options[i].plan.objective;
    one.problem = options[i].problem;
    const auto known = options[i].answer.others.find(std::string(planning::kPostTraining));
    if (known != options[i].answer.others.end() && !known->second.stale) one.best = known->second.option;
  }
  return postTrainingDecisionWords(placed, objective);
}

}  // namespace

DecisionWords servingDecision(const std::vector<ComparedOption>& options,
                              const std::vector<ComparedColumn>& columns) {
  if (std::any_of(options.begin(), options.end(),
                  [](const ComparedOption& option) { return option.plan.job.task == "post_train"; }))
    return postTrainingDecision(options, columns);
  std::vector<ServedOption> served;
  for (std::size_t i = 0; i < options.size(); ++i) {
    ServedOption& one = served.emplace_back();
    one.id = columns[i].id;
    one.name = columns[i].label();
    one.baseline = columns[i].baseline;
    const auto known = options[i].answer.others.find(std::string(planning::kDeployment));
    if (known != options[i].answer.others.end() && !known->second.stale) one.best = known->second.option;
  }
  return servingDecisionWords(served);
}

QString letterOf(const plan::Plan& plan, int id) {
  return QString::fromStdString(plan::scenario_letter(plan::place_of(plan, id)));
}

ComparedColumn columnOf(const plan::Plan& plan, const hardware::Catalogue& catalogue, int id,
                        const ComparedOption& option) {
  ComparedColumn column;
  column.id = id;
  column.letter = letterOf(plan, id);
  column.name = scenarioName(option.plan, catalogue);
  column.baseline = id == plan.baseline;
  column.shown = id == plan.id;
  column.searching = option.answer.searching;
  column.stale = option.answer.stale;
  column.scenario = option.plan;
  column.beside = option.beside;
  if (option.strategy() != nullptr) column.best_strategy_step_seconds = option.strategy()->step.value;
  tellUnknown(column, option);
  for (const ComparedKind* kind : comparedKinds()) {
    const KindColumn of = kindColumn(*kind, option, column.letter);
    column.others[std::string(kind->kind())] = {kind->holds(of) && of.found->stale, of.found->running,
                                                lacks(*kind, of)};
  }
  const std::optional<Error>& error = option.answer.error;
  column.searchable = !error;
  if (!option.plan.job.trains() && !error) {
    tellServed(column, option);
    return column;
  }
  if (column.searching)
    column.state = ColumnWords::tr("searching…");
  else if (error)
    column.state = messageFor(*error).plain();
  else if (column.stale)
    column.state = staleWords(option.answer.asked, option.plan);
  else if (option.answer.snapshot == nullptr)
    column.state = ColumnWords::tr("not searched yet");
  else if (option.best == nullptr && option.plan.job.trains())
    column.state = ColumnWords::tr("no strategy fits");
  return column;
}

}  // namespace astrolabe::ui
