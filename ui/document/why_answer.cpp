#include "ui/document/why_answer.h"

namespace astrolabe::ui {

namespace {

Result<planning::Option> predicted(const plan::Snapshot& snapshot, const planning::LayoutPtr& layout) {
  const strategy::Strategy& strategy = planning::as<planning::PipelineLayout>(layout)->strategy();
  return astrolabe::detail(plan::judged_by(*snapshot.problem, strategy), strategy);
}

}  // namespace

WhyAnswerPtr workOutWhy(const plan::SnapshotPtr& snapshot, const planning::LayoutPtr& layout,
                        const planning::OptionPtr& known) {
  auto answer = std::make_shared<WhyAnswer>();
  answer->snapshot = snapshot;
  answer->layout = layout;
  const Result<planning::Option> given =
      known ? Result<planning::Option>(*known) : predicted(*snapshot, layout);
  if (given) {
    // A strategy that a rule forbids has no evaluation but its own name.
    const auto* pipeline = planning::as<planning::PipelineLayout>(layout);
    answer->why = plan::explain(*snapshot->problem,
                                pipeline != nullptr ? pipeline->strategy() : given->evaluation.strategy,
                                given->evaluation, given->violation, *snapshot);
  } else {
    answer->error = given.error();
  }
  return answer;
}

}  // namespace astrolabe::ui
