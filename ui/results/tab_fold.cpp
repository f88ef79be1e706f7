#include "ui/results/tab_fold.h"

#include <QMenu>
#include <QResizeEvent>
#include <QTabBar>
#include <QToolButton>

#include "ui/render/icons.h"

namespace astrolabe::ui {

TabFold::TabFold(QTabBar& bar, const QString& name, const QString& spoken, QWidget* parent)
    : QObject(&bar), m_bar(bar), m_button(new QToolButton(parent)) {
  m_button->setObjectName(name);
  m_button->setAccessibleName(spoken);
  m_button->setToolTip(spoken);
  m_button->setIcon(icon(QStringLiteral("list")));
  m_button->setAutoRaise(true);
  m_button->setFocusPolicy(Qt::TabFocus);
  m_button->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(m_button);
  menu->setObjectName(name + QStringLiteral(".menu"));
  m_button->setMenu(menu);
  m_button->hide();
  connect(menu, &QMenu::aboutToShow, this, &TabFold::list);
  connect(&bar, &QTabBar::currentChanged, this, &TabFold::show);
}

void TabFold::list() {
  QMenu* menu = m_button->menu();
  menu->clear();
  for (int tab = 0; tab < m_bar.count(); ++tab) {
    if (m_unwanted.contains(tab)) continue;
    QAction* entry = menu->addAction(m_bar.tabIcon(tab), m_bar.tabText(tab));
    entry->setCheckable(true);
    entry->setChecked(tab == m_bar.currentIndex());
    entry->setEnabled(m_bar.isTabEnabled(tab));
    connect(entry, &QAction::triggered, &m_bar, [this, tab] { m_bar.setCurrentIndex(tab); });
  }
}

/// A bar turns to another tab when its current one goes, so that one is shown before others are hidden. A
/// call that changes nothing makes the toolkit forget an earlier one (QTabBar::setTabVisible of Qt 6.4).
void TabFold::show() {
  const auto set = [this](int tab, bool visible) {
    if (m_bar.isTabVisible(tab) != visible) m_bar.setTabVisible(tab, visible);
  };
  const int current = m_bar.currentIndex();
  if (current >= 0) set(current, !m_unwanted.contains(current));
  for (int tab = 0; tab < m_bar.count(); ++tab)
    if (tab != current) set(tab, !m_folded && !m_unwanted.contains(tab));
}

bool TabFold::fit(int width) {
  m_width = width;
  m_folded = false;
  show();
  m_folded = m_bar.sizeHint().width() > width;
  show();
  m_button->setVisible(m_folded);
  return m_folded;
}

void TabFold::setWanted(int tab, bool wanted) {
  m_unwanted.removeAll(tab);
  if (!wanted) m_unwanted << tab;
  if (m_width > 0)
    fit(m_width);
  else
    show();
}

void TabFold::fitInto(QWidget* row, int air) {
  m_air = air;
  row->installEventFilter(this);
}

bool TabFold::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) fit(static_cast<QResizeEvent*>(event)->size().width() - m_air);
  return QObject::eventFilter(watched, event);
}

}  // namespace astrolabe::ui
