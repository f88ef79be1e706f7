// Where panels and bars stand: at first, as an earlier start left them, and in a window that is small. A
// saved layout is applied to a shown window alone: one that is hidden and about to be maximised keeps a
// second copy of what it is given (QMainWindowLayout of Qt 6.4), which is applied again at its next resize
// although panels were moved or made anew meanwhile, and then points at what is gone.

#include <QApplication>
#include <QResizeEvent>
#include <QScreen>
#include <QToolBar>
#include <QWindow>
#include <algorithm>
#include <utility>

#include "ui/canvas/canvas_panel.h"
#include "ui/render/theme.h"
#include "ui/results/results_panel.h"
#include "ui/shell/main_window.h"
#include "ui/shell/run_bar.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kLayoutVersion =
    1;  ///< rises when panels are added, so that an old layout is not forced on them
/// Smaller windows put the panels at the right behind each other; the height in lines of text as large as the
/// base font's.
constexpr int kTabsBelow = 1280, kTabsBelowHeight = 700;
constexpr double kFirstShare = 0.875;  ///< of width and height that a first window takes
constexpr int kSameSizeMs = 60;        ///< without another size, and the desktop has given the last one
constexpr int kUnseenMs = 3000;        ///< after which a window that nobody can see stands, too

}  // namespace

QByteArray MainWindow::savedLayout() const { return saveState(kLayoutVersion); }

void MainWindow::restoreLayout(const QByteArray& geometry, const QByteArray& layout) {
  if (!restoreGeometry(geometry))
    resize((QApplication::primaryScreen()->availableSize() * kFirstShare).expandedTo(size()));
  m_keptLayout = layout;
  m_fitsScreen = true;
}

void MainWindow::openAt(QSize size) {
  setWindowState(Qt::WindowNoState);
  resize(size);
  m_fitsScreen = false;
}

/// New panels and bars where a first start shows them; their sizes come once the window has its own.
void MainWindow::placePanels() {
  // The toolkit mirrors bars and dialogs, but not the sides of a main window.
  const bool mirrored = QApplication::isRightToLeft();
  const Qt::DockWidgetArea before = mirrored ? Qt::RightDockWidgetArea : Qt::LeftDockWidgetArea;
  const Qt::DockWidgetArea behind = mirrored ? Qt::LeftDockWidgetArea : Qt::RightDockWidgetArea;
  findChild<QToolBar*>(u"toolBar"_s, Qt::FindDirectChildrenOnly)->show();
  for (QDockWidget* dock : {m_paletteDock, m_outlineDock, m_modelDock, m_goalDock, m_runDock, m_resultsDock})
    dock->setFloating(false);
  for (const Qt::Corner corner : {Qt::BottomLeftCorner, Qt::BottomRightCorner})
    setCorner(corner, Qt::BottomDockWidgetArea);  // as wide as the window
  addDockWidget(before, m_paletteDock);
  addDockWidget(before, m_outlineDock);
  addDockWidget(behind, m_modelDock);
  addDockWidget(behind, m_goalDock);
  addDockWidget(Qt::BottomDockWidgetArea, m_runDock);
  splitDockWidget(m_runDock, m_resultsDock, Qt::Vertical);
  for (QDockWidget* dock : {m_paletteDock, m_modelDock, m_goalDock, m_runDock, m_resultsDock}) dock->show();
  m_outlineDock->hide();  // the twin of the canvas, one menu entry away
  m_tabbedForRoom = false;
  m_firstLayout = saveState(kLayoutVersion);  // all that was not shown in so many words would be hidden in it
}

/// Sizes of the first start; later ones come from the saved layout.
void MainWindow::arrangePanels() {
  tabWhereNarrow();
  resizeDocks({m_paletteDock, m_modelDock}, {paletteWidth(), modelWidth()}, Qt::Horizontal);
  resizeDocks({m_resultsDock}, {resultsHeight()}, Qt::Vertical);
  if (areStacked()) resizeDocks({m_modelDock, m_goalDock}, {modelHeight(), height()}, Qt::Vertical);
}

void MainWindow::resetLayout() {
  restoreState(m_firstLayout, kLayoutVersion);
  m_tabbedForRoom = false;
  m_results->layBeside(nullptr);
  arrangePanels();
}

/// What was saved, where there is something and this version knows it, else the sizes of a first start.
void MainWindow::applyLayout() {
  m_arrangedFor = size();
  if (m_keptLayout.isEmpty() || !restoreState(m_keptLayout, kLayoutVersion)) arrangePanels();
}

/// Panels can be measured only when the window has its size, and get their first measures when it is drawn.
void MainWindow::showEvent(QShowEvent* event) {
  QMainWindow::showEvent(event);
  if (!focusWidget()) m_canvas->view().setFocus(Qt::OtherFocusReason);  // not the first button of a bar
  if (m_arrangedFor.isValid()) return;
  applyLayout();
  m_settling.start(kSameSizeMs);
}

/// Once the desktop has shown the window and given it its size, which takes a few turns where it is
/// maximised.
void MainWindow::settle() {
  const bool seen = windowHandle() != nullptr && windowHandle()->isExposed();
  m_waited += kSameSizeMs;
  if (!seen && m_waited < kUnseenMs) return;
  m_settling.stop();
  if (m_fitsScreen) fitScreen();
  if (!m_keptLayout.isEmpty() || size() != m_arrangedFor) applyLayout();
  m_keptLayout.clear();  // from here on panels stand where they are put
  m_settled = true;
  tabWhereNarrow();
  endStart();
}

void MainWindow::endStart() {
  m_settling.stop();
  m_keptLayout.clear();
  if (!std::exchange(m_startEnded, true)) emit startEnded();
}

/// With its frame, as far as the smallest size allows: only now is the frame known.
void MainWindow::fitScreen() {
  if (windowState() & (Qt::WindowMaximized | Qt::WindowFullScreen | Qt::WindowMinimized)) return;
  const QRect room = screen()->availableGeometry();
  const QSize frame = frameGeometry().size() - size();
  resize(size().boundedTo(room.size() - frame));
  QRect place(frameGeometry().topLeft(), size() + frame);
  if (room.contains(place)) return;
  place.moveRight(std::min(place.right(), room.right()));
  place.moveBottom(std::min(place.bottom(), room.bottom()));
  place.moveLeft(std::max(place.left(), room.left()));
  place.moveTop(std::max(place.top(), room.top()));
  move(place.topLeft());
}

/// Model and goal stand on one side and none of them behind the other.
bool MainWindow::areStacked() const {
  return !m_modelDock->isFloating() && !m_goalDock->isFloating() &&
         dockWidgetArea(m_modelDock) == dockWidgetArea(m_goalDock) &&
         !tabifiedDockWidgets(m_modelDock).contains(m_goalDock);
}

/// Without room for both below each other, model and goal stand behind each other until there is.
void MainWindow::tabWhereNarrow() {
  gatherWhereTight();
  const bool small = width() < kTabsBelow || height() < scaled(kTabsBelowHeight);
  const bool tabbed = tabifiedDockWidgets(m_modelDock).contains(m_goalDock);
  if (small && areStacked()) {
    tabifyDockWidget(m_modelDock, m_goalDock);
    m_modelDock->raise();
    m_tabbedForRoom = true;
  } else if (small && tabbed) {
    m_tabbedForRoom = true;  // so saved by a window as small
  } else if (!small && tabbed && m_tabbedForRoom) {
    const bool shown = !m_goalDock->isHidden();
    addDockWidget(dockWidgetArea(m_modelDock), m_goalDock);  // split, it would stay a tab
    m_goalDock->setVisible(shown);
    resizeDocks({m_modelDock, m_goalDock}, {modelHeight(), height()}, Qt::Vertical);
    m_tabbedForRoom = false;
  }
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  const int before = m_modelDock ? m_modelDock->height() : 0;
  fitToolBar();
  QMainWindow::resizeEvent(event);
  if (!m_arrangedFor.isValid()) return;
  if (!m_settled) {
    if (m_settling.isActive()) m_settling.start(kSameSizeMs);
    if (!m_keptLayout.isEmpty()) return;  // applied once the sizes have come
  }
  // The rows of the model do not grow with the window: what it gains is for the goal's fields below.
  if (isVisible() && event->size().height() > event->oldSize().height() && m_goalDock->isVisible() &&
      areStacked())
    QTimer::singleShot(
        0, m_modelDock, [this, high = std::max(before, m_modelDock->minimumSizeHint().height())] {
          if (areStacked() && m_modelDock->height() > high)
            resizeDocks({m_modelDock, m_goalDock},
                        {high, m_goalDock->height() + m_modelDock->height() - high}, Qt::Vertical);
        });
  tabWhereNarrow();
}

}  // namespace astrolabe::ui
