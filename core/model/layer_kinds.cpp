#include "core/model/layer_kinds.h"

#include <fmt/format.h>

#include <algorithm>

namespace astrolabe::model {

namespace {

bool is_attention(const Block& block) {
  return block.kind == BlockKind::attention || block.kind == BlockKind::latent_attention;
}

/// Norms, scales, tables and stored tensors cost nothing of their own.
bool is_small(const Block& block) {
  return block.kind == BlockKind::norm || block.kind == BlockKind::vector ||
         block.kind == BlockKind::buffer || block.kind == BlockKind::embedding;
}

bool is_indexer(const Piece& piece) { return piece.name.starts_with("indexer."); }

void add_products(std::vector<Product>& products, const Block& block, bool (*chosen)(const Piece&)) {
  for (const Piece& piece : block.pieces) {
    if (piece.use != Piece::Use::product || piece.expert || !chosen(piece) || piece.shape.empty()) continue;
    Product product;
    const std::string_view whole = piece.name;
    product.name = whole.substr(0, whole.rfind('.'));
    product.outputs = piece.shape.front();
    product.inputs = 1;
    for (std::size_t i = 1; i < piece.shape.size(); ++i) product.inputs *= piece.shape[i];
    // A matrix for each head: all their results, of the head's own inputs.
    if (block.kind == BlockKind::gated_recurrence && piece.shape.size() == 3) {
      product.outputs = piece.shape[0] * piece.shape[1];
      product.inputs = piece.shape[2];
    }
    product.split = !piece.split ? Split::replicated : piece.row ? Split::row : Split::column;
    products.push_back(std::move(product));
  }
}

/// Collects the blocks of one layer.
class KindMaker {
 public:
  explicit KindMaker(std::int64_t hidden) : m_hidden(hidden) {}

  LayerKind make(const LayerBlocks& blocks) {
    for (const Block& block : blocks.mixer) add(block);
    for (const Block& block : blocks.channel) add(block);
    for (const Block& block : blocks.norms)
      add_products(m_kind.products, block, [](const Piece&) { return true; });
    m_kind.parallel = (m_kind.heads > 0 || !m_kind.scans.empty()) && (m_kind.ffn > 0 || m_kind.experts > 0) &&
                      blocks.parallel.value_or(norm_width(blocks) == m_hidden);
    return std::move(m_kind);
  }

  /// The block that gave the kind its state, if one did.
  std::string_view state_name() const { return m_state; }

 private:
  void add(const Block& block) {
    if (is_small(block)) return;
    if (is_attention(block)) {
      add_attention(block);
    } else if (block.scan) {
      if (m_state.empty()) m_state = to_text(block.kind);
      m_kind.scans.push_back(*block.scan);
      add_products(m_kind.products, block, [](const Piece&) { return true; });
    } else if (block.kind == BlockKind::mlp) {
      add_mlp(block);
    } else if (block.kind == BlockKind::experts) {
      add_experts(block);
    } else {
      add_products(m_kind.products, block, [](const Piece&) { return true; });
    }
  }

  void add_attention(const Block& block) {
    if (block.cross && block.plain && m_kind.heads > 0 && !m_kind.cross_attention) {
      m_kind.cross_attention = true;
      return;
    }
    if (m_kind.heads > 0) {
      LayerKind more;
      set_attention(more, block);
      m_kind.beside.push_back(std::move(more));
      return;
    }
    set_attention(m_kind, block);
  }

  static void set_attention(LayerKind& kind, const Block& block) {
    kind.heads = block.heads;
    kind.kv_heads = block.kv_heads;
    kind.head_dim = block.head_dim;
    kind.value_head_dim = block.value_head_dim;
    kind.window = block.window;
    kind.chunk = block.chunk;
    kind.causal = block.causal && !block.cross;
    kind.attention_sink = block.sink;
    kind.latent_q = block.latent_q;
    kind.latent_kv = block.latent_kv;
    kind.rope_dim = block.latent_kv > 0 ? block.rope_dim : 0;
    kind.index_heads = block.index_heads;
    kind.index_dim = block.index_heads > 0 ? block.index_dim : 0;
    kind.index_top_k = block.index_top_k;
    kind.own_products = !block.plain;
    kind.gate_width = block.plain ? block.gate_width : 0;
    add_products(
        kind.products, block, block.plain ? is_indexer : +[](const Piece&) { return true; });
  }

  void add_mlp(const Block& block) {
    if (block.width != m_hidden) {
      add_products(m_kind.products, block, [](const Piece&) { return true; });
      return;
    }
    const Feed feed = block.gated ? Feed::gated : Feed::plain;
    if (m_kind.experts > 0 && m_kind.shared_ffn == 0 && m_kind.feed == feed) {
      m_kind.shared_ffn = block.ffn;  // an expert that every token visits
    } else if (m_kind.experts > 0 || m_kind.ffn > 0) {
      LayerKind more;
      more.feed = feed;
      more.ffn = block.ffn;
      m_kind.beside.push_back(std::move(more));
    } else {
      m_kind.feed = feed;
      m_kind.ffn = block.ffn;
    }
  }

  void add_experts(const Block& block) {
    const Feed feed = block.gated ? Feed::gated : Feed::plain;
    const int dense = m_kind.ffn;
    const Feed dense_feed = m_kind.feed;
    m_kind.ffn = 0;
    m_kind.feed = feed;
    m_kind.experts = block.experts;
    m_kind.top_k = block.top_k;
    m_kind.expert_ffn = block.ffn;
    m_kind.expert_width = block.width == m_hidden ? 0 : static_cast<int>(block.width);
    m_kind.shared_ffn = block.shared_ffn;
    m_kind.shared_gate = block.shared_gate;
    m_kind.routing_groups = block.routing_groups;
    m_kind.routing_top_groups = block.routing_top_groups;
    if (dense == 0) return;
    if (m_kind.shared_ffn == 0 && dense_feed == feed) {
      m_kind.shared_ffn = dense;
      return;
    }
    LayerKind more;
    more.feed = dense_feed;
    more.ffn = dense;
    m_kind.beside.push_back(std::move(more));
  }

  static std::int64_t norm_width(const LayerBlocks& blocks) {
    std::int64_t width = 0;
    for (const Block& block : blocks.norms)
      for (const Piece& piece : block.pieces)
        if (piece.use == Piece::Use::vector && !piece.name.ends_with(".bias"))
          width += piece.shape.empty() ? 0 : piece.shape.front();
    return width;
  }

  std::int64_t m_hidden;
  LayerKind m_kind;
  std::string_view m_state;
};

std::string kind_word(const LayerKind& kind, std::string_view state) {
  if (!state.empty()) {
    std::string name(state);
    if (kind.heads > 0) name += " and attention";
    return kind.experts > 0 ? name + " moe" : name;
  }
  if (kind.heads == 0) return kind.experts > 0 ? "experts" : kind.ffn > 0 ? "mlp" : "other";
  if (!kind.causal) return "encoder";
  if (kind.ffn == 0 && kind.experts == 0) return kind.window > 0 ? "attention sliding" : "attention";
  if (kind.chunk > 0) return kind.experts > 0 ? "moe chunked" : "chunked";
  const char* const plain = kind.experts > 0 ? "moe" : kind.window > 0 ? "sliding" : "dense";
  return kind.experts > 0 && kind.window > 0 ? "moe sliding" : plain;
}

}  // namespace

std::string without_cost(const LayerBlocks& blocks) {
  for (const BlockList* list : {&blocks.mixer, &blocks.channel}) {
    int experts = 0;
    for (const Block& block : *list) {
      if (block.kind == BlockKind::compressed_attention) return std::string(to_text(block.kind));
      if (block.kind == BlockKind::experts && ++experts > 1) return "two kinds of experts in one layer";
      if (block.kind == BlockKind::experts && !block.plain) return "experts that read other widths";
    }
  }
  return {};
}

LayerKind kind_of(const DescribedLayer& layer, std::int64_t hidden) {
  KindMaker maker(hidden);
  LayerKind kind = maker.make(*layer.blocks);
  kind.name = layer.stack == "enc"   ? "encoder"
              : layer.stack == "dec" ? "decoder"
                                     : kind_word(kind, maker.state_name());
  return kind;
}

std::vector<Product> products_of(const BlockList& blocks) {
  std::vector<Product> products;
  for (const Block& block : blocks) add_products(products, block, [](const Piece&) { return true; });
  return products;
}

LayerKind KindNames::named(LayerKind kind, const LayerBlocks& blocks) {
  const std::int64_t size = count_pieces(blocks.mixer).total + count_pieces(blocks.channel).total +
                            count_pieces(blocks.norms).total;
  const std::string name = kind.name;
  for (int number = 2;; ++number) {
    const auto same =
        std::find_if(m_known.begin(), m_known.end(), [&](const auto& other) { return other.first == kind; });
    if (same == m_known.end()) {
      m_known.emplace_back(kind, size);
      return kind;
    }
    if (same->second == size) return kind;
    kind.name = fmt::format("{} {}", name, number);
  }
}

}  // namespace astrolabe::model
