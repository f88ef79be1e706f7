#include "ui/document/scenario_queue.h"

#include <algorithm>

#include "core/plan/scenarios.h"

namespace astrolabe::ui {

bool ScenarioQueue::holds(int id) const {
  return runs(id) || std::find(m_waiting.begin(), m_waiting.end(), id) != m_waiting.end();
}

bool ScenarioQueue::runs(int id) const { return m_turn && m_turn->wanted && m_turn->id == id; }

void ScenarioQueue::add(int id) {
  if (!holds(id)) m_waiting.push_back(id);
}

bool ScenarioQueue::drop(int id) { return std::erase(m_waiting, id) > 0; }

bool ScenarioQueue::dropGone(const plan::Plan& plan) {
  const auto gone = [&plan](int id) { return plan::find_scenario(plan, id) == nullptr; };
  std::erase_if(m_waiting, gone);
  return m_turn && m_turn->wanted && gone(m_turn->id);
}

std::optional<int> ScenarioQueue::take(const plan::Plan& plan) {
  while (!m_turn && !m_waiting.empty()) {
    const int id = m_waiting.front();
    m_waiting.pop_front();
    if (plan::find_scenario(plan, id) != nullptr) return id;
  }
  return std::nullopt;
}

quint64 ScenarioQueue::begin(int id) {
  m_turn = Turn{id, true};
  return ++m_number;
}

bool ScenarioQueue::end(quint64 number) {
  if (!m_turn || number != m_number) return false;
  const bool wanted = m_turn->wanted;
  m_turn.reset();
  return wanted;
}

void ScenarioQueue::giveUp() {
  if (m_turn) m_turn->wanted = false;
}

}  // namespace astrolabe::ui
