#pragma once
// Clusters and graphs of the HAP paper's reference numbers.

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <numeric>
#include <vector>

#include "core/spmd/assembly.h"
#include "core/spmd/backward.h"
#include "core/spmd/benchmark_graphs.h"
#include "core/spmd/devices.h"
#include "tests/core/spmd_devices.h"

namespace astrolabe::tests {

/// Profiled bandwidths of the authors' clusters: P1 of the V100 and P100 mix, P2 and P3 of unnamed hardware.
inline spmd::Devices profiled(int profile, const std::vector<double>& speeds,
                              const std::vector<int>& counts) {
  spmd::Devices devices = make_devices(speeds, counts, 1.0);
  const double p1[] = {815418707.0, 549828906.0, 476774816.0, 876490907.0, 512358434.0, 7504501871.0};
  const double p2[] = {2911974213.0, 1823299698.0, 1592001970.0, 2697857772.0, 2031969976.0, 7881094967.0};
  const double p3[] = {9463184466.0, 9146232360.0, 5906161310.0, 9740459122.0, 8756865799.0, 24588140722.0};
  for (int kind = 0; kind < spmd::kCollectives; ++kind)
    devices.collectives[kind].bandwidth = {(profile == 1 ? p1 : profile == 2 ? p2 : p3)[kind]};
  return devices;
}

/// k V100 and 3 k P100.
inline spmd::Devices mixed(int devices) {
  return profiled(1, {3858755112937.0, 2149250936815.0}, {devices / 4, devices - devices / 4});
}

inline spmd::Graph released(const char* name, int layers, int devices, std::int64_t batch = 0,
                            std::int64_t hidden = 0) {
  spmd::BenchmarkOptions options;
  options.layers = layers;
  options.devices = devices;
  options.batch = batch;
  options.hidden = hidden;
  options.released = true;
  return *spmd::benchmark_graph(name, options);
}

inline spmd::Graph trained(const char* name, int layers, int devices, std::int64_t batch = 0) {
  spmd::BenchmarkOptions options;
  options.layers = layers;
  options.devices = devices;
  options.batch = batch;
  return *spmd::with_backward(*spmd::benchmark_graph(name, options));
}

inline std::vector<double> proportional(const spmd::Devices& devices) {
  std::vector<double> ratios = devices.speeds();
  const double sum = std::accumulate(ratios.begin(), ratios.end(), 0.0);
  for (double& ratio : ratios) ratio /= sum;
  return ratios;
}

inline std::vector<double> even(const spmd::Devices& devices) {
  return std::vector<double>(devices.speeds().size(), 1.0 / devices.count());
}

/// Data parallelism written down, not searched: what has a batch is split along it, weights are updated
/// whole (DDP) or in shards (ZeRO). Time at rounded shards.
inline double written_data_parallel(const spmd::Graph& graph, const spmd::Devices& devices,
                                    const std::vector<double>& ratios, bool is_sharded) {
  const spmd::Theory theory = *spmd::make_theory(graph, spmd::Restriction::data_parallel);
  std::vector<std::int16_t> choice;
  for (std::size_t k = 0; k < theory.order.size(); ++k) {
    const std::vector<spmd::Rule>& rules = theory.rules[theory.step_classes[k]];
    std::int16_t best = 0;
    for (std::size_t r = 0; r < rules.size(); ++r) {
      const bool wanted = graph.nodes[theory.order[k]].op == spmd::Op::update
                              ? rules[r].sharded == is_sharded
                              : rules[r].inputs == std::vector<spmd::Property>(rules[r].inputs.size(),
                                                                               spmd::Property::reduce());
      if (wanted) {
        best = static_cast<std::int16_t>(r);
        break;
      }
    }
    choice.push_back(best);
  }
  const spmd::Prices prices(devices, ratios, false);
  spmd::Program program = spmd::assemble(theory, prices, choice);
  return spmd::evaluate(graph, devices, program, true);
}

/// States of a programme step by step, each with the least cost of reaching it.
using StateCosts = std::map<std::array<std::uint64_t, spmd::State::kWords>, double>;

/// Adds to `reached` what rule `r` of a step makes of the state `words` that cost `sum` so far, the rule's
/// own work in it: no state where the rule cannot be followed.
inline void follow_rule(const spmd::Theory& theory, const spmd::Tables& tables, int step_class, std::size_t r,
                        const StateCosts::key_type& words, double sum, StateCosts& reached) {
  const spmd::StepClass& step = theory.classes[step_class];
  spmd::State state{words};
  for (const spmd::Access& access : step.rules[r].accesses) {
    const int codes = theory.tensor_classes[access.tensor_class].codes;
    const unsigned before = state.slot(access.slot);
    const unsigned after =
        access.makes ? before | static_cast<unsigned>(access.code + 1) << 8 : before | 1U << access.code;
    if (before == after) continue;
    sum += tables.value(access, codes, after) - tables.value(access, codes, before);
    state.set(access.slot, after);
  }
  if (!(sum < spmd::kNever)) return;
  for (const std::int16_t slot : step.closes) state.set(slot, 0);
  const auto [place, is_new] = reached.emplace(state.words, sum);
  if (!is_new) place->second = std::min(place->second, sum);
}

inline double least_of(const StateCosts& states) {
  double best = spmd::kNever;
  for (const auto& [words, cost] : states) best = std::min(best, cost);
  return best;
}

}  // namespace astrolabe::tests
