#include "core/spmd/faults.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/base/error_codes.h"

namespace astrolabe::spmd {

namespace {

using Kind = Instruction::Kind;

constexpr std::array<std::string_view, kFaults> kNames{
    "softmax split along its own dimension",
    "a bent function of the parts of a sum",
    "sum of parts and a whole",
    "transposition that leaves the shard on its old dimension",
    "summed index claimed as shard of the result",
    "parameter updated with its own part of the gradient",
    "dropout masks drawn for each device apart",
    "other ratios behind a segment's border without re-sharding"};

constexpr std::array<std::string_view, kFaults> kNeeds{
    "a graph with attention or cross entropy",
    "a graph with relu, gelu or sigmoid",
    "a graph with an addition of two computed tensors",
    "a graph with a transposition or a product whose result keeps two dimensions of an operand",
    "a graph with a product that sums over an index",
    "a graph with trained parameters",
    "a graph with dropout",
    "a graph with an operator that computes shards from shards"};

/// A wrong rule for one node.
struct WrongRule {
  NodeId node = -1;
  std::vector<Property> inputs, outputs;
  bool crosses_border = false;  ///< the result is claimed by the ratios of another segment
  bool device_dependent = false;
};

bool is_bent(Op op) { return op == Op::relu || op == Op::gelu || op == Op::sigmoid; }

int first_dimension_of(const std::vector<int>& labels, int index) {
  const auto at = std::find(labels.begin(), labels.end(), index);
  return at == labels.end() ? -1 : static_cast<int>(at - labels.begin());
}

/// Finds the wrong rule for the first node that can have it.
class Finder {
 public:
  explicit Finder(const Graph& graph) : m_graph(graph) {}

  std::optional<WrongRule> find(Fault fault) const {
    // The operator by which the fault is known comes first, its kin afterwards.
    for (const bool kin : {false, true})
      for (std::size_t n = 0; n < m_graph.nodes.size(); ++n)
        if (auto rule = at(fault, static_cast<NodeId>(n), kin)) return rule;
    return {};
  }

 private:
  WrongRule whole(NodeId id) const {
    const Node& node = m_graph.nodes[id];
    WrongRule rule;
    rule.node = id;
    rule.inputs.assign(node.inputs.size(), Property::identity());
    rule.outputs.assign(node.outputs.size(), Property::identity());
    return rule;
  }

  std::optional<WrongRule> at(Fault fault, NodeId id, bool kin) const {
    const Node& node = m_graph.nodes[id];
    WrongRule rule = whole(id);
    switch (fault) {
      case Fault::softmax_split:
        if (!kin && node.op == Op::attention) {
          rule.inputs[0] = rule.outputs[0] = Property::gather(1);
          return rule;
        }
        if (!kin && node.op == Op::softmax) {
          rule.inputs[0] = rule.outputs[0] = Property::gather(rank(node.inputs[0]) - 1);
          return rule;
        }
        if (!kin || node.op != Op::cross_entropy) return {};
        rule.inputs[0] = Property::gather(rank(node.inputs[0]) - 1);
        rule.outputs[0] = Property::reduce();
        return rule;
      case Fault::relu_of_parts:
        if (kin ? !is_bent(node.op) : node.op != Op::relu) return {};
        rule.inputs[0] = rule.outputs[0] = Property::reduce();
        return rule;
      case Fault::sum_with_whole:
        if (node.op != Op::add || (!kin && is_parameter(node.inputs[1]))) return {};
        rule.inputs[0] = rule.outputs[0] = Property::reduce();
        return rule;
      case Fault::wrong_transpose:
        return transpose(node, rule, kin);
      case Fault::wrong_mixture_rule:
        return mixture(node, rule, kin);
      case Fault::unreduced_gradient: {
        if (node.op != Op::update) return {};
        const Shape& shape = m_graph.tensors[node.inputs[0]].shape;
        if (!kin && std::find(shape.begin(), shape.end(), 1) == shape.end()) return {};
        rule.inputs[1] = Property::reduce();
        return rule;
      }
      case Fault::dropout_per_device:
        if (node.op != Op::dropout) return {};
        rule.device_dependent = true;
        return rule;
      case Fault::other_ratios_unresharded:
        return border(node, rule);
    }
    return {};
  }

  std::optional<WrongRule> transpose(const Node& node, WrongRule rule, bool kin) const {
    if (kin ? node.op != Op::contract : node.op != Op::transpose) return {};
    // Two dimensions of the first operand that the result has too, of one index each.
    const auto& from = node.signature.inputs[0];
    const auto& to = node.signature.outputs[0];
    for (std::size_t d = 0; d < from.size(); ++d) {
      const int target = from[d] < 0 ? -1 : first_dimension_of(to, from[d]);
      if (target < 0 || (!kin && target == static_cast<int>(d))) continue;
      for (std::size_t e = 0; e < to.size(); ++e) {
        if (static_cast<int>(e) == target || to[e] < 0) continue;
        if (!kin && e != d) continue;
        rule.inputs[0] = Property::gather(static_cast<int>(d));
        for (std::size_t i = 1; i < node.inputs.size(); ++i)
          if (const int other = first_dimension_of(node.signature.inputs[i], from[d]); other >= 0)
            rule.inputs[i] = Property::gather(other);
        rule.outputs[0] = Property::gather(static_cast<int>(e));
        return rule;
      }
    }
    return {};
  }

  std::optional<WrongRule> mixture(const Node& node, WrongRule rule, bool kin) const {
    if (node.op != Op::contract || node.phase != Phase::forward || node.inputs.size() != 2) return {};
    const auto& second = node.signature.inputs[1];
    const auto& to = node.signature.outputs[0];
    // becd, bsec -> bsd: two indices are summed, the wrong rule cuts dimension 2 of the second operand.
    int summed = 0;
    for (const int index : second) summed += index >= 0 && first_dimension_of(to, index) < 0 ? 1 : 0;
    if (!kin && (summed < 2 || second.size() < 4)) return {};
    for (std::size_t d = 0; d < second.size(); ++d) {
      if (!kin && d != 2) continue;
      if (second[d] < 0 || first_dimension_of(to, second[d]) >= 0 || to.empty()) continue;
      rule.inputs[1] = Property::gather(static_cast<int>(d));
      rule.outputs[0] = Property::gather(to.size() > 1 ? 1 : 0);
      return rule;
    }
    return {};
  }

  std::optional<WrongRule> border(const Node& node, WrongRule rule) const {
    if (node.op == Op::update || node.inputs.empty()) return {};
    for (const Rule& right : signature_rules(node)) {
      if (!right.sharded || right.inputs[0].kind != Property::Kind::gather ||
          right.outputs[0].kind != Property::Kind::gather)
        continue;
      rule.inputs = right.inputs;
      rule.outputs = right.outputs;
      rule.crosses_border = true;
      return rule;
    }
    return {};
  }

  int rank(TensorId tensor) const { return static_cast<int>(m_graph.tensors[tensor].shape.size()); }
  bool is_parameter(TensorId tensor) const { return m_graph.tensors[tensor].role == Role::parameter; }

  const Graph& m_graph;
};

/// Writes the program anew with one node computed by another rule.
class Rewriter {
 public:
  explicit Rewriter(Program program) : m_program(std::move(program)) {}

  Rewritten run(NodeId node, const std::vector<Property>& inputs, const std::vector<Property>& outputs,
                int output_segment) {
    const std::vector<Instruction> before = std::move(m_program.instructions);
    m_program.instructions.clear();
    for (const Instruction& instruction : before) {
      if (instruction.kind == Kind::compute && instruction.node == node)
        write_other(instruction, inputs, outputs, output_segment);
      else
        add(instruction);
    }
    return {std::move(m_program), m_changed};
  }

 private:
  void add(const Instruction& instruction) {
    for (const Fact& fact : instruction.outputs) m_given.push_back(fact);
    m_program.instructions.push_back(instruction);
  }

  bool has(const Fact& fact) const {
    return std::find(m_given.begin(), m_given.end(), fact) != m_given.end();
  }

  void convert(Kind kind, const Fact& from, const Fact& to, Phase phase) {
    if (has(to)) return;
    Instruction instruction;
    instruction.kind = kind;
    instruction.inputs = {from};
    instruction.outputs = {to};
    instruction.phase = phase;
    instruction.dim = to.property.kind == Property::Kind::gather ? to.property.dim : from.property.dim;
    add(instruction);
  }

  /// By right instructions from a fact that is there to another, over I.
  void bring(const Fact& from, const Fact& to, Phase phase) {
    if (from == to) return;
    const Fact whole{from.tensor, Property::identity(), 0};
    if (from.property.kind == Property::Kind::gather) convert(Kind::all_gather, from, whole, phase);
    if (from.property.kind == Property::Kind::reduce) convert(Kind::all_reduce, from, whole, phase);
    if (to.property.kind == Property::Kind::gather) convert(Kind::slice, whole, to, phase);
    if (to.property.kind == Property::Kind::reduce) convert(Kind::mask, whole, to, phase);
  }

  void write_other(const Instruction& right, const std::vector<Property>& inputs,
                   const std::vector<Property>& outputs, int output_segment) {
    Instruction other = right;
    for (std::size_t i = 0; i < right.inputs.size(); ++i) {
      other.inputs[i] = {right.inputs[i].tensor, inputs[i], 0};
      bring(right.inputs[i], other.inputs[i], right.phase);
    }
    for (std::size_t i = 0; i < right.outputs.size(); ++i)
      other.outputs[i] = {right.outputs[i].tensor, outputs[i], output_segment};
    m_changed = static_cast<int>(m_program.instructions.size());
    add(other);
    for (std::size_t i = 0; i < right.outputs.size(); ++i)
      bring(other.outputs[i], right.outputs[i], right.phase);
  }

  Program m_program;
  std::vector<Fact> m_given;
  int m_changed = -1;
};

/// Device i's share is i + 1.
std::vector<double> rising(std::size_t devices) {
  std::vector<double> ratios;
  const double sum = 0.5 * static_cast<double>(devices) * static_cast<double>(devices + 1);
  for (std::size_t i = 0; i < devices; ++i) ratios.push_back(static_cast<double>(i + 1) / sum);
  return ratios;
}

}  // namespace

std::string_view to_string(Fault fault) { return kNames[static_cast<std::size_t>(fault) - 1]; }

Rewritten with_rule(Program program, NodeId node, const std::vector<Property>& inputs,
                    const std::vector<Property>& outputs, int output_segment) {
  return Rewriter(std::move(program)).run(node, inputs, outputs, output_segment);
}

Result<FaultyProgram> inject(const Graph& graph, const Program& program, Fault fault) {
  const std::string number = std::to_string(static_cast<int>(fault));
  if (program.ratios.front().size() < 2)
    return fail(code::usage, "--mutate", number, {Wanted::Kind::text, {"at least two devices"}});
  const auto rule = Finder(graph).find(fault);
  if (!rule)
    return fail(code::usage, "--mutate", number,
                {Wanted::Kind::text, {std::string(kNeeds[static_cast<std::size_t>(fault) - 1])}});
  Program uneven = program;
  const std::size_t devices = program.ratios.front().size();
  for (auto& ratios : uneven.ratios) ratios = rising(devices);
  int segment = 0;
  if (rule->crosses_border) {
    segment = static_cast<int>(uneven.ratios.size());
    uneven.ratios.emplace_back(devices, 0.0).front() = 1.0;  // as the released code leaves an empty segment
  }
  Rewritten written = with_rule(std::move(uneven), rule->node, rule->inputs, rule->outputs, segment);
  FaultyProgram faulty{std::move(written.program), {}, written.instruction};
  if (rule->device_dependent) faulty.fault = {written.instruction, true};
  return faulty;
}

}  // namespace astrolabe::spmd
