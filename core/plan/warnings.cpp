#include "core/plan/warnings.h"

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/cost/spares.h"
#include "core/plan/answer.h"

namespace astrolabe::plan {

std::vector<Error> warnings_of(const hardware::Cluster& cluster) {
  constexpr double kBitsPerByte = 8.0;
  std::vector<Error> warnings;
  for (const hardware::Assumption& given : cluster.warnings) {
    if (given.why.kind == hardware::Reason::Kind::beyond_plausible) {
      const std::string most = given.why.values.empty() ? std::string() : given.why.values.front();
      warnings.push_back({std::string(code::doubtful_value),
                          {},
                          given.what,
                          given.value,
                          {Wanted::Kind::between, {"0", most}}});
      continue;
    }
    // "3200 GB/s": the number stands before the unit.
    const std::size_t end = given.value.find(' ');
    const auto number = parse_number(std::string_view(given.value).substr(0, end));
    Wanted wanted{Wanted::Kind::text, {hardware::to_text(given.why)}};
    if (number && end != std::string::npos)
      wanted.values = {format_number(*number / kBitsPerByte) + given.value.substr(end)};
    warnings.push_back(
        {std::string(code::doubtful_bandwidth), {}, given.what, given.value, std::move(wanted)});
  }
  return warnings;
}

int positions_exceeded(const strategy::Problem& problem) {
  const int positions = problem.graph->max_sequence;
  return problem.job.trains() && problem.job.sequence_length > positions ? positions : 0;
}

std::vector<Error> warnings_of(const strategy::Problem& problem) {
  std::vector<Error> warnings = warnings_of(problem.cluster);
  if (const int positions = positions_exceeded(problem); positions > 0)
    warnings.push_back({std::string(code::doubtful_value),
                        {},
                        "job.sequence_length",
                        std::to_string(problem.job.sequence_length),
                        {Wanted::Kind::between, {"1", std::to_string(positions)}}});
  using hardware::CostBasis;
  if (const CostBasis basis = problem.job.cost.basis;
      basis != CostBasis::buy && strategy::is_stated(problem.job, "limits.purchase_usd"))
    warnings.push_back({std::string(code::impossible_job),
                        {},
                        "job.limits.purchase_usd",
                        std::string("basis ") + hardware::to_string(basis),
                        {Wanted::Kind::text,
                         {"basis buy, or usd_per_month in its place: nothing is bought of machines that are "
                          "rented or owned already, so this limit is not held"}}});
  if (problem.job.trains() && problem.job.steps_left && problem.job.running.empty())
    warnings.push_back(
        {std::string(code::impossible_job),
         {},
         "job.steps_left",
         format_number(*problem.job.steps_left),
         {Wanted::Kind::text, {"the layout that they are left of under running, or no steps_left"}}});
  const strategy::Reliability& reliability = problem.job.reliability;
  if (problem.job.trains() && reliability.goodput_target &&
      !cost::lasting_failures(problem.cluster, problem.job))
    warnings.push_back({std::string(code::impossible_job),
                        {},
                        "job.reliability.goodput_target",
                        format_number(*reliability.goodput_target),
                        {Wanted::Kind::text,
                         {"repair_hours beside it, or spares or a failure domain of a pool: without them no "
                          "failure lasts and no spares are counted"}}});
  return warnings;
}

void add_warnings(Json& answer, const std::vector<Error>& of_model, const strategy::Problem& problem) {
  std::vector<Error> all = of_model;
  for (Error& warning : warnings_of(problem)) all.push_back(std::move(warning));
  add_warnings(answer, all);
}

void add_warnings(Json& answer, const std::vector<Error>& of_model) {
  for (const Error& warning : of_model) answer["warnings"].push_back(error_json(warning)["error"]);
}

}  // namespace astrolabe::plan
