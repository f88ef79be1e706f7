#pragma once
// One document in one window: panels around the canvas, the run bar and the results below, menus and files.

#include <QMainWindow>
#include <QTimer>
#include <functional>
#include <memory>

#include "ui/shell/actions.h"
#include "ui/shell/panels.h"
#include "ui/shell/window_work.h"

namespace astrolabe::ui {

class WindowParts;

/// Composes what a window works with (WindowWork) and what it is made of (WindowParts), closes, and makes its
/// parts anew in another language, text size or currency.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(QWidget* parent = nullptr);
  ~MainWindow() override;

  PlanDocument& document() { return m_work.document; }
  SearchBridge& bridge() { return m_work.bridge; }
  SearchControl& search() { return m_work.search; }
  StrategySelection& selection() { return m_work.selection; }
  ScenarioAnswers& answers() { return m_work.answers; }
  ReportFlow& report() { return m_work.report; }
  PresentationFlow& presentation() { return m_work.presentation; }
  PlanFiles& files() { return m_work.files; }
  /// Files of any kind.
  FileOpening& opening() { return m_work.opening; }
  RecentPlans& recentPlans() { return m_work.recent; }
  UnsavedWork& unsavedWork() { return m_work.unsaved; }
  PreferencesFlow& preferences() { return m_work.preferences; }
  PanelLayout& panelLayout() { return m_work.layout; }
  /// Those of the language, text size and currency in force: they are made anew in others.
  Actions& actions();
  Panels& panels();

  /// The sample plan, never saved.
  void openSample() { m_work.files.openSample(); }
  /// An empty plan, never saved.
  void openEmpty() { m_work.files.openEmpty(); }
  /// A plan made by the program, never saved.
  void openPlan(const plan::Plan& plan) { m_work.files.openPlan(plan); }
  /// A plan file, as PlanFiles::open() opens it.
  bool openFile(const QString& path) { return m_work.files.open(path); }
  bool saveFile(const QString& path) { return m_work.files.saveTo(path); }
  /// Off (tests): closing a changed plan asks nothing.
  void setAskOnClose(bool ask) { m_work.files.setAsks(ask); }
  /// Recent plans, samples and a new one over the canvas, until something is chosen.
  void showStartPage();
  /// The four hints of a first start, beside palette, goal, run bar and results.
  void showHints() { m_work.preferences.showHints(m_work.document); }

  /// Makes a window for a copy where this one shows other work; without it the copy takes its place.
  void setNewWindow(std::function<MainWindow*()> make) { m_newWindow = std::move(make); }
  /// The desktop ends its session: unsaved work goes into the recovery copy, and closing asks nothing.
  void prepareForLogout();
  /// True while the window was asked to close and has not answered yet.
  bool isClosing() const { return m_isClosing; }
  /// Brings the window before all others, also when it was minimised.
  void comeForward();
  /// The shown window that has this plan open or is opening it; null for none.
  static MainWindow* showing(const QString& path, const MainWindow* except = nullptr);
  /// Closes every shown window, until one is to stay.
  static void closeAll();

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
  void changeEvent(QEvent* event) override;

 private:
  void closeOrStay(QCloseEvent* event);
  void build();
  void rebuild();
  MainWindow& placeFor(const LeftBehind& copy);

  WindowWork m_work;
  std::unique_ptr<WindowParts> m_parts;  ///< null while they are taken down or made
  QTimer m_rebuild;
  std::function<MainWindow*()> m_newWindow;
  double m_builtScale = 1.0;  ///< of the text that the parts were measured for
  bool m_isClosing = false;
};

}  // namespace astrolabe::ui
