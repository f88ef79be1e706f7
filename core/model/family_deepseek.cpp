// DeepSeek V2 and V3: multi-head latent attention, shared and routed experts, leading dense layers,
// multi-token prediction. Source: modeling_deepseek.py beside the published weights; DeepSeek-V3
// README_WEIGHTS.md for the multi-token-prediction modules.

#include <fmt/format.h>

#include <algorithm>

#include "core/model/family.h"

namespace astrolabe::model {

namespace {

struct Sizes {
  int layers = 1, first_dense = 0, sparse_step = 1;
  std::int64_t hidden = 1, vocabulary = 1, ffn = 1;
  std::int64_t content_dim = 1;  ///< part of a query or key head without positions (qk_nope_head_dim)
  bool attention_bias = false;
  bool score_bias = false;  ///< e_score_correction_bias
  LayerKind dense, moe;
};

void read_latent_attention(ConfigValues& values, Sizes& sizes) {
  LayerKind& kind = sizes.dense;
  kind.heads = values.size("heads", {"num_attention_heads"});
  kind.kv_heads = kind.heads;  // each head has its own key, unfolded from the latent
  const int content = values.size_or("content_dim", {"qk_nope_head_dim"}, values.by_default(128));
  kind.rope_dim = values.size_or("rope_dim", {"qk_rope_head_dim"}, values.by_default(64));
  sizes.content_dim = content;
  kind.head_dim = values.derived("head_dim", std::int64_t{content} + kind.rope_dim, "content_dim + rope_dim");
  kind.value_head_dim = values.size_or("value_head_dim", {"v_head_dim"}, values.by_default(128));
  if (values.is_null("q_lora_rank"))
    values.note("latent_q", "none", Mark::file, "q_lora_rank");
  else
    kind.latent_q = values.size_or("latent_q", {"q_lora_rank"}, values.by_default(1536), 0);
  kind.latent_kv = values.size_or("latent_kv", {"kv_lora_rank"}, values.by_default(512));
  sizes.attention_bias = values.flag("", {"attention_bias"}, values.by_default(0));
}

/// Experts and the groups that they are chosen by, on top of the attention of the dense layers.
void read_routed_experts(ConfigValues& values, bool v3, Sizes& sizes) {
  const ConfigValues::Fallback none{0, Mark::assumed, values.by_default(0).from};
  sizes.moe = sizes.dense;
  LayerKind& moe = sizes.moe;
  moe.experts = values.is_null("n_routed_experts")
                    ? 0
                    : values.size_or("experts", {"n_routed_experts"}, v3 ? values.by_default(256) : none, 0,
                                     kMostExperts);
  if (moe.experts <= 0) return;
  moe.top_k = values.size("top_k", {"num_experts_per_tok"}, kMostExperts);
  check_experts(values, "num_experts_per_tok", moe.top_k, moe.experts);
  moe.expert_ffn = values.size("expert_ffn", {"moe_intermediate_size"});
  const int shared = values.is_null("n_shared_experts")
                         ? 0
                         : values.size_or("shared_experts", {"n_shared_experts"},
                                          v3 ? values.by_default(1) : none, 0, kMostExperts);
  if (shared > 0)
    moe.shared_ffn =
        values.derived("shared_ffn", std::int64_t{shared} * moe.expert_ffn, "shared_experts * expert_ffn");
  sizes.first_dense = values.size_or("leading_dense_layers", {"first_k_dense_replace"},
                                     values.by_default(v3 ? 3 : 0), 0, kMostLayers);
  sizes.sparse_step = values.size_or("", {"moe_layer_freq"}, values.by_default(1));
  moe.routing_groups =
      values.is_null("n_group") ? 0 : values.size_or("", {"n_group"}, v3 ? values.by_default(8) : none, 0);
  moe.routing_top_groups = values.is_null("topk_group")
                               ? 0
                               : values.size_or("", {"topk_group"}, v3 ? values.by_default(4) : none, 0);
  if (moe.routing_groups > 0)
    values.must_divide("n_group", moe.routing_groups, "n_routed_experts", moe.experts);
  if (moe.routing_top_groups > moe.routing_groups)
    values.impossible("topk_group", std::to_string(moe.routing_top_groups),
                      {Wanted::Kind::between, {"1", std::to_string(moe.routing_groups)}});
  sizes.score_bias = values.word("", {"topk_method"}, v3 ? "noaux_tc" : "greedy") == "noaux_tc";
}

Sizes read_sizes(ConfigValues& values, Architecture& architecture, bool v3) {
  Sizes sizes;
  sizes.layers = values.size("layers", {"num_hidden_layers"}, kMostLayers);
  sizes.hidden = values.size("hidden", {"hidden_size"});
  sizes.vocabulary = values.size("vocabulary", {"vocab_size"});
  read_latent_attention(values, sizes);
  read_routed_experts(values, v3, sizes);
  LayerKind &kind = sizes.dense, &moe = sizes.moe;
  const bool any_dense = moe.experts == 0 || sizes.first_dense > 0 || sizes.sparse_step > 1;
  sizes.ffn = any_dense ? values.size("ffn", {"intermediate_size"}) : 0;
  kind.ffn = static_cast<int>(sizes.ffn);
  kind.name = kind_name(kind);
  moe.name = kind_name(moe);

  architecture.hidden = static_cast<int>(sizes.hidden);
  architecture.vocabulary = static_cast<int>(sizes.vocabulary);
  architecture.tied_embeddings =
      values.flag("tied_embeddings", {"tie_word_embeddings"}, values.by_default(0));
  if (values.raw("max_position_embeddings") != nullptr)
    architecture.max_sequence = values.size("max_sequence", {"max_position_embeddings"});
  return sizes;
}

void write_attention(TensorWriter& writer, const Sizes& sizes) {
  const LayerKind& kind = sizes.dense;
  const std::int64_t h = sizes.hidden, a = kind.heads;
  const bool bias = sizes.attention_bias;
  if (kind.latent_q > 0) {
    writer.linear("self_attn.q_a_proj", kind.latent_q, h, Split::replicated, bias);
    writer.norm("self_attn.q_a_layernorm", kind.latent_q, false);
    writer.linear("self_attn.q_b_proj", a * kind.head_dim, kind.latent_q, Split::column, false);
  } else {
    writer.linear("self_attn.q_proj", a * kind.head_dim, h, Split::column, false);
  }
  writer.linear("self_attn.kv_a_proj_with_mqa", std::int64_t{kind.latent_kv} + kind.rope_dim, h,
                Split::replicated, bias);
  writer.norm("self_attn.kv_a_layernorm", kind.latent_kv, false);
  writer.linear("self_attn.kv_b_proj", a * (sizes.content_dim + kind.value_head_dim), kind.latent_kv,
                Split::column, false);
  writer.linear("self_attn.o_proj", h, a * kind.value_head_dim, Split::row, bias);
}

void write_gated(TensorWriter& writer, const std::string& prefix, std::int64_t h, std::int64_t f) {
  writer.linear(prefix + "gate_proj", f, h, Split::column, false);
  writer.linear(prefix + "up_proj", f, h, Split::column, false);
  writer.linear(prefix + "down_proj", h, f, Split::row, false);
}

void write_layer(TensorWriter& writer, const Sizes& sizes, bool moe) {
  const std::int64_t h = sizes.hidden;
  write_attention(writer, sizes);
  if (moe) {
    const LayerKind& kind = sizes.moe;
    writer.linear("mlp.gate", kind.experts, h, Split::replicated, false);
    // A parameter of the published code, moved by the balancing rule; the published 671,026,419,200 counts
    // it.
    if (sizes.score_bias) writer.add("mlp.gate.e_score_correction_bias", {kind.experts});
    writer.experts("mlp.experts.{expert}.gate_proj", kind.experts, kind.expert_ffn, h);
    writer.experts("mlp.experts.{expert}.up_proj", kind.experts, kind.expert_ffn, h);
    writer.experts("mlp.experts.{expert}.down_proj", kind.experts, h, kind.expert_ffn);
    if (kind.shared_ffn > 0) write_gated(writer, "mlp.shared_experts.", h, kind.shared_ffn);
  } else {
    write_gated(writer, "mlp.", h, sizes.ffn);
  }
  writer.norm("input_layernorm", h, false);
  writer.norm("post_attention_layernorm", h, false);
}

/// One module a predicted token: a whole layer, two norms and the product that joins them. Embedding and head
/// are the main model's.
void write_prediction(TensorWriter& writer, const Sizes& sizes, int index) {
  const std::int64_t h = sizes.hidden;
  writer.begin(Tensor::Part::mtp, fmt::format("model.layers.{}.", index));
  writer.tied("embed_tokens.weight", {sizes.vocabulary, h});
  writer.norm("enorm", h, false);
  writer.norm("hnorm", h, false);
  writer.linear("eh_proj", h, 2 * h, Split::column, false);
  write_layer(writer, sizes, sizes.moe.experts > 0);
  writer.norm("shared_head.norm", h, false);
  writer.tied("shared_head.head.weight", {sizes.vocabulary, h});
}

void read_deepseek(ConfigValues& values, Architecture& architecture, bool v3) {
  const Sizes sizes = read_sizes(values, architecture, v3);
  const int predicted = values.size_or("predicted_tokens", {"num_nextn_predict_layers"},
                                       {0, Mark::assumed, "absent: none"}, 0, 64);
  if (values.error()) return;
  TensorWriter writer(architecture);
  writer.begin(Tensor::Part::embedding);
  writer.add("model.embed_tokens.weight", {sizes.vocabulary, sizes.hidden}, true);
  for (int layer = 0; layer < sizes.layers; ++layer) {
    const bool moe = sizes.moe.experts > 0 && layer >= sizes.first_dense && layer % sizes.sparse_step == 0;
    add_layer(architecture, moe ? sizes.moe : sizes.dense);
    writer.begin(Tensor::Part::layer, fmt::format("model.layers.{}.", layer), layer);
    write_layer(writer, sizes, moe);
  }
  writer.begin(Tensor::Part::head);
  writer.norm("model.norm", sizes.hidden, false);
  if (architecture.tied_embeddings)
    writer.tied("lm_head.weight", {sizes.vocabulary, sizes.hidden});
  else
    writer.add("lm_head.weight", {sizes.vocabulary, sizes.hidden}, true);
  for (int module = 0; module < predicted; ++module) write_prediction(writer, sizes, sizes.layers + module);
}

}  // namespace

void read_deepseek_v2(ConfigValues& values, Architecture& architecture) {
  read_deepseek(values, architecture, false);
}
void read_deepseek_v3(ConfigValues& values, Architecture& architecture) {
  read_deepseek(values, architecture, true);
}

}  // namespace astrolabe::model
