#pragma once
// Why a strategy is not first, as an answer to be worked out beside the window's thread.

#include <memory>
#include <optional>

#include "core/engine.h"
#include "core/plan/why.h"

namespace astrolabe::ui {

/// One question and what came of it.
struct WhyAnswer {
  plan::SnapshotPtr snapshot;
  strategy::Strategy strategy;
  std::optional<Error> error;    ///< the strategy cannot stand on this cluster
  std::optional<plan::Why> why;  ///< empty with an error
};
using WhyAnswerPtr = std::shared_ptr<const WhyAnswer>;

/// Why `strategy` is not the first of `snapshot`, which holds the problem that it is judged by. `known`: of a
/// distributed program, which is not evaluated as strategies are.
WhyAnswerPtr workOutWhy(const plan::SnapshotPtr& snapshot, const strategy::Strategy& strategy,
                        const std::shared_ptr<const Detail>& known);

}  // namespace astrolabe::ui
