#pragma once
// What gradients and weights cost a stage beside its layers: the end of a step, and with ZeRO 2 in a pipeline
// every backward pass.

#include "core/cost/shape.h"

namespace astrolabe::cost {

/// Seconds of the gradient reduction and the parameter gathering of one stage, exposed, and of its optimizer.
struct Tail {
  double reduce = 0.0, gather = 0.0, optimizer = 0.0;
  double total() const;  ///< with the host time of a step
};

struct TailInput {
  const strategy::Job& job;
  const Coefficients& k;
  const StackTraits& stack;
  const hardware::Pool& pool;
  const Device& device;
  const strategy::Strategy& strategy;
  int tensor_parallel, expert_stride;
  int micro_batches, stages;
};

TailInput tail_input(const Tables& tables, const strategy::Strategy& strategy, const Splitting& splitting,
                     int expert_stride, int micro_batches, int stages);

/// Ranks and shards of a stage with this tensor parallelism, nothing held.
StageContent ranks_of(const strategy::Strategy& settings, int tensor_parallel);

/// ZeRO 2 in a pipeline reduces the gradients of every micro-batch into their shards before the stage goes
/// on: seconds by which that lengthens a backward pass; a share of the `micro_batch_seconds` hides it.
/// Source: Megatron-FSDP, --data-parallel-sharding-strategy optim_grads; with optim_grads_params (ZeRO 3)
/// weights are gathered in every pass, too, which is in the time of a layer. torchtitan's FSDP with a
/// pipeline keeps gathered weights and whole gradients for the step (reshard_after_forward default): that is
/// ZeRO 1 here. DeepSpeed refuses both with a pipeline.
double reduction_in_backward(const TailInput& in, const StageContent& content, double micro_batch_seconds);

/// The end of a stage's step, before the stragglers' factor and that of the stack; `micro_batch_seconds` of
/// work may hide its traffic.
Tail tail_of(const TailInput& in, const StageContent& content, double micro_batch_seconds);

}  // namespace astrolabe::cost
