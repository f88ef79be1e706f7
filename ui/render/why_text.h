#pragma once
// Why a strategy is not first, in sentences; every number in them stands in the explanation itself.

#include <QStringList>

#include "core/plan/why.h"
#include "core/strategy/problem.h"

namespace astrolabe::ui {

/// The verdict first, then the reasons with their numbers.
QStringList whySentences(const plan::Why& why, const strategy::Problem& problem);

}  // namespace astrolabe::ui
