#pragma once
// How a report begins.

#include "ui/render/report_sections.h"

namespace astrolabe::ui {

/// Of the goals money and few GPUs a later one of the ranking may be faster.
bool bestIsFastest(const plan::Snapshot& snapshot);

/// The first page: what the report is about, for whom it stands and of which day it is.
ReportCover reportCover(const ReportContent& content);

/// The answer in a sentence, in four figures, and beside the best distributed program.
void drawOpening(ReportWriter& page, const ReportContent& content);

/// What a person adds to the figures, and that they may not be the last word: said whatever else is left out.
void drawRemarks(ReportWriter& page, const ReportContent& content);

}  // namespace astrolabe::ui
