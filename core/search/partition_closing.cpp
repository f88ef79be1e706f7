// What is asked of a configuration with one chunk a stage: a root bound, a split at hand, or the best split
// with its proof; of one whose runtime recomputes one number of layers in every chunk of every stage, the
// number.

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/rounding.h"
#include "core/cost/bound.h"
#include "core/cost/schedule.h"
#include "core/search/partition.h"

namespace astrolabe::search {

namespace {

// Nodes of a split that few rounds make hard, and for a split whose step is known.
constexpr int kFewRounds = 1600, kKnown = 2000, kMost = std::numeric_limits<int>::max();
constexpr int kFew = 1000;           // of one search from below
constexpr double kFromBelow = 0.01;  // that the cut is above the bound, to begin there

bool stages_alike(const cost::Shape& shape) {
  for (int j = 1; j < shape.stages(); ++j)
    if (shape.layer_seconds(j) != shape.layer_seconds(0)) return false;
  return true;
}

}  // namespace

bool Partitioner::has_root_bound(const cost::Shape& shape, const Effort& effort) {
  return CriticalPaths::know(shape.strategy()) && shape.stages() > 1 && !shape.deals_evenly() &&
         effort.nodes > 0;
}

/// A better split for stages of several kinds: as many layers on each as a common bottleneck leaves it;
/// single layers are moved where that may better what is known.
void Partitioner::root_split(double worth, std::vector<int>& layers, double& step) {
  if (stages_alike(*m_shape)) return;
  std::vector<int> packed(layers.size());
  constexpr double kLooser[] = {1.0, 1.02, 1.06, 1.15, 1.4};
  for (const double looser : kLooser) {
    if (!pack(m_least_bottleneck * looser, packed)) continue;
    const double packed_step = simulate(packed, step);
    if (packed_step >= step) return;
    layers = packed;
    step = packed_step;
    break;
  }
  // Without anything to compare with it is the first answer: soon counts for more.
  constexpr double kNear = 1.01;
  if (worth < kNever && step < kNear * worth) improve(layers, step);
}

Partitioner::RootBound Partitioner::root_bound(const cost::Shape& shape, const Effort& effort) {
  RootBound root = root_bound_of_shape(shape, effort);
  root.step = of_one_number(shape, root.layers, root.step);
  return root;
}

Partitioner::RootBound Partitioner::root_bound_of_shape(const cost::Shape& shape, const Effort& effort) {
  const double cut = effort.cut;
  m_ended = &effort.ended;
  start(shape);
  start_proof();
  m_pairs = 1;  // the table takes most of the time, and further pairs hardly raise its bound
  RootBound root;
  root.layers = even_split(shape.layers(), shape.stages());
  // Of stages that are alike an even split is good: the table is filled in for it at once.
  const bool alike = stages_alike(shape);
  if (alike) root.step = simulate(root.layers);
  double closest = std::min(root.step, cut);
  const auto refuted = [&] {
    root.lower_bound = closest;
    root.cut = root.step > cut;
    return root;  // or the split at hand is the best
  };
  if (closest < kNever && refutes(closest)) return refuted();
  if (!alike && effort.bound_alone && cut < kNever) {
    root.lower_bound = m_interrupted ? 0.0 : std::min(cut, prefix_bound(shape.stages(), shape.layers(), {}));
    return root;
  }
  if (!alike) {
    root.step = simulate(root.layers);
    root_split(std::min(cut, effort.worth), root.layers, root.step);
  }
  if (std::min(root.step, cut) >= kNever && !first_incumbent(root.layers, root.step)) return root;
  if (root.step < closest) {
    closest = root.step;
    if (refutes(closest)) return refuted();
  }
  root.lower_bound = closest;
  if (m_interrupted)
    root.lower_bound = 0.0;
  else
    root.lower_bound = std::min(root.lower_bound, prefix_bound(shape.stages(), shape.layers(), {}));
  return root;
}

/// The step of a split of which each stage recomputes as few layers as fit, once all recompute as many.
double Partitioner::of_one_number(const cost::Shape& shape, const std::vector<int>& layers,
                                  double step) const {
  if (step >= kNever || m_plain || !shape.is_of_one_number()) return step;
  return shape.best_number(layers).step;
}

/// The best split of a shape whose number is decided.
Partition Partitioner::best_of_number(const cost::Shape& shape, Effort effort) {
  Partition found = best_of_shape(shape, effort);
  const bool one_of_several = found.feasible && found.exact && !effort.brute && has_root_bound(shape, effort);
  if (!effort.canonical || !one_of_several) return found;
  effort.cut = found.step;
  Partition first = best_of_shape(shape, effort, true);
  return first.feasible && first.exact ? first : found;
}

/// Where each stage recomputes as few layers as fit, no number costs less: that bound holds for all numbers,
/// and that split is the best where one number says the same. Else the numbers are tried one by one, under
/// the cut of the best so far.
Partition Partitioner::best_of_numbers(const cost::Shape& shape, const Effort& effort) {
  Partition of_any = best_of_number(shape, effort);
  if (of_any.cut || !of_any.feasible || m_plain) return of_any;
  Partition best;
  best.step = shape.best_number(of_any.layers).step;
  if (best.step <= of_any.step) return of_any;
  const double at_hand = best.step;  // of one number and that split
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
    closer.bound = of_any.lower_bound;
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
  if (lacking.layers.empty() && !best.feasible && !some_cut) {
    // Ended before a number was tried: the split at hand, where one number of layers makes it fit.
    best.layers = of_any.layers;
    best.feasible = at_hand < kNever;
    best.lower_bound = of_any.lower_bound;
    return best;
  }
  if (!best.feasible && !some_cut) {
    lacking.exact = lacking.exact && best.exact;
    return lacking;
  }
  best.lower_bound =
      best.exact && best.feasible ? best.step : std::max(of_any.lower_bound, std::min(least, best.step));
  best.cut = !best.feasible;
  return best;
}

/// True when no split can be at or below `cut`, with one pair of each, which is filled in fast.
bool Partitioner::refutes(double cut) {
  const std::size_t pairs = std::exchange(m_pairs, 1);
  const bool filled = fill_prefixes(cut);
  m_pairs = pairs;
  return !filled;
}

bool Partitioner::fits(const cost::Shape& shape, const Effort& effort, std::vector<int>& layers) {
  if (!has_root_bound(shape, effort)) return false;
  start(shape);
  layers = even_split(shape.layers(), shape.stages());
  return simulate(layers) < kNever || (pack(kNever, layers) && simulate(layers) < kNever);
}

double Partitioner::reach(const cost::Shape& shape, const Effort& effort, std::vector<int>& layers) {
  if (!has_root_bound(shape, effort)) {
    Partition found = best(shape, effort);
    layers = std::move(found.layers);
    return found.feasible ? found.step : kNever;
  }
  start(shape);
  start_proof();
  if (effort.cut < kNever && !set_windows(effort.cut)) return kNever;
  layers = even_split(shape.layers(), shape.stages());
  double step = simulate(layers);
  root_split(effort.worth, layers, step);
  return of_one_number(shape, layers, step);
}

/// From below, as close cuts leave little to fill in, with one pair, as further ones hardly raise the bound:
/// no split is below `low`, which comes as `near` to what the table does not refute, or to `high`.
void Partitioner::raise(double& low, double high, double near) {
  const auto refuted = [&](double cut) {
    if (m_interrupted || !refutes(cut)) return false;
    low = std::max(low, std::min(cut, high));
    return true;
  };
  double above = near - 1.0;
  for (; low * (1.0 + above) < high && refuted(low * (1.0 + above)); above *= 2.0) {
  }
  double open = std::min(high, low * (1.0 + above));
  while (open > low * near && !m_interrupted) {
    const double middle = 0.5 * (low + open);
    if (!refuted(middle)) open = middle;
  }
}

/// Takes a split that is no worse than the one found; false for none, or where it is worse.
bool Partitioner::hold(const std::vector<int>& layers, Partition& found) {
  if (layers.empty()) return false;
  const double step = simulate(layers);
  if (step >= kNever || step > found.step) return false;
  found.step = step;
  found.layers = layers;
  return true;
}

/// Fills the table in for `limit`, which raises the bound: true when something may be at or below it.
bool Partitioner::leaves_open(double limit, double& low) {
  const bool filled = fill_prefixes(limit);
  if (m_interrupted) return false;
  low =
      std::max(low, filled ? std::min(limit, prefix_bound(m_shape->stages(), m_shape->layers(), {})) : limit);
  return filled;
}

/// Searches what is at or below `limit`, that the table was filled in for: true when the best of it, or that
/// there is none, is known.
bool Partitioner::search_to(double limit, int most, Partition& best) {
  const int stages = m_shape->stages();
  std::vector<int> tried(static_cast<std::size_t>(stages));
  Partition found;
  found.step = std::min(best.to_beat(), rounded_up(limit));
  const int given = m_nodes = std::min(m_nodes_left, most);
  m_enough = best.lower_bound;
  const bool whole = branch(stages - 1, m_shape->layers(), {}, tried, found);
  m_nodes_left -= given - std::max(0, m_nodes);
  if (found.feasible) {
    best.feasible = true;
    best.step = found.step;
    best.layers = std::move(found.layers);
  }
  return whole;
}

/// From below: bounds mostly are the step of the best split, and close cuts leave little to fill in and to
/// search. True when `best` is known, or none is at or below `cut`; else its bound is raised.
bool Partitioner::find_from_below(double cut, Partition& best) {
  constexpr double kNear = 0.0005;
  constexpr int kRounds = 5;
  double& low = best.lower_bound;
  raise(low, cut, 1.0 + kNear);
  double more = 2.0 * kNear;
  for (int round = 0; round < kRounds && low < cut && !m_interrupted;) {
    const double limit = std::min(cut, low * (1.0 + more));
    if (!leaves_open(limit, low)) {  // seen long before the table is whole: that is no round
      if (limit >= cut) return !m_interrupted;
      more *= 1.5;
      continue;
    }
    if (search_to(low, kFew, best) && best.feasible && best.step <= low) return true;
    if (!search_to(limit, kFew, best)) return false;
    if (limit >= cut || (best.feasible && best.step <= limit)) return true;
    low = limit;
    more *= 2.0;
    ++round;
  }
  return false;
}

/// From below, unless there is not far to go; then under the cut of the split at hand, bettered layer by
/// layer. True when `best` is known, or none is at or below `cut`; else its bound is raised, and it may be
/// better.
bool Partitioner::prove_from_below(double cut, Partition& best) {
  double& low = best.lower_bound;
  m_nodes_left = m_nodes;
  if (low * (1.0 + kFromBelow) < cut && find_from_below(cut, best)) return true;
  // A bound at the cut leaves splits of that step open.
  if (m_interrupted || (low >= cut && best.feasible)) return !m_interrupted;
  if (best.feasible) {
    improve(best.layers, best.step, true);
    cut = std::min(cut, best.step);
  }
  return leaves_open(cut, low) ? search_to(cut, m_nodes_left, best) : !m_interrupted;
}

/// The best split with its proof, or the proof that none is at or below the cut.
Partition Partitioner::prove(const Effort& effort, bool known, std::vector<int> layers, Partition best) {
  const int stages = m_shape->stages();
  const int all = m_shape->layers();
  m_ended = &effort.ended;
  start_proof();
  m_cycles.start(m_paths, m_link);
  if (known) m_pairs = 1;  // the first way down is short
  const auto give_up = [&] {
    best.cut = best.exact = true;
    best.feasible = false;
    return best;
  };
  best.layers = std::move(layers);
  best.step = simulate(best.layers);
  hold(effort.at_hand, best);
  layers = best.layers;
  if (std::min(best.step, effort.cut) >= kNever && !first_incumbent(layers, best.step)) {
    // Packing from the front misses no way to fit equal layers: each stage takes all it holds.
    best.exact = m_shape->uniform_layers();
    if (best.exact) return nothing_fits(layers, best);
  }
  best.layers = layers;
  best.feasible = best.step < kNever;
  const double cut = std::min(best.step, effort.cut);
  if (!effort.from_below && !fill_prefixes(cut)) {
    // No split is at or below the cut; the split at hand is one of them unless it is the cut itself.
    if (best.step > effort.cut) return give_up();
    best.exact = true;
    if (!best.feasible) return nothing_fits(layers, best);
    best.lower_bound = best.step;
    return best;
  }
  if (m_interrupted) return best.feasible ? best : nothing_fits(layers, best);
  if (!effort.from_below)
    best.lower_bound = std::max(best.lower_bound, std::min(best.step, prefix_bound(stages, all, {})));
  // Ties with the cut matter.
  if (best.step > effort.cut) {
    best.feasible = false;
    best.step = rounded_up(effort.cut);
  }
  best.exact = best.feasible && best.step <= best.lower_bound;
  const bool few_rounds = m_shape->micro_batches() < 2 * stages;
  m_nodes = std::min(effort.nodes, known ? kKnown : few_rounds && !effort.to_the_end ? kFewRounds : kMost);
  m_enough = known ? effort.cut : best.lower_bound;
  std::vector<int> tried(layers.size());
  if (!best.exact)
    best.exact = effort.from_below ? prove_from_below(cut, best) : branch(stages - 1, all, {}, tried, best);
  if (best.exact && (!best.feasible || best.step > effort.cut)) return give_up();
  if (!best.feasible) {
    // Nodes used up before anything at the cut was found: the split at hand, if there is one.
    best.layers = layers;
    best.step = simulate(layers);
    best.feasible = best.step < kNever;
    if (!best.feasible) return nothing_fits(layers, best);
  }
  if (best.exact) best.lower_bound = best.step;
  return best;
}

}  // namespace astrolabe::search
