#include "ui/results/results_panel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/render/icons.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/results/breakdown_view.h"
#include "ui/results/parts_panel.h"
#include "ui/results/ranking_view.h"
#include "ui/results/timeline_view.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kRefreshMilliseconds = 250;

QToolButton* tool(QWidget* parent, const QString& name, const QString& iconName, const QString& text,
                  bool checkable, bool words) {
  auto* button = new QToolButton(parent);
  button->setObjectName(name);
  button->setIcon(icon(iconName));
  button->setText(text);
  button->setToolTip(text);
  button->setAccessibleName(text);
  button->setCheckable(checkable);
  button->setAutoRaise(true);
  button->setFocusPolicy(Qt::TabFocus);
  button->setToolButtonStyle(words ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
  return button;
}

}  // namespace

ResultsPanel::ResultsPanel(PlanDocument& document, SearchBridge& bridge, StrategySelection& selection,
                           QWidget* parent)
    : QWidget(parent), m_document(document), m_bridge(bridge) {
  setObjectName(u"resultsPanel"_s);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  m_stack = new QStackedWidget(this);
  column->addWidget(m_stack);
  m_tabs = new QTabWidget(m_stack);
  m_tabs->setObjectName(u"resultsTabs"_s);
  m_tabs->setAccessibleName(tr("Results"));
  m_tabs->setDocumentMode(true);
  m_ranking = new RankingView(document, selection, m_tabs);
  m_tabs->addTab(m_ranking, tr("Ranking"));
  m_tabs->addTab(timelinePage(selection), tr("Timeline"));
  m_breakdown = new BreakdownView(document, selection, m_tabs);
  m_tabs->addTab(m_breakdown, tr("Breakdown"));

  auto* corner = new QWidget(m_tabs);
  auto* tools = new QHBoxLayout(corner);
  tools->setContentsMargins(0, 0, scaled(8), 0);
  tools->setSpacing(scaled(4));
  m_path = tool(corner, u"timelineCriticalPath"_s, u"path"_s, tr("Critical path"), true, true);
  m_fold = tool(corner, u"timelineFold"_s, u"cols"_s, tr("Fold repeats"), true, true);
  m_fit = tool(corner, u"timelineFit"_s, u"fit"_s, tr("Fit"), false, true);
  m_asTable = tool(corner, u"breakdownAsTable"_s, u"cols"_s, tr("Show as table"), true, true);
  m_copy = tool(corner, u"rankingCopy"_s, u"copy"_s, tr("Copy rows"), false, false);
  for (QToolButton* button : {m_path, m_fold, m_fit, m_asTable, m_copy}) tools->addWidget(button);
  m_tabs->setCornerWidget(corner, Qt::TopRightCorner);
  connect(m_path, &QToolButton::toggled, m_timeline, &TimelineView::setCriticalPath);
  connect(m_fold, &QToolButton::toggled, m_timeline, &TimelineView::setFolded);
  connect(m_fit, &QToolButton::clicked, m_timeline, &TimelineView::fit);
  connect(m_asTable, &QToolButton::toggled, m_breakdown, &BreakdownView::setShowTable);
  connect(m_copy, &QToolButton::clicked, m_ranking, &RankingView::copySelection);
  connect(m_timeline, &TimelineView::looksChanged, this, &ResultsPanel::updateTools);
  connect(m_tabs, &QTabWidget::currentChanged, this, &ResultsPanel::updateTools);

  m_stack->addWidget(emptyPage());
  m_stack->addWidget(m_tabs);

  m_refresh.setSingleShot(true);
  connect(&m_refresh, &QTimer::timeout, this, [this] { showSnapshot(m_bridge.snapshot()); });
  connect(&m_bridge, &SearchBridge::snapshotChanged, this, &ResultsPanel::follow);
  connect(&m_bridge, &SearchBridge::stateChanged, this, &ResultsPanel::updateEmpty);
  connect(&m_bridge, &SearchBridge::staleChanged, this, &ResultsPanel::updateStale);
  connect(&selection, &StrategySelection::changed, this, [this, &selection] {
    const auto detail = selection.detail();
    if (!detail) return;
    const strategy::Strategy& s = detail->evaluation.strategy;
    QStringList layers;
    for (const strategy::Stage& stage : s.stages) layers << QString::number(stage.layers);
    m_timelineTitle->setText(tr("<b>#%1 &nbsp; TP %2 · PP %3 · DP %4</b> &nbsp; %5 micro-batches, layers %6")
                                 .arg(selection.rank() + 1)
                                 .arg(s.tensor_parallel)
                                 .arg(s.pipeline_parallel)
                                 .arg(s.data_parallel)
                                 .arg(detail->timeline.micro_batches)
                                 .arg(layers.join(u" · "_s)));
  });
  updateTools();
  showSnapshot(m_bridge.snapshot());
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
  column->addStretch();
  connect(m_run, &QPushButton::clicked, this, &ResultsPanel::runRequested);
  return page;
}

QWidget* ResultsPanel::timelinePage(StrategySelection& selection) {
  auto* page = new QWidget(m_tabs);
  page->setAutoFillBackground(true);
  page->setBackgroundRole(QPalette::Base);
  auto* row = new QHBoxLayout(page);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  auto* column = new QVBoxLayout;
  column->setSpacing(0);
  m_timelineTitle = new QLabel(page);
  m_timelineTitle->setObjectName(u"timelineTitle"_s);
  m_timelineTitle->setTextFormat(Qt::RichText);
  m_timelineTitle->setContentsMargins(scaled(12), scaled(4), scaled(12), scaled(4));
  column->addWidget(m_timelineTitle);
  m_timeline = new TimelineView(m_document, selection, page);
  column->addWidget(m_timeline, 1);
  row->addLayout(column, 1);
  auto* scroll = new QScrollArea(page);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  m_parts = new PartsPanel(selection, scroll);
  scroll->setWidget(m_parts);
  scroll->setFixedWidth(scaled(296));
  row->addWidget(scroll);
  connect(m_timeline, &TimelineView::spanSelected, this,
          [this] { m_parts->setBlock(m_timeline->describe(m_timeline->selectedSpan())); });
  return page;
}

void ResultsPanel::follow() {
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  // The first picture and the last are shown at once, those between four times a second.
  const bool now = !m_shown.isValid() || m_shown.elapsed() >= kRefreshMilliseconds || !snapshot ||
                   snapshot->status != plan::Status::searching;
  if (now)
    showSnapshot(snapshot);
  else if (!m_refresh.isActive())
    m_refresh.start(kRefreshMilliseconds - static_cast<int>(m_shown.elapsed()));
}

void ResultsPanel::showSnapshot(const plan::SnapshotPtr& snapshot) {
  m_refresh.stop();
  m_shown.start();
  m_ranking->setSnapshot(snapshot);
  updateEmpty();
  updateStale();
}

void ResultsPanel::updateEmpty() {
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  const bool some = snapshot && !snapshot->best.empty();
  m_stack->setCurrentIndex(some ? 1 : 0);
  if (some) return;
  const bool searching = m_bridge.state() == SearchBridge::State::Searching;
  m_run->setVisible(!searching && !(snapshot && snapshot->status == plan::Status::infeasible));
  m_run->setEnabled(!m_bridge.problemError());
  if (searching)
    m_emptyText->setText(tr("Searching for the first strategy that fits…"));
  else if (snapshot && snapshot->status == plan::Status::infeasible)
    m_emptyText->setText(tr("No strategy fits. The message above says what binds and what would help."));
  else if (m_bridge.problemError())
    m_emptyText->setText(tr("Not searched yet. A search needs hardware and a model."));
  else
    m_emptyText->setText(tr("Not searched yet."));
}

void ResultsPanel::updateStale() {
  const bool stale = m_bridge.isStale();
  m_ranking->setStale(stale);
  m_timeline->setStale(stale);
  m_breakdown->setStale(stale);
  for (int i = 0; i < m_tabs->count(); ++i) m_tabs->setTabIcon(i, stale ? icon(u"stale"_s) : QIcon());
}

void ResultsPanel::updateTools() {
  const int tab = m_tabs->currentIndex();
  m_copy->setVisible(tab == 0);
  for (QToolButton* button : {m_path, m_fold, m_fit}) button->setVisible(tab == 1);
  m_asTable->setVisible(tab == 2);
  m_path->setChecked(m_timeline->showsCriticalPath());
  m_fold->setChecked(m_timeline->isFolded());
  m_asTable->setChecked(m_breakdown->showsTable());
}

void ResultsPanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange) update();
}

}  // namespace astrolabe::ui
