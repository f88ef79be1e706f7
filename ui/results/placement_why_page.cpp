#include "ui/results/placement_why_page.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/render/kind_words.h"
#include "ui/render/numbers.h"
#include "ui/render/placement_reasons.h"
#include "ui/render/theme.h"
#include "ui/results/placement_page.h"
#include "ui/results/sides_page.h"
#include "ui/results/text_table_view.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kLeastLimits = 90, kFlowDigitsOfPick = 5;

QLabel* sentence(const QString& name, QWidget* parent) {
  auto* label = new QLabel(parent);
  label->setObjectName(name);
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  return label;
}

void fillLimits(TextTable& table, const planning::PlacedLayers& layers) {
  std::vector<TextTable::Column> columns;
  for (const QString& title : limitColumns()) columns.push_back({title, !columns.empty()});
  table.setTable(std::move(columns), limitRows(layers));
}

}  // namespace

PlacementWhyPage::PlacementWhyPage(PlanDocument&, PlannerBridge& bridge, QWidget* parent)
    : KindPage(parent), m_bridge(bridge) {
  setObjectName(u"placementWhyPage"_s);
  setAccessibleName(tr("Why"));
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  m_stack = new QStackedWidget(this);
  column->addWidget(m_stack);
  m_words = new QLabel(m_stack);
  m_words->setObjectName(u"placementWhy.words"_s);
  m_words->setAlignment(Qt::AlignCenter);
  m_words->setWordWrap(true);
  m_stack->addWidget(m_words);
  auto* page = new SidesPage(m_stack);
  QWidget* first = chosenSide();  // Tab goes by the order of their making
  page->setSides(first, otherSide(), {.first = 1, .second = 1, .before = 12, .between = 16, .line = true});
  m_stack->addWidget(page);
  connect(&m_bridge, &PlannerBridge::changed, this, &PlacementWhyPage::refresh);
  refresh();
}

QWidget* PlacementWhyPage::chosenSide() {
  auto* side = new QWidget(this);
  auto* column = new QVBoxLayout(side);
  auto* title = new QLabel(tr("Chosen because"), side);
  title->setFont(ui::font(TextRole::BodyStrong));
  column->addWidget(title);
  m_chosen = sentence(u"placementWhy.chosen"_s, side);
  column->addWidget(m_chosen);
  QTableView* table = textTableView(u"placementWhy.limits"_s,
                                    tr("What limits the first, and what more of it gives"), m_limits, side);
  table->setMinimumHeight(scaled(kLeastLimits));
  column->addWidget(table, 1);
  return side;
}

QWidget* PlacementWhyPage::otherSide() {
  auto* side = new QWidget(this);
  auto* column = new QVBoxLayout(side);
  auto* head = new QHBoxLayout;
  auto* title = new QLabel(tr("Why not…"), side);
  title->setFont(ui::font(TextRole::BodyStrong));
  head->addWidget(title);
  m_pick = new QComboBox(side);
  m_pick->setObjectName(u"placementWhy.pick"_s);
  m_pick->setAccessibleName(tr("Another layout"));
  m_pick->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_pick->setMinimumContentsLength(24);
  title->setBuddy(m_pick);
  connect(m_pick, &QComboBox::activated, this, &PlacementWhyPage::pick);
  head->addWidget(m_pick, 1);
  column->addLayout(head);
  m_verdict = sentence(u"placementWhy.verdict"_s, side);
  m_verdict->setFont(ui::font(TextRole::BodyStrong));
  column->addWidget(m_verdict);
  QTableView* table =
      textTableView(u"placementWhy.pickedLimits"_s,
                    tr("What limits the other one, and what more of it gives"), m_pickedLimits, side);
  table->setMinimumHeight(scaled(kLeastLimits));
  column->addWidget(table, 1);
  return side;
}

void PlacementWhyPage::follow(StrategySelection& selection) {
  m_selection = &selection;
  connect(&selection, &StrategySelection::changed, this, [this] {
    if (!m_found) return;
    for (std::size_t i = 1; i < m_found->options.size(); ++i)
      if (m_selection->layout() && planning::same(m_found->options[i]->layout, m_selection->layout()))
        pick(static_cast<int>(i));
  });
}

void PlacementWhyPage::setStale(bool stale) {
  for (QLabel* label : {m_chosen, m_verdict})
    label->setAccessibleDescription(stale ? tr("Older than the plan") : QString());
}

planning::OptionPtr PlacementWhyPage::option() const {
  const int index = m_pick->currentIndex();
  return m_found && index >= 0 ? m_found->options[static_cast<std::size_t>(index)] : nullptr;
}

void PlacementWhyPage::refresh() {
  m_found = std::dynamic_pointer_cast<const planning::FoundPlacements>(m_bridge.found());
  if (m_found && m_found->options.empty()) m_found.reset();
  m_words->setText(noLayersText(m_bridge));
  setAccessibleDescription(m_found ? QString() : m_words->text());
  m_stack->setCurrentIndex(m_found ? 1 : 0);
  fillPicks();
  if (m_found) {
    m_chosen->setText(placementChosenBecause(*m_found).join(u"\n\n"_s));
    fillLimits(m_limits, *placedOf(m_found->options.front()));
    pick(m_found->options.size() > 1 ? 1 : 0);  // the second one: the question is why it is not the first
  }
  emit looksChanged();
}

void PlacementWhyPage::fillPicks() {
  m_pick->clear();
  if (!m_found) return;
  for (std::size_t i = 0; i < m_found->options.size(); ++i) {
    const placement::Flow& flow = placedOf(m_found->options[i])->placed.flow;
    m_pick->addItem(tr("#%1 %2 tokens/s, %3", "place, rate, slowest way")
                        .arg(i + 1)
                        .arg(significantText(flow.tokens_per_second, kFlowDigitsOfPick),
                             durationText(flow.chain_seconds)));
  }
}

void PlacementWhyPage::pick(int index) {
  m_pick->setCurrentIndex(index);
  const planning::OptionPtr picked = option();
  if (!picked) return;
  m_verdict->setText(placementWhyNotFirst(*m_found, *picked));
  fillLimits(m_pickedLimits, *placedOf(picked));
  emit looksChanged();
}

QString PlacementWhyPage::copyText() const {
  return m_chosen->text() + u"\n\n"_s + m_limits.plainText() + u'\n' + m_pick->currentText() + u": "_s +
         m_verdict->text() + u'\n' + m_pickedLimits.plainText();
}

}  // namespace astrolabe::ui
