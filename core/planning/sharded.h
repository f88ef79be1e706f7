#pragma once
// The kind of plan that trains one model with everything sharded over unequal GPUs, batch and state shared
// out separately (Cephalo).

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/mesh/sharded.h"
#include "core/planning/planner.h"

namespace astrolabe::planning {

inline constexpr std::string_view kSharded = "sharded";

class ShardedLayout : public Layout {
 public:
  /// `lower_bound`: seconds of a step; 0 where nobody worked it out. `pools`: ids of the cluster's.
  ShardedLayout(mesh::ShardedProgram program, double lower_bound, std::vector<std::string> pools)
      : m_program(std::move(program)), m_lower_bound(lower_bound), m_pools(std::move(pools)) {}
  const mesh::ShardedProgram& program() const { return m_program; }
  double lower_bound() const { return m_lower_bound; }
  const std::vector<std::string>& pools() const { return m_pools; }

  std::string_view kind() const override { return kSharded; }
  /// {"parts": GPUs that do the same}.
  Json to_json(const std::vector<std::string>& pool_ids) const override;
  Json answer_json(const Option& option, const strategy::Problem& problem, int rank) const override;
  int compare(const Layout& other) const override;

 private:
  mesh::ShardedProgram m_program;
  double m_lower_bound = 0.0;
  std::vector<std::string> m_pools;
};

/// It declines with "not_mixed" where all devices run at one speed, and with "tuned" where weights are
/// frozen.
const Planner& sharded_planner();

}  // namespace astrolabe::planning
