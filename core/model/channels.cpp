// The tensors of each kind of mixer of channels: MLPs and experts.

#include <array>

#include "core/model/block_makers.h"

namespace astrolabe::model {

namespace {

constexpr std::int64_t kMostExpertsOfALayer = 65'536;

/// The two or three products of an MLP; `count` > 0: of as many experts.
void write_mlp_pieces(PieceWriter& w, const std::string& prefix, std::int64_t f, bool gated, bool bias,
                      std::int64_t x, std::int64_t experts) {
  const std::size_t first = w.block.pieces.size();
  if (gated) w.product(prefix + "gate", f, x, true, bias);
  w.product(prefix + "up", f, x, true, bias);
  w.row(prefix + "down", x, f, bias);
  if (experts == 0) return;
  for (std::size_t i = first; i < w.block.pieces.size(); ++i) {
    w.block.pieces[i].copies = static_cast<int>(experts);
    w.block.pieces[i].expert = true;
    w.block.pieces[i].split = true;
  }
}

Result<Value> make_mlp(BlockArguments a) {
  Block block;
  block.kind = BlockKind::mlp;
  const std::int64_t f = a.positive(0, "f"), x = a.size(3, "x", a.hidden());
  block.gated = a.flag(1, "g", true);
  block.ffn = small_size(f);
  block.width = x;
  block.plain = x == a.hidden();
  PieceWriter w{block};
  write_mlp_pieces(w, "", f, block.gated, a.flag(2, "b", false), x, 0);
  return a.finish(std::move(block));
}

Result<Value> make_experts(BlockArguments a) {
  Block block;
  block.kind = BlockKind::experts;
  const std::int64_t h = a.hidden(), e = a.positive(0, "E"), k = a.positive(1, "k"), f = a.positive(2, "f");
  block.gated = a.flag(3, "g", true);
  const bool b = a.flag(4, "b", false);
  const std::int64_t shared = a.size(8, "shared"), x = a.size(10, "x", h), rx = a.size(11, "rx", h);
  const std::int64_t sx = a.size(12, "sx", h), zero = a.size(13, "zero"), rows = a.size(14, "rE", e + zero);
  if (e > kMostExpertsOfALayer)
    a.refuse(*a.find(0, "E"), {Wanted::Kind::between, {"1", std::to_string(kMostExpertsOfALayer)}});
  if (k > e + zero) a.refuse(*a.find(1, "k"), {Wanted::Kind::between, {"1", std::to_string(e)}});
  const std::int64_t groups = a.size(15, "groups"), top_groups = a.size(16, "top");
  if (groups > 0) a.must_divide(15, "groups", 0, "E");
  if (top_groups > groups)
    a.refuse(*a.find(16, "top"), {Wanted::Kind::between, {"1", std::to_string(groups)}});
  block.routing_groups = small_size(groups);
  block.routing_top_groups = small_size(top_groups);
  block.experts = small_size(e);
  block.top_k = small_size(std::min(k, e));
  block.ffn = small_size(f);
  block.shared_ffn = small_size(shared);
  block.shared_gate = a.flag(9, "sg", false) && shared > 0;
  block.width = x;
  block.plain = rx == h && (sx == h || shared == 0);
  PieceWriter w{block};
  w.product("router", rows, rx, false, a.flag(5, "rb", false));
  if (a.flag(6, "cb", false)) w.add("correction_bias", {rows}, Piece::Use::buffer, false);
  if (a.flag(7, "cbp", false)) w.vector("correction_bias", {rows});
  write_mlp_pieces(w, "experts.{expert}.", f, block.gated, b, x, std::min(e, kMostExpertsOfALayer));
  if (shared > 0) write_mlp_pieces(w, "shared.", shared, block.gated, false, sx, 0);
  if (block.shared_gate) w.product("shared_gate", 1, sx, false);
  return a.finish(std::move(block));
}

}  // namespace

BlockMaker channel_maker(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, BlockMaker>, 2> kMakers{
      {{"mlp", make_mlp}, {"moe", make_experts}}};
  for (const auto& [known, maker] : kMakers)
    if (name == known) return maker;
  return nullptr;
}

}  // namespace astrolabe::model
