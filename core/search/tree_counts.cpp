// What pipelines cost at least whose stages are counted, by pool or in all: before the order of the pools and
// the split are known; and how many configurations they stand for.

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/search/tree.h"
#include "core/strategy/chunks.h"

namespace astrolabe::search {

using strategy::Family;
using strategy::Schedule;

/// Bound of all mixtures of node.stages stages with those of the first `decided` floors given.
double Tree::bound_mixture(const Node& node, const Scene& scene, const int* stages, int decided) const {
  const Family& family = scene.place->family;
  const int count = static_cast<int>(family.uses.size());
  std::array<int, Node::kMostPools> filled{};
  thread_local std::array<cost::PoolFloor, Node::kMostPools> floors;  // not made anew: this is the inner loop
  std::array<double, Node::kMostPools> inside_more = scene.again_inside;
  int left = node.stages;
  int reserved = 0;  // one each of what is still open
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    floors[at] = scene.floors[at];
    floors[at].lengthen(scene.least_extra);
    floors[at].layer += scene.again[at];
    if (i < decided) {
      filled[at] = stages[i];
      left -= stages[i];
    } else {
      reserved += family.uses[static_cast<std::size_t>(scene.use[at])].least;
    }
  }
  if (left < reserved) return cost::kNoRoom;
  // What limits leave of each pool, where that holds all stages.
  const auto at_use = [&](int i) { return static_cast<std::size_t>(scene.use[static_cast<std::size_t>(i)]); };
  bool limited = false;
  if (m_limited) {
    int room = 0;
    for (int i = decided; i < count; ++i) room += scene.place->most[at_use(i)];
    limited = room >= left;
  }
  // Fastest first: a faster stage in the place of a slower one never makes a bound larger, if it also takes
  // over what the slower one has more room for.
  for (int i = decided; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Family::Use& use = family.uses[static_cast<std::size_t>(scene.use[at])];
    reserved -= use.least;
    filled[at] = std::min(limited ? scene.place->most[at_use(i)] : use.most, left - reserved);
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
  cost::Mixture mixture;
  mixture.floors = floors.data();
  mixture.stages = filled.data();
  mixture.count = count;
  mixture.layers = m_problem.graph->layer_count();
  mixture.main_layers = static_cast<int>(m_layers.main_layers);
  mixture.front = m_layers.front;
  mixture.micro_batches = scene.micro_batches;
  mixture.whole = m_problem.graph->classes.size() == 1;
  mixture.schedule = scene.kind->schedule;
  mixture.chunks = scene.kind->chunks;
  mixture.links = links_of(scene, node.stages);
  mixture.goes_down = m_windows;
  mixture.inside_more = inside_more.data();
  return cost::mixture_lower_bound(mixture);
}

/// Of pipelines with these stages of each floor: the forms of cost::mixture_lower_bound(), the work shared
/// out without a rest, but for the stage that holds most. `sure`: only so many of them are there in any case,
/// slower ones may take the place of the others, and there may be fewer, down to `fewest`; null: all are.
double Tree::quick_bound(const Scene& scene, const int* stages, int fewest, const int* sure_stages) const {
  if (scene.kind->chunks > 1) return quick_chunks_bound(scene, stages, fewest, sure_stages);
  const bool open = sure_stages != nullptr;
  const int count = static_cast<int>(scene.place->family.uses.size());
  const bool whole = m_problem.graph->classes.size() == 1;
  const double layers = m_problem.graph->layer_count();
  double rate = 0.0;
  double share = 1.0;
  double first = 1e300, last = 1e300;
  double fastest = 1e300, slowest = 0.0;     // seconds of a layer; of stages that there are in any case
  double sure_layers = 0.0, sure_sum = 0.0;  // a layer on each of these
  cost::PassShares shares;
  int all = 0;
  for (int i = count; i-- > 0;) {
    const auto at = static_cast<std::size_t>(i);
    const int sure = open ? sure_stages[i] : stages[i];
    if (!open && sure == 0) continue;
    const cost::PoolFloor& floor = scene.floors[at];
    const double layer = floor.layer + scene.least_extra / floor.heaviest + scene.again[at];
    shares.include(floor.shares);
    share = std::min(share, floor.backward_share);
    first = std::min(first, floor.first_edge);
    last = std::min(last, floor.last_edge);
    fastest = std::min(fastest, layer);
    rate += stages[i] / (open ? fastest : layer);
    all += stages[i];
    if (sure == 0) continue;
    slowest = std::max(slowest, layer);
    sure_layers += sure * floor.lightest;
    sure_sum += sure * floor.lightest * layer;
  }
  const double k = scene.micro_batches;
  const Schedule schedule = scene.kind->schedule;
  const bool counted = all == fewest;
  double bottleneck = layers / rate;
  if (whole) bottleneck = std::max({bottleneck, slowest, std::ceil(layers / all) * fastest});
  if (!cost::one_chunk(schedule)) return k * bottleneck * (1.0 - 1e-9);
  const double sum = sure_sum + std::max(0.0, layers - sure_layers) * fastest;
  const double links = links_of(scene, fewest);
  if (schedule == Schedule::zb_h1) {
    const double around = shares.without_weights(sum, first + last) + links;
    const double bound = counted
                             ? cost::zero_bubble_bound(around, bottleneck, scene.micro_batches, all, shares)
                             : around + cost::zero_bubble_rest(all, scene.micro_batches, shares) * bottleneck;
    return std::max(k * bottleneck, bound) * (1.0 - 1e-9);
  }
  const double around = sum + first + last + links;
  if (schedule == Schedule::gpipe) return (around + (k - 1.0) * bottleneck) * (1.0 - 1e-9);
  const double rounds = std::max((k - 1.0) * share, k >= all ? k - all + (all - 1.0) * share : 0.0);
  double bound = std::max(k * bottleneck, around + rounds * bottleneck);
  const double turns = counted ? std::floor((k - 1.0) / all) : 0.0;
  if (turns >= 1.0)
    bound = std::max({bound, 2.0 * around + (k - 1.0 - all) * bottleneck,
                      (1.0 + turns) * around + (k - 1.0 - turns * all) * bottleneck});
  return bound * (1.0 - 1e-9);
}

/// quick_bound() of pipelines with several chunks a stage: these hold equally many layers, but that the first
/// and the last chunk may lack some, and layers of other classes are in the first chunks.
double Tree::quick_chunks_bound(const Scene& scene, const int* stages, int fewest,
                                const int* sure_stages) const {
  const bool open = sure_stages != nullptr;
  const bool whole = m_problem.graph->classes.size() == 1;
  const bool v = strategy::schedule_row(scene.kind->schedule).back;
  const auto count = static_cast<int>(scene.place->family.uses.size());
  const int layers = m_problem.graph->layer_count();
  const int all = std::accumulate(stages, stages + count, 0);
  const double k = scene.micro_batches;
  const double each = static_cast<double>(layers) / all;
  // Layers of a stage nowhere special, and of any; of other classes among these. Of one number of stages.
  double inside = each;
  double least = std::max(1.0, each - strategy::Chunking::kMostMissing);
  int special = whole ? v ? 1 : 2 : all;
  int others = layers - static_cast<int>(m_layers.main_layers);
  int chunk = static_cast<int>(std::floor(each)) / scene.kind->chunks;
  int lacking = 0;  // of the first one, or layers of other classes in front of the last stage
  bool last_is_main = whole;
  const bool counted = all == fewest;
  if (counted) {
    const strategy::Chunking chunking =
        strategy::chunking_of(scene.kind->schedule, layers, all, scene.kind->chunks);
    inside = chunking.stage();
    special = chunking.special_stages(m_layers.front);
    lacking = chunking.lacking_first() + others;
    others = std::min(others, chunking.most_of_front(m_layers.front, 0));
    // The last stage and those in front are not the same, as far as is known.
    least = chunking.least_stage();
    last_is_main = chunking.most_of_front(m_layers.front, all - 1) == 0;
    if (last_is_main) least = std::min(least + others, static_cast<double>(chunking.least_of(0)));
    chunk = chunking.chunk();
  }
  double rate = 0.0, bottleneck = 0.0;
  double fastest = 1e300;                 // an average layer of this floor and slower ones
  double quickest = 1e300;                // a stage nowhere special of these
  int here_or_slower = 0;                 // stages
  double down = 0.0, longest_down = 0.0;  // forward seconds of a layer on stages that there are in any case
  double shortest_down = 1e300;
  for (int i = count; i-- > 0;) {  // slowest first
    const auto at = static_cast<std::size_t>(i);
    const int sure = open ? sure_stages[i] : stages[i];
    if (!open && sure == 0) continue;
    const cost::PoolFloor& floor = scene.floors[at];
    const double layer = floor.layer + scene.least_extra / floor.heaviest + scene.again[at];
    const double main =
        whole ? floor.layer + scene.least_extra + scene.again[at] : floor.main_layer + scene.least_extra;
    const double stage = inside * main + (counted ? scene.again_inside[at] : 0.0);
    fastest = std::min(fastest, layer);
    quickest = std::min(quickest, stage);
    rate += stages[i] / (open ? fastest : layer);
    here_or_slower += stages[i];
    // Of one number of stages no more of them are faster.
    if (counted && here_or_slower > special) bottleneck = std::max(bottleneck, quickest);
    shortest_down = std::min(shortest_down, floor.forward);
    if (sure == 0) continue;
    bottleneck = std::max(bottleneck, sure > special ? stage : (least - others) * main);
    down += sure * floor.forward;
    longest_down = std::max(longest_down, floor.forward);
  }
  bottleneck = std::max(bottleneck, layers / rate);
  double bound = k * bottleneck;
  if (v && last_is_main) {  // the last stage of a V lacks no layer and waits for first chunks
    const double known = chunk * (down - longest_down) - lacking * longest_down;
    const double any = (chunk * (fewest - 1) - lacking) * shortest_down;
    bound = std::max(bound, k * quickest + std::max({0.0, known, any}));
  }
  return bound * (1.0 - 1e-9);
}

/// Of pipelines with so many stages, the most there can be of the fastest floors: with every stage less the
/// bottleneck takes longer, and there are no fewer rounds of it.
double Tree::quick_bound(const Scene& scene, Stages all) const {
  const int count = static_cast<int>(scene.place->family.uses.size());
  int left = all.most;
  for (int i = 0; i < count; ++i) left -= use_of(scene, i).least;
  std::array<int, Node::kMostPools> stages{}, least{};
  for (int i = 0; i < count; ++i) {
    const Family::Use& use = use_of(scene, i);
    const int more = std::clamp(use.most - use.least, 0, std::max(0, left));
    least[static_cast<std::size_t>(i)] = use.least;
    stages[static_cast<std::size_t>(i)] = use.least + more;
    left -= more;
  }
  return quick_bound(scene, stages.data(), all.fewest, least.data());
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
std::uint64_t Tree::groups_with(const Node& node, const Scene& scene, const int* stages, int decided) const {
  const Family& family = scene.place->family;
  const int count = static_cast<int>(family.uses.size());
  const int replicas = family.replicas();
  long left = node.stages;
  long gpus = 0;
  for (int i = 0; i < decided; ++i) {
    const Family::Use& use = family.uses[static_cast<std::size_t>(scene.use[static_cast<std::size_t>(i)])];
    left -= stages[i];
    gpus += static_cast<long>(stages[i]) * use.tensor_parallel * replicas;
  }
  const long limit = m_problem.cluster.max_total_gpus.value_or(1 << 30);
  const auto use_of = [&](int i) -> const Family::Use& {
    return family.uses[static_cast<std::size_t>(scene.use[static_cast<std::size_t>(i)])];
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
std::uint64_t Tree::settings_with(const Node& node, const Scene& scene) const {
  std::uint64_t count = 0;
  for (const Bunch::Count& each : scene.settings->bunch(node.kind).counts_of(scene.settings->part(node.kind)))
    count += has(m_settings.stage_sets()[each.set], node.stages) ? each.settings : 0;
  return count;
}

}  // namespace astrolabe::search
