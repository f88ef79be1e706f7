// The kinds of blocks by name, and what their tensors count.

#include "core/model/layers.h"

#include <limits>
#include <utility>

#include "core/model/block_makers.h"

namespace astrolabe::model {

namespace {

std::int64_t saturated_product(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<std::int64_t>::max() : product;
}

std::int64_t saturated_sum(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::int64_t>::max() : sum;
}

std::int64_t elements_of(const Piece& piece) {
  std::int64_t product = piece.copies;
  for (const std::int64_t size : piece.shape) product = saturated_product(product, size);
  return product;
}

/// w(rows, columns, …), v(sizes …), buf(sizes …), emb(rows, width).
Result<Value> make_free(BlockArguments a, BlockKind kind, const Arguments& arguments) {
  Block block;
  block.kind = kind;
  Piece piece;
  for (std::size_t i = 0; i < arguments.positional.size(); ++i) piece.shape.push_back(a.size(i, ""));
  piece.name = kind == BlockKind::embedding ? "table" : kind == BlockKind::buffer ? "buffer" : "weight";
  piece.use = kind == BlockKind::embedding ? Piece::Use::lookup
              : kind == BlockKind::matrix  ? Piece::Use::product
              : kind == BlockKind::buffer  ? Piece::Use::buffer
                                           : Piece::Use::vector;
  block.pieces.push_back(std::move(piece));
  return a.finish(std::move(block));
}

Result<Value> make_norm(BlockArguments a, bool bias) {
  Block block;
  block.kind = BlockKind::norm;
  const std::int64_t width = a.size(0, "n");
  PieceWriter{block}.norm("norm", width, bias && a.flag(1, "b", true));
  return a.finish(std::move(block));
}

}  // namespace

std::string_view to_text(BlockKind kind) {
  switch (kind) {
    case BlockKind::attention:
      return "attention";
    case BlockKind::latent_attention:
      return "latent attention";
    case BlockKind::compressed_attention:
      return "attention over compressed keys";
    case BlockKind::gated_delta_net:
      return "gated delta net";
    case BlockKind::kimi_delta:
      return "Kimi delta attention";
    case BlockKind::lightning:
      return "lightning attention";
    case BlockKind::mamba1:
      return "Mamba";
    case BlockKind::mamba2:
      return "Mamba-2";
    case BlockKind::short_convolution:
      return "short convolution";
    case BlockKind::gated_recurrence:
      return "gated linear recurrence";
    case BlockKind::rwkv7:
      return "RWKV-7 time mixing";
    case BlockKind::mlstm:
      return "mLSTM";
    case BlockKind::mlp:
      return "MLP";
    case BlockKind::experts:
      return "experts";
    case BlockKind::norm:
      return "norm";
    case BlockKind::embedding:
      return "embedding";
    case BlockKind::matrix:
      return "product of its own";
    case BlockKind::vector:
      return "vector";
    case BlockKind::buffer:
      return "buffer";
  }
  return "block";
}

PieceCounts count_pieces(const BlockList& blocks) {
  PieceCounts counts;
  for (const Block& block : blocks)
    for (const Piece& piece : block.pieces) {
      const std::int64_t elements = elements_of(piece);
      if (piece.use == Piece::Use::buffer) {
        counts.buffers = saturated_sum(counts.buffers, elements);
        continue;
      }
      counts.total = saturated_sum(counts.total, elements);
      if (piece.use == Piece::Use::lookup) counts.lookup = saturated_sum(counts.lookup, elements);
      if (piece.expert)
        counts.idle = saturated_sum(counts.idle,
                                    saturated_product(elements / piece.copies, piece.copies - block.top_k));
    }
  return counts;
}

std::optional<Result<Value>> make_block(const std::string& name, const Arguments& arguments,
                                        std::int64_t hidden) {
  const BlockArguments read(arguments, hidden);
  if (const BlockMaker maker = mixer_maker(name)) return maker(read);
  if (const BlockMaker maker = channel_maker(name)) return maker(read);
  if (name == "rms" || name == "ln") return make_norm(read, name == "ln");
  if (name == "w") return make_free(read, BlockKind::matrix, arguments);
  if (name == "v") return make_free(read, BlockKind::vector, arguments);
  if (name == "buf") return make_free(read, BlockKind::buffer, arguments);
  if (name == "emb") return make_free(read, BlockKind::embedding, arguments);
  return {};
}

}  // namespace astrolabe::model
