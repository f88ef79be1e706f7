#pragma once
// What one layer costs on one rank, per micro-batch, for one way of splitting it. The search's tables are
// made of these.

#include <array>
#include <compare>
#include <utility>
#include <vector>

#include "core/cost/evaluation.h"
#include "core/cost/kernel.h"
#include "core/cost/stack.h"
#include "core/strategy/problem.h"

namespace astrolabe::cost {

/// What layers on one pool are costed with, however they are split.
struct PoolScene {
  const strategy::Problem& problem;
  Device device;
  StackTraits stack;
};

/// Everything of a strategy that changes the cost of a layer on a pool.
struct Splitting {
  int pool = 0;
  int tensor_parallel = 1, context_parallel = 1, expert_parallel = 1, expert_tensor_parallel = 1;
  int micro_batch = 1;
  bool sequence_parallel = false, overlap_tensor_parallel = false;
  int gathered_over = 1;  ///< ZeRO-3 / FSDP: ranks that share the weights; 1 when each rank keeps its own
  bool offload_activations = false;
  /// Some of its groups lie in two nodes, one of which could hold them: may_straddle() where its ranks fill
  /// several.
  bool straddles = false;
  bool operator==(const Splitting&) const = default;
  auto operator<=>(const Splitting&) const = default;
};

/// Forward and backward of one layer under one kind of recomputation; recomputed work is in the backward.
struct LayerTime {
  double forward_seconds = 0.0, backward_seconds = 0.0;
  double forward_sharded = 0.0, backward_sharded = 0.0;  ///< of these the traffic of sharded weights
};
/// Forward and backward of one layer by part; totals, and what is Part::data_parallel, are as in LayerTime.
struct LayerParts {
  TimeParts forward, backward;
};

/// Index of the lower bound: no stage takes less than this LayerTime of its layers, whatever its strategy may
/// do again; one that has the memory does nothing again.
constexpr auto kNothingAgain = static_cast<std::size_t>(strategy::Recompute::none);

/// Which LayerTime and kept bytes the layers have that are not recomputed in full.
constexpr std::size_t base_of(strategy::Recompute recompute) {
  return static_cast<std::size_t>(recompute == strategy::Recompute::selective ? strategy::Recompute::selective
                                                                              : strategy::Recompute::none);
}

struct LayerCost {
  std::array<LayerTime, 3> time;       ///< by strategy::Recompute
  std::array<double, 3> kept_bytes{};  ///< activations held from forward to backward, per micro-batch
  /// Of the layer being recomputed: kept_bytes[none]. With activations in host memory: of the layer at work
  /// and of the one on its way.
  double live_bytes = 0.0;
  double host_bytes = 0.0;         ///< activations kept in host memory instead, per micro-batch
  double dense_parameters = 0.0;   ///< on this rank
  double expert_parameters = 0.0;  ///< on this rank
  /// Frozen weights on this rank, bytes; `dense_parameters` and `expert_parameters` count trained ones alone.
  double frozen_dense_bytes = 0.0, frozen_expert_bytes = 0.0;
  double buffer_bytes = 0.0;  ///< while the layer works
  /// Of every backward: products for the gradients of the weights and their accumulation, seconds.
  double weight_seconds = 0.0;
};

/// What the first and last stages do beside their layers, per micro-batch.
struct EdgeCost {
  /// Seconds, all of them Part::compute_forward or Part::compute_backward.
  double embedding_forward = 0.0, embedding_backward = 0.0;
  double head_forward = 0.0, head_backward = 0.0;
  double embedding_parameters = 0.0, head_parameters = 0.0;  ///< on this rank, trained
  double embedding_frozen_bytes = 0.0, head_frozen_bytes = 0.0;
  double head_weight_seconds = 0.0;  ///< as LayerCost::weight_seconds
  double logits_bytes = 0.0;         ///< held on the last stage
};

/// Costs of every layer class of a graph for one splitting. A search keeps many thousands of them: what its
/// seconds are made of is SplitParts.
struct SplitCost {
  std::vector<LayerCost> classes;
  EdgeCost edge;
  double boundary_bytes = 0.0;  ///< activations between two stages, whole tensor [T, hidden]
};

/// What the seconds of a SplitCost are made of: of every layer class by strategy::Recompute.
using SplitParts = std::vector<std::array<LayerParts, 3>>;

/// A layer's passes without recomputation and what it holds, whoever keeps the weights.
struct LayerWork {
  TimeParts forward, backward;
  double last_product = 0.0;         ///< seconds of the forward product that nothing follows
  double core_forward = 0.0;         ///< seconds of attention itself
  double elementwise_forward = 0.0;  ///< seconds of norms, rotations, activations
  double again = 0.0;                ///< seconds of what selective recomputation does once more
  double again_kept = 0.0;           ///< bytes that it keeps
  double weight = 0.0;               ///< seconds of what only the weights' gradients need
  double kept = 0.0, scores = 0.0,
         inputs = 0.0;  ///< bytes: activations, unfused attention's, the layer's input
  double dense_parameters = 0.0, expert_parameters = 0.0;  ///< trained
  // Of fine-tuning (tuning.h), as in LayerCost
  double frozen_dense_bytes = 0.0, frozen_expert_bytes = 0.0, buffer_bytes = 0.0;
  double host_seconds = 0.0;  ///< of its launches, beside those of the stack
  bool inert = false;         ///< nothing comes back through it
};

/// What all splittings have in common that differ in how weights are sharded and in offload alone.
struct SplitWork {
  std::vector<LayerWork> classes;
  EdgeCost edge;
  double boundary_bytes = 0.0;
};

/// Of a SplitWork what has nothing to do with experts and overlap: products outside them, attention, edges.
struct DenseWork {
  struct Layer {
    TimeParts forward, backward;  ///< of the products
    double last_product = 0.0, weight = 0.0;
    std::vector<std::pair<double, double>> attention;  ///< seconds of each core, forward and backward
  };
  std::vector<Layer> classes;
  EdgeCost edge;
};

DenseWork dense_work(const PoolScene& scene, const Splitting& splitting);
SplitWork split_work(const PoolScene& scene, const Splitting& splitting, const DenseWork& dense);

/// With its dense work.
SplitWork split_work(const PoolScene& scene, const Splitting& splitting);

/// Computes a SplitCost. Form and constants: published-run fit described in core/cost/README.md; each term
/// there.
SplitCost split_cost(const strategy::Problem& problem, const Device& device, const Splitting& splitting);
/// The cost of a splitting from its work. Precondition: nothing is offloaded.
SplitCost split_cost(const PoolScene& scene, const Splitting& splitting, const SplitWork& work);
/// The cost of a splitting with its activations in host memory; `held`: its cost without that.
SplitCost with_offloaded_activations(const Device& device, SplitCost held);

/// The parts of split_cost(), of any splitting.
SplitParts split_parts(const strategy::Problem& problem, const Device& device, const Splitting& splitting);
/// The parts of split_cost() from the work of the splitting without offload.
SplitParts split_parts(const PoolScene& scene, const Splitting& splitting, const SplitWork& work);

}  // namespace astrolabe::cost
