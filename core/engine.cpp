#include "core/engine.h"

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/calibration/calibration.h"
#include "core/calibration/validation.h"
#include "core/plan/measured_plan.h"
#include "core/plan/plan_file.h"
#include "core/plan/why.h"
#include "core/planning/certified.h"
#include "core/planning/mark_choices.h"
#include "core/planning/pipelines.h"
#include "core/search/certify.h"
#include "core/search/search.h"

namespace astrolabe {

namespace {

/// Keys of the limits of a job that are held against its outcome, the first of them first.
std::string limits_of_outcome(const strategy::Limits& limits) {
  std::string keys;
  const auto add = [&](bool set, const char* key) {
    if (set) keys += (keys.empty() ? "limits." : ", limits.") + std::string(key);
  };
  add(limits.deadline_hours.has_value(), "deadline_hours");
  add(!limits.done_by.empty(), "done_by");
  add(limits.budget_usd.has_value(), "budget_usd");
  add(limits.usd_per_trillion_tokens.has_value(), "usd_per_trillion_tokens");
  return keys;
}

}  // namespace

Result<void> can_certify(const strategy::Problem& problem) {
  if (!search::certifiable(problem))
    return problem.job.batch_ramp_up
               ? fail(
                     code::no_certificate, "batch_ramp_up",
                     "batch_ramp_up, " + limits_of_outcome(problem.job.limits),
                     {Wanted::Kind::text,
                      {"a batch that does not grow, or no such limit: how much longer a growing batch "
                       "takes is known of whole answers alone, which no bound of a certificate may rest on"}})
               : fail(code::no_certificate, "pools", std::to_string(problem.cluster.pools.size()),
                      {Wanted::Kind::text, {"fewer pools"}});
  return {};
}

Result<std::string> certify(const plan::Plan& plan, const strategy::Problem& problem,
                            const plan::Snapshot& answer, int places, const std::stop_token& stop) {
  if (const auto able = can_certify(problem); !able) return tl::unexpected<Error>(able.error());
  const bool infeasible = answer.status == plan::Status::infeasible;
  if (!infeasible && (answer.status != plan::Status::optimal || answer.gap > 0.0))
    return fail(code::not_proven, "answer", "a gap of " + format_number(answer.gap),
                {Wanted::Kind::text, {"a question whose answer is proven to the end"}});
  if (const auto choices = planning::mark_choices(problem);
      choices.problems.size() > 1 || !choices.left.empty())
    return planning::choices_certificate(plan, choices, answer.objective, places, stop);
  std::vector<strategy::Strategy> answers;
  if (answer.objective == strategy::Objective::pareto)
    for (const plan::ParetoPoint& point : answer.pareto) answers.push_back(point.strategy);
  else if (!infeasible)
    for (std::size_t i = 0; i < answer.best.size() && i < static_cast<std::size_t>(places); ++i)
      answers.push_back(answer.best[i].strategy);
  auto certificate = search::certify(problem, answer.objective, answers, stop);
  if (!certificate) return tl::unexpected<Error>(certificate.error());
  certificate->question = planning::certified_question(plan, problem);
  return verify::encode(*certificate);
}

Result<plan::Why> why(const strategy::Problem& problem, const strategy::Strategy& strategy,
                      const SearchOptions& options, const std::stop_token& stop, const Publish& publish) {
  const auto given = detail(plan::judged_by(problem, strategy), strategy, options.objective);
  if (!given) return tl::unexpected<Error>(given.error());
  const plan::SnapshotPtr snapshot = run_search(problem, options, stop, publish);
  return plan::explain(problem, given->evaluation.strategy, given->evaluation, given->violation, *snapshot);
}

Result<calibration::Validation> validate_runs(std::string_view csv, const hardware::Catalogue& catalogue) {
  const auto table = calibration::read_measured_runs(csv);
  if (!table) return tl::unexpected<Error>(table.error());
  return calibration::validate(*table, catalogue);
}

Result<calibration::FittedRuns> fit_runs(std::string_view csv, const hardware::Catalogue& catalogue) {
  const auto table = calibration::read_measured_runs(csv);
  if (!table) return tl::unexpected<Error>(table.error());
  auto calibration = calibration::calibrate(*table, catalogue);
  if (!calibration) return tl::unexpected<Error>(calibration.error());
  calibration::FittedRuns fitted{std::move(*calibration), {}};
  fitted.validation = calibration::validate(*table, catalogue, fitted.calibration);
  return fitted;
}

Result<plan::Plan> plan_of_run(std::string_view csv, std::string_view id,
                               const hardware::Catalogue& catalogue) {
  const auto table = calibration::read_measured_runs(csv);
  if (!table) return tl::unexpected<Error>(table.error());
  return plan::plan_of(*table, id, catalogue);
}

plan::Sensitivity sensitivity(const plan::Snapshot& answer, plan::Metric metric, double change,
                              const std::stop_token& stop) {
  const plan::Predict predict = [&](const strategy::Problem& problem, const strategy::Strategy& strategy) {
    const Result<planning::Option> predicted = detail(problem, strategy, answer.objective);
    return predicted && predicted->violation.binding == cost::Binding::none
               ? std::optional<cost::Evaluation>(predicted->evaluation)
               : std::nullopt;
  };
  const std::vector<cost::Evaluation>& ranked = answer.best;
  if (answer.objective != strategy::Objective::gpus)
    return plan::sensitivity(*answer.problem, ranked, metric, change, predict, stop);
  const auto more = std::find_if(ranked.begin(), ranked.end(), [&](const cost::Evaluation& row) {
    return row.gpus_paid() != ranked.front().gpus_paid();  // wins nothing, however fast
  });
  return plan::sensitivity(*answer.problem, {ranked.begin(), more}, metric, change, predict, stop);
}

plan::Space count_space(const strategy::Problem& problem) { return search::count(problem); }

}  // namespace astrolabe
