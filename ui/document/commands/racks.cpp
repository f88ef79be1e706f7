#include "ui/document/commands/racks.h"

#include <algorithm>

#include "ui/document/commands/pool_facts.h"

namespace astrolabe::ui {

namespace {

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

const plan::Rack* findRack(const plan::Plan& plan, const std::string& name) {
  for (const plan::Rack& rack : plan.racks)
    if (rack.name == name) return &rack;
  return nullptr;
}

const plan::Rack* rackOf(const plan::Plan& plan, const std::string& pool) {
  for (const plan::Rack& rack : plan.racks)
    if (holds(rack.pools, pool)) return &rack;
  return nullptr;
}

std::string freeRackName(const plan::Plan& plan) {
  for (int number = 1;; ++number) {
    std::string name = "R";
    name += std::to_string(number);
    if (findRack(plan, name) == nullptr) return name;
  }
}

std::string freeRackName(const std::vector<plan::Rack>& racks, const std::string& wanted) {
  return freeName(wanted, [&](const std::string& name) {
    return std::any_of(racks.begin(), racks.end(), [&](const plan::Rack& rack) { return rack.name == name; });
  });
}

SetRacks* putIntoRack(PlanDocument& document, const std::vector<std::string>& pools,
                      const std::string& name) {
  std::vector<plan::Rack> racks = document.plan().racks;
  for (plan::Rack& rack : racks)
    std::erase_if(rack.pools, [&](const std::string& pool) { return holds(pools, pool); });
  if (!name.empty()) {
    auto rack = std::find_if(racks.begin(), racks.end(), [&](const auto& each) { return each.name == name; });
    if (rack == racks.end()) rack = racks.insert(racks.end(), plan::Rack{name, {}, std::nullopt});
    rack->pools.insert(rack->pools.end(), pools.begin(), pools.end());
  }
  std::erase_if(racks, [](const plan::Rack& rack) { return rack.pools.empty(); });
  return new SetRacks(document, std::move(racks),
                      name.empty() ? CommandText::tr("Remove from the rack")
                                   : CommandText::tr("Put into rack %1").arg(QString::fromStdString(name)));
}

SetRacks* makeRack(PlanDocument& document, const std::vector<std::string>& pools,
                   std::optional<double> kilowatts) {
  std::vector<plan::Rack> racks = document.plan().racks;
  for (plan::Rack& rack : racks)
    std::erase_if(rack.pools, [&](const std::string& pool) { return holds(pools, pool); });
  std::erase_if(racks, [](const plan::Rack& rack) { return rack.pools.empty(); });
  const std::string name = freeRackName(document.plan());
  racks.push_back({name, pools, kilowatts});
  return new SetRacks(document, std::move(racks),
                      CommandText::tr("Put into rack %1").arg(QString::fromStdString(name)));
}

SetRacks* removeRacks(PlanDocument& document, const std::vector<std::string>& names) {
  std::vector<plan::Rack> racks = document.plan().racks;
  std::erase_if(racks, [&](const plan::Rack& rack) { return holds(names, rack.name); });
  return new SetRacks(document, std::move(racks),
                      CommandText::tr("Dissolve %n racks", nullptr, static_cast<int>(names.size())));
}

SetRacks* renameRack(PlanDocument& document, const std::string& from, const std::string& to) {
  std::vector<plan::Rack> racks = document.plan().racks;
  for (plan::Rack& rack : racks)
    if (rack.name == from) rack.name = to;
  return new SetRacks(
      document, std::move(racks),
      CommandText::tr("Rename %1 to %2").arg(QString::fromStdString(from), QString::fromStdString(to)));
}

SetRacks* setRackPower(PlanDocument& document, const std::string& name, std::optional<double> kilowatts) {
  std::vector<plan::Rack> racks = document.plan().racks;
  for (plan::Rack& rack : racks)
    if (rack.name == name) rack.power_kw = kilowatts;
  return new SetRacks(document, std::move(racks),
                      CommandText::tr("Set power of rack %1").arg(QString::fromStdString(name)));
}

SetRacks* setRackSlots(PlanDocument& document, const std::string& name, std::optional<int> nodes) {
  std::vector<plan::Rack> racks = document.plan().racks;
  for (plan::Rack& rack : racks)
    if (rack.name == name) rack.node_slots = nodes;
  return new SetRacks(document, std::move(racks),
                      CommandText::tr("Set slots of rack %1").arg(QString::fromStdString(name)));
}

}  // namespace astrolabe::ui
