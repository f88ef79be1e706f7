#include "core/spmd/graph_parts.h"

#include <cassert>

namespace astrolabe::spmd {

namespace {

using std::int64_t;

/// "bsh": the first letters for a tensor of that rank whose last dimension is `last`.
std::string letters(std::size_t rank, char last) {
  constexpr std::string_view leading = "bstuvw";
  std::string text(leading.substr(0, rank - 1));
  return text + last;
}

std::string letters(std::size_t rank) { return std::string(std::string_view("bsxyzw").substr(0, rank)); }

}  // namespace

std::string Parts::numbered(const std::string& name) { return name + "." + std::to_string(m_names++); }

TensorId Parts::input(const std::string& name, Shape shape) {
  return m_builder.leaf(Role::input, name, std::move(shape));
}

TensorId Parts::constant(const std::string& name, Shape shape) {
  return m_builder.leaf(Role::constant, name, std::move(shape));
}

TensorId Parts::parameter(const std::string& name, Shape shape) {
  return m_builder.leaf(Role::parameter, name, std::move(shape));
}

TensorId Parts::contract(const std::string& name, const std::string& pattern, TensorId x, TensorId y) {
  const std::size_t comma = pattern.find(','), arrow = pattern.find("->");
  const std::string first = pattern.substr(0, comma), second = pattern.substr(comma + 1, arrow - comma - 1);
  const auto extent = [&](char letter) -> int64_t {
    if (const auto at = first.find(letter); at != std::string::npos) return m_builder.shape(x)[at];
    return m_builder.shape(y)[second.find(letter)];
  };
  Shape shape;
  for (const char letter : pattern.substr(arrow + 2)) shape.push_back(extent(letter));
  double product = elements(x);
  for (const char letter : second)
    if (first.find(letter) == std::string::npos) product *= static_cast<double>(extent(letter));
  return m_builder.add(Op::contract, name, {x, y}, shape, pattern, (m_released ? 3.0 : 2.0) * product);
}

TensorId Parts::linear(const std::string& name, TensorId x, int64_t out, bool bias) {
  Shape shape = m_builder.shape(x);
  const int64_t in = shape.back();
  shape.back() = out;
  const TensorId weight = parameter(name + ".weight", {out, in});
  const std::string from = letters(shape.size(), 'i'), to = letters(shape.size(), 'o');
  if (m_released) {
    assert(bias);
    const TensorId offset = parameter(name + ".bias", {out});
    return m_builder.add(Op::linear, name, {x, weight, offset}, shape, from + ",oi,o->" + to,
                         3.0 * elements(x) * static_cast<double>(out));
  }
  const TensorId y = contract(name, from + ",oi->" + to, x, weight);
  if (!bias) return y;
  const TensorId offset = parameter(name + ".bias", {out});
  return m_builder.add(Op::add, name + ".add", {y, offset}, shape, to + ",o->" + to, elements(y));
}

TensorId Parts::pointwise(Op op, const char* name, TensorId x, double flops_per_element,
                          Attributes attributes) {
  const Shape shape = m_builder.shape(x);
  const std::string all = letters(shape.size());
  return m_builder.add(op, numbered(name), {x}, shape, all + "->" + all, flops_per_element * elements(x),
                       attributes);
}

TensorId Parts::relu(TensorId x) { return pointwise(Op::relu, "relu", x, m_released ? 3.0 : 1.0); }
TensorId Parts::gelu(TensorId x) { return pointwise(Op::gelu, "gelu", x, 8.0); }

TensorId Parts::dropout(TensorId x, double probability) {
  Attributes attributes;
  attributes.probability = probability;
  attributes.stream = m_streams++;
  return pointwise(Op::dropout, "dropout", x, m_released ? 3.0 : 2.0, attributes);
}

TensorId Parts::scale(TensorId x, double factor) {
  Attributes attributes;
  attributes.factor = factor;
  return pointwise(Op::scale, "scale", x, 1.0, attributes);
}

TensorId Parts::add(TensorId x, TensorId y) {
  const Shape shape = m_builder.shape(x);
  const std::string all = letters(shape.size());
  assert(m_builder.shape(y).size() == shape.size());
  return m_builder.add(Op::add, numbered("add"), {x, y}, shape, all + "," + all + "->" + all, elements(x));
}

TensorId Parts::layer_norm(TensorId x) {
  const Shape shape = m_builder.shape(x);
  const std::string all = letters(shape.size(), 'H');
  return m_builder.add(Op::layer_norm, numbered("layer_norm"), {x}, shape, all + "->" + all,
                       (m_released ? 10.0 : 8.0) * elements(x));
}

TensorId Parts::rms_norm(const std::string& name, TensorId x) {
  const Shape shape = m_builder.shape(x);
  const TensorId gain = parameter(name + ".weight", {shape.back()});
  const std::string all = letters(shape.size(), 'H');
  return m_builder.add(Op::rms_norm, name, {x, gain}, shape, all + ",H->" + all, 5.0 * elements(x));
}

TensorId Parts::sum(TensorId x) {
  return m_builder.add(Op::reduce_sum, numbered("sum"), {x}, {}, letters(m_builder.shape(x).size()) + "->",
                       elements(x));
}

TensorId Parts::transpose(TensorId x, int axis, int axis2) {
  Shape shape = m_builder.shape(x);
  std::string from = letters(shape.size()), to = from;
  std::swap(shape[axis], shape[axis2]);
  std::swap(to[axis], to[axis2]);
  Attributes attributes;
  attributes.axis = axis;
  attributes.axis2 = axis2;
  return m_builder.add(Op::transpose, numbered("transpose"), {x}, shape, from + "->" + to,
                       m_released ? elements(x) : 0.0, attributes);
}

TensorId Parts::conv2d(TensorId x, int64_t out, int kernel, int stride) {
  const Shape from = m_builder.shape(x);
  const std::string name = numbered("conv");
  const TensorId weight = parameter(name + ".weight", {out, from[1], kernel, kernel});
  const TensorId bias = parameter(name + ".bias", {out});
  const Shape shape{from[0], out, from[2] / stride, from[3] / stride};
  Attributes attributes;
  attributes.rows.stride = stride;
  attributes.rows.before = attributes.rows.after = stride == 1 ? kernel / 2 : 0;
  attributes.columns = attributes.rows;
  // The released count lacks the kernel's area: 3 per input element and output channel.
  if (m_released)
    return m_builder.add(Op::conv2d, name, {x, weight, bias}, shape, "nCXY,oCKL,o->noUV",
                         3.0 * static_cast<double>(out) * elements(x), attributes);
  const double products = static_cast<double>(shape[0] * shape[1] * shape[2] * shape[3] * from[1]) *
                          static_cast<double>(kernel) * kernel;
  const TensorId y =
      m_builder.add(Op::conv2d, name, {x, weight}, shape, "ncXY,ocKL->noUV", 2.0 * products, attributes);
  return m_builder.add(Op::add, name + ".add", {y, bias}, shape, "noUV,o->noUV", elements(y));
}

TensorId Parts::max_pool(TensorId x) {
  Shape shape = m_builder.shape(x);
  shape[2] /= 2;
  shape[3] /= 2;
  Attributes attributes;
  attributes.rows.window = attributes.rows.stride = 2;
  attributes.columns = attributes.rows;
  return m_builder.add(Op::max_pool, numbered("max_pool"), {x}, shape, "ncXY->ncUV",
                       (m_released ? 3.0 : 1.0) * elements(x), attributes);
}

TensorId Parts::average_pool(TensorId x, int64_t extent) {
  Shape shape = m_builder.shape(x);
  shape[2] = shape[3] = extent;
  return m_builder.add(Op::average_pool, numbered("average_pool"), {x}, shape, "ncXY->ncUV",
                       (m_released ? 3.0 : 1.0) * elements(x));
}

TensorId Parts::flatten(TensorId x, int from) {
  const Shape whole = m_builder.shape(x);
  Shape shape(whole.begin(), whole.begin() + from);
  int64_t rest = 1;
  for (std::size_t d = static_cast<std::size_t>(from); d < whole.size(); ++d) rest *= whole[d];
  shape.push_back(rest);
  const std::string kept = letters(static_cast<std::size_t>(from));
  Attributes attributes;
  attributes.axis = from;
  return m_builder.add(
      Op::flatten, numbered("flatten"), {x}, shape,
      kept + std::string("XYZW").substr(0, whole.size() - static_cast<std::size_t>(from)) + "->" + kept + "F",
      m_released ? elements(x) : 0.0, attributes);
}

TensorId Parts::patches(TensorId x, int64_t hidden, int patch) {
  return transpose(flatten(conv2d(x, hidden, patch, patch), 2), 1, 2);
}

TensorId Parts::append_class_token(TensorId x) {
  Shape shape = m_builder.shape(x);
  ++shape[1];
  const TensorId token = parameter("class_token", {1, 1, shape[2]});
  return m_builder.add(Op::append_class_token, "append_class_token", {x, token}, shape, "bSe,..e->bTe",
                       static_cast<double>(shape[0] * shape[2]));
}

TensorId Parts::get_class_token(TensorId x) {
  const Shape shape = m_builder.shape(x);
  return m_builder.add(Op::get_class_token, "get_class_token", {x}, {shape[0], shape[2]}, "bSe->be",
                       static_cast<double>(shape[0] * shape[2]));
}

TensorId Parts::add_positions(TensorId x, bool trained) {
  const Shape shape = m_builder.shape(x);
  const TensorId table =
      m_builder.leaf(trained ? Role::parameter : Role::constant, "positions", {1, shape[1], shape[2]});
  return m_builder.add(Op::add, "add_positions", {x, table}, shape, "bse,.se->bse", elements(x));
}

TensorId Parts::embedding(TensorId ids, int64_t vocabulary, int64_t hidden) {
  const Shape shape = m_builder.shape(ids);
  const TensorId table = parameter("embedding.weight", {vocabulary, hidden});
  return m_builder.add(Op::embedding, "embedding", {ids, table}, {shape[0], shape[1], hidden}, "bs,ve->bse",
                       elements(ids));
}

TensorId Parts::attention_in_full(TensorId x, int64_t heads) {
  const int64_t hidden = m_builder.shape(x)[2], batch = m_builder.shape(x)[0],
                sequence = m_builder.shape(x)[1];
  const std::string name = numbered("attention");
  const int64_t head_dim = hidden / heads;
  const TensorId weight = parameter(name + ".qkv.weight", {heads, 3 * head_dim, hidden});
  TensorId qkv = contract(name + ".qkv", "bsh,gwh->bsgw", x, weight);
  const TensorId bias = parameter(name + ".qkv.bias", {heads, 3 * head_dim});
  qkv = m_builder.add(Op::add, name + ".qkv.add", {qkv, bias}, m_builder.shape(qkv), "bsgw,gw->bsgw",
                      elements(qkv));
  Attributes attributes;
  attributes.head_dim = static_cast<int>(head_dim);
  // Scores and context: 2 products of s x s x head_dim per head; softmax 5 per score.
  const double scores = static_cast<double>(batch * heads) * static_cast<double>(sequence * sequence);
  const TensorId context =
      m_builder.add(Op::attention, name, {qkv}, {batch, sequence, heads, head_dim}, "bSgW->bSgV",
                    scores * (4.0 * static_cast<double>(head_dim) + 5.0), attributes);
  const TensorId out = parameter(name + ".out.weight", {hidden, heads, head_dim});
  const TensorId y = contract(name + ".out", "bsgv,hgv->bsh", context, out);
  const TensorId offset = parameter(name + ".out.bias", {hidden});
  return m_builder.add(Op::add, name + ".out.add", {y, offset}, m_builder.shape(y), "bsh,h->bsh",
                       elements(y));
}

TensorId Parts::self_attention(TensorId x, int64_t heads, TensorId mask) {
  if (!m_released) return layer_norm(add(x, dropout(attention_in_full(x, heads))));
  const Shape shape = m_builder.shape(x);
  const auto batch = static_cast<double>(shape[0]), sequence = static_cast<double>(shape[1]),
             hidden = static_cast<double>(shape[2]);
  const std::string name = numbered("attention");
  TensorId inner = transpose(x, 0, 1);
  std::vector<TensorId> inputs{inner, parameter(name + ".in.weight", {3 * shape[2], shape[2]}),
                               parameter(name + ".in.bias", {3 * shape[2]}),
                               parameter(name + ".out.weight", {shape[2], shape[2]}),
                               parameter(name + ".out.bias", {shape[2]})};
  if (mask >= 0) inputs.push_back(mask);
  Attributes attributes;
  attributes.head_dim = static_cast<int>(shape[2] / heads);
  inner = m_builder.add(Op::fused_attention, name, inputs, {shape[1], shape[0], shape[2]}, {},
                        6.0 * sequence * batch * hidden * sequence + 5.0 * sequence * batch * sequence,
                        attributes);
  return layer_norm(add(x, dropout(transpose(inner, 0, 1))));
}

TensorId Parts::feed_forward(TensorId x, int64_t hidden) {
  const std::string name = numbered("mlp");
  const int64_t width = m_builder.shape(x)[2];
  TensorId y = dropout(relu(linear(name + ".up", x, hidden)));
  y = linear(name + ".down", y, width);
  return layer_norm(add(x, dropout(y)));
}

TensorId Parts::mixture(TensorId x, int64_t experts, int64_t hidden, int64_t capacity) {
  const Shape shape = m_builder.shape(x);
  const std::string name = numbered("experts");
  const TensorId gate = parameter(name + ".gate", {shape[2], experts});
  const Shape routed{shape[0], shape[1], experts, capacity};
  Attributes attributes;
  attributes.capacity = capacity;
  const double gating = m_released ? 10.0 * elements(x) : 2.0 * elements(x) * static_cast<double>(experts);
  const auto routes = m_builder.add_many(Op::top2_gate, name + ".gate", {x, gate}, {routed, routed},
                                         "bSD,DE->bSEC,bSEC", gating, attributes);
  TensorId y = contract(name + ".dispatch", "bsd,bsec->becd", x, routes[0]);
  const TensorId up = parameter(name + ".up", {experts, shape[2], hidden});
  y = relu(contract(name + ".up", "edh,becd->bech", up, y));
  const TensorId down = parameter(name + ".down", {experts, hidden, shape[2]});
  y = contract(name + ".down", "ehd,bech->becd", down, y);
  y = contract(name + ".combine", "becd,bsec->bsd", y, routes[1]);
  return layer_norm(add(x, y));
}

TensorId Parts::class_loss(TensorId x, TensorId labels) {
  const double count = elements(x);
  if (!m_released)
    return m_builder.add(Op::cross_entropy, "cross_entropy", {x, labels}, {}, "bc,b->", 6.0 * count, {}, "c");
  Attributes attributes;
  attributes.axis = 1;
  const TensorId logs = m_builder.add(Op::log_softmax, "log_softmax", {x}, m_builder.shape(x), "bC->bC",
                                      15.0 * count, attributes);
  return m_builder.add(Op::nll_loss, "nll_loss", {logs, labels}, {}, "bC,b->", count);
}

TensorId Parts::token_loss(TensorId x, TensorId labels) {
  const double count = elements(x);
  if (!m_released)
    return m_builder.add(Op::cross_entropy, "cross_entropy", {x, labels}, {}, "bsc,bs->", 6.0 * count, {},
                         "c");
  Attributes attributes;
  attributes.axis = 2;
  TensorId logs = m_builder.add(Op::log_softmax, "log_softmax", {x}, m_builder.shape(x), "bsC->bsC",
                                15.0 * count, attributes);
  logs = transpose(logs, 1, 2);
  return m_builder.add(Op::nll_loss, "nll_loss", {logs, labels}, {}, "bCs,bs->", count);
}

}  // namespace astrolabe::spmd
