#pragma once
// The ranking of a report: the best strategies, with the plans of other kinds in their places among them.

#include "ui/render/report_sections.h"
#include "ui/render/report_writer.h"

namespace astrolabe::ui {

/// Of kinds that stand behind all strategies that are listed the first comes last.
void drawRanking(ReportWriter& page, const ReportContent& content);

}  // namespace astrolabe::ui
