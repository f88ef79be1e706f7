#include "app/cli/ranking.h"

#include <QStringList>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "app/cli/speech.h"
#include "app/cli/table.h"
#include "core/plan/placed_step.h"
#include "core/plan/scenarios.h"
#include "core/planning/pareto_set.h"
#include "core/planning/pipelines.h"
#include "core/strategy/fits.h"
#include "ui/render/answer_text.h"
#include "ui/render/kind_words.h"
#include "ui/render/mark_words.h"
#include "ui/render/numbers.h"
#include "ui/render/outcome_words.h"
#include "ui/render/ranking_proof_words.h"
#include "ui/render/spares_words.h"
#include "ui/render/strategy_words.h"

namespace astrolabe::cli {

QString strategyText(const strategy::Strategy& strategy) {
  QStringList parts;
  const auto add = [&](const char* name, int degree, int unless) {
    if (degree != unless) parts.append(QStringLiteral("%1 %2").arg(QLatin1String(name)).arg(degree));
  };
  if (strategy.tensor_parallel != 0) parts.append(QStringLiteral("TP %1").arg(ui::tensorText(strategy)));
  add("PP", strategy.pipeline_parallel, 0);
  add("VPP", strategy.virtual_pipeline, 1);
  add("CP", strategy.context_parallel, 1);
  add("EP", strategy.expert_parallel, 1);
  add("ETP", strategy.expert_tensor_parallel, 1);
  add("DP", strategy.data_parallel, 0);
  add("mbs", strategy.micro_batch, 0);
  add("ZeRO", strategy.zero_stage, 0);
  parts.append(QLatin1String(strategy::to_string(strategy.recompute)));
  parts.append(QLatin1String(strategy::to_string(strategy.schedule)));
  if (strategy.offload_optimizer) parts.append(QStringLiteral("offload_optimizer"));
  if (strategy.offload_activations) parts.append(QStringLiteral("offload_activations"));
  if (!strategy.state.empty()) {
    double moved = 0.0;
    for (const strategy::MovedState& part : strategy.state) moved += static_cast<double>(part.bytes);
    parts.append(QStringLiteral("state moved %1").arg(ui::gibText(moved)));
  }
  return parts.join(QStringLiteral(" · "));
}

QString gpusText(const cost::Evaluation& evaluation, const strategy::Problem& problem) {
  QStringList parts;
  for (std::size_t i = 0; i < evaluation.gpus.size() && i < problem.cluster.pools.size(); ++i)
    if (evaluation.gpus[i] > 0)
      parts.append(QStringLiteral("%1 %2")
                       .arg(evaluation.gpus[i])
                       .arg(QString::fromStdString(problem.cluster.pools[i].id)));
  return parts.join(QStringLiteral(" + "));
}

QString memoryText(const cost::Evaluation& evaluation, const strategy::Problem& problem) {
  const int stage = evaluation.fullest_stage();
  if (stage < 0) return ui::unknownText();
  const auto pool = static_cast<std::size_t>(evaluation.memory[static_cast<std::size_t>(stage)].pool);
  if (pool >= problem.cluster.pools.size()) return ui::unknownText();
  return QStringLiteral("%1 %2").arg(ui::percentText(evaluation.memory_share(), 0),
                                     QString::fromStdString(problem.cluster.pools[pool].id));
}

QString scenarioText(const plan::Plan& plan) {
  if (plan.others.empty()) return {};
  const QString letter = QString::fromStdString(plan::scenario_letter(plan::place_of(plan, plan.id)));
  const QString all = ui::wholeText(static_cast<double>(plan.others.size()) + 1.0);
  if (plan.title.empty()) return QStringLiteral("Scenario %1 of %2").arg(letter, all);
  return QStringLiteral("Scenario %1 of %2: %3").arg(letter, all, QString::fromStdString(plan.title));
}

namespace {

/// Why there is no sum of money: of which pools no price is known, and what would give one.
QString noDollarsText(const cost::Evaluation& best, const strategy::Problem& problem) {
  const bool rents = problem.job.cost.basis == hardware::CostBasis::rent;
  QStringList without;
  bool sold = true;
  for (std::size_t i = 0; i < best.gpus.size() && i < problem.cluster.pools.size(); ++i) {
    const hardware::Pool& pool = problem.cluster.pools[i];
    const bool kept = i < best.kept.size() && best.kept[i] > 0;
    if ((best.gpus[i] == 0 && !kept) ||
        (rents ? pool.usd_per_gpu_hour.has_value() : pool.purchase_per_gpu.has_value()))
      continue;
    without.append(QString::fromStdString(pool.id));
    sold = sold && pool.purchase_per_gpu.has_value();
  }
  const QString pools = without.join(QStringLiteral(", "));
  if (!rents)
    return QStringLiteral("No dollars, as no price to buy is known of %1: state usd_per_node.").arg(pools);
  return QStringLiteral("No dollars, as nobody rents %1: state usd_per_gpu_hour%2.")
      .arg(pools, sold ? QStringLiteral(", or count the machines as bought: \"cost\": {\"basis\": \"buy\"}")
                       : QString());
}

/// GPUs that are paid for, those kept idle among them.
int allPaid(const cost::Evaluation& evaluation) {
  const std::vector<int> paid = evaluation.all_paid();
  return std::accumulate(paid.begin(), paid.end(), 0);
}

/// What the best strategy comes to: days, dollars and energy with failures, what is bought, power.
QString bestJobText(const cost::Evaluation& best, const strategy::Problem& problem) {
  QString job = QStringLiteral("With #1 the job takes %1").arg(ui::outcomeText(best));
  if (!best.outcome.end.empty())
    job += QStringLiteral(", done on %1").arg(QString::fromStdString(best.outcome.end));
  QStringList lines{job + QLatin1Char('.')};
  if (!best.outcome.usd) lines.append(noDollarsText(best, problem));
  if (problem.job.cost.basis == hardware::CostBasis::buy && best.money.purchase)
    lines.append(QStringLiteral("%1 to buy %2.")
                     .arg(ui::moneyText(best.money.purchase->value), counted(allPaid(best), "GPU")));
  if (allPaid(best) != best.gpus_used())
    lines.append(QStringLiteral("%1 of %2 that are paid for %3 used.")
                     .arg(ui::wholeText(best.gpus_used()), counted(allPaid(best), "GPU"),
                          best.gpus_used() == 1 ? QStringLiteral("is") : QStringLiteral("are")));
  lines.append(QStringLiteral("%1 at the wall%2.")
                   .arg(ui::powerText(best.money.power_kw * 1000.0),
                        best.money.power_estimated ? QStringLiteral(", an estimate") : QString()));
  if (const QString repairs = ui::sparesText(problem, best); !repairs.isEmpty()) lines.append(repairs);
  return lines.join(QLatin1Char(' '));
}

/// The option of another kind that stands first, and what the job takes with it; empty where a strategy does.
QString aheadText(const plan::Snapshot& snapshot, const std::vector<planning::OptionPtr>& others,
                  const std::vector<int>& places) {
  const auto first = std::find(places.begin(), places.end(), 1);
  if (first == places.end()) return {};
  const planning::Option& option = *others[static_cast<std::size_t>(first - places.begin())];
  QString words = QStringLiteral("First is of another kind than strategies: %1. With it the job takes %2.")
                      .arg(layoutText(option), ui::outcomeText(option.evaluation));
  if (!snapshot.best.empty()) words += QStringLiteral(" #1 is the best strategy.");
  return words;
}

/// The set of time and money, the fastest first: strategies by their numbers where they have one, others by
/// what their kind is called.
QString paretoTable(const plan::Snapshot& snapshot, const std::vector<planning::OptionPtr>& others) {
  const strategy::Problem& problem = *snapshot.problem;
  const std::vector<planning::ParetoPlan> set = planning::pareto_set(snapshot, others);
  if (set.empty()) return {};
  Table table;
  table.column(QStringLiteral("Set"), Align::Right);
  table.column(QStringLiteral("#"), Align::Right);
  table.column(QStringLiteral("Tokens/s"), Align::Right);
  table.column(QStringLiteral("Step"), Align::Right);
  table.column(QStringLiteral("$/1T tokens"), Align::Right);
  table.column(QStringLiteral("GPUs used"));
  table.column(QStringLiteral("Strategy"));
  int number = 0;
  for (const planning::ParetoPlan& plan : set) {
    QString place = ui::unknownText(), gpus, setting;
    if (plan.option) {
      place = ui::kindWords(*plan.option).label();
      gpus = gpusText(plan.option->evaluation, problem);
      setting = settingText(*plan.option);
    } else if (const auto* layout = planning::as<planning::PipelineLayout>(plan.layout)) {
      const strategy::Strategy& strategy = layout->strategy();
      const auto row = std::find_if(snapshot.best.begin(), snapshot.best.end(),
                                    [&](const cost::Evaluation& it) { return it.strategy == strategy; });
      if (row != snapshot.best.end())
        place = ui::placeText(snapshot, static_cast<std::size_t>(row - snapshot.best.begin()));
      cost::Evaluation used;
      used.gpus = strategy::gpus_by_pool(problem.cluster, strategy);
      gpus = gpusText(used, problem);
      setting = strategyText(strategy);
    }
    table.row({ui::wholeText(++number), place, ui::wholeText(plan.tokens_per_second),
               ui::durationText(problem.job.tokens_per_step() / plan.tokens_per_second),
               ui::moneyText(plan.usd_per_trillion_tokens), gpus, setting});
  }
  return QStringLiteral("The set of time and money: no plan that was found beats one of these in both.\n") +
         table.text();
}

/// Strategies by their numbers, others by what their kind is called. With the set of time and money the best
/// strategy has a row whatever `top` says, as the lines above tell of it. Where the ranks of one stand so
/// that its step is another one than the ranking counts, a column tells that step of all.
QString rankingTable(const plan::Snapshot& snapshot, const std::vector<planning::OptionPtr>& others,
                     const std::vector<int>& places, int top) {
  const strategy::Problem& problem = *snapshot.problem;
  const bool apart = std::any_of(snapshot.best.begin(), snapshot.best.end(), ui::isPlacedApart);
  Table table;
  table.column(QStringLiteral("#"), Align::Right);
  table.column(QStringLiteral("Tokens/s"), Align::Right);
  table.column(QStringLiteral("Step"), Align::Right);
  if (apart) table.column(QStringLiteral("Step on its nodes"), Align::Right);
  table.column(QStringLiteral("Job"), Align::Right);
  table.column(QStringLiteral("Cost"), Align::Right);
  table.column(QStringLiteral("MFU"), Align::Right);
  table.column(QStringLiteral("$/1T tokens"), Align::Right);
  table.column(QStringLiteral("Peak memory"), Align::Right);
  table.column(QStringLiteral("GPUs used"));
  table.column(QStringLiteral("Strategy"));
  const auto add = [&](const QString& place, const cost::Evaluation& evaluation, const QString& setting) {
    QStringList cells{place, ui::wholeText(evaluation.tokens_per_second),
                      ui::durationText(evaluation.step.value)};
    if (apart) cells << ui::durationText(plan::step_as_placed(evaluation));
    table.row(
        cells << ui::jobHoursText(evaluation.outcome)
              << (evaluation.outcome.usd ? ui::moneyText(evaluation.outcome.usd->value) : ui::unknownText())
              << ui::percentText(evaluation.mfu) << ui::moneyText(evaluation.money.usd_per_trillion_tokens)
              << memoryText(evaluation, problem) << gpusText(evaluation, problem) << setting);
  };
  const std::size_t rows =
      std::min(snapshot.best.size() + others.size(), static_cast<std::size_t>(std::max(0, top)));
  std::size_t strategy = 0;
  for (std::size_t row = 1; row <= rows; ++row) {
    const auto other = std::find(places.begin(), places.end(), static_cast<int>(row));
    if (other != places.end()) {
      const planning::Option& option = *others[static_cast<std::size_t>(other - places.begin())];
      add(ui::kindWords(option).label(), option.evaluation, settingText(option));
    } else if (strategy < snapshot.best.size()) {
      add(ui::placeText(snapshot, strategy), snapshot.best[strategy],
          strategyText(snapshot.best[strategy].strategy));
      ++strategy;
    }
  }
  if (snapshot.objective == strategy::Objective::pareto && strategy == 0 && !snapshot.best.empty())
    add(ui::placeText(snapshot, 0), snapshot.best.front(), strategyText(snapshot.best.front().strategy));
  return table.text();
}

}  // namespace

QString rankingText(const plan::Snapshot& snapshot, const std::vector<planning::OptionPtr>& others,
                    const std::vector<int>& places, int top,
                    const std::optional<planning::RankingProof>& proof) {
  const strategy::Problem& problem = *snapshot.problem;
  QStringList lines;
  const QString model = QString::fromStdString(problem.graph->name);
  const QString gpus = counted(problem.cluster.gpus(), "GPU");
  const QString cluster = QString::fromStdString(problem.cluster.name);
  lines.append(cluster.isEmpty() ? QStringLiteral("%1 on %2").arg(model, gpus)
                                 : QStringLiteral("%1 on %2 (%3)").arg(model, gpus, cluster));
  const bool several = !others.empty() || (proof && proof->is_of_several());
  lines.append(
      QStringLiteral("%1. %2, %3%4.")
          .arg(ui::endText(snapshot), counted(static_cast<double>(snapshot.space.total), "configuration"),
               ui::durationText(snapshot.seconds), several ? QStringLiteral(" for strategies") : QString()));
  if (proof && proof->is_of_several()) lines.append(ui::rankingProofText(*proof) + QLatin1Char('.'));
  if (const QString ahead = aheadText(snapshot, others, places); !ahead.isEmpty()) lines.append(ahead);
  if (!snapshot.best.empty() && snapshot.best.front().outcome.hours > 0.0)
    lines.append(bestJobText(snapshot.best.front(), problem));
  if (!snapshot.best.empty())
    if (const QString placed = ui::placedStepText(snapshot.best.front()); !placed.isEmpty())
      lines.append(QStringLiteral("The best strategy: %1").arg(placed));
  if (!snapshot.best.empty() || !others.empty()) {
    if (snapshot.objective == strategy::Objective::pareto)
      if (const QString set = paretoTable(snapshot, others); !set.isEmpty()) lines << QString() << set;
    lines.append(QString());
    lines.append(rankingTable(snapshot, others, places, top));
    const bool told = !snapshot.best.empty() && ui::isPlacedApart(snapshot.best.front());
    if (const QString counted = ui::countedStepsText(snapshot.best); !counted.isEmpty() && !told) {
      lines.append(QString());
      lines.append(counted);
    }
    if (const QString unproven = ui::unprovenPlacesText(snapshot); !unproven.isEmpty()) {
      lines.append(QString());
      lines.append(unproven + QLatin1Char('.'));
    }
  }
  return lines.join(QLatin1Char('\n'));
}

QString memoryTable(const cost::Evaluation& evaluation, const strategy::Problem& problem) {
  Table memory;
  for (const char* heading :
       {"Stage", "Pool", "Weights", "Gradients", "Optimizer", "Activations", "Workspace", "Total", "Limit"})
    memory.column(QLatin1StringView(heading), Align::Right);
  const bool host = std::any_of(evaluation.memory.begin(), evaluation.memory.end(),
                                [](const cost::StageMemory& part) { return part.host > Bytes{}; });
  if (host) {
    memory.column(QStringLiteral("In host memory"), Align::Right);
    memory.column(QStringLiteral("Limit there"), Align::Right);
  }
  const bool over = std::any_of(evaluation.memory.begin(), evaluation.memory.end(),
                                [](const cost::StageMemory& part) { return !part.fits(); });
  if (over) memory.column(QStringLiteral("Over"), Align::Right);
  int stage = 0;
  for (const cost::StageMemory& part : evaluation.memory) {
    QStringList cells{
        QString::number(++stage),
        QString::fromStdString(problem.cluster.pools.at(static_cast<std::size_t>(part.pool)).id),
        ui::gibText(part.weights.value),
        ui::gibText(part.gradients.value),
        ui::gibText(part.optimizer.value),
        ui::gibText(part.activations.value),
        ui::gibText(part.workspace.value),
        ui::gibText(part.total.value),
        ui::gibText(part.limit.value)};
    if (host)
      cells << ui::gibText(part.host.value)
            << (std::isfinite(part.host_limit.value) ? ui::gibText(part.host_limit.value)
                                                     : ui::unknownText());
    if (over) cells << (part.fits() ? ui::unknownText() : ui::gibText(part.over().value));
    memory.row(cells);
  }
  return memory.text();
}

QString evaluationText(const planning::Option& option, const strategy::Problem& problem) {
  const cost::Evaluation& evaluation = option.evaluation;
  Table figures;
  figures.column(layoutText(option));
  figures.column(gpusText(evaluation, problem), Align::Right);
  figures.row({QStringLiteral("Step"), ui::durationText(evaluation.step.value)});
  figures.row({QStringLiteral("Step, 80 % band"), QStringLiteral("%1 to %2")
                                                      .arg(ui::durationText(evaluation.step_low.value),
                                                           ui::durationText(evaluation.step_high.value))});
  if (ui::isPlacedApart(evaluation))
    figures.row({QStringLiteral("Step on its nodes"), ui::durationText(evaluation.placed_step->value)});
  figures.row({QStringLiteral("Tokens/s"), ui::wholeText(evaluation.tokens_per_second)});
  figures.row({QStringLiteral("MFU"), ui::percentText(evaluation.mfu)});
  figures.row({QStringLiteral("$/1T tokens"), ui::moneyText(evaluation.money.usd_per_trillion_tokens)});
  if (allPaid(evaluation) != evaluation.gpus_used())
    figures.row({QStringLiteral("GPUs paid for"), ui::wholeText(allPaid(evaluation))});
  figures.row({QStringLiteral("The job"), ui::outcomeText(evaluation)});
  if (!evaluation.outcome.end.empty())
    figures.row({QStringLiteral("Done on"), QString::fromStdString(evaluation.outcome.end)});
  figures.row({QStringLiteral("The job, no failures"), ui::hoursText(evaluation.hours_for_job)});
  if (evaluation.goodput.repair_hours && evaluation.outcome.hours > 0.0)
    figures.row(
        {QStringLiteral("Waiting for repairs"), ui::percentText(1.0 - evaluation.goodput.available, 2)});
  if (evaluation.money.purchase)
    figures.row({QStringLiteral("Purchase"), ui::moneyText(evaluation.money.purchase->value)});
  figures.row({evaluation.money.power_estimated ? QStringLiteral("Power at the wall (estimate)")
                                                : QStringLiteral("Power at the wall"),
               ui::powerText(evaluation.money.power_kw * 1000.0)});

  Table parts;
  parts.column(QStringLiteral("Part of the step"));
  parts.column(QStringLiteral("Time"), Align::Right);
  parts.column(QStringLiteral("Share"), Align::Right);
  for (int i = 0; i < cost::kParts; ++i) {
    const auto part = static_cast<cost::Part>(i);
    if (evaluation.time[part] <= 0.0) continue;
    parts.row({QString::fromUtf8(cost::to_string(part)).replace(QLatin1Char('_'), QLatin1Char(' ')),
               ui::durationText(evaluation.time[part]),
               ui::percentText(evaluation.time[part] / evaluation.step.value)});
  }

  QStringList told{figures.text(), QString(), parts.text(), QString(), memoryTable(evaluation, problem)};
  if (const QString placed = ui::placedStepText(evaluation); !placed.isEmpty()) told << QString() << placed;
  return told.join(QLatin1Char('\n'));
}

QString assumptionsText(const std::vector<hardware::Assumption>& assumptions) {
  if (assumptions.empty()) return {};
  Table table;
  table.column(QStringLiteral("Assumed"));
  table.column(QStringLiteral("Value"));
  table.column(QStringLiteral("Why"));
  for (const hardware::Assumption& assumption : assumptions)
    table.row({QString::fromStdString(assumption.what), QString::fromStdString(assumption.value),
               QString::fromStdString(hardware::to_text(assumption.why))});
  return table.text();
}

}  // namespace astrolabe::cli
