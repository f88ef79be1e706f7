#include "core/spmd/program.h"

#include <algorithm>
#include <array>

namespace astrolabe::spmd {

std::string to_string(Property property) {
  switch (property.kind) {
    case Property::Kind::identity:
      return "I";
    case Property::Kind::reduce:
      return "R";
    case Property::Kind::gather:
      break;
  }
  std::string name("G");
  name += std::to_string(property.dim);
  return name;
}

const char* to_string(Instruction::Kind kind) {
  constexpr std::array names{"load",
                             "compute",
                             "all_gather",
                             "all_gather_grouped",
                             "reduce_scatter",
                             "reduce_scatter_grouped",
                             "all_reduce",
                             "all_to_all",
                             "slice",
                             "mask",
                             "pad",
                             "reshard",
                             "output"};
  static_assert(names.size() == static_cast<std::size_t>(Instruction::Kind::output) + 1);
  return names[static_cast<std::size_t>(kind)];
}

bool Program::is_once(const Graph& graph, const Instruction& instruction) const {
  if (instruction.phase == Phase::optimizer) return true;
  const bool weight = instruction.kind != Instruction::Kind::compute && !instruction.inputs.empty() &&
                      graph.tensors[instruction.inputs[0].tensor].role == Role::parameter;
  return weight && !execution.gather_again;
}

double Program::repeats(const Graph& graph, const Instruction& instruction) const {
  return is_once(graph, instruction) ? 1.0 : execution.micro_batches;
}

std::vector<std::vector<Fact>> let_go(const Graph& graph, const Program& program) {
  std::vector<std::vector<Fact>> result(program.instructions.size());
  std::vector<std::vector<Fact>> read(graph.tensors.size());  // by what comes later, before it is given anew
  for (std::size_t k = program.instructions.size(); k-- > 0;) {
    const Instruction& instruction = program.instructions[k];
    for (const Fact& fact : instruction.outputs) {
      std::vector<Fact>& later = read[fact.tensor];
      if (std::find(later.begin(), later.end(), fact) == later.end()) result[k].push_back(fact);
      std::erase(later, fact);
    }
    for (const Fact& fact : instruction.inputs) {
      std::vector<Fact>& later = read[fact.tensor];
      if (std::find(later.begin(), later.end(), fact) != later.end()) continue;
      later.push_back(fact);
      result[k].push_back(fact);
    }
  }
  return result;
}

}  // namespace astrolabe::spmd
