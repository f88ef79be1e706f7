#pragma once
// What a layer can be made of: the kinds of blocks that the family files name, and the tensors of each.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/formula.h"
#include "core/model/scan.h"

namespace astrolabe::model {

enum class BlockKind {
  attention,             ///< multi-head or grouped, with a window, chunks, sinks or a gate
  latent_attention,      ///< MLA, with an indexer where `index_heads` > 0
  compressed_attention,  ///< DeepSeek-V4: scores over compressed keys; its tensors are free ones
  gated_delta_net,
  kimi_delta,
  lightning,
  mamba1,
  mamba2,
  short_convolution,
  gated_recurrence,  ///< RG-LRU
  rwkv7,
  mlstm,
  mlp,
  experts,
  norm,
  embedding,
  matrix,  ///< a product of its own
  vector,
  buffer  ///< stored, no parameter
};
std::string_view to_text(BlockKind kind);

/// One tensor of a block.
struct Piece {
  enum class Use { product, vector, lookup, buffer };
  std::string name;
  std::vector<std::int64_t> shape;
  Use use = Use::product;
  bool split = false;  ///< divided by tensor parallelism
  bool row = false;    ///< its inputs are divided, not its results
  int copies = 1;      ///< routed experts
  bool expert = false;
};

struct Block {
  BlockKind kind = BlockKind::matrix;
  std::vector<Piece> pieces;
  // Attention. `gate_width`: outputs beside queries, keys and values that weigh the context.
  int heads = 0, kv_heads = 0, head_dim = 0, value_head_dim = 0;
  int window = 0, chunk = 0, latent_q = 0, latent_kv = 0, rope_dim = 0, gate_width = 0;
  int index_heads = 0, index_dim = 0, index_top_k = 0;
  bool causal = true, sink = false, cross = false;
  bool plain = true;  ///< keys and values of its own, from and to the hidden width
  std::optional<Scan> scan;
  // Channel mixers. `width`: what they read and write.
  std::int64_t width = 0;
  int ffn = 0, experts = 0, top_k = 0, shared_ffn = 0, routing_groups = 0, routing_top_groups = 0;
  bool gated = true, shared_gate = false;
};

/// Parameters of pieces, split by what they do; saturate at 2^63 - 1.
struct PieceCounts {
  std::int64_t total = 0, lookup = 0, buffers = 0;
  std::int64_t idle = 0;  ///< of experts that a token does not visit
};
PieceCounts count_pieces(const BlockList& blocks);

/// The block or tensor that `name` makes of `arguments`; nothing when no kind has that name. `hidden` is the
/// width that blocks read and write unless told otherwise.
std::optional<Result<Value>> make_block(const std::string& name, const Arguments& arguments,
                                        std::int64_t hidden);

}  // namespace astrolabe::model
