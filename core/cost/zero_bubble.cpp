#include "core/cost/zero_bubble.h"

namespace astrolabe::cost {

PassShares pass_shares(const SplitCost& split, strategy::Recompute recompute) {
  PassShares shares;
  const auto work = [&](double forward, double backward, double weight) {
    const double both = forward + backward;
    if (both > 0.0) shares.include({forward / both, weight / both});
  };
  for (const LayerCost& layer : split.classes) {
    const auto under = [&](std::size_t kind) {
      work(layer.time[kind].forward_seconds, layer.time[kind].backward_seconds, layer.weight_seconds);
    };
    under(base_of(recompute));
    if (recompute == strategy::Recompute::full) under(static_cast<std::size_t>(recompute));
  }
  const EdgeCost& edge = split.edge;
  work(edge.embedding_forward.total(), edge.embedding_backward.total(), 0.0);
  work(edge.head_forward.total(), edge.head_backward.total(), edge.head_weight_seconds);
  // Times of a stage are rounded up to the grid.
  constexpr double kTicks = 1.0 + 1e-8;
  return {std::min(1.0, shares.forward * kTicks), std::min(1.0, shares.weight * kTicks)};
}

}  // namespace astrolabe::cost
