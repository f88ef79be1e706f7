#pragma once
// What the File, Edit, Plan and Help menus do with the plan as a whole.

#include <QObject>

#include "ui/document/plan_document.h"
#include "ui/document/search_bridge.h"

namespace astrolabe::ui {

class Actions;
class Announcer;
class PlanFiles;
class RecentPlans;
struct Panels;

/// New, samples, saving, undo, the model and the goal.
class PlanActions : public QObject {
  Q_OBJECT

 public:
  /// Whatever is given outlives it.
  PlanActions(const Actions& actions, PlanDocument& document, PlanFiles& files, RecentPlans& recent,
              const Panels& panels, Announcer& announcer);
  /// Actions as the plan is now.
  void update();

 private:
  void connectFiles();
  void connectUndo();
  void connectPanels();

  const Actions& m_actions;
  PlanDocument& m_document;
  PlanFiles& m_files;
  RecentPlans& m_recent;
  const Panels& m_panels;
  Announcer& m_announcer;
};

}  // namespace astrolabe::ui
