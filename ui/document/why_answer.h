#pragma once
// Why a layout is not first, as an answer to be worked out beside the window's thread.

#include <memory>
#include <optional>

#include "core/engine.h"
#include "core/plan/why.h"

namespace astrolabe::ui {

/// One question and what came of it.
struct WhyAnswer {
  plan::SnapshotPtr snapshot;
  planning::LayoutPtr layout;    ///< that was asked about
  std::optional<Error> error;    ///< the layout cannot stand on the cluster
  std::optional<plan::Why> why;  ///< empty with an error; beside strategies
  planning::OptionPtr leader;    ///< the plan of another kind that stands first; null: none does
  /// Beside `leader`; empty where there is none, or this is not possible or not behind it.
  std::optional<plan::Why> behind;
};
using WhyAnswerPtr = std::shared_ptr<const WhyAnswer>;

/// Why `layout` is not the first of `snapshot`, which holds the problem that it is judged by. `known`: its
/// figures, of another kind than a pipeline, which is predicted here. `leader`: see WhyAnswer.
WhyAnswerPtr workOutWhy(const plan::SnapshotPtr& snapshot, const planning::LayoutPtr& layout,
                        const planning::OptionPtr& known, const planning::OptionPtr& leader = nullptr);

}  // namespace astrolabe::ui
