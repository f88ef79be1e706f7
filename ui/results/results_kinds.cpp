// The kinds of plan among the results: their planners at work, their options in the ranking, and the pages of
// those that have one, with tools and files.

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QToolButton>
#include <algorithm>

#include "ui/render/kind_words.h"
#include "ui/results/kinds.h"
#include "ui/results/my_layouts.h"
#include "ui/results/pareto_view.h"
#include "ui/results/ranking_page.h"
#include "ui/results/results_panel.h"
#include "ui/results/why_view.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

void ResultsPanel::addKinds() {
  for (const planning::Planner* planner : planning::other_planners()) {
    auto* bridge = new PlannerBridge(m_document, *planner, this);
    m_planners.push_back(bridge);
    connect(bridge, &PlannerBridge::changed, this, &ResultsPanel::rankKinds);
    if (const KindResults* kind = kindResults(planner->id())) addKind(*kind, *bridge);
  }
  connect(&m_document, &PlanDocument::questionChanged, this, &ResultsPanel::wantKinds);
  connect(&m_bridge, &SearchBridge::stateChanged, this, &ResultsPanel::wantKinds);
  wantKinds();  // where the panels are made anew, an answer is there already
}

PlannerBridge& ResultsPanel::planner(std::string_view id) const {
  return **std::find_if(m_planners.begin(), m_planners.end(),
                        [&](const PlannerBridge* bridge) { return bridge->planner().id() == id; });
}

/// For the ranking: once a search is over, so that it never waits for another planner. A scenario that is
/// shown again is answered at once: its search changes no state.
void ResultsPanel::wantKinds() {
  const SearchBridge::State state = m_bridge.state();
  const bool over = state == SearchBridge::State::Finished || state == SearchBridge::State::StoppedEarly;
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  const planning::QuestionPtr question = over && snapshot && snapshot->problem && !m_bridge.isStale()
                                             ? planning::question_of(*snapshot->problem, snapshot->objective)
                                             : nullptr;
  for (PlannerBridge* bridge : m_planners)
    bridge->setWanted(this, question && bridge->planner().may_rank(*question));
  rankKinds();
}

/// The tab of a kind, with its tools.
void ResultsPanel::addKind(const KindResults& kind, PlannerBridge& bridge) {
  KindPage* page = kind.makePage(m_document, bridge, m_tabs);
  const QString id = QString::fromUtf8(kind.kind().data(), qsizetype(kind.kind().size()));
  QList<QToolButton*> tools;
  QToolButton* table = nullptr;
  if (page->hasTable()) {
    table = makeTool(id + u"AsTable"_s, u"table"_s, tr("Show as table"), ToolLook::Toggle);
    connect(table, &QToolButton::toggled, page, &KindPage::setShowTable);
    tools << table;
  }
  QToolButton* copy = makeTool(id + u"Copy"_s, u"copy"_s, tr("Copy as text"), ToolLook::Words);
  connect(copy, &QToolButton::clicked, page,
          [page] { QApplication::clipboard()->setText(page->copyText()); });
  tools << copy;
  if (!bridge.planner().exports().empty()) tools << exportTool(kind, bridge.planner(), *page);
  const auto looks = [this, page, table, tools] {
    if (table != nullptr) table->setChecked(page->showsTable());
    for (QToolButton* tool : tools) tool->setEnabled(page->option() != nullptr);
    updateFigures();
  };
  connect(page, &KindPage::looksChanged, this, looks);
  looks();
  addTab({kind.title(), page, tools, {}, [page] { return page->figure(); }});
}

QToolButton* ResultsPanel::exportTool(const KindResults& kind, const planning::Planner& planner,
                                      const KindPage& page) {
  const QString id = QString::fromUtf8(kind.kind().data(), qsizetype(kind.kind().size()));
  QToolButton* write = makeTool(id + u"Export"_s, u"export"_s, kind.exportTitle(), ToolLook::Words);
  auto* menu = new QMenu(write);
  menu->setObjectName(id + u"Export.menu"_s);
  for (const planning::Export& one : planner.exports()) {
    const ExportWords words = kind.wordsOf(one.id);
    QAction* action = menu->addAction(words.action);
    action->setObjectName(id + u"Export."_s + QString::fromStdString(one.id));
    connect(action, &QAction::triggered, this, [this, &page, words, one] {
      const planning::OptionPtr option = page.option();
      if (!option) return;
      const Result<std::string> written = one.text(*option);
      if (written)
        emit fileOffered(words.action, QString::fromStdString(one.ending), words.filter,
                         QByteArray::fromStdString(*written));
      else
        emit refused(written.error());
    });
  }
  write->setMenu(menu);
  write->setPopupMode(QToolButton::InstantPopup);
  return write;
}

/// The best option of each kind stands among the strategies, where it is of the question at hand and of the
/// job as it is.
void ResultsPanel::rankKinds() {
  std::vector<planning::OptionPtr> ranked;
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  // What a planner found may be of the question before, until it is found anew.
  if (snapshot && snapshot->problem && !m_bridge.isStale())
    for (const PlannerBridge* bridge : m_planners) {
      const planning::OptionPtr best = bridge->option();
      if (best && best->is_possible() && bridge->found()->of_the_job &&
          bridge->state() == PlannerBridge::State::Done &&
          plan::same_question(bridge->asked(), m_document.plan()))
        ranked.push_back(best);
    }
  if (std::equal(ranked.begin(), ranked.end(), m_ranked.begin(), m_ranked.end(),
                 [](const planning::OptionPtr& a, const planning::OptionPtr& b) {
                   return planning::same(a->layout, b->layout);
                 }))
    return;
  m_ranked = std::move(ranked);
  m_selection.setBeside(m_ranked);
  showMine();
}

void ResultsPanel::showMine() {
  MineList beside = m_mine->predicted();
  m_why->setMine(beside);
  for (const planning::OptionPtr& option : m_ranked)
    if (!m_mine->contains(option->layout)) beside.push_back(option);
  m_ranking->setMine(beside);
  m_pareto->setMine(beside);
}

}  // namespace astrolabe::ui
