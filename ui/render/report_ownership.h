#pragma once
// What a report says of the machines over the years.

#include "ui/render/report_sections.h"

namespace astrolabe::ui {

/// Machines that are bought or owned term by term, and renting beside buying them: in words, as lines over
/// the months and year by year. Nothing where no price to buy is known.
void drawOwnership(ReportWriter& page, const ReportContent& content);

}  // namespace astrolabe::ui
