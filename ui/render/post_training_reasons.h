#pragma once
// Why a placement of post-training is what it is: parts of an iteration, what binds, what the next one lacks.

#include <QString>
#include <QStringList>
#include <vector>

#include "core/planning/post_trainings.h"
#include "core/post_training/iteration.h"
#include "core/strategy/problem.h"

namespace astrolabe::ui {

/// "decoding", "the last answers", "updates".
QString partText(post_training::Part part);
/// What keeps a part from being shorter, as a sentence.
QString partMeaning(post_training::Part part);
/// "all on the same GPUs", "in two sets", "each role by itself".
QString formText(post_training::Form form);
/// A role's model, rule, or whose weights it shares.
QString roleModelText(const post_training::Role& role);
/// "800 tokens on average, 4,096 at most"
QString responsesText(const post_training::Responses& responses);

/// Three to six sentences with numbers: what the first is best in and how far that is proven, what binds its
/// iteration, who waits, what the next one (`withNext`) and the other forms do. Empty where nothing fits.
QStringList chosenBecause(const planning::FoundPostTrainings& found, bool withNext = true);
/// "104 placements were played through and 581 branches cut by bounds."
QString playedText(const planning::FoundPostTrainings& found);
/// A sentence a set with the layouts of its roles, and which engine generates.
QString allLayoutsText(const post_training::Placement& placement, const strategy::Problem& problem);
/// Why `given` is not first: a limit that it breaks, or by which parts of the iteration it is behind.
QString whyNotFirst(const planning::FoundPostTrainings& found, const planning::Option& given);
/// By which parts of the iteration `given` differs from the first; empty where by none that tells.
QString behindByParts(const planning::FoundPostTrainings& found, const planning::Option& given);
/// Figures and parts of the iteration in which two placements differ: name, first, other, change.
std::vector<QStringList> placementDifferences(const planning::Option& first, const planning::Option& other,
                                              const strategy::Problem& problem);

}  // namespace astrolabe::ui
