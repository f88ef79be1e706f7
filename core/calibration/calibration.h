#pragma once
// Constants of the step refitted to a user's own runs, as a file that plans can use.

#include <memory>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/calibration/validation.h"
#include "core/cost/coefficients.h"

namespace astrolabe::calibration {

/// Version of the formulas that the constants belong to; a calibration made for another one is refused.
inline constexpr int kCostModelVersion = 8;

struct Calibration {
  int cost_model_version = kCostModelVersion;
  std::vector<std::string> gpus;  ///< catalogue ids of the types it was made on
  int runs = 0;                   ///< it rests on
  double median_abs_error_before = 0.0, median_abs_error_after = 0.0;  ///< on those runs
  cost::Coefficients coefficients;
  std::string date{};    ///< the day it was made, YYYY-MM-DD; empty: not known
  std::string source{};  ///< name of the table of those runs; empty: not known
};

/// Refits every constant to the time rows of a table, under priors centred on the shipped values. Errors:
/// incomplete_run when no complete time row is there.
Result<Calibration> calibrate(const MeasuredTable& table, const hardware::Catalogue& catalogue,
                              int workers = 0);

/// {"format": "astrolabe-calibration", "cost_model_version", "gpus", "runs", …, "constants": {name: value}},
/// with "date" and "source" where they are known.
Json to_json(const Calibration& calibration);
/// Errors: bad_calibration with key path: not a calibration, made for another version, a constant that is
/// unknown, missing or outside its bounds, a date that is no day.
Result<Calibration> read_calibration(const Json& json);
/// Reads a calibration from the text that a plan keeps. Precondition: the text is not empty.
Result<Calibration> read_calibration_text(const std::string& text);
/// True where two texts that plans keep, empty for the shipped constants, predict the same: when and from
/// what they were made is left aside.
bool same_constants(const std::string& a, const std::string& b);

/// True where it was made on runs of that type, or of the one that the type was made from.
bool made_on(const Calibration& calibration, const hardware::Gpu& gpu);

/// Predicts a table with it; rows of other GPU types are left out, with the reason.
Validation validate(const MeasuredTable& table, const hardware::Catalogue& catalogue,
                    const Calibration& calibration);

/// A calibration made on a table of runs, and that table predicted with it.
struct FittedRuns {
  Calibration calibration;
  Validation validation;
};

/// Uses it for a problem. Errors: bad_calibration when a pool has a GPU type it was not made on.
Result<void> apply(const Calibration& calibration, strategy::Problem& problem);

}  // namespace astrolabe::calibration
