#pragma once
// The section of a report on the layout that runs.

#include "ui/render/report_sections.h"
#include "ui/render/report_writer.h"

namespace astrolabe::ui {

/// What to do with the layout that runs while GPUs are slow or failed; nothing where none is said to run.
void drawReplan(ReportWriter& page, const ReportContent& content);

}  // namespace astrolabe::ui
