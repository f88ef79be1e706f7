#pragma once
// What the figures of a report rest on.

#include "ui/render/report_sections.h"

namespace astrolabe::ui {

/// Values that nobody stated.
void drawAssumptions(ReportPage& page, const ReportContent& content);
/// How a step is costed, what the search looked at, and the sources of hardware and prices.
void drawMethod(ReportPage& page, const ReportContent& content);
/// Everything that no datasheet states, so that a reader can judge or repeat the figures.
void drawConstants(ReportPage& page, const ReportContent& content);

}  // namespace astrolabe::ui
