#pragma once
// The window that compares the scenarios, from the menu to what it gives the plan, its files and its report.

#include <QObject>
#include <QPointer>
#include <QRect>

#include "ui/document/plan_document.h"
#include "ui/document/scenario_answers.h"
#include "ui/shell/presentation_steps.h"

namespace astrolabe::ui {

class Announcer;
class CompareWindow;
class Exports;
class ReportFlow;
struct WorkedFigure;

/// One window of comparison beside the main one; it goes with the flow.
class CompareFlow : public QObject {
  Q_OBJECT

 public:
  /// The comparison stands beside `window`. Whatever is given outlives the flow.
  CompareFlow(PlanDocument& document, ScenarioAnswers& answers, Exports& exports, ReportFlow& report,
              Announcer& announcer, QWidget& window);
  ~CompareFlow() override;
  void show();
  bool isShown() const;

 signals:
  /// A scenario was chosen, which the main window is to show.
  void comeForward();
  void duplicateRequested();
  /// How a figure comes about was asked; `over` is the window that it stands in.
  void figureAsked(const astrolabe::ui::WorkedFigure& figure, const QRect& at, QWidget* over);
  /// The comparison is to be a page of the presentation.
  void stepWanted(const astrolabe::ui::PresentationStep& step);

 private:
  CompareWindow* make();
  void putIntoReport(bool inside);

  PlanDocument& m_document;
  ScenarioAnswers& m_answers;
  Exports& m_exports;
  ReportFlow& m_report;
  Announcer& m_announcer;
  QWidget& m_window;
  QPointer<CompareWindow> m_compare;
};

}  // namespace astrolabe::ui
