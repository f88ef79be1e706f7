// What slow and failed GPUs and spares leave of a pool: whole nodes, or as many GPUs of each node.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/base/error_codes.h"
#include "core/hardware/pool_marks.h"
#include "core/hardware/usable_gpus.h"

namespace astrolabe::hardware {

namespace {

/// The fastest GPUs of a node, in their order, and what is wrong with them: the worst of all, of each kind.
struct UsedNode {
  double factor = 1.0;
  int node = 0;
  std::vector<int> gpus;
  Slowness slowness;
};

/// Nodes of which so many GPUs work, each by the fastest `of_node` of them, the fastest first. A GPU's
/// network is as slow as its own links or its node's network; the first in order counts first where GPUs are
/// alike.
std::vector<UsedNode> nodes_by_speed(const Pool& pool, int of_node) {
  const std::vector<GpuState> states = gpu_states(pool);
  const std::vector<double> networks = network_factors(pool);
  std::vector<UsedNode> nodes;
  for (int node = 0; node < pool.nodes; ++node) {
    std::vector<std::pair<double, int>> working;
    const double network = networks[static_cast<std::size_t>(node)];
    const auto state_of = [&](int gpu) -> const GpuState& {
      return states[static_cast<std::size_t>(node * pool.gpus_per_node + gpu)];
    };
    for (int gpu = 0; gpu < pool.gpus_per_node; ++gpu)
      if (const GpuState& state = state_of(gpu); !state.failed)
        working.emplace_back(std::max({state.factor, state.link_factor, network}), gpu);
    if (of_node < 1 || static_cast<int>(working.size()) < of_node) continue;
    std::sort(working.begin(), working.end());
    UsedNode used{working[static_cast<std::size_t>(of_node) - 1].first, node, {}, {}};
    for (int i = 0; i < of_node; ++i) {
      const int gpu = working[static_cast<std::size_t>(i)].second;
      const GpuState& state = state_of(gpu);
      used.gpus.push_back(gpu);
      used.slowness.include({state.factor, state.link_factor, std::max(state.link_factor, network)});
    }
    std::sort(used.gpus.begin(), used.gpus.end());
    nodes.push_back(std::move(used));
  }
  std::stable_sort(nodes.begin(), nodes.end(),
                   [](const UsedNode& a, const UsedNode& b) { return a.factor < b.factor; });
  return nodes;
}

/// Nodes that are used, the fastest first, without spares.
std::vector<UsedNode> usable_nodes(const Pool& pool, int of_node) {
  std::vector<UsedNode> nodes = nodes_by_speed(pool, of_node);
  const auto most = static_cast<std::size_t>(std::max(0, pool.nodes - pool.spares));
  if (nodes.size() > most) nodes.erase(nodes.begin() + static_cast<std::ptrdiff_t>(most), nodes.end());
  return nodes;
}

/// Nodes fall into parts of so many GPUs.
bool divides(const Pool& pool, int of_node) { return of_node == 0 || pool.gpus_per_node % of_node == 0; }

/// GPUs that the fast link joins where all of them are used.
int built_domain(const Pool& pool) {
  return divides(pool, pool.used_of_node) ? pool.scale_up_domain * pool.gpus_per_node / pool.gpus_of_node()
                                          : pool.gpus_per_node;
}

int width_of(const Pool& pool, const Usable& choice) {
  return choice.of_node > 0 ? choice.of_node : pool.gpus_per_node;
}

bool covers(const Pool& pool, const Usable& one, const Usable& other) {
  return as_wide(pool, one, other) && one.gpus >= other.gpus && no_worse(one.slowness, other.slowness) &&
         (divides(pool, one.of_node) || !divides(pool, other.of_node));
}

bool may_use(const Pool& pool, int of_node, Widths widths) {
  const int domain = built_domain(pool);
  if (divides(pool, of_node)) return domain * of_node % pool.gpus_per_node == 0;
  return widths == Widths::all && domain == pool.gpus_per_node;
}

}  // namespace

int joined_gpus(const Pool& pool, int of_node) {
  if (of_node == 0) return built_domain(pool);
  if (divides(pool, of_node)) return built_domain(pool) * of_node / pool.gpus_per_node;
  int joined = 1;
  while (of_node % (joined + 1) == 0) ++joined;
  return joined;
}

void use_of_node(Pool& pool, int of_node) {
  const int joined = joined_gpus(pool, of_node);
  pool.used_of_node = of_node;
  pool.scale_up_domain = joined;
}

bool as_wide(const Pool& pool, const Usable& one, const Usable& other) {
  return width_of(pool, one) >= width_of(pool, other) &&
         joined_gpus(pool, one.of_node) >= joined_gpus(pool, other.of_node);
}

bool no_worse(const Slowness& one, const Slowness& other) {
  return one.kernels <= other.kernels && one.links <= other.links && one.network <= other.network;
}

std::vector<Usable> usable_choices(const Pool& pool, int limit, Widths widths) {
  if (!is_marked(pool) || limit < 1) return {{std::max(0, std::min(pool.gpus(), limit)), 1.0, 0}};
  std::vector<Usable> choices;
  for (int of_node = pool.gpus_per_node; of_node > 0; --of_node) {
    if (!may_use(pool, of_node, widths)) continue;
    const std::vector<UsedNode> nodes = usable_nodes(pool, of_node);
    Usable choice{0, 1.0, of_node == pool.gpus_per_node ? 0 : of_node};
    for (std::size_t i = 0; i < nodes.size() && choice.gpus < limit; ++i) {
      choice.gpus = std::min(limit, static_cast<int>(i + 1) * of_node);
      choice.factor = nodes[i].factor;
      choice.slowness.include(nodes[i].slowness);
      const bool last_as_fast = i + 1 == nodes.size() || nodes[i + 1].factor > choice.factor;
      if ((last_as_fast || choice.gpus == limit) &&
          std::none_of(choices.begin(), choices.end(),
                       [&](const Usable& wider) { return covers(pool, wider, choice); }))
        choices.push_back(choice);
    }
  }
  if (choices.empty()) choices.push_back({0, 1.0, 0});
  return choices;
}

Usable usable(const Pool& pool, int limit) {
  const std::vector<Usable> choices = usable_choices(pool, limit, Widths::dividing);
  Usable best = choices.front();
  for (const Usable& choice : choices) {
    const double speed = choice.gpus / choice.factor, most = best.gpus / best.factor;
    if (speed > most || (speed == most && choice.of_node == best.of_node)) best = choice;
  }
  return best;
}

double factor_of(const Pool& pool, int gpus) {
  if (!is_marked(pool) || gpus < 1) return 1.0;
  const int of_node = pool.gpus_of_node();
  const std::vector<UsedNode> usable = usable_nodes(pool, of_node);
  const auto nodes = static_cast<std::size_t>((gpus + of_node - 1) / of_node);
  return nodes <= usable.size() ? usable[nodes - 1].factor : 1.0;
}

namespace {

/// Nodes as fast as the slowest that a strategy on max_gpus uses, in their order.
std::vector<UsedNode> nodes_in_use(const Pool& pool) {
  std::vector<UsedNode> nodes = nodes_by_speed(pool, pool.gpus_of_node());
  const double slowest = factor_of(pool, pool.max_gpus);
  std::erase_if(nodes, [&](const UsedNode& used) { return used.factor > slowest; });
  std::sort(nodes.begin(), nodes.end(), [](const UsedNode& a, const UsedNode& b) { return a.node < b.node; });
  return nodes;
}

}  // namespace

std::vector<int> left_out(const Pool& pool) {
  std::vector<int> nodes;
  if (!is_marked(pool)) return nodes;
  const std::vector<UsedNode> used = nodes_in_use(pool);
  auto next = used.begin();
  for (int node = 0; node < pool.nodes; ++node)
    if (next != used.end() && next->node == node)
      ++next;
    else
      nodes.push_back(node);
  return nodes;
}

std::vector<NodePart> parts_in_use(const Pool& pool) {
  std::vector<NodePart> parts;
  if (pool.used_of_node == 0) return parts;
  for (UsedNode& used : nodes_in_use(pool)) parts.push_back({used.node, std::move(used.gpus)});
  return parts;
}

int failed_nodes(const Pool& pool) {
  if (pool.failed.empty()) return 0;
  return pool.nodes - static_cast<int>(nodes_by_speed(pool, pool.gpus_of_node()).size());
}

int standing_spares(const Pool& pool) {
  return pool.spares == 0 ? 0 : std::max(0, pool.spares - failed_nodes(pool));
}

void slow_by(Pool& pool, const Slowness& slowness) {
  const auto slow = [](double& rate, double before, double now) {
    if (now != before) rate = rate * before / now;
  };
  slow(pool.relative_speed, pool.slowed.kernels, slowness.kernels);
  slow(pool.intra_node.bandwidth.value, pool.slowed.links, slowness.links);
  slow(pool.inter_node.bandwidth.value, pool.slowed.network, slowness.network);
  pool.slowed = slowness;
}

namespace {

/// The fastest nodes that hold so many GPUs; fewer where not enough of them work.
std::vector<UsedNode> fastest_nodes(const Pool& pool, int gpus) {
  const int of_node = pool.gpus_of_node();
  std::vector<UsedNode> nodes = nodes_by_speed(pool, of_node);
  const auto most = static_cast<std::size_t>((std::max(0, gpus) + of_node - 1) / of_node);
  if (nodes.size() > most) nodes.erase(nodes.begin() + static_cast<std::ptrdiff_t>(most), nodes.end());
  return nodes;
}

}  // namespace

std::vector<NodePart> fastest_parts(const Pool& pool, int gpus) {
  std::vector<NodePart> parts;
  for (UsedNode& used : fastest_nodes(pool, gpus)) parts.push_back({used.node, std::move(used.gpus)});
  std::sort(parts.begin(), parts.end(), [](const NodePart& a, const NodePart& b) { return a.node < b.node; });
  return parts;
}

Slowness slowness_of(const Pool& pool, int gpus) {
  Slowness worst;
  if (!is_marked(pool)) return worst;
  for (const UsedNode& used : fastest_nodes(pool, gpus)) worst.include(used.slowness);
  return worst;
}

void apply_marks(Pool& pool) {
  if (!is_marked(pool)) return;
  const Usable most = usable(pool, pool.max_gpus);
  use_of_node(pool, most.of_node);
  pool.max_gpus = most.gpus;
  slow_by(pool, slowness_of(pool, pool.max_gpus));
}

bool is_chosen(const Pool& pool, const Usable& choice) {
  return choice.gpus == pool.max_gpus && choice.of_node == pool.used_of_node;
}

void choose_usable(Pool& pool, const Usable& choice) {
  if (is_chosen(pool, choice)) return;
  use_of_node(pool, choice.of_node);
  pool.max_gpus = choice.gpus;
  slow_by(pool, slowness_of(pool, pool.max_gpus));
}

Result<void> apply_marks(Cluster& cluster) {
  if (!is_marked(cluster)) return {};
  int left = 0, last = 0;
  for (std::size_t i = 0; i < cluster.pools.size(); ++i) {
    if (is_marked(cluster.pools[i])) last = static_cast<int>(i);
    apply_marks(cluster.pools[i]);
    left += cluster.pools[i].max_gpus;
  }
  if (left < 1)
    return fail(code::out_of_range, fmt::format("pools[{}].failed", last), "all GPUs",
                {Wanted::Kind::text, {"a GPU that works and is no spare"}});
  return {};
}

Cluster without_marks(Cluster cluster) {
  if (!is_marked(cluster)) return cluster;
  for (Pool& pool : cluster.pools) {
    if (!is_marked(pool)) continue;
    const std::vector<Usable> choices = usable_choices(pool);
    slow_by(pool, {});
    if (std::any_of(choices.begin(), choices.end(),
                    [&](const Usable& choice) { return is_chosen(pool, choice); }))
      pool.max_gpus = pool.gpus();
    use_of_node(pool, 0);
    pool.slow.clear();
    pool.failed.clear();
    pool.spares = 0;
  }
  return cluster;
}

Cluster remarked(const Cluster& marked, const std::function<void(std::size_t, Pool&)>& change) {
  Cluster cluster = without_marks(marked);
  for (std::size_t i = 0; i < cluster.pools.size(); ++i) {
    Pool& pool = cluster.pools[i];
    pool.slow = marked.pools[i].slow;
    pool.failed = marked.pools[i].failed;
    pool.spares = marked.pools[i].spares;
    change(i, pool);
    apply_marks(pool);
  }
  return cluster;
}

Link Cluster::between(std::size_t a, std::size_t b) const {
  Link link = links[a][b];
  const double slowed = std::max(pools[a].slowed.network, pools[b].slowed.network);
  if (slowed > 1.0) link.bandwidth.value /= slowed;
  return link;
}

Cluster nodes_of_parts(Cluster cluster) {
  const auto widest = [&](std::size_t a, std::size_t b) {
    return std::max(cluster.pools[a].gpus_per_node, cluster.pools[b].gpus_per_node);
  };
  for (std::size_t i = 0; i < cluster.pools.size(); ++i) {
    Pool& pool = cluster.pools[i];
    if (pool.used_of_node == 0) continue;
    const double share = static_cast<double>(pool.used_of_node) / pool.gpus_per_node;
    std::vector<int> before(cluster.pools.size());
    for (std::size_t other = 0; other < before.size(); ++other) before[other] = widest(i, other);
    pool.gpus_per_node = std::exchange(pool.used_of_node, 0);
    pool.nodes = pool.max_gpus / pool.gpus_per_node;
    pool.inter_node.bandwidth = pool.inter_node.bandwidth * share;
    if (pool.host_memory) *pool.host_memory = *pool.host_memory * share;
    for (std::size_t other = 0; other < cluster.links.size(); ++other) {
      if (other == i) continue;
      const double kept = static_cast<double>(widest(i, other)) / before[other];
      cluster.links[i][other].bandwidth = cluster.links[i][other].bandwidth * kept;
      cluster.links[other][i].bandwidth = cluster.links[other][i].bandwidth * kept;
    }
  }
  return cluster;
}

}  // namespace astrolabe::hardware
