// What slow and failed GPUs and spares leave of a pool: whole nodes, or as many GPUs of each node.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "core/base/error_codes.h"
#include "core/hardware/pool_marks.h"
#include "core/hardware/usable_gpus.h"

namespace astrolabe::hardware {

namespace {

using States = std::vector<GpuState>;

/// As gpu_states(), with the network of its node among the links of a GPU.
States states_with_network(const Pool& pool) {
  States states = gpu_states(pool);
  const std::vector<double> networks = network_factors(pool);
  for (std::size_t gpu = 0; gpu < states.size(); ++gpu)
    states[gpu].link_factor = std::max(
        states[gpu].link_factor, networks[gpu / static_cast<std::size_t>(std::max(1, pool.gpus_per_node))]);
  return states;
}

/// GPUs of a node that work, by their places in it, the fastest first.
std::vector<std::pair<double, int>> working(const Pool& pool, const States& states, int node) {
  std::vector<std::pair<double, int>> gpus;
  for (int gpu = 0; gpu < pool.gpus_per_node; ++gpu) {
    const GpuState& state = states[static_cast<std::size_t>(node * pool.gpus_per_node + gpu)];
    if (!state.failed) gpus.emplace_back(std::max(state.factor, state.link_factor), gpu);
  }
  std::sort(gpus.begin(), gpus.end());
  return gpus;
}

/// By node, the factor of the slowest of its fastest `of_node` GPUs; nothing where fewer work.
std::vector<std::optional<double>> node_factors(const Pool& pool, const States& states, int of_node) {
  std::vector<std::optional<double>> factors;
  for (int node = 0; node < pool.nodes; ++node) {
    const auto gpus = working(pool, states, node);
    factors.push_back(static_cast<int>(gpus.size()) < of_node
                          ? std::nullopt
                          : std::optional(gpus[static_cast<std::size_t>(of_node) - 1].first));
  }
  return factors;
}

/// Of the nodes of which so many GPUs work and that are no spares, the fastest first.
std::vector<double> usable_nodes(const Pool& pool, const States& states, int of_node) {
  std::vector<double> factors;
  for (const std::optional<double>& factor : node_factors(pool, states, of_node))
    if (factor) factors.push_back(*factor);
  std::sort(factors.begin(), factors.end());
  factors.resize(std::min(factors.size(), static_cast<std::size_t>(std::max(0, pool.nodes - pool.spares))));
  return factors;
}

/// Nodes, and domains of several, fall into parts of so many GPUs.
bool splits(const Pool& pool, int of_node) {
  return pool.gpus_per_node % of_node == 0 && pool.scale_up_domain * of_node % pool.gpus_per_node == 0;
}

}  // namespace

void use_of_node(Pool& pool, int of_node) {
  const int built = pool.scale_up_domain * pool.gpus_per_node / pool.gpus_of_node();
  pool.used_of_node = of_node;
  pool.scale_up_domain = built * pool.gpus_of_node() / pool.gpus_per_node;
}

std::vector<Usable> usable_choices(const Pool& pool, int limit) {
  if (!is_marked(pool) || limit < 1) return {{std::max(0, std::min(pool.gpus(), limit)), 1.0, 0}};
  const States states = states_with_network(pool);
  Pool built = pool;
  use_of_node(built, 0);
  std::vector<Usable> choices;
  for (int of_node = pool.gpus_per_node; of_node > 0; --of_node) {
    if (!splits(built, of_node)) continue;
    const std::vector<double> factors = usable_nodes(pool, states, of_node);
    for (std::size_t i = 0; i < factors.size(); ++i) {
      const Usable choice{std::min(limit, static_cast<int>(i + 1) * of_node), factors[i],
                          of_node == pool.gpus_per_node ? 0 : of_node};
      const bool last_as_fast = i + 1 == factors.size() || factors[i + 1] > factors[i];
      if (last_as_fast || choice.gpus == limit)
        if (std::none_of(choices.begin(), choices.end(), [&](const Usable& wider) {
              return wider.gpus >= choice.gpus && wider.factor <= choice.factor;
            }))
          choices.push_back(choice);
      if (choice.gpus == limit) break;
    }
  }
  if (choices.empty()) choices.push_back({0, 1.0, 0});
  return choices;
}

Usable usable(const Pool& pool, int limit) {
  const std::vector<Usable> choices = usable_choices(pool, limit);
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
  const std::vector<double> factors = usable_nodes(pool, states_with_network(pool), of_node);
  const auto nodes = static_cast<std::size_t>((gpus + of_node - 1) / of_node);
  return nodes <= factors.size() ? factors[nodes - 1] : 1.0;
}

std::vector<int> left_out(const Pool& pool) {
  std::vector<int> nodes;
  if (!is_marked(pool)) return nodes;
  const double slowest = factor_of(pool, pool.max_gpus);
  const auto factors = node_factors(pool, states_with_network(pool), pool.gpus_of_node());
  for (std::size_t node = 0; node < factors.size(); ++node)
    if (!factors[node] || *factors[node] > slowest) nodes.push_back(static_cast<int>(node));
  return nodes;
}

std::vector<NodePart> parts_in_use(const Pool& pool) {
  std::vector<NodePart> parts;
  if (pool.used_of_node == 0) return parts;
  const States states = states_with_network(pool);
  const double slowest = factor_of(pool, pool.max_gpus);
  for (int node = 0; node < pool.nodes; ++node) {
    const auto gpus = working(pool, states, node);
    const auto count = static_cast<std::size_t>(pool.used_of_node);
    if (gpus.size() < count || gpus[count - 1].first > slowest) continue;
    NodePart part{node, {}};
    for (std::size_t i = 0; i < count; ++i) part.gpus.push_back(gpus[i].second);
    std::sort(part.gpus.begin(), part.gpus.end());
    parts.push_back(std::move(part));
  }
  return parts;
}

int failed_nodes(const Pool& pool) {
  if (pool.failed.empty()) return 0;
  const auto factors = node_factors(pool, gpu_states(pool), pool.gpus_of_node());
  return static_cast<int>(std::count(factors.begin(), factors.end(), std::nullopt));
}

int standing_spares(const Pool& pool) { return std::max(0, pool.spares - failed_nodes(pool)); }

void slow_by(Pool& pool, const Slowness& slowness) {
  const auto slow = [](double& rate, double before, double now) {
    if (now != before) rate = rate * before / now;
  };
  slow(pool.relative_speed, pool.slowed.kernels, slowness.kernels);
  slow(pool.intra_node.bandwidth.value, pool.slowed.links, slowness.links);
  slow(pool.inter_node.bandwidth.value, pool.slowed.network, slowness.network);
  pool.slowed = slowness;
}

std::vector<NodePart> fastest_parts(const Pool& pool, int gpus) {
  const int of_node = pool.gpus_of_node();
  const States states = states_with_network(pool);
  const auto factors = node_factors(pool, states, of_node);
  std::vector<std::pair<double, int>> nodes;
  for (int node = 0; node < pool.nodes; ++node)
    if (const auto& factor = factors[static_cast<std::size_t>(node)]) nodes.emplace_back(*factor, node);
  std::sort(nodes.begin(), nodes.end());
  nodes.resize(std::min(nodes.size(), static_cast<std::size_t>((std::max(0, gpus) + of_node - 1) / of_node)));
  std::vector<NodePart> parts;
  for (const auto& [factor, node] : nodes) {
    parts.push_back({node, {}});
    const auto fastest = working(pool, states, node);
    for (int i = 0; i < of_node; ++i)
      parts.back().gpus.push_back(fastest[static_cast<std::size_t>(i)].second);
    std::sort(parts.back().gpus.begin(), parts.back().gpus.end());
  }
  std::sort(parts.begin(), parts.end(), [](const NodePart& a, const NodePart& b) { return a.node < b.node; });
  return parts;
}

Slowness slowness_of(const Pool& pool, int gpus) {
  Slowness worst;
  if (!is_marked(pool)) return worst;
  const States alone = gpu_states(pool), states = states_with_network(pool);
  for (const NodePart& part : fastest_parts(pool, gpus))
    for (const int gpu : part.gpus) {
      const auto at = static_cast<std::size_t>(part.node * pool.gpus_per_node + gpu);
      worst.include({alone[at].factor, alone[at].link_factor, states[at].link_factor});
    }
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
