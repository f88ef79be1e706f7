#include "ui/document/program_bridge.h"

#include <utility>

#include "core/plan/scenarios.h"

namespace astrolabe::ui {

ProgramBridge::ProgramBridge(PlanDocument& document, QObject* parent)
    : QObject(parent),
      m_document(document),
      m_thread([this](const std::stop_token& closing) { loop(closing); }) {
  m_restart.setSingleShot(true);
  constexpr int kQuietMs = 250;  // edits in quick succession have their processors for the searches
  m_restart.setInterval(kQuietMs);
  connect(&m_restart, &QTimer::timeout, this, [this] {
    if (m_due && !m_ended && !m_viewers.isEmpty()) ask();
  });
  connect(&m_document, &PlanDocument::questionChanged, this, &ProgramBridge::becomeDue);
  const auto forget = [this] {
    m_sequences = 0;
    m_reports.reset();
    m_report.reset();
    m_summary.reset();
    m_due = true;
    m_restart.start();
  };
  connect(&m_document, &PlanDocument::wasReset, this, forget);
  connect(&m_document, &PlanDocument::scenarioShown, this, forget);
}

ProgramBridge::~ProgramBridge() {
  m_thread.request_stop();
  const std::lock_guard lock(m_mutex);
  m_current.request_stop();
}

void ProgramBridge::setWanted(const QObject* viewer, bool wanted) {
  if (wanted)
    m_viewers.insert(viewer);
  else
    m_viewers.remove(viewer);
  if (wanted && m_due) m_restart.start();
}

void ProgramBridge::setSequences(qint64 sequences) {
  if (std::exchange(m_sequences, sequences) != sequences) becomeDue();
}

void ProgramBridge::becomeDue() {
  m_due = true;
  m_restart.start();
  emit outdated();
}

bool ProgramBridge::isStale() const {
  return m_report && (m_due || m_state == State::Running || m_state == State::Stopped);
}

void ProgramBridge::run() {
  m_ended = false;
  m_due = true;
  ask();
}

void ProgramBridge::stop() {
  m_restart.stop();
  if (m_state != State::Running) return;
  {
    const std::lock_guard lock(m_mutex);
    m_pending.reset();
    m_current.request_stop();
  }
  ++m_number;  // what still comes is not wanted
  setState(State::Stopped);
}

void ProgramBridge::end() {
  m_ended = true;
  stop();
}

void ProgramBridge::setProofWanted(bool wanted) {
  m_proofWanted = wanted;
  if (!wanted && m_proving) {
    const std::lock_guard lock(m_mutex);
    m_pending.reset();
    m_current.request_stop();
    m_proving = false;
  }
  prove();
}

void ProgramBridge::prove() {
  if (!m_proofWanted || m_proving || m_proofTried || m_state != State::Done || !m_report || !m_report->fits())
    return;
  m_proving = true;
  {
    const std::lock_guard lock(m_mutex);
    m_pending = Question{{}, nullptr, 0, m_number, m_report};
  }
  m_wake.notify_one();
  emit changed();
}

void ProgramBridge::ask() {
  m_due = false;
  m_error.reset();
  m_proof.reset();
  m_proving = m_proofTried = false;
  ++m_number;
  m_asked = plan::plan_of(m_document.plan(), m_document.plan().id);
  const Result<strategy::Problem> problem = m_document.problem();
  const bool mixed = problem && plan::is_mixed(problem->cluster);
  if (!problem || !mixed) {
    const std::lock_guard lock(m_mutex);
    m_pending.reset();
    m_current.request_stop();
  }
  if (!problem || !mixed) {
    m_reports.reset();
    m_report.reset();
    m_summary.reset();
    if (!problem) m_error = problem.error();
    return setState(problem ? State::NotMixed : State::NoPlan);
  }
  {
    const std::lock_guard lock(m_mutex);
    m_pending = Question{*problem, m_document.architecture(), m_sequences, m_number, nullptr};
    m_current.request_stop();
  }
  m_wake.notify_one();
  setState(State::Running);
}

void ProgramBridge::loop(const std::stop_token& closing) {
  while (true) {
    std::unique_lock lock(m_mutex);
    m_wake.wait(lock, closing, [this] { return m_pending.has_value(); });
    if (closing.stop_requested()) return;
    const Question question = *std::exchange(m_pending, std::nullopt);
    m_current = std::stop_source{};
    const std::stop_token stop = m_current.get_token();
    lock.unlock();
    Answer answer;
    answer.number = question.number;
    if (question.proven) {
      answer.is_proof = true;
      if (auto proof = plan::prove_program(*question.proven, stop)) answer.proof = std::move(*proof);
      if (stop.stop_requested()) continue;
      QMetaObject::invokeMethod(
          this, [this, answer] { deliver(answer); }, Qt::QueuedConnection);
      continue;
    }
    auto made =
        plan::program_reports(question.problem, *question.architecture, question.sequences, {.stop = stop});
    if (made) {
      answer.reports = std::make_shared<const std::vector<plan::ProgramReport>>(std::move(*made));
      answer.summary = std::make_shared<const plan::ProgramSummary>(
          plan::summary_of(answer.reports->front(), question.problem));
    } else {
      answer.error = made.error();
    }
    if (stop.stop_requested()) continue;  // another question came
    QMetaObject::invokeMethod(
        this, [this, answer] { deliver(answer); }, Qt::QueuedConnection);
  }
}

void ProgramBridge::deliver(const Answer& answer) {
  if (answer.number != m_number) return;
  if (answer.is_proof) {
    m_proof = answer.proof;
    m_proving = false;
    m_proofTried = true;
    emit changed();
    return;
  }
  m_reports = answer.reports;
  m_report = m_reports ? ProgramPtr(m_reports, &m_reports->front()) : nullptr;
  m_summary = answer.summary;
  m_error = answer.error;
  setState(m_report ? State::Done : State::Failed);
  prove();
}

std::optional<std::vector<plan::ProgramReport>> ProgramBridge::beside(const plan::Snapshot& snapshot) const {
  const std::vector<plan::ProgramReport> nothing;
  const strategy::Problem& problem = *snapshot.problem;
  if (!plan::is_mixed(problem.cluster) || !plan::may_answer(problem)) return nothing;
  if (m_due || (m_state != State::Done && m_state != State::Failed)) return std::nullopt;
  if (m_state == State::Failed) return nothing;
  // Of the whole batch alone a step can be compared.
  if (m_reports->front().sequences != problem.job.global_batch) return std::nullopt;
  std::vector<plan::ProgramReport> competing = *m_reports;
  if (!competing.front().fits()) return nothing;
  std::erase_if(competing, [](const plan::ProgramReport& report) { return !report.competes(); });
  return competing;
}

void ProgramBridge::setState(State state) {
  m_state = state;
  emit changed();
}

}  // namespace astrolabe::ui
