#include "core/runtimes/judge.h"

#include <fmt/format.h>

namespace astrolabe::runtimes {

std::string Judgement::why() const {
  if (decided == nullptr) {
    std::string all;
    for (const std::string& remark : remarks) all += (all.empty() ? "" : "; ") + remark;
    return all;
  }
  return decided->source.empty() ? fmt::format("{}: {}", decided->name, decided->why)
                                 : fmt::format("{}: {} ({})", decided->name, decided->why, decided->source);
}

strategy::Problem with_defaults(strategy::Problem problem, const Runtime& runtime) {
  for (const auto& [key, fact] : runtime.defaults.items())
    problem.job.software.options.emplace(key, fact.at("value").get<std::string>());
  return problem;
}

Judgement judge(const Runtime& runtime, const strategy::Problem& problem, const strategy::Strategy& strategy,
                bool whole_cluster) {
  Judgement judgement;
  for (const Condition& condition : runtime.conditions) {
    if (condition.whole_cluster && !whole_cluster) continue;
    if (!condition.when.broken(problem, strategy)) continue;
    if (condition.verdict == Verdict::runs) {
      judgement.remarks.push_back(condition.name + ": " + condition.why);
      continue;
    }
    judgement.verdict = condition.verdict;
    judgement.decided = &condition;
    break;
  }
  return judgement;
}

Json runs_on(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  Json rows = Json::array();
  for (const Runtime& runtime : runtimes()) {
    const Judgement judgement = judge(runtime, with_defaults(problem, runtime), strategy);
    const std::string why = judgement.why();
    rows.push_back(Json{{"runtime", runtime.id},
                        {"verdict", to_string(judgement.verdict)},
                        {"why", why.empty() ? Json() : Json(why)}});
  }
  return rows;
}

}  // namespace astrolabe::runtimes
