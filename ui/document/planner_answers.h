#pragma once
// What a planner beside the search came to for the plan's scenarios, in short: kept while others are looked
// at.

#include <QObject>
#include <QPointer>
#include <map>
#include <optional>

#include "core/planning/runner.h"
#include "ui/document/gone_scenarios.h"
#include "ui/document/planner_bridge.h"
#include "ui/document/scenario_queue.h"

namespace astrolabe::ui {

/// What a planner came to, with the plan that it was asked of.
struct PlannerAnswer {
  planning::FoundPtr found;    ///< with layouts in short; null: error
  std::optional<Error> error;  ///< of the model, or of the planner
  plan::Plan asked;
  /// The first option; null where there is none.
  planning::OptionPtr option() const;
};

/// Takes over what the window plans for the scenario that is shown. For the others somebody has to ask: they
/// are planned behind the window, one after the other.
class PlannerAnswers : public QObject {
  Q_OBJECT

 public:
  PlannerAnswers(PlanDocument& document, const planning::Planner& planner, QObject* parent = nullptr);
  ~PlannerAnswers() override;
  const planning::Planner& planner() const { return m_planner; }

  /// Keeps what this bridge finds, of the job as it is.
  void follow(PlannerBridge& bridge);
  /// The answer to what a scenario asks, also where it was found for another that asks the same; else the
  /// last one of its own; null where there is none.
  const PlannerAnswer* of(int id) const;
  /// True where the answer of a scenario belongs to another question than the scenario asks now.
  bool isStale(int id) const;
  bool isRunning(int id) const;
  /// Plans for a scenario, for the shown one in the window unless that is busy with another.
  void ask(int id);
  /// Ends the planning for a scenario, or takes back that it is to be done; what was known stays.
  void stop(int id);
  /// Ends all planning and begins no other: the window closes.
  void end();

 signals:
  void changed();

 private:
  bool runsInWindow(int id) const;
  void giveOver();
  void keep();
  void begin();
  void takeBack(int id);
  void giveUp();
  void stopWaiting();
  void arrived(const planning::FoundPtr& found);
  void forget();
  void dropGone();

  PlanDocument& m_document;
  const planning::Planner& m_planner;
  QPointer<PlannerBridge> m_bridge;
  std::map<int, PlannerAnswer> m_answers;
  GoneScenarios m_gone;
  ScenarioQueue m_queue;
  int m_inWindow = 0;       ///< id of the one that the window was told to plan; 0: none
  quint64 m_forgotten = 0;  ///< the last question of the bridge that was of another plan or of one that went
  planning::Runner m_runner;  ///< last: its thread ends before the rest goes
};

}  // namespace astrolabe::ui
