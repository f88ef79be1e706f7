#pragma once
// Questions that are answered in a moment, for tests.

#include "core/model/model_reader.h"
#include "core/plan/samples.h"

namespace astrolabe {

/// The sample's cluster with a model whose program fits: BERT large, 512 tokens, 256 sequences. The best
/// program lies over all devices; of 128 sequences a pipeline of two programs is 2 % faster.
inline plan::Plan smallPlan() {
  plan::Plan small = plan::sample_plan();
  small.model_name = "bert-large";
  for (const model::BuiltInModel& built_in : model::built_in_models())
    if (built_in.id == small.model_name) small.model_text = built_in.config;
  small.job.sequence_length = 512;
  small.job.global_batch = 256;
  return small;
}

/// smallPlan() on one node of each kind.
inline plan::Plan smallQuestion() {
  plan::Plan small = smallPlan();
  for (hardware::PoolSpec& pool : small.cluster.pools) pool.nodes = 1;
  return small;
}

/// The sample with so many sequences a step and, unless `model` is empty, that built-in model.
inline plan::Plan sampleOf(const std::string& model, int batch) {
  plan::Plan sample = plan::sample_plan();
  sample.job.global_batch = batch;
  if (model.empty()) return sample;
  sample.model_name = model;
  sample.model_text.clear();
  sample.model_entered.clear();
  return sample;
}

}  // namespace astrolabe
