// What of a description can be planned, and its Architecture.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/error_codes.h"
#include "core/model/family.h"
#include "core/model/layer_kinds.h"

namespace astrolabe::model {

namespace {

bool has_kind(const BlockList& blocks, BlockKind kind) {
  return std::any_of(blocks.begin(), blocks.end(), [kind](const Block& block) { return block.kind == kind; });
}

/// A picture of 448 x 448 in patches of 14, where the tower has no table of positions.
constexpr std::int64_t kAssumedTowerTokens = 1024;

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

/// What stands in for a layer whose cost rests on assumptions, for the list of fields.
void tell_assumptions(const std::vector<LayerKind>& kinds, std::vector<Field>& fields) {
  const auto any = [&](auto&& holds) { return std::any_of(kinds.begin(), kinds.end(), holds); };
  const auto tell = [&](const char* key, const char* value, const char* from) {
    fields.push_back({key, value, Mark::assumed, from});
  };
  if (any([](const LayerKind& kind) { return !kind.scans.empty(); }))
    tell("state_kernels", "share of the peak",
         "no table of measured kernels: operations and traffic of the chunked forms, at what published "
         "kernels reach on H20 (MoonshotAI/FlashKDA); band widened");
  if (any([](const LayerKind& kind) { return kind.index_heads > 0; }))
    tell("indexer", "attention", "its scores cost as attention of its narrow heads, whole on every rank");
  if (any([](const LayerKind& kind) { return kind.own_products || !kind.beside.empty(); }))
    tell("layers", "one after the other", "parts of a layer that no fused kernel is known for run apart");
}

/// Tokens of a tower for each sequence: as entered under "vision_tokens", or one picture of as many patches
/// as the tower has positions.
double tower_tokens(const DescribedPart& part, const EnteredValues& entered, std::vector<Field>& fields) {
  const std::string key = part.role + "_tokens";
  if (const auto given = entered.find(key); given != entered.end() && given->second >= 0.0) {
    fields.push_back({key, fmt::format("{:.0f}", given->second), Mark::file, "entered"});
    return given->second;
  }
  std::int64_t positions = 0;
  for (const Block& block : part.before)
    for (const Piece& piece : block.pieces)
      if (piece.use == Piece::Use::lookup && !piece.shape.empty())
        positions = std::max(positions, piece.shape.front());
  const std::int64_t tokens = positions > 1 ? positions : kAssumedTowerTokens;
  fields.push_back({key, std::to_string(tokens), Mark::assumed,
                    positions > 1 ? "positions of the tower: one input of full size a sequence"
                                  : "one picture of 448 x 448 a sequence"});
  return static_cast<double>(tokens);
}

Tower tower_of(const DescribedPart& part) {
  Tower tower;
  tower.role = part.role;
  tower.hidden = static_cast<int>(part.hidden);
  for (const DescribedLayer& layer : part.layers) {
    const LayerKind kind = kind_of(layer, part.hidden);
    const auto known = std::find(tower.kinds.begin(), tower.kinds.end(), kind);
    tower.layers.push_back(static_cast<int>(known - tower.kinds.begin()));
    if (known == tower.kinds.end()) tower.kinds.push_back(kind);
  }
  for (const BlockList* blocks : {&part.before, &part.after, &part.head}) {
    const std::vector<Product> products = products_of(*blocks);
    tower.products.insert(tower.products.end(), products.begin(), products.end());
  }
  return tower;
}

void add_towers(const Description& description, const EnteredValues& entered, TensorWriter& writer,
                Architecture& architecture) {
  for (std::size_t i = 1; i < description.parts.size(); ++i) {
    const DescribedPart& part = description.parts[i];
    Tower tower = tower_of(part);
    tower.tokens = tower_tokens(part, entered, architecture.fields);
    if (i == 1) {
      const std::vector<Product> products = products_of(description.projector);
      tower.products.insert(tower.products.end(), products.begin(), products.end());
    }
    architecture.fields.push_back(
        {part.role + "_tower", "first stage", Mark::assumed,
         "works through its tokens in front of the first stage and is trained with the model"});
    architecture.towers.push_back(std::move(tower));
    writer.begin(Tensor::Part::tower, part.role + ".");
    write_pieces(writer, architecture, part.before, "before.");
    for (std::size_t layer = 0; layer < part.layers.size(); ++layer) {
      const std::string name = fmt::format("layers.{}.", layer);
      write_pieces(writer, architecture, part.layers[layer].blocks->mixer, name + "mixer.");
      write_pieces(writer, architecture, part.layers[layer].blocks->channel, name + "channel.");
      write_pieces(writer, architecture, part.layers[layer].blocks->norms, name + "norms.");
    }
    write_pieces(writer, architecture, part.after, "after.");
    write_pieces(writer, architecture, part.head, "head.");
  }
  writer.begin(Tensor::Part::tower, "projector.");
  write_pieces(writer, architecture, description.projector, "");
}

}  // namespace

std::optional<Error> uncosted(const Description& description) {
  const auto refuse = [&](std::string where, std::string found) {
    return Error{std::string(code::unsupported_model),
                 {},
                 std::move(where),
                 std::move(found),
                 {Wanted::Kind::text,
                  {"a model of known kinds of layers: this one is read and counted by "
                   "inspect, but its cost is not known yet"}}};
  };
  const DescribedPart& main = description.parts.front();
  if (!description.no_cost.empty()) return refuse("family", description.no_cost);
  for (const BlockList* blocks : {&main.before, &main.after, &main.head})
    for (const Block& block : *blocks)
      if (block.kind == BlockKind::attention || block.kind == BlockKind::latent_attention ||
          block.kind == BlockKind::mlp || block.kind == BlockKind::experts)
        return refuse("family", fmt::format("{} outside of the layers", to_text(block.kind)));
  for (const DescribedPart& part : description.parts)
    for (std::size_t i = 0; i < part.layers.size(); ++i) {
      const LayerBlocks& blocks = *part.layers[i].blocks;
      std::string kind = without_cost(blocks);
      if (kind.empty() && &part == &main && has_kind(main.before, BlockKind::matrix) &&
          blocks.mixer.size() > 1 &&
          std::any_of(blocks.mixer.begin(), blocks.mixer.end(),
                      [](const Block& block) { return block.cross; }))
        kind = "cross attention over another input than tokens";
      if (!kind.empty())
        return refuse(&part == &main ? fmt::format("layer {}", i) : fmt::format("{} layer {}", part.role, i),
                      kind);
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

Architecture to_architecture(const Description& description, const EnteredValues& entered) {
  const DescribedPart& main = description.parts.front();
  Architecture architecture = sizes_of(description);
  TensorWriter writer(architecture);
  writer.begin(Tensor::Part::embedding, "embedding.");
  write_pieces(writer, architecture, main.before, "");
  KindNames names;
  for (std::size_t i = 0; i < main.layers.size(); ++i) {
    const LayerBlocks& blocks = *main.layers[i].blocks;
    add_layer(architecture, names.named(kind_of(main.layers[i], main.hidden), blocks));
    writer.begin(Tensor::Part::layer, fmt::format("layers.{}.", i), static_cast<int>(i));
    write_pieces(writer, architecture, blocks.mixer, "mixer.");
    write_pieces(writer, architecture, blocks.channel, "channel.");
    write_pieces(writer, architecture, blocks.norms, "norms.");
  }
  tell_assumptions(architecture.layer_kinds, architecture.fields);
  writer.begin(Tensor::Part::head, "head.");
  write_pieces(writer, architecture, main.after, "before.");
  if (architecture.tied_embeddings) writer.tied("tied.weight", {main.vocabulary, main.hidden});
  write_pieces(writer, architecture, main.head, "");
  add_towers(description, entered, writer, architecture);
  writer.begin(Tensor::Part::mtp, "mtp.");
  write_pieces(writer, architecture, main.prediction, "");
  return architecture;
}

}  // namespace astrolabe::model
