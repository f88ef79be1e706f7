#pragma once
// The sum of a time that grows with the length of a prompt and of a wait behind others, over prompts of many
// lengths. Times in ms.

#include <array>

#include "core/serving/traffic.h"
#include "core/serving/waiting.h"

namespace astrolabe::serving {

/// A wait that a share of all have; of these it is gamma distributed.
struct SharedWait {
  double share = 0.0, mean = 0.0, variance = 0.0;  ///< mean and variance of those that wait
};

/// Median, 90th and 99th percentile of the sum, and its mean. `own`: at kPromptShares, rising; evenly spread
/// between two of them. The wait does not depend on the length: those of a stretch of lengths that wait are
/// taken at its middle, those that do not as they are spread. Of skewed lengths most prompts are short and
/// most of the mean is of the long ones: the median of the sum is not that of the parts.
Spread varied_sum(const PromptTimes& own, const SharedWait& wait);

}  // namespace astrolabe::serving
