#include "core/planning/certified.h"

#include <utility>

#include "core/base/error_codes.h"
#include "core/mesh/written.h"
#include "core/verify/groups.h"
#include "core/verify/question.h"

namespace astrolabe::planning {

Json certified_question(const plan::Plan& plan, const strategy::Problem& problem) {
  strategy::Job job = plan.job;
  job.software.runtime = problem.job.software.runtime;  // said, whatever holds unsaid where it is checked
  return verify::to_json({plan.model_name, plan.model_text, plan.model_entered, plan.cluster, plan.own_types,
                          plan.catalogue, job, problem.coefficients});
}

Result<std::string> groups_certificate(const GroupsLayout& layout) {
  const Question& question = *layout.question();
  if (layout.lower_bound() <= 0.0)
    return fail(code::not_proven, "groups", "a program without a bound",
                {Wanted::Kind::text, {"one that a search found"}});
  constexpr double kBelow = 1.0 - 1e-6;  // for prices of memory that are nearly the best
  verify::GroupsCertificate certificate;
  certificate.question = certified_question(question.asked, question.problem);
  certificate.program = layout.to_json(question.problem.pool_ids());
  certificate.step = layout.program().step();
  certificate.bound = layout.lower_bound() * kBelow;
  auto proven = verify::with_levels(std::move(certificate), question.problem);
  if (!proven) return tl::unexpected<Error>(proven.error());
  return verify::encode(*proven);
}

}  // namespace astrolabe::planning
