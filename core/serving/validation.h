#pragma once
// How far predictions are from measured serving runs.

#include <map>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/serving/measured.h"

namespace astrolabe::serving {

/// The metric's predicted value in its own unit, with its band.
Banded figure_of(const Figures& figures, Metric metric);

struct ServingRow {
  const ServingCase* of = nullptr;
  Metric metric = Metric::tpot;
  double measured = 0.0;
  Banded predicted;
  double error() const { return predicted.value / measured - 1.0; }
};

struct ServingErrors {
  int rows = 0;
  double median_abs = 0.0, p90_abs = 0.0, bias = 0.0, in_band = 0.0;
};

struct ServingValidation {
  int rows = 0;
  int predicted_cases = 0;
  std::vector<ServingRow> predicted;
  std::vector<SkippedServing> skipped;
  int order_pairs = 0;
  double order_right = 0.0;  ///< share of pairs more than 10 % apart
};

/// Predicts all cases of `table`, which must outlive the answer; with the constants of a case's question
/// where it has some.
ServingValidation validate(const ServingTable& table, const Constants& constants = shipped_values());
/// Predicts some cases of a table; order is not counted.
ServingValidation validate(const std::vector<const ServingCase*>& cases, const Constants& constants);
/// Counts the pairs of one question, of different layouts, whose times per token are more than 10 % apart.
void count_order(ServingValidation& validation);
ServingErrors errors_of(const std::vector<const ServingRow*>& rows);
/// Rows by group: "tpot dense", "tpot moe", "output_tok_s", "offline", "static", "ttft", "ttft without
/// sglang".
std::map<std::string, std::vector<const ServingRow*>> groups_of(const ServingValidation& validation);

/// The answer of `validate --json` for a serving table.
Json to_json(const ServingValidation& validation);
/// id,metric,measured,predicted,error,low,high,assumed.
std::string rows_csv(const ServingValidation& validation);

}  // namespace astrolabe::serving
