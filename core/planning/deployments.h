#pragma once
// The kind of plan that serves one model: replicas of layouts on pools, within promises.

#include <memory>
#include <optional>
#include <vector>

#include "core/deploy/fleet.h"
#include "core/deploy/replica.h"
#include "core/deploy/search.h"
#include "core/planning/leading.h"
#include "core/planning/planner.h"
#include "core/serving/question.h"

namespace astrolabe::planning {

inline constexpr std::string_view kDeployment = "deployment";

class DeploymentLayout : public Layout {
 public:
  explicit DeploymentLayout(std::shared_ptr<const deploy::Fleet> fleet, QuestionPtr question = {})
      : m_fleet(std::move(fleet)), m_question(std::move(question)) {}
  /// Never null.
  const deploy::Fleet& fleet() const { return *m_fleet; }
  /// What it answers, for exports; null: not known.
  const QuestionPtr& question() const { return m_question; }

  std::string_view kind() const override { return kDeployment; }
  Json to_json(const std::vector<std::string>& pool_ids) const override;
  Json answer_json(const Option& option, const strategy::Problem& problem, int rank) const override;
  int compare(const Layout& other) const override;

 private:
  std::shared_ptr<const deploy::Fleet> m_fleet;
  QuestionPtr m_question;
};

/// What the planner of deployments found. `options` are the best for the objective; those of `frontier` are
/// not beaten by any other in tokens/s of a user and tokens/s of a GPU at once, from the most to the fewest
/// tokens/s of a user.
struct FoundDeployments : Found {
  serving::ServeJob job;
  /// What each pool of the cluster is asked, in its order; pools that cannot serve the model have none.
  std::vector<std::optional<serving::Question>> pools;
  std::vector<OptionPtr> frontier;
  std::int64_t evaluated = 0, cut_by_bound = 0;
  deploy::Counts counts;
  std::optional<deploy::Shortfall> shortfall;  ///< where there are no options
};

/// It declines with "no_serving" what is not to be served, and with "layers_placed" one copy whose layers lie
/// over machines. Options carry their figures in cost::Evaluation so that kinds rank alike: `step` is the
/// seconds that a GPU takes for an output token, with its band; `tokens_per_second` are output tokens, and
/// dollars are of these; `memory` has a row for each group, where keys and values are `activations`; figures
/// of a training step are 0. A promise that is not kept is a violation of the rule "promises.tpot_seconds" or
/// its like.
const LeadingPlanner& deployment_planner();

/// The serving part of a question's job, lengths of traces read from their files. Errors: those of
/// read_serve_job() and of traces, each with its file.
Result<serving::ServeJob> serve_job_of(const Question& question);
/// The question as core/deploy takes it, with the constants of the plan's calibration; `question` outlives
/// it. Errors: also those of read_serving_calibration() and of apply().
Result<deploy::Question> deploy_question_of(const Question& question);

/// Of a question of which problem and job say other than it. Errors: as above.
Result<deploy::Question> deploy_question_of(const Question& question, const strategy::Problem& problem,
                                            const serving::ServeJob& job,
                                            const model::Architecture& architecture);

/// A fleet as an answer to `problem` and `job`; `question`: for its exports, null where there are none.
OptionPtr deployment_option(deploy::Fleet fleet, const strategy::Problem& problem,
                            const serving::ServeJob& job, const QuestionPtr& question = {});
/// Whether both have the same replicas of the same degrees on the same pools, whatever their limits of a
/// batch.
bool same_machines(const deploy::Fleet& a, const deploy::Fleet& b);
/// What a fleet reaches of its promises, at their quantile.
deploy::PromisedTimes promised_times(const deploy::Fleet& fleet, const serving::ServeJob& job);

/// What each pool is asked. Errors: those of read_serve_job() and of the model.
Result<std::vector<std::optional<serving::Question>>> serving_questions(const Question& question);

}  // namespace astrolabe::planning
