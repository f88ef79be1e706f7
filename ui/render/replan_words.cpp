#include "ui/render/replan_words.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/planning/pipelines.h"
#include "core/planning/replanned.h"
#include "ui/render/kind_words.h"
#include "ui/render/numbers.h"
#include "ui/render/strategy_words.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

struct ReplanWords {
  Q_DECLARE_TR_FUNCTIONS(ReplanWords)
};

constexpr int kMostPipelines = 6, kMostIdle = 8;  // told one by one

QString stepText(const std::optional<double>& seconds) {
  return seconds ? durationText(*seconds) : unknownText();
}

QString paysText(const replan::Plan& plan) {
  if (plan.kind == replan::Kind::keep) return unknownText();
  if (!plan.break_even_steps) return ReplanWords::tr("never");
  if (*plan.break_even_steps <= 0.0) return ReplanWords::tr("at once");
  if (*plan.break_even_steps <= 1.0) return ReplanWords::tr("after a step");
  return ReplanWords::tr("after %1 steps").arg(wholeText(std::ceil(*plan.break_even_steps)));
}

QString boundText(const replan::Plan& plan) {
  return plan.lower_bound_seconds > 0.0 ? durationText(plan.lower_bound_seconds) : unknownText();
}

QString bytesText(double bytes) { return bytes > 0.0 ? gibText(bytes) : ReplanWords::tr("nothing"); }

/// Whether all pipelines have the same micro-batches and stages, which runtimes ask for.
bool isOfOneShape(const std::vector<replan::Pipeline>& pipelines) {
  const auto shape = [](replan::Pipeline pipeline) {
    for (replan::Stage& stage : pipeline.stages) {
      stage.gpus.clear();
      stage.factor = 1.0;
    }
    return pipeline;
  };
  return std::all_of(pipelines.begin(), pipelines.end(), [&](const replan::Pipeline& pipeline) {
    return shape(pipeline) == shape(pipelines.front());
  });
}

bool anySlow(const replan::Answer& answer) {
  for (const replan::Plan& plan : answer.plans)
    for (const replan::Pipeline& pipeline : plan.pipelines)
      for (const replan::Stage& stage : pipeline.stages)
        if (stage.factor > 1.0) return true;
  return false;
}

/// Why no runtime starts the plan; empty where some may.
QString runtimesText(const replan::Plan& plan) {
  if (!plan.layout_kind.empty()) return kindWords(plan.layout_kind).runtimesNote();
  return isOfOneShape(plan.pipelines) ? QString() : kindWords(planning::kReplanned).runtimesNote();
}

QString replanPipelineText(int number, const replan::Pipeline& pipeline, const strategy::Problem& problem) {
  QStringList layers, tensor, pools;
  for (const replan::Stage& stage : pipeline.stages) {
    layers << QString::number(stage.layers);
    tensor << QString::number(stage.tensor_parallel);
    const QString pool =
        QString::fromStdString(problem.cluster.pools[static_cast<std::size_t>(stage.pool)].id);
    if (!pools.contains(pool)) pools << pool;
  }
  return ReplanWords::tr("Pipeline %1 on %2: micro-batches %3, layers %4, TP %5")
      .arg(QString::number(number), pools.join(u", "_s), QString::number(pipeline.micro_batches),
           layers.join(u" · "_s), tensor.join(u" · "_s));
}

/// Whether a plan to drop GPUs drops none, as none that runs is slow or has failed: the layout, made for
/// fewer or other GPUs, is made anew for all of them.
bool dropsNothing(const replan::Answer& answer, const replan::Plan& plan) {
  const replan::Plan* keep = answer.find(replan::Kind::keep);  // none where a GPU that runs has failed
  return plan.kind == replan::Kind::drop && plan.idle.empty() && keep != nullptr && keep->loss < 1e-9;
}

QString planText(const replan::Answer& answer, const replan::Plan& plan) {
  return dropsNothing(answer, plan) ? ReplanWords::tr("Start anew on all GPUs") : replanPlanText(plan);
}

/// Null for none.
const replan::Plan* recommendedPlan(const replan::Answer& answer) {
  const int at = answer.recommended.value_or(-1);
  return at >= 0 && at < static_cast<int>(answer.plans.size()) ? &answer.plans[static_cast<std::size_t>(at)]
                                                               : nullptr;
}

}  // namespace

QString replanKindText(replan::Kind kind) {
  switch (kind) {
    case replan::Kind::keep:
      return ReplanWords::tr("Keep");
    case replan::Kind::rebalance_data:
      return ReplanWords::tr("Re-balance data");
    case replan::Kind::rebalance_layers:
      return ReplanWords::tr("Re-balance layers");
    case replan::Kind::regroup:
      return ReplanWords::tr("Regroup tensor parallelism");
    case replan::Kind::drop:
      return ReplanWords::tr("Drop slow or failed GPUs");
    case replan::Kind::spare:
      return ReplanWords::tr("Spare or idle GPUs in");
    case replan::Kind::fresh:
      return ReplanWords::tr("Start the best strategy");
  }
  return {};
}

QString replanPlanText(const replan::Plan& plan) {
  if (plan.layout_kind.empty() || plan.kind != replan::Kind::fresh) return replanKindText(plan.kind);
  return ReplanWords::tr("Start anew: %1", "a kind of plan").arg(kindWords(plan.layout_kind).label());
}

QString runningText(const planning::LayoutPtr& running) {
  const auto* pipeline = planning::as<planning::PipelineLayout>(running);
  return pipeline != nullptr ? degreesText(pipeline->strategy()) : kindWords(running->kind()).label();
}

QString gpuPlaceText(const replan::GpuId& gpu, const strategy::Problem& problem) {
  return ReplanWords::tr("node %1 of %2, GPU %3")
      .arg(QString::number(gpu.node),
           QString::fromStdString(problem.cluster.pools[static_cast<std::size_t>(gpu.pool)].id),
           QString::number(gpu.gpu));
}

QStringList replanColumns() {
  return {ReplanWords::tr("Plan"),    ReplanWords::tr("Step"),     ReplanWords::tr("Loses"),
          ReplanWords::tr("Bound"),   ReplanWords::tr("To move"),  ReplanWords::tr("Moving takes"),
          ReplanWords::tr("Restart"), ReplanWords::tr("Paid back")};
}

std::vector<QStringList> replanRows(const replan::Answer& answer) {
  std::vector<QStringList> rows;
  for (std::size_t i = 0; i < answer.plans.size(); ++i) {
    const replan::Plan& plan = answer.plans[i];
    const QString kind = planText(answer, plan);
    const bool best = answer.recommended && *answer.recommended == static_cast<int>(i);
    rows.push_back(
        {best ? ReplanWords::tr("%1: recommended").arg(kind) : kind, durationText(plan.step_seconds),
         signedPercentText(plan.loss), boundText(plan), bytesText(plan.bytes_to_move),
         plan.bytes_to_move > 0.0 ? durationText(plan.move_seconds) : unknownText(),
         plan.restart_seconds > 0.0 ? durationText(plan.restart_seconds) : ReplanWords::tr("none", "restart"),
         paysText(plan)});
  }
  return rows;
}

QStringList replanDetail(const replan::Plan& plan, const strategy::Problem& problem) {
  QStringList lines;
  if (!plan.layout_kind.empty() && plan.kind != replan::Kind::fresh)
    lines << kindWords(plan.layout_kind).label();
  else if (!plan.layout_kind.empty())
    lines << ReplanWords::tr("From a checkpoint, as it stands in the ranking: %1")
                 .arg(kindWords(plan.layout_kind).label());
  else if (plan.kind == replan::Kind::fresh)
    lines << ReplanWords::tr("From a checkpoint: %1").arg(degreesText(plan.strategy));
  if (plan.kind == replan::Kind::fresh && plan.bytes_to_move > 0.0)
    lines << ReplanWords::tr("Moving is writing the checkpoint, the restart holds reading it back");
  const auto shown = std::min<std::size_t>(plan.pipelines.size(), kMostPipelines);
  for (std::size_t i = 0; i < shown; ++i)
    lines << replanPipelineText(static_cast<int>(i) + 1, plan.pipelines[i], problem);
  if (plan.pipelines.size() > shown)
    lines << ReplanWords::tr("and further pipelines: %1").arg(plan.pipelines.size() - shown);
  QStringList idle;
  for (std::size_t i = 0; i < std::min<std::size_t>(plan.idle.size(), kMostIdle); ++i)
    idle << gpuPlaceText(plan.idle[i], problem);
  if (plan.idle.empty()) return lines;
  lines << (plan.idle.size() > kMostIdle ? ReplanWords::tr("Idle GPUs: %1, among them %2")
                                         : ReplanWords::tr("Idle GPUs: %1 (%2)"))
               .arg(QString::number(plan.idle.size()), idle.join(u"; "_s));
  return lines;
}

QStringList replanLead(const replan::Answer& answer) {
  QStringList words{ReplanWords::tr("With nothing slow a step of the layout that runs takes %1.")
                        .arg(durationText(answer.healthy_step_seconds))};
  const replan::Plan* best = recommendedPlan(answer);
  if (best == nullptr) return words << ReplanWords::tr("No plan pays in the steps that are left.");
  const QString what = planText(answer, *best), step = durationText(best->step_seconds),
                loss = signedPercentText(best->loss);
  if (best->lower_bound_seconds <= 0.0)
    return words << ReplanWords::tr("Recommended: %1, %2 a step, %3 against that.").arg(what, step, loss);
  return words << (best->kind == replan::Kind::fresh
                       ? ReplanWords::tr(
                             "Recommended: %1, %2 a step, %3 against that; nothing of its kind is below %4.")
                       : ReplanWords::tr("Recommended: %1, %2 a step, %3 against that; no plan on these "
                                         "groups is below %4."))
                      .arg(what, step, loss, durationText(best->lower_bound_seconds));
}

QStringList replanRest(const replan::Answer& answer) {
  QStringList words;
  if (anySlow(answer))
    words << ReplanWords::tr(
        "Steps are as ranks stand on the nodes, where a slow GPU slows what waits for it; the "
        "ranking counts every GPU in use as slow as the slowest of its pool.");
  const replan::Plan* best = recommendedPlan(answer);
  if (best == nullptr) return words;
  const bool fresh = best->kind == replan::Kind::fresh;  // moves by a checkpoint
  if (best->bytes_to_move > 0.0)
    words << (fresh ? ReplanWords::tr("Its checkpoint of %1 is written in %2.")
                    : ReplanWords::tr("It moves %1 in at least %2."))
                 .arg(bytesText(best->bytes_to_move), durationText(best->move_seconds));
  if (best->restart_seconds > 0.0)
    words << (fresh
                  ? ReplanWords::tr("The job then starts anew and reads that back: %1 (10 minutes of it are "
                                    "assumed where the job does not say how long a start takes).")
                  : ReplanWords::tr("Stages or groups change, so the job starts anew: %1 (10 minutes are "
                                    "assumed where the job does not say)."))
                 .arg(durationText(best->restart_seconds));
  if (best->change_seconds() > 0.0)
    words << (fresh ? ReplanWords::tr("Writing and restart take %1 together, paid back: %2. Steps left: %3.")
                    : ReplanWords::tr("Moving and restart take %1 together, paid back: %2. Steps left: %3."))
                 .arg(durationText(best->change_seconds()), paysText(*best),
                      significantText(answer.steps_left));
  if (const QString started = runtimesText(*best); !started.isEmpty()) words << started;
  return words;
}

QStringList replanSentences(const replan::Answer& answer) { return replanLead(answer) + replanRest(answer); }

QString factorText(double factor) {
  return std::isinf(factor) ? ReplanWords::tr("failed") : u"%1 ×"_s.arg(significantText(factor));
}

QStringList curveColumns() {
  QStringList columns{ReplanWords::tr("How slow")};
  for (int kind = 0; kind < replan::kKinds; ++kind)
    columns << replanKindText(static_cast<replan::Kind>(kind));
  return columns << ReplanWords::tr("Fastest");
}

std::vector<QStringList> curveRows(const replan::Curve& curve) {
  std::vector<QStringList> rows;
  for (const replan::CurvePoint& point : curve.points)
    rows.push_back({factorText(point.factor), stepText(point.keep), stepText(point.rebalance_data),
                    stepText(point.rebalance_layers), stepText(point.regroup), stepText(point.drop),
                    stepText(point.spare), point.best ? replanKindText(*point.best) : unknownText()});
  return rows;
}

}  // namespace astrolabe::ui
