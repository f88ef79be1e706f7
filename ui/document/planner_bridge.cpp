#include "ui/document/planner_bridge.h"

#include <algorithm>
#include <utility>

#include "core/plan/scenarios.h"

namespace astrolabe::ui {

namespace {

/// What a search on should not come to: a best behind that before, or none where there was one.
bool isWorse(const planning::Found& more, const planning::Found& before) {
  const auto none = [](const planning::Found& of) {
    return of.options.empty() || !of.options.front()->is_possible();
  };
  if (none(more) || none(before)) return !none(before);
  return planning::ranks_before(*before.options.front(), *more.options.front(), before.question->objective);
}

}  // namespace

PlannerBridge::PlannerBridge(PlanDocument& document, const planning::Planner& planner, QObject* parent)
    : QObject(parent), m_document(document), m_planner(planner), m_runner([this](planning::FoundPtr found) {
        QMetaObject::invokeMethod(
            this, [this, found = std::move(found)] { deliver(found); }, Qt::QueuedConnection);
      }) {
  m_restart.setSingleShot(true);
  m_quiet.start();
  connect(&m_restart, &QTimer::timeout, this, &PlannerBridge::askIfDue);
  connect(&m_document, &PlanDocument::questionChanged, this, &PlannerBridge::becomeDue);
  const auto forget = [this] {
    leaveOff();
    m_settings = nullptr;
    m_found.reset();
    m_due = true;
    m_quiet.start();
    m_restart.start(m_quietMs);
  };
  connect(&m_document, &PlanDocument::wasReset, this, forget);
  connect(&m_document, &PlanDocument::scenarioShown, this, forget);
}

PlannerBridge::~PlannerBridge() = default;

void PlannerBridge::setWanted(const QObject* viewer, bool wanted) {
  if (wanted)
    m_viewers.insert(viewer);
  else
    m_viewers.remove(viewer);
  // Of the question before: what nobody waits for leaves its processors to the search.
  if (m_viewers.isEmpty() && m_due && m_state == State::Running) m_runner.stop();
  if (wanted && m_due && !m_restart.isActive())
    m_restart.start(static_cast<int>(std::max<qint64>(0, m_quietMs - m_quiet.elapsed())));
}

void PlannerBridge::askIfDue() {
  if (m_due && !m_ended && !m_viewers.isEmpty()) ask();
}

void PlannerBridge::setSettings(const Json& settings) {
  if (std::exchange(m_settings, settings) != settings) becomeDue();
}

void PlannerBridge::becomeDue() {
  leaveOff();
  m_due = true;
  m_quiet.start();
  m_restart.start(m_quietMs);
  emit outdated();
}

planning::OptionPtr PlannerBridge::option() const {
  return m_found && !m_found->options.empty() ? m_found->options.front() : nullptr;
}

bool PlannerBridge::isStale() const {
  return m_found && (m_due || m_state == State::Running || m_state == State::Stopped);
}

void PlannerBridge::run() {
  m_ended = false;
  m_due = true;
  ask();
}

bool PlannerBridge::maySearchOn() const {
  return m_state == State::Done && !m_due && !m_ended && !m_searchingOn && !m_searchedOn && m_found &&
         m_found->stopped_early;
}

void PlannerBridge::searchOn() {
  if (!maySearchOn()) return;
  m_searchingOn = true;
  ++m_number;
  SearchOptions options;
  options.settings = m_settings;
  options.to_the_end = true;
  m_runner.submit(m_planner, m_found->question, options, m_number);
  emit changed();
}

/// What still comes of a search on is not wanted.
void PlannerBridge::leaveOff() {
  if (std::exchange(m_searchingOn, false)) m_runner.stop();
}

void PlannerBridge::stop() {
  m_restart.stop();
  if (m_searchingOn) {
    leaveOff();
    emit changed();
  }
  if (m_state != State::Running) return;
  m_runner.stop();
  ++m_number;  // what still comes is not wanted
  setState(State::Stopped);
}

void PlannerBridge::end() {
  m_ended = true;
  stop();
}

void PlannerBridge::ask() {
  leaveOff();
  m_due = false;
  m_searchedOn = false;
  m_error.reset();
  m_declined.clear();
  ++m_number;
  m_asked = plan::plan_of(m_document.plan(), m_document.plan().id);
  Result<strategy::Problem> problem = m_document.problem();
  planning::QuestionPtr question;
  if (problem) {
    question = planning::question_of(m_asked, std::move(*problem), m_document.architecture());
    m_declined = m_planner.declines(*question);
  } else {
    m_error = problem.error();
  }
  if (!question || !m_declined.empty()) {
    m_runner.stop();
    m_found.reset();
    return setState(question ? State::Declines : State::NoPlan);
  }
  SearchOptions options;
  options.settings = m_settings;
  m_runner.submit(m_planner, std::move(question), options, m_number);
  setState(State::Running);
}

void PlannerBridge::deliver(const planning::FoundPtr& found) {
  if (found->revision != m_number) return;
  if (m_state == State::Done) return takeMore(found);
  m_error = planning::error_of(*found);
  m_found = m_error ? nullptr : found;
  const bool runs = found->status == plan::Status::searching;
  setState(runs ? State::Running : m_found ? State::Done : State::Failed);
}

/// The end of a search on, which keeps what was found where nothing came of it.
void PlannerBridge::takeMore(const planning::FoundPtr& found) {
  if (!m_searchingOn || found->status == plan::Status::searching) return;
  m_searchingOn = false;
  m_searchedOn = true;
  if (!planning::error_of(*found) && !isWorse(*found, *m_found)) m_found = found;
  emit changed();
}

std::optional<std::vector<planning::OptionPtr>> PlannerBridge::beside(const plan::Snapshot& snapshot) const {
  const std::vector<planning::OptionPtr> nothing;
  const planning::QuestionPtr question = planning::question_of(*snapshot.problem, snapshot.objective);
  if (!m_planner.declines(*question).empty() || !m_planner.may_rank(*question)) return nothing;
  if (m_due || (m_state != State::Done && m_state != State::Failed)) return std::nullopt;
  if (m_state == State::Failed) return nothing;
  if (!m_found->of_the_job) return std::nullopt;
  return planning::possible(m_found->options);
}

void PlannerBridge::setState(State state) {
  m_state = state;
  emit changed();
}

}  // namespace astrolabe::ui
