#pragma once
// Fits kernel models to measured kernels: parametric form, boosted trees on its residual, monotone table.

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/calibration/measured_kernels.h"
#include "core/cost/kernel_model.h"

namespace astrolabe::calibration {

struct KernelFitOptions {
  int workers = 1;  ///< tables fitted side by side; the result does not depend on it
};

/// A table that was left out of the fit.
struct Unfitted {
  std::string gpu, kernel, dtype;
  int rows = 0;
};

struct KernelFit {
  std::vector<cost::KernelTables> entries;  ///< by GPU id
  std::vector<Unfitted> too_small;
};

/// Fits every table with at least kFewestRows rows (collectives: kFewestSizes sizes), see table_fit.h. The
/// same rows give the same bytes. Errors: AST-K103 when no table is large enough.
Result<KernelFit> fit_kernels(const MeasuredKernels& measured, const hardware::Catalogue& catalogue,
                              const KernelFitOptions& options);

/// |predicted / measured - 1| of one table.
struct TableError {
  std::string gpu, kernel, dtype;  ///< kernel: gemm, attention, moe, collective
  int rows = 0;
  double median_abs_error = 0.0, p95_abs_error = 0.0;
};

/// What the table of experts of a data type is called: "fp8", "fp8, skewed".
std::string moe_table_name(const std::string& dtype, bool balanced);

/// Predictions of fitted entries against measured rows, table by table; rows without a fitted table are
/// counted in `unmatched`.
struct KernelCheck {
  std::vector<TableError> tables;
  int unmatched = 0;
};
KernelCheck check_kernels(const std::vector<cost::KernelTables>& entries, const MeasuredKernels& held_out);

/// Seconds that a fitted table gives for one measured shape; nothing without a table.
std::optional<double> predicted_seconds(const cost::KernelTables& tables, const MeasuredGemm& kernel);
std::optional<double> predicted_seconds(const cost::KernelTables& tables, const MeasuredAttention& kernel);
std::optional<double> predicted_seconds(const cost::KernelTables& tables, const MeasuredMoe& kernel);
std::optional<double> predicted_seconds(const cost::KernelTables& tables, const MeasuredCollective& kernel);

}  // namespace astrolabe::calibration
