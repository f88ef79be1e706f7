#pragma once
// Which planner answers a question before all others, and the whole answer where that is not the search of
// pipelines.

#include <vector>

#include "core/base/json.h"
#include "core/planning/planner.h"

namespace astrolabe::planning {

/// A planner that can lead: the answer of a question that it does not decline takes its rows from it, and
/// other kinds stand beside.
class LeadingPlanner : public Planner {
 public:
  /// Adds what this kind says beside the rows. `answer` holds what every answer says.
  virtual void add_to_answer(Json& answer, const Found& found) const;
  /// Key of a row's layout: "strategy", "deployment".
  virtual std::string_view layout_key() const = 0;
  /// The figures of a layout by a slower twin that follows events, from `trace` (CSV) or from requests
  /// drawn from the traffic; null: there is none. Errors: those of the trace.
  virtual Result<Json> simulated(const Question& question, const LayoutPtr& layout, std::string_view trace,
                                 std::uint64_t seed) const;
};

/// The first planner that does not decline the question; that of pipelines where all do.
const Planner& leader_of(const Question& question);
/// leader_of() where it leads without a search of pipelines; null where that leads.
const LeadingPlanner* leading_beside_pipelines(const Question& question);

/// other_planners() but for those that lead: their options stand beside the answer of another one.
std::vector<const Planner*> planners_beside();

/// "best", "status", "gap", "objective", "seconds", "threads" with what the planner adds. Precondition:
/// `found` has its question and no error.
Json leading_answer_json(const LeadingPlanner& planner, const Found& found, const SearchOptions& options);

}  // namespace astrolabe::planning
