#pragma once
// Seconds of one kernel from its fitted table, on the measured type or carried over to other rates.

#include "core/cost/kernel_model.h"

namespace astrolabe::cost {

/// A product on `rates`. The table gives the time on the measured type; other rates scale it by the ratio of
/// the peaks, and the roofline takes over where their memory is slower. `extra_bytes`: written or read beside
/// the operands and a result of 2 bytes (more weights, a wider result). Beyond the table's upper edges the
/// smooth form adds its difference. Never below the roofline; never falls with m, n, k, slower rates or more
/// bytes.
double gemm_model_seconds(const GemmModel& model, const KernelRates& rates, double m, double n, double k,
                          double extra_bytes = 0.0);

/// Forward attention of `heads` (batch x heads on the device) sequences, `group` query heads a key head.
double attention_model_seconds(const AttentionModel& model, const KernelRates& rates, double heads,
                               double group, double sequence, double head_dim);

/// Both products of the routed experts on one device, forward. `rows`: (token, expert) pairs on the device;
/// `pairs`: those of the whole expert-parallel group where a kernel goes over all of them, at least `rows`.
double moe_model_seconds(const MoeModel& model, const KernelRates& rates, double rows, double experts,
                         double hidden, double inner, double pairs = 0.0);

/// A collective in one node, `bytes` as nccl-tests counts them; beyond the largest size at the bandwidth
/// reached there.
double collective_model_seconds(const CollectiveModel& model, double bytes);

}  // namespace astrolabe::cost
