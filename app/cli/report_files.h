#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/inputs.h"
#include "core/cost/evaluation.h"
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

/// When a time limit is over; empty where there is none.
using Deadline = std::optional<std::chrono::steady_clock::time_point>;
/// The one of `seconds` from now; 0: none.
Deadline deadlineIn(double seconds);
/// Seconds from now on to a deadline, at least those that a search takes to say that it was stopped.
double secondsUntil(std::chrono::steady_clock::time_point deadline);

/// What a report says beside the answer.
struct ReportRun {
  std::string language = "en";
  std::stop_token stop = {};                     ///< ends what is worked out for it
  Deadline deadline = {};                        ///< the same
  std::optional<cost::Evaluation> program = {};  ///< the fastest that competes with the strategies
};

/// Writes the report of a finished search in each form that is wanted; works without a display. True where
/// the searches of the scenarios that it compares were stopped early, which is told. Errors: those of
/// ui::writeReport.
Result<bool> writeReports(const Question& question, const plan::Snapshot& snapshot, const ReportFiles& files,
                          const ReportRun& run);

}  // namespace astrolabe::cli
