#include "core/planning/pareto_set.h"

#include <algorithm>
#include <utility>

#include "core/planning/pipelines.h"

namespace astrolabe::planning {

std::vector<ParetoPlan> pareto_set(const plan::Snapshot& snapshot, const std::vector<OptionPtr>& others) {
  std::vector<ParetoPlan> all;
  for (const plan::ParetoPoint& point : snapshot.pareto)
    all.push_back(
        {point.tokens_per_second, point.usd_per_trillion_tokens, layout_of(point.strategy), nullptr});
  for (const OptionPtr& other : others) {
    if (!other || !other->is_possible() || !other->evaluation.money.usd_per_trillion_tokens) continue;
    const strategy::Strategy* strategy = strategy_of(*other);
    all.push_back({other->evaluation.tokens_per_second, *other->evaluation.money.usd_per_trillion_tokens,
                   strategy != nullptr ? layout_of(*strategy) : other->layout, other});
  }
  std::sort(all.begin(), all.end(), [](const ParetoPlan& a, const ParetoPlan& b) {
    if (a.tokens_per_second != b.tokens_per_second) return a.tokens_per_second > b.tokens_per_second;
    if (a.usd_per_trillion_tokens != b.usd_per_trillion_tokens)
      return a.usd_per_trillion_tokens < b.usd_per_trillion_tokens;
    return compare(a.layout, b.layout) < 0;
  });
  // The fastest first: each that is cheaper than all before it is beaten by none.
  std::vector<ParetoPlan> set;
  for (ParetoPlan& plan : all)
    if (set.empty() || plan.usd_per_trillion_tokens < set.back().usd_per_trillion_tokens)
      set.push_back(std::move(plan));
  return set;
}

}  // namespace astrolabe::planning
