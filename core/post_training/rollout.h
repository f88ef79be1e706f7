#pragma once
// What an engine takes to generate all answers of an iteration: prompts read once, answers of unequal length
// decoded together, the last ones nearly alone.

#include <vector>

#include "core/serving/step.h"

namespace astrolabe::post_training {

struct Rollout {
  double samples = 1.0;         ///< of one replica
  double places = 1.0;          ///< that run at once
  double prompt_tokens = 1.0;   ///< of one sample
  double prompts_read = 1.0;    ///< share of the prompts that is computed: samples of one prompt share it
  std::vector<double> lengths;  ///< answers, each of an equal part of the samples
  /// The slowest replica's tokens over the mean: answers to one prompt are alike, and its samples stay
  /// together.
  double imbalance = 1.0;
  double longest = 0.0;  ///< the longest answer of all replicas, which comes last; 0: as `lengths`
};

struct RolloutTimes {
  double seconds = 0.0;
  double prefill_seconds = 0.0;
  double straggler_seconds = 0.0;  ///< with less than a quarter of the places in use
};

/// Answers start in an order that mixes lengths; whoever ends makes place for the next. Events of as many
/// groups as there are lengths.
RolloutTimes rollout(const serving::StepModel& model, const Rollout& asked);

}  // namespace astrolabe::post_training
