#include "core/planning/placement_shortfall.h"

#include <algorithm>

#include "core/placement/served.h"

namespace astrolabe::planning {

namespace {

using Missed = PlacementShortfall::Missed;

constexpr std::string_view kTraffic = "traffic.requests_per_second", kPromises = "promises.";

PlacementShortfall memory_of(const placement::Network& network) {
  PlacementShortfall shortfall;
  shortfall.limit = "memory";
  shortfall.wanted = network.layers;
  for (std::size_t type = 0; type < network.types.size(); ++type) {
    const auto machines = std::count_if(
        network.machines.begin(), network.machines.end(),
        [&](const placement::Machine& machine) { return machine.type == static_cast<int>(type); });
    const int each = network.types[type].most_layers();
    shortfall.rooms.push_back({network.types[type].name, static_cast<int>(machines), each, 0});
    shortfall.found += static_cast<double>(machines * each);
  }
  if (shortfall.found >= shortfall.wanted) {
    shortfall.missed = Missed::limit;
    shortfall.limit = "placement.flow";
    return shortfall;
  }
  const int missing = network.layers - static_cast<int>(shortfall.found);
  for (PlacementShortfall::Room& room : shortfall.rooms)
    if (room.layers_each > 0) room.more = (missing + room.layers_each - 1) / room.layers_each;
  return shortfall;
}

std::string regions_of(const FoundPlacements& found, int from, int to) {
  const auto region = [&](int machine) {
    const auto type =
        static_cast<std::size_t>(found.network->machines[static_cast<std::size_t>(machine)].type);
    const auto& pools = found.question->problem.cluster.pools;
    return type < pools.size() ? pools[type].region : std::string();
  };
  const std::string a = region(from), b = region(to);
  return from == to || a == b ? a : a + ">" + b;
}

std::vector<PlacementShortfall::Leg> legs_of(const FoundPlacements& found, const placement::Placed& placed) {
  const placement::Network& network = *found.network;
  const placement::Flow& flow = placed.flow;
  const double share = flow.tokens_per_second > 0.0 ? flow.served / flow.tokens_per_second : 1.0;
  std::vector<PlacementShortfall::Leg> legs;
  int before = placement::kCoordinator;
  for (const int machine : placed.flow.chain) {
    if (before != placement::kCoordinator)
      legs.push_back({placement::name_of({before, machine, 0.0}, network), regions_of(found, before, machine),
                      true, network.hop(before, machine)});
    const int layers = placed.layout.machines[static_cast<std::size_t>(machine)].layers;
    legs.push_back({network.machines[static_cast<std::size_t>(machine)].name,
                    regions_of(found, machine, machine), false,
                    placement::step_seconds(network, machine, layers,
                                            share * flow.of_machine[static_cast<std::size_t>(machine)])});
    before = machine;
  }
  std::stable_sort(legs.begin(), legs.end(),
                   [](const auto& a, const auto& b) { return a.seconds > b.seconds; });
  return legs;
}

}  // namespace

PlacementShortfall shortfall_of(const FoundPlacements& found, const OptionPtr& option) {
  PlacementShortfall shortfall;
  shortfall.nearest = option;
  shortfall.limit = option->violation.rule;
  shortfall.found = option->violation.found;
  shortfall.wanted = option->violation.limit;
  shortfall.missed = Missed::limit;
  const PlacedLayers& layers = as<PlacementLayout>(option->layout)->layers();
  if (shortfall.limit == kTraffic) {
    shortfall.missed = Missed::traffic;
    shortfall.min_cut = layers.min_cut();
  } else if (shortfall.limit.starts_with(kPromises)) {
    shortfall.missed = Missed::time;
    shortfall.legs = legs_of(found, layers.placed);
  }
  return shortfall;
}

std::optional<PlacementShortfall> shortfall_of(const FoundPlacements& found) {
  if (found.network == nullptr || found.stopped_early) return std::nullopt;
  if (found.options.empty()) return memory_of(*found.network);
  if (found.options.front()->is_possible()) return std::nullopt;
  return shortfall_of(found, found.options.front());
}

Json to_json(const PlacementShortfall& shortfall) {
  Json json = {{"limit", shortfall.limit}, {"found", shortfall.found}, {"wanted", shortfall.wanted}};
  for (const PlacementShortfall::Room& room : shortfall.rooms)
    json["pools"].push_back({{"pool", room.pool},
                             {"machines", room.machines},
                             {"layers_a_machine", room.layers_each},
                             {"more_machines", room.more > 0 ? Json(room.more) : Json()}});
  for (const PlacementShortfall::Leg& leg : shortfall.legs)
    json["chain"].push_back({{leg.link ? "link" : "machine", leg.name},
                             {"region", leg.regions.empty() ? Json() : Json(leg.regions)},
                             {"seconds", leg.seconds}});
  if (!shortfall.min_cut.empty()) json["min_cut"] = shortfall.min_cut;
  return json;
}

}  // namespace astrolabe::planning
