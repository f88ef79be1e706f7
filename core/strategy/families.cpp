// Families of a space: which there are, and how many groups each has by its number of stages.

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "core/strategy/space.h"
#include "core/strategy/stage_gpus.h"

namespace astrolabe::strategy {

namespace {
constexpr double kManyFamilies = 2e5;      ///< to count one by one
constexpr double kMostCells = 3e7;         ///< of a table: 240 MB
constexpr std::size_t kAlwaysCounted = 8;  ///< pools

/// Sums of GPUs that a limit on all of them tells apart; none where it leaves all there are.
std::optional<int> binding_limit(const hardware::Cluster& cluster) {
  long all = 0;
  for (const hardware::Pool& pool : cluster.pools) all += pool.max_gpus;
  return cluster.max_total_gpus && *cluster.max_total_gpus < all ? cluster.max_total_gpus : std::nullopt;
}
}  // namespace

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

std::vector<Family> Space::families(std::size_t pools, const Ended& ended) const {
  constexpr std::size_t kFew = 1024;
  std::vector<Family> result;
  visit_families(
      [&](const Family& family) {
        result.push_back(family);
        return !ended || result.size() % kFew != 0 || !ended();
      },
      pools);
  return result;
}

bool Space::visit_families(const std::function<bool(const Family&)>& use, std::size_t pools) const {
  const hardware::Cluster& cluster = m_problem.cluster;
  const bool all = !cluster.may_leave_unused;
  const int layers = m_problem.graph->layer_count();
  Family family;
  for (const int data : m_data) {
    for (const int context : m_context) {
      family.data_parallel = data;
      family.context_parallel = context;
      // False ends the walk.
      const std::function<bool(std::size_t, std::int64_t, std::int64_t)> choose_pool =
          [&](std::size_t pool, std::int64_t stages, std::int64_t gpus) {
            if (stages > layers || (cluster.max_total_gpus && gpus > *cluster.max_total_gpus)) return true;
            if (pool == cluster.pools.size())
              return stages == 0 || (pools > 0 && family.uses.size() != pools) || use(family);
            if (!all && !choose_pool(pool + 1, stages, gpus)) return false;
            if (pools > 0 && family.uses.size() == pools) return true;
            for (const int tensor : m_tensor) {
              const int stage_gpus = stage_gpus_of(tensor, data, context);
              const std::optional<std::pair<int, int>> range = stages_of(pool, stage_gpus, tensor);
              if (!range) continue;
              const auto [least, most] = *range;
              family.uses.push_back({static_cast<int>(pool), tensor, least, most});
              const bool on = choose_pool(pool + 1, stages + least, gpus + std::int64_t{least} * stage_gpus);
              family.uses.pop_back();
              if (!on) return false;
            }
            return true;
          };
      if (!choose_pool(0, 0, 0)) return false;
    }
  }
  return true;
}

void Space::visit_even(const std::function<bool(const Group&)>& use) const {
  const hardware::Cluster& cluster = m_problem.cluster;
  if (m_per_group == 0) return;
  for (const int data : m_data)
    for (const int context : m_context)
      for (const int tensor : m_tensor) {
        const int stage_gpus = stage_gpus_of(tensor, data, context);
        int left = m_problem.graph->layer_count();
        if (cluster.max_total_gpus) left = std::min(left, *cluster.max_total_gpus / stage_gpus);
        Group group{{}, data, context};
        int all = 0;
        for (std::size_t pool = 0; pool < cluster.pools.size(); ++pool) {
          const std::optional<std::pair<int, int>> range = stages_of(pool, stage_gpus, tensor);
          if (!range || range->first > left) continue;
          const int stages = std::min(range->second, left);
          group.uses.push_back({static_cast<int>(pool), stages, tensor});
          left -= stages;
          all += stages;
        }
        if (group.uses.empty()) continue;
        if (!cluster.may_leave_unused && group.uses.size() < cluster.pools.size()) continue;
        if (!m_pipeline.empty() && std::find(m_pipeline.begin(), m_pipeline.end(), all) == m_pipeline.end())
          continue;
        if (!use(group)) return;
      }
}

double Space::most_families() const {
  double result = 0.0;
  for (const int data : m_data)
    for (const int context : m_context) {
      double ways = 1.0;
      for (std::size_t pool = 0; pool < m_problem.cluster.pools.size(); ++pool) {
        double here = m_problem.cluster.may_leave_unused ? 1.0 : 0.0;
        for (const int tensor : m_tensor)
          if (stages_of(pool, stage_gpus_of(tensor, data, context), tensor)) here += 1.0;
        ways *= here;
      }
      result += ways;
    }
  return result;
}

/// Whether 64 bits surely hold the number of configurations: choices of every pool, in every order.
bool Space::counts_fit() const {
  const std::size_t pools = m_problem.cluster.pools.size();
  if (pools <= kAlwaysCounted) return true;
  double all = 0.0;
  for (const int data : m_data)
    for (const int context : m_context) {
      double ways = 1.0;
      for (std::size_t pool = 0; pool < pools; ++pool) {
        double here = m_problem.cluster.may_leave_unused ? 1.0 : 0.0;
        for (const int tensor : m_tensor)
          if (const auto range = stages_of(pool, stage_gpus_of(tensor, data, context), tensor))
            here += range->second - range->first + 1;
        ways *= here * static_cast<double>(pool + 1);
      }
      all += ways;
    }
  constexpr double kMost = 9e18;  // 2^63
  return all * static_cast<double>(m_per_group) < kMost;
}

/// 1 for each number of stages that some group of so many replicas has, whatever a limit on all GPUs leaves.
std::vector<std::uint64_t> Space::stages_reached(int data, int context) const {
  const auto rows = static_cast<std::size_t>(m_problem.graph->layer_count()) + 1;
  std::vector<std::uint64_t> reached(rows, 0), next;
  reached[0] = 1;
  for (std::size_t pool = 0; pool < m_problem.cluster.pools.size(); ++pool) {
    next = m_problem.cluster.may_leave_unused ? reached : std::vector<std::uint64_t>(rows, 0);
    for (const int tensor : m_tensor) {
      const auto range = stages_of(pool, stage_gpus_of(tensor, data, context), tensor);
      if (!range) continue;
      const auto least = static_cast<std::size_t>(range->first),
                 most = static_cast<std::size_t>(range->second);
      for (std::size_t from = 0; from < rows; ++from)
        for (std::size_t more = least; reached[from] > 0 && more <= most && from + more < rows; ++more)
          next[from + more] = 1;
    }
    reached.swap(next);
  }
  reached[0] = 0;
  for (std::size_t s = 1; s < rows; ++s)
    if (!m_pipeline.empty() && !std::binary_search(m_pipeline.begin(), m_pipeline.end(), static_cast<int>(s)))
      reached[s] = 0;
  return reached;
}

/// Sets m_degrees and m_group_count; false where it ended on the way.
bool Space::count_groups(const Ended& ended) {
  const hardware::Cluster& cluster = m_problem.cluster;
  const std::size_t rows = static_cast<std::size_t>(m_problem.graph->layer_count()) + 1;
  const auto add = [this](Degrees degrees) {
    std::uint64_t all = 0;
    for (const std::uint64_t groups : degrees.groups) all += groups;
    if (all > 0) m_degrees.push_back(std::move(degrees));
    m_group_count += all;
  };
  m_counted = counts_fit();
  if (!m_counted) {
    for (const int data : m_data)
      for (const int context : m_context) add({data, context, stages_reached(data, context)});
    return true;
  }
  // With a limit on all GPUs each family is counted by itself, unless there are too many of them for that.
  const std::optional<int> limit = binding_limit(cluster);
  const double cells = static_cast<double>(rows) * (limit.value_or(0) + 1.0) *
                       static_cast<double>(std::min(cluster.pools.size(), rows) + 1);
  if (limit && (most_families() <= kManyFamilies || cells > kMostCells)) {
    GroupTables known;
    Degrees degrees{0, 0, {}};
    std::size_t met = 0;
    const bool whole = visit_families([&](const Family& family) {
      if (family.data_parallel != degrees.data_parallel ||
          family.context_parallel != degrees.context_parallel) {
        add(std::move(degrees));
        degrees = {family.data_parallel, family.context_parallel, std::vector<std::uint64_t>(rows, 0)};
      }
      const std::vector<std::uint64_t>& groups = groups_by_stages(family, known);
      for (std::size_t stages = 1; stages < rows; ++stages) degrees.groups[stages] += groups[stages];
      return !ended || ++met % 64 != 0 || !ended();
    });
    add(std::move(degrees));
    return whole;
  }
  for (const int data : m_data)
    for (const int context : m_context) {
      if (ended && ended()) return false;
      add({data, context, count_degrees(data, context)});
    }
  return true;
}

/// Groups of so many replicas by their number of stages, without going over families: with several types of
/// GPUs there are too many.
std::vector<std::uint64_t> Space::count_degrees(int data, int context) const {
  const hardware::Cluster& cluster = m_problem.cluster;
  const std::size_t pools = cluster.pools.size();
  const auto rows = static_cast<std::size_t>(m_problem.graph->layer_count()) + 1;
  const std::size_t most_used = std::min(pools, rows - 1);
  // With a limit on all GPUs there is a column for each number of them in units of the replicas.
  const std::optional<int> limit = binding_limit(cluster);
  const std::size_t columns =
      limit ? static_cast<std::size_t>(*limit / stage_gpus_of(1, data, context)) + 1 : 1;
  // Ways by pools in use, stages and columns.
  const std::size_t size = rows * columns;
  std::vector<std::uint64_t> table((most_used + 1) * size, 0), next, sums(size);
  table[0] = 1;
  for (std::size_t pool = 0; pool < pools; ++pool) {
    next.assign(table.size(), 0);
    if (cluster.may_leave_unused) next = table;
    for (const int tensor : m_tensor) {
      const std::optional<std::pair<int, int>> range =
          stages_of(pool, stage_gpus_of(tensor, data, context), tensor);
      if (!range) continue;
      const auto least = static_cast<std::size_t>(range->first);
      const auto most = static_cast<std::size_t>(range->second);
      const std::size_t step = limit ? static_cast<std::size_t>(tensor) : 0;
      for (std::size_t used = 0; used < most_used && used <= pool; ++used) {
        const std::uint64_t* from = table.data() + used * size;
        std::uint64_t* to = next.data() + (used + 1) * size;
        // Along (s, g), (s - 1, g - step), ...
        for (std::size_t s = 0; s < rows; ++s)
          for (std::size_t g = 0; g < columns; ++g) {
            const bool inside = s > 0 && g >= step;
            sums[s * columns + g] = from[s * columns + g] + (inside ? sums[(s - 1) * columns + g - step] : 0);
          }
        const auto sum_at = [&](std::size_t s, std::size_t g, std::size_t back) -> std::uint64_t {
          return back > s || back * step > g ? 0 : sums[(s - back) * columns + g - back * step];
        };
        for (std::size_t s = least; s < rows; ++s)
          for (std::size_t g = 0; g < columns; ++g)
            to[s * columns + g] += sum_at(s, g, least) - sum_at(s, g, most + 1);
      }
    }
    table.swap(next);
  }
  std::vector<std::uint64_t> result(rows, 0);
  std::uint64_t orders = 1;
  for (std::size_t used = 1; used <= most_used; ++used) {
    orders *= used;
    for (std::size_t s = 1; s < rows; ++s) {
      if (!m_pipeline.empty() &&
          !std::binary_search(m_pipeline.begin(), m_pipeline.end(), static_cast<int>(s)))
        continue;
      for (std::size_t g = 0; g < columns; ++g) result[s] += table[used * size + s * columns + g] * orders;
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
