// The ranking among the results, with its tools.

#include <QActionGroup>
#include <QMenu>
#include <QToolButton>

#include "ui/document/search_bridge.h"
#include "ui/render/numbers.h"
#include "ui/results/ranking_page.h"
#include "ui/results/ranking_view.h"
#include "ui/results/results_panel.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

void ResultsPanel::addRanking() {
  m_rankingPage = new RankingPage(m_document, m_selection, m_tabs);
  m_ranking = &m_rankingPage->view();
  QToolButton* filter = makeTool(u"rankingFilter"_s, u"filter"_s, tr("Filter"), ToolLook::Toggle);
  connect(filter, &QToolButton::toggled, m_rankingPage, &RankingPage::setFilterShown);
  connect(m_rankingPage, &RankingPage::filterShownChanged, filter, &QToolButton::setChecked);
  QToolButton* columns = makeTool(u"rankingColumns"_s, u"cols"_s, tr("Columns"), ToolLook::Icon);
  connect(columns, &QToolButton::clicked, this, [this, columns] {
    QMenu menu(columns);
    m_ranking->fillColumnMenu(menu);
    menu.exec(columns->mapToGlobal(QPoint(0, columns->height())));
  });
  QToolButton* places = placesTool();
  QToolButton* pin = makeTool(u"rankingPin"_s, u"pin"_s, tr("Pin the selected rows"), ToolLook::Icon);
  connect(pin, &QToolButton::clicked, m_ranking, &RankingView::togglePin);
  QToolButton* compare =
      makeTool(u"rankingCompare"_s, u"compare"_s, tr("Compare on the timeline"), ToolLook::Icon);
  connect(compare, &QToolButton::clicked, m_ranking, &RankingView::toggleCompare);
  QToolButton* mine = makeTool(u"rankingMine"_s, u"plus"_s, tr("My layout…"), ToolLook::Words);
  connect(mine, &QToolButton::clicked, this, &ResultsPanel::editLayout);
  QToolButton* copy = makeTool(u"rankingCopy"_s, u"copy"_s, tr("Copy rows"), ToolLook::Icon);
  connect(copy, &QToolButton::clicked, m_ranking, &RankingView::copySelection);
  connect(m_ranking, &RankingView::whyRequested, this, [this] { showWhy(); });
  connect(m_ranking, &RankingView::editRequested, this, &ResultsPanel::editLayoutFrom);
  connect(m_ranking, &RankingView::glossaryRequested, this, &ResultsPanel::glossaryRequested);
  connect(m_ranking, &RankingView::figureAsked, this, &ResultsPanel::figureAsked);
  addTab({tr("Ranking"),
          m_rankingPage,
          {filter, columns, places, pin, compare, mine, copy},
          [this](bool stale) { m_ranking->setStale(stale); },
          {}});
}

/// How many places are ranked: for the searches from now on, and for what is shown at once.
QToolButton* ResultsPanel::placesTool() {
  QToolButton* tool = makeTool(u"rankingPlaces"_s, u"table"_s, tr("Rows kept"), ToolLook::Words);
  tool->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(tool);
  menu->setObjectName(u"rankingPlaces.menu"_s);
  auto* group = new QActionGroup(menu);
  for (const int places : RankingPage::choicesOfPlaces()) {
    QAction* choice = menu->addAction(tr("%n best", "places of the ranking", places));
    choice->setObjectName(u"rankingPlaces.%1"_s.arg(places));
    choice->setCheckable(true);
    choice->setData(places);
    group->addAction(choice);
    connect(choice, &QAction::triggered, this, [this, places] { m_rankingPage->setPlaces(places); });
  }
  tool->setMenu(menu);
  const auto show = [this, tool, group] {
    const QString words = tr("Rows kept: %1").arg(wholeText(m_rankingPage->places()));
    tool->setText(words);
    tool->setToolTip(tr("%1. How many of the best strategies a search keeps").arg(words));
    tool->setAccessibleName(words);
    for (QAction* choice : group->actions()) choice->setChecked(choice->data() == m_rankingPage->places());
  };
  m_rankingPage->setPlaces(m_bridge.options().top);
  show();
  connect(m_rankingPage, &RankingPage::placesChanged, this, [this, show](int places) {
    show();
    fitTools();
    SearchOptions options = m_bridge.options();
    options.top = places;
    m_bridge.setOptions(options);
    const SearchBridge::State state = m_bridge.state();
    if (m_bridge.snapshot() || state == SearchBridge::State::Searching) m_bridge.run();
  });
  return tool;
}

}  // namespace astrolabe::ui
