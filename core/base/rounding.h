#pragma once
// What floating point makes of formulas that leave the grid of times: decided here and nowhere else. A bound
// is rounded once, where it is compared; sums of times on the grid are exact and need none.

#include <cmath>

namespace astrolabe {

/// A share above all by which the products and sums of a bound are off, and below what matters to anybody.
inline constexpr double kRounding = 1e-9;

/// Surely no more than a quantity that `value` is but for rounding; precondition: value >= 0.
constexpr double rounded_down(double value) { return value * (1.0 - kRounding); }
/// Surely no less.
constexpr double rounded_up(double value) { return value * (1.0 + kRounding); }
/// Whole parts that an amount holds at most: layers in seconds or bytes, stages in a budget.
inline double whole_in(double amount, double part) { return std::floor(rounded_up(amount) / part); }
/// The largest multiple of a power of two that is not above a value.
inline double multiple_below(double value, double unit) { return std::floor(value / unit) * unit; }

}  // namespace astrolabe
