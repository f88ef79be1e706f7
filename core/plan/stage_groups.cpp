#include "core/plan/stage_groups.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace astrolabe::plan {

namespace {

constexpr int kMostStages = 16;

/// Pools one behind the other, as a line of nodes that is cut into stages.
class Line {
 public:
  Line(const hardware::Cluster& cluster, std::vector<int> order, const std::vector<double>& speeds)
      : m_order(std::move(order)), m_speeds(speeds), m_pools(cluster.pools.size()) {
    for (const hardware::Pool& pool : cluster.pools) m_nodes.push_back(pool.nodes);
  }

  /// Each pool for itself; empty where there are fewer stages than pools or fewer nodes than stages.
  std::vector<StageGroup> by_pool(int stages) const {
    std::vector<int> parts(m_pools, 0);
    for (const int pool : m_order) parts[static_cast<std::size_t>(pool)] = 1;
    for (int left = stages - static_cast<int>(m_order.size()); left != 0; --left) {
      int most = -1;
      for (const int pool : m_order) {
        const auto p = static_cast<std::size_t>(pool);
        if (parts[p] < m_nodes[p] && (most < 0 || speed_of_part(p, parts) > speed_of_part(most, parts)))
          most = pool;
      }
      if (left < 0 || most < 0) return {};
      ++parts[static_cast<std::size_t>(most)];
    }
    std::vector<StageGroup> groups;
    for (const int pool : m_order) {
      const auto p = static_cast<std::size_t>(pool);
      for (int part = 0; part < parts[p]; ++part) {
        groups.push_back({std::vector<int>(m_pools, 0), 0});
        groups.back().nodes[p] = m_nodes[p] * (part + 1) / parts[p] - m_nodes[p] * part / parts[p];
      }
    }
    return groups;
  }

  /// Cut where the speed of the nodes before is nearest to an even part of all; empty where a stage would get
  /// none.
  std::vector<StageGroup> by_speed(int stages) const {
    double all = 0.0;
    for (const int pool : m_order)
      all += m_nodes[static_cast<std::size_t>(pool)] * m_speeds[static_cast<std::size_t>(pool)];
    std::vector<StageGroup> groups{{std::vector<int>(m_pools, 0), 0}};
    double before = 0.0;
    for (const int pool : m_order)
      for (int node = 0; node < m_nodes[static_cast<std::size_t>(pool)]; ++node) {
        const double speed = m_speeds[static_cast<std::size_t>(pool)];
        const double wanted = all * static_cast<double>(groups.size()) / stages;
        const bool is_full = wanted - before < before + speed - wanted;
        if (is_full && before > 0.0 && static_cast<int>(groups.size()) < stages)
          groups.push_back({std::vector<int>(m_pools, 0), 0});
        ++groups.back().nodes[static_cast<std::size_t>(pool)];
        before += speed;
      }
    const bool is_whole = static_cast<int>(groups.size()) == stages &&
                          std::all_of(groups.begin(), groups.end(), [](const auto& group) {
                            return std::accumulate(group.nodes.begin(), group.nodes.end(), 0) > 0;
                          });
    return is_whole ? groups : std::vector<StageGroup>{};
  }

 private:
  double speed_of_part(std::size_t pool, const std::vector<int>& parts) const {
    return m_nodes[pool] * m_speeds[pool] / parts[pool];
  }

  std::vector<int> m_order;
  const std::vector<double>& m_speeds;
  std::size_t m_pools;
  std::vector<int> m_nodes;
};

/// Orders in which pools with nodes are laid.
std::vector<std::vector<int>> orders_of(const hardware::Cluster& cluster) {
  constexpr std::size_t kMostPermuted = 3;
  std::vector<int> order;
  for (std::size_t pool = 0; pool < cluster.pools.size(); ++pool)
    if (cluster.pools[pool].gpus() > 0) order.push_back(static_cast<int>(pool));
  std::vector<std::vector<int>> orders;
  if (order.size() <= kMostPermuted) {
    do orders.push_back(order);
    while (std::next_permutation(order.begin(), order.end()));
    return orders;
  }
  orders.push_back(order);
  orders.emplace_back(order.rbegin(), order.rend());
  return orders;
}

void set_layers(StageGroups& groups, int layers, const std::vector<double>& node_speeds) {
  std::vector<double> speeds;
  for (const StageGroup& group : groups) {
    speeds.push_back(0.0);
    for (std::size_t pool = 0; pool < group.nodes.size(); ++pool)
      speeds.back() += group.nodes[pool] * node_speeds[pool];
  }
  const std::vector<int> split = layers_by_speed(layers, speeds);
  for (std::size_t j = 0; j < groups.size(); ++j) groups[j].layers = split[j];
}

}  // namespace

hardware::Cluster part_of(const hardware::Cluster& cluster, const StageGroup& group) {
  hardware::Cluster part = cluster;
  for (std::size_t pool = 0; pool < part.pools.size(); ++pool) {
    part.pools[pool].nodes = group.nodes[pool];
    part.pools[pool].max_gpus = part.pools[pool].gpus();
  }
  return part;
}

std::vector<int> pipeline_depths(const hardware::Cluster& cluster, int layers) {
  int common = 0;
  for (const hardware::Pool& pool : cluster.pools) common = std::gcd(common, pool.nodes);
  std::vector<int> depths;
  for (int stages = 2; stages <= std::min(common, layers); ++stages)
    if (common % stages == 0) depths.push_back(stages);
  return depths;
}

std::vector<int> stage_layers(int layers, int stages) {
  std::vector<int> result(static_cast<std::size_t>(stages), layers / stages);
  const int left = layers % stages;
  for (int k = 0; k < left; ++k) ++result[static_cast<std::size_t>((k + 1) % stages)];
  // The last of the line only when all others have one more already.
  if (stages > 1 && left > 0 && left == stages - 1) std::swap(result.front(), result.back());
  return result;
}

std::vector<int> layers_by_speed(int layers, const std::vector<double>& speeds) {
  std::vector<int> result(speeds.size(), 1);
  for (int left = layers - static_cast<int>(speeds.size()); left > 0; --left) {
    std::size_t next = 0;
    for (std::size_t j = 1; j < speeds.size(); ++j)
      if ((result[j] + 1) / speeds[j] < (result[next] + 1) / speeds[next]) next = j;
    ++result[next];
  }
  return result;
}

StageGroups equal_groups(const hardware::Cluster& cluster, int layers, int stages) {
  const std::vector<int> split = stage_layers(layers, stages);
  StageGroups groups;
  for (const int count : split) {
    groups.push_back({{}, count});
    for (const hardware::Pool& pool : cluster.pools) groups.back().nodes.push_back(pool.nodes / stages);
  }
  return groups;
}

std::vector<StageGroups> stage_candidates(const hardware::Cluster& cluster, int layers,
                                          const std::vector<double>& node_speeds) {
  std::vector<StageGroups> candidates;
  std::set<StageGroups> known;
  const auto add = [&](StageGroups groups) {
    if (!groups.empty() && known.insert(groups).second) candidates.push_back(std::move(groups));
  };
  for (const int stages : pipeline_depths(cluster, layers)) add(equal_groups(cluster, layers, stages));
  int nodes = 0;
  for (const hardware::Pool& pool : cluster.pools) nodes += pool.nodes;
  for (const std::vector<int>& order : orders_of(cluster)) {
    const Line line(cluster, order, node_speeds);
    for (int stages = 2; stages <= std::min({nodes, layers, kMostStages}); ++stages)
      for (StageGroups groups : {line.by_pool(stages), line.by_speed(stages)}) {
        if (groups.empty()) continue;
        set_layers(groups, layers, node_speeds);
        add(std::move(groups));
      }
  }
  return candidates;
}

}  // namespace astrolabe::plan
