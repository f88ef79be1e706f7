#pragma once
// Texts that have less room than they need, for tests of windows.

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QAction>
#include <QComboBox>
#include <QCoreApplication>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTest>
#include <QToolButton>

#include "ui/render/theme.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

/// Whether a widget may be larger than what is seen of it: something scrolls it.
inline bool scrolls(const QWidget* widget, const QWidget* window) {
  for (const QWidget* up = widget->parentWidget(); up && up != window; up = up->parentWidget())
    if (qobject_cast<const QAbstractScrollArea*>(up)) return true;
  return false;
}

/// Whether a widget belongs to a panel behind the tab of another, which the toolkit puts outside the window.
inline bool isBehind(const QWidget* widget) {
  for (; widget && !widget->isWindow(); widget = widget->parentWidget())
    if (qobject_cast<const QDockWidget*>(widget)) return widget->geometry().right() < 0;
  return false;
}

/// Every text of a shown window that has less room than it needs, and what lies outside of it.
inline QStringList cutIn(const QWidget& window) {
  QStringList cut;
  const auto tell = [&](const QWidget* widget, const QString& text) {
    cut << u"%1 %2 in %3: “%4”"_s.arg(QLatin1StringView(widget->metaObject()->className()),
                                      widget->objectName(), window.objectName(), text);
  };
  for (const QWidget* widget : window.findChildren<QWidget*>()) {
    if (!widget->isVisible() || widget->window() != &window || isBehind(widget)) continue;
    if (widget->objectName() == "qt_toolbar_ext_button"_L1) tell(widget, u"tools that have no room"_s);
    const QFontMetrics letters = widget->fontMetrics();
    const auto holds = [&](const QString& text, int margin) {
      return widget->height() >= letters.height() &&
             widget->width() >= letters.size(Qt::TextShowMnemonic, text).width() + margin;
    };
    const QRect place(widget->mapTo(&window, QPoint()), widget->size());
    if (!scrolls(widget, &window) && !window.rect().contains(place) &&
        !qobject_cast<const QScrollBar*>(widget))
      tell(widget, u"outside: %1 to %2 right, %3 to %4 down, of %5 x %6"_s.arg(place.left())
                       .arg(place.right())
                       .arg(place.top())
                       .arg(place.bottom())
                       .arg(window.width())
                       .arg(window.height()));
    if (const auto* label = qobject_cast<const QLabel*>(widget); label && !label->text().isEmpty()) {
      if (label->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored) continue;  // elides by design
      const bool fits = label->wordWrap() ? label->height() >= label->heightForWidth(label->width())
                                          : label->height() >= letters.height() &&
                                                label->width() >= label->minimumSizeHint().width();
      if (!fits) tell(label, label->text());
    } else if (const auto* button = qobject_cast<const QAbstractButton*>(widget);
               button && !button->text().isEmpty()) {
      const auto* tool = qobject_cast<const QToolButton*>(button);
      if (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly) continue;
      if (!holds(button->text(), 0)) tell(button, button->text());
    } else if (const auto* spin = qobject_cast<const QAbstractSpinBox*>(widget)) {
      if (const auto* line = spin->findChild<QLineEdit*>())
        if (line->height() < letters.height() || line->width() < letters.horizontalAdvance(spin->text()))
          tell(spin, spin->text());
    } else if (const auto* box = qobject_cast<const QComboBox*>(widget)) {
      const bool elides = box->sizeAdjustPolicy() == QComboBox::AdjustToMinimumContentsLengthWithIcon;
      if (!elides && !holds(box->currentText(), scaled(30))) tell(box, box->currentText());
    } else if (const auto* line = qobject_cast<const QLineEdit*>(widget)) {
      if (!holds({}, 0) || (line->text().isEmpty() && !holds(line->placeholderText(), 4)))
        tell(line, line->placeholderText());
    } else if (const auto* tabs = qobject_cast<const QTabBar*>(widget)) {
      for (int i = 0; i < tabs->count(); ++i)
        if (tabs->isTabVisible(i) &&
            (!tabs->rect().contains(tabs->tabRect(i)) ||
             tabs->tabRect(i).width() < letters.size(Qt::TextShowMnemonic, tabs->tabText(i)).width() ||
             tabs->tabRect(i).height() < letters.height()))
          tell(tabs, tabs->tabText(i));
    } else if (const auto* bar = qobject_cast<const QMenuBar*>(widget)) {
      for (QAction* action : bar->actions())
        if (!bar->rect().contains(bar->actionGeometry(action))) tell(bar, action->text());
    } else if (const auto* head = qobject_cast<const QHeaderView*>(widget)) {
      for (int i = 0; head->orientation() == Qt::Horizontal && i < head->count(); ++i)
        if (!head->isSectionHidden(i) &&
            head->sectionSize(i) <
                letters.horizontalAdvance(head->model()->headerData(i, Qt::Horizontal).toString()))
          tell(head, head->model()->headerData(i, Qt::Horizontal).toString());
      if (head->orientation() == Qt::Horizontal && head->height() < letters.height()) tell(head, {});
    } else if (const auto* area = qobject_cast<const QScrollArea*>(widget)) {
      if (area->horizontalScrollBar()->isVisible()) tell(area, u"scrolls sideways"_s);
      if (area->widget() && area->widgetResizable() && area->widget()->width() > area->viewport()->width())
        tell(area, u"%1 wide in %2"_s.arg(area->widget()->width()).arg(area->viewport()->width()));
    }
  }
  return cut;
}

/// Texts that are still cut once the window has come to rest: what was worked out beside it finds its place a
/// little later. What is cut stays so for two seconds.
inline QStringList cutAtRest(const QWidget& window) {
  constexpr int kBetweenMs = 100, kLooks = 100, kSame = 20;
  QCoreApplication::processEvents();
  QStringList cut = cutIn(window);
  for (int look = 0, same = 0; look < kLooks && same < kSame && !cut.isEmpty(); ++look) {
    QTest::qWait(kBetweenMs);
    const QStringList now = cutIn(window);
    same = now == cut ? same + 1 : 0;
    cut = now;
  }
  return cut;
}

}  // namespace astrolabe::ui
