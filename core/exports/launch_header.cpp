#include "core/exports/launch_header.h"

#include <algorithm>
#include <cmath>

namespace astrolabe::exports {

LaunchHeader launch_header(const std::string& plan, const std::string& strategy, const std::string& version,
                           const cost::Evaluation& evaluation) {
  LaunchHeader header{plan, strategy, version};
  const double interval = evaluation.goodput.checkpoint_interval_seconds;
  constexpr double kMost = 1e9;  // steps
  if (interval > 0.0 && evaluation.step.value > 0.0 && interval / evaluation.step.value < kMost)
    header.save_steps = std::max(1LL, std::llround(interval / evaluation.step.value));
  return header;
}

}  // namespace astrolabe::exports
