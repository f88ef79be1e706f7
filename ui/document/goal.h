#pragma once
// What a scenario is searched for, in one word.

#include <QString>

#include "core/plan/plan.h"

namespace astrolabe::ui {

/// An objective, whether GPUs may stay unused, and whether a deadline is asked for.
enum class Goal { Fastest, Mixed, BestValue, Smallest, Both, InTime };
/// `free`: GPUs may stay unused; `deadline`: one is asked for, its value entered or not yet.
Goal goalOf(strategy::Objective objective, bool free, bool deadline);
/// "Fastest".
QString goalName(Goal goal);
/// A goal of a job that does not train is called by the figure that ranks: "Most tokens/s a GPU", "Shortest
/// iteration".
QString goalNameOf(const std::string& task, Goal goal);

}  // namespace astrolabe::ui
