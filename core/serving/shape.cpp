#include "core/serving/shape.h"

#include <algorithm>

namespace astrolabe::serving {

namespace {

void add_kind(const model::LayerKind& kind, int count, double hidden, ModelShape& shape) {
  LayerShape layer;
  layer.count = count;
  if (kind.latent_kv > 0) {
    layer.attention = LayerShape::Attention::latent;
    shape.latent_layers += count;
  } else if (kind.heads > 0) {
    layer.attention = LayerShape::Attention::grouped;
  }
  layer.heads = kind.heads;
  layer.kv_heads = kind.kv_heads > 0 ? kind.kv_heads : kind.heads;
  layer.head_dim = kind.head_dim;
  layer.value_dim = kind.value_head_dim > 0 ? kind.value_head_dim : kind.head_dim;
  layer.window = kind.window > 0 ? kind.window : kind.chunk;
  layer.latent_q = kind.latent_q;
  layer.latent_kv = kind.latent_kv;
  layer.rope_dim = kind.rope_dim;
  layer.index_heads = kind.index_heads;
  layer.index_dim = kind.index_dim;
  layer.top_keys = kind.index_top_k;
  if (!kind.scans.empty() || (kind.own_products && kind.heads == 0)) {
    for (const model::Product& product : kind.products)
      layer.side.push_back({static_cast<double>(product.outputs), static_cast<double>(product.inputs),
                            product.split == model::Split::row, product.split != model::Split::replicated});
    for (const model::Scan& scan : kind.scans) layer.state_bytes += model::scan_state_bytes(scan);
  }
  layer.gated = kind.feed == model::Feed::gated;
  layer.ffn = kind.ffn;
  layer.experts = kind.experts;
  layer.top_k = kind.top_k;
  layer.expert_ffn = kind.expert_ffn;
  layer.shared_ffn = kind.shared_ffn;
  if (kind.experts > 0) shape.expert_layers += count;
  shape.layers.push_back(std::move(layer));
  for (const model::LayerKind& beside : kind.beside) add_kind(beside, count, hidden, shape);
}

}  // namespace

ModelShape shape_of(const model::Architecture& architecture) {
  ModelShape shape;
  shape.family = architecture.family;
  shape.hidden = architecture.hidden;
  shape.vocabulary = architecture.vocabulary;
  shape.layer_count = static_cast<int>(architecture.layers.size());
  for (std::size_t kind = 0; kind < architecture.layer_kinds.size(); ++kind) {
    const auto count =
        std::count(architecture.layers.begin(), architecture.layers.end(), static_cast<int>(kind));
    if (count > 0) add_kind(architecture.layer_kinds[kind], static_cast<int>(count), shape.hidden, shape);
  }
  const bool by_block = architecture.text.find("weight_block_size") != std::string::npos;
  const std::string& family = architecture.family;
  shape.block_scaled = by_block || shape.latent_layers > 0 || family.starts_with("glm4_moe") ||
                       family.starts_with("minimax") || family.starts_with("qwen3_next") ||
                       family.starts_with("qwen3_5");
  shape.mixed_fp4 = family == "gpt_oss";
  return shape;
}

WeightTypes weight_types(const ModelShape& shape, DataType type) {
  if (type == DataType::fp8 && shape.block_scaled) type = DataType::fp8_block;
  if (shape.mixed_fp4 && (type == DataType::nvfp4 || type == DataType::mxfp4))
    return {DataType::bf16, DataType::bf16, DataType::mxfp4};
  if (type == DataType::nvfp4 && shape.latent_layers > 0) return {DataType::bf16, type, type};
  return {type, type, type};
}

}  // namespace astrolabe::serving
