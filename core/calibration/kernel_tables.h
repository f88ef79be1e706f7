#pragma once
// Fit of kernel models to the measured tables of a user: files in, models and their errors out.

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/hardware/catalogue.h"

namespace astrolabe::calibration {

/// |predicted / measured - 1| of one table. `kernel`: gemm, attention, moe, collective.
struct KernelTableError {
  std::string gpu, kernel, dtype;
  int rows = 0;
  double median_abs_error = 0.0, p95_abs_error = 0.0;
  std::optional<double> median_before{};  ///< with the shipped models; none: they have none of it
  bool taken = true;                      ///< false: the shipped model errs less and is kept
};

struct KernelReport {
  std::string models;  ///< bytes of the file of fitted models that are taken; empty: none is
  std::vector<KernelTableError> tables;
  std::vector<KernelTableError> too_small;  ///< left out of the fit; rows only
  int unmatched = 0;                        ///< rows of the check without a fitted table
  bool held_out = false;                    ///< the check has rows of its own
};

/// Fits every table of the files `tables` (CSV) and checks it on those of `held_out`; without any on the rows
/// of the fit. A table whose median error there is above that of the shipped models is not taken, unless
/// `also_worse`. `skipped` gets the rows that can't be right, also when too few others remain. Errors: AST-K101
/// a header that is no table's, AST-K102 the first row where none is right (the others in `skipped`),
/// AST-K103 too few rows, files that cannot be read.
Result<KernelReport> fit_kernel_tables(const std::vector<std::string>& tables,
                                       const std::vector<std::string>& held_out, bool also_worse,
                                       const hardware::Catalogue& catalogue, int workers,
                                       std::vector<Error>& skipped);

/// Puts the models in `bytes`, a file of fitted models, in the place of the built-in ones of the same types,
/// for the whole process. Errors: those of cost::read_kernel_file() and cost::check_kernel_types().
Result<void> use_kernel_models(const std::string& bytes, const hardware::Catalogue& catalogue);

}  // namespace astrolabe::calibration
