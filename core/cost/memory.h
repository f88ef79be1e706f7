#pragma once
// Memory of the fullest GPU of a stage, by part, in two readings: the framework allocator's and the driver's.

#include "core/cost/evaluation.h"
#include "core/cost/layer_cost.h"
#include "core/cost/stack.h"
#include "core/strategy/job.h"

namespace astrolabe::cost {

/// What one stage holds, as counts.
struct StageContent {
  double dense_parameters = 0.0, expert_parameters = 0.0;  ///< on one rank
  double edge_parameters = 0.0;                            ///< of the dense ones, embedding and head
  // Fine-tuning: the parameters above are those that are trained. Of the rest, bytes on one rank; of those
  // embedding and head, and what is gathered at once. Bytes while one layer works.
  double frozen_dense_bytes = 0.0, frozen_expert_bytes = 0.0;
  double edge_frozen_bytes = 0.0, gathered_frozen_bytes = 0.0, buffer_bytes = 0.0;
  double kept_bytes = 0.0;  ///< activations of the stage's layers for one micro-batch, all chunks together
  double in_flight = 1.0;   ///< micro-batches held at once (chunks count as their share)
  double live_bytes = 0.0;  ///< one layer being recomputed
  double logits_bytes = 0.0;
  double gathered_parameters = 0.0;         ///< ZeRO-3: parameters of the layers gathered at once
  int dense_ranks = 1, expert_ranks = 1;    ///< that hold the same weights
  int dense_shards = 1, expert_shards = 1;  ///< ranks over which the optimizer state is sharded
  int zero_stage = 0;
  bool offload_optimizer = false;
  double host_bytes = 0.0;  ///< activations in host memory for one micro-batch, all layers together
};

/// Bytes of optimizer state a parameter: master weights and moments (Adam 12).
double optimizer_state_bytes(const strategy::Job& job);

/// What an optimizer that runs on the host keeps there, bytes a parameter: state, weights and gradients in
/// fp32 (Adam 16). Source: HybridDeviceOptimizer of Megatron-LM (hybrid_optimizer.py, 0d41ecd), which pins
/// a copy of the gradients as wide as the weights that it updates.
double host_optimizer_bytes(const strategy::Job& job);

/// Share of a GPU of its node's memory: all GPUs of a node have as much, whichever stages they work for, so
/// that what each of them keeps fits however ranks fill nodes. Infinite where the node's is not known.
Bytes host_limit(const hardware::Pool& pool);

/// What activations take with what the allocator holds beyond them.
inline double activation_bytes(double bytes, const StackTraits& stack) {
  return bytes * (1.0 + stack.fragmentation);
}

/// Bytes of a card of `capacity` bytes that the stack's context takes: at most assumed_context_share of it.
double context_on(double capacity, const StackTraits& stack);

/// What a GPU keeps in its node's memory.
Bytes host_memory(const strategy::Job& job, const StageContent& content, const StackTraits& stack);

/// Adds up the parts. Source: Megatron's theoretical memory report for weights, gradients, optimizer and
/// activations; allocator, context, fragmentation and what a stack holds beside them (`stack`) from 89
/// measured runs (constants.h).
StageMemory stage_memory(const strategy::Job& job, const hardware::Pool& pool, int pool_index,
                         const StageContent& content, const StackTraits& stack = {});

/// The optimizer's state as a stack keeps it, bytes a parameter.
double state_bytes(const strategy::Job& job, const StackTraits& stack);

/// Of the optimizer's state what other GPUs may store: all that is sharded and lies on the device.
double movable_state(const strategy::Job& job, const StageContent& content, const StackTraits& stack);

/// Weights, gradients and optimizer alone.
Bytes parameter_memory(const strategy::Job& job, const StageContent& content, const StackTraits& stack = {});

/// What short memory does to the time of a stage's passes. An allocator that is short gives blocks back to
/// the driver and takes them anew, with the device waiting (PyTorch's caching allocator, alloc_retries),
/// where recomputed activations and gathered weights of changing sizes take turns.
double flush_factor(const StackTraits& stack, const StageMemory& memory, int recompute_layers);

}  // namespace astrolabe::cost
