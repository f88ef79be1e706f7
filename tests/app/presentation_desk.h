#pragma once
// The sample with its answer, saved views as steps of its presentation, and the presentation itself, for
// tests.

#include <QPointer>
#include <QTest>

#include "tests/app/scenario_desk.h"
#include "ui/document/commands/set_presentation.h"
#include "ui/shell/presentation.h"

namespace astrolabe::presenting {

using ui::MainWindow;
using ui::Presentation;
using ui::PresentationStep;
using ui::Slide;
inline constexpr int kPatienceMs = 60'000;

inline std::vector<PresentationStep> steps(MainWindow& window) {
  return ui::presentationSteps(ui::plan(window).presentation);
}

/// The sample with its answer, in front.
inline std::unique_ptr<MainWindow> answered() {
  auto window = ui::opened();
  window->bridge().run();
  if (!ui::finished(*window)) qFatal("the search of the sample has not ended");
  window->activateWindow();
  if (!QTest::qWaitForWindowActive(window.get(), kPatienceMs)) qFatal("the window has not come forward");
  return window;
}

inline std::string kept(const plan::Snapshot& answer, std::size_t place) {
  return strategy::to_json(answer.best[place].strategy, answer.problem->pool_ids()).dump();
}

inline PresentationStep saved(Slide page, int scenario, const std::string& strategy = {}) {
  PresentationStep step;
  step.page = page;
  step.saved = true;
  step.scenario = scenario;
  step.strategy = strategy;
  return step;
}

/// These views alone are presented.
inline void presentOnly(MainWindow& window, const std::vector<PresentationStep>& views) {
  std::vector<PresentationStep> all = ui::usualSteps();
  for (PresentationStep& step : all) step.shown = false;
  all.insert(all.begin(), views.begin(), views.end());
  ui::document(window).undoStack().push(new ui::SetPresentation(ui::document(window), ui::toJson(all),
                                                                ui::nextGesture(), QStringLiteral("views")));
}

inline QPointer<Presentation> present(MainWindow& window) {
  window.actions()["actionPresent"]->trigger();
  return window.findChild<Presentation*>();
}

}  // namespace astrolabe::presenting
