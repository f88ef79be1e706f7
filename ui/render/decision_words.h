#pragma once
// Which option to take, in words: one place for comparison, report and slides.

#include <QString>
#include <QStringList>
#include <vector>

#include "core/plan/decision.h"

namespace astrolabe::ui {

/// An option as it is called, with what was found for it; null: nothing that answers it as it is now.
struct NamedOption {
  int id = 0;
  QString name;
  const plan::Snapshot* answer = nullptr;
  bool baseline = false;
};

/// What is said of one option.
struct DecidedWords {
  QString place;   ///< "1", "2, within the error of the first", "breaks a limit", "another job"
  QString limits;  ///< "all 3 hold", or the first that is broken with the figure that crossed it
  bool holds = true;
};

struct DecisionWords {
  std::vector<plan::Contender> contenders;  ///< as the options were given
  plan::Decision decision;
  std::vector<DecidedWords> options;
  QString message;      ///< "Buy B, done in 41 days"; without a sum of money
  QString sentence;     ///< which to take, and what would change that; empty with fewer than two results
  QStringList further;  ///< what does another job, what lies within the error, and what breaks a limit
  QStringList chances;  ///< of each option to be the best, and how they were drawn
  /// All of it, the message apart.
  QStringList told() const;
};

/// The place of an option that does another job: "another job".
QString anotherJobPlace();
/// "B does another job than A (other traffic), so neither is an alternative to the other."
QString anotherJobSentence(const QString& option, const QString& measure, const QString& what);
/// Where no other option does the job of the measure: none of them is named the best. `told`: what differs.
void tellNoChoice(DecisionWords& words, const QStringList& told);

/// By the goal and the limits of the baseline, or of the first that has an answer.
DecisionWords decisionWords(const std::vector<NamedOption>& options);

}  // namespace astrolabe::ui
