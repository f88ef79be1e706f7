#include "core/spmd/ratios.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace astrolabe::spmd {

namespace {

/// d/dM of M (1 - M) n^2 / (n - 1), and its value at M minus slope times M: the tangent.
struct Tangent {
  double slope = 0.0, constant = 0.0;
};

Tangent all_to_all_tangent(const std::vector<double>& ratios) {
  const auto n = static_cast<double>(ratios.size());
  const double scale = n * n / (n - 1.0);
  const double most = *std::max_element(ratios.begin(), ratios.end());
  return {scale * (1.0 - 2.0 * most), scale * most * most};
}

}  // namespace

std::vector<std::vector<double>> caps(const std::vector<double>& speeds) {
  std::vector<double> distinct = speeds;
  std::sort(distinct.begin(), distinct.end(), std::greater<>());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  std::vector<std::vector<double>> all;
  for (const double cap : distinct) {
    std::vector<double> ratios;
    ratios.reserve(speeds.size());
    for (const double speed : speeds) ratios.push_back(std::min(speed, cap));
    const double sum = std::accumulate(ratios.begin(), ratios.end(), 0.0);
    for (double& ratio : ratios) ratio /= sum;
    all.push_back(std::move(ratios));
  }
  return all;
}

std::vector<double> lone_device(const std::vector<double>& speeds) {
  std::vector<double> ratios(speeds.size(), 0.0);
  ratios[static_cast<std::size_t>(std::max_element(speeds.begin(), speeds.end()) - speeds.begin())] = 1.0;
  return ratios;
}

RatioProblem ratio_problem(const Graph& graph, const Devices& devices, const Program& program) {
  RatioProblem problem;
  problem.segments.resize(program.ratios.size());
  const auto n = static_cast<double>(devices.count());
  const auto slow = [&](OperatorClass kind) {
    const auto& speeds = devices.flops_per_second[static_cast<int>(kind)];
    return *std::min_element(speeds.begin(), speeds.end());
  };
  for (const Instruction& instruction : program.instructions) {
    using Kind = Instruction::Kind;
    const bool cut_first =
        !instruction.inputs.empty() && instruction.inputs[0].property.kind == Property::Kind::gather;
    const int segment = instruction.kind == Kind::compute ? graph.nodes[instruction.node].segment
                        : cut_first                       ? instruction.inputs[0].segment
                        : instruction.outputs.empty()     ? 0
                                                          : instruction.outputs[0].segment;
    RatioTerms& terms = problem.segments[segment];
    if (instruction.kind == Kind::compute) {
      const Node& node = graph.nodes[instruction.node];
      const double work = node.flops * (graph.released ? 3.0 : 1.0);
      const bool by_ids = graph.released && node.op == Op::embedding &&
                          instruction.inputs[0].property.kind != Property::Kind::gather;
      if (shard_extent(graph, instruction) > 0 && !by_ids)
        terms.compute[static_cast<int>(class_of(node.op))] += work;
      else
        terms.constant += work / slow(class_of(node.op));
      terms.constant += instruction.communication.value;
      continue;
    }
    if (instruction.kind == Kind::output || instruction.inputs.empty()) {
      terms.constant += instruction.communication.value;
      continue;
    }
    const Tensor& tensor = graph.tensors[instruction.inputs[0].tensor];
    const double volume = tensor.elements() * (graph.released ? 1.0 : tensor.element_bytes);
    const auto rate = [&](Collective kind) { return volume / devices.of(kind).bandwidth.value; };
    switch (instruction.kind) {
      case Kind::all_gather:
      case Kind::reduce_scatter: {
        const Collective own =
            instruction.kind == Kind::all_gather ? Collective::all_gather : Collective::reduce_scatter;
        const Collective dual =
            instruction.kind == Kind::all_gather ? Collective::reduce_scatter : Collective::all_gather;
        terms.padded += n * (rate(own) + (graph.released ? rate(dual) : 0.0));
        terms.constant +=
            devices.of(own).latency.value + (graph.released ? devices.of(dual).latency.value : 0.0);
        break;
      }
      case Kind::all_to_all:
        if (graph.released) {
          terms.padded += 2.0 * n * rate(Collective::all_to_all);
        } else if (n > 1.0) {
          const Tangent tangent = all_to_all_tangent(program.ratios[segment]);
          terms.padded += tangent.slope * rate(Collective::all_to_all);
          terms.constant += tangent.constant * rate(Collective::all_to_all);
        }
        terms.constant += devices.of(Collective::all_to_all).latency.value;
        break;
      case Kind::reshard:
        problem.borders.push_back({instruction.inputs[0].segment, instruction.outputs[0].segment,
                                   n * n / std::max(1.0, n - 1.0) * rate(Collective::all_to_all)});
        break;
      default:
        terms.constant += instruction.communication.value;
    }
  }
  if (!devices.memory.empty()) problem.memory = memory_points(graph, program);
  return problem;
}

Ratios closed_form(const RatioTerms& terms, const std::vector<double>& speeds) {
  Ratios best;
  best.seconds = 1e300;
  const double work = std::accumulate(std::begin(terms.compute), std::end(terms.compute), 0.0);
  for (std::vector<double>& ratios : caps(speeds)) {
    double slowest = 0.0, largest = 0.0;
    for (std::size_t i = 0; i < speeds.size(); ++i) {
      slowest = std::max(slowest, ratios[i] / speeds[i]);
      largest = std::max(largest, ratios[i]);
    }
    const double seconds = work * slowest + terms.padded * largest + terms.constant;
    if (seconds >= best.seconds) continue;
    best.seconds = seconds;
    best.ratios = {std::move(ratios)};
  }
  best.seconds_per_byte.assign(speeds.size(), 0.0);
  return best;
}

}  // namespace astrolabe::spmd
