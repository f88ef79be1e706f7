#pragma once
// Starting, pausing and ending the search of a window, and how long and from which seed it searches.

#include <QObject>

#include "ui/document/plan_document.h"
#include "ui/document/search_bridge.h"
#include "ui/document/space_estimate.h"

namespace astrolabe::ui {

class Actions;
class Announcer;
class GoalPanel;

/// Its limit, its seed and the measured rate are a person's, not the plan's: they are kept from start to
/// start.
class SearchControl : public QObject {
  Q_OBJECT

 public:
  /// Dialogs stand over `window`. Whatever is given outlives the control.
  SearchControl(PlanDocument& document, SearchBridge& bridge, Announcer& announcer, QWidget& window);

  /// Sets the panel that shows limit and seed and holds the fields of the question. Precondition of
  /// everything else; to be called again when it was made anew.
  void setGoal(GoalPanel& goal);
  /// The actions of the Search menu do what they say; to be called again when they were made anew.
  void connectActions(const Actions& actions);
  /// Enables and names them as the search stands.
  void updateActions(const Actions& actions) const;

  /// Searches for the answer to what the fields say: one whose text is refused gets the focus instead.
  void run();
  /// Seconds after which a search ends with the best so far; 0 for none. What is below 0 changes nothing.
  double limit() const { return m_limit; }
  void setLimit(double seconds);
  /// The seed that answers, reports and files name.
  quint64 seed() const { return m_seed; }
  void setSeed(quint64 seed);
  /// How large the space is and how long a search of it takes.
  SpaceEstimate& estimate() { return m_estimate; }

 private:
  void chooseLimit(double seconds);
  void chooseSeed(quint64 seed);
  void askLimit();
  void apply();

  SearchBridge& m_bridge;
  Announcer& m_announcer;
  QWidget& m_window;
  GoalPanel* m_goal = nullptr;
  SpaceEstimate m_estimate;
  double m_limit = 0.0;
  quint64 m_seed = 0;
};

}  // namespace astrolabe::ui
