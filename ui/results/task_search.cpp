#include "ui/results/task_search.h"

#include <utility>

#include "core/base/error_codes.h"
#include "core/planning/leading.h"
#include "ui/render/kind_words.h"

namespace astrolabe::ui {

namespace {

/// The picture of a search that ranks no strategies.
plan::Snapshot snapshotOf(const planning::Found& found) {
  plan::Snapshot snapshot;
  snapshot.status = found.status;
  snapshot.stopped_early = found.stopped_early;
  snapshot.gap = found.gap;
  snapshot.has_bound = found.has_bound;
  snapshot.seconds = found.seconds;
  snapshot.threads = 1;
  snapshot.defect = found.defect;
  snapshot.objective = found.question->objective;
  snapshot.problem = std::make_shared<const strategy::Problem>(found.question->problem);
  snapshot.space = kindWords(found.planner).space(found);
  return snapshot;
}

}  // namespace

TaskSearch::TaskSearch(const PlanDocument& document, SearchBridge& search,
                       std::vector<PlannerBridge*> planners, QObject* parent)
    : QObject(parent), m_document(document), m_search(search), m_planners(std::move(planners)) {
  connect(&m_search, &SearchBridge::handedOver, this, &TaskSearch::run);
  connect(&m_search, &SearchBridge::stateChanged, this, &TaskSearch::stopped);
  for (PlannerBridge* planner : m_planners)
    connect(planner, &PlannerBridge::changed, this, [this, planner] {
      if (planner == this->planner()) follow();
    });
}

PlannerBridge* TaskSearch::planner() const { return m_document.plan().job.trains() ? nullptr : m_leader; }

void TaskSearch::run() {
  m_leader = nullptr;
  if (Result<strategy::Problem> problem = m_document.problem()) {
    const planning::QuestionPtr question =
        planning::question_of(m_document.plan(), std::move(*problem), m_document.architecture());
    const planning::LeadingPlanner* leader = planning::leading_beside_pipelines(*question);
    for (PlannerBridge* bridge : m_planners) {
      const planning::Planner& planner = bridge->planner();
      if (&planner == leader)
        m_leader = bridge;
      else if (dynamic_cast<const planning::LeadingPlanner*>(&planner) &&
               !planner.declines(*question).empty())
        bridge->run();  // so that its page says why it has nothing to show
    }
  }
  if (m_leader != nullptr) return m_leader->run();
  m_search.setElsewhere({});
  m_search.tell(SearchBridge::State::Ready, Error{std::string(code::out_of_range),
                                                  {},
                                                  "task",
                                                  m_document.plan().job.task,
                                                  {Wanted::Kind::one_of, {"train", "serve", "post_train"}}});
}

/// The search was stopped: so is who answers in its place.
void TaskSearch::stopped() {
  if (m_search.state() != SearchBridge::State::Stopping || !m_search.isHandedOver()) return;
  if (PlannerBridge* planner = this->planner()) planner->stop();
}

void TaskSearch::follow() {
  if (!m_search.isHandedOver()) return;
  const PlannerBridge& planner = *this->planner();
  switch (planner.state()) {
    case PlannerBridge::State::Running:
      return m_search.tell(SearchBridge::State::Searching);
    case PlannerBridge::State::Done:
      return tellAnswer(planner);
    case PlannerBridge::State::Stopped:
      return m_search.tell(m_search.snapshot() ? SearchBridge::State::StoppedEarly
                                               : SearchBridge::State::Ready);
    case PlannerBridge::State::Failed:
    case PlannerBridge::State::NoPlan:
      m_search.setElsewhere({});
      return m_search.tell(SearchBridge::State::Ready, planner.error());
    case PlannerBridge::State::Declines:
      m_search.setElsewhere({});
      return m_search.tell(SearchBridge::State::Ready, Error{planner.declined(), {}, "task", {}, {}});
    case PlannerBridge::State::Idle:
      return;
  }
}

void TaskSearch::tellAnswer(const PlannerBridge& planner) {
  const planning::Found& found = *planner.found();
  m_search.tell(m_search.state());  // whatever was wrong is not any more
  m_search.setElsewhere(kindWords(found.planner).elsewhere(found));
  m_search.show(found.stopped_early ? SearchBridge::State::StoppedEarly : SearchBridge::State::Finished,
                snapshotOf(found));
}

}  // namespace astrolabe::ui
