#pragma once
// One table of measured kernels becomes one model: form, trees on its residual, monotone table.

#include <map>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/calibration/measured_kernels.h"
#include "core/cost/kernel_model.h"

namespace astrolabe::calibration {

/// Fewest rows of one GPU and data type that a model is fitted to.
inline constexpr int kFewestRows = 40;
/// Fewest sizes of one collective.
inline constexpr int kFewestSizes = 5;

using AttentionRows = std::vector<const MeasuredAttention*>;

/// Products of one GPU and data type. Errors: AST-S399 when the library of trees fails (so for all below).
Result<cost::GemmModel> fit_gemm(const std::vector<const MeasuredGemm*>& rows, const hardware::Gpu& gpu,
                                 const std::string& dtype);
/// By mask and head width: a form for each, one set of trees for all.
Result<std::vector<cost::AttentionModel>> fit_attention(
    const std::map<std::pair<bool, int>, AttentionRows>& groups, const hardware::Gpu& gpu);
/// Fused experts of one data type, kernel and distribution. Precondition: kFewestRows rows.
Result<cost::MoeModel> fit_moe(const std::vector<const MeasuredMoe*>& rows, const hardware::Gpu& gpu);
/// One operation on one number of ranks; sizes measured several times count once.
cost::CollectiveModel fit_collective(const std::vector<const MeasuredCollective*>& rows);

/// A fused layer as its device sees it.
struct MoeShape {
  double rows, experts, hidden, inner;
  double pairs;  ///< (token, expert) pairs of its group
};
MoeShape shape_of(const MeasuredMoe& kernel, cost::MoeLoad load);

}  // namespace astrolabe::calibration
