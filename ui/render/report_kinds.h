#pragma once
// Reports of answers that are no pipelines: each kind of plan says its own sections.

#include <string_view>

#include "core/planning/planner.h"
#include "ui/render/report.h"

namespace astrolabe::ui {

/// What such a report is about; references to what its caller holds.
struct FoundSubject {
  const planning::Found& found;  ///< with its question
  const planning::Option& winner;
  const plan::Plan& plan;
  const hardware::Catalogue& catalogue;
};

struct FoundContent : FoundSubject {
  const ReportOptions& options;
  const strategy::Problem& problem;
};

/// The sections of one kind.
class KindReport {
 public:
  virtual ~KindReport() = default;
  /// The kind of the layouts.
  virtual std::string_view kind() const = 0;
  /// The winner in a line of the cover.
  virtual QString line(const FoundContent& content) const = 0;
  /// What stands where a report has `part`; nothing where the kind has nothing to say there. The cover, what
  /// a person adds and additions of the window are no part of it.
  virtual void draw(ReportPart part, ReportWriter& page, const FoundContent& content) const = 0;
};

/// Null for a kind without a report of its own.
const KindReport* kindReport(std::string_view kind);

/// The sections that are wanted, in their order.
void drawSections(ReportWriter& page, const FoundContent& content);

/// As writeReport() of pipelines. Errors: AST-S301 for a kind that has no report.
Result<void> writeReport(const FoundSubject& subject, const ReportOptions& options, const QString& path,
                         ReportForm form = ReportForm::pdf);
/// As printReport() of pipelines.
Result<void> printReport(const FoundSubject& subject, const ReportOptions& options, QPagedPaintDevice& paper);

// The rows of the table.
const KindReport& deploymentReport();
const KindReport& placementReport();
const KindReport& postTrainingReport();

}  // namespace astrolabe::ui
