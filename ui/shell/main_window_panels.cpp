// The window's panels: where each stands, and what the actions of the View menu do with them.

#include <QApplication>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/canvas/canvas_panel.h"
#include "ui/canvas/gpu_shelf.h"
#include "ui/canvas/outline_panel.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/results/results_panel.h"
#include "ui/shell/banner.h"
#include "ui/shell/dock_title.h"
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

QDockWidget* MainWindow::addPanel(const QString& name, const QString& title, QWidget* content) {
  auto* dock = new QDockWidget(title, this);
  dock->setObjectName(name);
  dock->setAttribute(Qt::WA_ShowWithoutActivating);  // one that floats does not take the keys when it is made
  dock->setTitleBarWidget(new DockTitle(title, dock));
  dock->setWidget(content);
  return dock;
}

void MainWindow::buildPanels() {
  buildCentre();
  buildLeft();
  buildModelPanel();
  buildGoalPanel();
  buildBelow();
  placePanels();
}

/// The cluster in the middle, with the messages about files above it.
void MainWindow::buildCentre() {
  auto* centre = new QWidget(this);
  centre->setObjectName(u"centre"_s);
  auto* column = new QVBoxLayout(centre);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  m_fileBanner = new Banner(u"fileBanner"_s, centre);
  m_exports.setBanner(*m_fileBanner);
  m_files.setBanner(*m_fileBanner);
  m_unsaved.setBanner(*m_fileBanner);
  m_layoutBanner = new Banner(u"layoutBanner"_s, centre);
  if (m_layoutSetAside) tellLayoutSetAside();
  column->addWidget(m_layoutBanner);
  column->addWidget(m_fileBanner);
  m_canvas = new CanvasPanel(m_document, centre);
  column->addWidget(m_canvas, 1);
  setCentralWidget(centre);
}

void MainWindow::buildLeft() {
  m_palette = new GpuShelf(m_document, this);
  m_paletteDock = addPanel(u"paletteDock"_s, tr("Hardware"), m_palette);

  m_outline = new OutlinePanel(m_document, m_canvas->view(), this);
  m_outlineDock = addPanel(u"outlineDock"_s, tr("Outline"), m_outline);
  connect(m_outline, &OutlinePanel::message, this, [this](const QString& text) { say(text); });
}

void MainWindow::buildModelPanel() {
  m_modelPanel = new ModelPanel(m_document, this);
  m_modelDock = addPanel(u"modelDock"_s, tr("Model"), m_modelPanel);
  auto* load = new QPushButton(tr("Load…"), m_modelDock);
  load->setObjectName(u"modelDock.load"_s);
  load->setAccessibleName(tr("Load model"));
  connect(load, &QPushButton::clicked, this, [this] { m_modelPanel->askForFile(); });
  auto* preset = new QPushButton(tr("Preset…"), m_modelDock);
  preset->setObjectName(u"modelDock.preset"_s);
  preset->setAccessibleName(tr("Choose a preset"));
  connect(preset, &QPushButton::clicked, this, [this] { m_modelPanel->askForPreset(); });
  auto* modelTitle = static_cast<DockTitle*>(m_modelDock->titleBarWidget());
  modelTitle->addControl(preset);
  modelTitle->addControl(load);
}

void MainWindow::buildGoalPanel() {
  m_goalPanel = new GoalPanel(m_document, this);
  m_goalPanel->setEstimate(m_estimate);
  m_goalPanel->searchLimit().setSeconds(m_searchLimit);
  connect(&m_goalPanel->searchLimit(), &SearchLimitRow::chosen, this,
          [this](double seconds) { chooseSearchLimit(seconds); });
  m_goalPanel->searchLimit().setSeed(m_searchSeed);
  connect(&m_goalPanel->searchLimit(), &SearchLimitRow::seedChosen, this,
          [this](quint64 seed) { chooseSearchSeed(seed); });
  m_modelPanel->setInputs(m_goalPanel->inputs());
  connect(m_goalPanel, &GoalPanel::priceWanted, this, [this](const std::vector<std::string>& pools) {
    m_canvas->view().clusterScene().select(pools);
    m_canvas->view().askPrice();
  });
  m_goalDock = addPanel(u"goalDock"_s, tr("Goal"), m_goalPanel);
  auto* more = new QPushButton(tr("More…"), m_goalDock);
  more->setObjectName(u"goalDock.more"_s);
  more->setAccessibleName(tr("All limits of the job"));
  connect(more, &QPushButton::clicked, m_goalPanel, [this] { m_goalPanel->showDetails(); });
  static_cast<DockTitle*>(m_goalDock->titleBarWidget())->addControl(more);
}

/// Run bar and results across the whole width below.
void MainWindow::buildBelow() {
  m_runBar = new RunBar(this);
  m_runDock = addPanel(u"runDock"_s, tr("Search"), m_runBar);
  delete m_runDock->titleBarWidget();
  m_runDock->setTitleBarWidget(new QWidget(m_runDock));
  m_runDock->setFeatures(QDockWidget::NoDockWidgetFeatures);
  auto* results = new QWidget(this);
  auto* below = new QVBoxLayout(results);
  below->setContentsMargins(0, 0, 0, 0);
  below->setSpacing(0);
  m_banner = new Banner(u"banner"_s, results);
  below->addWidget(m_banner);
  m_results = new ResultsPanel(m_document, m_bridge, m_selection, results);
  m_report.setResults(*m_results);
  m_results->setEstimate(m_estimate);
  below->addWidget(m_results, 1);
  m_resultsDock = addPanel(u"resultsDock"_s, tr("Results"), results);
  delete m_resultsDock->titleBarWidget();
  m_resultsDock->setTitleBarWidget(new QWidget(m_resultsDock));
}

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
  panel("actionShowPalette", m_paletteDock);
  panel("actionShowOutline", m_outlineDock);
  a["actionShowOutline"]->setChecked(false);
  panel("actionShowModel", m_modelDock);
  panel("actionShowGoal", m_goalDock);
  panel("actionShowResults", m_resultsDock);
  // It shows them when none of them is shown, also after a start that found them hidden.
  const QList<QPointer<QDockWidget>> docks{m_paletteDock, m_modelDock, m_goalDock, m_resultsDock};
  const auto tellDocks = [action = a["actionDocks"], docks] {
    action->setChecked(
        std::any_of(docks.begin(), docks.end(), [](const auto& dock) { return dock && !dock->isHidden(); }));
  };
  a["actionDocks"]->setChecked(true);
  for (QDockWidget* dock : docks) connect(dock, &QDockWidget::visibilityChanged, a["actionDocks"], tellDocks);
  on("actionDocks", [docks](bool shown) {
    for (const auto& dock : docks) dock->setVisible(shown);
  });
  on("actionResetLayout", [this] { resetLayout(); });
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
  on("actionJobDetails", [this] { m_goalPanel->showDetails(); });
  connectCanvas();
  // The tabs of the results are reached by Alt and their number; the menu says their names.
  const QTabWidget* tabs = &m_results->tabs();
  for (int number = 1; number <= tabs->count(); ++number) {
    QAction* action = a[qPrintable(u"actionResultsTab%1"_s.arg(number))];
    action->setText(u"&%1 %2"_s.arg(number).arg(tabs->tabText(number - 1)));
    connect(action, &QAction::triggered, tabs, [this, number] {
      m_resultsDock->show();
      m_results->showView(number - 1);
    });
  }
}

/// What canvas and palette tell each other, the menus and the window.
void MainWindow::connectCanvas() {
  ClusterView* view = &m_canvas->view();
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
  ClusterView* view = &m_canvas->view();
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
  ClusterView* view = &m_canvas->view();
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
  ProgramBridge* programs = &m_results->programs();
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
  ClusterView* view = &m_canvas->view();
  connect(m_palette, &GpuShelf::message, this, [this](const QString& text) { say(text); });
  connect(m_palette, &GpuShelf::fileRefused, this,
          [this](const Error& error) { m_files.tellRefused(error, [this] { openDialog(); }); });
  connect(m_palette, &GpuShelf::priceMappingsChanged, this,
          [this] { emit priceMappingsChosen(m_palette->priceMappings().toBytes()); });
  connect(a["actionImportPrices"], &QAction::triggered, m_palette, &GpuShelf::askForPrices);
  connect(a["actionNewGpuType"], &QAction::triggered, m_palette, &GpuShelf::newGpuType);
  connect(a["actionEditCopy"], &QAction::triggered, m_palette, &GpuShelf::editCopy);
  connect(m_palette, &GpuShelf::addRequested, view, &ClusterView::addHardware);
  connect(m_palette, &GpuShelf::carried, view, &ClusterView::carry);
  connect(a["actionFind"], &QAction::triggered, m_palette, [this] {
    m_paletteDock->show();
    m_palette->focusSearch();
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

void MainWindow::updateZoom() { m_zoom->setText(tr("Zoom %1").arg(percentText(m_canvas->view().zoom(), 0))); }

}  // namespace astrolabe::ui
