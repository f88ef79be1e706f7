#pragma once
// When constants fitted to runs of one's own were made, and from what.

#include <QString>
#include <string>

#include "core/plan/calibration.h"

namespace astrolabe::ui {

/// "calibrated on 2026-11-20 from runs.csv"; of what is not known it says that.
QString calibrationText(const plan::Calibration& calibration);
/// The same of the text that a plan keeps. Precondition: there is one.
QString calibrationText(const std::string& kept);

}  // namespace astrolabe::ui
