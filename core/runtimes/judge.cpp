#include "core/runtimes/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/runtimes/launch_settings.h"
#include "core/runtimes/settings.h"

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
  problem.job.software.runtime = runtime.id;
  for (const auto& [key, fact] : runtime.defaults.items())
    problem.job.software.options.emplace(key, fact.at("value").get<std::string>());
  return problem;
}

namespace {

Judgement by_conditions(const Runtime& runtime, const strategy::Problem& problem,
                        const strategy::Strategy& strategy, bool whole_cluster) {
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

/// All that a runtime makes of a question: two questions with the same of it are the same to the runtime.
struct Account {
  Account(const Runtime& runtime, const strategy::Problem& problem, const strategy::Strategy& strategy)
      : judgement(by_conditions(runtime, problem, strategy, false)),
        arguments(settings_of(runtime.arguments, problem, strategy)),
        environment(settings_of(runtime.environment, problem, strategy)) {}
  Judgement judgement;
  ArgumentValues arguments, environment;
};

bool told_apart(const Account& one, const Runtime& runtime, const strategy::Problem& problem,
                const strategy::Strategy& strategy) {
  const Judgement other = by_conditions(runtime, problem, strategy, false);
  return other.verdict != one.judgement.verdict || other.decided != one.judgement.decided ||
         other.remarks != one.judgement.remarks ||
         settings_of(runtime.arguments, problem, strategy) != one.arguments ||
         settings_of(runtime.environment, problem, strategy) != one.environment;
}

/// A setting that the runtime cannot tell from another value would be dropped: its file's reason is told, and
/// without one the layout does not run.
void add_unheard(const Runtime& runtime, const strategy::Problem& problem, const strategy::Strategy& strategy,
                 Judgement& judgement) {
  const Account own(runtime, problem, strategy);
  strategy::Problem other = problem;
  for (const Setting& setting : settings()) {
    const std::vector<Question> questions = setting.others(runtime, problem, strategy);
    const bool heard = std::all_of(questions.begin(), questions.end(), [&](const Question& question) {
      other.job = question.job;
      return told_apart(own, runtime, other, question.strategy);
    });
    if (heard) continue;
    const auto reason =
        std::find_if(runtime.ignored.begin(), runtime.ignored.end(), [&](const Condition& ignored) {
          return ignored.name == setting.key && ignored.when.broken(problem, strategy);
        });
    if (reason == runtime.ignored.end()) {
      judgement = {setting.unsaid.verdict, &setting.unsaid, {}};
      return;
    }
    judgement.remarks.push_back(setting.unsaid.name + ": " + reason->why);
  }
}

}  // namespace

Judgement judge(const Runtime& runtime, const strategy::Problem& problem, const strategy::Strategy& strategy,
                bool whole_cluster) {
  Judgement judgement = by_conditions(runtime, problem, strategy, whole_cluster);
  if (judgement.verdict == Verdict::runs) add_unheard(runtime, problem, strategy, judgement);
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
