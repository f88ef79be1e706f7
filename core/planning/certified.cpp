#include "core/planning/certified.h"

#include <fmt/format.h>

#include <utility>

#include "core/base/counted.h"
#include "core/base/error_codes.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/mesh/written.h"
#include "core/search/certify.h"
#include "core/search/search.h"
#include "core/verify/choices.h"
#include "core/verify/groups.h"
#include "core/verify/question.h"

namespace astrolabe::planning {

Json certified_question(const plan::Plan& plan, const strategy::Problem& problem) {
  strategy::Job job = plan.job;
  job.software.runtime = problem.job.software.runtime;  // said, whatever holds unsaid where it is checked
  return verify::to_json({plan.model_name, plan.model_text, plan.model_entered, plan.cluster, plan.own_types,
                          plan.catalogue, job, problem.coefficients});
}

namespace {

tl::unexpected<Error> unproven(std::string found) {
  return fail(code::not_proven, "answer", std::move(found),
              {Wanted::Kind::text, {"a question whose answer is proven to the end"}});
}

/// Of one choice of nodes.
Result<verify::Certificate> certificate_of(const strategy::Problem& choice, strategy::Objective objective,
                                           int places, const std::stop_token& stop) {
  search::Request request;
  request.objective = objective;
  request.top = places;
  request.threads = worker_count(0);
  request.near_misses = request.near_answers = false;
  const search::Progress found = search::run(choice, request, stop, nullptr, {});
  if (stop.stop_requested()) return unproven("a stop");
  if (!found.finished || found.gap > 0.0) return unproven("a gap of " + format_number(found.gap));
  std::vector<strategy::Strategy> answers;
  for (const cost::Evaluation& row : found.best) answers.push_back(row.strategy);
  return search::certify(choice, objective, answers, stop);
}

}  // namespace

Result<std::string> choices_certificate(const plan::Plan& plan, const MarkChoices& choices,
                                        strategy::Objective objective, int places,
                                        const std::stop_token& stop) {
  constexpr std::size_t kMostCertificates = 64;
  if (!choices.left.empty()) return unproven(choices.left);
  if (objective == strategy::Objective::pareto)
    return unproven("a set of time and money of several choices of nodes: a certificate is of one");
  if (choices.problems.size() > kMostCertificates)
    return unproven(fmt::format("{} of nodes, more than {}",
                                counted(static_cast<std::int64_t>(choices.problems.size()), "choice"),
                                kMostCertificates));
  std::vector<std::string> certificates;
  for (const strategy::Problem& choice : choices.problems) {
    auto certificate = certificate_of(choice, objective, places, stop);
    if (!certificate) return tl::unexpected<Error>(certificate.error());
    certificate->question = certified_question(plan, choice);
    certificate->question["choice"] = verify::to_json(verify::chosen_in(choice.cluster));
    certificates.push_back(verify::encode(*certificate));
  }
  return verify::encode_choices(certificates);
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
