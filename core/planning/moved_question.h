#pragma once
// A serving question of which something was moved, and who answers it: deployments or layers over machines.

#include <memory>
#include <optional>
#include <stop_token>

#include "core/deploy/aggregated.h"
#include "core/planning/planner.h"
#include "core/serving/question.h"

namespace astrolabe::planning {

/// A question with what may be moved of it.
struct Moved {
  strategy::Problem problem;
  serving::ServeJob job;
};
/// As it is asked. Errors: those of serve_job_of().
Result<Moved> moved_of(const Question& question);

/// All lengths of a distribution moved alike.
void scale_lengths(serving::Lengths& lengths, double factor);

/// The best of a moved question; null: none keeps promises and limits there.
struct MovedAnswer {
  OptionPtr best;
  std::optional<deploy::Shortfall> shortfall;  ///< why there is none, where that is known
};

/// Answers questions that differ from one another by what was moved; the model is read once.
class Mover {
 public:
  virtual ~Mover() = default;
  /// A question that is none, such as longer prompts than the model takes, has no best. Where the layout of
  /// `known` (null: none) is as good there as anything found, it is the best.
  virtual MovedAnswer answer(const Moved& moved, const OptionPtr& known = {}) const = 0;
  /// Whether the layout of `option` keeps promises and limits there.
  virtual bool stands(const Moved& moved, const Option& option) const = 0;
  /// Whether the best found is the layout of `first`.
  virtual bool is_first(const Option& best, const Option& first) const = 0;
  bool stopped() const { return m_stop.stop_requested(); }

 protected:
  explicit Mover(std::stop_token stop) : m_stop(std::move(stop)) {}
  std::stop_token m_stop;
};

/// Of the planner that leads the question. Errors: those of its question.
Result<std::unique_ptr<Mover>> mover_of(const Question& question, int threads, const std::stop_token& stop);

}  // namespace astrolabe::planning
