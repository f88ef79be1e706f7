// State of the optimizer that the GPUs of other stages store: what each of them holds then, and the traffic.

#include <algorithm>
#include <map>
#include <utility>

#include "core/cost/coefficients.h"
#include "core/cost/shape.h"
#include "core/cost/transfer.h"

namespace astrolabe::cost {

namespace {

/// The way of a GPU of one pool to one of another, or of its own: the slowest part of it.
hardware::Link way_between(const hardware::Cluster& cluster, int from, int to, const Coefficients& k) {
  const auto of = [&](int pool) { return reached_network(cluster.pools[static_cast<std::size_t>(pool)], k); };
  if (from == to) return of(from);
  hardware::Link slowest = reached_between(cluster, from, to, k);
  for (const hardware::Link& end : {of(from), of(to)})
    slowest.bandwidth = std::min(slowest.bandwidth, end.bandwidth);
  return slowest;
}

}  // namespace

std::vector<StateHolder> Shape::holders(const strategy::Strategy& evaluated) const {
  std::vector<StateHolder> result;
  int begin = 0;
  for (int j = 0; j < stages(); ++j) {
    const auto s = static_cast<std::size_t>(j);
    const strategy::Stage& planned = evaluated.stages[s];
    const Stage& stage = m_stages[s];
    const Filled made =
        filled(j, {begin, begin + planned.layers}, planned.recompute, planned.recompute_layers);
    begin += planned.layers;
    StateHolder holder;
    holder.pool = stage.splitting.pool;
    holder.gpus = stage.splitting.tensor_parallel * stage.dense_ranks;
    const StackTraits& stack = m_tables.stack(holder.pool);
    holder.state = movable_state(m_tables.problem().job, made.content, stack);
    holder.own = made.memory.total.value - stack.state_held * holder.state;
    if (!m_moved.empty()) holder.own -= m_moved[s].bytes;
    holder.limit = made.memory.limit.value;
    result.push_back(holder);
  }
  return result;
}

/// This shape with the state where `written` says.
Shape Shape::with_state(const strategy::Strategy& written) const {
  std::vector<MovedState> moved(m_stages.size());
  store_state(written, moved);
  add_flows(written, moved);
  Shape made = *this;
  made.m_moved = std::move(moved);
  return made;
}

/// What each GPU holds more or less. The GPUs of a pool store as much each, up to their rooms.
void Shape::store_state(const strategy::Strategy& written, std::vector<MovedState>& moved) const {
  const std::vector<StateHolder> all = holders(written);
  std::vector<double> to_pool(m_tables.problem().cluster.pools.size(), 0.0);
  for (const strategy::MovedState& part : written.state) {
    const auto bytes = static_cast<double>(part.bytes);
    const auto from = static_cast<std::size_t>(part.stage);
    moved[from].bytes -= bytes / all[from].gpus;
    to_pool[static_cast<std::size_t>(part.pool)] += bytes;
  }
  for (std::size_t pool = 0; pool < to_pool.size(); ++pool) {
    if (to_pool[pool] <= 0.0) continue;
    std::vector<std::size_t> stages;
    std::vector<double> rooms;
    std::vector<int> gpus;
    for (std::size_t j = 0; j < all.size(); ++j) {
      if (all[j].pool != static_cast<int>(pool) || moved[j].bytes < 0.0) continue;
      stages.push_back(j);
      rooms.push_back(all[j].room());
      gpus.push_back(all[j].gpus);
    }
    const std::vector<double> takes = filled_evenly(rooms, gpus, to_pool[pool]);
    const double each = state_bytes(m_tables.problem().job, m_tables.stack(static_cast<int>(pool)));
    for (std::size_t i = 0; i < stages.size(); ++i) {
      moved[stages[i]].bytes += takes[i];
      if (each > 0.0) moved[stages[i]].tail.parameters = takes[i] / each;
    }
  }
}

/// The flows between pools, all at once: a stage that sends waits for its own and for all that its receivers
/// take in; one that stores is busy with its share of what comes.
void Shape::add_flows(const strategy::Strategy& written, std::vector<MovedState>& moved) const {
  const strategy::Problem& problem = m_tables.problem();
  const auto gpus_of = [&](std::size_t j) {
    return m_stages[j].splitting.tensor_parallel * m_stages[j].dense_ranks;
  };
  std::map<int, int> receivers;  // by pool
  for (std::size_t j = 0; j < moved.size(); ++j)
    if (moved[j].bytes > 0.0) receivers[m_stages[j].splitting.pool] += gpus_of(j);
  std::map<std::pair<int, int>, StateFlow> flows;
  std::map<std::pair<int, int>, std::vector<bool>> counted;
  for (const strategy::MovedState& part : written.state) {
    const auto from = static_cast<std::size_t>(part.stage);
    const int pool = m_stages[from].splitting.pool;
    const double each = state_bytes(problem.job, m_tables.stack(pool));
    StateFlow& flow = flows[{pool, part.pool}];
    flow.from = pool;
    flow.to = part.pool;
    flow.receivers = receivers[part.pool];
    if (each > 0.0) flow.parameters += static_cast<double>(part.bytes) / each;
    std::vector<bool>& seen = counted[{pool, part.pool}];
    seen.resize(moved.size());
    if (!seen[from]) flow.senders += gpus_of(from);
    seen[from] = true;
  }
  std::map<int, double> out, in, arriving;  // by pool: seconds sent, taken in, and of a receiver's own share
  for (const auto& [ends, flow] : flows) {
    const StackTraits& stack = m_tables.stack(flow.from);
    const double bytes = stack.gradient_bytes + stack.gathered_bytes;
    const hardware::Link way = way_between(problem.cluster, flow.from, flow.to, coefficients_of(problem));
    const double seconds = flow_seconds(flow, bytes, way);
    out[flow.from] += seconds;
    in[flow.to] += seconds;
    arriving[flow.to] +=
        flow_seconds({flow.from, flow.to, flow.receivers, flow.receivers, flow.parameters}, bytes, way);
  }
  for (std::size_t j = 0; j < moved.size(); ++j) {
    const int pool = m_stages[j].splitting.pool;
    if (moved[j].bytes > 0.0) moved[j].tail.seconds = arriving[pool];
    if (moved[j].bytes >= 0.0) continue;
    moved[j].tail.seconds = out[pool];
    for (const strategy::MovedState& part : written.state)
      if (static_cast<std::size_t>(part.stage) == j)
        moved[j].tail.seconds = std::max(moved[j].tail.seconds, in[part.pool]);
  }
}

MovedTail Shape::moved_tail(int j) const {
  return m_moved.empty() ? MovedTail{} : m_moved[static_cast<std::size_t>(j)].tail;
}

}  // namespace astrolabe::cost
