#pragma once
// One document in one window: panels around the canvas, the run bar and the results below, menus and files.

#include <QDateTime>
#include <QDockWidget>
#include <QMainWindow>
#include <QTimer>
#include <functional>

#include "ui/document/commands/import_scenarios.h"
#include "ui/document/plan_document.h"
#include "ui/document/recovery.h"
#include "ui/document/scenario_answers.h"
#include "ui/document/search_bridge.h"
#include "ui/document/selection.h"
#include "ui/document/sensitivity_asker.h"
#include "ui/document/space_estimate.h"
#include "ui/render/messages.h"
#include "ui/render/report.h"
#include "ui/shell/actions.h"
#include "ui/shell/command_search.h"
#include "ui/shell/preferences.h"
#include "ui/shell/reading.h"
#include "ui/shell/slides.h"

class QComboBox;
class QFileInfo;
class QLabel;
class QPrinter;
class QToolBar;
class QToolButton;

namespace astrolabe::ui {

class Banner;
class CompareWindow;
class CanvasPanel;
class ClusterView;
class GpuShelf;
class OutlinePanel;
class ResultsPanel;
class DockTitle;
class GoalPanel;
class ModelPanel;
enum class KeyFigure;
struct Figure;
struct FigureQuestion;
class RunBar;
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
  /// What answers, reports and files name as their seed; kept as the limit is.
  quint64 searchSeed() const { return m_searchSeed; }
  void setSearchSeed(quint64 seed);
  StrategySelection& selection() { return m_selection; }
  ScenarioAnswers& answers() { return m_answers; }
  Actions& actions() { return *m_actions; }

  /// The sample plan, never saved.
  void openSample();
  /// An empty plan, never saved.
  void openEmpty();
  /// A plan made by the program, never saved.
  void openPlan(const plan::Plan& plan);
  /// Opens a plan file; a missing file whose name ends in .astrolabe becomes a new plan with the sample in it
  /// that is saved there. A wrong file changes nothing and is told in a banner.
  bool openFile(const QString& path);
  /// Any file, as if it were dropped on the window: a plan is opened, a model loaded, prices and hardware are
  /// imported. What is nothing of that is told.
  bool openAny(const QString& path);
  /// Types of the user's own or a cluster, from JSON: one undo step. A wrong file is told with its place.
  bool importHardware(const QString& path);
  /// Recent plans, samples and a new one over the canvas, until something is chosen.
  void showStartPage();
  /// Presents as soon as the search has ended, with an answer or without one; never where the plan cannot be
  /// searched or the window is closed before.
  void presentWhenAnswered();
  bool saveFile(const QString& path);

  /// The recent plans in the order of the menu; those of `pinned` stand first and stay.
  void setRecentFiles(const QStringList& paths, const QStringList& pinned = {});
  /// Where copies of unsaved work are kept; none are kept before this is called.
  void setRecoveryFolder(const QString& folder);
  /// What the person likes; the theme itself is applied for the whole program, not here.
  void setPreferences(const Preferences& preferences);
  /// The four hints of a first start, beside palette, goal, run bar and results.
  void showHints();
  /// Asks, one after the other, what is to become of copies that an earlier start left behind.
  void offerRecovery(const QList<LeftBehind>& copies);
  /// Makes a window for a copy where this one shows other work; without it the copy takes its place.
  void setNewWindow(std::function<MainWindow*()> make) { m_newWindow = std::move(make); }
  /// The desktop ends its session: unsaved work goes into the recovery copy, and closing asks nothing.
  void prepareForLogout();
  /// Writes the recovery copy and shows nothing: for a display that has gone.
  void keepWork();
  /// A plan that was neither saved nor changed: opening another one in its place loses nothing.
  bool isUntouched() const { return m_document.path().isEmpty() && !m_document.isModified(); }
  /// A file is being read or written beside this window: no other one can be.
  bool isReading() const;
  /// The shown window that has this plan open; null for none.
  static MainWindow* showing(const QString& path, const MainWindow* except = nullptr);
  /// Says that preferences or layout cannot be written to `file`; the program works without.
  void tellNotKept(const QString& file);
  /// Brings the window before all others, also when it was minimised.
  void comeForward();
  /// Off (tests): closing a changed plan asks nothing.
  void setAskOnClose(bool ask) { m_askOnClose = ask; }
  /// Puts every panel back where it was at first.
  void resetLayout();
  /// Gives the window a saved place and layout; false (and the first layout) when there is none.
  bool restoreLayout(const QByteArray& geometry, const QByteArray& layout);
  QByteArray savedLayout() const;
  /// Columns, order, sorting and filter of the ranking, which view lies beside the others, how canvas and
  /// palette are set up.
  QByteArray savedRanking() const;
  void restoreRanking(const QByteArray& saved);
  /// How columns of price tables were read so far (PriceMappings::toBytes).
  void setPriceMappings(const QByteArray& saved);

 signals:
  void fileUsed(const QString& path);
  void pinChosen(const QString& path, bool pinned);
  void closed();
  void priceMappingsChosen(const QByteArray& mappings);
  void preferencesChosen(const astrolabe::ui::Preferences& preferences);

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  // main_window_rebuild.cpp
  void build();
  void rebuild();

  // main_window_panels.cpp
  void buildPanels();
  QDockWidget* addPanel(const QString& name, const QString& title, QWidget* content, Qt::DockWidgetArea area);
  void arrangePanels();
  void connectViewActions();
  void connectCanvas();
  void updateZoom();
  void updateHardwareActions(const ClusterView& view);

  // main_window.cpp
  void buildStatusBar();
  void connectSearch();
  void searchChanged();
  QString changesInWords();
  void sayProblem(const Error& error, const Message& message);
  void offerCounts(const Error& error);
  void offerNetwork(const Error& error);
  void showBanner();
  void applyFix(const plan::Fix& fix);
  void say(const QString& text);
  /// What an edit did, with a button beside it that undoes it until the next edit.
  void sayEdit(const QString& text);
  /// What a search found: it waits a while where an edit can be undone beside its message.
  void sayFound(const QString& text);
  /// For people who listen: at most one message in two seconds, the newest wins.
  void announce(const QString& text);
  void updateTitle();

  // main_window_menus.cpp
  void buildMenus();
  void buildToolBar();
  void connectActions();
  void movePanelFocus(int direction);
  void showShortcuts();
  void showPreferences();
  void takeLooks();
  void showCommandSearch();
  std::vector<Command> commands();
  void showAbout();
  void showAccuracy();
  void present();
  void showRules(const QString& name);
  void updateActions();

  // main_window_help.cpp
  void helpOnFocus();
  void askSearchLimit();
  void chooseSearchLimit(double seconds);
  void chooseSearchSeed(quint64 seed);
  void applySearchOptions();
  void whatsThis();

  // main_window_files.cpp
  bool mayDiscard();
  bool save();
  bool saveAs();
  void openDialog();
  void askForHardware();
  void exportJson();
  void exportTrace();
  // main_window_results.cpp
  void connectResults();
  void updateResultActions();
  void exportView();
  void exportRanking();
  void exportCanvas();
  void exportFigure(const Figure& figure, const QString& title);

  // main_window_figures.cpp
  void connectFigures();
  void explainBest(KeyFigure figure, const QRect& at);
  void explain(const FigureQuestion& asked);
  void showFigure(const WorkedFigure& figure, const QRect& at, QWidget* over = nullptr);

  // main_window_report.cpp
  bool canReport() const;
  ReportOptions reportOptions() const;
  void askReportSensitivity();
  bool awaitReportSensitivity();
  bool mayReport();
  Result<void> paintReport(QPrinter& printer);
  static Message whyNoPages(const Error& error);
  void tellNoPages(const Error& error);
  void exportReport();
  void printReport(bool preview);
  void showReportBuilder();
  void putComparisonIntoReport(bool inside, const std::vector<int>& ids);
  void putIntoReport(ReportPart part, bool inside, const std::vector<int>& compared = {});
  void addViewToReport();
  void viewsOfReportChanged();
  // main_window_scenarios.cpp
  void buildScenarioTools(QToolBar& bar);
  void connectScenarios();
  void updateScenarios();
  void updateBaseline();
  void stepScenario(int by);
  void renameShownScenario();
  void importScenarios();
  std::optional<Meaning> askMeaning(const ImportConflicts& conflicts);
  void showCompare();
  std::vector<SlideOption> presentedOptions() const;
  // main_window_steps.cpp
  std::optional<PresentationStep> viewedStep() const;
  void saveView();
  void saveStep(const PresentationStep& step);
  void goToStep(const PresentationStep& step);
  void showSteps();

  static QString planFilter();
  QString askForExport(const QString& title, const QString& ending, const QString& filter);
  void offerFile(const QString& title, const QString& ending, const QString& filter, const QByteArray& bytes);
  bool writeText(const QString& path, const std::string& text);
  void writeFile(const QString& path, const Write& write);
  std::optional<plan::PlanFile> readInstead(const QFileInfo& file);
  std::optional<plan::PlanFile> readPlan(const QFileInfo& file, const std::function<void()>& another);
  void tellFileError(const Error& error, const std::function<void()>& another);
  using WriteExport = std::function<Result<void>(const QString& path)>;
  void writeExport(const QString& path, const WriteExport& write);
  void tellError(const Error& error);
  void tellSaveError(const Error& error);
  using WriteAgain = std::function<void(const QString& path)>;
  void tellNotWritten(const Error& error, qint64 needed, const WriteAgain& again);
  void tellCatalogue();
  void offerDetails(Banner& banner, const QString& details);
  void addDismiss();
  void addSaveElsewhere();
  void endFileBanner(const Error& error);
  static QString detailsOf(const Error& error);
  void tellInUse(MainWindow* other, const QString& path);
  void tellTaken(MainWindow* other, const QString& path);
  void addShowIt(const QString& path);
  void tellReadOnly();

  // main_window_recovery.cpp
  void connectRecovery();
  void offerNextRecovery();
  void restoreLeftBehind(const LeftBehind& copy);
  bool takeLeftBehind(const LeftBehind& copy, plan::PlanFile file);
  Message saveFailure(const Error& error);
  static Message exportFailure(const Error& error, qint64 needed);

  PlanDocument m_document;
  SearchBridge m_bridge{m_document};
  ScenarioAnswers m_answers{m_document, m_bridge};
  RecoveryKeeper m_recovery{m_document};
  StrategySelection m_selection{m_bridge};
  SpaceEstimate m_estimate{m_document};
  Actions* m_actions = nullptr;
  RunBar* m_runBar = nullptr;
  Banner* m_banner = nullptr;
  Banner* m_fileBanner = nullptr;
  ModelPanel* m_modelPanel = nullptr;
  GoalPanel* m_goalPanel = nullptr;
  CanvasPanel* m_canvas = nullptr;
  GpuShelf* m_palette = nullptr;
  OutlinePanel* m_outline = nullptr;
  ResultsPanel* m_results = nullptr;
  QDockWidget *m_runDock = nullptr, *m_paletteDock = nullptr, *m_modelDock = nullptr, *m_goalDock = nullptr,
              *m_outlineDock = nullptr, *m_resultsDock = nullptr;
  QToolButton* m_undoLast = nullptr;  ///< beside the message of an edit
  int m_undoAt = -1;                  ///< index of the undo stack that it belongs to
  QString m_found;                    ///< waits for the place of that message
  QTimer m_foundDue;
  QLabel *m_message = nullptr, *m_zoom = nullptr, *m_catalogue = nullptr, *m_saved = nullptr;
  QMenu* m_recentMenu = nullptr;
  QComboBox* m_scenarios = nullptr;
  plan::SnapshotPtr m_baselineShown;  ///< in the plot of speed and cost
  QString m_baselineName;
  QTimer m_staleShown, m_quiet, m_rebuild;
  QString m_waiting;  ///< what is to be announced when the two seconds are over
  QList<LeftBehind> m_leftBehind;
  std::function<MainWindow*()> m_newWindow;
  QStringList m_recent, m_pinned;
  SensitivityAsker m_reportAsker;  ///< of what reports say of the newest answer
  plan::SnapshotPtr m_reportAsked;
  SensitivityAnswerPtr m_reportSensitivity;  ///< the last that it gave
  bool m_awaitsReport = false;
  std::vector<ReportAddition> m_viewAdditions;    ///< views that a person put into reports of this plan
  std::vector<ReportAddition> m_reportAdditions;  ///< sections that pages of the window put into reports
  Preferences m_preferences;
  QDateTime m_openedAt;                    ///< when the plan of this window was opened
  QString m_autosavedText;                 ///< of the status bar, while the copy is as new as the plan
  QByteArray m_firstLayout, m_keptLayout;  ///< as built; as restored, until the window is shown
  double m_builtScale = 1.0;               ///< of the text that the panels were measured for
  Currency m_builtCurrency;                ///< of the sums in them
  bool m_askOnClose = true;
  bool m_arranged = false;
  bool m_wasStale = false;
  bool m_loggingOut = false;
  double m_lastBest = 0.0;
  double m_searchLimit = 0.0;
  quint64 m_searchSeed = 0;
};

}  // namespace astrolabe::ui
