#include "ui/canvas/bill.h"

#include <QStringList>
#include <optional>

#include "core/base/text.h"
#include "core/plan/scenarios.h"
#include "ui/canvas/totals.h"
#include "ui/document/commands/pool_facts.h"
#include "ui/document/commands/racks.h"
#include "ui/document/scenario_text.h"
#include "ui/render/quoting.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

constexpr const char* kHead =
    "scenario,rack,pool,node,gpu,nodes,gpus_per_node,gpus,usd_per_node,usd,price_source,price_date,power_kw,"
    "usd_per_gpu_hour,rent_source,rent_date,network_usd_per_node,rack_power_kw,rack_node_slots\r\n";
constexpr double kWatts = 1000.0;  ///< a kW

QByteArray numberCell(const std::optional<double>& value) {
  return value ? QByteArray::fromStdString(format_number(*value)) : QByteArray();
}

/// Whose price it is, and of when.
std::pair<QByteArray, QByteArray> originCells(const std::optional<hardware::PoolPrice>& price) {
  if (!price) return {};
  return {csvCell(price->stated ? u"stated in the plan"_s : QString::fromStdString(price->source)),
          csvCell(QString::fromStdString(price->date))};
}

}  // namespace

QByteArray billOfMaterials(const plan::Plan& plan, const hardware::Catalogue& catalogue) {
  QByteArray csv = kHead;
  const auto line = [&](const QByteArrayList& cells) { csv += cells.join(',') + "\r\n"; };
  for (const plan::Scenario* scenario : plan::scenarios(plan)) {
    const plan::Plan one = plan::plan_of(plan, scenario->id);
    const QByteArray name = csvCell(scenarioLabel(plan, scenario->id, catalogue));
    for (const hardware::PoolSpec& pool : one.cluster.pools) {
      const plan::Rack* rack = rackOf(one, pool.id);
      const hardware::Gpu* gpu = hardware::pool_gpu(pool, catalogue);
      const int each = poolGpusPerNode(pool, catalogue);
      const std::optional<double> price = poolPurchase(pool, catalogue), watts = poolPower(pool, catalogue);
      const std::optional<double> whole = poolPurchaseWithNetwork(pool, catalogue);
      const auto rent = hardware::pool_rent(pool, catalogue, one.job.cost.commitment);
      const auto [source, date] = originCells(hardware::pool_purchase(pool, catalogue));
      const auto [rentSource, rentDate] = originCells(rent);
      line({name, csvCell(rack != nullptr ? QString::fromStdString(rack->name) : QString()),
            csvCell(QString::fromStdString(pool.id)), csvCell(QString::fromStdString(pool.node)),
            csvCell(QString::fromStdString(gpu != nullptr ? gpu->id : pool.gpu)),
            QByteArray::number(pool.nodes), QByteArray::number(each), QByteArray::number(pool.nodes * each),
            numberCell(price), numberCell(whole ? std::optional(*whole * pool.nodes) : std::nullopt), source,
            date, numberCell(watts ? std::optional(*watts * pool.nodes / kWatts) : std::nullopt),
            numberCell(rent ? std::optional(rent->usd_per_gpu) : std::nullopt), rentSource, rentDate,
            numberCell(pool.network_usd_per_node),
            numberCell(rack != nullptr ? rack->power_kw : std::nullopt),
            rack != nullptr && rack->node_slots ? QByteArray::number(*rack->node_slots) : QByteArray()});
    }
    const Totals totals = totalsOf(one, catalogue);
    line({name,
          {},
          "total",
          {},
          {},
          {},
          {},
          QByteArray::number(totals.gpus),
          {},
          numberCell(totals.purchaseUsd),
          {},
          {},
          numberCell(totals.powerWatts ? std::optional(*totals.powerWatts / kWatts) : std::nullopt),
          {},
          {},
          {},
          {},
          {},
          {}});
  }
  return csv;
}

}  // namespace astrolabe::ui
