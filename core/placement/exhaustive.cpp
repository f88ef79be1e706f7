#include "core/placement/exhaustive.h"

#include <algorithm>

#include "core/placement/flow.h"

namespace astrolabe::placement {

namespace {

constexpr double kBetter = 1e-9;  ///< of the flow: less is rounding

std::vector<std::vector<Interval>> choices_of(const Network& network) {
  std::vector<std::vector<Interval>> choices;
  for (int machine = 0; machine < network.size(); ++machine) {
    std::vector<Interval> own{{0, 0}};
    for (int layers = 1; layers <= std::min(network.layers, network.type_of(machine).most_layers()); ++layers)
      for (int first = 0; first + layers <= network.layers; ++first) own.push_back({first, layers});
    choices.push_back(std::move(own));
  }
  return choices;
}

}  // namespace

double layouts_of(const Network& network) {
  double product = 1.0;
  for (const auto& own : choices_of(network)) product *= static_cast<double>(own.size());
  return product;
}

std::optional<Placed> best_of_all(const Network& network, bool partial_inference, double longest_chain) {
  const auto choices = choices_of(network);
  std::vector<std::size_t> chosen(choices.size(), 0);
  FlowSolver solver(network);
  Layout layout{std::vector<Interval>(choices.size()), partial_inference};
  std::optional<Placed> best;
  while (true) {
    for (std::size_t machine = 0; machine < choices.size(); ++machine)
      layout.machines[machine] = choices[machine][chosen[machine]];
    const double rate = solver.rate(layout);
    const bool users = network.demand.users > 0.0;  // a short way may serve them more than a large flow
    if (rate > (best ? (users ? best->flow.served : best->flow.tokens_per_second) * (1.0 + kBetter) : 0.0)) {
      Flow flow = solver.solve(layout);
      const bool better = !users || !best || flow.served > best->flow.served * (1.0 + kBetter);
      if (better && (longest_chain <= 0.0 || flow.chain_seconds <= longest_chain))
        best = Placed{layout, std::move(flow)};
    }
    std::size_t machine = 0;
    while (machine < chosen.size() && ++chosen[machine] == choices[machine].size()) chosen[machine++] = 0;
    if (machine == chosen.size()) return best;
  }
}

}  // namespace astrolabe::placement
