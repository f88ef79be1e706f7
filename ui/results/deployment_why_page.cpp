#include "ui/results/deployment_why_page.h"

#include <QComboBox>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/controls/flow_row.h"
#include "ui/controls/number_box.h"
#include "ui/render/deployment_reasons.h"
#include "ui/render/deployment_words.h"
#include "ui/render/messages.h"
#include "ui/render/theme.h"
#include "ui/results/deployment_ranking.h"
#include "ui/results/text_table_view.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMostCopies = 100'000, kMostDegree = 1024, kLeastFigures = 90;

/// The one group of the same workers that the boxes can show; null for any other fleet.
const serving::Deployment* plainOf(const planning::OptionPtr& option) {
  const deploy::Fleet* fleet = fleetOf(option);
  if (fleet == nullptr || fleet->groups.size() != 1) return nullptr;
  const serving::Deployment& deployment = fleet->groups.front().deployment;
  return deployment.disaggregated() ? nullptr : &deployment;
}

}  // namespace

DeploymentWhyPage::DeploymentWhyPage(PlanDocument&, PlannerBridge& bridge, QWidget* parent)
    : KindPage(parent), m_bridge(bridge) {
  setObjectName(u"deploymentWhyPage"_s);
  setAccessibleName(tr("Why"));
  WhyParts parts;
  parts.name = u"deploymentWhy"_s;
  parts.pick = tr("Another deployment");
  parts.asked = [this](QVBoxLayout& column) { column.addWidget(boxes(this)); };
  parts.told = [this](QVBoxLayout& column) {
    QTableView* table = textTableView(u"deploymentWhy.table"_s, tr("Figures that differ"), m_rows, this);
    table->setMinimumHeight(scaled(kLeastFigures));
    column.addWidget(table, 1);
  };
  m_sides = whySides(*this, parts);
  connect(m_sides.pick, &QComboBox::activated, this, &DeploymentWhyPage::pick);
  connect(&m_bridge, &PlannerBridge::changed, this, &DeploymentWhyPage::refresh);
  refresh();
}

QSpinBox* DeploymentWhyPage::box(const char* name, const QString& label, QWidget* parent) {
  auto* field = new WholeBox(parent);
  field->setObjectName(u"deploymentWhy."_s + QLatin1StringView(name));
  field->setAccessibleName(label);
  field->setToolTip(label);
  field->setRange(1, kMostDegree);
  field->setKeyboardTracking(false);
  connect(field, &QSpinBox::valueChanged, this, &DeploymentWhyPage::ask);
  return field;
}

QWidget* DeploymentWhyPage::boxes(QWidget* parent) {
  auto* bar = new QWidget(parent);
  auto* row = new FlowRow(bar);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(scaled(6));
  auto* own = new QLabel(tr("Any other:"), bar);
  row->addWidget(own);
  m_replicas = box("replicas", tr("Replicas"), bar);
  m_replicas->setRange(1, kMostCopies);
  m_replicas->setSuffix(u" ×"_s);
  own->setBuddy(m_replicas);
  row->addWidget(m_replicas);
  const auto degree = [&](QSpinBox*& field, const char* name, const QString& label, const QString& prefix) {
    field = box(name, label, bar);
    field->setPrefix(prefix + u' ');
    row->addWidget(field);
  };
  degree(m_tp, "tp", tr("Tensor parallelism"), u"TP"_s);
  degree(m_pp, "pp", tr("Pipeline parallelism"), u"PP"_s);
  degree(m_ep, "ep", tr("Expert parallelism"), u"EP"_s);
  degree(m_adp, "adp", tr("Attention data parallelism"), u"ADP"_s);
  m_pool = new QComboBox(bar);
  m_pool->setObjectName(u"deploymentWhy.pool"_s);
  m_pool->setAccessibleName(tr("Pool"));
  connect(m_pool, &QComboBox::activated, this, &DeploymentWhyPage::ask);
  row->addWidget(m_pool);
  row->addStretch();
  return bar;
}

void DeploymentWhyPage::follow(StrategySelection& selection) {
  m_selection = &selection;
  connect(&selection, &StrategySelection::changed, this, [this] {
    const planning::OptionPtr shown = m_selection->detail();
    if (!m_found || m_found->options.empty() || fleetOf(shown) == nullptr) return;
    // That the first is shown asks nothing.
    if (!planning::same(shown->layout, m_found->options.front()->layout)) showOption(shown);
  });
}

planning::OptionPtr DeploymentWhyPage::option() const { return m_found ? m_given : nullptr; }

QString DeploymentWhyPage::verdict() const { return m_latest.isWorking() ? QString() : m_sides.verdict->text(); }

void DeploymentWhyPage::refresh() {
  m_found = std::dynamic_pointer_cast<const planning::FoundDeployments>(m_bridge.found());
  if (!m_found || m_found->options.empty()) {
    m_latest.cancel();
    m_sides.setNothing(noDeploymentText(m_bridge));
    return emit looksChanged();
  }
  m_sides.setNothing({});
  m_sides.chosen->setText(chosenBecause(*m_found).join(u"\n\n"_s));
  fillPicks();
  // The second one: the question is why it is not the first.
  const planning::OptionPtr selected = m_selection != nullptr ? m_selection->detail() : nullptr;
  const bool other =
      fleetOf(selected) != nullptr && !planning::same(selected->layout, m_found->options.front()->layout);
  showOption(other ? selected : m_picks.size() > 1 ? m_picks[1] : m_picks.front());
  emit looksChanged();
}

void DeploymentWhyPage::fillPicks() {
  m_filling = true;
  m_picks = m_found->options;
  for (const planning::OptionPtr& option : m_found->frontier)
    if (std::none_of(m_picks.begin(), m_picks.end(),
                     [&](const auto& each) { return planning::same(each->layout, option->layout); }))
      m_picks.push_back(option);
  std::erase_if(m_picks, [](const auto& option) { return fleetOf(option) == nullptr; });
  const std::vector<std::string> pools = m_found->question->problem.pool_ids();
  m_sides.pick->clear();
  for (std::size_t i = 0; i < m_picks.size(); ++i) {
    const QString name = fleetText(*fleetOf(m_picks[i]), pools);
    m_sides.pick->addItem(i < m_found->options.size() ? u"#%1 %2"_s.arg(i + 1).arg(name)
                                                : tr("frontier: %1").arg(name));
  }
  m_sides.pick->addItem(tr("one that the boxes say"));
  m_pool->clear();
  for (std::size_t i = 0; i < pools.size(); ++i)
    if (i < m_found->pools.size() && m_found->pools[i]) m_pool->addItem(QString::fromStdString(pools[i]));
  m_filling = false;
}

void DeploymentWhyPage::pick(int index) {
  if (index < 0 || index >= static_cast<int>(m_picks.size())) return ask();
  showOption(m_picks[static_cast<std::size_t>(index)]);
}

/// Where the boxes cannot say it, they stay as they are.
void DeploymentWhyPage::showOption(const planning::OptionPtr& option) {
  m_latest.cancel();
  m_filling = true;
  const auto place = std::find_if(m_picks.begin(), m_picks.end(), [&](const auto& each) {
    return planning::same(each->layout, option->layout);
  });
  m_sides.pick->setCurrentIndex(static_cast<int>(place - m_picks.begin()));
  if (const serving::Deployment* plain = plainOf(option)) {
    m_replicas->setValue(plain->replicas);
    m_tp->setValue(plain->worker.tensor_parallel);
    m_pp->setValue(plain->worker.pipeline_parallel);
    m_ep->setValue(plain->worker.expert_parallel);
    m_adp->setValue(plain->worker.attention_data_parallel);
    const auto pool = static_cast<std::size_t>(fleetOf(option)->groups.front().pool);
    const auto& pools = m_found->question->problem.cluster.pools;
    if (pool < pools.size())
      m_pool->setCurrentIndex(m_pool->findText(QString::fromStdString(pools[pool].id)));
  }
  m_filling = false;
  tell(option);
}

Json DeploymentWhyPage::typed() const {
  return {{"pool", m_pool->currentText().toStdString()},
          {"replicas", m_replicas->value()},
          {"tensor_parallel", m_tp->value()},
          {"pipeline_parallel", m_pp->value()},
          {"expert_parallel", m_ep->value()},
          {"attention_data_parallel", m_adp->value()}};
}

void DeploymentWhyPage::ask() {
  if (m_filling || !m_found) return;
  m_sides.pick->setCurrentIndex(m_sides.pick->count() - 1);
  m_sides.verdict->setText(tr("Predicting…"));
  m_latest.ask(
      [question = m_found->question, json = typed(),
       &planner = m_bridge.planner()](const Latest::Turn&) -> Result<planning::OptionPtr> {
        const auto layout = planner.read_layout(json, *question);
        if (!layout) return tl::unexpected<Error>(layout.error());
        auto option = planner.evaluate(*question, *layout);
        if (!option) return tl::unexpected<Error>(option.error());
        return std::make_shared<const planning::Option>(std::move(*option));
      },
      [this](const Result<planning::OptionPtr>& given) {
        if (given)
          tell(*given);
        else
          refuse(given.error());
      });
}

void DeploymentWhyPage::tell(const planning::OptionPtr& given) {
  m_given = given;
  m_sides.verdict->setText(whyNotFirst(*m_found, *given));
  m_rows.setTable({{tr("Figure")}, {tr("First"), true}, {tr("This one"), true}, {tr("Change"), true}},
                  deploymentDifferences(*fleetOf(m_found->options.front()), *fleetOf(given)));
  emit looksChanged();
}

void DeploymentWhyPage::refuse(const Error& error) {
  m_given.reset();
  m_sides.verdict->setText(messageFor(error).plain());
  m_rows.setTable({}, {});
  emit looksChanged();
}

QString DeploymentWhyPage::copyText() const {
  return m_sides.plainText() + m_rows.plainText();
}

}  // namespace astrolabe::ui
