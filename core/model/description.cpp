// From parsed JSON to the list of layers and the exact counts.

#include "core/model/description.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/model/described_part.h"
#include "core/model/pattern.h"
#include "core/model/unread_keys.h"

namespace astrolabe::model {

namespace {

using Levels = std::vector<ConfigLevel>;

/// Nobody plans a model of more parameters; sums up to here are far from overflow.
constexpr std::int64_t kMostParameters = 1'000'000'000'000'000;

std::string text_of_key(const Json& object, const char* key) {
  const auto member = object.find(key);
  return member != object.end() && member->is_string() ? member->get<std::string>() : std::string();
}

/// The first class that the file names.
std::string class_of(const Json& config) {
  const auto classes = config.find("architectures");
  if (classes == config.end()) return {};
  if (classes->is_string()) return classes->get<std::string>();
  if (!classes->is_array() || classes->empty() || !classes->front().is_string()) return {};
  return classes->front().get<std::string>();
}

std::int64_t plus(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::int64_t>::max() : sum;
}

void add(PieceCounts& sum, const PieceCounts& counts) {
  sum.total = plus(sum.total, counts.total);
  sum.lookup = plus(sum.lookup, counts.lookup);
  sum.buffers = plus(sum.buffers, counts.buffers);
  sum.idle = plus(sum.idle, counts.idle);
}

PieceCounts count_part(const DescribedPart& part) {
  PieceCounts sum;
  for (const BlockList* blocks : {&part.before, &part.after, &part.head}) add(sum, count_pieces(*blocks));
  std::map<const LayerBlocks*, PieceCounts> known;
  for (const DescribedLayer& layer : part.layers) {
    const auto [at, fresh] = known.try_emplace(layer.blocks.get());
    if (fresh)
      for (const BlockList* blocks : {&layer.blocks->mixer, &layer.blocks->channel, &layer.blocks->norms})
        add(at->second, count_pieces(*blocks));
    add(sum, at->second);
  }
  return sum;
}

/// Reads a whole file: a model of one part, or a text model with towers around it.
class ConfigurationReader {
 public:
  ConfigurationReader(const Json& config, const EnteredValues& entered)
      : m_config(config), m_entered(entered) {}

  Result<Description> read(const std::string& name) {
    Description description;
    description.id = name;
    if (auto error = choose(description)) return tl::unexpected<Error>(std::move(*error));
    const Json entry = family_entry(m_family);
    if (const auto reason = entry.find("no_cost"); reason != entry.end())
      description.no_cost = reason->get<std::string>();
    auto error = entry.contains("text") ? read_wrapper(entry, description) : read_single(entry, description);
    if (!error) error = unread(description);
    if (!error) error = sum(description);
    if (error) return tl::unexpected<Error>(std::move(*error));
    return description;
  }

 private:
  std::optional<Error> choose(Description& description) {
    for (const auto& [key, wanted] :
         {std::pair{"model_type", Wanted::Kind::string}, {"text_config", Wanted::Kind::object}}) {
      const auto member = m_config.find(key);
      if (member == m_config.end() || member->is_null() ||
          (wanted == Wanted::Kind::string ? member->is_string() : member->is_object()))
        continue;
      return Error{std::string(code::impossible_value), {}, key, shown(*member), {wanted, {}}};
    }
    std::string type = text_of_key(m_config, "model_type");
    std::string where = "model_type";
    if (type.empty() || family_of_type(type).empty())
      if (const std::string named = text_of_key(m_config, "_class_name"); !named.empty()) {
        type = named;
        where = "_class_name";
      }
    m_family = family_of_type(type);
    // A file of an unknown kind around a text model of a known one: read as that model if nothing else is
    // told.
    if (const auto text = m_config.find("text_config");
        m_family.empty() && text != m_config.end() && text->is_object())
      if (const std::string nested = text_of_key(*text, "model_type"); !family_of_type(nested).empty()) {
        type = nested;
        m_family = family_of_type(type);
        where = "text_config.model_type";
        m_all_told = true;
      }
    if (m_family.empty() && type.empty()) {
      m_family = family_of_class(class_of(m_config));
      type = m_family;
      where = "architectures";
    }
    if (m_family.empty()) {
      const bool states_sizes = m_config.contains("hidden_size") || m_config.contains("d_model");
      if (type.empty() && !states_sizes)
        return Error{std::string(code::missing_field),
                     {},
                     "top level and text_config",
                     "nothing",
                     {Wanted::Kind::field, {"model_type"}}};
      m_family = kByKeys;
      description.by_keys = true;
    }
    description.family = type.empty() ? m_family : type;
    description.fields.push_back(
        {"family", description.family, where == "architectures" ? Mark::derived : Mark::file, where});
    if (description.by_keys)
      description.fields.push_back(
          {"read_as", "described by its keys", Mark::assumed,
           "no family file names this type: each value below is taken at its key's word"});
    return {};
  }

  /// "LlamaForCausalLM" names the family "llama" as well as model_type does.
  static std::string family_of_class(const std::string& named) {
    const std::string whole = lower(named);
    std::string best;
    for (const std::string& family : family_names()) {
      std::string plain = family;
      std::erase(plain, '_');
      if (whole.starts_with(plain) && plain.size() > best.size() &&
          (whole.substr(plain.size()).starts_with("for") ||
           whole.substr(plain.size()).starts_with("lmhead") || whole.substr(plain.size()) == "model"))
        best = family;
    }
    return best;
  }

  /// Tells `part` the longest sequence that the file or the class of the family states, else that of its
  /// learned positions; 0 when nothing says it.
  static void read_sequence(const Levels& levels, const Json& entry, DescribedPart& part,
                            std::vector<Field>& fields) {
    if (part.max_sequence > 0) return;
    const auto take = [&](const Json& object, Mark mark, const std::string& from) {
      for (const char* key : {"max_position_embeddings", "n_positions", "n_ctx", "max_sequence_length",
                              "max_seq_len", "seq_length"}) {
        const auto found = object.find(key);
        if (found == object.end() || !found->is_number_integer()) continue;
        const auto length = found->get<std::int64_t>();
        if (length < 1 || length > kLargestWidth) continue;
        part.max_sequence = length;
        fields.push_back(
            {"max_sequence", std::to_string(length), mark, mark == Mark::file ? from + key : from});
        return true;
      }
      return false;
    };
    for (const ConfigLevel& level : levels)
      if (take(*level.object, Mark::file, level.place)) return;
    if (const auto defaults = entry.find("def"); defaults != entry.end())
      if (take(*defaults, Mark::assumed, "default of the class")) return;
    part.max_sequence = part.positions;
  }

  Levels levels_of() const {
    Levels levels;
    if (const auto text = m_config.find("text_config"); text != m_config.end() && text->is_object())
      levels.push_back({&*text, "text_config."});
    levels.push_back({&m_config, {}});
    return levels;
  }

  static std::int64_t labels_of(const Json& config) {
    if (const auto names = config.find("id2label");
        names != config.end() && names->is_object() && !names->empty())
      return static_cast<std::int64_t>(names->size());
    if (const auto count = config.find("num_labels"); count != config.end() && count->is_number_integer())
      return count->get<std::int64_t>();
    return 2;
  }

  std::optional<Error> read_single(const Json& entry, Description& description) {
    Json own = entry;
    own["set"]["labels"] = fmt::format("={}", labels_of(m_config));
    FamilyScope scope(own, levels_of(), m_entered);
    auto part = read_part(own, scope, class_of(m_config));
    if (!part) return part.error();
    part->role = "text";
    part->family = m_family;
    if (m_config.contains("text_config")) {
      m_read.insert("text_config");
      m_texts.insert("text_config");
    }
    keep(scope, description);
    read_sequence(levels_of(), own, *part, description.fields);
    tell_sources(description.fields);
    // A text_config states what differs from its class, a file of its own states all.
    if (levels_of().size() == 1) description.open = scope.left_open();
    description.parts.push_back(std::move(*part));
    return {};
  }

  /// What the graph of an ONNX file was read as says of its values where each comes from.
  void tell_sources(std::vector<Field>& fields) const {
    for (const auto& [name, mark] : {std::pair{"derived_from", Mark::derived}, {"assumed", Mark::assumed}}) {
      const auto section = m_config.find(name);
      if (section == m_config.end() || !section->is_object()) continue;
      for (Field& field : fields) {
        const auto words = section->find(field.from);
        if (field.mark != Mark::file || words == section->end() || !words->is_string()) continue;
        field.mark = mark;
        field.from = words->get<std::string>();
      }
    }
  }

  const Json* nested_text(const Json& entry, std::string& key) const {
    const auto names = entry["text"].get<std::string>();
    for (std::size_t at = 0; at <= names.size();) {
      const std::size_t end = std::min(names.find('|', at), names.size());
      key = names.substr(at, end - at);
      if (const auto found = m_config.find(key); found != m_config.end() && found->is_object())
        return &*found;
      at = end + 1;
    }
    key.clear();
    return nullptr;
  }

  std::optional<Error> read_wrapper(const Json& entry, Description& description) {
    std::string key;
    const Json* text = nested_text(entry, key);
    const Json& config = text == nullptr ? m_config : *text;
    std::string type = text == nullptr ? std::string() : text_of_key(config, "model_type");
    if (const auto map = entry.find("text_map"); map != entry.end() && map->contains(type))
      type = (*map)[type].get<std::string>();
    std::string family = family_of_type(type);
    if (family.empty() && !type.empty() && text != nullptr && type != text_of_key(m_config, "model_type"))
      return Error{std::string(code::unknown_family),
                   {},
                   key + ".model_type",
                   type,
                   {Wanted::Kind::text, {"a family of text models"}}};
    if (family.empty()) family = entry["text_default"].get<std::string>();
    Json text_entry = family_entry(family);
    if (text_entry.contains("text")) text_entry = family_entry(entry["text_default"].get<std::string>());
    text_entry["set"]["labels"] = fmt::format("={}", labels_of(m_config));
    const ConfigLevel level{&config, text != nullptr ? key + "." : std::string()};
    FamilyScope text_scope(text_entry, {level}, m_entered);
    if (const auto defaults = entry.find("text_def"); defaults != entry.end())
      for (const auto& [name, value] : defaults->items()) text_scope.set_default(name, value);
    if (entry.contains("tie")) text_scope.set_default("tie_word_embeddings", true);
    if (const auto tie = m_config.find("tie_word_embeddings"); tie != m_config.end() && tie->is_boolean())
      text_scope.override_key("tie_word_embeddings", *tie);
    auto part = read_part(text_entry, text_scope, {});
    if (!part) return part.error();
    part->role = "text";
    part->family = family;
    keep(text_scope, description);
    read_sequence({level}, text_entry, *part, description.fields);
    m_read.insert(key);
    m_texts.insert(key);
    description.parts.push_back(std::move(*part));
    return read_towers(entry, text_scope, description);
  }

  std::optional<Error> read_towers(const Json& entry, FamilyScope& text, Description& description) {
    FamilyScope around(entry, {{&m_config, {}}}, m_entered);
    around.set_other('T', &text);
    around.set_other('X', nullptr);
    std::vector<std::unique_ptr<Json>> entries;
    std::vector<std::unique_ptr<FamilyScope>> scopes;
    for (const Json& tower : entry["towers"]) {
      const auto at = tower["at"].get<std::string>();
      m_read.insert(at);
      const auto found = m_config.find(at);
      const bool there = found != m_config.end() && found->is_object();
      if (!there && tower.contains("optional")) continue;
      static const Json nothing = Json::object();
      const Json& config = there ? *found : nothing;
      std::string family = family_of_type(tower.contains("type") ? tower["type"].get<std::string>()
                                                                 : text_of_key(config, "model_type"));
      if (family.empty() && !tower.contains("type") && !text_of_key(config, "model_type").empty())
        return Error{std::string(code::unknown_family),
                     {},
                     at + ".model_type",
                     text_of_key(config, "model_type"),
                     {Wanted::Kind::text, {"a tower that a family file describes"}}};
      if (family.empty()) family = tower["default"].get<std::string>();
      if (!there)
        description.fields.push_back({at, family, Mark::assumed, "not told: the tower that the class has"});
      entries.push_back(std::make_unique<Json>(family_entry(family)));
      scopes.push_back(
          std::make_unique<FamilyScope>(*entries.back(), Levels{{&config, at + "."}}, m_entered));
      FamilyScope& scope = *scopes.back();
      if (tower.contains("def"))
        for (const auto& [key, value] : tower["def"].items()) scope.set_default(key, value);
      if (tower.contains("over"))
        for (const auto& [key, value] : tower["over"].items()) scope.override_key(key, value);
      auto part = read_part(*entries.back(), scope, class_of(config));
      if (!part) return part.error();
      part->role = tower.contains("role") ? tower["role"].get<std::string>() : "vision";
      part->family = family;
      keep(scope, description);
      description.parts.push_back(std::move(*part));
      around.set_other(tower.contains("as") ? tower["as"].get<std::string>()[0] : 'X', &scope);
    }
    const auto projector = around.evaluate_text(entry["post"].get<std::string>());
    if (!projector) return projector.error();
    if (const BlockList* blocks = projector->blocks()) description.projector = *blocks;
    keep(around, description);
    return {};
  }

  void keep(const FamilyScope& scope, Description& description) {
    const std::vector<Field> fields = scope.fields();
    description.fields.insert(description.fields.end(), fields.begin(), fields.end());
    m_read.insert(scope.keys_read().begin(), scope.keys_read().end());
  }

  std::optional<Error> unread(const Description& description) const {
    if (auto error = unread_part(m_config, m_read, description.by_keys || m_all_told)) return error;
    for (const std::string& key : m_texts) {
      const auto text = m_config.find(key);
      if (text == m_config.end() || !text->is_object()) continue;
      if (auto error = unread_part(*text, m_read, description.by_keys)) {
        error->where = key + "." + error->where;
        return error;
      }
    }
    return {};
  }

  std::optional<Error> sum(Description& description) const {
    PieceCounts all = count_pieces(description.projector);
    std::vector<std::pair<std::string, std::int64_t>> totals;
    for (const DescribedPart& part : description.parts) {
      const PieceCounts counts = count_part(part);
      add(all, counts);
      totals.emplace_back(part.role, counts.total);
      description.prediction = plus(description.prediction, count_pieces(part.prediction).total);
    }
    if (all.total > kMostParameters || description.prediction > kMostParameters)
      return Error{
          std::string(code::impossible_value),
          {},
          "parameters_total",
          fmt::format("more than {}", kMostParameters),
          {Wanted::Kind::text, {fmt::format("sizes that give at most {} parameters", kMostParameters)}}};
    description.total = all.total;
    description.active = all.total - all.idle;
    description.active_without_lookup = description.active - all.lookup;
    description.buffers = all.buffers;
    if (totals.size() > 1) description.part_totals = std::move(totals);
    description.pattern = pattern_of(description.parts.front().layers);
    return {};
  }

  static constexpr const char* kByKeys = "_by_keys";
  const Json& m_config;
  const EnteredValues& m_entered;
  std::string m_family;
  std::set<std::string> m_read, m_texts;
  bool m_all_told = false;  ///< no family file speaks for the whole file
};

}  // namespace

Result<Description> describe(const Json& config, const std::string& name, const EnteredValues& entered) {
  return ConfigurationReader(config, entered).read(name);
}

}  // namespace astrolabe::model
