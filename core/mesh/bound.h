#pragma once
// What no program on groups beats: rates with their fill, whole numbers, the price of memory, traffic.

#include <algorithm>
#include <vector>

#include "core/mesh/program.h"

namespace astrolabe::mesh {

/// A layout by itself on all GPUs of its pool, no state on them.
struct Column {
  LayoutTable* table = nullptr;
  int pool = 0;
  /// Sequences a second of the pool, seconds of fill, mean bytes of a GPU: with the fewest recomputed layers
  /// that fit, and with all of them. Between both memory falls in a straight line.
  struct Way {
    double rate = 0.0, fill = 0.0, own = 0.0;
  };
  Way least, all;
  Pace pace;             ///< of `least`
  double traffic = 0.0;  ///< seconds, exposed, that any program with this layout has at least; before factors
};

struct BoundInput {
  std::int64_t batch = 0;
  std::vector<double> gpus;  ///< by pool; 0: not at work
  double room = 0.0;         ///< bytes of all GPUs within their limits, less all state
  double host = 0.0;         ///< seconds of every step, before the factor
  double factor = 1.0;       ///< on the end of a step, at least
};

/// Sequences within `time` at a price of memory, sequences a byte, of the column that is best there.
inline double value_of(const Column::Way& way, double gpus, double time, double price) {
  return way.rate * std::max(0.0, time - way.fill) - price * gpus * way.own;
}
inline double value_of(const Column& column, double gpus, double time, double price) {
  return std::max(value_of(column.least, gpus, time, price), value_of(column.all, gpus, time, price));
}

/// The most sequences that a mixture of columns completes within `time`, by weak duality at the best price:
/// price x room + sum over pools of the best value. `none` of the columns of some pool: below zero. Memory
/// that no mixture has: minus kBeyond.
struct Most {
  double sequences = 0.0, price = 0.0;
};
Most most_within(const std::vector<std::vector<const Column*>>& columns, const BoundInput& input,
                 double time);

struct Bound {
  double step = 0.0;   ///< seconds
  double price = 0.0;  ///< of memory there, sequences a byte
  double time = 0.0;   ///< of the work in it
};
/// The bound over all columns; kBeyond where nothing can fit. For each amount of traffic the layouts with no
/// more: what uses one with that much waits for it at least, and the least of all these holds.
Bound bound_of(const std::vector<Column>& columns, const BoundInput& input);

}  // namespace astrolabe::mesh
