#pragma once
// Every number of the step-time and memory model that is not a datasheet value, with its meaning. Fitted
// values come from a robust fit of the same closed form to 659 published training runs (see README.md of this
// room); the rest is fixed by hand, guesses are marked `assumed_`.

namespace astrolabe::cost::constants {

// --- GEMM in a training step, relative to the kernel form of kernel.h
inline constexpr double gemm_ampere = 1.02;     ///< kernel tables carry over to A100 as they are
inline constexpr double gemm_hopper = 0.87;     ///< H100: sustained clock under the power limit
inline constexpr double gemm_blackwell = 0.72;  ///< B200, GB200, GB300
inline constexpr double gemm_rtx_pro = 0.92;    ///< RTX PRO 6000
inline constexpr double gemm_ada = 1.25;        ///< RTX 4090 boosts above its datasheet clock
inline constexpr double gemm_volta = 0.87;
inline constexpr double assumed_gemm_other = 0.87;  ///< families without measured runs: Hopper's value
inline constexpr double fp8_hopper = 0.89;          ///< share of the fp8 peak, relative to bf16's share
inline constexpr double fp8_blackwell = 1.12;
inline constexpr double mxfp8_blackwell = 0.94;  ///< relative to fp8's share
inline constexpr double fp4_blackwell = 0.70;
inline constexpr double weight_gradient = 0.955;  ///< efficiency of weight-gradient products
inline constexpr double gemm_overlap_power = 2.2;
inline constexpr double gemm_memory_share = 0.85;
inline constexpr double memory_share = 0.8;       ///< of the datasheet bandwidth, for every byte time
inline constexpr double grouped_share = 0.90;     ///< grouped expert products against one dense product
inline constexpr double grouped_seconds = 16e-6;  ///< per local expert and product

// --- Attention
// ------------------------------------------------------------------------------------------------
inline constexpr double attention_ampere = 0.45;  ///< forward share of the bf16 peak, FlashAttention 2
inline constexpr double attention_hopper = 0.49;  ///< cuDNN, FlashAttention 3
inline constexpr double attention_blackwell = 0.54;
inline constexpr double attention_blackwell_ultra = 1.25;  ///< times the above on B300 and GB300
inline constexpr double attention_latent = 0.8;            ///< multi-head latent attention
inline constexpr double attention_backward = 0.60;         ///< backward share over forward share
inline constexpr double attention_half_sequence = 200.0;   ///< tokens at which half of the share is reached
inline constexpr double attention_sink = 0.3;  ///< slow sink kernel without window, before 2026-05 containers
inline constexpr double unfused_gemm = 0.64;
inline constexpr double unfused_bytes = 7.2;
inline constexpr double unfused_misaligned = 6.9;  ///< head width not a multiple of 8

// --- Elementwise, casts
// ---------------------------------------------------------------------------------------
inline constexpr double elementwise = 0.61;  ///< bytes moved against the bytes counted, fused kernels
inline constexpr double cast_bytes = 0.87;   ///< low-precision casts, times 4 bytes an input element
inline constexpr double cast_block_scaled = 1.25;
inline constexpr double moe_permute = 3.0;  ///< times 4 bytes a routed hidden element
inline constexpr double backward_hidden = 1.5, backward_heads = 1.0, backward_mlp = 1.67;

// --- Communication
// --------------------------------------------------------------------------------------------
inline constexpr double tensor_share = 0.62;      ///< of the one-way link
inline constexpr double network_share = 0.67;     ///< of the NIC: data-parallel and pipeline traffic
inline constexpr double fsdp_share = 0.85;        ///< of the NIC: FSDP traffic
inline constexpr double all_to_all_share = 0.45;  ///< of link and NIC
inline constexpr double all_to_all_exposed = 0.8;
inline constexpr double tensor_overlap = 0.65;  ///< hidden share of tensor-parallel traffic, with overlap
inline constexpr double data_overlap = 0.81;    ///< hidden share of data-parallel traffic, with overlap
inline constexpr double data_window = 0.9;      ///< share of the last micro-batches' work that can hide it
inline constexpr double context_forward = 0.3;  ///< exposed share of the ring, forward; twice that backward
inline constexpr double fsdp_slowdown = 0.29;   ///< compute lost to hidden FSDP traffic
inline constexpr double ring_step_seconds = 8e-6;  ///< latency of a data-parallel ring step
inline constexpr double bucket_parameters = 40e6, bucket_parameters_per_rank = 1e6;

// --- Host, optimizer, scale, software
// -------------------------------------------------------------------------
inline constexpr double host_layer_seconds = 0.65e-3;  ///< vendor stack with graphs, forward + backward
inline constexpr double host_moe_seconds = 3.0e-3;     ///< extra of a MoE layer
inline constexpr double step_seconds = 30e-3;          ///< fixed host time of a step
inline constexpr double optimizer_bytes =
    60.0;  ///< Adam: traffic of a sharded parameter, norm and clip included
inline constexpr double optimizer_local_bytes = 10.0;  ///< traffic of a local parameter
inline constexpr double accumulate_bytes = 4.0;        ///< gradient accumulation, a parameter and micro-batch
inline constexpr double straggler = 0.0036;            ///< slowdown a doubling of GPUs beyond 8
inline constexpr double software_dense = 0.05;         ///< a year: exp(-x (year - 2024.5))
inline constexpr double software_moe = 0.21;           ///< a year: exp(-x (year - 2025.8))
inline constexpr double software_moe_step = 0.19;      ///< containers from 26.06 on
inline constexpr double assumed_software_year = 2026.5;  ///< plans assume the newest measured stack
inline constexpr double offload_share = 0.6;             ///< of the PCIe rate, offloaded optimizer state

// --- Memory
// ---------------------------------------------------------------------------------------------------
inline constexpr double logits_bytes = 5.9;    ///< a logit: 2 + 4, fused cross entropy
inline constexpr double buffer_bytes = 0.5e9;  ///< communication and fused buffers
inline constexpr double allocator_workspace_gib = 0.8;
inline constexpr double fragmentation = 0.32;      ///< of the activations, in what the driver reports
inline constexpr double device_context_gib = 8.3;  ///< CUDA and NCCL context in what the driver reports
inline constexpr double assumed_context_share =
    0.1;  ///< the context is at most this share of a card's capacity

// --- Band: quantiles of predicted / measured for a site that the fit has not seen
// -------------------------------
inline constexpr double band_dense_low = 0.78, band_dense_high = 1.09;
inline constexpr double band_moe_low = 0.81, band_moe_high = 1.39;

}  // namespace astrolabe::cost::constants
