#include "core/onnx/reader.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <set>

#include "core/base/error_codes.h"
#include "core/base/file_read.h"
#include "core/base/onnx_codes.h"
#include "core/onnx/lowering.h"
#include "core/spmd/shape.h"

namespace astrolabe::onnx {

using std::int64_t;

std::string OnnxLowering::text(const spmd::Shape& shape) {
  std::string result;
  for (const int64_t extent : shape) result += (result.empty() ? "" : ", ") + std::to_string(extent);
  return "[" + result + "]";
}

tl::unexpected<Error> OnnxLowering::bad_shape(const OnnxNode& node, const std::string& found,
                                              const std::string& wanted) const {
  return fail(code::onnx_shape, node.name, found, {Wanted::Kind::text, {wanted}});
}

tl::unexpected<Error> OnnxLowering::unsupported(const OnnxNode& node, const std::string& wanted) const {
  const std::string type = node.domain.empty() ? node.type : node.domain + "." + node.type;
  return fail(code::onnx_operator, node.name, type,
              {Wanted::Kind::text,
               {wanted.empty() ? "standard operators (MatMul, Conv, Softmax and their like)" : wanted}});
}

Result<std::vector<int64_t>> OnnxLowering::numbers(const OnnxNode& node, std::size_t i) {
  const Value& value = in(node, i);
  if (!value.known)
    return bad_shape(node, node.inputs[i] + ", which is computed from data", "constant numbers");
  std::vector<int64_t> result;
  for (const double number : value.data) result.push_back(whole_number(number));
  return result;
}

Result<std::vector<int64_t>> OnnxLowering::numbers_of(const OnnxNode& node, const std::string& attribute) {
  std::vector<int64_t> given = node.integers(attribute);
  if (given.empty() && has(node, 1)) return numbers(node, 1);
  return given;
}

OnnxValue OnnxLowering::leaf(spmd::Role role, const std::string& name, const spmd::Shape& shape) {
  Value value;
  value.shape = shape;
  DraftTensor tensor;
  tensor.name = name;
  tensor.role = role;
  for (const int64_t extent : shape) {
    tensor.dims.push_back(m_draft.atoms.make(extent));
    value.dims.push_back({tensor.dims.back()});
  }
  value.tensor = static_cast<int>(m_draft.tensors.size());
  m_draft.tensors.push_back(std::move(tensor));
  return value;
}

void OnnxLowering::need_tensor(Value& value, const std::string& name) {
  if (value.tensor >= 0) return;
  const bool real = value.real;
  value = leaf(value.chosen ? spmd::Role::input : spmd::Role::constant, name, value.shape);
  value.real = real;
}

OnnxValue OnnxLowering::scalar(double number) const {
  Value value;
  value.known = true;
  value.data = {number};
  return value;
}

OnnxLowering::Done OnnxLowering::read_inputs() {
  // What stands first in one input is the batch in another, too: keys and values of earlier tokens.
  std::set<std::string> first;
  for (const OnnxInput& input : m_model.inputs)
    if (!input.shape.empty() && !input.shape.front().symbol.empty()) first.insert(input.shape.front().symbol);
  for (const OnnxInput& input : m_model.inputs) {
    spmd::Shape shape;
    for (std::size_t d = 0; d < input.shape.size(); ++d) {
      const OnnxDimension& dimension = input.shape[d];
      const std::string place = input.name + "." + std::to_string(d);
      int64_t extent = dimension.extent;
      const auto given = m_options.sizes.find(dimension.symbol.empty() ? place : dimension.symbol);
      if (extent <= 0 && given != m_options.sizes.end()) extent = given->second;
      if (extent <= 0 && (d == 0 || first.contains(dimension.symbol))) extent = m_options.batch;
      if (extent <= 0) {
        const std::string symbol = dimension.symbol.empty() ? place : dimension.symbol;
        return fail(code::onnx_dimension, input.name, "dimension \"" + symbol + "\"",
                    {Wanted::Kind::text, {"--dim " + symbol + "=N" + (d == 0 ? " or --batch N" : "")}});
      }
      shape.push_back(extent);
    }
    Value value = leaf(spmd::Role::input, input.name, shape);
    value.real = input.real;
    m_values[input.name] = std::move(value);
    if (m_draft.samples <= 1.0 && !shape.empty()) m_draft.samples = static_cast<double>(shape.front());
  }
  for (const auto& [name, weight] : m_model.weights)
    if (auto read = read_weight(name, weight); !read) return read;
  return {};
}

OnnxLowering::Done OnnxLowering::read_weight(const std::string& name, const OnnxTensor& weight) {
  constexpr double kMost = 1e15;
  double count = 1.0;
  bool fits = true;
  for (const int64_t extent : weight.shape) {
    fits = fits && extent >= 0;
    count *= static_cast<double>(extent);
  }
  if (!fits || count > kMost)
    return fail(code::onnx_shape, name, text(weight.shape),
                {Wanted::Kind::text, {"extents from 0 on, at most 1e15 elements"}});
  Value value;
  value.shape = weight.shape;
  value.real = weight.real;
  const int64_t elements = spmd::volume(weight.shape);
  if (weight.has_values) {
    value.known = true;
    value.data = weight.values;
  }
  if (!weight.has_values && elements < 1)
    return fail(code::onnx_shape, name, text(weight.shape), {Wanted::Kind::text, {"a tensor with elements"}});
  if (weight.real && elements > 1) {
    value = leaf(spmd::Role::parameter, name, weight.shape);
  } else if (!weight.has_values) {
    value = leaf(spmd::Role::constant, name, weight.shape);
    value.real = weight.real;
  }
  m_values[name] = std::move(value);
  return {};
}

OnnxLowering::Done OnnxLowering::lower(const OnnxNode& node) {
  if (!node.domain.empty() && node.domain != "com.microsoft") return unsupported(node);
  std::vector<const Value*> inputs;
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    if (!has(node, i)) {
      inputs.push_back(nullptr);
      continue;
    }
    const auto at = m_values.find(node.inputs[i]);
    if (at == m_values.end())
      return bad_shape(node, node.inputs[i] + ", which nothing makes", "a known value");
    inputs.push_back(&at->second);
  }
  if (auto checked = check(node); !checked) return checked;
  Value folded;
  if (fold(node, inputs, folded)) {
    give(node, std::move(folded));
    return {};
  }
  // Too large to be written out: exporters leave weights away so.
  if (node.type == "ConstantOfShape" && inputs.front() != nullptr && inputs.front()->known) {
    OnnxTensor weight;
    for (const double extent : inputs.front()->data) weight.shape.push_back(whole_number(extent));
    const auto value = node.attributes.find("value");
    weight.real =
        value == node.attributes.end() || !value->second.tensor.has_values || value->second.tensor.real;
    return read_weight(node.outputs.front(), weight);
  }
  bool is_branch = false;
  if (auto result = lower_branch(node, is_branch); !result || is_branch) return result;
  bool is_fused = false;
  if (auto result = lower_fused(node, is_fused); !result || is_fused) return result;
  bool is_chosen = false;
  if (auto result = lower_choice(node, is_chosen); !result || is_chosen) return result;
  // From here on choices are read as tensors, once for all readers; routing reads ids by their masks.
  const bool by_ids = node.type.starts_with("Gather") || node.type.starts_with("Scatter");
  for (std::size_t i = 0; i < node.inputs.size(); ++i)
    if (has(node, i) && in(node, i).chosen && node.type != "Shape" && node.type != "Size" &&
        !(by_ids && node.type != "Gather" && i == 1))
      need_tensor(in(node, i), node.inputs[i]);
  for (const auto stage :
       {&OnnxLowering::lower_view, &OnnxLowering::lower_elementwise, &OnnxLowering::lower_product,
        &OnnxLowering::lower_bent, &OnnxLowering::lower_norm, &OnnxLowering::lower_routing,
        &OnnxLowering::lower_selection, &OnnxLowering::lower_image}) {
    bool done = false;
    if (auto result = (this->*stage)(node, done); !result || done) return result;
  }
  return unsupported(node);
}

Result<OnnxValue> OnnxLowering::sum(const OnnxNode& node) {
  Value total = in(node, 0);
  for (std::size_t i = 1; i < node.inputs.size(); ++i) {
    Value other = in(node, i);
    if (node.type == "Sub") {
      if (other.is_scalar())
        other.data[0] = -other.data[0];
      else
        need_tensor(other, node.inputs[i]), other = scaled(node.name + ".minus", other, -1.0);
    }
    auto next = binary(node, spmd::Op::add, total, other);
    if (!next) return next;
    total = std::move(*next);
  }
  return total;
}

/// Mul and Div.
Result<OnnxValue> OnnxLowering::times(const OnnxNode& node) {
  Value x = in(node, 0), y = in(node, 1);
  if (node.type == "Div") {
    if (y.is_scalar())
      y.data[0] = 1.0 / y.data[0];
    else
      need_tensor(y, node.inputs[1]), y = function(node.name + ".reciprocal", y, spmd::Function::reciprocal);
  }
  if (x.is_scalar() && !y.known) std::swap(x, y);
  if (!y.is_scalar()) return binary(node, spmd::Op::contract, x, y);
  need_tensor(x, node.inputs[0]);
  return scaled(node.name, x, y.data[0]);
}

Result<OnnxValue> OnnxLowering::power(const OnnxNode& node) {
  const Value& by = in(node, 1);
  const double exponent = by.is_scalar() ? by.data[0] : 0.0;
  Value x = in(node, 0);
  need_tensor(x, node.inputs[0]);
  if (exponent == 3.0)
    return binary(node, spmd::Op::contract, function(node.name + ".square", x, spmd::Function::square), x);
  if (exponent != 2.0 && exponent != 0.5 && exponent != -0.5)
    return unsupported(node, "a power of 2, 3, 0.5 or -0.5");
  Value y = function(node.name, x, exponent == 2.0 ? spmd::Function::square : spmd::Function::sqrt);
  return exponent < 0.0 ? function(node.name + ".reciprocal", y, spmd::Function::reciprocal) : y;
}

/// Where: condition * x + (1 - condition) * y: the condition is data, not trained.
Result<OnnxValue> OnnxLowering::either(const OnnxNode& node) {
  Value condition = in(node, 0), x = in(node, 1), y = in(node, 2);
  // Masked by infinity: the least number instead, so that nothing times it stays nothing.
  constexpr double kMost = std::numeric_limits<float>::max();
  for (Value* value : {&x, &y})
    for (double& number : value->data) number = std::clamp(number, -kMost, kMost);
  need_tensor(condition, node.name + ".condition");
  auto other = binary(node, spmd::Op::add, scaled(node.name + ".not", condition, -1.0), scalar(1.0));
  if (!other) return other;
  const auto masked = [&](const Value& mask, const Value& value) -> Result<Value> {
    if (value.is_scalar()) return scaled(node.name, mask, value.data[0]);
    return binary(node, spmd::Op::contract, value, mask);
  };
  auto first = masked(condition, x), second = masked(*other, y);
  if (!first) return first;
  if (!second) return second;
  return binary(node, spmd::Op::add, *first, *second);
}

OnnxLowering::Done OnnxLowering::lower_elementwise(const OnnxNode& node, bool& done) {
  done = true;
  const std::string& type = node.type;
  if (type == "Add" || type == "Sub" || type == "Sum") return keep(node, sum(node));
  if (type == "Mul" || type == "Div") return keep(node, times(node));
  if (type == "Pow") return keep(node, power(node));
  if (type == "Where") return keep(node, either(node));
  static const std::map<std::string, spmd::Op> kOps{
      {"Relu", spmd::Op::relu}, {"Gelu", spmd::Op::gelu}, {"Sigmoid", spmd::Op::sigmoid}};
  static const std::map<std::string, spmd::Function> kFunctions{{"Tanh", spmd::Function::tanh},
                                                                {"Exp", spmd::Function::exp},
                                                                {"Log", spmd::Function::log},
                                                                {"Sqrt", spmd::Function::sqrt},
                                                                {"Erf", spmd::Function::erf},
                                                                {"Abs", spmd::Function::absolute},
                                                                {"Reciprocal", spmd::Function::reciprocal}};
  const auto op = kOps.find(type);
  const auto function_of = kFunctions.find(type);
  if (op == kOps.end() && function_of == kFunctions.end() && type != "Neg") {
    done = false;
    return {};
  }
  Value x = in(node, 0);
  need_tensor(x, node.inputs[0]);
  if (type == "Neg")
    give(node, scaled(node.name, x, -1.0));
  else if (op != kOps.end())
    give(node, unary(node.name, op->second, x, {}, type == "Gelu" ? 8.0 : 1.0));
  else
    give(node, function(node.name, x, function_of->second));
  return {};
}

Result<spmd::Graph> OnnxLowering::add_loss() {
  OnnxNode node;
  node.name = "loss";
  const auto at = m_values.find(m_model.outputs.empty() ? "" : m_model.outputs.front());
  if (at == m_values.end() || at->second.tensor < 0 || at->second.shape.empty())
    return fail(code::onnx_shape, "output", "none that depends on an input",
                {Wanted::Kind::text, {"a tensor of at least one dimension"}});
  auto merged_logits = merged(node, at->second, at->second.shape.size() - 1);
  if (!merged_logits) return tl::unexpected<Error>(merged_logits.error());
  Value logits = std::move(*merged_logits);
  const std::vector<int> classes = m_draft.atoms.real(logits.dims.back());
  if (classes.size() != 1)
    return fail(code::onnx_shape, m_model.outputs.front(), text(logits.shape),
                {Wanted::Kind::text, {"a last dimension of classes"}});
  std::vector<int> order = m_draft.atoms.real(physical(logits));
  std::erase(order, classes[0]);
  order.push_back(classes[0]);
  logits = ordered("logits", logits, order);
  const std::vector<int> dims = physical(logits);
  DraftTensor labels;
  labels.name = "labels";
  labels.role = spmd::Role::input;
  std::map<int, int> of_logits, of_labels;
  for (std::size_t d = 0; d + 1 < dims.size(); ++d) {
    labels.dims.push_back(m_draft.atoms.make(m_draft.atoms.extent(dims[d])));
    m_draft.atoms.unify({dims[d]}, {labels.dims.back()});
    of_logits[dims[d]] = of_labels[labels.dims.back()] = static_cast<int>(d);
  }
  of_logits[dims.back()] = static_cast<int>(dims.size());
  Value read;
  read.tensor = static_cast<int>(m_draft.tensors.size());
  m_draft.tensors.push_back(labels);
  DraftNode loss;
  loss.op = spmd::Op::cross_entropy;
  loss.name = "cross_entropy";
  loss.inputs = {operand(logits, of_logits), operand(read, of_labels)};
  loss.exchanged = static_cast<int>(dims.size());
  loss.flops_per_product = 6.0;
  std::vector<int> none;
  loss.output.tensor = m_draft.loss = new_tensor("loss", {}, none);
  m_draft.add(std::move(loss));
  return graph_of(m_draft, m_model.name.empty() ? "onnx" : m_model.name);
}

Result<spmd::Graph> OnnxLowering::run() {
  fuse(m_model);
  if (auto inputs = read_inputs(); !inputs) return tl::unexpected<Error>(inputs.error());
  for (const OnnxNode& node : m_model.nodes)
    if (auto done = lower(node); !done) return tl::unexpected<Error>(done.error());
  return add_loss();
}

Result<spmd::Graph> read_onnx(std::string_view bytes, const std::string& folder, const OnnxOptions& options) {
  auto model = parse_onnx(bytes, folder);
  if (!model) return tl::unexpected<Error>(model.error());
  auto graph = OnnxLowering(std::move(*model), options).run();
  if (!graph && graph.error().where.empty()) graph.error().where = "a node or tensor without a name";
  return graph;
}

Result<spmd::Graph> read_onnx_file(const std::string& path, const OnnxOptions& options) {
  const auto bytes = read_file(path, file_limit::onnx);
  if (!bytes) return tl::unexpected<Error>(bytes.error());
  auto graph = read_onnx(*bytes, std::filesystem::path(path).parent_path().string(), options);
  if (!graph) return tl::unexpected<Error>(Error(graph.error()).in_file(path));
  return graph;
}

}  // namespace astrolabe::onnx
