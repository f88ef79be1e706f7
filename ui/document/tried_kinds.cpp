#include "ui/document/tried_kinds.h"

#include <algorithm>

#include "core/planning/recommended.h"
#include "ui/document/found_beside.h"

namespace astrolabe::ui {

namespace {

bool isSought(const planning::Planner& planner, const planning::QuestionPtr& question) {
  return question && planner.declines(*question).empty() && planner.may_rank(*question) &&
         !planner.takes_long(*question);
}

}  // namespace

TriedKinds::TriedKinds(PlanDocument& trial, const SearchBridge& bridge, QObject* parent)
    : QObject(parent), m_trial(trial), m_bridge(bridge) {
  for (const planning::Planner* planner : planning::other_planners()) {
    m_planners.push_back(std::make_unique<PlannerBridge>(m_trial, *planner));
    connect(m_planners.back().get(), &PlannerBridge::changed, this, &TriedKinds::changed);
  }
  connect(&m_bridge, &SearchBridge::stateChanged, this, &TriedKinds::want);
  connect(&m_bridge, &SearchBridge::snapshotChanged, this, &TriedKinds::want);
}

TriedKinds::~TriedKinds() = default;

/// That of a search that is over; null where there is none, or it does not train.
planning::QuestionPtr TriedKinds::question() const {
  const SearchBridge::State state = m_bridge.state();
  const bool over = state == SearchBridge::State::Finished || state == SearchBridge::State::StoppedEarly;
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  if (!over || !snapshot || !snapshot->problem || m_bridge.isStale() || !m_trial.plan().job.trains())
    return nullptr;
  return planning::question_of(*snapshot->problem, snapshot->objective);
}

void TriedKinds::want() {
  const planning::QuestionPtr asked = question();
  for (const auto& bridge : m_planners) bridge->setWanted(this, isSought(bridge->planner(), asked));
}

planning::OptionPtr TriedKinds::leader() const {
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  if (!question()) return nullptr;
  std::vector<planning::OptionPtr> found;
  for (const auto& bridge : m_planners) found.push_back(foundFor(*bridge, m_trial.plan()));
  const cost::Evaluation* best = snapshot->best.empty() ? nullptr : &snapshot->best.front();
  return planning::recommended_beside(best, found, snapshot->objective);
}

bool TriedKinds::looksFor(std::string_view kind) const {
  const planning::QuestionPtr asked = question();
  return std::any_of(m_planners.begin(), m_planners.end(), [&](const auto& bridge) {
    return bridge->planner().id() == kind && isSought(bridge->planner(), asked);
  });
}

bool TriedKinds::isOver() const {
  const planning::QuestionPtr asked = question();
  return asked && std::all_of(m_planners.begin(), m_planners.end(), [&](const auto& bridge) {
           const PlannerBridge::State state = bridge->state();
           return !isSought(bridge->planner(), asked) ||
                  (state != PlannerBridge::State::Running && state != PlannerBridge::State::Idle &&
                   plan::same_question(bridge->asked(), m_trial.plan()));
         });
}

}  // namespace astrolabe::ui
