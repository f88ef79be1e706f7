#pragma once
// What a window works with for as long as it lives: its plan, the search, and what is done with both.

#include "ui/document/plan_document.h"
#include "ui/document/recovery.h"
#include "ui/document/scenario_answers.h"
#include "ui/document/search_bridge.h"
#include "ui/document/selection.h"
#include "ui/shell/announcer.h"
#include "ui/shell/exports.h"
#include "ui/shell/file_opening.h"
#include "ui/shell/panel_layout.h"
#include "ui/shell/plan_files.h"
#include "ui/shell/preferences_flow.h"
#include "ui/shell/presentation_flow.h"
#include "ui/shell/recent_plans.h"
#include "ui/shell/report_flow.h"
#include "ui/shell/scenario_import.h"
#include "ui/shell/search_control.h"
#include "ui/shell/unsaved_work.h"

namespace astrolabe::ui {

/// One plan in one window. None of it is a panel: those come and go meanwhile.
struct WindowWork {
  /// `elsewhere` says who else shows a plan, `placeFor` where a copy of unsaved work is to be shown. `window`
  /// outlives the work.
  WindowWork(QMainWindow& window, PlanFiles::Elsewhere elsewhere, UnsavedWork::PlaceFor placeFor);

  PlanDocument document;
  SearchBridge bridge{document};
  ScenarioAnswers answers{document, bridge};
  RecoveryKeeper recovery{document};
  StrategySelection selection{bridge};
  Announcer announcer{document.undoStack()};
  Exports exports;
  PlanFiles files;
  UnsavedWork unsaved;
  ReportFlow report;
  SearchControl search;
  PreferencesFlow preferences;
  RecentPlans recent;
  FileOpening opening;
  ScenarioImport scenarioImport;
  PresentationFlow presentation;
  PanelLayout layout;
};

}  // namespace astrolabe::ui
