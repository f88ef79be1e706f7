#include "core/replan/lane_shape.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/strategy/schedules.h"

namespace astrolabe::replan {

namespace {

using cost::Part;
using strategy::Recompute;
using strategy::Schedule;

/// Layers may be done again where a stage gets more of them, unless the job names what may be recomputed.
strategy::Strategy filling(strategy::Strategy strategy, const strategy::Job& job) {
  if (strategy.recompute == Recompute::none && !job.allowed.contains("recompute"))
    strategy.recompute = Recompute::full;
  return strategy;
}

/// The shape of a strategy whose state of the optimizer lies where it says.
cost::Shape shape_of(cost::Tables& tables, const strategy::Strategy& strategy) {
  cost::Shape shape(tables, strategy);
  return strategy.state.empty() ? shape : shape.with_state(strategy);
}

}  // namespace

LaneShape::LaneShape(cost::SlowedTables& tables, const strategy::Strategy& strategy)
    : m_tables(tables),
      m_strategy(strategy),
      m_shape(shape_of(tables.sound(), strategy)),
      m_filling(tables.sound(), filling(strategy, tables.problem().job)) {}

const cost::Shape& LaneShape::shape_at(const cost::SlowPools& slow) const {
  const auto known = m_shapes.find(slow);
  if (known != m_shapes.end()) return known->second;
  m_work += kShapeWork;
  return m_shapes.emplace(slow, shape_of(m_tables.at(slow), m_strategy)).first->second;
}

const cost::Shape& LaneShape::slowed_shape(const hardware::Slowness& slow) const {
  if (!slow.any()) return m_shape;
  return shape_at(cost::SlowPools(m_tables.problem().cluster.pools.size(), slow));
}

/// From the first of the last run of equal layers on, ranges cost by their size alone where stages have one
/// chunk.
int LaneShape::first_alike(int begin) const {
  return m_strategy.virtual_pipeline > 1 ? begin : std::min(begin, m_shape.alike_from());
}

const cost::StageCost& LaneShape::cost(int j, int begin, int size) const {
  const int from = first_alike(begin);
  const std::uint64_t key = (static_cast<std::uint64_t>(j) << 40U) |
                            (static_cast<std::uint64_t>(from) << 20U) | static_cast<std::uint64_t>(size);
  ++m_work;
  const auto known = m_costs.find(key);
  if (known != m_costs.end()) return known->second;
  m_work += kStageWork;
  return m_costs.emplace(key, m_filling.stage(j, {begin, begin + size})).first->second;
}

/// Seconds of a micro-batch; beyond all where memory lacks.
double LaneShape::busy(int j, int begin, int size, double factor) const {
  const cost::StageCost& known = cost(j, begin, size);
  return known.fits ? known.seconds() * factor : kBeyond;
}

Split LaneShape::as_written() const {
  Split written;
  int begin = 0;
  for (int j = 0; j < stages(); ++j) {
    const strategy::Stage& stage = m_strategy.stages[static_cast<std::size_t>(j)];
    written.layers.push_back(stage.layers);
    written.costs.push_back(
        m_shape.stage(j, {begin, begin + stage.layers}, stage.recompute, stage.recompute_layers));
    begin += stage.layers;
  }
  return written;
}

std::optional<Split> LaneShape::split(const std::vector<int>& layers) const {
  Split made{layers, {}};
  int begin = 0;
  for (int j = 0; j < stages(); ++j) {
    const int size = layers[static_cast<std::size_t>(j)];
    made.costs.push_back(cost(j, begin, size));
    if (!made.costs.back().fits) return std::nullopt;
    begin += size;
  }
  return made;
}

/// By pool the worst of its stages, where the tail of a stage waits for GPUs of others; else nothing.
cost::SlowPools LaneShape::around(const std::vector<StageSlowness>& slow) const {
  if (m_strategy.state.empty()) return {};
  cost::SlowPools worst(m_tables.problem().cluster.pools.size());
  for (std::size_t j = 0; j < slow.size(); ++j)
    worst[static_cast<std::size_t>(m_strategy.stages[j].pool)].include(slow[j].group);
  return worst;
}

std::size_t LaneShape::condition(const StageSlowness& slow, const cost::SlowPools& around) const {
  for (std::size_t i = 0; i < m_conditions.size(); ++i)
    if (m_conditions[i].slow == slow && m_conditions[i].around == around) return i;
  Condition made{slow, around, &slowed_shape(slow.own), nullptr};
  made.tail = around.empty() ? &slowed_shape(slow.group) : &shape_at(around);
  m_conditions.push_back(std::move(made));
  return m_conditions.size() - 1;
}

/// What a stage that takes `sound` with nothing slow takes.
const cost::StageCost& LaneShape::slowed(std::size_t condition, int j, int begin,
                                         const cost::StageCost& sound) const {
  const int from = first_alike(begin);
  std::uint64_t key = condition;
  for (const int part : {j, from, sound.layers, sound.recompute_layers})
    key = (key << 12U) | static_cast<std::uint64_t>(part);
  key = (key << 2U) | static_cast<std::uint64_t>(sound.recompute);
  const auto known = m_slowed.find(key);
  if (known != m_slowed.end()) return known->second;
  m_work += kStageWork;
  const Condition& slow = m_conditions[condition];
  const cost::LayerRange layers{from, from + sound.layers};
  cost::StageCost made = slow.passes->stage(j, layers, sound.recompute, sound.recompute_layers);
  if (slow.tail != slow.passes)
    made.tail = slow.tail->tail_seconds(j, layers, sound.recompute, sound.recompute_layers, made.seconds());
  return m_slowed.emplace(key, made).first->second;
}

template <class Use>
void LaneShape::each_stage(const Split& split, const std::vector<StageSlowness>& slow, const Use& use) const {
  const cost::SlowPools beside = around(slow);
  const bool slow_beside =
      std::any_of(beside.begin(), beside.end(), [](const auto& pool) { return pool.any(); });
  m_work += static_cast<std::int64_t>(split.costs.size());
  int begin = 0;
  for (std::size_t j = 0; j < split.costs.size(); ++j) {
    const cost::StageCost& sound = split.costs[j];
    if (!slow[j].group.any() && !slow_beside) {
      use(j, sound, m_shape);
    } else {
      const std::size_t at = condition(slow[j], beside);
      use(j, slowed(at, static_cast<int>(j), begin, sound), *m_conditions[at].passes);
    }
    begin += split.layers[j];
  }
}

/// Seconds of a transfer from stage j to the next, of the last stage to the first: at the pace of the slower.
double LaneShape::link(const std::vector<StageSlowness>& slow, std::size_t j) const {
  return std::max(slowed_shape(slow[j].own).links()[j],
                  slowed_shape(slow[(j + 1) % slow.size()].own).links()[j]);
}

cost::Pipeline LaneShape::played(const Split& split, const std::vector<StageSlowness>& slow,
                                 int micro_batches, bool transfers) const {
  cost::Pipeline pipeline;
  pipeline.micro_batches = micro_batches;
  pipeline.schedule = m_strategy.schedule;
  each_stage(split, slow, [&](std::size_t j, const cost::StageCost& cost, const cost::Shape& shape) {
    pipeline.stages.push_back(shape.stage_times(static_cast<int>(j), cost));
    pipeline.link_forward.push_back(transfers ? link(slow, j) : 0.0);
  });
  pipeline.link_backward = pipeline.link_forward;
  m_work += std::int64_t{micro_batches} * stages() * m_strategy.virtual_pipeline;
  return pipeline;
}

cost::StepEnd LaneShape::end(const Split& split, const std::vector<StageSlowness>& slow, int micro_batches,
                             bool transfers) const {
  thread_local std::vector<double> scratch;
  if (m_strategy.virtual_pipeline == 1 && cost::one_chunk(m_strategy.schedule)) {
    thread_local std::vector<cost::LineStage> line;
    line.resize(split.costs.size());
    each_stage(split, slow, [&](std::size_t j, const cost::StageCost& cost, const cost::Shape& shape) {
      line[j] = shape.line_stage(static_cast<int>(j), cost);
      line[j].link = transfers ? link(slow, j) : 0.0;
    });
    return cost::line_end(m_strategy.schedule, line, micro_batches, scratch);
  }
  return cost::chunks_end(played(split, slow, micro_batches, transfers), scratch);
}

double LaneShape::least_seconds(const Split& split, const std::vector<StageSlowness>& slow,
                                int micro_batches) const {
  const bool in_line = m_strategy.schedule == Schedule::one_f_one_b && m_strategy.virtual_pipeline == 1;
  double before = 0.0, least = 0.0;
  each_stage(split, slow, [&](std::size_t j, const cost::StageCost& cost, const cost::Shape&) {
    least = std::max(least, before + micro_batches * cost.seconds());
    if (in_line) before += cost.seconds() + 2.0 * m_shape.links()[j];
  });
  return least * (1.0 - 1e-12);
}

cost::Shape::StageParts LaneShape::parts(const Split& split, const std::vector<StageSlowness>& slow,
                                         int j) const {
  const auto at = static_cast<std::size_t>(j);
  const cost::LayerRange layers{std::accumulate(split.layers.begin(), split.layers.begin() + j, 0),
                                std::accumulate(split.layers.begin(), split.layers.begin() + j + 1, 0)};
  const cost::StageCost& sound = split.costs[at];
  const Condition& here = m_conditions[condition(slow[at], around(slow))];
  const auto of = [&](const cost::Shape& shape) {
    return shape.stage_parts(j, layers, sound.recompute, sound.recompute_layers);
  };
  cost::Shape::StageParts made = of(*here.passes);
  if (here.tail != here.passes) made.tail = of(*here.tail).tail;
  return made;
}

double LaneShape::pass_factor(const Split& split, const std::vector<StageSlowness>& slow, int j) const {
  double factor = 1.0;
  each_stage(split, slow, [&](std::size_t at, const cost::StageCost& cost, const cost::Shape&) {
    if (static_cast<int>(at) == j) factor = cost.seconds() / split.costs[at].seconds();
  });
  return factor;
}

double LaneShape::layer_factor(int j, const hardware::Slowness& slow) const {
  return slow.any() ? slowed_shape(slow).layer_seconds(j) / m_shape.layer_seconds(j) : 1.0;
}

int LaneShape::quantum() const {
  return m_strategy.schedule == Schedule::interleaved && m_shape.micro_batches() % stages() == 0 ? stages()
                                                                                                 : 1;
}

int LaneShape::most_micro_batches() const {
  const int now = std::max(1, m_shape.micro_batches());
  constexpr int kMany = 8;
  const int chunks = m_strategy.virtual_pipeline;
  const int many = std::max(now, kMany * stages() * chunks);
  for (int j = 0; j < stages(); ++j)
    if (cost::in_flight(m_strategy.schedule, stages(), chunks, now, j) !=
        cost::in_flight(m_strategy.schedule, stages(), chunks, many, j))
      return now;
  return kAnyNumber;
}

/// The most layers from `begin` on (from the last stage: up to `begin`) that stage j does within `limit`.
int LaneShape::most_at(int j, int begin, int most, double factor, double limit, bool from_last) const {
  const auto takes = [&](int size) {
    return busy(j, from_last ? begin - size : begin, size, factor) <= limit;
  };
  if (most < 1 || !takes(1)) return 0;
  int low = 1, high = most;
  while (low < high) {
    const int middle = (low + high + 1) / 2;
    if (takes(middle))
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

/// Every stage takes as much as it may within `limit`, in order, and leaves a layer for each stage behind it.
std::optional<std::vector<int>> LaneShape::fill(const std::vector<int>& held,
                                                const std::vector<double>& factors, double limit,
                                                bool from_last) const {
  const int count = stages(), all = m_shape.layers();
  std::vector<int> layers(static_cast<std::size_t>(count), 0);
  int left = all, needed = 0;
  for (const int each : held) needed += std::max(1, each);
  for (int turn = 0; turn < count; ++turn) {
    const int j = from_last ? count - 1 - turn : turn;
    const auto at = static_cast<std::size_t>(j);
    needed -= std::max(1, held[at]);
    const int begin = from_last ? left : all - left;
    int size = held[at];
    if (size > 0) {
      if (busy(j, from_last ? begin - size : begin, size, 1.0) >= kBeyond) return std::nullopt;
    } else {
      size = most_at(j, begin, left - needed, factors[at], limit, from_last);
    }
    if (size < 1 || size > left - needed) return std::nullopt;
    layers[at] = size;
    left -= size;
  }
  if (left > 0) return std::nullopt;
  return layers;
}

std::vector<Split> LaneShape::least_busy(const std::vector<int>& held,
                                         const std::vector<double>& factors) const {
  double low = 0.0, high = 0.0;
  const int all = m_shape.layers();
  for (int j = 0; j < stages(); ++j)
    if (held[static_cast<std::size_t>(j)] == 0)
      high = std::max(high, (m_shape.layer_seconds(j) * all + m_shape.edge_seconds(j)) * 4.0 *
                                factors[static_cast<std::size_t>(j)]);
  std::optional<std::vector<int>> best = fill(held, factors, high, false);
  if (!best) return {};
  // Until the limit is so near that no split lies between: the split itself then tells its time.
  constexpr int kHalvings = 36;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (low + high);
    if (auto tried = fill(held, factors, middle, false)) {
      best = std::move(tried);
      high = middle;
    } else {
      low = middle;
    }
  }
  std::vector<Split> made;
  if (auto front = split(*best)) made.push_back(std::move(*front));
  if (const auto back = fill(held, factors, high, true); back && *back != *best)
    if (auto one = split(*back)) made.push_back(std::move(*one));
  return made;
}

}  // namespace astrolabe::replan
