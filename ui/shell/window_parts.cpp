#include "ui/shell/window_parts.h"

#include <QMenuBar>
#include <QTabWidget>
#include <QTimer>
#include <utility>

#include "ui/canvas/canvas_panel.h"
#include "ui/canvas/gpu_shelf.h"
#include "ui/render/answer_text.h"
#include "ui/render/messages.h"
#include "ui/results/log_view.h"
#include "ui/results/results_panel.h"
#include "ui/shell/about_dialog.h"
#include "ui/shell/banner.h"
#include "ui/shell/command_search.h"
#include "ui/shell/file_trouble.h"
#include "ui/shell/focus_help.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/run_bar.h"
#include "ui/shell/start_page.h"
#include "ui/shell/sweep_opening.h"
#include "ui/shell/take_fix.h"
#include "ui/shell/window_commands.h"
#include "ui/shell/window_menus.h"

namespace astrolabe::ui {

namespace {

WindowToolBar* addTools(QMainWindow& window, const Actions& actions) {
  auto* bar = new WindowToolBar(actions, &window);
  window.addToolBar(bar);
  bar->fit();
  return bar;
}

}  // namespace

struct WindowParts::Kept {
  QByteArray layout, views;
  LogView::Kept log;  ///< in the words in which it was said
  PriceMappings prices;
  int tab = 0;
  double zoom = 1.0;
  QPointF centre;
  SidePages::Kept pages;
  bool hints = false, start = false, builder = false, compare = false, steps = false;
};

WindowParts::WindowParts(QMainWindow& window, WindowWork& work)
    : m_window(window),
      m_work(work),
      m_actions(&window),
      m_recentMenu(buildMenus(window, m_actions)),
      m_tools(addTools(window, m_actions)),
      m_panels(window, work.document, work.bridge, work.selection, work.search.estimate()),
      m_status(window, work.document, work.files, work.unsaved, m_panels.canvas->view(), work.announcer),
      m_plan(m_actions, work.document, work.files, work.recent, m_panels, work.announcer),
      m_results(m_actions, work.document, work.bridge, work.selection, m_panels, work.announcer),
      m_exports(m_actions, work.document, work.bridge, work.selection, m_panels, work.exports, work.announcer,
                window),
      m_scenarios(m_tools->scenarios(), m_actions, work.document, work.answers, *m_panels.results,
                  work.announcer, window),
      m_view(m_actions, m_panels, work.layout, window),
      m_canvas(m_actions, work.document, work.bridge, work.selection, work.answers, m_panels, work.announcer,
               window),
      m_news(work.document, work.bridge, *m_panels.results, *m_panels.runBar, *m_panels.goal, work.announcer),
      m_banner(*m_panels.banner, work.document, work.bridge, m_panels.canvas->view()),
      m_figures(work.document, work.bridge, m_panels, window),
      m_pages(work.document, work.selection, work.files, work.report, m_panels, window),
      m_compare(work.document, work.answers, work.exports, work.report, work.announcer, window) {
  tellWork();
  connectWork();
  connectMenus();
  connectResults();
  connectCompare();
  updateActions();
}

WindowParts::~WindowParts() {
  m_work.report.closeBuilder();
  m_work.presentation.closeSteps();
  m_work.preferences.closeHints();
  m_work.layout.setPanels(nullptr);
  delete m_tools;
  m_window.setMenuBar(new QMenuBar(&m_window));
}

/// The work learns of the panels that it speaks through.
void WindowParts::tellWork() {
  m_work.exports.setBanner(*m_panels.fileBanner);
  m_work.files.setBanner(*m_panels.fileBanner);
  m_work.unsaved.setBanner(*m_panels.fileBanner);
  m_work.report.setResults(*m_panels.results);
  m_work.search.setGoal(*m_panels.goal);
  m_work.search.connectActions(m_actions);
  m_work.preferences.setPanels(m_actions, m_panels);
  m_work.recent.setMenu(*m_recentMenu);
  m_work.opening.setPanels(m_panels, m_actions);
  m_work.presentation.setPanels(m_panels);
  m_work.layout.setPanels(&m_panels);
}

/// What the work says changes actions and panels.
void WindowParts::connectWork() {
  const auto update = [this] { updateActions(); };
  connect(&m_work.bridge, &SearchBridge::snapshotChanged, &m_wires, update);
  connect(&m_work.bridge, &SearchBridge::stateChanged, &m_wires, update);
  connect(&m_work.selection, &StrategySelection::changed, &m_wires, update);
  connect(&m_work.document.undoStack(), &QUndoStack::canUndoChanged, &m_wires, update);
  connect(&m_work.document.undoStack(), &QUndoStack::canRedoChanged, &m_wires, update);
  connect(&m_work.preferences, &PreferencesFlow::changed, &m_wires, update);
  connect(&m_work.recent, &RecentPlans::changed, &m_wires, update);
  connect(&m_work.report, &ReportFlow::refused, &m_wires,
          [this](const Error& error) { tellTrouble(*m_panels.fileBanner, error); });
  connect(&m_work.report, &ReportFlow::noPages, &m_wires, [this](const Message& why) {
    m_panels.fileBanner->say(Banner::Kind::Error, why);
    addDismiss(*m_panels.fileBanner);
  });
  const auto focusCanvas = [this] { m_panels.canvas->view().setFocus(Qt::OtherFocusReason); };
  connect(&m_work.unsaved, &UnsavedWork::restored, &m_wires, focusCanvas);
  connect(m_tools, &WindowToolBar::focusGivenUp, &m_wires, focusCanvas);
  connect(&m_work.announcer, &Announcer::undoRequested, &m_wires, [this, focusCanvas] {
    focusCanvas();  // the button goes
    m_actions["actionUndo"]->trigger();
  });
  connect(m_panels.palette, &GpuShelf::priceMappingsChanged, &m_wires,
          [this] { emit priceMappingsChosen(m_panels.palette->priceMappings().toBytes()); });
}

void WindowParts::connectMenus() {
  const auto on = [this](const char* name, auto&& slot) {
    connect(m_actions[name], &QAction::triggered, &m_wires, std::forward<decltype(slot)>(slot));
  };
  on("actionOpenSweep", [this] { openSweepResults(m_window, *m_panels.fileBanner, m_work.exports); });
  on("actionClose", [this] { emit closeRequested(); });
  on("actionQuit", [this] { emit quitRequested(); });
  on("actionRules", [this] { m_pages.showRules({}); });
  on("actionAccuracy", [this] { m_pages.showAccuracy(); });
  on("actionOwnership", [this] { m_pages.showOwnership(); });
  on("actionGlossary", [this] { m_pages.showGlossary({}); });
  on("actionHelpOnFocus", [this] {
    if (const QString term = helpOnFocus(m_work.announcer); !term.isEmpty()) m_pages.showGlossary(term);
  });
  on("actionWhatsThis", [this] { beginWhatsThis(m_window); });
  on("actionHints", [this] { m_work.preferences.showHints(m_work.document); });
  on("actionCommandSearch", [this] { showCommandSearch(); });
  on("actionAbout",
     [this] { showAbout(m_window, QString::fromStdString(m_work.document.catalogue().date())); });
  on("actionReportBuilder", [this] { m_work.report.showBuilder(); });
  on("actionExportReport", [this] { m_work.report.writeFile(); });
  on("actionReportAddView", [this] { m_work.report.addView(); });
  on("actionPrintPreview", [this] { m_work.report.preview(); });
  on("actionPrint", [this] { m_work.report.print(); });
  on("actionPresent", [this] { m_work.presentation.present(); });
  on("actionSaveView", [this] { m_work.presentation.saveView(); });
  on("actionPresentationSteps", [this] { m_work.presentation.showSteps(); });
  on("actionScenarioImport", [this] { m_work.scenarioImport.ask(); });
  on("actionScenarioCompare", [this] { m_compare.show(); });
  on("actionHowWorkedOut", [this] { m_figures.explainShown(); });
}

void WindowParts::connectResults() {
  connect(m_panels.runBar, &RunBar::pauseRequested, m_actions["actionPause"], &QAction::trigger);
  connect(m_panels.runBar, &RunBar::stopRequested, m_actions["actionStop"], &QAction::trigger);
  connect(m_panels.runBar, &RunBar::rulesRequested, &m_wires, [this] { m_pages.showRules({}); });
  connect(m_panels.results, &ResultsPanel::rulesRequested, &m_pages, &SidePages::showRules);
  connect(m_panels.results, &ResultsPanel::glossaryRequested, &m_pages, &SidePages::showGlossary);
  connect(m_panels.results, &ResultsPanel::refused, &m_wires,
          [this](const Error& error) { tellTrouble(*m_panels.fileBanner, error); });
  connect(m_panels.results, &ResultsPanel::fixRequested, &m_wires,
          [this](const plan::Fix& fix) { takeFix(fix); });
  connect(&m_banner, &QuestionBanner::fixChosen, &m_wires, [this](const plan::Fix& fix) { takeFix(fix); });
}

void WindowParts::connectCompare() {
  connect(&m_compare, &CompareFlow::comeForward, this, &WindowParts::comeForward);
  connect(&m_compare, &CompareFlow::duplicateRequested, m_actions["actionScenarioDuplicate"],
          &QAction::trigger);
  connect(&m_compare, &CompareFlow::figureAsked, &m_figures, &FigureExplainer::show);
  connect(&m_compare, &CompareFlow::stepWanted, &m_work.presentation, &PresentationFlow::saveStep);
}

/// The button that was pressed goes with its banner: the keys go on where the value now stands.
void WindowParts::takeFix(const plan::Fix& fix) {
  if (!ui::takeFix(m_work.document, fix)) return;
  if (fix.kind == plan::Fix::Kind::raise_limit) m_panels.goal->focusLimit(fix.limit);
  m_work.announcer.say(fixText(fix));
}

void WindowParts::showCommandSearch() {
  auto* search = new CommandSearch(windowCommands(m_actions, m_panels, m_work.document), &m_window);
  search->setAttribute(Qt::WA_DeleteOnClose);
  search->open();
}

void WindowParts::showStartPage() { m_startPage = m_work.recent.showStartPage(m_actions, *m_panels.canvas); }

void WindowParts::updateActions() {
  const bool asks = !m_work.bridge.problemError();
  m_plan.update();
  m_work.search.updateActions(m_actions);
  m_actions["actionExportJson"]->setEnabled(m_work.bridge.snapshot() != nullptr);
  m_actions["actionPresent"]->setEnabled(asks);
  m_actions["actionExportTrace"]->setEnabled(m_work.selection.detail() != nullptr);
  for (const char* name : {"actionReportBuilder", "actionExportReport", "actionReportAddView",
                           "actionPrintPreview", "actionPrint"})
    m_actions[name]->setEnabled(m_work.report.canReport());
  m_results.update();
  m_scenarios.update();
  m_work.preferences.updateActions();
}

std::shared_ptr<const WindowParts::Kept> WindowParts::kept() const {
  const ClusterView& view = m_panels.canvas->view();
  auto kept = std::make_shared<Kept>();
  kept->layout = m_work.layout.saved();
  kept->views = m_panels.savedViews();
  kept->log = m_panels.results->findChild<LogView*>()->kept();
  kept->prices = m_panels.palette->priceMappings();
  kept->tab = m_panels.results->tabs().currentIndex();
  kept->zoom = view.zoom();
  kept->centre = view.mapToScene(view.viewport()->rect().center());
  kept->pages = m_pages.kept();
  kept->hints = m_work.preferences.areHintsShown();
  kept->start = m_startPage != nullptr;
  kept->builder = m_work.report.isBuilderShown();
  kept->compare = m_compare.isShown();
  kept->steps = m_work.presentation.areStepsShown();
  return kept;
}

void WindowParts::giveBack(const std::shared_ptr<const Kept>& kept) {
  const auto place = [this, kept] {
    m_work.layout.giveBack(kept->layout);
    m_panels.canvas->view().setZoom(kept->zoom);
    m_panels.canvas->view().centerOn(kept->centre);
  };
  m_work.layout.arrangeAnew();
  m_panels.restoreViews(kept->views);
  m_panels.results->findChild<LogView*>()->restore(kept->log);
  m_panels.palette->setPriceMappings(kept->prices);
  m_panels.results->tabs().setCurrentIndex(kept->tab);
  place();
  m_window.setUpdatesEnabled(true);
  // A panel that floats is a window of its own by now, which the line above leaves as it is: without a
  // picture.
  for (QDockWidget* dock : m_panels.docks())
    if (dock->isFloating()) dock->setUpdatesEnabled(true);
  QTimer::singleShot(0, &m_wires, place);  // dividers and view, once more when the panels have their measures
  m_scenarios.updateBaseline();
  m_news.update();
  m_banner.update();
  updateActions();
  m_pages.giveBack(kept->pages);
  if (kept->compare) m_compare.show();
  if (kept->builder) m_work.report.showBuilder();
  if (kept->steps) m_work.presentation.showSteps();
  if (kept->start) showStartPage();
  if (kept->hints) m_work.preferences.showHints(m_work.document);
}

}  // namespace astrolabe::ui
