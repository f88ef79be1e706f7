// What of a description can be planned: layers of attention and MLP or experts, as the cost formulas know
// them.

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error_codes.h"
#include "core/model/description.h"
#include "core/model/family.h"

namespace astrolabe::model {

namespace {

bool has_kind(const BlockList& blocks, BlockKind kind) {
  return std::any_of(blocks.begin(), blocks.end(), [kind](const Block& block) { return block.kind == kind; });
}

bool is_attention(const Block& block) {
  return block.kind == BlockKind::attention || block.kind == BlockKind::latent_attention;
}

/// Norms, scales and stored tensors cost nothing of their own.
bool is_small(const Block& block) {
  return block.kind == BlockKind::norm || block.kind == BlockKind::vector || block.kind == BlockKind::buffer;
}

std::string mixer_without_cost(const BlockList& blocks) {
  int own = 0, cross = 0;
  for (const Block& block : blocks) {
    if (is_small(block)) continue;
    if (!is_attention(block)) return std::string(to_text(block.kind));
    if (block.indexer > 0) return "sparse attention with an indexer";
    if (block.gate_width > 0) return "attention with an output gate";
    if (!block.plain) return "attention that shares keys or values";
    ++(block.cross ? cross : own);
  }
  if (own == 0) return cross > 0 ? "layers of cross attention alone" : "layers without a token mixer";
  return own > 1 || cross > 1 ? "several attentions in one layer" : std::string();
}

std::string channel_without_cost(const BlockList& blocks) {
  int mixers = 0;
  for (const Block& block : blocks) {
    if (is_small(block)) continue;
    if (block.kind != BlockKind::mlp && block.kind != BlockKind::experts)
      return std::string(to_text(block.kind));
    if (!block.plain) return "experts of a width of their own";
    ++mixers;
  }
  return mixers == 1 ? std::string() : mixers == 0 ? "layers without an MLP" : "MLP and experts in one layer";
}

/// One norm before attention and MLP, which are then added at once.
bool is_parallel(const LayerBlocks& blocks, std::int64_t hidden) {
  std::int64_t width = 0;
  for (const Block& block : blocks.norms)
    for (const Piece& piece : block.pieces)
      if (!piece.name.ends_with(".bias")) width += piece.shape.empty() ? 0 : piece.shape.front();
  return width == hidden;
}

LayerKind kind_of(const DescribedLayer& layer, std::int64_t hidden) {
  LayerKind kind;
  for (const Block& block : layer.blocks->mixer) {
    if (!is_attention(block)) continue;
    if (block.cross) {
      kind.cross_attention = true;
      continue;
    }
    kind.heads = block.heads;
    kind.kv_heads = block.kv_heads;
    kind.head_dim = block.head_dim;
    kind.value_head_dim = block.value_head_dim;
    kind.window = block.chunk > 0 ? block.chunk : block.window;
    kind.causal = block.causal;
    kind.attention_sink = block.sink;
    kind.latent_q = block.latent_q;
    kind.latent_kv = block.latent_kv;
    kind.rope_dim = block.latent_kv > 0 ? block.rope_dim : 0;
  }
  for (const Block& block : layer.blocks->channel) {
    if (block.kind != BlockKind::mlp && block.kind != BlockKind::experts) continue;
    kind.feed = block.gated ? Feed::gated : Feed::plain;
    const bool moe = block.kind == BlockKind::experts;
    (moe ? kind.expert_ffn : kind.ffn) = block.ffn;
    kind.experts = block.experts;
    kind.top_k = block.top_k;
    kind.shared_ffn = block.shared_ffn;
    kind.shared_gate = block.shared_gate;
  }
  kind.parallel = is_parallel(*layer.blocks, hidden);
  kind.name = layer.stack == "enc"   ? "encoder"
              : layer.stack == "dec" ? "decoder"
              : kind.causal          ? kind_name(kind)
                                     : "encoder";
  return kind;
}

std::int64_t size_of(const LayerBlocks& blocks) {
  return count_pieces(blocks.mixer).total + count_pieces(blocks.channel).total +
         count_pieces(blocks.norms).total;
}

/// Layers of one kind hold the same tensors: where the first has a table of its own, or a norm less, its kind
/// gets a name of its own.
LayerKind sized_kind(LayerKind kind, std::int64_t size,
                     std::vector<std::pair<LayerKind, std::int64_t>>& known) {
  const std::string name = kind.name;
  for (int number = 2;; ++number) {
    const auto same =
        std::find_if(known.begin(), known.end(), [&](const auto& other) { return other.first == kind; });
    if (same == known.end()) {
      known.emplace_back(kind, size);
      return kind;
    }
    if (same->second == size) return kind;
    kind.name = fmt::format("{} {}", name, number);
  }
}

void write_pieces(TensorWriter& writer, Architecture& architecture, const BlockList& blocks,
                  const std::string& name) {
  int number = 0;
  for (const Block& block : blocks) {
    for (const Piece& piece : block.pieces) {
      if (piece.use == Piece::Use::buffer) continue;
      writer.add(fmt::format("{}{}.{}", name, number, piece.name), piece.shape,
                 piece.split || piece.use == Piece::Use::lookup);
      architecture.tensors.back().expert = piece.expert;
      architecture.tensors.back().copies = piece.copies;
    }
    ++number;
  }
}

}  // namespace

std::optional<Error> uncosted(const Description& description) {
  const auto refuse = [&](std::string where, std::string found) {
    return Error{std::string(code::unsupported_model),
                 {},
                 std::move(where),
                 std::move(found),
                 {Wanted::Kind::text,
                  {"a model of attention and MLP or experts: this one is read and counted by "
                   "inspect, but its cost is not known yet"}}};
  };
  const DescribedPart& main = description.parts.front();
  if (!description.no_cost.empty()) return refuse("family", description.no_cost);
  if (description.parts.size() > 1)
    return refuse(description.parts[1].role + "_config",
                  fmt::format("a {} tower", description.parts[1].role));
  for (const BlockList* blocks : {&main.before, &main.after, &main.head})
    for (const Block& block : *blocks)
      if (is_attention(block) || block.kind == BlockKind::mlp || block.kind == BlockKind::experts)
        return refuse("family", fmt::format("{} outside of the layers", to_text(block.kind)));
  for (std::size_t i = 0; i < main.layers.size(); ++i) {
    const LayerBlocks& blocks = *main.layers[i].blocks;
    std::string kind = mixer_without_cost(blocks.mixer);
    if (kind.empty()) kind = channel_without_cost(blocks.channel);
    if (kind.empty() && !std::all_of(blocks.norms.begin(), blocks.norms.end(), is_small))
      kind = "products beside attention and MLP";
    if (kind.empty() && has_kind(main.before, BlockKind::matrix) && blocks.mixer.size() > 1)
      kind = "cross attention over another input than tokens";
    if (!kind.empty()) return refuse(fmt::format("layer {}", i), kind);
  }
  return {};
}

Architecture sizes_of(const Description& description) {
  const DescribedPart& main = description.parts.front();
  Architecture architecture;
  architecture.id = description.id;
  architecture.family = description.family;
  architecture.fields = description.fields;
  architecture.hidden = static_cast<int>(main.hidden);
  architecture.vocabulary = static_cast<int>(main.vocabulary);
  architecture.max_sequence = static_cast<int>(main.max_sequence);
  architecture.has_head = main.has_head;
  architecture.tied_embeddings = main.tied && main.has_head;
  architecture.parameters_embedding = description.active - description.active_without_lookup;
  return architecture;
}

Architecture to_architecture(const Description& description) {
  const DescribedPart& main = description.parts.front();
  Architecture architecture = sizes_of(description);
  TensorWriter writer(architecture);
  writer.begin(Tensor::Part::embedding, "embedding.");
  write_pieces(writer, architecture, main.before, "");
  bool chunked = false;
  std::vector<std::pair<LayerKind, std::int64_t>> sizes;
  for (std::size_t i = 0; i < main.layers.size(); ++i) {
    const LayerBlocks& blocks = *main.layers[i].blocks;
    add_layer(architecture, sized_kind(kind_of(main.layers[i], main.hidden), size_of(blocks), sizes));
    chunked = chunked || std::any_of(blocks.mixer.begin(), blocks.mixer.end(),
                                     [](const Block& block) { return block.chunk > 0; });
    writer.begin(Tensor::Part::layer, fmt::format("layers.{}.", i), static_cast<int>(i));
    write_pieces(writer, architecture, blocks.mixer, "mixer.");
    write_pieces(writer, architecture, blocks.channel, "channel.");
    write_pieces(writer, architecture, blocks.norms, "norms.");
  }
  if (chunked)
    architecture.fields.push_back(
        {"chunks", "window", Mark::assumed, "a chunk costs as a window of its width"});
  writer.begin(Tensor::Part::head, "head.");
  write_pieces(writer, architecture, main.after, "before.");
  if (architecture.tied_embeddings) writer.tied("tied.weight", {main.vocabulary, main.hidden});
  write_pieces(writer, architecture, main.head, "");
  writer.begin(Tensor::Part::mtp, "mtp.");
  write_pieces(writer, architecture, main.prediction, "");
  return architecture;
}

}  // namespace astrolabe::model
