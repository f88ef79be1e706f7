#include "ui/shell/presentation_flow.h"

#include <QMainWindow>
#include <QScreen>
#include <algorithm>
#include <iterator>

#include "core/planning/leading.h"
#include "core/planning/placements.h"
#include "ui/canvas/canvas_panel.h"
#include "ui/compare/comparison_columns.h"
#include "ui/document/commands/set_presentation.h"
#include "ui/document/kept_layout.h"
#include "ui/document/scenario_text.h"
#include "ui/results/results_panel.h"
#include "ui/results/timeline_view.h"
#include "ui/shell/announcer.h"
#include "ui/shell/bring_up.h"
#include "ui/shell/panels.h"
#include "ui/shell/plan_files.h"
#include "ui/shell/presentation.h"
#include "ui/shell/steps_dialog.h"

namespace astrolabe::ui {

using State = SearchBridge::State;

namespace {

/// Views of the results that a presentation has a page for, by the names of their pages.
constexpr std::pair<const char*, Slide> kViewPages[] = {{"rankingPage", Slide::Ranking},
                                                        {"paretoView", Slide::Pareto},
                                                        {"timelinePage", Slide::Timeline},
                                                        {"breakdownView", Slide::Breakdown},
                                                        {"whyView", Slide::Why},
                                                        {"deploymentRanking", Slide::Ranking},
                                                        {"deploymentPage", Slide::Pareto},
                                                        {"deploymentWhyPage", Slide::Why},
                                                        {"post_trainingRanking", Slide::Ranking},
                                                        {"post_trainingPage", Slide::Timeline},
                                                        {"post_trainingWhyPage", Slide::Why},
                                                        {"placementPage", Slide::Pareto},
                                                        {"placementWhyPage", Slide::Why}};

/// Where a page of a scenario that serves is looked at; null: on the canvas.
const char* viewOfServing(Slide page) {
  switch (page) {
    case Slide::Cluster:
      return nullptr;
    case Slide::Why:
      return "deploymentWhyPage";
    case Slide::Risks:
      return "servingSensitivity";
    case Slide::Winner:
    case Slide::Options:
    case Slide::Ranking:
      return "deploymentRanking";
    default:
      break;
  }
  return "deploymentPage";
}

/// Where a page of a scenario that post-trains is looked at; null: on the canvas.
const char* viewOfPostTraining(Slide page) {
  switch (page) {
    case Slide::Cluster:
      return nullptr;
    case Slide::Why:
      return "post_trainingWhyPage";
    case Slide::Winner:
    case Slide::Options:
    case Slide::Ranking:
      return "post_trainingRanking";
    default:
      break;
  }
  return "post_trainingPage";
}

/// Where a page of a scenario with layers over machines is looked at; null: on the canvas.
const char* viewOfLayers(Slide page) {
  if (page == Slide::Cluster) return nullptr;
  if (page == Slide::Why) return "placementWhyPage";
  return page == Slide::Risks ? "placementSensitivity" : "placementPage";
}

/// Where a page of a presentation is looked at in the results; null: on the canvas.
const char* viewOf(Slide page, const strategy::Job& job) {
  if (planning::lays_layers(job)) return viewOfLayers(page);
  if (job.task == "post_train") return viewOfPostTraining(page);
  if (!job.trains()) return viewOfServing(page);
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

PresentationFlow::PresentationFlow(PlanDocument& document, SearchBridge& bridge, ScenarioAnswers& answers,
                                   StrategySelection& selection, const PlanFiles& files, Announcer& announcer,
                                   QMainWindow& window)
    : m_document(document),
      m_bridge(bridge),
      m_answers(answers),
      m_selection(selection),
      m_files(files),
      m_announcer(announcer),
      m_window(window) {}

PresentationFlow::~PresentationFlow() {
  delete m_pages;
  delete m_steps;
}

void PresentationFlow::present() {
  if (m_pages != nullptr) return m_pages->activateWindow();
  // An answer to an older question is not presented as this one's.
  auto* pages = new Presentation(m_document, m_bridge.isStale() ? nullptr : m_bridge.snapshot(), &m_window);
  m_pages = pages;
  connect(pages, &Presentation::left, pages, &QObject::deleteLater);
  pages->setOptions([this] { return options(); });
  connect(&m_answers, &ScenarioAnswers::changed, pages, &Presentation::outdateOptions);
  for (const auto& beside : m_answers.besides())
    connect(beside.get(), &PlannerAnswers::changed, pages, &Presentation::outdateOptions);
  connect(&m_bridge, &SearchBridge::snapshotChanged, pages,
          [this, pages](const plan::SnapshotPtr& answer) { pages->follow(answer, m_bridge.shownPlan()); });
  m_answers.searchMissing();
  pages->setGeometry(m_window.screen()->geometry());  // also where nobody manages windows
  pages->showFullScreen();
  pages->activateWindow();
  pages->setFocus();
}

/// What is said of each scenario; answers to older questions are none.
std::vector<SlideOption> PresentationFlow::options() const {
  std::vector<SlideOption> options;
  const plan::Plan& plan = m_document.plan();
  const std::vector<int> first = firstCompared(plan);
  for (const plan::Scenario* scenario : plan::scenarios(plan)) {
    const int id = scenario->id;
    const ScenarioAnswer* answer = m_answers.isStale(id) ? nullptr : m_answers.of(id);
    options.push_back({scenarioLabel(plan, id, m_document.catalogue()), answer ? answer->snapshot : nullptr,
                       id == plan.baseline, id == plan.id, id,
                       std::find(first.begin(), first.end(), id) != first.end(), !scenario->job.trains(),
                       servedAnswer(*scenario), optionOf(plan, id, foundAnswer(m_answers, id)).beside});
  }
  return options;
}

/// What the planner of a task other than training found; null: nothing to the question as it is now.
planning::FoundPtr PresentationFlow::servedAnswer(const plan::Scenario& scenario) const {
  if (scenario.job.trains()) return nullptr;
  for (const auto& beside : m_answers.besides()) {
    const PlannerAnswer* answer = beside->of(scenario.id);
    if (dynamic_cast<const planning::LeadingPlanner*>(&beside->planner()) != nullptr && answer != nullptr &&
        answer->found && !beside->isStale(scenario.id))
      return answer->found;
  }
  return nullptr;
}

void PresentationFlow::presentWhenAnswered() {
  auto* waiting = new QObject(this);
  const auto look = [this, waiting] {
    const State state = m_bridge.state();
    const bool ended = (state == State::Finished || state == State::StoppedEarly || state == State::Failed) &&
                       !m_bridge.isStale();
    const bool over = !m_window.isVisible() || m_bridge.problemError();
    if (m_files.isOpening() || (!ended && !over)) return;
    disconnect(&m_bridge, nullptr, waiting, nullptr);
    disconnect(&m_files, nullptr, waiting, nullptr);
    waiting->deleteLater();
    if (!over) present();
  };
  connect(&m_bridge, &SearchBridge::snapshotChanged, waiting, look, Qt::QueuedConnection);
  connect(&m_bridge, &SearchBridge::stateChanged, waiting, look, Qt::QueuedConnection);
  connect(&m_files, &PlanFiles::openingEnded, waiting, look, Qt::QueuedConnection);
  QMetaObject::invokeMethod(waiting, look, Qt::QueuedConnection);
}

bool PresentationFlow::mayClose() { return m_pages == nullptr || !m_pages->isVisible() || m_pages->close(); }

void PresentationFlow::end() {
  if (m_pages != nullptr && m_pages->isVisible()) m_pages->end();
}

void PresentationFlow::prepareForLogout() {
  if (m_pages != nullptr) m_pages->prepareForLogout();
}

/// What is looked at now, as a step; none where a presentation has no page for it.
std::optional<PresentationStep> PresentationFlow::viewedStep() const {
  PresentationStep step;
  step.saved = true;
  step.scenario = m_document.plan().id;
  const QWidget* front = m_panels->resultsDock->isVisible() ? m_panels->results->frontPage() : nullptr;
  const QWidget* focus = m_window.focusWidget();
  if (front == nullptr || (focus != nullptr && m_window.centralWidget()->isAncestorOf(focus))) return step;
  const auto page = std::find_if(std::begin(kViewPages), std::end(kViewPages), [front](const auto& view) {
    return front->objectName() == QLatin1StringView(view.first);
  });
  if (page == std::end(kViewPages)) return std::nullopt;
  step.page = page->second;
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  const planning::LayoutPtr layout = m_selection.layout();
  // A layout that a plan cannot keep is found anew with each answer; the best strategy is the best of
  // whatever is found then.
  if (snapshot && snapshot->problem && layout && m_selection.rank() != 0 &&
      !layout->to_json(snapshot->problem->pool_ids()).is_null())
    step.strategy = keptText(layout, *snapshot->problem);
  if (step.page != Slide::Timeline || !m_document.plan().job.trains()) return step;
  const TimelineView& timeline = m_panels->results->timeline();
  const planning::Option* detail = timeline.shownDetail();
  if (detail != nullptr && (timeline.visibleBegin() > 0.0 || timeline.visibleEnd() < detail->timeline.step)) {
    step.begin = timeline.visibleBegin();
    step.end = timeline.visibleEnd();
  }
  return step;
}

void PresentationFlow::saveView() {
  const std::optional<PresentationStep> step = viewedStep();
  if (!step) return m_announcer.say(tr("A presentation has no page for this view."));
  saveStep(*step);
}

void PresentationFlow::saveStep(const PresentationStep& step) {
  std::vector<PresentationStep> steps = presentationSteps(m_document.plan().presentation);
  steps.push_back(step);
  m_document.undoStack().push(new SetPresentation(m_document, toJson(steps), nextGesture(), tr("Save view")));
  m_announcer.say(
      tr("Saved “%1” as step %2 of the presentation")
          .arg(step.name())
          .arg(std::count_if(steps.begin(), steps.end(), [](const auto& each) { return each.shown; })));
}

void PresentationFlow::goTo(const PresentationStep& step) {
  if (step.saved && plan::find_scenario(m_document.plan(), step.scenario) == nullptr)
    return m_announcer.say(tr("The scenario of this step is no longer in the plan."));
  if (step.saved) m_document.showScenario(step.scenario);
  const char* view = viewOf(step.page, m_document.plan().job);
  emit comeForward();
  if (view == nullptr) return m_panels->canvas->view().setFocus(Qt::OtherFocusReason);
  m_panels->resultsDock->show();
  if (const auto* page = m_panels->results->findChild<QWidget*>(QLatin1StringView(view)))
    m_panels->results->showTab(page);
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  if (!snapshot || !snapshot->problem || snapshot->best.empty()) return;
  if (step.saved && step.strategy.empty()) m_selection.select(0);
  if (!step.strategy.empty()) {
    const auto layout =
        keptLayout(step.strategy, *planning::question_of(*snapshot->problem, snapshot->objective));
    if (!layout) return m_announcer.say(tr("The strategy of this step does not fit the plan as it is now."));
    m_selection.select(*layout);
  }
  if (step.page == Slide::Timeline && step.end > step.begin && m_document.plan().job.trains())
    m_panels->results->timeline().showRange(step.begin, step.end);
}

void PresentationFlow::showSteps() {
  if (m_steps == nullptr) {
    m_steps = new StepsDialog(m_document, &m_window);
    connect(m_steps, &StepsDialog::goRequested, this, &PresentationFlow::goTo);
    connect(m_steps, &StepsDialog::presentRequested, this, [this] {
      if (!m_bridge.problemError()) present();
    });
  }
  bringUp(*m_steps);
}

bool PresentationFlow::areStepsShown() const { return m_steps != nullptr && m_steps->isVisible(); }

void PresentationFlow::closeSteps() { delete m_steps; }

}  // namespace astrolabe::ui
