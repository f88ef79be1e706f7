#include "ui/results/plot_page.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTableWidget>
#include <QVBoxLayout>
#include <utility>

#include "ui/controls/flow_row.h"
#include "ui/controls/scrolls_down.h"
#include "ui/render/messages.h"
#include "ui/results/named_plot.h"
#include "ui/results/sides_page.h"
#include "ui/results/why_plot.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

void PlotPage::setUp(const Names& names, const std::function<void(QWidget* bar, FlowRow* row)>& ask) {
  setObjectName(names.name);
  setAccessibleName(names.title);
  SidesPage* page = SidesPage::in(*this);
  auto* bar = new QWidget(this);
  auto* row = new FlowRow(bar);
  row->setContentsMargins(scaled(12), scaled(6), scaled(12), scaled(4));
  row->setSpacing(scaled(8));
  ask(bar, row);
  m_state = new QLabel(bar);
  m_state->setObjectName(names.name + u".state"_s);
  m_state->setFont(ui::font(TextRole::Caption));
  m_state->setWordWrap(true);
  row->addWidget(m_state);
  m_stop = new QPushButton(tr("Stop"), bar);
  m_stop->setObjectName(names.name + u".stop"_s);
  m_stop->hide();
  connect(m_stop, &QPushButton::clicked, this, &PlotPage::stop);
  row->addWidget(m_stop);
  row->addStretch();
  page->setHead(bar);
  setUpStack(names);
  setUpSide(names);
  page->setSides(m_stack, m_side, {.first = 3, .second = 2, .before = 12, .between = 12});
}

/// Plot, table and what is said in their place.
void PlotPage::setUpStack(const Names& names) {
  m_stack = new QStackedWidget(this);
  QScrollArea* scroll = nullptr;
  if (!names.scroll.isEmpty()) {
    scroll = new QScrollArea(m_stack);
    scroll->setObjectName(names.name + u".scroll"_s);
    scroll->setAccessibleName(names.scroll);
    scrollDownwards(*scroll);
  }
  m_plot = new NamedPlot(scroll != nullptr ? static_cast<QWidget*>(scroll) : m_stack);
  m_plot->setObjectName(names.name + u".plot"_s);
  m_plot->setAccessibleName(names.plot);
  m_plot->setFocusPolicy(Qt::StrongFocus);
  if (scroll != nullptr) scroll->setWidget(m_plot);
  m_cells = new QTableWidget(m_stack);
  m_cells->setObjectName(names.name + u".table"_s);
  m_cells->setAccessibleName(names.plot);
  m_cells->setFrameShape(QFrame::NoFrame);
  m_cells->setShowGrid(false);
  m_cells->verticalHeader()->setDefaultSectionSize(scaled(26));
  m_nothing = new QLabel(m_stack);
  m_nothing->setObjectName(names.name + u".nothing"_s);
  m_nothing->setAlignment(Qt::AlignCenter);
  m_nothing->setWordWrap(true);
  m_stack->addWidget(scroll != nullptr ? static_cast<QWidget*>(scroll) : m_plot);
  m_stack->addWidget(m_cells);
  m_stack->addWidget(m_nothing);
}

void PlotPage::setUpSide(const Names& names) {
  m_side = new QScrollArea(this);
  m_side->setObjectName(names.name + u".side"_s);
  m_side->setAccessibleName(names.side);
  m_side->setFrameShape(QFrame::NoFrame);
  m_side->setWidgetResizable(true);
  m_words = new QLabel(m_side);
  m_words->setObjectName(names.name + u".words"_s);
  m_words->setWordWrap(true);
  m_words->setAlignment(Qt::AlignTop | Qt::AlignLeading);
  m_words->setMargin(scaled(8));
  m_words->setTextFormat(Qt::PlainText);
  m_words->setAutoFillBackground(true);
  m_words->setBackgroundRole(QPalette::Base);
  m_words->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_side->setWidget(m_words);
}

void PlotPage::showFigure(const QStringList& sentences) {
  m_words->setText(sentences.join(u"\n\n"_s));
  fillTable(*m_cells, cells());
  draw(currentTheme());
  showPage();
  const bool had = std::exchange(m_hadFigure, hasFigure());
  if (had != m_hadFigure) emit looksChanged();
}

bool PlotPage::isLookedAt() {
  m_dirty = !isVisible();
  return !m_dirty;
}

QString PlotPage::wordsOf(const Error& error) { return messageFor(error).plain(); }

void PlotPage::begin() {
  m_state->setText(tr("Calculating…"));
  m_stop->show();
}

void PlotPage::rest(const QString& told) {
  m_stop->hide();
  m_state->setText(told);
}

void PlotPage::leave() {
  m_latest.cancel();
  rest();
}

void PlotPage::stop() {
  m_latest.cancel();
  rest(tr("Stopped"));
  showPage();
}

void PlotPage::followAnswer(PlannerBridge& bridge) {
  connect(&bridge, &PlannerBridge::changed, this, [this, &bridge] { follow(bridge); });
  follow(bridge);
}

planning::FoundPtr PlotPage::finishedAnswer(const PlannerBridge& bridge) {
  m_answered = bridge.found();
  const bool finished =
      bridge.state() == PlannerBridge::State::Done && m_answered && !m_answered->options.empty();
  if (!finished) leave();
  return finished ? m_answered : nullptr;
}

/// Finished answers alone are asked about.
void PlotPage::follow(PlannerBridge& bridge) {
  if (bridge.state() != PlannerBridge::State::Done) {
    if (isWorking()) stop();
    return showPage();
  }
  if (bridge.found() == m_answered && (hasFigure() || isWorking())) return;
  ask();
}

void PlotPage::setStale(bool stale) {
  if (m_stale == stale) return;
  m_stale = stale;
  if (hasFigure()) draw(currentTheme());
}

void PlotPage::setShowTable(bool table) {
  if (m_table == table) return;
  m_table = table;
  showPage();
  emit looksChanged();
}

void PlotPage::showPage() {
  m_side->setVisible(hasFigure());
  m_stack->setCurrentIndex(!hasFigure() ? 2 : m_table ? 1 : 0);
  m_nothing->setText(isWorking()                 ? workingText()
                     : m_state->text().isEmpty() ? nothingText()
                                                 : m_state->text());
}

void PlotPage::paintFigure(QPaintDevice& device, const QSize& size) {
  draw(Theme::make(ThemeKind::Light));
  m_plot->paintOn(device, QRect(QPoint(), size));
  draw(currentTheme());
}

void PlotPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (m_dirty) catchUp();
}

void PlotPage::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (m_plot && (event->type() == QEvent::StyleChange || event->type() == QEvent::PaletteChange))
    draw(currentTheme());
}

}  // namespace astrolabe::ui
