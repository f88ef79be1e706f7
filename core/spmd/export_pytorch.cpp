#include "core/spmd/export_pytorch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "core/base/error_codes.h"
#include "core/spmd/program_text.h"

namespace astrolabe::spmd {

extern const char* const kPytorchPrelude;

namespace {

using Kind = Instruction::Kind;

std::string list_of(const Shape& shape) { return fmt::format("[{}]", fmt::join(shape, ", ")); }

/// As a Python string: names come from files.
std::string quoted(const std::string& text) {
  std::string result("\"");
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return result + '"';
}

std::string comment(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return text;
}

std::string variable(const Fact& fact) {
  std::string name = fmt::format("t{}_{}", fact.tensor, to_string(fact.property));
  if (fact.property.kind == Property::Kind::gather && fact.segment > 0)
    name += fmt::format("_s{}", fact.segment);
  return name;
}

class Script {
 public:
  Script(const Graph& graph, const Program& program) : m_graph(graph), m_program(program) {}

  Result<std::string> write() {
    for (const Node& node : m_graph.nodes)
      if (m_graph.released || node.op == Op::linear || node.op == Op::fused_attention ||
          node.op == Op::log_softmax || node.op == Op::nll_loss)
        return fail(code::unsupported_model, node.name, to_string(node.op),
                    {Wanted::Kind::text, {"a program with backward and optimizer nodes"}});
    write_head();
    write_data();
    write_step();
    write_main();
    return std::move(m_text);
  }

 private:
  const Shape& shape(TensorId tensor) const { return m_graph.tensors[tensor].shape; }

  void line(const std::string& text) { m_text += text + '\n'; }

  void write_head() {
    line(fmt::format("\"\"\"{} on {} devices: a distributed training step, written by Astrolabe.",
                     comment(m_graph.name), m_program.ratios.front().size()));
    line("");
    line(fmt::format("Run: torchrun --nproc-per-node {} THIS_FILE", m_program.ratios.front().size()));
    line("The same instructions on every device; RATIOS says which part of a cut dimension is whose.");
    line("Names: t12_G0 is tensor 12, cut along dimension 0; _I: whole on every device; _R: parts of a sum.");
    line("\"\"\"\n");
    line("import os\n");
    m_text += kPytorchPrelude;
    line("\n\n# Which part of a cut dimension each device holds, by segment.\nRATIOS = [");
    for (const auto& ratios : m_program.ratios) line(fmt::format("    [{}],", fmt::join(ratios, ", ")));
    line("]\n\n");
  }

  /// Inputs: numbers of a class for what an embedding or a loss reads, real numbers otherwise.
  void write_data() {
    std::map<TensorId, std::int64_t> classes;
    for (const Node& node : m_graph.nodes) {
      if (node.op == Op::embedding) classes[node.inputs[0]] = shape(node.inputs[1])[0];
      if (node.op == Op::embedding_gradient) classes[node.inputs[1]] = shape(node.outputs[0])[0];
      if (node.op == Op::cross_entropy) classes[node.inputs[1]] = shape(node.inputs[0]).back();
    }
    line("def read_batch(step):");
    line("    \"\"\"The whole batch of all devices, alike on each; put your data set here.\"\"\"");
    line("    source = torch.Generator().manual_seed(step)\n    return {");
    for (std::size_t t = 0; t < m_graph.tensors.size(); ++t) {
      const Tensor& tensor = m_graph.tensors[t];
      if (tensor.producer >= 0 || tensor.role == Role::parameter) continue;
      const auto known = classes.find(static_cast<TensorId>(t));
      const std::string draw =
          known == classes.end()
              ? fmt::format("torch.rand({}, generator=source) * 2 - 1", list_of(tensor.shape))
              : fmt::format("torch.randint({}, {}, generator=source)", known->second, list_of(tensor.shape));
      line(fmt::format("        {}: {},{}", t, draw, "  # " + comment(tensor.name)));
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
    auto phase = Phase::forward;
    line("    # forward");
    for (std::size_t k = 0; k < m_program.instructions.size(); ++k) {
      const Instruction& instruction = m_program.instructions[k];
      if (instruction.phase != phase) {
        phase = instruction.phase;
        if (phase == Phase::optimizer && micro_batches > 1) repeat_from(body);
        line(fmt::format("    # {}", to_string(phase)));
      }
      write_instruction(instruction);
      let_go(k);
    }
    for (const auto& [tensor, fact] : m_stored) {
      Fact updated = fact;
      updated.tensor = m_graph.tensors[tensor].updated;
      if (updated.tensor >= 0)
        line(fmt::format("    PARAMETERS[{}] = {}", parameter_name(tensor), variable(updated)));
    }
    line("    return loss\n\n");
  }

  /// Everything since `body` runs for each micro-batch; gradients that the optimizer reads and the loss are
  /// added up.
  void repeat_from(std::size_t body) {
    std::vector<std::string> sums{"loss"};
    std::vector<bool> converted(m_graph.tensors.size(), false);
    const std::vector<Traffic> traffic = traffic_of(m_graph);
    for (const Instruction& instruction : m_program.instructions) {
      if (instruction.phase != Phase::optimizer) continue;
      for (const Fact& fact : instruction.inputs)
        if (const std::string name = variable(fact); traffic[fact.tensor] == Traffic::gradient &&
                                                     !converted[fact.tensor] &&
                                                     std::find(sums.begin(), sums.end(), name) == sums.end())
          sums.push_back(name);
      for (const Fact& fact : instruction.outputs) converted[fact.tensor] = true;
    }
    for (const std::string& name : sums)
      line(fmt::format("    sum_{0} = {0} if micro == 0 else sum_{0} + {0}", name));
    std::string indented;
    for (std::size_t begin = body; begin < m_text.size();) {
      const std::size_t end = m_text.find('\n', begin);
      if (end > begin) indented += "    ";
      indented.append(m_text, begin, end + 1 - begin);
      begin = end + 1;
    }
    m_text.resize(body);
    line(fmt::format("    for micro in range({}):", m_program.execution.micro_batches));
    m_text += indented;
    for (const std::string& name : sums) line(fmt::format("    {0} = sum_{0}", name));
  }

  void let_go(std::size_t k) {
    std::vector<std::string> names;
    for (const Fact& fact : m_gone[k])
      if (const std::string name = variable(fact);
          !is_new_parameter(fact) && std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
    if (!names.empty()) line(fmt::format("    del {}", fmt::join(names, ", ")));
  }

  bool is_new_parameter(const Fact& fact) const {
    const NodeId producer = m_graph.tensors[fact.tensor].producer;
    return producer >= 0 && m_graph.nodes[producer].op == Op::update;
  }

  std::string parameter_name(TensorId tensor) const {
    return quoted(fmt::format("{} {}", tensor, m_graph.tensors[tensor].name));
  }

  void write_instruction(const Instruction& instruction) {
    if (instruction.kind == Kind::compute) return write_compute(instruction);
    if (instruction.kind == Kind::output) {
      const Fact& loss = instruction.inputs.front();
      return line(loss.property.kind == Property::Kind::reduce
                      ? fmt::format("    loss = all_reduce({})", variable(loss))
                      : fmt::format("    loss = {}", variable(loss)));
    }
    const Fact& to = instruction.outputs.front();
    line(fmt::format("    {} = {}", variable(to),
                     instruction.kind == Kind::load ? load(to) : conversion(instruction)));
  }

  std::string load(const Fact& fact) {
    const Tensor& tensor = m_graph.tensors[fact.tensor];
    const bool cut = fact.property.kind == Property::Kind::gather;
    const std::string part = cut ? fmt::format(", {}, {}", fact.property.dim, fact.segment) : "";
    if (tensor.role != Role::parameter) return fmt::format("read(batch[{}]{})", fact.tensor, part);
    m_stored[fact.tensor] = fact;
    const std::int64_t first = tensor.shape.empty() ? 1 : tensor.shape.front();
    const double fan_in = first > 0 ? std::max(1.0, tensor.elements() / static_cast<double>(first)) : 1.0;
    return fmt::format("parameter({}, {}, {}{})", parameter_name(fact.tensor), list_of(tensor.shape), fan_in,
                       part);
  }

  std::string conversion(const Instruction& instruction) const {
    const Fact &from = instruction.inputs.front(), &to = instruction.outputs.front();
    const std::string x = variable(from);
    const int dim_from = from.property.dim, dim_to = to.property.dim;
    const auto extent = [&] { return shape(from.tensor)[static_cast<std::size_t>(dim_from)]; };
    switch (instruction.kind) {
      case Kind::all_gather:
      case Kind::all_gather_grouped:
      case Kind::pad:
        return fmt::format("{}({}, {}, {}, {})", to_string(instruction.kind), x, dim_from, extent(),
                           from.segment);
      case Kind::reduce_scatter:
      case Kind::reduce_scatter_grouped:
        return fmt::format("{}({}, {}, {})", to_string(instruction.kind), x, dim_to, to.segment);
      case Kind::all_to_all:
        return fmt::format("all_to_all({}, {}, {}, {}, {})", x, dim_from, dim_to, extent(), to.segment);
      case Kind::slice:
        return fmt::format("cut({}, {}, {})", x, dim_to, to.segment);
      case Kind::reshard:
        return fmt::format("reshard({}, {}, {}, {}, {})", x, dim_from, extent(), from.segment, to.segment);
      default:
        return fmt::format("{}({})", to_string(instruction.kind), x);
    }
  }

  void write_compute(const Instruction& instruction) {
    const Node& node = m_graph.nodes[instruction.node];
    std::string results;
    for (const Fact& fact : instruction.outputs) results += (results.empty() ? "" : ", ") + variable(fact);
    line(fmt::format("    {} = {}  # {}", results, expression(node, instruction), comment(node.name)));
  }

  static char letter(int index) { return static_cast<char>(index < 26 ? 'a' + index : 'A' + index - 26); }

  /// Product and sum by the signature; a dimension without an index (extent 1) is summed on the way in and
  /// put back on the way out.
  std::string einsum(const Node& node, const std::vector<std::string>& x, const Fact& to) const {
    const Signature& s = node.signature;
    std::string pattern;
    int spare = static_cast<int>(s.indices.size());
    for (const auto& labels : s.inputs) {
      if (!pattern.empty()) pattern += ',';
      for (const int label : labels) pattern += letter(label >= 0 ? label : spare++);
    }
    const std::string given = pattern;
    pattern += "->";
    std::string places;
    bool has_ones = false, repeats = false;
    for (const int label : s.outputs[0]) {
      const bool read = label >= 0 && given.find(letter(label)) != std::string::npos;
      if (read) pattern += letter(label);
      places += read ? ":, " : "None, ";
      has_ones = has_ones || !read;
      repeats = repeats || (label >= 0 && !read);
    }
    std::string text = fmt::format("torch.einsum(\"{}\", {})", pattern, fmt::join(x, ", "));
    if (has_ones) text = fmt::format("{}[{}]", text, places.substr(0, places.size() - 2));
    return repeats ? fmt::format("{}.expand({})", text, local_shape(to)) : text;
  }

  /// An operand of an addition, its dimensions brought to those of the result.
  std::string aligned(const Node& node, std::size_t operand, const std::string& x) const {
    const auto& labels = node.signature.inputs[operand];
    const auto& to = node.signature.outputs[0];
    bool fits = labels.size() == to.size();
    for (std::size_t d = 0; fits && d < to.size(); ++d) fits = labels[d] < 0 || labels[d] == to[d];
    if (fits) return x;
    // Dimensions of extent 1 go; the result's others are put in.
    std::string kept, places;
    std::vector<int> left;
    for (const int label : labels) {
      kept += label < 0 ? "0, " : ":, ";
      if (label >= 0) left.push_back(label);
    }
    std::size_t next = 0;
    for (const int label : to) {
      const bool has = next < left.size() && left[next] == label;
      places += has ? ":, " : "None, ";
      if (has) ++next;
    }
    const std::string inner =
        left.size() == labels.size() ? x : fmt::format("{}[{}]", x, kept.substr(0, kept.size() - 2));
    return places.empty() ? inner : fmt::format("{}[{}]", inner, places.substr(0, places.size() - 2));
  }

  static std::string gain_of(const std::vector<std::string>& x, std::size_t at) {
    return x.size() > at ? ", " + x[at] : "";
  }

  /// First element of the device's shard of `dim`, 0 where the fact is not cut there.
  std::string begin_of(const Fact& fact, int dim) const {
    if (fact.property.kind != Property::Kind::gather || fact.property.dim != dim) return "0";
    return fmt::format("span({}, {})[0]", shape(fact.tensor)[static_cast<std::size_t>(dim)], fact.segment);
  }

  std::string local_shape(const Fact& fact) const {
    std::string text;
    for (std::size_t d = 0; d < shape(fact.tensor).size(); ++d) {
      const bool cut =
          fact.property.kind == Property::Kind::gather && fact.property.dim == static_cast<int>(d);
      text += text.empty() ? "" : ", ";
      text += cut ? fmt::format("span({}, {})[1]", shape(fact.tensor)[d], fact.segment)
                  : std::to_string(shape(fact.tensor)[d]);
    }
    return "[" + text + "]";
  }

  std::string dropout(const Node& node, const Fact& fact, const std::string& x) const {
    std::string begin;
    for (std::size_t d = 0; d < shape(fact.tensor).size(); ++d)
      begin += (begin.empty() ? "" : ", ") + begin_of(fact, static_cast<int>(d));
    return fmt::format("dropout({}, {}, {}, step, {}, [{}])", x, node.attributes.probability,
                       node.attributes.stream, list_of(shape(fact.tensor)), begin);
  }

  static std::string applied(Function function, const std::string& x) {
    switch (function) {
      case Function::silu:
        return fmt::format("F.silu({})", x);
      case Function::absolute:
        return fmt::format("torch.abs({})", x);
      default:
        return fmt::format("torch.{}({})", to_string(function), x);
    }
  }

  static int padding_of(const Node& node, std::int64_t kernel) {
    return node.attributes.padding < 0 ? static_cast<int>(kernel / 2) : node.attributes.padding;
  }
  static std::string max_pool(const Node& node, const std::string& x) {
    const Attributes& a = node.attributes;
    return fmt::format("F.max_pool2d({}, {}, {}, {})", x, a.window, a.stride > 1 ? a.stride : a.window,
                       std::max(a.padding, 0));
  }

  bool is_split_entropy(const Instruction& instruction) const {
    const Property property = instruction.inputs[0].property;
    return property.kind == Property::Kind::gather &&
           property.dim + 1 == static_cast<int>(shape(instruction.inputs[0].tensor).size()) &&
           instruction.outputs[0].property.kind != Property::Kind::reduce;
  }

  std::string expression(const Node& node, const Instruction& instruction) const {
    std::vector<std::string> x;
    for (const Fact& fact : instruction.inputs) x.push_back(variable(fact));
    switch (node.op) {
      case Op::contract:
      case Op::reduce_sum:
        return einsum(node, x, instruction.outputs[0]);
      case Op::add:
        return aligned(node, 0, x[0]) + " + " + aligned(node, 1, x[1]);
      case Op::scale:
        return fmt::format("{} * {}", x[0], node.attributes.factor);
      case Op::transpose:
        return fmt::format("{}.transpose({}, {}).contiguous()", x[0], node.attributes.axis,
                           node.attributes.axis2);
      case Op::dropout:
      case Op::dropout_gradient:
        return dropout(node, instruction.inputs[0], x[0]);
      case Op::update: {
        const TensorId parameter = node.inputs[0];
        return fmt::format("adam({}, {}, {}, step)", parameter_name(parameter), x[0], x[1]);
      }
      case Op::broadcast_gradient:
        return fmt::format("torch.ones({}, device=DEVICE)", local_shape(instruction.outputs[0]));
      case Op::embedding:
        return fmt::format("embedding({}, {}, {})", x[0], x[1], begin_of(instruction.inputs[1], 0));
      case Op::embedding_gradient:
        return fmt::format("embedding_gradient({}, {}, {}, {}[0])", x[0], x[1],
                           begin_of(instruction.outputs[0], 0), local_shape(instruction.outputs[0]));
      case Op::cross_entropy:
      case Op::cross_entropy_gradient:
        if (is_split_entropy(instruction)) {
          const int last = instruction.inputs[0].property.dim;
          return fmt::format("{}_split({}, {}, {})", to_string(node.op), x[0], x[1],
                             begin_of(instruction.inputs[0], last));
        }
        return fmt::format("{}({}, {})", to_string(node.op), x[0], x[1]);
      default:
        return std::string_view(to_string(node.op)).ends_with("_gradient") ? backward(node, instruction, x)
                                                                           : forward(node, x);
    }
  }

  std::string forward(const Node& node, const std::vector<std::string>& x) const {
    const Attributes& a = node.attributes;
    switch (node.op) {
      case Op::relu:
      case Op::sigmoid:
        return fmt::format("torch.{}({})", to_string(node.op), x[0]);
      case Op::gelu:
        return fmt::format("F.gelu({})", x[0]);
      case Op::function:
        return applied(a.function, x[0]);
      case Op::softmax:
        return fmt::format("torch.softmax({}, -1)", x[0]);
      case Op::gated_silu:
        return fmt::format("gated_silu({})", x[0]);
      case Op::layer_norm:
      case Op::rms_norm:
        return fmt::format("{}({}{})", to_string(node.op), x[0], gain_of(x, 1));
      case Op::attention:
        return fmt::format("attention({}, {}, {}, {})", x[0], a.heads_per_group, a.head_dim,
                           a.causal ? "True" : "False");
      case Op::conv2d:
        return fmt::format("F.conv2d({}, {}, {}, {}, {})", x[0], x[1], x.size() > 2 ? x[2] : "None", a.stride,
                           padding_of(node, shape(node.inputs[1])[2]));
      case Op::max_pool:
        return max_pool(node, x[0]);
      case Op::average_pool:
        return fmt::format("F.adaptive_avg_pool2d({}, [{}, {}])", x[0], shape(node.outputs[0])[2],
                           shape(node.outputs[0])[3]);
      case Op::flatten:
        return fmt::format("{}.flatten({})", x[0], a.axis);
      case Op::append_class_token:
        return fmt::format("torch.cat([{1}.expand({0}.shape[0], -1, -1), {0}], 1)", x[0], x[1]);
      case Op::get_class_token:
        return fmt::format("{}[:, 0].contiguous()", x[0]);
      case Op::part:
        return fmt::format("{}.narrow({}, {}, {}).contiguous()", x[0], a.axis, a.begin,
                           shape(node.outputs[0])[static_cast<std::size_t>(a.axis)]);
      case Op::place:
        return fmt::format("place({}, {}, {}, {})", x[0], a.axis, a.begin,
                           shape(node.outputs[0])[static_cast<std::size_t>(a.axis)]);
      default:  // top2_gate: two results
        return fmt::format("top2_gate({}, {}, {}, {})", x[0], x[1], a.capacity, a.choices);
    }
  }

  /// By differentiating the forward operator on the device's own values.
  std::string backward(const Node& node, const Instruction& instruction,
                       const std::vector<std::string>& x) const {
    const Attributes& a = node.attributes;
    const std::string zeros =
        fmt::format("torch.zeros({}, device=DEVICE)", local_shape(instruction.outputs[0]));
    const auto by = [&](const std::string& function, const std::string& at) {
      return fmt::format("gradient(lambda x: {}, {}, {})", function, at, x[0]);
    };
    switch (node.op) {
      case Op::relu_gradient:
        return by("torch.relu(x)", x[1]);
      case Op::gelu_gradient:
        return by("F.gelu(x)", x[1]);
      case Op::sigmoid_gradient:
        return by("torch.sigmoid(x)", x[1]);
      case Op::gated_silu_gradient:
        return by("gated_silu(x)", x[1]);
      case Op::function_gradient:
        return by(applied(a.function, "x"), x[1]);
      case Op::softmax_gradient:
        return by("torch.softmax(x, -1)", x[1]);
      case Op::layer_norm_gradient:
        return by("layer_norm(x" + gain_of(x, 2) + ")", x[1]);
      case Op::rms_norm_gradient:
        return by("rms_norm(x" + gain_of(x, 2) + ")", x[1]);
      case Op::layer_norm_gain_gradient:
      case Op::rms_norm_gain_gradient: {
        const char* norm = node.op == Op::layer_norm_gain_gradient ? "layer_norm" : "rms_norm";
        return fmt::format("({0} * {1}({2})).flatten(0, -2).sum(0)", x[0], norm, x[1]);
      }
      case Op::attention_gradient:
        return by(fmt::format("attention(x, {}, {}, {})", a.heads_per_group, a.head_dim,
                              a.causal ? "True" : "False"),
                  x[1]);
      case Op::conv2d_input_gradient:
        return by(fmt::format("F.conv2d(x, {}, None, {}, {})", x[1], a.stride,
                              padding_of(node, shape(node.inputs[1])[2])),
                  zeros);
      case Op::conv2d_weight_gradient:
        return by(fmt::format("F.conv2d({}, x, None, {}, {})", x[1], a.stride,
                              padding_of(node, shape(node.outputs[0])[2])),
                  zeros);
      case Op::max_pool_gradient:
        return by(max_pool(node, "x"), x[1]);
      case Op::average_pool_gradient:
        return by(fmt::format("F.adaptive_avg_pool2d(x, [{}, {}])", shape(node.inputs[0])[2],
                              shape(node.inputs[0])[3]),
                  zeros);
      case Op::flatten_gradient:
        return fmt::format("{}.reshape({})", x[0], local_shape(instruction.outputs[0]));
      case Op::append_class_token_input_gradient:
        return fmt::format("{}[:, 1:].contiguous()", x[0]);
      case Op::append_class_token_token_gradient:
        return fmt::format("{}[:, :1].sum(0, keepdim=True)", x[0]);
      case Op::get_class_token_gradient:
        return fmt::format("place({}[:, None], 1, 0, {})", x[0], shape(node.outputs[0])[1]);
      case Op::top2_gate_input_gradient:
        return by(fmt::format("top2_gate(x, {}, {}, {})[1]", x[2], a.capacity, a.choices), x[1]);
      default:  // top2_gate_weight_gradient
        return by(fmt::format("top2_gate({}, x, {}, {})[1]", x[1], a.capacity, a.choices), x[2]);
    }
  }

  void write_main() {
    m_text +=
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
        "if __name__ == \"__main__\":\n"
        "    main()\n";
  }

  const Graph& m_graph;
  const Program& m_program;
  std::string m_text;
  std::vector<std::vector<Fact>> m_gone;
  std::map<TensorId, Fact> m_stored;
};

}  // namespace

Result<std::string> pytorch_script(const Graph& graph, const Program& program) {
  return Script(graph, program).write();
}

}  // namespace astrolabe::spmd
