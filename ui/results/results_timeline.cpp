// The timeline's tab: its heading and search field, the drawing or its table, and what stands beside it.

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/controls/scrolls_down.h"
#include "ui/render/kind_words.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/results/leader_line.h"
#include "ui/results/parts_panel.h"
#include "ui/results/ranking_model.h"
#include "ui/results/results_panel.h"
#include "ui/results/sides_page.h"
#include "ui/results/span_table.h"
#include "ui/results/timeline_view.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kPartsWidth = 296;  ///< in pixels of the base font

}  // namespace

void ResultsPanel::addTimeline() {
  QWidget* page = m_timelinePage = timelinePage();
  LeaderLine::above(*page)->followSelected(m_selection);
  QToolButton* path = makeTool(u"timelineCriticalPath"_s, u"path"_s, tr("Critical path"), ToolLook::Toggle);
  connect(path, &QToolButton::toggled, m_timeline, &TimelineView::setCriticalPath);
  QToolButton* fold = makeTool(u"timelineFold"_s, u"fold"_s, tr("Fold repeats"), ToolLook::Toggle);
  connect(fold, &QToolButton::toggled, m_timeline, &TimelineView::setFolded);
  QToolButton* fit = makeTool(u"timelineFit"_s, u"fit"_s, tr("Fit"), ToolLook::Words);
  connect(fit, &QToolButton::clicked, m_timeline, &TimelineView::fit);
  QToolButton* find = makeTool(u"timelineFind"_s, u"search"_s, tr("Find"), ToolLook::Toggle);
  connect(find, &QToolButton::toggled, m_find, [this](bool shown) {
    m_find->setVisible(shown);
    shown ? m_find->setFocus() : m_timeline->setFocus();
  });
  connect(m_timeline, &TimelineView::findRequested, find, [find] { find->setChecked(true); });
  QToolButton* table = makeTool(u"timelineAsTable"_s, u"table"_s, tr("Show as table"), ToolLook::Toggle);
  connect(table, &QToolButton::toggled, this, [this](bool shown) {
    if (shown) fillTimelineTable();
    m_timelineStack->setCurrentIndex(shown ? 1 : 0);
  });
  const auto looks = [this, path, fold] {
    path->setChecked(m_timeline->showsCriticalPath());
    const QSignalBlocker quiet(fold);  // that nothing can be folded here is nobody's choice
    const QString why = m_timeline->whyNothingFolds();
    fold->setChecked(why.isEmpty() && m_timeline->isFolded());
    fold->setEnabled(why.isEmpty());
    fold->setToolTip(why.isEmpty() ? fold->text()
                                   : tr("%1: %2", "a tool and why it is off").arg(fold->text(), why));
    fold->setAccessibleDescription(why);
  };
  connect(m_timeline, &TimelineView::looksChanged, this, looks);
  connect(&m_selection, &StrategySelection::changed, this, [this] {
    updateTimelineTitle();
    if (m_timelineStack->currentIndex() == 1) fillTimelineTable();
  });
  looks();
  addTab({tr("Timeline"),
          page,
          {path, fold, fit, find, table},
          [this](bool stale) { m_timeline->setStale(stale); },
          [this] {
            constexpr int kWidth = 1200;
            return Figure{tr("One training step"),
                          QSize(kWidth, static_cast<int>(m_timeline->figureHeight())),
                          [this](QPaintDevice& device) {
                            QPainter painter(&device);
                            m_timeline->paintFigure(painter, kWidth);
                          }};
          }});
}

QWidget* ResultsPanel::timelineHead(QWidget* page) {
  auto* head = new QWidget(page);
  auto* row = new QHBoxLayout(head);
  row->setContentsMargins(scaled(12), scaled(4), scaled(12), scaled(4));
  m_timelineTitle = new QLabel(head);
  m_timelineTitle->setObjectName(u"timelineTitle"_s);
  m_timelineTitle->setTextFormat(Qt::RichText);
  m_timelineTitle->setWordWrap(true);
  openWhyFrom(m_timelineTitle);  // it names the strategy
  row->addWidget(m_timelineTitle, 1);
  m_find = new QLineEdit(head);
  m_find->setObjectName(u"timelineFind.field"_s);
  m_find->setAccessibleName(tr("Find a block"));
  m_find->setPlaceholderText(tr("B 17, s3 F 2, optimizer"));
  m_find->setMaximumWidth(scaled(220));
  m_find->hide();
  row->addWidget(m_find);
  const auto mark = [this](bool found) {
    QPalette words = m_find->palette();
    words.setColor(QPalette::Text, found ? currentTheme().text : currentTheme().error);
    m_find->setPalette(words);
    m_find->setAccessibleDescription(found ? QString() : tr("No such block."));
    m_find->setToolTip(m_find->accessibleDescription());
  };
  connect(m_find, &QLineEdit::textChanged, this, [mark] { mark(true); });
  connect(m_find, &QLineEdit::returnPressed, this, [this, mark] { mark(m_timeline->find(m_find->text())); });
  return head;
}

QWidget* ResultsPanel::timelineTable(QWidget* page) {
  m_spans = new SpanTable(this);
  auto* table = new QTableView(page);
  table->setObjectName(u"timelineView.table"_s);
  table->setAccessibleName(tr("Timeline of one training step, as a table"));
  table->setModel(m_spans);
  table->setFrameShape(QFrame::NoFrame);
  table->setShowGrid(false);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->verticalHeader()->hide();
  table->verticalHeader()->setDefaultSectionSize(scaled(26));
  connect(table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& row) {
            if (row.isValid()) m_timeline->selectSpan(m_spans->spanAt(row.row()));
          });
  return table;
}

QWidget* ResultsPanel::timelinePage() {
  auto* page = new QWidget(m_tabs);
  page->setObjectName(u"timelinePage"_s);
  page->setAutoFillBackground(true);
  page->setBackgroundRole(QPalette::Base);
  auto* outer = new QVBoxLayout(page);
  outer->setContentsMargins(0, 0, 0, 0);
  auto* drawn = new QWidget(page);
  auto* column = new QVBoxLayout(drawn);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(timelineHead(page));
  m_timelineStack = new QStackedWidget(page);
  m_timeline = new TimelineView(m_document, m_selection, m_timelineStack);
  m_timelineStack->addWidget(m_timeline);
  m_timelineStack->addWidget(timelineTable(m_timelineStack));
  column->addWidget(m_timelineStack, 1);
  auto* scroll = new QScrollArea(page);
  scroll->setObjectName(u"timelineParts"_s);
  scroll->setAccessibleName(tr("Parts of the step"));
  scrollDownwards(*scroll);
  m_parts = new PartsPanel(m_selection, scroll);
  scroll->setWidget(m_parts);
  auto* sides = new SidesPage(page);
  sides->setSides(drawn, scroll, {.secondWidth = kPartsWidth});
  outer->addWidget(sides);
  connect(m_timeline, &TimelineView::spanSelected, this,
          [this] { m_parts->setBlock(m_timeline->describe(m_timeline->selectedSpan())); });
  connect(m_timeline, &TimelineView::cursorMoved, this,
          [this] { m_parts->setReading(m_timeline->reading().join(u'\n')); });
  return page;
}

void ResultsPanel::fillTimelineTable() {
  m_spans->setDetail(m_selection.detail(), m_timeline->isStacked() ? m_selection.other() : nullptr,
                     m_selection.otherLabel());
}

void ResultsPanel::updateTimelineTitle() {
  const auto detail = m_selection.detail();
  if (!detail) return m_timelineTitle->clear();
  const strategy::Strategy* s = planning::strategy_of(*detail);
  QStringList layers;
  for (const cost::Lane& lane : detail->timeline.lanes) layers << QString::number(lane.layers);
  QString text = tr("<b>%1 &nbsp; %2</b> &nbsp; %3, %n micro-batch(es), layers %4", nullptr,
                    detail->timeline.micro_batches)
                     .arg(m_selection.label(), layoutLine(layoutOf(*detail)),
                          s != nullptr ? QString::fromLatin1(strategy::to_string(s->schedule))
                                       : kindWords(*detail).cell("schedule", *detail),
                          layers.join(u" · "_s));
  const cost::Evaluation& e = detail->evaluation;
  text += u" &nbsp; "_s + tr("step %1, 80 % band %2 to %3")
                              .arg(durationText(e.step.value), durationText(e.step_low.value),
                                   durationText(e.step_high.value));
  if (m_selection.other()) text += u" &nbsp; "_s + tr("against %1").arg(m_selection.otherLabel());
  m_timelineTitle->setText(text);
}

}  // namespace astrolabe::ui
