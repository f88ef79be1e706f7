#include "core/planning/recommended.h"

#include "core/planning/pipelines.h"

namespace astrolabe::planning {

OptionPtr recommended_beside(const cost::Evaluation* best, const std::vector<OptionPtr>& others,
                             strategy::Objective objective) {
  Option strategy;
  if (best != nullptr) {
    strategy.evaluation = *best;
    strategy.layout = layout_of(best->strategy);
  }
  OptionPtr first;
  for (const OptionPtr& other : others) {
    if (!other || !other->is_possible()) continue;
    if (first ? ranks_before(*other, *first, objective)
              : best == nullptr || ranks_before(*other, strategy, objective))
      first = other;
  }
  return first;
}

plan::SnapshotPtr with_recommended(const plan::SnapshotPtr& snapshot, const OptionPtr& beside) {
  if (!snapshot || !beside) return snapshot;
  auto made = std::make_shared<plan::Snapshot>(*snapshot);
  made->best.insert(made->best.begin(), beside->evaluation);
  if (made->status == plan::Status::infeasible) made->status = plan::Status::feasible;
  return made;
}

plan::SnapshotPtr led_by(const plan::SnapshotPtr& snapshot, const OptionPtr& beside) {
  if (!snapshot || !beside) return snapshot;
  auto led = std::make_shared<plan::Snapshot>(*with_recommended(snapshot, beside));
  const Proof& proof = beside->proof;
  led->has_bound = proof.gap > 0.0 ? proof.gap < 1.0 : proof.proven;
  led->gap = led->has_bound ? proof.gap : 1.0;
  led->bound_step_seconds = led->has_bound ? beside->evaluation.step.value * (1.0 - proof.gap) : 0.0;
  return led;
}

}  // namespace astrolabe::planning
