#pragma once
// Tells how a search goes: in the run bar, beside the limits of the goal, and in words.

#include <QObject>

#include "ui/document/plan_document.h"
#include "ui/document/search_bridge.h"

namespace astrolabe::ui {

class Announcer;
class GoalPanel;
class RunBar;

/// Follows the search by itself. A best that was told is not told again.
class SearchNews : public QObject {
  Q_OBJECT

 public:
  /// Whatever is given outlives the news.
  SearchNews(const PlanDocument& document, const SearchBridge& bridge, RunBar& bar, GoalPanel& goal,
             Announcer& announcer);
  /// Tells what holds now.
  void update();

 private:
  void tellElsewhere();
  void tellBest(const cost::Evaluation& best);

  const SearchBridge& m_bridge;
  RunBar& m_bar;
  GoalPanel& m_goal;
  Announcer& m_announcer;
  double m_best = 0.0;  ///< that was told last, tokens per second; 0 for none
  QString m_elsewhere;  ///< what was said of another planner
};

}  // namespace astrolabe::ui
