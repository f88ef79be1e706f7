#pragma once
// Scenarios of another plan, taken into this one.

#include <QObject>
#include <optional>

#include "ui/document/commands/import_scenarios.h"
#include "ui/document/plan_document.h"

namespace astrolabe::ui {

class Announcer;
class PlanFiles;

/// Asks for a plan and takes its scenarios: one undo step. Names that mean something else here, and other
/// constants, are told before. It outlives the panels, as a file may be read while those are made anew.
class ScenarioImport : public QObject {
  Q_OBJECT

 public:
  /// Dialogs stand over `window`. Whatever is given outlives the import.
  ScenarioImport(PlanDocument& document, PlanFiles& files, Announcer& announcer, QWidget& window);
  void ask();

 private:
  struct Choice {
    Meaning meaning = Meaning::Ours;
    bool constants = false;  ///< theirs
  };
  std::optional<Choice> askMeaning(const ImportConflicts& conflicts);

  PlanDocument& m_document;
  PlanFiles& m_files;
  Announcer& m_announcer;
  QWidget& m_window;
};

}  // namespace astrolabe::ui
