#pragma once
// Where a job does not train, another planner answers it in place of the search.

#include <QObject>
#include <vector>

#include "ui/document/planner_bridge.h"
#include "ui/document/search_bridge.h"

namespace astrolabe::ui {

/// Runs the planner of the task when a search would run, ends it when that is stopped, and lets the search
/// tell how it stands: run bar, banner and log speak of it as of any search.
class TaskSearch : public QObject {
  Q_OBJECT

 public:
  /// `planners` are those beside the search; they outlive this.
  TaskSearch(const PlanDocument& document, SearchBridge& search, std::vector<PlannerBridge*> planners,
             QObject* parent = nullptr);
  /// Who answers the question asked last; null where the plan trains, or nobody answers it.
  PlannerBridge* planner() const;

 private:
  void run();
  void follow();
  void stopped();
  void tellAnswer(const PlannerBridge& planner);

  const PlanDocument& m_document;
  SearchBridge& m_search;
  std::vector<PlannerBridge*> m_planners;
  PlannerBridge* m_leader = nullptr;  ///< of the question asked last
};

}  // namespace astrolabe::ui
