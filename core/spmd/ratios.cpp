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

namespace {

/// For each class the first one whose speeds differ from it by one factor, and that factor.
std::vector<std::pair<int, double>> like_classes(const Devices& devices) {
  std::vector<std::pair<int, double>> like;
  for (int kind = 0; kind < static_cast<int>(devices.flops_per_second.size()); ++kind) {
    like.emplace_back(kind, 1.0);
    for (int other = 0; other < kind; ++other)
      if (const double factor = like[other].first == other ? devices.factor(kind, other) : 0.0;
          factor > 0.0) {
        like.back() = {other, factor};
        break;
      }
  }
  return like;
}

/// Adds up the terms of a program's instructions.
class Adder {
 public:
  Adder(const Graph& graph, const Devices& devices, const Program& program)
      : m_graph(graph),
        m_devices(devices),
        m_program(program),
        m_traffic(traffic_of(graph)),
        m_like(like_classes(devices)),
        m_count(devices.count()) {
    RatioTerms empty;
    empty.compute.assign(devices.flops_per_second.size(), 0.0);
    m_problem.segments.assign(program.ratios.size(), empty);
  }

  RatioProblem run() {
    for (const Instruction& instruction : m_program.instructions) add(instruction);
    m_problem.segments.front().constant += m_program.beside.value;
    return std::move(m_problem);
  }

 private:
  using Kind = Instruction::Kind;

  int segment_of(const Instruction& instruction) const {
    if (instruction.kind == Kind::compute) return m_graph.nodes[instruction.node].segment;
    if (!instruction.inputs.empty() && instruction.inputs[0].property.kind == Property::Kind::gather)
      return instruction.inputs[0].segment;
    return instruction.outputs.empty() ? 0 : instruction.outputs[0].segment;
  }

  void add(const Instruction& instruction) {
    const int segment = segment_of(instruction);
    RatioTerms& terms = m_problem.segments[segment];
    const double times = m_program.repeats(m_graph, instruction);
    if (instruction.kind == Kind::compute) {
      add_work(instruction, terms, times);
      terms.constant += times * instruction.communication.value;
      return;
    }
    if (instruction.kind == Kind::output || instruction.inputs.empty()) {
      terms.constant += times * instruction.communication.value;
      return;
    }
    const TensorId id = instruction.inputs[0].tensor;
    const Tensor& tensor = m_graph.tensors[id];
    const double volume = tensor.elements() * (m_graph.released ? 1.0 : tensor.element_bytes);
    const auto call = [&](Collective kind) {
      return m_devices.call(kind, m_traffic[id], tensor.elements(), m_program.execution.gather_again);
    };
    switch (instruction.kind) {
      case Kind::all_gather:
      case Kind::reduce_scatter: {
        const bool gather = instruction.kind == Kind::all_gather;
        Devices::Call once = call(gather ? Collective::all_gather : Collective::reduce_scatter);
        if (m_graph.released) {
          const Devices::Call dual = call(gather ? Collective::reduce_scatter : Collective::all_gather);
          once = {once.constant + dual.constant, once.per_byte + dual.per_byte};
        }
        terms.padded += times * m_count * volume * once.per_byte;
        terms.constant += times * once.constant;
        break;
      }
      case Kind::all_to_all: {
        const Devices::Call once = call(Collective::all_to_all);
        if (m_graph.released) {
          terms.padded += times * 2.0 * m_count * volume * once.per_byte;
        } else if (m_count > 1.0) {
          const Tangent tangent = all_to_all_tangent(m_program.ratios[segment]);
          terms.padded += times * tangent.slope * volume * once.per_byte;
          terms.constant += times * tangent.constant * volume * once.per_byte;
        }
        terms.constant += times * once.constant;
        break;
      }
      case Kind::reshard:
        m_problem.borders.push_back({instruction.inputs[0].segment, instruction.outputs[0].segment,
                                     times * m_count * m_count / std::max(1.0, m_count - 1.0) * volume *
                                         call(Collective::all_to_all).per_byte});
        break;
      default:
        terms.constant += times * instruction.communication.value;
    }
  }

  void add_work(const Instruction& instruction, RatioTerms& terms, double times) const {
    const Node& node = m_graph.nodes[instruction.node];
    const double work = times * node.flops * (m_graph.released ? 3.0 : 1.0);
    const bool by_ids = m_graph.released && node.op == Op::embedding &&
                        instruction.inputs[0].property.kind != Property::Kind::gather;
    const int kind = class_of(node);
    if (shard_extent(m_graph, instruction) > 0 && !by_ids) {
      terms.compute[m_like[kind].first] += work / m_like[kind].second;
      return;
    }
    const auto& speeds = m_devices.flops_per_second[kind];
    terms.constant += work / *std::min_element(speeds.begin(), speeds.end());
  }

  const Graph& m_graph;
  const Devices& m_devices;
  const Program& m_program;
  std::vector<Traffic> m_traffic;
  std::vector<std::pair<int, double>> m_like;
  double m_count;
  RatioProblem m_problem;
};

}  // namespace

RatioProblem ratio_problem(const Graph& graph, const Devices& devices, const Program& program,
                           std::vector<MemoryPoint> memory) {
  RatioProblem problem = Adder(graph, devices, program).run();
  if (!devices.memory.empty()) problem.memory = std::move(memory);
  return problem;
}

Ratios closed_form(const RatioTerms& terms, const std::vector<double>& speeds) {
  Ratios best;
  best.seconds = kBeyond;
  const double work = std::accumulate(terms.compute.begin(), terms.compute.end(), 0.0);
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
