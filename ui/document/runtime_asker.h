#pragma once
// Works out, beside the window's thread, what training runtimes make of the layouts of a ranking.

#include <QObject>
#include <map>
#include <memory>
#include <vector>

#include "core/strategy/problem.h"
#include "ui/document/latest.h"
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
  using QObject::QObject;
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
  std::vector<strategy::Strategy> m_next;  ///< the list that waits
  Latest m_latest;
};

}  // namespace astrolabe::ui
