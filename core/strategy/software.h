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
  fsdp_eager,     ///< eager PyTorch FSDP of 2023
  megatron_2022,  ///< Megatron-LM before 2023: few fusions, little overlap
  deepspeed,      ///< Megatron-DeepSpeed before 2023: as above, with its checkpointing
  intern_evo,
  native,        ///< hand-written CUDA, no Python on the way
  torch_native,  ///< torchtitan, AutoModel and FSDP from 2024 on: SDPA attention, compiled or not
  trainer        ///< Hugging Face's Trainer and what stands on it (DeepSpeed, XTuner, LitGPT): eager
};

/// The attention kernel where several generations are in use on one GPU type.
enum class AttentionKernel : std::uint8_t { newest, flash_2, early };

/// How tokens reach their experts: each copy on its own, a token once for each node that wants it (DeepEP,
/// HybridEP) with network and links at once, or all tokens at all expert ranks (Megatron's allgather).
enum class Dispatcher : std::uint8_t { unstated, all_to_all, once_a_node, gather };

/// How the loss holds the logits: in fp32 with their gradients, in one kernel, compiled by PyTorch, or in
/// pieces.
enum class Loss : std::uint8_t { unstated, eager, fused, compiled, chunked };

/// How the ranks of a divided sequence come to the keys and values of the others: by a ring that runs beside
/// attention, by all-to-all to the ranks of their heads, gathered before attention, or by all-to-all inside a
/// node and a ring between nodes.
enum class ContextMethod : std::uint8_t { ring, all_to_all, gather, both };

/// What selective recomputation does again, by Megatron-Core's names.
enum RecomputeModule : std::uint8_t {
  again_core_attention = 1,
  again_mlp = 2,
  again_norms = 4,
  again_experts = 8,
  again_expert_activation = 16,
  again_latent_up = 32,
  again_shared_experts = 64
};

/// How frozen products lie in memory with QLoRA: NF4 with the scales quantised again (bitsandbytes'
/// bnb_4bit_use_double_quant), NF4, or GPTQ in groups of 128.
enum class FrozenStore : std::uint8_t { nf4_double, nf4, gptq };

/// Selective recomputation: shares of a layer's activations and of its forward work.
struct Selective {
  double keeps = 0.0, redoes = 0.0;
  bool operator==(const Selective&) const = default;
};

struct Software {
  Stack stack = Stack::megatron_core;
  double year = 2026.5;  ///< release, as a year with fraction; the newest in the fit
  AttentionKernel attention = AttentionKernel::newest;
  bool graphs = true;           ///< layers are launched as captured graphs
  bool grouped_experts = true;  ///< products of a rank's experts run as one kernel
  bool wide_weights = false;    ///< weights and gradients held in 4 bytes (FSDP mixed precision)
  bool wide_optimizer = true;   ///< master weights and 4-byte moments; false: the moments in 2 bytes alone
  std::optional<Selective> selective;  ///< where a source says so; none: the usual of the stack
  bool offload_master = false;         ///< the weights that the optimizer updates lie in host memory
  int loss_chunks = 1;                 ///< in how many pieces head and loss run
  bool compiled = false;               ///< torch.compile, where the stack leaves it open
  bool rowwise_scales = false;  ///< 8-bit products with a scale for each row (torchao), not one for all
  /// Whole iterations are one captured graph; none: as releases do.
  std::optional<bool> whole_graphs;
  Dispatcher dispatcher = Dispatcher::unstated;
  bool overlap_experts = false;       ///< expert traffic runs beside the work of another micro-batch
  std::optional<bool> narrow_gather;  ///< parameters are kept and gathered in 8 bits; none: as the stack does
  double offloaded_share = 0.0;       ///< of the activations, in host memory
  int offloaded_layers = 0;           ///< of the model, whose activations lie there
  Loss loss = Loss::unstated;
  double logit_bytes = 0.0;  ///< held of a logit; 0: as loss and stack do
  ContextMethod context_method = ContextMethod::ring;
  /// With a pipeline, gathered weights stay over the micro-batches of a step (torchtitan's default).
  bool keeps_gathered = false;
  /// Selective recomputation by operator: every second matrix product and attention's output are kept.
  bool operator_checkpoint = false;
  std::uint8_t recompute_modules = 0;  ///< selective recomputation by module: RecomputeModule, added
  std::optional<bool> layer_graphs;    ///< layers are launched as graphs, where a run states it
  bool attention_graphs = true;        ///< those graphs hold attention, not the routing of experts alone
  // Fine-tuning
  FrozenStore frozen_store = FrozenStore::nf4_double;
  bool narrow_adapters = false;         ///< adapters and their state in 2 bytes (LitGPT's bf16-true)
  bool keeps_quantised_inputs = false;  ///< 4-bit products keep their inputs (bitsandbytes before 2024)
  bool hooked = false;                  ///< DeepSpeed's ZeRO-3 hooks run though one rank gathers nothing
  bool loads_whole = false;             ///< a rank reads the whole model before it is sharded
  bool operator==(const Software&) const = default;
};

const char* to_string(Stack stack);

}  // namespace astrolabe::strategy
