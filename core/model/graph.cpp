// Operators of each layer class. Shapes: specs of fused Megatron-like kernels, per token and before any
// split.

#include "core/model/graph.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace astrolabe::model {

namespace {

/// Matrices of the MLP's input side and of all of it: gate and up beside down.
constexpr int inputs_of(Feed feed) { return feed == Feed::gated ? 2 : 1; }
constexpr int matrices_of(Feed feed) { return inputs_of(feed) + 1; }
/// gpt-oss (the models with attention sinks) clamps its gate and has biases in its experts: kernels of their
/// own move 15 elements a unit of width (bias 4, two clamps 4, sigmoid 2, shift 2, product 3) where a fused
/// one moves 3.
constexpr double kSeparatePasses = 5.0;

void add_latent_attention(LayerClass& layer, const LayerKind& kind, std::int64_t hidden) {
  const std::int64_t heads = kind.heads;
  const std::int64_t content = kind.head_dim - kind.rope_dim;
  const std::int64_t latent_kv = std::int64_t{kind.latent_kv} + kind.rope_dim;
  if (kind.latent_q > 0) {  // both down-products read the hidden state, so they run as one
    layer.gemms.push_back({"latent_down", kind.latent_q + latent_kv, hidden, Split::replicated});
    layer.gemms.push_back({"query_up", heads * kind.head_dim, kind.latent_q, Split::column});
  } else {
    layer.gemms.push_back({"query", heads * kind.head_dim, hidden, Split::column});
    layer.gemms.push_back({"latent_down", latent_kv, hidden, Split::replicated});
  }
  layer.gemms.push_back(
      {"key_value_up", heads * (content + kind.value_head_dim), kind.latent_kv, Split::column});
}

/// Products, scores and their elementwise traffic of one attention.
void add_attention(LayerClass& layer, const LayerKind& kind, std::int64_t hidden, bool cross) {
  const std::int64_t query = std::int64_t{kind.heads} * kind.head_dim;
  const std::int64_t key = std::int64_t{kind.kv_heads} * kind.head_dim;
  const std::int64_t value = std::int64_t{kind.kv_heads} * kind.value_head_dim;
  const std::int64_t context = std::int64_t{kind.heads} * kind.value_head_dim;
  const bool latent = kind.latent_kv > 0;
  if (kind.own_products && !cross) {
    // They are among the products of the kind.
  } else if (latent) {
    add_latent_attention(layer, kind, hidden);
  } else if (cross) {
    layer.gemms.push_back({"cross_query", query, hidden, Split::column});
    layer.gemms.push_back({"cross_key_value", key + value, hidden, Split::column});
  } else {
    layer.gemms.push_back({"qkv", query + key + value, hidden, Split::column});
  }
  const bool gated = kind.gate_width > 0 && !cross;
  if (gated) layer.gemms.push_back({"gate", kind.gate_width, hidden, Split::column});
  if (!kind.own_products || cross)
    layer.gemms.push_back({cross ? "cross_out" : "attention_out", hidden, context, Split::row});

  Attention attention;
  attention.heads = kind.heads;
  attention.kv_heads = kind.kv_heads;
  attention.qk_dim = kind.head_dim;
  attention.v_dim = kind.value_head_dim;
  attention.window = kind.index_top_k > 0 ? kind.index_top_k : kind.window;
  attention.chunk = kind.chunk;
  attention.causal = kind.causal && !cross;
  attention.sink = kind.attention_sink;
  attention.latent = latent;
  layer.attention.push_back(attention);

  if (kind.index_heads > 0 && !cross) {
    Attention scores;
    scores.heads = kind.index_heads;
    scores.kv_heads = 1;
    scores.qk_dim = kind.index_dim;
    scores.causal = kind.causal;
    scores.indexer = true;
    layer.attention.push_back(scores);
    layer.kept_hidden += 2.0 * kind.index_top_k;  // 4 bytes each
  }
  const double gate = gated ? kind.gate_width : 0.0;
  const bool written = !kind.own_products || cross;  // else kept as results of the products
  layer.head_elements += 2.0 * (static_cast<double>(query + key + value) + gate);
  layer.kept_heads += static_cast<double>((written ? query + key + value : 0) + context) + gate;
}

/// Mixers that carry a state, and matrices that no other part of the kind has.
void add_state_mixers(LayerClass& layer, const LayerKind& kind) {
  for (const Product& product : kind.products) {
    layer.gemms.push_back({product.name, product.outputs, product.inputs, product.split});
    const auto results = static_cast<double>(product.outputs);
    if (product.split == Split::column) layer.kept_heads += results;
    if (product.split == Split::replicated) layer.kept_hidden += results;
  }
  for (const Scan& scan : kind.scans) {
    layer.state_mixers.push_back({scan_operations(scan), scan_traffic(scan), scan_exchanged(scan),
                                  scan_by_matrices(scan.kind), scan.kind});
    layer.kept_heads += scan_kept(scan);
  }
}

void add_mlp(LayerClass& layer, const std::string& name, std::int64_t width, Feed feed, std::int64_t hidden) {
  layer.gemms.push_back({name + "_up", inputs_of(feed) * width, hidden, Split::column});
  layer.gemms.push_back({name + "_down", hidden, width, Split::row});
  layer.mlp_elements += static_cast<double>(matrices_of(feed) * width);
  layer.kept_mlp += static_cast<double>(matrices_of(feed) * width);
}

void add_experts(LayerClass& layer, const LayerKind& kind, std::int64_t hidden) {
  layer.gemms.push_back({"router", kind.experts, hidden, Split::replicated, false});
  Experts experts;
  experts.count = kind.experts;
  experts.top_k = kind.top_k;
  experts.ffn = kind.expert_ffn;
  experts.width = static_cast<int>(kind.expert_width > 0 ? kind.expert_width : hidden);
  experts.gated = kind.feed == Feed::gated;
  experts.routing_groups = kind.routing_groups;
  experts.routing_top_groups = kind.routing_top_groups;
  layer.experts = experts;
  const int matrices = matrices_of(kind.feed);
  const double passes = kind.attention_sink ? kSeparatePasses : 1.0;
  layer.mlp_elements += passes * static_cast<double>(std::int64_t{matrices} * kind.top_k * kind.expert_ffn);
  layer.kept_expert =
      static_cast<double>(2 * std::int64_t{experts.width} + std::int64_t{matrices} * kind.expert_ffn);
  if (kind.shared_ffn > 0) add_mlp(layer, "shared", kind.shared_ffn, kind.feed, hidden);
  if (kind.shared_gate) layer.gemms.push_back({"shared_gate", 1, hidden, Split::replicated, false});
}

/// What runs in the same layer after `layer`. Precondition: no experts.
void add_class(LayerClass& layer, const LayerClass& more) {
  layer.gemms.insert(layer.gemms.end(), more.gemms.begin(), more.gemms.end());
  layer.attention.insert(layer.attention.end(), more.attention.begin(), more.attention.end());
  layer.state_mixers.insert(layer.state_mixers.end(), more.state_mixers.begin(), more.state_mixers.end());
  layer.collectives += more.collectives;
  layer.hidden_elements += more.hidden_elements;
  layer.head_elements += more.head_elements;
  layer.mlp_elements += more.mlp_elements;
  layer.kept_hidden += more.kept_hidden;
  layer.kept_heads += more.kept_heads;
  layer.kept_mlp += more.kept_mlp;
}

LayerClass build_class(const LayerKind& kind, std::int64_t hidden) {
  LayerClass layer;
  layer.name = kind.name;
  const bool mixes = kind.heads > 0 || !kind.scans.empty();
  const bool feeds = kind.experts > 0 || kind.ffn > 0;
  // Attention (twice in a T5 decoder) or what stands in its place, and MLP.
  const int blocks = (mixes ? 1 : 0) + (kind.cross_attention ? 1 : 0) + (feeds ? 1 : 0);
  layer.hidden_elements = 4.0 * static_cast<double>(blocks * hidden);
  layer.kept_hidden = 2.0 * static_cast<double>(blocks * hidden);
  if (kind.heads > 0) add_attention(layer, kind, hidden, false);
  if (kind.cross_attention) add_attention(layer, kind, hidden, true);
  add_state_mixers(layer, kind);
  if (kind.experts > 0)
    add_experts(layer, kind, hidden);
  else if (kind.ffn > 0)
    add_mlp(layer, "mlp", kind.ffn, kind.feed, hidden);
  // Routed experts hand tokens over in their all-to-all; a parallel layer adds attention and MLP before the
  // collective.
  layer.collectives = kind.experts > 0 || kind.parallel ? blocks - 1 : blocks;
  for (const LayerKind& more : kind.beside) add_class(layer, build_class(more, hidden));
  return layer;
}

TowerGraph build_tower(const Tower& tower) {
  TowerGraph graph;
  graph.role = tower.role;
  graph.layers = tower.layers;
  graph.hidden = tower.hidden;
  graph.tokens = tower.tokens;
  for (const LayerKind& kind : tower.kinds) graph.classes.push_back(build_class(kind, tower.hidden));
  for (const Product& product : tower.products)
    graph.gemms.push_back({product.name, product.outputs, product.inputs, product.split});
  return graph;
}

/// Tells what tensor and context parallelism have to divide.
void take_heads(Graph& graph, const LayerKind& kind) {
  if (kind.heads > 0) {
    graph.heads = graph.heads == 0 ? kind.heads : std::min(graph.heads, kind.heads);
    graph.kv_heads = graph.kv_heads == 0 ? kind.kv_heads : std::min(graph.kv_heads, kind.kv_heads);
  }
  for (const Scan& scan : kind.scans) {
    graph.state_heads = std::gcd(graph.state_heads, scan.heads);
    if (scan.kind == ScanKind::gated_delta_net) graph.state_heads = std::gcd(graph.state_heads, scan.groups);
    if (scan.kind == ScanKind::mamba2) graph.state_groups = std::gcd(graph.state_groups, scan.groups);
  }
  for (const LayerKind& more : kind.beside) take_heads(graph, more);
}

}  // namespace

bool is_gated(const LayerClass& layer, const Gemm& up) {
  if (!up.name.ends_with("_up")) return false;
  const std::string down = up.name.substr(0, up.name.size() - 3) + "_down";
  const auto found = std::find_if(layer.gemms.begin(), layer.gemms.end(),
                                  [&](const Gemm& gemm) { return gemm.name == down; });
  return found != layer.gemms.end() && up.n == 2 * found->k;
}

int Graph::attention_layers() const {
  return static_cast<int>(std::count_if(layers.begin(), layers.end(), [&](int layer) {
    return !classes[static_cast<std::size_t>(layer)].attention.empty();
  }));
}

Graph build_graph(const Architecture& architecture) {
  Graph graph;
  graph.name = architecture.id;
  graph.family = architecture.family;
  graph.layers = architecture.layers;
  graph.hidden = architecture.hidden;
  graph.vocabulary = architecture.vocabulary;
  graph.tied_embeddings = architecture.tied_embeddings;
  graph.has_head = architecture.has_head;
  graph.max_sequence = architecture.max_sequence;
  graph.parameters_total = architecture.parameters_total;
  graph.parameters_active = architecture.parameters_active;
  graph.parameters_embedding = architecture.parameters_embedding;
  std::vector<int> first;  // first layer of each class: its tensors stand for the class
  for (const LayerKind& kind : architecture.layer_kinds) {
    graph.classes.push_back(build_class(kind, architecture.hidden));
    const auto index = static_cast<int>(graph.classes.size()) - 1;
    const auto layer = std::find(architecture.layers.begin(), architecture.layers.end(), index);
    assert(layer != architecture.layers.end());
    first.push_back(static_cast<int>(layer - architecture.layers.begin()));
    take_heads(graph, kind);
    graph.experts = std::max(graph.experts, kind.experts);
  }
  if (graph.heads == 0) graph.heads = graph.kv_heads = std::max(1, graph.state_heads);
  for (const Tower& tower : architecture.towers) graph.towers.push_back(build_tower(tower));
  for (const Tensor& tensor : architecture.tensors) {
    if (tensor.tied || tensor.part == Tensor::Part::mtp) continue;
    const std::int64_t count = tensor.count();
    if (tensor.part == Tensor::Part::embedding || tensor.part == Tensor::Part::tower) {
      graph.embedding_parameters += count;
    } else if (tensor.part != Tensor::Part::layer) {
      graph.head_parameters += count;
    } else {
      const auto index =
          static_cast<std::size_t>(architecture.layers[static_cast<std::size_t>(tensor.layer)]);
      if (first[index] != tensor.layer) continue;
      LayerClass& layer = graph.classes[index];
      (tensor.expert  ? layer.parameters_expert
       : tensor.split ? layer.parameters_split
                      : layer.parameters_replicated) += count;
    }
  }
  return graph;
}

}  // namespace astrolabe::model
