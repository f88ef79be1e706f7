#pragma once
// What a report says, section by section; report.h puts it on paper.

#include <functional>
#include <utility>
#include <vector>

#include "core/engine.h"
#include "core/hardware/catalogue.h"
#include "core/plan/plan_file.h"
#include "core/plan/snapshot.h"
#include "ui/render/breakdown_painter.h"
#include "ui/render/report.h"
#include "ui/render/report_writer.h"

namespace astrolabe::ui {

struct ReportContent : ReportSubject {
  const ReportOptions& options;
  const strategy::Problem& problem;
  const planning::Option& lead;  ///< what is recommended: leadOf()
};

/// The sections that are wanted, in their order.
void drawSections(ReportWriter& page, const ReportContent& content);

/// One bar per row on one axis, the legend beneath.
void drawBars(ReportWriter& page, const QString& caption,
              const std::vector<std::pair<QString, std::vector<Share>>>& rows,
              const std::function<QString(double)>& shown);

/// A section that a page of the window puts in.
void drawAddition(ReportWriter& page, const ReportAddition& added);

}  // namespace astrolabe::ui
