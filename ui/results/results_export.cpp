// What leaves the views: pictures, tables and words, for the clipboard and for files.

#include <QApplication>
#include <QClipboard>
#include <QToolButton>

#include "ui/render/quoting.h"
#include "ui/results/ranking_page.h"
#include "ui/results/ranking_text.h"
#include "ui/results/results_panel.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

QToolButton* tableToolOf(const ResultTab& tab) {
  for (QToolButton* tool : tab.tools)
    if (tool->objectName().endsWith(u"AsTable"_s)) return tool;
  return nullptr;
}

}  // namespace

/// A tool that copies what is shown: the drawing, or the table while that stands there.
void ResultsPanel::offerCopy(ResultTab& tab) {
  QToolButton* copy =
      makeTool(tab.page->objectName() + u".copyFigure"_s, u"copy"_s, tr("Copy as a picture"), ToolLook::Icon);
  QToolButton* table = tableToolOf(tab);
  connect(copy, &QToolButton::clicked, this, [figure = tab.figure, page = tab.page, table] {
    const bool rows = table != nullptr && table->isChecked();
    QApplication::clipboard()->setMimeData((rows ? mimeOf(shownTables(*page)) : mimeOf(figure())).release());
  });
  copy->setEnabled(!tab.figure().size.isEmpty());
  tab.tools << copy;
  if (table == nullptr) return;
  connect(table, &QToolButton::toggled, this, [this, copy](bool rows) {
    const QString words = rows ? tr("Copy the table") : tr("Copy as a picture");
    copy->setText(words);
    copy->setToolTip(words);
    copy->setAccessibleName(words);
    updateFigures();
  });
}

std::optional<Figure> ResultsPanel::currentFigure() const {
  const ResultTab* view = frontView();
  if (view == nullptr || !view->figure) return std::nullopt;
  Figure figure = view->figure();
  if (figure.size.isEmpty()) return std::nullopt;
  return figure;
}

std::optional<WordTable> ResultsPanel::currentTable() const {
  const QToolButton* tool = tableSwitch();
  if (tool == nullptr || !tool->isChecked()) return std::nullopt;
  WordTable table = shownTables(*frontView()->page);
  if (table.rows.empty()) return std::nullopt;
  return table;
}

QString ResultsPanel::currentWords() const {
  const ResultTab* view = frontView();
  return view != nullptr && view->words ? plainLines(view->words()) : QString();
}

QString ResultsPanel::currentTitle() const {
  const ResultTab* view = frontView();
  return view != nullptr ? view->title : QString();
}

bool ResultsPanel::isRankingInFront() const {
  const ResultTab* view = frontView();
  return view != nullptr && view->page == m_rankingPage;
}

void ResultsPanel::updateFigures() {
  QList<ResultTab> all = m_views;
  if (m_beside) all << *m_beside;
  for (const ResultTab& view : std::as_const(all)) {
    const QToolButton* table = tableToolOf(view);
    for (QToolButton* tool : view.tools)
      if (view.figure && tool->objectName().endsWith(u".copyFigure"_s))
        tool->setEnabled((table != nullptr && table->isChecked()) || !view.figure().size.isEmpty());
  }
  emit figuresChanged();
}

QToolButton* ResultsPanel::tableSwitch() const {
  const ResultTab* view = frontView();
  return view != nullptr ? tableToolOf(*view) : nullptr;
}

bool ResultsPanel::hasTable() const { return tableSwitch() != nullptr; }

void ResultsPanel::toggleTable() {
  if (QToolButton* tool = tableSwitch()) tool->toggle();
}

QByteArray ResultsPanel::rankingCsv() const { return ui::rankingCsv(m_ranking->rows()); }

}  // namespace astrolabe::ui
