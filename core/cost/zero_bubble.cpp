#include "core/cost/zero_bubble.h"

#include "core/cost/schedule.h"

namespace astrolabe::cost {

namespace {

/// Seconds of passes, which a stage rounds up to the grid: of layers, embedding and head each by itself.
struct WorkOfPasses {
  double forward = 0.0, backward = 0.0, weight = 0.0;
  int parts = 1;
  double weight_share() const { return share(weight); }
  double forward_share() const { return share(forward); }
  WorkOfPasses operator+(const WorkOfPasses& other) const {
    return {forward + other.forward, backward + other.backward, weight + other.weight, parts + other.parts};
  }

 private:
  double share(double passes) const {
    return passes > 0.0 ? (passes + parts * kTick) / (forward + backward) : 0.0;
  }
};

}  // namespace

PassShares pass_shares(const SplitCost& split, strategy::Recompute recompute, bool gathering) {
  const EdgeCost& edge = split.edge;
  const WorkOfPasses embedding{edge.embedding_forward, edge.embedding_backward};
  const WorkOfPasses head{edge.head_forward, edge.head_backward, edge.head_weight_seconds};
  PassShares shares;
  shares.edge_weight = head.weight_share();
  const auto include = [&](const WorkOfPasses& layer) {
    shares.layer_weight = std::max(shares.layer_weight, layer.weight_share());
    for (const WorkOfPasses& stage : {layer, layer + embedding, layer + head, layer + embedding + head}) {
      shares.forward = std::max(shares.forward, stage.forward_share());
      shares.weight = std::max(shares.weight, stage.weight_share());
    }
  };
  for (const LayerCost& layer : split.classes)
    for (const strategy::Recompute kind : {strategy::Recompute::none, recompute}) {
      const LayerTime& time = layer.time[static_cast<std::size_t>(kind)];
      WorkOfPasses passes{time.forward_seconds, time.backward_seconds, layer.weight_seconds};
      if (!gathering) {
        passes.forward -= time.forward_sharded;
        passes.backward -= time.backward_sharded;
      }
      include(passes);
    }
  // Most of what gathering adds may be in the forward pass.
  if (!gathering) shares.forward = 1.0;
  for (double* share : {&shares.forward, &shares.weight, &shares.layer_weight, &shares.edge_weight})
    *share = std::min(1.0, *share);
  return shares;
}

double zero_bubble_rest(int stages, int micro_batches, const PassShares& shares) {
  const int rest = micro_batches - 1;
  const auto missed = [&](int stage) {
    return std::min(rest, stages - 1 - stage) * shares.forward + std::min(rest, stage) * shares.weight;
  };
  // Both counts are concave in the stage: the most lies at an end or where one of them stops to grow.
  double most = 0.0;
  for (const int stage : {0, stages - 1, std::min(rest, stages - 1), std::max(0, stages - 1 - rest)})
    most = std::max(most, missed(stage));
  return std::max(0.0, rest - most);
}

double zero_bubble_rounds(double sum, double bottleneck, int micro_batches, int stages) {
  double bound = 0.0;
  const int most = (micro_batches - 1) / stages;
  for (const int n : {1, most})
    if (n >= 1 && n <= most)
      bound = std::max(
          bound, (1.0 + n) * sum + (micro_batches - 1.0 - static_cast<double>(n) * stages) * bottleneck);
  return bound;
}

double zero_bubble_bound(double sum, double bottleneck, int micro_batches, int stages,
                         const PassShares& shares) {
  return std::max(sum + zero_bubble_rest(stages, micro_batches, shares) * bottleneck,
                  zero_bubble_rounds(sum, bottleneck, micro_batches, stages));
}

}  // namespace astrolabe::cost
