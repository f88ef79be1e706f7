#include "ui/results/breakdown_view.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QTableWidget>
#include <algorithm>

#include "ui/render/breakdown_painter.h"
#include "ui/render/kind_words.h"
#include "ui/render/spares_words.h"
#include "ui/results/named_plot.h"
#include "ui/results/sides_page.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kCompared = 6;  // strategies drawn side by side
constexpr int kLines = 4;     // of words that a plot has room for, whatever it shows
/// Width, in pixels of the base font, from which the plots stand beside each other, and the least of one.
constexpr int kBesideFrom = 480, kLeastWidth = 160;

}  // namespace

BreakdownView::BreakdownView(PlanDocument& document, StrategySelection& selection, QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection) {
  setObjectName(u"breakdownView"_s);
  setAccessibleName(tr("Breakdown of time, memory and money"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(scaled(12), scaled(6), scaled(12), scaled(6));
  column->setSpacing(scaled(4));
  auto* page = new SidesPage(this);  // large text leaves the plots less room than they need
  page->setObjectName(u"breakdownView.scroll"_s);
  column->addWidget(page);
  auto* plots = new QWidget(this);
  plots->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // below each other they need less
  plots->setMinimumWidth(scaled(kLeastWidth));
  m_row = new QBoxLayout(QBoxLayout::LeftToRight, plots);
  m_row->setContentsMargins(0, 0, 0, 0);
  m_row->setSpacing(scaled(16));
  m_time = makePanel(u"breakdownView.time"_s, tr("Step time by part"), 4);
  m_memory = makePanel(u"breakdownView.memory"_s, tr("Memory per GPU by stage"), 4);
  m_money = makePanel(u"breakdownView.money"_s, tr("Money per 10¹² tokens"), 3);
  for (Panel BreakdownView::*panel :
       {&BreakdownView::m_time, &BreakdownView::m_memory, &BreakdownView::m_money})
    letAsk(panel);
  m_goodput = new QLabel(this);
  m_goodput->setObjectName(u"breakdownView.goodput"_s);
  m_goodput->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_goodput->setWordWrap(true);
  page->setSides(plots);
  m_goodput->setContentsMargins(0, scaled(4), 0, 0);
  page->setFoot(m_goodput);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);  // asks for a repaint, so the panels come first
  connect(&m_selection, &StrategySelection::changed, this, &BreakdownView::follow);
  refresh();
}

BreakdownView::Panel BreakdownView::makePanel(const QString& name, const QString& title, int stretch) {
  Panel panel;
  auto* column = new QVBoxLayout;
  column->setSpacing(scaled(2));
  panel.title = new QLabel(title, this);
  panel.title->setFont(ui::font(TextRole::Section));
  column->addWidget(panel.title);
  panel.stack = new QStackedWidget(this);
  panel.plot = new NamedPlot(panel.stack);
  panel.plot->setObjectName(name);
  panel.plot->setAccessibleName(title);
  panel.plot->setFocusPolicy(Qt::StrongFocus);
  panel.plot->installEventFilter(this);
  panel.table = new QTableWidget(panel.stack);
  panel.table->setObjectName(name + u".table"_s);
  panel.table->setAccessibleName(tr("%1, as a table").arg(title));
  panel.table->setFrameShape(QFrame::NoFrame);
  panel.table->setShowGrid(false);
  panel.table->verticalHeader()->setDefaultSectionSize(scaled(26));
  panel.stack->addWidget(panel.plot);
  panel.stack->addWidget(panel.table);
  column->addWidget(panel.stack, 1);
  m_row->addLayout(column, stretch);
  return panel;
}

void BreakdownView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  m_row->setDirection(width() < scaled(kBesideFrom) ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void BreakdownView::setStale(bool stale) {
  if (m_stale == stale) return;
  m_stale = stale;
  refresh();
}

void BreakdownView::setShowTable(bool table) {
  if (m_table == table) return;
  m_table = table;
  for (const Panel* panel : {&m_time, &m_memory, &m_money}) panel->stack->setCurrentIndex(table ? 1 : 0);
  emit looksChanged();
}

const Theme& BreakdownView::look() const { return m_paper ? *m_paper : currentTheme(); }

/// The first few ranks, the selected one and the compared one among them, one typed by hand in front.
std::vector<BreakdownView::Bar> BreakdownView::bars(const plan::Snapshot& snapshot) const {
  std::vector<Bar> result;
  const auto detail = m_selection.detail();
  const auto other = m_selection.other();
  if (detail && m_selection.rank() < 0)
    result.push_back({&detail->evaluation, m_selection.label(), true, false, layoutOf(*detail)});
  if (other && m_selection.otherRank() < 0)
    result.push_back({&other->evaluation, m_selection.otherLabel(), false, false, layoutOf(*other)});
  QList<int> ranks;
  for (int i = 0; i < static_cast<int>(snapshot.best.size()) && ranks.size() < kCompared; ++i) ranks << i;
  for (const int wanted : {m_selection.otherRank(), m_selection.rank()})
    if (wanted >= 0 && wanted < static_cast<int>(snapshot.best.size()) && !ranks.contains(wanted)) {
      ranks.removeLast();
      ranks << wanted;
      std::sort(ranks.begin(), ranks.end());
    }
  for (const int rank : ranks) {
    const cost::Evaluation& row = snapshot.best[static_cast<std::size_t>(rank)];
    result.push_back({&row, tr("#%1").arg(rank + 1), rank == m_selection.rank(), rank == 0,
                      planning::layout_of(row.strategy)});
  }
  return result;
}

void BreakdownView::follow() { m_refresh.follow(m_selection.snapshot()); }

void BreakdownView::refresh() {
  m_dirty = !isVisible() && window()->isVisible();
  if (m_dirty) return;  // behind another tab: drawn when it is looked at
  m_refresh.drawn();
  const auto snapshot = m_selection.snapshot();
  const auto detail = m_selection.detail();
  for (const Panel* panel : {&m_time, &m_memory, &m_money}) {
    panel->plot->clearPlottables();
    panel->plot->clearItems();
    panel->title->setFont(ui::font(TextRole::Section));
    panel->plot->setItems({});
    panel->plot->applyTheme(look(), fontScale());
    panel->plot->keepLines(kLines);
  }
  if (snapshot && detail && snapshot->problem && !snapshot->best.empty()) {
    drawTime(*snapshot);
    drawMemory(*snapshot, *detail);
    drawMoney(*snapshot);
    const QString repairs = sparesText(*snapshot->problem, detail->evaluation);
    m_goodput->setText((goodputText(detail->evaluation) + u' ' + repairs).trimmed());
    m_goodput->setToolTip(goodputSource(detail->evaluation));
  } else {
    m_goodput->clear();
    for (const Panel* panel : {&m_time, &m_memory, &m_money})
      drawNothing(*panel, tr("No strategy to show yet."));
  }
  for (const Panel* panel : {&m_time, &m_memory, &m_money}) panel->plot->replot(QCustomPlot::rpQueuedReplot);
}

/// A click on a bar, or Up and Down, selects its strategy.
bool BreakdownView::eventFilter(QObject* watched, QEvent* event) {
  const auto snapshot = m_selection.snapshot();
  if (!snapshot || (watched != m_time.plot && watched != m_money.plot))
    return QWidget::eventFilter(watched, event);
  const std::vector<Bar> shown = bars(*snapshot);
  const auto select = [&](int row) {
    if (row < 0 || row >= static_cast<int>(shown.size())) return;
    m_selection.select(shown[static_cast<std::size_t>(row)].layout);
  };
  if (event->type() == QEvent::MouseButtonPress) {
    const auto* press = static_cast<QMouseEvent*>(event);
    select(qRound(static_cast<NamedPlot*>(watched)->yAxis->pixelToCoord(press->position().y())));
    return true;
  }
  if (event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key != Qt::Key_Up && key != Qt::Key_Down) return false;
    for (int row = 0; row < static_cast<int>(shown.size()); ++row)
      if (shown[static_cast<std::size_t>(row)].selected) {
        select(row + (key == Qt::Key_Down ? 1 : -1));
        return true;
      }
  }
  return false;
}

void BreakdownView::paintFigure(QPaintDevice& device, const QSize& size) {
  m_paper = Theme::make(ThemeKind::Light);
  refresh();
  QCPPainter painter(&device);
  int left = 0;
  for (const Panel* panel : {&m_time, &m_memory, &m_money}) {
    const int width = panel == &m_money ? size.width() - left : size.width() * 4 / 11;
    panel->plot->paintOn(painter, QRect(left, 0, width - 12, size.height()));
    left += width;
  }
  painter.end();
  m_paper.reset();
  refresh();
}

void BreakdownView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (m_dirty) refresh();
}

void BreakdownView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange ||
      event->type() == QEvent::PaletteChange)
    refresh();
}

}  // namespace astrolabe::ui
