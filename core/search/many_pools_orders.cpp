// Orders of many pools: a few that mostly are good, then from the best of them to better ones next to it.

#include <algorithm>
#include <array>

#include "core/base/parallel.h"
#include "core/search/many_pools.h"

namespace astrolabe::search {

using strategy::Group;
using strategy::Strategy;

namespace {

constexpr std::size_t kTriedAtOnce = 16;  ///< whatever the number of workers
constexpr std::size_t kMostBest = 8;

}  // namespace

/// What they reach, none above `below`; told to the findings.
void ManyPools::reach(std::vector<Ordered>& tried, double below) {
  parallel_for(tried.size(), m_request.threads, {}, [&](std::size_t i, int worker) {
    m_control.watch([&] {
      Strategy strategy;
      m_space.configuration(tried[i].group, tried[i].setting, strategy);
      tried[i].value = m_judge.reach(cost::Shape(m_tables, strategy), below,
                                     m_partitioners[static_cast<std::size_t>(worker)]);
    });
  });
  for (const Ordered& one : tried) {
    m_work += work_of(one);
    if (one.value < kNothing) m_findings.offer_seed(key_of(one), one.value);
    keep(one);
  }
}

/// Told apart by a hash of its pools: where two have the same the better one stands for both.
ConfigurationKey ManyPools::key_of(const Ordered& ordered) const {
  ConfigurationKey key;
  key.setting = m_but_recompute(ordered.setting);
  std::array<std::uint64_t, 2> hash{14695981039346656037U, 1099511628211U};
  const auto mix = [&](int value) {
    hash[0] = (hash[0] ^ static_cast<std::uint64_t>(value)) * 1099511628211U;
    hash[1] =
        (hash[1] + static_cast<std::uint64_t>(value) + 1U) * 6364136223846793005U + 1442695040888963407U;
    hash[1] ^= hash[1] >> 29U;
  };
  mix(ordered.group.data_parallel);
  mix(ordered.group.context_parallel);
  for (const Group::Use& use : ordered.group.uses) {
    mix(use.pool);
    mix(use.stages);
    mix(use.tensor_parallel);
  }
  for (std::size_t i = 0; i < key.mixture.size(); ++i)
    key.mixture[i] = static_cast<std::uint16_t>(hash[i / 4] >> (16 * (i % 4)));
  return key;
}

/// A play takes as long as there are stages and micro-batches.
std::int64_t ManyPools::work_of(const Ordered& ordered) const {
  constexpr int kPlays = 50;
  std::int64_t stages = 0;
  for (const Group::Use& use : ordered.group.uses) stages += use.stages;
  const int micro_batches = m_problem.job.micro_batches(ordered.group.data_parallel, ordered.micro_batch);
  return stages + stages * micro_batches / kPlays;
}

void ManyPools::keep(const Ordered& found) {
  if (found.value >= kNothing) return;
  const auto known = std::find_if(m_best.begin(), m_best.end(),
                                  [&](const Ordered& other) { return key_of(other) == key_of(found); });
  if (known != m_best.end()) {
    if (known->value <= found.value) return;
    m_best.erase(known);
  }
  const auto place = std::find_if(m_best.begin(), m_best.end(),
                                  [&](const Ordered& other) { return found.value < other.value; });
  m_best.insert(place, found);
  const std::size_t most = std::min(kMostBest, static_cast<std::size_t>(std::max(1, m_request.top)));
  if (m_best.size() > most) m_best.pop_back();
}

/// Faster pools first, slower ones first, more memory first, as the cluster lists them.
void ManyPools::look_at_orders(const OpenPools& node) {
  Ordered first{{uses_of(node), m_boxes[node.box].data_parallel, m_boxes[node.box].context_parallel},
                node.setting,
                m_settings.kinds()[node.kind].micro_batch,
                kNothing};
  std::vector<Ordered> tried{first};
  const auto pool_of = [&](const Group::Use& use) -> const hardware::Pool& {
    return m_problem.cluster.pools[static_cast<std::size_t>(use.pool)];
  };
  const auto speed = [&](const Group::Use& use) {
    const auto peak = hardware::peak(pool_of(use).gpu, m_problem.job.precision);
    return (peak ? peak->value : 0.0) * pool_of(use).relative_speed * use.tensor_parallel;
  };
  const auto memory = [&](const Group::Use& use) {
    return (pool_of(use).gpu.memory ? pool_of(use).gpu.memory->value : 0.0) * use.tensor_parallel;
  };
  const auto sorted_by = [&](const auto& before) {
    Ordered next = first;
    std::stable_sort(next.group.uses.begin(), next.group.uses.end(), before);
    const auto same = [](const Group::Use& a, const Group::Use& b) { return a.pool == b.pool; };
    const bool known = std::any_of(tried.begin(), tried.end(), [&](const Ordered& other) {
      return std::equal(other.group.uses.begin(), other.group.uses.end(), next.group.uses.begin(), same);
    });
    if (!known) tried.push_back(std::move(next));
  };
  using Use = Group::Use;
  sorted_by([&](const Use& a, const Use& b) { return speed(a) > speed(b); });
  sorted_by([&](const Use& a, const Use& b) { return speed(a) < speed(b); });
  sorted_by([&](const Use& a, const Use& b) { return memory(a) > memory(b); });
  reach(tried, kNothing);
}

/// The order with two pools exchanged, neighbours first.
std::vector<ManyPools::Ordered> ManyPools::next_to(const Ordered& at) const {
  std::vector<Ordered> result;
  const std::size_t count = at.group.uses.size();
  for (std::size_t apart = 1; apart < count; ++apart)
    for (std::size_t i = 0; i + apart < count; ++i) {
      if (alike(at.group.uses[i], at.group.uses[i + apart])) continue;
      Ordered next = at;
      std::swap(next.group.uses[i], next.group.uses[i + apart]);
      next.value = kNothing;
      result.push_back(std::move(next));
    }
  return result;
}

/// From an order to the first better one next to it, as long as there is one and work is left.
void ManyPools::better(Ordered at) {
  bool moved = true;
  while (moved && !is_over()) {
    moved = false;
    const std::vector<Ordered> near = next_to(at);
    for (std::size_t begin = 0; begin < near.size() && !moved && !is_over(); begin += kTriedAtOnce) {
      const std::size_t end = std::min(near.size(), begin + kTriedAtOnce);
      std::vector<Ordered> tried(near.begin() + static_cast<std::ptrdiff_t>(begin),
                                 near.begin() + static_cast<std::ptrdiff_t>(end));
      reach(tried, at.value);
      for (Ordered& one : tried)
        if (one.value < at.value) {
          at = std::move(one);
          moved = true;
        }
    }
  }
}

/// Splits of the best orders that were found, to the end.
void ManyPools::solve_best() {
  std::vector<Entry> configurations;
  for (const Ordered& one : m_best) {
    if (m_control.ended_early() && !configurations.empty()) break;  // one at least
    Entry entry;
    entry.at.setting = one.setting;
    entry.group = one.group;
    configurations.push_back(std::move(entry));
  }
  if (!configurations.empty()) solve(std::move(configurations));
}

/// Of a few configurations what keeps them from being an answer.
void ManyPools::tell_why() const {
  constexpr int kLooks = 400;
  constexpr std::uint64_t kOfGroup = 64;
  const std::uint64_t stride = std::max<std::uint64_t>(1, m_space.per_group() / kOfGroup);
  Partitioner partitioner;
  Strategy strategy;
  int looks = 0;
  m_space.visit_even([&](const Group& group) {
    m_space.start(group, strategy);
    strategy::GroupRules rules(m_problem, strategy);
    for (std::uint64_t index = 0; !rules.group_broken() && index < m_space.per_group(); index += stride) {
      m_space.choose(index, strategy);
      if (rules.broken(strategy)) continue;
      m_judge.reject_unless_possible(cost::Shape(m_tables, strategy), partitioner);
      if (++looks >= kLooks || m_control.ended()) return false;
    }
    return true;
  });
}

}  // namespace astrolabe::search
