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

/// Bands as factors in which four of five rows lie: of rows that state all, and of the others.
struct Band {
  double complete = 1.0, open = 1.0;
};
/// By kMetrics, each set to its own rows (tests/measurements/post_training.md): 75 to 86 in 100 of them lie
/// inside; parts of a step depend on what rows leave open far more than steps do.
inline constexpr std::array<Band, kMetrics.size()> kBands{
    {{1.6, 5.7}, {1.6, 2.45}, {1.6, 3.4}, {1.75, 17.5}, {1.6, 12.5}, {1.6, 7.5}, {1.6, 1.5}}};
/// Of the iteration of a plan, which leaves nothing open.
inline constexpr double kBandOfPlans = kBands[0].complete;

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
