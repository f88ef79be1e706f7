#include "ui/results/tool_corner.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

#include "ui/render/icons.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

ToolCorner::ToolCorner(const QString& more, QWidget* parent)
    : QWidget(parent), m_row(new QHBoxLayout(this)), m_more(new QToolButton(this)) {
  m_row->setContentsMargins(0, 0, scaled(8), 0);
  m_row->setSpacing(scaled(4));
  m_more->setObjectName(more);
  m_more->setIcon(icon(QStringLiteral("more")));
  m_more->setToolTip(tr("More tools"));
  m_more->setAccessibleName(m_more->toolTip());
  m_more->setAutoRaise(true);
  m_more->setFocusPolicy(Qt::TabFocus);
  m_more->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(m_more);
  menu->setObjectName(more + QStringLiteral(".menu"));
  m_more->setMenu(menu);
  m_row->addWidget(m_more);
  m_more->hide();
  connect(menu, &QMenu::aboutToShow, this, &ToolCorner::list);
}

void ToolCorner::add(QToolButton* tool) {
  if (tool->toolButtonStyle() == Qt::ToolButtonTextBesideIcon) tool->setProperty("words", true);
  m_row->insertWidget(m_row->count() - 1, tool);
  m_tools.removeAll(tool);
  m_tools << tool;
}

void ToolCorner::setWanted(const QList<QToolButton*>& tools) {
  m_wanted = tools;
  for (QToolButton* tool : std::as_const(m_tools))
    if (tool->parentWidget() == this && !m_wanted.contains(tool)) tool->hide();
}

int ToolCorner::wantedWidth(bool words) {
  const QMargins air = m_row->contentsMargins();
  int width = air.left() + air.right();
  for (QToolButton* tool : std::as_const(m_wanted)) {
    const bool word = words && tool->property("words").toBool();
    tool->setToolButtonStyle(word ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    width += tool->sizeHint().width() + (tool == m_wanted.first() ? 0 : m_row->spacing());
  }
  return width;
}

void ToolCorner::fit(int width) {
  m_left.clear();
  bool words = true;
  int needed = wantedWidth(words);
  if (needed > width) needed = wantedWidth(words = false);
  const bool all = needed <= width;
  const QMargins air = m_row->contentsMargins();
  int used = air.left() + air.right() + m_more->sizeHint().width();
  for (QToolButton* tool : std::as_const(m_wanted)) {
    used += tool->sizeHint().width() + m_row->spacing();
    const bool fits = all || (m_left.isEmpty() && used <= width);
    if (!fits) m_left << tool;
    if (tool->isHidden() == fits) tool->setVisible(fits);
  }
  if (m_more->isHidden() != all) m_more->setVisible(!all);
  updateGeometry();
}

void ToolCorner::list() {
  QMenu* menu = m_more->menu();
  menu->clear();
  for (QToolButton* tool : std::as_const(m_left)) {
    QAction* entry = menu->addAction(tool->icon(), tool->text());
    entry->setEnabled(tool->isEnabled());
    if (tool->menu() != nullptr) {
      entry->setMenu(tool->menu());
      continue;
    }
    entry->setCheckable(tool->isCheckable());
    entry->setChecked(tool->isChecked());
    connect(entry, &QAction::triggered, tool, &QToolButton::click);
  }
}

QSize ToolCorner::minimumSizeHint() const {
  const QMargins air = m_row->contentsMargins();
  return {m_more->sizeHint().width() + air.left() + air.right(), m_more->sizeHint().height()};
}

}  // namespace astrolabe::ui
