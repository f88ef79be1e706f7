#pragma once
// What was found for each scenario of the plan: kept while others are looked at, searched where it is
// missing.

#include <QObject>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/engine.h"
#include "core/planning/runner.h"
#include "ui/document/gone_scenarios.h"
#include "ui/document/plan_document.h"
#include "ui/document/planner_answers.h"
#include "ui/document/scenario_queue.h"
#include "ui/document/search_bridge.h"

namespace astrolabe::ui {

/// The end of a search, with the plan that it was asked of.
struct ScenarioAnswer {
  plan::SnapshotPtr snapshot;
  plan::Plan asked;
};

/// Follows the search of the scenario that is shown, and gives it back when that is shown again. The others
/// are searched behind the window, one after the other.
class ScenarioAnswers : public QObject {
  Q_OBJECT

 public:
  ScenarioAnswers(PlanDocument& document, SearchBridge& bridge, QObject* parent = nullptr);
  ~ScenarioAnswers() override;

  /// Null where it was never searched to an end.
  const ScenarioAnswer* of(int id) const;
  /// True where its answer belongs to another question than it asks now.
  bool isStale(int id) const;
  bool isSearching(int id) const;
  /// Why it cannot be asked; empty where it can.
  std::optional<Error> errorOf(int id) const;
  /// Searches a scenario, the shown one in the window.
  void search(int id);
  /// All that have no answer or a stale one, where searches begin by themselves.
  void searchMissing();
  /// Asks the planners that answer under `keys` for a scenario that is not shown, where searches begin by
  /// themselves; those of the shown one run in the window.
  void planMissing(int id, const std::vector<std::string>& keys);
  /// Ends the search of a scenario with the best so far, or takes back that it is to be searched.
  void stop(int id);
  /// Ends what goes on behind the window, which closes, of every planner.
  void end();
  /// What the planners beside the search came to for them, one for each of planning::other_planners().
  const std::vector<std::unique_ptr<PlannerAnswers>>& besides() const { return m_besides; }
  /// That of one planner. Precondition: there is one of that id.
  PlannerAnswers& beside(std::string_view planner) const;

 signals:
  void changed();  ///< what is known of some scenario, or the plan itself

 private:
  void follow();
  void showAgain();
  void begin();
  void askLeader(const planning::Question& question);
  void arrived(const plan::SnapshotPtr& snapshot);
  void stopWaiting();
  void forget();
  void dropGone();

  PlanDocument& m_document;
  SearchBridge& m_bridge;
  std::map<int, ScenarioAnswer> m_answers;
  GoneScenarios m_gone;
  ScenarioQueue m_queue;
  plan::Plan m_asked;  ///< of the one that has its turn
  std::vector<std::unique_ptr<PlannerAnswers>> m_besides;
  planning::Runner m_runner;  ///< last: its thread ends before the rest goes
};

}  // namespace astrolabe::ui
