#pragma once
// Gradient-boosted regression trees: XGBoost behind one small value.

#include <memory>
#include <span>
#include <vector>

#include "core/base/result.h"

namespace astrolabe::calibration {

struct BoosterOptions {
  int trees = 300;
  int depth = 6;
  double learning_rate = 0.1;
  double min_child_weight = 2.0;
};

/// Trees trained on rows of `columns` features. Training uses one thread and no chance, so the same rows give
/// the same trees. predict() may be called from several threads.
class Booster {
 public:
  /// `rows`: row-major, rows x columns, finite; `weights`: what each row counts, above zero. Errors: AST-S399
  /// with XGBoost's words.
  static Result<Booster> train(std::span<const float> rows, std::size_t columns,
                               std::span<const float> target, std::span<const float> weights,
                               const BoosterOptions& options = {});
  /// One value a row, all rows in one call.
  Result<std::vector<float>> predict(std::span<const float> rows) const;

 private:
  Booster(std::shared_ptr<void> handle, std::size_t columns)
      : m_handle(std::move(handle)), m_columns(columns) {}
  std::shared_ptr<void> m_handle;
  std::size_t m_columns;
};

}  // namespace astrolabe::calibration
