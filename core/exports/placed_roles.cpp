#include "core/exports/placed_roles.h"

#include <algorithm>
#include <cmath>

#include "core/base/error_codes.h"

namespace astrolabe::exports {

PlacedRoles::PlacedRoles(const post_training::Placement& placement, const strategy::Problem& problem)
    : m_placement(placement), m_problem(problem) {
  for (const post_training::Role& role : job().roles) {
    PlacedRole placed;
    placed.role = &role;
    placed.trains = job().flow.does(role.name, post_training::Do::train);
    m_roles.push_back(placed);
  }
  for (std::size_t set = 0; set < placement.sets.size(); ++set)
    for (const post_training::UnitPlan& unit : placement.sets[set].plan.units) {
      const post_training::Unit& of = placement.units[static_cast<std::size_t>(unit.unit)];
      PlacedRole& placed = m_roles[static_cast<std::size_t>(of.role)];
      (of.generates ? placed.engine_set : placed.set) = static_cast<int>(set);
      if (unit.layout) placed.layout = &*unit.layout;
      if (unit.generator) placed.engine = &*unit.generator;
    }
}

const PlacedRole* PlacedRoles::find(std::string_view role) const {
  const auto found = std::find_if(m_roles.begin(), m_roles.end(),
                                  [&](const PlacedRole& placed) { return placed.role->name == role; });
  return found == m_roles.end() ? nullptr : &*found;
}

Result<PlacedNodes> PlacedRoles::nodes(int set) const {
  const post_training::PlacedSet& placed = m_placement.sets[static_cast<std::size_t>(set)].placed;
  const int node = m_problem.cluster.pools[static_cast<std::size_t>(placed.pool)].gpus_of_node();
  if (placed.gpus <= node) return PlacedNodes{1, placed.gpus};
  if (placed.gpus % node != 0)
    return fail(code::out_of_range, "placement[" + std::to_string(set) + "].gpus",
                std::to_string(placed.gpus),
                {Wanted::Kind::text, {"whole nodes of " + std::to_string(node) + " GPUs"}});
  return PlacedNodes{placed.gpus / node, node};
}

namespace {

Result<std::int64_t> whole_tokens(double tokens, const char* key) {
  if (tokens > 0.0) return static_cast<std::int64_t>(std::ceil(tokens));
  return fail(code::missing_key, std::string(key) + ".max", "nothing",
              {Wanted::Kind::text, {"the tokens that they are cut at"}});
}

}  // namespace

Result<std::int64_t> PlacedRoles::longest_prompt() const {
  return whole_tokens(job().prompt_longest, "prompt_tokens");
}

Result<std::int64_t> PlacedRoles::longest_answer() const {
  return whole_tokens(job().responses.stated_longest(), "response_tokens");
}

Result<void> PlacedRoles::check_filled(const PlacedRole& role, const std::string& by) const {
  const int gpus = m_placement.sets[static_cast<std::size_t>(role.engine_set)].placed.gpus;
  const int copy = role.engine->worker.gpus();
  if (role.engine->replicas * copy == gpus) return {};
  return fail(
      code::out_of_range, "layouts." + role.role->name + ".generate.replicas",
      std::to_string(role.engine->replicas) + " of " + std::to_string(copy) + " GPUs",
      {Wanted::Kind::text,
       {"copies that fill the " + std::to_string(gpus) + " GPUs of the set, as " + by + " has them"}});
}

double PlacedRoles::memory_share(const PlacedRole& role) const {
  const post_training::PlannedSet& set = m_placement.sets[static_cast<std::size_t>(role.engine_set)];
  const hardware::Gpu& gpu = m_problem.cluster.pools[static_cast<std::size_t>(set.placed.pool)].gpu;
  constexpr double kHundredths = 100.0, kLeast = 0.01;
  double share = 1.0 - m_problem.job.limits.memory_headroom;
  for (const post_training::UnitPlan& unit : set.plan.units)
    if (gpu.memory && !unit.generator) share -= unit.rest_bytes / gpu.memory->value;
  return std::max(kLeast, std::floor(share * kHundredths + 1e-9) / kHundredths);
}

}  // namespace astrolabe::exports
