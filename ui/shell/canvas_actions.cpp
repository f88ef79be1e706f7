#include "ui/shell/canvas_actions.h"

#include <QMainWindow>
#include <utility>

#include "core/planning/programs.h"
#include "ui/canvas/canvas_panel.h"
#include "ui/canvas/gpu_shelf.h"
#include "ui/canvas/outline_panel.h"
#include "ui/document/program_proof.h"
#include "ui/results/results_panel.h"
#include "ui/shell/actions.h"
#include "ui/shell/announcer.h"
#include "ui/shell/panels.h"

namespace astrolabe::ui {

namespace {

/// What the Edit and View menus do with the cluster.
constexpr std::pair<const char*, void (ClusterView::*)()> kCanvasSteps[] = {
    {"actionZoomIn", &ClusterView::zoomIn},
    {"actionZoomOut", &ClusterView::zoomOut},
    {"actionZoomReset", &ClusterView::zoomReset},
    {"actionZoomFit", &ClusterView::fitAll},
    {"actionZoomSelection", &ClusterView::fitSelection},
    {"actionSelectAll", &ClusterView::selectAll},
    {"actionDelete", &ClusterView::deleteSelection},
    {"actionDuplicate", &ClusterView::duplicate},
    {"actionCut", &ClusterView::cut},
    {"actionCopy", &ClusterView::copy},
    {"actionPaste", &ClusterView::paste},
    {"actionDuplicateTimes", &ClusterView::duplicateTimes},
    {"actionGroup", &ClusterView::group},
    {"actionUngroup", &ClusterView::ungroup},
    {"actionExpand", &ClusterView::expandSelection},
    {"actionCollapse", &ClusterView::collapseSelection},
    {"actionGoToNode", &ClusterView::goToNode},
    {"actionShowInResults", &ClusterView::showInResults},
    {"actionProperties", &ClusterView::showProperties},
    {"actionChangeGpus", &ClusterView::askHardware},
    {"actionNodeCount", &ClusterView::askCount},
    {"actionPriceOverride", &ClusterView::askPrice},
    {"actionNodeNetwork", &ClusterView::askNetwork},
    {"actionNetworkPrice", &ClusterView::askNetworkPrice},
    {"actionNetworkReduction", &ClusterView::toggleNetworkReduction},
    {"actionSingleGpus", &ClusterView::toggleSingleGpus},
    {"actionTryWithout", &ClusterView::tryWithout},
    {"actionSeller", &ClusterView::askSeller},
    {"actionUnit", &ClusterView::askUnit},
    {"actionNodePower", &ClusterView::askNodePower},
    {"actionPowerLimit", &ClusterView::askPowerLimit},
    {"actionHostMemory", &ClusterView::askHostMemory},
    {"actionExclude", &ClusterView::toggleExcluded},
    {"actionRename", &ClusterView::rename}};

}  // namespace

CanvasActions::CanvasActions(const Actions& actions, const PlanDocument& document, SearchBridge& bridge,
                             const StrategySelection& selection, ScenarioAnswers& answers,
                             const Panels& panels, Announcer& announcer, QMainWindow& window)
    : m_actions(actions),
      m_document(document),
      m_selection(selection),
      m_answers(answers),
      m_panels(panels),
      m_announcer(announcer),
      m_window(window) {
  connectCluster();
  connectLayers();
  connectPalette();
  ClusterView* view = &panels.canvas->view();
  connect(view, &ClusterView::message, this, [this](const QString& text, bool canUndo) {
    canUndo ? m_announcer.sayEdit(text) : m_announcer.say(text);
  });
  connect(panels.outline, &OutlinePanel::message, this,
          [this](const QString& text) { m_announcer.say(text); });
  connect(view, &ClusterView::openSampleRequested, m_actions["actionSampleTwoGenerations"],
          &QAction::trigger);
  connect(&bridge, &SearchBridge::snapshotChanged, view, &ClusterView::setSnapshot);
  update();
}

/// What the Edit and View menus do with the cluster.
void CanvasActions::connectCluster() {
  ClusterView* view = &m_panels.canvas->view();
  for (const auto& [name, step] : kCanvasSteps) connect(m_actions[name], &QAction::triggered, view, step);
  connect(view, &ClusterView::selectionChanged, this, &CanvasActions::update);
  connect(&m_document, &PlanDocument::planChanged, this, &CanvasActions::update);
  connect(m_actions["actionNewNote"], &QAction::triggered, view, [view] {
    view->clusterScene().clearSelection();
    view->askNote();
  });
  int way = 0;
  for (const char* name :
       {"actionAlignLeft", "actionAlignCentre", "actionAlignRight", "actionAlignTop", "actionAlignMiddle",
        "actionAlignBottom", "actionDistributeAcross", "actionDistributeDown"})
    connect(m_actions[name], &QAction::triggered, view,
            [view, how = static_cast<Arrange>(way++)] { view->arrange(how); });
  // These keys belong to whatever has the focus: text fields and tables use them, too.
  for (const char* name : {"actionSelectAll", "actionDelete", "actionDuplicate", "actionDuplicateTimes",
                           "actionCut", "actionCopy", "actionPaste", "actionRename"}) {
    m_actions[name]->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_window.removeAction(m_actions[name]);
    view->addAction(m_actions[name]);
  }
}

/// What the tiles are coloured by.
void CanvasActions::connectLayers() {
  ClusterView* view = &m_panels.canvas->view();
  const char* layers[] = {"actionLayerPrice", "actionLayerPower", "actionLayerMemory",
                          "actionLayerStage", "actionLayerShare", "actionLayerUtilisation"};
  for (int layer = 0; layer < 6; ++layer)
    connect(m_actions[layers[layer]], &QAction::triggered, view,
            [view, layer] { view->clusterScene().setLayer(static_cast<CanvasLayer>(layer)); });
  m_actions[layers[0]]->setChecked(true);
  connect(&view->clusterScene(), &ClusterScene::layerChanged, this, [this, layers](CanvasLayer layer) {
    m_actions[layers[static_cast<int>(layer)]]->setChecked(true);
  });
  connect(&m_selection, &StrategySelection::changed, this,
          [this, view] { view->clusterScene().setDetail(m_selection.detail()); });
  // Shares come from the distributed program, which is made while its layer or its view is looked at.
  PlannerBridge* programs = &m_panels.results->planner(planning::kProgram);
  connect(&view->clusterScene(), &ClusterScene::layerChanged, programs,
          [view, programs](CanvasLayer layer) { programs->setWanted(view, layer == CanvasLayer::Share); });
  const auto follow = [view, programs] {
    view->clusterScene().setProgram(programOf(programs->option()), programs->isStale());
  };
  connect(programs, &PlannerBridge::changed, view, follow);
  connect(programs, &PlannerBridge::outdated, view, follow);
  for (PlannerBridge* planner : m_panels.results->planners())
    m_answers.beside(planner->planner().id()).follow(*planner);
}

void CanvasActions::connectPalette() {
  ClusterView* view = &m_panels.canvas->view();
  connect(m_panels.palette, &GpuShelf::message, this, [this](const QString& text) { m_announcer.say(text); });
  connect(m_actions["actionImportPrices"], &QAction::triggered, m_panels.palette, &GpuShelf::askForPrices);
  connect(m_actions["actionNewGpuType"], &QAction::triggered, m_panels.palette, &GpuShelf::newGpuType);
  connect(m_actions["actionEditCopy"], &QAction::triggered, m_panels.palette, &GpuShelf::editCopy);
  connect(m_panels.palette, &GpuShelf::addRequested, view, &ClusterView::addHardware);
  connect(m_panels.palette, &GpuShelf::carried, view, &ClusterView::carry);
  connect(m_actions["actionFind"], &QAction::triggered, this, [this] {
    m_panels.paletteDock->show();
    m_panels.palette->focusSearch();
  });
}

/// What can be done with the selected pools: as their context menu offers it.
void CanvasActions::update() {
  const ClusterView& view = m_panels.canvas->view();
  const std::size_t pools = view.selectedPools().size();
  for (const char* name :
       {"actionChangeGpus", "actionNodeCount", "actionPriceOverride", "actionNodeNetwork",
        "actionNetworkPrice", "actionNetworkReduction", "actionSingleGpus", "actionExclude"})
    m_actions[name]->setEnabled(pools > 0);
  for (const char* name :
       {"actionSeller", "actionUnit", "actionNodePower", "actionPowerLimit", "actionHostMemory"})
    m_actions[name]->setEnabled(pools == 1);
  m_actions["actionTryWithout"]->setEnabled(view.canTryWithout());
  m_actions["actionNetworkReduction"]->setChecked(view.reducesInNetwork());
  m_actions["actionSingleGpus"]->setChecked(view.paysSingleGpus());
  m_actions["actionExclude"]->setChecked(view.excludesSelection());
}

}  // namespace astrolabe::ui
