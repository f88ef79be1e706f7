#pragma once
// The kind of plan that trains one model around GPUs that are slow or have failed: pipelines that are named
// one by one, each with its own stages, groups and micro-batches (Malleus; core/replan).

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/planning/planner.h"
#include "core/replan/replan.h"

namespace astrolabe::planning {

inline constexpr std::string_view kReplanned = "pipelines";

class ReplannedLayout : public Layout {
 public:
  /// `lacking`: the first pipeline that lacks memory; -1 where none does, or nobody looked.
  ReplannedLayout(replan::Plan plan, std::vector<std::string> pool_ids, int lacking = -1)
      : m_plan(std::move(plan)), m_pool_ids(std::move(pool_ids)), m_lacking(lacking) {}
  const replan::Plan& plan() const { return m_plan; }
  /// Of the cluster that it was made for.
  const std::vector<std::string>& pool_ids() const { return m_pool_ids; }
  /// The pipelines whose stages are the lanes of its timeline: the first of all that do the same.
  std::vector<std::size_t> told_apart() const;

  std::string_view kind() const override { return kReplanned; }
  Json to_json(const std::vector<std::string>& pool_ids) const override;
  Json answer_json(const Option& option, const strategy::Problem& problem, int rank) const override;
  int compare(const Layout& other) const override;

 private:
  replan::Plan m_plan;
  std::vector<std::string> m_pool_ids;
  int m_lacking = -1;
};

/// It declines with "not_marked" where no GPU is slow or has failed, and with "runtime" where the job names
/// one: none trains pipelines of unequal shape. Its options are plans of core/replan around the marks, from
/// the layout that runs, from the best strategies of the cluster with nothing marked, and where replicas
/// share experts or sequences in nearly all of these from the best in which they do not, but for those that
/// are no more than a strategy. Their proof is the gap to Found::least_of_kind: replan::kind_bound() where
/// the step is looked for, replan::kind_bound_usd() where money is; the gap that a row tells is that to the
/// fluid bound of its own groups.
const Planner& replanned_planner();

}  // namespace astrolabe::planning
