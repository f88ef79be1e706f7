#include "ui/shell/panel_room.h"

#include <QApplication>
#include <algorithm>

#include "ui/canvas/canvas_panel.h"
#include "ui/canvas/gpu_shelf.h"
#include "ui/render/theme.h"
#include "ui/results/results_panel.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/model_panel.h"
#include "ui/shell/run_bar.h"

namespace astrolabe::ui {

namespace {

/// Widths of the side panels and share of the height that run bar and results take (design, measures). What a
/// wide window has more is shared with the cluster.
constexpr int kPaletteWidth = 264, kWidestPalette = 400, kModelWidth = 304, kWidestModel = 360;
constexpr double kPaletteShare = 0.145, kModelShare = 0.14, kResultsShare = 0.36;
/// Below this size, in pixels of the base font, all side panels stand behind each other at one side.
constexpr int kTightWidth = 700, kTightHeight = 400;
constexpr double kModelsHalf = 0.5;  ///< of a column that model and goal share, or more where it says more
/// Smaller windows put model and goal behind each other; the height in lines of text as large as the base
/// font's. So do those that would show less than this share of what a task asks for.
constexpr int kTabsBelow = 1280, kTabsBelowHeight = 700;
constexpr double kLeastOfInputs = 0.6;

bool isTightWindow(const QMainWindow& window) {
  return window.width() < scaled(kTightWidth) || window.height() < scaled(kTightHeight);
}

int titleHeight(const Panels& panels) { return panels.modelDock->titleBarWidget()->sizeHint().height(); }

}  // namespace

Qt::DockWidgetArea sideBefore() {
  return QApplication::isRightToLeft() ? Qt::RightDockWidgetArea : Qt::LeftDockWidgetArea;
}

Qt::DockWidgetArea sideBehind() {
  return QApplication::isRightToLeft() ? Qt::LeftDockWidgetArea : Qt::RightDockWidgetArea;
}

int paletteWidth(const QMainWindow& window) {
  return std::clamp(int(window.width() * kPaletteShare), scaled(kPaletteWidth), scaled(kWidestPalette));
}

int modelWidth(const QMainWindow& window) {
  return std::clamp(int(window.width() * kModelShare), scaled(kModelWidth), scaled(kWidestModel));
}

int columnHeight(const QMainWindow& window, const Panels& panels) {
  constexpr int kBars = 26 + 42 + 24;  // menus, tools, status
  return window.height() - scaled(kBars) - panels.runBar->height() - resultsHeight(window, panels);
}

int modelHeight(const QMainWindow& window, const Panels& panels) {
  const int column = columnHeight(window, panels), title = titleHeight(panels);
  const int model = panels.model->wantedHeight() + title, goal = panels.goal->wantedHeight() + title;
  const int least = panels.modelDock->minimumSizeHint().height();
  const double share = std::max(kModelsHalf, double(model) / (model + goal));
  return std::max(least, std::min(model, int(column * share)));
}

bool hasRoomForBoth(const QMainWindow& window, const Panels& panels) {
  if (window.width() < kTabsBelow || window.height() < scaled(kTabsBelowHeight)) return false;
  const int shown = modelHeight(window, panels) - titleHeight(panels);
  return shown >= kLeastOfInputs * panels.model->inputsHeight();
}

int resultsHeight(const QMainWindow& window, const Panels& panels) {
  const int share = int(window.height() * kResultsShare) - panels.runBar->height();
  constexpr int kTabsHeadAndRow = 34 + 26 + 2 * 26;
  return isTightWindow(window) ? scaled(kTabsHeadAndRow) : share;
}

void gatherWhereTight(QMainWindow& window, const Panels& panels) {
  const Qt::Corner corner = QApplication::isRightToLeft() ? Qt::BottomRightCorner : Qt::BottomLeftCorner;
  const bool tight = isTightWindow(window), gathered = window.corner(corner) == sideBefore();
  panels.canvas->setCompact(tight);
  panels.palette->setCompact(tight);
  panels.results->setCompact(tight);
  if (tight == gathered) return;
  window.setCorner(corner, tight ? sideBefore() : Qt::BottomDockWidgetArea);
  for (QDockWidget* dock : {panels.modelDock, panels.goalDock}) {
    if (dock->isFloating()) continue;
    const bool shown = !dock->isHidden();
    window.addDockWidget(tight ? sideBefore() : sideBehind(), dock);
    if (tight && !panels.paletteDock->isFloating()) window.tabifyDockWidget(panels.paletteDock, dock);
    dock->setVisible(shown);
  }
  if (tight) panels.paletteDock->raise();
}

}  // namespace astrolabe::ui
