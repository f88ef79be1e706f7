#pragma once
// Tiles put in line or at equal distances. Numbers only, no widget.

#include "core/plan/plan_file.h"

namespace astrolabe::ui {

enum class Arrange { Left, Centre, Right, Top, Middle, Bottom, Across, Down };

/// New corners of tiles that are all of one size, on the grid. Left to Bottom put them on one line: that of
/// the outermost, or the middle one. Across and Down keep the two outermost and give the others equal
/// distances.
plan::Layout arranged(const plan::Layout& tiles, Arrange how);

/// Names of copies: every run of # in `pattern` becomes the number, with as many digits at least; without a #
/// the number follows after a dash. copyName("h100-##", 7) is "h100-07".
std::string copyName(const std::string& pattern, int number);

}  // namespace astrolabe::ui
