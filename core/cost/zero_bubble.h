#pragma once
// What a ZB-H1 step takes at least. K micro-batches, P stages; f, b forward and backward of a stage, w the
// gradients of the weights, t = f + b + w.
//
// Forwards and backwards stand in the order of 1F1B, so that every path through a 1F1B pipeline with f and b
// is one of ZB-H1; on its stage a path also passes the gradients of weights that stand between. With S = sum
// of f + b and of all transfers, two paths come down with the first micro-batch, back to stage j, and
//   go on with the last forward of j: S + r (f_j + b_j) + v w_j + C_j, r = K - P + j, v = K - P;
//   end on the last backward of j:    S + r f_j + (K - 1) b_j + u w_j, u = K - 1 - j where K >= P;
// A third one goes round stages i to j first: from a backward of stage i, from the i-th on through gradients
// of weights, to its next forward, down to j, where the backward follows at once, and back. Round the whole
// line n >= 1 times, then t_j in each of the rounds left: (1 + n) S + (K - 1 - n P) t_j. All go on to the
// last stage and return with the last micro-batch. A stage i that it passes then has K - u weights left, and
// its tail.

#include <algorithm>

#include "core/cost/layer_cost.h"

namespace astrolabe::cost {

/// Weight gradients of stage j that stand before its last backward (operations(), ZB-H1).
constexpr int weights_before_last_backward(int stage, int stages, int micro_batches) {
  const int warm = std::min(stages - 1 - stage, micro_batches);
  if (warm == 0) return std::max(0, micro_batches - 1 - stage);
  return std::max(0, micro_batches - warm - stage) + warm - 1;
}

/// Weight gradients of stage j that stand before its last forward (operations(), ZB-H1).
constexpr int weights_before_last_forward(int stage, int stages, int micro_batches) {
  return std::max(0, micro_batches - 1 - std::min(stages - 1 - stage, micro_batches) - stage);
}

/// Most share that forwards and the gradients of weights have in the work of a stage, one layer at least and
/// what edges it has, and the latter in that of layers and of edges alone.
struct PassShares {
  double forward = 0.0, weight = 0.0;
  double layer_weight = 0.0, edge_weight = 0.0;
  void include(const PassShares& other) {
    forward = std::max(forward, other.forward);
    weight = std::max(weight, other.weight);
    layer_weight = std::max(layer_weight, other.layer_weight);
    edge_weight = std::max(edge_weight, other.edge_weight);
  }
  /// Seconds that remain at least of those of layers and edges.
  double without_weights(double layers, double edges) const {
    return (1.0 - layer_weight) * layers + (1.0 - edge_weight) * edges;
  }
};
/// Of one splitting; further recomputation and reduction only add to backward. Without `gathering`: however
/// long the gathering of sharded weights takes.
PassShares pass_shares(const SplitCost& split, strategy::Recompute recompute, bool gathering = true);

/// The least c with T >= S + c t_j on whatever stage j: K - 1 less the forwards and weights that the second
/// path does not pass there.
double zero_bubble_rest(int stages, int micro_batches, const PassShares& shares);

/// The third path, with the sum S' of all stages and links, the gradients of weights aside.
double zero_bubble_rounds(double sum, double bottleneck, int micro_batches, int stages);

/// ZB-H1 with the sum S' of all stages and links, the gradients of weights aside. Followed by what the first
/// stage does at the end.
double zero_bubble_bound(double sum, double bottleneck, int micro_batches, int stages,
                         const PassShares& shares);

}  // namespace astrolabe::cost
