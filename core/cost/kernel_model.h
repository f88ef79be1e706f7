#pragma once
// What a fit to measured kernels leaves behind for one GPU type: parametric forms and the monotone tables
// that the boosted trees were written into. Plans read these; nothing here is trained.

#include <map>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/cost/lattice.h"
#include "core/hardware/catalogue.h"
#include "core/hardware/gpu.h"

namespace astrolabe::cost {

/// The rates of a GPU type that kernel forms use, for one data type.
struct KernelRates {
  double peak = 0.0;       ///< operations a second, datasheet
  double boost = 1.0;      ///< peak at boost clock over the datasheet's
  double bandwidth = 0.0;  ///< bytes a second, datasheet
  double multiprocessors = 0.0;
  double cache_bytes = 0.0;  ///< last level
  double in_bytes = 2.0;     ///< an operand's element
};

/// Rates of `gpu` for products of a table's data type (bf16, fp16, fp8, fp8_block, nvfp4). A type without the
/// low-precision rate runs it at its bf16 rate; peak 0 when it has neither.
KernelRates kernel_rates(const hardware::Gpu& gpu, const std::string& dtype);

/// Peak at boost clock over the datasheet's peak. The datasheet's operations per clock and multiprocessor are
/// a power of two; where clock or count is not known 1.
double boost_ratio(const hardware::Gpu& gpu, double peak);

/// Seconds below which no kernel can be: operations at the boosted peak, bytes beyond the last-level cache at
/// memory bandwidth.
double roofline_seconds(const KernelRates& rates, double flops, double bytes);

/// Parameters of the GEMM form (seconds):
///   tc = 2mnk / peak, tm = bytes / bandwidth
///   q  = 1 + wave (min over tiles of pen ceil(ceil(m/a) ceil(n/b) / SM) a b SM / (mn) - 1)
///   ec = efficiency max(2mnk / 1e11, 1)^-large / ((1 + small_k 64/k)(1 + small_mn (65536/mn)(SM/8)))
///   t  = launch + ((tc q / ec)^power + (tm / memory)^power)^(1/power) + cast 3mk / bandwidth
/// The last term quantises the activations (low precision only): 2 bytes read, 1 written.
struct GemmForm {
  double launch_us = 3.0, efficiency = 0.8, memory = 0.85, small_k = 1.5, small_mn = 0.01, wave = 0.2;
  double large = 0.02, power = 2.2, cast = 0.0;
  double seconds(const KernelRates& rates, double m, double n, double k) const;
  /// Its last term. The only one that does not grow with n, which is how a fit tells it from the product.
  double quantising_seconds(const KernelRates& rates, double m, double k) const;
  /// Seconds without tiles, saturation and quantising: what a table of products adds beyond its edges.
  double smooth_seconds(const KernelRates& rates, double flops, double bytes) const;
  auto operator<=>(const GemmForm&) const = default;
};

/// Bytes of operands and result (2 bytes an element).
double gemm_bytes(const KernelRates& rates, double m, double n, double k);

/// Products of one data type: axes m, n, k.
struct GemmModel {
  std::string dtype;
  KernelRates rates;  ///< of the type the table was measured on
  GemmForm form;
  Lattice lattice;
  double rows = 0.0;
  bool own = false;  ///< of the user's own tables, not shipped
  /// The measured times include the quantising of the activations; the table holds the product alone, and the
  /// form says what was taken off.
  bool quantises = false;
};

/// Parameters of the attention form (seconds): tc = flops / peak, tm = bytes / bandwidth
///   t = launch + hypot(tc q / (efficiency seq / (seq + half_sequence)), tm / memory), q the waves of
///   128-row blocks: 1 + wave (ceil(blocks / SM) SM / blocks - 1)
struct AttentionForm {
  double launch_us = 8.0, efficiency = 0.5, memory = 0.7, half_sequence = 200.0, wave = 0.5;
  double seconds(const KernelRates& rates, double flops, double bytes, double sequence, double heads) const;
  /// Without waves, compute and memory one after the other: what a table adds beyond its edges.
  double added_seconds(const KernelRates& rates, double flops, double bytes, double sequence) const;
  auto operator<=>(const AttentionForm&) const = default;
};

/// Work of the attention forward: 4 b h s^2 d operations, half of it when causal; q, k, v and the result
/// once.
double attention_flops(double heads, double sequence, double head_dim, bool causal);
double attention_bytes(double heads, double kv_heads, double sequence, double head_dim);

/// Forward attention of one head width: axes sequence, heads (batch x heads), group (heads over kv heads).
struct AttentionModel {
  bool causal = true;
  int head_dim = 128;
  KernelRates rates;
  AttentionForm form;
  Lattice lattice;
  double rows = 0.0;
  std::string kernel;
};

/// Parameters of the form of fused experts (seconds). E' = min(experts, rows) experts have work:
///   tc = 6 (rows + E' block / 2) hidden inner / (peak efficiency), tm = weights of E' experts / (bandwidth
///   memory) t  = launch + (tc^power + tm^power)^(1/power)
/// and what every pair of the group's tokens costs on each device, its own expert or not (sorting, zeroing,
/// the activation and the sum over whole buffers):
///   2 pairs (spread_hidden hidden + spread_inner inner) / bandwidth + pairs pair_ns
struct MoeForm {
  double launch_us = 20.0, efficiency = 0.5, memory = 0.8, block = 64.0, power = 2.0;
  double spread_hidden = 2.0, spread_inner = 3.0, pair_ns = 0.1;
  double seconds(const KernelRates& rates, double rows, double experts, double hidden, double inner) const;
  double spread_seconds(const KernelRates& rates, double pairs, double hidden, double inner) const;
  /// What a table adds beyond its edges: compute and memory one after the other, so that a step along one
  /// axis never adds less when another has grown.
  double added_seconds(const KernelRates& rates, double rows, double experts, double hidden,
                       double inner) const;
  auto operator<=>(const MoeForm&) const = default;
};

/// Which (token, expert) pairs the device of a measured table works on, of all that its group's tokens have:
/// share: its experts' share; hit_tokens: every token that chose one of its experts brings all its pairs;
/// all. Collections differ in it; the fit takes the one that the times follow.
enum class MoeLoad { share, hit_tokens, all };

/// Routed experts of one layer on one device, forward: axes rows ((token, expert) pairs on the device, or
/// what a balanced load would be), experts (on the device), hidden, inner (an expert's width on the device).
/// The table holds the time without the form's spread.
struct MoeModel {
  std::string dtype, kernel;
  bool balanced = true;  ///< false: experts loaded by a power law of 1.2, the fullest device
  MoeLoad load = MoeLoad::share;
  KernelRates rates;
  MoeForm form;
  Lattice lattice;
  double count = 0.0;  ///< rows of the measured table
};

/// One collective inside a node: axis bytes, counted as nccl-tests counts them.
/// Beyond the table: t = (latency^power + (bytes / rate)^power)^(1/power) + root sqrt(bytes).
struct CollectiveModel {
  std::string op;
  int ranks = 2;
  double latency_us = 15.0, bytes_per_second = 1e11, power = 1.0, root = 0.0;
  Lattice lattice;
  double rows = 0.0;
  double form_seconds(double bytes) const;
};

/// Everything fitted for one GPU type.
struct KernelTables {
  std::string gpu;  ///< catalogue id
  std::string source;
  std::map<std::string, GemmModel> gemm;  ///< by dtype
  std::vector<AttentionModel> attention;
  std::vector<MoeModel> moe;
  std::vector<CollectiveModel> collectives;
  bool own_collectives = false;  ///< of the user's own hosts, not of the shipped tables

  /// Whether products in 16 bits were measured.
  bool measures_products() const { return gemm.contains("bf16"); }
  /// The attention table for a head width: the same mask and the nearest width; null when there is none.
  const AttentionModel* find_attention(bool causal, int head_dim) const;
  /// The table of fused experts: of this kernel, or with the most rows where it is not known; null for none.
  const MoeModel* find_moe(const std::string& dtype, const std::string& kernel, bool balanced) const;
  const CollectiveModel* find_collective(const std::string& op, int ranks) const;
};

/// The file that `astrolabe-cli fit` writes: CBOR, one entry a GPU type. Errors: AST-K104 when it is another
/// kind of file, of another version or damaged.
std::string write_kernel_file(const std::vector<KernelTables>& entries);
Result<std::vector<KernelTables>> read_kernel_file(std::string_view bytes);
/// Models fitted with rates (peak, bandwidth) that are not those of the catalogue's type were made for
/// another GPU. Errors: AST-K104 at the model, also for a type that the catalogue does not have.
Result<void> check_kernel_types(const std::vector<KernelTables>& entries,
                                const hardware::Catalogue& catalogue);

}  // namespace astrolabe::cost
