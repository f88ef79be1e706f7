#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/plan/snapshot.h"
#include "core/planning/option.h"
#include "core/planning/question.h"

namespace astrolabe::cli {

/// The step of `option` as Trace Event JSON: what its planner exports as "trace", else its timeline.
Result<std::string> traceText(const planning::Option& option, const strategy::Problem& problem);
/// Writes the step of `option` as Trace Event JSON. Errors: those of write_file.
Result<void> writeTrace(const planning::Option& option, const strategy::Problem& problem,
                        const std::string& path);

/// The plan whose step is traced.
struct Traced {
  planning::Option option;
  bool leads = true;  ///< else the best strategy, and what is ahead of it has no timeline
};
/// The plan that leads the ranking of the strategies of `snapshot` and of `others`, where its kind has a
/// timeline; else the best strategy. None where no strategy fits either. Errors: those of the prediction.
Result<std::optional<Traced>> tracedOf(const planning::Question& question, const plan::Snapshot& snapshot,
                                       const std::vector<planning::OptionPtr>& others);

}  // namespace astrolabe::cli
