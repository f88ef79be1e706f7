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
#include "core/planning/sharded.h"
#include "core/planning/slow_pace.h"
#include "core/planning/widths.h"
#include "core/post_training/iteration.h"
#include "ui/render/answer_text.h"
#include "ui/render/declined_words.h"
#include "ui/render/deployment_reasons.h"
#include "ui/render/kind_words.h"
#include "ui/render/mixed_words.h"
#include "ui/render/numbers.h"
#include "ui/render/placement_reasons.h"
#include "ui/render/post_training_job_words.h"
#include "ui/render/post_training_reasons.h"
#include "ui/render/post_training_words.h"

namespace astrolabe::cli {

namespace {

/// What a kind says of itself; a kind without a row is told by its figures.
struct KindText {
  std::string_view kind;
  const char* title;    ///< "Distributed program (HAP)"; empty: a layout is called what the window calls it
  const char* several;  ///< "distributed programs"
  /// What a row says behind the layout; null: nothing more.
  QString (*how)(const planning::Option& option) = nullptr;
  /// One option with all its figures; null: told as a step of training.
  QString (*figures)(const planning::Option& option, const strategy::Problem& problem) = nullptr;
  /// All that its planner found, where that leads; null: a table of what every kind has.
  QString (*ranking)(const planning::Found& found) = nullptr;
  /// Why an option is not the first that its planner found; null: how far behind it is says enough.
  QString (*why)(const planning::Found& found, const planning::Option& given) = nullptr;
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

/// "; 3 GPUs idle": of those that work.
QString howOfReplanned(const planning::Option& option) {
  const std::size_t idle = planning::as<planning::ReplannedLayout>(option.layout)->plan().idle.size();
  return idle == 0 ? QString()
                   : QStringLiteral("; %1 idle").arg(counted(static_cast<double>(idle), "GPU", "GPUs"));
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

/// Of output tokens that are served.
QString perMillionText(const cost::Evaluation& figures) {
  const auto& trillion = figures.money.usd_per_trillion_tokens;
  return ui::moneyText(trillion ? std::optional(*trillion * 1e-6) : std::nullopt);
}

/// All that the planner of layers found: flow, bound and which machine holds which layers.
QString rankingOfPlacements(const planning::Found& found) {
  const auto* placements = dynamic_cast<const planning::FoundPlacements*>(&found);
  const std::vector<planning::OptionPtr> possible = planning::possible(found.options);
  if (placements == nullptr || possible.empty()) {
    const auto shortfall = placements != nullptr ? planning::shortfall_of(*placements)
                                                 : std::optional<planning::PlacementShortfall>();
    return shortfall ? QStringLiteral("No layout of layers. %1")
                           .arg(ui::shortfallText(*shortfall, found.question->problem))
                     : QStringLiteral("No layout of layers was found before the search was stopped.");
  }
  QStringList lines{
      QStringLiteral("%1. No layout lets more than %2 tokens/s of prompts and answers flow; %3 were tried.")
          .arg(found.status == plan::Status::optimal
                   ? QStringLiteral("Proven: no layout has more flow")
                   : QStringLiteral("Not proven: the first is at most %1 behind the bound")
                         .arg(ui::percentText(possible.front()->proof.gap)),
               ui::significantText(placements->upper_bound_tokens_per_second),
               counted(static_cast<double>(placements->evaluated), "layout"))};
  Table table;
  table.column(QStringLiteral("#"), Align::Right);
  table.column(QStringLiteral("Flow, tokens/s"), Align::Right);
  table.column(QStringLiteral("Below the bound"), Align::Right);
  table.column(QStringLiteral("Answers, tokens/s"), Align::Right);
  table.column(QStringLiteral("$/1M tokens"), Align::Right);
  table.column(QStringLiteral("Slowest way"), Align::Right);
  table.column(QStringLiteral("Layers on machines"));
  int place = 0;
  for (const planning::OptionPtr& option : possible) {
    const planning::PlacedLayers& layers = planning::as<planning::PlacementLayout>(option->layout)->layers();
    table.row({QString::number(++place), ui::significantText(layers.placed.flow.tokens_per_second),
               ui::percentText(layers.gap()), ui::significantText(option->evaluation.tokens_per_second),
               perMillionText(option->evaluation), ui::durationText(layers.placed.flow.chain_seconds),
               machinesText(layers)});
  }
  if (const QString served =
          ui::servedSentence(planning::as<planning::PlacementLayout>(possible.front()->layout)->layers());
      !served.isEmpty())
    lines << QStringLiteral("The first: ") + served;
  lines << QString() << table.text();
  return lines.join(QLatin1Char('\n'));
}

QString howOfPlacement(const planning::Option& option) {
  const planning::PlacedLayers& layers = planning::as<planning::PlacementLayout>(option.layout)->layers();
  const placement::Flow& flow = layers.placed.flow;
  QStringList cut;
  for (const std::string& name : layers.min_cut()) cut.append(QString::fromStdString(name));
  const QString served = ui::servedSentence(layers);
  return QStringLiteral(
             "; %1 tokens/s of prompts and answers, %2 below the bound; slowest way %3; limited by %4%5")
      .arg(ui::wholeText(flow.tokens_per_second), ui::percentText(layers.gap()),
           ui::durationText(flow.chain_seconds), cut.join(QStringLiteral(", ")),
           served.isEmpty() ? served : QStringLiteral(". ") + served);
}

/// Sets with the layouts of what stands in them.
QString setsText(const post_training::Placement& placement, const strategy::Problem& problem) {
  QStringList sets;
  for (const post_training::PlannedSet& set : placement.sets)
    sets.append(QStringLiteral("%1 (%2)").arg(ui::setText(placement, set, problem.pool_ids()),
                                              ui::layoutsText(placement, set)));
  return sets.join(QStringLiteral(" | "));
}

QString figuresOfPostTraining(const planning::Option& option, const strategy::Problem& problem) {
  const post_training::Placement& placement = *ui::placementOf(&option);
  const post_training::Iteration iteration = post_training::iteration_of(placement, problem);
  QStringList parts;
  for (std::size_t part = 0; part < post_training::kPartKinds; ++part)
    if (const double seconds = iteration.parts.seconds[part]; seconds > 0.0)
      parts.append(QStringLiteral("%1 %2").arg(ui::partText(static_cast<post_training::Part>(part)),
                                               ui::durationText(seconds)));
  const post_training::Part most = iteration.parts.most();
  const QString job = ui::wholeJobSentences(option, problem).join(QLatin1Char(' '));
  return QStringLiteral(
             "%1\nIteration %2 (%3 to %4) on %5, busy %6 of the time, %7 an iteration.\nMade of: %8.\n"
             "Limited by %9. ")
             .arg(setsText(placement, problem), ui::durationText(option.evaluation.step.value),
                  ui::durationText(option.evaluation.step_low.value),
                  ui::durationText(option.evaluation.step_high.value), gpusText(option.evaluation, problem),
                  ui::percentText(placement.busy_share()),
                  placement.usd > 0.0 ? ui::moneyText(placement.usd) : QStringLiteral("at an unknown price"),
                  parts.join(QStringLiteral(", ")), ui::partText(most)) +
         ui::partMeaning(most) + (job.isEmpty() ? QString() : QLatin1Char('\n') + job);
}

QString rankingOfPostTrainings(const planning::Found& found) {
  const auto* all = dynamic_cast<const planning::FoundPostTrainings*>(&found);
  if (all == nullptr) return {};
  const QString paced = planning::is_paced(found)
                            ? QStringLiteral(
                                  "That is not proven: each pool was taken at the pace of its slowest GPU. "
                                  "Mark slow GPUs as failed to see what the others do without them.")
                            : QString();
  if (found.options.empty())
    return QStringLiteral("Nothing fits. %1 %2").arg(ui::lackingText(*all), paced).trimmed();
  const strategy::Problem& problem = found.question->problem;
  QStringList lines;
  if (found.stopped_early)
    lines << QStringLiteral("Stopped early: %1.")
                 .arg(found.has_bound ? QStringLiteral("the first is at most %1 behind the bound")
                                            .arg(ui::percentText(found.gap))
                                      : QStringLiteral("there may be better ones"));
  else if (!found.options.front()->is_possible())
    lines << QStringLiteral("No placement is within the limits; the best without them: %1")
                 .arg(violationText(*found.options.front(), problem));
  if (!paced.isEmpty() && !found.options.front()->is_possible()) lines << paced;
  lines << ui::wholeJobSentences(*found.options.front(), problem) << ui::chosenBecause(*all);
  Table table;
  table.column(QStringLiteral("#"), Align::Right);
  table.column(QStringLiteral("Iteration"), Align::Right);
  table.column(QStringLiteral("80 of 100 between"), Align::Right);
  table.column(QStringLiteral("GPUs"), Align::Right);
  table.column(QStringLiteral("Busy"), Align::Right);
  table.column(QStringLiteral("Tokens/s"), Align::Right);
  table.column(QStringLiteral("USD an iteration"), Align::Right);
  table.column(QStringLiteral("Proof"));
  table.column(QStringLiteral("Sets"));
  int place = 0;
  for (const planning::OptionPtr& option : found.options) {
    const post_training::Placement& placement = *ui::placementOf(option);
    const cost::Evaluation& figures = option->evaluation;
    table.row({QString::number(++place), ui::durationText(placement.timeline.seconds),
               QStringLiteral("%1 to %2")
                   .arg(ui::durationText(figures.step_low.value), ui::durationText(figures.step_high.value)),
               QString::number(placement.gpus()), ui::percentText(placement.busy_share()),
               ui::wholeText(figures.tokens_per_second),
               placement.usd > 0.0 ? QString::number(placement.usd, 'f', 2) : QStringLiteral("unknown"),
               ui::proofText(*option), setsText(placement, problem)});
  }
  lines << QString() << table.text();
  return lines.join(QLatin1Char('\n'));
}

QString whyOfDeployment(const planning::Found& found, const planning::Option& given) {
  const auto* all = dynamic_cast<const planning::FoundDeployments*>(&found);
  return all != nullptr ? ui::whyNotFirst(*all, given) : QString();
}

QString whyOfPlacement(const planning::Found& found, const planning::Option& given) {
  const auto* all = dynamic_cast<const planning::FoundPlacements*>(&found);
  return all != nullptr ? ui::placementWhyNotFirst(*all, given) : QString();
}

/// Why `given` is behind, by the parts of an iteration.
QString whyOfPostTraining(const planning::Found& found, const planning::Option& given) {
  const auto* all = dynamic_cast<const planning::FoundPostTrainings*>(&found);
  return all != nullptr ? ui::behindByParts(*all, given) : QString();
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

/// "; micro-batches of 16·4; activations on the host; bound by traffic"
QString howOfSharded(const planning::Option& option) {
  const mesh::ShardedProgram& program = planning::as<planning::ShardedLayout>(option.layout)->program();
  std::vector<int> micro_batches;
  bool offloads = false;
  for (const mesh::ShardedPart& part : program.parts) {
    if (part.sequences > 0) micro_batches.push_back(part.micro_batch);
    offloads = offloads || part.offloads;
  }
  return QStringLiteral("; micro-batches of %1").arg(ui::ofParts(micro_batches)) +
         (offloads ? QStringLiteral("; activations on the host") : QString()) +
         (program.by_traffic ? QStringLiteral("; bound by traffic") : QString());
}

constexpr std::array kKinds{
    KindText{planning::kProgram, "Distributed program (HAP)", "distributed programs", howOfProgram},
    KindText{planning::kGroups, "", "programs on groups"},
    KindText{planning::kReplanned, "", "pipelines around slow GPUs", howOfReplanned},
    KindText{planning::kSharded, "", "shares of sharded data parallelism", howOfSharded},
    KindText{planning::kWidths, "", "stages of unequal width"},
    KindText{planning::kDeployment, "Deployment", "deployments", howOfDeployment, deploymentFigures,
             rankingOfDeployments, whyOfDeployment},
    KindText{planning::kPlacement, "Layers over machines", "layouts of layers", howOfPlacement, nullptr,
             rankingOfPlacements, whyOfPlacement},
    KindText{planning::kPostTraining, "Post-training", "placements", howOfPostTraining, figuresOfPostTraining,
             rankingOfPostTrainings, whyOfPostTraining}};

const KindText* textOf(std::string_view kind) {
  for (const KindText& one : kKinds)
    if (one.kind == kind) return &one;
  return nullptr;
}

}  // namespace

QString severalText(const planning::Planner& planner) {
  const KindText* text = textOf(planner.id());
  const std::string_view several = text != nullptr ? text->several : planner.answer_key();
  return QString::fromUtf8(several.data(), static_cast<qsizetype>(several.size()));
}

QString settingText(const planning::Option& option) {
  const KindText* text = textOf(planning::kind_of(option));
  return layoutText(option) + (text != nullptr && text->how != nullptr ? text->how(option) : QString());
}

QString behindText(const planning::Option& option, strategy::Objective objective) {
  const cost::Evaluation& row = option.evaluation;
  QString sought;  // what it is behind in, where that is not its speed
  if (objective == strategy::Objective::money && row.money.usd_per_trillion_tokens)
    sought = QStringLiteral("%1 for 1T tokens, ").arg(ui::moneyText(*row.money.usd_per_trillion_tokens));
  else if (objective == strategy::Objective::gpus)
    sought = QStringLiteral("%1 paid for, ").arg(counted(row.gpus_paid(), "GPU"));
  return QStringLiteral("\n%1, behind all of these: %2%3 tokens/s, %4 a step")
      .arg(settingText(option), sought, ui::wholeText(row.tokens_per_second),
           ui::durationText(row.step.value));
}

QString layoutText(const planning::Option& option) {
  if (const strategy::Strategy* strategy = planning::strategy_of(option)) return strategyText(*strategy);
  if (const auto* placed = planning::as<planning::PlacementLayout>(option.layout))
    return machinesText(placed->layers());
  if (const auto* deployed = planning::as<planning::DeploymentLayout>(option.layout))
    return deploymentText(deployed->fleet(), {});
  const KindText* text = textOf(planning::kind_of(option));
  if (text == nullptr) return QString::fromStdString(std::string(planning::kind_of(option)));
  return *text->title != '\0' ? QString::fromLatin1(text->title) : ui::layoutLine(option.layout);
}

QString figuresText(const planning::Option& option, const strategy::Problem& problem) {
  const KindText* text = textOf(planning::kind_of(option));
  return text != nullptr && text->figures != nullptr ? text->figures(option, problem) : QString();
}

QString whyBehindText(const planning::Found& found, const planning::Option& given) {
  const KindText* text = textOf(planning::kind_of(given));
  return text != nullptr && text->why != nullptr ? text->why(found, given) : QString();
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

QString noneText(const planning::Planner& planner, const std::string& declined, bool limited,
                 const strategy::Problem& problem) {
  const std::string key(planner.answer_key());
  QString why = QStringLiteral("none fits, or gains on the strategies");
  if (limited) why = QStringLiteral("a limit of the job keeps all of them from a place, see its limits");
  if (!declined.empty()) why = ui::declinedText(declined, problem);
  return QStringLiteral("No %1 (--%2 always): %3.")
      .arg(severalText(planner), QString::fromStdString(key), why);
}

QString cutShortText(const planning::Planner& planner, bool some) {
  const QString stopped = QStringLiteral("The search for %1 was stopped early").arg(severalText(planner));
  return stopped + (some
                        ? QStringLiteral(": there may be better ones.")
                        : QStringLiteral(", before it had found one: whether one is better than all that are "
                                         "listed is not known."));
}

QString failedText(const planning::Planner& planner, const Error& error) {
  return QStringLiteral("No %1: %2").arg(severalText(planner), ui::messageFor(error).plain());
}

}  // namespace astrolabe::cli
