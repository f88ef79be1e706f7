#include "ui/document/planner_answers.h"

#include <utility>

#include "core/plan/scenarios.h"

namespace astrolabe::ui {

planning::OptionPtr PlannerAnswer::option() const {
  return found && !found->options.empty() ? found->options.front() : nullptr;
}

PlannerAnswers::PlannerAnswers(PlanDocument& document, const planning::Planner& planner, QObject* parent)
    : QObject(parent), m_document(document), m_planner(planner), m_runner([this](planning::FoundPtr found) {
        if (found->status == plan::Status::searching) return;
        QMetaObject::invokeMethod(
            this, [this, found = planning::in_short(found)] { arrived(found); }, Qt::QueuedConnection);
      }) {
  connect(&m_document, &PlanDocument::wasReset, this, &PlannerAnswers::forget);
  connect(&m_document, &PlanDocument::planChanged, this, &PlannerAnswers::dropGone);
}

PlannerAnswers::~PlannerAnswers() = default;

void PlannerAnswers::follow(PlannerBridge& bridge) {
  m_bridge = &bridge;
  m_forgotten = 0;
  connect(&bridge, &PlannerBridge::changed, this, &PlannerAnswers::keep);
  if (m_inWindow == 0) return;  // else the bridge before went without having ended it
  m_queue.add(std::exchange(m_inWindow, 0));
  begin();
}

const PlannerAnswer* PlannerAnswers::of(int id) const {
  const auto own = m_answers.find(id);
  if (plan::find_scenario(m_document.plan(), id) != nullptr) {
    const plan::Plan now = plan::plan_of(m_document.plan(), id);
    if (own != m_answers.end() && plan::same_question(own->second.asked, now)) return &own->second;
    for (const auto& [other, answer] : m_answers)
      if (plan::same_question(answer.asked, now)) return &answer;
  }
  return own == m_answers.end() ? nullptr : &own->second;
}

bool PlannerAnswers::isStale(int id) const {
  const PlannerAnswer* answer = of(id);
  return answer != nullptr && !plan::same_question(answer->asked, plan::plan_of(m_document.plan(), id));
}

bool PlannerAnswers::isRunning(int id) const { return m_queue.holds(id) || runsInWindow(id); }

/// What runs in the window goes on when another scenario is shown, until it begins with that one.
bool PlannerAnswers::runsInWindow(int id) const {
  return m_bridge && m_bridge->state() == PlannerBridge::State::Running && m_bridge->number() > m_forgotten &&
         m_bridge->asked().id == id;
}

void PlannerAnswers::ask(int id) {
  if (isRunning(id)) return;
  // The window may have other settings, which make another question.
  if (m_bridge && id == m_document.plan().id && m_bridge->settings().is_null() && !runsInWindow(m_inWindow)) {
    m_inWindow = id;
    return m_bridge->run();
  }
  m_queue.add(id);
  begin();
  emit changed();
}

void PlannerAnswers::stop(int id) {
  if (runsInWindow(id)) m_bridge->stop();
  takeBack(id);
}

void PlannerAnswers::takeBack(int id) {
  if (m_queue.runs(id)) {
    giveUp();
    begin();
  } else if (!m_queue.drop(id)) {
    return;
  }
  emit changed();
}

/// The end of what runs behind the window is not waited for; the runner keeps the next one until then.
void PlannerAnswers::giveUp() {
  m_queue.free();
  m_runner.stop();
}

/// The window has begun with a scenario. Without settings of its own that need not be done behind the window
/// any more; what the window was told before and does not do now has to be.
void PlannerAnswers::giveOver() {
  const int begun = m_bridge->asked().id;
  const bool whole = m_bridge->settings().is_null();
  if (whole) takeBack(begun);
  if (m_inWindow == 0 || (whole && m_inWindow == begun)) return;
  m_queue.add(std::exchange(m_inWindow, 0));
  begin();
}

/// What the window's planning came to, once.
void PlannerAnswers::keep() {
  if (m_bridge->number() <= m_forgotten) return;
  if (m_bridge->state() == PlannerBridge::State::Running)
    giveOver();
  else
    m_inWindow = 0;
  const plan::Plan& asked = m_bridge->asked();
  if (m_bridge->state() == PlannerBridge::State::Done && m_bridge->found()->of_the_job)
    m_answers[asked.id] = {planning::in_short(m_bridge->found()), {}, asked};
  else if (m_bridge->state() == PlannerBridge::State::Failed && m_bridge->settings().is_null())
    m_answers[asked.id] = {nullptr, m_bridge->error(), asked};
  emit changed();
}

/// Begins with the first that waits, unless one runs.
void PlannerAnswers::begin() {
  while (const std::optional<int> id = m_queue.take(m_document.plan())) {
    const plan::Plan asked = plan::plan_of(m_document.plan(), *id);
    const Result<planning::QuestionPtr> question = planning::make_question(asked, m_document.catalogue());
    if (!question)
      m_answers[*id] = {nullptr, question.error(), asked};
    else if (m_planner.declines(**question).empty())
      m_runner.submit(m_planner, *question, {}, m_queue.begin(*id));
  }
}

void PlannerAnswers::arrived(const planning::FoundPtr& found) {
  const std::optional<Error> error = planning::error_of(*found);
  const plan::Plan& asked = found->question->asked;
  if (m_queue.end(found->revision)) m_answers[asked.id] = {error ? nullptr : found, error, asked};
  begin();
  emit changed();
}

/// Nobody waits for anything behind the window any more.
void PlannerAnswers::stopWaiting() {
  giveUp();
  m_queue.clear();
  m_inWindow = 0;
}

void PlannerAnswers::end() {
  stopWaiting();
  if (m_bridge) m_bridge->end();
  emit changed();
}

/// Nobody waits for scenarios that the plan has no more. What the window finds for one of them would be that
/// of the scenario that gets the number.
void PlannerAnswers::dropGone() {
  const plan::Plan& plan = m_document.plan();
  m_gone.look(plan, m_answers);
  if (m_queue.dropGone(plan)) {
    giveUp();
    begin();
  }
  if (plan::find_scenario(plan, m_inWindow) == nullptr) m_inWindow = 0;
  if (m_bridge && plan::find_scenario(plan, m_bridge->asked().id) == nullptr)
    m_forgotten = m_bridge->number();
  emit changed();
}

void PlannerAnswers::forget() {
  stopWaiting();
  m_answers.clear();
  m_gone = {};
  if (m_bridge) m_forgotten = m_bridge->number();
  emit changed();
}

}  // namespace astrolabe::ui
