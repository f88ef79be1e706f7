#include "core/verify/zero_bubble.h"

#include <algorithm>
#include <cmath>

namespace astrolabe::verify {

void MostShares::join(const MostShares& other) {
  forward = std::max(forward, other.forward);
  weights = std::max(weights, other.weights);
  weights_of_layers = std::max(weights_of_layers, other.weights_of_layers);
  weights_of_edges = std::max(weights_of_edges, other.weights_of_edges);
}

MostShares most_shares(const cost::SplitCost& split, strategy::Recompute recompute, bool gathers) {
  const cost::EdgeCost& edge = split.edge;
  struct Part {
    double forward, all, weights;
  };
  const Part embedding{edge.embedding_forward, edge.embedding_forward + edge.embedding_backward, 0.0};
  const Part head{edge.head_forward, edge.head_forward + edge.head_backward, edge.head_weight_seconds};
  MostShares most;
  if (head.all > 0.0) most.weights_of_edges = head.weights / head.all;
  for (const cost::LayerCost& layer : split.classes)
    for (const strategy::Recompute kind : {strategy::Recompute::none, recompute}) {
      const cost::LayerTime& time = layer.time[static_cast<std::size_t>(kind)];
      const double there = time.forward_sharded * (gathers ? 1.0 : 0.0);
      const double back = time.backward_sharded * (gathers ? 1.0 : 0.0);
      const double forward = time.forward_seconds - there;
      const double all = forward + time.backward_seconds - back;
      most.weights_of_layers = std::max(most.weights_of_layers, layer.weight_seconds / all);
      for (const bool first : {false, true})
        for (const bool last : {false, true}) {
          const double whole = all + (first ? embedding.all : 0.0) + (last ? head.all : 0.0);
          most.forward =
              std::max(most.forward,
                       (forward + (first ? embedding.forward : 0.0) + (last ? head.forward : 0.0)) / whole);
          most.weights = std::max(most.weights, (layer.weight_seconds + (last ? head.weights : 0.0)) / whole);
        }
    }
  if (gathers) most.forward = 1.0;      // gathering may lengthen any pass
  constexpr double kGrid = 1.0 + 1e-8;  // stages are timed on a grid, rounded up
  const auto rounded = [](double share) { return std::min(1.0, share * kGrid); };
  return {rounded(most.forward), rounded(most.weights), rounded(most.weights_of_layers),
          rounded(most.weights_of_edges)};
}

double zero_bubble_rounds(double micro_batches, int stages, const MostShares& shares) {
  const double after = micro_batches - 1.0;
  double missed = 0.0;
  for (int before = 0; before < stages; ++before) {
    const double forwards = std::min<double>(after, stages - 1 - before);
    missed = std::max(missed, forwards * shares.forward + std::min<double>(after, before) * shares.weights);
  }
  return std::max(0.0, after - missed);
}

double zero_bubble_form(double sum, double bottleneck, double micro_batches, int stages,
                        const MostShares& shares) {
  double least = std::max(micro_batches * bottleneck,
                          sum + zero_bubble_rounds(micro_batches, stages, shares) * bottleneck);
  const double after = micro_batches - 1.0;
  if (const double turns = std::floor(after / stages); turns >= 1.0)
    for (const double n : {1.0, turns})
      least = std::max(least, (1.0 + n) * sum + (after - n * stages) * bottleneck);
  return least;
}

}  // namespace astrolabe::verify
