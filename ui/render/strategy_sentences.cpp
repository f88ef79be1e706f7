// A pipeline in sentences: its stages, what it recomputes, where its state is.

#include "ui/render/strategy_sentences.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "ui/render/marks.h"
#include "ui/render/numbers.h"
#include "ui/render/text.h"

namespace astrolabe::ui {
namespace {

struct StrategySaid {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

/// Of the stage whose GPUs keep most in host memory; empty where none does.
QString hostText(const std::vector<cost::StageMemory>& stages) {
  const auto most = std::max_element(stages.begin(), stages.end(),
                                     [](const auto& a, const auto& b) { return a.host < b.host; });
  if (most == stages.end() || most->host <= Bytes{}) return {};
  const QString held = gibText(most->host.value);
  return std::isfinite(most->host_limit.value)
             ? StrategySaid::tr("Each GPU keeps up to %1 there, of its share of %2. ")
                   .arg(held, gibText(most->host_limit.value))
             : StrategySaid::tr("Each GPU keeps up to %1 there. ").arg(held);
}

/// Which layers are where; stages alike that follow each other in one sentence. The layers of several chunks
/// do not follow each other: how many there are, and which way the model takes.
QString stagesText(const strategy::Problem& problem, const strategy::Strategy& s) {
  const std::vector<strategy::Stage>& stages = s.stages;
  const bool chunks = s.virtual_pipeline > 1;
  QString sentences;
  int layer = 1;
  for (std::size_t first = 0, end = 0; first < stages.size(); first = end) {
    const strategy::Stage& stage = stages[first];
    const auto other = [&](const strategy::Stage& next) {
      return next.layers != stage.layers || next.pool != stage.pool ||
             next.tensor_parallel != stage.tensor_parallel;
    };
    end = static_cast<std::size_t>(
        std::find_if(stages.begin() + static_cast<std::ptrdiff_t>(first), stages.end(), other) -
        stages.begin());
    const int count = static_cast<int>(end - first);
    const int last = layer + count * stage.layers - 1;
    const QString layers = chunks ? StrategySaid::tr("in %n chunks", nullptr, s.virtual_pipeline)
                           : last == layer
                               ? StrategySaid::tr("layer %1").arg(wholeText(layer))
                               : StrategySaid::tr("layers %1 to %2").arg(wholeText(layer), wholeText(last));
    const QString from = wholeText(static_cast<double>(first + 1));
    const QString gpu = shortGpuName(problem.cluster.pools[static_cast<std::size_t>(stage.pool)].gpu),
                  tensor = wholeText(stage.tensor_parallel);
    if (count > 1)
      sentences +=
          StrategySaid::tr("Stages %1 to %2 hold %n layers each, %3, on %4 with tensor parallelism %5. ",
                           nullptr, stage.layers)
              .arg(from, wholeText(static_cast<double>(end)), layers, gpu, tensor);
    else if (chunks)
      sentences += StrategySaid::tr("Stage %1 holds %n layers, %2, on %3 with tensor parallelism %4. ",
                                    nullptr, stage.layers)
                       .arg(from, layers, gpu, tensor);
    else
      sentences += StrategySaid::tr("Stage %1 holds %2 on %3 with tensor parallelism %4. ")
                       .arg(from, layers, gpu, tensor);
    layer = last + 1;
  }
  if (s.schedule == strategy::Schedule::zb_v)
    sentences += StrategySaid::tr(
        "The model goes down the first chunks of all stages and comes back through the second ones. ");
  else if (chunks)
    sentences +=
        StrategySaid::tr("The model goes through the first chunks of all stages, then through the next. ");
  return sentences;
}

}  // namespace

QString strategySentences(const planning::Option& option, const strategy::Problem& problem) {
  const strategy::Strategy& s = option.evaluation.strategy;
  QString sentences =
      StrategySaid::tr("A pipeline has %n stages. ", nullptr, s.pipeline_parallel) +
      StrategySaid::tr("%n pipelines run side by side. ", nullptr, s.data_parallel) +
      StrategySaid::tr("Each takes %n micro-batches a step, ", nullptr, option.timeline.micro_batches) +
      StrategySaid::tr("%n sequences at a time. ", nullptr, s.micro_batch);
  sentences += stagesText(problem, s);
  sentences +=
      s.recompute == strategy::Recompute::none ? StrategySaid::tr("All activations are kept. ")
      : s.recompute == strategy::Recompute::selective
          ? StrategySaid::tr("Attention is recomputed in the backward pass. ")
          : StrategySaid::tr("As many layers as memory requires are recomputed in the backward pass. ");
  sentences += s.zero_stage == 0
                   ? StrategySaid::tr("Every replica holds the whole optimizer state. ")
                   : StrategySaid::tr("Optimizer state is sharded by ZeRO stage %1. ").arg(s.zero_stage);
  if (s.offload_optimizer)
    sentences +=
        StrategySaid::tr("The optimizer is offloaded: its state is kept and updated in host memory. ");
  if (s.offload_activations)
    sentences += StrategySaid::tr("Activations are offloaded to host memory until the backward pass. ");
  if (!s.state.empty()) {
    double moved = 0.0;
    for (const strategy::MovedState& part : s.state) moved += static_cast<double>(part.bytes);
    sentences +=
        StrategySaid::tr("GPUs of other stages hold %1 of the optimizer state. ").arg(gibText(moved));
  }
  sentences += hostText(option.evaluation.memory);
  return sentences + StrategySaid::tr("Schedule: %1.").arg(text(strategy::to_string(s.schedule)));
}

}  // namespace astrolabe::ui
