#include "core/search/findings.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "core/cost/limits.h"

namespace astrolabe::search {

using strategy::Objective;

namespace {

constexpr std::size_t kMostBounds = 256;

}  // namespace

Improvement Findings::improvement_of(const cost::Evaluation& evaluation) const {
  return {m_control.elapsed(), evaluation.step.value, evaluation.tokens_per_second,
          evaluation.money.usd_per_trillion_tokens.value_or(-1.0), evaluation.gpus_paid()};
}

/// Keeps how the bound moves; of more moments than are kept every other one goes. Under m_mutex.
void Findings::note_bound(double seconds, double bound) const {
  if (!m_bounds.empty()) {
    const BoundSample& last = m_bounds.back();
    if (last.bound == bound || seconds <= last.seconds) return;
    if (seconds < last.seconds + m_bounds_apart) return;
  }
  m_bounds.push_back({seconds, bound});
  if (m_bounds.size() < kMostBounds) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < m_bounds.size(); i += 2) m_bounds[kept++] = m_bounds[i];
  m_bounds.resize(kept);
  m_bounds_apart = 2.0 * seconds / static_cast<double>(kMostBounds);
}

/// Logs an answer that is better than all before it. Under m_mutex.
void Findings::note_improvement(const cost::Evaluation& evaluation) {
  const double value = objective_value(evaluation, m_request.objective);
  if (!betters(value)) return;
  m_best_value.store(value);
  if (worse_than_first(value)) return;
  m_improvements.push_back(improvement_of(evaluation));
}

/// Under m_mutex.
bool Findings::worse_than_first(double value) const {
  return m_first && value >= objective_value(*m_first, m_request.objective);
}

void Findings::tell_first(cost::Evaluation evaluation) {
  const std::lock_guard lock(m_mutex);
  m_improvements.push_back(improvement_of(evaluation));
  m_first = std::move(evaluation);
}

void Findings::insert(cost::Evaluation evaluation) {
  counts.evaluated.fetch_add(1, std::memory_order_relaxed);
  improve(std::move(evaluation));
}

void Findings::improve(cost::Evaluation evaluation) {
  if (m_request.objective == Objective::pareto) m_front.insert(evaluation);
  m_archive.saw(evaluation);
  {
    const std::lock_guard lock(m_mutex);
    note_improvement(evaluation);
  }
  m_ranking.insert(std::move(evaluation));
}

void Findings::suggest(cost::Evaluation evaluation) {
  const std::lock_guard lock(m_mutex);
  if (!betters(objective_value(evaluation, m_request.objective))) return;
  note_improvement(evaluation);
  m_suggested = std::move(evaluation);
}

void Findings::note_open(double bound, const FrontPoint& corner, double reached) {
  {
    const std::lock_guard lock(m_mutex);
    if (m_request.objective == Objective::pareto)
      m_open_corners.push_back(corner);
    else
      m_left_open.push_back({bound, reached});
  }
  double known = m_open.load(std::memory_order_relaxed);
  while (bound < known && !m_open.compare_exchange_weak(known, bound, std::memory_order_relaxed)) {
  }
}

/// Under m_mutex.
double Findings::open_shortfall(const Front& front) const {
  double gap = 0.0;
  for (const FrontPoint& corner : m_open_corners) gap = std::max(gap, shortfall(front, corner));
  return gap;
}

void Findings::handled_mixtures_of(int pools) {
  const std::shared_ptr<const Front> front = m_front.picture();
  const std::lock_guard lock(m_mutex);
  if (!front->empty() && open_shortfall(*front) <= 0.0) m_pools_proven = pools;
}

void Findings::reject(const cost::Violation& violation, const strategy::Strategy& strategy) {
  const double excess = cost::excess(violation, m_problem);
  m_archive.rejected(excess, violation, strategy);
  // What has no room is not looked at for limits: anything that has is nearer.
  using Order = std::tuple<bool, double, const strategy::Strategy&>;
  const auto order = [](const cost::Violation& v, double over, const strategy::Strategy& s) {
    return Order(cost::lacks_memory(v.binding), over, s);
  };
  const std::lock_guard lock(m_mutex);
  if (m_nearest_excess < 0.0 ||
      order(violation, excess, strategy) < order(m_binding.violation, m_nearest_excess, m_binding.nearest)) {
    m_nearest_excess = excess;
    m_binding.violation = violation;
    m_binding.nearest = strategy;
  }
}

void Findings::forget_rejected() {
  m_archive.forget_rejected();
  const std::lock_guard lock(m_mutex);
  m_binding = {};
  m_nearest_excess = -1.0;
}

Space Findings::counted() const {
  Space space;
  space.known = counts.known;
  space.total = counts.total;
  space.layer_splits = counts.layer_splits;
  space.rejected_by_rule = counts.by_rule;
  space.rejected_by_memory = counts.by_memory;
  space.rejected_by_limit = counts.by_limit;
  space.cut_by_bound = counts.cut;
  space.evaluated = counts.evaluated;
  if (space.total == 0) return space;  // not counted, or there are none
  space.not_reached = space.total - space.rejected_by_rule - space.rejected_by_limit -
                      space.rejected_by_memory - space.cut_by_bound - space.evaluated;
  return space;
}

void Findings::count_again() {
  const std::lock_guard lock(m_mutex);
  if (!m_counted_before) m_counted_before = counted();
  counts.cut = counts.evaluated = counts.by_memory = counts.by_limit = 0;
}

Progress Findings::picture(bool last, const Unseen& unseen) const {
  Progress progress;
  const Objective objective = m_request.objective;
  progress.seconds = m_control.elapsed();
  progress.stopped_early = last && m_control.ended_early();
  progress.finished = last && !m_control.ended_early();
  Space& space = progress.space;
  space = counted();
  progress.best = m_ranking.sorted();
  {
    const std::lock_guard lock(m_mutex);
    // Of a finished search the configuration of any suggestion is solved, or worse than all that rank.
    const auto value = [&](const cost::Evaluation& evaluation) {
      return objective_value(evaluation, objective);
    };
    const auto& shown = m_suggested && !worse_than_first(value(*m_suggested)) ? m_suggested : m_first;
    if (shown && !progress.finished &&
        (progress.best.empty() || value(*shown) < value(progress.best.front()))) {
      progress.best.insert(progress.best.begin(), *shown);
      if (static_cast<int>(progress.best.size()) > std::max(1, m_request.top)) progress.best.pop_back();
    }
    if (m_counted_before && !progress.finished) space = *m_counted_before;
    progress.improvements = m_improvements;
    progress.binding = m_binding;
    progress.pools_proven = m_pools_proven;
  }
  progress.binding.memory_count = space.rejected_by_memory;
  progress.binding.limit_count = space.rejected_by_limit;
  progress.binding.rule_count = space.rejected_by_rule;
  // Without Objective::pareto what else was evaluated depends on the threads: the front of the ranked then.
  progress.pareto = m_front.points();
  if (progress.pareto.empty()) {
    ParetoFront ranked;
    for (const cost::Evaluation& evaluation : progress.best) ranked.insert(evaluation);
    progress.pareto = ranked.points();
  }
  progress.seen = m_archive.seen();
  progress.rejected = m_archive.rejected();
  if (progress.best.empty()) {
    progress.gap = progress.finished && m_open.load() >= 1e300 ? 0.0 : 1.0;
    return progress;
  }
  tell_proof(progress, unseen);
  const std::lock_guard lock(m_mutex);
  note_bound(progress.seconds, progress.bound);
  progress.bounds = m_bounds;
  return progress;
}

/// Bound, gap and whether the answer is proven.
void Findings::tell_proof(Progress& progress, const Unseen& unseen) const {
  const Objective objective = m_request.objective;
  const double best = objective_value(progress.best.front(), objective);
  // Nothing unseen is below the least open bound; nothing unproven is below m_open.
  progress.bound = std::min({best, unseen.bound, m_open.load()});
  progress.has_bound = true;
  progress.gap = best > 0.0 ? (best - progress.bound) / best : 0.0;
  const bool steps = objective == Objective::throughput || objective == Objective::pareto;
  progress.bound_step_seconds = steps ? progress.bound : 0.0;
  if (objective == Objective::pareto) {
    const std::shared_ptr<const Front> front = m_front.picture();
    progress.gap = front->empty() ? 1.0 : unseen.gap;
    const std::lock_guard lock(m_mutex);
    progress.gap = std::max(progress.gap, open_shortfall(*front));
    progress.optimal = progress.finished && progress.gap <= m_request.tolerance;
    return;
  }
  progress.optimal = progress.finished && progress.bound >= best * (1.0 - m_request.tolerance);
  tell_places(progress, unseen.bound);
}

/// Up to where the ranking is proven. What belongs in the n-th place is not below the n-th least of all that
/// configurations may reach: those ranked their value, or their bound where a better split may exist, and the
/// others left open; nothing unseen is below `unseen`.
void Findings::tell_places(Progress& progress, double unseen) const {
  const double open = std::min(unseen, m_open.load());
  std::vector<double> values;
  for (const cost::Evaluation& evaluation : progress.best)
    values.push_back(objective_value(evaluation, m_request.objective));
  progress.places_proven = static_cast<int>(
      std::find_if(values.begin(), values.end(), [&](double value) { return value > open; }) -
      values.begin());
  std::multiset<double> solved(values.begin(), values.end());
  std::vector<double> least;
  {
    const std::lock_guard lock(m_mutex);
    for (const Open& one : m_left_open) {
      if (const auto ranked = solved.find(one.reached); ranked != solved.end()) solved.erase(ranked);
      least.push_back(one.bound);
    }
  }
  least.insert(least.end(), solved.begin(), solved.end());
  std::sort(least.begin(), least.end());
  for (std::size_t place = 0; place < values.size(); ++place) {
    const double gap = (values[place] - std::min(least[place], unseen)) / values[place];
    progress.ranking_gap = std::max(progress.ranking_gap, gap);
  }
}

}  // namespace astrolabe::search
