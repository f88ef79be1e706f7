#include "ui/shell/panel_actions.h"

#include <QPointer>
#include <QTabWidget>
#include <algorithm>

#include "ui/results/results_panel.h"
#include "ui/shell/actions.h"
#include "ui/shell/panel_layout.h"
#include "ui/shell/panels.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

bool takesTab(const QWidget& widget) {
  return !widget.visibleRegion().isEmpty() && widget.isEnabled() && (widget.focusPolicy() & Qt::TabFocus);
}

/// The first control in `part` that Tab reaches; null for none.
QWidget* firstControl(const QWidget& part) {
  for (QWidget* widget = part.nextInFocusChain(); widget && widget != &part;
       widget = widget->nextInFocusChain())
    if (part.isAncestorOf(widget) && takesTab(*widget)) return widget;
  return nullptr;
}

}  // namespace

PanelActions::PanelActions(const Actions& actions, const Panels& panels, PanelLayout& layout,
                           QMainWindow& window)
    : m_actions(actions), m_panels(panels), m_window(window) {
  connectDocks();
  connectTabs();
  connectWindow(layout);
}

void PanelActions::connectDocks() {
  const auto panel = [&](const char* name, QDockWidget* dock) {
    QAction* action = m_actions[name];
    action->setChecked(true);
    connect(action, &QAction::triggered, dock, [dock](bool shown) { dock->setVisible(shown); });
    connect(dock, &QDockWidget::visibilityChanged, action,
            [action, dock] { action->setChecked(!dock->isHidden()); });
  };
  panel("actionShowPalette", m_panels.paletteDock);
  panel("actionShowOutline", m_panels.outlineDock);
  m_actions["actionShowOutline"]->setChecked(false);
  panel("actionShowModel", m_panels.modelDock);
  panel("actionShowGoal", m_panels.goalDock);
  panel("actionShowResults", m_panels.resultsDock);
  // It shows them when none of them is shown, also after a start that found them hidden.
  QAction* all = m_actions["actionDocks"];
  const QList<QPointer<QDockWidget>> docks{m_panels.paletteDock, m_panels.modelDock, m_panels.goalDock,
                                           m_panels.resultsDock};
  const auto tell = [all, docks] {
    all->setChecked(
        std::any_of(docks.begin(), docks.end(), [](const auto& dock) { return dock && !dock->isHidden(); }));
  };
  all->setChecked(true);
  for (QDockWidget* dock : docks) connect(dock, &QDockWidget::visibilityChanged, all, tell);
  connect(all, &QAction::triggered, this, [docks](bool shown) {
    for (const auto& dock : docks) dock->setVisible(shown);
  });
}

/// The tabs of the results are reached by Alt and their number; the menu says their names.
void PanelActions::connectTabs() {
  const ResultsPanel* results = m_panels.results;
  const auto action = [this](int number) {
    return m_actions[qPrintable(u"actionResultsTab%1"_s.arg(number))];
  };
  const auto name = [results, action] {
    for (int number = 1; number <= results->viewCount(); ++number) {
      const QString title = results->titleOf(number - 1);
      action(number)->setVisible(!title.isEmpty());
      action(number)->setText(u"&%1 %2"_s.arg(number).arg(title));
    }
  };
  for (int number = 1; number <= results->viewCount(); ++number)
    connect(action(number), &QAction::triggered, this, [this, number] {
      m_panels.resultsDock->show();
      m_panels.results->showView(number - 1);
    });
  connect(results, &ResultsPanel::viewsChanged, this, name);
  name();
}

void PanelActions::connectWindow(PanelLayout& layout) {
  connect(m_actions["actionResetLayout"], &QAction::triggered, &layout, &PanelLayout::reset);
  connect(m_actions["actionNextPanel"], &QAction::triggered, this, [this] { moveFocus(+1); });
  connect(m_actions["actionPreviousPanel"], &QAction::triggered, this, [this] { moveFocus(-1); });
  QAction* fullScreen = m_actions["actionFullScreen"];
  fullScreen->setChecked(m_window.isFullScreen());
  // One that was maximised is so again afterwards.
  connect(fullScreen, &QAction::triggered, this, [this](bool full) {
    const Qt::WindowStates state = m_window.windowState();
    m_window.setWindowState(full ? state | Qt::WindowFullScreen : state & ~Qt::WindowFullScreen);
  });
}

/// Puts the focus on the first control of the next panel that is shown, in reading order.
void PanelActions::moveFocus(int direction) {
  QList<QWidget*> panels;
  for (QWidget* panel : QWidgetList{m_panels.paletteDock, m_panels.outlineDock, m_window.centralWidget(),
                                    m_panels.modelDock, m_panels.goalDock, m_panels.resultsDock})
    if (panel->isVisible()) panels << panel;
  const int count = int(panels.size());
  int at = -1;
  for (int i = 0; i < count; ++i)
    if (const QWidget* focus = m_window.focusWidget();
        focus && (panels[i] == focus || panels[i]->isAncestorOf(focus)))
      at = i;
  for (int step = 1; step <= count; ++step) {
    const QWidget* panel = panels[(at + direction * step + count * 2) % count];
    // What a panel shows comes before the buttons of its title.
    const auto* dock = qobject_cast<const QDockWidget*>(panel);
    for (const QWidget* part : {dock ? dock->widget() : panel, panel})
      if (QWidget* control = firstControl(*part))
        return control->setFocus(direction > 0 ? Qt::TabFocusReason : Qt::BacktabFocusReason);
  }
}

}  // namespace astrolabe::ui
