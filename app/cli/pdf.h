#pragma once

#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/inputs.h"
#include "core/plan/program_report.h"
#include "core/plan/snapshot.h"
#include "ui/render/report.h"

namespace astrolabe::cli {

/// Languages that reports are written in, English first.
const std::vector<std::string>& reportLanguages();

/// Where a report goes, by its form; empty: it is not asked for in this one.
struct ReportFiles {
  std::string pdf, html, markdown;

  /// --pdf, --html and --markdown
  void addTo(CLI::App& command);
  bool empty() const { return wanted().empty(); }
  std::vector<std::pair<std::string, ui::ReportForm>> wanted() const;
  /// That each can be written. Error: cannot_save.
  Result<void> check() const;
};

/// What a report says beside the answer.
struct ReportRun {
  std::uint64_t seed = 0;
  std::string language = "en";
  std::stop_token stop = {};                       ///< ends what is worked out for it
  std::vector<plan::ProgramReport> programs = {};  ///< that compete with the strategies, the fastest first
};

/// Writes the report of a finished search in each form that is wanted; works without a display. Errors: those
/// of ui::writeReport.
Result<void> writeReports(const Question& question, const plan::Snapshot& snapshot, const ReportFiles& files,
                          const ReportRun& run);

}  // namespace astrolabe::cli
