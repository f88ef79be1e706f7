#pragma once
// Which of several deployments to take, in words: for the comparison and slides.

#include <vector>

#include "core/planning/option.h"
#include "core/planning/question.h"
#include "ui/render/decision_words.h"

namespace astrolabe::ui {

/// A scenario that serves, with the best that was found for it; null: nothing that answers it as it is now.
struct ServedOption {
  int id = 0;
  QString name;
  planning::OptionPtr best;
  bool baseline = false;
};

/// By the goal of the baseline, or of the first that has an answer: GPU seconds of a token, dollars of a
/// token or GPUs paid for, each with the band of its prediction.
DecisionWords servingDecisionWords(const std::vector<ServedOption>& options);

}  // namespace astrolabe::ui
