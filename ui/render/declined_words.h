#pragma once
// Why a kind of plan has nothing to find for a question, and what would give it something.

#include <QString>
#include <string_view>

#include "core/strategy/problem.h"

namespace astrolabe::ui {

/// The words of a code of planning::Planner::declines() for `problem`, without a full stop: "all GPUs work at
/// one speed. Give the cluster pools of several GPU types". A code without words of its own stands in
/// brackets.
QString declinedText(std::string_view code, const strategy::Problem& problem);

}  // namespace astrolabe::ui
