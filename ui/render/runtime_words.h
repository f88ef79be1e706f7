#pragma once
// What training runtimes make of a layout, in words.

#include <QString>

#include "core/runtimes/judge.h"

namespace astrolabe::ui {

/// What becomes of a layout on a runtime, as a sentence: "DeepSpeed has no setting for this layout."
QString verdictText(const runtimes::Runtime& runtime, runtimes::Verdict verdict);
/// The runtime whose layouts alone a question is searched for; "" for any.
QString searchedRuntime(const strategy::Problem& problem);
/// The runtimes that run a layout as it is, as a sentence; "" for a program, which is none.
QString runsOnText(const strategy::Problem& problem, const strategy::Strategy& strategy);
/// What each of the other runtimes says against it, a line each, and the remarks of those that run it.
QString runsOnReasons(const strategy::Problem& problem, const strategy::Strategy& strategy);

}  // namespace astrolabe::ui
