#pragma once
// Tables of measured inference kernels, and the forms of kernels.h fitted to them by GPU type.

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/hardware/catalogue.h"
#include "core/serving/kernels.h"

namespace astrolabe::serving {

/// product: gpu,dtype,m,n,k; decode_attention: gpu,kv_dtype,batch,context,heads,kv_heads,head_dim,window;
/// latent_attention: gpu,kv_dtype,batch,context,heads; experts:
/// gpu,dtype,tokens,hidden,inter,topk,experts,tp,ep,kernel,source; all_reduce: gpu,op,n_gpus,bytes,kernel.
/// All with latency_us.
enum class InferenceKernel { product, decode_attention, latent_attention, experts, all_reduce };
const char* to_string(InferenceKernel kernel);

/// One measured call. Which of the sizes there are is a matter of the kernel.
struct KernelTime {
  InferenceKernel kernel = InferenceKernel::product;
  std::string gpu;                  ///< catalogue id
  std::string dtype;                ///< as the table has it; of attention that of keys and values
  Runtime runtime = Runtime::vllm;  ///< of experts
  double rows = 0.0, outputs = 0.0, inputs = 0.0;
  double batch = 0.0, context = 0.0, heads = 0.0, kv_heads = 0.0, head_dim = 0.0, window = 0.0;
  double tokens = 0.0, hidden = 0.0, expert_ffn = 0.0, top_k = 0.0, experts = 0.0;
  int tensor_parallel = 1, expert_parallel = 1, ranks = 1;
  double bytes = 0.0;
  double us = 0.0;
};

struct KernelTimes {
  std::vector<KernelTime> rows;
  std::vector<Error> skipped;  ///< rows that cannot be right, each with file, row and column
};

/// True for a header that only tables of inference kernels have. Products have the columns of the tables of
/// training: those are told by what they are given with.
bool is_inference_kernel_table(std::string_view csv);
/// Adds the rows of a table. Errors: bad_table_header.
Result<void> read_inference_kernels(std::string_view csv, const std::string& file,
                                    const hardware::Catalogue& catalogue, KernelTimes& into);

/// us that a machine with its forms takes; launches as in the tables.
double kernel_us(const Machine& machine, const KernelTime& kernel);

/// |predicted/measured - 1| of one table, before and after a fit.
struct KernelFitError {
  std::string gpu, kernel, dtype;
  int rows = 0;
  double median_before = 0.0, median_after = 0.0, p95_after = 0.0;
};

using KernelsByGpu = std::map<std::string, std::shared_ptr<const OwnKernels>, std::less<>>;

struct FittedKernels {
  KernelsByGpu kernels;                   ///< by GPU type
  std::vector<KernelFitError> tables;     ///< on the rows of the fit
  std::vector<KernelFitError> too_small;  ///< fewer than kFewestKernelRows: rows alone
};

inline constexpr int kFewestKernelRows = 8;

/// Fits the form of every table with at least kFewestKernelRows rows under priors around the constants of its
/// generation. Errors: too_few_rows where none has as many.
Result<FittedKernels> fit_kernel_forms(const KernelTimes& times, const hardware::Catalogue& catalogue);
/// Errors of `kernels` on other rows, by table; before: of the forms of the generation.
std::vector<KernelFitError> check_kernel_forms(const KernelsByGpu& kernels, const KernelTimes& times,
                                               const hardware::Catalogue& catalogue);

}  // namespace astrolabe::serving
