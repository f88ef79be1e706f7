#include "ui/document/search_bridge.h"

#include <QCoreApplication>
#include <QEvent>
#include <algorithm>
#include <ctime>
#include <functional>
#include <utility>

#include "core/base/parallel.h"

namespace astrolabe::ui {

namespace {

/// Processor time of all threads of this program.
double processorSeconds() { return double(std::clock()) / CLOCKS_PER_SEC; }

/// Calls back once the event in force is handled, ahead of all that it left to do: a search works while the
/// window is laid out and drawn.
class Ahead final : public QObject {
 public:
  Ahead(QObject* parent, std::function<void()> call) : QObject(parent), m_call(std::move(call)) {
    QCoreApplication::postEvent(this, new QEvent(QEvent::User), Qt::HighEventPriority);
  }
  bool event(QEvent* event) override {
    if (event->type() != QEvent::User) return QObject::event(event);
    deleteLater();
    m_call();
    return true;
  }

 private:
  std::function<void()> m_call;
};

}  // namespace

SearchBridge::SearchBridge(PlanDocument& document, QObject* parent)
    : QObject(parent),
      m_document(document),
      m_runner([this](const planning::FoundPtr& found) { publish(planning::snapshot_of(found)); }) {
  setOptions({});
  m_hold.setSingleShot(true);
  connect(&m_hold, &QTimer::timeout, this, &SearchBridge::deliver);
  connect(&m_document, &PlanDocument::questionChanged, this, &SearchBridge::questionChanged);
  connect(&m_document, &PlanDocument::wasReset, this, &SearchBridge::forget);
}

SearchBridge::~SearchBridge() = default;

void SearchBridge::setLive(bool live) {
  if (std::exchange(m_live, live) == live) return;
  if (m_live && (m_snapshot == nullptr || isStale())) restartSoon();
  if (!m_live) m_restartDue = false;
}

void SearchBridge::restartSoon() {
  if (std::exchange(m_restartDue, true)) return;
  new Ahead(this, [this] {
    if (m_restartDue) run();
  });
}

void SearchBridge::run() {
  m_restartDue = false;
  Result<strategy::Problem> problem = m_document.problem();
  if (!problem) {
    m_runner.stop();
    m_askedRevision = 0;  // whatever still comes belongs to a question that is gone
    m_error = problem.error();
    setState(State::Ready);
    emit stateChanged();
    return;
  }
  m_error.reset();
  m_handedOver = !m_document.plan().job.trains();
  dropOtherTask();
  if (m_handedOver) return handOver();
  setElsewhere({});
  m_askedRevision = m_document.revision();
  m_askedPlan = m_document.plan();
  SearchOptions options = m_options;
  options.objective = m_document.plan().objective;
  m_began.start();
  m_runner.set_paused(false);
  m_runner.submit(planning::pipeline_planner(),
                  planning::question_of(m_askedPlan, std::move(*problem), m_document.architecture()), options,
                  m_askedRevision);
  m_state = State::Searching;
  m_processorAtStart = processorSeconds();
  emit stateChanged();
  emit staleChanged();
}

/// No picture of this search is waited for any more.
void SearchBridge::handOver() {
  m_runner.stop();
  m_askedRevision = 0;
  m_took = 0.0;
  m_processorAtStart = processorSeconds();
  emit stateChanged();
  emit staleChanged();
  emit handedOver();
}

/// What answers another task is no older answer to what is asked now.
void SearchBridge::dropOtherTask() {
  if (!m_snapshot || !m_snapshot->problem || m_snapshot->problem->job.task == m_document.plan().job.task)
    return;
  m_snapshot.reset();
  emit snapshotChanged(nullptr);
}

void SearchBridge::tell(State state, const std::optional<Error>& error) {
  if (!m_handedOver) return;
  const bool told = m_error || error;
  m_error = error;
  if (m_state != state)
    setState(state);
  else if (told)
    emit stateChanged();
}

void SearchBridge::setElsewhere(ElsewhereWords words) {
  if (m_elsewhere == words) return;
  m_elsewhere = std::move(words);
  emit stateChanged();
}

void SearchBridge::stop() {
  m_restartDue = false;
  if (m_state != State::Searching && m_state != State::Paused) return;
  setState(State::Stopping);
  m_runner.set_paused(false);
  m_runner.stop();
  QTimer::singleShot(kLongestStopMs, this, [this] {
    if (m_state == State::Stopping) setState(m_snapshot != nullptr ? State::StoppedEarly : State::Ready);
  });
}

void SearchBridge::setPaused(bool paused) {
  if (m_handedOver) return;
  if (paused ? m_state != State::Searching : m_state != State::Paused) return;
  m_runner.set_paused(paused);
  setState(paused ? State::Paused : State::Searching);
}

void SearchBridge::show(State state, plan::Snapshot snapshot) {
  snapshot.revision = m_document.revision();
  m_snapshot = std::make_shared<const plan::Snapshot>(std::move(snapshot));
  m_shownPlan = m_document.plan();
  emit snapshotChanged(m_snapshot);
  emit staleChanged();
  setState(state);
}

void SearchBridge::take(const plan::SnapshotPtr& snapshot, plan::Plan asked) {
  m_restartDue = false;
  m_runner.stop();
  m_askedRevision = 0;
  m_error.reset();
  m_took = 0.0;
  m_snapshot.reset();
  m_handedOver = !m_document.plan().job.trains();
  if (!m_handedOver) setElsewhere({});
  if (m_handedOver && m_live) restartSoon();  // what the other planner found is not kept here
  if (snapshot != nullptr && !m_handedOver) {
    m_shownPlan = std::move(asked);
    auto taken = std::make_shared<plan::Snapshot>(*snapshot);
    taken->revision = m_document.revision() - (asksTheSame(m_shownPlan) ? 0 : 1);
    m_snapshot = std::move(taken);
  }
  emit snapshotChanged(m_snapshot);
  emit staleChanged();
  setState(m_snapshot != nullptr ? stateOf(*m_snapshot) : State::Ready);
}

/// An edit that was undone leaves the question as it was.
bool SearchBridge::asksTheSame(const plan::Plan& shown) const {
  return plan::same_question(shown, m_document.plan());
}

bool SearchBridge::isStale() const {
  return m_snapshot != nullptr && m_snapshot->revision != m_document.revision() && !asksTheSame(m_shownPlan);
}

bool SearchBridge::isOutdated() const {
  return m_askedRevision != 0 && m_askedRevision != m_document.revision() && !asksTheSame(m_askedPlan);
}

/// Whether an edit may begin a search: not where a long one runs or is to be expected.
bool SearchBridge::startsByItself() const {
  if (!m_live) return false;
  const bool runs = m_state == State::Searching || m_state == State::Paused;
  return (runs ? secondsSoFar() : m_took) <= m_liveLimit;
}

/// As long as the search in force would have taken with its processors for itself.
double SearchBridge::secondsSoFar() const {
  return (processorSeconds() - m_processorAtStart) / worker_count(m_options.threads);
}

int SearchBridge::changesSinceRun() const {
  return m_snapshot == nullptr ? 0 : static_cast<int>(m_document.revision() - m_snapshot->revision);
}

void SearchBridge::publish(plan::SnapshotPtr snapshot) {
  const std::lock_guard lock(m_mutex);
  const bool ended = snapshot->status != plan::Status::searching;
  // A delivery is already under way, or held back.
  if (std::exchange(m_latest, std::move(snapshot)) && !ended) return;
  QMetaObject::invokeMethod(
      this, [this] { deliver(); }, Qt::QueuedConnection);
}

void SearchBridge::deliver() {
  plan::SnapshotPtr snapshot;
  {
    const std::lock_guard lock(m_mutex);
    const qint64 left = m_began.isValid() ? kFirstPictureMs - m_began.elapsed() : 0;
    if (m_latest != nullptr && m_latest->status == plan::Status::searching && left > 0)
      return m_hold.start(int(left));
    snapshot = std::exchange(m_latest, nullptr);
  }
  if (snapshot == nullptr || snapshot->revision != m_askedRevision) return;  // a stale answer
  m_snapshot = snapshot;
  m_shownPlan = m_askedPlan;
  // Paused and stopping stand until the search itself ends. Its end comes with its answer, so that who
  // listens to both works out the same twice and not first what holds no more.
  const State before = m_state;
  if (snapshot->status != plan::Status::searching) {
    m_took = secondsSoFar();
    m_state = stateOf(*snapshot);
  }
  emit snapshotChanged(snapshot);
  emit staleChanged();
  if (m_snapshot != snapshot) return;  // a listener changed the question
  if (m_state != before) emit stateChanged();
}

SearchBridge::State SearchBridge::stateOf(const plan::Snapshot& ended) {
  if (ended.status == plan::Status::failed) return State::Failed;
  return ended.stopped_early ? State::StoppedEarly : State::Finished;
}

void SearchBridge::questionChanged() {
  const bool known = m_askedRevision == 0 && m_snapshot != nullptr && !isStale();
  if (!known && startsByItself()) {
    restartSoon();
  } else {  // nobody asks, but whether one could is shown all the same
    const Result<strategy::Problem>& problem = m_document.problem();
    const bool before = m_error.has_value();
    m_error = problem ? std::nullopt : std::optional(problem.error());
    if (m_error || before) emit stateChanged();
  }
  emit staleChanged();
}

void SearchBridge::forget() {
  m_runner.stop();
  m_askedRevision = 0;
  m_error.reset();
  m_snapshot.reset();
  m_took = 0.0;
  m_handedOver = false;
  m_elsewhere = {};
  emit snapshotChanged(nullptr);
  setState(State::Ready);
}

void SearchBridge::setState(State state) {
  if (std::exchange(m_state, state) != state) emit stateChanged();
}

}  // namespace astrolabe::ui
