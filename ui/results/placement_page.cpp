#include "ui/results/placement_page.h"

#include <QHeaderView>
#include <QLabel>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/render/messages.h"
#include "ui/render/numbers.h"
#include "ui/render/placement_reasons.h"
#include "ui/render/theme.h"
#include "ui/results/text_table_view.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kFlowDigits = 5;

}  // namespace

PlacementPage::PlacementPage(PlanDocument&, PlannerBridge& bridge, QWidget* parent)
    : KindPage(parent), m_bridge(bridge) {
  setObjectName(u"placementPage"_s);
  setAccessibleName(tr("Layers over machines"));
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* column = new QVBoxLayout(this);
  m_stack = new QStackedWidget(this);
  column->addWidget(m_stack);
  auto* shown = new QWidget(m_stack);
  auto* lines = new QVBoxLayout(shown);
  m_title = new QLabel(shown);
  m_title->setObjectName(u"placementTitle"_s);
  m_title->setWordWrap(true);
  lines->addWidget(m_title);
  m_choice = new QTabBar(shown);
  m_choice->setObjectName(u"placementChoice"_s);
  m_choice->setAccessibleName(tr("What is shown of the layers"));
  lines->addWidget(m_choice);
  m_tables = new QStackedWidget(shown);
  lines->addWidget(m_tables, 1);
  m_choice->addTab(tr("Machines"));
  m_tables->addWidget(
      textTableView(u"placementMachines"_s, tr("Layers of each machine"), m_machines, m_tables));
  m_choice->addTab(tr("What limits"));
  m_tables->addWidget(
      textTableView(u"placementLimits"_s, tr("Machines and links that limit the flow"), m_limits, m_tables));
  m_choice->addTab(tr("Routing"));
  m_tables->addWidget(
      textTableView(u"placementRouting"_s, tr("Where requests go from each machine"), m_routing, m_tables));
  m_choice->addTab(tr("Shorter chains"));
  m_tables->addWidget(
      textTableView(u"placementChains"_s, tr("Layouts with shorter chains"), m_chains, m_tables));
  connect(m_choice, &QTabBar::currentChanged, m_tables, &QStackedWidget::setCurrentIndex);
  m_stack->addWidget(shown);
  m_words = new QLabel(m_stack);
  m_words->setObjectName(u"placementWords"_s);
  m_words->setAlignment(Qt::AlignCenter);
  m_words->setWordWrap(true);
  m_stack->addWidget(m_words);
  connect(&m_bridge, &PlannerBridge::changed, this, &PlacementPage::refresh);
  refresh();
}

planning::OptionPtr PlacementPage::option() const {
  const planning::FoundPtr found = m_bridge.found();
  if (!found) return nullptr;
  const planning::LayoutPtr chosen = m_selection != nullptr ? m_selection->layout() : nullptr;
  for (const planning::OptionPtr& each : found->options)
    if (chosen && placedOf(each) != nullptr && planning::same(each->layout, chosen)) return each;
  return placedOf(m_bridge.option()) != nullptr ? m_bridge.option() : nullptr;
}

void PlacementPage::follow(StrategySelection& selection) {
  m_selection = &selection;
  connect(&selection, &StrategySelection::changed, this, &PlacementPage::refresh);
}

void PlacementPage::setStale(bool stale) {
  m_title->setAccessibleDescription(stale ? tr("Older than the plan") : QString());
}

QString PlacementPage::copyText() const {
  const TextTable* tables[] = {&m_machines, &m_limits, &m_routing, &m_chains};
  return m_title->text() + u"\n\n"_s + tables[std::clamp(m_tables->currentIndex(), 0, 3)]->plainText();
}

QString noLayersText(const PlannerBridge& bridge) {
  switch (bridge.state()) {
    case PlannerBridge::State::Idle:
      return PlacementPage::tr("Not planned yet. Run lays the layers over the machines.");
    case PlannerBridge::State::Running:
      return PlacementPage::tr("Looking for the layout through which most tokens flow…");
    case PlannerBridge::State::Stopped:
      return PlacementPage::tr("Stopped before a layout was found.");
    case PlannerBridge::State::Declines:
      return bridge.declined() == "no_placement"
                 ? PlacementPage::tr(
                       "Replicas serve this job. One copy over all machines is asked for by its placement, "
                       "“layers”.")
                 : PlacementPage::tr("The job of this scenario serves no model.");
    case PlannerBridge::State::NoPlan:
    case PlannerBridge::State::Failed:
      return bridge.error() ? messageFor(*bridge.error()).plain() : PlacementPage::tr("No layout.");
    case PlannerBridge::State::Done:
      if (!bridge.found())  // another scenario is shown
        return PlacementPage::tr("Not planned yet. Run lays the layers over the machines.");
      break;
  }
  if (const auto* found = dynamic_cast<const planning::FoundPlacements*>(bridge.found().get()))
    if (const auto shortfall = planning::shortfall_of(*found))
      return shortfallText(*shortfall, found->question->problem);
  return PlacementPage::tr("Stopped before a layout was found.");
}

void PlacementPage::refresh() {
  const planning::OptionPtr shown = option();
  const planning::PlacedLayers* layers = placedOf(shown);
  m_words->setText(noLayersText(m_bridge));
  m_stack->setCurrentIndex(layers != nullptr ? 0 : 1);
  if (layers != nullptr) {
    const placement::Flow& flow = layers->placed.flow;
    QString title =
        tr("%1 tokens/s flow, prompts and answers together; no layout exceeds %2 (%3).")
            .arg(significantText(flow.tokens_per_second, kFlowDigits),
                 significantText(layers->upper_bound_tokens_per_second, kFlowDigits),
                 layers->gap() <= 0.0 ? tr("proven best") : tr("gap %1").arg(percentText(layers->gap())));
    title += u' ' + slowestWaySentence(flow);
    if (const QString served = servedSentence(*layers); !served.isEmpty()) title += u' ' + served;
    if (const auto* found = dynamic_cast<const planning::FoundPlacements*>(m_bridge.found().get());
        found != nullptr && !shown->is_possible())
      title += u' ' + shortfallText(planning::shortfall_of(*found, shown), found->question->problem);
    m_title->setText(title);
    fillMachines(*layers);
    fillLimits(*layers);
    fillRouting(*layers);
    fillChains();
  }
  emit looksChanged();
}

void PlacementPage::fillMachines(const planning::PlacedLayers& layers) {
  const auto& held = layers.placed.layout.machines;
  std::vector<std::size_t> order;
  for (std::size_t machine = 0; machine < held.size(); ++machine)
    if (held[machine].layers > 0) order.push_back(machine);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return held[a].first_layer < held[b].first_layer; });
  std::vector<QStringList> rows;
  for (const std::size_t machine : order) {
    const double most = layers.network->throughput(static_cast<int>(machine), held[machine].layers);
    const double flow = layers.placed.flow.of_machine[machine];
    rows.push_back({QString::fromStdString(layers.network->machines[machine].name),
                    tr("%1 to %2").arg(held[machine].first_layer + 1).arg(held[machine].end()),
                    significantText(flow, kFlowDigits), significantText(most, kFlowDigits),
                    percentText(most > 0.0 ? flow / most : 0.0)});
  }
  m_machines.setTable(
      {{tr("Machine")}, {tr("Layers")}, {tr("Tokens/s"), true}, {tr("At most"), true}, {tr("In use"), true}},
      std::move(rows));
}

void PlacementPage::fillLimits(const planning::PlacedLayers& layers) {
  std::vector<QStringList> rows;
  for (const placement::CutPart& part : layers.placed.flow.min_cut)
    rows.push_back({QString::fromStdString(placement::name_of(part, *layers.network)),
                    part.is_machine() ? tr("machine") : tr("link"),
                    significantText(part.capacity, kFlowDigits)});
  m_limits.setTable({{tr("What limits the flow")}, {tr("Kind")}, {tr("Tokens/s"), true}}, std::move(rows));
}

void PlacementPage::fillRouting(const planning::PlacedLayers& layers) {
  std::vector<QStringList> rows;
  for (const planning::RouteWords& route : layers.routes())
    for (const auto& [to, share] : route.to)
      rows.push_back({QString::fromStdString(route.from), QString::fromStdString(to), percentText(share)});
  m_routing.setTable({{tr("From")}, {tr("To")}, {tr("Share of requests"), true}}, std::move(rows));
}

void PlacementPage::fillChains() {
  std::vector<QStringList> rows;
  if (const planning::FoundPtr found = m_bridge.found())
    for (const planning::OptionPtr& each : found->options)
      if (const planning::PlacedLayers* layers = placedOf(each)) {
        const placement::Flow& flow = layers->placed.flow;
        rows.push_back({significantText(flow.tokens_per_second, kFlowDigits),
                        durationText(flow.chain_seconds), wholeText(flow.chain_machines)});
      }
  m_chains.setTable({{tr("Tokens/s"), true}, {tr("Slowest way"), true}, {tr("Machines on it"), true}},
                    std::move(rows));
}

}  // namespace astrolabe::ui
