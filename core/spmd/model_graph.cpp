#include "core/spmd/model_graph.h"

#include <algorithm>

#include "core/base/error_codes.h"
#include "core/spmd/graph_parts.h"

namespace astrolabe::spmd {

namespace {

using model::LayerKind;
using std::int64_t;

class Writer {
 public:
  Writer(const model::Architecture& architecture, const ModelGraphOptions& options)
      : m_architecture(architecture), m_options(options), m_parts(architecture.id, false) {
    m_builder.set_element_bytes(options.element_bytes);
  }

  Result<Graph> run() && {
    if (!m_architecture.towers.empty())
      return fail(code::unsupported_model, "model", "a tower in front of the text model",
                  {Wanted::Kind::text, {"a model without towers"}});
    for (const LayerKind& kind : m_architecture.layer_kinds)
      if (const char* what = unsupported(kind))
        return fail(code::unsupported_model, kind.name, what,
                    {Wanted::Kind::text, {"a model with ordinary or grouped attention"}});
    TensorId table = -1;
    TensorId x = m_options.first_layer > 0 ? receive() : begin(table);
    const int period = find_period();
    const int all = static_cast<int>(m_architecture.layers.size());
    const int end = m_options.layers > 0 ? std::min(all, m_options.first_layer + m_options.layers) : all;
    for (int layer = m_options.first_layer; layer < end; ++layer) {
      m_builder.set_block((layer - m_options.first_layer) / period);
      const LayerKind& kind = m_architecture.layer_kinds[m_architecture.layers[layer]];
      if (kind.cross_attention && m_encoded < 0) x = begin_decoder(x, table, kind);
      x = write_layer(x, kind);
    }
    m_builder.set_block(-1);
    if (end < all) return send(x);
    return finish(x, table);
  }

 private:
  const char* unsupported(const LayerKind& kind) const {
    if (kind.cross_attention && (m_options.first_layer > 0 || m_options.layers > 0))
      return "cross attention in a stage of a pipeline";
    if (!kind.scans.empty()) return "a mixer that carries a state";
    if (kind.heads == 0) return "no attention";
    if (kind.ffn == 0 && kind.experts == 0) return "no MLP";
    if (kind.chunk > 0) return "attention in chunks";
    if (kind.gate_width > 0) return "attention with an output gate";
    if (kind.index_top_k > 0) return "sparse attention with an indexer";
    if (kind.expert_width > 0) return "experts of a width of their own";
    if (kind.own_products || !kind.products.empty() || !kind.beside.empty()) return "products of its own";
    if (kind.latent_kv > 0) return nullptr;
    if (kind.value_head_dim != kind.head_dim) return "values of another width than keys";
    if (kind.kv_heads <= 0 || kind.heads % kind.kv_heads != 0) return "heads that no group divides";
    return nullptr;
  }

  TensorId receive() {
    const TensorId x =
        m_parts.input("received", {m_options.batch, m_options.sequence, m_architecture.hidden});
    m_builder.graph().tensors[x].received = true;
    m_builder.graph().boundary.input = x;
    return x;
  }
  Graph send(TensorId x) {
    m_builder.graph().layers_per_block = find_period();
    m_builder.graph().boundary.output = x;
    const TensorId loss = m_parts.sum(x);
    return std::move(m_parts).finish(loss, static_cast<double>(m_options.batch));
  }

  TensorId begin(TensorId& table) {
    const int64_t hidden = m_architecture.hidden;
    TensorId x = -1;
    if (m_architecture.vocabulary > 0) {
      const TensorId ids = m_parts.input("ids", {m_options.batch, m_options.sequence});
      x = m_parts.embedding(ids, m_architecture.vocabulary, hidden);
      table = m_builder.graph().nodes.back().inputs[1];
    } else {
      x = m_parts.linear("patches", m_parts.input("x", {m_options.batch, m_options.sequence, hidden}),
                         hidden);
    }
    return m_architecture.positions > 0 ? m_parts.add_positions(x, true) : x;
  }

  /// The encoder's result is read by every layer of the decoder, which begins with tokens of its own.
  TensorId begin_decoder(TensorId x, TensorId table, const LayerKind& kind) {
    m_builder.set_block(-1);
    m_encoded = norm("encoder.norm", x, kind);
    const TensorId ids = m_parts.input("decoder ids", {m_options.batch, m_options.sequence});
    x = m_builder.add(Op::embedding, "decoder embedding", {ids, table},
                      {m_options.batch, m_options.sequence, m_architecture.hidden}, "bs,vh->bsh", 0.0);
    m_builder.set_block(static_cast<int>(m_architecture.layers.size()));  // told apart from the layer before
    return x;
  }

  /// Layers that alternate between kinds repeat with this many at a time.
  int find_period() const {
    const std::vector<int>& layers = m_architecture.layers;
    for (std::size_t period = 1; period <= 8 && 3 * period <= layers.size(); ++period) {
      bool repeats = true;
      for (std::size_t i = period; i < layers.size(); ++i)
        repeats = repeats && layers[i] == layers[i - period];
      if (repeats) return static_cast<int>(period);
    }
    return 1;
  }

  TensorId norm(const char* name, TensorId x, const LayerKind& kind) {
    return kind.feed == model::Feed::gated ? m_parts.rms_norm(numbered(name), x) : m_parts.layer_norm(x);
  }

  TensorId write_layer(TensorId x, const LayerKind& kind) {
    if (kind.parallel) {
      const TensorId normed = norm("norm", x, kind);
      return m_parts.add(x, m_parts.add(attention(normed, kind), feed(normed, kind)));
    }
    x = m_parts.add(x, attention(norm("attention.norm", x, kind), kind));
    if (kind.cross_attention) x = m_parts.add(x, cross_attention(norm("cross.norm", x, kind), kind));
    return m_parts.add(x, feed(norm("mlp.norm", x, kind), kind));
  }

  TensorId attention(TensorId x, const LayerKind& kind) {
    const std::string name = numbered("attention");
    if (kind.latent_kv > 0) return latent_attention(name, x, kind);
    const int64_t groups = kind.kv_heads, width = kind.head_dim;
    const int64_t per_group = kind.heads / kind.kv_heads;
    const TensorId weight =
        m_parts.parameter(name + ".qkv.weight", {groups, (per_group + 2) * width, m_architecture.hidden});
    const TensorId qkv = m_parts.contract(name + ".qkv", "bsh,gwh->bsgw", x, weight);
    return attend(name, qkv, kind, {groups, per_group, width, width}, kind.causal);
  }

  /// Queries of the decoder, keys and values of the encoder's result; both have the same number of tokens.
  TensorId cross_attention(TensorId x, const LayerKind& kind) {
    const std::string name = numbered("cross");
    const int64_t groups = kind.kv_heads, width = kind.head_dim, hidden = m_architecture.hidden;
    const int64_t queries = kind.heads / kind.kv_heads * width, all = queries + 2 * width;
    const TensorId q = m_parts.contract(name + ".q", "bsh,gwh->bsgw", x,
                                        m_parts.parameter(name + ".q.weight", {groups, queries, hidden}));
    const TensorId kv = m_parts.contract(name + ".kv", "bsh,gwh->bsgw", m_encoded,
                                         m_parts.parameter(name + ".kv.weight", {groups, 2 * width, hidden}));
    const TensorId qkv =
        m_parts.add(placed(name + ".q.place", q, 0, all), placed(name + ".kv.place", kv, queries, all));
    return attend(name, qkv, kind, {groups, queries / width, width, width}, false);
  }

  /// Queries and, of keys and values, a narrow latent are made of x; the part of a key that carries the place
  /// is one for all heads. Source: DeepSeek-V2, arXiv 2405.04434, section 2.1.
  TensorId latent_attention(const std::string& name, TensorId x, const LayerKind& kind) {
    const int64_t heads = kind.heads, key = kind.head_dim, value = kind.value_head_dim;
    const int64_t places = kind.rope_dim, content = key - places, all = 2 * key + value;
    const auto narrow = [&](const char* what, int64_t width) {
      const std::string own = name + what;
      const TensorId weight = m_parts.parameter(own + ".weight", {width, m_architecture.hidden});
      return m_parts.contract(own, "bsh,rh->bsr", x, weight);
    };
    const auto apart = [&](const char* what, TensorId of, int64_t width) {
      const std::string own = name + what;
      const TensorId weight = m_parts.parameter(own + ".weight", {heads, width, m_builder.shape(of)[2]});
      return m_parts.contract(own, "bsr,gwr->bsgw", of, weight);
    };
    const TensorId source =
        kind.latent_q > 0 ? m_parts.rms_norm(name + ".q.norm", narrow(".q.down", kind.latent_q)) : x;
    const TensorId latent = m_parts.rms_norm(name + ".kv.norm", narrow(".kv.down", kind.latent_kv));
    const TensorId rope_weight = m_parts.parameter(name + ".rope.weight", {1, places, m_architecture.hidden});
    const TensorId rope = m_parts.contract(name + ".rope", "bsh,gwh->bsgw", x, rope_weight);
    TensorId qkv = placed(name + ".q.place", apart(".q", source, key), 0, all);
    qkv = m_parts.add(qkv, placed(name + ".k.place", apart(".k", latent, content), key, all));
    qkv = m_parts.add(qkv, placed(name + ".v.place", apart(".v", latent, value), 2 * key, all));
    qkv = m_parts.add(qkv, placed(name + ".rope.place", rope, key + content, all));
    return attend(name, qkv, kind, {heads, 1, key, value}, kind.causal);
  }

  /// Zeros of `width` in the last dimension but for x, from `begin` on.
  TensorId placed(const std::string& name, TensorId x, int64_t begin, int64_t width) {
    Shape shape = m_builder.shape(x);
    shape.back() = width;
    Attributes attributes;
    attributes.axis = static_cast<int>(shape.size()) - 1;
    attributes.begin = begin;
    return m_builder.add(Op::place, name, {x}, shape, "bsgW->bsgV", 0.0, attributes);
  }

  struct Heads {
    int64_t groups, per_group, key, value;
  };
  TensorId attend(const std::string& name, TensorId qkv, const LayerKind& kind, const Heads& heads,
                  bool causal) {
    Attributes attributes;
    attributes.heads_per_group = static_cast<int>(heads.per_group);
    attributes.head_dim = static_cast<int>(heads.key);
    attributes.causal = causal;
    // Two products of a query with every key it sees, softmax 5 a score.
    const auto sequence = static_cast<double>(m_options.sequence);
    double keys = causal ? 0.5 * (sequence + 1.0) : sequence;
    if (kind.window > 0) keys = std::min(keys, static_cast<double>(kind.window));
    const double scores = static_cast<double>(m_options.batch * kind.heads) * sequence * keys;
    const int64_t result = heads.per_group * heads.value;
    const TensorId context = m_builder.add(
        Op::attention, name, {qkv}, {m_options.batch, m_options.sequence, heads.groups, result}, "bSgW->bSgV",
        scores * (2.0 * static_cast<double>(heads.key + heads.value) + 5.0), attributes);
    const TensorId out =
        m_parts.parameter(name + ".out.weight", {m_architecture.hidden, heads.groups, result});
    return m_parts.contract(name + ".out", "bsgv,hgv->bsh", context, out);
  }

  TensorId feed(TensorId x, const LayerKind& kind) {
    TensorId y = -1;
    if (kind.ffn > 0) y = dense(x, kind.ffn, kind);
    if (kind.shared_ffn > 0) y = joined(y, dense(x, kind.shared_ffn, kind));
    if (kind.experts > 0) y = joined(y, experts(x, kind));
    return y;
  }
  TensorId joined(TensorId y, TensorId more) { return y < 0 ? more : m_parts.add(y, more); }

  TensorId dense(TensorId x, int64_t width, const LayerKind& kind) {
    const int64_t hidden = m_architecture.hidden;
    const std::string name = numbered("mlp");
    TensorId y = -1;
    if (kind.feed == model::Feed::gated) {
      const TensorId up = m_parts.parameter(name + ".up.weight", {2, width, hidden});
      y = m_parts.contract(name + ".up", "bsh,ufh->bsuf", x, up);
      y = m_builder.add(Op::gated_silu, name + ".act", {y}, {m_options.batch, m_options.sequence, width},
                        "bsUf->bsf", 6.0 * elements(y) / 2.0);
    } else {
      const TensorId up = m_parts.parameter(name + ".up.weight", {width, hidden});
      y = m_parts.gelu(m_parts.contract(name + ".up", "bsh,fh->bsf", x, up));
    }
    const TensorId down = m_parts.parameter(name + ".down.weight", {hidden, width});
    return m_parts.contract(name + ".down", "bsf,hf->bsh", y, down);
  }

  TensorId experts(TensorId x, const LayerKind& kind) {
    const int64_t hidden = m_architecture.hidden, count = kind.experts, width = kind.expert_ffn;
    const int64_t batch = m_options.batch, sequence = m_options.sequence;
    const int64_t capacity = std::max<int64_t>(1, (kind.top_k * sequence + count - 1) / count);
    const std::string name = numbered("experts");
    const TensorId gate = m_parts.parameter(name + ".gate.weight", {hidden, count});
    Attributes attributes;
    attributes.capacity = capacity;
    attributes.choices = kind.top_k;
    const Shape routed{batch, sequence, count, capacity};
    // Held as a place and a weight for each chosen expert of a token, not as the dense tensor.
    const double dense_elements = static_cast<double>(count * capacity);
    m_builder.set_element_bytes(8.0 * kind.top_k / dense_elements);
    const auto routes =
        m_builder.add_many(Op::top2_gate, name + ".gate", {x, gate}, {routed, routed}, "bSD,DE->bSEC,bSEC",
                           2.0 * elements(x) * static_cast<double>(count), attributes);
    m_builder.set_element_bytes(m_options.element_bytes);
    const double moved = static_cast<double>(batch * count * capacity * hidden);
    TensorId y = m_builder.add(Op::contract, name + ".dispatch", {x, routes[0]},
                               {batch, count, capacity, hidden}, "bsd,bsec->becd", moved);
    if (kind.feed == model::Feed::gated) {
      const TensorId up = m_parts.parameter(name + ".up.weight", {count, 2, width, hidden});
      y = m_parts.contract(name + ".up", "becd,eufd->becuf", y, up);
      y = m_builder.add(Op::gated_silu, name + ".act", {y}, {batch, count, capacity, width}, "becUf->becf",
                        6.0 * elements(y) / 2.0);
    } else {
      const TensorId up = m_parts.parameter(name + ".up.weight", {count, width, hidden});
      y = m_parts.gelu(m_parts.contract(name + ".up", "becd,efd->becf", y, up));
    }
    const TensorId down = m_parts.parameter(name + ".down.weight", {count, hidden, width});
    y = m_parts.contract(name + ".down", "becf,edf->becd", y, down);
    return m_builder.add(Op::contract, name + ".combine", {y, routes[1]}, {batch, sequence, hidden},
                         "becd,bsec->bsd", moved);
  }

  Result<Graph> finish(TensorId x, TensorId table) {
    m_builder.graph().layers_per_block = find_period();
    x = norm("norm", x, m_architecture.layer_kinds.back());
    const auto samples = static_cast<double>(m_options.batch);
    if (!m_architecture.has_head || m_architecture.vocabulary == 0) {
      const TensorId loss = m_parts.sum(x);
      return std::move(m_parts).finish(loss, samples);
    }
    const TensorId labels = m_parts.input("labels", {m_options.batch, m_options.sequence});
    const TensorId head =
        m_architecture.tied_embeddings && table >= 0
            ? table
            : m_parts.parameter("head.weight", {m_architecture.vocabulary, m_architecture.hidden});
    const TensorId loss = m_parts.token_loss(m_parts.contract("head", "bsh,vh->bsv", x, head), labels);
    return std::move(m_parts).finish(loss, samples);
  }

  double elements(TensorId tensor) { return m_builder.graph().tensors[tensor].elements(); }
  std::string numbered(const std::string& name) { return name + "." + std::to_string(m_names++); }

  const model::Architecture& m_architecture;
  ModelGraphOptions m_options;
  Parts m_parts;
  GraphBuilder& m_builder = m_parts.builder();
  int m_names = 0;
  TensorId m_encoded = -1;  ///< of a model with a decoder: what its layers read beside their own tokens
};

}  // namespace

Result<Graph> model_graph(const model::Architecture& architecture, const ModelGraphOptions& options) {
  return Writer(architecture, options).run();
}

}  // namespace astrolabe::spmd
