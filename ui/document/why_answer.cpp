#include "ui/document/why_answer.h"

namespace astrolabe::ui {

WhyAnswerPtr workOutWhy(const plan::SnapshotPtr& snapshot, const strategy::Strategy& strategy,
                        const std::shared_ptr<const Detail>& known) {
  auto answer = std::make_shared<WhyAnswer>();
  answer->snapshot = snapshot;
  answer->strategy = strategy;
  const Result<Detail> given =
      known ? Result<Detail>(*known)
            : astrolabe::detail(plan::judged_by(*snapshot->problem, strategy), strategy);
  if (given)
    answer->why = plan::explain(*snapshot->problem, strategy, given->evaluation, given->violation, *snapshot);
  else
    answer->error = given.error();
  return answer;
}

}  // namespace astrolabe::ui
