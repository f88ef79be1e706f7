#pragma once
// Finds what the goal panel says at its fields before any search, and the values that would do.

#include <QString>
#include <string_view>

namespace astrolabe::ui {

/// The least value of the limit of that name with three digits that is not below `value`: what a button sets
/// is what it says, and a strategy that takes `value` keeps it. Sums in dollars have three digits in the
/// currency in force.
double roundedUp(std::string_view limit, double value);
/// True where the limit of that name is a sum of money.
bool isSum(std::string_view limit);

/// Sequences of a batch given in tokens, or why there are no whole ones: the two nearest that are.
struct BatchInTokens {
  int sequences = 0;
  QString problem;
  int below = 0, above = 0;  ///< sequences of the two nearest whole batches, where there is a problem
};
BatchInTokens batchFromTokens(double tokens, int sequenceLength);

}  // namespace astrolabe::ui
