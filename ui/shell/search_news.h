#pragma once
// Tells how a search goes: in the run bar, beside the limits of the goal, and in words.

#include <QObject>
#include <optional>
#include <string>
#include <vector>

#include "ui/document/plan_document.h"
#include "ui/document/search_bridge.h"
#include "ui/results/results_panel.h"

namespace astrolabe::ui {

class Announcer;
class GoalPanel;
class RunBar;

/// Follows the search, and who plans beside it, by itself: what it tells of is what stands first in the
/// ranking. A best that was told is not told again.
class SearchNews : public QObject {
  Q_OBJECT

 public:
  /// Whatever is given outlives the news.
  SearchNews(const PlanDocument& document, const SearchBridge& bridge, const ResultsPanel& results,
             RunBar& bar, GoalPanel& goal, Announcer& announcer);
  /// Tells what holds now.
  void update();

 private:
  /// What is told: of this alone all words are made.
  struct Told {
    SearchBridge::State state = SearchBridge::State::Ready;
    plan::SnapshotPtr snapshot{};
    std::vector<std::string> problem{};  ///< all that an error tells; empty: the question can be asked
    ElsewhereWords elsewhere{};
    planning::OptionPtr leader{};
    bool stale = false, handedOver = false;
    int changes = 0;
    bool operator==(const Told&) const = default;
  };
  void tellElsewhere();
  void tellBest(const cost::Evaluation& best, const planning::OptionPtr& leader);

  const SearchBridge& m_bridge;
  const ResultsPanel& m_results;
  RunBar& m_bar;
  GoalPanel& m_goal;
  Announcer& m_announcer;
  double m_best = 0.0;       ///< that was told last, tokens per second; 0 for none
  plan::SnapshotPtr m_told;  ///< the answer whose best that was
  std::optional<Told> m_now;
  QString m_elsewhere;  ///< what was said of another planner
};

}  // namespace astrolabe::ui
