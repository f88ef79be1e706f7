// What is left open of configurations whose splits are hard: at the end of a search, or of a part of it, it
// is proven or brought closer.

#include <algorithm>
#include <tuple>

#include "core/base/parallel.h"
#include "core/search/judge.h"

namespace astrolabe::search {

using strategy::Objective;
using strategy::Strategy;

namespace {

constexpr int kPlaceNodes = 8000, kFirstNodes = 20000;

}  // namespace

struct Judge::Patience {
  int first_nodes = 200'000, place_nodes = 100'000;  ///< for the first place, for the others
  void lose(const Unsolved& unsolved) {
    constexpr int kFewer = 4;
    if (unsolved.hard) place_nodes = std::max(kPlaceNodes, place_nodes / kFewer);
    if (unsolved.hard_first) first_nodes = std::max(kFirstNodes, first_nodes / kFewer);
  }
};

/// For prove_open(): a configuration that is not solved to the end.
void Judge::leave_open(Unsolved unsolved) {
  const std::lock_guard lock(m_mutex);
  m_least_open = std::min(m_least_open.load(), unsolved.bound);
  m_unsolved.push_back(std::move(unsolved));
}

double Judge::open_gap(const Front& front) const {
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
      unsolved.layers = tried.layers;
      unsolved.value = objective_value(better, m_request.objective);
      unsolved.named = better.strategy.recompute == unsolved.strategy.recompute;
      if (unsolved.end != End::evaluated) {
        --(unsolved.end == End::limit ? m_findings.counts.by_limit : m_findings.counts.by_memory);
        unsolved.end = End::evaluated;
        ++m_findings.counts.evaluated;
      }
      unsolved.better = std::move(better);
    }
  }
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
/// nodes. Tells nothing but what is in `unsolved`.
void Judge::try_again(Unsolved& unsolved, double first, const Patience& patience, Partitioner& partitioner) {
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
    effort.from_below = place;
    if (place) effort.at_hand = unsolved.layers;
    effort.bound = unsolved.candidate.step_bound;
    if (place)
      effort.nodes = std::min(8 * effort.nodes, few_rounds() ? kPlaceNodes : patience.place_nodes);
    else if (!ranked)  // few are left, and each of them keeps the set from being proven
      effort.nodes *= 3;
    else if (effort.nodes >= kFirstNodes)  // else who asks wants no more
      effort.nodes = patience.first_nodes;
    return close(unsolved, value, effort, partitioner);
  };
  const bool first_hangs_on_it = matters(unsolved.candidate, unsolved.bound);
  unsolved.closed = first_hangs_on_it && closed(first, false);
  unsolved.hard_first = first_hangs_on_it && !unsolved.closed;
  if (unsolved.closed || !ranked) return;
  if (unsolved.bound < m_findings.best() || unsolved.bound > m_findings.cut()) return;
  unsolved.closed = closed(std::min(unsolved.value, m_findings.cut()), true);
  unsolved.hard = !unsolved.closed;
}

/// Tries them all, a few at once and whatever the number of workers the same ones; fewer nodes once they did
/// not suffice.
void Judge::try_all(const std::vector<Unsolved*>& unsolved, double first) {
  constexpr std::size_t kAtOnce = 8;
  Patience patience;
  // Stages x micro-batches of a replica, but for what is the same for all.
  const auto passes_in = [](const Strategy& strategy) {
    return static_cast<double>(strategy.pipeline_parallel) / (strategy.data_parallel * strategy.micro_batch);
  };
  std::vector<Partitioner> partitioners(static_cast<std::size_t>(m_request.threads));
  for (std::size_t begin = 0, count = 0; begin < unsolved.size(); begin += count) {
    count = std::min(kAtOnce, unsolved.size() - begin);
    // What takes longest first, so that no worker is left with it at the end.
    const auto from = unsolved.begin() + static_cast<std::ptrdiff_t>(begin);
    std::vector<Unsolved*> at_once(from, from + static_cast<std::ptrdiff_t>(count));
    std::stable_sort(at_once.begin(), at_once.end(), [&](const Unsolved* a, const Unsolved* b) {
      return passes_in(a->strategy) > passes_in(b->strategy);
    });
    parallel_for(count, m_request.threads, {}, [&](std::size_t i, int worker) {
      m_control.watch(
          [&] { try_again(*at_once[i], first, patience, partitioners[static_cast<std::size_t>(worker)]); });
    });
    for (std::size_t i = begin; i < begin + count; ++i) {
      if (unsolved[i]->better) m_findings.improve(std::move(*unsolved[i]->better));
      unsolved[i]->better.reset();
      patience.lose(*unsolved[i]);
    }
  }
}

void Judge::prove_open() {
  const bool ranked = m_request.objective != Objective::pareto;
  // The order that workers came to them in is no matter.
  if (ranked)
    std::stable_sort(m_unsolved.begin(), m_unsolved.end(), [](const Unsolved& a, const Unsolved& b) {
      return std::tie(a.value, a.bound, a.strategy) < std::tie(b.value, b.bound, b.strategy);
    });
  const double first = m_findings.best();
  std::vector<Unsolved*> all;
  for (Unsolved& unsolved : m_unsolved) all.push_back(&unsolved);
  try_all(all, first);
  tell_open();
}

void Judge::tell_open() {
  for (const Unsolved& unsolved : m_unsolved)
    if (!unsolved.closed)
      m_findings.note_open(unsolved.bound, corner_of(unsolved.candidate, unsolved.bound),
                           unsolved.named ? unsolved.value : kNothing);
  m_unsolved.clear();
  m_least_open = 1e300;
}

}  // namespace astrolabe::search
