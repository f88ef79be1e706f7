#pragma once
// The fixed numbers of the step-time and memory model that are not datasheet values: what each means and
// where it is from. A guess is called `assumed_…`; one whose name stands in reports without it says
// `assumed_` in its comment. The fitted ones are in coefficients.h.

namespace astrolabe::cost::constants {

// --- GEMM in a training step, relative to the kernel form of kernel.h

inline constexpr double assumed_gemm_other = 0.87;  ///< families without measured runs: Hopper's value
/// CDNA's 8-bit products over its 16-bit ones, shares of their own peaks. Source: runs of torchao on MI300X.
inline constexpr double low_amd = 0.77;
/// Efficiency of weight-gradient products over forward ones. Source: SimuMax's measured products (A100 PCIe,
/// B200), where those with sums in fp32 are 3 to 5 % slower.
inline constexpr double weight_gradient = 0.955;
/// B300 sustains the fp4 rate of B200, at 1.5 times its peak. Source: the tables of GB300 and GB200
/// (README.md).
inline constexpr double fp4_ultra = 2.0 / 3.0;
/// By definition: m = n = k of the product at which nvfp4 reaches the 16-bit share of its peak.
inline constexpr double product_reference_edge = 8192.0;
/// Of the datasheet bandwidth, for every byte time. Source: the parametric forms fitted to the tables of
/// products reach 0.79 to 0.84 of it on data-centre GPUs.
inline constexpr double memory_share = 0.8;

// --- Attention

/// FlashAttention 2 on Hopper, of the bf16 peak, forward. Source: Shah et al., arXiv 2407.08608 (0.35, "only
/// 35 % utilization"); assumed_ is the difference.
inline constexpr double attention_hopper_flash_2 = 0.38;
/// FlashAttention 2 on Blackwell, whose matrix units it does not reach, of the bf16 peak, forward. Source:
/// runs of torchtitan on B200 in resources/measured.
inline constexpr double attention_blackwell_flash_2 = 0.17;
/// FlashAttention 2 as PyTorch calls it on A100, forward, of the bf16 peak. Source: long sequences of XTuner
/// in resources/measured; FlashAttention 2's own figures (arXiv 2307.08691) 0.73.
inline constexpr double attention_ampere_torch = 0.70;
/// Traffic of scores where XLA makes softmax, mask and scale one kernel, over PyTorch's. By count: forward 8
/// and backward 14 of the 10 and 20 bytes that PyTorch's separate kernels move of a score.
inline constexpr double unfused_xla = 0.75;
inline constexpr double attention_gaudi = 0.35;  ///< Gaudi's fused attention, of the bf16 peak. assumed_
/// Containers from 2026-05 on have a fast sink kernel. Source: runs of GPT-OSS in resources/measured.
inline constexpr double attention_sink_year = 2026.37;
/// Multi-head latent attention over plain attention. assumed_.
inline constexpr double attention_latent = 0.8;
/// B300, GB300: twice the exponentials. Source: kernel tables, forward, over 100 GFLOP: 1.2 times the share
/// of B200 and GB200 at the fastest shapes, 1.3 times in the middle.
inline constexpr double attention_ultra = 1.25;
/// By definition: heads and tokens at which a kernel table's attention is at the share that is fitted.
inline constexpr double attention_reference_heads = 32.0, attention_reference_tokens = 8192.0;
/// Tokens at which half of the share is reached, backward and without a table. assumed_.
inline constexpr double attention_half_sequence = 200.0;

// --- Mixers that carry a state

/// Of the 16-bit peak, what their chunked kernels reach beside their traffic. Source: KDA of
/// flash-linear-attention on H20, forward, 8192 tokens, 96 heads of 128: 4.51 ms (MoonshotAI/FlashKDA,
/// BENCHMARK_H20; its own kernel takes 2.62 ms); the other kinds and types are assumed_ alike.
inline constexpr double assumed_state_matrix_share = 0.26;
/// Mixers that carry a state where no matrix units help (Mamba 1, RG-LRU, short convolutions), of the 16-bit
/// peak, forward. assumed_: vector units.
inline constexpr double assumed_state_vector_share = 0.03;
/// Backward over forward: chunk states are made again. assumed_: as attention's operations.
inline constexpr double assumed_state_backward = 2.5;

// --- Elementwise, casts

/// Casts to block-scaled formats over plain ones. assumed_: scales are found and written, too.
inline constexpr double cast_block_scaled = 1.25;
/// 8-bit products with a scale for each row over those with one scale. Source: runs of torchtitan with both
/// in resources/measured; torchao's own figures (float8/README.md) 1.1 to 1.2 times slower where memory
/// binds.
inline constexpr double rowwise_products = 0.68;
/// Casts of PyTorch's own stacks over fused ones: they scale and transpose in passes of their own. Source:
/// runs of torchtitan with float8 in resources/measured.
inline constexpr double cast_passes_torch = 2.8;
/// Permutation of routed tokens and back, times 4 bytes a routed hidden element (read and written). assumed_.
inline constexpr double moe_permute = 3.0;
/// Elementwise traffic of backward over forward. By count of elements read and written: a norm with its
/// residual 6 over 4, a rotation 2 over 2, a gated activation 5 over 3.
inline constexpr double backward_hidden = 1.5, backward_heads = 1.0, backward_mlp = 1.67;

// --- Communication

/// Of that, what is left where expert traffic runs beside another micro-batch's work. Source: runs with and
/// without --overlap-moe-expert-parallel-comm in resources/measured.
inline constexpr double expert_overlap_left = 0.3;
/// Of what a dispatcher reaches of links and network that sends a token once a node. Source: DeepEP's README
/// (43 to 58 of 50 GB/s a card, 153 to 158 GB/s of NVLink).
inline constexpr double dispatch_inside_share = 0.9, dispatch_network_share = 0.88;
/// What each doubling of a ring adds to attention in PyTorch's context parallelism, which works block by
/// block and merges the results in passes of their own. Source: torchtitan's runs of 32,768 to 262,144 tokens
/// in resources/measured.
inline constexpr double ring_blocks_torch = 0.135;
/// Hidden share of tensor-parallel traffic with PyTorch's asynchronous tensor parallelism. Source:
/// torchtitan's runs with and without in resources/measured.
inline constexpr double tensor_overlap_torch = 0.5;
/// Of the all-to-all that gives ranks of a divided sequence whole heads, what is exposed: that of values and
/// results. assumed_.
inline constexpr double head_exchange_exposed = 0.5;
/// Share of expert traffic that is exposed: dispatch and combine wait for each other. assumed_: as a
/// constant of the fit it earned nothing (README.md).
inline constexpr double all_to_all_exposed = 0.8;
/// Share of the last micro-batches' work that can hide data-parallel traffic. assumed_.
inline constexpr double data_window = 0.9;
/// Of that, where every backward pass hides its own traffic. assumed_: small enough that no slower part makes
/// a step shorter.
inline constexpr double backward_window = 0.5;
/// Tensors of a layer that InternEvo deals to ranks whole, each of which sends its own to all others:
/// attention's two products with their biases, three products of the feed-forward part, two norms.
/// Source: InternLM/InternLM 01e7fd6, hybrid_zero_optim.py (_partition_param_list).
inline constexpr double tensors_dealt = 9.0;
inline constexpr double ring_step_seconds = 8e-6;  ///< latency of a data-parallel ring step. assumed_
/// Of a ring's rate, double binary trees. Source: NCCL's tuning.cc.
inline constexpr double tree_share = 0.9;
/// Of the network, sums in its switches. Source: NCCL's tuning.cc.
inline constexpr double in_network_share = 0.9;
/// Of the links' rate, all-reduces in the switches of a domain: NVLS, 512 MiB on 8 GPUs. Source: kernel
/// tables (0.58 on B200 and B300, 0.68 on H100 and H200 of what rings reach).
inline constexpr double in_switch_share = 0.6;
/// Share of the link that tables of collectives in a node reach: what tensor_share is measured against.
/// Source: all-reduces of 512 MiB on 8 GPUs in the kernel tables, 0.73 on A100, 0.75 on B200 and B300.
inline constexpr double tabled_share = 0.74;
/// Share of the link that tables of all-to-alls reach. Source: kernel tables, 0.62 (B200) to 0.70 (H100).
inline constexpr double tabled_exchange_share = 0.65;
/// Parameters of one bucket of gradients, the larger of both. Source: Megatron-LM's default, max(40000000,
/// 1000000 * data-parallel size) (distributed_data_parallel.py).
inline constexpr double bucket_parameters = 40e6, bucket_parameters_per_rank = 1e6;

// --- Host, optimizer, scale, software

inline constexpr double optimizer_local_bytes = 10.0;  ///< traffic of a local parameter. assumed_
/// Gradient accumulation, a parameter and micro-batch. By count: the sum so far is read in fp32, that it is
/// written is the product's part.
inline constexpr double accumulate_bytes = 4.0;
/// Gradient accumulation before 2023, not fused into the product. By count: result and sum are read, the sum
/// is written, 2 + 4 + 4.
inline constexpr double accumulate_bytes_old = 10.0;
inline constexpr double selective_fsdp = 0.4;  ///< every second block or so is done again. assumed_
/// DeepSpeed's Megatron follows its upstream from then on. Source: its runs in resources/measured
/// (README.md).
inline constexpr double deepspeed_synced_year = 2023.0;
/// Share of the memory from which on allocators that give back and take anew slow an eager job down, and the
/// share over which that reaches its fitted size. assumed_: chosen on the runs of the fit.
inline constexpr double flush_from = 0.8, flush_step = 0.1;
/// Checkpoints skip what nobody needs. Source: torch.utils.checkpoint of PyTorch 2.1 (October 2023).
inline constexpr double early_stop_year = 2023.75;
inline constexpr double native_loss_bytes = 4.0;  ///< by count: read, overwritten by its gradient
/// Torch.compile's fused loss, by count: logits read for maximum, sum and gradient, which is written, in 2
/// and 4 bytes.
inline constexpr double compiled_loss_bytes = 12.0;
inline constexpr double half_loss_bytes = 6.0;  ///< by count: read; read and written in backward
inline constexpr double loss_forward = 0.4;     ///< share of the loss's traffic in forward. assumed_
/// Hidden share of data-parallel traffic before 2023. assumed_.
inline constexpr double data_overlap_old = 0.12;
/// A layer launched as graphs, forward + backward. assumed_.
inline constexpr double host_graph_seconds = 0.65e-3;
inline constexpr double host_eager_seconds = 1.5e-3;  ///< the same, eager PyTorch. assumed_
/// Launches of a mixture-of-experts layer without graphs, over those with graphs of some of its modules.
/// Source: Megatron-Bridge's runs with and without in resources/measured.
inline constexpr double host_moe_eager = 3.0;
/// Launches that latent attention adds to a layer without graphs, seconds. Source: runs of
/// Megatron-Bridge in resources/measured.
inline constexpr double host_latent_seconds = 2e-3;
/// More launches of a layer that is computed again, of an eager one. Source: runs of LitGPT and Qwen's
/// finetune.py in resources/measured.
inline constexpr double recomputed_host = 0.33;
inline constexpr double host_native_seconds = 0.33e-3;  ///< the same, without Python. assumed_
/// By definition: where the release factors are 1.
inline constexpr double dense_year = 2024.5, moe_year = 2025.8;
/// First release with the newer experts' path. Source: recipes of the 26.06 containers (README.md).
inline constexpr double moe_step_year = 2026.45;
inline constexpr int rack_domain = 64;  ///< by definition: GPUs in one NVLink domain that count as a rack
inline constexpr double offload_share = 0.6;  ///< of the PCIe rate, offloaded optimizer state. assumed_
/// Rate of host memory for each GPU, bytes a second, of the vendor's own servers by the generation of their
/// PCIe: 2 x E5-2698 v4 (4 channels DDR4-2133) for 8 GPUs (DGX-1); 2 x EPYC 7742 (8 x DDR4-3200; DGX A100);
/// 2 x Xeon 8480C (8 x DDR5-4800; DGX H100); 2 x Xeon 6776P (8 x DDR5-6400; DGX B300).
inline constexpr double assumed_host_memory_pcie_3 = 17.1e9, assumed_host_memory_pcie_4 = 51.2e9,
                        assumed_host_memory_pcie_5 = 76.8e9, assumed_host_memory_pcie_6 = 102.4e9;
/// Memory of one Grace, bytes a second, shared by the GPUs of a superchip. Source: GH200 datasheet (LPDDR5X).
inline constexpr double host_memory_grace = 512e9;
/// NVLink-C2C of one Grace, bytes a second and direction. Source: GH200 and GB200 datasheets (900 GB/s of
/// both directions).
inline constexpr double host_link_grace = 450e9;
/// Share of the rate of host memory that an optimizer on the host reaches.
inline constexpr double assumed_host_memory_share = 0.5;

/// Of a node's memory, what training may fill: the rest is the operating system's and the data loader's.
inline constexpr double assumed_host_usable = 0.9;

// --- Memory

/// Held of a logit. By count: 2 + 4, fused cross entropy; assumed_ is the tenth of a byte less.
inline constexpr double logits_bytes = 5.9;
inline constexpr double buffer_bytes = 0.5e9;  ///< communication and fused buffers. assumed_
/// Of the activations, what the allocator holds beyond them. Source: reserved over allocated bytes of 30 runs
/// of 2026 with published figures of both (1.03 to 1.08 of everything).
inline constexpr double fragmentation = 0.08;
/// CUDA and NCCL context and fused buffers in what the driver reports.
inline constexpr double assumed_device_context_gib = 4.0;
inline constexpr double assumed_fsdp_context_gib = 2.0;  ///< one communicator
/// Of the products, what checkpointing by operator does again. Source: torchtitan keeps every second product;
/// by count of their work in a gated layer.
inline constexpr double operator_products_again = 0.36;
/// FSDP holds a layer's weights and gradients unsharded beside their shards, bytes a parameter: 12 of a layer
/// (2 gathered twice, 4 + 4 to reduce) and 4 of embedding and head; 0.8 of it at the peak, DeepSpeed's ZeRO-3
/// 1.4 of 4 and 2. Source: readings of torchtitan and XTuner in resources/measured.
inline constexpr double gathered_layer_fsdp = 9.6, gathered_edge_fsdp = 3.2;
/// What an allocator's peak holds beside tensors where no vendor library takes workspaces. assumed_.
inline constexpr double torch_workspace_gib = 0.0;
/// Eager PyTorch keeps more, by count: norms in fp32 (5 bytes a hidden element), the product of a gated
/// activation (2 of 6 bytes an inner element).
inline constexpr double eager_hidden_bytes = 5.0, eager_mlp_more = 1.0 / 3.0;
/// Bytes held of a logit, by count: Hugging Face's outputs in fp32 with their gradients, and eager PyTorch;
/// DeepSpeed and compiled PyTorch from 2.8 (August 2025) on.
inline constexpr double wide_logit_bytes = 12.0, compiled_logit_bytes = 5.7;
/// Bytes held of a logit by a loss in pieces: all logits in 2 bytes beside one piece in fp32. Source:
/// LitGPT's runs in resources/measured read 5.
inline constexpr double chunked_logit_bytes = 4.5;
/// By definition: the date of PyTorch 2.8.
inline constexpr double compiled_loss_year = 2025.6;
/// FlashAttention's fused loss, by count: 2 + 2 bytes a logit.
inline constexpr double half_logits_share = 4.0 / 5.9;
inline constexpr double native_logits_share = 2.0 / 5.9;   ///< by count: gradients overwrite logits
inline constexpr double assumed_native_context_gib = 0.6;  ///< no framework beside the driver
/// Hand-written trainers, by count: a weight in the form in which 8-bit products read it.
inline constexpr double quantized_weight_bytes = 1.0;
/// Megatron-DeepSpeed, by count: fp32 copy of the own gradients in the optimizer step, a sharded parameter.
inline constexpr double gradient_copy_bytes = 4.0;
/// Its BF16 optimizer, by count: fp32 gradients beside bf16 ones, flattening copies the weights; a local
/// parameter.
inline constexpr double bf16_optimizer_bytes = 6.0;
/// The context is at most this share of a card's capacity.
inline constexpr double assumed_context_share = 0.1;

}  // namespace astrolabe::cost::constants
