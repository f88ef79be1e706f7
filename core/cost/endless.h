#pragma once
// Whether a job ends at all.

#include "core/cost/evaluation.h"

namespace astrolabe::cost {

/// True where failures and repairs leave a job no time to end: it takes more than ten thousand years, of
/// 8,766 hours.
inline bool is_endless(const Outcome& outcome) {
  constexpr double kHoursOfAYear = 8766.0, kMostYears = 1e4;
  return outcome.hours > kHoursOfAYear * kMostYears;
}

}  // namespace astrolabe::cost
