#pragma once
// Measured training runs as a table (CSV): reading and checking. Columns and their meaning:
// resources/measured/README.md.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace astrolabe::plan {

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
  MeasuredKind kind = MeasuredKind::step_seconds;
  double value = 0.0;

  bool is_time() const { return kind != MeasuredKind::peak_memory; }
  /// The notes of the source hold `part`, in whatever case.
  bool noted(std::string_view part) const;
  bool is_moe() const { return experts.value_or(0) > 0; }
  /// Architecture, layout and batch are all stated.
  bool complete() const;
  /// All that is stated of the run but when and where it was published and its framework: equal for a run
  /// that several releases publish. A degree that is not stated is 1.
  std::string settings() const;
};

/// A row that is left out: `error.where` is "row 12, column gpu".
struct SkippedRow {
  std::string id;
  Error error;
};

struct MeasuredTable {
  std::vector<MeasuredRun> runs;
  std::vector<SkippedRow> skipped;
};

/// Reads any subset of the columns; id, gpu, measured_kind and measured_value are required. A bad row goes to
/// `skipped` and the others are still read. Errors (of the whole table): no header, a required column
/// missing, a column that stands twice or that nothing here knows (with the nearest names).
Result<MeasuredTable> read_measured_runs(std::string_view csv);

}  // namespace astrolabe::plan
