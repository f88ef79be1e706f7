#pragma once
// What a token needs of a model without doing anything again: what the utilisation of FLOPs counts.

#include "core/strategy/problem.h"

namespace astrolabe::cost {

struct UsefulWork {
  double passed = 0.0;    ///< parameters that it visits, without the embedding
  double passes = 1.0;    ///< forward passes for each that its backward needs
  double trained = 0.0;   ///< of the visited parameters those that are trained, adapters among them
  double attended = 0.0;  ///< tokens that it attends to
};
UsefulWork useful_work(const strategy::Problem& problem);
/// Its operations: two for a parameter that it passes forward, two for what goes back through it, two for the
/// gradient of one that is trained, and those of attention.
double useful_operations(const strategy::Problem& problem);

}  // namespace astrolabe::cost
