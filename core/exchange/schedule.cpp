#include "core/exchange/schedule.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/exchange/matching.h"

namespace astrolabe::exchange {

namespace {

constexpr int kBits = 50;  // of the makespan, as a whole number of units: sums over a row stay exact

double pair_rate(const std::vector<double>& rates, int a, int b) {
  return std::min(rates[static_cast<std::size_t>(a)], rates[static_cast<std::size_t>(b)]);
}

/// Seconds of each pair, which take the place of its units.
Traffic seconds_of(const Traffic& traffic, const std::vector<double>& rates) {
  Traffic seconds(traffic.gpus());
  for (int from = 0; from < traffic.gpus(); ++from)
    for (int to = 0; to < traffic.gpus(); ++to)
      if (from != to) seconds.at(from, to) = traffic.at(from, to) / pair_rate(rates, from, to);
  return seconds;
}

/// A matrix of whole units with equal row and column sums, and how much of each entry is to be sent.
class Padded {
 public:
  explicit Padded(const Traffic& seconds);

  Schedule decompose();

 private:
  std::size_t place(int from, int to) const {
    return static_cast<std::size_t>(from) * static_cast<std::size_t>(m_size) + static_cast<std::size_t>(to);
  }
  void pad();
  /// Edges of entries in [least, below).
  void add_edges(Matching& graph, std::int64_t least, std::int64_t below) const;
  /// Takes `units` off every matched entry and writes down who sends meanwhile.
  void take(Matching& graph, std::int64_t units, std::int64_t least, Schedule& schedule);

  int m_size;
  double m_scale = 1.0;     // units a second
  std::int64_t m_most = 0;  // row and column sum
  std::vector<std::int64_t> m_all, m_to_send;
};

Padded::Padded(const Traffic& seconds) : m_size(seconds.gpus()) {
  const double most = seconds.most();
  m_scale = std::ldexp(1.0, kBits - (most > 0.0 ? std::ilogb(most) : 0));
  const std::size_t cells = static_cast<std::size_t>(m_size) * static_cast<std::size_t>(m_size);
  m_to_send.assign(cells, 0);
  for (int from = 0; from < m_size; ++from)
    for (int to = 0; to < m_size; ++to)
      if (from != to && seconds.at(from, to) > 0.0)
        m_to_send[place(from, to)] = std::max<std::int64_t>(1, std::llround(seconds.at(from, to) * m_scale));
  m_all = m_to_send;
  pad();
}

/// Fills rows and columns up to the largest sum: on the diagonal first, where nothing is sent.
void Padded::pad() {
  std::vector<std::int64_t> row(static_cast<std::size_t>(m_size)), column(row.size());
  for (int from = 0; from < m_size; ++from)
    for (int to = 0; to < m_size; ++to) {
      row[static_cast<std::size_t>(from)] += m_all[place(from, to)];
      column[static_cast<std::size_t>(to)] += m_all[place(from, to)];
    }
  for (std::size_t i = 0; i < row.size(); ++i) m_most = std::max({m_most, row[i], column[i]});
  const auto fill = [&](int from, int to) {
    auto& left = row[static_cast<std::size_t>(from)];
    auto& right = column[static_cast<std::size_t>(to)];
    const std::int64_t slack = std::min(m_most - left, m_most - right);
    m_all[place(from, to)] += slack;
    left += slack;
    right += slack;
  };
  for (int i = 0; i < m_size; ++i) fill(i, i);
  for (int from = 0, to = 0; from < m_size && to < m_size;) {
    fill(from, to);
    if (row[static_cast<std::size_t>(from)] == m_most)
      ++from;
    else
      ++to;
  }
}

void Padded::add_edges(Matching& graph, std::int64_t least, std::int64_t below) const {
  for (int from = 0; from < m_size; ++from)
    for (int to = 0; to < m_size; ++to)
      if (m_all[place(from, to)] >= least && m_all[place(from, to)] < below) graph.add(from, to);
}

void Padded::take(Matching& graph, std::int64_t units, std::int64_t least, Schedule& schedule) {
  std::vector<std::int64_t> ends{units};  // of the slots of this round
  for (int from = 0; from < m_size; ++from) {
    const std::int64_t sends = m_to_send[place(from, graph.column_of(from))];
    if (sends > 0 && sends < units) ends.push_back(sends);
  }
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  std::int64_t begin = 0;
  for (const std::int64_t end : ends) {
    Slot slot;
    slot.seconds = static_cast<double>(end - begin) / m_scale;
    for (int from = 0; from < m_size; ++from)
      if (m_to_send[place(from, graph.column_of(from))] > begin)
        slot.pairs.emplace_back(from, graph.column_of(from));
    begin = end;
    if (!schedule.all_slots.empty() && schedule.all_slots.back().pairs == slot.pairs)
      schedule.all_slots.back().seconds += slot.seconds;
    else
      schedule.all_slots.push_back(std::move(slot));
  }
  for (int from = 0; from < m_size; ++from) {
    const int to = graph.column_of(from);
    auto& sends = m_to_send[place(from, to)];
    sends = std::max<std::int64_t>(0, sends - units);
    if ((m_all[place(from, to)] -= units) < least) graph.remove(from, to);
  }
  ++schedule.rounds;
}

Schedule Padded::decompose() {
  Schedule schedule;
  schedule.makespan_seconds = static_cast<double>(m_most) / m_scale;
  if (m_most == 0) return schedule;
  auto least = static_cast<std::int64_t>(
      std::bit_floor(static_cast<std::uint64_t>(*std::max_element(m_all.begin(), m_all.end()))));
  Matching graph(m_size);
  add_edges(graph, least, std::numeric_limits<std::int64_t>::max());
  for (std::int64_t left = m_most; left > 0;) {
    // All positive entries of equal row and column sums hold a perfect matching, so this ends at 1.
    while (!graph.complete()) {
      add_edges(graph, least / 2, least);
      least /= 2;
    }
    std::int64_t units = left;
    for (int from = 0; from < m_size; ++from)
      units = std::min(units, m_all[place(from, graph.column_of(from))]);
    take(graph, units, std::max<std::int64_t>(1, least), schedule);
    left -= units;
  }
  return schedule;
}

}  // namespace

double bound_seconds(const Traffic& traffic, const std::vector<double>& rates) {
  double bound = 0.0;
  for (int gpu = 0; gpu < traffic.gpus(); ++gpu)
    bound = std::max(
        bound, std::max(traffic.sent(gpu), traffic.received(gpu)) / rates[static_cast<std::size_t>(gpu)]);
  return bound;
}

Schedule schedule(const Traffic& traffic, const std::vector<double>& rates) {
  Schedule made = Padded(seconds_of(traffic, rates)).decompose();
  made.bound_seconds = bound_seconds(traffic, rates);
  return made;
}

std::vector<double> fluid_rates(const Traffic& traffic, const std::vector<double>& rates) {
  const double seconds = bound_seconds(traffic, rates);
  std::vector<double> fluid;
  for (int from = 0; from < traffic.gpus(); ++from)
    for (int to = 0; to < traffic.gpus(); ++to)
      fluid.push_back(from != to && seconds > 0.0 ? traffic.at(from, to) / seconds : 0.0);
  return fluid;
}

double in_order_seconds(const Traffic& traffic, const std::vector<double>& rates) {
  const int size = traffic.gpus();
  const auto count = static_cast<std::size_t>(size);
  std::vector<int> next(count);                    // receiver of each sender
  std::vector<double> ready(count), taken(count);  // sender's free time, receiver's
  const auto skip = [&](int from) {
    int& to = next[static_cast<std::size_t>(from)];
    while (to < size && (to == from || !(traffic.at(from, to) > 0.0))) ++to;
  };
  for (int from = 0; from < size; ++from) skip(from);
  double end = 0.0;
  for (;;) {
    // Of all first messages the one that may begin first; of these whoever waits longest.
    int chosen = -1;
    double begin = 0.0;
    for (int from = 0; from < size; ++from) {
      const int to = next[static_cast<std::size_t>(from)];
      if (to >= size) continue;
      const double at = std::max(ready[static_cast<std::size_t>(from)], taken[static_cast<std::size_t>(to)]);
      if (chosen < 0 || at < begin ||
          (at == begin && ready[static_cast<std::size_t>(from)] < ready[static_cast<std::size_t>(chosen)])) {
        chosen = from;
        begin = at;
      }
    }
    if (chosen < 0) return end;
    int& to = next[static_cast<std::size_t>(chosen)];
    const double done = begin + traffic.at(chosen, to) / pair_rate(rates, chosen, to);
    ready[static_cast<std::size_t>(chosen)] = taken[static_cast<std::size_t>(to)] = done;
    end = std::max(end, done);
    ++to;
    skip(chosen);
  }
}

TierBounds tier_bounds(const Traffic& traffic, const Tiers& tiers) {
  TierBounds bounds;
  const int size = traffic.gpus(), per_node = std::max(1, tiers.gpus_per_node);
  const auto nodes = static_cast<std::size_t>((size + per_node - 1) / per_node);
  std::vector<double> node_out(nodes), node_in(nodes);
  for (int gpu = 0; gpu < size; ++gpu) {
    double link_out = 0.0, link_in = 0.0, card_out = 0.0, card_in = 0.0;
    for (int other = 0; other < size; ++other) {
      if (other == gpu) continue;
      const bool inside = other / per_node == gpu / per_node;
      (inside ? link_out : card_out) += traffic.at(gpu, other);
      (inside ? link_in : card_in) += traffic.at(other, gpu);
    }
    node_out[static_cast<std::size_t>(gpu / per_node)] += card_out;
    node_in[static_cast<std::size_t>(gpu / per_node)] += card_in;
    if (const double most = std::max(link_out, link_in); most > 0.0)
      bounds.inside = std::max(bounds.inside, most / tiers.link_rate);
    if (const double most = std::max(card_out, card_in); most > 0.0)
      bounds.own_cards = std::max(bounds.own_cards, most / tiers.network_rate);
  }
  for (std::size_t node = 0; node < nodes; ++node) {
    const int cards = std::min(per_node, size - static_cast<int>(node) * per_node);
    if (const double most = std::max(node_out[node], node_in[node]); most > 0.0)
      bounds.node = std::max(bounds.node, most / (cards * tiers.network_rate));
  }
  return bounds;
}

Json to_json(const Schedule& schedule) {
  Json slots = Json::array();
  for (const Slot& slot : schedule.all_slots) {
    Json pairs = Json::array();
    for (const auto& [from, to] : slot.pairs) pairs.push_back({from, to});
    slots.push_back({{"seconds", slot.seconds}, {"pairs", std::move(pairs)}});
  }
  return {{"bound_seconds", schedule.bound_seconds},
          {"makespan_seconds", schedule.makespan_seconds},
          {"gap", schedule.gap()},
          {"rounds", schedule.rounds},
          {"slots", std::move(slots)}};
}

}  // namespace astrolabe::exchange
