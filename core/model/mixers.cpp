// The tensors of each kind of mixer of tokens: attention, state spaces, recurrences, convolutions.

#include <array>

#include "core/model/block_makers.h"

namespace astrolabe::model {

namespace {

Result<Value> make_attention(BlockArguments a) {
  Block block;
  block.kind = BlockKind::attention;
  const std::int64_t q = a.positive(0, "q"), k = a.positive(1, "k"), d = a.positive(2, "d");
  const std::int64_t dv = a.size(3, "dv", d);
  const bool b = a.flag(4, "b", false), ob = a.flag(5, "ob", false), kb = a.flag(6, "kb", b);
  const std::int64_t qn = a.size(7, "qn"), kn = a.size(8, "kn");
  const bool nb = a.flag(9, "nb", false), sink = a.flag(10, "sink", false);
  const Value* gate_value = a.find(11, "gate");
  const std::string gate = a.word(11, "gate");
  const bool whole_gate = gate_value != nullptr && gate_value->truth() && gate != "head";
  const bool own = a.flag(12, "own", true), keqv = a.flag(13, "keqv", false);
  const std::int64_t window = a.size(14, "win"), chunk = a.size(15, "chunk");
  const std::int64_t x = a.size(18, "x", a.hidden()), o = a.size(19, "o", a.hidden());
  a.must_divide(1, "k", 0, "q");
  block.heads = small_size(q);
  block.kv_heads = small_size(k);
  block.head_dim = small_size(d);
  block.value_head_dim = small_size(dv);
  block.window = small_size(window);
  block.chunk = small_size(chunk);
  block.causal = a.flag(16, "causal", true);
  block.cross = a.flag(17, "cross", false);
  block.sink = sink;
  block.gate_width = whole_gate ? small_size(q * d) : gate == "head" ? small_size(q) : 0;
  block.plain = own && !keqv && x == a.hidden() && o == a.hidden();
  PieceWriter w{block};
  w.product("query", whole_gate ? 2 * q * d : q * d, x, true, b);
  if (gate == "head") w.product("gate", q, x, true);
  if (own) {
    w.product("key", k * d, x, true, kb);
    if (!keqv) w.product("value", k * dv, x, true, b);
  }
  w.norm("query_norm", qn, nb);
  if (own) w.norm("key_norm", kn, nb);
  if (sink) w.vector("sinks", {q}, true);
  w.row("output", o, q * dv, ob);
  return a.finish(std::move(block));
}

Result<Value> make_latent_attention(BlockArguments a) {
  Block block;
  block.kind = BlockKind::latent_attention;
  const std::int64_t h = a.hidden(), q = a.positive(0, "q"), ql = a.size(1, "ql"), kl = a.positive(2, "kl");
  const std::int64_t nope = a.size(3, "nope"), rope = a.size(4, "rope"), dv = a.positive(5, "dv");
  const bool b = a.flag(6, "b", false), ob = a.flag(7, "ob", false);
  const std::int64_t idx = a.size(8, "idx"), idxd = a.size(9, "idxd");
  const bool shared = a.flag(11, "shared", false), gate = a.flag(12, "gate", false);
  block.heads = block.kv_heads = small_size(q);
  block.head_dim = small_size(nope + rope);
  block.value_head_dim = small_size(dv);
  block.latent_q = small_size(ql);
  block.latent_kv = small_size(kl);
  block.rope_dim = small_size(rope);
  block.index_heads = shared ? 0 : small_size(idx);  // layers that share take what another one has found
  block.index_dim = small_size(idxd);
  block.index_top_k = idx > 0 ? small_size(a.size(10, "topk")) : 0;
  block.gate_width = gate ? small_size(q * dv) : 0;
  PieceWriter w{block};
  if (ql > 0) {
    w.product("query_down", ql, h, false, b);
    w.norm("query_norm", ql);
    w.product("query_up", q * (nope + rope), ql, true);
  } else {
    w.product("query", q * (nope + rope), h, true);
  }
  w.product("key_value_down", kl + rope, h, false, b);
  w.norm("key_value_norm", kl);
  w.product("key_value_up", q * (nope + dv), kl, true);
  if (gate) w.product("gate", q * dv, h, true);
  w.row("output", h, q * dv, ob);
  if (idx > 0 && !shared) {
    w.product("indexer.query", idx * idxd, ql > 0 ? ql : h, false);
    w.product("indexer.key", idxd, h, false);
    w.norm("indexer.key_norm", idxd, true);
    w.product("indexer.weights", idx, h, false);
  }
  return a.finish(std::move(block));
}

Result<Value> make_delta_net(BlockArguments a) {
  Block block;
  block.kind = BlockKind::gated_delta_net;
  const std::int64_t h = a.hidden(), nk = a.positive(0, "nk"), nv = a.positive(1, "nv");
  const std::int64_t dk = a.positive(2, "dk"), dv = a.positive(3, "dv"), c = a.positive(4, "c");
  PieceWriter w{block};
  w.scan(ScanKind::gated_delta_net, nv, nk, dk, dv, c, 2 * nk * dk + nv * dv);
  w.product("in_qkvz", 2 * nk * dk + 2 * nv * dv, h, true);
  w.product("in_ba", 2 * nv, h, true);
  w.vector("convolution", {2 * nk * dk + nv * dv, c}, true);
  w.vector("decay", {nv}, true);
  w.vector("step_bias", {nv}, true);
  w.norm("norm", dv);
  w.row("output", h, nv * dv, false);
  return a.finish(std::move(block));
}

Result<Value> make_kimi_delta(BlockArguments a) {
  Block block;
  block.kind = BlockKind::kimi_delta;
  const std::int64_t h = a.hidden(), n = a.positive(0, "n"), d = a.positive(1, "d"), c = a.positive(2, "c");
  const bool full = a.flag(3, "full", false);
  PieceWriter w{block};
  w.scan(ScanKind::kimi_delta, n, n, d, d, c, 3 * n * d);
  for (const char* name : {"query", "key", "value"}) {
    w.product(name, n * d, h, true);
    w.vector(std::string(name) + "_convolution", {n * d, c}, true);
  }
  w.vector("decay", {n}, true);
  w.product("forget_down", d, h, false);
  w.product("forget_up", n * d, d, true);
  w.vector("step_bias", {n * d}, true);
  w.product("beta", n, h, true);
  if (full) {
    w.product("gate", n * d, h, true);
  } else {
    w.product("gate_down", d, h, false);
    w.product("gate_up", n * d, d, true);
  }
  w.norm("norm", d);
  w.row("output", h, n * d, false);
  return a.finish(std::move(block));
}

Result<Value> make_lightning(BlockArguments a) {
  Block block;
  block.kind = BlockKind::lightning;
  const std::int64_t h = a.hidden(), n = a.positive(0, "n"), d = a.positive(1, "d"), inner = n * d;
  PieceWriter w{block};
  w.scan(ScanKind::lightning, n, n, d, d, 0, 0);
  w.product("qkv", 3 * inner, h, true);
  w.product("gate", inner, h, true);
  w.norm("norm", inner);
  w.row("output", h, inner, false);
  return a.finish(std::move(block));
}

Result<Value> make_mamba1(BlockArguments a) {
  Block block;
  block.kind = BlockKind::mamba1;
  const std::int64_t h = a.hidden(), di = a.positive(0, "di"), n = a.positive(1, "n"), c = a.positive(2, "c");
  const std::int64_t dt = a.positive(3, "dt");
  const bool cb = a.flag(4, "cb", true), pb = a.flag(5, "pb", false), norms = a.flag(6, "norms", false);
  PieceWriter w{block};
  w.scan(ScanKind::mamba1, di, 1, n, 1, c, di);
  w.product("input", 2 * di, h, true, pb);
  w.vector("convolution", {di, c}, true);
  if (cb) w.vector("convolution_bias", {di}, true);
  w.product("state", dt + 2 * n, di, true);
  w.product("step", di, dt, true, true);
  w.vector("decay", {di, n}, true);
  w.vector("skip", {di}, true);
  w.row("output", h, di, pb);
  if (norms) {
    w.norm("step_norm", dt);
    w.norm("b_norm", n);
    w.norm("c_norm", n);
  }
  return a.finish(std::move(block));
}

Result<Value> make_mamba2(BlockArguments a) {
  Block block;
  block.kind = BlockKind::mamba2;
  const std::int64_t h = a.hidden(), heads = a.positive(0, "nh"), hd = a.positive(1, "hd");
  const std::int64_t di = heads * hd;
  const std::int64_t g = a.positive(2, "g"), n = a.positive(3, "n"), c = a.positive(4, "c");
  const bool cb = a.flag(5, "cb", true), pb = a.flag(6, "pb", false), norm = a.flag(7, "norm", true);
  PieceWriter w{block};
  w.scan(ScanKind::mamba2, heads, g, n, hd, c, di + 2 * g * n);
  w.product("input", 2 * di + 2 * g * n + heads, h, true, pb);
  w.vector("convolution", {di + 2 * g * n, c}, true);
  if (cb) w.vector("convolution_bias", {di + 2 * g * n}, true);
  for (const char* name : {"step_bias", "decay", "skip"}) w.vector(name, {heads}, true);
  if (norm) w.norm("norm", di);
  w.row("output", h, di, pb);
  return a.finish(std::move(block));
}

Result<Value> make_short_convolution(BlockArguments a) {
  Block block;
  block.kind = BlockKind::short_convolution;
  const std::int64_t h = a.hidden(), c = a.positive(0, "c");
  const bool b = a.flag(1, "b", false);
  PieceWriter w{block};
  w.scan(ScanKind::short_convolution, h, 1, 0, 1, c, h);
  w.product("input", 3 * h, h, true, b);
  w.vector("convolution", {h, c}, true);
  if (b) w.vector("convolution_bias", {h}, true);
  w.row("output", h, h, b);
  return a.finish(std::move(block));
}

Result<Value> make_gated_recurrence(BlockArguments a) {
  Block block;
  block.kind = BlockKind::gated_recurrence;
  const std::int64_t h = a.hidden(), width = a.positive(0, "width"), heads = a.positive(1, "heads");
  const std::int64_t c = a.positive(2, "c");
  a.must_divide(1, "heads", 0, "width");
  const std::int64_t part = width / heads;
  PieceWriter w{block};
  w.scan(ScanKind::gated_recurrence, heads, heads, 1, part, c, width);
  w.product("linear_x", width, h, true, true);
  w.product("linear_y", width, h, true, true);
  w.vector("convolution", {width, c}, true);
  w.vector("convolution_bias", {width}, true);
  w.vector("recurrence", {width}, true);
  for (const char* name : {"input_gate", "recurrent_gate"}) {
    w.add(std::string(name) + ".weight", {heads, part, part}, Piece::Use::product, true);
    w.vector(std::string(name) + ".bias", {width}, true);
  }
  w.row("output", h, width, true);
  return a.finish(std::move(block));
}

Result<Value> make_rwkv7(BlockArguments a) {
  Block block;
  block.kind = BlockKind::rwkv7;
  const std::int64_t h = a.hidden(), n = a.positive(0, "n"), d = a.positive(1, "d"), inner = n * d;
  const std::array<std::int64_t, 4> ranks{a.positive(2, "rw"), a.positive(3, "ra"), a.positive(4, "rv"),
                                          a.positive(5, "rg")};
  PieceWriter w{block};
  w.scan(ScanKind::rwkv7, n, n, d, d, 2, 2 * h);
  w.vector("shift", {6, h});
  const std::array<const char*, 4> names{"decay", "rate", "residual", "gate"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    w.product(std::string(names[i]) + "_down", ranks[i], h, false);
    w.product(std::string(names[i]) + "_up", h, ranks[i], true);
    if (i < 3) w.vector(std::string(names[i]) + "_base", {h}, true);
  }
  for (const char* name : {"key_scale", "key_rate", "bonus"}) w.vector(name, {h}, true);
  for (const char* name : {"receptance", "key", "value"}) w.product(name, inner, h, true);
  w.row("output", h, inner, false);
  w.norm("norm", inner, true);
  return a.finish(std::move(block));
}

Result<Value> make_mlstm(BlockArguments a) {
  Block block;
  block.kind = BlockKind::mlstm;
  const std::int64_t h = a.hidden(), heads = a.positive(0, "n"), qk = a.positive(1, "qk"),
                     v = a.positive(2, "v");
  const bool b = a.flag(3, "b", false);
  PieceWriter w{block};
  w.scan(ScanKind::mlstm, heads, heads, qk / heads, v / heads, 0, 0);
  w.product("query", qk, h, true, b);
  w.product("key", qk, h, true, b);
  w.product("value", v, h, true, b);
  w.product("output_gate", v, h, true, b);
  w.product("input_gate", heads, h, true, true);
  w.product("forget_gate", heads, h, true, true);
  w.norm("norm", v);
  w.row("output", h, v, b);
  return a.finish(std::move(block));
}

Result<Value> make_compressed(BlockArguments a) {
  Block block;
  block.kind = BlockKind::compressed_attention;
  return a.finish(std::move(block));
}

}  // namespace

BlockMaker mixer_maker(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, BlockMaker>, 12> kMakers{
      {{"attn", make_attention},
       {"mla", make_latent_attention},
       {"csa", make_compressed},
       {"gdn", make_delta_net},
       {"kda", make_kimi_delta},
       {"lightning", make_lightning},
       {"mamba1", make_mamba1},
       {"mamba2", make_mamba2},
       {"sconv", make_short_convolution},
       {"rglru", make_gated_recurrence},
       {"rwkv7", make_rwkv7},
       {"mlstm", make_mlstm}}};
  for (const auto& [known, maker] : kMakers)
    if (name == known) return maker;
  return nullptr;
}

}  // namespace astrolabe::model
