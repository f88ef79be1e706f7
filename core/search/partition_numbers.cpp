// The split of a configuration whose runtime recomputes one number of layers in every chunk of every stage.
#include <algorithm>
#include <utility>

#include "core/search/partition.h"

namespace astrolabe::search {

/// The step of a split of which each stage recomputes as few layers as fit, once all recompute as many.
double Partitioner::of_one_number(const cost::Shape& shape, const std::vector<int>& layers,
                                  double step) const {
  if (step >= kNever || m_plain || !shape.is_of_one_number()) return step;
  return shape.best_number(layers).step;
}

/// The best split of a shape whose number is decided: of several the one under the tightest cut, which is the
/// same whatever the cut was.
Partition Partitioner::best_of_number(const cost::Shape& shape, Effort effort) {
  Partition found = best_of_shape(shape, effort);
  if (!found.feasible || !found.exact || effort.brute || !has_root_bound(shape, effort)) return found;
  effort.cut = found.step;
  effort.known = true;
  Partition again = best_of_shape(shape, effort);
  return again.feasible && again.exact ? again : found;
}

/// Where each stage recomputes as few layers as fit, no number costs less: that bound holds for all numbers,
/// and that split is the best where one number says the same. Else the numbers are tried one by one, under
/// the cut of the best so far.
Partition Partitioner::best_of_numbers(const cost::Shape& shape, const Effort& effort) {
  if (effort.known) return m_of_numbers;
  m_of_numbers = best_of_shape(shape, effort);
  if (m_of_numbers.cut || !m_of_numbers.feasible || m_plain) return m_of_numbers;
  Partition best;
  best.step = shape.best_number(m_of_numbers.layers).step;
  if (best.step <= m_of_numbers.step) return m_of_numbers;
  best.exact = true;
  Partition lacking = best;
  bool some_cut = false;
  double least = kNever;  // of all numbers
  for (int number = 0; number <= shape.most_number(); ++number) {
    if (effort.ended && effort.ended()) {
      best.exact = false;
      break;
    }
    Effort closer = effort;
    closer.bound = m_of_numbers.lower_bound;
    closer.cut = std::min(effort.cut, best.step);
    const Partition found = best_of_number(shape.of_number(number), closer);
    best.exact = best.exact && found.exact;
    if (found.feasible || found.cut) least = std::min(least, found.lower_bound);
    some_cut = some_cut || found.cut;
    if (!found.feasible && !found.cut) lacking = found;  // the last number lacks the least
    if (!found.feasible || (best.feasible && found.step >= best.to_beat())) continue;
    best.feasible = true;
    best.step = found.step;
    best.layers = found.layers;
  }
  m_shape = &shape;
  m_plain = false;
  if (!best.feasible && !some_cut) {
    lacking.exact = lacking.exact && best.exact;
    return m_of_numbers = std::move(lacking);
  }
  best.lower_bound = best.exact && best.feasible
                         ? best.step
                         : std::max(m_of_numbers.lower_bound, std::min(least, best.step));
  best.cut = !best.feasible;
  return m_of_numbers = std::move(best);
}

}  // namespace astrolabe::search
