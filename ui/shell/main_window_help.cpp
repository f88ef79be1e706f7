// What a control is for: told by the glossary or beside the control that has the focus, or beside the one
// that is pointed at; and how long searches may take.

#include <QApplication>
#include <QWhatsThis>

#include "ui/canvas/value_dialog.h"
#include "ui/render/glossary.h"
#include "ui/render/numbers.h"
#include "ui/results/ranking_text.h"
#include "ui/results/ranking_view.h"
#include "ui/shell/bring_up.h"
#include "ui/shell/glossary_dialog.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/main_window.h"
#include "ui/shell/search_limit_row.h"

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

/// The term of the glossary that a control is about: of the ranking that of the current column.
QString termOf(const QWidget* widget) {
  if (const auto* ranking = qobject_cast<const RankingView*>(widget))
    return glossaryOfColumn(ranking->currentIndex().column());
  for (; widget != nullptr; widget = widget->parentWidget())
    if (const QString term = glossaryTermOf(widget->objectName()); !term.isEmpty()) return term;
  return {};
}

}  // namespace

void MainWindow::showGlossary(const QString& term) {
  auto* dialog = findChild<GlossaryDialog*>();
  if (dialog == nullptr) dialog = new GlossaryDialog(this);
  bringUp(*dialog);
  dialog->showTerm(term);
}

void MainWindow::helpOnFocus() {
  const QWidget* focus = QApplication::focusWidget();
  if (focus == nullptr) return;
  if (const QString term = termOf(focus); !term.isEmpty()) return showGlossary(term);
  const QString text = helpText(focus);
  say(text.section(u'\n', 0, 0));
  QWhatsThis::showText(focus->mapToGlobal(focus->rect().center()),
                       text.toHtmlEscaped().replace(u'\n', u"<br>"_s));
}

void MainWindow::setSearchLimit(double seconds) {
  if (!(seconds >= 0.0) || seconds == m_searchLimit) return;
  m_searchLimit = seconds;
  applySearchOptions();
  m_panels->goal->searchLimit().setSeconds(seconds);
}

void MainWindow::setSearchSeed(quint64 seed) {
  if (seed == m_searchSeed || seed > SearchLimitRow::kMostSeed) return;
  m_searchSeed = seed;
  applySearchOptions();
  m_panels->goal->searchLimit().setSeed(seed);
}

void MainWindow::applySearchOptions() {
  SearchOptions options;
  options.time_limit = m_searchLimit;
  options.seed = m_searchSeed;
  m_bridge.setOptions(options);
}

void MainWindow::chooseSearchSeed(quint64 seed) {
  setSearchSeed(seed);
  say(tr("The next search has seed %1").arg(seed));
}

void MainWindow::chooseSearchLimit(double seconds) {
  setSearchLimit(seconds);
  say(m_searchLimit > 0.0 ? tr("Searches end after %1").arg(durationText(m_searchLimit))
                          : tr("Searches run until the whole space is done"));
}

void MainWindow::askSearchLimit() {
  const auto answer = ValueDialog::ask({tr("Search limit"),
                                        tr("End a search after:"),
                                        tr("s"),
                                        tr("The best strategy so far is kept, with its gap to the bound."),
                                        m_searchLimit > 0.0 ? m_searchLimit : SearchLimitRow::kUsual,
                                        SearchLimitRow::kLeast,
                                        SearchLimitRow::kMost,
                                        0,
                                        tr("No limit"),
                                        false,
                                        {},
                                        m_searchLimit <= 0.0},
                                       this);
  if (!answer) return;
  chooseSearchLimit(answer->value_or(0.0));
}

void MainWindow::whatsThis() {
  for (QWidget* widget : findChildren<QWidget*>())
    if (const QString text = helpText(widget); !text.isEmpty()) widget->setWhatsThis(text.toHtmlEscaped());
  QWhatsThis::enterWhatsThisMode();
}

}  // namespace astrolabe::ui
