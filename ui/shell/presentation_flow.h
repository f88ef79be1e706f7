#pragma once
// The presentation of a plan: its pages on the whole screen, and what is looked at as a step of it, and back.

#include <QObject>
#include <QPointer>
#include <optional>
#include <vector>

#include "ui/document/plan_document.h"
#include "ui/document/scenario_answers.h"
#include "ui/document/search_bridge.h"
#include "ui/document/selection.h"
#include "ui/shell/presentation_steps.h"
#include "ui/shell/slides.h"

class QMainWindow;

namespace astrolabe::ui {

class Announcer;
class PlanFiles;
class Presentation;
class StepsDialog;
struct Panels;

/// It outlives the panels: pages that are shown stay while those are made anew.
class PresentationFlow : public QObject {
  Q_OBJECT

 public:
  /// Pages and dialogs stand over `window`. Whatever is given outlives the flow.
  PresentationFlow(PlanDocument& document, SearchBridge& bridge, ScenarioAnswers& answers,
                   StrategySelection& selection, const PlanFiles& files, Announcer& announcer,
                   QMainWindow& window);
  ~PresentationFlow() override;

  /// Sets the panels whose views are steps. Precondition of steps; to be called again when they were made
  /// anew.
  void setPanels(const Panels& panels) { m_panels = &panels; }

  /// Shows the newest answer, or that there is none yet, and follows the search.
  void present();
  /// Presents as soon as the search has ended, with an answer or without one; never where the plan cannot be
  /// searched or the window is closed before.
  void presentWhenAnswered();
  /// What was tried while presenting is asked for before the window goes: it may change the plan. False: the
  /// presentation is to stay.
  bool mayClose();
  /// The window goes, unasked.
  void end();
  /// The desktop ends its session: leaving asks nothing.
  void prepareForLogout();

  /// What is looked at becomes a step behind those that the presentation has.
  void saveView();
  void saveStep(const PresentationStep& step);
  /// Shows what a step shows: its scenario, its view, its strategy and the time that it looks at.
  void goTo(const PresentationStep& step);
  /// The list of steps beside the window, made when it is first wanted.
  void showSteps();
  bool areStepsShown() const;
  void closeSteps();

 signals:
  /// The window is to come before all others.
  void comeForward();

 private:
  std::optional<PresentationStep> viewedStep() const;
  std::vector<SlideOption> options() const;
  planning::FoundPtr servedAnswer(const plan::Scenario& scenario) const;

  PlanDocument& m_document;
  SearchBridge& m_bridge;
  ScenarioAnswers& m_answers;
  StrategySelection& m_selection;
  const PlanFiles& m_files;
  Announcer& m_announcer;
  QMainWindow& m_window;
  const Panels* m_panels = nullptr;
  QPointer<Presentation> m_pages;
  QPointer<StepsDialog> m_steps;
};

}  // namespace astrolabe::ui
