#include "core/calibration/measured_open.h"

#include <algorithm>
#include <string>

#include "core/base/text.h"
#include "core/cost/shape.h"
#include "core/model/model_reader.h"

namespace astrolabe::calibration {

namespace {

using strategy::Recompute;

constexpr int kUsualSequence = 4096;
constexpr int kUsualNode = 8;
constexpr int kMostStages = 64;
constexpr int kMostMicroBatch = 64, kMostOpenMicroBatch = 16;  ///< with the global batch stated, and without

/// Sizes that a row can state: decoders whose layers are alike but for leading dense ones.
bool can_be_stated(const model::Architecture& architecture) {
  const bool sinks =
      architecture.layer_kinds.back().attention_sink;  // gpt-oss: its windows are known by name
  return std::all_of(architecture.layer_kinds.begin(), architecture.layer_kinds.end(),
                     [&](const model::LayerKind& kind) {
                       return kind.causal && !kind.cross_attention && (kind.window == 0 || sinks);
                     });
}

const model::BuiltInModel* built_in(const std::string& name) {
  const auto& models = model::built_in_models();
  const auto found = std::find_if(models.begin(), models.end(), [&](const model::BuiltInModel& known) {
    return name_key(known.id) == name_key(name);
  });
  return found == models.end() ? nullptr : &*found;
}

void take_sizes(const model::Architecture& architecture, MeasuredRun& run) {
  const auto kind_of = [&](int index) { return architecture.layer_kinds[static_cast<std::size_t>(index)]; };
  const model::LayerKind first = kind_of(architecture.layers.front());
  const model::LayerKind last = kind_of(architecture.layers.back());
  const auto take = [](auto& field, auto value) {
    if (!field) field = value;
  };
  take(run.layers, static_cast<int>(architecture.layers.size()));
  take(run.hidden, architecture.hidden);
  take(run.vocabulary, architecture.vocabulary);
  take(run.tied_embeddings, architecture.tied_embeddings);
  take(run.heads, last.heads);
  take(run.kv_heads, last.kv_heads);
  take(run.gated, last.feed == model::Feed::gated);
  if (std::max(first.ffn, last.ffn) > 0) take(run.ffn, std::max(first.ffn, last.ffn));
  if (last.experts > 0) {
    take(run.experts, last.experts);
    take(run.top_k, last.top_k);
    take(run.expert_ffn, last.expert_ffn);
    take(run.shared_experts, last.shared_ffn / std::max(1, last.expert_ffn));
  }
  if (run.family.empty())
    run.family = last.latent_kv > 0                ? "mla"
                 : last.experts > 0                ? "moe"
                 : last.feed == model::Feed::gated ? "llama"
                                                   : "gpt";
}

bool fits(const MeasuredCase& measured, Recompute recompute, double& seconds) {
  strategy::Strategy strategy = measured.strategy;
  if (recompute != strategy.recompute) {
    strategy.recompute = recompute;
    for (strategy::Stage& stage : strategy.stages) {
      stage.recompute = recompute;
      stage.recompute_layers = recompute == Recompute::full ? stage.layers : 0;
    }
  }
  cost::Tables tables(measured.problem);
  const cost::Shape shape(tables, strategy);
  const cost::Evaluation evaluation = shape.evaluate(measured.layers, true);
  seconds = evaluation.step.value / measured.tokens_per_step;
  return std::all_of(evaluation.memory.begin(), evaluation.memory.end(),
                     [](const cost::StageMemory& stage) { return stage.fits(); });
}

}  // namespace

MeasuredRun with_assumed_sizes(const MeasuredRun& run, std::vector<AssumedSetting>& assumed) {
  MeasuredRun whole = run;
  if (!run.layers || !run.hidden || !run.heads)
    if (const model::BuiltInModel* known = built_in(run.model))
      if (const auto read = model::read_config(known->config, known->id); read && can_be_stated(*read)) {
        take_sizes(*read, whole);
        assumed.push_back({"model", known->id, "sizes not stated: the built-in model of that name"});
      }
  const bool a_step = run.kind == MeasuredKind::step_seconds;
  if (!run.sequence_length && !a_step) {
    whole.sequence_length = kUsualSequence;
    assumed.push_back({"seq", std::to_string(kUsualSequence), "not stated: usual in pre-training"});
  }
  if (!run.gpus && run.data_parallel && run.tensor_parallel && run.pipeline_parallel) {
    whole.gpus =
        *run.data_parallel * *run.tensor_parallel * *run.pipeline_parallel * run.context_parallel.value_or(1);
    assumed.push_back({"n_gpus", std::to_string(*whole.gpus), "dp x tp x pp x cp"});
  } else if (!run.gpus && !a_step) {
    whole.gpus = run.gpus_per_node.value_or(kUsualNode);
    assumed.push_back({"n_gpus", std::to_string(*whole.gpus), "not stated: one node"});
  }
  return whole;
}

bool leaves_layout_open(const MeasuredRun& run) {
  return !run.tensor_parallel || !run.pipeline_parallel || !run.micro_batch;
}

std::vector<MeasuredRun> open_layouts(const MeasuredRun& run) {
  std::vector<int> tensor, stages;
  if (run.tensor_parallel) tensor = {*run.tensor_parallel};
  for (int tp = 1; !run.tensor_parallel && tp <= run.gpus_per_node.value_or(kUsualNode); tp *= 2)
    if (*run.heads % tp == 0) tensor.push_back(tp);
  if (run.pipeline_parallel) stages = {*run.pipeline_parallel};
  for (int pp = 1; !run.pipeline_parallel && pp <= std::min(kMostStages, *run.layers); ++pp)
    if (*run.layers % pp == 0) stages.push_back(pp);
  std::vector<MeasuredRun> layouts;
  for (const int tp : tensor)
    for (const int pp : stages) {
      const int ways = tp * pp * run.context_parallel.value_or(1);
      if (*run.gpus % ways != 0) continue;
      const int replicas = *run.gpus / ways;
      if (run.data_parallel && *run.data_parallel != replicas) continue;
      MeasuredRun layout = run;
      layout.tensor_parallel = tp;
      layout.pipeline_parallel = pp;
      if (run.micro_batch) {
        layouts.push_back(layout);
        continue;
      }
      if (!run.is_time()) {  // memory readings that name no batch are of the smallest
        layout.micro_batch = 1;
        layouts.push_back(layout);
        continue;
      }
      for (int size = 1; size <= (run.global_batch ? kMostMicroBatch : kMostOpenMicroBatch); size *= 2) {
        if (run.global_batch && *run.global_batch % (size * replicas) != 0) break;
        layout.micro_batch = size;
        layouts.push_back(layout);
      }
    }
  return layouts;
}

LayoutRank rank_of(const MeasuredCase& measured) {
  LayoutRank rank;
  if (fits(measured, measured.strategy.recompute, rank.seconds_per_token)) return rank;
  double again = 0.0;
  rank.misfit = measured.run.recompute.empty() && fits(measured, Recompute::full, again) ? 1 : 2;
  return rank;
}

strategy::Recompute cheapest_recompute(const MeasuredCase& measured) {
  double seconds = 0.0;
  for (const Recompute tried : {Recompute::none, Recompute::selective})
    if (fits(measured, tried, seconds)) return tried;
  return Recompute::full;
}

}  // namespace astrolabe::calibration
