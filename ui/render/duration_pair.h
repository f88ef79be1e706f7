#pragma once
// Two durations that stand beside each other in a sentence.

#include <QString>
#include <array>

namespace astrolabe::ui {

/// durationText() of both, in seconds; where two that differ would read alike with as many more digits as
/// tell them apart, six at most: "1.642 s", "1.638 s".
std::array<QString, 2> durationTexts(double a, double b);

}  // namespace astrolabe::ui
