#include "core/hardware/join_pools.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "core/hardware/pool_marks.h"
#include "core/hardware/usable_gpus.h"

namespace astrolabe::hardware {

bool same_nodes(PoolSpec one, const PoolSpec& other) {
  one.id = other.id;
  one.nodes = other.nodes;
  one.slow = other.slow;
  one.failed = other.failed;
  one.spares = other.spares;
  return one == other;
}

void join_nodes(PoolSpec& whole, const PoolSpec& part) {
  for (SlowSpec mark : part.slow) {
    mark.node += whole.nodes;
    whole.slow.push_back(mark);
  }
  for (FailedSpec mark : part.failed) {
    mark.node += whole.nodes;
    whole.failed.push_back(mark);
  }
  whole.spares += part.spares;
  whole.nodes += part.nodes;
}

namespace {

constexpr double kSameRate = 1e-9;  ///< of figures that went through other units

bool as_fast(const Link& a, const Link& b) {
  const auto same = [](double one, double other) {
    return std::abs(one - other) <= kSameRate * std::max(std::abs(one), std::abs(other));
  };
  return same(a.bandwidth.value, b.bandwidth.value) && same(a.latency.value, b.latency.value);
}

/// What a limit leaves of a pool are whole nodes, and some; GPUs that are slow, failed or spare are no limit.
bool whole_nodes(const Pool& pool) {
  return is_marked(pool) || (pool.max_gpus > 0 && pool.max_gpus % pool.gpus_per_node == 0);
}

bool fills_domains(const Pool& pool) {
  return pool.scale_up_domain <= pool.gpus_per_node || pool.gpus() % pool.scale_up_domain == 0;
}

class Equality {
 public:
  Equality(const ClusterSpec& spec, const Cluster& cluster) : m_spec(spec), m_cluster(cluster) {}

  bool operator()(std::size_t a, std::size_t b) const {
    const Pool& one = m_cluster.pools[a];
    const Pool& other = m_cluster.pools[b];
    if (!same_nodes(m_spec.pools[a], m_spec.pools[b])) return false;
    if (!whole_nodes(one) || !whole_nodes(other) || !fills_domains(one) || !fills_domains(other))
      return false;
    Pool sound = one;
    slow_by(sound, {});
    if (!as_fast(m_cluster.links[a][b], sound.inter_node)) return false;
    for (std::size_t c = 0; c < m_cluster.pools.size(); ++c)
      if (c != a && c != b && !as_fast(m_cluster.links[a][c], m_cluster.links[b][c])) return false;
    return true;
  }

 private:
  const ClusterSpec& m_spec;
  const Cluster& m_cluster;
};

}  // namespace

std::vector<std::size_t> equal_pools(const ClusterSpec& spec, const Cluster& cluster) {
  const Equality equal(spec, cluster);
  std::vector<std::size_t> first(cluster.pools.size());
  for (std::size_t pool = 0; pool < first.size(); ++pool) {
    first[pool] = pool;
    if (!spec.machine_links.empty()) continue;  // they name machines by their place in a pool
    for (std::size_t before = 0; before < pool && first[pool] == pool; ++before)
      if (first[before] == before && equal(before, pool)) first[pool] = before;
  }
  return first;
}

ClusterSpec join_pools(const ClusterSpec& spec, const Cluster& cluster,
                       const std::vector<std::size_t>& first) {
  ClusterSpec joined = spec;
  joined.pools.clear();
  std::set<std::string> gone;
  std::vector<PoolSpec> whole = spec.pools;
  std::vector<int> most(first.size(), 0);
  std::vector<bool> limited(first.size(), false);
  for (std::size_t pool = 0; pool < first.size(); ++pool) {
    most[first[pool]] += cluster.pools[pool].max_gpus;
    if (spec.choose && spec.choose->max_gpus_per_pool.contains(spec.pools[pool].id))
      limited[first[pool]] = true;
    if (first[pool] == pool) continue;
    join_nodes(whole[first[pool]], spec.pools[pool]);
    gone.insert(spec.pools[pool].id);
  }
  for (std::size_t pool = 0; pool < first.size(); ++pool) {
    if (first[pool] != pool) continue;
    if (limited[pool]) joined.choose->max_gpus_per_pool[spec.pools[pool].id] = most[pool];
    joined.pools.push_back(std::move(whole[pool]));
  }
  std::erase_if(joined.between_pools,
                [&](const BetweenPools& link) { return gone.contains(link.a) || gone.contains(link.b); });
  if (joined.choose)
    std::erase_if(joined.choose->max_gpus_per_pool,
                  [&](const auto& limit) { return gone.contains(limit.first); });
  return joined;
}

namespace {
constexpr std::string_view kOpen = "pools[", kClose = "].part_of";
}

Assumption part_of(const std::string& part, const std::string& whole) {
  return {std::string(kOpen) + part + std::string(kClose), whole, {Reason::Kind::equal_nodes, {}}};
}

std::map<std::string, std::string> joined_pools(const Cluster& cluster) {
  std::map<std::string, std::string> parts;
  for (const Assumption& each : cluster.assumptions)
    if (each.what.ends_with(kClose))
      parts[each.what.substr(kOpen.size(), each.what.size() - kOpen.size() - kClose.size())] = each.value;
  return parts;
}

Json with_joined_pools(Json strategy, const Cluster& cluster) {
  const std::map<std::string, std::string> parts = joined_pools(cluster);
  if (parts.empty() || !strategy.is_object() || !strategy.contains("stages") ||
      !strategy["stages"].is_array())
    return strategy;
  for (Json& stage : strategy["stages"]) {
    if (!stage.is_object() || !stage.contains("pool") || !stage["pool"].is_string()) continue;
    if (const auto whole = parts.find(stage["pool"].get<std::string>()); whole != parts.end())
      stage["pool"] = whole->second;
  }
  return strategy;
}

}  // namespace astrolabe::hardware
