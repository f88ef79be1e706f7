#include "core/plan/program_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace astrolabe::plan {

namespace {

using Kind = spmd::Instruction::Kind;

/// Without the parts that are numbers alone: "mlp.3.up" is "mlp.up".
std::string unnumbered(const std::string& name) {
  std::string kept;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('.', begin), name.size());
    const std::string part = name.substr(begin, end - begin);
    const bool number = !part.empty() && std::all_of(part.begin(), part.end(), [](char c) {
      return std::isdigit(static_cast<unsigned char>(c)) != 0;
    });
    if (!number) kept += (kept.empty() ? "" : ".") + part;
    begin = end + 1;
  }
  return kept.empty() ? name : kept;
}

class Writer {
 public:
  explicit Writer(const ProgramReport& report)
      : m_graph(report.answer->graph), m_program(report.answer->synthesis.program) {
    if (report.pipeline)
      m_first_layer =
          static_cast<int>(report.pipeline->stages[static_cast<std::size_t>(report.shown_stage)].first_layer);
    for (std::size_t e = 0; e < report.events.size(); ++e)
      if (!report.events[e].beside)
        m_event_of.emplace_back(report.events[e].instruction, static_cast<int>(e));
  }

  std::vector<ProgramLine> write() {
    read();
    for (std::size_t begin = 0; begin < m_rows.size();) {
      if (begin == 0 || m_rows[begin].phase != m_rows[begin - 1].phase)
        head(0, to_string(m_rows[begin].phase));
      const std::size_t length = run_at(begin);
      std::size_t end = begin + length;
      int layers = 1;
      while (m_rows[begin].block >= 0 && alike(begin, end, length)) {
        end += length;
        ++layers;
      }
      const bool loops = layers > 1;
      if (loops) {
        const int per_block = std::max(m_graph.layers_per_block, 1);
        const int a = m_rows[begin].block, b = m_rows[end - 1].block;
        const int first = m_first_layer + (a < b ? a * per_block : (a + 1) * per_block - 1);
        const int last = m_first_layer + (a < b ? (b + 1) * per_block - 1 : b * per_block);
        head(0, fmt::format("for layer in {}…{}:", first, last));
      }
      // The names are those of the second layer, which reads what a layer makes; the time is the first one's.
      for (std::size_t k = begin; k < begin + length; ++k)
        add(m_rows[loops ? k + length : k], m_rows[k], loops);
      begin = end;
    }
    return std::move(m_lines);
  }

 private:
  struct Row {
    int instruction = 0, block = -1;
    spmd::Phase phase = spmd::Phase::forward;
  };

  void read() {
    for (std::size_t k = 0; k < m_program.instructions.size(); ++k) {
      const spmd::Instruction& instruction = m_program.instructions[k];
      if (instruction.kind == Kind::load) continue;
      m_rows.push_back({static_cast<int>(k), block_of(instruction), instruction.phase});
    }
  }

  int block_of(const spmd::Instruction& instruction) const {
    if (instruction.node >= 0) return m_graph.nodes[static_cast<std::size_t>(instruction.node)].block;
    if (instruction.inputs.empty()) return -1;
    const spmd::Tensor& tensor = m_graph.tensors[static_cast<std::size_t>(instruction.inputs[0].tensor)];
    if (tensor.producer >= 0) return m_graph.nodes[static_cast<std::size_t>(tensor.producer)].block;
    return tensor.consumers.empty() ? -1
                                    : m_graph.nodes[static_cast<std::size_t>(tensor.consumers.front())].block;
  }

  /// Rows from `begin` on of one phase and block.
  std::size_t run_at(std::size_t begin) const {
    std::size_t end = begin + 1;
    while (end < m_rows.size() && m_rows[end].block == m_rows[begin].block &&
           m_rows[end].phase == m_rows[begin].phase)
      ++end;
    return end - begin;
  }

  /// Whether the run at `other` is one block that does the same as that before it.
  bool alike(std::size_t begin, std::size_t other, std::size_t length) const {
    if (other >= m_rows.size() || m_rows[other].phase != m_rows[begin].phase || m_rows[other].block < 0 ||
        run_at(other) != length)
      return false;
    for (std::size_t k = 0; k < length; ++k)
      if (!same(m_rows[begin + k], m_rows[other + k])) return false;
    return true;
  }

  bool same(const Row& a, const Row& b) const {
    const spmd::Instruction& one = m_program.instructions[static_cast<std::size_t>(a.instruction)];
    const spmd::Instruction& other = m_program.instructions[static_cast<std::size_t>(b.instruction)];
    const auto facts = [&](const std::vector<spmd::Fact>& x, const std::vector<spmd::Fact>& y) {
      return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                        [&](const spmd::Fact& p, const spmd::Fact& q) {
                          return p.property == q.property &&
                                 m_graph.tensors[p.tensor].shape == m_graph.tensors[q.tensor].shape;
                        });
    };
    return one.kind == other.kind && operator_of(one) == operator_of(other) &&
           one.computation == other.computation && one.communication == other.communication &&
           facts(one.inputs, other.inputs) && facts(one.outputs, other.outputs);
  }

  std::string operator_of(const spmd::Instruction& instruction) const {
    return instruction.kind == Kind::compute
               ? to_string(m_graph.nodes[static_cast<std::size_t>(instruction.node)].op)
               : to_string(instruction.kind);
  }

  std::string name_of(const spmd::Fact& fact, bool in_loop) const {
    const spmd::Tensor& tensor = m_graph.tensors[static_cast<std::size_t>(fact.tensor)];
    const std::string name = in_loop ? unnumbered(tensor.name) : tensor.name;
    if (tensor.producer < 0) return name;
    // Tensors of backward are called by their operator and what they belong to.
    const spmd::Node& made = m_graph.nodes[static_cast<std::size_t>(tensor.producer)];
    const std::size_t space = name.rfind(' ');
    if (made.phase == spmd::Phase::forward || space == std::string::npos) return name;
    const std::string of = name.substr(space + 1);
    return made.phase == spmd::Phase::backward ? "grad(" + of + ")" : of;
  }

  void head(int depth, std::string text) {
    ProgramLine line;
    line.depth = depth;
    line.text = std::move(text);
    line.heads = true;
    m_lines.push_back(std::move(line));
  }

  void add(const Row& row, const Row& first, bool in_loop) {
    const spmd::Instruction& instruction = m_program.instructions[static_cast<std::size_t>(row.instruction)];
    ProgramLine line;
    line.depth = in_loop ? 1 : 0;
    std::string results, operands;
    for (const spmd::Fact& fact : instruction.outputs)
      results += (results.empty() ? "" : ", ") + name_of(fact, in_loop);
    for (const spmd::Fact& fact : instruction.inputs)
      operands += (operands.empty() ? "" : ", ") + name_of(fact, in_loop);
    if (instruction.kind != Kind::compute && instruction.kind != Kind::output) {
      const spmd::Property from = instruction.inputs[0].property, to = instruction.outputs[0].property;
      if (from.kind == spmd::Property::Kind::gather) operands += fmt::format(", dim={}", from.dim);
      if (to.kind == spmd::Property::Kind::gather) operands += fmt::format(", to={}", to.dim);
    }
    line.text =
        fmt::format("{}{}{}({})", results, results.empty() ? "" : " = ", operator_of(instruction), operands);
    if (!instruction.outputs.empty()) {
      const spmd::Property held = instruction.outputs[0].property;
      if (held.kind == spmd::Property::Kind::gather) line.comment = fmt::format("part of dim {}", held.dim);
      if (held.kind == spmd::Property::Kind::reduce) line.comment = "part of a sum";
    }
    line.length = instruction.computation + instruction.communication;
    const auto event =
        std::lower_bound(m_event_of.begin(), m_event_of.end(), std::pair{first.instruction, -1});
    if (event != m_event_of.end() && event->first == first.instruction) line.event = event->second;
    m_lines.push_back(std::move(line));
  }

  const spmd::Graph& m_graph;
  const spmd::Program& m_program;
  int m_first_layer = 0;
  std::vector<std::pair<int, int>> m_event_of;  ///< instruction and event, in order
  std::vector<Row> m_rows;
  std::vector<ProgramLine> m_lines;
};

}  // namespace

std::vector<ProgramLine> program_lines(const ProgramReport& report) {
  if (!report.answer || report.answer->synthesis.program.ratios.empty()) return {};
  return Writer(report).write();
}

std::string lines_text(const std::vector<ProgramLine>& lines) {
  std::string text;
  for (const ProgramLine& line : lines) {
    text.append(static_cast<std::size_t>(2 * line.depth), ' ');
    text += line.text;
    if (!line.comment.empty()) text += "  # " + line.comment;
    if (line.length.value > 0.0) text += fmt::format("  # {:.6g} ms", 1e3 * line.length.value);
    text += '\n';
  }
  return text;
}

}  // namespace astrolabe::plan
