#include "core/placement/packing.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace astrolabe::placement {

namespace {

constexpr double kSmallest = 1e-11;  ///< of a pivot

/// The basis: slacks first, then columns that came in for them.
class Basis {
 public:
  explicit Basis(const std::vector<double>& room)
      : m_rows(room.size()), m_inverse(m_rows * m_rows, 0.0), m_values(m_rows, 0.0), m_amounts(room) {
    for (std::size_t row = 0; row < m_rows; ++row) m_inverse[row * m_rows + row] = 1.0;
  }

  std::vector<double> prices() const {
    std::vector<double> prices(m_rows, 0.0);
    for (std::size_t row = 0; row < m_rows; ++row)
      for (std::size_t column = 0; column < m_rows; ++column)
        prices[column] += m_values[row] * m_inverse[row * m_rows + column];
    return prices;
  }

  double value() const {
    double sum = 0.0;
    for (std::size_t row = 0; row < m_rows; ++row) sum += m_values[row] * m_amounts[row];
    return sum;
  }

  /// False where it takes nothing of any row.
  bool enter(const Column& column) {
    std::vector<double> along(m_rows, 0.0);
    for (std::size_t row = 0; row < m_rows; ++row)
      for (std::size_t k = 0; k < m_rows; ++k) along[row] += m_inverse[row * m_rows + k] * column.use[k];
    std::size_t leaves = m_rows;
    double least = std::numeric_limits<double>::max();
    for (std::size_t row = 0; row < m_rows; ++row) {
      if (along[row] <= kSmallest) continue;
      const double amount = m_amounts[row] / along[row];
      if (amount < least) {
        least = amount;
        leaves = row;
      }
    }
    if (leaves == m_rows) return false;
    for (std::size_t row = 0; row < m_rows; ++row)
      if (row != leaves) m_amounts[row] = std::max(0.0, m_amounts[row] - least * along[row]);
    m_amounts[leaves] = least;
    m_values[leaves] = column.value;
    for (std::size_t k = 0; k < m_rows; ++k) m_inverse[leaves * m_rows + k] /= along[leaves];
    for (std::size_t row = 0; row < m_rows; ++row) {
      if (row == leaves || along[row] == 0.0) continue;
      for (std::size_t k = 0; k < m_rows; ++k)
        m_inverse[row * m_rows + k] -= along[row] * m_inverse[leaves * m_rows + k];
    }
    return true;
  }

 private:
  std::size_t m_rows;
  std::vector<double> m_inverse, m_values, m_amounts;
};

}  // namespace

Packed pack(const std::vector<double>& room, const Pricing& best_column, int most_steps, double least_gain) {
  Basis basis(room);
  for (int step = 0; step < most_steps; ++step) {
    std::vector<double> prices = basis.prices();
    // A price below 0: its slack comes in.
    const auto lowest = std::min_element(prices.begin(), prices.end());
    if (lowest != prices.end() && *lowest < -kSmallest) {
      Column slack{std::vector<double>(room.size(), 0.0), 0.0};
      slack.use[static_cast<std::size_t>(lowest - prices.begin())] = 1.0;
      if (basis.enter(slack)) continue;
    }
    for (double& price : prices) price = std::max(0.0, price);
    const Column column = best_column(prices);
    double gain = column.value;
    for (std::size_t row = 0; row < column.use.size(); ++row) gain -= prices[row] * column.use[row];
    if (column.use.empty() || gain <= least_gain * column.value || !basis.enter(column)) break;
  }
  Packed packed{basis.value(), basis.prices()};
  for (double& price : packed.prices) price = std::max(0.0, price);
  return packed;
}

}  // namespace astrolabe::placement
