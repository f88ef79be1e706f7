#pragma once
// The kind of plan that trains one model as a program on groups: each pool of unequal GPUs is cut into groups
// with an inner layout, and batch and optimizer state are shared out unevenly between them.

#include <memory>
#include <string>
#include <vector>

#include "core/mesh/program.h"
#include "core/planning/planner.h"

namespace astrolabe::planning {

inline constexpr std::string_view kGroups = "groups";

/// What a view tells of the groups of one pool.
struct GroupsOfPool {
  int pool = 0;  ///< of the cluster
  int groups = 0, gpus_of_group = 0;
  int tensor_parallel = 1, context_parallel = 1, expert_parallel = 1, expert_tensor_parallel = 1;
  int pipeline_parallel = 1, virtual_pipeline = 1, micro_batch = 1;
  strategy::Schedule schedule = strategy::Schedule::one_f_one_b;
  std::int64_t least_share = 0, most_share = 0;  ///< sequences of a group
  std::int64_t sequences = 0;                    ///< of all of them
  double share = 0.0;                            ///< of the batch
  double seconds = 0.0;                          ///< of a micro-batch
  double end_seconds = 0.0;                      ///< when its last group has computed
  std::vector<int> layers, recompute_layers;     ///< of each stage
  bool hierarchical = false;                     ///< gradients are summed in a node first
};

class GroupsLayout : public Layout {
 public:
  /// `lower_bound`: seconds of a step; 0 where nobody worked it out. `question`: what it answers.
  GroupsLayout(mesh::Program program, double lower_bound, QuestionPtr question)
      : m_program(std::move(program)), m_lower_bound(lower_bound), m_question(std::move(question)) {}
  const mesh::Program& program() const { return m_program; }
  double lower_bound() const { return m_lower_bound; }
  /// What it was made for; never null.
  const QuestionPtr& question() const { return m_question; }
  std::vector<GroupsOfPool> pools() const;

  std::string_view kind() const override { return kGroups; }
  /// {"pipelines": one for each group, "state": what is moved}.
  Json to_json(const std::vector<std::string>& pool_ids) const override;
  Json answer_json(const Option& option, const strategy::Problem& problem, int rank) const override;
  int compare(const Layout& other) const override;

 private:
  mesh::Program m_program;
  double m_lower_bound = 0.0;
  QuestionPtr m_question;
};

/// The program of a layout as text for people.
std::string groups_text(const GroupsLayout& layout);
/// As a PyTorch script. Errors: those of architecture_of() and exports::groups_script().
Result<std::string> groups_script(const GroupsLayout& layout);

/// It declines with "not_mixed" where all devices run at one speed, and with "data_parallel_fixed" or
/// "sharding_group_fixed" where the job names their values, which groups do not have. Its first option is the
/// fastest found, its gap that to the bound over all programs on groups, state anywhere.
const Planner& groups_planner();

}  // namespace astrolabe::planning
