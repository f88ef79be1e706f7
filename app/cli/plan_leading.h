#pragma once
// `plan` where another planner than that of pipelines answers the question, and the slow twin of its figures.

#include <functional>

#include "app/cli/inputs.h"
#include "app/cli/other_plans.h"
#include "app/cli/report_files.h"
#include "core/planning/leading.h"

namespace astrolabe::cli {

/// --simulate and --trace-in
struct Simulation {
  bool simulate = false;
  std::string traceIn;

  void addTo(CLI::App& command);
  bool wanted() const { return simulate || !traceIn.empty(); }
  /// Errors: a trace without --simulate.
  Result<void> check() const;
  /// Null where it is not wanted or the kind has none. Errors: those of the trace, with its file.
  Result<Json> of(const planning::Question& question, const planning::LayoutPtr& layout,
                  const Common& common) const;
};
/// What a simulation says, for people.
QString simulatedText(const Json& simulated);

/// Files of the answer, empty: not asked for.
struct LeadingFiles {
  std::string trace;     ///< timeline of the best
  std::string frontier;  ///< rows that none beats, as JSON or, by its ending, CSV
  ReportFiles report;
};

/// What is asked of a planner that leads.
struct LeadingAsked {
  const planning::LeadingPlanner& planner;
  planning::QuestionPtr question;
  const Question& read;
  const Inputs& inputs;
  SearchOptions search;
  Deadline deadline;
  std::stop_token stop;
  const Simulation& simulation;
  std::function<Result<void>(const Json& answer)> save;  ///< where the answer is to be kept
  LeadingFiles files = {};
};

/// Plans, prints and saves; the exit status.
int planLeading(const LeadingAsked& asked, const Common& common);

}  // namespace astrolabe::cli
