// Why sets of GPUs do not hold their roles: bytes that a GPU lacks, or a layout that is asked for.

#include <algorithm>
#include <limits>
#include <utility>

#include "core/post_training/sets.h"

namespace astrolabe::post_training {

Sets::Lacking Sets::least_of(std::size_t unit, int pool, const std::vector<int>& counts) const {
  const Unit& of = m_units[unit];
  Lacking least{of.role, std::numeric_limits<double>::infinity(), limit_bytes(pool)};
  if (of.generates) {
    for (const int gpus : counts)
      if (const auto bytes = m_engines.least_bytes(of.role, pool, gpus))
        least.bytes = std::min(least.bytes, *bytes);
    return least;
  }
  for (const int gpus : counts)
    for (const RoleLayout& layout : layouts(of.role, pool, gpus))
      least.bytes = std::min(least.bytes, m_trains[unit] ? layout.train_bytes : layout.forward_bytes);
  return least;
}

std::optional<Sets::Lacking> Sets::lacking() const {
  for (std::size_t unit = 0; unit < m_units.size(); ++unit) {
    Lacking least{m_units[unit].role, std::numeric_limits<double>::infinity(), 0.0};
    bool held = false;
    for (std::size_t pool = 0; pool < m_counts.size() && !held; ++pool) {
      const Lacking here = least_of(unit, static_cast<int>(pool), m_counts[pool]);
      held = here.bytes <= here.limit;
      if (here.bytes < least.bytes) least = here;
    }
    if (!held) return least;
  }
  return {};
}

std::optional<Sets::Lacking> Sets::lacking(const PlacedSet& set) const {
  for (std::size_t unit = 0; unit < m_units.size(); ++unit) {
    if (!has_unit(set.units, unit)) continue;
    const Lacking least = least_of(unit, set.pool, {set.gpus});
    if (least.bytes > least.limit) return least;
  }
  return {};
}

std::optional<Error> Sets::refusal_of(const Unit& unit, int pool, int gpus) const {
  if (unit.generates) return m_engines.refusal(unit.role, pool, gpus);
  if (!layouts(unit.role, pool, gpus).empty()) return {};
  return layout_refusal(question_of(unit.role), m_cluster.pools[static_cast<std::size_t>(pool)], gpus);
}

std::optional<Error> Sets::refusal(const PlacedSet& set) const {
  for (std::size_t unit = 0; unit < m_units.size(); ++unit) {
    if (!has_unit(set.units, unit)) continue;
    auto refused = refusal_of(m_units[unit], set.pool, set.gpus);
    if (!refused) continue;
    refused->where = "layouts." + phase_of(unit) + '.' + role_of(unit).name +
                     (refused->where.empty() ? "" : '.' + refused->where);
    return refused;
  }
  return {};
}

std::optional<Error> Sets::refusal() const {
  for (std::size_t unit = 0; unit < m_units.size(); ++unit) {
    std::optional<Error> refused;
    int most = 0;
    bool stands = false;
    for (std::size_t pool = 0; pool < m_counts.size() && !stands; ++pool)
      for (const int gpus : m_counts[pool]) {
        auto here = refusal_of(m_units[unit], static_cast<int>(pool), gpus);
        stands = !here;
        if (stands) break;
        if (std::exchange(most, std::max(most, gpus)) < gpus) refused = std::move(here);
      }
    if (stands || !refused) continue;
    refused->where = "layouts." + role_of(unit).name + '.' + phase_of(unit) +
                     (refused->where.empty() ? "" : '.' + refused->where);
    return refused;
  }
  return {};
}

}  // namespace astrolabe::post_training
