// What a terminal says of options, by kind.
#include <QStringList>
#include <algorithm>
#include <array>

#include "app/cli/ranking.h"
#include "app/cli/serving_text.h"
#include "app/cli/speech.h"
#include "app/cli/table.h"
#include "core/planning/deployments.h"
#include "core/planning/groups.h"
#include "core/planning/placements.h"
#include "core/planning/post_trainings.h"
#include "core/planning/programs.h"
#include "core/planning/replanned.h"
#include "ui/render/answer_text.h"
#include "ui/render/numbers.h"
#include "ui/render/replan_words.h"

namespace astrolabe::cli {

namespace {

/// What a kind says of itself; a kind without a row is told by its figures.
struct KindText {
  std::string_view kind;
  const char* title;    ///< "Distributed program (HAP)"
  const char* several;  ///< "distributed programs"
  QString (*how)(const planning::Option& option);
  /// One option with all its figures; null: told as a step of training.
  QString (*figures)(const planning::Option& option, const strategy::Problem& problem) = nullptr;
  /// All that its planner found, where that leads; null: a table of what every kind has.
  QString (*ranking)(const planning::Found& found) = nullptr;
};

QString howOfProgram(const planning::Option& option) {
  const plan::ProgramReport& report = *planning::as<planning::ProgramLayout>(option.layout)->report();
  QStringList shares;
  for (const plan::ProgramLane& lane : report.shares)
    shares.append(QStringLiteral("%1 x %2 %3")
                      .arg(lane.devices)
                      .arg(QString::fromStdString(lane.pool_id), ui::percentText(lane.share, 2)));
  const spmd::Execution& execution = report.synthesis().program.execution;
  QStringList how{counted(execution.micro_batches, "micro-batch", "micro-batches")};
  if (report.pipeline)
    how.prepend(counted(report.stages(), "stage that spans all types", "stages that span all types"));
  if (execution.gather_again) how.append(QStringLiteral("weights re-gathered"));
  if (execution.recompute) how.append(QStringLiteral("layers recomputed"));
  return QStringLiteral("; %1; shares %2")
      .arg(how.join(QStringLiteral(", ")), shares.join(QStringLiteral(", ")));
}

/// "; h100 16 x TP 2: 96 sequences; a100 …"
QString howOfGroups(const planning::Option& option) {
  QString how;
  for (const planning::GroupsOfPool& pool : planning::as<planning::GroupsLayout>(option.layout)->pools()) {
    how += QStringLiteral("; %1 x %2 GPUs").arg(pool.groups).arg(pool.gpus_of_group);
    const auto add = [&](const char* name, int degree) {
      if (degree > 1) how += QStringLiteral(" %1 %2").arg(QLatin1StringView(name)).arg(degree);
    };
    add("tp", pool.tensor_parallel);
    add("cp", pool.context_parallel);
    add("ep", pool.expert_parallel);
    add("pp", pool.pipeline_parallel);
    how += QStringLiteral(" with %1 sequences").arg(pool.sequences);
  }
  return how;
}

/// "; 8 pipelines, 3 GPUs idle; regroup tensor parallelism"
QString howOfReplanned(const planning::Option& option) {
  const replan::Plan& plan = planning::as<planning::ReplannedLayout>(option.layout)->plan();
  return QStringLiteral("; %1, %2 idle; %3")
      .arg(counted(static_cast<double>(plan.pipelines.size()), "pipeline", "pipelines"),
           counted(static_cast<double>(plan.idle.size()), "GPU", "GPUs"),
           ui::replanKindText(plan.kind).toLower());
}

QString howOfDeployment(const planning::Option& option) {
  return QStringLiteral("; %1").arg(
      deploymentText(planning::as<planning::DeploymentLayout>(option.layout)->fleet(), {}));
}

QString rankingOfDeployments(const planning::Found& found) {
  const auto* deployments = dynamic_cast<const planning::FoundDeployments*>(&found);
  return deployments != nullptr ? deploymentsText(*deployments) : QString();
}

/// "a100/0 layers 0 to 7 -> l4/3 8 to 15": each machine with what it holds, in the order of layers.
QString machinesText(const planning::PlacedLayers& layers) {
  struct Held {
    int first = 0, last = 0;
    QString name;
  };
  std::vector<Held> held;
  const std::vector<placement::Interval>& intervals = layers.placed.layout.machines;
  for (std::size_t i = 0; i < intervals.size(); ++i)
    if (intervals[i].layers > 0)
      held.push_back({intervals[i].first_layer, intervals[i].end() - 1,
                      QString::fromStdString(layers.network->machines[i].name)});
  std::stable_sort(held.begin(), held.end(), [](const Held& a, const Held& b) { return a.first < b.first; });
  QStringList parts;
  for (std::size_t i = 0; i < held.size();) {
    QStringList names;
    const std::size_t begin = i;
    for (; i < held.size() && held[i].first == held[begin].first && held[i].last == held[begin].last; ++i)
      names.append(held[i].name);
    parts.append(QStringLiteral("%1-%2 %3")
                     .arg(held[begin].first)
                     .arg(held[begin].last)
                     .arg(names.join(QLatin1Char('+'))));
  }
  return parts.join(QStringLiteral(", "));
}

/// All that the planner of layers found: flow, bound and which machine holds which layers.
QString rankingOfPlacements(const planning::Found& found) {
  const auto* placements = dynamic_cast<const planning::FoundPlacements*>(&found);
  const std::vector<planning::OptionPtr> possible = planning::possible(found.options);
  if (placements == nullptr || possible.empty())
    return QStringLiteral(
        "No layout of layers: the machines do not hold the model, or none keeps the promised time per "
        "token.");
  QStringList lines{
      QStringLiteral("%1. No layout lets more than %2 tokens/s of prompts and answers flow; %3 were tried.")
          .arg(
              found.status == plan::Status::optimal
                  ? QStringLiteral("Proven: no layout has more flow")
                  : QStringLiteral("Not proven: the first is at most %1 behind the bound")
                        .arg(ui::percentText(planning::as<planning::PlacementLayout>(possible.front()->layout)
                                                 ->layers()
                                                 .gap())),
              ui::significantText(placements->upper_bound_tokens_per_second),
              counted(static_cast<double>(placements->evaluated), "layout"))};
  Table table;
  table.column(QStringLiteral("#"), Align::Right);
  table.column(QStringLiteral("Flow, tokens/s"), Align::Right);
  table.column(QStringLiteral("Below the bound"), Align::Right);
  table.column(QStringLiteral("Answers, tokens/s"), Align::Right);
  table.column(QStringLiteral("Slowest way"), Align::Right);
  table.column(QStringLiteral("Layers on machines"));
  int place = 0;
  for (const planning::OptionPtr& option : possible) {
    const planning::PlacedLayers& layers = planning::as<planning::PlacementLayout>(option->layout)->layers();
    table.row({QString::number(++place), ui::significantText(layers.placed.flow.tokens_per_second),
               ui::percentText(layers.gap()), ui::significantText(option->evaluation.tokens_per_second),
               ui::durationText(layers.placed.flow.chain_seconds), machinesText(layers)});
  }
  lines << QString() << table.text();
  return lines.join(QLatin1Char('\n'));
}

QString howOfPlacement(const planning::Option& option) {
  const planning::PlacedLayers& layers = planning::as<planning::PlacementLayout>(option.layout)->layers();
  const placement::Flow& flow = layers.placed.flow;
  QStringList cut;
  for (const std::string& name : layers.min_cut()) cut.append(QString::fromStdString(name));
  return QStringLiteral(
             "; %1 tokens/s of prompts and answers, %2 below the bound; slowest way %3; limited by %4")
      .arg(ui::wholeText(flow.tokens_per_second), ui::percentText(layers.gap()),
           ui::durationText(flow.chain_seconds), cut.join(QStringLiteral(", ")));
}

QString setsText(const post_training::Placement& placement, const strategy::Problem& problem) {
  QStringList sets;
  const Json json = post_training::placement_json(placement, problem.pool_ids());
  for (const Json& set : json) {
    QStringList roles, layouts;
    for (const Json& role : set["roles"]) roles.append(QString::fromStdString(role.get<std::string>()));
    for (const auto& [phase, by_role] : set["layouts"].items())
      for (const auto& [role, layout] : by_role.items())
        layouts.append(QStringLiteral("%1 %2: tp %3, pp %4")
                           .arg(QString::fromStdString(role), QString::fromStdString(phase))
                           .arg(layout.value("tensor_parallel", 1))
                           .arg(layout.value("pipeline_parallel", 1)));
    sets.append(
        QStringLiteral("%1 on %2 %3 (%4)")
            .arg(roles.join(QStringLiteral(" + ")))
            .arg(set["gpus"].begin().value().get<int>())
            .arg(QString::fromStdString(set["gpus"].begin().key()), layouts.join(QStringLiteral("; "))));
  }
  return sets.join(QStringLiteral(" | "));
}

QString rankingOfPostTrainings(const planning::Found& found) {
  const auto* all = dynamic_cast<const planning::FoundPostTrainings*>(&found);
  if (all == nullptr) return {};
  if (found.options.empty())
    return all->lacking_role.empty()
               ? QStringLiteral("Nothing fits: the models fit by themselves, but not together on these GPUs.")
           : !(all->limit_gib > 0.0)
               ? QStringLiteral(
                     "Nothing fits: no GPU type of the cluster runs %1 (models that generate, products in "
                     "bf16).")
                     .arg(QString::fromStdString(all->lacking_role))
               : QStringLiteral("Nothing fits: %1 takes at least %2 GiB of a GPU, and %3 GiB are free.")
                     .arg(QString::fromStdString(all->lacking_role), QString::number(all->needed_gib, 'f', 1),
                          QString::number(all->limit_gib, 'f', 1));
  Table table;
  table.column(QStringLiteral("#"), Align::Right);
  table.column(QStringLiteral("Iteration"), Align::Right);
  table.column(QStringLiteral("Busy"), Align::Right);
  table.column(QStringLiteral("Tokens/s"), Align::Right);
  table.column(QStringLiteral("USD an iteration"), Align::Right);
  table.column(QStringLiteral("Sets"));
  int place = 0;
  for (const planning::OptionPtr& option : found.options) {
    const post_training::Placement& placement =
        planning::as<planning::PostTrainingLayout>(option->layout)->placement();
    table.row({QString::number(++place), ui::durationText(placement.timeline.seconds),
               ui::percentText(placement.busy_share()), ui::wholeText(option->evaluation.tokens_per_second),
               placement.usd > 0.0 ? QString::number(placement.usd, 'f', 2) : QStringLiteral("unknown"),
               setsText(placement, found.question->problem)});
  }
  return table.text();
}

QString howOfPostTraining(const planning::Option& option) {
  const post_training::Placement& placement =
      planning::as<planning::PostTrainingLayout>(option.layout)->placement();
  QStringList calls;
  for (const post_training::PlacedCall& call : placement.timeline.calls)
    calls.append(QStringLiteral("%1 %2").arg(
        QString::fromStdString(placement.job->flow.calls[static_cast<std::size_t>(call.call)].name),
        ui::durationText(call.end - call.begin)));
  return QStringLiteral("; %1").arg(calls.join(QStringLiteral(", ")));
}

constexpr std::array kKinds{
    KindText{planning::kProgram, "Distributed program (HAP)", "distributed programs", howOfProgram},
    KindText{planning::kGroups, "Program on groups", "programs on groups", howOfGroups},
    KindText{planning::kReplanned, "Pipelines around slow and failed GPUs", "pipelines around slow GPUs",
             howOfReplanned},
    KindText{planning::kDeployment, "Deployment", "deployments", howOfDeployment, deploymentFigures,
             rankingOfDeployments},
    KindText{planning::kPlacement, "Layers over machines", "layouts of layers", howOfPlacement, nullptr,
             rankingOfPlacements},
    KindText{planning::kPostTraining, "Post-training", "placements", howOfPostTraining, nullptr,
             rankingOfPostTrainings}};

const KindText* textOf(std::string_view kind) {
  for (const KindText& one : kKinds)
    if (one.kind == kind) return &one;
  return nullptr;
}

}  // namespace

QString optionText(const planning::Option& option, int rank) {
  const KindText* text = textOf(planning::kind_of(option));
  const QString place =
      rank > 0 ? QStringLiteral("place %1").arg(rank) : QStringLiteral("behind all of these");
  const std::string kind(planning::kind_of(option));
  return QStringLiteral("\n%1, %2: %3 tokens/s, %4 a step%5")
      .arg(text != nullptr ? QLatin1StringView(text->title) : QLatin1StringView(kind), place,
           ui::wholeText(option.evaluation.tokens_per_second), ui::durationText(option.evaluation.step.value),
           text != nullptr ? text->how(option) : QString());
}

QString layoutText(const planning::Option& option) {
  if (const strategy::Strategy* strategy = planning::strategy_of(option)) return strategyText(*strategy);
  if (const auto* placed = planning::as<planning::PlacementLayout>(option.layout))
    return machinesText(placed->layers());
  if (const auto* deployed = planning::as<planning::DeploymentLayout>(option.layout))
    return deploymentText(deployed->fleet(), {});
  const KindText* text = textOf(planning::kind_of(option));
  return QString::fromStdString(text != nullptr ? text->title : std::string(planning::kind_of(option)));
}

QString figuresText(const planning::Option& option, const strategy::Problem& problem) {
  const KindText* text = textOf(planning::kind_of(option));
  return text != nullptr && text->figures != nullptr ? text->figures(option, problem) : QString();
}

QString foundText(const planning::Found& found) {
  const KindText* text = textOf(found.planner);
  if (text != nullptr && text->ranking != nullptr) return text->ranking(found);
  const std::vector<planning::OptionPtr> possible = planning::possible(found.options);
  if (possible.empty()) return QStringLiteral("Nothing fits.");
  Table table;
  table.column(QStringLiteral("#"), Align::Right);
  table.column(QStringLiteral("Tokens/s"), Align::Right);
  table.column(QStringLiteral("GPUs used"));
  table.column(QStringLiteral("Layout"));
  int place = 0;
  for (const planning::OptionPtr& option : possible)
    table.row({QString::number(++place), ui::wholeText(option->evaluation.tokens_per_second),
               gpusText(option->evaluation, found.question->problem), layoutText(*option)});
  return table.text();
}

QString violationText(const planning::Option& option, const strategy::Problem& problem) {
  const strategy::Strategy* strategy = planning::strategy_of(option);
  return (strategy != nullptr ? ui::messageFor(option.violation, problem, *strategy)
                              : ui::messageFor(option.violation, problem))
      .plain();
}

QString cutShortText(const planning::Planner& planner) {
  const KindText* text = textOf(planner.id());
  const std::string key(planner.answer_key());
  return QStringLiteral("The search for %1 was stopped early: there may be better ones.")
      .arg(text != nullptr ? QLatin1StringView(text->several) : QLatin1StringView(key));
}

}  // namespace astrolabe::cli
