#include "ui/document/commands/import_hardware.h"

#include "core/hardware/price_import.h"
#include "ui/document/commands/adopt_plan.h"

namespace astrolabe::ui {

QUndoCommand* importHardware(PlanDocument& document, const hardware::HardwareFile& file,
                             const QString& name) {
  plan::Plan next = document.plan();
  const QString label = CommandText::tr("Import hardware from %1").arg(name);
  if (file.types) next.own_types = hardware::lay_over(next.own_types, *file.types);
  if (!file.cluster) return new AdoptPlan(document, std::move(next), label);
  plan::Scenario scenario = next;
  scenario.cluster = *file.cluster;
  scenario.layout.clear();
  scenario.racks.clear();
  scenario.my_layouts.clear();
  if (next.cluster.pools.empty()) {
    static_cast<plan::Scenario&>(next) = std::move(scenario);
  } else {
    scenario.notes.clear();
    scenario.title = file.cluster->name.empty() ? name.toStdString() : file.cluster->name;
    plan::add_scenario(next, std::move(scenario));
  }
  return new AdoptPlan(document, std::move(next), label);
}

}  // namespace astrolabe::ui
