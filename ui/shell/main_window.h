#pragma once
// One document in one window: panels around the canvas, the run bar and the results below, menus and files.

#include <QMainWindow>
#include <QTimer>
#include <functional>

#include "ui/document/commands/import_scenarios.h"
#include "ui/document/plan_document.h"
#include "ui/document/recovery.h"
#include "ui/document/scenario_answers.h"
#include "ui/document/search_bridge.h"
#include "ui/document/selection.h"
#include "ui/document/space_estimate.h"
#include "ui/render/messages.h"
#include "ui/shell/actions.h"
#include "ui/shell/announcer.h"
#include "ui/shell/command_search.h"
#include "ui/shell/exports.h"
#include "ui/shell/panel_layout.h"
#include "ui/shell/panels.h"
#include "ui/shell/plan_files.h"
#include "ui/shell/preferences.h"
#include "ui/shell/report_flow.h"
#include "ui/shell/slides.h"
#include "ui/shell/unsaved_work.h"
#include "ui/shell/window_tool_bar.h"

class QLabel;
class QMimeData;

namespace astrolabe::ui {

class CompareWindow;
class ClusterView;
enum class KeyFigure;
struct Drop;
struct Figure;
struct FigureQuestion;
struct WorkedFigure;

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(QWidget* parent = nullptr);
  ~MainWindow() override;

  PlanDocument& document() { return m_document; }
  SearchBridge& bridge() { return m_bridge; }
  /// How large the space is and how long a search of it takes; its rate is kept from start to start.
  SpaceEstimate& estimate() { return m_estimate; }
  const SpaceEstimate& estimate() const { return m_estimate; }
  /// Seconds after which a search ends with the best so far; 0 for none. Kept from start to start.
  double searchLimit() const { return m_searchLimit; }
  void setSearchLimit(double seconds);
  /// The seed that answers, reports and files name; kept from start to start.
  quint64 searchSeed() const { return m_searchSeed; }
  void setSearchSeed(quint64 seed);
  StrategySelection& selection() { return m_selection; }
  ScenarioAnswers& answers() { return m_answers; }
  ReportFlow& report() { return m_report; }
  Actions& actions() { return *m_actions; }
  PanelLayout& panelLayout() { return m_layout; }
  /// Those of the language, text size and currency in force: they are made anew in others.
  Panels& panels() { return *m_panels; }

  /// The sample plan, never saved.
  void openSample() { m_files.openSample(); }
  /// An empty plan, never saved.
  void openEmpty() { m_files.openEmpty(); }
  /// A plan made by the program, never saved.
  void openPlan(const plan::Plan& plan) { m_files.openPlan(plan); }
  /// Opens a plan file; a missing file whose name ends in .astrolabe becomes a new plan with the sample in it
  /// that is saved there. A wrong file changes nothing and is told in a banner.
  bool openFile(const QString& path) { return m_files.open(path); }
  /// Any file, as if it were dropped on the window: a plan is opened, a model loaded, prices and hardware are
  /// imported. What is nothing of that is told.
  bool openAny(const QString& path);
  /// Types of the user's own or a cluster, from JSON: one undo step. A wrong file is told with its place.
  bool importHardware(const QString& path);
  /// A launch script, or a file that configures a runtime, as my layout: shown first with what of it is not
  /// used, then one undo step with what it says of the job. False: it was not taken.
  bool openScript(const QString& path);
  /// Recent plans, samples and a new one over the canvas, until something is chosen.
  void showStartPage();
  /// Presents as soon as the search has ended, with an answer or without one; never where the plan cannot be
  /// searched or the window is closed before.
  void presentWhenAnswered();
  bool saveFile(const QString& path) { return m_files.saveTo(path); }

  /// The recent plans in the order of the menu; those of `pinned` stand first and stay.
  void setRecentFiles(const QStringList& paths, const QStringList& pinned = {});
  /// Sets the folder in which copies of unsaved work are kept; none are kept before this is called.
  void setRecoveryFolder(const QString& folder) { m_recovery.setFolder(folder); }
  /// Takes over a person's preferences; the theme itself is applied for the whole program, not here.
  void setPreferences(const Preferences& preferences);
  /// The four hints of a first start, beside palette, goal, run bar and results.
  void showHints();
  /// Asks, one after the other, what is to become of copies that an earlier start left behind.
  void offerRecovery(const QList<LeftBehind>& copies) { m_unsaved.offer(copies); }
  /// Makes a window for a copy where this one shows other work; without it the copy takes its place.
  void setNewWindow(std::function<MainWindow*()> make) { m_newWindow = std::move(make); }
  /// The desktop ends its session: unsaved work goes into the recovery copy, and closing asks nothing.
  void prepareForLogout();
  /// Writes the recovery copy and shows nothing: for a display that has gone, or a program that has to go.
  void keepWork() { m_unsaved.keep(); }
  /// True while the window was asked to close and has not answered yet.
  bool isClosing() const { return m_isClosing; }
  /// A plan that was neither saved nor changed: opening another one in its place loses nothing.
  bool isUntouched() const { return m_files.isUntouched(); }
  /// A file is being read or written beside this window: no other one can be.
  bool isReading() const { return m_files.isReading(); }
  /// True while the plan at `path` is being read, to take the place of the one that is shown.
  bool isOpening(const QString& path) const { return m_files.isOpening(path); }
  /// The shown window that has this plan open or is opening it; null for none.
  static MainWindow* showing(const QString& path, const MainWindow* except = nullptr);
  /// Says that preferences or layout cannot be written to `file`; the program works without.
  void tellNotKept(const QString& file);
  /// Closes every shown window, until one is to stay.
  static void closeAll();
  /// Brings the window before all others, also when it was minimised.
  void comeForward();
  /// Off (tests): closing a changed plan asks nothing.
  void setAskOnClose(bool ask) { m_files.setAsks(ask); }

 signals:
  void fileUsed(const QString& path);
  void pinChosen(const QString& path, bool pinned);
  void closed();
  /// Once: the window was shown, has the size that the desktop gives it, and its panels stand; or it was
  /// closed before.
  void startEnded();
  /// The window was asked to close and has done so, or stays.
  void closeAnswered();
  void priceMappingsChosen(const QByteArray& mappings);
  void preferencesChosen(const astrolabe::ui::Preferences& preferences);

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void closeOrStay(QCloseEvent* event);
  // main_window_rebuild.cpp
  void build();
  void rebuild();
  struct Kept;
  Kept keptState() const;
  void takeDown();
  void connectPanels();
  void giveBack(const Kept& kept);

  // main_window_panels.cpp
  void connectViewActions();
  void connectCanvas();
  void connectCanvasActions();
  void connectLayers();
  void connectPalette();
  void updateZoom();
  void updateHardwareActions(const ClusterView& view);

  // main_window.cpp
  Drop judgeDropAt(const QMimeData* dragged, const QPoint& at) const;
  void buildStatusBar();
  void connectSearch();
  void searchChanged();
  /// Searches for the answer to what the fields say: one whose text is refused gets the focus instead.
  void runSearch();
  void say(const QString& text) { m_announcer.say(text); }
  void updateTitle();

  // main_window_banner.cpp
  QString changesInWords();
  void sayProblem(const Error& error, const Message& message);
  void offerCounts(const Error& error);
  void offerNetwork(const Error& error);
  void showBanner();
  void applyFix(const plan::Fix& fix);

  // main_window_menus.cpp
  void buildMenus();
  void connectActions();
  void movePanelFocus(int direction);
  void showAbout();
  void showAccuracy();
  void showOwnership();
  void present();
  void updateActions();

  // main_window_commands.cpp
  void showShortcuts();
  void showPreferences();
  void takeLooks();
  void showCommandSearch();
  std::vector<Command> commands();
  void addFields(std::vector<Command>& all);

  // main_window_help.cpp
  void helpOnFocus();
  /// The glossary, at a term unless that is empty.
  void showGlossary(const QString& term);
  void askSearchLimit();
  void chooseSearchLimit(double seconds);
  void chooseSearchSeed(quint64 seed);
  void applySearchOptions();
  void whatsThis();

  // main_window_opening.cpp
  void connectFiles();
  void openDialog();
  void askForHardware();
  void askForScript();
  MainWindow& placeFor(const LeftBehind& copy);

  // main_window_results.cpp
  void connectResults();
  void connectExports();
  void showRules(const QString& name);
  void updateResultActions();
  void exportJson();
  void exportTrace();
  void exportView();
  void exportRanking();
  void exportCanvas();
  void exportFigure(const Figure& figure, const QString& title);

  // main_window_figures.cpp
  void connectFigures();
  void explainBest(KeyFigure figure, const QRect& at);
  void explain(const FigureQuestion& asked);
  void showFigure(const WorkedFigure& figure, const QRect& at, QWidget* over = nullptr);

  // main_window_scenarios.cpp
  void connectScenarios();
  void updateScenarios();
  void updateBaseline();
  void stepScenario(int by);
  void renameShownScenario();
  void importScenarios();
  struct ImportChoice {
    Meaning meaning = Meaning::Ours;
    bool constants = false;  ///< theirs
  };
  std::optional<ImportChoice> askMeaning(const ImportConflicts& conflicts);
  void showCompare();
  std::vector<SlideOption> presentedOptions() const;

  // main_window_steps.cpp
  std::optional<PresentationStep> viewedStep() const;
  void saveView();
  void saveStep(const PresentationStep& step);
  void goToStep(const PresentationStep& step);
  void showSteps();

  PlanDocument m_document;
  SearchBridge m_bridge{m_document};
  ScenarioAnswers m_answers{m_document, m_bridge};
  RecoveryKeeper m_recovery{m_document};
  StrategySelection m_selection{m_bridge};
  SpaceEstimate m_estimate{m_document};
  Announcer m_announcer{m_document.undoStack()};
  Exports m_exports{m_document, *this};
  PlanFiles m_files{m_document, m_answers, m_recovery, *this, [this](const QString& path) {
                      MainWindow* other = showing(path, this);
                      return other != nullptr ? &other->m_files : nullptr;
                    }};
  UnsavedWork m_unsaved{m_document, m_bridge, m_recovery, m_files,
                        [this](const LeftBehind& copy) -> UnsavedWork& { return placeFor(copy).m_unsaved; }};
  ReportFlow m_report{m_document, m_bridge, m_answers, m_selection, m_exports, *this};
  PanelLayout m_layout{*this};
  Actions* m_actions = nullptr;
  WindowToolBar* m_tools = nullptr;
  std::optional<Panels> m_panels;
  QLabel *m_zoom = nullptr, *m_catalogue = nullptr, *m_saved = nullptr;
  QMenu* m_recentMenu = nullptr;
  plan::SnapshotPtr m_baselineShown;  ///< in the plot of speed and cost
  QString m_baselineName;
  QTimer m_staleShown, m_rebuild;
  std::function<MainWindow*()> m_newWindow;
  QStringList m_recent, m_pinned;
  Preferences m_preferences;
  bool m_isClosing = false;
  double m_builtScale = 1.0;  ///< of the text that the panels were measured for
  Currency m_builtCurrency;   ///< of the sums in them
  bool m_wasStale = false;
  double m_lastBest = 0.0;
  double m_searchLimit = 0.0;
  quint64 m_searchSeed = 0;
};

}  // namespace astrolabe::ui
