#pragma once
// The scenarios of the plan in the tools and menus of a window.

#include <QObject>

#include "ui/document/plan_document.h"
#include "ui/document/scenario_answers.h"

class QComboBox;

namespace astrolabe::ui {

class Actions;
class Announcer;
class ResultsPanel;

/// Lists the scenarios, shows the one that is chosen, and does what their menu says with it. The plot of
/// speed and cost shows what the others are compared with, as it was found last.
class ScenarioTools : public QObject {
  Q_OBJECT

 public:
  /// Dialogs stand over `window`. Whatever is given outlives the tools.
  ScenarioTools(QComboBox& list, const Actions& actions, PlanDocument& document,
                const ScenarioAnswers& answers, ResultsPanel& results, Announcer& announcer, QWidget& window);
  /// List and actions as the plan is now.
  void update();
  void updateBaseline();

 private:
  void duplicate();
  void remove();
  void step(int by);
  void rename();
  QString label(int id) const;

  QComboBox& m_list;
  const Actions& m_actions;
  PlanDocument& m_document;
  const ScenarioAnswers& m_answers;
  ResultsPanel& m_results;
  Announcer& m_announcer;
  QWidget& m_window;
  plan::SnapshotPtr m_baselineShown;  ///< in the plot of speed and cost
  QString m_baselineName;
};

}  // namespace astrolabe::ui
