// What is left open of configurations whose splits are hard: at the end of a search, or of a part of it, it
// is proven or brought closer.

#include <algorithm>
#include <tuple>

#include "core/search/judge.h"

namespace astrolabe::search {

using strategy::Objective;
using strategy::Recompute;
using strategy::Strategy;

/// For settle(): a configuration that is not solved to the end.
void Judge::leave_open(Unsolved unsolved) {
  const std::lock_guard lock(m_mutex);
  m_unsettled = std::min(m_unsettled.load(), unsolved.bound);
  m_unsolved.push_back(std::move(unsolved));
}

double Judge::unsettled_gap(const Front& front) const {
  const std::lock_guard lock(m_mutex);
  double gap = 0.0;
  for (const Unsolved& unsolved : m_unsolved)
    gap = std::max(gap, shortfall(front, corner_of(unsolved.candidate, unsolved.bound)));
  return gap;
}

/// True when a configuration with such a bound may be better than the first, or belong to the set.
bool Judge::matters(const Candidate& candidate, double bound) const {
  if (m_request.objective != Objective::pareto) return bound < m_findings.best();
  return shortfall(*m_findings.front().picture(), corner_of(candidate, bound)) > 0.0;
}

/// Tries once more for what is left open of a configuration, cut at `value` of the objective. True when
/// nothing of it is left that matters.
bool Judge::close(Unsolved& unsolved, double value, const Effort& effort, Partitioner& partitioner) {
  const bool ranked = m_request.objective != Objective::pareto;
  const cost::Shape shape(m_tables, unsolved.strategy);
  const Partition tried = partitioner.best(shape, effort);
  bool kept = true;
  if (tried.feasible && tried.step < unsolved.step) {
    cost::Evaluation better = shape.evaluate(tried.layers);
    kept = keeps_limits(better);
    if (kept) {
      unsolved.step = tried.step;
      unsolved.value = objective_value(better, m_request.objective);
      unsolved.named = better.strategy.recompute == unsolved.strategy.recompute;
      if (unsolved.end != End::evaluated) {
        --(unsolved.end == End::limit ? m_findings.counts.by_limit : m_findings.counts.by_memory);
        unsolved.end = End::evaluated;
        ++m_findings.counts.evaluated;
      }
      m_findings.improve(std::move(better));
    }
  }
  const bool best_without = tried.feasible && kept && !unsolved.named;
  unsolved.shared = partitioner.plain() || (tried.exact && (tried.cut || best_without));
  // Where even the best split is no answer none is.
  if (tried.exact && !tried.cut && unsolved.end != End::evaluated) return true;
  if (tried.exact && tried.cut) {  // none is at or below the value: others may still have a place
    unsolved.bound = std::max(unsolved.bound, value);
    return !ranked || value >= m_findings.cut();
  }
  if (tried.exact && (!ranked || (tried.feasible && kept))) return true;
  const double least = tried.exact && tried.feasible ? tried.step : tried.lower_bound;
  unsolved.bound = std::max(unsolved.bound, value_of(unsolved.candidate, least));
  return false;
}

/// Once more: to the end where the first place, of value `first`, hangs on it; for the others with some more
/// nodes, fewer once they did not suffice.
bool Judge::try_again(Unsolved& unsolved, double first, int& place_nodes, Partitioner& partitioner) {
  constexpr int kPlaceNodes = 8000, kFewer = 4;
  const bool ranked = m_request.objective != Objective::pareto;
  // Fewer micro-batches than stages: bounds are too loose there for more nodes to prove much.
  const auto few_rounds = [&] {
    const cost::Shape shape(m_tables, unsolved.strategy);
    return shape.micro_batches() < shape.stages();
  };
  const auto closed = [&](double value, bool place) {
    if (m_request.exhaustive || m_control.ended()) return false;
    Effort effort = effort_for(unsolved.candidate);
    effort.cut = step_cut(unsolved.candidate, value);
    effort.to_the_end = true;
    if (place) effort.nodes = std::min(8 * effort.nodes, few_rounds() ? kPlaceNodes : place_nodes);
    // Few are left, and each of them keeps the set from being proven.
    if (!ranked) effort.nodes *= 3;
    return close(unsolved, value, effort, partitioner);
  };
  if (matters(unsolved.candidate, unsolved.bound) && closed(first, false)) return true;
  const bool place = ranked && unsolved.bound >= m_findings.best() && unsolved.bound <= m_findings.cut();
  if (!place) return false;
  if (closed(std::min(unsolved.value, m_findings.cut()), true)) return true;
  place_nodes = std::max(kPlaceNodes, place_nodes / kFewer);
  return false;
}

/// Without recomputation a configuration has some of the splits that it has with full recomputation, at the
/// same steps: what is proven of these holds. True when to try it alone would tell no more.
bool Judge::holds_without(const Unsolved& full, Unsolved& none) {
  none.bound = std::max(none.bound, full.bound);
  if (!full.shared || none.end != full.end) return false;
  if (!full.named && full.step < none.step) {
    none.step = full.step;
    none.value = full.value;
  }
  none.closed = full.closed;
  return true;
}

void Judge::settle() {
  constexpr int kMostPlaceNodes = 150000;
  const bool ranked = m_request.objective != Objective::pareto;
  // The order that workers came to them in is no matter; full recomputation before none.
  if (ranked)
    std::stable_sort(m_unsolved.begin(), m_unsolved.end(), [](const Unsolved& a, const Unsolved& b) {
      return std::tie(a.value, a.bound, b.strategy.recompute) <
             std::tie(b.value, b.bound, a.strategy.recompute);
    });
  Partitioner partitioner;
  const double first = m_findings.best();
  int place_nodes = kMostPlaceNodes;
  std::map<Strategy, const Unsolved*> with_full;
  for (Unsolved& unsolved : m_unsolved) {
    Strategy full = unsolved.strategy;
    full.recompute = Recompute::full;
    const auto twin = with_full.find(full);
    const bool without = unsolved.strategy.recompute == Recompute::none && twin != with_full.end();
    if (!without || !holds_without(*twin->second, unsolved))
      unsolved.closed = try_again(unsolved, first, place_nodes, partitioner);
    if (unsolved.strategy.recompute == Recompute::full) with_full[full] = &unsolved;
    if (unsolved.closed) continue;
    m_findings.note_open(unsolved.bound, corner_of(unsolved.candidate, unsolved.bound),
                         unsolved.named ? unsolved.value : kNothing);
  }
  m_unsolved.clear();
  m_unsettled = 1e300;
}

}  // namespace astrolabe::search
