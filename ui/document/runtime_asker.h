#pragma once
// Works out, off the window's thread, what training runtimes make of the layouts of a ranking.

#include <QObject>
#include <QThreadPool>
#include <atomic>
#include <map>
#include <memory>
#include <vector>

#include "core/strategy/problem.h"
#include "ui/render/runtime_words.h"

namespace astrolabe::ui {

/// The verdicts of the runtimes on the layouts of one question.
using RuntimesOfLayouts = std::map<strategy::Strategy, RuntimeVerdicts>;
using RuntimesOfLayoutsPtr = std::shared_ptr<const RuntimesOfLayouts>;

/// Each layout of a question is judged once. Of several lists that wait only the newest is worked through;
/// the one at work is finished, unless another question is asked meanwhile.
class RuntimeAsker : public QObject {
  Q_OBJECT

 public:
  explicit RuntimeAsker(QObject* parent = nullptr);
  ~RuntimeAsker() override;
  /// Null: there is no question, and nothing is known any more.
  void ask(const std::shared_ptr<const strategy::Problem>& problem,
           std::vector<strategy::Strategy> strategies);
  /// The verdicts known so far for the question asked last; never null.
  const RuntimesOfLayoutsPtr& known() const { return m_known; }

 signals:
  /// known() has more.
  void judged();

 private:
  std::shared_ptr<const strategy::Problem> m_problem;
  RuntimesOfLayoutsPtr m_known = std::make_shared<const RuntimesOfLayouts>();
  std::shared_ptr<RuntimesOfLayouts> m_worked;  ///< verdicts so far, used by the thread that works alone
  std::atomic<quint64> m_question = 0;
  QThreadPool m_pool;  ///< one thread
};

}  // namespace astrolabe::ui
