#pragma once
// Which training software runs the job. Plans assume the newest measured stack; measured runs state theirs.

#include <cstdint>
#include <optional>

namespace astrolabe::strategy {

/// Families of training software that differ in what a step costs beside its products and bytes.
enum class Stack : std::uint8_t {
  megatron_core,  ///< NeMo, Megatron-Bridge, Megatron-Core: fused kernels, overlap
  jax,            ///< MaxText, Paxml
  fsdp_compiled,  ///< torch.compile'd FSDP
  fsdp_eager,     ///< eager PyTorch FSDP
  megatron_2022,  ///< Megatron-LM before 2023: few fusions, little overlap
  deepspeed,      ///< Megatron-DeepSpeed before 2023: as above, with its checkpointing
  intern_evo,
  native  ///< hand-written CUDA, no Python on the way
};

/// The attention kernel where several generations are in use on one GPU type.
enum class AttentionKernel : std::uint8_t { newest, flash_2, early };

/// Selective recomputation: shares of a layer's activations and of its forward work.
struct Selective {
  double keeps = 0.0, redoes = 0.0;
  bool operator==(const Selective&) const = default;
};

struct Software {
  Stack stack = Stack::megatron_core;
  double year = 2026.5;  ///< release, as a year with fraction; the newest in the fit
  AttentionKernel attention = AttentionKernel::newest;
  bool graphs = true;          ///< layers are launched as captured graphs
  bool grouped_experts = true;  ///< products of a rank's experts run as one kernel
  bool wide_weights = false;   ///< weights and gradients held in 4 bytes (FSDP mixed precision)
  bool wide_optimizer = true;  ///< master weights and 4-byte moments; false: the moments in 2 bytes alone
  std::optional<Selective> selective;  ///< where a source says so; none: the usual of the stack
  bool offload_master = false;  ///< the weights that the optimizer updates lie in host memory
  int loss_chunks = 1;          ///< in how many pieces head and loss run
  bool operator==(const Software&) const = default;
};

const char* to_string(Stack stack);

}  // namespace astrolabe::strategy
