#pragma once
// What the figures of a report rest on.

#include "ui/render/report_sections.h"

namespace astrolabe::ui {

/// Values that nobody stated.
void drawAssumptions(ReportWriter& page, const ReportContent& content);
/// The formulas, numbered, with their letters and units.
void drawFormulas(ReportWriter& page);
/// How a step is costed, by which formulas, what the search looked at, and the sources of hardware and
/// prices.
void drawMethod(ReportWriter& page, const ReportContent& content);
/// Everything that no datasheet states, so that a reader can judge or repeat the figures.
void drawConstants(ReportWriter& page, const ReportContent& content);

}  // namespace astrolabe::ui
