// The kinds of plan among the results: their planners at work, their options in the ranking, and the pages of
// those that have one, with tools and files.

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QSignalBlocker>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <algorithm>

#include "core/planning/moved_state.h"
#include "core/planning/recommended.h"
#include "ui/document/found_beside.h"
#include "ui/render/kind_words.h"
#include "ui/render/leader_words.h"
#include "ui/results/kinds.h"
#include "ui/results/leader_line.h"
#include "ui/results/my_layouts.h"
#include "ui/results/pareto_view.h"
#include "ui/results/plot_page.h"
#include "ui/results/ranking_page.h"
#include "ui/results/replan_page.h"
#include "ui/results/results_panel.h"
#include "ui/results/scale_view.h"
#include "ui/results/task_search.h"
#include "ui/results/why_view.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kSoonMs = 100;  ///< so that the first program stands in the ranking within 200 ms

/// As viewsOf() has it: what stands beside the search of strategies belongs to training.
std::string ownerOf(const KindResults& kind) {
  return std::string(kind.task() == "train" ? kind.task() : kind.kind());
}

}  // namespace

void ResultsPanel::addKinds() {
  for (const planning::Planner* planner : planning::other_planners()) {
    auto* bridge = new PlannerBridge(m_document, *planner, this);
    if (planner->begins_with_search()) bridge->setQuiet(kSoonMs);
    m_planners.push_back(bridge);
    connect(bridge, &PlannerBridge::changed, this, &ResultsPanel::rankKinds);
    if (const KindResults* kind = kindResults(planner->id())) addKind(*kind, *bridge);
  }
  m_movedState = new PlannerBridge(m_document, planning::moved_state_planner(), this);
  connect(m_movedState, &PlannerBridge::changed, this, &ResultsPanel::rankKinds);
  m_taskSearch = new TaskSearch(m_document, m_bridge, m_planners, this);
  connect(&m_document, &PlanDocument::questionChanged, this, &ResultsPanel::wantKinds);
  connect(&m_bridge, &SearchBridge::stateChanged, this, &ResultsPanel::wantKinds);
  wantKinds();  // where the panels are made anew, an answer is there already
}

PlannerBridge& ResultsPanel::planner(std::string_view id) const {
  return **std::find_if(m_planners.begin(), m_planners.end(),
                        [&](const PlannerBridge* bridge) { return bridge->planner().id() == id; });
}

PlannerBridge* ResultsPanel::taskPlanner() const { return m_taskSearch->planner(); }

/// For the ranking: once a search is over, so that it never waits for another planner; what begins with the
/// search as soon as that is under way. A scenario that is shown again is answered at once: its search
/// changes no state.
void ResultsPanel::wantKinds() {
  const SearchBridge::State state = m_bridge.state();
  const bool over = state == SearchBridge::State::Finished || state == SearchBridge::State::StoppedEarly;
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  const planning::QuestionPtr question = over && snapshot && snapshot->problem && !m_bridge.isStale()
                                             ? planning::question_of(*snapshot->problem, snapshot->objective)
                                             : nullptr;
  planning::QuestionPtr early;
  if (state == SearchBridge::State::Searching)
    if (const auto& problem = m_document.problem())
      early = planning::question_of(*problem, m_document.plan().objective);
  // The planner of another task runs as the search would; one that takes long waits for somebody to ask on
  // its page, and without one for the command line.
  const bool trains = m_document.plan().job.trains();
  for (PlannerBridge* bridge : m_planners) {
    const planning::Planner& planner = bridge->planner();
    const bool waits = question && kindResults(planner.id()) == nullptr && planner.takes_long(*question);
    const planning::QuestionPtr& asked = planner.begins_with_search() && early ? early : question;
    bridge->setWanted(this, trains && asked && !waits && planner.may_rank(*asked));
  }
  // Of strategies: their proof stands first, and one that was stopped is not searched once more.
  m_movedState->setWanted(this, trains && question && state == SearchBridge::State::Finished &&
                                    m_movedState->planner().may_rank(*question));
  rankKinds();
}

/// The tabs of a kind.
void ResultsPanel::addKind(const KindResults& kind, PlannerBridge& bridge) {
  const auto add = [&](KindPage* page, const QString& title) {
    addPage(kind, bridge, page, title, orderAfter(ownerOf(kind)));
  };
  if (KindPage* ranking = kind.makeRanking(m_document, bridge, m_tabs)) {
    add(ranking, tr("Ranking"));
    for (QTableView* table : ranking->findChildren<QTableView*>()) openWhyFrom(table->viewport());
  }
  if (KindPage* pareto = kind.makePareto(m_document, bridge, m_tabs)) add(pareto, tr("Pareto"));
  add(kind.makePage(m_document, bridge, m_tabs), kind.title());
  if (KindPage* why = kind.makeWhy(m_document, bridge, m_tabs)) add(why, tr("Why"));
  for (const KindPlot& plot : kind.makePlots(bridge, m_tabs))
    addPlot(plot.page, plot.title, plot.page->objectName() + u"AsTable"_s, plot.figure, ownerOf(kind));
}

/// Behind all views of that task: what else is added stands there.
int ResultsPanel::orderAfter(std::string_view task) const {
  int order = 0;
  for (const QList<ResultTab>* tabs : {&m_views, &m_away})
    for (const ResultTab& tab : *tabs)
      if (tab.task == task) order = std::max(order, tab.order + 1);
  return order;
}

/// A tab with its tools, which are called as the page is.
void ResultsPanel::addPage(const KindResults& kind, PlannerBridge& bridge, KindPage* page,
                           const QString& title, int order) {
  QString id = page->objectName();
  if (id.endsWith(u"Page"_s)) id.chop(4);
  QList<QToolButton*> tools;
  QToolButton* table = nullptr;
  if (page->hasTable()) {
    table = makeTool(id + u"AsTable"_s, u"table"_s, tr("Show as table"), ToolLook::Toggle);
    connect(table, &QToolButton::toggled, page, &KindPage::setShowTable);
    tools << table;
  }
  if (page->hasColumns()) {
    QToolButton* columns = makeTool(id + u"Columns"_s, u"cols"_s, tr("Columns"), ToolLook::Icon);
    connect(columns, &QToolButton::clicked, page, [page, columns] {
      QMenu menu(columns);
      page->fillColumns(menu);
      menu.exec(columns->mapToGlobal(QPoint(0, columns->height())));
    });
    tools << columns;
  }
  QToolButton* copy = makeTool(id + u"Copy"_s, u"copy"_s, tr("Copy as text"), ToolLook::Words);
  connect(copy, &QToolButton::clicked, page,
          [page] { QApplication::clipboard()->setText(page->copyText()); });
  tools << copy;
  if (id != page->objectName() && !bridge.planner().exports().empty())
    tools << exportTool(kind, bridge.planner(), *page);
  LeaderLine* line = kind.task() == "train" ? LeaderLine::above(*page) : nullptr;
  const auto looks = [this, page, table, tools, line] {
    if (const planning::OptionPtr shown = page->option(); line != nullptr)
      line->setShown(shown ? unrankedLabel(shown->layout) : QString(), shown ? shown->layout : nullptr);
    if (table != nullptr) table->setChecked(page->showsTable());
    for (QToolButton* tool : tools) tool->setEnabled(page->option() != nullptr);
    updateFigures();
  };
  connect(page, &KindPage::looksChanged, this, looks);
  page->follow(m_selection);
  looks();
  addTab({title,
          page,
          tools,
          [page](bool stale) { page->setStale(stale); },
          [page] { return page->figure(); },
          order,
          {},
          ownerOf(kind)});
}

bool ResultsPanel::isOfTask(const ResultTab& tab) const { return tab.task.empty() || tab.task == m_task; }

/// The views of who answers the plan's job; those of others wait.
void ResultsPanel::showTask() {
  std::string views = viewsOf(m_document.plan().job);
  if (views == m_task) return;
  m_task = std::move(views);
  if (m_beside && !isOfTask(*m_beside)) layBeside(nullptr);
  {
    const QSignalBlocker quiet(m_tabs);  // views and tabs are not of one mind in between
    for (int i = static_cast<int>(m_views.size()) - 1; i >= 0; --i) {
      if (isOfTask(m_views[i])) continue;
      m_tabs->removeTab(i);
      m_views[i].page->hide();
      m_away.prepend(m_views.takeAt(i));
    }
    for (int i = 0; i < m_away.size();) {
      if (!isOfTask(m_away[i])) {
        ++i;
        continue;
      }
      const ResultTab tab = m_away.takeAt(i);
      const auto after = std::find_if(m_views.begin(), m_views.end(),
                                      [&](const ResultTab& view) { return view.order > tab.order; });
      const int place = static_cast<int>(after - m_views.begin());
      m_views.insert(place, tab);
      m_tabs->insertTab(place, tab.page, tab.title);
    }
    m_tabs->setCurrentIndex(0);
  }
  updateTools();
  updateEmpty();
  updateStale();
  emit viewsChanged();
  emit figuresChanged();
}

int ResultsPanel::viewCount() const {
  int last = m_beside ? m_beside->order : 0;
  for (const QList<ResultTab>* tabs : {&m_views, &m_away})
    for (const ResultTab& tab : *tabs) last = std::max(last, tab.order);
  return last + 1;
}

QString ResultsPanel::titleOf(int order) const {
  if (m_beside && m_beside->order == order) return m_beside->title;
  for (const ResultTab& tab : m_views)
    if (tab.order == order) return tab.title;
  return {};
}

/// Of another task the best is shown until somebody picks another one that is still there.
void ResultsPanel::selectBest(const std::vector<planning::OptionPtr>& options) {
  const planning::LayoutPtr picked = m_selection.layout();
  const auto there = [&](const planning::LayoutPtr& layout) {
    return std::any_of(options.begin(), options.end(), [&](const planning::OptionPtr& option) {
      return planning::same(option->layout, layout);
    });
  };
  const bool keeps = picked && m_bestOfTask && !planning::same(picked, m_bestOfTask) && there(picked);
  m_selection.setBeside(options);
  m_bestOfTask = options.empty() ? nullptr : options.front()->layout;
  if (!keeps && m_bestOfTask) m_selection.select(m_bestOfTask);
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

plan::SnapshotPtr ResultsPanel::answer() const {
  const plan::SnapshotPtr own = m_bridge.snapshot();
  if (!own || !own->problem || m_bridge.isStale() || !answersTheQuestion(*m_movedState, m_document.plan()))
    return own;
  const planning::FoundPtr moved = m_movedState->found();
  if (m_answered.own != own || m_answered.moved != moved)
    m_answered = {own, moved, planning::with_state_anywhere(own, moved)};
  return m_answered.whole;
}

/// The best option of each kind that is found so far, of the question at hand and of the job as it is.
std::vector<planning::OptionPtr> ResultsPanel::otherKinds() const {
  std::vector<planning::OptionPtr> found;
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  if (!snapshot || !snapshot->problem || m_bridge.isStale() || m_taskSearch->planner() != nullptr)
    return found;
  const auto add = [&](const PlannerBridge& bridge) {
    if (planning::OptionPtr best = foundFor(bridge, m_document.plan())) found.push_back(std::move(best));
  };
  for (const PlannerBridge* bridge : m_planners) add(*bridge);
  add(*m_movedState);
  return found;
}

planning::OptionPtr ResultsPanel::leader() const {
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  if (!snapshot) return nullptr;
  const cost::Evaluation* best = snapshot->best.empty() ? nullptr : &snapshot->best.front();
  return planning::recommended_beside(best, otherKinds(), snapshot->objective);
}

/// Other kinds stand among the strategies as they are found.
void ResultsPanel::rankKinds() {
  if (const PlannerBridge* own = m_taskSearch->planner()) {
    // Another scenario is shown: what was found is dropped before the state tells it.
    const planning::FoundPtr found = own->found();
    if (own->state() == PlannerBridge::State::Done && found) selectBest(found->options);
    return;
  }
  m_bestOfTask.reset();
  std::vector<planning::OptionPtr> ranked = otherKinds();
  m_rankingPage->setUnknown(unknownKinds());
  const planning::OptionPtr first = leader();
  m_why->setLeader(first);
  tellLeader(*this, first);
  if (std::equal(ranked.begin(), ranked.end(), m_ranked.begin(), m_ranked.end(),
                 [](const planning::OptionPtr& a, const planning::OptionPtr& b) {
                   return planning::same(a->layout, b->layout);
                 }))
    return;
  m_ranked = std::move(ranked);
  m_selection.setBeside(m_ranked);
  if (m_replan != nullptr) m_replan->setOthers(m_ranked);
  if (m_scale != nullptr) m_scale->setOthers(m_ranked);
  showMine();
  if (m_askWhy != nullptr) updateEmpty();
}

/// Kinds of plan whose search was stopped early, so that the ranking may lack a better one; empty for none.
QString ResultsPanel::unknownKinds() const {
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  if (!snapshot || !snapshot->problem || m_bridge.isStale()) return {};
  QStringList some, none;
  for (const PlannerBridge* bridge : m_planners) {
    const bool here = plan::same_question(bridge->asked(), m_document.plan());
    const bool stopped = bridge->state() == PlannerBridge::State::Stopped && here;
    const bool early =
        answersTheQuestion(*bridge, m_document.plan()) && bridge->found() && bridge->found()->stopped_early;
    if (!stopped && !early) continue;
    const bool found = early && bridge->option() && bridge->option()->is_possible();
    (found ? some : none) << kindWords(bridge->planner().id()).label();
  }
  QStringList told;
  if (!none.isEmpty())
    told << tr("Stopped early, before one was found: %1. Whether one is better than all listed is not known.",
               "kinds of plan")
                .arg(none.join(u", "_s));
  if (!some.isEmpty())
    told << tr("Stopped early: %1. There may be better ones.", "kinds of plan").arg(some.join(u", "_s));
  return told.join(u' ');
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
