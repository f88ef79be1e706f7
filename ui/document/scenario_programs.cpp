#include "ui/document/scenario_programs.h"

#include <utility>

#include "core/plan/plan_file.h"
#include "core/plan/scenarios.h"

namespace astrolabe::ui {

ScenarioPrograms::ScenarioPrograms(PlanDocument& document, QObject* parent)
    : QObject(parent), m_document(document) {
  connect(&m_document, &PlanDocument::wasReset, this, &ScenarioPrograms::forget);
  connect(&m_document, &PlanDocument::planChanged, this, &ScenarioPrograms::dropGone);
}

ScenarioPrograms::~ScenarioPrograms() = default;

void ScenarioPrograms::follow(ProgramBridge& bridge) {
  m_bridge = &bridge;
  m_forgotten = 0;
  connect(&bridge, &ProgramBridge::changed, this, &ScenarioPrograms::keep);
  if (m_inWindow == 0) return;  // else the bridge before went without having ended it
  m_queue.add(std::exchange(m_inWindow, 0));
  begin();
}

const ScenarioProgram* ScenarioPrograms::of(int id) const {
  const auto own = m_programs.find(id);
  if (plan::find_scenario(m_document.plan(), id) != nullptr) {
    const plan::Plan now = plan::plan_of(m_document.plan(), id);
    if (own != m_programs.end() && plan::same_question(own->second.asked, now)) return &own->second;
    for (const auto& [other, program] : m_programs)
      if (plan::same_question(program.asked, now)) return &program;
  }
  return own == m_programs.end() ? nullptr : &own->second;
}

bool ScenarioPrograms::isStale(int id) const {
  const ScenarioProgram* program = of(id);
  return program != nullptr && !plan::same_question(program->asked, plan::plan_of(m_document.plan(), id));
}

bool ScenarioPrograms::isSynthesising(int id) const { return m_queue.holds(id) || runsInWindow(id); }

/// What runs in the window goes on when another scenario is shown, until it begins with that one.
bool ScenarioPrograms::runsInWindow(int id) const {
  return m_bridge && m_bridge->state() == ProgramBridge::State::Running &&
         m_bridge->number() > m_forgotten && m_bridge->asked().id == id;
}

void ScenarioPrograms::synthesise(int id) {
  if (isSynthesising(id)) return;
  // The window may have been told to take fewer sequences at a time, which is another question.
  if (m_bridge && id == m_document.plan().id && m_bridge->sequences() == 0 && !runsInWindow(m_inWindow)) {
    m_inWindow = id;
    return m_bridge->run();
  }
  m_queue.add(id);
  begin();
  emit changed();
}

void ScenarioPrograms::stop(int id) {
  if (runsInWindow(id)) m_bridge->stop();
  takeBack(id);
}

void ScenarioPrograms::takeBack(int id) {
  if (m_queue.runs(id))
    giveUp();
  else if (!m_queue.drop(id))
    return;
  emit changed();
}

/// What runs behind the window says when it has ended; the next one begins then.
void ScenarioPrograms::giveUp() {
  m_queue.giveUp();
  m_worker.request_stop();
}

/// The window has begun with a scenario. With its whole batch it need not be done behind the window any more;
/// what the window was told before and does not do now has to be.
void ScenarioPrograms::giveOver() {
  const int begun = m_bridge->asked().id;
  const bool whole = m_bridge->sequences() == 0;
  if (whole) takeBack(begun);
  if (m_inWindow == 0 || (whole && m_inWindow == begun)) return;
  m_queue.add(std::exchange(m_inWindow, 0));
  begin();
}

/// What the window's synthesis came to, once.
void ScenarioPrograms::keep() {
  if (m_bridge->number() <= m_forgotten) return;
  if (m_bridge->state() == ProgramBridge::State::Running)
    giveOver();
  else
    m_inWindow = 0;
  const plan::Plan& asked = m_bridge->asked();
  const bool whole = m_bridge->report() && m_bridge->report()->sequences == asked.job.global_batch;
  if (m_bridge->state() == ProgramBridge::State::Done && whole)
    m_programs[asked.id] = {m_bridge->summary(), {}, asked};
  else if (m_bridge->state() == ProgramBridge::State::Failed && m_bridge->sequences() == 0)
    m_programs[asked.id] = {nullptr, m_bridge->error(), asked};
  emit changed();
}

/// Begins with the first that waits, unless one runs.
void ScenarioPrograms::begin() {
  while (const std::optional<int> id = m_queue.take(m_document.plan())) {
    ScenarioProgram made{nullptr, {}, plan::plan_of(m_document.plan(), *id)};
    Result<strategy::Problem> problem = plan::make_problem(made.asked, m_document.catalogue());
    if (!problem || !plan::is_mixed(problem->cluster)) {
      if (!problem) m_programs[*id] = {nullptr, problem.error(), made.asked};
      continue;
    }
    m_worker = std::jthread([this, number = m_queue.begin(*id), made = std::move(made),
                             problem = std::move(*problem)](const std::stop_token& stop) mutable {
      auto reports = plan::programs_of(made.asked, problem, {.stop = stop});
      if (!reports)
        made.error = reports.error();
      else if (!stop.stop_requested())
        made.summary =
            std::make_shared<const plan::ProgramSummary>(plan::summary_of(reports->front(), problem));
      QMetaObject::invokeMethod(
          this, [this, number, made = std::move(made)] { arrived(number, made); }, Qt::QueuedConnection);
    });
  }
}

void ScenarioPrograms::arrived(quint64 number, const ScenarioProgram& made) {
  if (m_queue.end(number)) m_programs[made.asked.id] = made;
  begin();
  emit changed();
}

/// Nobody waits for anything behind the window any more.
void ScenarioPrograms::stopWaiting() {
  giveUp();
  m_queue.clear();
  m_inWindow = 0;
}

void ScenarioPrograms::end() {
  stopWaiting();
  if (m_bridge) m_bridge->end();
  emit changed();
}

/// Nobody waits for scenarios that the plan has no more. What the window finds for one of them would be that
/// of the scenario that gets the number.
void ScenarioPrograms::dropGone() {
  const plan::Plan& plan = m_document.plan();
  m_gone.look(plan, m_programs);
  if (m_queue.dropGone(plan)) giveUp();
  if (plan::find_scenario(plan, m_inWindow) == nullptr) m_inWindow = 0;
  if (m_bridge && plan::find_scenario(plan, m_bridge->asked().id) == nullptr)
    m_forgotten = m_bridge->number();
  emit changed();
}

void ScenarioPrograms::forget() {
  stopWaiting();
  m_programs.clear();
  m_gone = {};
  if (m_bridge) m_forgotten = m_bridge->number();
  emit changed();
}

}  // namespace astrolabe::ui
