#pragma once
// A placement of post-training by roles, for what starts it elsewhere.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/post_training/find.h"
#include "core/strategy/problem.h"

namespace astrolabe::exports {

/// Where a role stands and how it works; what it does not do is null.
struct PlacedRole {
  const post_training::Role* role = nullptr;
  int set = -1, engine_set = -1;  ///< -1: nowhere
  const post_training::RoleLayout* layout = nullptr;
  const post_training::Generator* engine = nullptr;
  bool trains = false;
};

/// GPUs of a set as nodes.
struct PlacedNodes {
  int nodes = 0, gpus_per_node = 0;
};

class PlacedRoles {
 public:
  PlacedRoles(const post_training::Placement& placement, const strategy::Problem& problem);

  const post_training::Job& job() const { return *m_placement.job; }
  std::size_t sets() const { return m_placement.sets.size(); }
  /// Null for a role that the dataflow does not have.
  const PlacedRole* find(std::string_view role) const;
  bool offloads(int set) const { return m_placement.sets[static_cast<std::size_t>(set)].plan.offloads; }
  /// Errors: out_of_range where a set is no whole number of nodes.
  Result<PlacedNodes> nodes(int set) const;
  /// What prompts and answers are cut at. Errors: missing_key at the key that does not tell it.
  Result<std::int64_t> longest_prompt() const;
  Result<std::int64_t> longest_answer() const;
  /// Errors: out_of_range where copies of a role's engine leave GPUs of its set without work.
  Result<void> check_filled(const PlacedRole& role, const std::string& by) const;
  /// Share of a GPU's memory that is left to an engine by what the set holds beside it, in whole hundredths.
  double memory_share(const PlacedRole& role) const;

 private:
  const post_training::Placement& m_placement;
  const strategy::Problem& m_problem;
  std::vector<PlacedRole> m_roles;
};

}  // namespace astrolabe::exports
