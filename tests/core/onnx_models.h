#pragma once
// Small ONNX models as exporters write them.

#include <onnx/onnx_pb.h>

#include <string>
#include <utility>
#include <vector>

namespace astrolabe::tests {

class OnnxMaker {
 public:
  using Names = std::vector<std::string>;
  using Numbers = std::vector<std::int64_t>;

  explicit OnnxMaker(const std::string& name, int opset = 13) {
    m_model.set_ir_version(8);
    m_model.add_opset_import()->set_version(opset);
    m_model.mutable_graph()->set_name(name);
  }

  /// From now on weights lie in a file beside the model, as exporters do above 2 GB.
  void keepWeightsIn(const std::string& file) { m_beside = file; }
  /// Length of that file.
  std::int64_t besideBytes() const { return m_besideBytes; }

  /// A dimension below 0 has no size, a text that is no number is a symbol.
  std::string input(const std::string& name, const Names& dims, bool real = true) {
    auto* value = m_model.mutable_graph()->add_input();
    value->set_name(name);
    auto* type = value->mutable_type()->mutable_tensor_type();
    type->set_elem_type(real ? ::onnx::TensorProto::FLOAT : ::onnx::TensorProto::INT64);
    for (const std::string& dim : dims) {
      auto* one = type->mutable_shape()->add_dim();
      if (dim.find_first_not_of("0123456789") == std::string::npos && !dim.empty())
        one->set_dim_value(std::stoll(dim));
      else if (!dim.empty())
        one->set_dim_param(dim);
    }
    return name;
  }
  std::string weight(const std::string& name, const Numbers& dims) {
    auto* tensor = m_model.mutable_graph()->add_initializer();
    tensor->set_name(name);
    tensor->set_data_type(::onnx::TensorProto::FLOAT);
    std::int64_t count = 1;
    for (const std::int64_t dim : dims) {
      tensor->add_dims(dim);
      count *= dim;
    }
    if (!m_beside.empty()) {
      const std::int64_t length = count * static_cast<std::int64_t>(sizeof(float));
      tensor->set_data_location(::onnx::TensorProto::EXTERNAL);
      for (const auto& [key, value] : {std::pair<std::string, std::string>("location", m_beside),
                                       {"offset", std::to_string(m_besideBytes)},
                                       {"length", std::to_string(length)}}) {
        auto* entry = tensor->add_external_data();
        entry->set_key(key);
        entry->set_value(value);
      }
      m_besideBytes += length;
      return name;
    }
    for (std::int64_t i = 0; i < count; ++i) tensor->add_float_data(0.0F);
    return name;
  }
  std::string numbers(const std::string& name, const Numbers& values) {
    auto* tensor = m_model.mutable_graph()->add_initializer();
    tensor->set_name(name);
    tensor->set_data_type(::onnx::TensorProto::INT64);
    tensor->add_dims(static_cast<std::int64_t>(values.size()));
    for (const std::int64_t value : values) tensor->add_int64_data(value);
    return name;
  }
  std::string number(const std::string& name, std::int64_t value) {
    auto* tensor = m_model.mutable_graph()->add_initializer();
    tensor->set_name(name);
    tensor->set_data_type(::onnx::TensorProto::INT64);
    tensor->add_int64_data(value);
    return name;
  }
  std::string real(const std::string& name, float value) {
    auto* tensor = m_model.mutable_graph()->add_initializer();
    tensor->set_name(name);
    tensor->set_data_type(::onnx::TensorProto::FLOAT);
    tensor->add_float_data(value);
    return name;
  }
  ::onnx::NodeProto& raw(const std::string& type, const Names& inputs, const Names& outputs) {
    auto* node = m_model.mutable_graph()->add_node();
    node->set_op_type(type);
    node->set_name("/" + type + "_" + outputs.front());
    for (const std::string& input : inputs) node->add_input(input);
    for (const std::string& output : outputs) node->add_output(output);
    return *node;
  }
  /// Whole-number attributes: {"axis", {1}}; of one number unless the key is that of a list.
  std::string node(const std::string& type, const Names& inputs, const std::string& output,
                   const std::vector<std::pair<std::string, Numbers>>& attributes = {}) {
    ::onnx::NodeProto& made = raw(type, inputs, {output});
    for (const auto& [key, values] : attributes) add(made, key, values);
    return output;
  }
  static void add(::onnx::NodeProto& node, const std::string& key, const Numbers& values) {
    auto* attribute = node.add_attribute();
    attribute->set_name(key);
    const bool is_list = key == "perm" || key == "axes" || key == "strides" || key == "pads" ||
                         key == "kernel_shape" || key == "dilations" || key == "split";
    if (!is_list) {
      attribute->set_type(::onnx::AttributeProto::INT);
      attribute->set_i(values.front());
      return;
    }
    attribute->set_type(::onnx::AttributeProto::INTS);
    for (const std::int64_t value : values) attribute->add_ints(value);
  }
  void output(const std::string& name) { m_model.mutable_graph()->add_output()->set_name(name); }
  std::string bytes() const { return m_model.SerializeAsString(); }
  ::onnx::ModelProto& model() { return m_model; }

  /// x [.., in] -> [.., out] with bias, as MatMul and Add.
  std::string linear(const std::string& name, const std::string& x, std::int64_t in, std::int64_t out) {
    const std::string y = node("MatMul", {x, weight(name + ".weight", {in, out})}, name + ".product");
    return node("Add", {weight(name + ".bias", {out}), y}, name);
  }
  /// Layer norm taken apart, as exporters before opset 17 write it.
  std::string old_norm(const std::string& name, const std::string& x, std::int64_t width) {
    const std::string mean = node("ReduceMean", {x}, name + ".mean", {{"axes", {-1}}});
    const std::string centred = node("Sub", {x, mean}, name + ".centred");
    const std::string square = node("Pow", {centred, real(name + ".two", 2.0F)}, name + ".square");
    const std::string variance = node("ReduceMean", {square}, name + ".variance", {{"axes", {-1}}});
    const std::string sum = node("Add", {variance, real(name + ".eps", 1e-12F)}, name + ".sum");
    const std::string normed = node("Div", {centred, node("Sqrt", {sum}, name + ".root")}, name + ".normed");
    const std::string gained = node("Mul", {normed, weight(name + ".gain", {width})}, name + ".gained");
    return node("Add", {gained, weight(name + ".offset", {width})}, name);
  }
  /// x * 0.5 * (1 + erf(x / sqrt 2)).
  std::string gelu(const std::string& name, const std::string& x) {
    const std::string scaled = node("Div", {x, real(name + ".root2", 1.4142135F)}, name + ".scaled");
    const std::string sum =
        node("Add", {node("Erf", {scaled}, name + ".erf"), real(name + ".one", 1.0F)}, name + ".sum");
    const std::string product = node("Mul", {x, sum}, name + ".product");
    return node("Mul", {product, real(name + ".half", 0.5F)}, name);
  }
  /// Heads apart: [b, s, h] -> [b, heads, s, width]; shapes computed from the input, as tracers do.
  std::string heads(const std::string& name, const std::string& x, std::int64_t count, std::int64_t width) {
    const std::string shape = node("Shape", {x}, name + ".shape");
    Names parts;
    for (const std::int64_t d : {0, 1}) {
      const std::string key = name + ".dim" + std::to_string(d);
      const std::string one = node("Gather", {shape, number(key + ".place", d)}, key);
      parts.push_back(node("Unsqueeze", {one, numbers(key + ".axes", {0})}, key + ".list"));
    }
    parts.push_back(numbers(name + ".count", {count}));
    parts.push_back(numbers(name + ".width", {width}));
    const std::string wanted = node("Concat", parts, name + ".wanted", {{"axis", {0}}});
    return node("Transpose", {node("Reshape", {x, wanted}, name + ".apart")}, name, {{"perm", {0, 2, 1, 3}}});
  }
  /// Self-attention and feed-forward of BERT, post-norm, heads of width `h / count`.
  std::string bert_layer(const std::string& name, const std::string& x, std::int64_t h, std::int64_t count) {
    const std::int64_t width = h / count;
    const std::string q = heads(name + ".q", linear(name + ".query", x, h, h), count, width);
    const std::string k = heads(name + ".k", linear(name + ".key", x, h, h), count, width);
    const std::string v = heads(name + ".v", linear(name + ".value", x, h, h), count, width);
    const std::string turned = node("Transpose", {k}, name + ".turned", {{"perm", {0, 1, 3, 2}}});
    const std::string scores = node(
        "Div", {node("MatMul", {q, turned}, name + ".qk"), real(name + ".scale", 2.0F)}, name + ".scores");
    const std::string p = node("Softmax", {scores}, name + ".p", {{"axis", {-1}}});
    const std::string context =
        node("Transpose", {node("MatMul", {p, v}, name + ".pv")}, name + ".back", {{"perm", {0, 2, 1, 3}}});
    const std::string joined =
        node("Reshape", {context, numbers(name + ".joined.shape", {0, 0, h})}, name + ".joined");
    const std::string residual = node("Add", {linear(name + ".out", joined, h, h), x}, name + ".residual");
    const std::string normed = old_norm(name + ".norm1", residual, h);
    const std::string up = gelu(name + ".gelu", linear(name + ".up", normed, h, 4 * h));
    const std::string down = node("Add", {linear(name + ".down", up, 4 * h, h), normed}, name + ".residual2");
    return old_norm(name + ".norm2", down, h);
  }

 private:
  std::string m_beside;
  std::int64_t m_besideBytes = 0;
  ::onnx::ModelProto m_model;
};

/// Hidden 12, 3 heads, 20 tokens, 8 positions of which 6 are used; with or without what makes logits.
inline OnnxMaker onnx_bert(int layers = 2, bool head = true) {
  OnnxMaker made("bert");
  const std::string ids = made.input("input_ids", {"batch", "sequence"}, false);
  const std::string words = made.node("Gather", {made.weight("words", {20, 12}), ids}, "words.read");
  const std::string places = made.node(
      "Gather", {made.weight("positions", {8, 12}), made.numbers("position_ids", {0, 1, 2, 3, 4, 5})},
      "places.read");
  std::string x = made.old_norm("norm0", made.node("Add", {words, places}, "embedded"), 12);
  for (int layer = 0; layer < layers; ++layer) x = made.bert_layer("layer" + std::to_string(layer), x, 12, 3);
  made.output(head ? made.linear("head", x, 12, 20) : x);
  return made;
}

}  // namespace astrolabe::tests
