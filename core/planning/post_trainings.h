#pragma once
// The kind of plan that trains a model after its pre-training: several models on one cluster (HybridFlow).

#include <memory>
#include <string>
#include <vector>

#include "core/planning/leading.h"
#include "core/planning/planner.h"
#include "core/post_training/find.h"

namespace astrolabe::planning {

inline constexpr std::string_view kPostTraining = "post_training";

class PostTrainingLayout : public Layout {
 public:
  explicit PostTrainingLayout(std::shared_ptr<const post_training::Placement> placement,
                              std::shared_ptr<const strategy::Problem> problem = nullptr)
      : m_placement(std::move(placement)), m_problem(std::move(problem)) {}
  /// Never null.
  const post_training::Placement& placement() const { return *m_placement; }
  /// What it is placed on, for exports; null: only the placement is known.
  const strategy::Problem* problem() const { return m_problem.get(); }

  std::string_view kind() const override { return kPostTraining; }
  Json to_json(const std::vector<std::string>& pool_ids) const override;
  Json answer_json(const Option& option, const strategy::Problem& problem, int rank) const override;
  int compare(const Layout& other) const override;

 private:
  std::shared_ptr<const post_training::Placement> m_placement;
  std::shared_ptr<const strategy::Problem> m_problem;
};

/// The best placement of a form; null where none of it fits.
struct PostTrainingOfForm {
  post_training::Form form = post_training::Form::together;
  OptionPtr option;
  bool beyond_limits = false;  ///< null, as those that fit break the job's limits
};

/// What the planner found; where nothing fits, the first role that no pool can hold.
struct FoundPostTrainings : Found {
  long evaluated = 0, cut_by_bound = 0;
  std::vector<PostTrainingOfForm> forms;  ///< colocated, in two sets, each by itself: to compare
  std::vector<OptionPtr> frontier;        ///< that no other beats in seconds and USD; empty without prices
  std::string lacking_role, lacking_model;
  double needed_gib = 0.0, limit_gib = 0.0;  ///< of a GPU
};

/// The job as it is read, with limits that it can be held against. Errors: those of post_training::read_job()
/// and check_limits().
Result<std::shared_ptr<const post_training::Job>> post_train_job_of(const Question& question);
/// A placement with the figures that all kinds have. Both are never null.
OptionPtr post_training_option(std::shared_ptr<const post_training::Placement> placement,
                               const std::shared_ptr<const strategy::Problem>& problem);

/// It declines with "no_post_training" what is not to be post-trained. Figures that all kinds have: `step` is
/// an iteration, `tokens_per_second` counts prompts and answers.
const LeadingPlanner& post_training_planner();

}  // namespace astrolabe::planning
