#include "core/placement/limits.h"

#include <algorithm>
#include <utility>

#include "core/placement/flow.h"
#include "core/placement/index.h"

namespace astrolabe::placement {

namespace {

/// The network in which these parts do `more` times as much. A machine gets a type of its own.
Network with_more(Network network, const std::vector<CutPart>& parts, double more) {
  const std::size_t count = network.machines.size();
  for (const CutPart& part : parts) {
    if (part.is_machine()) {
      Type faster = network.type_of(part.from);
      for (double& rate : faster.throughput) rate *= more;
      network.machines[at(part.from)].type = static_cast<int>(network.types.size());
      network.types.push_back(std::move(faster));
    } else if (part.from == kCoordinator || part.to == kCoordinator) {
      network.door_rate[at(std::max(part.from, part.to))] *= more;
    } else {
      network.link_rate[at(part.from) * count + at(part.to)] *= more;
    }
  }
  return network;
}

double flow_of(const Network& network, const Layout& layout) { return FlowSolver(network).rate(layout); }

int type_of(const Network& network, int machine) {
  return machine == kCoordinator ? kCoordinator : network.machines[at(machine)].type;
}

/// Machines and links between machines that carry all they can.
std::vector<CutPart> full_parts(const Network& network, const Layout& layout, const Flow& flow) {
  constexpr double kFull = 1.0 - 1e-9;
  std::vector<CutPart> full;
  const auto add = [&](int from, int to, double carried, double most) {
    if (most > 0.0 && carried >= most * kFull) full.push_back({from, to, most});
  };
  for (int machine = 0; machine < network.size(); ++machine)
    add(machine, machine, flow.of_machine[at(machine)],
        network.throughput(machine, layout.machines[at(machine)].layers));
  for (const LinkFlow& link : flow.links)
    if (link.from != kCoordinator && link.to != kCoordinator)
      add(link.from, link.to, link.tokens_per_second, network.link(link.from, link.to));
  return full;
}

}  // namespace

std::vector<Limit> limits_of(const Network& network, const Layout& layout, const Flow& flow, double more) {
  std::vector<Limit> limits;
  const auto alike = [&](const CutPart& part) {
    return std::find_if(limits.begin(), limits.end(), [&](const Limit& limit) {
      return limit.machines == part.is_machine() && limit.from == type_of(network, part.from) &&
             limit.to == type_of(network, part.to);
    });
  };
  for (const CutPart& part : flow.min_cut) {
    auto place = alike(part);
    if (place == limits.end()) {
      Limit limit;
      limit.machines = part.is_machine();
      limit.from = type_of(network, part.from);
      limit.to = type_of(network, part.to);
      place = limits.insert(place, std::move(limit));
    }
    place->parts.push_back(part);
    place->full.push_back(part);
    place->capacity += part.capacity;
  }
  for (const CutPart& part : full_parts(network, layout, flow))
    if (const auto place = alike(part);
        place != limits.end() &&
        std::none_of(place->full.begin(), place->full.end(),
                     [&](const CutPart& other) { return other.from == part.from && other.to == part.to; }))
      place->full.push_back(part);
  for (Limit& limit : limits) limit.flow_with_more = flow_of(with_more(network, limit.full, more), layout);
  std::stable_sort(limits.begin(), limits.end(),
                   [](const Limit& a, const Limit& b) { return a.capacity > b.capacity; });
  return limits;
}

double flow_with_all(const Network& network, const Layout& layout, const std::vector<Limit>& limits,
                     double more) {
  std::vector<CutPart> all;
  for (const Limit& limit : limits) all.insert(all.end(), limit.full.begin(), limit.full.end());
  return flow_of(with_more(network, all, more), layout);
}

}  // namespace astrolabe::placement
