#include "ui/results/results_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

#include "ui/document/running_layout.h"
#include "ui/render/calibration_text.h"
#include "ui/render/icons.h"
#include "ui/render/kind_words.h"
#include "ui/render/quoting.h"
#include "ui/render/theme.h"
#include "ui/results/breakdown_view.h"
#include "ui/results/layout_editor.h"
#include "ui/results/leader_line.h"
#include "ui/results/log_view.h"
#include "ui/results/my_layouts.h"
#include "ui/results/named_plot.h"
#include "ui/results/pareto_view.h"
#include "ui/results/ranking_page.h"
#include "ui/results/replan_page.h"
#include "ui/results/scale_view.h"
#include "ui/results/sensitivity_view.h"
#include "ui/results/tab_fold.h"
#include "ui/results/timeline_view.h"
#include "ui/results/tool_corner.h"
#include "ui/results/why_view.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

/// Where a strategy is shown, a double-click asks why.
class WhyByDoubleClick : public QObject {
 public:
  WhyByDoubleClick(QWidget* shown, std::function<void()> ask) : QObject(shown), m_ask(std::move(ask)) {
    shown->installEventFilter(this);
  }
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() != QEvent::MouseButtonDblClick) return false;
    m_ask();
    return true;
  }

 private:
  std::function<void()> m_ask;
};

}  // namespace

ResultsPanel::ResultsPanel(PlanDocument& document, SearchBridge& bridge, StrategySelection& selection,
                           QWidget* parent)
    : QWidget(parent), m_document(document), m_bridge(bridge), m_selection(selection) {
  setObjectName(u"resultsPanel"_s);
  m_mine = new MyLayouts(document, selection, this);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  m_stack = new QStackedWidget(this);
  column->addWidget(m_stack);
  m_tabs = new QTabWidget(m_stack);
  m_tabs->setBackgroundRole(QPalette::Button);  // one bar from the first tab to the last tool
  m_tabs->setAutoFillBackground(true);
  m_tabs->setObjectName(u"resultsTabs"_s);
  m_tabs->setAccessibleName(tr("Results"));
  m_tabs->setDocumentMode(true);
  m_corner = new ToolCorner(u"resultsMore"_s, m_tabs);
  m_tabs->setCornerWidget(m_corner, Qt::TopRightCorner);
  m_fold = new TabFold(*m_tabs->tabBar(), u"resultsViews"_s, tr("All views of the results"), m_tabs);
  m_calibrated = makeTool(u"resultsCalibrated"_s, u"key"_s, tr("Own constants"), ToolLook::Words);
  m_corner->add(m_calibrated);
  connect(m_calibrated, &QToolButton::clicked, this, &ResultsPanel::accuracyRequested);
  connect(&m_document, &PlanDocument::planChanged, this, &ResultsPanel::updateCalibrated);
  buildBeside();
  addRanking();
  addPareto();
  addTimeline();
  addBreakdown();
  addWhy();
  addSensitivity();
  addScale();
  addKinds();
  addReplan();
  addLog();
  connect(m_tabs, &QTabWidget::currentChanged, this, &ResultsPanel::updateTools);
  m_stack->addWidget(emptyPage());
  m_stack->addWidget(m_sides);

  connect(&m_bridge, &SearchBridge::snapshotChanged, this, &ResultsPanel::follow);
  connect(&m_bridge, &SearchBridge::stateChanged, this, &ResultsPanel::updateEmpty);
  connect(&m_bridge, &SearchBridge::staleChanged, this, &ResultsPanel::updateStale);
  connect(m_mine, &MyLayouts::changed, this, &ResultsPanel::showMine);
  updateCalibrated();
  updateTools();
  showSnapshot(m_bridge.snapshot());
  connect(&m_document, &PlanDocument::planChanged, this, &ResultsPanel::showTask);
  showTask();
}

/// Whose constants the predictions rest on is said beside every view of them.
void ResultsPanel::updateCalibrated() {
  const bool own = !m_document.plan().calibration.empty();
  if (own)
    m_calibrated->setToolTip(
        tr("Predicted with constants fitted to your own measured runs, kept in this plan, instead of the "
           "published ones. Press to see how well they hold.") +
        u'\n' +
        tr("Constants: %1", "when and from what they were made")
            .arg(calibrationText(m_document.plan().calibration)));
  if (std::exchange(m_ownConstants, own) != own) updateTools();
}

void ResultsPanel::addTab(ResultTab tab) {
  if (tab.figure) offerCopy(tab);
  if (tab.task != m_task && !tab.task.empty()) {
    for (QToolButton* button : tab.tools) m_corner->add(button);
    for (QTableView* table : tab.page->findChildren<QTableView*>()) copyByKey(*table);
    tab.page->hide();
    m_away << tab;
    return;
  }
  for (QTableView* table : tab.page->findChildren<QTableView*>())
    if (qobject_cast<RankingView*>(table) == nullptr) copyByKey(*table);  // that one copies full precision
  for (QToolButton* button : tab.tools) m_corner->add(button);
  const int place = m_log != nullptr ? m_tabs->indexOf(m_log) : m_tabs->count();
  tab.order = place;
  if (m_log != nullptr) m_views.back().order = place + 1;  // the log is the last
  m_views.insert(place, tab);
  m_tabs->insertTab(place, tab.page, tab.title);
  if (m_tabs->count() > 1 && m_log != nullptr) updateTools();
}

/// `chosen`: whether what is under the pointer is a strategy; it is selected by the first click.
void ResultsPanel::openWhyFrom(QWidget* shown, std::function<bool()> chosen) {
  new WhyByDoubleClick(shown, [this, chosen = std::move(chosen)] {
    if (m_selection.layout() && (!chosen || chosen())) showWhy();
  });
}

void ResultsPanel::showTab(const QWidget* page) {
  if (m_beside && m_beside->page == page) return m_beside->page->setFocus(Qt::OtherFocusReason);
  for (int i = 0; i < m_tabs->count(); ++i)
    if (m_tabs->widget(i) == page) m_tabs->setCurrentIndex(i);
}

void ResultsPanel::showWhy(bool typed) {
  if (m_task != "train") {
    for (const ResultTab& tab : std::as_const(m_views))
      if (tab.page->objectName().endsWith(u"WhyPage"_s)) return showTab(tab.page);
    return;
  }
  m_lookInside = true;
  updateEmpty();
  showTab(m_why);
  if (typed) m_why->focusStrategy();
}

void ResultsPanel::showBreakdown() { showTab(m_breakdown); }

bool ResultsPanel::askFigure() {
  if (frontPage() == m_breakdown) return m_breakdown->askFigure();
  if (isRankingInFront() && m_ranking->askFigure()) return true;
  const auto detail = m_selection.detail();
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  if (!detail || !snapshot || !snapshot->problem || snapshot->best.empty()) return false;
  const QTabBar& bar = *m_tabs->tabBar();
  emit figureAsked({KeyFigure::Best,
                    detail->evaluation,
                    snapshot,
                    m_selection.label(),
                    {},
                    QRect(bar.mapToGlobal(QPoint(0, 0)), bar.size()),
                    std::string(planning::kind_of(*detail))});
  return true;
}

void ResultsPanel::addPareto() {
  m_pareto = new ParetoView(m_document, m_selection, m_tabs);
  m_pareto->setRanking(m_rankingPage->view());
  QToolButton* dominated = makeTool(u"paretoDominated"_s, u"filter"_s, tr("Frontier only"), ToolLook::Toggle);
  connect(dominated, &QToolButton::toggled, this, [this](bool only) { m_pareto->setDominatedShown(!only); });
  QToolButton* table = makeTool(u"paretoAsTable"_s, u"table"_s, tr("Show as table"), ToolLook::Toggle);
  connect(table, &QToolButton::toggled, m_pareto, &ParetoView::setShowTable);
  connect(m_pareto, &ParetoView::looksChanged, this, [this, dominated, table] {
    dominated->setChecked(!m_pareto->isDominatedShown());
    table->setChecked(m_pareto->showsTable());
  });
  connect(m_pareto, &ParetoView::whyRequested, this, [this] { showWhy(); });
  auto* rows = m_pareto->findChild<QTableWidget*>(u"paretoPlot.table"_s);
  openWhyFrom(rows->viewport(), [rows] {  // the baseline is of another scenario
    const QTableWidgetItem* item = rows->item(rows->currentRow(), 0);
    return item != nullptr && item->data(Qt::UserRole).isValid();
  });
  addTab({tr("Pareto"),
          m_pareto,
          {dominated, table},
          [this](bool stale) { m_pareto->setStale(stale); },
          [this] {
            const QSize size(880, 520);
            return Figure{tr("Speed against cost"), size,
                          [this, size](QPaintDevice& device) { m_pareto->paintFigure(device, size); }};
          }});
}

void ResultsPanel::addBreakdown() {
  m_breakdown = new BreakdownView(m_document, m_selection, m_tabs);
  connect(m_breakdown, &BreakdownView::figureAsked, this, &ResultsPanel::figureAsked);
  for (NamedPlot* bars : m_breakdown->findChildren<NamedPlot*>()) openWhyFrom(bars);
  LeaderLine::above(*m_breakdown)->followSelected(m_selection);
  QToolButton* table = makeTool(u"breakdownAsTable"_s, u"table"_s, tr("Show as table"), ToolLook::Toggle);
  connect(table, &QToolButton::toggled, m_breakdown, &BreakdownView::setShowTable);
  connect(m_breakdown, &BreakdownView::looksChanged, table,
          [this, table] { table->setChecked(m_breakdown->showsTable()); });
  addTab({tr("Breakdown"),
          m_breakdown,
          {table},
          [this](bool stale) { m_breakdown->setStale(stale); },
          [this] {
            const QSize size(1200, 360);
            return Figure{tr("Where time, memory and money go"), size,
                          [this, size](QPaintDevice& device) { m_breakdown->paintFigure(device, size); }};
          }});
}

void ResultsPanel::addWhy() {
  m_why = new WhyView(m_document, m_selection, m_tabs);
  QToolButton* table = makeTool(u"whyAsTable"_s, u"table"_s, tr("Show as table"), ToolLook::Toggle);
  connect(table, &QToolButton::toggled, m_why, &WhyView::setShowTable);
  QToolButton* copy = makeTool(u"whyCopy"_s, u"copy"_s, tr("Copy as text"), ToolLook::Words);
  connect(copy, &QToolButton::clicked, this,
          [this] { QApplication::clipboard()->setText(m_why->plainText()); });
  connect(m_why, &WhyView::looksChanged, table, [this, table] {
    table->setChecked(m_why->showsTable());
    updateFigures();
  });
  connect(m_why, &WhyView::fixRequested, this, &ResultsPanel::fixRequested);
  connect(m_why, &WhyView::searchRequested, this, &ResultsPanel::runRequested);
  connect(m_why, &WhyView::glossaryRequested, this, &ResultsPanel::glossaryRequested);
  connect(m_why, &WhyView::rulesRequested, this, &ResultsPanel::rulesRequested);
  connect(m_why, &WhyView::evidenceRequested, this, [this](Evidence evidence, int rank) {
    const QWidget* pages[] = {m_log, m_rankingPage, m_pareto, m_timelinePage, m_breakdown};
    showTab(pages[static_cast<int>(evidence)]);
    if (evidence != Evidence::Ranking) return;
    if (rank >= 0) m_selection.select(rank);
    m_ranking->setFocus();
  });
  addTab({tr("Why"),
          m_why,
          {table, copy},
          [this](bool stale) { m_why->setStale(stale); },
          [this] {
            const QSize size(880, 420);
            if (!m_why->hasFigure()) return Figure{};
            return Figure{tr("Where the difference comes from"), size,
                          [this, size](QPaintDevice& device) { m_why->paintFigure(device, size); }};
          },
          0,
          [this] { return m_why->plainText(); }});
}

/// A view of a plot, with the button that shows its table. `figure` is the title of a figure of it.
void ResultsPanel::addPlot(PlotPage* view, const QString& title, const QString& tableName,
                           const QString& figure, const std::string& task) {
  QToolButton* table = makeTool(tableName, u"table"_s, tr("Show as table"), ToolLook::Toggle);
  connect(table, &QToolButton::toggled, view, &PlotPage::setShowTable);
  connect(view, &PlotPage::looksChanged, this, [this, view, table] {
    table->setChecked(view->showsTable());
    updateFigures();
  });
  addTab(
      {title,
       view,
       {table},
       [view](bool stale) { view->setStale(stale); },
       [view, figure] {
         const QSize size(880, 420);
         if (!view->hasFigure()) return Figure{};
         return Figure{figure, size, [view, size](QPaintDevice& device) { view->paintFigure(device, size); }};
       },
       orderAfter(task),
       {},
       task});
}

void ResultsPanel::addSensitivity() {
  auto* view = new SensitivityView(m_selection, m_tabs);
  LeaderLine::above(*view)->followBest(m_selection);
  addPlot(view, tr("Sensitivity"), u"sensitivityAsTable"_s, tr("How robust #1 is"));
}

void ResultsPanel::addScale() {
  m_scale = new ScaleView(m_document, m_selection, m_tabs);
  m_scale->setOthers(m_ranked);
  addPlot(m_scale, tr("Scale"), u"scaleAsTable"_s, tr("Time and cost against nodes"));
}

void ResultsPanel::addReplan() {
  auto* page = m_replan = new ReplanPage(m_document, m_selection, m_tabs);
  page->setOthers(m_ranked);
  QToolButton* table =
      makeTool(u"replanAsTable"_s, u"table"_s, tr("Show the curve as a table"), ToolLook::Toggle);
  connect(table, &QToolButton::toggled, page, &ReplanPage::setShowTable);
  QToolButton* copy = makeTool(u"replanCopy"_s, u"copy"_s, tr("Copy the plans"), ToolLook::Words);
  connect(copy, &QToolButton::clicked, page,
          [page] { QApplication::clipboard()->setText(page->plainText()); });
  connect(page, &ReplanPage::looksChanged, this, [this, page, table] {
    table->setChecked(page->showsTable());
    updateFigures();
  });
  connect(m_ranking, &RankingView::runningChosen, this, [this, page] {
    const plan::SnapshotPtr snapshot = m_selection.snapshot();
    const planning::LayoutPtr layout = m_selection.layout();
    if (!snapshot || !snapshot->problem || !mayRun(layout, *snapshot->problem)) return;
    setRunning(m_document, layout, *snapshot->problem);
    showTab(page);
  });
  addTab({tr("Re-plan"),
          page,
          {table, copy},
          {},
          [page] {
            const QSize size(880, 420);
            if (!page->hasFigure()) return Figure{};
            return Figure{tr("Step of each plan against how slow a GPU is"), size,
                          [page, size](QPaintDevice& device) { page->paintFigure(device, size); }};
          },
          0,
          [page] { return page->plainText() + u'\n'; }});
}

void ResultsPanel::addLog() {
  auto* log = new LogView(m_tabs);
  QToolButton* copy = makeTool(u"logCopy"_s, u"copy"_s, tr("Copy the log"), ToolLook::Icon);
  connect(copy, &QToolButton::clicked, log,
          [log] { QApplication::clipboard()->setText(log->toPlainText()); });
  QToolButton* write = makeTool(u"logSave"_s, u"save"_s, tr("Save log…"), ToolLook::Words);
  connect(write, &QToolButton::clicked, this, [this, log] {
    emit fileOffered(tr("Save the log"), u".log.txt"_s, tr("Text (*.txt)"),
                     plainLines(log->toPlainText()).toUtf8() + '\n');
  });
  addTab({tr("Log"), log, {copy, write}, {}, {}, 0, [log] { return log->toPlainText() + u'\n'; }, {}});
  m_log = log;
  connect(&m_bridge, &SearchBridge::snapshotChanged, log, &LogView::setSnapshot);
}

QWidget* ResultsPanel::emptyPage() {
  auto* page = new QWidget(m_stack);
  page->setAutoFillBackground(true);
  page->setBackgroundRole(QPalette::Base);
  auto* column = new QVBoxLayout(page);
  column->addStretch();
  m_emptyText = new QLabel(page);
  m_emptyText->setObjectName(u"resultsEmpty"_s);
  m_emptyText->setAlignment(Qt::AlignCenter);
  m_emptyText->setWordWrap(true);
  column->addWidget(m_emptyText);
  m_run = new QPushButton(tr("Run"), page);
  m_run->setObjectName(u"resultsEmpty.run"_s);
  m_run->setIcon(icon(u"play"_s));
  column->addWidget(m_run, 0, Qt::AlignHCenter);
  m_askWhy = new QPushButton(tr("Why nothing fits"), page);
  m_askWhy->setObjectName(u"resultsEmpty.why"_s);
  column->addWidget(m_askWhy, 0, Qt::AlignHCenter);
  connect(m_askWhy, &QPushButton::clicked, this, [this] { showWhy(); });
  column->addStretch();
  connect(m_run, &QPushButton::clicked, this, &ResultsPanel::runRequested);
  return page;
}

void ResultsPanel::setBaseline(std::optional<ParetoBaseline> baseline) {
  m_pareto->setBaseline(std::move(baseline));
}

void ResultsPanel::editLayout() { editLayoutFrom(m_selection.layout()); }

void ResultsPanel::editLayoutFrom(const planning::LayoutPtr& from) {
  const planning::LayoutPtr start = from;  // the caller's may go while the dialog is open
  if (!start) return;
  if (const QString why = kindWords(start->kind()).whyNotEdited(); !why.isEmpty()) {
    QMessageBox::information(this, tr("My layout"), why);
    return;
  }
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  if (!snapshot || !snapshot->problem) return;
  const double best = snapshot->best.empty() ? 0.0 : snapshot->best.front().tokens_per_second;
  const strategy::Strategy before = planning::as<planning::PipelineLayout>(start)->strategy();
  LayoutEditor editor(snapshot->problem, before, best, this);
  if (editor.exec() != QDialog::Accepted || !editor.strategy()) return;
  const planning::LayoutPtr edited = planning::layout_of(*editor.strategy());
  if (m_mine->contains(start))
    m_mine->replace(start, edited);
  else
    m_mine->add(edited);
}

void ResultsPanel::setEstimate(const SpaceEstimate& estimate) {
  m_estimate = &estimate;
  connect(&estimate, &SpaceEstimate::changed, this, &ResultsPanel::updateEmpty);
  updateEmpty();
}

void ResultsPanel::follow() { m_refresh.follow(m_bridge.snapshot()); }

void ResultsPanel::showSnapshot(const plan::SnapshotPtr& snapshot) {
  m_refresh.drawn();
  m_ranking->setSnapshot(snapshot);
  const planning::OptionPtr first = leader();
  m_why->setLeader(first);
  tellLeader(*this, first);
  updateEmpty();
  updateStale();
}

void ResultsPanel::updateEmpty() {
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  // What was rejected can be looked at even when nothing fits.
  const bool nothing = snapshot && snapshot->best.empty() && snapshot->status == plan::Status::infeasible;
  if (!nothing) m_lookInside = false;
  const bool some = snapshot && (!snapshot->best.empty() || !m_mine->predicted().empty() ||
                                 !m_ranked.empty() || (nothing && m_lookInside));
  const bool other = !m_document.plan().job.trains() && m_document.problem();  // its pages have words
  m_askWhy->setVisible(nothing && !other);
  m_stack->setCurrentIndex(some || other ? 1 : 0);
  if (some || other) return;
  const bool searching = m_bridge.state() == SearchBridge::State::Searching;
  m_run->setVisible(!searching && !(snapshot && snapshot->status == plan::Status::infeasible));
  m_run->setEnabled(!m_bridge.problemError());
  if (searching) {
    m_emptyText->setText(tr("Searching for the first strategy that fits…"));
  } else if (snapshot && snapshot->status == plan::Status::infeasible) {
    m_emptyText->setText(tr("No strategy fits. The message above says what binds and what would help."));
  } else if (m_bridge.problemError()) {
    m_emptyText->setText(tr("Not searched yet. A search needs hardware and a model."));
  } else {
    m_emptyText->setText(
        m_estimate && m_estimate->total()
            ? tr("Not searched yet (%1).", "≈ 650 000 strategies, about 66 s").arg(m_estimate->text())
            : tr("Not searched yet."));
  }
}

void ResultsPanel::updateStale() {
  const bool stale = m_bridge.isStale();
  bool changed = false;
  const auto mark = [&](const ResultTab& view, const QTabWidget& tabs, int tab) {
    if (view.setStale) view.setStale(stale);
    const bool marked = stale && view.page != m_log;
    if (marked != tabs.tabIcon(tab).isNull()) return;
    changed = true;
    // The bar asks for one layout for all of its tabs; the widget around it would lay out after each.
    tabs.tabBar()->setTabIcon(tab, marked ? icon(u"stale"_s) : QIcon());
  };
  for (int i = 0; i < m_views.size(); ++i) mark(m_views[i], *m_tabs, i);
  if (m_beside) mark(*m_beside, *m_besideTabs, 0);
  if (changed) fitTools();  // tabs with a mark are wider
}

void ResultsPanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange) update();
}

}  // namespace astrolabe::ui
