#include "ui/results/option_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include "ui/controls/flow_row.h"
#include "ui/render/theme.h"
#include "ui/results/tab_fold.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

OptionPage::OptionPage(PlannerBridge& bridge, const QString& name, QWidget* parent)
    : KindPage(parent), m_bridge(bridge), m_name(name) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  m_stack = new QStackedWidget(this);
  column->addWidget(m_stack);
  auto* words = new QWidget(m_stack);
  auto* lines = new QVBoxLayout(words);
  m_words = new QLabel(words);
  m_words->setObjectName(m_name + u".words"_s);
  m_words->setAlignment(Qt::AlignCenter);
  m_words->setWordWrap(true);
  lines->addStretch();
  lines->addWidget(m_words);
  lines->addStretch();
  m_stack->addWidget(words);
  m_page = new SidesPage(m_stack);
  m_stack->addWidget(m_page);
  m_head = new QWidget(this);
  auto* row = new FlowRow(m_head);
  row->setContentsMargins(scaled(12), scaled(4), scaled(12), scaled(4));
  m_title = new QLabel(m_head);
  m_title->setObjectName(m_name + u".title"_s);
  m_title->setTextFormat(Qt::RichText);
  m_title->setWordWrap(true);
  row->addWidget(m_title);
  row->addStretch();
  m_leftStack = new QStackedWidget(this);
}

QWidget* OptionPage::makeViews(const QString& choice, const QString& all) {
  auto* side = new QWidget(this);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, scaled(12), 0);
  column->setSpacing(scaled(4));
  auto* row = new QHBoxLayout;
  m_choice = new QTabBar(side);
  m_choice->setObjectName(m_name + u".choice"_s);
  m_choice->setAccessibleName(choice);
  m_choice->setDrawBase(false);
  m_choice->setExpanding(false);
  auto* fold = new TabFold(*m_choice, m_name + u".views"_s, all, side);
  fold->fitInto(side, scaled(20));
  row->addWidget(&fold->button());
  row->addWidget(m_choice, 1);  // all of the row, or it scrolls
  column->addLayout(row);
  m_rightStack = new QStackedWidget(side);
  column->addWidget(m_rightStack, 1);
  return side;
}

void OptionPage::addView(const QString& title, QWidget* view, QWidget* table) {
  m_choice->addTab(title);
  m_rightStack->addWidget(view);
  if (table != nullptr) m_rightStack->addWidget(table);
  m_views.emplace_back(view, table != nullptr ? table : view);
}

LyingBars* OptionPage::makeBars(const QString& part, const QString& spoken, QWidget* parent, int height) {
  auto* bars = new LyingBars(m_name + u'.' + part, spoken, parent);
  bars->setMinimumHeight(scaled(height));
  return m_bars.emplace_back(bars);
}

void OptionPage::setSides(QWidget* first, QWidget* second, int partsOfFirst, int partsOfSecond) {
  m_page->setHead(m_head);
  m_page->setSides(first, second,
                   {.first = partsOfFirst, .second = partsOfSecond, .before = 12, .between = 12});
  connect(m_choice, &QTabBar::currentChanged, this, [this] {
    placeViews();
    emit looksChanged();
  });
  connect(&m_bridge, &PlannerBridge::changed, this, &OptionPage::refresh);
  refresh();
}

void OptionPage::placeViews() {
  m_leftStack->setCurrentIndex(m_asTable ? 1 : 0);
  const auto& [drawn, table] = m_views[static_cast<std::size_t>(view())];
  m_rightStack->setCurrentWidget(m_asTable ? table : drawn);
}

bool OptionPage::isEmpty() const { return m_stack->currentIndex() == 0; }

int OptionPage::view() const { return m_choice->currentIndex(); }

void OptionPage::showView(int view) { m_choice->setCurrentIndex(view); }

void OptionPage::setShowTable(bool table) {
  if (std::exchange(m_asTable, table) == table) return;
  placeViews();
  emit looksChanged();
}

void OptionPage::follow(StrategySelection& selection) {
  m_selection = &selection;
  connect(&selection, &StrategySelection::changed, this, &OptionPage::refresh);
}

void OptionPage::setStale(bool stale) {
  if (std::exchange(m_stale, stale) == stale) return;
  for (LyingBars* bars : m_bars) bars->setStale(stale);
  refresh();
}

planning::OptionPtr OptionPage::option() const {
  const planning::OptionPtr selected = m_selection != nullptr ? m_selection->detail() : nullptr;
  if (isOfKind(selected) && m_bridge.found()) return selected;
  const planning::OptionPtr best = m_bridge.option();
  return isOfKind(best) ? best : nullptr;
}

void OptionPage::refresh() {
  const planning::OptionPtr shown = take(m_bridge.found()) ? option() : nullptr;
  m_stack->setCurrentIndex(shown ? 1 : 0);
  if (shown) {
    fill(shown);
    placeViews();
  } else {
    m_words->setText(noneText());
    setAccessibleDescription(m_words->text());
  }
  emit looksChanged();
}

void OptionPage::setTitle(const QString& name, const QString& figures, const QString& spoken,
                          const QString& note) {
  QString text = u"<b>%1</b> &nbsp; %2"_s.arg(name.toHtmlEscaped(), figures.toHtmlEscaped());
  if (!note.isEmpty()) text += u" &nbsp; "_s + note;
  if (m_stale || m_bridge.isStale()) text += u" &nbsp; "_s + tr("Older than the plan.");
  m_title->setText(text);
  setAccessibleDescription(name + u", "_s + spoken);
}

}  // namespace astrolabe::ui
