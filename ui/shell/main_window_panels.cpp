// What the actions of the Edit and View menus do with the panels.

#include <QApplication>
#include <QLabel>
#include <QPointer>
#include <QTabWidget>
#include <algorithm>
#include <utility>

#include "ui/canvas/canvas_panel.h"
#include "ui/canvas/gpu_shelf.h"
#include "ui/canvas/outline_panel.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/results/results_panel.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/main_window.h"
#include "ui/shell/model_panel.h"
#include "ui/shell/run_bar.h"
#include "ui/shell/search_limit_row.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

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

void MainWindow::connectViewActions() {
  Actions& a = *m_actions;
  const auto on = [&](const char* name, auto&& slot) {
    connect(a[name], &QAction::triggered, this, std::forward<decltype(slot)>(slot));
  };
  const auto panel = [&](const char* name, QDockWidget* dock) {
    a[name]->setChecked(true);
    connect(a[name], &QAction::triggered, dock, [dock](bool shown) { dock->setVisible(shown); });
    connect(dock, &QDockWidget::visibilityChanged, a[name],
            [action = a[name], dock] { action->setChecked(!dock->isHidden()); });
  };
  panel("actionShowPalette", m_panels->paletteDock);
  panel("actionShowOutline", m_panels->outlineDock);
  a["actionShowOutline"]->setChecked(false);
  panel("actionShowModel", m_panels->modelDock);
  panel("actionShowGoal", m_panels->goalDock);
  panel("actionShowResults", m_panels->resultsDock);
  // It shows them when none of them is shown, also after a start that found them hidden.
  const QList<QPointer<QDockWidget>> docks{m_panels->paletteDock, m_panels->modelDock, m_panels->goalDock,
                                           m_panels->resultsDock};
  const auto tellDocks = [action = a["actionDocks"], docks] {
    action->setChecked(
        std::any_of(docks.begin(), docks.end(), [](const auto& dock) { return dock && !dock->isHidden(); }));
  };
  a["actionDocks"]->setChecked(true);
  for (QDockWidget* dock : docks) connect(dock, &QDockWidget::visibilityChanged, a["actionDocks"], tellDocks);
  on("actionDocks", [docks](bool shown) {
    for (const auto& dock : docks) dock->setVisible(shown);
  });
  on("actionResetLayout", [this] { m_layout.reset(); });
  on("actionNextPanel", [this] { movePanelFocus(+1); });
  on("actionPreviousPanel", [this] { movePanelFocus(-1); });
  a["actionFullScreen"]->setChecked(isFullScreen());
  on("actionFullScreen", [this](bool full) {  // one that was maximised is so again afterwards
    setWindowState(full ? windowState() | Qt::WindowFullScreen : windowState() & ~Qt::WindowFullScreen);
  });
  const auto theme = [this](ThemeMode mode) {
    applyTheme(mode);
    m_preferences.theme = mode;
    emit preferencesChosen(m_preferences);
    updateActions();
  };
  on("actionThemeSystem", [theme] { theme(ThemeMode::System); });
  on("actionThemeLight", [theme] { theme(ThemeMode::Light); });
  on("actionThemeDark", [theme] { theme(ThemeMode::Dark); });
  on("actionThemeHighContrast", [theme] { theme(ThemeMode::HighContrast); });
  on("actionToggleTheme", [theme] { theme(currentTheme().isDark() ? ThemeMode::Light : ThemeMode::Dark); });
  on("actionRules", [this] { showRules({}); });
  on("actionJobDetails", [this] { m_panels->goal->showDetails(); });
  connectCanvas();
  // The tabs of the results are reached by Alt and their number; the menu says their names.
  const QTabWidget* tabs = &m_panels->results->tabs();
  for (int number = 1; number <= tabs->count(); ++number) {
    QAction* action = a[qPrintable(u"actionResultsTab%1"_s.arg(number))];
    action->setText(u"&%1 %2"_s.arg(number).arg(tabs->tabText(number - 1)));
    connect(action, &QAction::triggered, tabs, [this, number] {
      m_panels->resultsDock->show();
      m_panels->results->showView(number - 1);
    });
  }
}

/// What canvas and palette tell each other, the menus and the window.
void MainWindow::connectCanvas() {
  ClusterView* view = &m_panels->canvas->view();
  connectCanvasActions();
  connectLayers();
  connectPalette();
  connect(view, &ClusterView::message, this,
          [this](const QString& text, bool canUndo) { canUndo ? m_announcer.sayEdit(text) : say(text); });
  connect(view, &ClusterView::zoomChanged, this, [this] { updateZoom(); });
  connect(view, &ClusterView::openSampleRequested, this, [this] {
    if (m_files.mayDiscard()) openSample();
  });
  connect(&m_bridge, &SearchBridge::snapshotChanged, view, &ClusterView::setSnapshot);
  updateZoom();
}

/// What the Edit and View menus do with the cluster.
void MainWindow::connectCanvasActions() {
  Actions& a = *m_actions;
  ClusterView* view = &m_panels->canvas->view();
  for (const auto& [name, step] : kCanvasSteps) connect(a[name], &QAction::triggered, view, step);
  const auto selected = [this, view] { updateHardwareActions(*view); };
  connect(view, &ClusterView::selectionChanged, view, selected);
  connect(&m_document, &PlanDocument::planChanged, view, selected);
  selected();
  connect(a["actionNewNote"], &QAction::triggered, view, [view] {
    view->clusterScene().clearSelection();
    view->askNote();
  });
  int way = 0;
  for (const char* name :
       {"actionAlignLeft", "actionAlignCentre", "actionAlignRight", "actionAlignTop", "actionAlignMiddle",
        "actionAlignBottom", "actionDistributeAcross", "actionDistributeDown"})
    connect(a[name], &QAction::triggered, view,
            [view, how = static_cast<Arrange>(way++)] { view->arrange(how); });
  // These keys belong to whatever has the focus: text fields and tables use them, too.
  for (const char* name : {"actionSelectAll", "actionDelete", "actionDuplicate", "actionDuplicateTimes",
                           "actionCut", "actionCopy", "actionPaste", "actionRename"}) {
    a[name]->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    removeAction(a[name]);
    view->addAction(a[name]);
  }
}

/// What the tiles are coloured by.
void MainWindow::connectLayers() {
  Actions& a = *m_actions;
  ClusterView* view = &m_panels->canvas->view();
  const char* layers[] = {"actionLayerPrice", "actionLayerPower", "actionLayerMemory",
                          "actionLayerStage", "actionLayerShare", "actionLayerUtilisation"};
  for (int layer = 0; layer < 6; ++layer)
    connect(a[layers[layer]], &QAction::triggered, view,
            [view, layer] { view->clusterScene().setLayer(static_cast<CanvasLayer>(layer)); });
  a[layers[0]]->setChecked(true);
  connect(&view->clusterScene(), &ClusterScene::layerChanged, this,
          [&a, layers](CanvasLayer layer) { a[layers[static_cast<int>(layer)]]->setChecked(true); });
  connect(&m_selection, &StrategySelection::changed, view,
          [this, view] { view->clusterScene().setDetail(m_selection.detail()); });
  // Shares come from the distributed program, which is made while its layer or its view is looked at.
  ProgramBridge* programs = &m_panels->results->programs();
  connect(&view->clusterScene(), &ClusterScene::layerChanged, programs,
          [view, programs](CanvasLayer layer) { programs->setWanted(view, layer == CanvasLayer::Share); });
  const auto follow = [view, programs] {
    view->clusterScene().setProgram(programs->report(), programs->isStale());
  };
  connect(programs, &ProgramBridge::changed, view, follow);
  connect(programs, &ProgramBridge::outdated, view, follow);
  m_answers.programs().follow(*programs);
}

void MainWindow::connectPalette() {
  Actions& a = *m_actions;
  ClusterView* view = &m_panels->canvas->view();
  connect(m_panels->palette, &GpuShelf::message, this, [this](const QString& text) { say(text); });
  connect(m_panels->palette, &GpuShelf::fileRefused, this,
          [this](const Error& error) { m_files.tellRefused(error, [this] { openDialog(); }); });
  connect(m_panels->palette, &GpuShelf::priceMappingsChanged, this,
          [this] { emit priceMappingsChosen(m_panels->palette->priceMappings().toBytes()); });
  connect(a["actionImportPrices"], &QAction::triggered, m_panels->palette, &GpuShelf::askForPrices);
  connect(a["actionNewGpuType"], &QAction::triggered, m_panels->palette, &GpuShelf::newGpuType);
  connect(a["actionEditCopy"], &QAction::triggered, m_panels->palette, &GpuShelf::editCopy);
  connect(m_panels->palette, &GpuShelf::addRequested, view, &ClusterView::addHardware);
  connect(m_panels->palette, &GpuShelf::carried, view, &ClusterView::carry);
  connect(a["actionFind"], &QAction::triggered, m_panels->palette, [this] {
    m_panels->paletteDock->show();
    m_panels->palette->focusSearch();
  });
}

/// What can be done with the selected pools: as their context menu offers it.
void MainWindow::updateHardwareActions(const ClusterView& view) {
  Actions& a = *m_actions;
  const std::size_t pools = view.selectedPools().size();
  for (const char* name :
       {"actionChangeGpus", "actionNodeCount", "actionPriceOverride", "actionNodeNetwork",
        "actionNetworkPrice", "actionNetworkReduction", "actionSingleGpus", "actionExclude"})
    a[name]->setEnabled(pools > 0);
  for (const char* name :
       {"actionSeller", "actionUnit", "actionNodePower", "actionPowerLimit", "actionHostMemory"})
    a[name]->setEnabled(pools == 1);
  a["actionTryWithout"]->setEnabled(view.canTryWithout());
  a["actionNetworkReduction"]->setChecked(view.reducesInNetwork());
  a["actionSingleGpus"]->setChecked(view.paysSingleGpus());
  a["actionExclude"]->setChecked(view.excludesSelection());
}

void MainWindow::updateZoom() {
  m_zoom->setText(tr("Zoom %1").arg(percentText(m_panels->canvas->view().zoom(), 0)));
}

}  // namespace astrolabe::ui
