#include "core/spmd/program_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <numeric>

namespace astrolabe::spmd {

namespace {

using Kind = Instruction::Kind;

std::string shape_text(const Shape& shape) {
  std::string text;
  for (const std::int64_t extent : shape) text += (text.empty() ? "" : ", ") + std::to_string(extent);
  return "[" + text + "]";
}

std::string facts_text(const Graph& graph, const std::vector<Fact>& facts) {
  std::string text;
  for (const Fact& fact : facts)
    text += fmt::format("{}{}:{}", text.empty() ? "" : ", ", graph.tensors[fact.tensor].name,
                        to_string(fact.property));
  return text;
}

nlohmann::json facts_json(const Graph& graph, const std::vector<Fact>& facts) {
  nlohmann::json list = nlohmann::json::array();
  for (const Fact& fact : facts) {
    nlohmann::json one{{"tensor", graph.tensors[fact.tensor].name},
                       {"tensor_id", fact.tensor},
                       {"shape", graph.tensors[fact.tensor].shape},
                       {"property", to_string(fact.property)}};
    if (fact.property.kind == Property::Kind::gather) one["segment"] = fact.segment;
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace

std::string fact_text(const Graph& graph, const Fact& fact) {
  const Tensor& tensor = graph.tensors[fact.tensor];
  return fmt::format("{}{} is {}", tensor.name, shape_text(tensor.shape), to_string(fact.property));
}

std::string instruction_text(const Graph& graph, const Instruction& instruction) {
  const std::string name = instruction.kind == Kind::compute ? to_string(graph.nodes[instruction.node].op)
                                                             : to_string(instruction.kind);
  if (instruction.inputs.empty())
    return fmt::format("{:<22} {}", name, facts_text(graph, instruction.outputs));
  if (instruction.outputs.empty())
    return fmt::format("{:<22} {}", name, facts_text(graph, instruction.inputs));
  return fmt::format("{:<22} {} -> {}", name, facts_text(graph, instruction.inputs),
                     facts_text(graph, instruction.outputs));
}

std::string program_text(const Graph& graph, const Program& program) {
  std::string text = fmt::format("program for {} on {} devices\n", graph.name, program.ratios.front().size());
  for (std::size_t s = 0; s < program.ratios.size(); ++s) {
    text += fmt::format("ratios of segment {}, percent:", s);
    for (const double ratio : program.ratios[s]) text += fmt::format(" {:.3f}", 100.0 * ratio);
    text += '\n';
  }
  int number = 0;
  auto phase = Phase::forward;
  text += "\nforward\n";
  for (const Instruction& instruction : program.instructions) {
    if (instruction.phase != phase) {
      phase = instruction.phase;
      text += fmt::format("\n{}\n", to_string(phase));
    }
    text += fmt::format("{:5}  {}", number++, instruction_text(graph, instruction));
    const double seconds = instruction.computation.value + instruction.communication.value;
    if (seconds > 0.0) text += fmt::format("   {:.6g} ms", 1e3 * seconds);
    text += '\n';
  }
  return text;
}

nlohmann::json instructions_json(const Graph& graph, const Program& program) {
  nlohmann::json list = nlohmann::json::array();
  for (const Instruction& instruction : program.instructions) {
    nlohmann::json one{{"op", to_string(instruction.kind)},
                       {"phase", to_string(instruction.phase)},
                       {"inputs", facts_json(graph, instruction.inputs)},
                       {"outputs", facts_json(graph, instruction.outputs)},
                       {"computation_seconds", instruction.computation.value},
                       {"communication_seconds", instruction.communication.value}};
    if (instruction.kind == Kind::compute) {
      one["op"] = to_string(graph.nodes[instruction.node].op);
      one["node"] = graph.nodes[instruction.node].name;
    }
    if (instruction.dim >= 0) one["dim"] = instruction.dim;
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace astrolabe::spmd
