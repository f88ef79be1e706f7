#include "core/spmd/program_text.h"

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "core/base/quoting.h"

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
    text += fmt::format("{}{}:{}", text.empty() ? "" : ", ", one_line(graph.tensors[fact.tensor].name),
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

nlohmann::json instruction_json(const Graph& graph, const Instruction& instruction) {
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
  return one;
}

/// For each instruction a number; those with the same one differ in their tensors' and nodes' names alone.
std::vector<int> kinds_of(const Graph& graph, const Program& program) {
  std::unordered_map<std::string, int> known;
  std::vector<int> kinds;
  kinds.reserve(program.instructions.size());
  std::string form;
  const auto add = [&form](auto value) { form.append(reinterpret_cast<const char*>(&value), sizeof value); };
  const auto add_facts = [&](const std::vector<Fact>& facts) {
    add(facts.size());
    for (const Fact& fact : facts) {
      add(fact.property.kind);
      add(fact.property.dim);
      add(fact.segment);
      for (const std::int64_t extent : graph.tensors[fact.tensor].shape) add(extent);
      add(std::int64_t{-1});
    }
  };
  for (const Instruction& instruction : program.instructions) {
    form.clear();
    add(instruction.kind);
    add(instruction.phase);
    add(instruction.dim);
    add(instruction.computation.value);
    add(instruction.communication.value);
    if (instruction.kind == Kind::compute) add(graph.nodes[instruction.node].op);
    add_facts(instruction.inputs);
    add_facts(instruction.outputs);
    kinds.push_back(known.try_emplace(form, static_cast<int>(known.size())).first->second);
  }
  return kinds;
}

/// Instructions one after the other that come `times` times.
struct Repeated {
  std::size_t first = 0, size = 1, times = 1;
};

std::vector<Repeated> blocks_of(const Graph& graph, const Program& program, std::size_t written_out) {
  const std::size_t count = program.instructions.size();
  if (count <= written_out) return count == 0 ? std::vector<Repeated>{} : std::vector<Repeated>{{0, count, 1}};
  constexpr std::size_t kLongest = 4096, kLooks = 64, kLeastTimes = 3;
  const std::vector<int> kinds = kinds_of(graph, program);
  // Where the kind of each comes again.
  std::vector<std::size_t> again(count, count), last(kinds.size(), count);
  for (std::size_t i = count; i-- > 0;) again[i] = std::exchange(last[static_cast<std::size_t>(kinds[i])], i);
  std::vector<Repeated> blocks;
  for (std::size_t i = 0; i < count;) {
    Repeated block{i, 1, 1};
    std::size_t next = again[i];
    for (std::size_t look = 0; look < kLooks && next < count && next - i <= kLongest; ++look) {
      const std::size_t size = next - i;
      std::size_t same = 0;
      while (next + same < count && kinds[i + same] == kinds[next + same]) ++same;
      if (same / size + 1 >= kLeastTimes) {
        block = {i, size, same / size + 1};
        break;
      }
      next = again[next];
    }
    i += block.size * block.times;
    blocks.push_back(block);
  }
  return blocks;
}

}  // namespace

std::string fact_text(const Graph& graph, const Fact& fact) {
  const Tensor& tensor = graph.tensors[fact.tensor];
  return fmt::format("{}{} is {}", one_line(tensor.name), shape_text(tensor.shape), to_string(fact.property));
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
  std::string text =
      fmt::format("program for {} on {} devices\n", one_line(graph.name), program.ratios.front().size());
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

nlohmann::json instructions_json(const Graph& graph, const Program& program, std::size_t written_out) {
  nlohmann::json list = nlohmann::json::array();
  for (const Repeated& block : blocks_of(graph, program, written_out))
    for (std::size_t i = 0; i < block.size; ++i) {
      list.push_back(instruction_json(graph, program.instructions[block.first + i]));
      if (i == 0 && block.times > 1)
        list.back()["repeats"] = {{"instructions", block.size}, {"times", block.times}};
    }
  return list;
}

}  // namespace astrolabe::spmd
