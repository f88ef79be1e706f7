// Times of a program's instructions at given ratios.

#include <algorithm>
#include <cmath>
#include <map>

#include "core/spmd/assembly.h"
#include "core/spmd/runs.h"

namespace astrolabe::spmd {

namespace {

/// What the devices of a run have of a dimension; fractions are the same on all.
struct Share {
  double least = 0.0, most = 0.0;
  int longer = 0;  ///< the last of the run, which have `most`
};
using Shares = std::vector<Share>;  ///< by run

class Evaluator {
 public:
  Evaluator(const Graph& graph, const Devices& devices, const Program& program, bool rounded)
      : m_graph(graph),
        m_devices(devices),
        m_program(program),
        m_rounded(rounded),
        m_traffic(traffic_of(graph)),
        m_runs(runs_of(program.ratios, &devices)),
        m_count(static_cast<double>(devices.count())) {}

  const std::vector<Run>& runs() const { return m_runs; }

  void price(Instruction& instruction) {
    instruction.computation = instruction.communication = {};
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

  /// Shares of the dimension along which an operator is cut; empty where its work is whole.
  const Shares* shares_of_work(const Instruction& instruction) {
    const std::int64_t extent = is_sharded(instruction) ? shard_extent(m_graph, instruction) : 0;
    return extent > 0 ? &shares(m_graph.nodes[instruction.node].segment, extent) : nullptr;
  }
  double work(const Node& node) const { return node.flops * (m_graph.released ? 3.0 : 1.0); }

 private:
  /// Shares of a dimension.
  const Shares& shares(int segment, std::int64_t extent) {
    const auto [place, is_new] = m_shares.try_emplace({segment, m_rounded ? extent : 1});
    if (!is_new) return place->second;
    const std::vector<double>& ratios = m_program.ratios[segment];
    if (!m_rounded || extent == 0) {
      for (const Run& run : m_runs) place->second.push_back({ratios[run.first], ratios[run.first], 0});
      return place->second;
    }
    const auto whole = static_cast<double>(extent);
    for (const Cut& cut : cut_by_runs(extent, ratios, m_runs))
      place->second.push_back(
          {static_cast<double>(cut.length) / whole, static_cast<double>(cut.longest()) / whole, cut.longer});
    return place->second;
  }
  const Shares& shares(const Fact& fact) {
    return shares(fact.segment,
                  m_graph.tensors[fact.tensor].shape[static_cast<std::size_t>(fact.property.dim)]);
  }

  void compute(Instruction& instruction) {
    const Node& node = m_graph.nodes[instruction.node];
    const auto& speeds = m_devices.flops_per_second[class_of(node)];
    const Shares* cut = shares_of_work(instruction);
    double longest = 0.0;
    for (std::size_t r = 0; r < m_runs.size(); ++r)
      longest = std::max(longest, (cut != nullptr ? (*cut)[r].most : 1.0) / speeds[m_runs[r].first]);
    instruction.computation = {work(node) * longest};
    // A rule that gathers an exchanged index makes the operator all-reduce.
    for (std::size_t i = 0; i < instruction.inputs.size() && m_count > 1.0; ++i) {
      const Property property = instruction.inputs[i].property;
      if (property.kind != Property::Kind::gather || node.signature.inputs.empty()) continue;
      const int label = node.signature.inputs[i][static_cast<std::size_t>(property.dim)];
      if (label >= 0 && node.signature.indices[label].sharing == Sharing::exchanged)
        instruction.communication = {
            m_devices
                .call(Collective::all_reduce, Traffic::activation, node.signature.exchange_elements, false)
                .seconds(node.signature.exchange_elements * 4.0)};
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

  double communicate(const Instruction& instruction) {
    const Fact& from = instruction.inputs[0];
    const Fact& to = instruction.outputs[0];
    const Tensor& tensor = m_graph.tensors[from.tensor];
    const double volume = tensor.elements() * (m_graph.released ? 1.0 : tensor.element_bytes);
    const auto plain = [&](Collective kind, double bytes) {
      return m_devices.call(kind, m_traffic[from.tensor], tensor.elements(), m_program.execution.gather_again)
          .seconds(bytes);
    };
    const auto padded = [&](const Fact& fact) {
      double largest = 0.0;
      for (const Share& share : shares(fact)) largest = std::max(largest, share.most);
      return volume * m_count * largest;
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
        return plain(Collective::all_gather_grouped, volume);
      case Instruction::Kind::reduce_scatter_grouped:
        return plain(Collective::reduce_scatter_grouped, volume);
      case Instruction::Kind::all_reduce:
        return (m_graph.released ? 2.0 : 1.0) * plain(Collective::all_reduce, volume);
      case Instruction::Kind::all_to_all: {
        if (m_graph.released) return 2.0 * plain(Collective::all_to_all, padded(from));
        const double moved = exchanged(shares(from), shares(to));
        return plain(Collective::all_to_all, volume * moved * m_count * m_count / (m_count - 1.0));
      }
      case Instruction::Kind::reshard: {
        const double moved = displaced(shares(from), shares(to));
        if (moved < 1e-15) return 0.0;
        return plain(Collective::all_to_all, volume * moved * m_count * m_count / (m_count - 1.0));
      }
      default:
        return 0.0;
    }
  }

  /// The largest share that a device sends or receives when a tensor is cut along another dimension.
  double exchanged(const Shares& before, const Shares& after) const {
    double moved = 0.0;
    const auto device = [&](double from, double to) {
      moved = std::max({moved, from * (1.0 - to), to * (1.0 - from)});
    };
    for (std::size_t r = 0; r < m_runs.size(); ++r) {
      const Share &from = before[r], &to = after[r];
      const int count = m_runs[r].count;
      if (std::max(from.longer, to.longer) < count) device(from.least, to.least);
      if (from.longer > to.longer) device(from.most, to.least);
      if (from.longer < to.longer) device(from.least, to.most);
      if (std::min(from.longer, to.longer) > 0) device(from.most, to.most);
    }
    return moved;
  }

  /// Intervals before and after: what lies in the new but not in the old one must come, device by device.
  double displaced(const Shares& before, const Shares& after) const {
    double old_start = 0.0, new_start = 0.0, moved = 0.0;
    for (std::size_t r = 0; r < m_runs.size(); ++r)
      for (int left = m_runs[r].count; left > 0; --left) {
        const double from = left <= before[r].longer ? before[r].most : before[r].least;
        const double to = left <= after[r].longer ? after[r].most : after[r].least;
        const double overlap =
            std::max(0.0, std::min(old_start + from, new_start + to) - std::max(old_start, new_start));
        moved = std::max({moved, from - overlap, to - overlap});
        old_start += from;
        new_start += to;
      }
    return moved;
  }

  const Graph& m_graph;
  const Devices& m_devices;
  const Program& m_program;
  bool m_rounded;
  std::vector<Traffic> m_traffic;
  std::vector<Run> m_runs;
  double m_count;
  std::map<std::pair<int, std::int64_t>, Shares> m_shares;
};

/// See beside_instructions().
class Surroundings {
 public:
  Surroundings(const Graph& graph, const Devices& devices, const Program& program)
      : m_graph(graph), m_devices(devices), m_program(program), m_terms(devices.terms) {}

  Beside parts() const {
    Beside beside{0.0, 0.0, m_terms.fixed_seconds};
    if (m_terms.host_seconds > 0.0) beside.host = waiting_for_host();
    if (!m_terms.local.empty()) beside.once += added_up();
    if (!m_terms.constant()) beside.once += not_hidden(beside.host);
    return beside;
  }

 private:
  TensorId moved(const Instruction& instruction) const {
    const bool moves = instruction.kind != Instruction::Kind::compute && !instruction.inputs.empty();
    return moves ? instruction.inputs[0].tensor : -1;
  }
  int block_of(const Instruction& instruction) const {
    if (instruction.kind == Instruction::Kind::compute) return m_graph.nodes[instruction.node].block;
    const TensorId tensor = moved(instruction);
    if (tensor < 0) return -1;
    const NodeId producer = m_graph.tensors[tensor].producer;
    return producer >= 0 ? m_graph.nodes[producer].block : -1;
  }

  /// Of one micro-batch.
  double waiting_for_host() const {
    std::map<int, double> work;
    std::map<int, bool> experts;
    for (const Instruction& instruction : m_program.instructions) {
      if (instruction.phase == Phase::optimizer) continue;
      const int block = block_of(instruction);
      if (block < 0) continue;
      work[block] += instruction.computation.value + instruction.communication.value;
      if (instruction.node >= 0 && m_graph.nodes[instruction.node].op == Op::top2_gate) experts[block] = true;
    }
    double waiting = 0.0;
    for (const auto& [block, seconds] : work) {
      const double host =
          m_graph.layers_per_block *
          (m_terms.host_seconds + (experts.contains(block) ? m_terms.host_experts_seconds : 0.0));
      waiting += std::cbrt(std::pow(seconds, 3) + std::pow(host, 3)) - seconds;
    }
    return waiting;
  }

  /// Gradients as they come out of the backward part lie on the devices, whole or in shards.
  double added_up() const {
    double whole = 0.0, shared = 0.0, most = 0.0;
    for (const Tensor& tensor : m_graph.tensors)
      if (tensor.gradient >= 0)
        (made_in(tensor.gradient).kind == Property::Kind::gather ? shared : whole) += tensor.elements();
    const int additions = m_program.execution.gather_again ? 0 : m_program.execution.micro_batches;
    const std::vector<double>& ratios = m_program.ratios.front();
    for (std::size_t i = 0; i < ratios.size(); ++i)
      most = std::max(most,
                      (whole + shared * ratios[i]) * (m_terms.local[i] + additions * m_terms.accumulate[i]));
    return most;
  }

  Property made_in(TensorId tensor) const {
    if (m_made.empty()) {
      m_made.assign(m_graph.tensors.size(), Property::identity());
      for (const Instruction& instruction : m_program.instructions)
        if (instruction.kind == Instruction::Kind::compute)
          for (const Fact& fact : instruction.outputs) m_made[fact.tensor] = fact.property;
    }
    return m_made[tensor];
  }

  /// Exposed traffic is its share at least; the rest hides behind one micro-batch (its waiting for the host,
  /// too), or behind all of them where it comes with every one.
  double not_hidden(double waiting) const {
    const bool again = m_program.execution.gather_again;
    const double exposed = again ? m_terms.again_exposed : m_terms.weight_exposed;
    const std::vector<Traffic> traffic = traffic_of(m_graph);
    double work = (again ? m_program.execution.micro_batches : 1) * waiting, weights = 0.0;
    for (const Instruction& instruction : m_program.instructions) {
      const double times = m_program.repeats(m_graph, instruction);
      const TensorId tensor = moved(instruction);
      if (tensor >= 0 && traffic[tensor] != Traffic::activation)
        weights += times * instruction.communication.value;
      else if (instruction.phase != Phase::optimizer)
        work += (again ? times : 1.0) * (instruction.computation.value + instruction.communication.value);
    }
    const double hidden = exposed > 0.0 ? weights / exposed * (1.0 - exposed) : 0.0;
    return std::max(0.0, hidden - m_terms.window * work);
  }

  const Graph& m_graph;
  const Devices& m_devices;
  const Program& m_program;
  const StepTerms& m_terms;
  mutable std::vector<Property> m_made;
};

}  // namespace

Beside parts_beside(const Graph& graph, const Devices& devices, const Program& program) {
  return Surroundings(graph, devices, program).parts();
}

Seconds beside_instructions(const Graph& graph, const Devices& devices, const Program& program) {
  const Beside beside = parts_beside(graph, devices, program);
  return {beside.fixed + program.execution.micro_batches * beside.host + beside.once};
}

LaneWork work_of_lanes(const Graph& graph, const Devices& devices, const Program& program) {
  Evaluator evaluator(graph, devices, program, true);
  std::vector<int> starts;
  for (const Run& run : evaluator.runs()) starts.push_back(run.first);
  const auto each = [&](const auto& visit) {
    for (std::size_t k = 0; k < program.instructions.size(); ++k)
      if (program.instructions[k].kind == Instruction::Kind::compute)
        visit(k, evaluator.shares_of_work(program.instructions[k]));
  };
  each([&](std::size_t, const Shares* shares) {
    if (shares == nullptr) return;
    for (std::size_t r = 0; r < shares->size(); ++r)
      if ((*shares)[r].longer > 0)
        starts.push_back(evaluator.runs()[r].first + evaluator.runs()[r].count - (*shares)[r].longer);
  });
  LaneWork made;
  made.lanes = runs_between(std::move(starts), devices.count());
  made.seconds.resize(program.instructions.size());
  each([&](std::size_t k, const Shares* shares) {
    const Node& node = graph.nodes[program.instructions[k].node];
    std::size_t r = 0;
    for (const Run& lane : made.lanes) {
      while (lane.first >= evaluator.runs()[r].first + evaluator.runs()[r].count) ++r;
      double share = 1.0;
      if (shares != nullptr) {
        const Run& run = evaluator.runs()[r];
        const bool is_longer = lane.first >= run.first + run.count - (*shares)[r].longer;
        share = is_longer ? (*shares)[r].most : (*shares)[r].least;
      }
      made.seconds[k].push_back(evaluator.work(node) * share /
                                devices.flops_per_second[class_of(node)][lane.first]);
    }
  });
  return made;
}

double evaluate(const Graph& graph, const Devices& devices, Program& program, bool rounded) {
  Evaluator evaluator(graph, devices, program, rounded);
  double sum = 0.0;
  for (Instruction& instruction : program.instructions) {
    evaluator.price(instruction);
    sum += program.repeats(graph, instruction) *
           (instruction.computation.value + instruction.communication.value);
  }
  program.beside = beside_instructions(graph, devices, program);
  return sum + program.beside.value;
}

}  // namespace astrolabe::spmd
