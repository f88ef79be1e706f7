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

/// Which of the answers do the job of the measure, the baseline or else the first that is answered.
struct OneJob {
  int answered = 0, alternatives = 0;
  QStringList told;  ///< of each that does another, what differs
  /// False where no other does the job of the measure.
  bool isChoice() const { return answered < 2 || alternatives > 1; }
};

/// Marks contenders that do another job. `differs`: what an option's job has that is not that of another one,
/// both answered; empty: nothing.
template <typename Options, typename Differs>
OneJob partJobs(const Options& options, std::vector<plan::Contender>& contenders, const Differs& differs) {
  OneJob one;
  std::size_t measure = options.size();
  for (std::size_t i = 0; i < options.size(); ++i)
    if (contenders[i].answered && (measure == options.size() || options[i].baseline)) measure = i;
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (!contenders[i].answered) continue;
    ++one.answered;
    const QString what = i == measure ? QString() : differs(i, measure);
    contenders[i].alternative = what.isEmpty();
    if (what.isEmpty())
      ++one.alternatives;
    else
      one.told << anotherJobSentence(options[i].name, options[measure].name, what);
  }
  return one;
}

/// By the goal of the baseline, or of the first that has an answer: GPU seconds of a token, dollars of a
/// token or GPUs paid for, each with the band of its prediction.
DecisionWords servingDecisionWords(const std::vector<ServedOption>& options);

}  // namespace astrolabe::ui
