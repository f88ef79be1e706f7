#pragma once
// Every number behind an answer that no datasheet states, for those who want to judge or repeat it.

#include <vector>

#include "core/strategy/problem.h"

namespace astrolabe::calibration {

struct ModelConstant {
  const char* name;
  double value;
  const char* meaning;  ///< with its unit
  bool fitted;          ///< to measured runs, or by a calibration; else fixed
};

/// The constants that a problem is costed with: the fitted ones of the step, those of memory, then the fixed
/// ones. What only a calibration moves is fixed without one.
std::vector<ModelConstant> model_constants(const strategy::Problem& problem);

}  // namespace astrolabe::calibration
