// What core/spmd found in the graph of an ONNX file: sizes with where each comes from.

#include "core/model/blocks.h"

namespace astrolabe::model {

namespace {

/// Marks what was read as derived or assumed, with the words of the file.
void mark(const ConfigValues& values, Architecture& architecture) {
  const std::pair<const char*, Mark> sections[] = {{"derived_from", Mark::derived},
                                                   {"assumed", Mark::assumed}};
  for (const auto& [name, mark] : sections) {
    const Json* section = values.raw(name);
    if (section == nullptr || !section->is_object()) continue;
    for (Field& field : architecture.fields) {
      const auto words = section->find(field.from);
      if (field.mark != Mark::file || words == section->end() || !words->is_string()) continue;
      field.mark = mark;
      field.from = words->get<std::string>();
    }
  }
}

}  // namespace

void read_onnx_sizes(ConfigValues& values, Architecture& architecture) {
  Blocks blocks;
  LayerKind& kind = blocks.kind;
  const auto flag = [&](const char* name, const char* key) {
    return values.flag(name, {key}, values.by_default(0));
  };
  const int layers = values.size("layers", {"num_hidden_layers"}, kMostLayers);
  architecture.hidden = values.size("hidden", {"hidden_size"});
  kind.heads = values.size("heads", {"num_attention_heads"});
  kind.kv_heads = values.size("kv_heads", {"num_key_value_heads"});
  values.must_divide("num_key_value_heads", kind.kv_heads, "num_attention_heads", kind.heads);
  kind.head_dim = values.size("head_dim", {"head_dim"});
  kind.value_head_dim =
      values.size_or("value_head_dim", {"v_head_dim"}, {kind.head_dim, Mark::assumed, "head_dim"});
  blocks.ffn = values.size("ffn", {"intermediate_size"});
  architecture.vocabulary = values.size("vocabulary", {"vocab_size"});
  if (values.raw("n_positions") != nullptr)
    architecture.positions = architecture.max_sequence = values.size("positions", {"n_positions"});
  kind.feed = flag("", "gated") ? Feed::gated : Feed::plain;
  kind.causal = flag("causal", "causal");
  architecture.tied_embeddings = flag("tied_embeddings", "tie_word_embeddings");
  architecture.has_head = flag("", "has_head");
  blocks.norm_bias = flag("", "layer_norm");
  blocks.final_norm = flag("", "final_norm");
  blocks.query_norm = flag("", "query_norm");
  blocks.qkv_bias = flag("", "query_bias");
  blocks.linear_bias = flag("", "linear_bias");
  mark(values, architecture);
  blocks.moe.assign(static_cast<std::size_t>(layers), false);
  if (!values.error()) write_blocks(architecture, blocks);
}

}  // namespace astrolabe::model
