#pragma once
// A stack of transformer blocks told by its sizes alone, as Megatron-LM lays it out: one product for queries,
// keys and values, one for both inputs of a gated MLP.

#include <vector>

#include "core/model/family.h"

namespace astrolabe::model {

struct Blocks {
  LayerKind kind;         ///< of every layer; dense layers of a mixture take its attention and `ffn`
  int ffn = 0;            ///< inner width of dense layers
  std::vector<bool> moe;  ///< by layer
  bool linear_bias = false;
  bool qkv_bias = false;
  bool norm_bias = false;   ///< LayerNorm; without it RMSNorm
  bool query_norm = false;  ///< of queries and keys, per head; with latent attention of the latents
  bool final_norm = true;
  int predicted = 0;  ///< multi-token prediction: modules behind the last layer
};

/// Layers and tensors. `architecture` has its sizes: hidden, vocabulary, positions, tied_embeddings,
/// has_head.
void write_blocks(Architecture& architecture, const Blocks& blocks);

}  // namespace astrolabe::model
