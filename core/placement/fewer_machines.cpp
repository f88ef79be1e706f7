#include "core/placement/fewer_machines.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/placement/find.h"
#include "core/placement/flow.h"
#include "core/placement/index.h"

namespace astrolabe::placement {

namespace {

constexpr double kServed = 1.0 + 1e-9;   // of what is asked: rounding takes no more
constexpr double kCheaper = 1.0 - 1e-9;  // of a price
constexpr int kMostFinds = 12;           // layers laid anew

/// Layers/s that one machine does at most.
double most_work(const Type& type) {
  double most = 0.0;
  for (std::size_t k = 0; k < type.throughput.size(); ++k)
    most = std::max(most, static_cast<double>(k + 1) * type.throughput[k]);
  return most;
}

class FewerMachines {
 public:
  FewerMachines(const Network& network, const FewerOptions& options, long& evaluated)
      : m_network(network), m_options(options), m_evaluated(evaluated), m_solver(network) {}

  std::optional<Placed> below(const std::vector<Placed>& known) {
    double least = std::numeric_limits<double>::infinity();
    for (const Placed& placed : known) {
      if (!serves(m_network, placed.flow, m_options.longest_chain)) continue;
      least = std::min(least, price(placed.layout));
      take(without_spare(placed));
    }
    if (!m_best) return std::nullopt;
    for (const int type : types_by_worth()) lay_anew(type);
    if (price(m_best->layout) >= least * kCheaper) return std::nullopt;
    return std::move(m_best);
  }

 private:
  double price(const Layout& layout) const { return price_of(m_network, layout, m_options.prices); }

  bool take(Placed placed) {
    if (m_best && price(placed.layout) >= price(m_best->layout) * kCheaper) return false;
    m_best = std::move(placed);
    return true;
  }

  std::vector<int> used(const Layout& layout) const {
    std::vector<int> machines;
    for (int machine = 0; machine < m_network.size(); ++machine)
      if (layout.machines[at(machine)].layers > 0) machines.push_back(machine);
    return machines;
  }

  /// Each machine goes, the dearest first, without which the others still serve. What cannot go beside more
  /// of them cannot beside fewer: once is enough.
  Placed without_spare(Placed placed) {
    std::vector<int> machines = used(placed.layout);
    const auto price_of_machine = [&](int machine) {
      return m_options.prices[at(m_network.machines[at(machine)].type)];
    };
    std::stable_sort(machines.begin(), machines.end(),
                     [&](int a, int b) { return price_of_machine(a) > price_of_machine(b); });
    for (const int machine : machines) {
      if (m_options.stop.stop_requested()) break;
      Layout fewer = placed.layout;
      fewer.machines[at(machine)] = {};
      Flow flow = m_solver.solve(fewer);
      ++m_evaluated;
      if (serves(m_network, flow, m_options.longest_chain)) placed = {std::move(fewer), std::move(flow)};
    }
    return placed;
  }

  /// Those that do the fewest layers/s for their price first.
  std::vector<int> types_by_worth() const {
    std::vector<int> types(m_network.types.size());
    std::iota(types.begin(), types.end(), 0);
    const auto dearness = [&](int type) {
      const double work = most_work(m_network.types[at(type)]);
      return work > 0.0 ? m_options.prices[at(type)] / work : 0.0;
    };
    std::stable_sort(types.begin(), types.end(), [&](int a, int b) { return dearness(a) > dearness(b); });
    return types;
  }

  /// The fewest machines of a type beside the others in use with which layers still serve.
  void lay_anew(int type) {
    int low = 0, high = 0;
    for (const int machine : used(m_best->layout))
      high += m_network.machines[at(machine)].type == type ? 1 : 0;
    while (low < high && m_finds < kMostFinds && !m_options.stop.stop_requested()) {
      const int middle = (low + high) / 2;
      auto placed = placed_on(with_of_type(type, middle));
      if (placed && take(without_spare(std::move(*placed))))
        high = middle;
      else
        low = middle + 1;
    }
  }

  /// The machines in use, of `type` the first `count` alone.
  std::vector<int> with_of_type(int type, int count) const {
    std::vector<int> machines;
    for (const int machine : used(m_best->layout))
      if (m_network.machines[at(machine)].type != type || count-- > 0) machines.push_back(machine);
    return machines;
  }

  std::optional<Placed> placed_on(const std::vector<int>& machines) {
    const double wanted = m_network.demand.tokens_per_second;
    const Network part = part_of(m_network, machines);
    double work = 0.0;
    for (const Machine& machine : part.machines) work += most_work(m_network.types[at(machine.type)]);
    if (work < m_network.layers * wanted) return std::nullopt;
    ++m_finds;
    FindOptions options;
    options.partial_inference = m_options.partial_inference;
    options.longest_chain = m_options.longest_chain;
    options.stop = m_options.stop;
    options.enough = wanted;
    const Answer answer = find(part, options);
    m_evaluated += answer.evaluated;
    for (const Placed& found : answer.placed) {
      Placed placed{{std::vector<Interval>(m_network.machines.size()), found.layout.partial_inference}, {}};
      for (std::size_t i = 0; i < machines.size(); ++i)
        placed.layout.machines[at(machines[i])] = found.layout.machines[i];
      placed.flow = m_solver.solve(placed.layout);
      if (serves(m_network, placed.flow, m_options.longest_chain)) return placed;
    }
    return std::nullopt;
  }

  const Network& m_network;
  const FewerOptions& m_options;
  long& m_evaluated;
  FlowSolver m_solver;
  std::optional<Placed> m_best;
  int m_finds = 0;
};

}  // namespace

bool serves(const Network& network, const Flow& flow, double longest_chain) {
  return flow.tokens_per_second > 0.0 &&
         flow.tokens_per_second >= network.demand.tokens_per_second * kServed &&
         (longest_chain <= 0.0 || flow.chain_seconds <= longest_chain);
}

double price_of(const Network& network, const Layout& layout, const std::vector<double>& prices) {
  double sum = 0.0;
  for (std::size_t machine = 0; machine < network.machines.size(); ++machine)
    if (layout.machines[machine].layers > 0) sum += prices[at(network.machines[machine].type)];
  return sum;
}

Network part_of(const Network& whole, const std::vector<int>& machines) {
  Network part;
  part.layers = whole.layers;
  part.types = whole.types;
  part.demand = whole.demand;
  for (const int from : machines) {
    part.machines.push_back(whole.machines[at(from)]);
    part.door_rate.push_back(whole.door_rate[at(from)]);
    for (const int to : machines) {
      part.link_rate.push_back(whole.link(from, to));
      part.hop_seconds.push_back(whole.hop(from, to));
    }
  }
  return part;
}

std::optional<Placed> on_fewer_machines(const Network& network, const std::vector<Placed>& known,
                                        const FewerOptions& options, long& evaluated) {
  return FewerMachines(network, options, evaluated).below(known);
}

double least_price(const Network& network, const std::vector<double>& prices, double tokens_per_second) {
  std::vector<std::pair<double, double>> machines;  // price of a layer/s, layers/s
  for (const Machine& machine : network.machines) {
    const double work = most_work(network.types[at(machine.type)]);
    if (work > 0.0) machines.emplace_back(prices[at(machine.type)] / work, work);
  }
  std::sort(machines.begin(), machines.end());
  double left = network.layers * tokens_per_second, sum = 0.0;
  for (const auto& [price, work] : machines) {
    const double taken = std::min(left, work);
    sum += price * taken;
    left -= taken;
    if (left <= 0.0) return sum;
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace astrolabe::placement
