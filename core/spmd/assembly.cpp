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
    m_program.execution = m_prices.execution();
    bool turned = false;
    for (std::size_t n = 0; n < m_graph.nodes.size(); ++n) {
      const Node& node = m_graph.nodes[n];
      if (node.phase == Phase::backward && !turned) {
        turned = true;
        forget();
      }
      if (node.phase == Phase::optimizer && m_phase != Phase::optimizer) deliver();
      m_phase = node.phase;
      write(static_cast<NodeId>(n));
      if (node.phase == Phase::backward && m_program.execution.gather_again) reduce(node);
    }
    if (m_phase != Phase::optimizer) deliver();
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
      // Shards only where weights are gathered again.
      if (stored == 1 || (stored == 0 && updated >= 0 && m_prices.execution().gather_again &&
                          m_prices.ratios().size() > 1 && leaf.form.elements() > 1.0))
        continue;
      double cost = m_prices.load(leaf.form, leaf.role, property_of(stored)) +
                    conversion_cost(leaf, m_prices, stored, m_wanted[tensor]);
      if (updated >= 0) cost += conversion_cost(form(updated), m_prices, m_made[updated], 1U << stored);
      if (cost >= least) continue;
      least = cost;
      best = stored;
    }
    return best;
  }

  /// The loss leaves the program before the optimizer's part.
  void deliver() {
    if (m_graph.loss < 0) return;
    Instruction output;
    output.kind = Instruction::Kind::output;
    output.phase = m_phase;
    output.inputs = {{m_graph.loss, property_of(m_made[m_graph.loss]), 0}};
    m_program.instructions.push_back(output);
  }

  /// Between forward and backward: what is gathered or computed again.
  void forget() {
    const Execution& execution = m_program.execution;
    for (std::size_t t = 0; t < m_graph.tensors.size(); ++t) {
      const Tensor& tensor = m_graph.tensors[t];
      if (execution.gather_again && tensor.role == Role::parameter)
        std::erase_if(m_given[t], [&](const Fact& fact) { return code_of(fact.property) != m_made[t]; });
      if (!execution.recompute || tensor.producer < 0) continue;
      const Node& maker = m_graph.nodes[tensor.producer];
      const auto leaves_block = [&](NodeId reader) {
        const Node& node = m_graph.nodes[reader];
        return node.phase == Phase::forward && node.block != maker.block;
      };
      if (maker.block >= 0 && std::none_of(tensor.consumers.begin(), tensor.consumers.end(), leaves_block))
        m_given[t].clear();
    }
  }

  /// A gradient comes to where its optimizer wants it at once.
  void reduce(const Node& node) {
    for (const TensorId tensor : node.outputs)
      for (const NodeId reader : m_graph.tensors[tensor].consumers)
        if (const Node& update = m_graph.nodes[reader]; update.op == Op::update && update.inputs[1] == tensor)
          bring(tensor, code_of(m_rule_of[reader]->inputs[1]), update.segment);
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
      const NodeId producer = m_graph.tensors[tensor].producer;
      if (producer < 0)
        emit(Instruction::Kind::load, {}, fact, property.dim);
      else
        write(producer);  // forgotten: computed again
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
    Instruction instruction;
    instruction.kind = Instruction::Kind::compute;
    instruction.node = id;
    instruction.phase = m_phase;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      bring(node.inputs[i], code_of(rule.inputs[i]), node.segment);
      instruction.inputs.push_back(
          {node.inputs[i], rule.inputs[i], rule.inputs[i].kind == Property::Kind::gather ? node.segment : 0});
    }
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
      instruction.outputs.push_back({node.outputs[i], rule.outputs[i],
                                     rule.outputs[i].kind == Property::Kind::gather ? node.segment : 0});
      if (!has(instruction.outputs.back())) m_given[node.outputs[i]].push_back(instruction.outputs.back());
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

}  // namespace astrolabe::spmd
