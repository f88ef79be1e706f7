#include "core/model/described_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/error_codes.h"
#include "core/model/layer_uses.h"

namespace astrolabe::model {

namespace {

constexpr std::int64_t kMostLayers = 10'000;

/// Reads one part of a model by its family file.
class PartReader {
 public:
  PartReader(const Json& entry, FamilyScope& scope, std::string head_class)
      : m_entry(entry), m_scope(scope), m_class(std::move(head_class)), m_uses(layer_uses(entry)) {}

  Result<DescribedPart> read() {
    DescribedPart part;
    if (auto error = read_layers(part)) return tl::unexpected<Error>(std::move(*error));
    const auto blocks = [&](const char* key, BlockList& into) -> std::optional<Error> {
      const auto formula = m_entry.find(key);
      return formula == m_entry.end() ? std::nullopt : read_blocks(formula->get<std::string>(), into);
    };
    for (const auto& [key, into] :
         {std::pair{"pre", &part.before}, {"post", &part.after}, {"mtp", &part.prediction}})
      if (auto error = blocks(key, *into)) return tl::unexpected<Error>(std::move(*error));
    if (auto error = read_head(part)) return tl::unexpected<Error>(std::move(*error));
    for (const auto& [name, into] : {std::pair{"h", &part.hidden}, {"V", &part.vocabulary}}) {
      const auto number = m_scope.whole(name);
      if (!number) return tl::unexpected<Error>(number.error());
      *into = *number;
    }
    if (const auto error = experts_without_count()) return tl::unexpected<Error>(*error);
    if (const auto error = read_lengths(part)) return tl::unexpected<Error>(*error);
    if (const auto names = m_entry.find("names"); names != m_entry.end()) part.names = *names;
    if (m_scope.has("tied")) {
      const auto tied = m_scope.variable("tied");
      if (!tied) return tl::unexpected<Error>(tied.error());
      part.tied = tied->truth();
    }
    const bool open = m_entry.contains("stacks") || !m_scope.has("an");
    part.has_head = scores_vocabulary(part) || (part.tied && open && !is_bare() && part.vocabulary > 0);
    return part;
  }

 private:
  /// The class is the model without a head.
  bool is_bare() const { return m_class.ends_with("Model") && !m_class.ends_with("LMHeadModel"); }

  /// The head has a row for each word; one of classes or of a reward has not.
  static bool scores_vocabulary(const DescribedPart& part) {
    for (const Block& block : part.head)
      for (const Piece& piece : block.pieces)
        if (!piece.shape.empty() && piece.shape.front() == part.vocabulary) return true;
    return false;
  }

  /// A number of chosen experts tells of experts; without how many there are it would be a smaller model.
  std::optional<Error> experts_without_count() {
    if (!m_scope.has("E") || !m_scope.has("k") || m_scope.stated("E") || !m_scope.stated("k")) return {};
    const auto count = m_scope.whole("E"), chosen = m_scope.whole("k");
    if (!count || !chosen) return count ? chosen.error() : count.error();
    if (*count > 0 || *chosen < 2) return {};
    const Binding binding = read_binding(m_entry["set"]["E"].get<std::string>());
    return Error{std::string(code::missing_field),
                 {},
                 m_scope.variable("k")->key,
                 fmt::format("{} experts a token and no number of experts", *chosen),
                 {Wanted::Kind::field, {binding.keys.empty() ? "E" : binding.keys.front()}}};
  }

  /// Learned positions, where a table has a row for each, and the longest sequence.
  std::optional<Error> read_lengths(DescribedPart& part) {
    for (const auto& [name, into] : {std::pair{"P", &part.positions},
                                     {"S", &part.max_sequence},
                                     {m_scope.has("nmtp") ? "nmtp" : "nm", &part.predicted}}) {
      const auto number = m_scope.whole(name);
      if (!number) return number.error();
      *into = *number;
    }
    const auto is_table = [&](const Piece& piece) {
      return piece.shape.size() > 1 && part.positions > 0 && piece.shape.end()[-2] >= part.positions &&
             piece.shape.end()[-2] <= part.positions + 2;
    };
    for (const Block& block : part.before)
      if (std::any_of(block.pieces.begin(), block.pieces.end(), is_table)) return {};
    part.positions = 0;
    return {};
  }

  std::optional<Error> read_blocks(const std::string& formula, BlockList& into) {
    const auto value = m_scope.evaluate_text(formula);
    if (!value) return value.error();
    if (const BlockList* blocks = value->blocks()) into = *blocks;
    return {};
  }

  /// The head that the class decides on where the family file leaves it open.
  std::optional<Error> read_head(DescribedPart& part) {
    const auto head = m_entry.find("head");
    if (head == m_entry.end()) return {};
    const bool open = !m_scope.has("an") && !m_entry.contains("keep_head");
    if (open && m_class.ends_with("ForSequenceClassification")) return read_blocks("w(labels,h)", part.head);
    if (open && is_bare()) return {};
    return read_blocks(head->get<std::string>(), part.head);
  }

  std::string text(const Json* own, const char* key, const char* otherwise) const {
    if (own != nullptr)
      if (const auto found = own->find(key); found != own->end()) return found->get<std::string>();
    const auto found = m_entry.find(key);
    return found == m_entry.end() ? otherwise : found->get<std::string>();
  }
  /// The formula for `label`, or that for any.
  std::optional<std::string> formula_of(const Json* own, const char* key, const std::string& label) const {
    for (const Json* from : {own, &m_entry}) {
      if (from == nullptr || !from->contains(key)) continue;
      const Json& formulas = (*from)[key];
      for (const std::string& name : {label, std::string("*")})
        if (const auto found = formulas.find(name); found != formulas.end()) return found->get<std::string>();
    }
    return {};
  }

  std::optional<Error> read_layers(DescribedPart& part) {
    const auto stacks = m_entry.find("stacks");
    if (stacks == m_entry.end()) return read_stack(nullptr, part);
    for (const Json& stack : *stacks)
      if (auto error = read_stack(&stack, part)) return error;
    return {};
  }

  std::optional<Error> read_stack(const Json* stack, DescribedPart& part) {
    const auto count = m_scope.evaluate_text(text(stack, "n", "L"));
    if (!count) return count.error();
    if (count->whole() == nullptr || *count->whole() < 1 || *count->whole() > kMostLayers)
      return Error{std::string(code::impossible_value),
                   {},
                   count->key,
                   count->shown(),
                   count->whole() == nullptr
                       ? Wanted{Wanted::Kind::whole_number, {}}
                       : Wanted{Wanted::Kind::between, {"1", std::to_string(kMostLayers)}}};
    if (auto error = check_lists(*count->whole())) return error;
    const std::string name = stack == nullptr ? std::string() : stack->value("name", std::string());
    const std::string norms = text(stack, "norm", "0");
    std::map<std::string, std::shared_ptr<const LayerBlocks>> known;
    for (std::int64_t index = 0; index < *count->whole(); ++index) {
      m_scope.begin_layer(index);
      DescribedLayer layer;
      layer.stack = name;
      if (auto error = label(text(stack, "mixer", "'*'"), layer.mixer)) return error;
      if (auto error = label(text(stack, "channel", "'*'"), layer.channel)) return error;
      const auto mixer = formula_of(stack, "mix", layer.mixer);
      const auto channel = formula_of(stack, "chan", layer.channel);
      if (!mixer || !channel) return unknown_kind(mixer ? layer.channel : layer.mixer);
      const auto by_layer = m_scope.layer_key(asks_for_index(*mixer + *channel + norms));
      if (!by_layer) return by_layer.error();
      auto& blocks = known[layer.mixer + '/' + layer.channel + '/' + *by_layer];
      if (blocks == nullptr) {
        auto made = std::make_shared<LayerBlocks>();
        if (auto error = read_blocks(*mixer, made->mixer)) return error;
        if (auto error = read_blocks(*channel, made->channel)) return error;
        if (auto error = read_blocks(norms, made->norms)) return error;
        if (const auto formula = m_entry.find("parallel"); formula != m_entry.end()) {
          const auto parallel = m_scope.evaluate_text(formula->get<std::string>());
          if (!parallel) return parallel.error();
          made->parallel = parallel->truth();
        }
        blocks = std::move(made);
      }
      layer.blocks = blocks;
      part.layers.push_back(std::move(layer));
    }
    return check_numbers(*count->whole());
  }

  /// The formula names the number of the layer.
  static bool asks_for_index(const std::string& formula) {
    for (std::size_t at = formula.find('i'); at != std::string::npos; at = formula.find('i', at + 1))
      if ((at == 0 || !is_word_character(formula[at - 1])) &&
          (at + 1 == formula.size() || !is_word_character(formula[at + 1])) &&
          formula.compare(at, 3, "if ") != 0)
        return true;
    return false;
  }

  std::optional<Error> label(const std::string& formula, std::string& into) {
    const auto value = m_scope.evaluate_text(formula);
    if (!value) return value.error();
    into = value->text() != nullptr ? *value->text() : value->shown();
    return {};
  }

  std::optional<Error> unknown_kind(const std::string& kind) const {
    std::vector<std::string> names;
    for (const char* key : {"mix", "chan"})
      if (m_entry.contains(key))
        for (const auto& [name, formula] : m_entry[key].items())
          if (name != "*") names.push_back(name);
    return Error{std::string(code::impossible_value), {}, "layer_types", kind, {Wanted::Kind::one_of, names}};
  }

  /// Lists by layer are as long as there are layers; a list that goes on for the layers of multi-token
  /// prediction, too.
  std::optional<Error> check_lists(std::int64_t layers) {
    if (m_entry.contains("stacks")) return {};
    const auto predicted = m_scope.whole("nm");
    if (!predicted) return predicted.error();
    for (const LayerUse& use : m_uses) {
      if (use.kind != LayerUse::Kind::item || !m_scope.has(use.name) || !m_scope.stated(use.name)) continue;
      const auto list = m_scope.variable(use.name);
      if (!list) return list.error();
      const bool text = list->text() != nullptr;
      if (list->list() == nullptr && !text) continue;
      if (auto error = check_kinds(use.name, *list)) return error;
      const auto size = static_cast<std::int64_t>(text ? list->text()->size() : list->list()->size());
      if (size == 0 || size == layers || size == layers + *predicted) continue;
      const std::string found = fmt::format("{} {}", size, text ? "letters" : "entries");
      const std::string wanted = text ? fmt::format("a text of {} letters, one per layer", layers)
                                      : fmt::format("an array of {} entries, one per layer", layers);
      return Error{std::string(code::impossible_value), {}, list->key, found, {Wanted::Kind::text, {wanted}}};
    }
    return {};
  }

  /// Numbers of layers that the file states are those of layers that there are, and a place within a period
  /// is less than it. What no layer asked for does not matter.
  std::optional<Error> check_numbers(std::int64_t layers) {
    if (m_entry.contains("stacks")) return {};
    const auto predicted = m_scope.whole("nm");
    if (!predicted) return predicted.error();
    for (const LayerUse& use : m_uses) {
      if (use.kind == LayerUse::Kind::item || !m_scope.was_read(use.name) || !m_scope.stated(use.name))
        continue;
      const auto value = m_scope.variable(use.name);
      if (!value) return value.error();
      std::int64_t least = 0, most = layers;
      std::vector<Value> numbers{*value};
      if (use.kind == LayerUse::Kind::member) {
        least = use.first;
        most = layers + *predicted - 1 + use.first;
        numbers = value->list() != nullptr ? *value->list() : std::vector<Value>();
      } else if (use.kind == LayerUse::Kind::offset) {
        const auto period = m_scope.whole(use.period);
        if (!period) return period.error();
        most = *period - 1;
      }
      for (const Value& number : numbers)
        if (number.whole() != nullptr && (*number.whole() < least || *number.whole() > most))
          return Error{std::string(code::impossible_value),
                       {},
                       value->key,
                       number.shown(),
                       {Wanted::Kind::between, {std::to_string(least), std::to_string(most)}}};
    }
    return {};
  }

  /// A kind of mixer that a list names is one that the family file describes, or a form of its attention.
  std::optional<Error> check_kinds(std::string_view name, const Value& list) const {
    if (name != "lt" || !m_entry.contains("mix")) return {};
    const Json& mixers = m_entry["mix"];
    for (const Value& item : *list.list()) {
      if (item.text() == nullptr) continue;
      const std::string kind = short_kind(*item.text());
      if (mixers.contains(kind) || kind == "full" || kind == "sliding" || kind == "chunked") continue;
      std::vector<std::string> known{"full_attention", "sliding_attention"};
      for (const auto& [mixer, formula] : mixers.items())
        if (mixer != "*" && mixer != "full" && mixer != "sliding") known.push_back(mixer);
      return Error{
          std::string(code::impossible_value), {}, list.key, *item.text(), {Wanted::Kind::one_of, known}};
    }
    return {};
  }

  const Json& m_entry;
  FamilyScope& m_scope;
  std::string m_class;
  std::vector<LayerUse> m_uses;
};

}  // namespace

Result<DescribedPart> read_part(const Json& entry, FamilyScope& scope, std::string head_class) {
  return PartReader(entry, scope, std::move(head_class)).read();
}

}  // namespace astrolabe::model
