#include "core/onnx/sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/error_codes.h"

namespace astrolabe::onnx {

namespace {

using std::int64_t;

/// A product with a weight: y[.., outputs] = x[.., inputs] W.
struct Projection {
  spmd::NodeId node = -1;
  spmd::TensorId weight = -1;
  int64_t inputs = 0, outputs = 0;
  spmd::TensorId reads = -1;
};

/// One attention and what projects into and out of it.
struct AttentionSite {
  spmd::NodeId scores = -1, softmax = -1, context = -1;
  Projection query, key, value, out;
  int64_t heads = 0, kv_heads = 0, head_dim = 0, value_dim = 0;
  bool query_norm = false;
};

/// A layer's MLP.
struct FeedForward {
  int64_t width = 0;
  bool gated = false, bias = false;
  bool operator==(const FeedForward&) const = default;
};

tl::unexpected<Error> no_stack(const std::string& where, const std::string& found) {
  return fail(code::unsupported_model, where, found,
              {Wanted::Kind::text,
               {"a stack of equal transformer blocks as model; any other graph can be sharded as a program "
                "(astrolabe-cli shard --onnx)"}});
}

class SizeFinder {
 public:
  explicit SizeFinder(const spmd::Graph& graph) : m_graph(graph) {}
  Result<Json> find(bool has_triangle);

 private:
  const spmd::Node& node(spmd::NodeId id) const { return m_graph.nodes[static_cast<std::size_t>(id)]; }
  const spmd::Tensor& tensor(spmd::TensorId id) const {
    return m_graph.tensors[static_cast<std::size_t>(id)];
  }
  int64_t elements(spmd::TensorId id) const { return static_cast<int64_t>(tensor(id).elements()); }
  bool is_norm(spmd::NodeId id) const {
    return node(id).op == spmd::Op::layer_norm || node(id).op == spmd::Op::rms_norm;
  }

  static std::set<int> real(const std::vector<int>& list) {
    std::set<int> result(list.begin(), list.end());
    result.erase(-1);
    return result;
  }
  /// Index numbers of operand `at` of a contraction.
  std::set<int> indices_of(spmd::NodeId id, std::size_t at) const {
    return real(node(id).signature.inputs[at]);
  }
  std::set<int> results_of(spmd::NodeId id) const { return real(node(id).signature.outputs[0]); }
  int64_t extent_of(spmd::NodeId id, const std::function<bool(int)>& counts) const {
    int64_t product = 1;
    const auto& all = node(id).signature.indices;
    for (std::size_t index = 0; index < all.size(); ++index)
      if (counts(static_cast<int>(index))) product *= all[index].extent;
    return product;
  }

  std::optional<Projection> projection(spmd::NodeId id) const;
  bool of_activations(spmd::NodeId id) const;
  Projection source(spmd::TensorId from, bool* norm, bool through_norms) const;
  Projection target(spmd::NodeId from) const;
  std::optional<AttentionSite> attention(spmd::NodeId softmax) const;
  bool has_bias(const Projection& made) const;
  Result<FeedForward> feed_forward(const std::vector<Projection>& parts, std::size_t layer) const;
  Projection head() const;
  std::vector<spmd::TensorId> tables() const;
  struct Norms {
    int64_t count = 0;
    bool bias = false;
  };
  Norms norms() const;
  spmd::TensorId positions() const;
  void find_products();
  Result<void> size_attention(std::size_t layer);
  Result<void> size_feed_forward();
  /// What is told of the stack: a configuration, and which of it comes from where.
  struct Told {
    Json json = Json::object(), from = Json::object(), assumed = Json::object();
    void put(const char* key, int64_t value, std::string words) {
      json[key] = value;
      from[key] = std::move(words);
    }
  };
  void tell_sizes(Told& told) const;
  void tell_form(Told& told, bool has_triangle) const;

  const spmd::Graph& m_graph;
  std::vector<Projection> m_projections;
  std::vector<AttentionSite> m_sites;  ///< one a layer
  FeedForward m_feed;                  ///< of every layer
  int64_t m_hidden = 0;
  spmd::TensorId m_words = -1;
  Projection m_head;  ///< none where the loss reads the hidden state
};

/// A contraction of an activation with a weight that sums over an index of both.
std::optional<Projection> SizeFinder::projection(spmd::NodeId id) const {
  const spmd::Node& made = node(id);
  if (made.op != spmd::Op::contract || made.phase != spmd::Phase::forward || made.inputs.size() != 2)
    return {};
  for (std::size_t weight = 0; weight < 2; ++weight) {
    if (tensor(made.inputs[weight]).role != spmd::Role::parameter) continue;
    const std::set<int> of_weight = indices_of(id, weight), of_input = indices_of(id, 1 - weight),
                        of_result = results_of(id);
    const int64_t inputs = extent_of(
        id, [&](int i) { return of_weight.contains(i) && of_input.contains(i) && !of_result.contains(i); });
    const int64_t outputs = extent_of(
        id, [&](int i) { return of_weight.contains(i) && of_result.contains(i) && !of_input.contains(i); });
    if (inputs > 1) return Projection{id, made.inputs[weight], inputs, outputs, made.inputs[1 - weight]};
  }
  return {};
}

/// A contraction of two activations that sums: scores or context.
bool SizeFinder::of_activations(spmd::NodeId id) const {
  const spmd::Node& made = node(id);
  if (made.op != spmd::Op::contract || made.inputs.size() != 2) return false;
  for (const spmd::TensorId input : made.inputs)
    if (tensor(input).role != spmd::Role::activation) return false;
  const std::set<int> first = indices_of(id, 0), second = indices_of(id, 1), result = results_of(id);
  return extent_of(id,
                   [&](int i) { return first.contains(i) && second.contains(i) && !result.contains(i); }) > 1;
}

/// The nearest projection that `from` is made of; `norm` tells whether a norm lay on the way.
Projection SizeFinder::source(spmd::TensorId from, bool* norm, bool through_norms) const {
  std::vector<spmd::TensorId> open{from};
  std::set<spmd::TensorId> seen;
  while (!open.empty()) {
    const spmd::TensorId at = open.back();
    open.pop_back();
    const spmd::NodeId producer = tensor(at).producer;
    if (producer < 0 || !seen.insert(at).second) continue;
    if (const auto found = projection(producer)) return *found;
    if (is_norm(producer)) {
      if (!through_norms) continue;
      if (norm != nullptr) *norm = true;
    }
    for (const spmd::TensorId input : node(producer).inputs)
      if (tensor(input).role == spmd::Role::activation) open.push_back(input);
  }
  return {};
}

/// The nearest projection that reads what `from` makes.
Projection SizeFinder::target(spmd::NodeId from) const {
  std::vector<spmd::NodeId> open{from};
  std::set<spmd::NodeId> seen;
  for (std::size_t at = 0; at < open.size(); ++at)
    for (const spmd::TensorId output : node(open[at]).outputs)
      for (const spmd::NodeId consumer : tensor(output).consumers) {
        if (!seen.insert(consumer).second) continue;
        if (const auto found = projection(consumer)) return *found;
        open.push_back(consumer);
      }
  return {};
}

std::optional<AttentionSite> SizeFinder::attention(spmd::NodeId softmax) const {
  AttentionSite site;
  site.softmax = softmax;
  // Back through scales and masks to the product of queries and keys.
  std::vector<spmd::TensorId> open{node(softmax).inputs[0]};
  while (!open.empty() && site.scores < 0) {
    const spmd::NodeId producer = tensor(open.back()).producer;
    open.pop_back();
    if (producer < 0 || projection(producer)) continue;
    if (of_activations(producer)) {
      site.scores = producer;
      break;
    }
    if (is_norm(producer)) continue;
    for (const spmd::TensorId input : node(producer).inputs)
      if (tensor(input).role == spmd::Role::activation) open.push_back(input);
  }
  if (site.scores < 0) return {};
  std::vector<spmd::TensorId> forward{node(softmax).outputs[0]};
  spmd::TensorId shares = -1;
  for (std::size_t at = 0; at < forward.size() && site.context < 0; ++at)
    for (const spmd::NodeId consumer : tensor(forward[at]).consumers) {
      if (of_activations(consumer)) {
        site.context = consumer;
        shares = forward[at];
        break;
      }
      if (!projection(consumer)) forward.push_back(node(consumer).outputs[0]);
    }
  if (site.context < 0) return {};
  const std::vector<spmd::TensorId>& read = node(site.scores).inputs;
  site.query = source(read[0], &site.query_norm, true);
  site.key = source(read[1], &site.query_norm, true);
  const std::vector<spmd::TensorId>& mixed = node(site.context).inputs;
  site.value = source(mixed[0] == shares ? mixed[1] : mixed[0], nullptr, true);
  site.out = target(site.context);
  const std::set<int> first = indices_of(site.scores, 0), second = indices_of(site.scores, 1),
                      result = results_of(site.scores);
  site.head_dim = extent_of(
      site.scores, [&](int i) { return first.contains(i) && second.contains(i) && !result.contains(i); });
  return site;
}

bool SizeFinder::has_bias(const Projection& made) const {
  for (const spmd::NodeId consumer : tensor(node(made.node).outputs[0]).consumers) {
    if (node(consumer).op != spmd::Op::add) continue;
    for (const spmd::TensorId input : node(consumer).inputs)
      if (tensor(input).role == spmd::Role::parameter && elements(input) == made.outputs) return true;
  }
  return false;
}

Result<FeedForward> SizeFinder::feed_forward(const std::vector<Projection>& parts, std::size_t layer) const {
  FeedForward found;
  int64_t raised = 0;
  bool sound = parts.size() == 2 || parts.size() == 3;
  for (const Projection& part : parts) {
    found.bias = found.bias || has_bias(part);
    if (part.outputs == m_hidden && part.inputs != m_hidden && found.width == 0)
      found.width = part.inputs;
    else if (part.inputs == m_hidden)
      raised += part.outputs;
    else
      sound = false;
  }
  found.gated = raised == 2 * found.width;
  if (!sound || found.width == 0 || (!found.gated && raised != found.width))
    return no_stack(
        fmt::format("layer {}", layer),
        fmt::format("{} products beside its attention that are no MLP of one width", parts.size()));
  return found;
}

/// The product that makes the logits; none where the loss reads the hidden state.
Projection SizeFinder::head() const {
  const spmd::NodeId loss = tensor(m_graph.loss).producer;
  if (loss < 0) return {};
  const Projection last = source(node(loss).inputs[0], nullptr, false);
  const bool of_table =
      last.node >= 0 &&
      std::any_of(tensor(last.weight).consumers.begin(), tensor(last.weight).consumers.end(),
                  [&](spmd::NodeId id) { return node(id).op == spmd::Op::embedding; });
  return last.node >= 0 && (of_table || last.outputs != m_hidden) ? last : Projection{};
}

/// Weights that tokens or positions look up or that are added as a whole, the longest first.
std::vector<spmd::TensorId> SizeFinder::tables() const {
  std::vector<spmd::TensorId> found;
  for (const spmd::Node& made : m_graph.nodes)
    if (made.op == spmd::Op::embedding && tensor(made.inputs[1]).role == spmd::Role::parameter &&
        std::find(found.begin(), found.end(), made.inputs[1]) == found.end())
      found.push_back(made.inputs[1]);
  std::sort(found.begin(), found.end(),
            [&](spmd::TensorId a, spmd::TensorId b) { return elements(a) > elements(b); });
  return found;
}

/// Gains as wide as the hidden state, also of norms that an export took apart, and whether a bias follows.
SizeFinder::Norms SizeFinder::norms() const {
  Norms norms;
  const auto is_gain = [&](spmd::TensorId id) {
    return tensor(id).role == spmd::Role::parameter && elements(id) == m_hidden;
  };
  for (spmd::NodeId id = 0; id < static_cast<spmd::NodeId>(m_graph.nodes.size()); ++id) {
    const spmd::Node& made = node(id);
    if ((!is_norm(id) && made.op != spmd::Op::contract) || projection(id)) continue;
    if (std::none_of(made.inputs.begin(), made.inputs.end(), is_gain)) continue;
    ++norms.count;
    for (const spmd::NodeId consumer : tensor(made.outputs[0]).consumers)
      norms.bias =
          norms.bias || (node(consumer).op == spmd::Op::add &&
                         std::any_of(node(consumer).inputs.begin(), node(consumer).inputs.end(), is_gain));
  }
  return norms;
}

/// The longest weight of rows as wide as the hidden state that is neither the words' nor a product's; -1:
/// none.
spmd::TensorId SizeFinder::positions() const {
  spmd::TensorId found = -1;
  for (spmd::TensorId id = 0; id < static_cast<spmd::TensorId>(m_graph.tensors.size()); ++id) {
    const spmd::Tensor& each = tensor(id);
    if (each.role != spmd::Role::parameter || id == m_words || each.shape.back() != m_hidden ||
        elements(id) <= 2 * m_hidden)
      continue;
    const bool product = std::any_of(m_projections.begin(), m_projections.end(),
                                     [&](const Projection& made) { return made.weight == id; });
    if (!product && (found < 0 || elements(id) > elements(found))) found = id;
  }
  return found;
}

/// Products with weights, and attentions.
void SizeFinder::find_products() {
  for (spmd::NodeId id = 0; id < static_cast<spmd::NodeId>(m_graph.nodes.size()); ++id) {
    if (const auto found = projection(id)) m_projections.push_back(*found);
    if (node(id).op != spmd::Op::softmax) continue;
    if (auto site = attention(id)) m_sites.push_back(*site);
  }
}

/// Fills in heads and widths of a layer's attention. Errors: it is not one of a stack of equal blocks.
Result<void> SizeFinder::size_attention(std::size_t layer) {
  AttentionSite& site = m_sites[layer];
  const std::string where = fmt::format("layer {}", layer);
  for (const Projection& part : {site.query, site.key, site.value, site.out})
    if (part.node < 0) return no_stack(where, "an attention whose queries, keys or values no weight makes");
  if (site.query.reads != site.key.reads || site.query.reads != site.value.reads)
    return no_stack(where, "queries and keys from different tensors (cross or latent attention)");
  // Scores are samples x heads x positions x positions; a projection is samples x positions x its width.
  const auto positions = static_cast<double>(tensor(node(site.softmax).inputs[0]).shape.back());
  const double rows = m_graph.samples * positions;
  site.heads = static_cast<int64_t>(tensor(node(site.scores).outputs[0]).elements() / (rows * positions));
  const int64_t value_width = static_cast<int64_t>(tensor(node(site.context).outputs[0]).elements() / rows);
  if (site.heads < 1 || value_width % site.heads != 0)
    return no_stack(where, "scores that are not square in the positions");
  site.value_dim = value_width / site.heads;
  if (site.head_dim < 1) return no_stack(where, "queries without a width");
  const bool fused = site.query.node == site.key.node;
  site.kv_heads = fused ? (site.key.outputs - site.heads * site.head_dim) / (site.head_dim + site.value_dim)
                        : site.key.outputs / site.head_dim;
  if (site.kv_heads < 1 || site.heads % site.kv_heads != 0)
    return no_stack(where, fmt::format("{} heads of queries and {} of keys", site.heads, site.kv_heads));
  const AttentionSite& first = m_sites.front();
  if (site.heads != first.heads || site.kv_heads != first.kv_heads || site.query.inputs != first.query.inputs)
    return no_stack(where, "an attention of another size than in the layers before");
  return {};
}

/// The MLP that all layers have: of each the products from its attention to the next one's.
Result<void> SizeFinder::size_feed_forward() {
  std::set<spmd::NodeId> of_attention;
  std::vector<spmd::NodeId> bounds;  // where each layer begins, and where the last one ends
  for (const AttentionSite& site : m_sites) {
    of_attention.insert({site.query.node, site.key.node, site.value.node, site.out.node});
    bounds.push_back(std::min({site.query.node, site.key.node, site.value.node}));
  }
  bounds.push_back(static_cast<spmd::NodeId>(m_graph.nodes.size()));
  for (std::size_t layer = 0; layer < m_sites.size(); ++layer) {
    std::vector<Projection> parts;
    for (const Projection& part : m_projections)
      if (part.node >= bounds[layer] && part.node < bounds[layer + 1] && part.node != m_head.node &&
          !of_attention.contains(part.node))
        parts.push_back(part);
    const auto found = feed_forward(parts, layer);
    if (!found) return tl::unexpected<Error>(found.error());
    if (layer > 0 && !(*found == m_feed))
      return no_stack(fmt::format("layer {}", layer), "an MLP of another size than before");
    m_feed = *found;
  }
  return {};
}

void SizeFinder::tell_sizes(Told& told) const {
  const AttentionSite& first = m_sites.front();
  const bool has_head = m_head.node >= 0;
  told.put("num_hidden_layers", static_cast<int64_t>(m_sites.size()),
           "attentions (softmax of the product of two activations)");
  told.put("hidden_size", m_hidden, fmt::format("what {} reads", tensor(first.query.weight).name));
  told.put("num_attention_heads", first.heads, fmt::format("scores of {}", node(first.scores).name));
  told.put("num_key_value_heads", first.kv_heads,
           fmt::format("outputs of {} / head_dim", tensor(first.key.weight).name));
  told.put("head_dim", first.head_dim, fmt::format("what {} sums over", node(first.scores).name));
  told.put("v_head_dim", first.value_dim, fmt::format("context of {} / heads", node(first.context).name));
  told.put("intermediate_size", m_feed.width, "width of the products beside the attentions");
  told.put("vocab_size", has_head ? m_head.outputs : elements(m_words) / m_hidden,
           fmt::format("{} of {}", has_head ? "outputs" : "rows",
                       tensor(has_head ? m_head.weight : m_words).name));
}

void SizeFinder::tell_form(Told& told, bool has_triangle) const {
  const AttentionSite& first = m_sites.front();
  const bool has_head = m_head.node >= 0, tied = has_head && m_head.weight == m_words;
  Json& json = told.json;
  json["gated"] = m_feed.gated;
  json["has_head"] = has_head;
  json["tie_word_embeddings"] = tied;
  (tied ? told.from : told.assumed)["tie_word_embeddings"] =
      tied ? fmt::format("{} makes the logits, too", tensor(m_words).name)
           : std::string("two matrices in the file");
  if (const spmd::TensorId places = positions(); places >= 0)
    told.put("n_positions", elements(places) / m_hidden, fmt::format("rows of {}", tensor(places).name));
  const Norms found = norms();
  json["layer_norm"] = found.bias;
  json["final_norm"] = found.count > 2 * static_cast<int64_t>(m_sites.size());
  json["query_norm"] = first.query_norm;
  json["query_bias"] = has_bias(first.query);
  json["linear_bias"] = m_feed.bias || has_bias(first.out);
  json["causal"] = has_triangle || has_head;
  (has_triangle ? told.from : told.assumed)["causal"] = has_triangle ? "a triangle of the mask (Trilu)"
                                                        : has_head
                                                            ? "it makes logits; its mask is an input"
                                                            : "it makes no logits; its mask is an input";
  json["parameters"] = static_cast<int64_t>(m_graph.parameters());
}

Result<Json> SizeFinder::find(bool has_triangle) {
  find_products();
  if (m_sites.empty()) return no_stack("graph", "no attention (softmax of the product of two activations)");
  const std::vector<spmd::TensorId> embeddings = tables();
  if (embeddings.empty()) return no_stack("graph", "no table of tokens");
  for (std::size_t layer = 0; layer < m_sites.size(); ++layer)
    if (const auto sized = size_attention(layer); !sized) return tl::unexpected<Error>(sized.error());
  m_hidden = m_sites.front().query.inputs;
  m_head = head();
  if (const auto sized = size_feed_forward(); !sized) return tl::unexpected<Error>(sized.error());
  m_words = embeddings.front();
  if (elements(m_words) != tensor(m_words).shape.front() * m_hidden)
    return no_stack(tensor(m_words).name, "embeddings narrower than the layers");
  Told told;
  told.json["model_type"] = "onnx";
  tell_sizes(told);
  tell_form(told, has_triangle);
  told.json["derived_from"] = std::move(told.from);
  told.json["assumed"] = std::move(told.assumed);
  return std::move(told.json);
}

}  // namespace

Result<Json> find_transformer_sizes(const spmd::Graph& graph, bool has_triangle) {
  return SizeFinder(graph).find(has_triangle);
}

}  // namespace astrolabe::onnx
