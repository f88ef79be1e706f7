#pragma once
// What the View menu does with the panels and the window.

#include <QMainWindow>

namespace astrolabe::ui {

class Actions;
class PanelLayout;
struct Panels;

/// Shows and hides panels and views, goes from one to the next by keys, and fills the screen.
class PanelActions : public QObject {
  Q_OBJECT

 public:
  /// Whatever is given outlives it.
  PanelActions(const Actions& actions, const Panels& panels, PanelLayout& layout, QMainWindow& window);

 private:
  void connectDocks();
  void connectTabs();
  void connectWindow(PanelLayout& layout);
  void moveFocus(int direction);

  const Actions& m_actions;
  const Panels& m_panels;
  QMainWindow& m_window;
};

}  // namespace astrolabe::ui
