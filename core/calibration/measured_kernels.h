#pragma once
// Tables of measured kernels, as a user writes them: CSV with one header line, latencies in microseconds.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/hardware/catalogue.h"

namespace astrolabe::calibration {

/// C[m, n] = A[m, k] x B[k, n]. Header: gpu, dtype, m, n, k, latency_us.
struct MeasuredGemm {
  std::string gpu, dtype;  ///< catalogue id; bf16, fp16, fp8, fp8_block, nvfp4
  double m = 0, n = 0, k = 0, seconds = 0;
};

/// Forward attention. Header: gpu, dtype, batch, seq, heads, kv_heads, head_dim, causal, latency_us.
struct MeasuredAttention {
  std::string gpu, dtype, kernel;
  double batch = 0, sequence = 0, heads = 0, kv_heads = 0, head_dim = 0;
  bool causal = true;
  double seconds = 0;
};

/// Fused experts of one layer on one device, forward. Header: gpu, dtype, tokens, hidden, inter, topk,
/// experts, tp, ep, distribution, latency_us.
struct MeasuredMoe {
  std::string gpu, dtype, kernel;
  double tokens = 0, hidden = 0, inner = 0, top_k = 0, experts = 0, tensor_parallel = 1, expert_parallel = 1;
  bool balanced = true;
  double seconds = 0;
};

/// A collective inside one node. Header: gpu, op, n_gpus, bytes, latency_us; bytes as nccl-tests counts them.
struct MeasuredCollective {
  std::string gpu, op;
  int ranks = 0;
  double bytes = 0, seconds = 0;
};

struct MeasuredKernels {
  std::vector<MeasuredGemm> gemm;
  std::vector<MeasuredAttention> attention;
  std::vector<MeasuredMoe> moe;
  std::vector<MeasuredCollective> collectives;
  std::vector<std::string> sources;  ///< distinct entries of the column `source`, in order of appearance
  std::vector<Error> skipped;  ///< rows left out: file, "row 14, column latency_us", value, what is right
  std::size_t rows() const { return gemm.size() + attention.size() + moe.size() + collectives.size(); }
};

/// Adds the rows of one table to `into`; its kind is told by its header, further columns are ignored. A row
/// with an impossible value is left out and listed. Latencies faster than the GPU's roofline allows, or
/// thousands of times slower, are taken for another unit. Errors: AST-K101 when the header is none of the
/// four.
Result<void> read_kernel_table(std::string_view csv, const std::string& file,
                               const hardware::Catalogue& catalogue, MeasuredKernels& into);

}  // namespace astrolabe::calibration
