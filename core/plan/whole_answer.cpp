#include "core/plan/whole_answer.h"

#include "core/plan/answer.h"
#include "core/plan/warnings.h"
#include "core/strategy/rule_counts.h"

namespace astrolabe::plan {

std::vector<ProgramReport> competing(std::vector<ProgramReport> reports) {
  if (reports.empty() || !reports.front().fits()) return {};
  std::erase_if(reports, [](const ProgramReport& report) { return !report.competes(); });
  return reports;
}

std::vector<int> places_of(const std::vector<ProgramReport>& programs, const Snapshot& snapshot, int top) {
  const int shown = static_cast<int>(snapshot.best.size());
  std::vector<int> places;
  for (const ProgramReport& program : programs) {
    std::vector<cost::Evaluation> ahead = snapshot.best;
    for (const ProgramReport& other : programs)
      if (&other != &program) ahead.push_back(other.evaluation);
    const bool listed = shown < top || program_rank(program, snapshot.best, snapshot.objective) <= shown;
    places.push_back(listed ? program_rank(program, ahead, snapshot.objective) : 0);
  }
  return places;
}

Json whole_answer_json(const Snapshot& snapshot, const Beside& beside, const std::stop_token& stop) {
  const strategy::Problem& problem = *snapshot.problem;
  Json answer = answer_json(snapshot);
  answer["programs"] = beside.programs ? Json::array() : Json(nullptr);
  if (beside.programs) {
    const std::vector<int> places = places_of(*beside.programs, snapshot, beside.top);
    for (std::size_t k = 0; k < places.size(); ++k)
      answer["programs"].push_back(program_json((*beside.programs)[k], problem.pool_ids(), places[k]));
  }
  if (beside.programs_stopped_early) answer["programs_stopped_early"] = true;
  answer["rules"] = strategy::rules_json(problem, stop);
  add_warnings(answer, beside.model_warnings, problem);
  return answer;
}

}  // namespace astrolabe::plan
