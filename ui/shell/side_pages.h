#pragma once
// Pages beside a window that stay open while one works: rules, accuracy, glossary; and what an owner pays.

#include <QObject>
#include <QPointer>
#include <optional>

#include "ui/document/plan_document.h"
#include "ui/document/selection.h"

namespace astrolabe::ui {

class AccuracyDialog;
class GlossaryDialog;
class PlanFiles;
class ReportFlow;
class RulesDialog;
struct Panels;

/// One of each, made when it is first wanted. They go with this object.
class SidePages : public QObject {
  Q_OBJECT

 public:
  /// Which of them are open, and what was typed into them.
  struct Kept {
    std::optional<QString> rules;  ///< typed and not yet applied
    bool accuracy = false;
    std::optional<QString> glossary;  ///< its term
  };

  /// They stand beside `window`. Whatever is given outlives them.
  SidePages(PlanDocument& document, StrategySelection& selection, PlanFiles& files, ReportFlow& report,
            const Panels& panels, QWidget& window);
  ~SidePages() override;

  /// The rules, at the one of that name unless it is empty.
  void showRules(const QString& name);
  void showAccuracy();
  /// The glossary, at a term unless that is empty.
  void showGlossary(const QString& term);
  /// Rent, purchase and ownership of the selected strategy, until that is closed.
  void showOwnership();

  /// Rules that were typed and not applied are asked for. False: they are to stay.
  bool mayClose();
  Kept kept() const;
  /// Opens again what stood beside the window before it was made anew.
  void giveBack(const Kept& kept);

 private:
  AccuracyDialog* makeAccuracy();

  PlanDocument& m_document;
  StrategySelection& m_selection;
  PlanFiles& m_files;
  ReportFlow& m_report;
  const Panels& m_panels;
  QWidget& m_window;
  QPointer<RulesDialog> m_rules;
  QPointer<AccuracyDialog> m_accuracy;
  QPointer<GlossaryDialog> m_glossary;
};

}  // namespace astrolabe::ui
