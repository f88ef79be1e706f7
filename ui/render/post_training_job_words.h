#pragma once
// What the whole job of a post-training takes and costs, and what that is against its limits.

#include <QString>
#include <QStringList>

#include "core/planning/option.h"
#include "core/planning/post_trainings.h"
#include "core/strategy/problem.h"

namespace astrolabe::ui {

/// "13 h (8 to 21) · $1.04 k", with failures; a dash where the job does not say how many iterations it has.
QString wholeJobText(const planning::Option& option);
/// A sentence with the time and the cost of the whole job and their bands, with failures, then one for each
/// limit on them that holds: whether it holds through the band. Empty where wholeJobText() is a dash.
QStringList wholeJobSentences(const planning::Option& option, const strategy::Problem& problem);
/// Why no placement is within the limits, by how much the best one is beyond; empty where one is.
QString beyondLimitsText(const planning::FoundPostTrainings& found);
/// Why a form has no placement: "does not fit", "is not within the limits".
QString noneOfFormText(const planning::PostTrainingOfForm& form);

}  // namespace astrolabe::ui
