#include "core/replan/lane_shape.h"

#include <algorithm>
#include <cmath>

#include "core/cost/layer_cost.h"
#include "core/strategy/chunks.h"

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

}  // namespace

LaneShape::LaneShape(cost::Tables& tables, const strategy::Strategy& strategy)
    : m_tables(tables),
      m_strategy(strategy),
      m_shape(tables, strategy),
      m_filling(tables, filling(strategy, tables.problem().job)) {
  int gpus = 0;
  for (const int used : m_shape.gpus()) gpus += used;
  m_scale = cost::straggler_factor(tables.problem(), gpus);
  share_links();
}

void LaneShape::share_links() {
  for (const strategy::Stage& stage : m_strategy.stages) {
    const cost::SplitParts& parts =
        m_tables.parts(cost::splitting_of(m_strategy, stage.pool, stage.tensor_parallel));
    double links = 0.0, all = 0.0;
    for (const auto& layer : parts) {
      const cost::LayerParts& part = layer[cost::kNothingAgain];
      for (const cost::TimeParts* time : {&part.forward, &part.backward}) {
        links += (*time)[Part::tensor_parallel] + (*time)[Part::context_parallel] +
                 (*time)[Part::expert_parallel] + (*time)[Part::data_parallel];
        all += time->total();
      }
    }
    m_links_share.push_back(all > 0.0 ? links / all : 0.0);
  }
}

const cost::StageCost& LaneShape::cost(int j, int begin, int size) const {
  // From the first of the last run of equal layers on, ranges cost by their size alone.
  const int from = std::min(begin, m_shape.alike_from());
  const std::uint64_t key = (static_cast<std::uint64_t>(j) << 40U) |
                            (static_cast<std::uint64_t>(from) << 20U) | static_cast<std::uint64_t>(size);
  const auto known = m_costs.find(key);
  if (known != m_costs.end()) return known->second;
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

/// Seconds of a transfer from stage j to the next, of the last stage to the first.
double LaneShape::link(const std::vector<Slowness>& slow, std::size_t j) const {
  const double healthy = m_shape.links()[j];
  const double factor = std::max(slow[j].links, slow[(j + 1) % slow.size()].links);
  return factor == 1.0 ? healthy : cost::on_grid(healthy * factor);
}

cost::LineStage LaneShape::slowed(const Split& split, const std::vector<Slowness>& slow,
                                  std::size_t j) const {
  cost::LineStage line = m_shape.line_stage(static_cast<int>(j), split.costs[j]);
  if (slow[j].passes != 1.0) {
    line.forward = cost::on_grid(line.forward * slow[j].passes);
    line.backward = cost::on_grid(line.backward * slow[j].passes);
    line.weight = cost::on_grid(line.weight * slow[j].passes);
  }
  line.link = link(slow, j);
  if (slow[j].tail != 1.0) line.tail = cost::on_grid(line.tail * slow[j].tail);
  return line;
}

double LaneShape::seconds(const Split& split, const std::vector<Slowness>& slow, int micro_batches) const {
  if (m_strategy.virtual_pipeline > 1 || !cost::one_chunk(m_strategy.schedule))
    return chunks_seconds(split, slow, micro_batches);
  thread_local std::vector<cost::LineStage> line;
  thread_local std::vector<double> scratch;
  line.resize(split.costs.size());
  for (std::size_t j = 0; j < line.size(); ++j) line[j] = slowed(split, slow, j);
  return m_strategy.schedule == Schedule::gpipe ? cost::gpipe_end(line, micro_batches).step
                                                : cost::zb_h1_end(line, micro_batches, scratch).step;
}

/// Several chunks a stage, dealt out as the cost of strategies deals them; what embedding and head add
/// belongs to the first and the last chunk.
double LaneShape::chunks_seconds(const Split& split, const std::vector<Slowness>& slow,
                                 int micro_batches) const {
  cost::Pipeline line;
  line.micro_batches = micro_batches;
  line.schedule = m_strategy.schedule;
  for (std::size_t j = 0; j < slow.size(); ++j) line.link_forward.push_back(link(slow, j));
  line.link_backward = line.link_forward;
  const int chunks = m_strategy.virtual_pipeline;
  const strategy::Chunking chunking =
      strategy::chunking_of(m_strategy.schedule, m_shape.layers(), stages(), chunks);
  const int last = cost::last_stage(m_strategy.schedule, stages());
  const bool apart = cost::weights_apart(m_strategy.schedule);
  for (std::size_t j = 0; j < split.costs.size(); ++j) {
    const strategy::Stage& stage = m_strategy.stages[j];
    const cost::EdgeCost& edge =
        m_tables.split(cost::splitting_of(m_strategy, stage.pool, stage.tensor_parallel)).edge;
    const cost::StageCost& held = split.costs[j];
    const double first_f = j == 0 ? edge.embedding_forward * m_scale : 0.0;
    const double first_b = j == 0 ? edge.embedding_backward * m_scale : 0.0;
    const bool heads = static_cast<int>(j) == last;
    const double last_f = heads ? edge.head_forward * m_scale : 0.0;
    const double last_b = heads ? edge.head_backward * m_scale : 0.0;
    const double last_w = apart && heads ? edge.head_weight_seconds * m_scale : 0.0;
    cost::StageTimes times;
    for (int k = 0; k < chunks; ++k) {
      const int size = chunking.of_chunk(static_cast<int>(j), held.layers, k);
      const auto of_chunk = [&](double seconds) {
        return cost::on_grid(size * chunks == held.layers ? seconds / chunks : seconds * size / held.layers);
      };
      times.forward.push_back(of_chunk(held.forward - first_f - last_f));
      times.backward.push_back(of_chunk(held.backward - first_b - last_b));
      if (apart) times.weight.push_back(of_chunk(std::max(0.0, held.weight - last_w)));
    }
    times.forward.front() += first_f;
    times.backward.front() += first_b;
    times.forward.back() += last_f;
    times.backward.back() += last_b;
    if (apart) times.weight.back() += last_w;
    for (std::vector<double>* list : {&times.forward, &times.backward, &times.weight})
      if (slow[j].passes != 1.0)
        for (double& seconds : *list) seconds = cost::on_grid(seconds * slow[j].passes);
    times.tail = slow[j].tail != 1.0 ? cost::on_grid(held.tail * slow[j].tail) : held.tail;
    line.stages.push_back(std::move(times));
  }
  std::vector<double> scratch;
  if (m_strategy.schedule == Schedule::interleaved && micro_batches % std::max(1, stages()) == 0)
    return cost::interleaved_end(line, scratch).step;
  return cost::simulate(line).step;
}

double LaneShape::least_seconds(const Split& split, const std::vector<Slowness>& slow,
                                int micro_batches) const {
  const bool in_line = m_strategy.schedule == Schedule::one_f_one_b && m_strategy.virtual_pipeline == 1;
  double before = 0.0, least = 0.0;
  for (std::size_t j = 0; j < split.costs.size(); ++j) {
    const double here = split.costs[j].seconds() * slow[j].passes;
    least = std::max(least, before + micro_batches * here);
    if (in_line) before += here + 2.0 * m_shape.links()[j];
  }
  return least * (1.0 - 1e-12);
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
