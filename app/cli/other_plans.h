#pragma once
// Plans of the kinds beside the search of strategies, as `--programs` and its like ask for them.

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/stop_later.h"
#include "core/plan/snapshot.h"
#include "core/planning/planner.h"
#include "core/planning/whole_answer.h"

namespace astrolabe::cli {

/// The moment at which a time limit is over; empty: no limit.
using Deadline = StopLater::Deadline;

/// Whether the options of each other planner are looked for: an option of the command for each of them.
class OtherPlans {
 public:
  void addTo(CLI::App& command);
  /// Error: AST-U501.
  Result<void> check() const;
  /// False where the question is not to be asked: as it was told, or because it takes long.
  bool wants(const planning::Planner& planner, const planning::Question& question) const;
  bool toTheEnd(const planning::Planner& planner) const { return when(planner) == "always"; }

 private:
  std::string when(const planning::Planner& planner) const;
  std::map<std::string, std::string> m_when;  ///< by id of the planner; "auto" where nothing is said
};

/// What the search of a question came to, and how the other planners may go on from it.
struct AfterSearch {
  const plan::Snapshot& snapshot;
  int threads = 0;
  std::stop_token stop = {};
  Deadline deadline = {};
};

/// What `planner` finds for the question once its search has ended by itself, in what that left of the time;
/// null where it declines the question or its limits keep every option from a place.
planning::FoundPtr foundBeside(const planning::Planner& planner, const planning::QuestionPtr& question,
                               const AfterSearch& after, bool toTheEnd);

/// What each of other_planners() came to.
struct OthersFound {
  struct One {
    const planning::Planner* planner = nullptr;
    bool wanted = false;
    planning::FoundPtr found;  ///< null: it was not asked
    bool cutShort() const { return found && found->stopped_early; }
    std::vector<planning::OptionPtr> options() const;  ///< those that are possible
  };
  std::vector<One> all;
  bool cutShort() const;
  /// As an answer tells them.
  planning::Beside beside(int top, std::vector<Error> modelWarnings) const;
};

/// Asks those of the other planners that `others` wants, one after the other; `begins` is told each that has
/// something to find.
OthersFound othersFound(const OtherPlans& others, const planning::QuestionPtr& question,
                        const AfterSearch& after,
                        const std::function<void(const planning::Planner&)>& begins);

}  // namespace astrolabe::cli
