#include "ui/render/cause_words.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "ui/render/breakdown_painter.h"
#include "ui/render/duration_pair.h"
#include "ui/render/marks.h"
#include "ui/render/numbers.h"
#include "ui/render/strategy_words.h"

namespace astrolabe::ui {

namespace {

using cost::Part;
using Kind = plan::Cause::Kind;

struct CauseWords {
  Q_DECLARE_TR_FUNCTIONS(Cause)
};

QString gpuOf(const strategy::Problem& problem, double pool) {
  return shortGpuName(problem.cluster.pools[static_cast<std::size_t>(pool)].gpu);
}

QString scheduleOf(const cost::Evaluation& evaluation) {
  return QLatin1StringView(strategy::to_string(evaluation.strategy.schedule));
}

/// A pipeline against a pipeline, or against none.
QString pipelineText(const plan::Cause& cause) {
  const QString stages = wholeText(cause.given[0]), micro = wholeText(cause.given[1]);
  const QString others = wholeText(cause.best[0]), otherMicro = wholeText(cause.best[1]);
  if (cause.best[0] <= 1.0)
    return CauseWords::tr("%1 stages share %2 micro-batches, instead of no pipeline").arg(stages, micro);
  if (cause.given[0] <= 1.0)
    return CauseWords::tr("there is no pipeline, instead of %1 stages that share %2 micro-batches")
        .arg(others, otherMicro);
  return CauseWords::tr("%1 stages share %2 micro-batches, instead of %3 stages sharing %4")
      .arg(stages, micro, others, otherMicro);
}

/// Inside a node or across nodes, at what a GPU gets of the link.
QString linkText(const plan::Cause& cause) {
  const QString ranks = wholeText(cause.given[0]), here = bandwidthText(cause.given[1]),
                there = bandwidthText(cause.best[1]);
  if (cause.given[2] > cause.best[2])
    return CauseWords::tr("its %1 ranks span nodes: %2 per GPU instead of %3").arg(ranks, here, there);
  if (cause.given[2] < cause.best[2])
    return CauseWords::tr("its %1 ranks stay inside a node: %2 per GPU instead of %3")
        .arg(ranks, here, there);
  return CauseWords::tr("its %1 ranks exchange at %2 per GPU instead of %3").arg(ranks, here, there);
}

QString flagText(const plan::Cause& cause, bool optimizer) {
  const bool on = cause.given[0] > cause.best[0];
  if (cause.kind == Kind::overlap)
    return on ? CauseWords::tr("it overlaps with compute here and not there")
              : CauseWords::tr("it overlaps with compute there and not here");
  if (optimizer)
    return on ? CauseWords::tr("the optimizer is offloaded to host memory")
              : CauseWords::tr("the optimizer is not offloaded to host memory");
  return on ? CauseWords::tr("activations are offloaded to host memory")
            : CauseWords::tr("activations are not offloaded to host memory");
}

}  // namespace

QString partPhrase(Part part) {
  switch (part) {
    case Part::compute_forward:
      return CauseWords::tr("Forward compute");
    case Part::compute_backward:
      return CauseWords::tr("Backward compute");
    case Part::recompute:
      return CauseWords::tr("Recomputation");
    case Part::tensor_parallel:
      return CauseWords::tr("Exposed tensor-parallel traffic");
    case Part::context_parallel:
      return CauseWords::tr("Exposed context-parallel traffic");
    case Part::expert_parallel:
      return CauseWords::tr("Exposed expert-parallel traffic");
    case Part::pipeline_transfer:
      return CauseWords::tr("Waiting for pipeline transfers");
    case Part::pipeline_bubble:
      return CauseWords::tr("The pipeline bubble");
    case Part::data_parallel:
      return CauseWords::tr("Exposed data-parallel traffic");
    case Part::optimizer:
      return CauseWords::tr("The optimizer step");
    case Part::other:
      break;
  }
  return CauseWords::tr("Other time (waiting for the host and for offloading)");
}

QString partMeaning(Part part) {
  switch (part) {
    case Part::compute_forward:
      return CauseWords::tr("Matrix products, attention and memory traffic of the forward pass.");
    case Part::compute_backward:
      return CauseWords::tr("Matrix products, attention and memory traffic of the backward pass.");
    case Part::recompute:
      return CauseWords::tr("Forward work done again in the backward pass to save memory.");
    case Part::tensor_parallel:
      return CauseWords::tr("Traffic of tensor and sequence parallelism that no compute hides.");
    case Part::context_parallel:
      return CauseWords::tr(
          "Exchange of keys and values between context-parallel ranks that no compute hides.");
    case Part::expert_parallel:
      return CauseWords::tr("Exchange of tokens between experts (all-to-all) that no compute hides.");
    case Part::pipeline_transfer:
      return CauseWords::tr("Waiting for activations and gradients on their way between stages.");
    case Part::pipeline_bubble:
      return CauseWords::tr("Waiting for other stages: filling, draining and uneven load of the pipeline.");
    case Part::data_parallel:
      return CauseWords::tr(
          "Reduction of gradients and gathering of parameters over the replicas that no compute hides.");
    case Part::optimizer:
      return CauseWords::tr("Update of the parameters at the end of the step.");
    case Part::other:
      break;
  }
  return CauseWords::tr(
      "Everything else: waiting for the host to launch kernels, the fixed host time of a step, waiting for "
      "activations that are offloaded to host memory, and rounding of the schedule.");
}

QString partMeanings(const cost::Evaluation& evaluation) {
  QStringList lines;
  for (int i = 0; i < cost::kParts; ++i)
    if (const auto part = static_cast<Part>(i); evaluation.time[part] > 0.0)
      lines << CauseWords::tr("%1: %2", "part of a step, what it is").arg(partName(part), partMeaning(part));
  return lines.join(QLatin1Char('\n'));
}

QString causeText(const plan::PartDifference& part, const strategy::Problem& problem,
                  const cost::Evaluation& given, const cost::Evaluation& best) {
  const plan::Cause& cause = part.cause;
  const auto here = [&](int i) { return wholeText(cause.given[static_cast<std::size_t>(i)]); };
  const auto there = [&](int i) { return wholeText(cause.best[static_cast<std::size_t>(i)]); };
  const bool longer = part.difference() > 0.0;
  switch (cause.kind) {
    case Kind::none:
      break;
    case Kind::stages:
      return pipelineText(cause);
    case Kind::chunks:
      return CauseWords::tr("model chunks per stage: %1 instead of %2").arg(here(0), there(0));
    case Kind::schedule:
      return CauseWords::tr("the schedule is %1 instead of %2").arg(scheduleOf(given), scheduleOf(best));
    case Kind::balance:
      return (longer ? CauseWords::tr("the stages are loaded less evenly: %1 layers instead of %2")
                     : CauseWords::tr("the stages are loaded more evenly: %1 layers instead of %2"))
          .arg(layersText(given.strategy), layersText(best.strategy));
    case Kind::work:
      return CauseWords::tr(
                 "the stage that ends the step computes %1 layers × %2 sequences on %3 GPUs, instead of "
                 "%4 × %5 on %6")
          .arg(here(0), here(1), here(2), there(0), there(1), there(2));
    case Kind::gpu:
      return CauseWords::tr("the stage that ends the step runs on %1 instead of %2")
          .arg(gpuOf(problem, cause.given[0]), gpuOf(problem, cause.best[0]));
    case Kind::width:
      return (longer ? CauseWords::tr("TP %1 cuts the matrix products into smaller pieces than TP %2")
                     : CauseWords::tr("TP %1 leaves larger matrix products than TP %2"))
          .arg(here(0), there(0));
    case Kind::micro_batch:
      return (longer ? CauseWords::tr("micro-batches of %1 make smaller matrix products than those of %2")
                     : CauseWords::tr("micro-batches of %1 make larger matrix products than those of %2"))
          .arg(here(0), there(0));
    case Kind::ranks:
      return CauseWords::tr("ranks that exchange: %1 instead of %2").arg(here(0), there(0));
    case Kind::link:
      return linkText(cause);
    case Kind::recomputed:
      return CauseWords::tr("recomputed layers of the stage that ends the step: %1 instead of %2")
          .arg(here(0), there(0));
    case Kind::recompute:
      return CauseWords::tr("recomputation is %1 instead of %2")
          .arg(recomputeText(given.strategy), recomputeText(best.strategy));
    case Kind::held:
      return CauseWords::tr("the gradients of %1 layers at TP %2 are reduced, instead of %3 at TP %4")
          .arg(here(0), here(1), there(0), there(1));
    case Kind::shards:
      return CauseWords::tr("GPUs that share the update: %2 (layers: %1), instead of %4 (layers: %3)")
          .arg(here(0), here(1), there(0), there(1));
    case Kind::launches:
      return CauseWords::tr("%1 layers × %2 micro-batches are launched, instead of %3 × %4")
          .arg(here(0), here(1), there(0), there(1));
    case Kind::overlap:
    case Kind::offload:
      return flagText(cause, part.part == Part::optimizer);
  }
  return {};
}

QString differenceSentence(const plan::PartDifference& part, const strategy::Problem& problem,
                           const cost::Evaluation& given, const cost::Evaluation& best) {
  const bool longer = part.difference() > 0.0;
  const QString by = durationText(std::fabs(part.difference()));
  const auto [here, there] = durationTexts(part.given_seconds, part.best_seconds);
  const QString cause = boundDegrees(causeText(part, problem, given, best));
  if (cause.isEmpty())
    return (longer ? CauseWords::tr("%1: %2 longer (%3 instead of %4).")
                   : CauseWords::tr("%1: %2 less (%3 instead of %4)."))
        .arg(partPhrase(part.part), by, here, there);
  return (longer ? CauseWords::tr("%1: %2 longer (%3 instead of %4), because %5.")
                 : CauseWords::tr("%1: %2 less (%3 instead of %4), because %5."))
      .arg(partPhrase(part.part), by, here, there, cause);
}

QStringList differenceSentences(const std::vector<plan::PartDifference>& parts,
                                const strategy::Problem& problem, const cost::Evaluation& given,
                                const cost::Evaluation& best, int most) {
  constexpr double kLeastOfLargest = 0.1, kLeastOfStep = 1e-9;
  QStringList longer, shorter;
  for (const plan::PartDifference& part : parts) {  // the largest come first
    const double by = std::fabs(part.difference());
    if (longer.size() + shorter.size() == most || by < kLeastOfStep * best.step.value ||
        by < kLeastOfLargest * std::fabs(parts.front().difference()))
      break;
    (part.difference() > 0.0 ? longer : shorter) << differenceSentence(part, problem, given, best);
  }
  return longer + shorter;
}

}  // namespace astrolabe::ui
