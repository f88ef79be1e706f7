#include "core/cost/coefficients.h"

namespace astrolabe::cost {

namespace {

using C = Coefficients;

// Starts: kernel tables and datasheets. A spread of 0.1 says "known to 10 %".
constexpr std::array kTable{
    CoefficientInfo{"gemm_ampere", &C::gemm_ampere, 0.95, 0.1, 0.5, 1.2,
                    "GEMM efficiency of a step over kernel tables, A100 and A800"},
    CoefficientInfo{"gemm_hopper", &C::gemm_hopper, 0.85, 0.1, 0.4, 1.2,
                    "the same, H100 and H200: sustained clock under the power limit"},
    CoefficientInfo{"gemm_blackwell", &C::gemm_blackwell, 0.85, 0.1, 0.4, 1.2,
                    "the same, B200, B300, GB200, GB300"},
    CoefficientInfo{"gemm_rtx_pro", &C::gemm_rtx_pro, 1.0, 0.1, 0.4, 1.3,
                    "the same, RTX PRO 6000 and RTX 50"},
    CoefficientInfo{"gemm_ada", &C::gemm_ada, 1.1, 0.3, 0.5, 1.5,
                    "the same, Ada, without tables: clocks above the datasheet's boost"},
    CoefficientInfo{"gemm_volta", &C::gemm_volta, 0.95, 0.3, 0.3, 1.2, "the same, V100, without tables"},
    CoefficientInfo{"grouped_share", &C::grouped_share, 0.85, 0.07, 0.4, 1.2,
                    "grouped expert products over one dense product"},
    CoefficientInfo{"attention_ampere", &C::attention_ampere, 0.55, 0.2, 0.15, 0.85,
                    "forward share of the bf16 peak, FlashAttention 2 on A100"},
    CoefficientInfo{"attention_hopper", &C::attention_hopper, 0.55, 0.2, 0.15, 0.85,
                    "the same, cuDNN and FlashAttention 3 on H100"},
    CoefficientInfo{"attention_hopper_early", &C::attention_hopper_early, 0.38, 0.25, 0.1, 0.85,
                    "the same, kernels written before Hopper on H100"},
    CoefficientInfo{"attention_blackwell", &C::attention_blackwell, 0.45, 0.2, 0.15, 0.85,
                    "the same, Blackwell"},
    CoefficientInfo{"attention_backward", &C::attention_backward, 0.80, 0.2, 0.3, 1.0,
                    "backward share over forward share"},
    CoefficientInfo{"attention_sink", &C::attention_sink, 0.3, 0.3, 0.1, 1.0,
                    "share left with attention sinks before 2026-05 containers"},
    CoefficientInfo{"unfused_gemm", &C::unfused_gemm, 0.7, 0.2, 0.2, 1.0,
                    "batched products of unfused attention over one GEMM"},
    CoefficientInfo{"unfused_bytes", &C::unfused_bytes, 10.0, 0.4, 2.0, 24.0,
                    "score elements moved by unfused attention, times 2 bytes"},
    CoefficientInfo{"unfused_misaligned", &C::unfused_misaligned, 6.0, 0.2, 1.0, 12.0,
                    "unfused products whose head width is not a multiple of 8: without matrix units, a "
                    "quarter of their rate"},
    CoefficientInfo{"elementwise", &C::elementwise, 1.0, 0.4, 0.3, 2.5,
                    "elementwise bytes over bytes counted, fused kernels"},
    CoefficientInfo{"elementwise_eager", &C::elementwise_eager, 1.8, 0.3, 0.8, 4.0,
                    "the same, eager PyTorch"},
    CoefficientInfo{"elementwise_old", &C::elementwise_old, 1.8, 0.3, 0.8, 4.0,
                    "the same, Megatron before 2023"},
    CoefficientInfo{"cast_bytes", &C::cast_bytes, 1.0, 0.3, 0.2, 3.0,
                    "low-precision casts, times 4 bytes an input element"},
    CoefficientInfo{"loss_bytes", &C::loss_bytes, 12.0, 0.5, 4.0, 48.0,
                    "traffic of a logit in the loss, forward and backward"},
    CoefficientInfo{"host_layer_seconds", &C::host_layer_seconds, 4e-3, 0.15, 0.0, 10e-3,
                    "host seconds of a layer, forward and backward, without graphs"},
    CoefficientInfo{"host_moe_seconds", &C::host_moe_seconds, 3e-3, 0.15, 0.0, 10e-3,
                    "what a mixture-of-experts layer adds to it"},
    CoefficientInfo{"checkpoint_seconds", &C::checkpoint_seconds, 1e-3, 0.8, 0.0, 8e-3,
                    "host seconds of a recomputed layer, DeepSpeed checkpointing"},
    CoefficientInfo{
        "allocator_flush", &C::allocator_flush, 0.2, 0.5, 0.0, 1.0,
        "eager FSDP recomputing everything: slowdown for every tenth of memory in use above 80 %"},
    CoefficientInfo{"tensor_share", &C::tensor_share, 0.75, 0.2, 0.2, 1.0,
                    "share of the one-way link, tensor parallelism"},
    CoefficientInfo{"network_share", &C::network_share, 0.7, 0.2, 0.2, 1.0,
                    "share of the network, data and pipeline parallelism"},
    CoefficientInfo{"fsdp_share", &C::fsdp_share, 0.6, 0.25, 0.2, 1.0, "share of the network, FSDP"},
    CoefficientInfo{"all_to_all_share", &C::all_to_all_share, 0.6, 0.15, 0.1, 1.0,
                    "share of link and network, expert all-to-all"},
    CoefficientInfo{"tensor_overlap", &C::tensor_overlap, 0.5, 0.3, 0.0, 1.0,
                    "hidden share of tensor-parallel traffic where overlapped"},
    CoefficientInfo{"data_overlap", &C::data_overlap, 0.8, 0.2, 0.0, 1.0,
                    "hidden share of data-parallel traffic where overlapped"},
    CoefficientInfo{"fsdp_slowdown", &C::fsdp_slowdown, 0.15, 0.6, 0.0, 1.0,
                    "compute lost to a second of hidden FSDP traffic"},
    CoefficientInfo{"context_exposed", &C::context_exposed, 0.3, 0.5, 0.0, 2.0,
                    "exposed share of the context-parallel ring, forward"},
    CoefficientInfo{"optimizer_bytes", &C::optimizer_bytes, 36.0, 0.4, 20.0, 120.0,
                    "optimizer traffic a sharded parameter, norm and clip included"},
    CoefficientInfo{"straggler", &C::straggler, 0.006, 0.5, 0.0, 0.03,
                    "slowdown a doubling of GPUs beyond 8"},
    CoefficientInfo{"software_dense", &C::software_dense, 0.03, 0.5, 0.0, 0.2,
                    "speed-up a year of vendor software, dense, from 2024.5"},
    CoefficientInfo{"software_moe", &C::software_moe, 0.15, 0.25, 0.0, 0.6,
                    "the same, mixture of experts, from 2025.8"},
    CoefficientInfo{"software_moe_step", &C::software_moe_step, 0.15, 0.25, 0.0, 0.6,
                    "further speed-up of mixtures of experts from 26.06 containers on"},
    CoefficientInfo{"stack_jax", &C::stack_jax, 1.0, 0.08, 0.8, 1.3, "step time factor of JAX"},
    CoefficientInfo{"stack_deepspeed", &C::stack_deepspeed, 1.0, 0.08, 0.8, 1.5,
                    "step time factor of DeepSpeed-era clusters"},
    CoefficientInfo{"stack_plain", &C::stack_plain, 1.05, 0.08, 0.9, 1.5,
                    "step time factor of Megatron-Core from its own scripts, without a tuned recipe"},
};
static_assert(kTable.size() <= 50, "the step rests on at most fifty fitted constants");

constexpr std::array kMemory{
    CoefficientInfo{"workspace_gib", &C::workspace_gib, 1.0, 0.5, 0.0, 4.0,
                    "GiB of an allocator's peak beside tensors and buffers: products' workspaces"},
    CoefficientInfo{"fragmentation_old", &C::fragmentation_old, 0.2, 0.5, 0.0, 0.6,
                    "of the activations, held beside them by allocators before 2023"},
    CoefficientInfo{"context_old_gib", &C::context_old_gib, 5.0, 0.4, 0.5, 12.0,
                    "GiB of context and communicators before 2023, in the driver's reading"},
    CoefficientInfo{"copies_intern_evo", &C::copies_intern_evo, 10.0, 0.3, 4.0, 16.0,
                    "bytes of gradients and flat copies in InternEvo, a sharded parameter"},
    CoefficientInfo{"unstated_gib", &C::unstated_gib, 4.0, 0.4, 0.0, 10.0,
                    "GiB above the allocator's reading where a source names no reading"},
};

}  // namespace

std::span<const CoefficientInfo> coefficient_table() { return kTable; }
std::span<const CoefficientInfo> memory_table() { return kMemory; }

const Coefficients& coefficients_of(const strategy::Problem& problem) {
  static const Coefficients shipped;
  return problem.coefficients ? *problem.coefficients : shipped;
}

}  // namespace astrolabe::cost
