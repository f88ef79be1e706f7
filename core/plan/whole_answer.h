#pragma once
// The object that `plan --json` prints and the window exports: the answer of the search with all that belongs
// to it.

#include <optional>
#include <stop_token>
#include <vector>

#include "core/base/json.h"
#include "core/plan/program_report.h"
#include "core/plan/snapshot.h"

namespace astrolabe::plan {

/// What stands in the answer beside the search.
struct Beside {
  /// The distributed programs that compete, the fastest first; none: nobody looked for them.
  std::optional<std::vector<ProgramReport>> programs;
  bool programs_stopped_early = false;  ///< there may be faster ones
  int top = 20;                         ///< rows that were asked for, as SearchOptions::top
  std::vector<Error> model_warnings;    ///< of the files that the model was read from
};

/// Those of program_reports() that may stand among strategies; none where the first does not fit.
std::vector<ProgramReport> competing(std::vector<ProgramReport> reports);

/// The places of `programs` among the strategies of `snapshot`, of which `top` were asked for, and among each
/// other, from 1; 0: behind the rows listed.
std::vector<int> places_of(const std::vector<ProgramReport>& programs, const Snapshot& snapshot, int top);

/// answer_json() with `programs` (null where nobody looked for them), `rules` and, where there are any,
/// `warnings`; `programs_stopped_early` stands there where it is so. Precondition: the snapshot has its
/// problem.
Json whole_answer_json(const Snapshot& snapshot, const Beside& beside, const std::stop_token& stop = {});

}  // namespace astrolabe::plan
