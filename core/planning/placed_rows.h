#pragma once
// The steps of many strategies of one question as their ranks stand on nodes.

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/replan/placed.h"

namespace astrolabe::planning {

/// replan::PlacedSteps of the choice of nodes that judges each strategy (judged_by_marks()).
class PlacedRows {
 public:
  /// `problem` outlives this.
  explicit PlacedRows(const strategy::Problem& problem) : m_problem(problem) {}
  std::optional<Seconds> of(const strategy::Strategy& strategy);

 private:
  struct Choice {
    explicit Choice(strategy::Problem judged) : problem(std::move(judged)), steps(problem) {}
    strategy::Problem problem;
    replan::PlacedSteps steps;
  };
  const strategy::Problem& m_problem;
  std::vector<std::unique_ptr<Choice>> m_choices;  ///< those that were asked for
};

}  // namespace astrolabe::planning
