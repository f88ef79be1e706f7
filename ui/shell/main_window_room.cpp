// How much room each panel gets in a window of some size and text, and where panels stand when text is so
// large that a window holds only half of what it usually does.

#include <QApplication>
#include <algorithm>

#include "ui/canvas/canvas_panel.h"
#include "ui/canvas/gpu_shelf.h"
#include "ui/render/theme.h"
#include "ui/results/results_panel.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/main_window.h"
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
constexpr double kModelsHalf = 0.5;  ///< of a column that model and goal share

}  // namespace

bool MainWindow::isTight() const { return width() < scaled(kTightWidth) || height() < scaled(kTightHeight); }

int MainWindow::paletteWidth() const {
  return std::clamp(int(width() * kPaletteShare), scaled(kPaletteWidth), scaled(kWidestPalette));
}

int MainWindow::modelWidth() const {
  return std::clamp(int(width() * kModelShare), scaled(kModelWidth), scaled(kWidestModel));
}

/// As much as the model has to say, but not more than half of the column where that leaves the goal too
/// little.
int MainWindow::modelHeight() const {
  constexpr int kBars = 26 + 42 + 24;  // menus, tools, status
  const int column = height() - scaled(kBars) - m_runBar->height() - resultsHeight();
  const int title = m_modelDock->titleBarWidget()->sizeHint().height();
  const int least = m_modelDock->minimumSizeHint().height();
  return std::max(least, std::min(m_modelPanel->wantedHeight() + title, int(column * kModelsHalf)));
}

int MainWindow::resultsHeight() const {
  const int share = int(height() * kResultsShare) - m_runBar->height();
  constexpr int kTabsHeadAndRow = 34 + 26 + 2 * 26;
  return isTight() ? scaled(kTabsHeadAndRow) : share;
}

/// In a tight window hardware, model and goal are tabs of one column as high as the window; what menus hold
/// as well leaves canvas and palette. A roomy one has them at both sides again.
void MainWindow::gatherWhereTight() {
  const bool mirrored = QApplication::isRightToLeft();
  const Qt::Corner corner = mirrored ? Qt::BottomRightCorner : Qt::BottomLeftCorner;
  const Qt::DockWidgetArea before = mirrored ? Qt::RightDockWidgetArea : Qt::LeftDockWidgetArea;
  const Qt::DockWidgetArea behind = mirrored ? Qt::LeftDockWidgetArea : Qt::RightDockWidgetArea;
  const bool tight = isTight(), gathered = this->corner(corner) == before;
  m_canvas->setCompact(tight);
  m_palette->setCompact(tight);
  m_results->setCompact(tight);
  if (tight == gathered) return;
  setCorner(corner, tight ? before : Qt::BottomDockWidgetArea);
  for (QDockWidget* dock : {m_modelDock, m_goalDock}) {
    if (dock->isFloating()) continue;
    const bool shown = !dock->isHidden();
    addDockWidget(tight ? before : behind, dock);
    if (tight && !m_paletteDock->isFloating()) tabifyDockWidget(m_paletteDock, dock);
    dock->setVisible(shown);
  }
  if (tight) m_paletteDock->raise();
}

}  // namespace astrolabe::ui
