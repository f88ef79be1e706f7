#pragma once
// The constants with which the plan is predicted.

#include "ui/document/commands/plan_command.h"

namespace astrolabe::ui {

/// Other constants: a calibration (JSON), or none for the shipped ones. The plan is searched anew.
class SetCalibration : public PlanCommand {
 public:
  SetCalibration(PlanDocument& document, std::string calibration);

 protected:
  void swapWith(plan::Plan& plan) override { std::swap(plan.calibration, m_calibration); }

 private:
  std::string m_calibration;
};

}  // namespace astrolabe::ui
