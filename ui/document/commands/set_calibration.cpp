#include "ui/document/commands/set_calibration.h"

namespace astrolabe::ui {

SetCalibration::SetCalibration(PlanDocument& document, std::string calibration)
    : PlanCommand(document, calibration.empty() ? CommandText::tr("Use the published constants")
                                                : CommandText::tr("Use constants of my runs")),
      m_calibration(std::move(calibration)) {}

}  // namespace astrolabe::ui
