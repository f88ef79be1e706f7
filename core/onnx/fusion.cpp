// Patterns of exported models that are one operator: layer norm and gelu taken apart into arithmetic.

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "core/onnx/lowering.h"

namespace astrolabe::onnx {

namespace {

class Fuser {
 public:
  explicit Fuser(OnnxModel& model) : m_model(model) {
    for (std::size_t n = 0; n < model.nodes.size(); ++n)
      for (const std::string& output : model.nodes[n].outputs) m_producer[output] = n;
    for (std::size_t n = 0; n < model.nodes.size(); ++n) {
      for (const std::string& input : model.nodes[n].inputs) m_consumers[input].push_back(n);
      if (model.nodes[n].type != "If") continue;
      std::set<std::string> names;
      read_by(model.nodes[n], names);
      for (const std::string& name : names) m_consumers[name].push_back(n);
    }
  }

  void run() {
    for (OnnxNode& node : m_model.nodes) {
      if (node.type == "Div" && has_inputs(node)) layer_norm(node);
      if (node.type == "Erf" && has_inputs(node)) gelu(node);
    }
    drop_unused();
  }

 private:
  /// As many as the operators of the patterns read; a broken file may lack some.
  static bool has_inputs(const OnnxNode& node) {
    const bool of_one = node.type == "Erf" || node.type == "Sqrt" || node.type == "ReduceMean";
    return !node.outputs.empty() && node.inputs.size() >= (node.type == "Constant" ? 0U : (of_one ? 1U : 2U));
  }

  const OnnxNode* maker(const std::string& value, const char* type) const {
    const auto at = m_producer.find(value);
    if (at == m_producer.end()) return nullptr;
    const OnnxNode& node = m_model.nodes[at->second];
    return node.type == type && has_inputs(node) ? &node : nullptr;
  }

  /// The one number that a value is.
  std::optional<double> number(const std::string& value) const {
    const OnnxTensor* tensor = nullptr;
    if (const auto weight = m_model.weights.find(value); weight != m_model.weights.end())
      tensor = &weight->second;
    if (const OnnxNode* constant = maker(value, "Constant")) {
      if (constant->has("value_float")) return constant->real("value_float", 0.0);
      if (constant->has("value")) tensor = &constant->attributes.at("value").tensor;
    }
    if (tensor == nullptr || !tensor->has_values || tensor->values.size() != 1) return {};
    return tensor->values.front();
  }
  bool is_number(const std::string& value, double wanted) const {
    const auto found = number(value);
    return found && std::fabs(*found - wanted) <= 1e-4 * std::fabs(wanted);
  }

  /// (x - mean(x)) / sqrt(mean((x - mean(x))^2) + e)
  void layer_norm(OnnxNode& node) {
    const OnnxNode* centred = maker(node.inputs[0], "Sub");
    const OnnxNode* root = maker(node.inputs[1], "Sqrt");
    if (centred == nullptr || root == nullptr) return;
    const OnnxNode* mean = maker(centred->inputs[1], "ReduceMean");
    const OnnxNode* sum = maker(root->inputs[0], "Add");
    if (mean == nullptr || sum == nullptr || mean->inputs[0] != centred->inputs[0]) return;
    const OnnxNode* variance = maker(sum->inputs[0], "ReduceMean");
    if (variance == nullptr) variance = maker(sum->inputs[1], "ReduceMean");
    if (variance == nullptr) return;
    const OnnxNode* square = maker(variance->inputs[0], "Pow");
    if (square == nullptr) square = maker(variance->inputs[0], "Mul");
    const OnnxNode* same = square == nullptr ? nullptr : maker(square->inputs[0], "Sub");
    if (same == nullptr || same->inputs != centred->inputs) return;
    OnnxNode norm;
    norm.name = node.name;
    norm.type = "LayerNormalization";
    norm.inputs = {centred->inputs[0]};
    norm.outputs = node.outputs;
    if (mean->has("axes")) norm.attributes["axis"] = mean->attributes.at("axes");
    node = std::move(norm);
  }

  /// 0.5 x (1 + erf(x / sqrt 2)), the factor 0.5 before or behind.
  void gelu(const OnnxNode& erf) {
    std::string x;
    if (const OnnxNode* scaled = maker(erf.inputs[0], "Div");
        scaled != nullptr && is_number(scaled->inputs[1], std::sqrt(2.0)))
      x = scaled->inputs[0];
    if (const OnnxNode* scaled = maker(erf.inputs[0], "Mul");
        scaled != nullptr && is_number(scaled->inputs[1], std::sqrt(0.5)))
      x = scaled->inputs[0];
    const OnnxNode* add = only_consumer(erf.outputs[0], "Add");
    if (x.empty() || add == nullptr || !(is_number(add->inputs[0], 1.0) || is_number(add->inputs[1], 1.0)))
      return;
    OnnxNode* product = only_consumer(add->outputs[0], "Mul");
    if (product == nullptr) return;
    const std::string& other = product->inputs[product->inputs[0] == add->outputs[0] ? 1 : 0];
    if (other != x) {  // 0.5 x before, or the half of 1 + erf is taken first
      const OnnxNode* half = maker(other, "Mul");
      const bool before =
          half != nullptr && (half->inputs[0] == x || half->inputs[1] == x) && has_half(*half);
      if (!before && !is_number(other, 0.5)) return;
      if (!before) {
        product = only_consumer(product->outputs[0], "Mul");
        if (product == nullptr || (product->inputs[0] != x && product->inputs[1] != x)) return;
      }
    } else {
      product = only_consumer(product->outputs[0], "Mul");
      if (product == nullptr || !has_half(*product)) return;
    }
    product->type = "Gelu";
    product->inputs = {x};
    product->attributes.clear();
  }

  bool has_half(const OnnxNode& node) const {
    return is_number(node.inputs[0], 0.5) || is_number(node.inputs[1], 0.5);
  }

  OnnxNode* only_consumer(const std::string& value, const char* type) {
    const auto at = m_consumers.find(value);
    if (at == m_consumers.end() || at->second.size() != 1) return nullptr;
    OnnxNode& node = m_model.nodes[at->second.front()];
    return node.type == type && has_inputs(node) ? &node : nullptr;
  }

  /// What the node reads, its branches too.
  static void read_by(const OnnxNode& node, std::set<std::string>& names) {
    names.insert(node.inputs.begin(), node.inputs.end());
    for (const auto& [key, attribute] : node.attributes)
      if (attribute.graph != nullptr) {
        names.insert(attribute.graph->outputs.begin(), attribute.graph->outputs.end());
        for (const OnnxNode& inner : attribute.graph->nodes) read_by(inner, names);
      }
  }

  void drop_unused() {
    std::set<std::string> needed{m_model.outputs.empty() ? "" : m_model.outputs.front()};
    std::vector<OnnxNode> kept;
    for (std::size_t n = m_model.nodes.size(); n-- > 0;) {
      OnnxNode& node = m_model.nodes[n];
      if (std::none_of(node.outputs.begin(), node.outputs.end(),
                       [&](const std::string& output) { return needed.contains(output); }))
        continue;
      read_by(node, needed);
      kept.push_back(std::move(node));
    }
    std::reverse(kept.begin(), kept.end());
    m_model.nodes = std::move(kept);
  }

  OnnxModel& m_model;
  std::map<std::string, std::size_t> m_producer;
  std::map<std::string, std::vector<std::size_t>> m_consumers;
};

}  // namespace

void fuse(OnnxModel& model) { Fuser(model).run(); }

}  // namespace astrolabe::onnx
