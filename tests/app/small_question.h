#pragma once
// A question that is answered in a moment, for tests.

#include "core/model/model_reader.h"
#include "core/plan/samples.h"

namespace astrolabe {

/// The sample with a small model on a node of each kind.
inline plan::Plan smallQuestion() {
  plan::Plan small = plan::sample_plan();
  small.model_name = "bert-large";
  for (const model::BuiltInModel& built_in : model::built_in_models())
    if (built_in.id == small.model_name) small.model_text = built_in.config;
  small.job.sequence_length = 512;
  for (hardware::PoolSpec& pool : small.cluster.pools) pool.nodes = 1;
  return small;
}

}  // namespace astrolabe
