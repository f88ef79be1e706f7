#pragma once
// What a report says of the question.

#include <string>
#include <vector>

#include "ui/render/report_sections.h"

namespace astrolabe::ui {

/// A value of the costs that the chosen basis uses.
struct ReportCost {
  std::string key;      ///< "cost.years"
  QString name, value;  ///< in words
  bool stated = false;  ///< by somebody, or unlike what is assumed
};
std::vector<ReportCost> reportCosts(const strategy::Problem& problem);

/// The job, its limits, and the rules of the plan.
void drawQuestion(ReportWriter& page, const ReportContent& content);

}  // namespace astrolabe::ui
