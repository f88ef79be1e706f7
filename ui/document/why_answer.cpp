#include "ui/document/why_answer.h"
#include "core/planning/pipelines.h"

namespace astrolabe::ui {

namespace {

Result<planning::Option> predicted(const plan::Snapshot& snapshot, const planning::LayoutPtr& layout) {
  const strategy::Strategy& strategy = planning::as<planning::PipelineLayout>(layout)->strategy();
  return astrolabe::detail(plan::judged_by(*snapshot.problem, strategy), strategy, snapshot.objective);
}

/// Why a possible layout stands behind `leader`.
plan::Why behindLeader(const plan::Snapshot& snapshot, const planning::Option& given,
                       const planning::Option& leader) {
  plan::Snapshot led;
  led.problem = snapshot.problem;
  led.objective = snapshot.objective;
  led.status = plan::Status::feasible;
  led.stopped_early = snapshot.stopped_early;
  led.best.push_back(leader.evaluation);
  return plan::explain(*snapshot.problem, given.evaluation.strategy, given.evaluation, given.violation, led);
}

}  // namespace

WhyAnswerPtr workOutWhy(const plan::SnapshotPtr& snapshot, const planning::LayoutPtr& layout,
                        const planning::OptionPtr& known, const planning::OptionPtr& leader) {
  auto answer = std::make_shared<WhyAnswer>();
  answer->snapshot = snapshot;
  answer->layout = layout;
  answer->leader = leader;
  const Result<planning::Option> given =
      known ? Result<planning::Option>(*known) : predicted(*snapshot, layout);
  if (given) {
    // A strategy that a rule forbids has no evaluation but its own name.
    const auto* pipeline = planning::as<planning::PipelineLayout>(layout);
    answer->why = plan::explain(*snapshot->problem,
                                pipeline != nullptr ? pipeline->strategy() : given->evaluation.strategy,
                                given->evaluation, given->violation, *snapshot);
    if (leader && given->is_possible() && !planning::same(leader->layout, layout) &&
        planning::ranks_before(*leader, *given, snapshot->objective))
      answer->behind = behindLeader(*snapshot, *given, *leader);
  } else {
    answer->error = given.error();
  }
  return answer;
}

}  // namespace astrolabe::ui
