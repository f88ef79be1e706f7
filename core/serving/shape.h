#pragma once
// The layers of a model as an engine runs them: alike layers once, with how many there are.

#include <string>
#include <vector>

#include "core/model/architecture.h"
#include "core/serving/data_type.h"

namespace astrolabe::serving {

/// Products beside attention and MLP (of linear attention, Mamba, …), a token each.
struct SideProduct {
  double outputs = 0.0, inputs = 0.0;
  bool row = false;    ///< tensor parallelism divides its inputs
  bool split = false;  ///< tensor parallelism divides it
};

/// Layers that are alike. Widths in elements.
struct LayerShape {
  int count = 0;
  enum class Attention { none, grouped, latent } attention = Attention::none;
  double heads = 0, kv_heads = 0, head_dim = 0, value_dim = 0;
  double window = 0;                                    ///< 0: full
  double latent_q = 0, latent_kv = 0, rope_dim = 0;     ///< latent attention
  double index_heads = 0, index_dim = 0, top_keys = 0;  ///< sparse attention with an indexer
  std::vector<SideProduct> side;
  double state_bytes = 0;  ///< that a sequence carries along
  bool gated = true;
  double ffn = 0, shared_ffn = 0;
  double experts = 0, top_k = 0, expert_ffn = 0;
};

struct ModelShape {
  std::vector<LayerShape> layers;
  std::string family;  ///< as model::Architecture has it
  double hidden = 0, vocabulary = 0;
  int layer_count = 0, expert_layers = 0, latent_layers = 0;
  bool block_scaled = false;  ///< its own fp8 weights have scales by block
  bool mixed_fp4 = false;     ///< its four-bit weights are those of the experts alone (gpt-oss)
  bool moe() const { return expert_layers > 0; }
};

ModelShape shape_of(const model::Architecture& architecture);

/// Data types of the parts of a model's weights.
struct WeightTypes {
  DataType attention = DataType::bf16, dense = DataType::bf16, experts = DataType::bf16;
};
/// What weights in `type` mean for a model: fp8 has scales by block where its own checkpoint does; nvfp4
/// leaves latent attention in bf16; mxfp4 is of the experts.
WeightTypes weight_types(const ModelShape& shape, DataType type);

}  // namespace astrolabe::serving
