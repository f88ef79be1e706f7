#pragma once
// Tables of measured post-training steps (columns of data/rl): rows as jobs with a placement, and how far
// predictions are off.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/hardware/catalogue.h"

namespace astrolabe::post_training {

/// True for the text of a table whose header has the columns of measured post-training steps.
bool is_post_training_table(std::string_view csv);

/// What is compared, by the names of the table's columns.
inline constexpr std::array kMetrics{"step_seconds",    "tokens_per_s_per_gpu", "generation_seconds",
                                     "logprob_seconds", "training_seconds",     "weight_sync_seconds",
                                     "peak_mem_gib"};

/// Bands as factors: of rows that state all, and of the others.
inline constexpr double kBandNarrow = 1.6, kBandWide = 3.0;

/// A figure of a row beside its prediction, with the band in which 80 % of comparable rows lie.
struct MeasuredFigure {
  std::string id, metric;
  double measured = 0.0, predicted = 0.0, low = 0.0, high = 0.0;
  std::string assumed;    ///< what the row leaves open, separated by "; "
  bool complete = false;  ///< states actor, GPU, GPUs, prompts, answers and the layout of training
  double error() const { return predicted / measured - 1.0; }
};

struct SkippedRow {
  std::string id;
  Error error;
};

struct Validation {
  int rows = 0, predicted_rows = 0;
  std::vector<MeasuredFigure> figures;
  std::vector<SkippedRow> skipped;
};

/// Predicts every row that names a model of which a configuration is known and a GPU type of the catalogue.
/// Errors: bad_measured_table for a header without the columns that are needed.
Result<Validation> validate(std::string_view csv, const hardware::Catalogue& catalogue);

Json to_json(const Validation& validation);
/// id,metric,measured,predicted,error,low,high,assumed.
std::string rows_csv(const Validation& validation);

}  // namespace astrolabe::post_training
