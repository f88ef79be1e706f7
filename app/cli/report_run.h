#pragma once
// What whoever writes a report has to go by beside the answer.

#include <stop_token>

#include "app/cli/other_plans.h"

namespace astrolabe::cli {

/// What a report says beside the answer.
struct ReportRun {
  std::stop_token stop = {};     ///< ends the searches for it
  std::stop_token closing = {};  ///< ends what else is worked out for it
  Deadline deadline = {};        ///< of the searches
  OtherPlans others = {};        ///< of the scenarios that it compares
  OthersFound found = {};        ///< beside the answer; without a planner: nobody looked
};

}  // namespace astrolabe::cli
