// What of a description can be planned, and its Architecture.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/error_codes.h"
#include "core/model/layer_kinds.h"
#include "core/model/tensor_names.h"

namespace astrolabe::model {

namespace {

bool has_kind(const BlockList& blocks, BlockKind kind) {
  return std::any_of(blocks.begin(), blocks.end(), [kind](const Block& block) { return block.kind == kind; });
}

/// A picture of 448 x 448 in patches of 14, where the tower has no table of positions.
constexpr std::int64_t kAssumedTowerTokens = 1024;

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

/// The place of `kind` among `kinds`, where it is added when none equals it.
int place_of_kind(const LayerKind& kind, std::vector<LayerKind>& kinds) {
  const auto known = std::find(kinds.begin(), kinds.end(), kind);
  const auto place = static_cast<int>(known - kinds.begin());
  if (known == kinds.end()) kinds.push_back(kind);
  return place;
}

Tower tower_of(const DescribedPart& part) {
  Tower tower;
  tower.role = part.role;
  tower.hidden = static_cast<int>(part.hidden);
  for (const DescribedLayer& layer : part.layers)
    tower.layers.push_back(place_of_kind(kind_of(layer, part.hidden), tower.kinds));
  for (const BlockList* blocks : {&part.before, &part.after, &part.head}) {
    const std::vector<Product> products = products_of(*blocks);
    tower.products.insert(tower.products.end(), products.begin(), products.end());
  }
  return tower;
}

void write_layers(const DescribedPart& part, TensorNames& names) {
  std::map<std::string, int> numbers;
  for (std::size_t layer = 0; layer < part.layers.size(); ++layer) {
    const LayerBlocks& blocks = *part.layers[layer].blocks;
    const std::string& stack = part.layers[layer].stack;
    names.begin_layer(stack, static_cast<int>(layer), numbers[stack]++);
    names.write(blocks.mixer, "mixer.");
    names.write(blocks.channel, "channel.");
    names.write(blocks.norms, "norms.");
  }
}

void add_towers(const Description& description, const EnteredValues& entered, Architecture& architecture) {
  static const Json unnamed;
  TensorNames names(unnamed, 0, architecture.tensors);
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
    names.begin(Tensor::Part::tower, part.role + ".", {});
    names.write(part.before, "before.");
    for (std::size_t layer = 0; layer < part.layers.size(); ++layer)
      for (const auto& [group, blocks] : {std::pair{"mixer", &part.layers[layer].blocks->mixer},
                                          {"channel", &part.layers[layer].blocks->channel},
                                          {"norms", &part.layers[layer].blocks->norms}})
        names.write(*blocks, fmt::format("layers.{}.{}.", layer, group));
    names.write(part.after, "after.");
    names.write(part.head, "head.");
  }
  names.begin(Tensor::Part::tower, "projector.", {});
  names.write(description.projector);
}

/// Totals of the description, and what only looks up: no part of the work of a token.
void take_counts(const Description& description, Architecture& architecture) {
  architecture.parameters_total = description.total;
  architecture.parameters_active = description.active;
  architecture.parameters_mtp = description.prediction;
  architecture.parameters_embedding = 0;
  for (const Tensor& tensor : architecture.tensors) {
    if (tensor.tied) architecture.parameters_embedding -= tensor.count();
    // Towers work on other tokens than the text model's.
    if (!tensor.tied && (tensor.part == Tensor::Part::embedding || tensor.part == Tensor::Part::tower))
      architecture.parameters_embedding += tensor.count();
  }
  const auto note = [&](const char* key, std::int64_t value, const char* from) {
    architecture.fields.push_back({key, std::to_string(value), Mark::derived, from});
  };
  note("parameters_total", description.total, "sum over tensors");
  note("parameters_active", description.active, "total - experts not chosen");
  if (description.prediction > 0) note("parameters_mtp", description.prediction, "sum over tensors");
}

/// The table of words, which a tied head is.
std::vector<std::int64_t> table_of(const DescribedPart& part) {
  for (const Block& block : part.before)
    for (const Piece& piece : block.pieces)
      if (piece.use == Piece::Use::lookup && piece.shape.front() == part.vocabulary) return piece.shape;
  return {part.vocabulary, part.hidden};
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
  architecture.positions = static_cast<int>(main.positions);
  architecture.has_head = main.has_head;
  architecture.tied_embeddings = main.tied && main.has_head;
  architecture.parameters_embedding = description.active - description.active_without_lookup;
  return architecture;
}

Architecture to_architecture(const Description& description, const EnteredValues& entered) {
  const DescribedPart& main = description.parts.front();
  Architecture architecture = sizes_of(description);
  TensorNames names(main.names, main.hidden, architecture.tensors);
  names.begin(Tensor::Part::embedding, "embedding.", "pre");
  names.write(main.before);
  KindNames kinds;
  for (const DescribedLayer& layer : main.layers)
    architecture.layers.push_back(
        place_of_kind(kinds.named(kind_of(layer, main.hidden), *layer.blocks), architecture.layer_kinds));
  tell_assumptions(architecture.layer_kinds, architecture.fields);
  write_layers(main, names);
  names.begin(Tensor::Part::head, "head.before.", "post");
  names.write(main.after);
  names.begin(Tensor::Part::head, "head.", "head");
  if (architecture.tied_embeddings) names.tied(table_of(main));
  names.write(main.head);
  add_towers(description, entered, architecture);
  const auto modules = static_cast<std::size_t>(std::max<std::int64_t>(1, main.predicted));
  for (std::size_t module = 0; module < modules && !main.prediction.empty(); ++module) {
    const std::size_t size = main.prediction.size() / modules;
    names.begin_module(static_cast<int>(module), static_cast<int>(main.layers.size()));
    const auto first = main.prediction.begin() + static_cast<std::ptrdiff_t>(module * size);
    names.write(BlockList(
        first, module + 1 == modules ? main.prediction.end() : first + static_cast<std::ptrdiff_t>(size)));
  }
  take_counts(description, architecture);
  return architecture;
}

}  // namespace astrolabe::model
