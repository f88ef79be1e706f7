// What a control is for: said beside the one that has the focus, or beside the one that is pointed at.

#include <QApplication>
#include <QWhatsThis>

#include "ui/shell/main_window.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

/// The words of a control, or of what it stands in.
QString helpText(const QWidget* widget) {
  for (; widget != nullptr; widget = widget->parentWidget()) {
    QStringList words;
    for (const QString& text : {widget->accessibleName(), widget->toolTip(), widget->accessibleDescription()})
      if (!text.isEmpty() && !words.contains(text)) words << text;
    if (!words.isEmpty()) return words.join(u'\n');
  }
  return {};
}

}  // namespace

void MainWindow::helpOnFocus() {
  const QWidget* focus = QApplication::focusWidget();
  if (focus == nullptr) return;
  const QString text = helpText(focus);
  say(text.section(u'\n', 0, 0));
  QWhatsThis::showText(focus->mapToGlobal(focus->rect().center()),
                       text.toHtmlEscaped().replace(u'\n', u"<br>"_s));
}

void MainWindow::whatsThis() {
  for (QWidget* widget : findChildren<QWidget*>())
    if (const QString text = helpText(widget); !text.isEmpty()) widget->setWhatsThis(text.toHtmlEscaped());
  QWhatsThis::enterWhatsThisMode();
}

}  // namespace astrolabe::ui
