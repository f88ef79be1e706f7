// The tensors of each kind of block.

#include "core/model/layers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "core/base/error_codes.h"

namespace astrolabe::model {

namespace {

constexpr std::int64_t kLargestDimension = std::int64_t{1} << 40;
constexpr std::int64_t kMostExpertsOfALayer = 65'536;

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

/// Arguments of one block, by place or by name; keeps the first mistake.
class BlockArguments {
 public:
  BlockArguments(const Arguments& arguments, std::int64_t hidden)
      : m_arguments(arguments), m_hidden(hidden) {}

  std::int64_t hidden() const { return m_hidden; }
  const Value* find(std::size_t place, std::string_view name) const {
    for (const auto& [key, value] : m_arguments.named)
      if (key == name) return &value;
    return place < m_arguments.positional.size() ? &m_arguments.positional[place] : nullptr;
  }
  /// A size; false, null and absent are `otherwise`.
  std::int64_t size(std::size_t place, std::string_view name, std::int64_t otherwise = 0) {
    const Value* value = find(place, name);
    if (value == nullptr) return otherwise;
    if (value->is_none()) return 0;
    const auto* number = value->whole();
    if (number != nullptr && *number >= 0 && *number <= kLargestDimension) return *number;
    refuse(*value, number == nullptr
                       ? Wanted{Wanted::Kind::whole_number, {}}
                       : Wanted{Wanted::Kind::between, {"0", std::to_string(kLargestDimension)}});
    return otherwise;
  }
  std::int64_t positive(std::size_t place, std::string_view name) {
    const std::int64_t number = size(place, name);
    const Value* value = find(place, name);
    if (number == 0) refuse(value == nullptr ? Value() : *value, {Wanted::Kind::at_least, {"1"}});
    return std::max<std::int64_t>(1, number);
  }
  bool flag(std::size_t place, std::string_view name, bool otherwise) const {
    const Value* value = find(place, name);
    return value == nullptr ? otherwise : value->truth();
  }
  std::string word(std::size_t place, std::string_view name) const {
    const Value* value = find(place, name);
    return value != nullptr && value->text() != nullptr ? *value->text() : std::string();
  }
  /// `part` must divide `whole`.
  void must_divide(std::size_t part_place, std::string_view part_name, std::int64_t part,
                   std::int64_t whole) {
    if (part > 0 && whole % part == 0) return;
    const Value* value = find(part_place, part_name);
    refuse(value == nullptr ? Value(part) : *value,
           {Wanted::Kind::divisor_of, {"the attention heads", std::to_string(whole)}});
  }
  void refuse(const Value& value, Wanted wanted) {
    if (!m_error)
      m_error = Error{std::string(code::impossible_value), {}, value.key, value.shown(), std::move(wanted)};
  }
  Result<Value> finish(Block block) {
    if (m_error) return tl::unexpected<Error>(*m_error);
    BlockList blocks;
    blocks.push_back(std::move(block));
    return Value(std::move(blocks));
  }

 private:
  const Arguments& m_arguments;
  std::int64_t m_hidden;
  std::optional<Error> m_error;
};

/// Adds tensors to one block.
struct Writer {
  Block& block;
  using Use = Piece::Use;

  void add(std::string name, std::vector<std::int64_t> shape, Use use, bool split) {
    Piece piece;
    piece.name = std::move(name);
    piece.shape = std::move(shape);
    piece.use = use;
    piece.split = split;
    block.pieces.push_back(std::move(piece));
  }
  void product(const std::string& name, std::int64_t outputs, std::int64_t inputs, bool split,
               bool bias = false, bool split_bias = true) {
    add(name + ".weight", {outputs, inputs}, Use::product, split);
    if (bias) add(name + ".bias", {outputs}, Use::vector, split && split_bias);
  }
  void row(const std::string& name, std::int64_t outputs, std::int64_t inputs, bool bias) {
    product(name, outputs, inputs, true, bias, false);
  }
  void vector(const std::string& name, std::vector<std::int64_t> shape, bool split = false) {
    add(name, std::move(shape), Use::vector, split);
  }
  void norm(const std::string& name, std::int64_t width, bool bias = false) {
    if (width == 0) return;
    vector(name + ".weight", {width});
    if (bias) vector(name + ".bias", {width});
  }
};

int small(std::int64_t value) {
  return static_cast<int>(std::clamp<std::int64_t>(value, 0, std::numeric_limits<int>::max()));
}

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
  a.must_divide(1, "k", k, q);
  block.heads = small(q);
  block.kv_heads = small(k);
  block.head_dim = small(d);
  block.value_head_dim = small(dv);
  block.window = small(window);
  block.chunk = small(chunk);
  block.causal = a.flag(16, "causal", true);
  block.cross = a.flag(17, "cross", false);
  block.sink = sink;
  block.gate_width = whole_gate ? small(q * d) : gate == "head" ? small(q) : 0;
  block.plain = own && !keqv && x == a.hidden() && o == a.hidden();
  Writer w{block};
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
  block.heads = block.kv_heads = small(q);
  block.head_dim = small(nope + rope);
  block.value_head_dim = small(dv);
  block.latent_q = small(ql);
  block.latent_kv = small(kl);
  block.rope_dim = small(rope);
  block.indexer = small(idx);
  block.gate_width = gate ? small(q * dv) : 0;
  Writer w{block};
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
  Writer w{block};
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
  Writer w{block};
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
  const std::int64_t h = a.hidden(), inner = a.positive(0, "n") * a.positive(1, "d");
  Writer w{block};
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
  Writer w{block};
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
  const std::int64_t h = a.hidden(), heads = a.positive(0, "nh"), di = heads * a.positive(1, "hd");
  const std::int64_t g = a.positive(2, "g"), n = a.positive(3, "n"), c = a.positive(4, "c");
  const bool cb = a.flag(5, "cb", true), pb = a.flag(6, "pb", false), norm = a.flag(7, "norm", true);
  Writer w{block};
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
  Writer w{block};
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
  a.must_divide(1, "heads", heads, width);
  const std::int64_t part = width / heads;
  Writer w{block};
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
  const std::int64_t h = a.hidden(), inner = a.positive(0, "n") * a.positive(1, "d");
  const std::array<std::int64_t, 4> ranks{a.positive(2, "rw"), a.positive(3, "ra"), a.positive(4, "rv"),
                                          a.positive(5, "rg")};
  Writer w{block};
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
  Writer w{block};
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

/// The two or three products of an MLP; `count` > 0: of as many experts.
void write_mlp_pieces(Writer& w, const std::string& prefix, std::int64_t f, bool gated, bool bias,
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
  block.ffn = small(f);
  block.plain = x == a.hidden();
  Writer w{block};
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
  block.experts = small(e);
  block.top_k = small(std::min(k, e));
  block.ffn = small(f);
  block.shared_ffn = small(shared);
  block.shared_gate = a.flag(9, "sg", false) && shared > 0;
  block.plain = x == h && rx == h && sx == h && zero == 0;
  Writer w{block};
  w.product("router", rows, rx, false, a.flag(5, "rb", false));
  if (a.flag(6, "cb", false)) w.add("correction_bias", {rows}, Piece::Use::buffer, false);
  if (a.flag(7, "cbp", false)) w.vector("correction_bias", {rows});
  write_mlp_pieces(w, "experts.{expert}.", f, block.gated, b, x, std::min(e, kMostExpertsOfALayer));
  if (shared > 0) write_mlp_pieces(w, "shared.", shared, block.gated, false, sx, 0);
  if (block.shared_gate) w.product("shared_gate", 1, sx, false);
  return a.finish(std::move(block));
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
  Writer{block}.norm("norm", width, bias && a.flag(1, "b", true));
  return a.finish(std::move(block));
}

Result<Value> make_compressed(BlockArguments a) {
  Block block;
  block.kind = BlockKind::compressed_attention;
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
  using Maker = Result<Value> (*)(BlockArguments);
  static constexpr std::array<std::pair<std::string_view, Maker>, 14> kMakers{
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
       {"mlstm", make_mlstm},
       {"mlp", make_mlp},
       {"moe", make_experts}}};
  const BlockArguments read(arguments, hidden);
  for (const auto& [known, maker] : kMakers)
    if (name == known) return maker(read);
  if (name == "rms" || name == "ln") return make_norm(read, name == "ln");
  if (name == "w") return make_free(read, BlockKind::matrix, arguments);
  if (name == "v") return make_free(read, BlockKind::vector, arguments);
  if (name == "buf") return make_free(read, BlockKind::buffer, arguments);
  if (name == "emb") return make_free(read, BlockKind::embedding, arguments);
  return {};
}

}  // namespace astrolabe::model
