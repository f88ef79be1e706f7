#pragma once
// Pools with slow and failed GPUs, and all ways to use them, counted.

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/hardware/pool_marks.h"
#include "core/hardware/usable_gpus.h"
#include "problems.h"

namespace astrolabe::tests::node_parts {

using namespace hardware;

/// `nodes` of eight, of which the first `hurt` have lost a GPU each: node n its GPU n.
inline Pool hurt_pool(int nodes, int hurt, int of_node = 8) {
  Pool pool = make_pool("a", nodes, of_node);
  for (int node = 0; node < hurt; ++node) pool.failed.push_back({node, node % of_node});
  return pool;
}

inline strategy::Problem question(std::vector<Pool> pools) {
  for (Pool& pool : pools) apply_marks(pool);
  strategy::Problem problem =
      make_test_problem(make_graph(8, 1024), make_cluster(std::move(pools)), 1024, 64);
  problem.cluster.may_leave_unused = true;
  without_offload(problem);
  return problem;
}
inline strategy::Problem question(Pool pool) { return question(std::vector{std::move(pool)}); }

/// What is wrong with a GPU that works.
struct Wrong {
  Slowness slow;
  double factor() const { return std::max({slow.kernels, slow.links, slow.network}); }
};

/// Of the fastest so many GPUs of a node all that is wrong; nothing where fewer work.
inline std::optional<Wrong> fastest_of_node(const Pool& pool, int node, int width) {
  const std::vector<GpuState> states = gpu_states(pool);
  const double network = network_factors(pool)[static_cast<std::size_t>(node)];
  std::vector<Wrong> gpus;
  for (int gpu = 0; gpu < pool.gpus_per_node; ++gpu) {
    const GpuState& state = states[static_cast<std::size_t>(node * pool.gpus_per_node + gpu)];
    if (!state.failed)
      gpus.push_back({{state.factor, state.link_factor, std::max(state.link_factor, network)}});
  }
  std::stable_sort(gpus.begin(), gpus.end(),
                   [](const Wrong& a, const Wrong& b) { return a.factor() < b.factor(); });
  if (static_cast<int>(gpus.size()) < width) return std::nullopt;
  Wrong all;
  for (int gpu = 0; gpu < width; ++gpu) all.slow.include(gpus[static_cast<std::size_t>(gpu)].slow);
  return all;
}

/// GPUs of a node that groups of ranks may take as joined where `width` of each are used, one node behind the
/// other: all of a width that divides the node; else the most such that groups of so many neighbours, and of
/// any fewer, never have ranks in two nodes.
inline int joined_of(const Pool& pool, int width) {
  if (pool.gpus_per_node % width == 0) return width;
  for (int group = 1;; ++group)
    for (int first = 0; first < group * width; first += group)
      if (first / width != (first + group - 1) / width) return group - 1;
}

/// All ways to use as many GPUs of each of some nodes: every width, every factor, all nodes but for spares
/// that have so many GPUs no slower than that.
inline std::vector<Usable> counted(const Pool& pool, int limit = kAllGpus) {
  std::vector<Usable> ways;
  for (int width = 1; width <= pool.gpus_per_node; ++width) {
    std::vector<Wrong> nodes;
    for (int node = 0; node < pool.nodes; ++node)
      if (const auto wrong = fastest_of_node(pool, node, width)) nodes.push_back(*wrong);
    std::stable_sort(nodes.begin(), nodes.end(),
                     [](const Wrong& a, const Wrong& b) { return a.factor() < b.factor(); });
    for (const Wrong& slowest : nodes) {
      Usable way{0, 1.0, width};
      for (int n = 0; n < std::min(static_cast<int>(nodes.size()), pool.nodes - pool.spares); ++n) {
        const Wrong& next = nodes[static_cast<std::size_t>(n)];
        if (next.factor() > slowest.factor() || way.gpus >= limit) break;
        way.gpus = std::min(limit, way.gpus + width);
        way.factor = next.factor();
        way.slowness.include(next.slow);
      }
      ways.push_back(way);
    }
  }
  return ways;
}

/// Some nodes, some GPUs of them slow, failed or with slow links, some spares.
inline Pool drawn_pool(const Pick& pick, int nodes, int each, int one_in) {
  Pool pool = make_pool("a", nodes, each);
  pool.spares = pick(0, 3) == 0 ? pick(0, pool.nodes - 1) : 0;
  for (int node = 0; node < pool.nodes; ++node) {
    if (pick(0, 9) == 0) pool.slow.push_back({node, std::nullopt, 1.0, 1.5});
    for (int gpu = 0; gpu < each; ++gpu) {
      const int state = pick(0, one_in);
      if (state == 0) pool.failed.push_back({node, gpu});
      if (state == 1) pool.slow.push_back({node, gpu, 1.0 + pick(1, 3) * 0.5, 1.0});
      if (state == 2) pool.slow.push_back({node, gpu, 1.0, 4.0});
    }
  }
  return pool;
}

}  // namespace astrolabe::tests::node_parts
