#include "core/exports/pytorch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "core/base/counted.h"
#include "core/base/error_codes.h"
#include "core/base/quoting.h"
#include "core/exports/program_start.h"
#include "core/exports/pytorch_operators.h"
#include "core/spmd/program_text.h"

namespace astrolabe::exports {

extern const char* const kPytorchPrelude;

namespace {

using Kind = spmd::Instruction::Kind;

constexpr const char* kMain =
    "def main(steps=3):\n"
    "    global RANK, DEVICE\n"
    "    on_gpu = torch.cuda.is_available()\n"
    "    dist.init_process_group(\"nccl\" if on_gpu else \"gloo\")\n"
    "    RANK = dist.get_rank()\n"
    "    if dist.get_world_size() != len(RATIOS[0]):\n"
    "        raise SystemExit(f\"this program is for {len(RATIOS[0])} processes, there are "
    "{dist.get_world_size()}\")\n"
    "    if on_gpu:\n"
    "        torch.cuda.set_device(int(os.environ.get(\"LOCAL_RANK\", \"0\")))\n"
    "        DEVICE = torch.device(\"cuda\", torch.cuda.current_device())\n"
    "    with torch.no_grad():\n"
    "        for step in range(steps):\n"
    "            loss = train_step(step)\n"
    "            if RANK == 0:\n"
    "                print(f\"step {step}: loss {loss.item():.6g}\")\n"
    "    dist.destroy_process_group()\n"
    "\n"
    "\n"
    "if __name__ == \"__main__\":\n";

constexpr const char* kNames =
    "The same instructions on every device; RATIOS says which part of a cut dimension is whose.\n"
    "Names: t12_G0 is tensor 12, cut along dimension 0; _I: whole on every device; _R: parts of a sum.\n"
    "\"\"\"\n\n";

/// Every line that is not empty four places to the right.
std::string indented(std::string_view text) {
  std::string made;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1);
    if (text.front() != '\n') made += "    ";
    made.append(text.substr(0, end + 1));
    text.remove_prefix(end + 1);
  }
  return made;
}

class Script {
 public:
  Script(const spmd::Graph& graph, const spmd::Program& program, const std::vector<Machine>& machines)
      : m_graph(graph), m_program(program), m_machines(machines), m_operators(graph) {}

  Result<std::string> write() {
    if (const auto able = has_backward(); !able) return tl::unexpected<Error>(able.error());
    write_head();
    write_body();
    return m_text + kMain + "    main()\n";
  }

  /// A function without arguments that makes what `write_body()` writes that of the file.
  Result<std::string> write_stage(const std::string& name, const std::string& title) {
    if (const auto able = has_backward(); !able) return tl::unexpected<Error>(able.error());
    write_body();
    while (m_text.ends_with('\n')) m_text.pop_back();
    return fmt::format(
        "def {}():\n    \"\"\"{}.\"\"\"\n    global RATIOS, read_batch, train_step\n\n{}\n\n\n", name,
        python_docstring(title), indented(m_text));
  }

 private:
  Result<void> has_backward() const {
    for (const spmd::Node& node : m_graph.nodes)
      if (m_graph.released || node.op == spmd::Op::linear || node.op == spmd::Op::fused_attention ||
          node.op == spmd::Op::log_softmax || node.op == spmd::Op::nll_loss)
        return fail(code::unsupported_model, node.name, spmd::to_string(node.op),
                    {Wanted::Kind::text, {"a program with backward and optimizer nodes"}});
    return {};
  }

  const spmd::Shape& shape(spmd::TensorId tensor) const { return m_graph.tensors[tensor].shape; }

  void line(const std::string& text) { m_text += text + '\n'; }

  void write_head() {
    line(fmt::format("\"\"\"{} on {} devices: a distributed training step, written by Astrolabe.",
                     python_docstring(m_graph.name), m_program.ratios.front().size()));
    line("");
    if (m_machines.empty()) {
      line(fmt::format("Run with PyTorch 2 or newer: torchrun --nproc-per-node {} THIS_FILE",
                       m_program.ratios.front().size()));
    } else {
      line("Run with PyTorch 2 or newer, one process for each device, on these machines:");
      m_text += torchrun_text(m_machines);
      line("");
    }
    m_text += kNames;
    line("import os\n");
    m_text += kPytorchPrelude;
    line("\n");
  }

  /// RATIOS, read_batch() and train_step().
  void write_body() {
    write_ratios();
    write_data();
    write_step();
  }

  void write_ratios() {
    line("# Which part of a cut dimension each device holds, by segment.\nRATIOS = [");
    for (const auto& ratios : m_program.ratios) line(fmt::format("    [{}],", fmt::join(ratios, ", ")));
    line("]\n\n");
  }

  /// Inputs: numbers of a class for what an embedding or a loss reads, real numbers otherwise.
  void write_data() {
    std::map<spmd::TensorId, std::int64_t> classes;
    for (const spmd::Node& node : m_graph.nodes) {
      if (node.op == spmd::Op::embedding) classes[node.inputs[0]] = shape(node.inputs[1])[0];
      if (node.op == spmd::Op::embedding_gradient) classes[node.inputs[1]] = shape(node.outputs[0])[0];
      if (node.op == spmd::Op::cross_entropy) classes[node.inputs[1]] = shape(node.inputs[0]).back();
    }
    line("def read_batch(step):");
    line("    \"\"\"The whole batch of all devices, alike on each; put your data set here.\"\"\"");
    line("    source = torch.Generator().manual_seed(step)\n    return {");
    for (std::size_t t = 0; t < m_graph.tensors.size(); ++t) {
      const spmd::Tensor& tensor = m_graph.tensors[t];
      if (tensor.producer >= 0 || tensor.role == spmd::Role::parameter) continue;
      const auto known = classes.find(static_cast<spmd::TensorId>(t));
      const std::string draw =
          known == classes.end()
              ? fmt::format("torch.rand({}, generator=source) * 2 - 1", list_of(tensor.shape))
              : fmt::format("torch.randint({}, {}, generator=source)", known->second, list_of(tensor.shape));
      line(fmt::format("        {}: {},{}", t, draw, "  # " + comment_text(tensor.name)));
    }
    line("    }\n\n");
  }

  void write_step() {
    m_gone = spmd::let_go(m_graph, m_program);
    const int micro_batches = m_program.execution.micro_batches;
    line("def train_step(step):");
    const std::size_t body = m_text.size();
    line(micro_batches > 1 ? fmt::format("    batch = read_batch(step * {} + micro)", micro_batches)
                           : "    batch = read_batch(step)");
    auto phase = spmd::Phase::forward;
    line("    # forward");
    for (std::size_t k = 0; k < m_program.instructions.size(); ++k) {
      const spmd::Instruction& instruction = m_program.instructions[k];
      if (instruction.phase != phase) {
        phase = instruction.phase;
        if (phase == spmd::Phase::optimizer && micro_batches > 1) repeat_from(body);
        line(fmt::format("    # {}", spmd::to_string(phase)));
      }
      write_instruction(instruction);
      let_go(k);
    }
    for (const auto& [tensor, fact] : m_stored) {
      spmd::Fact updated = fact;
      updated.tensor = m_graph.tensors[tensor].updated;
      if (updated.tensor >= 0)
        line(fmt::format("    PARAMETERS[{}] = {}", parameter_name(m_graph, tensor), variable(updated)));
    }
    line("    return loss\n\n");
  }

  /// Everything since `body` runs for each micro-batch; gradients that the optimizer reads and the loss are
  /// added up.
  void repeat_from(std::size_t body) {
    std::vector<std::string> sums{"loss"};
    std::vector<bool> converted(m_graph.tensors.size(), false);
    const std::vector<spmd::Traffic> traffic = spmd::traffic_of(m_graph);
    for (const spmd::Instruction& instruction : m_program.instructions) {
      if (instruction.phase != spmd::Phase::optimizer) continue;
      for (const spmd::Fact& fact : instruction.inputs)
        if (const std::string name = variable(fact); traffic[fact.tensor] == spmd::Traffic::gradient &&
                                                     !converted[fact.tensor] &&
                                                     std::find(sums.begin(), sums.end(), name) == sums.end())
          sums.push_back(name);
      for (const spmd::Fact& fact : instruction.outputs) converted[fact.tensor] = true;
    }
    for (const std::string& name : sums)
      line(fmt::format("    sum_{0} = {0} if micro == 0 else sum_{0} + {0}", name));
    const std::string repeated = indented(std::string_view(m_text).substr(body));
    m_text.resize(body);
    line(fmt::format("    for micro in range({}):", m_program.execution.micro_batches));
    m_text += repeated;
    for (const std::string& name : sums) line(fmt::format("    {0} = sum_{0}", name));
  }

  void let_go(std::size_t k) {
    std::vector<std::string> names;
    for (const spmd::Fact& fact : m_gone[k])
      if (const std::string name = variable(fact);
          !is_new_parameter(fact) && std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
    if (!names.empty()) line(fmt::format("    del {}", fmt::join(names, ", ")));
  }

  bool is_new_parameter(const spmd::Fact& fact) const {
    const spmd::NodeId producer = m_graph.tensors[fact.tensor].producer;
    return producer >= 0 && m_graph.nodes[producer].op == spmd::Op::update;
  }

  void write_instruction(const spmd::Instruction& instruction) {
    if (instruction.kind == Kind::compute) return write_compute(instruction);
    if (instruction.kind == Kind::output) {
      const spmd::Fact& loss = instruction.inputs.front();
      return line(loss.property.kind == spmd::Property::Kind::reduce
                      ? fmt::format("    loss = all_reduce({})", variable(loss))
                      : fmt::format("    loss = {}", variable(loss)));
    }
    const spmd::Fact& to = instruction.outputs.front();
    line(fmt::format("    {} = {}", variable(to),
                     instruction.kind == Kind::load ? load(to) : conversion(instruction)));
  }

  std::string load(const spmd::Fact& fact) {
    const spmd::Tensor& tensor = m_graph.tensors[fact.tensor];
    const bool cut = fact.property.kind == spmd::Property::Kind::gather;
    const std::string part = cut ? fmt::format(", {}, {}", fact.property.dim, fact.segment) : "";
    if (tensor.role != spmd::Role::parameter) return fmt::format("read(batch[{}]{})", fact.tensor, part);
    m_stored[fact.tensor] = fact;
    return fmt::format("parameter({}, {}, {}{})", parameter_name(m_graph, fact.tensor), list_of(tensor.shape),
                       start(fact.tensor), part);
  }

  /// How a parameter starts: at 1 (gains of norms), at 0 (what is added), or drawn for so many inputs.
  std::string start(spmd::TensorId parameter) const {
    const spmd::Shape& extents = shape(parameter);
    const double first = extents.empty() ? 1.0 : static_cast<double>(std::max<std::int64_t>(extents[0], 1));
    const auto drawn = [](double inputs) { return fmt::format("{}", std::max(1.0, inputs)); };
    for (const spmd::Node& node : m_graph.nodes) {
      const auto read = std::find(node.inputs.begin(), node.inputs.end(), parameter);
      if (read == node.inputs.end()) continue;
      const auto at = static_cast<std::size_t>(read - node.inputs.begin());
      switch (node.op) {
        case spmd::Op::layer_norm:
        case spmd::Op::rms_norm:
          return "\"ones\"";
        case spmd::Op::add:
          return "\"zeros\"";
        case spmd::Op::conv2d:
          if (at == 2) return "\"zeros\"";
          break;
        case spmd::Op::top2_gate:
          return drawn(first);
        case spmd::Op::contract:
          return drawn(summed(node.signature, at, extents));
        default:
          break;
      }
      break;
    }
    return drawn(m_graph.tensors[parameter].elements() / first);
  }

  /// Elements of an operand that go into one element of the product.
  static double summed(const spmd::Signature& signature, std::size_t operand, const spmd::Shape& extents) {
    const std::vector<int>& kept = signature.outputs[0];
    double elements = 1.0;
    for (std::size_t d = 0; d < extents.size(); ++d)
      if (std::find(kept.begin(), kept.end(), signature.inputs[operand][d]) == kept.end())
        elements *= static_cast<double>(extents[d]);
    return elements;
  }

  std::string conversion(const spmd::Instruction& instruction) const {
    const spmd::Fact &from = instruction.inputs.front(), &to = instruction.outputs.front();
    const std::string x = variable(from);
    const int dim_from = from.property.dim, dim_to = to.property.dim;
    const auto extent = [&] { return shape(from.tensor)[static_cast<std::size_t>(dim_from)]; };
    switch (instruction.kind) {
      case Kind::all_gather:
      case Kind::all_gather_grouped:
      case Kind::pad:
        return fmt::format("{}({}, {}, {}, {})", spmd::to_string(instruction.kind), x, dim_from, extent(),
                           from.segment);
      case Kind::reduce_scatter:
      case Kind::reduce_scatter_grouped:
        return fmt::format("{}({}, {}, {})", spmd::to_string(instruction.kind), x, dim_to, to.segment);
      case Kind::all_to_all:
        return fmt::format("all_to_all({}, {}, {}, {}, {})", x, dim_from, dim_to, extent(), to.segment);
      case Kind::slice:
        return fmt::format("cut({}, {}, {})", x, dim_to, to.segment);
      case Kind::reshard:
        return fmt::format("reshard({}, {}, {}, {}, {})", x, dim_from, extent(), from.segment, to.segment);
      default:
        return fmt::format("{}({})", spmd::to_string(instruction.kind), x);
    }
  }

  void write_compute(const spmd::Instruction& instruction) {
    const spmd::Node& node = m_graph.nodes[instruction.node];
    std::string results;
    for (const spmd::Fact& fact : instruction.outputs)
      results += (results.empty() ? "" : ", ") + variable(fact);
    line(fmt::format("    {} = {}  # {}", results, m_operators.expression(instruction),
                     comment_text(node.name)));
  }

  const spmd::Graph& m_graph;
  const spmd::Program& m_program;
  const std::vector<Machine>& m_machines;
  PytorchOperators m_operators;
  std::string m_text;
  std::vector<std::vector<spmd::Fact>> m_gone;
  std::map<spmd::TensorId, spmd::Fact> m_stored;
};

}  // namespace

Result<std::string> pytorch_script(const spmd::Graph& graph, const spmd::Program& program,
                                   const std::vector<Machine>& machines) {
  return Script(graph, program, machines).write();
}

Result<std::string> pytorch_script_of_stages(const std::vector<StageProgram>& stages) {
  constexpr std::string_view kFile = "THIS_FILE\n";
  std::string head = fmt::format(
      "\"\"\"{} as a pipeline of {}: a distributed training step of each, written by Astrolabe.\n\n"
      "Every stage is a program of its own, on machines of its own; nothing is sent between stages.\n"
      "Run with PyTorch 2 or newer, one process for each device, the stage's number behind the file:\n",
      python_docstring(stages.front().graph->name),
      counted(static_cast<std::int64_t>(stages.size()), "stage"));
  std::string bodies, names;
  for (std::size_t at = 0; at < stages.size(); ++at) {
    const StageProgram& stage = stages[at];
    std::string start = stage.machines.empty() ? fmt::format("  torchrun --nproc-per-node {} THIS_FILE\n",
                                                             stage.program->ratios.front().size())
                                               : torchrun_text(stage.machines);
    const std::string numbered = fmt::format("THIS_FILE {}\n", at + 1);
    for (std::size_t found = start.find(kFile); found != std::string::npos;
         found = start.find(kFile, found + numbered.size()))
      start.replace(found, kFile.size(), numbered);
    head += fmt::format("\n{}:\n{}", python_docstring(stage.title), start);
    const std::string name = fmt::format("stage_{}", at + 1);
    auto body = Script(*stage.graph, *stage.program, stage.machines).write_stage(name, stage.title);
    if (!body) return body;
    bodies += *body;
    names += (names.empty() ? "" : ", ") + name;
  }
  return head + '\n' + kNames + "import os\nimport sys\n\n" + kPytorchPrelude + "\n\n" + bodies +
         fmt::format("STAGES = [{}]\n\n\n", names) + kMain +
         "    if len(sys.argv) != 2 or sys.argv[1] not in [str(n + 1) for n in range(len(STAGES))]:\n"
         "        raise SystemExit(f\"the number of the stage stands behind the file: 1 to {len(STAGES)}\")\n"
         "    STAGES[int(sys.argv[1]) - 1]()\n"
         "    main()\n";
}

}  // namespace astrolabe::exports
