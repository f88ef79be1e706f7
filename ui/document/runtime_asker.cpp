#include "ui/document/runtime_asker.h"

#include <algorithm>
#include <utility>

namespace astrolabe::ui {

RuntimeAsker::RuntimeAsker(QObject* parent) : QObject(parent) { m_pool.setMaxThreadCount(1); }

RuntimeAsker::~RuntimeAsker() {
  ++m_question;
  m_pool.clear();
  m_pool.waitForDone();
}

void RuntimeAsker::ask(const std::shared_ptr<const strategy::Problem>& problem,
                       std::vector<strategy::Strategy> strategies) {
  if (problem != m_problem) {
    m_problem = problem;
    m_known = std::make_shared<const RuntimesOfLayouts>();
    m_worked = std::make_shared<RuntimesOfLayouts>();
    ++m_question;
  }
  m_pool.clear();
  if (problem == nullptr) return;
  std::erase_if(strategies, [this](const strategy::Strategy& one) { return m_known->contains(one); });
  if (strategies.empty()) return;
  const quint64 question = m_question;
  m_pool.start([this, question, problem, worked = m_worked, wanted = std::move(strategies)] {
    for (const strategy::Strategy& strategy : wanted) {
      if (question != m_question) return;
      if (!worked->contains(strategy)) worked->emplace(strategy, judgeRuntimes(*problem, strategy));
    }
    QMetaObject::invokeMethod(
        this,
        [this, question, known = std::make_shared<const RuntimesOfLayouts>(*worked)] {
          if (question != m_question) return;
          m_known = known;
          emit judged();
        },
        Qt::QueuedConnection);
  });
}

}  // namespace astrolabe::ui
