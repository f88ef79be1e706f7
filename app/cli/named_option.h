#pragma once
// The layout that --strategy names: said in full, or found anew where its kind keeps none.

#include <stop_token>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/planning/planner.h"

namespace astrolabe::cli {

/// What a file names: a layout, or where its kind keeps none, the planner that finds it anew.
struct Named {
  planning::LayoutPtr layout;
  const planning::Planner* planner = nullptr;
};

/// Errors: nobody has the kind, the question has no option of it, the layout that the file says is not
/// possible.
Result<Named> readNamed(const Json& file, const planning::Question& asked);

/// The option that a file names. What is found anew is looked for as plan does, then as it does with
/// `always`: one with the step that the file states, else the first that is as it says. `run`: threads,
/// limits and stop. Errors: no search comes to one; those of the planner.
Result<planning::OptionPtr> findNamed(const Named& named, const Json& file,
                                      const planning::QuestionPtr& asked, planning::Run& run);

/// Both at once, for commands that search for nothing else.
Result<planning::LayoutPtr> readOrFind(const Json& file, const planning::QuestionPtr& asked,
                                       const planning::Run& run);

/// Says where a layout of `file` is predicted on other GPUs than its `placed_on` names. Errors: those of
/// planning::stands_as_written(), in `file`.
Result<void> checkPlaced(const planning::Question& asked, const Json& written,
                         const planning::Option& predicted, const std::string& file);

}  // namespace astrolabe::cli
