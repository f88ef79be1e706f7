#pragma once
// Which of several placements of post-training to take, in words: for the comparison and slides.

#include <vector>

#include "core/strategy/problem.h"
#include "ui/render/serving_decision.h"

namespace astrolabe::ui {

/// A scenario that post-trains, with the question of its answer; null: nothing answers it as it is now.
struct PlacedOption : ServedOption {
  const strategy::Problem* problem = nullptr;
};

/// By seconds, dollars or GPUs of an iteration, as the objective ranks; times and dollars have the band of
/// the prediction.
DecisionWords postTrainingDecisionWords(const std::vector<PlacedOption>& options,
                                        strategy::Objective objective);

}  // namespace astrolabe::ui
