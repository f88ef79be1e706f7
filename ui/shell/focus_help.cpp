#include "ui/shell/focus_help.h"

#include <QApplication>
#include <QWhatsThis>

#include "ui/render/glossary.h"
#include "ui/results/ranking_columns.h"
#include "ui/results/ranking_view.h"
#include "ui/shell/announcer.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

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

/// The term of the glossary that a control is about: of the ranking that of the current column.
QString termOf(const QWidget* widget) {
  if (const auto* ranking = qobject_cast<const RankingView*>(widget))
    return glossaryOfColumn(ranking->currentIndex().column());
  for (; widget != nullptr; widget = widget->parentWidget())
    if (const QString term = glossaryTermOf(widget->objectName()); !term.isEmpty()) return term;
  return {};
}

}  // namespace

QString helpOnFocus(Announcer& announcer) {
  const QWidget* focus = QApplication::focusWidget();
  if (focus == nullptr) return {};
  if (const QString term = termOf(focus); !term.isEmpty()) return term;
  const QString text = helpText(focus);
  announcer.say(text.section(u'\n', 0, 0));
  QWhatsThis::showText(focus->mapToGlobal(focus->rect().center()),
                       text.toHtmlEscaped().replace(u'\n', u"<br>"_s));
  return {};
}

void beginWhatsThis(QWidget& window) {
  for (QWidget* widget : window.findChildren<QWidget*>())
    if (const QString text = helpText(widget); !text.isEmpty()) widget->setWhatsThis(text.toHtmlEscaped());
  QWhatsThis::enterWhatsThisMode();
}

}  // namespace astrolabe::ui
