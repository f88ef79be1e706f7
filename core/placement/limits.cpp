#include "core/placement/limits.h"

#include <algorithm>

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

}  // namespace

std::vector<Limit> limits_of(const Network& network, const Layout& layout, const Flow& flow, double more) {
  std::vector<Limit> limits;
  for (const CutPart& part : flow.min_cut) {
    const int from = type_of(network, part.from), to = type_of(network, part.to);
    auto alike = std::find_if(limits.begin(), limits.end(), [&](const Limit& limit) {
      return limit.machines == part.is_machine() && limit.from == from && limit.to == to;
    });
    if (alike == limits.end()) alike = limits.insert(alike, {part.is_machine(), from, to, {}, 0.0, 0.0});
    alike->parts.push_back(part);
    alike->capacity += part.capacity;
  }
  for (Limit& limit : limits) limit.flow_with_more = flow_of(with_more(network, limit.parts, more), layout);
  std::stable_sort(limits.begin(), limits.end(),
                   [](const Limit& a, const Limit& b) { return a.capacity > b.capacity; });
  return limits;
}

double flow_with_all(const Network& network, const Layout& layout, const Flow& flow, double more) {
  return flow_of(with_more(network, flow.min_cut, more), layout);
}

}  // namespace astrolabe::placement
