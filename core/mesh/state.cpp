#include "core/mesh/state.h"

#include <algorithm>
#include <cstddef>

namespace astrolabe::mesh {

namespace {

/// Sums of bytes that are equal but for rounding: a byte in a million of what a holder has.
constexpr double kEqualBytes = 1e-9;

void pair_up(const std::vector<Holder>& holders, StatePlacement& placed) {
  std::size_t to = 0;
  std::vector<double> takes(holders.size(), 0.0);
  for (std::size_t j = 0; j < holders.size(); ++j)
    takes[j] = std::max(0.0, placed.held[j] - holders[j].state) * holders[j].gpus;
  for (std::size_t from = 0; from < holders.size(); ++from) {
    double left = std::max(0.0, holders[from].state - placed.held[from]) * holders[from].gpus;
    while (left > kEqualBytes * placed.moved && to < holders.size()) {
      const double bytes = std::min(left, takes[to]);
      if (bytes > kEqualBytes * placed.moved)
        placed.moves.push_back({static_cast<int>(from), static_cast<int>(to), bytes});
      left -= bytes;
      takes[to] -= bytes;
      if (takes[to] <= kEqualBytes * placed.moved) ++to;
    }
  }
}

}  // namespace

double water_level(const std::vector<double>& room, const std::vector<int>& units, double amount) {
  std::vector<std::size_t> order;
  double open = 0.0;
  for (std::size_t j = 0; j < room.size(); ++j)
    if (room[j] > 0.0 && units[j] > 0) {
      order.push_back(j);
      open += units[j];
    }
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return room[a] < room[b]; });
  double level = 0.0;
  for (const std::size_t j : order) {  // the smallest rooms are full first
    const double next = level + amount / open;
    if (next <= room[j]) return next;
    amount -= (room[j] - level) * open;
    open -= units[j];
    level = room[j];
  }
  return level;
}

StatePlacement place_state(const std::vector<Holder>& holders) {
  StatePlacement placed;
  double all = 0.0, limit = 0.0;
  bool own_fits = true;
  std::vector<double> room;
  std::vector<int> gpus;
  for (const Holder& holder : holders) {
    all += holder.gpus * (holder.own + holder.state);
    limit += holder.gpus * holder.limit;
    own_fits = own_fits && (holder.gpus == 0 || holder.own <= holder.limit);
    placed.moved += holder.gpus * std::max(0.0, -holder.room());
    room.push_back(std::max(0.0, holder.room()));
    gpus.push_back(holder.gpus);
    placed.room += holder.gpus * room.back();
  }
  placed.possible = own_fits && all <= limit;
  if (!placed.possible) return placed;
  placed.moved = std::min(placed.moved, placed.room);
  if (placed.moved > 0.0) placed.level = water_level(room, gpus, placed.moved);
  for (std::size_t j = 0; j < holders.size(); ++j)
    placed.held.push_back(holders[j].room() < 0.0 ? holders[j].limit - holders[j].own
                                                  : holders[j].state + std::min(room[j], placed.level));
  if (placed.moved > 0.0) pair_up(holders, placed);
  return placed;
}

double moved_seconds(double moved, const MovedTraffic& traffic, double nodes, double network) {
  const double parameters = moved / traffic.state_bytes;
  return parameters * (traffic.gradient_bytes + traffic.weight_bytes) / (nodes * network);
}

}  // namespace astrolabe::mesh
