#pragma once
// Linear programmes of packing with few rows and columns that are made when they are needed.

#include <functional>
#include <vector>

namespace astrolabe::placement {

/// A column: what a unit of it takes of each row, and what it is worth.
struct Column {
  std::vector<double> use;
  double value = 0.0;
};

struct Packed {
  double value = 0.0;          ///< sum of values of the columns taken
  std::vector<double> prices;  ///< of the rows, none below 0
};

/// Gives the column that is worth most beyond its prices; value 0 where none is worth more.
using Pricing = std::function<Column(const std::vector<double>& prices)>;

/// The most value that fits into `room` (none below 0), by the simplex method with the inverse of the basis;
/// it stops after `most_steps`, or where the best column gains no more than `least_gain` of its value. Prices
/// are good for a bound whatever they come to: it is up to the caller to check them.
Packed pack(const std::vector<double>& room, const Pricing& best_column, int most_steps, double least_gain);

}  // namespace astrolabe::placement
