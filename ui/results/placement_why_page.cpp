#include "ui/results/placement_why_page.h"

#include <QComboBox>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/render/kind_words.h"
#include "ui/render/numbers.h"
#include "ui/render/placement_reasons.h"
#include "ui/render/theme.h"
#include "ui/results/placement_page.h"
#include "ui/results/text_table_view.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kLeastLimits = 90, kFlowDigitsOfPick = 5;

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
  const auto addTable = [this](QVBoxLayout& column, const QString& name, const QString& spoken,
                               TextTable& rows) {
    QTableView* table = textTableView(name, spoken, rows, this);
    table->setMinimumHeight(scaled(kLeastLimits));
    column.addWidget(table, 1);
  };
  WhyParts parts;
  parts.name = u"placementWhy"_s;
  parts.pick = tr("Another layout");
  parts.first = parts.second = 1;
  parts.chosen = [&](QVBoxLayout& column) {
    addTable(column, u"placementWhy.limits"_s, tr("What limits the first, and what more of it gives"),
             m_limits);
  };
  parts.told = [&](QVBoxLayout& column) {
    addTable(column, u"placementWhy.pickedLimits"_s,
             tr("What limits the other one, and what more of it gives"), m_pickedLimits);
  };
  m_sides = whySides(*this, parts);
  connect(m_sides.pick, &QComboBox::activated, this, &PlacementWhyPage::pick);
  connect(&m_bridge, &PlannerBridge::changed, this, &PlacementWhyPage::refresh);
  refresh();
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

planning::OptionPtr PlacementWhyPage::option() const {
  const int index = m_sides.pick->currentIndex();
  return m_found && index >= 0 ? m_found->options[static_cast<std::size_t>(index)] : nullptr;
}

void PlacementWhyPage::refresh() {
  m_found = std::dynamic_pointer_cast<const planning::FoundPlacements>(m_bridge.found());
  if (m_found && m_found->options.empty()) m_found.reset();
  m_sides.setNothing(m_found ? QString() : noLayersText(m_bridge));
  fillPicks();
  if (m_found) {
    m_sides.chosen->setText(placementChosenBecause(*m_found).join(u"\n\n"_s));
    fillLimits(m_limits, *placedOf(m_found->options.front()));
    pick(m_found->options.size() > 1 ? 1 : 0);  // the second one: the question is why it is not the first
  }
  emit looksChanged();
}

void PlacementWhyPage::fillPicks() {
  m_sides.pick->clear();
  if (!m_found) return;
  for (std::size_t i = 0; i < m_found->options.size(); ++i) {
    const placement::Flow& flow = placedOf(m_found->options[i])->placed.flow;
    m_sides.pick->addItem(tr("#%1 %2 tokens/s, %3", "place, rate, slowest way")
                        .arg(i + 1)
                        .arg(significantText(flow.tokens_per_second, kFlowDigitsOfPick),
                             durationText(flow.chain_seconds)));
  }
}

void PlacementWhyPage::pick(int index) {
  m_sides.pick->setCurrentIndex(index);
  const planning::OptionPtr picked = option();
  if (!picked) return;
  m_sides.verdict->setText(placementWhyNotFirst(*m_found, *picked));
  fillLimits(m_pickedLimits, *placedOf(picked));
  emit looksChanged();
}

QString PlacementWhyPage::copyText() const {
  return m_sides.chosen->text() + u"\n\n"_s + m_limits.plainText() + u'\n' + m_sides.pick->currentText() +
         u": "_s + m_sides.verdict->text() + u'\n' + m_pickedLimits.plainText();
}

}  // namespace astrolabe::ui
