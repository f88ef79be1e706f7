#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/inputs.h"
#include "app/cli/report_run.h"
#include "core/cost/evaluation.h"
#include "core/plan/snapshot.h"
#include "core/planning/planner.h"
#include "ui/render/report.h"

namespace astrolabe::cli {

/// Where a report goes, by its form, empty: it is not asked for in this one; and its language, empty:
/// English.
struct ReportFiles {
  std::string pdf, html, markdown, language;

  /// --pdf, --html, --markdown and --lang
  void addTo(CLI::App& command);
  bool empty() const { return wanted().empty(); }
  std::vector<std::pair<std::string, ui::ReportForm>> wanted() const;
  /// That each can be written, in a language that there is. Errors: AST-U501, cannot_save.
  Result<void> check() const;
};

/// Writes the report of a finished search in each form that is wanted; works without a display. True where
/// the searches of the scenarios that it compares were stopped early, which is told. Errors: those of
/// ui::writeReport.
Result<bool> writeReports(const Question& question, const plan::Snapshot& snapshot, const ReportFiles& files,
                          const ReportRun& run);

/// Writes the report of what another planner found, whose winner is `winner`; `stop` leaves out how far it
/// holds.
Result<void> writeReports(const Question& question, const planning::Found& found,
                          const planning::Option& winner, const ReportFiles& files,
                          const std::stop_token& stop);

}  // namespace astrolabe::cli
