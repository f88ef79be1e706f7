// Times of a program's instructions at given ratios.

#include <algorithm>
#include <cmath>
#include <map>

#include "core/spmd/assembly.h"

namespace astrolabe::spmd {

namespace {

using Shares = std::vector<double>;

class Evaluator {
 public:
  Evaluator(const Graph& graph, const Devices& devices, const Program& program, bool rounded)
      : m_graph(graph),
        m_devices(devices),
        m_program(program),
        m_rounded(rounded),
        m_count(static_cast<double>(devices.count())) {}

  void price(Instruction& instruction) {
    instruction.computation = instruction.communication = {};
    instruction.computation_per_device.clear();
    switch (instruction.kind) {
      case Instruction::Kind::compute:
        return compute(instruction);
      case Instruction::Kind::load:
        instruction.communication = {load(instruction)};
        return;
      case Instruction::Kind::output:
      case Instruction::Kind::slice:
      case Instruction::Kind::mask:
      case Instruction::Kind::pad:
        return;
      default:
        if (m_count > 1.0 || m_graph.released) instruction.communication = {communicate(instruction)};
    }
  }

 private:
  /// Shares of a dimension on the devices.
  const Shares& shares(int segment, std::int64_t extent) {
    if (!m_rounded || extent == 0) return m_program.ratios[segment];
    const auto [place, is_new] = m_shares.try_emplace({segment, extent});
    if (is_new)
      for (const std::int64_t length : shard_lengths(extent, m_program.ratios[segment]))
        place->second.push_back(static_cast<double>(length) / static_cast<double>(extent));
    return place->second;
  }
  const Shares& shares(const Fact& fact) {
    return shares(fact.segment,
                  m_graph.tensors[fact.tensor].shape[static_cast<std::size_t>(fact.property.dim)]);
  }

  void compute(Instruction& instruction) {
    const Node& node = m_graph.nodes[instruction.node];
    const auto& speeds = m_devices.flops_per_second[static_cast<int>(class_of(node.op))];
    const std::int64_t extent = is_sharded(instruction) ? shard_extent(m_graph, instruction) : 0;
    const double work = node.flops * (m_graph.released ? 3.0 : 1.0);
    double longest = 0.0;
    for (std::size_t i = 0; i < speeds.size(); ++i) {
      const double share = extent > 0 ? shares(node.segment, extent)[i] : 1.0;
      instruction.computation_per_device.push_back({work * share / speeds[i]});
      longest = std::max(longest, instruction.computation_per_device.back().value);
    }
    instruction.computation = {longest};
    // A rule that gathers an exchanged index makes the operator all-reduce.
    for (std::size_t i = 0; i < instruction.inputs.size() && m_count > 1.0; ++i) {
      const Property property = instruction.inputs[i].property;
      if (property.kind != Property::Kind::gather || node.signature.inputs.empty()) continue;
      const int label = node.signature.inputs[i][static_cast<std::size_t>(property.dim)];
      if (label >= 0 && node.signature.indices[label].sharing == Sharing::exchanged)
        instruction.communication = {plain(Collective::all_reduce, node.signature.exchange_elements * 4.0)};
    }
  }

  /// The released code counts an embedding by its ids, which are whole when the table's columns are split.
  bool is_sharded(const Instruction& instruction) const {
    const Node& node = m_graph.nodes[instruction.node];
    if (m_graph.released && node.op == Op::embedding)
      return instruction.inputs[0].property.kind == Property::Kind::gather;
    return true;
  }

  double load(const Instruction& instruction) const {
    const Fact& fact = instruction.outputs[0];
    const Tensor& tensor = m_graph.tensors[fact.tensor];
    if (!m_graph.released || tensor.role == Role::input || fact.property.kind != Property::Kind::identity)
      return 0.0;
    return tensor.elements() / m_devices.of(Collective::all_reduce).bandwidth.value;
  }

  double plain(Collective kind, double volume) const {
    const CollectiveCost& cost = m_devices.of(kind);
    return cost.latency.value + volume / cost.bandwidth.value;
  }
  double grouped(Collective kind, double volume) const {
    const CollectiveCost& cost = m_devices.of(kind);
    return m_count * cost.latency.value + volume / cost.bandwidth.value;
  }

  double communicate(const Instruction& instruction) {
    const Fact& from = instruction.inputs[0];
    const Fact& to = instruction.outputs[0];
    const Tensor& tensor = m_graph.tensors[from.tensor];
    const double volume = tensor.elements() * (m_graph.released ? 1.0 : tensor.element_bytes);
    const auto padded = [&](const Fact& fact) {
      const Shares& cut = shares(fact);
      return volume * m_count * *std::max_element(cut.begin(), cut.end());
    };
    switch (instruction.kind) {
      case Instruction::Kind::all_gather: {
        const double once = plain(Collective::all_gather, padded(from));
        return m_graph.released ? once + plain(Collective::reduce_scatter, padded(from)) : once;
      }
      case Instruction::Kind::reduce_scatter: {
        const double once = plain(Collective::reduce_scatter, padded(to));
        return m_graph.released ? once + plain(Collective::all_gather, padded(to)) : once;
      }
      case Instruction::Kind::all_gather_grouped:
        return grouped(Collective::all_gather_grouped, volume);
      case Instruction::Kind::reduce_scatter_grouped:
        return grouped(Collective::reduce_scatter_grouped, volume);
      case Instruction::Kind::all_reduce:
        return (m_graph.released ? 2.0 : 1.0) * plain(Collective::all_reduce, volume);
      case Instruction::Kind::all_to_all: {
        if (m_graph.released) return 2.0 * plain(Collective::all_to_all, padded(from));
        double moved = 0.0;
        const Shares &old_cut = shares(from), &new_cut = shares(to);
        for (std::size_t i = 0; i < old_cut.size(); ++i)
          moved = std::max({moved, old_cut[i] * (1.0 - new_cut[i]), new_cut[i] * (1.0 - old_cut[i])});
        return plain(Collective::all_to_all, volume * moved * m_count * m_count / (m_count - 1.0));
      }
      case Instruction::Kind::reshard: {
        // Intervals before and after: what lies in the new but not in the old one must come.
        const Shares &old_cut = shares(from), &new_cut = shares(to);
        double old_start = 0.0, new_start = 0.0, moved = 0.0;
        for (std::size_t i = 0; i < old_cut.size(); ++i) {
          const double overlap = std::max(
              0.0, std::min(old_start + old_cut[i], new_start + new_cut[i]) - std::max(old_start, new_start));
          moved = std::max({moved, old_cut[i] - overlap, new_cut[i] - overlap});
          old_start += old_cut[i];
          new_start += new_cut[i];
        }
        if (moved < 1e-15) return 0.0;
        return plain(Collective::all_to_all, volume * moved * m_count * m_count / (m_count - 1.0));
      }
      default:
        return 0.0;
    }
  }

  const Graph& m_graph;
  const Devices& m_devices;
  const Program& m_program;
  bool m_rounded;
  double m_count;
  std::map<std::pair<int, std::int64_t>, Shares> m_shares;
};

}  // namespace

double evaluate(const Graph& graph, const Devices& devices, Program& program, bool rounded) {
  Evaluator evaluator(graph, devices, program, rounded);
  double sum = 0.0;
  for (Instruction& instruction : program.instructions) {
    evaluator.price(instruction);
    sum += instruction.computation.value + instruction.communication.value;
  }
  return sum;
}

}  // namespace astrolabe::spmd
