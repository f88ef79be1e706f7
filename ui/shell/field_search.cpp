#include "ui/shell/field_search.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QPointer>
#include <QRadioButton>
#include <QScrollArea>
#include <QTabWidget>
#include <QTimer>

namespace astrolabe::ui {
namespace {

bool isInput(const QWidget& widget) {
  if (!(widget.focusPolicy() & Qt::TabFocus)) return false;
  if (qobject_cast<const QLineEdit*>(&widget))  // that of a box is the box's
    return !qobject_cast<const QAbstractSpinBox*>(widget.parentWidget()) &&
           !qobject_cast<const QComboBox*>(widget.parentWidget());
  return qobject_cast<const QComboBox*>(&widget) || qobject_cast<const QAbstractSpinBox*>(&widget) ||
         qobject_cast<const QCheckBox*>(&widget) || qobject_cast<const QRadioButton*>(&widget);
}

QString nameOf(const QWidget& widget) {
  if (!widget.accessibleName().isEmpty()) return widget.accessibleName();
  const auto* button = qobject_cast<const QAbstractButton*>(&widget);
  return button != nullptr ? button->text().remove(QLatin1Char('&')) : QString();
}

/// The page of tabs that a widget stands on, with their box; none: null.
std::pair<QTabWidget*, int> tabOf(const QWidget& widget) {
  for (QWidget* up = widget.parentWidget(); up != nullptr; up = up->parentWidget())
    if (auto* tabs = qobject_cast<QTabWidget*>(up))
      for (int page = 0; page < tabs->count(); ++page)
        if (tabs->widget(page)->isAncestorOf(&widget)) return {tabs, page};
  return {nullptr, -1};
}

/// From the innermost area outwards.
void scrollTo(QWidget& field) {
  for (QWidget* up = field.parentWidget(); up != nullptr; up = up->parentWidget())
    if (auto* area = qobject_cast<QScrollArea*>(up); area != nullptr && area->widget()->isAncestorOf(&field))
      area->ensureWidgetVisible(&field);
}

}  // namespace

std::vector<NamedField> fieldsOf(const QWidget& part) {
  std::vector<NamedField> fields;
  for (QWidget* widget : part.findChildren<QWidget*>()) {
    if (!isInput(*widget) || !widget->isVisibleTo(&part)) {
      // What stands on a page behind another one is hidden, and found all the same.
      const auto [tabs, page] = tabOf(*widget);
      if (!isInput(*widget) || tabs == nullptr || !widget->isVisibleTo(tabs->widget(page))) continue;
    }
    const QString name = nameOf(*widget);
    if (name.isEmpty()) continue;
    const auto [tabs, page] = tabOf(*widget);
    fields.push_back(
        {widget, name, tabs != nullptr ? tabs->tabText(page).remove(QLatin1Char('&')) : QString()});
  }
  return fields;
}

void bringForward(QWidget& widget) {
  for (QWidget* up = widget.parentWidget(); up != nullptr; up = up->parentWidget())
    if (auto* dock = qobject_cast<QDockWidget*>(up)) {
      dock->show();
      dock->raise();
    }
}

void goToField(QWidget& field) {
  bringForward(field);
  if (const auto [tabs, page] = tabOf(field); tabs != nullptr) tabs->setCurrentIndex(page);
  field.setFocus(Qt::ShortcutFocusReason);
  if (auto* line = qobject_cast<QLineEdit*>(&field)) line->selectAll();
  scrollTo(field);
  // A panel that was behind another one has its measures a turn later.
  QTimer::singleShot(0, &field, [&field] { scrollTo(field); });
}

}  // namespace astrolabe::ui
