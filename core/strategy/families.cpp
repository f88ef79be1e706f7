// Families of a space: which there are, and how many groups each has by its number of stages.

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "core/strategy/space.h"

namespace astrolabe::strategy {

std::uint64_t Family::orders() const {
  std::uint64_t orders = 1;
  for (std::uint64_t i = 2; i <= uses.size(); ++i) orders *= i;
  return orders;
}

int Family::most_stages() const {
  int most = 0;
  for (const Use& use : uses) most += use.most;
  return most;
}

std::vector<Family> Space::families(std::size_t pools) const {
  const hardware::Cluster& cluster = m_problem.cluster;
  const bool all = !cluster.may_leave_unused;
  const int layers = m_problem.graph->layer_count();
  std::vector<Family> result;
  Family family;
  for (const int data : m_data) {
    for (const int context : m_context) {
      family.data_parallel = data;
      family.context_parallel = context;
      const std::function<void(std::size_t, int, int)> choose_pool = [&](std::size_t pool, int stages,
                                                                         int gpus) {
        if (stages > layers || (cluster.max_total_gpus && gpus > *cluster.max_total_gpus)) return;
        if (pool == cluster.pools.size()) {
          if (stages > 0 && (pools == 0 || family.uses.size() == pools)) result.push_back(family);
          return;
        }
        if (!all) choose_pool(pool + 1, stages, gpus);
        if (pools > 0 && family.uses.size() == pools) return;
        for (const int tensor : m_tensor) {
          const int stage_gpus = tensor * data * context;
          const std::optional<std::pair<int, int>> range = stages_of(pool, stage_gpus, tensor);
          if (!range) continue;
          const auto [least, most] = *range;
          family.uses.push_back({static_cast<int>(pool), tensor, least, most});
          choose_pool(pool + 1, stages + least, gpus + least * stage_gpus);
          family.uses.pop_back();
        }
      };
      choose_pool(0, 0, 0);
    }
  }
  return result;
}

std::vector<std::uint64_t> Space::groups_by_stages(const Family& family) const {
  const int layers = m_problem.graph->layer_count();
  const auto rows = static_cast<std::size_t>(layers) + 1;
  // With a limit on all GPUs the table has a column for each number of GPUs in units of the replicas.
  const int replicas = family.replicas();
  const std::optional<int>& limit = m_problem.cluster.max_total_gpus;
  long most_gpus = 0;
  for (const Family::Use& use : family.uses) most_gpus += static_cast<long>(use.most) * use.tensor_parallel;
  const bool bounded = limit && most_gpus * replicas > *limit;
  const std::size_t columns = bounded ? static_cast<std::size_t>(*limit / replicas) + 1 : 1;
  std::vector<std::uint64_t> table(rows * columns, 0), sums, next;
  table[0] = 1;
  for (const Family::Use& use : family.uses) {
    const std::size_t step = bounded ? static_cast<std::size_t>(use.tensor_parallel) : 0;
    // sums[s][g] adds the table along (s, g), (s - 1, g - step), ...
    sums = table;
    for (std::size_t s = 1; s < rows; ++s)
      for (std::size_t g = step; g < columns; ++g)
        sums[s * columns + g] += sums[(s - 1) * columns + g - step];
    next.assign(rows * columns, 0);
    const auto sum_at = [&](std::size_t s, std::size_t g, int back) -> std::uint64_t {
      const auto b = static_cast<std::size_t>(back);
      return b > s || b * step > g ? 0 : sums[(s - b) * columns + g - b * step];
    };
    for (std::size_t s = 0; s < rows; ++s)
      for (std::size_t g = 0; g < columns; ++g)
        next[s * columns + g] = sum_at(s, g, use.least) - sum_at(s, g, use.most + 1);
    table.swap(next);
  }
  std::vector<std::uint64_t> result(rows, 0);
  const std::uint64_t orders = family.orders();
  for (std::size_t s = 1; s < rows; ++s) {
    const int stages = static_cast<int>(s);
    if (!m_pipeline.empty() && std::find(m_pipeline.begin(), m_pipeline.end(), stages) == m_pipeline.end())
      continue;
    for (std::size_t g = 0; g < columns; ++g) result[s] += table[s * columns + g] * orders;
  }
  return result;
}

const std::vector<std::uint64_t>& Space::groups_by_stages(const Family& family, GroupTables& known) const {
  std::vector<std::pair<int, int>> pools;
  for (const Family::Use& use : family.uses) pools.emplace_back(use.least, use.most);
  std::vector<int> key;
  if (m_problem.cluster.max_total_gpus) {
    key = {family.replicas()};
    for (const Family::Use& use : family.uses) key.push_back(use.tensor_parallel);
  } else {
    std::sort(pools.begin(), pools.end());  // the order of the pools does not matter
  }
  for (const auto& [least, most] : pools) {
    key.push_back(least);
    key.push_back(most);
  }
  const auto place = known.lower_bound(key);
  if (place != known.end() && place->first == key) return place->second;
  return known.emplace_hint(place, std::move(key), groups_by_stages(family))->second;
}

}  // namespace astrolabe::strategy
