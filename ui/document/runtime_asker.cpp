#include "ui/document/runtime_asker.h"

#include <utility>

namespace astrolabe::ui {

void RuntimeAsker::ask(const std::shared_ptr<const strategy::Problem>& problem,
                       std::vector<strategy::Strategy> strategies) {
  if (problem != m_problem) {
    m_latest.cancel();
    m_problem = problem;
    m_known = std::make_shared<const RuntimesOfLayouts>();
  }
  m_next = std::move(strategies);
  if (m_latest.isWorking()) return;
  std::vector<strategy::Strategy> wanted = std::exchange(m_next, {});
  std::erase_if(wanted, [this](const strategy::Strategy& one) { return m_known->contains(one); });
  if (problem == nullptr || wanted.empty()) return;
  m_latest.ask(
      [problem, known = m_known, wanted = std::move(wanted)](const Latest::Turn& turn) {
        auto more = std::make_shared<RuntimesOfLayouts>(*known);
        for (const strategy::Strategy& strategy : wanted) {
          if (turn.stop().stop_requested()) break;
          if (!more->contains(strategy)) more->emplace(strategy, judgeRuntimes(*problem, strategy));
        }
        return RuntimesOfLayoutsPtr(std::move(more));
      },
      [this](const RuntimesOfLayoutsPtr& known) {
        m_known = known;
        ask(m_problem, std::exchange(m_next, {}));
        emit judged();
      });
}

}  // namespace astrolabe::ui
