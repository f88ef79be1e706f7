#include "core/spmd/theory.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <unordered_map>

#include "core/base/error_codes.h"

namespace astrolabe::spmd {

namespace {

/// Forward order; behind each forward node what belongs to it in backward and optimizer. Cost is a sum over
/// nodes and tensors, so the order of the search need not be that of execution: in this one a tensor kept for
/// the backward pass is closed at once, and the open tensors at a layer's border are its activation and
/// gradient alone.
std::vector<NodeId> canonical_order(const Graph& graph) {
  std::vector<std::vector<NodeId>> followers(graph.nodes.size());
  std::vector<NodeId> order;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i)
    if (graph.nodes[i].phase != Phase::forward && graph.nodes[i].of >= 0)
      followers[graph.nodes[i].of].push_back(static_cast<NodeId>(i));
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    if (graph.nodes[i].phase != Phase::forward && graph.nodes[i].of >= 0) continue;
    order.push_back(static_cast<NodeId>(i));
    order.insert(order.end(), followers[i].begin(), followers[i].end());
  }
  return order;
}

/// The tensor whose slot stands for this one: w for w'.
std::vector<TensorId> representatives(const Graph& graph) {
  std::vector<TensorId> result(graph.tensors.size());
  for (std::size_t t = 0; t < result.size(); ++t) result[t] = static_cast<TensorId>(t);
  for (std::size_t t = 0; t < result.size(); ++t)
    if (graph.tensors[t].updated >= 0) result[graph.tensors[t].updated] = static_cast<TensorId>(t);
  return result;
}

struct Span {
  int first = -1, last = -1;
};

/// Of a list of numbers that describes a tensor or a step.
struct KeyHash {
  std::size_t operator()(const std::vector<double>& key) const {
    std::uint64_t hash = key.size();
    for (const double value : key) {
      hash = (hash ^ std::bit_cast<std::uint64_t>(value + 0.0)) * 0x9e3779b97f4a7c15ULL;
      hash ^= hash >> 29;
    }
    return static_cast<std::size_t>(hash);
  }
};

class Maker {
 public:
  Maker(const Graph& graph, Restriction restriction, bool recompute)
      : m_graph(graph), m_restriction(restriction), m_recompute(recompute) {
    m_theory.graph = &graph;
    if (restriction != Restriction::none) find_batch();
  }

  Result<Theory> make() {
    m_theory.order = canonical_order(m_graph);
    m_representative = representatives(m_graph);
    find_again();
    if (auto classes = make_tensor_classes(); !classes) return tl::unexpected<Error>(classes.error());
    find_spans();
    if (auto steps = make_steps(); !steps) return tl::unexpected<Error>(steps.error());
    find_open_slots();
    find_repeats();
    return std::move(m_theory);
  }

 private:
  bool is_again(const Node& node) const {
    return m_again[static_cast<std::size_t>(&node - m_graph.nodes.data())];
  }

  /// What a program with recomputation runs twice (Assembler::forget()): what backward needs of a block, and
  /// what that is made of, but for what other blocks read, which is kept.
  void find_again() {
    m_again.assign(m_graph.nodes.size(), false);
    for (std::size_t n = m_graph.nodes.size(); m_recompute && n-- > 0;) {
      const Node& node = m_graph.nodes[n];
      if (node.phase != Phase::forward || node.block < 0) continue;
      const auto leaves = [&](NodeId reader) {
        return m_graph.nodes[reader].phase == Phase::forward && m_graph.nodes[reader].block != node.block;
      };
      const auto needs = [&](NodeId reader) {
        return m_graph.nodes[reader].phase != Phase::forward || m_again[static_cast<std::size_t>(reader)];
      };
      for (const TensorId tensor : node.outputs) {
        const std::vector<NodeId>& readers = m_graph.tensors[tensor].consumers;
        if (std::none_of(readers.begin(), readers.end(), leaves) &&
            std::any_of(readers.begin(), readers.end(), needs))
          m_again[n] = true;
      }
    }
  }

  /// A weight that only such nodes read in forward is read again in backward in the same property.
  bool is_read_again(const Tensor& tensor) const {
    bool any = false;
    for (const NodeId reader : tensor.consumers) {
      const Node& node = m_graph.nodes[reader];
      if (node.phase != Phase::forward) continue;
      any = true;
      if (!is_again(node)) return false;
    }
    return any;
  }

  Result<void> make_tensor_classes() {
    const std::vector<Traffic> traffic = traffic_of(m_graph);
    std::unordered_map<std::vector<double>, int, KeyHash> known;
    for (std::size_t t = 0; t < m_graph.tensors.size(); ++t) {
      const Tensor& tensor = m_graph.tensors[t];
      if (tensor.shape.size() + 2 > kMostCodes)
        return fail(code::unsupported_model, tensor.name, std::to_string(tensor.shape.size()) + " dimensions",
                    {Wanted::Kind::text, {"at most 6"}});
      TensorClass form;
      const Node* producer = tensor.producer >= 0 ? &m_graph.nodes[tensor.producer] : nullptr;
      form.form = {tensor.shape, tensor.element_bytes, traffic[t],
                   producer != nullptr ? is_again(*producer)
                                       : tensor.role == Role::parameter && is_read_again(tensor)};
      form.role = tensor.role;
      form.updated = tensor.updated >= 0;
      form.loss = static_cast<TensorId>(t) == m_graph.loss;
      form.codes = 2 + static_cast<int>(tensor.shape.size());
      form.communicates = !m_graph.released ||
                          (tensor.producer >= 0 && released_communicates(m_graph.nodes[tensor.producer].op));
      std::vector<double> key{tensor.element_bytes,          static_cast<double>(form.role),
                              form.updated ? 1.0 : 0.0,      form.loss ? 1.0 : 0.0,
                              form.communicates ? 1.0 : 0.0, static_cast<double>(form.form.traffic),
                              form.form.again ? 1.0 : 0.0};
      for (const std::int64_t extent : tensor.shape) key.push_back(static_cast<double>(extent));
      const auto [place, is_new] =
          known.emplace(std::move(key), static_cast<int>(m_theory.tensor_classes.size()));
      if (is_new) m_theory.tensor_classes.push_back(std::move(form));
      m_theory.class_of_tensor.push_back(place->second);
    }
    return {};
  }

  void find_spans() {
    m_spans.resize(m_graph.tensors.size());
    for (std::size_t k = 0; k < m_theory.order.size(); ++k) {
      const Node& node = m_graph.nodes[m_theory.order[k]];
      const auto touch = [&](TensorId tensor) {
        Span& span = m_spans[m_representative[tensor]];
        if (span.first < 0) span.first = static_cast<int>(k);
        span.last = static_cast<int>(k);
      };
      for (const TensorId tensor : node.inputs) touch(tensor);
      for (const TensorId tensor : node.outputs) touch(tensor);
    }
  }

  Result<void> open_slots(const Node& node, int step) {
    const auto open = [&](TensorId any) -> bool {
      const TensorId tensor = m_representative[any];
      if (m_spans[tensor].first != step || m_theory.slot_of_tensor[tensor] >= 0) return true;
      const auto free = std::find(m_used.begin(), m_used.end(), false);
      if (free == m_used.end()) return false;
      *free = true;
      m_theory.slot_of_tensor[tensor] = static_cast<int>(free - m_used.begin());
      return true;
    };
    for (const auto* list : {&node.inputs, &node.outputs})
      for (const TensorId tensor : *list)
        if (!open(tensor))
          return fail(code::unsupported_model, node.name, "more than 24 tensors open at a time",
                      {Wanted::Kind::text, {"a graph with fewer branches side by side"}});
    return {};
  }

  Access access(TensorId any, Property property, int step, bool makes) const {
    const TensorId tensor = m_representative[any];
    Access result;
    result.slot = static_cast<std::int16_t>(m_theory.slot_of_tensor[tensor]);
    result.tensor_class = static_cast<std::int16_t>(m_theory.class_of_tensor[tensor]);
    result.code = static_cast<std::int8_t>(code_of(property));
    result.makes = makes;
    result.first = m_spans[tensor].first == step;
    return result;
  }

  StepClass step_class(const Node& node, int step, const std::vector<Rule>& rules) const {
    StepClass result;
    result.flops = node.flops;
    result.kind = class_of(node);
    result.phase = node.phase;
    result.again = is_again(node);
    result.exchange_elements = node.signature.exchange_elements;
    for (const Rule& rule : rules) {
      StepRule compiled{rule.sharded, rule.exchanges, {}};
      for (std::size_t i = 0; i < node.inputs.size(); ++i)
        compiled.accesses.push_back(access(node.inputs[i], rule.inputs[i], step, false));
      for (std::size_t i = 0; i < node.outputs.size(); ++i)
        compiled.accesses.push_back(access(node.outputs[i], rule.outputs[i], step, true));
      // Only the first of several accesses to one tensor finds nothing known.
      for (std::size_t i = 0; i < compiled.accesses.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
          if (compiled.accesses[j].slot == compiled.accesses[i].slot) compiled.accesses[i].first = false;
      result.rules.push_back(std::move(compiled));
    }
    const auto add = [](std::vector<std::int16_t>& to, std::int16_t slot) {
      if (std::find(to.begin(), to.end(), slot) == to.end()) to.push_back(slot);
    };
    for (const auto* list : {&node.inputs, &node.outputs})
      for (const TensorId any : *list) {
        const TensorId tensor = m_representative[any];
        const auto slot = static_cast<std::int16_t>(m_theory.slot_of_tensor[tensor]);
        if (m_spans[tensor].first == step) add(result.opens, slot);
        if (m_spans[tensor].last == step) add(result.closes, slot);
      }
    return result;
  }

  /// Which index of each node counts the samples: dimension 0 of the inputs, followed through the signatures.
  void find_batch() {
    std::vector<int> dimension(m_graph.tensors.size(), -1);
    for (std::size_t t = 0; t < dimension.size(); ++t)
      if (m_graph.tensors[t].role == Role::input && !m_graph.tensors[t].shape.empty()) dimension[t] = 0;
    m_batch.assign(m_graph.nodes.size(), -1);
    for (std::size_t n = 0; n < m_graph.nodes.size(); ++n) {
      const Node& node = m_graph.nodes[n];
      for (std::size_t i = 0; i < node.inputs.size() && m_batch[n] < 0; ++i)
        if (const int dim = dimension[node.inputs[i]]; dim >= 0) m_batch[n] = node.signature.inputs[i][dim];
      // The gradient of a sum is made from nothing.
      if (node.inputs.empty() && node.of >= 0)
        if (const int dim = dimension[m_graph.nodes[node.of].inputs[0]]; dim >= 0)
          m_batch[n] = node.signature.outputs[0][dim];
      for (std::size_t i = 0; i < node.outputs.size() && m_batch[n] >= 0; ++i) {
        const std::vector<int>& labels = node.signature.outputs[i];
        const auto at = std::find(labels.begin(), labels.end(), m_batch[n]);
        if (at != labels.end()) dimension[node.outputs[i]] = static_cast<int>(at - labels.begin());
      }
    }
  }

  std::vector<Rule> rules_of(NodeId id) const {
    const Node& node = m_graph.nodes[id];
    std::vector<Rule> rules = m_graph.released ? released_rules(m_graph, node) : signature_rules(node);
    if (m_restriction == Restriction::none || m_batch[id] < 0) return rules;
    const bool by_batch = m_restriction == Restriction::data_parallel;
    std::erase_if(rules, [&](const Rule& rule) { return (rule.index == m_batch[id]) != by_batch; });
    return rules;
  }

  /// What makes two steps alike: operator, forms and slots of the tensors, which of them open and close.
  std::vector<double> step_key(const Node& node, int step) const {
    std::vector<double> key{static_cast<double>(node.op),
                            node.flops,
                            static_cast<double>(class_of(node)),
                            static_cast<double>(node.phase),
                            is_again(node) ? 1.0 : 0.0,
                            static_cast<double>(node.attributes.axis),
                            static_cast<double>(node.attributes.axis2),
                            static_cast<double>(node.inputs.size())};
    for (const auto* list : {&node.inputs, &node.outputs})
      for (const TensorId any : *list) {
        const TensorId tensor = m_representative[any];
        key.push_back(m_theory.class_of_tensor[tensor]);
        key.push_back(m_theory.slot_of_tensor[tensor]);
        key.push_back((m_spans[tensor].first == step ? 1.0 : 0.0) +
                      (m_spans[tensor].last == step ? 2.0 : 0.0));
      }
    for (const auto* lists : {&node.signature.inputs, &node.signature.outputs})
      for (const auto& labels : *lists)
        for (const int label : labels)
          key.push_back(
              label < 0 ? -1.0 : label + 100.0 * static_cast<double>(node.signature.indices[label].sharing));
    return key;
  }

  Result<void> make_steps() {
    m_used.assign(State::kSlots, false);
    m_theory.slot_of_tensor.assign(m_graph.tensors.size(), -1);
    std::unordered_map<std::vector<double>, int, KeyHash> known;
    for (std::size_t k = 0; k < m_theory.order.size(); ++k) {
      const auto step = static_cast<int>(k);
      const Node& node = m_graph.nodes[m_theory.order[k]];
      if (auto opened = open_slots(node, step); !opened) return opened;
      const auto [place, is_new] =
          known.emplace(step_key(node, step), static_cast<int>(m_theory.classes.size()));
      if (is_new) {
        m_theory.rules.push_back(rules_of(m_theory.order[k]));
        m_theory.classes.push_back(step_class(node, step, m_theory.rules.back()));
      }
      m_theory.step_classes.push_back(place->second);
      const std::vector<std::int16_t>& closes = m_theory.classes[place->second].closes;
      m_closed.insert(m_closed.end(), closes.begin(), closes.end());
      if (ends_group(k)) {
        for (const std::int16_t slot : m_closed) m_used[slot] = false;
        m_closed.clear();
      }
    }
    make_groups();
    for (std::size_t t = 0; t < m_graph.tensors.size(); ++t)
      m_theory.slot_of_tensor[t] = m_theory.slot_of_tensor[m_representative[t]];
    return {};
  }

  /// Whether the next step is a forward node, or has none.
  bool ends_group(std::size_t step) const {
    if (step + 1 == m_theory.order.size()) return true;
    const Node& next = m_graph.nodes[m_theory.order[step + 1]];
    return next.phase == Phase::forward || next.of < 0;
  }

  void make_groups() {
    std::map<std::vector<int>, int> known;
    int first = 0;
    for (std::size_t k = 0; k < m_theory.order.size(); ++k) {
      if (!ends_group(k)) continue;
      const int end = static_cast<int>(k) + 1;
      const std::vector<int> steps(m_theory.step_classes.begin() + first,
                                   m_theory.step_classes.begin() + end);
      const auto [place, is_new] = known.emplace(steps, static_cast<int>(known.size()));
      m_theory.groups.push_back({first, end - first, place->second});
      first = end;
    }
    m_theory.group_kinds = static_cast<int>(known.size());
  }

  void find_open_slots() {
    const std::size_t steps = m_theory.order.size();
    m_theory.open.resize(steps + 1);
    // From the end: what later steps want of each slot's tensor.
    std::array<OpenKind, State::kSlots> open{};
    std::map<OpenKind, int> kinds;
    std::array<bool, State::kSlots> in_use{};
    for (std::size_t k = steps; k-- > 0;) {
      const StepClass& step = m_theory.classes[m_theory.step_classes[k]];
      for (const std::int16_t slot : step.closes) {
        in_use[slot] = true;
        open[slot] = {};
      }
      for (const StepRule& rule : step.rules)
        for (const Access& access : rule.accesses) {
          open[access.slot].tensor_class = access.tensor_class;
          if (access.makes)
            open[access.slot].unmade = true;
          else
            open[access.slot].may_want |= 1U << access.code;
        }
      const Node& node = m_graph.nodes[m_theory.order[k]];
      for (const auto* list : {&node.inputs, &node.outputs})
        for (const TensorId any : *list)
          if (m_spans[m_representative[any]].first == static_cast<int>(k))
            in_use[m_theory.slot_of_tensor[any]] = false;
      for (std::size_t slot = 0; slot < open.size(); ++slot)
        if (in_use[slot]) {
          const auto [kind, is_new] = kinds.emplace(open[slot], static_cast<int>(kinds.size()));
          if (is_new) m_theory.open_kinds.push_back(open[slot]);
          m_theory.open[k].push_back(
              {static_cast<std::int16_t>(slot), static_cast<std::int16_t>(kind->second)});
        }
    }
  }

  /// Runs of at least three blocks with the same kinds of groups, or of as many pairs, threes and fours: an
  /// open tensor may come to the same slot again after so many only.
  void find_repeats() {
    constexpr std::size_t kMostPeriod = 4, kLeastRepeats = 3;
    struct Block {
      int first, length;
    };
    std::vector<Block> blocks;
    int previous = -1;
    for (std::size_t g = 0; g < m_theory.groups.size(); ++g) {
      const int block = m_graph.nodes[m_theory.order[m_theory.groups[g].first]].block;
      if (block != previous || blocks.empty()) blocks.push_back({static_cast<int>(g), 0});
      ++blocks.back().length;
      previous = block;
    }
    const auto alike = [&](const Block& a, const Block& b) {
      if (a.length != b.length) return false;
      for (int g = 0; g < a.length; ++g)
        if (m_theory.groups[a.first + g].kind != m_theory.groups[b.first + g].kind) return false;
      return true;
    };
    for (std::size_t b = 0; b < blocks.size();) {
      std::size_t next = b + 1;
      for (std::size_t period = 1; period <= kMostPeriod && next == b + 1; ++period) {
        std::size_t end = b + period;
        while (end < blocks.size() && alike(blocks[end - period], blocks[end])) ++end;
        const std::size_t repeats = (end - b) / period;
        if (repeats < kLeastRepeats) continue;
        int length = 0;
        for (std::size_t k = b; k < b + period; ++k) length += blocks[k].length;
        m_theory.repeats.push_back({blocks[b].first, length, static_cast<int>(repeats)});
        next = b + repeats * period;
      }
      b = next;
    }
  }

  const Graph& m_graph;
  Restriction m_restriction;
  bool m_recompute;
  std::vector<bool> m_again;  ///< of each node
  std::vector<int> m_batch;   ///< of each node: the index that stands for the batch, -1 for none
  Theory m_theory;
  std::vector<TensorId> m_representative;
  std::vector<Span> m_spans;
  std::vector<bool> m_used;
  std::vector<std::int16_t> m_closed;  ///< slots to be free again behind the present group
};

}  // namespace

Result<Theory> make_theory(const Graph& graph, Restriction restriction, bool recompute) {
  return Maker(graph, restriction, recompute).make();
}

}  // namespace astrolabe::spmd
