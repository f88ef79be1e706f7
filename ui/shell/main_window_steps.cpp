// What is looked at as a step of the presentation, and back.

#include <algorithm>
#include <iterator>

#include "ui/canvas/canvas_panel.h"
#include "ui/document/commands/set_presentation.h"
#include "ui/document/kept_strategy.h"
#include "ui/results/results_panel.h"
#include "ui/results/timeline_view.h"
#include "ui/shell/bring_up.h"
#include "ui/shell/main_window.h"
#include "ui/shell/steps_dialog.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

/// Views of the results that a presentation has a page for, by the names of their pages.
constexpr std::pair<const char*, Slide> kViewPages[] = {{"rankingPage", Slide::Ranking},
                                                        {"paretoView", Slide::Pareto},
                                                        {"timelinePage", Slide::Timeline},
                                                        {"breakdownView", Slide::Breakdown},
                                                        {"whyView", Slide::Why}};

/// Where a page of a presentation is looked at in the results; null: on the canvas.
const char* viewOf(Slide page) {
  switch (page) {
    case Slide::Cluster:
      return nullptr;
    case Slide::Cost:
      return "breakdownView";
    case Slide::Risks:
      return "sensitivityView";
    case Slide::Winner:
    case Slide::Options:
      return "rankingPage";
    default:
      break;
  }
  for (const auto& [name, slide] : kViewPages)
    if (slide == page) return name;
  return nullptr;
}

}  // namespace

/// What is looked at now, as a step; none where a presentation has no page for it.
std::optional<PresentationStep> MainWindow::viewedStep() const {
  PresentationStep step;
  step.saved = true;
  step.scenario = m_document.plan().id;
  const QWidget* front = m_panels->resultsDock->isVisible() ? m_panels->results->frontPage() : nullptr;
  const QWidget* focus = focusWidget();
  if (front == nullptr || (focus != nullptr && centralWidget()->isAncestorOf(focus))) return step;
  const auto page = std::find_if(std::begin(kViewPages), std::end(kViewPages), [front](const auto& view) {
    return front->objectName() == QLatin1StringView(view.first);
  });
  if (page == std::end(kViewPages)) return std::nullopt;
  step.page = page->second;
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  const auto strategy = m_selection.strategy();
  // A program is found anew with each answer; the best strategy is the best of whatever is found then.
  if (snapshot && snapshot->problem && strategy && !strategy->is_program() && m_selection.rank() != 0)
    step.strategy = strategy::to_json(*strategy, snapshot->problem->pool_ids()).dump();
  if (step.page != Slide::Timeline) return step;
  const TimelineView& timeline = m_panels->results->timeline();
  const Detail* detail = timeline.shownDetail();
  if (detail != nullptr && (timeline.visibleBegin() > 0.0 || timeline.visibleEnd() < detail->timeline.step)) {
    step.begin = timeline.visibleBegin();
    step.end = timeline.visibleEnd();
  }
  return step;
}

void MainWindow::saveView() {
  const std::optional<PresentationStep> step = viewedStep();
  if (!step) return say(tr("A presentation has no page for this view."));
  saveStep(*step);
}

/// A step behind those that the presentation has.
void MainWindow::saveStep(const PresentationStep& step) {
  std::vector<PresentationStep> steps = presentationSteps(m_document.plan().presentation);
  steps.push_back(step);
  m_document.undoStack().push(new SetPresentation(m_document, toJson(steps), nextGesture(), tr("Save view")));
  say(tr("Saved “%1” as step %2 of the presentation")
          .arg(step.name())
          .arg(std::count_if(steps.begin(), steps.end(), [](const auto& each) { return each.shown; })));
}

/// Shows what a step shows: its scenario, its view, its strategy and the time that it looks at.
void MainWindow::goToStep(const PresentationStep& step) {
  if (step.saved && plan::find_scenario(m_document.plan(), step.scenario) == nullptr)
    return say(tr("The scenario of this step is no longer in the plan."));
  if (step.saved) m_document.showScenario(step.scenario);
  const char* view = viewOf(step.page);
  comeForward();
  if (view == nullptr) return m_panels->canvas->view().setFocus(Qt::OtherFocusReason);
  m_panels->resultsDock->show();
  if (const auto* page = m_panels->results->findChild<QWidget*>(QLatin1StringView(view)))
    m_panels->results->showTab(page);
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  if (!snapshot || !snapshot->problem || snapshot->best.empty()) return;
  if (step.saved && step.strategy.empty()) m_selection.select(0);
  if (!step.strategy.empty()) {
    const auto strategy = keptStrategy(step.strategy, *snapshot->problem);
    if (!strategy) return say(tr("The strategy of this step does not fit the plan as it is now."));
    m_selection.select(*strategy);
  }
  if (step.page == Slide::Timeline && step.end > step.begin)
    m_panels->results->timeline().showRange(step.begin, step.end);
}

void MainWindow::showSteps() {
  auto* dialog = findChild<StepsDialog*>();
  if (dialog == nullptr) {
    dialog = new StepsDialog(m_document, this);
    connect(dialog, &StepsDialog::goRequested, this, &MainWindow::goToStep);
    connect(dialog, &StepsDialog::presentRequested, (*m_actions)["actionPresent"], &QAction::trigger);
  }
  bringUp(*dialog);
}

}  // namespace astrolabe::ui
