#include "core/planning/question.h"

#include <utility>

#include "core/model/model_reader.h"
#include "core/plan/plan_file.h"
#include "core/plan/scenarios.h"

namespace astrolabe::planning {

Result<QuestionPtr> make_question(const plan::Plan& plan, const hardware::Catalogue& catalogue) {
  auto architecture = model::read_saved(plan.model_name, plan.model_text, plan.model_entered);
  if (!architecture) return tl::unexpected<Error>(std::move(architecture.error()));
  auto problem = plan::make_problem(plan, *architecture, catalogue);
  if (!problem) return tl::unexpected<Error>(std::move(problem.error()));
  return question_of(plan, std::move(*problem),
                     std::make_shared<const model::Architecture>(std::move(*architecture)));
}

QuestionPtr question_of(const plan::Plan& plan, strategy::Problem problem,
                        std::shared_ptr<const model::Architecture> architecture) {
  auto question = std::make_shared<Question>();
  question->asked = plan::plan_of(plan, plan.id);
  question->models.push_back({problem.graph, std::move(architecture), problem.job.task});
  question->objective = plan.objective;
  question->problem = std::move(problem);
  return question;
}

QuestionPtr question_of(strategy::Problem problem, strategy::Objective objective) {
  auto question = std::make_shared<Question>();
  question->models.push_back({problem.graph, nullptr, problem.job.task});
  question->problem = std::move(problem);
  question->objective = question->asked.objective = objective;
  return question;
}

Result<std::shared_ptr<const model::Architecture>> architecture_of(const Question& question) {
  if (question.models.front().architecture) return question.models.front().architecture;
  const plan::Plan& plan = question.asked;
  auto read = model::read_saved(plan.model_name, plan.model_text, plan.model_entered);
  if (!read) return tl::unexpected<Error>(std::move(read.error()));
  return std::make_shared<const model::Architecture>(std::move(*read));
}

}  // namespace astrolabe::planning
