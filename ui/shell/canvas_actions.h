#pragma once
// What the Edit and View menus do with the cluster, and what canvas and palette tell each other.

#include <QObject>

#include "ui/document/plan_document.h"
#include "ui/document/scenario_answers.h"
#include "ui/document/search_bridge.h"
#include "ui/document/selection.h"

class QMainWindow;

namespace astrolabe::ui {

class Actions;
class Announcer;
struct Panels;

/// Connects menus, canvas, palette and outline, and enables what can be done with the selected pools.
class CanvasActions : public QObject {
  Q_OBJECT

 public:
  /// Keys that text fields and tables use, too, go from `window` to the canvas. Whatever is given outlives
  /// it.
  CanvasActions(const Actions& actions, const PlanDocument& document, SearchBridge& bridge,
                const StrategySelection& selection, ScenarioAnswers& answers, const Panels& panels,
                Announcer& announcer, QMainWindow& window);

 private:
  void connectCluster();
  void connectLayers();
  void connectPalette();
  void update();

  const Actions& m_actions;
  const PlanDocument& m_document;
  const StrategySelection& m_selection;
  ScenarioAnswers& m_answers;
  const Panels& m_panels;
  Announcer& m_announcer;
  QMainWindow& m_window;
};

}  // namespace astrolabe::ui
