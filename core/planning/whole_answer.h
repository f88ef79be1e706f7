#pragma once
// The object that `plan --json` prints and the window exports: the answer of the search with all that belongs
// to it.

#include <optional>
#include <stop_token>
#include <vector>

#include "core/base/json.h"
#include "core/plan/snapshot.h"
#include "core/planning/planner.h"
#include "core/replan/replan.h"

namespace astrolabe::planning {

/// What a planner beside that of pipelines came to.
struct OfPlanner {
  const Planner* planner = nullptr;
  /// Those that are possible, the best first; none: nobody looked for them.
  std::optional<std::vector<OptionPtr>> options;
  bool stopped_early = false;  ///< there may be better ones
  /// Where it found none: the value in what is looked for that no plan of its kind falls below, 0 where
  /// nobody knows it. None: nobody asks for one.
  std::optional<double> least{};
};

/// What stands in the answer beside the search.
struct Beside {
  std::vector<OfPlanner> others;  ///< in the order of planners_beside(); nobody looked for those that lack
  int top = 20;                   ///< rows that were asked for, as SearchOptions::top
  std::vector<Error> model_warnings;  ///< of the files that the model was read from
  /// The options of all planners.
  std::vector<OptionPtr> options() const;
};

/// What replan::replan() weighs the layout that runs against: the best strategy of a search, and before it
/// the first of `others`, options of other kinds, where that ranks ahead. Pipelines made of the layout that
/// runs are no fresh start: they stand among its plans. None where nothing was found.
std::vector<replan::Fresh> fresh_of(const plan::Snapshot& snapshot, const std::vector<OptionPtr>& others);

/// `replan`, `recommended` and what belongs to them, where the job says what runs: what to do with it. A mark
/// of a GPU that it does not use, or a layout that does not fit, is told under `warnings`. `others`: options
/// of other kinds that were found.
void add_replan(const plan::Snapshot& snapshot, const std::vector<OptionPtr>& others, Json& answer);

/// answer_json() with the options of each planner under its answer_key() (null where nobody looked for them),
/// `rules` and, where there are any, `warnings`; `<answer_key>_stopped_early` stands there where it is so.
/// Precondition: the snapshot has its problem.
Json whole_answer_json(const plan::Snapshot& snapshot, const Beside& beside,
                       const std::stop_token& stop = {});

}  // namespace astrolabe::planning
