#pragma once
// What a report says, section by section; report.h puts it on paper.

#include "core/engine.h"
#include "core/hardware/catalogue.h"
#include "core/plan/plan_file.h"
#include "core/plan/snapshot.h"
#include "ui/render/report.h"
#include "ui/render/report_writer.h"

namespace astrolabe::ui {

struct ReportContent : ReportSubject {
  const ReportOptions& options;
  const strategy::Problem& problem;
};

/// The sections that are wanted, in their order.
void drawSections(ReportWriter& page, const ReportContent& content);

}  // namespace astrolabe::ui
