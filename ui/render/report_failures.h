#pragma once
// What a job takes, costs and draws when machines fail, as a report tells it, and what spare nodes hold.

#include "ui/render/report_sections.h"

namespace astrolabe::ui {

/// Of what is recommended; nothing where no outcome is known.
void drawFailures(ReportWriter& page, const ReportContent& content);

}  // namespace astrolabe::ui
