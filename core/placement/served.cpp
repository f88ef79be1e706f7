#include "core/placement/served.h"

#include <algorithm>

#include "core/placement/index.h"

namespace astrolabe::placement {

namespace {

constexpr int kHalvings = 48;

/// The share of the flow at which users have as many tokens as they wait for.
double share_of_users(const Network& network, const Layout& layout, const Flow& flow) {
  const double output = flow.tokens_per_second * network.demand.output_share;
  const auto has_more = [&](double share) {
    return share * output * slowest_way(network, layout, flow, share).seconds >= network.demand.users;
  };
  if (!has_more(1.0)) return 1.0;
  double low = 0.0, high = 1.0;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (low + high);
    (has_more(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace

double step_seconds(const Network& network, int machine, int layers, double tokens_per_second) {
  const Type& type = network.type_of(machine);
  const double full = type.step_seconds[at(layers - 1)];
  if (type.idle_seconds.empty() || full <= 0.0) return full;
  const double idle = std::min(full, type.idle_seconds[at(layers - 1)]);
  const double used = std::min(1.0, tokens_per_second / network.throughput(machine, layers));
  return idle / (1.0 - (1.0 - idle / full) * used);
}

Way slowest_way(const Network& network, const Layout& layout, const Flow& flow, double share) {
  const auto held = [&](int machine) -> const Interval& { return layout.machines[at(machine)]; };
  std::vector<int> order;
  for (int machine = 0; machine < network.size(); ++machine)
    if (network.throughput(machine, held(machine).layers) > 0.0) order.push_back(machine);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return held(a).end() < held(b).end(); });
  std::vector<std::vector<int>> next(at(network.size()));
  std::vector<double> arrives(at(network.size()), -1.0);
  std::vector<int> before(at(network.size()), kCoordinator);
  for (const LinkFlow& link : flow.links) {
    if (link.from == kCoordinator && link.to != kCoordinator) arrives[at(link.to)] = 0.0;
    if (link.from != kCoordinator && link.to != kCoordinator) next[at(link.from)].push_back(link.to);
  }
  Way way;
  int last = kCoordinator;
  for (const int machine : order) {  // every link leads to a later end
    if (arrives[at(machine)] < 0.0) continue;
    const double leaves = arrives[at(machine)] + step_seconds(network, machine, held(machine).layers,
                                                              share * flow.of_machine[at(machine)]);
    if (held(machine).end() == network.layers && leaves > way.seconds) {
      way.seconds = leaves;
      last = machine;
    }
    for (const int to : next[at(machine)]) {
      const double there = leaves + network.hop(machine, to);
      if (there <= arrives[at(to)]) continue;
      arrives[at(to)] = there;
      before[at(to)] = machine;
    }
  }
  for (; last != kCoordinator; last = before[at(last)]) way.machines.push_back(last);
  std::reverse(way.machines.begin(), way.machines.end());
  return way;
}

void tell_served(const Network& network, const Layout& layout, Flow& flow) {
  double share = 1.0;
  flow.limited_by = Flow::LimitedBy::machines;
  if (const double asked = network.demand.tokens_per_second; asked > 0.0 && asked < flow.tokens_per_second) {
    share = asked / flow.tokens_per_second;
    flow.limited_by = Flow::LimitedBy::traffic;
  } else if (network.demand.users > 0.0) {
    share = share_of_users(network, layout, flow);
    if (share < 1.0) flow.limited_by = Flow::LimitedBy::users;
  }
  flow.served = share * flow.tokens_per_second;
  Way way = slowest_way(network, layout, flow, share);
  flow.chain_seconds = way.seconds;
  flow.chain_machines = static_cast<int>(way.machines.size());
  flow.chain = std::move(way.machines);
}

}  // namespace astrolabe::placement
