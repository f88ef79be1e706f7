// What pipelines cost at least whose stages are counted, by pool or in all: before the order of the pools and
// the split are known; and how many configurations they stand for.

#include <algorithm>
#include <array>
#include <functional>

#include "core/search/tree.h"

namespace astrolabe::search {

using strategy::Family;
using strategy::Schedule;

/// A pipeline of node.stages stages, so many of each floor.
cost::Mixture Tree::mixture_of(const Node& node, const Context& context, const cost::PoolFloor* floors,
                               const int* stages) const {
  return {.floors = floors,
          .stages = stages,
          .count = static_cast<int>(context.place->family.uses.size()),
          .layers = m_problem.graph->layer_count(),
          .main_layers = static_cast<int>(m_layers.main_layers),
          .front = m_layers.front,
          .micro_batches = context.micro_batches,
          .whole = m_problem.graph->classes.size() == 1,
          .schedule = context.kind->schedule,
          .chunks = context.kind->chunks,
          .links = links_of(context, node.stages)};
}

/// Bound of all mixtures of node.stages stages with those of the first `decided` floors given.
double Tree::bound_mixture(const Node& node, const Context& context, const int* stages, int decided) const {
  const Family& family = context.place->family;
  const int count = static_cast<int>(family.uses.size());
  std::array<int, Node::kMostPools> filled{};
  thread_local std::array<cost::PoolFloor, Node::kMostPools> floors;  // not made anew: this is the inner loop
  std::array<double, Node::kMostPools> inside_more = context.again_inside;
  int left = node.stages;
  int reserved = 0;  // one each of what is still open
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    floors[at] = context.floors[at];
    floors[at].lengthen(context.least_extra);
    floors[at].layer += context.again[at];
    if (i < decided) {
      filled[at] = stages[i];
      left -= stages[i];
    } else {
      reserved += family.uses[static_cast<std::size_t>(context.use[at])].least;
    }
  }
  if (left < reserved) return cost::kNoRoom;
  // What limits leave of each pool, where that holds all stages.
  const auto at_use = [&](int i) {
    return static_cast<std::size_t>(context.use[static_cast<std::size_t>(i)]);
  };
  bool limited = false;
  if (m_limited) {
    int room = 0;
    for (int i = decided; i < count; ++i) room += context.place->most[at_use(i)];
    limited = room >= left;
  }
  // Fastest first: a faster stage in the place of a slower one never makes a bound larger, if it also takes
  // over what the slower one has more room for.
  for (int i = decided; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Family::Use& use = family.uses[static_cast<std::size_t>(context.use[at])];
    reserved -= use.least;
    filled[at] = std::min(limited ? context.place->most[at_use(i)] : use.most, left - reserved);
    left -= filled[at];
    if (decided < count - 1)
      for (int slower = i + 1; slower < count; ++slower) {
        const cost::PoolFloor& other = floors[static_cast<std::size_t>(slower)];
        floors[at].holds = std::max(floors[at].holds, other.holds);
        floors[at].main_layer = std::min(floors[at].main_layer, other.main_layer);
        floors[at].layer = std::min(floors[at].layer, other.layer);
        floors[at].forward = std::min(floors[at].forward, other.forward);
        inside_more[at] = std::min(inside_more[at], inside_more[static_cast<std::size_t>(slower)]);
      }
  }
  if (left > 0) return cost::kNoRoom;
  cost::Mixture mixture = mixture_of(node, context, floors.data(), filled.data());
  mixture.goes_down = m_windows;
  mixture.inside_more = inside_more.data();
  return cost::mixture_lower_bound(mixture);
}

/// Numbers of stages of a family's pipelines.
Tree::Stages Tree::stages_of(const Family& family) const {
  Stages all{0, 0};
  for (const Family::Use& use : family.uses) {
    all.fewest += use.least;
    all.most += use.most;
  }
  return {std::max(1, all.fewest), std::min(static_cast<int>(rows()) - 1, all.most)};
}

/// Groups of the family with node.stages stages and these of the first `decided` floors.
std::uint64_t Tree::groups_with(const Node& node, const Context& context, const int* stages,
                                int decided) const {
  const Family& family = context.place->family;
  const int count = static_cast<int>(family.uses.size());
  const int replicas = family.replicas();
  long left = node.stages;
  long gpus = 0;
  for (int i = 0; i < decided; ++i) {
    const Family::Use& use = family.uses[static_cast<std::size_t>(context.use[static_cast<std::size_t>(i)])];
    left -= stages[i];
    gpus += static_cast<long>(stages[i]) * use.tensor_parallel * replicas;
  }
  const long limit = m_problem.cluster.max_total_gpus.value_or(1 << 30);
  const auto use_of = [&](int i) -> const Family::Use& {
    return family.uses[static_cast<std::size_t>(context.use[static_cast<std::size_t>(i)])];
  };
  const std::function<std::uint64_t(int, long, long)> ways = [&](int i, long open, long taken) {
    const Family::Use& use = use_of(i);
    const long each = static_cast<long>(use.tensor_parallel) * replicas;
    if (i == count - 1)
      return std::uint64_t{open >= use.least && open <= use.most && taken + open * each <= limit ? 1U : 0U};
    if (i == count - 2) {  // the last takes the rest: an interval
      const Family::Use& last = use_of(count - 1);
      const long other = static_cast<long>(last.tensor_parallel) * replicas;
      long least = std::max<long>(use.least, open - last.most);
      long most = std::min<long>(use.most, open - last.least);
      const long room = limit - taken - open * other;  // for here * (each - other)
      if (each == other && room < 0) return std::uint64_t{0};
      if (each > other) most = room < 0 ? -1 : std::min(most, room / (each - other));
      if (each < other && room < 0) least = std::max(least, (-room + other - each - 1) / (other - each));
      return static_cast<std::uint64_t>(std::max(0L, most - least + 1));
    }
    std::uint64_t sum = 0;
    for (long here = use.least; here <= std::min<long>(use.most, open); ++here) {
      if (taken + here * each > limit) break;
      sum += ways(i + 1, open - here, taken + here * each);
    }
    return sum;
  };
  if (decided == count) return left == 0 && gpus <= limit ? family.orders() : 0;
  return ways(decided, left, gpus) * family.orders();
}

/// Settings of a pipeline's kind that allow its number of stages.
std::uint64_t Tree::settings_with(const Node& node, const Context& context) const {
  std::uint64_t count = 0;
  for (const Bucket::Count& each :
       context.settings->bucket(node.kind).counts_of(context.settings->part(node.kind)))
    count += has(m_settings.stage_sets()[each.set], node.stages) ? each.settings : 0;
  return count;
}

}  // namespace astrolabe::search
