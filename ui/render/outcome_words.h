#pragma once
// How long a job takes with failures, in words, also where it never ends.

#include <QString>

#include "core/cost/evaluation.h"

namespace astrolabe::ui {

/// Whether failures and repairs leave a job no time to end: it takes more than ten thousand years.
bool isEndless(const cost::Outcome& outcome);
/// hoursText() of it, or "for ever".
QString jobHoursText(const cost::Outcome& outcome);
/// The share of the hours that makes progress: percentText(), ">99.9 %" where that would hide that some make
/// none.
QString progressText(double share);

}  // namespace astrolabe::ui
