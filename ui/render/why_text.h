#pragma once
// Why a strategy is not first, in sentences; every number in them stands in the explanation itself.

#include <QStringList>

#include "core/plan/why.h"
#include "core/planning/option.h"
#include "core/strategy/problem.h"

namespace astrolabe::ui {

/// The verdict first, then the reasons with their numbers.
QStringList whySentences(const plan::Why& why, const strategy::Problem& problem);

/// That a plan of another kind, `leader`, stands first, and how far it is ahead: "First in the ranking is a
/// plan of another kind, Groups: …". `behind` is beside it, and has both figures.
QString leaderSentence(const plan::Why& behind, const planning::Option& leader);
/// The parts of the step that differ most from those of `behind.best`.
QStringList partSentences(const plan::Why& behind, const strategy::Problem& problem);

}  // namespace astrolabe::ui
