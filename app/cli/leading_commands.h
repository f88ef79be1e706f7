#pragma once
// `why` and `compare` where another planner than that of pipelines answers.

#include <vector>

#include "app/cli/inputs.h"
#include "app/cli/other_plans.h"
#include "core/planning/leading.h"

namespace astrolabe::cli {

/// Why the layout of the file `inputs.strategy` is not first: its figures beside those of the best. The exit
/// status.
int whyLeading(const planning::LeadingPlanner& planner, const Question& question, const Inputs& inputs,
               const SearchOptions& search, const std::stop_token& stop, const Common& common);

/// The scenarios of a plan, the best of each, where planners that lead answer all of them; empty: pipelines
/// answer all. Errors: contradicting_limits where scenarios of both kinds stand in one plan.
Result<std::vector<planning::QuestionPtr>> leadingScenarios(const Question& question);
/// `csv`: the rows of --json as a table of numbers.
int compareLeading(const std::vector<planning::QuestionPtr>& questions, const Question& question,
                   const Inputs& inputs, const SearchOptions& search, const std::stop_token& stop, bool csv,
                   const Common& common);

}  // namespace astrolabe::cli
