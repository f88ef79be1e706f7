#include "ui/shell/plan_actions.h"

#include <utility>

#include "core/plan/samples.h"
#include "ui/shell/actions.h"
#include "ui/shell/announcer.h"
#include "ui/shell/goal_choice.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/model_panel.h"
#include "ui/shell/panels.h"
#include "ui/shell/plan_files.h"
#include "ui/shell/recent_plans.h"

namespace astrolabe::ui {

namespace {

constexpr std::pair<const char*, Goal> kGoals[] = {
    {"actionGoalFastest", Goal::Fastest},     {"actionGoalMixed", Goal::Mixed},
    {"actionGoalBestValue", Goal::BestValue}, {"actionGoalSmallest", Goal::Smallest},
    {"actionGoalBoth", Goal::Both},           {"actionGoalInTime", Goal::InTime}};
constexpr std::pair<const char*, const char*> kSamples[] = {{"actionSampleSmall", "small"},
                                                            {"actionSampleHomogeneous", "homogeneous"},
                                                            {"actionSampleBestValue", "best-value"},
                                                            {"actionSampleDoesNotFit", "does-not-fit"}};
constexpr std::pair<const char*, const char*> kServingSamples[] = {
    {"actionSampleServeChat", "serve-chat"},
    {"actionSampleServeExperts", "serve-experts"},
    {"actionSampleServeMixed", "serve-mixed"},
    {"actionSampleServeRegions", "serve-regions"}};

}  // namespace

PlanActions::PlanActions(const Actions& actions, PlanDocument& document, PlanFiles& files,
                         RecentPlans& recent, const Panels& panels, Announcer& announcer)
    : m_actions(actions),
      m_document(document),
      m_files(files),
      m_recent(recent),
      m_panels(panels),
      m_announcer(announcer) {
  connectFiles();
  connectUndo();
  connectPanels();
}

void PlanActions::connectFiles() {
  connect(m_actions["actionNew"], &QAction::triggered, this, [this] {
    if (m_files.mayDiscard()) m_files.openEmpty();
  });
  connect(m_actions["actionSave"], &QAction::triggered, this, [this] { m_files.save(); });
  connect(m_actions["actionSaveAs"], &QAction::triggered, this, [this] { m_files.saveAs(); });
  connect(m_actions["actionPinPlan"], &QAction::triggered, this,
          [this](bool pinned) { m_recent.pin(m_document.path(), pinned); });
  connect(m_actions["actionSampleTwoGenerations"], &QAction::triggered, this, [this] {
    if (m_files.mayDiscard()) m_files.openSample();
  });
  for (const auto& [action, sample] : kSamples)
    connect(m_actions[action], &QAction::triggered, this, [this, name = sample] {
      if (m_files.mayDiscard()) m_files.openPlan(plan::sample_named(name));
    });
  for (const auto& [action, sample] : kServingSamples)
    connect(m_actions[action], &QAction::triggered, this, [this, name = sample] {
      if (m_files.mayDiscard()) m_files.openPlan(plan::serving_sample_named(name));
    });
}

void PlanActions::connectUndo() {
  QUndoStack* steps = &m_document.undoStack();
  connect(m_actions["actionUndo"], &QAction::triggered, this, [this, steps] {
    const QString text = steps->undoText();
    steps->undo();
    m_announcer.say(tr("Undone: %1").arg(text));
  });
  connect(m_actions["actionRedo"], &QAction::triggered, this, [steps] { steps->redo(); });
  connect(steps, &QUndoStack::undoTextChanged, this, [this](const QString& text) {
    m_actions["actionUndo"]->setText(text.isEmpty() ? tr("&Undo") : tr("&Undo: %1").arg(text));
  });
  connect(steps, &QUndoStack::redoTextChanged, this, [this](const QString& text) {
    m_actions["actionRedo"]->setText(text.isEmpty() ? tr("&Redo") : tr("&Redo: %1").arg(text));
  });
}

void PlanActions::connectPanels() {
  ModelPanel* model = m_panels.model;
  GoalPanel* goal = m_panels.goal;
  connect(m_actions["actionLoadModel"], &QAction::triggered, model, [model] { model->askForFile(); });
  connect(m_actions["actionLoadModelFolder"], &QAction::triggered, model, [model] { model->askForFolder(); });
  connect(m_actions["actionChoosePreset"], &QAction::triggered, model, [model] { model->askForPreset(); });
  connect(m_actions["actionDescribeModel"], &QAction::triggered, model, [model] { model->describe(); });
  connect(model, &ModelPanel::loaded, this,
          [this](const QString& name) { m_announcer.say(tr("Loaded model %1").arg(name)); });
  for (const auto& [name, way] : kGoals)
    connect(m_actions[name], &QAction::triggered, goal, [goal, way = way] { goal->goal().choose(way); });
  connect(m_actions["actionJobDetails"], &QAction::triggered, goal, [goal] { goal->showDetails(); });
}

void PlanActions::update() {
  m_actions["actionUndo"]->setEnabled(m_document.undoStack().canUndo());
  m_actions["actionRedo"]->setEnabled(m_document.undoStack().canRedo());
  m_actions["actionPinPlan"]->setEnabled(!m_document.path().isEmpty());
  m_actions["actionPinPlan"]->setChecked(m_recent.isPinned(m_document.path()));
  for (const auto& [name, way] : kGoals) m_actions[name]->setChecked(m_panels.goal->goal().goal() == way);
}

}  // namespace astrolabe::ui
