#include "core/spmd/whole_pairs.h"

#include <algorithm>
#include <tuple>

#include "core/spmd/assembly.h"

namespace astrolabe::spmd {

namespace {

/// The bytes of a tensor that is held whole on every device, less one copy; 0 where it is not held from
/// forward to backward at all.
class Copies {
 public:
  Copies(const Graph& graph, const Execution& execution, int devices, double fragmentation)
      : m_graph(graph),
        m_execution(execution),
        m_more(devices - 1.0),
        m_kept((1.0 + fragmentation) * execution.in_flight) {}

  double of(TensorId id) const {
    const Tensor& tensor = m_graph.tensors[id];
    const double bytes = m_more * tensor.elements() * tensor.element_bytes;
    if (tensor.updated >= 0) return m_execution.gather_again ? 0.0 : bytes;
    return stays_for_backward(m_graph, tensor, m_execution) ? bytes * m_kept : 0.0;
  }
  double of_moments(TensorId id) const {
    const Tensor& tensor = m_graph.tensors[id];
    return m_more * tensor.elements() * optimizer_bytes(tensor.element_bytes);
  }

 private:
  const Graph& m_graph;
  Execution m_execution;
  double m_more, m_kept;
};

bool same_place(const WholePair& a, const WholePair& b) {
  return std::tie(a.operand, a.made, a.step, a.reader) == std::tie(b.operand, b.made, b.step, b.reader);
}

/// Both lists are in the same order: what both have, at the lesser price.
std::vector<WholePair> in_both(const std::vector<WholePair>& a, const std::vector<WholePair>& b) {
  std::vector<WholePair> result;
  for (const WholePair& one : a)
    for (const WholePair& other : b)
      if (same_place(one, other)) {
        result.push_back(one);
        result.back().price = std::min(one.price, other.price);
      }
  return result;
}

/// Every pair of a group, visit(pair, tensor); its price is `price(tensor)`, 0: none is charged.
template <class Price, class Visit>
void each_pair(const Theory& theory, const Theory::Group& group, const Price& price, const Visit& visit) {
  const auto node_at = [&](int step) -> const Node& { return theory.graph->nodes[theory.order[step]]; };
  const Node& forward = node_at(group.first);
  if (forward.phase != Phase::forward) return;
  for (int step = 1; step < group.length; ++step) {
    const Node& reader = node_at(group.first + step);
    if (reader.phase != Phase::backward) continue;
    for (std::size_t j = 0; j < reader.inputs.size(); ++j)
      for (const bool made : {false, true}) {
        const auto& operands = made ? forward.outputs : forward.inputs;
        for (std::size_t i = 0; i < operands.size(); ++i) {
          if (operands[i] != reader.inputs[j]) continue;
          const double of_tensor = price(operands[i]);
          if (of_tensor > 0.0)
            visit(WholePair{static_cast<int>(i), made, step, static_cast<int>(j), of_tensor}, operands[i]);
        }
      }
  }
}

template <class Price>
WholePairs pairs_of(const Theory& theory, const Price& price) {
  std::vector<double> times(theory.graph->tensors.size(), 0.0);
  for (const Theory::Group& group : theory.groups)
    each_pair(theory, group, price, [&](const WholePair&, TensorId tensor) { times[tensor] += 1.0; });
  WholePairs result(theory.group_kinds);
  std::vector<bool> known(theory.group_kinds, false);
  for (const Theory::Group& group : theory.groups) {
    std::vector<WholePair> pairs;
    each_pair(theory, group, price, [&](WholePair pair, TensorId tensor) {
      pair.price /= times[tensor];
      pairs.push_back(pair);
    });
    result[group.kind] = known[group.kind] ? in_both(result[group.kind], pairs) : std::move(pairs);
    known[group.kind] = true;
  }
  return result;
}

}  // namespace

WholeCopies::WholeCopies(const Theory& theory, const Execution& execution, int devices, double fragmentation)
    : m_theory(theory) {
  const Graph& graph = *theory.graph;
  const Copies copies(graph, execution, devices, fragmentation);
  m_pairs = pairs_of(theory, [&](TensorId tensor) { return copies.of(tensor); });
  m_rules.resize(theory.classes.size());
  for (std::size_t k = 0; k < theory.order.size(); ++k) {
    std::vector<double>& bytes = m_rules[theory.step_classes[k]];
    if (!bytes.empty()) continue;
    const Node& node = graph.nodes[theory.order[k]];
    for (const Rule& rule : theory.rules[theory.step_classes[k]]) {
      const bool whole = node.op == Op::update && rule.outputs[0].kind != Property::Kind::gather;
      bytes.push_back(whole ? copies.of_moments(node.inputs[0]) : 0.0);
    }
  }
}

Bytes WholeCopies::of(const std::vector<std::int16_t>& rule) const {
  double bytes = charged(m_theory, m_pairs, rule);
  for (std::size_t k = 0; k < rule.size(); ++k) bytes += m_rules[m_theory.step_classes[k]][rule[k]];
  return {bytes};
}

void WholeCopies::charge(Tables& tables, double price) const {
  tables.pairs.resize(m_pairs.size());
  for (std::size_t kind = 0; kind < m_pairs.size(); ++kind)
    for (WholePair pair : m_pairs[kind]) {
      pair.price *= price;
      tables.pairs[kind].push_back(pair);
    }
  for (std::size_t step_class = 0; step_class < m_rules.size(); ++step_class)
    for (std::size_t r = 0; r < m_rules[step_class].size(); ++r)
      tables.compute[step_class][r] += price * m_rules[step_class][r];
}

WholePairs second_gatherings(const Theory& theory, const Prices& prices) {
  if (!prices.execution().gather_again) return {};
  std::vector<double> known;  // by tensor class
  for (const TensorClass& form : theory.tensor_classes) {
    double least = kNever;
    for (int code = 2; code < form.codes && form.form.traffic == Traffic::parameter; ++code)
      least = std::min(least, conversion_cost(form, prices, code, 1U << code_of(Property::identity())));
    known.push_back(least < kNever ? least : 0.0);
  }
  return pairs_of(theory, [&](TensorId id) { return known[theory.class_of_tensor[id]]; });
}

double charged(const Theory& theory, const WholePairs& pairs, const std::vector<std::int16_t>& rule) {
  double sum = 0.0;
  if (pairs.empty()) return sum;
  for (const Theory::Group& group : theory.groups)
    for (const WholePair& pair : pairs[group.kind]) {
      const auto rule_at = [&](int step) -> const Rule& {
        const auto at = static_cast<std::size_t>(group.first) + static_cast<std::size_t>(step);
        return theory.rules[theory.step_classes[at]][rule[at]];
      };
      const Rule& forward = rule_at(0);
      const Property property = (pair.made ? forward.outputs : forward.inputs)[pair.operand];
      if (property.kind == Property::Kind::identity && rule_at(pair.step).inputs[pair.reader] == property)
        sum += pair.price;
    }
  return sum;
}

}  // namespace astrolabe::spmd
