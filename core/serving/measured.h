#pragma once
// Tables of measured serving runs: their rows as questions with deployments.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/hardware/catalogue.h"
#include "core/serving/predict.h"

namespace astrolabe::serving {

/// True for the text of a table whose header has the columns of measured serving runs.
bool is_serving_table(std::string_view csv);

enum class Metric { tpot, ttft, output_rate };
inline constexpr std::array kMetrics{Metric::tpot, Metric::ttft, Metric::output_rate};
/// tpot_ms_median, ttft_ms_median, output_tok_s_total: names and units of the table's columns.
const char* to_string(Metric metric);

/// One row as a question with a deployment, and what was measured.
struct ServingCase {
  std::string id, source, model, gpu, framework, load_kind;
  std::string configuration;  ///< all but load: what the folds leave out together
  std::string question;       ///< all but layout and framework: rows between which order counts
  std::string layout;
  bool moe = false;
  Question asked;
  Deployment deployment;
  std::array<std::optional<double>, 3> measured;  ///< by Metric
  std::string assumed;                            ///< what the row leaves open, separated by "; "
};

struct SkippedServing {
  std::string id;
  Error error;
};

struct ServingTable {
  int rows = 0;
  std::vector<ServingCase> cases;
  std::vector<SkippedServing> skipped;
};

/// Errors: bad_measured_table for a header without the columns that are needed.
Result<ServingTable> read_serving_table(std::string_view csv, const hardware::Catalogue& catalogue);

}  // namespace astrolabe::serving
