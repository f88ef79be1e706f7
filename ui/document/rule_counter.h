#pragma once
// How many strategies each rule removes, counted off the window's thread.

#include <QObject>
#include <QThreadPool>
#include <atomic>
#include <memory>
#include <stop_token>
#include <vector>

#include "core/strategy/rule_counts.h"
#include "core/strategy/rules.h"

namespace astrolabe::ui {

/// Rules with what they remove from the space of one problem.
struct CountedRules {
  std::shared_ptr<const strategy::Problem> problem;
  std::vector<strategy::Rule> rules;
  std::vector<strategy::RuleCount> counts;  ///< one a rule
  std::uint64_t total = 0;                  ///< configurations of the space
};
using CountedRulesPtr = std::shared_ptr<const CountedRules>;

/// The newest question wins; answers to older ones are dropped.
class RuleCounter : public QObject {
  Q_OBJECT

 public:
  explicit RuleCounter(QObject* parent = nullptr);
  ~RuleCounter() override;
  void count(strategy::Problem problem, std::vector<strategy::Rule> rules);
  void cancel();

 signals:
  void counted(astrolabe::ui::CountedRulesPtr rules);

 private:
  std::atomic<quint64> m_newest = 0;
  std::stop_source m_stop;  ///< of the newest
  QThreadPool m_pool;       ///< one thread
};

}  // namespace astrolabe::ui
