#include "ui/shell/panels.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QMainWindow>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/canvas/canvas_panel.h"
#include "ui/canvas/gpu_shelf.h"
#include "ui/canvas/outline_panel.h"
#include "ui/results/ranking_page.h"
#include "ui/results/results_panel.h"
#include "ui/shell/banner.h"
#include "ui/shell/dock_title.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/model_panel.h"
#include "ui/shell/post_training_panel.h"
#include "ui/shell/run_bar.h"
#include "ui/shell/task_choice.h"
#include "ui/shell/traffic_panel.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

QDockWidget* addPanel(QMainWindow& window, const QString& name, const QString& title, QWidget* content) {
  auto* dock = new QDockWidget(title, &window);
  dock->setObjectName(name);
  dock->setAttribute(Qt::WA_ShowWithoutActivating);  // one that floats does not take the keys when it is made
  dock->setTitleBarWidget(new DockTitle(title, dock));
  dock->setWidget(content);
  return dock;
}

void removeTitle(QDockWidget* dock) {
  delete dock->titleBarWidget();
  dock->setTitleBarWidget(new QWidget(dock));
}

QPushButton* titleButton(QDockWidget* dock, const QString& name, const QString& text, const QString& spoken) {
  auto* button = new QPushButton(text, dock);
  button->setObjectName(name);
  button->setAccessibleName(spoken);
  return button;
}

void putIntoTitle(const QDockWidget* dock, QWidget* control) {
  static_cast<DockTitle*>(dock->titleBarWidget())->addControl(control);
}

}  // namespace

Panels::Panels(QMainWindow& window, PlanDocument& document, SearchBridge& bridge,
               StrategySelection& selection, const SpaceEstimate& estimate)
    : m_window(window) {
  buildCentre(document);
  buildLeft(document);
  buildRight(document, estimate);
  buildBelow(document, bridge, selection, estimate);
}

Panels::~Panels() {
  for (QDockWidget* dock : docks()) delete dock;
  delete m_window.takeCentralWidget();
}

QList<QDockWidget*> Panels::docks() const {
  return {paletteDock, outlineDock, modelDock, goalDock, runDock, resultsDock};
}

/// The cluster in the middle, with the messages about files above it.
void Panels::buildCentre(PlanDocument& document) {
  auto* centre = new QWidget(&m_window);
  centre->setObjectName(u"centre"_s);
  auto* column = new QVBoxLayout(centre);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  fileBanner = new Banner(u"fileBanner"_s, centre);
  layoutBanner = new Banner(u"layoutBanner"_s, centre);
  column->addWidget(layoutBanner);
  column->addWidget(fileBanner);
  canvas = new CanvasPanel(document, centre);
  column->addWidget(canvas, 1);
  m_window.setCentralWidget(centre);
}

void Panels::buildLeft(PlanDocument& document) {
  palette = new GpuShelf(document, &m_window);
  paletteDock = addPanel(m_window, u"paletteDock"_s, tr("Hardware"), palette);
  outline = new OutlinePanel(document, canvas->view(), &m_window);
  outlineDock = addPanel(m_window, u"outlineDock"_s, tr("Outline"), outline);
}

/// Model and goal.
void Panels::buildRight(PlanDocument& document, const SpaceEstimate& estimate) {
  model = new ModelPanel(document, &m_window);
  modelDock = addPanel(m_window, u"modelDock"_s, tr("Model"), model);
  auto* load = titleButton(modelDock, u"modelDock.load"_s, tr("Load…"), tr("Load model"));
  auto* preset = titleButton(modelDock, u"modelDock.preset"_s, tr("Preset…"), tr("Choose a preset"));
  putIntoTitle(modelDock, preset);
  putIntoTitle(modelDock, load);
  QObject::connect(load, &QPushButton::clicked, model, [panel = model] { panel->askForFile(); });
  QObject::connect(preset, &QPushButton::clicked, model, [panel = model] { panel->askForPreset(); });

  goal = new GoalPanel(document, &m_window);
  goal->setEstimate(estimate);
  model->setInputs(goal->inputs());
  PostTrainingPanel& roles = goal->postTraining();
  QObject::connect(&roles, &PostTrainingPanel::fileWanted, model, &ModelPanel::askForFileOf);
  QObject::connect(&roles, &PostTrainingPanel::presetWanted, model, &ModelPanel::askForPresetOf);
  QObject::connect(&roles, &PostTrainingPanel::fileDropped, model, &ModelPanel::loadRole);
  QObject::connect(goal, &GoalPanel::priceWanted, canvas,
                   [view = &canvas->view()](const std::vector<std::string>& pools) {
                     view->clusterScene().select(pools);
                     view->askPrice();
                   });
  goalDock = addPanel(m_window, u"goalDock"_s, tr("Goal"), goal);
  auto* more = titleButton(goalDock, u"goalDock.more"_s, tr("More…"), tr("All limits of the job"));
  putIntoTitle(goalDock, new TaskChoice(document, goalDock));
  putIntoTitle(goalDock, more);
  QObject::connect(more, &QPushButton::clicked, goal, [panel = goal] { panel->showDetails(); });
}

/// Run bar and results across the whole width below.
void Panels::buildBelow(PlanDocument& document, SearchBridge& bridge, StrategySelection& selection,
                        const SpaceEstimate& estimate) {
  runBar = new RunBar(&m_window);
  runDock = addPanel(m_window, u"runDock"_s, tr("Search"), runBar);
  removeTitle(runDock);
  runDock->setFeatures(QDockWidget::NoDockWidgetFeatures);
  auto* below = new QWidget(&m_window);
  auto* column = new QVBoxLayout(below);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  banner = new Banner(u"banner"_s, below);
  column->addWidget(banner);
  results = new ResultsPanel(document, bridge, selection, below);
  results->setEstimate(estimate);
  QObject::connect(&bridge, &SearchBridge::stateChanged, goal, [&bridge, panel = goal] {
    panel->traffic().tell(bridge.problemError());
    panel->postTraining().tell(bridge.problemError());
  });
  column->addWidget(results, 1);
  resultsDock = addPanel(m_window, u"resultsDock"_s, tr("Results"), below);
  removeTitle(resultsDock);
}

QByteArray Panels::savedViews() const {
  QJsonObject all = QJsonDocument::fromJson(results->ranking().saved()).object();
  all[u"beside"_s] = results->savedBeside();
  all[u"canvas"_s] = canvas->saved();
  all[u"palette"_s] = palette->saved();
  return QJsonDocument(all).toJson(QJsonDocument::Compact);
}

void Panels::restoreViews(const QByteArray& saved) {
  results->ranking().restore(saved);
  const QJsonObject all = QJsonDocument::fromJson(saved).object();
  results->restoreBeside(all[u"beside"_s].toString());
  canvas->restore(all[u"canvas"_s].toObject());
  palette->restore(all[u"palette"_s].toObject());
}

void Panels::setPriceMappings(const QByteArray& saved) {
  palette->setPriceMappings(PriceMappings::fromBytes(saved));
}

}  // namespace astrolabe::ui
