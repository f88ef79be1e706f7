#include "core/search/partition.h"

#include <algorithm>
#include <cmath>

#include "core/cost/bound.h"

namespace astrolabe::search {

using cost::LayerRange;
using cost::StageCost;

namespace {

constexpr double kNever = 1e300;  // a split that does not fit

std::vector<int> even_split(int layers, int stages) {
  std::vector<int> result(static_cast<std::size_t>(stages), layers / stages);
  for (int j = 0; j < layers % stages; ++j) ++result[static_cast<std::size_t>(j)];
  return result;
}

/// C(layers - 1, stages - 1)
double ways(int layers, int stages) {
  double count = 1.0;
  for (int i = 1; i < stages; ++i) count = count * (layers - i) / i;
  return count;
}

}  // namespace

const StageCost& Partitioner::cost(int stage, LayerRange range) {
  if (m_shape->uniform_layers()) {
    const std::size_t slot =
        static_cast<std::size_t>(stage) * (static_cast<std::size_t>(m_shape->layers()) + 1) +
        static_cast<std::size_t>(range.size());
    if (m_known[slot] == 0) {
      m_by_count[slot] = m_shape->stage(stage, {0, range.size()});
      m_known[slot] = 1;
    }
    return m_by_count[slot];
  }
  const std::uint64_t key = (static_cast<std::uint64_t>(stage) << 40U) |
                            (static_cast<std::uint64_t>(range.begin) << 20U) |
                            static_cast<std::uint64_t>(range.end);
  const auto found = m_by_range.find(key);
  if (found != m_by_range.end()) return found->second;
  return m_by_range.emplace(key, m_shape->stage(stage, range)).first->second;
}

double Partitioner::simulate(const std::vector<int>& layers) {
  m_stages.resize(layers.size());
  int begin = 0;
  for (std::size_t j = 0; j < layers.size(); ++j) {
    const StageCost& stage = cost(static_cast<int>(j), {begin, begin + layers[j]});
    if (!stage.fits) return kNever;
    m_stages[j] = stage;
    begin += layers[j];
  }
  return m_shape->step(m_stages, m_scratch).step;
}

/// Packs from the front, each stage as many layers as fit under `bottleneck`; true when all find a place.
bool Partitioner::pack(double bottleneck, std::vector<int>& layers) {
  const int stages = m_shape->stages();
  const int all = m_shape->layers();
  int begin = 0;
  for (int j = 0; j < stages; ++j) {
    const int most = all - begin - (stages - 1 - j);  // the later stages need a layer each
    int low = 0;                                      // largest count known to be allowed
    int high = most + 1;
    while (high - low > 1) {
      const int middle = (low + high) / 2;
      const StageCost& tried = cost(j, {begin, begin + middle});
      (tried.fits && tried.seconds() <= bottleneck ? low : high) = middle;
    }
    if (low == 0) return false;
    layers[static_cast<std::size_t>(j)] = low;
    begin += low;
  }
  return begin == all;
}

/// The split with (nearly) the smallest bottleneck, short stages last; false when nothing fits.
bool Partitioner::first_split(std::vector<int>& layers) {
  if (!pack(kNever, layers)) return false;
  double low = cost::least_rest(*m_shape, 0, m_shape->layers()).bottleneck;
  double high = kNever;
  std::vector<int> tried(layers.size());
  double reach = std::max(low, 1e-9);
  for (int i = 0; i < 60 && high >= kNever; ++i) {
    if (pack(reach, tried)) {
      high = reach;
      layers = tried;
    } else {
      low = reach;
      reach *= 1.15;
    }
  }
  for (int i = 0; i < 24 && high < kNever && high - low > 1e-4 * high; ++i) {
    const double middle = 0.5 * (low + high);
    if (pack(middle, tried)) {
      high = middle;
      layers = tried;
    } else {
      low = middle;
    }
  }
  return true;
}

/// Moves single layers between stages as long as the simulated step gets shorter.
void Partitioner::improve(std::vector<int>& layers, double& step) {
  const int stages = static_cast<int>(layers.size());
  const int reach = stages <= 16 ? stages : 2;
  for (bool moved = true; moved;) {
    moved = false;
    for (int from = 0; from < stages; ++from) {
      for (int to = std::max(0, from - reach); to <= std::min(stages - 1, from + reach); ++to) {
        if (from == to || layers[static_cast<std::size_t>(from)] <= 1) continue;
        --layers[static_cast<std::size_t>(from)];
        ++layers[static_cast<std::size_t>(to)];
        const double tried = simulate(layers);
        if (tried < step) {
          step = tried;
          moved = true;
        } else {
          ++layers[static_cast<std::size_t>(from)];
          --layers[static_cast<std::size_t>(to)];
        }
      }
    }
  }
}

void Partitioner::enumerate(int stage, int begin, std::vector<int>& layers, Partition& best) {
  const int stages = m_shape->stages();
  const int all = m_shape->layers();
  if (stage == stages - 1) {
    layers[static_cast<std::size_t>(stage)] = all - begin;
    const double step = simulate(layers);
    if (step < best.step) {
      best.step = step;
      best.layers = layers;
    }
    return;
  }
  for (int count = 1; count <= all - begin - (stages - 1 - stage); ++count) {
    if (!cost(stage, {begin, begin + count}).fits && m_shape->uniform_layers()) break;
    layers[static_cast<std::size_t>(stage)] = count;
    enumerate(stage + 1, begin + count, layers, best);
  }
}

namespace {

/// Seconds both ways over the link behind stage j; none behind the last.
double link_seconds(const cost::Shape& shape, int j) {
  return j + 1 < shape.stages() ? 2.0 * shape.links()[static_cast<std::size_t>(j)] : 0.0;
}

/// Micro-batches that a walk can dwell on stage j; the dwelling term counts from one on.
double dwell(const cost::Shape& shape, int j) {
  const double rounds = shape.micro_batches() - 1 - (shape.stages() - 1 - j);
  return rounds >= 1.0 ? rounds : 0.0;
}

}  // namespace

/// Fills the prefix table; false when no split can be below `cut`.
bool Partitioner::fill_prefixes(double cut) {
  const int stages = m_shape->stages();
  const int all = m_shape->layers();
  const std::size_t row = static_cast<std::size_t>(all) + 1;
  m_prefixes.resize(static_cast<std::size_t>(stages + 1) * row * kPairs);
  m_prefix_count.assign(static_cast<std::size_t>(stages + 1) * row, 0);
  m_most.assign(static_cast<std::size_t>(stages), 0);
  const double least_sum = cost::least_rest(*m_shape, 0, all).sum;
  double links = 0.0;
  for (int j = 0; j < stages; ++j) links += link_seconds(*m_shape, j);
  // A stage too long for the cut on its own, whatever the others hold; counts grow, so times do.
  for (int j = 0; j < stages; ++j) {
    const double each = m_shape->layer_seconds(j);
    int most = all - (stages - 1);
    while (most > 1 &&
           least_sum + links + dwell(*m_shape, j) * (most * each + m_shape->edge_seconds(j)) > cut)
      --most;
    m_most[static_cast<std::size_t>(j)] = most;
  }
  const double limit = cut * (1.0 + 1e-12);  // sums are rounded in another order than the simulation's
  m_prefix_count[0] = 1;
  m_prefixes[0] = {};
  for (int j = 0; j < stages; ++j) {
    const double link = link_seconds(*m_shape, j);
    const double rounds = dwell(*m_shape, j);
    for (int before = j; before <= all - (stages - j); ++before) {
      const std::size_t from = static_cast<std::size_t>(j) * row + static_cast<std::size_t>(before);
      if (m_prefix_count[from] == 0) continue;
      const int room = all - before - (stages - 1 - j);
      const int least = j == stages - 1 ? room : 1;
      for (int count = least; count <= std::min(room, m_most[static_cast<std::size_t>(j)]); ++count) {
        const StageCost stage = cost(j, {before, before + count});
        if (!stage.fits) {
          if (m_shape->uniform_layers()) break;
          continue;
        }
        const double seconds = stage.seconds();
        const std::size_t to =
            static_cast<std::size_t>(j + 1) * row + static_cast<std::size_t>(before + count);
        Prefix* pairs = &m_prefixes[to * kPairs];
        char& held = m_prefix_count[to];
        for (int i = 0; i < m_prefix_count[from]; ++i) {
          const Prefix& old = m_prefixes[from * kPairs + static_cast<std::size_t>(i)];
          // No dwelling on a stage without rounds to spare, nor on those before it.
          const Prefix next{old.sum + seconds + link + (j == 0 ? stage.tail : 0.0),
                            rounds > 0.0 ? std::max(old.walk + seconds, rounds * seconds) + link : 0.0};
          if (next.sum + next.walk > limit) continue;
          bool beaten = false;
          for (int k = 0; k < held && !beaten; ++k)
            beaten = pairs[k].sum <= next.sum && pairs[k].walk <= next.walk;
          if (beaten) continue;
          int kept = 0;
          for (int k = 0; k < held; ++k)
            if (!(next.sum <= pairs[k].sum && next.walk <= pairs[k].walk)) pairs[kept++] = pairs[k];
          held = static_cast<char>(kept);
          if (held < kPairs) {
            pairs[static_cast<int>(held)] = next;
            ++held;
          } else {
            // Merged with the last by the smaller of each: stays below both.
            pairs[kPairs - 1] = {std::min(pairs[kPairs - 1].sum, next.sum),
                                 std::min(pairs[kPairs - 1].walk, next.walk)};
          }
        }
      }
    }
  }
  return m_prefix_count[static_cast<std::size_t>(stages) * row + static_cast<std::size_t>(all)] > 0;
}

/// Least step of any completion of a suffix: `stages` stages with `layers` layers are still open in front of
/// it.
double Partitioner::prefix_bound(int stages, int layers, double suffix_sum, double suffix_walk) const {
  const std::size_t slot =
      static_cast<std::size_t>(stages) * (static_cast<std::size_t>(m_shape->layers()) + 1) +
      static_cast<std::size_t>(layers);
  double least = kNever;
  for (int i = 0; i < m_prefix_count[slot]; ++i) {
    const Prefix& prefix = m_prefixes[slot * kPairs + static_cast<std::size_t>(i)];
    const double walk = prefix.walk > 0.0 ? prefix.walk + suffix_sum : 0.0;
    least = std::min(least, prefix.sum + suffix_sum + std::max(walk, suffix_walk));
  }
  return least;
}

/// Depth first from the last stage; layers [end, …) are dealt out. False when the nodes are used up.
bool Partitioner::branch(int stage, int end, double sum, double walk, std::vector<int>& layers,
                         Partition& best) {
  if (stage < 0) {
    const double step = simulate(layers);
    if (step < best.step) {
      best.step = step;
      best.layers = layers;
      best.feasible = true;
    }
    return true;
  }
  const int least = stage == 0 ? end : 1;
  const int most = std::min(end - stage, m_most[static_cast<std::size_t>(stage)]);
  const double link = link_seconds(*m_shape, stage);
  const double rounds = dwell(*m_shape, stage);
  struct Child {
    double bound, sum, walk;
    int count;
  };
  std::vector<Child> children;
  for (int count = least; count <= most; ++count) {
    const StageCost tried = cost(stage, {end - count, end});
    if (!tried.fits) continue;
    const double seconds = tried.seconds();
    // C_j: everything behind this stage plus its own link; the suffix dwells there or further back.
    const double own = rounds > 0.0 ? rounds * seconds + link + sum : 0.0;
    const Child child{0.0, sum + seconds + link, std::max(walk, own), count};
    const double bound = stage == 0 ? child.sum + child.walk + tried.tail
                                    : prefix_bound(stage, end - count, child.sum, child.walk);
    if (bound < best.step) children.push_back({bound, child.sum, child.walk, count});
  }
  std::stable_sort(children.begin(), children.end(),
                   [](const Child& a, const Child& b) { return a.bound < b.bound; });
  for (const Child& child : children) {
    if (child.bound >= best.step) break;
    if (--m_nodes < 0) return false;
    layers[static_cast<std::size_t>(stage)] = child.count;
    if (!branch(stage - 1, end - child.count, child.sum, child.walk, layers, best)) return false;
  }
  return true;
}

Partition Partitioner::nothing_fits(const std::vector<int>& layers, Partition partition) {
  int begin = 0;
  for (std::size_t j = 0; j < layers.size(); ++j) {
    const StageCost& stage = cost(static_cast<int>(j), {begin, begin + layers[j]});
    if (!stage.fits && stage.over > partition.over) {
      partition.over = stage.over;
      partition.over_stage = static_cast<int>(j);
    }
    begin += layers[j];
  }
  partition.layers = layers;
  return partition;
}

/// Interleaved: stage j works K t_j, after the first chunks of the stages before it and before their last
/// backward; the first stage ends the step with its tail.
double Partitioner::chunks_bound(const std::vector<int>& layers) {
  if (m_shape->strategy().schedule != strategy::Schedule::interleaved) return 0.0;
  const double chunks = m_shape->strategy().virtual_pipeline;
  double before = 0.0;
  double bound = 0.0;
  double tail = 0.0;
  int begin = 0;
  for (std::size_t j = 0; j < layers.size(); ++j) {
    const StageCost& stage = cost(static_cast<int>(j), {begin, begin + layers[j]});
    begin += layers[j];
    if (!stage.fits) return 0.0;
    if (j == 0) tail = stage.tail;
    bound = std::max(bound, before + m_shape->micro_batches() * stage.seconds());
    before += stage.seconds() / chunks + 2.0 * m_shape->links()[j];
  }
  return (bound + tail) * (1.0 - 1e-9);
}

Partition Partitioner::best(const cost::Shape& shape, const Effort& effort) {
  m_shape = &shape;
  const int stages = shape.stages();
  const int all = shape.layers();
  m_by_range.clear();
  if (shape.uniform_layers()) {
    const std::size_t slots = static_cast<std::size_t>(stages) * (static_cast<std::size_t>(all) + 1);
    m_by_count.resize(std::max(slots, m_by_count.size()));
    m_known.assign(slots, 0);
  }
  Partition best;
  best.lower_bound = cost::step_lower_bound(shape);
  std::vector<int> layers = even_split(all, stages);
  if (shape.strategy().virtual_pipeline > 1) {  // equal chunks: one split only
    best.exact = true;
    best.lower_bound = std::max(best.lower_bound, chunks_bound(layers));
    if (best.lower_bound > effort.cut) {
      best.cut = true;
      return best;
    }
    best.step = simulate(layers);
    if (best.step >= kNever) return nothing_fits(layers, best);
    best.feasible = true;
    best.layers = layers;
    best.lower_bound = best.step;
    return best;
  }
  if (effort.brute || ways(all, stages) <= effort.enumerate_below) {
    best.exact = true;
    best.step = kNever;
    std::vector<int> tried(layers.size());
    enumerate(0, 0, tried, best);
    if (best.step >= kNever) return nothing_fits(layers, best);
    best.feasible = true;
    best.lower_bound = best.step;
    return best;
  }
  std::vector<int> packed(layers.size());
  double step = simulate(layers);
  if (first_split(packed)) {
    const double packed_step = simulate(packed);
    if (packed_step < step) {
      layers = packed;
      step = packed_step;
    }
  } else if (step >= kNever && shape.uniform_layers()) {
    // Packing from the front misses no way to fit equal layers: each stage takes all it holds.
    best.exact = true;
    return nothing_fits(layers, best);
  }
  const bool walks = shape.strategy().schedule == strategy::Schedule::one_f_one_b && effort.nodes > 0;
  if (walks && !fill_prefixes(std::min(effort.cut, step))) {
    // No split is at or below the cut; the split at hand is one of them unless it is the cut itself.
    if (step > effort.cut) {
      best.cut = true;
      best.exact = true;
      return best;
    }
  }
  if (step >= kNever) {
    best.exact = false;
    if (!walks) return nothing_fits(layers, best);
  } else {
    improve(layers, step);
    best.feasible = true;
  }
  best.layers = layers;
  best.step = step;
  if (walks) {
    const double bound = prefix_bound(stages, all, 0.0, 0.0);
    best.lower_bound = std::max(best.lower_bound, std::min(bound, best.step));
    best.exact = best.feasible && best.step <= best.lower_bound * (1.0 + 1e-12);
    if (!best.exact) {
      m_nodes = effort.nodes;
      std::vector<int> tried(layers.size());
      best.exact = branch(stages - 1, all, 0.0, 0.0, tried, best);
    }
    if (!best.feasible) return nothing_fits(layers, best);
    best.cut = best.exact && best.step > effort.cut;
  }
  if (best.exact) best.lower_bound = best.step;
  return best;
}

}  // namespace astrolabe::search
