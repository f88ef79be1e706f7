#pragma once
// What the training software adds to a step, by stack: fusion, host time, overlap, traffic of gradients.

#include <optional>

#include "core/base/units.h"
#include "core/cost/coefficients.h"
#include "core/cost/constants.h"
#include "core/strategy/problem.h"

namespace astrolabe::cost {

struct StackTraits {
  double elementwise = 1.0;           ///< elementwise bytes over bytes counted
  double host_layer_seconds = 0.0;    ///< launching a layer, forward and backward
  double host_moe_seconds = 0.0;      ///< what experts add to it
  double step_seconds = 0.0;          ///< of the host, every step
  double host_sharded_seconds = 0.0;  ///< what hooks that gather a layer's weights add to its launches
  double host_expert_seconds = 0.0;   ///< of each expert of a rank, where weights are gathered for each
  double recomputed_host = 0.0;       ///< of a layer's launches, once more where all of it is recomputed
  double checkpoint_seconds = 0.0;    ///< added to every fully recomputed layer, never hidden
  /// Selective recomputation does this share of the forward work again; none: the attention core.
  std::optional<double> selective_share;
  double selective_kept = 1.0;  ///< share of the activations that it keeps
  bool stops_early = false;     ///< full recomputation leaves out a layer's last product
  double loss_bytes = 0.0;      ///< traffic of a logit in the loss
  double flush = 0.0;  ///< slowdown for every tenth of memory in use above 80 %, where all is recomputed
  double accumulate_bytes = 4.0;  ///< gradient accumulation, a parameter and micro-batch
  double gradient_bytes = 4.0;    ///< a parameter in the gradient reduction
  double reduce_passes = 1.0;     ///< 1: reduce-scatter; 2: all-reduce although state is sharded
  double gathered_bytes = 2.0;    ///< a parameter in the parameter gathering
  /// Bytes of a parameter in the reduction and in the gathering where weights are sharded (ZeRO 3, FSDP), and
  /// the compute lost to a second of that traffic.
  double sharded_gradient_bytes = 2.0, sharded_gathered_bytes = 2.0;
  double sharded_slowdown = Coefficients{}.fsdp_slowdown;
  double expert_exposed = constants::all_to_all_exposed;  ///< share of expert traffic
  /// Above 0: state is dealt out by whole tensors, so many a layer, and every rank that owns some sends its
  /// own to all others.
  double tensors_dealt = 0.0;
  double data_overlap = 0.0;    ///< hidden share of data-parallel traffic, with the overlap switches on
  double tensor_overlap = 0.0;  ///< the same for tensor-parallel traffic
  // Memory
  double fragmentation = constants::fragmentation;  ///< of the activations
  double context_bytes = constants::assumed_device_context_gib * kGib;
  double workspace_bytes = Coefficients{}.workspace_gib * kGib;  ///< in the allocator's peak
  /// Activations beside those that fused kernels keep: bytes of a token and hidden element; repeated keys and
  /// values; share more of the feed-forward part's.
  double kept_hidden_more = 0.0, kept_mlp_more = 0.0;
  bool repeats_keys = false;
  /// Selective recomputation keeps every second product and attention's output.
  bool operator_level = false;
  /// Of the largest layer's weights, bytes a parameter that gathering them takes beside the shards, and of
  /// the embedding and the head; trained in 4 bytes, gathered in 2, reduced in 4.
  double gathered_layer_bytes = 0.0, gathered_edge_bytes = 0.0;
  double narrow_weight_bytes = 0.0;  ///< above 0: weights of 8-bit products are kept so wide, not in 2 bytes
  double context_copy = 1.0;         ///< of an 8-bit copy of the attention result, beside the 16-bit one
  double logits_share = 1.0;         ///< of the logits that is held at once
  double offloaded = 0.0;            ///< share of the activations that lies in host memory
  double local_bytes = 0.0;          ///< held beside weights and gradients, a local parameter
  double gradient_copy_bytes = 0.0;  ///< in the optimizer step, a sharded parameter
  double foreach_bytes = 0.0;        ///< the same, while no activations are held
  bool loads_whole = false;          ///< a rank reads all weights before it keeps its share
  /// Above 0: with ZeRO 3, gathered parameters that are held until so many are.
  double live_parameters = 0.0;
  int live_from = 3;           ///< ZeRO stage; 0: DeepSpeed's ZeRO 3 runs on one rank, which holds all shards
  bool wide_weights = false;   ///< weights and gradients in 4 bytes, gathered in 2
  bool wide_optimizer = true;  ///< false: 2-byte moments and no master weights
  /// Above 0: layers hold a copy of their weights of so many bytes, whole; those in 16 bits are sharded.
  double quantized_bytes = 0.0;
  bool offload_master = false;  ///< and lie in host memory
  /// An offloaded optimizer runs on the host; else its state passes through the device's own.
  bool host_optimizer = true;
  /// On the software's own share of a step, by its release: in the traits above, and of casts, permutations
  /// and what grouped products take beyond one dense one.
  double release = 1.0;
  double factor = 1.0;  ///< on every time: stack
  /// Share of the optimizer's sharded state that counts in the memory of its own stage: below 1 where the rest
  /// may lie on any GPU (Tables).
  double state_held = 1.0;
  bool operator==(const StackTraits&) const = default;
};

/// `narrow`: the job's products run in 8 or 4 bits.
StackTraits stack_traits(const strategy::Problem& problem, bool narrow);

/// Of one dense product's efficiency, what grouped products of experts reach with this release.
double grouped_share(const StackTraits& traits, const Coefficients& k);

}  // namespace astrolabe::cost
