#include "ui/canvas/totals.h"

#include <QHBoxLayout>
#include <QLabel>
#include <cmath>
#include <set>

#include "core/base/hours.h"
#include "core/plan/scenarios.h"
#include "ui/canvas/figure_label.h"
#include "ui/canvas/hide_to_fit.h"
#include "ui/canvas/worked_totals.h"
#include "ui/document/commands/commands.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

Totals totalsOf(const plan::Plan& plan, const hardware::Catalogue& catalogue) {
  Totals totals;
  if (plan.cluster.pools.empty()) return totals;
  totals.purchaseUsd = totals.powerWatts = totals.usdPerHour = 0.0;
  const auto add = [](std::optional<double>& sum, std::optional<double> part, double factor) {
    if (sum && part)
      *sum += *part * factor;
    else
      sum.reset();
  };
  std::set<std::string> types;
  double switches = 0.0;
  for (const hardware::PoolSpec& pool : plan.cluster.pools) {
    const int gpus = pool.nodes * poolGpusPerNode(pool, catalogue);
    totals.gpus += gpus;
    const hardware::Gpu* gpu = hardware::pool_gpu(pool, catalogue);
    types.insert(gpu != nullptr ? gpu->id : pool.gpu + pool.node);
    add(totals.purchaseUsd, poolPurchaseWithNetwork(pool, catalogue), pool.nodes);
    ++(pool.network_usd_per_node ? totals.networksPriced : totals.networksWithout);
    add(totals.powerWatts, poolPower(pool, catalogue), pool.nodes);
    switches += hardware::switch_power(pool, plan.cluster, catalogue).value * pool.nodes;
    totals.powerEstimated = totals.powerEstimated || poolPowerEstimated(pool, catalogue);
    add(totals.usdPerHour, poolPrice(pool, catalogue, plan.job.cost.commitment), gpus);
  }
  const strategy::Cost& cost = plan.job.cost;
  if (totals.powerWatts) totals.wallWatts = (*totals.powerWatts + switches) * cost.pue;
  if (totals.powerWatts && cost.basis != hardware::CostBasis::rent)
    totals.runningPerHour = (*totals.powerWatts + switches) / 1000.0 *
                            (cost.pue * cost.usd_per_kwh + cost.hosting_usd_per_kw_month.value_or(0.0) /
                                                               (kHoursPerMonth * cost.utilisation));
  totals.types = static_cast<int>(types.size());
  return totals;
}

QString changeText(const Totals& before, const Totals& after, hardware::CostBasis basis) {
  QStringList parts;
  const auto sign = [](double value) { return value < 0 ? QStringLiteral("−") : QStringLiteral("+"); };
  if (const int gpus = after.gpus - before.gpus; gpus != 0)
    parts << sign(gpus) + grouped(CanvasTotals::tr("%n GPUs", nullptr, std::abs(gpus)), std::abs(gpus));
  const auto add = [&](std::optional<double> from, std::optional<double> to, auto words) {
    constexpr double kNothing = 1e-9;
    if (from && to && std::abs(*to - *from) > kNothing)
      parts << sign(*to - *from) + words(std::abs(*to - *from));
  };
  // An empty cluster has no sums; it costs and draws nothing.
  Totals none;
  none.purchaseUsd = none.powerWatts = none.usdPerHour = 0.0;
  const Totals& from = before.gpus == 0 ? none : before;
  const Totals& to = after.gpus == 0 ? none : after;
  if (basis == hardware::CostBasis::rent)
    add(from.usdPerHour, to.usdPerHour,
        [](double usd) { return CanvasTotals::tr("%1/h").arg(moneyText(usd)); });
  else
    add(from.purchaseUsd, to.purchaseUsd, [](double usd) { return moneyText(usd); });
  add(from.powerWatts, to.powerWatts, [](double watts) { return powerText(watts); });
  return parts.join(QStringLiteral(" · "));
}

namespace {

/// What the purchase is the sum of; a network that nobody states a price of is told.
QString purchaseTip(const Totals& totals) {
  if (!totals.purchaseUsd) return CanvasTotals::tr("A purchase price of a part of the hardware is not known");
  const QString sum = exactMoneyText(*totals.purchaseUsd);
  if (totals.networksPriced == 0)
    return CanvasTotals::tr("%1: machines at their typical price; networks have no price", "exact value")
        .arg(sum);
  if (totals.networksWithout == 0)
    return CanvasTotals::tr("%1: machines at their typical price, with the network between nodes",
                            "exact value")
        .arg(sum);
  return CanvasTotals::tr(
             "%1: machines at their typical price, with the networks that have a price; %n pools "
             "have none",
             "exact value", totals.networksWithout)
      .arg(sum);
}

/// What the machines draw at most, and what that is at the wall, where limits, outcome and report count it.
QString powerTip(const Totals& totals, const strategy::Cost& cost) {
  if (!totals.powerWatts || !totals.wallWatts)
    return CanvasTotals::tr("The power of a part of the hardware is not known");
  const QString machines = totals.powerEstimated
                               ? CanvasTotals::tr(
                                     "%1 W: highest power of the machines, without cooling; an estimate for "
                                     "those without a published figure")
                               : CanvasTotals::tr("%1 W: highest power of the machines, without cooling");
  return machines.arg(exactText(*totals.powerWatts)) + u'\n' +
         CanvasTotals::tr(
             "%1 at the wall, where the whole cluster works: with switches, and with cooling by "
             "the PUE of %2")
             .arg(powerText(*totals.wallWatts), exactText(cost.pue));
}

}  // namespace

CanvasTotals::CanvasTotals(PlanDocument& document, QWidget* parent) : QWidget(parent), m_document(document) {
  setObjectName(QStringLiteral("canvasTotals"));
  setAccessibleName(tr("Totals of the cluster"));
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(scaled(12), 0, scaled(12), 0);
  row->setSpacing(scaled(16));
  const auto label = [&](const char* name, TextRole role) {
    auto* made = new QLabel(this);
    made->setObjectName(QLatin1StringView(name));
    made->setFont(ui::font(role));
    row->addWidget(made);
    return made;
  };
  m_gpus = label("canvasTotals.gpus", TextRole::BodyStrong);
  m_types = label("canvasTotals.types", TextRole::Body);
  const auto figure = [&](const char* name, TextRole role, ClusterTotal total) {
    auto* made = new FigureLabel(this);
    made->setObjectName(QLatin1StringView(name));
    made->setFont(ui::font(role));
    row->addWidget(made);
    connect(made, &FigureLabel::asked, this, [this, total](const QRect& at) {
      const bool rents = m_document.plan().job.cost.basis == hardware::CostBasis::rent;
      const ClusterTotal wanted = total == ClusterTotal::Rent && !rents ? ClusterTotal::Running : total;
      emit totalAsked(workOut(wanted, m_document.plan(), m_document.catalogue()), at);
    });
    return made;
  };
  m_purchase = figure("canvasTotals.purchase", TextRole::Body, ClusterTotal::Purchase);
  m_power = figure("canvasTotals.power", TextRole::Body, ClusterTotal::Power);
  m_rate = figure("canvasTotals.rate", TextRole::BodyStrong, ClusterTotal::Rent);
  row->addStretch(1);
  m_change = label("canvasTotals.change", TextRole::Caption);
  setFixedHeight(scaled(32));
  m_fit = new HideToFit(this, {m_change, m_types, m_purchase, m_power});
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);  // what comes and goes must not move the panels
  connect(&document, &PlanDocument::planChanged, this, &CanvasTotals::refresh);
  refresh();
}

/// What an hour costs: the rent, or of machines that are not rented their power and hosting.
void CanvasTotals::showRate(const Totals& totals) {
  const strategy::Cost& cost = m_document.plan().job.cost;
  if (cost.basis == hardware::CostBasis::rent) {
    m_rate->setText(tr("%1/h").arg(moneyText(totals.usdPerHour)));
    m_rate->setToolTip(totals.usdPerHour
                           ? tr("%1/h: rent at the chosen commitment").arg(exactMoneyText(*totals.usdPerHour))
                           : tr("A rent of a part of the hardware is not known"));
    return;
  }
  m_rate->setText(tr("%1/h to run", "power and hosting of machines").arg(moneyText(totals.runningPerHour)));
  m_rate->setToolTip(
      !totals.runningPerHour ? tr("The power of a part of the hardware is not known")
      : cost.hosting_usd_per_kw_month
          ? tr("%1/h: electricity and hosting while the machines work, without what they cost to buy")
                .arg(exactMoneyText(*totals.runningPerHour))
          : tr("%1/h: electricity while the machines work, without what they cost to buy; hosting "
               "has no price")
                .arg(exactMoneyText(*totals.runningPerHour)));
}

void CanvasTotals::refresh() {
  const Totals totals = totalsOf(m_document.plan(), m_document.catalogue());
  m_gpus->setText(grouped(tr("%n GPUs", nullptr, totals.gpus), totals.gpus));
  m_types->setText(tr("%n types", nullptr, totals.types));
  const QString purchase = moneyText(totals.purchaseUsd);
  m_purchase->setText(totals.networksPriced > 0 ? tr("%1 with network", "price to buy").arg(purchase)
                                                : tr("%1 to buy").arg(purchase));
  m_power->setText(totals.powerWatts ? powerText(*totals.powerWatts) : unknownText());
  showRate(totals);
  // Three digits in the row, all of them on hover.
  m_purchase->setToolTip(purchaseTip(totals));
  QFont upright = m_power->font();
  upright.setItalic(totals.powerEstimated);  // as all that is assumed
  m_power->setFont(upright);
  m_power->setToolTip(powerTip(totals, m_document.plan().job.cost));
  m_power->setAccessibleName(totals.powerWatts ? tr("%1 of the machines", "power").arg(m_power->text())
                                               : QString());
  // Where there are scenarios the others are held against the baseline, which is held against how it was.
  const plan::Plan& plan = m_document.plan();
  const plan::Plan& start = m_document.startPlan();
  const bool other = plan.id != plan.baseline && plan::find_scenario(plan, plan.baseline) != nullptr;
  const bool known = plan::find_scenario(start, plan.id) != nullptr;
  const plan::Plan before = other   ? plan::plan_of(plan, plan.baseline)
                            : known ? plan::plan_of(start, plan.id)
                                    : plan;
  const QString change = changeText(totalsOf(before, m_document.catalogue()), totals, plan.job.cost.basis);
  m_change->setText(change.isEmpty() ? QString()
                    : other          ? tr("to the baseline %1", "then the differences").arg(change)
                                     : tr("since opened %1", "then the differences").arg(change));
  m_change->setToolTip(other ? tr("What differs from the scenario that is the baseline")
                             : tr("What changed since this plan was opened"));
  const bool any = totals.gpus > 0;
  for (FigureLabel* part : {m_purchase, m_power, m_rate}) part->setAskable(any);
  for (QLabel* part : {m_types, static_cast<QLabel*>(m_purchase), static_cast<QLabel*>(m_power),
                       static_cast<QLabel*>(m_rate)})
    m_fit->setWanted(part, any);
}

}  // namespace astrolabe::ui
