#pragma once
// The fixed numbers of the step-time and memory model that are not datasheet values, with their meaning;
// guesses are marked `assumed_`. The fitted ones are in coefficients.h.

namespace astrolabe::cost::constants {

// --- GEMM in a training step, relative to the kernel form of kernel.h
inline constexpr double assumed_gemm_other = 0.87;  ///< families without measured runs: Hopper's value
inline constexpr double weight_gradient = 0.955;    ///< efficiency of weight-gradient products
inline constexpr double fp4_ultra = 2.0 / 3.0;  ///< B300 sustains the fp4 rate of B200, at 1.5 times its peak
/// m = n = k of the product at which nvfp4 reaches the 16-bit share of its peak.
inline constexpr double product_reference_edge = 8192.0;
inline constexpr double memory_share = 0.8;  ///< of the datasheet bandwidth, for every byte time

// --- Attention
// ------------------------------------------------------------------------------------------------
inline constexpr double attention_hopper_flash_2 = 0.38;  ///< FlashAttention 2 on Hopper
inline constexpr double attention_sink_year =
    2026.37;                                     ///< containers from 2026-05 on have a fast sink kernel
inline constexpr double attention_latent = 0.8;  ///< multi-head latent attention
inline constexpr double attention_ultra = 1.25;  ///< B300, GB300: twice the exponentials
/// Heads and tokens at which a kernel table's attention is at the share that is fitted.
inline constexpr double attention_reference_heads = 32.0, attention_reference_tokens = 8192.0;
inline constexpr double attention_half_sequence = 200.0;  ///< tokens at which half of the share is reached

// --- Elementwise, casts
// ---------------------------------------------------------------------------------------
inline constexpr double cast_block_scaled = 1.25;
inline constexpr double moe_permute = 3.0;  ///< times 4 bytes a routed hidden element
inline constexpr double backward_hidden = 1.5, backward_heads = 1.0, backward_mlp = 1.67;

// --- Communication
// --------------------------------------------------------------------------------------------
inline constexpr double all_to_all_exposed = 0.8;  ///< dispatch and combine wait for each other
inline constexpr double data_window = 0.9;         ///< share of the last micro-batches' work that can hide it
inline constexpr double backward_window = 0.5;  ///< of that, where every backward pass hides its own traffic
/// Tensors of a layer that InternEvo deals to ranks whole, each of which sends its own to all others:
/// attention's two products with their biases, three products of the feed-forward part, two norms.
/// Source: InternLM/InternLM 01e7fd6, hybrid_zero_optim.py (_partition_param_list).
inline constexpr double tensors_dealt = 9.0;
inline constexpr double ring_step_seconds = 8e-6;  ///< latency of a data-parallel ring step
inline constexpr double tree_share = 0.9;        ///< of a ring's rate, double binary trees: NCCL's tuning.cc
inline constexpr double in_network_share = 0.9;  ///< of the network, sums in its switches: the same
/// Of the links' rate, all-reduces in the switches of a domain: NVLS, 512 MiB on 8 GPUs (0.58 on B200 and
/// B300, 0.68 on H100 and H200 of what rings reach; kernel tables).
inline constexpr double in_switch_share = 0.6;
/// Share of the link that tables of collectives in a node reach: what tensor_share is measured against.
inline constexpr double tabled_share = 0.74;
inline constexpr double tabled_exchange_share = 0.65;  ///< the same of all-to-alls
inline constexpr double bucket_parameters = 40e6, bucket_parameters_per_rank = 1e6;

// --- Host, optimizer, scale, software
// -------------------------------------------------------------------------
inline constexpr double optimizer_local_bytes = 10.0;  ///< traffic of a local parameter
inline constexpr double accumulate_bytes = 4.0;        ///< gradient accumulation, a parameter and micro-batch
inline constexpr double accumulate_bytes_old = 10.0;   ///< the same before 2023, not fused into the product
inline constexpr double selective_fsdp = 0.4;          ///< every second block or so is done again
/// DeepSpeed's Megatron follows its upstream from then on.
inline constexpr double deepspeed_synced_year = 2023.0;
/// Share of the memory from which on allocators that give back and take anew slow an eager job down.
inline constexpr double flush_from = 0.8, flush_step = 0.1;
inline constexpr double early_stop_year = 2023.75;      ///< PyTorch 2.1: checkpoints skip what nobody needs
inline constexpr double native_loss_bytes = 4.0;        ///< read, overwritten by its gradient
inline constexpr double half_loss_bytes = 6.0;          ///< read; read and written in backward
inline constexpr double loss_forward = 0.4;             ///< share of the loss's traffic in forward
inline constexpr double data_overlap_old = 0.12;        ///< hidden share of data-parallel traffic before 2023
inline constexpr double host_graph_seconds = 0.65e-3;   ///< a layer launched as graphs, forward + backward
inline constexpr double host_eager_seconds = 1.5e-3;    ///< the same, eager PyTorch
inline constexpr double host_native_seconds = 0.33e-3;  ///< the same, without Python
inline constexpr double dense_year = 2024.5, moe_year = 2025.8;  ///< where the release factors are 1
inline constexpr double moe_step_year = 2026.45;  ///< first release with the newer experts' path
inline constexpr int rack_domain = 64;            ///< GPUs in one NVLink domain: a rack
inline constexpr double offload_share = 0.6;      ///< of the PCIe rate, offloaded optimizer state
/// Rate of host memory for each GPU, bytes a second, of the vendor's own servers by the generation of their
/// PCIe: 2 x E5-2698 v4 (4 channels DDR4-2133) for 8 GPUs (DGX-1); 2 x EPYC 7742 (8 x DDR4-3200; DGX A100);
/// 2 x Xeon 8480C (8 x DDR5-4800; DGX H100); 2 x Xeon 6776P (8 x DDR5-6400; DGX B300).
inline constexpr double assumed_host_memory_pcie_3 = 17.1e9, assumed_host_memory_pcie_4 = 51.2e9,
                        assumed_host_memory_pcie_5 = 76.8e9, assumed_host_memory_pcie_6 = 102.4e9;
/// The same of one Grace (LPDDR5X, GH200 datasheet), shared by the GPUs of a superchip.
inline constexpr double host_memory_grace = 512e9;
/// Of these rates, what an optimizer on the host reaches.
inline constexpr double assumed_host_memory_share = 0.5;

/// Of a node's memory, what training may fill: the rest is the operating system's and the data loader's.
inline constexpr double assumed_host_usable = 0.9;

// --- Memory
// ---------------------------------------------------------------------------------------------------
inline constexpr double logits_bytes = 5.9;    ///< a logit: 2 + 4, fused cross entropy
inline constexpr double buffer_bytes = 0.5e9;  ///< communication and fused buffers
/// Of the activations, what the allocator holds beyond them: reserved over allocated bytes of 30 runs of 2026
/// with published figures of both (1.03 to 1.08 of everything).
inline constexpr double fragmentation = 0.08;
/// CUDA and NCCL context and fused buffers in what the driver reports.
inline constexpr double assumed_device_context_gib = 4.0;
inline constexpr double assumed_fsdp_context_gib = 2.0;  ///< one communicator
inline constexpr double half_logits_share = 4.0 / 5.9;   ///< FlashAttention's fused loss: 2 + 2 bytes a logit
inline constexpr double native_logits_share = 2.0 / 5.9;   ///< gradients overwrite logits
inline constexpr double assumed_native_context_gib = 0.6;  ///< no framework beside the driver
/// Hand-written trainers: a weight in the form in which 8-bit products read it.
inline constexpr double quantized_weight_bytes = 1.0;
/// Megatron-DeepSpeed: fp32 copy of the own gradients in the optimizer step, a sharded parameter.
inline constexpr double gradient_copy_bytes = 4.0;
/// Its BF16 optimizer: fp32 gradients beside bf16 ones, flattening copies the weights; a local parameter.
inline constexpr double bf16_optimizer_bytes = 6.0;
inline constexpr double assumed_context_share =
    0.1;  ///< the context is at most this share of a card's capacity

}  // namespace astrolabe::cost::constants
