#pragma once
// What a search found, as files: the answer, views, drawings, launch settings.

#include <QObject>

#include "core/planning/planner.h"
#include "core/runtimes/runtime.h"
#include "ui/document/plan_document.h"
#include "ui/document/search_bridge.h"
#include "ui/document/selection.h"

namespace astrolabe::ui {

class Actions;
class Announcer;
class Exports;
struct Panels;

/// Does what the menus say of files of results.
class ResultExports : public QObject {
  Q_OBJECT

 public:
  /// Dialogs stand over `window`. Whatever is given outlives it.
  ResultExports(const Actions& actions, const PlanDocument& document, SearchBridge& bridge,
                StrategySelection& selection, const Panels& panels, Exports& exports, Announcer& announcer,
                QWidget& window);

 private:
  void exportJson();
  void exportFound(const planning::FoundPtr& found);
  void exportTrace();
  void exportView();
  void exportRanking();
  void exportCanvas();
  void exportBill();
  void exportLaunch(const runtimes::Runtime& runtime);

  const PlanDocument& m_document;
  SearchBridge& m_bridge;
  StrategySelection& m_selection;
  const Panels& m_panels;
  Exports& m_exports;
  Announcer& m_announcer;
  QWidget& m_window;
};

}  // namespace astrolabe::ui
