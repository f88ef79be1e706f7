#pragma once
// The verifier's own account of ZB-H1: what forwards and the gradients of weights are of a stage's work, and
// what a step takes at least.

#include "core/cost/layer_cost.h"

namespace astrolabe::verify {

/// The most that forwards and the gradients of weights are of the work of one stage, of layers alone, of
/// edges alone.
struct MostShares {
  double forward = 0.0, weights = 0.0, weights_of_layers = 0.0, weights_of_edges = 0.0;
  void join(const MostShares& other);
};

/// A stage holds a layer at least, beside it the embedding, the head or both; further layers do not raise
/// the most that any of them has.
MostShares most_shares(const cost::SplitCost& split, strategy::Recompute recompute, bool gathers);

/// ZB-H1: of a micro-batch's work on the bottleneck those rounds that a way comes by which stays there from
/// its first backward to its last. Not: forwards for the stages behind, weights put off for those before.
double zero_bubble_rounds(double micro_batches, int stages, const MostShares& shares);

/// ZB-H1 with S, weights aside, and B: the first micro-batch down and back, then one way on the bottleneck,
/// or turns through all stages, after which every round on the bottleneck does its weights, too.
double zero_bubble_form(double sum, double bottleneck, double micro_batches, int stages,
                        const MostShares& shares);

}  // namespace astrolabe::verify
