#pragma once
// Constants of serving fitted to own runs and own kernels, as a file that plans can use.

#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/serving/own_kernels.h"
#include "core/serving/question.h"
#include "core/serving/validation.h"

namespace astrolabe::serving {

/// Version of the forms that the constants belong to; a calibration made for another one is refused.
inline constexpr int kServingModelVersion = 1;

struct ServingCalibration {
  std::vector<std::string> gpus;     ///< catalogue ids of the types it was made on
  std::vector<std::string> engines;  ///< of the runs; none where only kernels were fitted
  int runs = 0;
  double median_abs_error_before = 0.0, median_abs_error_after = 0.0;  ///< of their figures
  Constants constants = shipped_values();
  KernelsByGpu kernels;  ///< by GPU type
  std::string date{};    ///< the day it was made, YYYY-MM-DD; empty: not known
  std::string source{};  ///< names of the tables; empty: not known
};

/// What was fitted, what of it is worth a file, and how well the forms fit the tables of kernels.
struct ServingFit {
  ServingCalibration fitted;       ///< all of it
  ServingCalibration calibration;  ///< without what predicts worse than what is shipped
  bool constants_taken = false;    ///< false also where there were no runs
  std::vector<KernelFitError> tables, too_small;

  /// Nothing of it is better than what is shipped: then `calibration` is of no GPU type.
  bool is_empty() const { return calibration.gpus.empty(); }
};

/// Own tables of any kind, runs and kernels.
struct OwnTables {
  ServingTable runs;
  KernelTimes kernels;
  /// Rows that were left out, each with its file and place.
  std::vector<Error> skipped;
};
/// Adds a table by its columns. Errors: those of read_serving_table() and read_inference_kernels(), with the
/// file.
Result<void> add_table(std::string_view csv, const std::string& file, const hardware::Catalogue& catalogue,
                       OwnTables& into);

/// What decides whether forms and constants are taken: see fit_kernel_forms(), of constants likewise.
struct FitJudge {
  const OwnTables* unseen = nullptr;  ///< rows that the fit does not see; null, or none: those of the fit
  bool also_worse = false;
};

/// Constants under priors around the shipped ones that fit the runs of a table best, and forms of kernels
/// that fit `kernels`; either may be without rows. Forms are fitted first, the runs with those taken. Errors:
/// bad_measured_table where there are no runs to fit to and no kernels; too_few_rows.
Result<ServingFit> calibrate(const OwnTables& tables, const hardware::Catalogue& catalogue, int workers = 1,
                             const FitJudge& judge = {});

/// {"format": "astrolabe-serving-calibration", "serving_model_version", "gpus", "engines", "runs", …,
/// "constants": {name: value}, "kernels": {gpu: …}}.
Json to_json(const ServingCalibration& calibration);
/// True for what to_json() writes, sound or not.
bool is_serving_calibration(const Json& json);
/// Errors: bad_calibration with key path.
Result<ServingCalibration> read_serving_calibration(const Json& json);
/// The calibration in the text that a plan keeps. Errors: those of read_serving_calibration().
Result<ServingCalibration> read_serving_calibration_text(const std::string& text);

/// Puts the constants and forms into a question. Errors: bad_calibration where it was made on other GPU types
/// or engines.
Result<void> apply(const ServingCalibration& calibration, Question& question);

/// Predicts a table with it; rows of other GPU types and engines are left out, with the reason. The answer
/// points into `cases`.
ServingValidation validate(ServingTable& cases, const ServingCalibration& calibration);

}  // namespace astrolabe::serving
