// Encoders (BERT, ViT) and the encoder-decoder T5. BERT and ViT are read with their pooler and without a task
// head.

#include <fmt/format.h>

#include "core/model/family.h"

namespace astrolabe::model {

namespace {

/// Query, key, value and output products with biases, then the MLP: the block that BERT and ViT share.
LayerKind encoder_kind(int heads, int head_dim, int ffn) {
  LayerKind kind;
  kind.name = "encoder";
  kind.heads = kind.kv_heads = heads;
  kind.head_dim = kind.value_head_dim = head_dim;
  kind.causal = false;
  kind.feed = Feed::plain;
  kind.ffn = ffn;
  return kind;
}

}  // namespace

void read_bert(ConfigValues& values, Architecture& architecture) {
  const int layers = values.size("layers", {"num_hidden_layers"}, kMostLayers);
  const int hidden = values.size("hidden", {"hidden_size"});
  const int heads = values.size("heads", {"num_attention_heads"});
  const int head_dim = even_head_dim(values, "num_attention_heads", heads, "hidden_size", hidden);
  const int ffn = values.size("ffn", {"intermediate_size"});
  const int types = values.size_or("token_types", {"type_vocab_size"}, values.by_default(2));
  architecture.hidden = hidden;
  architecture.vocabulary = values.size("vocabulary", {"vocab_size"});
  architecture.positions = architecture.max_sequence =
      values.size_or("positions", {"max_position_embeddings"}, values.by_default(512));
  architecture.has_head = false;
  if (values.error()) return;
  TensorWriter writer(architecture);
  const std::int64_t h = hidden;
  writer.begin(Tensor::Part::embedding, "bert.embeddings.");
  writer.add("word_embeddings.weight", {architecture.vocabulary, h}, true);
  writer.add("position_embeddings.weight", {architecture.positions, h});
  writer.add("token_type_embeddings.weight", {types, h});
  writer.norm("LayerNorm", h, true);
  for (int layer = 0; layer < layers; ++layer) {
    add_layer(architecture, encoder_kind(heads, head_dim, ffn));
    writer.begin(Tensor::Part::layer, fmt::format("bert.encoder.layer.{}.", layer), layer);
    for (const char* name : {"attention.self.query", "attention.self.key", "attention.self.value"})
      writer.linear(name, h, h, Split::column, true);
    writer.linear("attention.output.dense", h, h, Split::row, true);
    writer.norm("attention.output.LayerNorm", h, true);
    writer.linear("intermediate.dense", ffn, h, Split::column, true);
    writer.linear("output.dense", h, ffn, Split::row, true);
    writer.norm("output.LayerNorm", h, true);
  }
  writer.begin(Tensor::Part::head);
  writer.linear("bert.pooler.dense", h, h, Split::replicated, true);
}

void read_vit(ConfigValues& values, Architecture& architecture) {
  const int layers = values.size("layers", {"num_hidden_layers"}, kMostLayers);
  const int hidden = values.size("hidden", {"hidden_size"});
  const int heads = values.size("heads", {"num_attention_heads"});
  const int head_dim = even_head_dim(values, "num_attention_heads", heads, "hidden_size", hidden);
  const int ffn = values.size("ffn", {"intermediate_size"});
  const int image = values.size_or("image_size", {"image_size"}, values.by_default(224));
  const int patch = values.size_or("patch_size", {"patch_size"}, values.by_default(16));
  const int channels = values.size_or("channels", {"num_channels"}, values.by_default(3));
  const bool bias = values.flag("", {"qkv_bias"}, values.by_default(1));
  if (patch > image)
    values.impossible("patch_size", std::to_string(patch),
                      {Wanted::Kind::between, {"1", std::to_string(image)}});
  const std::int64_t side = image / patch;
  architecture.positions = values.derived("positions", side * side + 1, "(image_size / patch_size)^2 + 1");
  architecture.max_sequence = architecture.positions;
  architecture.hidden = hidden;
  architecture.has_head = false;
  if (values.error()) return;
  TensorWriter writer(architecture);
  const std::int64_t h = hidden;
  writer.begin(Tensor::Part::embedding, "vit.embeddings.");
  writer.add("cls_token", {1, 1, h});
  writer.add("position_embeddings", {1, architecture.positions, h});
  writer.add("patch_embeddings.projection.weight", {h, channels, patch, patch});
  writer.add("patch_embeddings.projection.bias", {h});
  for (int layer = 0; layer < layers; ++layer) {
    add_layer(architecture, encoder_kind(heads, head_dim, ffn));
    writer.begin(Tensor::Part::layer, fmt::format("vit.encoder.layer.{}.", layer), layer);
    for (const char* name :
         {"attention.attention.query", "attention.attention.key", "attention.attention.value"})
      writer.linear(name, h, h, Split::column, bias);
    writer.linear("attention.output.dense", h, h, Split::row, true);
    writer.linear("intermediate.dense", ffn, h, Split::column, true);
    writer.linear("output.dense", h, ffn, Split::row, true);
    writer.norm("layernorm_before", h, true);
    writer.norm("layernorm_after", h, true);
  }
  writer.begin(Tensor::Part::head);
  writer.norm("vit.layernorm", h, true);
  writer.linear("vit.pooler.dense", h, h, Split::replicated, true);
}

namespace {

struct T5Sizes {
  std::int64_t hidden = 1, inner = 1, ffn = 1, heads = 1, buckets = 1;
  bool gated = false;
};

void write_t5_attention(TensorWriter& writer, const std::string& prefix, const T5Sizes& sizes) {
  for (const char* name : {"q", "k", "v"})
    writer.linear(prefix + name, sizes.inner, sizes.hidden, Split::column, false);
  writer.linear(prefix + "o", sizes.hidden, sizes.inner, Split::row, false);
}

void write_t5_mlp(TensorWriter& writer, const std::string& prefix, const T5Sizes& sizes) {
  if (sizes.gated) {
    writer.linear(prefix + "DenseReluDense.wi_0", sizes.ffn, sizes.hidden, Split::column, false);
    writer.linear(prefix + "DenseReluDense.wi_1", sizes.ffn, sizes.hidden, Split::column, false);
  } else {
    writer.linear(prefix + "DenseReluDense.wi", sizes.ffn, sizes.hidden, Split::column, false);
  }
  writer.linear(prefix + "DenseReluDense.wo", sizes.hidden, sizes.ffn, Split::row, false);
  writer.norm(prefix + "layer_norm", sizes.hidden, false);
}

/// `first` is the execution order of the stack's block 0.
void write_t5_stack(TensorWriter& writer, Architecture& architecture, const LayerKind& kind, int blocks,
                    int first, const T5Sizes& sizes) {
  for (int block = 0; block < blocks; ++block) {
    add_layer(architecture, kind);
    const std::string prefix = fmt::format("{}.block.{}.", kind.name, block);
    if (block == 0) {  // shared by all blocks of the stack, so it is no layer's own
      writer.begin(Tensor::Part::embedding, prefix);
      writer.add("layer.0.SelfAttention.relative_attention_bias.weight", {sizes.buckets, sizes.heads}, true);
    }
    writer.begin(Tensor::Part::layer, prefix, first + block);
    write_t5_attention(writer, "layer.0.SelfAttention.", sizes);
    writer.norm("layer.0.layer_norm", sizes.hidden, false);
    if (kind.cross_attention) {
      write_t5_attention(writer, "layer.1.EncDecAttention.", sizes);
      writer.norm("layer.1.layer_norm", sizes.hidden, false);
    }
    write_t5_mlp(writer, kind.cross_attention ? "layer.2." : "layer.1.", sizes);
  }
  writer.begin(Tensor::Part::head);
  writer.norm(kind.name + ".final_layer_norm", sizes.hidden, false);
}

}  // namespace

// Encoder layers come first in execution order, then the decoder's.
void read_t5(ConfigValues& values, Architecture& architecture) {
  const int encoder_layers =
      values.size("encoder_layers", {"num_layers", "num_hidden_layers"}, kMostLayers / 2);
  const int decoder_layers =
      values.size_or("decoder_layers", {"num_decoder_layers"},
                     {encoder_layers, Mark::assumed, "encoder_layers"}, 1, kMostLayers / 2);
  const int hidden = values.size("hidden", {"d_model"});
  const int heads = values.size("heads", {"num_heads"});
  const int head_dim = values.size("head_dim", {"d_kv"});
  const int ffn = values.size("ffn", {"d_ff"});
  const int buckets = values.size_or("", {"relative_attention_num_buckets"}, values.by_default(32));
  const std::string projection = values.word("feed_forward", {"feed_forward_proj"}, "relu");
  architecture.hidden = hidden;
  architecture.vocabulary = values.size("vocabulary", {"vocab_size"});
  architecture.tied_embeddings =
      values.flag("tied_embeddings", {"tie_word_embeddings"}, values.by_default(1));
  if (values.raw("n_positions") != nullptr)
    architecture.max_sequence = values.size("max_sequence", {"n_positions"});
  if (values.error()) return;
  T5Sizes sizes{hidden, std::int64_t{heads} * head_dim, ffn, heads, buckets, projection.starts_with("gated")};
  LayerKind encoder = encoder_kind(heads, head_dim, ffn);
  encoder.feed = sizes.gated ? Feed::gated : Feed::plain;
  LayerKind decoder = encoder;
  decoder.name = "decoder";
  decoder.causal = true;
  decoder.cross_attention = true;
  TensorWriter writer(architecture);
  writer.begin(Tensor::Part::embedding);
  writer.add("shared.weight", {architecture.vocabulary, hidden}, true);
  write_t5_stack(writer, architecture, encoder, encoder_layers, 0, sizes);
  write_t5_stack(writer, architecture, decoder, decoder_layers, encoder_layers, sizes);
  writer.begin(Tensor::Part::head);
  if (architecture.tied_embeddings)
    writer.tied("lm_head.weight", {architecture.vocabulary, hidden});
  else
    writer.add("lm_head.weight", {architecture.vocabulary, hidden}, true);
}

}  // namespace astrolabe::model
