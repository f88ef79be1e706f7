// Operators that onnxruntime's optimizer puts in place of several (domain com.microsoft), and those of the
// newest operator sets that are several: each is lowered as the operators that it stands for.

#include <cmath>

#include "core/onnx/lowering.h"

namespace astrolabe::onnx {

using std::int64_t;

namespace {

OnnxAttribute integers(std::vector<int64_t> values) {
  OnnxAttribute attribute;
  attribute.integers = std::move(values);
  return attribute;
}

}  // namespace

Result<std::string> OnnxLowering::step(const OnnxNode& node, const std::string& suffix,
                                       const std::string& type, std::vector<std::string> inputs,
                                       std::map<std::string, OnnxAttribute> attributes) {
  OnnxNode inner;
  inner.name = node.name + "." + suffix;
  inner.type = type;
  inner.inputs = std::move(inputs);
  inner.outputs = {inner.name};
  inner.attributes = std::move(attributes);
  if (auto done = lower(inner); !done) return tl::unexpected<Error>(done.error());
  return inner.name;
}

std::string OnnxLowering::whole_numbers(const OnnxNode& node, const std::string& suffix,
                                        const spmd::Shape& values) {
  Value value;
  value.known = true;
  value.real = false;
  value.shape = {static_cast<int64_t>(values.size())};
  for (const int64_t number : values) value.data.push_back(static_cast<double>(number));
  const std::string name = node.name + "." + suffix;
  m_values[name] = std::move(value);
  return name;
}

Result<std::string> OnnxLowering::root_mean_square_norm(const OnnxNode& node, const std::string& x,
                                                        const std::string& gain) {
  const auto square = step(node, "square", "Mul", {x, x});
  if (!square) return square;
  const auto mean = step(node, "mean", "ReduceMean", {*square, whole_numbers(node, "last", {-1})});
  if (!mean) return mean;
  m_values[node.name + ".epsilon"] = scalar(node.real("epsilon", 1e-5));
  const auto shifted = step(node, "shifted", "Add", {*mean, node.name + ".epsilon"});
  if (!shifted) return shifted;
  const auto root = step(node, "root", "Sqrt", {*shifted});
  if (!root) return root;
  const auto normed = step(node, "normed", "Div", {x, *root});
  return !normed || gain.empty() ? normed : step(node, "scaled", "Mul", {*normed, gain});
}

/// Adds the inputs `which` that are there, one to another.
Result<std::string> OnnxLowering::sum_of(const OnnxNode& node, const std::vector<std::string>& which) {
  std::string total;
  for (const std::string& next : which) {
    if (next.empty()) continue;
    if (total.empty()) {
      total = next;
      continue;
    }
    const auto sum = step(node, "sum_" + std::to_string(m_values.size()), "Add", {total, next});
    if (!sum) return sum;
    total = *sum;
  }
  return total;
}

/// [batch, tokens, heads x width] as [batch, heads, tokens, width].
Result<std::string> OnnxLowering::in_heads(const OnnxNode& node, const std::string& suffix,
                                           const std::string& x, int64_t heads) {
  const spmd::Shape shape = m_values.at(x).shape;
  if (shape.size() == 4) return x;
  if (shape.size() != 3 || heads < 1 || shape[2] % heads != 0)
    return bad_shape(node, text(shape),
                     "a batch of tokens whose width " + std::to_string(heads) + " heads divide");
  const auto apart =
      step(node, suffix + ".apart", "Reshape",
           {x, whole_numbers(node, suffix + ".shape", {shape[0], shape[1], heads, shape[2] / heads})});
  return !apart ? apart
                : step(node, suffix + ".heads", "Transpose", {*apart}, {{"perm", integers({0, 2, 1, 3})}});
}

/// Scores, softmax and context. A mask over padding is left out: every token counts. `past`: keys and values
/// of earlier tokens, in heads; empty where there are none.
Result<std::string> OnnxLowering::attend(const OnnxNode& node, const Heads& of) {
  auto q = in_heads(node, "q", of.query, of.count);
  if (!q) return q;
  auto k = in_heads(node, "k", of.key, of.count);
  if (!k) return k;
  auto v = in_heads(node, "v", of.value, of.count);
  if (!v) return v;
  if (!of.past_key.empty() && !of.past_value.empty()) {
    k = step(node, "keys", "Concat", {of.past_key, *k}, {{"axis", integers({2})}});
    if (!k) return k;
    v = step(node, "values", "Concat", {of.past_value, *v}, {{"axis", integers({2})}});
    if (!v) return v;
  }
  const spmd::Shape shape = m_values.at(*q).shape;
  const auto turned = step(node, "turned", "Transpose", {*k}, {{"perm", integers({0, 1, 3, 2})}});
  if (!turned) return turned;
  auto scores = step(node, "scores", "MatMul", {*q, *turned});
  if (!scores) return scores;
  const double usual = 1.0 / std::sqrt(static_cast<double>(shape[3]));
  const double scale = node.real("scale", 0.0);
  m_values[node.name + ".scale"] = scalar(scale > 0.0 ? scale : usual);
  scores = step(node, "scaled", "Mul", {*scores, node.name + ".scale"});
  if (!scores) return scores;
  if (of.causal) {
    const int64_t keys = m_values.at(*scores).shape[3];
    const std::string mask = "causal_" + std::to_string(shape[2]) + "_" + std::to_string(keys);
    if (!m_values.contains(mask)) m_values[mask] = leaf(spmd::Role::constant, mask, {shape[2], keys});
    scores = step(node, "masked", "Add", {*scores, mask});
    if (!scores) return scores;
  }
  if (!of.bias.empty()) {
    scores = step(node, "biased", "Add", {*scores, of.bias});
    if (!scores) return scores;
  }
  const auto weights = step(node, "softmax", "Softmax", {*scores}, {{"axis", integers({3})}});
  if (!weights) return weights;
  const auto context = step(node, "context", "MatMul", {*weights, *v});
  if (!context) return context;
  const int64_t width = m_values.at(*context).shape[3];
  const auto back = step(node, "back", "Transpose", {*context}, {{"perm", integers({0, 2, 1, 3})}});
  if (!back) return back;
  return step(node, "together", "Reshape",
              {*back, whole_numbers(node, "together.shape", {shape[0], shape[2], of.count * width})});
}

/// Attention of onnxruntime: its weights make queries, keys and values at once.
Result<std::string> OnnxLowering::packed_attention(const OnnxNode& node) {
  if (!has(node, 1) || in(node, 1).shape.size() != 2 || in(node, 0).shape.size() != 3)
    return bad_shape(node, std::to_string(node.inputs.size()) + " inputs",
                     "a batch of tokens and the weights of queries, keys and values");
  const int64_t width = in(node, 1).shape[1];
  auto sizes = node.integers("qkv_hidden_sizes");
  if (sizes.size() != 3) sizes.assign(3, width / 3);
  if (sizes[0] + sizes[1] + sizes[2] != width || sizes[0] < 1 || sizes[1] < 1 || sizes[2] < 1)
    return bad_shape(node, text(in(node, 1).shape), "widths of queries, keys and values that add up");
  const auto product = step(node, "qkv", "MatMul", {node.inputs[0], node.inputs[1]});
  if (!product) return product;
  const auto all = sum_of(node, {*product, has(node, 2) ? node.inputs[2] : ""});
  if (!all) return all;
  OnnxNode split;
  split.name = node.name + ".split";
  split.type = "Split";
  split.inputs = {*all, whole_numbers(node, "sizes", {sizes[0], sizes[1], sizes[2]})};
  split.attributes = {{"axis", integers({2})}, {"split", integers({sizes[0], sizes[1], sizes[2]})}};
  split.outputs = {node.name + ".queries", node.name + ".new_keys", node.name + ".new_values"};
  if (auto done = lower(split); !done) return tl::unexpected<Error>(done.error());
  Heads heads{split.outputs[0], split.outputs[1], split.outputs[2]};
  heads.count = node.integer("num_heads", 0);
  heads.causal = node.integer("unidirectional", 0) != 0;
  if (has(node, 5)) heads.bias = node.inputs[5];
  if (has(node, 4)) {
    const spmd::Shape past = in(node, 4).shape;
    if (past.size() != 5 || past[0] != 2)
      return bad_shape(node, text(past),
                       "keys and values of earlier tokens: 2 x batch x heads x tokens x width");
    OnnxNode earlier;
    earlier.name = node.name + ".earlier";
    earlier.type = "Split";
    earlier.inputs = {node.inputs[4], whole_numbers(node, "two", {1, 1})};
    earlier.attributes = {{"axis", integers({0})}, {"split", integers({1, 1})}};
    earlier.outputs = {node.name + ".earlier_keys", node.name + ".earlier_values"};
    if (auto done = lower(earlier); !done) return tl::unexpected<Error>(done.error());
    const std::string shape = whole_numbers(node, "earlier.shape", {past[1], past[2], past[3], past[4]});
    auto keys = step(node, "past_keys", "Reshape", {earlier.outputs[0], shape});
    if (!keys) return keys;
    auto values = step(node, "past_values", "Reshape", {earlier.outputs[1], shape});
    if (!values) return values;
    heads.past_key = *keys;
    heads.past_value = *values;
  }
  return attend(node, heads);
}

/// MultiHeadAttention: queries, keys and values each by themselves.
Result<std::string> OnnxLowering::separate_attention(const OnnxNode& node) {
  if (!has(node, 1) || !has(node, 2))
    return unsupported(node, "queries, keys and values, each an input of its own");
  Heads heads{node.inputs[0], node.inputs[1], node.inputs[2]};
  heads.count = node.integer("num_heads", 0);
  heads.causal = node.integer("unidirectional", 0) != 0;
  if (has(node, 5)) heads.bias = node.inputs[5];
  if (has(node, 6) && has(node, 7)) {
    heads.past_key = node.inputs[6];
    heads.past_value = node.inputs[7];
  }
  return attend(node, heads);
}

/// Words, positions and segments, and the norm of their sum.
Result<std::string> OnnxLowering::embedding_norm(const OnnxNode& node) {
  for (const std::size_t i : {2U, 3U, 5U})
    if (!has(node, i))
      return bad_shape(node, std::to_string(node.inputs.size()) + " inputs",
                       "tables of words and positions, and a gain");
  const auto words = step(node, "words", "Gather", {node.inputs[2], node.inputs[0]});
  if (!words) return words;
  std::string positions = node.inputs[3];
  if (has(node, 8)) {
    const auto looked_up = step(node, "positions", "Gather", {node.inputs[3], node.inputs[8]});
    if (!looked_up) return looked_up;
    positions = *looked_up;
  } else if (const spmd::Shape& ids = in(node, 0).shape; ids.size() == 2) {
    const auto first = step(node, "positions", "Slice",
                            {node.inputs[3], whole_numbers(node, "from", {0}),
                             whole_numbers(node, "to", {ids[1]}), whole_numbers(node, "rows", {0})});
    if (!first) return first;
    positions = *first;
  }
  std::string segments;
  if (has(node, 1) && has(node, 4)) {
    const auto looked_up = step(node, "segments", "Gather", {node.inputs[4], node.inputs[1]});
    if (!looked_up) return looked_up;
    segments = *looked_up;
  }
  const auto sum = sum_of(node, {*words, positions, segments});
  if (!sum) return sum;
  give(node, m_values.at(*sum), 2);
  return step(node, "norm", "LayerNormalization",
              {*sum, node.inputs[5], has(node, 6) ? node.inputs[6] : std::string()});
}

OnnxLowering::Done OnnxLowering::lower_fused(const OnnxNode& node, bool& done) {
  const std::string& type = node.type;
  const bool own = node.domain == "com.microsoft";
  const auto input = [&](std::size_t i) { return has(node, i) ? node.inputs[i] : std::string(); };
  const auto made = [&]() -> Result<std::string> {
    if (type == "RMSNormalization" || type == "SimplifiedLayerNormalization")
      return root_mean_square_norm(node, node.inputs[0], input(1));
    if (!own) return std::string();
    if (type == "FastGelu" || type == "BiasGelu" || type == "Gelu") {
      const auto sum = sum_of(node, {input(0), input(1)});
      return !sum ? sum : step(node, "gelu", "Gelu", {*sum});
    }
    if (type == "QuickGelu") {
      m_values[node.name + ".alpha"] = scalar(node.real("alpha", 1.702));
      const auto scaled = step(node, "scaled", "Mul", {input(0), node.name + ".alpha"});
      if (!scaled) return scaled;
      const auto gate = step(node, "gate", "Sigmoid", {*scaled});
      return !gate ? gate : step(node, "gated", "Mul", {input(0), *gate});
    }
    if (type == "SkipLayerNormalization" || type == "SkipSimplifiedLayerNormalization") {
      const bool simple = type != "SkipLayerNormalization";
      const auto sum = sum_of(node, {input(0), input(1), input(simple ? 3 : 4)});
      if (!sum) return sum;
      give(node, m_values.at(*sum), 3);
      return simple ? root_mean_square_norm(node, *sum, input(2))
                    : step(node, "norm", "LayerNormalization", {*sum, input(2), input(3)});
    }
    if (type == "EmbedLayerNormalization") return embedding_norm(node);
    if (type == "Attention") return packed_attention(node);
    if (type == "MultiHeadAttention") return separate_attention(node);
    return std::string();
  }();
  if (!made) return tl::unexpected<Error>(made.error());
  done = !made->empty();
  if (done) give(node, m_values.at(*made));
  return !done && own ? Done(unsupported(node)) : Done();
}

}  // namespace astrolabe::onnx
