#include "core/cost/memory.h"

#include <algorithm>

#include "core/cost/constants.h"

namespace astrolabe::cost {

namespace c = constants;

double optimizer_state_bytes(const strategy::Job& job) {
  const double master = job.precision == hardware::Precision::fp32 ? 0.0 : 4.0;
  switch (job.optimizer) {
    case strategy::Optimizer::adam:
    case strategy::Optimizer::adamw:
      return master + 8.0;
    case strategy::Optimizer::sgd:
      return master + 4.0;  // momentum
    case strategy::Optimizer::adafactor:
      return master + 0.1;  // factored second moment: rows + columns
    case strategy::Optimizer::muon:
      return master + 4.0;  // momentum
  }
  return master + 8.0;
}

double host_optimizer_bytes(const strategy::Job& job) {
  constexpr double wide = 4.0;                                                     // fp32
  const double weights = job.precision == hardware::Precision::fp32 ? wide : 0.0;  // else the state has them
  return optimizer_state_bytes(job) + weights + wide;
}

double state_bytes(const strategy::Job& job, const StackTraits& stack) {
  double state = optimizer_state_bytes(job);
  if (stack.wide_weights && job.precision != hardware::Precision::fp32)
    state -= 4.0;  // the weights are the master copy
  return stack.wide_optimizer ? state : (state - 4.0) / 2.0;
}

double context_on(double capacity, const StackTraits& stack) {
  return std::min(stack.context_bytes, c::assumed_context_share * capacity);
}

Bytes host_limit(const hardware::Pool& pool) {
  if (!pool.host_memory) return StageMemory{}.host_limit;
  return *pool.host_memory * (c::assumed_host_usable / pool.gpus_per_node);
}

namespace {

/// Parameters that a rank has of a stage, by the ZeRO stage from which on they are sharded.
class Sharded {
 public:
  explicit Sharded(const StageContent& s)
      : m_zero_stage(s.zero_stage),
        m_all(s.dense_parameters + s.expert_parameters),
        m_own(s.zero_stage < 1
                  ? m_all
                  : s.dense_parameters / s.dense_shards + s.expert_parameters / s.expert_shards) {}
  double parameters(int from_stage) const { return m_zero_stage < from_stage ? m_all : m_own; }

 private:
  int m_zero_stage = 0;
  double m_all = 0.0, m_own = 0.0;
};

/// Layers in 8 bits, whole or (from ZeRO 3 on) as gathered; the 16-bit weights that the optimizer updates,
/// sharded, on the device or not; embedding and head whole in 16 bits. Source: llmq, llama_weights.cpp
/// (2026).
double quantized_weights(const StageContent& s, const StackTraits& stack) {
  const double dense = s.dense_parameters - s.edge_parameters;
  const double held = s.zero_stage >= 3 ? s.gathered_parameters + dense / s.dense_shards +
                                              s.expert_parameters / s.expert_shards
                                        : dense + s.expert_parameters;
  const double master = dense / s.dense_shards + s.expert_parameters / s.expert_shards;
  return stack.quantized_bytes * held + (stack.offload_master ? 0.0 : 2.0 * master) + 2.0 * s.edge_parameters;
}

}  // namespace

Bytes host_memory(const strategy::Job& job, const StageContent& s, const StackTraits& stack) {
  double bytes = stack.offload_master ? 2.0 : 0.0;  // of a sharded parameter
  if (s.offload_optimizer)
    bytes += stack.host_optimizer ? host_optimizer_bytes(job) : state_bytes(job, stack);
  const double activations = s.in_flight * s.host_bytes;
  if (bytes == 0.0) return {activations};
  return {bytes * Sharded(s).parameters(1) + activations};
}

namespace {

/// Frozen weights of a rank, sharded like the others.
double frozen_bytes(const StageContent& s, const StackTraits& stack) {
  if (s.zero_stage < 3) return s.frozen_dense_bytes + s.frozen_expert_bytes;
  const double share = s.frozen_dense_bytes / s.dense_shards + s.frozen_expert_bytes / s.expert_shards;
  return share + (stack.live_parameters > 0.0 ? 0.0 : s.gathered_frozen_bytes);  // those are live_bytes()
}

/// Embedding and head that are trained beside adapters: a copy with its gradients and moments, all in 2
/// bytes.
double edges_beside_adapters(const strategy::Job& job, const StageContent& s) {
  return job.tuning && job.tuning->adapters() ? s.edge_parameters : 0.0;
}

/// Of the optimizer on the device, a GPU's part. Without sharding every rank needs its own.
double state_on_device(const strategy::Job& job, const StageContent& wide, const StackTraits& stack) {
  if (wide.offload_optimizer) return 0.0;
  return state_bytes(job, stack) * Sharded(wide).parameters(1);
}

/// What the parameters of a stage take.
void add_parameters(const strategy::Job& job, const StageContent& s, const StackTraits& stack,
                    StageMemory& memory) {
  const bool fp32 = job.precision == hardware::Precision::fp32;
  const double weight_bytes = fp32 ? 4.0 : 2.0;
  const double gradient_bytes =
      job.gradient_precision == strategy::GradientPrecision::fp32 || fp32 ? 4.0 : 2.0;
  const double narrow = edges_beside_adapters(job, s);
  StageContent wide = s;
  wide.dense_parameters -= narrow;
  const Sharded sharded(wide);
  const double own_weight = stack.wide_weights                ? 4.0
                            : stack.narrow_weight_bytes > 0.0 ? stack.narrow_weight_bytes
                                                              : weight_bytes;
  const double own_gradient = stack.wide_weights ? 4.0 : gradient_bytes;
  // `gathered_parameters` are of two layers: the one at work and the next.
  const double gathered = stack.live_parameters > 0.0 ? 0.0
                          : stack.gathered_layer_bytes > 0.0
                              ? stack.gathered_layer_bytes * s.gathered_parameters / 2.0 +
                                    stack.gathered_edge_bytes * s.edge_parameters
                              : weight_bytes * s.gathered_parameters;
  memory.weights = {own_weight * sharded.parameters(3) + gathered};
  // FSDP that does not shard its weights again: shards in 4 bytes beside all of them in 2.
  if (stack.wide_weights && s.zero_stage == 2)
    memory.weights = {own_weight * sharded.parameters(2) + weight_bytes * sharded.parameters(3)};
  if (stack.quantized_bytes > 0.0) memory.weights = {quantized_weights(s, stack)};
  memory.gradients = {own_gradient * sharded.parameters(2) + stack.local_bytes * sharded.parameters(3)};
  memory.optimizer = {(s.zero_stage >= 1 ? stack.state_held : 1.0) * state_on_device(job, wide, stack) +
                      stack.gradient_copy_bytes * sharded.parameters(1)};
  memory.weights += Bytes{frozen_bytes(s, stack)};
  if (narrow == 0.0) return;
  StageContent copies = s;
  copies.dense_parameters = narrow;
  copies.expert_parameters = 0.0;
  const Sharded edges(copies);
  memory.weights += Bytes{2.0 * edges.parameters(3)};
  memory.gradients += Bytes{2.0 * edges.parameters(2)};
  memory.optimizer += Bytes{4.0 * edges.parameters(1)};
}

/// By how much the optimizer's own temporaries, or a model that is read whole before it is sharded, go beyond
/// what a step holds beside the parameters. Nothing of a stage without layers: so bounds that add layers to
/// one stay bounds.
double beyond(const StageContent& s, const StackTraits& stack, const StageMemory& memory, double held) {
  if (s.kept_bytes <= 0.0) return 0.0;
  const double trained = Sharded(s).parameters(1);
  double most = std::max(0.0, stack.foreach_bytes * trained - held);
  if (stack.loads_whole && s.zero_stage >= 3) {
    const double fixed = (memory.weights + memory.gradients + memory.optimizer).value;
    const double whole = s.frozen_dense_bytes + s.frozen_expert_bytes;
    const double share = s.frozen_dense_bytes / s.dense_shards + s.frozen_expert_bytes / s.expert_shards;
    most = std::max(most, whole + share + s.edge_frozen_bytes + s.gathered_frozen_bytes - fixed - held);
  }
  return most;
}

/// What DeepSpeed's ZeRO 3 keeps gathered, in fp32 where it copies, and in the buffers of its optimizer.
/// Source: readings of Qwen's finetune.py; 1.4 is fitted.
double live_bytes(const StageContent& s, const StackTraits& stack) {
  if (stack.live_parameters <= 0.0 || s.zero_stage < stack.live_from || s.kept_bytes <= 0.0) return 0.0;
  constexpr double kFitted = 1.4, kCopied = 4.0, kHalf = 2.0;
  const double trained = s.dense_parameters + s.expert_parameters;
  const double all = trained + (s.frozen_dense_bytes + s.frozen_expert_bytes) / kHalf;
  const double edges = s.edge_parameters + s.edge_frozen_bytes / kHalf;
  return kFitted * kCopied *
         (std::min(all, stack.live_parameters) + std::min(Sharded(s).parameters(1), stack.live_parameters) +
          edges / 2.0);
}

}  // namespace

double movable_state(const strategy::Job& job, const StageContent& content, const StackTraits& stack) {
  if (content.zero_stage < 1) return 0.0;
  StageContent wide = content;
  wide.dense_parameters -= edges_beside_adapters(job, content);
  return state_on_device(job, wide, stack);
}

Bytes parameter_memory(const strategy::Job& job, const StageContent& content, const StackTraits& stack) {
  StageMemory memory;
  add_parameters(job, content, stack, memory);
  return memory.weights + memory.gradients + memory.optimizer;
}

StageMemory stage_memory(const strategy::Job& job, const hardware::Pool& pool, int pool_index,
                         const StageContent& s, const StackTraits& stack) {
  StageMemory memory;
  memory.pool = pool_index;
  add_parameters(job, s, stack, memory);
  memory.activations = {s.in_flight * s.kept_bytes + s.live_bytes};
  double buffers =
      s.logits_bytes + c::buffer_bytes + stack.workspace_bytes + s.buffer_bytes + live_bytes(s, stack);
  buffers += beyond(s, stack, memory, memory.activations.value + buffers - stack.workspace_bytes);
  memory.allocator =
      memory.weights + memory.gradients + memory.optimizer + memory.activations + Bytes{buffers};
  const Bytes capacity = pool.gpu.memory.value_or(Bytes{});
  const double context = context_on(capacity.value, stack);
  memory.workspace = {buffers + stack.fragmentation * memory.activations.value + context};
  memory.total = memory.weights + memory.gradients + memory.optimizer + memory.activations + memory.workspace;
  memory.limit = capacity * (1.0 - job.limits.memory_headroom);
  memory.host = host_memory(job, s, stack);
  memory.host_limit = host_limit(pool);
  return memory;
}

double flush_factor(const StackTraits& stack, const StageMemory& memory, int recompute_layers) {
  if (stack.flush <= 0.0 || recompute_layers == 0) return 1.0;
  const double used = std::min(1.0, memory.total.value / memory.limit.value);
  return 1.0 + stack.flush * std::max(0.0, used - c::flush_from) / c::flush_step;
}

}  // namespace astrolabe::cost
