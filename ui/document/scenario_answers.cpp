#include "ui/document/scenario_answers.h"

#include <QTimer>
#include <algorithm>
#include <utility>

#include "core/plan/scenarios.h"
#include "core/planning/leading.h"

namespace astrolabe::ui {

using State = SearchBridge::State;

ScenarioAnswers::ScenarioAnswers(PlanDocument& document, SearchBridge& bridge, QObject* parent)
    : QObject(parent),
      m_document(document),
      m_bridge(bridge),
      m_runner([this](const planning::FoundPtr& found) {
        if (found->status == plan::Status::searching) return;
        QMetaObject::invokeMethod(
            this, [this, end = planning::snapshot_of(found)] { arrived(end); }, Qt::QueuedConnection);
      }) {
  for (const planning::Planner* planner : planning::other_planners())
    m_besides.push_back(std::make_unique<PlannerAnswers>(m_document, *planner));
  connect(&m_bridge, &SearchBridge::stateChanged, this, &ScenarioAnswers::follow);
  connect(&m_bridge, &SearchBridge::snapshotChanged, this, &ScenarioAnswers::follow);
  connect(&m_document, &PlanDocument::scenarioShown, this, &ScenarioAnswers::showAgain);
  connect(&m_document, &PlanDocument::wasReset, this, &ScenarioAnswers::forget);
  connect(&m_document, &PlanDocument::planChanged, this, &ScenarioAnswers::dropGone);
}

ScenarioAnswers::~ScenarioAnswers() = default;

const ScenarioAnswer* ScenarioAnswers::of(int id) const {
  const auto found = m_answers.find(id);
  return found == m_answers.end() ? nullptr : &found->second;
}

PlannerAnswers& ScenarioAnswers::beside(std::string_view planner) const {
  return **std::find_if(m_besides.begin(), m_besides.end(),
                        [&](const auto& each) { return each->planner().id() == planner; });
}

bool ScenarioAnswers::isStale(int id) const {
  const ScenarioAnswer* answer = of(id);
  return answer != nullptr && !plan::same_question(answer->asked, plan::plan_of(m_document.plan(), id));
}

bool ScenarioAnswers::isSearching(int id) const {
  if (id == m_document.plan().id)
    return m_bridge.state() == State::Searching || m_bridge.state() == State::Paused;
  return m_queue.holds(id);
}

std::optional<Error> ScenarioAnswers::errorOf(int id) const {
  const Result<strategy::Problem> problem =
      id == m_document.plan().id
          ? m_document.problem()
          : plan::make_problem(plan::plan_of(m_document.plan(), id), m_document.catalogue());
  return problem ? std::nullopt : std::optional(problem.error());
}

void ScenarioAnswers::search(int id) {
  if (id == m_document.plan().id) return m_bridge.run();
  if (isSearching(id)) return;
  m_queue.add(id);
  begin();
  emit changed();
}

void ScenarioAnswers::searchMissing() {
  if (!m_bridge.isLive()) return;
  for (const plan::Scenario* scenario : plan::scenarios(m_document.plan())) {
    const int id = scenario->id;
    if (!isSearching(id) && (of(id) == nullptr || isStale(id)) && !errorOf(id)) search(id);
  }
}

void ScenarioAnswers::planMissing(int id, const std::vector<std::string>& keys) {
  if (!m_bridge.isLive() || id == m_document.plan().id) return;
  for (const auto& each : m_besides) {
    const bool wanted = std::find(keys.begin(), keys.end(), each->planner().answer_key()) != keys.end();
    if (wanted && !each->isRunning(id)) each->ask(id);
  }
}

void ScenarioAnswers::stop(int id) {
  if (id == m_document.plan().id) return m_bridge.stop();
  if (!m_queue.runs(id)) {
    m_queue.drop(id);
    emit changed();
    return;
  }
  m_runner.stop();
  QTimer::singleShot(SearchBridge::kLongestStopMs, this, [this, number = m_queue.number()] {
    if (!m_queue.end(number)) return;
    begin();
    emit changed();
  });
}

/// The search of the scenario that is shown tells something; its end is kept.
void ScenarioAnswers::follow() {
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  if (snapshot != nullptr && snapshot->status != plan::Status::searching && !m_bridge.isStale())
    m_answers[m_document.plan().id] = {snapshot, m_bridge.shownPlan()};
  emit changed();
}

void ScenarioAnswers::showAgain() {
  m_gone.look(m_document.plan(), m_answers);
  const int id = m_document.plan().id;
  m_queue.drop(id);                      // the window searches it from now on
  if (of(id) == nullptr || isStale(id))  // a copy asks what the one that it was made of asked
    for (const auto& [other, answer] : m_answers)
      if (other != id && plan::same_question(answer.asked, m_document.plan())) {
        m_answers[id] = answer;
        break;
      }
  const ScenarioAnswer* answer = of(id);
  m_bridge.take(answer != nullptr ? answer->snapshot : nullptr,
                answer != nullptr ? answer->asked : plan::Plan());
}

/// Begins with the first that waits, unless one runs.
void ScenarioAnswers::begin() {
  while (const std::optional<int> id = m_queue.take(m_document.plan())) {
    plan::Plan asked = plan::plan_of(m_document.plan(), *id);
    Result<strategy::Problem> problem = plan::make_problem(asked, m_document.catalogue());
    if (!problem) continue;
    if (!asked.job.trains()) {
      askLeader(*planning::question_of(asked, std::move(*problem)));
      continue;
    }
    m_asked = std::move(asked);
    SearchOptions options = m_bridge.options();
    options.objective = m_asked.objective;
    m_runner.submit(planning::pipeline_planner(), planning::question_of(m_asked, std::move(*problem)),
                    options, m_queue.begin(*id));
  }
}

/// Of a job that does not train another planner has the answer.
void ScenarioAnswers::askLeader(const planning::Question& question) {
  const planning::Planner* leader = planning::leading_beside_pipelines(question);
  const int id = question.asked.id;
  for (const auto& each : m_besides)
    if (&each->planner() == leader && !each->isRunning(id) && (each->of(id) == nullptr || each->isStale(id)))
      each->ask(id);
}

void ScenarioAnswers::arrived(const plan::SnapshotPtr& snapshot) {
  if (!m_queue.end(snapshot->revision)) return;  // of a search that nobody waits for
  if (m_asked.id != m_document.plan().id) m_answers[m_asked.id] = {snapshot, m_asked};
  begin();
  emit changed();
}

/// Nobody waits for anything behind the window any more.
void ScenarioAnswers::stopWaiting() {
  m_runner.stop();
  m_queue.clear();
  m_queue.free();
}

void ScenarioAnswers::end() {
  stopWaiting();
  for (const auto& each : m_besides) each->end();
  emit changed();
}

void ScenarioAnswers::forget() {
  stopWaiting();
  m_answers.clear();
  m_gone = {};
  emit changed();
}

/// Answers of scenarios that the plan has no more cost little: they stay while an undo may bring those back.
/// Nobody waits for their searches: what these find would be that of the scenario that gets the number.
void ScenarioAnswers::dropGone() {
  m_gone.look(m_document.plan(), m_answers);
  if (m_queue.dropGone(m_document.plan())) {
    m_runner.stop();
    m_queue.free();
    begin();
  }
  emit changed();
}

}  // namespace astrolabe::ui
