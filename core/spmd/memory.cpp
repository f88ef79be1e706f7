// What the devices of a program hold.
#include <algorithm>
#include <iterator>
#include <map>

#include "core/spmd/assembly.h"
#include "core/spmd/runs.h"

namespace astrolabe::spmd {

namespace {

/// Walks through a program and keeps account of what devices hold: in fractions for the ratios, in whole
/// units on runs of devices that hold the same.
class Account {
 public:
  Account(const Graph& graph, const Program& program, double fragmentation)
      : m_graph(graph),
        m_program(program),
        m_lost(1.0 + fragmentation),
        m_traffic(traffic_of(graph)),
        m_now{0.0, std::vector<double>(program.ratios.size(), 0.0)},
        m_held(graph.tensors.size()),
        m_more(program.execution.in_flight - 1.0) {
    cut_all();
  }

  Memory run() {
    hold_state();
    const std::vector<std::vector<Fact>> gone = let_go(m_graph, m_program);
    for (std::size_t k = 0; k < gone.size(); ++k) {
      const Instruction& instruction = m_program.instructions[k];
      if (instruction.phase == Phase::backward && !m_turned) turn();
      for (const Fact& fact : instruction.outputs)
        if (!is_held(fact)) add(fact, bytes_of(fact));
      record();
      for (const Fact& fact : gone[k])
        if (!is_held(fact)) add(fact, -bytes_of(fact));
    }
    take_steps();
    // Between its forward and its backward part each further micro-batch holds what this one holds then.
    for (MemoryPoint& point : m_points) {
      point.whole += m_more * m_kept.whole;
      for (std::size_t s = 0; s < point.shared.size(); ++s) point.shared[s] += m_more * m_kept.shared[s];
    }
    for (std::size_t lane = 0; lane < m_peak.size(); ++lane) m_peak[lane] += m_more * m_kept_lane[lane];
    Memory memory{std::move(m_points), {}};
    for (std::size_t lane = 0; lane < m_lanes.size(); ++lane)
      memory.peak.insert(memory.peak.end(), static_cast<std::size_t>(m_lanes[lane].count),
                         Bytes{m_peak[lane]});
    return memory;
  }

 private:
  void turn() {
    m_turned = true;
    m_kept = m_open;
    m_kept_lane = m_open_lane;
  }

  std::int64_t extent_of(const Fact& fact) const {
    return m_graph.tensors[fact.tensor].shape[static_cast<std::size_t>(fact.property.dim)];
  }

  /// Every way in which a tensor is cut, and the devices that hold the same of all.
  void cut_all() {
    const std::vector<Run> runs = runs_of(m_program.ratios);
    std::map<std::pair<int, std::int64_t>, std::vector<Cut>> cuts;
    std::vector<int> starts;
    starts.reserve(runs.size());
    for (const Run& run : runs) starts.push_back(run.first);
    for (const Instruction& instruction : m_program.instructions)
      for (const Fact& fact : instruction.outputs) {
        if (fact.property.kind != Property::Kind::gather || extent_of(fact) <= 0) continue;
        const auto [place, is_new] = cuts.try_emplace({fact.segment, extent_of(fact)});
        if (!is_new) continue;
        place->second = cut_by_runs(extent_of(fact), m_program.ratios[fact.segment], runs);
        for (std::size_t r = 0; r < runs.size(); ++r)
          starts.push_back(runs[r].first + runs[r].count - place->second[r].longer);
      }
    const auto count = static_cast<int>(m_program.ratios.front().size());
    std::erase(starts, count);
    m_lanes = runs_between(std::move(starts), count);
    m_lane_bytes.assign(m_lanes.size(), 0.0);
    m_peak = m_open_lane = m_kept_lane = m_lane_bytes;
    m_kept = m_open = m_now;
    for (const auto& [form, by_run] : cuts) {
      std::vector<double>& shares = m_shares[form];
      std::size_t r = 0;
      for (const Run& lane : m_lanes) {
        while (lane.first >= runs[r].first + runs[r].count) ++r;
        const bool is_longer = lane.first >= runs[r].first + runs[r].count - by_run[r].longer;
        shares.push_back(static_cast<double>(by_run[r].length + (is_longer ? 1 : 0)) /
                         static_cast<double>(form.second));
      }
    }
  }

  bool is_update(const Instruction& instruction) const {
    return instruction.kind == Instruction::Kind::compute && m_graph.nodes[instruction.node].op == Op::update;
  }
  bool is_held(const Fact& fact) const {
    const std::vector<Fact>& held = m_held[fact.tensor];
    return std::find(held.begin(), held.end(), fact) != held.end();
  }
  void hold(const Fact& fact, double bytes_per_element) {
    m_held[fact.tensor].push_back(fact);
    add(fact, bytes_per_element);
  }

  /// All the time: weights as they are loaded (the new one takes the place of the old), moments as the update
  /// is made and, with several micro-batches, gradients as they come out of the backward part.
  void hold_state() {
    std::vector<bool> converted(m_graph.tensors.size(), false);  // in the optimizer's part
    for (const Instruction& instruction : m_program.instructions) {
      for (const Fact& fact : instruction.outputs) {
        const Tensor& tensor = m_graph.tensors[fact.tensor];
        if (instruction.kind == Instruction::Kind::load && tensor.role == Role::parameter)
          hold(fact, tensor.element_bytes);
        if (is_update(instruction)) hold(fact, optimizer_bytes(tensor.element_bytes));
      }
      if (m_program.execution.micro_batches == 1 || instruction.phase != Phase::optimizer) continue;
      for (const Fact& fact : instruction.inputs)
        if (m_traffic[fact.tensor] == Traffic::gradient && !converted[fact.tensor] && !is_held(fact))
          hold(fact, m_graph.tensors[fact.tensor].element_bytes);
      for (const Fact& fact : instruction.outputs) converted[fact.tensor] = true;
    }
  }

  double bytes_of(const Fact& fact) const {
    return m_graph.tensors[fact.tensor].element_bytes *
           (m_traffic[fact.tensor] == Traffic::activation ? m_lost : 1.0);
  }

  void add(const Fact& fact, double bytes_per_element) {
    const double bytes = m_graph.tensors[fact.tensor].elements() * bytes_per_element;
    const bool opens = m_traffic[fact.tensor] == Traffic::activation;
    if (fact.property.kind != Property::Kind::gather) {
      m_now.whole += bytes;
      for (double& held : m_lane_bytes) held += bytes;
      if (!opens) return;
      m_open.whole += bytes;
      for (double& held : m_open_lane) held += bytes;
      return;
    }
    m_now.shared[static_cast<std::size_t>(fact.segment)] += bytes;
    if (opens) m_open.shared[static_cast<std::size_t>(fact.segment)] += bytes;
    const auto shares = m_shares.find({fact.segment, extent_of(fact)});
    if (shares == m_shares.end()) return;
    for (std::size_t lane = 0; lane < m_lane_bytes.size(); ++lane) {
      m_lane_bytes[lane] += bytes * shares->second[lane];
      if (opens) m_open_lane[lane] += bytes * shares->second[lane];
    }
  }

  static bool below(const MemoryPoint& a, const MemoryPoint& b) {
    if (a.whole > b.whole) return false;
    for (std::size_t s = 0; s < a.shared.size(); ++s)
      if (a.shared[s] > b.shared[s]) return false;
    return true;
  }

  void record() {
    for (std::size_t lane = 0; lane < m_peak.size(); ++lane)
      m_peak[lane] = std::max(m_peak[lane], m_lane_bytes[lane]);
    if (m_now.shared.size() == 1) return record_step();
    if (std::any_of(m_points.begin(), m_points.end(),
                    [&](const MemoryPoint& point) { return below(m_now, point); }))
      return;
    std::erase_if(m_points, [&](const MemoryPoint& point) { return below(point, m_now); });
    m_points.push_back(m_now);
  }

  /// With one segment what no other place is above goes down like stairs: what is shared, and when it was
  /// met, by what is whole.
  struct Step {
    double shared = 0.0;
    std::size_t order = 0;
  };
  using Stairs = std::map<double, Step>;

  void record_step() {
    const double whole = m_now.whole, shared = m_now.shared.front();
    auto next = m_stairs.lower_bound(whole);
    if (next != m_stairs.end() && next->second.shared >= shared) return;
    if (next != m_stairs.end() && next->first == whole) ++next;
    while (next != m_stairs.begin() && std::prev(next)->second.shared <= shared)
      m_stairs.erase(std::prev(next));
    m_stairs.emplace_hint(next, whole, Step{shared, m_met++});
  }

  /// The stairs as points, in the order in which they were met. Of very many those between two others are
  /// left out that no share of what is shared makes the largest.
  void take_steps() {
    constexpr std::size_t kMany = 256;
    std::vector<Stairs::const_iterator> kept;
    for (auto step = m_stairs.cbegin(); step != m_stairs.cend(); ++step) {
      const auto falls_short = [&](Stairs::const_iterator a, Stairs::const_iterator b) {
        return (b->first - a->first) * (step->second.shared - a->second.shared) >=
               (step->first - a->first) * (b->second.shared - a->second.shared);
      };
      while (m_stairs.size() > kMany && kept.size() > 1 && falls_short(kept[kept.size() - 2], kept.back()))
        kept.pop_back();
      kept.push_back(step);
    }
    std::sort(kept.begin(), kept.end(),
              [](const auto& a, const auto& b) { return a->second.order < b->second.order; });
    for (const auto& step : kept) m_points.push_back({step->first, {step->second.shared}});
  }

  const Graph& m_graph;
  const Program& m_program;
  double m_lost;
  std::vector<Traffic> m_traffic;
  MemoryPoint m_now;
  std::vector<std::vector<Fact>> m_held;  ///< by tensor: counted once and for all
  std::vector<MemoryPoint> m_points;
  Stairs m_stairs;
  std::size_t m_met = 0;
  std::vector<Run> m_lanes;
  std::vector<double> m_lane_bytes, m_peak;
  MemoryPoint m_open, m_kept;  ///< activations alone: now, and between forward and backward
  std::vector<double> m_open_lane, m_kept_lane;
  double m_more = 0.0;  ///< further micro-batches
  bool m_turned = false;
  std::map<std::pair<int, std::int64_t>, std::vector<double>> m_shares;  ///< [segment, extent][lane]
};

}  // namespace

bool stays_for_backward(const Graph& graph, const Tensor& tensor, const Execution& execution) {
  if (tensor.producer < 0 || graph.nodes[tensor.producer].phase != Phase::forward) return false;
  if (execution.recompute && graph.nodes[tensor.producer].block >= 0) return false;
  return std::any_of(tensor.consumers.begin(), tensor.consumers.end(),
                     [&](NodeId reader) { return graph.nodes[reader].phase == Phase::backward; });
}

Bytes least_memory(const Graph& graph, const Execution& execution, double fragmentation) {
  Bytes state, open;
  for (const Tensor& tensor : graph.tensors) {
    if (tensor.updated >= 0) {
      double bytes = tensor.element_bytes + optimizer_bytes(tensor.element_bytes);
      if (execution.micro_batches > 1 && tensor.gradient >= 0)
        bytes += graph.tensors[tensor.gradient].element_bytes;
      state += Bytes{tensor.elements() * bytes};
    } else if (stays_for_backward(graph, tensor, execution)) {
      open += Bytes{tensor.elements() * tensor.element_bytes};
    }
  }
  return state + open * ((1.0 + fragmentation) * execution.in_flight);
}

Memory memory_of(const Graph& graph, const Program& program, double fragmentation) {
  return Account(graph, program, fragmentation).run();
}

}  // namespace astrolabe::spmd
