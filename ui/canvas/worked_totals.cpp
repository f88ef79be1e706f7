#include "ui/canvas/worked_totals.h"

#include <QCoreApplication>

#include "core/base/hours.h"
#include "core/hardware/pool_power.h"
#include "core/hardware/pool_price.h"
#include "ui/canvas/totals.h"
#include "ui/document/commands/commands.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/reason_words.h"
#include "ui/render/text.h"
#include "ui/render/worked_inputs.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;
using Origin = FormulaInput::Origin;

struct TotalWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::CanvasTotals)
};

void addCount(WorkedFigure& figure, const QString& letter, const QString& name, int count) {
  figure.inputs.push_back({letter, name, wholeText(count), Origin::Stated, TotalWords::tr("this plan"), {}});
}

void addPrice(WorkedFigure& figure, const QString& letter, const QString& name,
              const std::optional<hardware::PoolPrice>& price) {
  const InputOrigin from = priceOrigin(price);
  figure.inputs.push_back({letter, name,
                           price ? exactMoneyText(price->usd_per_gpu) : TotalWords::tr("no price"),
                           from.origin, from.source, from.date});
}

/// Terms of the sum by pool; false where one is not known.
bool addPurchase(WorkedFigure& figure, QStringList& terms, const hardware::PoolSpec& pool,
                 const hardware::Catalogue& catalogue) {
  const int gpus = pool.nodes * poolGpusPerNode(pool, catalogue);
  const auto price = hardware::pool_purchase(pool, catalogue);
  addCount(figure, u"g"_s, TotalWords::tr("GPUs of %1").arg(text(pool.id)), gpus);
  addPrice(figure, u"Q"_s, TotalWords::tr("Price of a GPU of %1").arg(text(pool.id)), price);
  if (price) terms << u"%1 × %2"_s.arg(preciseText(gpus), exactMoneyText(price->usd_per_gpu));
  if (const auto network = pool.network_usd_per_node) {
    addCount(figure, u"n"_s, TotalWords::tr("Nodes of %1").arg(text(pool.id)), pool.nodes);
    figure.inputs.push_back({u"X"_s,
                             TotalWords::tr("Network of a node of %1").arg(text(pool.id)),
                             exactMoneyText(*network),
                             Origin::Stated,
                             TotalWords::tr("own price of the pool"),
                             {}});
    terms << u"%1 × %2"_s.arg(preciseText(pool.nodes), exactMoneyText(*network));
  }
  return price.has_value();
}

bool addRent(WorkedFigure& figure, QStringList& terms, const hardware::PoolSpec& pool,
             const hardware::Catalogue& catalogue, hardware::Commitment commitment) {
  const int gpus = pool.nodes * poolGpusPerNode(pool, catalogue);
  const auto price = hardware::pool_rent(pool, catalogue, commitment);
  addCount(figure, u"g"_s, TotalWords::tr("GPUs of %1").arg(text(pool.id)), gpus);
  addPrice(figure, u"q"_s, TotalWords::tr("Rent of a GPU of %1 for an hour").arg(text(pool.id)), price);
  if (price) terms << u"%1 × %2"_s.arg(preciseText(gpus), exactMoneyText(price->usd_per_gpu));
  return price.has_value();
}

bool addPower(WorkedFigure& figure, QStringList& terms, const hardware::PoolSpec& pool,
              const hardware::Catalogue& catalogue) {
  const std::optional<double> watts = poolPower(pool, catalogue);
  const InputOrigin from = powerOrigin(pool, catalogue);
  addCount(figure, u"n"_s, TotalWords::tr("Nodes of %1").arg(text(pool.id)), pool.nodes);
  figure.inputs.push_back({u"P"_s, TotalWords::tr("Power of a node of %1").arg(text(pool.id)),
                           watts ? numberWithUnit(exactText(*watts), u"W"_s) : unknownText(), from.origin,
                           from.source, from.date});
  if (watts) terms << u"%1 × %2"_s.arg(preciseText(pool.nodes), preciseText(*watts));
  return watts.has_value();
}

/// A pool's share of the switches, where there are any.
void addSwitches(WorkedFigure& figure, QStringList& terms, const hardware::PoolSpec& pool,
                 const hardware::ClusterSpec& cluster, const hardware::Catalogue& catalogue) {
  const double watts = hardware::switch_power(pool, cluster, catalogue).value;
  if (!(watts > 0.0)) return;
  figure.inputs.push_back({u"P′"_s,
                           TotalWords::tr("A node's share of the switches of %1").arg(text(pool.id)),
                           numberWithUnit(exactText(watts), u"W"_s),
                           Origin::Assumed,
                           reasonText({hardware::Reason::Kind::power_of_switches, {}}),
                           {}});
  terms << u"%1 × %2"_s.arg(preciseText(pool.nodes), preciseText(watts));
}

/// What an hour of a kW costs, and the sum of the pools' watts with it.
void addRunning(WorkedFigure& figure, const QString& watts, const strategy::Job& job, const Totals& totals,
                bool known) {
  const strategy::Cost& cost = job.cost;
  const auto input = [&](const QString& letter, const QString& name, const QString& value, const char* key) {
    const bool stated = strategy::is_stated(job, key);
    figure.inputs.push_back({letter,
                             name,
                             value,
                             stated ? Origin::Stated : Origin::Assumed,
                             stated ? TotalWords::tr("this plan") : TotalWords::tr("nobody stated it"),
                             {}});
  };
  input(u"f"_s, TotalWords::tr("Facility power over machine power (PUE)"), exactText(cost.pue), "cost.pue");
  input(u"k"_s, TotalWords::tr("A kWh"), exactMoneyText(cost.usd_per_kwh), "cost.usd_per_kwh");
  input(u"c"_s, TotalWords::tr("Hosting of a kW for a month"),
        cost.hosting_usd_per_kw_month ? exactMoneyText(*cost.hosting_usd_per_kw_month)
                                      : TotalWords::tr("no price"),
        "cost.hosting_usd_per_kw_month");
  if (cost.hosting_usd_per_kw_month)
    input(u"u"_s, TotalWords::tr("Share of the hours used"), exactText(cost.utilisation), "cost.utilisation");
  figure.formula = formulaOf(FormulaId::ClusterRunning);
  figure.value = totals.runningPerHour
                     ? TotalWords::tr("%1 an hour").arg(exactMoneyText(*totals.runningPerHour))
                     : unknownText();
  if (!known || !totals.runningPerHour) return;
  QString each = u"%1 × %2"_s.arg(exactText(cost.pue), exactMoneyText(cost.usd_per_kwh));
  if (cost.hosting_usd_per_kw_month)
    each += u" + %1 ÷ (%2 × %3)"_s.arg(exactMoneyText(*cost.hosting_usd_per_kw_month),
                                       exactText(kHoursPerMonth), exactText(cost.utilisation));
  figure.worked << u"(%1) ÷ %2 × (%3) = %4"_s.arg(watts, exactText(1000.0), each,
                                                  exactMoneyText(*totals.runningPerHour));
}

}  // namespace

WorkedFigure workOut(ClusterTotal total, const plan::Plan& plan, const hardware::Catalogue& catalogue) {
  WorkedFigure figure;
  const Totals totals = totalsOf(plan, catalogue);
  QStringList terms;
  bool known = !plan.cluster.pools.empty();
  for (const hardware::PoolSpec& pool : plan.cluster.pools) {
    figure.pools.push_back(pool.id);
    const bool there = total == ClusterTotal::Purchase ? addPurchase(figure, terms, pool, catalogue)
                       : total == ClusterTotal::Power || total == ClusterTotal::Running
                           ? addPower(figure, terms, pool, catalogue)
                           : addRent(figure, terms, pool, catalogue, plan.job.cost.commitment);
    if (total == ClusterTotal::Running) addSwitches(figure, terms, pool, plan.cluster, catalogue);
    known = known && there;
  }
  const QString sum = terms.join(u" + "_s);
  switch (total) {
    case ClusterTotal::Purchase:
      figure.formula = formulaOf(FormulaId::ClusterPurchase);
      figure.value = totals.purchaseUsd ? exactMoneyText(*totals.purchaseUsd) : TotalWords::tr("no price");
      if (known) figure.worked << sum + u" = "_s + exactMoneyText(*totals.purchaseUsd);
      if (totals.networksWithout > 0)
        figure.notes << TotalWords::tr("Networks of %n pools have no price", nullptr, totals.networksWithout);
      break;
    case ClusterTotal::Power:
      figure.formula = formulaOf(FormulaId::ClusterPower);
      figure.value =
          totals.powerWatts ? numberWithUnit(exactText(*totals.powerWatts / 1000.0), u"kW"_s) : unknownText();
      if (known)
        figure.worked << u"(%1) ÷ %2 = %3"_s.arg(sum, exactText(1000.0),
                                                 preciseText(*totals.powerWatts / 1000.0));
      if (totals.wallWatts)
        figure.notes << TotalWords::tr(
                            "%1 at the wall, where the whole cluster works: with switches, and with "
                            "cooling by the PUE of %2")
                            .arg(powerText(*totals.wallWatts), exactText(plan.job.cost.pue));
      break;
    case ClusterTotal::Running:
      addRunning(figure, sum, plan.job, totals, known);
      break;
    case ClusterTotal::Rent:
      figure.formula = formulaOf(FormulaId::ClusterRent);
      figure.value = totals.usdPerHour ? TotalWords::tr("%1 an hour").arg(exactMoneyText(*totals.usdPerHour))
                                       : TotalWords::tr("no price");
      if (known) figure.worked << sum + u" = "_s + exactMoneyText(*totals.usdPerHour);
      break;
  }
  if (const QString rate = rateText(QDate::currentDate()); !rate.isEmpty() && total != ClusterTotal::Power)
    figure.notes << rate;
  return figure;
}

}  // namespace astrolabe::ui
