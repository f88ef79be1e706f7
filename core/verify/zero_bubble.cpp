#include "core/verify/zero_bubble.h"

#include <algorithm>
#include <cmath>

#include "core/cost/schedule.h"

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
  // Stages are timed on a grid, rounded up: layers, embedding and head each by themselves.
  const auto share = [](double passes, double all, int parts) {
    return passes > 0.0 ? (passes + parts * cost::kTick) / all : 0.0;
  };
  const Part embedding{edge.embedding_forward, edge.embedding_forward + edge.embedding_backward, 0.0};
  const Part head{edge.head_forward, edge.head_forward + edge.head_backward, edge.head_weight_seconds};
  MostShares most;
  most.weights_of_edges = share(head.weights, head.all, 1);
  for (const cost::LayerCost& layer : split.classes)
    for (const strategy::Recompute kind : {strategy::Recompute::none, recompute}) {
      const cost::LayerTime& time = layer.time[static_cast<std::size_t>(kind)];
      const double there = time.forward_sharded * (gathers ? 1.0 : 0.0);
      const double back = time.backward_sharded * (gathers ? 1.0 : 0.0);
      const double forward = time.forward_seconds - there;
      const double all = forward + time.backward_seconds - back;
      most.weights_of_layers = std::max(most.weights_of_layers, share(layer.weight_seconds, all, 1));
      for (const bool first : {false, true})
        for (const bool last : {false, true}) {
          const double whole = all + (first ? embedding.all : 0.0) + (last ? head.all : 0.0);
          const double forwards = forward + (first ? embedding.forward : 0.0) + (last ? head.forward : 0.0);
          const double weights = layer.weight_seconds + (last ? head.weights : 0.0);
          const int parts = 1 + (first ? 1 : 0) + (last ? 1 : 0);
          most.forward = std::max(most.forward, share(forwards, whole, parts));
          most.weights = std::max(most.weights, share(weights, whole, parts));
        }
    }
  if (gathers) most.forward = 1.0;  // gathering may lengthen any pass
  for (double* each : {&most.forward, &most.weights, &most.weights_of_layers, &most.weights_of_edges})
    *each = std::min(1.0, *each);
  return most;
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
