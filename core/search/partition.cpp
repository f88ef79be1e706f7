#include "core/search/partition.h"

#include <algorithm>

#include "core/base/rounding.h"
#include "core/cost/bound.h"
#include "core/strategy/chunks.h"

namespace astrolabe::search {

using cost::LayerRange;
using cost::StageCost;

namespace {

/// C(layers - 1, stages - 1)
double ways(int layers, int stages) {
  double count = 1.0;
  for (int i = 1; i < stages; ++i) count = count * (layers - i) / i;
  return count;
}

strategy::Chunking chunking_of(const cost::Shape& shape) {
  return strategy::chunking_of(shape.strategy().schedule, shape.layers(), shape.stages(),
                               shape.strategy().virtual_pipeline);
}

}  // namespace

/// Of stages with several chunks one range each is asked for between two start().
const StageCost& Partitioner::cost(int stage, LayerRange range) {
  const bool chunks = m_shape->strategy().virtual_pipeline > 1;
  const int first = std::min(range.begin, m_firsts - 1);
  const std::size_t row = static_cast<std::size_t>(m_shape->layers()) + 1;
  const std::size_t slot =
      static_cast<std::size_t>(stage * m_firsts + first) * row + static_cast<std::size_t>(range.size());
  if (m_known[slot] != 0) return m_costs[slot];
  m_known[slot] = 1;
  // What fits on a stage of the same kind that holds more micro-batches fits here, at the same times.
  const std::size_t above = slot - static_cast<std::size_t>(m_firsts) * row;
  const bool taken = (!chunks || m_firsts == 1) && m_shape->like_before(stage) && m_known[above] != 0 &&
                     m_costs[above].fits && m_costs[above].recompute == strategy::Recompute::none;
  if (taken)
    m_costs[slot] = m_costs[above];
  else
    m_costs[slot] = m_shape->stage(stage, chunks ? range : LayerRange{first, first + range.size()});
  m_plain = m_plain && m_costs[slot].fits && m_costs[slot].recompute == strategy::Recompute::none;
  return m_costs[slot];
}

/// The step of a split; of one at `enough` or above only that it is.
double Partitioner::simulate(const std::vector<int>& layers, double enough) {
  m_stages.resize(layers.size());
  int begin = 0;
  for (std::size_t j = 0; j < layers.size(); ++j) {
    const StageCost& stage = cost(static_cast<int>(j), {begin, begin + layers[j]});
    if (!stage.fits) return kNever;
    m_stages[j] = stage;
    begin += layers[j];
  }
  return m_shape->step(m_stages, m_scratch, enough).step;
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
  double low = cost::least_rest(*m_shape).bottleneck;
  double high = kNever;
  std::vector<int> tried(layers.size());
  double reach = std::max(low, cost::kTick);
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

void Partitioner::enumerate(int stage, int begin, std::vector<int>& layers, Partition& best) {
  const int stages = m_shape->stages();
  const int all = m_shape->layers();
  if (stage == stages - 1) {
    layers[static_cast<std::size_t>(stage)] = all - begin;
    const double step = simulate(layers, best.step);
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

Partition Partitioner::nothing_fits(const std::vector<int>& layers, Partition partition) {
  int begin = 0;
  for (std::size_t j = 0; j < layers.size(); ++j) {
    const StageCost& stage = cost(static_cast<int>(j), {begin, begin + layers[j]});
    if (!stage.fits && stage.over > partition.over) {
      partition.over = stage.over;
      partition.over_in_host = stage.over_in_host;
      partition.over_stage = static_cast<int>(j);
    }
    begin += layers[j];
  }
  partition.layers = layers;
  return partition;
}

/// Interleaved: stage j works K t_j, after the first chunks of the stages before it and before their last
/// backward; the first stage ends the step with its tail. ZB-V: after the first forwards of those before it,
/// and before its own tail.
double Partitioner::chunks_bound(const std::vector<int>& layers) {
  const strategy::Chunking chunking = chunking_of(*m_shape);
  const bool v = chunking.back;
  double before = 0.0;
  double bound = 0.0;
  double tail = 0.0;
  int begin = 0;
  for (std::size_t j = 0; j < layers.size(); ++j) {
    const StageCost& stage = cost(static_cast<int>(j), {begin, begin + layers[j]});
    if (!stage.fits) return 0.0;
    if (j == 0 && !v) tail = stage.tail;
    bound = std::max(bound, before + m_shape->micro_batches() * stage.seconds() + (v ? stage.tail : 0.0));
    const double first =
        static_cast<double>(chunking.of_chunk(static_cast<int>(j), layers[j], 0)) / layers[j];
    begin += layers[j];
    if (v)
      before += std::max(0.0, stage.forward - m_shape->edge_seconds(static_cast<int>(j))) * first +
                m_shape->links()[j];
    else
      before += stage.seconds() * first + 2.0 * m_shape->links()[j];
  }
  return rounded_down(bound + tail);
}

void Partitioner::start(const cost::Shape& shape) {
  m_shape = &shape;
  m_plain = true;
  const int stages = shape.stages();
  const int all = shape.layers();
  m_firsts = shape.alike_from() + 1;
  const std::size_t slots = static_cast<std::size_t>(stages * m_firsts) * (static_cast<std::size_t>(all) + 1);
  m_costs.resize(std::max(slots, m_costs.size()));
  m_known.assign(slots, 0);
}

/// Of a pipeline with several chunks a stage, all of whose splits are played that may be within the cut.
Partition Partitioner::best_of_chunks(const Effort& effort, Partition best) {
  const strategy::Chunking chunking = chunking_of(*m_shape);
  best.exact = true;
  best.step = kNever;
  const double least = best.lower_bound;
  double bound = kNever;  // of those that are not played
  Partition lacking = best;
  bool plain = true;
  for (const std::vector<int>& layers : chunking.splits()) {
    const double below = effort.brute ? least : std::max(least, chunks_bound(layers));
    if (below > std::min(effort.cut, best.step)) {
      bound = std::min(bound, below);
    } else if (const double step = simulate(layers); step >= kNever) {
      const Partition over = nothing_fits(layers, best);
      if (lacking.over_stage < 0 || over.over < lacking.over) lacking = over;
    } else if (step < best.step) {
      best.step = step;
      best.layers = layers;
    }
    plain = plain && m_plain;
    start(*m_shape);  // what a stage's range holds hangs on the split
  }
  m_plain = plain;
  const bool played = best.step < kNever;
  if (!played && bound >= kNever) return lacking;
  best.lower_bound = std::min(bound, best.step);
  best.cut = best.lower_bound > effort.cut;
  best.feasible = played && !best.cut;
  if (!played) best.step = 0.0;
  return best;
}

Partition Partitioner::best(const cost::Shape& shape, const Effort& effort) {
  return shape.is_of_one_number() ? best_of_numbers(shape, effort) : best_of_number(shape, effort);
}

Partition Partitioner::best_of_shape(const cost::Shape& shape, const Effort& effort, bool known) {
  if (!known) start(shape);
  const int stages = shape.stages();
  const int all = shape.layers();
  Partition best;
  best.lower_bound = std::max(effort.bound, cost::step_lower_bound(*m_shape));
  std::vector<int> layers = even_split(all, stages);
  if (shape.strategy().virtual_pipeline > 1) return best_of_chunks(effort, std::move(best));
  if (shape.deals_evenly() || effort.brute || ways(all, stages) <= effort.enumerate_below) {
    best.exact = true;
    best.step = kNever;
    std::vector<int> tried(layers.size());
    if (shape.deals_evenly()) {
      best.step = simulate(layers);
      best.layers = layers;
    } else {
      enumerate(0, 0, tried, best);
    }
    if (best.step >= kNever) return nothing_fits(layers, best);
    best.lower_bound = best.step;
    best.cut = best.step > effort.cut;
    best.feasible = !best.cut;
    return best;
  }
  if (CriticalPaths::know(shape.strategy()) && effort.nodes > 0)
    return prove(effort, known, std::move(layers), std::move(best));
  // The best found, without a proof.
  double step = kNever;
  if (!first_incumbent(layers, step)) {
    best.exact = shape.uniform_layers();
    return nothing_fits(layers, best);
  }
  improve(layers, step);
  best.feasible = true;
  best.layers = layers;
  best.step = step;
  return best;
}

/// The better of an even and a packed split; false, with the even one, when neither fits.
bool Partitioner::first_incumbent(std::vector<int>& layers, double& step) {
  std::vector<int> packed(layers.size());
  step = simulate(layers);
  if (!first_split(packed)) return step < kNever;
  const double packed_step = simulate(packed, step);
  if (packed_step < step) {
    layers = packed;
    step = packed_step;
  }
  return step < kNever;
}

/// Moves single layers between stages as long as the simulated step gets shorter. `far`: from any stage to
/// any other, where there are many as well.
void Partitioner::improve(std::vector<int>& layers, double& step, bool far) {
  const int stages = static_cast<int>(layers.size());
  const int reach = far || stages <= 16 ? stages : 2;
  for (bool moved = true; moved;) {
    moved = false;
    for (int from = 0; from < stages; ++from) {
      for (int to = std::max(0, from - reach); to <= std::min(stages - 1, from + reach); ++to) {
        if (from == to || layers[static_cast<std::size_t>(from)] <= 1) continue;
        --layers[static_cast<std::size_t>(from)];
        ++layers[static_cast<std::size_t>(to)];
        const double tried = simulate(layers, step);
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

}  // namespace astrolabe::search
