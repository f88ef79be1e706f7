// Decoders in GPT's form: plain MLP of (usually) four times the width, layer norms with bias, fused q, k, v.

#include <fmt/format.h>

#include <cmath>

#include "core/model/family.h"

namespace astrolabe::model {

namespace {

LayerKind plain_kind(int heads, int kv_heads, int head_dim, int ffn) {
  LayerKind kind;
  kind.name = "dense";
  kind.heads = heads;
  kind.kv_heads = kv_heads;
  kind.head_dim = kind.value_head_dim = head_dim;
  kind.feed = Feed::plain;
  kind.ffn = ffn;
  return kind;
}

void write_head(TensorWriter& writer, const Architecture& architecture, const std::string& name,
                std::int64_t width) {
  if (architecture.tied_embeddings)
    writer.tied(name, {architecture.vocabulary, width});
  else
    writer.add(name, {architecture.vocabulary, width}, true);
}

std::string layer_prefix(std::string_view before, int layer) { return fmt::format("{}{}.", before, layer); }

}  // namespace

void read_gpt2(ConfigValues& values, Architecture& architecture) {
  const int layers = values.size("layers", {"n_layer", "num_hidden_layers"}, kMostLayers);
  const int hidden = values.size("hidden", {"n_embd", "hidden_size"});
  const int heads = values.size("heads", {"n_head", "num_attention_heads"});
  const int head_dim = even_head_dim(values, "n_head", heads, "n_embd", hidden);
  const int ffn = values.raw("n_inner") != nullptr
                      ? values.size("ffn", {"n_inner"})
                      : values.derived("ffn", 4 * std::int64_t{hidden}, "4 * hidden");
  architecture.hidden = hidden;
  architecture.vocabulary = values.size("vocabulary", {"vocab_size"});
  architecture.positions = architecture.max_sequence = values.size_or(
      "positions", {"n_positions", "n_ctx", "max_position_embeddings"}, values.by_default(1024));
  architecture.tied_embeddings =
      values.flag("tied_embeddings", {"tie_word_embeddings"}, values.by_default(1));
  if (values.error()) return;
  TensorWriter writer(architecture);
  const std::int64_t h = hidden;
  writer.begin(Tensor::Part::embedding);
  writer.add("transformer.wte.weight", {architecture.vocabulary, h}, true);
  writer.add("transformer.wpe.weight", {architecture.positions, h});
  for (int layer = 0; layer < layers; ++layer) {
    add_layer(architecture, plain_kind(heads, heads, head_dim, ffn));
    writer.begin(Tensor::Part::layer, layer_prefix("transformer.h.", layer), layer);
    writer.norm("ln_1", h, true);
    writer.transposed_linear("attn.c_attn", h, 3 * h, Split::column);
    writer.transposed_linear("attn.c_proj", h, h, Split::row);
    writer.norm("ln_2", h, true);
    writer.transposed_linear("mlp.c_fc", h, ffn, Split::column);
    writer.transposed_linear("mlp.c_proj", ffn, h, Split::row);
  }
  writer.begin(Tensor::Part::head);
  writer.norm("transformer.ln_f", h, true);
  write_head(writer, architecture, "lm_head.weight", h);
}

void read_gpt_neox(ConfigValues& values, Architecture& architecture) {
  const int layers = values.size("layers", {"num_hidden_layers"}, kMostLayers);
  const int hidden = values.size("hidden", {"hidden_size"});
  const int heads = values.size("heads", {"num_attention_heads"});
  const int head_dim = even_head_dim(values, "num_attention_heads", heads, "hidden_size", hidden);
  const int ffn = values.size("ffn", {"intermediate_size"});
  const bool bias = values.flag("", {"attention_bias"}, values.by_default(1));
  const bool parallel = values.flag("parallel", {"use_parallel_residual"}, values.by_default(1));
  architecture.hidden = hidden;
  architecture.vocabulary = values.size("vocabulary", {"vocab_size"});
  architecture.tied_embeddings =
      values.flag("tied_embeddings", {"tie_word_embeddings"}, values.by_default(0));
  if (values.raw("max_position_embeddings") != nullptr)
    architecture.max_sequence = values.size("max_sequence", {"max_position_embeddings"});
  if (values.error()) return;
  TensorWriter writer(architecture);
  const std::int64_t h = hidden;
  writer.begin(Tensor::Part::embedding);
  writer.add("gpt_neox.embed_in.weight", {architecture.vocabulary, h}, true);
  LayerKind kind = plain_kind(heads, heads, head_dim, ffn);
  kind.parallel = parallel;
  for (int layer = 0; layer < layers; ++layer) {
    add_layer(architecture, kind);
    writer.begin(Tensor::Part::layer, layer_prefix("gpt_neox.layers.", layer), layer);
    writer.norm("input_layernorm", h, true);
    writer.norm("post_attention_layernorm", h, true);
    writer.linear("attention.query_key_value", 3 * h, h, Split::column, bias);
    writer.linear("attention.dense", h, h, Split::row, bias);
    writer.linear("mlp.dense_h_to_4h", ffn, h, Split::column, true);
    writer.linear("mlp.dense_4h_to_h", h, ffn, Split::row, true);
  }
  writer.begin(Tensor::Part::head);
  writer.norm("gpt_neox.final_layer_norm", h, true);
  write_head(writer, architecture, "embed_out.weight", h);
}

// 7b: one shared key head, one norm. 40b, 180b (new_decoder_architecture): grouped keys, a norm for attention
// and one for the MLP. 1b ("parallel_attn": false): norms before each in turn.
void read_falcon(ConfigValues& values, Architecture& architecture) {
  const int layers = values.size("layers", {"num_hidden_layers", "n_layer"}, kMostLayers);
  const int hidden = values.size("hidden", {"hidden_size", "n_embed"});
  const int heads = values.size("heads", {"num_attention_heads", "n_head"});
  const int head_dim = even_head_dim(values, "num_attention_heads", heads, "hidden_size", hidden);
  const std::string type = values.word("", {"model_type"}, "falcon");
  const bool grouped = values.flag("new_decoder_architecture", {"new_decoder_architecture"},
                                   values.by_default(type == "RefinedWeb" ? 1 : 0));
  const bool multi_query = values.flag("", {"multi_query"}, values.by_default(1));
  const bool parallel = values.flag("parallel", {"parallel_attn"}, values.by_default(1)) || grouped;
  const bool bias = values.flag("", {"bias"}, values.by_default(0));
  const int kv_heads =
      grouped ? values.size_or("kv_heads", {"num_kv_heads", "n_head_kv"}, {heads, Mark::assumed, "heads"})
              : values.derived("kv_heads", multi_query ? 1 : heads, multi_query ? "multi_query" : "heads");
  values.must_divide("num_kv_heads", kv_heads, "num_attention_heads", heads);
  const int ffn = values.raw("ffn_hidden_size") != nullptr
                      ? values.size("ffn", {"ffn_hidden_size"})
                      : values.derived("ffn", 4 * std::int64_t{hidden}, "4 * hidden");
  const int norms = values.size_or("", {"num_ln_in_parallel_attn"}, values.by_default(grouped ? 2 : 1), 1, 2);
  architecture.hidden = hidden;
  architecture.vocabulary = values.size("vocabulary", {"vocab_size"});
  architecture.tied_embeddings =
      values.flag("tied_embeddings", {"tie_word_embeddings"}, values.by_default(1));
  if (values.raw("max_position_embeddings") != nullptr)
    architecture.max_sequence = values.size("max_sequence", {"max_position_embeddings"});
  if (values.error()) return;
  TensorWriter writer(architecture);
  const std::int64_t h = hidden;
  writer.begin(Tensor::Part::embedding);
  writer.add("transformer.word_embeddings.weight", {architecture.vocabulary, h}, true);
  LayerKind kind = plain_kind(heads, kv_heads, head_dim, ffn);
  kind.parallel = parallel;
  for (int layer = 0; layer < layers; ++layer) {
    add_layer(architecture, kind);
    writer.begin(Tensor::Part::layer, layer_prefix("transformer.h.", layer), layer);
    if (grouped && norms == 2) {
      writer.norm("ln_attn", h, true);
      writer.norm("ln_mlp", h, true);
    } else {
      writer.norm("input_layernorm", h, true);
      if (!parallel) writer.norm("post_attention_layernorm", h, true);
    }
    writer.linear("self_attention.query_key_value",
                  (std::int64_t{heads} + 2 * std::int64_t{kv_heads}) * head_dim, h, Split::column, bias);
    writer.linear("self_attention.dense", h, std::int64_t{heads} * head_dim, Split::row, bias);
    writer.linear("mlp.dense_h_to_4h", ffn, h, Split::column, bias);
    writer.linear("mlp.dense_4h_to_h", h, ffn, Split::row, bias);
  }
  writer.begin(Tensor::Part::head);
  writer.norm("transformer.ln_f", h, true);
  write_head(writer, architecture, "lm_head.weight", h);
}

// Biases exist unless "no_bias" (the default); positions come from ALiBi unless attn_config says otherwise.
void read_mpt(ConfigValues& values, Architecture& architecture) {
  const int layers = values.size("layers", {"n_layers"}, kMostLayers);
  const int hidden = values.size("hidden", {"d_model"});
  const int heads = values.size("heads", {"n_heads"});
  const int head_dim = even_head_dim(values, "n_heads", heads, "d_model", hidden);
  const Json& attention = values.section("attn_config");
  int kv_heads = heads;
  if (const auto kv = attention.find("kv_n_heads"); kv != attention.end() && !kv->is_null()) {
    if (kv->is_number_integer() && *kv >= 1 && *kv <= heads && heads % kv->get<int>() == 0)
      kv_heads = kv->get<int>();
    else
      values.impossible("attn_config.kv_n_heads", shown(*kv),
                        {Wanted::Kind::divisor_of, {"n_heads", std::to_string(heads)}});
    values.note("kv_heads", std::to_string(kv_heads), Mark::file, "attn_config.kv_n_heads");
  } else {
    values.note("kv_heads", std::to_string(kv_heads), Mark::assumed, "heads");
  }
  double ratio = 4.0;
  if (const Json* given = values.raw("expansion_ratio")) {
    ratio = given->is_number() ? given->get<double>() : 0.0;
    if (!(ratio > 0.0) || !(ratio < 1000.0))
      values.impossible("expansion_ratio", shown(*given), {Wanted::Kind::between, {"0", "1000"}});
  }
  const double width = std::floor(ratio * hidden);
  const int ffn =
      values.derived("ffn", width < 1e12 ? static_cast<std::int64_t>(width) : 0, "expansion_ratio * hidden");
  const bool bias = !values.flag("", {"no_bias"}, values.by_default(1));
  const auto alibi = attention.find("alibi");
  const bool has_alibi = alibi == attention.end() || !alibi->is_boolean() || alibi->get<bool>();
  const bool learned = !has_alibi && values.flag("", {"learned_pos_emb"}, values.by_default(1));
  architecture.hidden = hidden;
  architecture.vocabulary = values.size("vocabulary", {"vocab_size"});
  architecture.max_sequence = values.size_or("max_sequence", {"max_seq_len"}, values.by_default(2048));
  architecture.tied_embeddings =
      values.flag("tied_embeddings", {"tie_word_embeddings"}, values.by_default(1));
  if (learned) architecture.positions = architecture.max_sequence;
  if (values.error()) return;
  TensorWriter writer(architecture);
  const std::int64_t h = hidden;
  writer.begin(Tensor::Part::embedding);
  writer.add("transformer.wte.weight", {architecture.vocabulary, h}, true);
  if (learned) writer.add("transformer.wpe.weight", {architecture.positions, h});
  for (int layer = 0; layer < layers; ++layer) {
    add_layer(architecture, plain_kind(heads, kv_heads, head_dim, ffn));
    writer.begin(Tensor::Part::layer, layer_prefix("transformer.blocks.", layer), layer);
    writer.norm("norm_1", h, bias);
    writer.linear("attn.Wqkv", h + 2 * std::int64_t{kv_heads} * head_dim, h, Split::column, bias);
    writer.linear("attn.out_proj", h, h, Split::row, bias);
    writer.norm("norm_2", h, bias);
    writer.linear("ffn.up_proj", ffn, h, Split::column, bias);
    writer.linear("ffn.down_proj", h, ffn, Split::row, bias);
  }
  writer.begin(Tensor::Part::head);
  writer.norm("transformer.norm_f", h, bias);
  write_head(writer, architecture, "lm_head.weight", h);
}

// opt-350m: embeddings narrower than the model with a product on either side, norms after each block, none at
// the end.
void read_opt(ConfigValues& values, Architecture& architecture) {
  const int layers = values.size("layers", {"num_hidden_layers"}, kMostLayers);
  const int hidden = values.size("hidden", {"hidden_size"});
  const int heads = values.size("heads", {"num_attention_heads"});
  const int head_dim = even_head_dim(values, "num_attention_heads", heads, "hidden_size", hidden);
  const int ffn = values.size("ffn", {"ffn_dim"});
  const int width =
      values.size_or("embedding_width", {"word_embed_proj_dim"}, {hidden, Mark::assumed, "hidden"});
  const bool bias = values.flag("", {"enable_bias"}, values.by_default(1));
  const bool affine = values.flag("", {"layer_norm_elementwise_affine"}, values.by_default(1));
  const bool before = values.flag("", {"do_layer_norm_before"}, values.by_default(1));
  const bool no_final = values.flag("", {"_remove_final_layer_norm"}, values.by_default(0));
  architecture.hidden = hidden;
  architecture.vocabulary = values.size("vocabulary", {"vocab_size"});
  architecture.positions = architecture.max_sequence =
      values.size_or("positions", {"max_position_embeddings"}, values.by_default(2048));
  architecture.tied_embeddings =
      values.flag("tied_embeddings", {"tie_word_embeddings"}, values.by_default(1));
  if (values.error()) return;
  TensorWriter writer(architecture);
  const std::int64_t h = hidden;
  const auto norm = [&](std::string_view name) {
    if (affine) writer.norm(name, h, true);
  };
  writer.begin(Tensor::Part::embedding, "model.decoder.");
  writer.add("embed_tokens.weight", {architecture.vocabulary, width}, true);
  writer.add("embed_positions.weight",
             {std::int64_t{architecture.positions} + 2, h});  // two rows for padding
  if (width != hidden) writer.linear("project_in", h, width, Split::replicated, false);
  for (int layer = 0; layer < layers; ++layer) {
    add_layer(architecture, plain_kind(heads, heads, head_dim, ffn));
    writer.begin(Tensor::Part::layer, layer_prefix("model.decoder.layers.", layer), layer);
    for (const char* name : {"self_attn.k_proj", "self_attn.v_proj", "self_attn.q_proj"})
      writer.linear(name, h, h, Split::column, bias);
    writer.linear("self_attn.out_proj", h, h, Split::row, bias);
    norm("self_attn_layer_norm");
    writer.linear("fc1", ffn, h, Split::column, bias);
    writer.linear("fc2", h, ffn, Split::row, bias);
    norm("final_layer_norm");
  }
  writer.begin(Tensor::Part::head, "model.decoder.");
  if (before && !no_final) norm("final_layer_norm");
  if (width != hidden) writer.linear("project_out", width, h, Split::replicated, false);
  writer.begin(Tensor::Part::head);
  write_head(writer, architecture, "lm_head.weight", width);
}

void read_bloom(ConfigValues& values, Architecture& architecture) {
  const int layers = values.size("layers", {"n_layer", "num_hidden_layers"}, kMostLayers);
  const int hidden = values.size("hidden", {"hidden_size", "n_embed"});
  const int heads = values.size("heads", {"n_head", "num_attention_heads"});
  const int head_dim = even_head_dim(values, "n_head", heads, "hidden_size", hidden);
  const int ffn = values.derived("ffn", 4 * std::int64_t{hidden}, "4 * hidden");
  architecture.hidden = hidden;
  architecture.vocabulary = values.size("vocabulary", {"vocab_size"});
  if (values.raw("seq_length") != nullptr)
    architecture.max_sequence = values.size("max_sequence", {"seq_length"});
  architecture.tied_embeddings =
      values.flag("tied_embeddings", {"tie_word_embeddings"}, values.by_default(1));
  if (values.error()) return;
  TensorWriter writer(architecture);
  const std::int64_t h = hidden;
  writer.begin(Tensor::Part::embedding, "transformer.");
  writer.add("word_embeddings.weight", {architecture.vocabulary, h}, true);
  writer.norm("word_embeddings_layernorm", h, true);
  for (int layer = 0; layer < layers; ++layer) {
    add_layer(architecture, plain_kind(heads, heads, head_dim, ffn));
    writer.begin(Tensor::Part::layer, layer_prefix("transformer.h.", layer), layer);
    writer.norm("input_layernorm", h, true);
    writer.linear("self_attention.query_key_value", 3 * h, h, Split::column, true);
    writer.linear("self_attention.dense", h, h, Split::row, true);
    writer.norm("post_attention_layernorm", h, true);
    writer.linear("mlp.dense_h_to_4h", ffn, h, Split::column, true);
    writer.linear("mlp.dense_4h_to_h", h, ffn, Split::row, true);
  }
  writer.begin(Tensor::Part::head);
  writer.norm("transformer.ln_f", h, true);
  write_head(writer, architecture, "lm_head.weight", h);
}

}  // namespace astrolabe::model
