#pragma once
// The distributed programs of mixed GPUs beside a search, as --programs asks for them.

#include <CLI/CLI.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/report_files.h"
#include "core/plan/plan.h"
#include "core/plan/program_report.h"
#include "core/plan/snapshot.h"

namespace astrolabe::cli {

/// --programs: whether they are looked for.
struct ProgramChoice {
  std::string when = "auto";

  void addTo(CLI::App& command);
  /// Error: AST-U501.
  Result<void> check() const;
  /// False where the question is not to be asked: as it was told, or for so many GPUs that it takes long.
  bool wanted(const hardware::Cluster& cluster) const;
  bool toTheEnd() const { return when == "always"; }
};

struct Programs {
  std::vector<plan::ProgramReport> made;  ///< as plan::program_reports() gives them
  bool cutShort = false;            ///< by the time limit or a signal, so perhaps slower than they could be
  std::optional<Error> error = {};  ///< of the model, or of the synthesis: why there is none
};

/// For mixed GPUs the distributed programs of what `plan` asks, once its search has ended by itself, in what
/// it left of the time. A model that no program can be made for has none, nor has one whose limits no program
/// keeps. `problem`: of the plan.
Programs programsFor(const plan::Plan& plan, const strategy::Problem& problem, const plan::Snapshot& snapshot,
                     int threads, bool toTheEnd, const std::stop_token& stop, const Deadline& deadline);

}  // namespace astrolabe::cli
