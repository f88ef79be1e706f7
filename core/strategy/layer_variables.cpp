#include "core/strategy/layer_variables.h"

#include <algorithm>
#include <string_view>

namespace astrolabe::strategy {

namespace {

using model::Attention;
using model::Graph;
using model::LayerClass;
using model::ScanKind;
using P = const Problem&;
using S = const Strategy&;

template <typename Is>
bool any_layer(const Graph& graph, const Is& is) {
  return std::any_of(graph.classes.begin(), graph.classes.end(), is);
}

template <typename Is>
bool any_attention(const Graph& graph, const Is& is) {
  return any_layer(graph, [&](const LayerClass& layer) {
    return std::any_of(layer.attention.begin(), layer.attention.end(), is);
  });
}

template <ScanKind Kind>
bool carries(const Graph& graph) {
  return any_layer(graph, [](const LayerClass& layer) {
    return std::any_of(layer.state_mixers.begin(), layer.state_mixers.end(),
                       [](const model::StateMixer& mixer) { return mixer.kind == Kind; });
  });
}

bool has_indexer(const LayerClass& layer) {
  return std::any_of(layer.attention.begin(), layer.attention.end(),
                     [](const Attention& one) { return one.indexer; });
}

bool has_product(const LayerClass& layer, std::string_view name) {
  return std::any_of(layer.gemms.begin(), layer.gemms.end(),
                     [&](const model::Gemm& gemm) { return gemm.name == name; });
}

bool beside_attention(const Graph& graph) {
  return any_layer(
      graph, [](const LayerClass& layer) { return !layer.state_mixers.empty() && !layer.attention.empty(); });
}
bool latent(const Graph& graph) {
  return any_attention(graph, [](const Attention& one) { return one.latent; });
}
bool sparse(const Graph& graph) { return any_layer(graph, has_indexer); }
/// What an indexer leaves of the keys counts as a window, too.
bool sliding(const Graph& graph) {
  return any_layer(graph, [](const LayerClass& layer) {
    return !has_indexer(layer) && std::any_of(layer.attention.begin(), layer.attention.end(),
                                              [](const Attention& one) { return one.window > 0; });
  });
}
bool chunked(const Graph& graph) {
  return any_attention(graph, [](const Attention& one) { return one.chunk > 0; });
}
bool sinks(const Graph& graph) {
  return any_attention(graph, [](const Attention& one) { return one.sink; });
}
bool crosses(const Graph& graph) {
  return any_layer(graph, [](const LayerClass& layer) { return has_product(layer, "cross_query"); });
}
bool both_directions(const Graph& graph) {
  return any_attention(graph, [](const Attention& one) { return !one.causal; });
}
bool has_towers(const Graph& graph) { return !graph.towers.empty(); }

RuleValue has_state(P p, S, const Stage*) {
  return any_layer(*p.graph, [](const LayerClass& layer) { return !layer.state_mixers.empty(); }) ? 1 : 0;
}

/// The letters of one layer; empty where it is something else.
std::string letters_of(const LayerClass& layer) {
  std::string letters;
  if (layer.state_mixers.size() + (layer.attention.empty() ? 0 : 1) > 1) return {};
  if (!layer.state_mixers.empty()) {
    const ScanKind kind = layer.state_mixers.front().kind;
    if (kind != ScanKind::mamba2 && kind != ScanKind::gated_delta_net) return {};
    letters = kind == ScanKind::mamba2 ? "M" : "G";
  } else if (!layer.attention.empty()) {
    const bool is_latent = layer.attention.front().latent;
    letters = has_indexer(layer) ? "D" : is_latent ? "+" : "*";
  }
  if (layer.experts)
    letters += 'E';
  else if (has_product(layer, "mlp_up"))
    letters += '-';
  return letters;
}

/// Layers follow a pattern of mixers and MLPs: Mamba 2 among them, and nothing that has no letter.
RuleValue hybrid(P p, S, const Stage*) {
  return carries<ScanKind::mamba2>(*p.graph) && !hybrid_letters(*p.graph).empty() ? 1 : 0;
}

RuleValue most_blocks(P p, S, const Stage*) {
  std::size_t most = 1;
  for (const std::string& letters : hybrid_letters(*p.graph)) most = std::max(most, letters.size());
  return static_cast<RuleValue>(most);
}

RuleValue even_blocks(P p, S, const Stage*) {
  const std::vector<std::string> all = hybrid_letters(*p.graph);
  return std::all_of(all.begin(), all.end(),
                     [&](const std::string& letters) { return letters.size() == all.front().size(); })
             ? 1
             : 0;
}

struct LayerTraits {
  std::vector<LayerTrait> traits;
  std::vector<RuleVariable> variables;

  template <bool (*Is)(const Graph&)>
  void add(const char* key, const char* variable, const char* name) {
    traits.push_back({key, variable, name, Is});
    variables.push_back({variable, RuleType::boolean, 0, false,
                         [](P p, S, const Stage*) -> RuleValue { return Is(*p.graph) ? 1 : 0; }, name});
  }
};

const LayerTraits& known_traits() {
  static const LayerTraits all = [] {
    LayerTraits read;
    read.add<carries<ScanKind::mamba1>>("mamba_1", "has_mamba_1", "Mamba layers");
    read.add<carries<ScanKind::mamba2>>("mamba_2", "has_mamba_2", "Mamba-2 layers");
    read.add<carries<ScanKind::gated_delta_net>>("gated_delta_net", "has_gated_delta_net",
                                                 "gated delta net layers");
    read.add<carries<ScanKind::kimi_delta>>("kimi_delta", "has_kimi_delta", "Kimi delta attention layers");
    read.add<carries<ScanKind::lightning>>("lightning", "has_lightning", "lightning attention layers");
    read.add<carries<ScanKind::short_convolution>>("short_convolution", "has_short_convolution",
                                                   "short convolution layers");
    read.add<carries<ScanKind::gated_recurrence>>("gated_recurrence", "has_gated_recurrence",
                                                  "gated linear recurrence layers");
    read.add<carries<ScanKind::rwkv7>>("rwkv_7", "has_rwkv_7", "RWKV-7 layers");
    read.add<carries<ScanKind::mlstm>>("mlstm", "has_mlstm", "mLSTM layers");
    read.add<beside_attention>("state_beside_attention", "has_state_beside_attention",
                               "attention beside a state in one layer");
    read.add<latent>("latent_attention", "has_latent_attention", "latent attention");
    read.add<sparse>("sparse_attention", "has_sparse_attention", "sparse attention");
    read.add<sliding>("sliding_attention", "has_sliding_attention", "sliding attention");
    read.add<chunked>("chunked_attention", "has_chunked_attention", "chunked attention");
    read.add<sinks>("attention_sinks", "has_attention_sinks", "attention sinks");
    read.add<crosses>("cross_attention", "has_cross_attention", "cross attention");
    read.add<both_directions>("both_directions", "has_both_directions", "attention in both directions");
    read.add<has_towers>("towers", "has_towers", "encoders in front of the model");
    read.variables.push_back(
        {"has_state", RuleType::boolean, 0, false, has_state, "layers that carry a state"});
    read.variables.push_back({"hybrid", RuleType::boolean, 0, false, hybrid,
                              "Mamba-2 layers in a pattern of mixers, MLPs and experts"});
    read.variables.push_back({"blocks_of_layer", RuleType::number, 0, false, most_blocks,
                              "mixer and MLP of a layer, at most: 1 or 2"});
    read.variables.push_back(
        {"even_blocks", RuleType::boolean, 0, false, even_blocks, "all layers have as many of these"});
    return read;
  }();
  return all;
}

}  // namespace

const std::vector<LayerTrait>& layer_traits() { return known_traits().traits; }

std::vector<RuleVariable> layer_variables() { return known_traits().variables; }

std::vector<std::string> hybrid_letters(const Graph& graph) {
  std::vector<std::string> by_class;
  for (const LayerClass& layer : graph.classes) by_class.push_back(letters_of(layer));
  std::vector<std::string> all;
  for (const int layer : graph.layers) {
    all.push_back(by_class[static_cast<std::size_t>(layer)]);
    if (all.back().empty()) return {};
  }
  return all;
}

}  // namespace astrolabe::strategy
