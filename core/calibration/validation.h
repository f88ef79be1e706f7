#pragma once
// Predicted against measured: every row of a table of measured runs through the cost code that plans use.

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/calibration/measured_case.h"
#include "core/cost/coefficients.h"

namespace astrolabe::calibration {

/// One predicted row. Time rows: seconds a token of the whole cluster; memory rows: GiB.
struct ValidatedRow {
  std::string id, source, gpu, family, kind;
  std::string settings, configuration;  ///< equal where rows count as one (Counted)
  bool time = true, complete = false, moe = false;
  double measured = 0.0, predicted = 0.0, low = 0.0, high = 0.0;
  std::vector<AssumedSetting> assumed;
  double error() const { return predicted / measured - 1.0; }  ///< signed
  bool inside_band() const { return low <= measured && measured <= high; }
};

/// Errors of a set of rows.
struct ErrorSummary {
  int rows = 0;
  double median_abs = 0.0, p90_abs = 0.0;
  double bias = 0.0;  ///< median of the signed errors
  double within_10_percent = 0.0, band_coverage = 0.0;
  double band_half_width = 0.0;  ///< median of (high - low) / (2 predicted)
};
ErrorSummary summarise(std::span<const ValidatedRow* const> rows);
/// What counts as one: every row; a run that several releases publish (MeasuredRun::settings); a
/// configuration (configuration_of: model, GPU generation and degrees, whatever scale and batch).
enum class Counted { rows, runs, configurations };
/// One error for each group: the median of its absolute errors, with the sign of its median error.
std::vector<double> one_each(const std::map<std::string, std::vector<double>>& errors);
/// Errors of `rows`, one for each group that `counted` names (one_each()); shares and widths stay 0.
ErrorSummary summarise(std::span<const ValidatedRow* const> rows, Counted counted);
/// Value below which a share `q` of the values lies, linear between neighbours; 0 for none.
double quantile(std::vector<double> values, double q);

/// Layouts of one source, model, sequence, GPU, count, data type and kind of training, pair by pair: of those
/// measured more than `apart` from each other, how many the prediction puts into the right order. A tie is
/// half right; the same layout of two releases is no pair.
struct Ordering {
  int pairs = 0;
  double right = 0.0;
  double share() const { return pairs > 0 ? right / pairs : 0.0; }
};
/// `cases[i]` and `predicted[i]` (seconds a token) belong together; memory rows are passed over.
Ordering order_of(std::span<const MeasuredCase> cases, std::span<const double> predicted, double apart);

struct Validation {
  int rows = 0;  ///< in the table, bad ones included
  std::vector<ValidatedRow> predicted;
  std::vector<SkippedRow> skipped;
  std::vector<std::string> ignored;  ///< columns of the table
  Ordering ordering;
};

/// Seconds a token (time rows) or GiB (memory rows) of one case with some constants; null: the shipped ones.
double predict(const MeasuredCase& measured, std::shared_ptr<const cost::Coefficients> coefficients = {});

/// Cases of a table; rows of which none can be made go to `skipped`.
std::vector<MeasuredCase> make_cases(const MeasuredTable& table, const hardware::Catalogue& catalogue,
                                     std::vector<SkippedRow>& skipped);

/// A reason to leave a case out, beside those of the table itself.
using CaseCheck = std::function<Result<void>(const MeasuredCase&)>;

Validation validate(const MeasuredTable& table, const hardware::Catalogue& catalogue,
                    const std::shared_ptr<const cost::Coefficients>& coefficients = {},
                    const CaseCheck& check = {});

/// The answer of `validate --json`.
Json to_json(const Validation& validation);
/// The table of `validate --rows`: id,measured,predicted,error,low,high,assumed.
std::string rows_csv(const Validation& validation);
/// Some rows as that table, in the order given.
std::string rows_csv(std::span<const ValidatedRow* const> rows);
/// Rows by a key ("by_gpu", …), for tables.
std::map<std::string, ErrorSummary> by(const Validation& validation, std::string ValidatedRow::*key);
std::map<std::string, ErrorSummary> by(std::span<const ValidatedRow* const> rows,
                                       std::string ValidatedRow::*key);

}  // namespace astrolabe::calibration
