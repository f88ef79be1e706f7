#include "ui/shell/panel_layout.h"

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
#include "ui/shell/banner.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/panel_room.h"
#include "ui/shell/panels.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

/// Rises when panels are added, so that an old layout is not forced on them.
constexpr int kLayoutVersion = 1;
constexpr double kFirstShare = 0.875;  ///< of width and height that a first window takes
constexpr int kSameSizeMs = 60;        ///< without another size, and the desktop has given the last one
constexpr int kUnseenMs = 3000;        ///< after which a window that nobody can see stands, too

}  // namespace

PanelLayout::PanelLayout(QMainWindow& window) : m_window(window) {
  connect(&m_settling, &QTimer::timeout, this, &PanelLayout::settle);
  m_taskTimer.setSingleShot(true);
  connect(&m_taskTimer, &QTimer::timeout, this, [this] {
    if (m_panels == nullptr) return;
    tabWhereNarrow();
    if (areStacked()) shareColumn();
  });
  window.installEventFilter(this);
}

void PanelLayout::setPanels(const Panels* panels) {
  m_panels = panels;
  if (panels == nullptr) return;
  place();
  connect(panels->goal, &GoalPanel::taskShown, this, &PanelLayout::fitTask);
  if (m_setAside) tellSetAside();
}

QByteArray PanelLayout::saved() const { return m_window.saveState(kLayoutVersion); }

void PanelLayout::restore(const QByteArray& geometry, const QByteArray& layout) {
  if (!m_window.restoreGeometry(geometry))
    m_window.resize(
        (QApplication::primaryScreen()->availableSize() * kFirstShare).expandedTo(m_window.size()));
  m_kept = layout;
  m_fitsScreen = true;
}

void PanelLayout::openAt(QSize size) {
  m_window.setWindowState(Qt::WindowNoState);
  m_window.resize(size);
  m_fitsScreen = false;
}

void PanelLayout::place() {
  if (auto* bar = m_window.findChild<QToolBar*>(u"toolBar"_s, Qt::FindDirectChildrenOnly)) bar->show();
  for (QDockWidget* dock : m_panels->docks()) dock->setFloating(false);
  for (const Qt::Corner corner : {Qt::BottomLeftCorner, Qt::BottomRightCorner})
    m_window.setCorner(corner, Qt::BottomDockWidgetArea);  // as wide as the window
  m_window.addDockWidget(sideBefore(), m_panels->paletteDock);
  m_window.addDockWidget(sideBefore(), m_panels->outlineDock);
  m_window.addDockWidget(sideBehind(), m_panels->modelDock);
  m_window.addDockWidget(sideBehind(), m_panels->goalDock);
  m_window.addDockWidget(Qt::BottomDockWidgetArea, m_panels->runDock);
  m_window.splitDockWidget(m_panels->runDock, m_panels->resultsDock, Qt::Vertical);
  for (QDockWidget* dock : m_panels->docks()) dock->setVisible(dock != m_panels->outlineDock);
  m_tabbedForRoom = false;
  m_first = saved();  // all that was not shown in so many words would be hidden in it
}

void PanelLayout::arrange() {
  tabWhereNarrow();
  m_window.resizeDocks({m_panels->paletteDock, m_panels->modelDock},
                       {paletteWidth(m_window), modelWidth(m_window)}, Qt::Horizontal);
  m_window.resizeDocks({m_panels->resultsDock}, {resultsHeight(m_window, *m_panels)}, Qt::Vertical);
  if (areStacked()) shareColumn();
}

void PanelLayout::shareColumn() {
  const int model = modelHeight(m_window, *m_panels);
  m_window.resizeDocks({m_panels->modelDock, m_panels->goalDock},
                       {model, std::max(1, columnHeight(m_window, *m_panels) - model)}, Qt::Vertical);
}

void PanelLayout::arrangeAnew() {
  if (m_arrangedFor.isValid()) arrange();
}

void PanelLayout::giveBack(const QByteArray& saved) {
  if (m_arrangedFor.isValid()) m_window.restoreState(saved, kLayoutVersion);
  tabWhereNarrow();
}

void PanelLayout::reset() {
  m_window.restoreState(m_first, kLayoutVersion);
  m_tabbedForRoom = false;
  m_panels->results->layBeside(nullptr);
  arrange();
}

/// What was saved, where there is something and this version knows it, else the sizes of a first start.
void PanelLayout::apply() {
  m_arrangedFor = m_window.size();
  if (m_kept.isEmpty() || !m_window.restoreState(m_kept, kLayoutVersion)) arrange();
}

bool PanelLayout::eventFilter(QObject* watched, QEvent* event) {
  if (watched == &m_window && m_panels != nullptr) {
    if (event->type() == QEvent::Show) shown();
    if (event->type() == QEvent::Resize) resized(*static_cast<QResizeEvent*>(event));
  }
  return QObject::eventFilter(watched, event);
}

/// Panels can be measured only when the window has its size, and get their first measures when it is drawn.
void PanelLayout::shown() {
  // Not the first button of a bar.
  if (m_window.focusWidget() == nullptr) m_panels->canvas->view().setFocus(Qt::OtherFocusReason);
  if (m_arrangedFor.isValid()) return;
  apply();
  m_settling.start(kSameSizeMs);
}

/// Once the desktop has shown the window and given it its size, which takes a few turns where it is
/// maximised.
void PanelLayout::settle() {
  if (m_panels == nullptr) return;
  const bool seen = m_window.windowHandle() != nullptr && m_window.windowHandle()->isExposed();
  m_waited += kSameSizeMs;
  if (!seen && m_waited < kUnseenMs) return;
  m_settling.stop();
  if (m_fitsScreen) fitScreen();
  if (!m_kept.isEmpty() || m_window.size() != m_arrangedFor) apply();
  m_kept.clear();  // from here on panels stand where they are put
  m_settled = true;
  tabWhereNarrow();
  end();
}

void PanelLayout::end() {
  m_settling.stop();
  m_kept.clear();
  if (!std::exchange(m_startEnded, true)) emit startEnded();
}

/// With its frame, as far as the smallest size allows: only now is the frame known.
void PanelLayout::fitScreen() {
  if (m_window.windowState() & (Qt::WindowMaximized | Qt::WindowFullScreen | Qt::WindowMinimized)) return;
  const QRect room = m_window.screen()->availableGeometry();
  const QSize frame = m_window.frameGeometry().size() - m_window.size();
  m_window.resize(m_window.size().boundedTo(room.size() - frame));
  QRect place(m_window.frameGeometry().topLeft(), m_window.size() + frame);
  if (room.contains(place)) return;
  place.moveRight(std::min(place.right(), room.right()));
  place.moveBottom(std::min(place.bottom(), room.bottom()));
  place.moveLeft(std::max(place.left(), room.left()));
  place.moveTop(std::max(place.top(), room.top()));
  m_window.move(place.topLeft());
}

/// Model and goal stand on one side and none of them behind the other.
bool PanelLayout::areStacked() const {
  QDockWidget *model = m_panels->modelDock, *goal = m_panels->goalDock;
  return !model->isFloating() && !goal->isFloating() &&
         m_window.dockWidgetArea(model) == m_window.dockWidgetArea(goal) &&
         !m_window.tabifiedDockWidgets(model).contains(goal);
}

/// Without room for both below each other, model and goal stand behind each other until there is.
void PanelLayout::tabWhereNarrow() {
  gatherWhereTight(m_window, *m_panels);
  QDockWidget *model = m_panels->modelDock, *goal = m_panels->goalDock;
  const bool small = !hasRoomForBoth(m_window, *m_panels);
  const bool tabbed = m_window.tabifiedDockWidgets(model).contains(goal);
  if (small && areStacked()) {
    m_window.tabifyDockWidget(model, goal);
    model->raise();
    m_tabbedForRoom = true;
  } else if (small && tabbed) {
    m_tabbedForRoom = true;  // so saved by a window as small
  } else if (!small && tabbed && m_tabbedForRoom) {
    const bool shown = !goal->isHidden();
    m_window.addDockWidget(m_window.dockWidgetArea(model), goal);  // split, it would stay a tab
    goal->setVisible(shown);
    shareColumn();
    m_tabbedForRoom = false;
  }
}

/// Another task asks for more or less: model and goal share their column anew.
void PanelLayout::fitTask() {
  if (!m_arrangedFor.isValid() || m_taskTimer.isActive()) return;
  m_taskTimer.start();  // once its fields are laid out
}

void PanelLayout::resized(const QResizeEvent& event) {
  if (!m_arrangedFor.isValid()) return;
  if (!m_settled) {
    if (m_settling.isActive()) m_settling.start(kSameSizeMs);
    if (!m_kept.isEmpty()) return;  // applied once the sizes have come
  }
  // The model grows with the window up to its part: what is gained beyond is for the goal's fields below.
  QDockWidget *model = m_panels->modelDock, *goal = m_panels->goalDock;
  if (m_window.isVisible() && event.size().height() > event.oldSize().height() && goal->isVisible() &&
      areStacked())
    QTimer::singleShot(0, model,
                       [this, before = std::max(model->height(), model->minimumSizeHint().height()),
                        both = model->height() + goal->height()] {
                         if (m_panels == nullptr || !areStacked()) return;
                         const int now = m_panels->modelDock->height() + m_panels->goalDock->height();
                         const int grown =
                             std::min(modelHeight(m_window, *m_panels), before + std::max(0, now - both));
                         const int high = std::max(before, grown);
                         m_window.resizeDocks({m_panels->modelDock, m_panels->goalDock},
                                              {high, std::max(1, now - high)}, Qt::Vertical);
                       });
  tabWhereNarrow();
}

void PanelLayout::tellSetAside() {
  m_setAside = true;
  Message message;
  message.title = tr("This window began without the saved layout.");
  message.body =
      tr("The last start ended before its window was shown, so panels and window stand as at first.");
  Banner* banner = m_panels->layoutBanner;
  banner->say(Banner::Kind::Warning, message);
  banner->addButton(u"layoutBanner.dismiss"_s, tr("Dismiss"), [this, banner] {
    m_setAside = false;
    banner->clear();
  });
}

}  // namespace astrolabe::ui
