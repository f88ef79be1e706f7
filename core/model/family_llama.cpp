// Decoders in Llama's form: rotary positions, norms before (or after) attention and MLP, grouped queries.

#include <fmt/format.h>

#include <algorithm>

#include "core/model/family.h"

namespace astrolabe::model {

namespace {

enum class QueryNorm { none, per_head, whole };
enum class Norms { before, before_and_after, after };

/// What tells one family in Llama's form from another.
struct Form {
  int default_kv_heads = 0;                                             ///< 0: as many as heads
  int default_heads = 0, default_head_dim = 0, default_vocabulary = 0;  ///< 0: none
  bool tied = false;
  bool qkv_bias = false, out_bias = false, mlp_bias = false;
  QueryNorm query_norm = QueryNorm::none;
  Norms norms = Norms::before;
  bool norm_bias = false;
  bool fused = false;  ///< Phi-3: one matrix for q, k, v and one for gate and up
  bool sinks = false;
  Feed feed = Feed::gated;
};

/// The expert layers of a family, names included.
struct Routing {
  int experts = 0, top_k = 0, ffn = 0, shared_ffn = 0;
  enum class Names { mixtral, qwen, gpt_oss } names = Names::qwen;
  std::vector<bool> moe;  ///< by layer
};

int size_with_default(ConfigValues& values, std::string_view name, std::string_view key, int fallback) {
  return fallback > 0 ? values.size_or(name, {key}, values.by_default(fallback)) : values.size(name, {key});
}

CommonSizes read_sizes(ConfigValues& values, Architecture& architecture, const Form& form) {
  CommonSizes sizes;
  sizes.layers = values.size("layers", {"num_hidden_layers"}, kMostLayers);
  sizes.hidden = values.size("hidden", {"hidden_size"});
  sizes.heads = size_with_default(values, "heads", "num_attention_heads", form.default_heads);
  const ConfigValues::Fallback kv = form.default_kv_heads > 0 && !values.is_null("num_key_value_heads")
                                        ? values.by_default(form.default_kv_heads)
                                        : ConfigValues::Fallback{sizes.heads, Mark::assumed, "heads"};
  sizes.kv_heads = values.size_or("kv_heads", {"num_key_value_heads"}, kv);
  if (values.raw("head_dim") != nullptr || form.default_head_dim > 0)
    sizes.head_dim = values.size_or("head_dim", {"head_dim"}, values.by_default(form.default_head_dim));
  else
    sizes.head_dim = even_head_dim(values, "num_attention_heads", sizes.heads, "hidden_size", sizes.hidden);
  values.must_divide("num_key_value_heads", sizes.kv_heads, "num_attention_heads", sizes.heads);
  architecture.hidden = sizes.hidden;
  architecture.vocabulary = size_with_default(values, "vocabulary", "vocab_size", form.default_vocabulary);
  architecture.tied_embeddings =
      values.flag("tied_embeddings", {"tie_word_embeddings"}, values.by_default(form.tied));
  if (values.raw("max_position_embeddings") != nullptr)
    architecture.max_sequence = values.size("max_sequence", {"max_position_embeddings"});
  return sizes;
}

void write_attention(TensorWriter& writer, const CommonSizes& sizes, const Form& form) {
  const std::int64_t h = sizes.hidden, q = sizes.query_width(), k = sizes.key_width();
  if (form.fused) {
    writer.linear("self_attn.qkv_proj", q + 2 * k, h, Split::column, form.qkv_bias);
  } else {
    writer.linear("self_attn.q_proj", q, h, Split::column, form.qkv_bias);
    writer.linear("self_attn.k_proj", k, h, Split::column, form.qkv_bias);
    writer.linear("self_attn.v_proj", k, h, Split::column, form.qkv_bias);
  }
  if (form.query_norm != QueryNorm::none) {
    const bool per_head = form.query_norm == QueryNorm::per_head;
    writer.norm("self_attn.q_norm", per_head ? sizes.head_dim : q, false);
    writer.norm("self_attn.k_norm", per_head ? sizes.head_dim : k, false);
  }
  if (form.sinks) writer.add("self_attn.sinks", {sizes.heads}, true);
  writer.linear("self_attn.o_proj", h, q, Split::row, form.out_bias);
}

void write_mlp(TensorWriter& writer, const std::string& prefix, std::int64_t h, std::int64_t f,
               const Form& form) {
  if (form.feed == Feed::plain) {
    writer.linear(prefix + "c_fc", f, h, Split::column, form.mlp_bias);
    writer.linear(prefix + "c_proj", h, f, Split::row, form.mlp_bias);
    return;
  }
  if (form.fused) {
    writer.linear(prefix + "gate_up_proj", 2 * f, h, Split::column, form.mlp_bias);
  } else {
    writer.linear(prefix + "gate_proj", f, h, Split::column, form.mlp_bias);
    writer.linear(prefix + "up_proj", f, h, Split::column, form.mlp_bias);
  }
  writer.linear(prefix + "down_proj", h, f, Split::row, form.mlp_bias);
}

void write_experts(TensorWriter& writer, std::int64_t h, const Routing& routing) {
  const std::int64_t e = routing.experts, f = routing.ffn;
  switch (routing.names) {
    case Routing::Names::mixtral:
      writer.linear("block_sparse_moe.gate", e, h, Split::replicated, false);
      writer.experts("block_sparse_moe.experts.{expert}.w1", routing.experts, f, h);
      writer.experts("block_sparse_moe.experts.{expert}.w2", routing.experts, h, f);
      writer.experts("block_sparse_moe.experts.{expert}.w3", routing.experts, f, h);
      return;
    case Routing::Names::gpt_oss:
      writer.linear("mlp.router", e, h, Split::replicated, true);
      writer.stacked_experts("mlp.experts.gate_up_proj", {e, h, 2 * f});
      writer.stacked_experts("mlp.experts.gate_up_proj_bias", {e, 2 * f});
      writer.stacked_experts("mlp.experts.down_proj", {e, f, h});
      writer.stacked_experts("mlp.experts.down_proj_bias", {e, h});
      return;
    case Routing::Names::qwen:
      writer.linear("mlp.gate", e, h, Split::replicated, false);
      writer.experts("mlp.experts.{expert}.gate_proj", routing.experts, f, h);
      writer.experts("mlp.experts.{expert}.up_proj", routing.experts, f, h);
      writer.experts("mlp.experts.{expert}.down_proj", routing.experts, h, f);
      if (routing.shared_ffn > 0) {
        write_mlp(writer, "mlp.shared_expert.", h, routing.shared_ffn, Form{});
        writer.linear("mlp.shared_expert_gate", 1, h, Split::replicated, false);
      }
      return;
  }
}

void write_norms(TensorWriter& writer, std::int64_t h, const Form& form) {
  if (form.norms != Norms::after) writer.norm("input_layernorm", h, form.norm_bias);
  writer.norm("post_attention_layernorm", h, form.norm_bias);
  if (form.norms == Norms::before_and_after) writer.norm("pre_feedforward_layernorm", h, form.norm_bias);
  if (form.norms != Norms::before) writer.norm("post_feedforward_layernorm", h, form.norm_bias);
}

/// Sizes of `kind` that all layers share.
LayerKind basic_kind(const CommonSizes& sizes, const Form& form) {
  LayerKind kind;
  kind.heads = sizes.heads;
  kind.kv_heads = sizes.kv_heads;
  kind.head_dim = kind.value_head_dim = sizes.head_dim;
  kind.attention_sink = form.sinks;
  kind.feed = form.feed;
  return kind;
}

/// Layers and tensors from sizes already read. `ffn` is 0 when no layer is dense; `window` applies where
/// `sliding` says.
void write_model(ConfigValues& values, Architecture& architecture, const CommonSizes& sizes, const Form& form,
                 int ffn, const std::vector<bool>& sliding, int window, const Routing& routing = {}) {
  if (values.error()) return;
  TensorWriter writer(architecture);
  const std::int64_t h = sizes.hidden, vocabulary = architecture.vocabulary;
  writer.begin(Tensor::Part::embedding);
  writer.add("model.embed_tokens.weight", {vocabulary, h}, true);
  for (int layer = 0; layer < sizes.layers; ++layer) {
    const auto index = static_cast<std::size_t>(layer);
    LayerKind kind = basic_kind(sizes, form);
    if (!sliding.empty() && sliding[index]) kind.window = window;
    const bool moe = !routing.moe.empty() && routing.moe[index];
    if (moe) {
      kind.experts = routing.experts;
      kind.top_k = routing.top_k;
      kind.expert_ffn = routing.ffn;
      kind.shared_ffn = routing.shared_ffn;
      kind.shared_gate = routing.shared_ffn > 0;
    } else {
      kind.ffn = ffn;
    }
    kind.name = kind_name(kind);
    add_layer(architecture, kind);
    writer.begin(Tensor::Part::layer, fmt::format("model.layers.{}.", layer), layer);
    write_attention(writer, sizes, form);
    if (moe)
      write_experts(writer, h, routing);
    else
      write_mlp(writer, "mlp.", h, ffn, form);
    write_norms(writer, h, form);
  }
  writer.begin(Tensor::Part::head);
  writer.norm("model.norm", h, form.norm_bias);
  if (architecture.tied_embeddings)
    writer.tied("lm_head.weight", {vocabulary, h});
  else
    writer.add("lm_head.weight", {vocabulary, h}, true);
}

int read_ffn(ConfigValues& values) { return values.size("ffn", {"intermediate_size"}); }

/// A window that holds for every layer when it is stated (Mistral, Phi-3, StarCoder2).
int read_window(ConfigValues& values, const ConfigValues::Fallback& fallback) {
  const int window =
      values.is_null("sliding_window") ? 0 : values.size_or("", {"sliding_window"}, fallback, 0);
  if (window > 0)
    values.note("window", std::to_string(window),
                values.raw("sliding_window") != nullptr ? Mark::file : Mark::assumed,
                values.raw("sliding_window") != nullptr ? "sliding_window" : fallback.from);
  return window;
}

void read_dense(ConfigValues& values, Architecture& architecture, const Form& form,
                const ConfigValues::Fallback& window_fallback) {
  const CommonSizes sizes = read_sizes(values, architecture, form);
  const int ffn = read_ffn(values);
  const int window = read_window(values, window_fallback);
  const std::vector<bool> sliding = sliding_layers(values, sizes.layers, [&](int) { return window > 0; });
  write_model(values, architecture, sizes, form, ffn, sliding, window);
}

/// Qwen slides only when `use_sliding_window` says so, and only from layer `max_window_layers` on.
struct QwenWindow {
  int window = 0;
  std::vector<bool> sliding;
};

QwenWindow read_qwen_window(ConfigValues& values, int layers) {
  QwenWindow result;
  if (values.flag("", {"use_sliding_window"}, values.by_default(0)))
    result.window = read_window(values, values.by_default(4096));
  const int first =
      result.window > 0 ? values.size_or("", {"max_window_layers"}, values.by_default(28), 0) : 0;
  result.sliding =
      sliding_layers(values, layers, [&](int layer) { return result.window > 0 && layer >= first; });
  if (result.window == 0) std::fill(result.sliding.begin(), result.sliding.end(), false);
  return result;
}

void read_qwen(ConfigValues& values, Architecture& architecture, const Form& form) {
  const CommonSizes sizes = read_sizes(values, architecture, form);
  const int ffn = read_ffn(values);
  const QwenWindow window = read_qwen_window(values, sizes.layers);
  write_model(values, architecture, sizes, form, ffn, window.sliding, window.window);
}

void read_qwen_moe(ConfigValues& values, Architecture& architecture, const Form& form, bool shared) {
  const CommonSizes sizes = read_sizes(values, architecture, form);
  Routing routing;
  routing.experts = values.size("experts", {"num_experts"}, kMostExperts);
  routing.top_k = values.size("top_k", {"num_experts_per_tok"}, kMostExperts);
  check_experts(values, "num_experts_per_tok", routing.top_k, routing.experts);
  routing.ffn = values.size("expert_ffn", {"moe_intermediate_size"});
  if (shared) routing.shared_ffn = values.size("shared_ffn", {"shared_expert_intermediate_size"});
  const int step = values.size_or("", {"decoder_sparse_step"}, values.by_default(1));
  for (int layer = 0; layer < sizes.layers; ++layer) routing.moe.push_back((layer + 1) % step == 0);
  if (const Json* dense = values.raw("mlp_only_layers")) {
    if (!dense->is_array()) values.impossible("mlp_only_layers", shown(*dense), {Wanted::Kind::array, {}});
    for (const Json& layer : *dense) {
      const bool sound = layer.is_number_integer() && layer >= 0 && layer < sizes.layers;
      if (sound)
        routing.moe[layer.get<std::size_t>()] = false;
      else
        values.impossible("mlp_only_layers", shown(layer),
                          {Wanted::Kind::between, {"0", std::to_string(sizes.layers - 1)}});
    }
  }
  const bool any_dense = std::find(routing.moe.begin(), routing.moe.end(), false) != routing.moe.end();
  const int ffn = any_dense ? read_ffn(values) : 0;
  const QwenWindow window = read_qwen_window(values, sizes.layers);
  write_model(values, architecture, sizes, form, ffn, window.sliding, window.window, routing);
}

/// Gemma 2 and 3: most or every second layer slides.
void read_gemma_sliding(ConfigValues& values, Architecture& architecture, const Form& form, int period) {
  const CommonSizes sizes = read_sizes(values, architecture, form);
  const int ffn = read_ffn(values);
  const int window = values.size_or("window", {"sliding_window"}, values.by_default(4096));
  const int every = period > 2 ? values.size_or("", {"sliding_window_pattern", "_sliding_window_pattern"},
                                                values.by_default(period))
                               : period;
  const auto sliding =
      sliding_layers(values, sizes.layers, [&](int layer) { return (layer + 1) % every != 0; });
  write_model(values, architecture, sizes, form, ffn, sliding, window);
}

ConfigValues::Fallback no_window() { return {0, Mark::assumed, {}}; }

}  // namespace

// Hugging Face LlamaForCausalLM: attention_bias is on all four projections.
void read_llama(ConfigValues& values, Architecture& architecture) {
  Form form;
  form.qkv_bias = form.out_bias = values.flag("", {"attention_bias"}, values.by_default(0));
  form.mlp_bias = values.flag("", {"mlp_bias"}, values.by_default(0));
  const CommonSizes sizes = read_sizes(values, architecture, form);
  write_model(values, architecture, sizes, form, read_ffn(values), {}, 0);
}

void read_mistral(ConfigValues& values, Architecture& architecture) {
  Form form;
  form.default_kv_heads = 8;
  read_dense(values, architecture, form, values.by_default(4096));
}

void read_mixtral(ConfigValues& values, Architecture& architecture) {
  Form form;
  form.default_kv_heads = 8;
  const CommonSizes sizes = read_sizes(values, architecture, form);
  Routing routing;
  routing.names = Routing::Names::mixtral;
  routing.experts = values.size("experts", {"num_local_experts"}, kMostExperts);
  routing.top_k = values.size("top_k", {"num_experts_per_tok"}, kMostExperts);
  check_experts(values, "num_experts_per_tok", routing.top_k, routing.experts);
  routing.ffn = values.size("expert_ffn", {"intermediate_size"});
  routing.moe.assign(static_cast<std::size_t>(sizes.layers), true);
  const int window = read_window(values, no_window());
  const std::vector<bool> sliding(static_cast<std::size_t>(sizes.layers), window > 0);
  write_model(values, architecture, sizes, form, 0, sliding, window, routing);
}

// Qwen2 has biases on q, k and v and none elsewhere; its file has no key for it.
void read_qwen2(ConfigValues& values, Architecture& architecture) {
  Form form;
  form.default_kv_heads = 32;
  form.qkv_bias = true;
  read_qwen(values, architecture, form);
}

void read_qwen3(ConfigValues& values, Architecture& architecture) {
  Form form;
  form.default_kv_heads = 32;
  form.default_head_dim = 128;
  form.query_norm = QueryNorm::per_head;
  form.qkv_bias = form.out_bias = values.flag("", {"attention_bias"}, values.by_default(0));
  read_qwen(values, architecture, form);
}

void read_qwen2_moe(ConfigValues& values, Architecture& architecture) {
  Form form;
  form.default_kv_heads = 16;
  form.qkv_bias = values.flag("", {"qkv_bias"}, values.by_default(1));
  read_qwen_moe(values, architecture, form, true);
}

void read_qwen3_moe(ConfigValues& values, Architecture& architecture) {
  Form form;
  form.default_kv_heads = 4;
  form.query_norm = QueryNorm::per_head;
  form.qkv_bias = form.out_bias = values.flag("", {"attention_bias"}, values.by_default(0));
  read_qwen_moe(values, architecture, form, false);
}

void read_gemma(ConfigValues& values, Architecture& architecture) {
  Form form;
  form.default_kv_heads = 16;
  form.default_head_dim = 256;
  form.tied = true;
  form.qkv_bias = form.out_bias = values.flag("", {"attention_bias"}, values.by_default(0));
  const CommonSizes sizes = read_sizes(values, architecture, form);
  write_model(values, architecture, sizes, form, read_ffn(values), {}, 0);
}

void read_gemma2(ConfigValues& values, Architecture& architecture) {
  Form form;
  form.default_kv_heads = 4;
  form.default_head_dim = 256;
  form.tied = true;
  form.norms = Norms::before_and_after;
  form.qkv_bias = form.out_bias = values.flag("", {"attention_bias"}, values.by_default(0));
  read_gemma_sliding(values, architecture, form, 2);
}

// Files nested in a multimodal configuration state only what differs from the class: heads and vocabulary
// too.
void read_gemma3(ConfigValues& values, Architecture& architecture) {
  Form form;
  form.default_heads = 8;
  form.default_kv_heads = 4;
  form.default_head_dim = 256;
  form.default_vocabulary = 262208;
  form.tied = true;
  form.norms = Norms::before_and_after;
  form.query_norm = QueryNorm::per_head;
  form.qkv_bias = form.out_bias = values.flag("", {"attention_bias"}, values.by_default(0));
  read_gemma_sliding(values, architecture, form, 6);
}

void read_phi3(ConfigValues& values, Architecture& architecture) {
  Form form;
  form.fused = true;
  read_dense(values, architecture, form, no_window());
}

// Norms only after attention and MLP; queries and keys are normed over their whole width.
void read_olmo2(ConfigValues& values, Architecture& architecture) {
  Form form;
  form.norms = Norms::after;
  form.query_norm = QueryNorm::whole;
  form.qkv_bias = form.out_bias = values.flag("", {"attention_bias"}, values.by_default(0));
  const CommonSizes sizes = read_sizes(values, architecture, form);
  write_model(values, architecture, sizes, form, read_ffn(values), {}, 0);
}

void read_starcoder2(ConfigValues& values, Architecture& architecture) {
  Form form;
  form.default_kv_heads = 2;
  form.tied = true;
  form.norm_bias = true;
  form.feed = Feed::plain;
  form.qkv_bias = form.out_bias = form.mlp_bias = values.flag("", {"use_bias"}, values.by_default(1));
  read_dense(values, architecture, form, no_window());
}

void read_gpt_oss(ConfigValues& values, Architecture& architecture) {
  Form form;
  form.default_kv_heads = 8;
  form.default_head_dim = 64;
  form.sinks = true;
  form.qkv_bias = form.out_bias = values.flag("", {"attention_bias"}, values.by_default(1));
  const CommonSizes sizes = read_sizes(values, architecture, form);
  Routing routing;
  routing.names = Routing::Names::gpt_oss;
  routing.experts = values.size("experts", {"num_local_experts"}, kMostExperts);
  routing.top_k = values.size("top_k", {"num_experts_per_tok", "experts_per_token"}, kMostExperts);
  check_experts(values, "num_experts_per_tok", routing.top_k, routing.experts);
  routing.ffn = values.size("expert_ffn", {"intermediate_size"});
  routing.moe.assign(static_cast<std::size_t>(sizes.layers), true);
  const int window = values.size_or("window", {"sliding_window"}, values.by_default(128));
  const auto sliding = sliding_layers(values, sizes.layers, [](int layer) { return layer % 2 == 0; });
  write_model(values, architecture, sizes, form, 0, sliding, window, routing);
}

}  // namespace astrolabe::model
