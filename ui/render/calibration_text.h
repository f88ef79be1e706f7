#pragma once
// When constants fitted to runs of one's own were made, and from what.

#include <QString>
#include <string>

#include "core/calibration/calibration.h"

namespace astrolabe::ui {

/// "calibrated on 2026-11-20 from runs.csv"; of what is not known it says that.
QString calibrationText(const calibration::Calibration& calibration);
/// calibrationText() of the calibration whose text a plan keeps. Precondition: the text is not empty.
QString calibrationText(const std::string& kept);

}  // namespace astrolabe::ui
