#include "ui/canvas/rack_face.h"

#include <QLocale>
#include <QStringList>

#include "ui/canvas/cluster_scene.h"
#include "ui/document/commands/pool_facts.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {

constexpr double kWattsOfKilowatt = 1e3;

struct RackText {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::RackText)
};

}  // namespace

RackLoad rackLoad(const plan::Plan& plan, const plan::Rack& rack, const hardware::Catalogue& catalogue) {
  plan::Plan part;  // the pools of the rack alone
  part.job = plan.job;
  RackLoad load;
  for (const std::string& id : rack.pools)
    if (const hardware::PoolSpec* pool = findPool(plan, id)) {
      part.cluster.pools.push_back(*pool);
      load.nodes += pool->nodes;
    }
  load.totals = totalsOf(part, catalogue);
  load.overPower =
      rack.power_kw && load.totals.powerWatts && *load.totals.powerWatts > *rack.power_kw * kWattsOfKilowatt;
  load.overSlots = rack.node_slots && load.nodes > *rack.node_slots;
  return load;
}

RackFace rackFaceOf(const PlanDocument& document, const plan::Rack& rack) {
  const RackLoad load = rackLoad(document.plan(), rack, document.catalogue());
  const Totals& totals = load.totals;
  RackFace face;
  face.name = QString::fromStdString(rack.name);
  const QString power = totals.powerWatts ? powerText(*totals.powerWatts) : unknownText();
  face.power = rack.power_kw ? ClusterScene::tr("%1 of %2", "power of a rack")
                                   .arg(power, powerText(*rack.power_kw * kWattsOfKilowatt))
                             : power;
  face.over = load.overPower;
  const bool buys = document.plan().job.cost.basis != hardware::CostBasis::rent;
  face.price = buys ? moneyText(totals.purchaseUsd)
                    : ClusterScene::tr("%1/h", "price of a rack").arg(moneyText(totals.usdPerHour));
  face.spoken = ClusterScene::tr("Rack %1: %n GPU(s), %2, %3", nullptr, totals.gpus)
                    .arg(face.name, face.power, face.price);
  if (face.over) face.spoken += ClusterScene::tr("; above the power limit of the rack");
  if (!rack.node_slots) return face;
  const QString nodes = QLocale().toString(load.nodes), fit = QLocale().toString(*rack.node_slots);
  face.fitting = RackText::tr("%1 / %2 slots", "nodes of a rack, how many fit").arg(nodes, fit);
  face.fittingShort = RackText::tr("%1 / %2", "nodes of a rack, how many fit").arg(nodes, fit);
  face.full = load.overSlots;
  face.spoken += RackText::tr("; %1 of %2 slots taken").arg(nodes, fit);
  if (face.full) face.spoken += RackText::tr(", more nodes than fit");
  return face;
}

QString overRackText(const plan::Rack& rack, const RackLoad& load) {
  QStringList limits;
  if (load.overPower)
    limits << RackText::tr("above the rack's %1").arg(powerText(*rack.power_kw * kWattsOfKilowatt));
  if (load.overSlots) limits << RackText::tr("more than the rack's %n slot(s)", nullptr, *rack.node_slots);
  return limits.join(QStringLiteral(", "));
}

}  // namespace astrolabe::ui
