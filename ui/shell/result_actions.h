#pragma once
// What the Results menu does with the views.

#include <QObject>

#include "ui/document/plan_document.h"
#include "ui/document/search_bridge.h"
#include "ui/document/selection.h"

namespace astrolabe::ui {

class Actions;
class Announcer;
struct Panels;

/// Connects menu and views, and enables what the search and the view in front allow.
class ResultActions : public QObject {
  Q_OBJECT

 public:
  /// Whatever is given outlives it.
  ResultActions(const Actions& actions, const PlanDocument& document, const SearchBridge& bridge,
                const StrategySelection& selection, const Panels& panels, Announcer& announcer);
  /// Actions as search, selection and views are now.
  void update();

 private:
  void connectRanking();
  void connectViews();
  void copyFigure();

  const Actions& m_actions;
  const PlanDocument& m_document;
  const SearchBridge& m_bridge;
  const StrategySelection& m_selection;
  const Panels& m_panels;
  Announcer& m_announcer;
};

}  // namespace astrolabe::ui
