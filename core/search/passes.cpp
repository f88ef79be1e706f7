// What configurations with the same passes have in common: their tails and their memory alone differ, so that
// what the passes take is found once.

#include "core/search/passes.h"

#include <algorithm>

#include "core/search/judge.h"

namespace astrolabe::search {

using strategy::Objective;
using strategy::Recompute;
using strategy::Strategy;

namespace {

/// What differs between them is left out. ZeRO 2 and 3 have traffic in every pass.
Strategy with_these_passes(Strategy strategy) {
  strategy.zero_stage = 0;
  strategy.sharding_group = 1;
  strategy.recompute = Recompute::none;
  strategy.recompute_layers = 0;
  strategy.offload_optimizer = strategy.overlap_grad_reduce = strategy.overlap_param_gather = false;
  for (strategy::Stage& stage : strategy.stages) stage = {stage.pool, 0, stage.tensor_parallel};
  return strategy;
}

double tail_of(const cost::Shape& shape, int stage, int layers) {
  return shape.stage(stage, {stage, stage + layers}, Recompute::none, 0).tail;
}
double tail_of_first(const cost::Shape& shape, int layers) { return tail_of(shape, 0, layers); }

}  // namespace

Strategy with_short_tails(Strategy strategy) {
  strategy.zero_stage = 1;
  strategy.overlap_grad_reduce = strategy.overlap_param_gather = true;
  return strategy;
}

double least_longer_tail(const cost::Shape& shape, const cost::Shape& other) {
  double least = 1e300;
  for (int j = 0; j < shape.stages(); ++j) {
    if (j > 0 && shape.like_before(j) && other.like_before(j)) continue;  // its tails as well
    for (int count = 1; count <= shape.layers() - shape.stages() + 1; ++count)
      least = std::min(least, tail_of(shape, j, count) - tail_of(other, j, count));
  }
  return least;
}

double Partitioner::Passes::least_step(const cost::Shape& shape) const {
  // Recomputation makes a pass longer by more than it hides of the tail.
  double tail = 1e300;
  for (int count = 2; count <= shape.layers() - shape.stages() + 1; ++count)
    tail = std::min(tail, tail_of_first(shape, count));
  return std::min(one.lower_bound + tail_of_first(shape, 1), several + tail);
}

/// Few rounds make its splits hard, and others have the same passes in every micro-batch.
bool Judge::shares_passes(const cost::Shape& shape) const {
  const bool hard = shape.micro_batches() < 2 * shape.stages();
  return hard && shape.strategy().zero_stage <= 1 && m_request.objective != Objective::pareto &&
         !m_request.brute_splits && !m_request.exhaustive &&
         Partitioner::has_root_bound(shape, m_request.effort);
}

/// Whether its passes are worth a proof of their own: with few layers a stage the first one, which embeds,
/// mostly holds one. Not where a stage inside has more to do after its last backward than the first one,
/// which then does not end the step.
bool Judge::hangs_on_passes(const cost::Shape& shape) const {
  const int stages = shape.stages();
  if (!shares_passes(shape) || shape.layers() >= 3 * stages) return false;
  const int inside = (shape.layers() + stages - 1) / stages;
  return shape.stage(stages / 2, {0, inside}, Recompute::none, 0).tail <= tail_of_first(shape, 1);
}

bool Judge::finds_for(const Tree& tree, const Node& at, const Node& node) const {
  if (!at.refined || !node.refined) return false;  // a root bound finds none of it
  Strategy strategy, other;
  tree.strategy_of(node, strategy);
  tree.strategy_of(at, other);
  const Strategy key = with_these_passes(strategy);
  if (with_these_passes(std::move(other)) != key) return false;
  const cost::Shape shape(m_tables, strategy);
  const bool proof = hangs_on_passes(shape);
  if (!proof && !has_common_split(shape)) return false;
  const std::lock_guard lock(m_mutex);
  if (!proof) return !m_common_splits.contains(key);
  const auto passes = m_passes.find(key);
  return passes == m_passes.end() || (!passes->second.one.exact && !m_short_tails.contains(key));
}

/// Nodes as for any configuration, whatever is to be cut.
Effort Judge::effort_for_all() const {
  Effort effort = m_request.effort;
  effort.nodes = std::min(effort.nodes, kRankedNodes);
  effort.ended = [this] { return m_control.ended(); };
  return effort;
}

/// The same whichever of them comes first. None where the search ended on the way.
template <class Found, class Find>
std::optional<Found> Judge::find_once(OfPasses<Found>& known, const Strategy& key, const Find& find) {
  {
    const std::lock_guard lock(m_mutex);
    if (const auto there = known.find(key); there != known.end()) return there->second;
  }
  Found found = find();
  if (m_control.ended()) return {};
  const std::lock_guard lock(m_mutex);
  if (known.size() < kMostKept) known.try_emplace(key, found);
  return found;
}

bool Judge::knows_common_split(const cost::Shape& shape) const {
  const std::lock_guard lock(m_mutex);
  return m_common_splits.contains(with_these_passes(shape.strategy()));
}

/// Where stages inside end the step: the best split of the one with the shortest tails, as if it had room. It
/// mostly is the best of all with these passes.
std::vector<int> Judge::common_split(const cost::Shape& shape, Partitioner& partitioner) {
  const Strategy key = with_these_passes(shape.strategy());
  const auto find = [&] {
    return partitioner.best_with_room({m_tables, with_short_tails(key)}, effort_for_all()).layers;
  };
  return find_once(m_common_splits, key, find).value_or(std::vector<int>{});
}

/// The proof of the passes alone.
std::optional<Partitioner::Passes> Judge::passes_of(const cost::Shape& shape, Partitioner& partitioner) {
  return find_once(m_passes, with_these_passes(shape.strategy()),
                   [&] { return partitioner.passes(shape, effort_for_all()); });
}

/// True where the proof of the passes was in vain, as then that of the configuration mostly is.
bool Judge::has_hard_passes(const cost::Shape& shape, Partitioner& partitioner) {
  if (!hangs_on_passes(shape)) return false;
  const std::optional<Partitioner::Passes> passes = passes_of(shape, partitioner);
  return passes && !passes->one.exact;
}

/// The step that no split of the configuration is below, and where it is known that one reaches it, that one.
Partition Judge::by_passes(const Candidate& candidate, const cost::Shape& shape, Partitioner& partitioner) {
  Partition known;
  if (!hangs_on_passes(shape)) return known;
  const std::optional<Partitioner::Passes> passes = passes_of(shape, partitioner);
  if (!passes) return known;
  known.lower_bound = passes->least_step(shape);
  if (passes->one.exact)
    known.layers = passes->one.layers;
  else if (known.lower_bound <= step_cut(candidate))
    bound_by_short_tails(shape, partitioner, known);
  if (known.layers.empty()) return known;
  known.step = partitioner.plain_step(shape, known.layers);
  known.feasible = known.exact = known.step <= known.lower_bound;
  return known;
}

/// Where the proof of the passes was in vain: no split of the configuration is below the best one with short
/// tails, room for all, and what its own tails are longer, as every walk ends with one. That split mostly is
/// the best here as well.
void Judge::bound_by_short_tails(const cost::Shape& shape, Partitioner& partitioner, Partition& known) {
  if (!shape.uniform_layers()) return;
  const Strategy key = with_these_passes(shape.strategy());
  const cost::Shape with_short(m_tables, with_short_tails(key));
  Effort effort = effort_for_all();
  effort.from_below = true;
  const std::optional<Partition> best =
      find_once(m_short_tails, key, [&] { return partitioner.best_with_room(with_short, effort); });
  if (!best || !best->exact || !best->feasible) return;
  known.lower_bound = std::max(known.lower_bound, best->step + least_longer_tail(shape, with_short));
  known.layers = best->layers;
}

}  // namespace astrolabe::search
