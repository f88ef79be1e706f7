#pragma once
// Why a placement of post-training is what it is: parts of an iteration, what binds, what the next one lacks.

#include <QString>
#include <QStringList>

#include "core/planning/post_trainings.h"
#include "core/post_training/iteration.h"
#include "core/strategy/problem.h"

namespace astrolabe::ui {

/// "decoding", "the last answers", "updates".
QString partText(post_training::Part part);
/// "all on the same GPUs", "in two sets", "each role by itself".
QString formText(post_training::Form form);
/// A role's model, rule, or whose weights it shares.
QString roleModelText(const post_training::Role& role);
/// "800 tokens on average, 4,096 at most"
QString responsesText(const post_training::Responses& responses);

/// Sentences: what binds the iteration of `option`, who waits, and by which parts it beats the next one.
QStringList placementReasons(const planning::FoundPostTrainings& found, const planning::Option& option);
/// Parts in which two placements differ, the most first: name, first, other, change.
std::vector<QStringList> placementDifferences(const planning::Option& first, const planning::Option& other,
                                              const strategy::Problem& problem);

}  // namespace astrolabe::ui
