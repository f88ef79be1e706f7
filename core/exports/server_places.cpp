#include "core/exports/server_places.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/exports/served_fleet.h"

namespace astrolabe::exports {

namespace {

/// The machines of one pool by how many of their GPUs are taken, from GPU 0 on.
class Machines {
 public:
  explicit Machines(int gpus) : m_gpus(gpus) {}

  /// `copies` of `machines` machines with `gpus` GPUs on each.
  std::vector<CopyPlace> take(int copies, int machines, int gpus) {
    std::vector<CopyPlace> places;
    std::size_t at = 0;
    for (int copy = 0; copy < copies; ++copy) {
      if (machines > 1) at = m_used.size();
      while (at < m_used.size() && m_used[at] + gpus > m_gpus) ++at;
      m_used.resize(std::max(m_used.size(), at + static_cast<std::size_t>(machines)));
      places.push_back({static_cast<int>(at), m_used[at]});
      for (std::size_t i = at; i < at + static_cast<std::size_t>(machines); ++i) m_used[i] += gpus;
    }
    return places;
  }

 private:
  int m_gpus;
  std::vector<int> m_used;
};

}  // namespace

void place_copies(std::vector<Server>& servers) {
  std::vector<std::size_t> order(servers.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return servers[a].worker.gpus() > servers[b].worker.gpus();
  });
  std::map<const ServedPool*, Machines> pools;
  for (const std::size_t i : order) {
    Server& server = servers[i];
    Machines& machines = pools.try_emplace(server.pool, server.pool->gpus_per_node).first->second;
    server.places = machines.take(server.copies, server.nodes(), server.gpus_a_node());
  }
}

std::vector<MachineStarts> machines_of(const std::vector<Server>& servers) {
  std::vector<const ServedPool*> pools;
  for (const Server& server : servers)
    if (std::find(pools.begin(), pools.end(), server.pool) == pools.end()) pools.push_back(server.pool);
  const auto same = [](const MachineStarts::Start& a, const MachineStarts::Start& b) {
    return a.server == b.server && a.first_gpu == b.first_gpu;
  };
  std::vector<MachineStarts> all;
  for (const ServedPool* pool : pools) {
    std::map<int, std::vector<MachineStarts::Start>> by_machine;
    for (const Server& server : servers)
      if (server.pool == pool)
        for (const CopyPlace& place : server.places)
          for (int i = 0; i < server.nodes(); ++i)
            by_machine[place.machine + i].push_back({&server, place.first_gpu});
    const std::size_t before = all.size();
    for (auto& [machine, starts] : by_machine) {
      if (all.size() > before &&
          std::equal(starts.begin(), starts.end(), all.back().starts.begin(), all.back().starts.end(), same))
        all.back().last = machine;
      else
        all.push_back({machine, machine, std::move(starts)});
    }
  }
  return all;
}

}  // namespace astrolabe::exports
