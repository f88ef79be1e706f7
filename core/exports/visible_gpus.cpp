#include "core/exports/visible_gpus.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/strategy/fits.h"

namespace astrolabe::exports {

std::string_view visible_devices(std::string_view vendor) {
  return vendor == "AMD" ? "HIP_VISIBLE_DEVICES" : "CUDA_VISIBLE_DEVICES";
}

std::vector<Machine> machines_of_pool(const hardware::Pool& pool, int gpus) {
  const std::string_view visible =
      pool.used_of_node > 0 ? visible_devices(pool.gpu.vendor) : std::string_view();
  std::vector<Machine> machines;
  for (hardware::NodePart& part : hardware::fastest_parts(pool, gpus)) {
    const auto left = static_cast<std::size_t>(gpus);
    if (part.gpus.size() > left) part.gpus.resize(left);
    gpus -= static_cast<int>(part.gpus.size());
    machines.push_back({pool.id, std::move(part), pool.nodes, visible});
  }
  return machines;
}

std::string name_of(std::span<const Machine> machines) {
  const Machine& one = machines.front();
  if (static_cast<int>(machines.size()) >= one.nodes_of_pool) return one.pool;
  std::vector<std::string> runs;
  for (std::size_t begin = 0, end = 0; begin < machines.size(); begin = end) {
    const int first = machines[begin].part.node;
    while (end < machines.size() && machines[end].part.node == first + static_cast<int>(end - begin)) ++end;
    const int last = machines[end - 1].part.node;
    if (last > first + 1)
      runs.push_back(fmt::format("{} to {}", first, last));
    else
      for (int node = first; node <= last; ++node) runs.push_back(std::to_string(node));
  }
  return fmt::format("{}, {} {}", one.pool, machines.size() == 1 ? "node" : "nodes", fmt::join(runs, ", "));
}

std::string name_with_nodes(const hardware::Pool& pool, int gpus) {
  const std::vector<Machine> machines = machines_of_pool(pool, gpus);
  return machines.empty() ? pool.id : name_of(machines);
}

namespace {

/// Calls `use(pool, gpus)` for every pool that a strategy uses, that of its first stage first.
template <typename Use>
void each_pool(const strategy::Problem& problem, const strategy::Strategy& strategy, const Use& use) {
  const std::vector<hardware::Pool>& pools = problem.cluster.pools;
  std::vector<int> left = strategy::gpus_by_pool(problem.cluster, strategy);
  for (const strategy::Stage& stage : strategy.stages) {
    const auto at = static_cast<std::size_t>(stage.pool);
    if (at < pools.size() && left[at] > 0) use(pools[at], std::exchange(left[at], 0));
  }
}

}  // namespace

std::vector<Machine> machines_in_parts(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  std::vector<Machine> machines;
  bool in_parts = false;
  each_pool(problem, strategy, [&](const hardware::Pool& pool, int gpus) {
    in_parts = in_parts || pool.used_of_node > 0;
    for (Machine& machine : machines_of_pool(pool, gpus)) machines.push_back(std::move(machine));
  });
  if (!in_parts) machines.clear();
  return machines;
}

std::vector<int> ranks_by_machine(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  std::vector<int> ranks;
  each_pool(problem, strategy, [&](const hardware::Pool& pool, int gpus) {
    for (; gpus > 0; gpus -= ranks.back()) ranks.push_back(std::min(gpus, pool.gpus_of_node()));
  });
  return ranks;
}

std::vector<std::size_t> pools_by_machine(const strategy::Problem& problem,
                                          const strategy::Strategy& strategy) {
  std::vector<std::size_t> pools;
  each_pool(problem, strategy, [&](const hardware::Pool& pool, int gpus) {
    const auto at = static_cast<std::size_t>(&pool - problem.cluster.pools.data());
    for (; gpus > 0; gpus -= pool.gpus_of_node()) pools.push_back(at);
  });
  return pools;
}

std::string gpu_list(const Machine& machine) { return fmt::format("{}", fmt::join(machine.part.gpus, ",")); }

bool same_gpus(const std::vector<Machine>& machines) {
  return std::all_of(machines.begin(), machines.end(),
                     [&](const Machine& machine) { return machine.part.gpus == machines.front().part.gpus; });
}

std::string show_by_number(const std::vector<Machine>& machines, std::string_view variable,
                           std::string_view number) {
  if (machines.empty()) return {};
  if (same_gpus(machines)) return fmt::format("export {}={}\n", variable, gpu_list(machines.front()));
  std::vector<std::string> lists;
  for (const Machine& machine : machines) lists.push_back(gpu_list(machine));
  return fmt::format("GPUS=({})\nexport {}=${{GPUS[{}]:?}}\n", fmt::join(lists, " "), variable, number);
}

std::string show_by_name(const std::vector<Machine>& machines, std::string_view variable,
                         std::string_view name) {
  if (machines.empty()) return {};
  if (same_gpus(machines)) return fmt::format("export {}={}\n", variable, gpu_list(machines.front()));
  std::string text = fmt::format("case \"{}\" in\n", name);
  for (std::size_t k = 0; k < machines.size(); ++k)
    text += fmt::format("  NODE_{}) export {}={} ;;\n", k, variable, gpu_list(machines[k]));
  return text + fmt::format("  *) echo \"No rank belongs on {}.\" >&2; exit 2 ;;\nesac\n", name);
}

}  // namespace astrolabe::exports
