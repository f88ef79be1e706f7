#include "core/calibration/booster.h"

#include <xgboost/c_api.h>

#include <array>
#include <cstdint>
#include <string>

#include "core/base/error_codes.h"
#include "core/base/json.h"
#include "core/base/text.h"

namespace astrolabe::calibration {

namespace {

tl::unexpected<Error> defect_of_xgboost() { return fail(code::defect, "boosted trees", XGBGetLastError()); }

/// NumPy's array interface, which XGBoost reads a matrix from.
std::string interface_of(std::span<const float> rows, std::size_t columns) {
  const Json array{{"data", {reinterpret_cast<std::uintptr_t>(rows.data()), true}},
                   {"shape", {rows.size() / columns, columns}},
                   {"typestr", "<f4"},
                   {"version", 3}};
  return array.dump();
}

}  // namespace

Result<Booster> Booster::train(std::span<const float> rows, std::size_t columns,
                               std::span<const float> target, std::span<const float> weights,
                               const BoosterOptions& options) {
  DMatrixHandle matrix = nullptr;
  if (XGDMatrixCreateFromDense(interface_of(rows, columns).c_str(), R"({"missing": NaN, "nthread": 1})",
                               &matrix) != 0)
    return defect_of_xgboost();
  const std::shared_ptr<void> matrix_owner(matrix, [](void* handle) { XGDMatrixFree(handle); });
  if (XGDMatrixSetFloatInfo(matrix, "label", target.data(), target.size()) != 0 ||
      XGDMatrixSetFloatInfo(matrix, "weight", weights.data(), weights.size()) != 0)
    return defect_of_xgboost();
  BoosterHandle booster = nullptr;
  if (XGBoosterCreate(&matrix, 1, &booster) != 0) return defect_of_xgboost();
  Booster result(std::shared_ptr<void>(booster, [](void* handle) { XGBoosterFree(handle); }), columns);
  const std::array<std::array<std::string, 2>, 9> parameters{{
      {"nthread", "1"},
      {"verbosity", "0"},
      {"seed", "0"},
      {"objective", "reg:squarederror"},
      {"base_score", "0"},
      {"tree_method", "hist"},
      {"max_depth", std::to_string(options.depth)},
      {"eta", format_number(options.learning_rate)},
      {"min_child_weight", format_number(options.min_child_weight)},
  }};
  for (const auto& [name, value] : parameters)
    if (XGBoosterSetParam(booster, name.c_str(), value.c_str()) != 0) return defect_of_xgboost();
  for (int tree = 0; tree < options.trees; ++tree)
    if (XGBoosterUpdateOneIter(booster, tree, matrix) != 0) return defect_of_xgboost();
  return result;
}

Result<std::vector<float>> Booster::predict(std::span<const float> rows) const {
  constexpr const char* settings =
      R"({"type": 0, "training": false, "iteration_begin": 0, "iteration_end": 0, "strict_shape": false,
          "cache_id": 0, "missing": NaN})";
  const bst_ulong* shape = nullptr;
  bst_ulong dimensions = 0;
  const float* values = nullptr;
  if (XGBoosterPredictFromDense(m_handle.get(), interface_of(rows, m_columns).c_str(), settings, nullptr,
                                &shape, &dimensions, &values) != 0)
    return defect_of_xgboost();
  return std::vector<float>(values, values + rows.size() / m_columns);
}

}  // namespace astrolabe::calibration
