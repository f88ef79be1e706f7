#pragma once
// Measured training runs as a table (CSV): reading and checking. Columns and their meaning:
// resources/measured/README.md.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace astrolabe::calibration {

enum class MeasuredKind {
  step_seconds,           ///< iter_s: seconds an optimizer step
  tokens_per_second_gpu,  ///< tok_s_gpu
  tflops_gpu,             ///< TFLOP/s a GPU, by the row's own convention
  peak_memory             ///< peak_mem_gib of the fullest GPU
};
const char* to_string(MeasuredKind kind);

/// One row. An empty cell is an empty optional: the source does not state it.
struct MeasuredRun {
  int line = 0;  ///< of the file, from 1
  std::string id, source, model, family, gpu, intra_node_link, inter_node_link, dtype, recompute, framework,
      flops_convention, notes;
  double year = 0.0;  ///< of the date, with fraction; 0 when not stated
  std::optional<int> layers, hidden, heads, kv_heads, ffn, experts, top_k, expert_ffn, shared_experts,
      vocabulary, sequence_length, gpus, gpus_per_node, tensor_parallel, pipeline_parallel, virtual_pipeline,
      context_parallel, expert_parallel, data_parallel, micro_batch, global_batch, zero_stage;
  std::optional<bool> gated, tied_embeddings, sequence_parallel, flash_attention, offload;
  // What decides speed and memory beside the layout, in closed vocabularies (resources/measured/README.md).
  std::string dispatcher, cuda_graphs, compile, grad_reduce_dtype, packing, train_mode, optimizer, mem_kind;
  std::string warn;  ///< doubts of the source
  std::optional<bool> overlap_expert_traffic, fp8_param_gather;
  std::optional<int> lora_rank;
  std::optional<double> activation_offload;  ///< share of the activations, 0 to 1
  MeasuredKind kind = MeasuredKind::step_seconds;
  double value = 0.0;

  /// The source doubts it, or leaves open a batch or a layout that decides its value.
  bool doubtful() const { return !warn.empty() || !micro_batch || !global_batch || !tensor_parallel; }
  bool is_time() const { return kind != MeasuredKind::peak_memory; }
  /// True for a run whose model keeps its own weights: adapters beside them are trained.
  bool is_adapter() const { return train_mode == "lora" || train_mode == "qlora" || train_mode == "adapter"; }
  /// The notes of the source hold `part`, in whatever case.
  bool noted(std::string_view part) const;
  /// Its framework names `part`, in whatever case.
  bool made_with(std::string_view part) const;
  bool is_moe() const { return experts.value_or(0) > 0; }
  /// Architecture, layout and batch are all stated.
  bool complete() const;
  /// All that is stated of the run but when and where it was published and its framework: equal for a run
  /// that several releases publish. A degree that is not stated is 1.
  std::string settings() const;
  /// The settings of the run that a plan decides, as stated: degrees, batches, sharding, recomputation and
  /// the software's options.
  std::string layout() const;
};

/// The first number in `text` that `pattern` captures, in whatever case.
std::optional<double> captured(const std::string& text, const char* pattern);

/// A row that is left out: `error.where` is "row 12, column gpu".
struct SkippedRow {
  std::string id;
  Error error;
};

struct MeasuredTable {
  std::vector<MeasuredRun> runs;
  std::vector<SkippedRow> skipped;
  std::vector<std::string> ignored;  ///< columns that nothing here knows, in their order
};

/// Reads any subset of the columns; id, gpu, measured_kind and measured_value are required. A bad row goes to
/// `skipped` and the others are still read; a column that nothing here knows goes to `ignored`. Errors (of
/// the whole table): no header, a required column missing, a column that stands twice.
Result<MeasuredTable> read_measured_runs(std::string_view csv);

}  // namespace astrolabe::calibration
