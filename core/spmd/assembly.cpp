#include "core/spmd/assembly.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace astrolabe::spmd {

namespace {

class Assembler {
 public:
  Assembler(const Theory& theory, const Prices& prices, const std::vector<std::int16_t>& rule)
      : m_theory(theory), m_graph(*theory.graph), m_prices(prices), m_rule_of(m_graph.nodes.size()) {
    for (std::size_t k = 0; k < theory.order.size(); ++k)
      m_rule_of[theory.order[k]] = &theory.rules[theory.step_classes[k]][rule[k]];
  }

  Program run() {
    gather_wishes();
    m_given.resize(m_graph.tensors.size());
    for (std::size_t n = 0; n < m_graph.nodes.size(); ++n) write(static_cast<NodeId>(n));
    if (m_graph.loss >= 0) {
      Instruction output;
      output.kind = Instruction::Kind::output;
      output.inputs = {{m_graph.loss, property_of(m_made[m_graph.loss]), 0}};
      m_program.instructions.push_back(output);
    }
    int segments = 1;
    for (const Node& node : m_graph.nodes) segments = std::max(segments, node.segment + 1);
    m_program.ratios.assign(segments, m_prices.ratios());
    return std::move(m_program);
  }

 private:
  const TensorClass& form(TensorId tensor) const {
    return m_theory.tensor_classes[m_theory.class_of_tensor[tensor]];
  }

  /// In which properties each tensor is made and wanted; where leaves are stored.
  void gather_wishes() {
    m_made.assign(m_graph.tensors.size(), -1);
    m_wanted.assign(m_graph.tensors.size(), 0);
    for (std::size_t n = 0; n < m_graph.nodes.size(); ++n) {
      const Node& node = m_graph.nodes[n];
      const Rule& rule = *m_rule_of[n];
      for (std::size_t i = 0; i < node.inputs.size(); ++i)
        m_wanted[node.inputs[i]] |= 1U << code_of(rule.inputs[i]);
      for (std::size_t i = 0; i < node.outputs.size(); ++i)
        m_made[node.outputs[i]] = code_of(rule.outputs[i]);
    }
    for (std::size_t t = 0; t < m_graph.tensors.size(); ++t)
      if (m_graph.tensors[t].producer < 0) store(static_cast<TensorId>(t));
    m_parent.resize(m_graph.tensors.size());
    for (std::size_t t = 0; t < m_graph.tensors.size(); ++t)
      if (m_made[t] >= 0) {
        // Repeated layers ask the same question many times.
        auto [place, is_new] = m_trees.try_emplace({m_theory.class_of_tensor[t], m_made[t], m_wanted[t]});
        if (is_new)
          place->second = conversion_tree(form(static_cast<TensorId>(t)), m_prices, m_made[t], m_wanted[t]);
        m_parent[t] = place->second;
      }
  }

  void store(TensorId tensor) {
    const TensorId updated = m_graph.tensors[tensor].updated;
    const auto [place, is_new] = m_stores.try_emplace(
        {m_theory.class_of_tensor[tensor], updated >= 0 ? m_made[updated] : -1, m_wanted[tensor]}, -1);
    if (is_new) place->second = best_store(tensor, updated);
    m_made[tensor] = place->second;
    if (updated >= 0) m_wanted[updated] |= 1U << m_made[tensor];
  }

  int best_store(TensorId tensor, TensorId updated) const {
    const TensorClass& leaf = form(tensor);
    int best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (int stored = 0; stored < leaf.codes; ++stored) {
      if (stored == 1) continue;
      double cost = m_prices.load(leaf.form, leaf.role, property_of(stored)) +
                    conversion_cost(leaf, m_prices, stored, m_wanted[tensor]);
      if (updated >= 0) cost += conversion_cost(leaf, m_prices, m_made[updated], 1U << stored);
      if (cost >= least) continue;
      least = cost;
      best = stored;
    }
    return best;
  }

  bool is_free_leaf(TensorId tensor) const {
    const Role role = m_graph.tensors[tensor].role;
    return m_graph.tensors[tensor].producer < 0 && !m_graph.released && role != Role::parameter;
  }

  void emit(Instruction::Kind kind, std::vector<Fact> inputs, Fact output, int dim) {
    Instruction instruction;
    instruction.kind = kind;
    instruction.phase = m_phase;
    instruction.inputs = std::move(inputs);
    instruction.outputs = {output};
    instruction.dim = dim;
    m_given[output.tensor].push_back(output);
    m_program.instructions.push_back(std::move(instruction));
  }

  int segment_of(TensorId tensor) const {
    const Tensor& it = m_graph.tensors[tensor];
    if (it.producer >= 0) return m_graph.nodes[it.producer].segment;
    return it.consumers.empty() ? 0 : m_graph.nodes[it.consumers.front()].segment;
  }

  bool has(const Fact& fact) const {
    const auto& given = m_given[fact.tensor];
    return std::find(given.begin(), given.end(), fact) != given.end();
  }

  /// Brings a tensor into a property, cut by the ratios of `segment`.
  void bring(TensorId tensor, int code, int segment) {
    const Property property = property_of(code);
    const bool cut = property.kind == Property::Kind::gather;
    const Fact fact{tensor, property, cut ? segment : 0};
    if (has(fact)) return;
    if (is_free_leaf(tensor)) return emit(Instruction::Kind::load, {}, fact, property.dim);
    const int own = segment_of(tensor);
    if (cut && segment != own) {
      bring(tensor, code, own);
      return emit(Instruction::Kind::reshard, {{tensor, property, own}}, fact, property.dim);
    }
    if (code == m_made[tensor]) {
      if (m_graph.tensors[tensor].producer < 0) emit(Instruction::Kind::load, {}, fact, property.dim);
      return;
    }
    const int parent = m_parent[tensor][code];
    bring(tensor, parent, own);
    const Property from = property_of(parent);
    const Fact source{tensor, from, from.kind == Property::Kind::gather ? own : 0};
    const Instruction::Kind kind = m_prices.convert(form(tensor).form, from, property).kind;
    emit(kind, {source}, fact, cut ? property.dim : from.dim);
  }

  void write(NodeId id) {
    const Node& node = m_graph.nodes[id];
    const Rule& rule = *m_rule_of[id];
    m_phase = node.phase;
    Instruction instruction;
    instruction.kind = Instruction::Kind::compute;
    instruction.node = id;
    instruction.phase = node.phase;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      bring(node.inputs[i], code_of(rule.inputs[i]), node.segment);
      instruction.inputs.push_back(
          {node.inputs[i], rule.inputs[i], rule.inputs[i].kind == Property::Kind::gather ? node.segment : 0});
    }
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
      instruction.outputs.push_back({node.outputs[i], rule.outputs[i],
                                     rule.outputs[i].kind == Property::Kind::gather ? node.segment : 0});
      m_given[node.outputs[i]].push_back(instruction.outputs.back());
    }
    m_program.instructions.push_back(std::move(instruction));
    if (node.op != Op::update) return;
    // The new parameter comes to where the old one is stored.
    bring(node.outputs[0], m_made[node.inputs[0]], segment_of(node.inputs[0]));
  }

  const Theory& m_theory;
  const Graph& m_graph;
  const Prices& m_prices;
  std::vector<const Rule*> m_rule_of;
  std::vector<int> m_made;
  std::vector<unsigned> m_wanted;
  std::vector<std::vector<int>> m_parent;
  std::map<std::tuple<int, int, unsigned>, std::vector<int>> m_trees;
  std::map<std::tuple<int, int, unsigned>, int> m_stores;
  std::vector<std::vector<Fact>> m_given;
  Phase m_phase = Phase::forward;
  Program m_program;
};

}  // namespace

Program assemble(const Theory& theory, const Prices& prices, const std::vector<std::int16_t>& rule) {
  return Assembler(theory, prices, rule).run();
}

std::int64_t shard_extent(const Graph& graph, const Instruction& instruction) {
  for (const auto* facts : {&instruction.inputs, &instruction.outputs})
    for (const Fact& fact : *facts)
      if (fact.property.kind == Property::Kind::gather)
        return graph.tensors[fact.tensor].shape[static_cast<std::size_t>(fact.property.dim)];
  return 0;
}

std::vector<MemoryPoint> memory_points(const Graph& graph, const Program& program) {
  const std::size_t segments = program.ratios.size();
  const auto add = [&](MemoryPoint& point, const Fact& fact, double bytes_per_element) {
    const double bytes = graph.tensors[fact.tensor].elements() * bytes_per_element;
    if (fact.property.kind == Property::Kind::gather)
      point.shared[fact.segment] += bytes;
    else
      point.whole += bytes;
  };
  // When each fact is used last.
  struct Use {
    Fact fact;
    std::size_t last;
  };
  std::vector<std::vector<Use>> uses(graph.tensors.size());
  const auto touch = [&](const Fact& fact, std::size_t at) {
    for (Use& use : uses[fact.tensor])
      if (use.fact == fact) {
        use.last = at;
        return;
      }
    uses[fact.tensor].push_back({fact, at});
  };
  for (std::size_t k = 0; k < program.instructions.size(); ++k) {
    for (const Fact& fact : program.instructions[k].inputs) touch(fact, k);
    for (const Fact& fact : program.instructions[k].outputs) touch(fact, k);
  }
  MemoryPoint now{0.0, std::vector<double>(segments, 0.0)};
  const auto is_stored = [&](const Instruction& instruction, const Fact& fact) {
    return instruction.kind == Instruction::Kind::load && graph.tensors[fact.tensor].role == Role::parameter;
  };
  for (const Instruction& instruction : program.instructions) {
    for (const Fact& fact : instruction.outputs) {
      if (is_stored(instruction, fact)) add(now, fact, graph.tensors[fact.tensor].element_bytes);
      if (instruction.kind == Instruction::Kind::compute && graph.nodes[instruction.node].op == Op::update)
        add(now, fact, optimizer_bytes(graph.tensors[fact.tensor].element_bytes));
    }
  }
  std::vector<MemoryPoint> points;
  std::vector<std::vector<std::pair<Fact, double>>> dying(program.instructions.size());
  for (std::size_t k = 0; k < program.instructions.size(); ++k) {
    const Instruction& instruction = program.instructions[k];
    for (const Fact& fact : instruction.outputs) {
      if (is_stored(instruction, fact)) continue;
      // The new parameter takes the place of the old one.
      if (instruction.kind == Instruction::Kind::compute && graph.nodes[instruction.node].op == Op::update)
        continue;
      const double bytes = graph.tensors[fact.tensor].element_bytes;
      add(now, fact, bytes);
      for (const Use& use : uses[fact.tensor])
        if (use.fact == fact) dying[use.last].emplace_back(fact, -bytes);
    }
    const bool covered = std::any_of(points.begin(), points.end(), [&](const MemoryPoint& point) {
      if (point.whole < now.whole) return false;
      for (std::size_t s = 0; s < segments; ++s)
        if (point.shared[s] < now.shared[s]) return false;
      return true;
    });
    if (!covered) {
      std::erase_if(points, [&](const MemoryPoint& point) {
        if (point.whole > now.whole) return false;
        for (std::size_t s = 0; s < segments; ++s)
          if (point.shared[s] > now.shared[s]) return false;
        return true;
      });
      points.push_back(now);
    }
    for (const auto& [fact, bytes] : dying[k]) add(now, fact, bytes);
  }
  return points;
}

std::vector<Bytes> peak_memory(const Graph& graph, const Program& program) {
  std::vector<Bytes> peak(program.ratios.front().size());
  for (const MemoryPoint& point : memory_points(graph, program))
    for (std::size_t i = 0; i < peak.size(); ++i) {
      double bytes = point.whole;
      for (std::size_t s = 0; s < point.shared.size(); ++s) bytes += point.shared[s] * program.ratios[s][i];
      peak[i] = std::max(peak[i], Bytes{bytes});
    }
  return peak;
}

}  // namespace astrolabe::spmd
