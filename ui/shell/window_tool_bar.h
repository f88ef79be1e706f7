#pragma once
// The tools of a window: files, undo, scenarios, the search, report and presentation.

#include <QHash>
#include <QToolBar>

class QComboBox;
class QPushButton;

namespace astrolabe::ui {

class Actions;

/// Buttons for actions of the menus and the list of scenarios. Where large text or a narrow window leaves no
/// room for all, words go first, then width of the list, then the tools that every desktop has keys for. Run,
/// Compare, Report and Present stay.
class WindowToolBar : public QToolBar {
  Q_OBJECT

 public:
  /// The bar follows the width of `window`; it still has to be put there.
  WindowToolBar(const Actions& actions, QWidget* window);
  /// The list of scenarios, empty at first: "tool.scenario".
  QComboBox& scenarios() { return *m_scenarios; }
  /// Takes words and tools away, or gives them back, for the width that the window has now.
  void fit();

 signals:
  /// The button that has the keys is about to be disabled: they are for something else.
  void focusGivenUp();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void addScenarios(const Actions& actions);
  void addRun(QAction* action);
  /// A button of the bar, which may leave it while its action stays in the menus.
  void addTool(QAction* action, const QString& spoken);
  void addTool(QAction* action);

  QComboBox* m_scenarios = nullptr;
  QPushButton* m_run = nullptr;
  QHash<QString, QAction*> m_places;  ///< of the tools in the bar, by their actions; "caption": of the list
};

}  // namespace astrolabe::ui
