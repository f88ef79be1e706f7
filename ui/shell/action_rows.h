#pragma once
// The actions of the window that there are whatever runtimes and kinds of plan the program ships.

#include <span>

#include "ui/shell/actions.h"

namespace astrolabe::ui {

/// Their rows, menu by menu; those of nine views of the results have the keys of the nine digits.
std::span<const ActionSpec> actionRows();

}  // namespace astrolabe::ui
