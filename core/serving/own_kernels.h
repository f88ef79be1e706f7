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

/// |predicted/measured - 1| of one table, with the form of the generation and with the fitted one.
struct KernelFitError {
  std::string gpu, kernel, dtype;
  int rows = 0;
  double median_before = 0.0, median_after = 0.0, p95_after = 0.0;
  bool taken = true;    ///< false: the fitted form errs more, so that of the generation is kept
  bool unseen = false;  ///< errors are on rows of `judging`
};

using KernelsByGpu = std::map<std::string, std::shared_ptr<const OwnKernels>, std::less<>>;

struct FittedKernels {
  KernelsByGpu kernels;                   ///< by GPU type; forms that are taken
  KernelsByGpu all;                       ///< those that are not taken among them
  std::vector<KernelFitError> tables;     ///< of all forms, on the rows that judge
  std::vector<KernelFitError> too_small;  ///< fewer than kFewestKernelRows: rows alone
};

inline constexpr int kFewestKernelRows = 8;

/// Fits the form of every table with at least kFewestKernelRows rows under priors around the constants of its
/// generation. A form is taken where its median error on the rows of `judging` (those of the fit where that
/// has none of the table) is not above that of its generation, or `also_worse`. Errors: too_few_rows where no
/// table has as many.
Result<FittedKernels> fit_kernel_forms(const KernelTimes& times, const hardware::Catalogue& catalogue,
                                       const KernelTimes& judging, bool also_worse = false);

}  // namespace astrolabe::serving
