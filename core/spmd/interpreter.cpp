#include "core/spmd/interpreter.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "core/spmd/collectives.h"
#include "core/spmd/kernels.h"
#include "core/spmd/leaves.h"
#include "core/spmd/program_text.h"

namespace astrolabe::spmd {

namespace {

using Kind = Instruction::Kind;

/// Which value of a device: one tensor may be held in several properties at a time.
struct Key {
  TensorId tensor;
  int property;  ///< kind and dimension
  int segment;   ///< of a gathered one
  auto operator<=>(const Key&) const = default;
};

Key key_of(const Fact& fact) {
  const bool gathered = fact.property.kind == Property::Kind::gather;
  return {fact.tensor, static_cast<int>(fact.property.kind) * 16 + (gathered ? fact.property.dim : 0),
          gathered ? fact.segment : 0};
}

/// What one device has: values of this step, parameters and moments from step to step.
struct Device {
  std::map<Key, Block> values;
  std::map<TensorId, Block> stored;
  std::map<NodeId, Moments> moments;
};

/// The training of one device.
class Reference {
 public:
  Reference(const Graph& graph, const Leaves& leaves, const VerifyOptions& options)
      : m_graph(graph), m_leaves(leaves), m_options(options) {}

  void run_step(int step) {
    std::vector<Block> before = std::move(m_values);
    m_values.assign(m_graph.tensors.size(), {});
    for (std::size_t t = 0; t < m_values.size(); ++t) {
      const Tensor& tensor = m_graph.tensors[t];
      if (tensor.producer >= 0) continue;
      const bool trained = step > 0 && tensor.role == Role::parameter && tensor.updated >= 0;
      m_values[t] =
          trained ? std::move(before[tensor.updated]) : m_leaves.draw(static_cast<TensorId>(t), step);
    }
    for (std::size_t i = 0; i < m_graph.nodes.size(); ++i) run_node(static_cast<NodeId>(i), step);
  }

  const Block& value(TensorId tensor) const { return m_values[tensor]; }

 private:
  void run_node(NodeId id, int step) {
    const Node& node = m_graph.nodes[id];
    Operands operands;
    for (const TensorId input : node.inputs) operands.push_back(&m_values[input]);
    std::vector<Block> results;
    for (const TensorId output : node.outputs) results.push_back(Block::zeros(m_graph.tensors[output].shape));
    KernelContext context;
    context.step = step;
    context.optimizer = m_options.optimizer;
    context.moments = node.op == Op::update ? &m_moments[id] : nullptr;
    run_kernel(node, operands, results, context);
    for (std::size_t i = 0; i < results.size(); ++i) m_values[node.outputs[i]] = std::move(results[i]);
  }

  const Graph& m_graph;
  const Leaves& m_leaves;
  const VerifyOptions& m_options;
  std::vector<Block> m_values;
  std::map<NodeId, Moments> m_moments;
};

/// All devices, executing. Returns what went wrong as text, empty when nothing did.
class Machine {
 public:
  Machine(const Graph& graph, const Program& program, const Leaves& leaves, const VerifyOptions& options)
      : m_graph(graph), m_program(program), m_leaves(leaves), m_options(options) {
    m_devices.resize(program.ratios.front().size());
  }

  void begin_step(int step) {
    m_step = step;
    for (Device& device : m_devices) device.values.clear();
    m_loaded.clear();
    m_delivered = false;
  }

  std::string execute(int index) {
    const Instruction& instruction = m_program.instructions[index];
    for (const Fact& fact : instruction.inputs)
      if (!m_devices.front().values.contains(key_of(fact)))
        return fmt::format("no earlier instruction gives {}", fact_text(m_graph, fact));
    switch (instruction.kind) {
      case Kind::load:
        return load(instruction.outputs.front());
      case Kind::compute:
        return compute(instruction, index);
      case Kind::output:
        m_delivered = instruction.inputs.front().tensor == m_graph.loss;
        return m_delivered ? "" : "the tensor delivered is not the loss";
      default:
        put(instruction.outputs.front(), convert(instruction));
        return {};
    }
  }

  /// Parameters move on to the next step; the property must be that in which they were loaded.
  std::string end_step() {
    if (!m_delivered) return "the loss is not delivered";
    for (const Fact& loaded : m_loaded) {
      const Tensor& tensor = m_graph.tensors[loaded.tensor];
      if (tensor.updated < 0) continue;
      Fact updated = loaded;
      updated.tensor = tensor.updated;
      for (Device& device : m_devices) {
        const auto value = device.values.find(key_of(updated));
        if (value == device.values.end())
          return fmt::format("{} is loaded as {}, its update is not left so", tensor.name,
                             to_string(loaded.property));
        device.stored[loaded.tensor] = value->second;
      }
    }
    return {};
  }

  /// Device values of a fact.
  Blocks values(const Fact& fact) const {
    Blocks blocks;
    for (const Device& device : m_devices) blocks.push_back(device.values.at(key_of(fact)));
    return blocks;
  }
  std::vector<std::int64_t> lengths(const Fact& fact) const {
    return shard_lengths(m_graph.tensors[fact.tensor].shape[fact.property.dim],
                         m_program.ratios[fact.segment]);
  }

 private:
  void put(const Fact& fact, Blocks blocks) {
    for (std::size_t i = 0; i < m_devices.size(); ++i)
      m_devices[i].values.insert_or_assign(key_of(fact), std::move(blocks[i]));
  }

  /// Zeros of the shape that the fact claims on each device.
  Blocks empty(const Fact& fact) const {
    const Shape& whole = m_graph.tensors[fact.tensor].shape;
    if (fact.property.kind == Property::Kind::gather)
      return empty_shards(whole, fact.property.dim, lengths(fact));
    return Blocks(m_devices.size(), Block::zeros(whole));
  }

  std::string load(const Fact& fact) {
    const Tensor& tensor = m_graph.tensors[fact.tensor];
    if (tensor.producer >= 0) return fmt::format("{} is no leaf", tensor.name);
    if (fact.property.kind == Property::Kind::reduce) return "a leaf can't be loaded as parts of a sum";
    Blocks blocks = empty(fact);
    const bool trained = m_step > 0 && tensor.role == Role::parameter && tensor.updated >= 0;
    const Block drawn = trained ? Block() : m_leaves.draw(fact.tensor, m_step);
    for (std::size_t i = 0; i < m_devices.size(); ++i) {
      if (!trained) {
        paste(drawn, blocks[i]);
        continue;
      }
      const auto stored = m_devices[i].stored.find(fact.tensor);
      if (stored == m_devices[i].stored.end() || stored->second.shape != blocks[i].shape)
        return fmt::format("device {} does not hold this part of {}", i, tensor.name);
      blocks[i] = stored->second;
    }
    if (tensor.role == Role::parameter) m_loaded.push_back(fact);
    put(fact, std::move(blocks));
    return {};
  }

  Blocks convert(const Instruction& instruction) const {
    const Fact &from = instruction.inputs.front(), &to = instruction.outputs.front();
    const Blocks now = values(from);
    switch (instruction.kind) {
      case Kind::all_gather:
      case Kind::all_gather_grouped:
        return all_gather(now);
      case Kind::all_reduce:
        return all_reduce(now);
      case Kind::reduce_scatter:
      case Kind::reduce_scatter_grouped:
        return reduce_scatter(now, to.property.dim, lengths(to));
      case Kind::all_to_all:
      case Kind::reshard:
        return all_to_all(now, to.property.dim, lengths(to));
      case Kind::mask:
        return masked(now);
      default: {  // slice and pad: each device from its own value
        Blocks then = empty(to);
        for (std::size_t i = 0; i < now.size(); ++i) paste(now[i], then[i]);
        return then;
      }
    }
  }

  Blocks masked(Blocks blocks) const {
    if (!m_options.spread_masks) {
      for (std::size_t i = 1; i < blocks.size(); ++i) blocks[i].values.setZero();
      return blocks;
    }
    std::mt19937_64 source(m_options.seed);
    Block& first = blocks.front();
    for (std::size_t i = 1; i < blocks.size(); ++i) {
      for (double& value : blocks[i].values) value *= static_cast<double>(source() % 64) / 16.0 - 2.0;
      first.values -= blocks[i].values;
    }
    return blocks;
  }

  /// Results of the claimed form; dimensions whose index stands on an operand have the operand's extent.
  std::string shape_results(const Instruction& instruction, std::size_t device, const Operands& operands,
                            std::vector<Block>& results) const {
    const Node& node = m_graph.nodes[instruction.node];
    std::vector<std::int64_t> extents(node.signature.indices.size(), -1);
    for (std::size_t i = 0; i < node.signature.inputs.size(); ++i)
      for (std::size_t d = 0; d < node.signature.inputs[i].size(); ++d) {
        const int index = node.signature.inputs[i][d];
        if (index < 0) continue;
        const std::int64_t extent = operands[i]->shape[d];
        if (extents[index] >= 0 && extents[index] != extent)
          return fmt::format("operands disagree on index {} on device {}: {} and {} elements",
                             node.signature.indices[index].letter, device, extents[index], extent);
        extents[index] = extent;
      }
    for (std::size_t i = 0; i < results.size(); ++i) {
      Shape shape = results[i].shape;
      for (std::size_t d = 0; d < shape.size(); ++d) {
        const int index = node.signature.outputs[i][d];
        if (index >= 0 && extents[index] >= 0) shape[d] = extents[index];
      }
      if (shape != results[i].shape) results[i] = Block::zeros(shape, results[i].offset, results[i].whole);
    }
    return {};
  }

  static bool exchanges(const Node& node, const Instruction& instruction) {
    if (node.op != Op::cross_entropy && node.op != Op::cross_entropy_gradient) return false;
    const Property property = instruction.inputs.front().property;
    if (property.kind != Property::Kind::gather) return false;
    const int index = node.signature.inputs[0][property.dim];
    return index >= 0 && node.signature.indices[index].sharing == Sharing::exchanged &&
           instruction.outputs.front().property.kind != Property::Kind::reduce;
  }

  std::string compute(const Instruction& instruction, int index) {
    const Node& node = m_graph.nodes[instruction.node];
    std::vector<Blocks> outputs;  // [output][device]
    for (const Fact& fact : instruction.outputs) outputs.push_back(empty(fact));
    std::vector<Operands> operands(m_devices.size());
    std::vector<std::vector<Block>> results(m_devices.size());
    for (std::size_t i = 0; i < m_devices.size(); ++i) {
      for (const Fact& fact : instruction.inputs)
        operands[i].push_back(&m_devices[i].values.at(key_of(fact)));
      for (Blocks& output : outputs) results[i].push_back(std::move(output[i]));
      if (std::string wrong = shape_results(instruction, i, operands[i], results[i]); !wrong.empty())
        return wrong;
    }
    if (exchanges(node, instruction)) {
      exchange_entropy(node, operands, results);
    } else {
      for (std::size_t i = 0; i < m_devices.size(); ++i)
        run_kernel(node, operands[i], results[i], context(node, instruction.node, index, i));
    }
    for (std::size_t k = 0; k < instruction.outputs.size(); ++k)
      for (std::size_t i = 0; i < m_devices.size(); ++i)
        m_devices[i].values.insert_or_assign(key_of(instruction.outputs[k]), std::move(results[i][k]));
    return {};
  }

  KernelContext context(const Node& node, NodeId id, int index, std::size_t device) {
    KernelContext context;
    context.step = m_step;
    context.optimizer = m_options.optimizer;
    context.moments = node.op == Op::update ? &m_devices[device].moments[id] : nullptr;
    if (m_options.fault.device_dependent && m_options.fault.instruction == index)
      context.stream_shift = 1000 * static_cast<int>(device);
    return context;
  }

  static void exchange_entropy(const Node& node, const std::vector<Operands>& operands,
                               std::vector<std::vector<Block>>& results) {
    std::vector<EntropyParts> parts;
    parts.reserve(operands.size());
    std::vector<Eigen::ArrayXd*> maxima, sums, labels;
    for (const Operands& operand : operands) parts.push_back(entropy_maximum(*operand[0]));
    for (EntropyParts& part : parts) maxima.push_back(&part.maximum);
    all_reduce_maximum(maxima);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      entropy_sums(*operands[i][0], *operands[i][1], parts[i]);
      sums.push_back(&parts[i].sums);
      labels.push_back(&parts[i].of_labels);
    }
    all_reduce_sum(sums);
    all_reduce_sum(labels);
    for (std::size_t i = 0; i < parts.size(); ++i)
      entropy_result(node, *operands[i][0], *operands[i][1], parts[i], results[i][0]);
  }

  const Graph& m_graph;
  const Program& m_program;
  const Leaves& m_leaves;
  const VerifyOptions& m_options;
  std::vector<Device> m_devices;
  std::vector<Fact> m_loaded;
  int m_step = 0;
  bool m_delivered = false;
};

/// The final comparison: the only place where devices' values and the reference meet.
class Comparison {
 public:
  Comparison(const VerifyOptions& options, Verification& to) : m_options(options), m_to(to) {}

  /// Empty when the claim holds.
  std::string check(const Fact& fact, const Blocks& values, const Block& truth,
                    const std::vector<std::int64_t>& lengths, bool exact) {
    ++m_to.checks;
    m_tensors.insert(fact.tensor);
    m_to.tensors = static_cast<int>(m_tensors.size());
    double largest = truth.values.size() > 0 ? truth.values.abs().maxCoeff() : 0.0;
    if (fact.property.kind == Property::Kind::reduce) {
      Block sum = values.front();
      for (std::size_t i = 1; i < values.size(); ++i) sum.values += values[i].values;
      for (const Block& value : values)
        if (value.values.size() > 0) largest = std::max(largest, value.values.abs().maxCoeff());
      return compare(sum, truth, allowed(largest, exact), "the sum over the devices");
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::string who = fmt::format("device {}", i);
      if (fact.property.kind == Property::Kind::gather && values[i].shape[fact.property.dim] != lengths[i])
        return fmt::format("{} holds {} of dimension {}, its share is {}", who,
                           values[i].shape[fact.property.dim], fact.property.dim, lengths[i]);
      Block part = Block::zeros(values[i].shape, values[i].offset, values[i].whole);
      paste(truth, part);
      if (std::string wrong = compare(values[i], part, allowed(largest, exact), who); !wrong.empty())
        return wrong;
    }
    return {};
  }

 private:
  double allowed(double largest, bool exact) const {
    return exact ? 0.0 : m_options.tolerance * largest + 1e-12;
  }

  std::string compare(const Block& value, const Block& truth, double most, const std::string& who) {
    if (value.shape != truth.shape) return fmt::format("{} has another shape", who);
    if (value.values.size() == 0) return {};
    Eigen::Index worst = 0;
    const double difference = (value.values - truth.values).abs().maxCoeff(&worst);
    if (!(difference <= most))
      return fmt::format("{}: element {} is {:.6g}, on one device {:.6g}", who, worst, value.values[worst],
                         truth.values[worst]);
    m_to.max_abs_difference = std::max(m_to.max_abs_difference, difference);
    return {};
  }

  const VerifyOptions& m_options;
  Verification& m_to;
  std::set<TensorId> m_tensors;
};

class Verifier {
 public:
  Verifier(const Graph& graph, const Program& program, const VerifyOptions& options)
      : m_graph(graph),
        m_program(program),
        m_options(options),
        m_leaves(graph, options.seed, options.whole_numbers),
        m_reference(graph, m_leaves, options),
        m_machine(graph, program, m_leaves, options),
        m_comparison(options, m_result) {}

  Verification run() {
    for (int step = 0; step < m_options.steps; ++step) {
      m_reference.run_step(step);
      m_machine.begin_step(step);
      const auto count = static_cast<int>(m_program.instructions.size());
      for (int i = 0; i < count; ++i) {
        if (m_options.stop.stop_requested()) {
          m_result.stopped = true;
          return m_result;
        }
        if (!run_instruction(i, step)) return m_result;
      }
      if (std::string wrong = m_machine.end_step(); !wrong.empty()) {
        m_result.violation = Violation{step, count - 1, {}, "end of step", {}, wrong};
        return m_result;
      }
      ++m_result.steps;
    }
    return m_result;
  }

 private:
  bool run_instruction(int index, int step) {
    const Instruction& instruction = m_program.instructions[index];
    std::string claim = instruction.outputs.empty() ? "" : fact_text(m_graph, instruction.outputs.front());
    std::string wrong = m_machine.execute(index);
    for (const Fact& fact : instruction.outputs) {
      if (!wrong.empty()) break;
      const bool gathered = fact.property.kind == Property::Kind::gather;
      claim = fact_text(m_graph, fact);
      wrong = m_comparison.check(fact, m_machine.values(fact), m_reference.value(fact.tensor),
                                 gathered ? m_machine.lengths(fact) : std::vector<std::int64_t>{},
                                 m_options.whole_numbers && step == 0);
    }
    if (wrong.empty()) return true;
    m_result.violation = Violation{
        step, index, instruction_text(m_graph, instruction), rule_text(m_graph, instruction), claim, wrong};
    return false;
  }

  const Graph& m_graph;
  const Program& m_program;
  const VerifyOptions& m_options;
  Verification m_result;
  Leaves m_leaves;
  Reference m_reference;
  Machine m_machine;
  Comparison m_comparison;
};

}  // namespace

Verification verify(const Graph& graph, const Program& program, const VerifyOptions& options) {
  return Verifier(graph, program, options).run();
}

std::string rule_text(const Graph& graph, const Instruction& instruction) {
  const auto list = [](const std::vector<Fact>& facts) {
    std::string text;
    for (const Fact& fact : facts) text += (text.empty() ? "" : ", ") + to_string(fact.property);
    return text;
  };
  const std::string name = instruction.kind == Kind::compute ? to_string(graph.nodes[instruction.node].op)
                                                             : to_string(instruction.kind);
  return fmt::format("{}: {} => {}", name, list(instruction.inputs), list(instruction.outputs));
}

}  // namespace astrolabe::spmd
