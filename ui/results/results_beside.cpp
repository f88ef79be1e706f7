// One view of the results beside the others: by a drag of its tab, by the tabs' menu, by the Results menu.

#include <QApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QRubberBand>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "ui/render/theme.h"
#include "ui/results/results_panel.h"
#include "ui/results/tool_corner.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double kUsualShare = 0.36;  ///< of the width, for the view beside
constexpr double kLeastShare = 0.15, kMostShare = 0.85;

}  // namespace

void ResultsPanel::buildBeside() {
  m_sides = new QSplitter(Qt::Horizontal, m_stack);
  m_sides->setObjectName(u"resultsSides"_s);
  m_sides->setChildrenCollapsible(false);
  m_besideTabs = new QTabWidget(m_sides);
  m_besideTabs->setObjectName(u"resultsBeside"_s);
  m_besideTabs->setAccessibleName(tr("Results to the side"));
  m_besideTabs->setBackgroundRole(QPalette::Button);
  m_besideTabs->setAutoFillBackground(true);
  m_besideTabs->setDocumentMode(true);
  m_besideCorner = new ToolCorner(u"resultsBeside.more"_s, m_besideTabs);
  m_besideTabs->setCornerWidget(m_besideCorner, Qt::TopRightCorner);
  m_sides->addWidget(m_tabs);
  m_sides->addWidget(m_besideTabs);
  m_sides->setStretchFactor(0, 1);
  m_besideTabs->hide();
  m_tabs->installEventFilter(this);
  m_sides->installEventFilter(this);
  for (QTabWidget* tabs : {m_tabs, m_besideTabs}) {
    tabs->tabBar()->installEventFilter(this);
    tabs->tabBar()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(tabs->tabBar(), &QWidget::customContextMenuRequested, this,
            [this, tabs](const QPoint& at) { showTabMenu(tabs, at); });
  }
  connect(m_sides, &QSplitter::splitterMoved, this, &ResultsPanel::fitTools);
  // What the menus do goes to the side that has the focus.
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget* from, QWidget* to) {
    if (m_beside && (from && m_besideTabs->isAncestorOf(from)) != (to && m_besideTabs->isAncestorOf(to)))
      emit figuresChanged();
  });
}

const ResultTab* ResultsPanel::frontView() const {
  if (m_stack->currentIndex() == 0) return nullptr;
  const QWidget* focus = QApplication::focusWidget();
  if (m_beside && focus && m_besideTabs->isAncestorOf(focus)) return &*m_beside;
  const int tab = m_tabs->currentIndex();
  return tab >= 0 && tab < m_views.size() ? &m_views[tab] : nullptr;
}

const QWidget* ResultsPanel::frontPage() const {
  const ResultTab* view = frontView();
  return view != nullptr ? view->page : nullptr;
}

void ResultsPanel::showView(int order) {
  if (m_beside && m_beside->order == order) return showTab(m_beside->page);
  for (int i = 0; i < m_views.size(); ++i)
    if (m_views[i].order == order) m_tabs->setCurrentIndex(i);
}

void ResultsPanel::setCompact(bool compact) {
  if (compact == m_compact) return;
  if (compact) {
    const QString kept = savedBeside();
    layBeside(nullptr);
    m_keptBeside = kept;
  }
  m_compact = compact;
  if (!compact) restoreBeside(std::exchange(m_keptBeside, {}));
}

void ResultsPanel::layBeside(QWidget* page) {
  if (page == nullptr) m_keptBeside.clear();
  if (page != nullptr && m_compact) return showTab(page);
  if (page == beside()) return;
  const QSignalBlocker quiet(m_tabs);  // views and tabs are not of one mind in between
  if (m_beside) {
    const auto after = std::find_if(m_views.begin(), m_views.end(),
                                    [&](const ResultTab& view) { return view.order > m_beside->order; });
    const int place = static_cast<int>(after - m_views.begin());
    m_besideTabs->removeTab(0);
    m_tabs->insertTab(place, m_beside->page, m_beside->title);
    for (QToolButton* tool : m_beside->tools) m_corner->add(tool);
    m_views.insert(place, *m_beside);
    m_beside.reset();
    m_tabs->setCurrentIndex(place);
  }
  const int at = page != nullptr ? m_tabs->indexOf(page) : -1;
  if (at >= 0 && m_tabs->count() > 1) {
    m_beside = m_views.takeAt(at);
    m_tabs->removeTab(at);
    m_besideTabs->addTab(page, m_beside->title);
    for (QToolButton* tool : m_beside->tools) m_besideCorner->add(tool);
    m_tabs->setCurrentIndex(0);
  }
  const bool opens = m_beside && m_besideTabs->isHidden();
  m_besideTabs->setVisible(m_beside.has_value());
  if (opens) {
    const int width = m_sides->width(), right = static_cast<int>(width * kUsualShare);
    m_sides->setSizes({width - right, right});
  }
  updateTools();
  updateStale();
  emit figuresChanged();
}

void ResultsPanel::toggleBeside() {
  if (m_beside) {
    QWidget* page = m_beside->page;
    layBeside(nullptr);
    page->setFocus(Qt::OtherFocusReason);
  } else if (const ResultTab* view = frontView()) {
    layBeside(view->page);
  }
}

QString ResultsPanel::savedBeside() const {
  if (!m_beside) return m_keptBeside;
  const double width = std::max(1, m_sides->width());
  return u"%1 %2"_s.arg(m_beside->page->objectName()).arg(m_besideTabs->width() / width, 0, 'f', 3);
}

void ResultsPanel::restoreBeside(const QString& saved) {
  if (m_compact) {
    m_keptBeside = saved;
    return;
  }
  QWidget* page = nullptr;
  for (const ResultTab& view : std::as_const(m_views))
    if (view.page->objectName() == saved.section(u' ', 0, 0)) page = view.page;
  if (m_beside && m_beside->page->objectName() == saved.section(u' ', 0, 0)) page = m_beside->page;
  layBeside(saved.isEmpty() ? nullptr : page);
  if (!m_beside) return;
  m_share = std::clamp(saved.section(u' ', 1).toDouble(), kLeastShare, kMostShare);
  applyShare();
}

/// A window that is not shown yet has no width to share.
void ResultsPanel::applyShare() {
  if (m_share <= 0.0) return;
  const int width = m_sides->width(), right = static_cast<int>(width * m_share);
  m_sides->setSizes({width - right, right});
  if (m_sides->isVisible()) m_share = 0.0;
}

void ResultsPanel::showTabMenu(QTabWidget* tabs, const QPoint& at) {
  const int tab = tabs->tabBar()->tabAt(at);
  QWidget* page = tabs->widget(tab);
  if (page == nullptr) return;
  QMenu menu(tabs);
  QAction* action =
      tabs == m_tabs ? menu.addAction(tr("Show to the side")) : menu.addAction(tr("Move back to the tabs"));
  action->setObjectName(u"resultsTabMenu.beside"_s);
  connect(action, &QAction::triggered, this,
          [this, tabs, page] { layBeside(tabs == m_tabs ? page : nullptr); });
  menu.exec(tabs->tabBar()->mapToGlobal(at));
}

/// A tab that is pulled out of its row and let go over the other side goes there.
bool ResultsPanel::dragTab(QTabWidget* tabs, QEvent* event) {
  if (event->type() == QEvent::MouseButtonPress) {
    const auto* press = static_cast<QMouseEvent*>(event);
    m_dragged = press->button() == Qt::LeftButton
                    ? tabs->widget(tabs->tabBar()->tabAt(press->position().toPoint()))
                    : nullptr;
    m_dragStart = press->position().toPoint();
    return false;
  }
  if (m_dragged == nullptr) return false;
  const auto leave = [this] {
    if (m_landing) m_landing->hide();
  };
  if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    m_dragged = nullptr;
    leave();
    return true;
  }
  if (event->type() != QEvent::MouseMove && event->type() != QEvent::MouseButtonRelease) return false;
  const QPoint place = static_cast<QMouseEvent*>(event)->position().toPoint();
  const QPoint inside = m_sides->mapFromGlobal(tabs->tabBar()->mapToGlobal(place));
  const bool pulled = (place - m_dragStart).manhattanLength() >= QApplication::startDragDistance() &&
                      !tabs->tabBar()->rect().contains(place) && m_sides->rect().contains(inside);
  QRect landing = m_sides->rect();
  if (tabs == m_tabs) {
    landing.setLeft(static_cast<int>(landing.width() * (1.0 - kUsualShare)));
    if (m_beside) landing = m_besideTabs->geometry();
  } else {
    landing = m_tabs->geometry();
  }
  const bool lands = pulled && landing.contains(inside);
  if (event->type() == QEvent::MouseMove) {
    if (!m_landing) m_landing = new QRubberBand(QRubberBand::Rectangle, m_sides);
    m_landing->setGeometry(landing);
    m_landing->setVisible(lands);
    return false;
  }
  QWidget* page = std::exchange(m_dragged, nullptr);
  leave();
  if (lands) layBeside(tabs == m_tabs ? page : nullptr);
  return false;
}

bool ResultsPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_tabs && event->type() == QEvent::Resize) fitTools();
  if (watched == m_sides && (event->type() == QEvent::Resize || event->type() == QEvent::Show)) applyShare();
  for (QTabWidget* tabs : {m_tabs, m_besideTabs})
    if (watched == tabs->tabBar()) return dragTab(tabs, event);
  return QWidget::eventFilter(watched, event);
}

}  // namespace astrolabe::ui
