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

/// Depth first from the first stage, children from the best known split outwards; false when the nodes are
/// used up.
bool Partitioner::branch(int stage, int begin, double sum, double bottleneck, std::vector<int>& layers,
                         Partition& best) {
  const int stages = m_shape->stages();
  const int left = m_shape->layers() - begin;
  if (stage == stages) {
    const double step = simulate(layers);
    if (step < best.step) {
      best.step = step;
      best.layers = layers;
    }
    return true;
  }
  const int most = left - (stages - 1 - stage);
  const int least = stage == stages - 1 ? left : 1;
  const int middle = std::clamp(best.layers[static_cast<std::size_t>(stage)], least, most);
  for (int offset = 0; offset <= 2 * (most - least); ++offset) {
    const int away = (offset + 1) / 2;
    const int count = offset % 2 == 1 ? middle + away : middle - away;
    if (count < least || count > most) continue;
    const StageCost tried = cost(stage, {begin, begin + count});
    if (!tried.fits) continue;
    const cost::Rest rest = cost::least_rest(*m_shape, stage + 1, left - count);
    const double here = tried.seconds();
    const double bound = cost::step_lower_bound(*m_shape, sum + here + rest.sum,
                                                std::max({bottleneck, here, rest.bottleneck}));
    if (bound >= best.step) continue;
    if (--m_nodes < 0) return false;
    layers[static_cast<std::size_t>(stage)] = count;
    if (!branch(stage + 1, begin + count, sum + here, std::max(bottleneck, here), layers, best)) return false;
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
  double step = simulate(layers);
  std::vector<int> packed(layers.size());
  if (first_split(packed)) {
    const double packed_step = simulate(packed);
    if (packed_step < step) {
      layers = packed;
      step = packed_step;
    }
  } else if (step >= kNever) {
    // Packing from the front misses no way to fit equal layers: each stage takes all it holds.
    best.exact = shape.uniform_layers();
    return nothing_fits(layers, best);
  }
  improve(layers, step);
  best.feasible = true;
  best.layers = layers;
  best.step = step;
  best.exact = best.step <= best.lower_bound * (1.0 + 1e-12);
  if (!best.exact && effort.nodes > 0) {
    m_nodes = effort.nodes;
    std::vector<int> tried(layers.size());
    best.exact = branch(0, 0, 0.0, 0.0, tried, best);
  }
  if (best.exact) best.lower_bound = best.step;
  return best;
}

}  // namespace astrolabe::search
