#pragma once
// What the searches for programs on mixed GPUs begin and end with, whatever the kind of program.

#include <chrono>
#include <memory>
#include <stop_token>
#include <string_view>
#include <vector>

#include "core/base/stop_later.h"
#include "core/planning/planner.h"

namespace astrolabe::planning {

/// GPUs of each pool that a program on mixed GPUs spans: those of plan::usable_part().
std::vector<int> working_gpus(const strategy::Problem& problem);

/// Which share of a step of so many seconds another may spare where none takes less than `bound`; all of it
/// where no bound is known (0).
double gap_above(double bound, double step_seconds);

/// One search from its begin, when this is made, to its picture.
class MixedSearch {
 public:
  /// `run` is searching from here on.
  MixedSearch(std::string_view planner, const QuestionPtr& question, Run& run);

  /// Asked for by whoever runs the planner, or when the time that it has is over.
  std::stop_token stop() const { return m_later.token(); }
  /// The picture of a search that goes on and has found this.
  FoundPtr on_its_way(OptionPtr option) const;
  /// The picture at the end, with the options that are possible before others and each by its rank.
  /// `has_bound`: `gap` is that of the first.
  FoundPtr ended(std::vector<OptionPtr> options, bool has_bound, double gap, bool stopped_early) const;

 private:
  std::shared_ptr<Found> picture() const;

  std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
  Found m_empty;
  StopLater m_later;
};

}  // namespace astrolabe::planning
