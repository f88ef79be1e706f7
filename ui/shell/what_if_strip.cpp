#include "ui/shell/what_if_strip.h"

#include <QGridLayout>
#include <QSignalBlocker>
#include <algorithm>

#include "core/hardware/pool_unit.h"
#include "ui/controls/number_box.h"
#include "ui/document/commands/commands.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMostTriedNodes = 100'000;
constexpr double kMostUsdPerHour = 10'000.0;
constexpr double kUsualUsdPerHour = 2.0;  ///< of a GPU without a price, for the steps of its field alone
constexpr int kGpuLetters = 14;

}  // namespace

WhatIfStrip::WhatIfStrip(PlanDocument& trial, const QFont& face, QWidget* parent)
    : QScrollArea(parent), m_trial(trial) {
  setObjectName(u"presentation.whatIf"_s);
  setAccessibleName(tr("What if"));
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::NoFocus);
  setWidgetResizable(true);
  auto* page = new QWidget(this);
  page->setAutoFillBackground(true);
  page->setBackgroundRole(QPalette::Base);
  auto* grid = new QGridLayout(page);
  setWidget(page);
  auto* title = new QLabel(tr("What if:"), page);
  title->setFont(face);
  grid->addWidget(title, 0, 0);
  for (const hardware::PoolSpec& pool : m_trial.plan().cluster.pools) addRow(pool, face);
  m_effect = new QLabel(page);
  m_effect->setObjectName(u"presentation.effect"_s);
  m_effect->setFont(face);
  grid->addWidget(m_effect, 0, 7);
  grid->setColumnStretch(8, 1);
  follow();
}

void WhatIfStrip::addRow(const hardware::PoolSpec& pool, const QFont& face) {
  QWidget* page = widget();
  auto* grid = static_cast<QGridLayout*>(page->layout());
  const int at = static_cast<int>(m_rows.size());
  const QString id = QString::fromStdString(pool.id);
  Row row;
  row.pool = pool.id;
  const auto put = [&](QWidget* field, const QString& kind, const QString& words, int column) {
    auto* label = new QLabel(words, page);
    label->setFont(face);
    label->setBuddy(field);
    grid->addWidget(label, at, column);
    field->setObjectName(u"presentation.%1.%2"_s.arg(kind, id));
    field->setFont(face);
    grid->addWidget(field, at, column + 1);
    return label;
  };
  row.nodes = new WholeBox(page);
  row.nodes->setRange(0, kMostTriedNodes);
  row.nodesWords = put(row.nodes, u"nodes"_s, {}, 1);
  row.gpu = new QComboBox(page);
  row.gpu->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  row.gpu->setMinimumContentsLength(kGpuLetters);
  for (const hardware::Gpu& gpu : m_trial.catalogue().gpus())
    row.gpu->addItem(gpuText(gpu), QString::fromStdString(gpu.id));
  put(row.gpu, u"gpu"_s, tr("of"), 3);
  row.price = new NumberBox(page);
  row.price->setRange(0.0, shownMoney(kMostUsdPerHour));
  row.price->setKeyboardTracking(false);
  row.price->setSpecialValueText(unknownText());
  row.priceWords = put(row.price, u"price"_s, tr("at %1/GPU h", "sign of a currency").arg(currencySign()), 5);
  const std::size_t place = m_rows.size();
  connect(row.nodes, &QSpinBox::valueChanged, this,
          [this, place](int count) { setNodes(std::string(m_rows[place].pool), count); });
  connect(row.gpu, &QComboBox::activated, this, [this, place, box = row.gpu](int index) {
    const std::string gpu = box->itemData(index).toString().toStdString(), named = m_rows[place].pool;
    if (const hardware::PoolSpec* spec = findPool(m_trial.plan(), named); spec && m_trial.gpuOf(*spec) != gpu)
      push(new ReplaceGpus(m_trial, named, gpu, {}));
  });
  connect(row.price, &QDoubleSpinBox::valueChanged, this, [this, place](double price) {
    push(new SetPoolPrice(m_trial, m_rows[place].pool,
                          price > 0.0 ? std::optional(dollars(price)) : std::nullopt));
  });
  m_rows.push_back(row);
}

/// Other GPUs may give a pool another name.
void WhatIfStrip::nameRow(const Row& row) {
  const QString name = QString::fromStdString(row.pool);
  row.nodesWords->setText(tr("nodes of %1").arg(name));
  row.nodes->setAccessibleName(tr("Nodes of %1").arg(name));
  row.gpu->setAccessibleName(tr("GPU type of %1").arg(name));
  row.price->setAccessibleName(
      currentCurrency().isDollar()
          ? tr("US dollars per GPU-hour of %1").arg(name)
          : tr("%1 for a GPU hour of %2", "currency, pool").arg(currentCurrency().code, name));
}

void WhatIfStrip::setNodes(const std::string& pool, int nodes) {
  const bool out = isLeftOut(m_trial.plan().cluster, pool);
  if (nodes == 0) return push(leaveOut(m_trial, {pool}, true));
  if (out) m_trial.undoStack().push(leaveOut(m_trial, {pool}, false));
  const hardware::PoolSpec* spec = findPool(m_trial.plan(), pool);
  push(new SetNodeCount(m_trial, pool,
                        spec != nullptr ? hardware::whole_nodes(nodes, *spec, m_trial.catalogue()) : nodes));
}

void WhatIfStrip::push(QUndoCommand* command) {
  m_trial.undoStack().push(command);
  follow();
  emit tried();
}

/// Each field as the plan has it now.
void WhatIfStrip::follow() {
  const plan::Plan& plan = m_trial.plan();
  for (std::size_t place = 0; place < m_rows.size() && place < plan.cluster.pools.size(); ++place)
    m_rows[place].pool = plan.cluster.pools[place].id;  // none comes or goes here, but other GPUs rename one
  const auto in = std::count_if(m_rows.begin(), m_rows.end(),
                                [&](const Row& row) { return !isLeftOut(plan.cluster, row.pool); });
  const bool rented = plan.job.cost.basis == hardware::CostBasis::rent;
  for (const Row& row : m_rows) {
    const hardware::PoolSpec* spec = findPool(plan, row.pool);
    if (spec == nullptr) continue;
    nameRow(row);
    const bool out = isLeftOut(plan.cluster, row.pool);
    const QSignalBlocker quietNodes(row.nodes), quietGpu(row.gpu), quietPrice(row.price);
    row.nodes->setMinimum(out || in > 1 ? 0 : 1);
    row.nodes->setSingleStep(hardware::nodes_at_once(*spec, m_trial.catalogue()));
    row.nodes->setValue(out ? 0 : spec->nodes);
    row.gpu->setCurrentIndex(row.gpu->findData(QString::fromStdString(m_trial.gpuOf(*spec))));
    row.gpu->setEnabled(!out);
    row.price->setEnabled(!out && rented);
    const double usd = poolPrice(*spec, m_trial.catalogue(), plan.job.cost.commitment).value_or(0.0);
    const double step = moneyStep(shownMoney(usd > 0.0 ? usd : kUsualUsdPerHour));
    row.price->setSingleStep(step);
    row.price->setDecimals(moneyDecimals(step));
    row.price->setValue(shownMoney(usd));
    QString tip = rented ? tr("0 for the price of the catalogue")
                         : tr("The plan counts machines that are bought, not rented.");
    if (const QString kept = moneyFieldTip(); !kept.isEmpty()) tip += u'\n' + kept;
    row.price->setToolTip(tip);
  }
}

void WhatIfStrip::setMoneyHidden(bool hidden) {
  for (const Row& row : m_rows) {
    row.price->setHidden(hidden);
    row.priceWords->setHidden(hidden);
  }
}

void WhatIfStrip::begin() {
  if (!m_rows.empty()) m_rows.front().nodes->setFocus(Qt::ShortcutFocusReason);
}

int WhatIfStrip::wantedHeight() const { return widget()->sizeHint().height(); }

}  // namespace astrolabe::ui
