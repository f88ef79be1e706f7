// The row of the results' tabs: which tools stand beside them, and what goes where there is little room.

#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>

#include "ui/render/icons.h"
#include "ui/results/results_panel.h"
#include "ui/results/tab_fold.h"
#include "ui/results/tool_corner.h"

namespace astrolabe::ui {

QToolButton* ResultsPanel::makeTool(const QString& name, const QString& iconName, const QString& text,
                                    ToolLook look) {
  const bool words = look != ToolLook::Icon;
  auto* button = new QToolButton(m_corner);
  button->setObjectName(name);
  button->setIcon(icon(iconName));
  button->setText(text);
  button->setToolTip(text);
  button->setAccessibleName(text);
  button->setCheckable(look == ToolLook::Toggle);
  button->setAutoRaise(true);
  button->setFocusPolicy(Qt::TabFocus);
  button->setToolButtonStyle(words ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
  return button;
}

/// Shows the tools of the view in front, and whose constants its predictions rest on.
void ResultsPanel::updateTools() {
  QList<QToolButton*> tools;
  if (!m_document.plan().calibration.empty()) tools << m_calibrated;
  const int shown = m_tabs->currentIndex();
  if (shown >= 0 && shown < m_views.size()) tools << m_views[shown].tools;
  m_corner->setWanted(tools);
  m_besideCorner->setWanted(m_beside ? m_beside->tools : QList<QToolButton*>());
  fitTools();
}

/// Words of tools go first, then tabs that are not in front, then the last tools.
void ResultsPanel::fitTools() {
  const int room = m_beside ? m_tabs->width() : width();
  m_fold->fit(room - m_corner->wantedWidth(false));
  QWidget* list = m_fold->isFolded() ? &m_fold->button() : nullptr;
  if (m_tabs->cornerWidget(Qt::TopLeftCorner) != list) m_tabs->setCornerWidget(list, Qt::TopLeftCorner);
  const int tabs = m_tabs->tabBar()->sizeHint().width() + (list != nullptr ? list->sizeHint().width() : 0);
  m_corner->fit(room - tabs);
  if (m_beside) m_besideCorner->fit(m_besideTabs->width() - m_besideTabs->tabBar()->sizeHint().width());
}

void ResultsPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitTools();
}

}  // namespace astrolabe::ui
