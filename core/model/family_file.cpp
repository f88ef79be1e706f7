#include "core/model/family_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "core/base/embedded_text.h"
#include "core/base/error_codes.h"
#include "core/base/text.h"

namespace astrolabe::model {

extern const EmbeddedText kEmbeddedFamilies[];
extern const std::size_t kEmbeddedFamiliesCount;

namespace {

/// Parts of a family file that are objects of their own, so that what a family inherits stays member by
/// member.
bool is_merged(std::string_view key) {
  return key == "set" || key == "def" || key == "each" || key == "mix" || key == "chan";
}

const std::map<std::string, Json, std::less<>>& raw_families() {
  static const auto all = [] {
    std::map<std::string, Json, std::less<>> families;
    for (std::size_t i = 0; i < kEmbeddedFamiliesCount; ++i)
      families.emplace(kEmbeddedFamilies[i].name, json_or_null(kEmbeddedFamilies[i].text));
    return families;
  }();
  return all;
}

const std::map<std::string, std::string, std::less<>>& types() {
  static const auto all = [] {
    std::map<std::string, std::string, std::less<>> by_type;
    for (const auto& [name, entry] : raw_families()) {
      if (entry.contains("abstract")) continue;
      by_type.insert_or_assign(name, name);
    }
    for (const auto& [name, entry] : raw_families())
      if (const auto list = entry.find("types"); list != entry.end() && !entry.contains("abstract"))
        for (const Json& type : *list) by_type.emplace(type.get<std::string>(), name);
    return by_type;
  }();
  return all;
}

/// Letters of the family files and what their values are called in the list of fields, in its order.
constexpr std::array<std::pair<std::string_view, std::string_view>, 21> kFieldNames{
    {{"L", "layers"},       {"LD", "decoder_layers"}, {"h", "hidden"},
     {"H", "heads"},        {"K", "kv_heads"},        {"d", "head_dim"},
     {"no", "content_dim"}, {"ro", "rope_dim"},       {"dv", "value_head_dim"},
     {"ql", "latent_q"},    {"kl", "latent_kv"},      {"f", "ffn"},
     {"E", "experts"},      {"k", "top_k"},           {"ef", "expert_ffn"},
     {"sf", "shared_ffn"},  {"V", "vocabulary"},      {"tied", "tied_embeddings"},
     {"P", "positions"},    {"S", "max_sequence"},    {"W", "window"}}};

std::string field_name(const std::string& variable, const std::string& key) {
  for (const auto& [letter, name] : kFieldNames)
    if (variable == letter) return std::string(name);
  return key.empty() ? variable : key;
}

std::size_t place_of_field(const std::string& name) {
  const auto known = std::find_if(kFieldNames.begin(), kFieldNames.end(),
                                  [&](const auto& field) { return field.second == name; });
  return static_cast<std::size_t>(known - kFieldNames.begin());
}

/// The formula is a number, a text or a truth value.
bool is_constant(const std::string& formula) {
  return formula == "True" || formula == "False" || formula == "None" || formula.empty() ||
         std::isdigit(static_cast<unsigned char>(formula.front())) != 0 || formula.front() == '\'' ||
         formula.front() == '[';
}

}  // namespace

Json family_entry(std::string_view name) {
  const auto& all = raw_families();
  const auto own = all.find(name);
  if (own == all.end()) return {};
  Json entry = Json::object();
  if (const auto like = own->second.find("like"); like != own->second.end()) {
    entry = family_entry(like->get<std::string>());
    for (const char* key : {"types", "abstract", "keep_head", "names"}) entry.erase(key);
  }
  for (const auto& [key, value] : own->second.items()) {
    if (is_merged(key) && entry.contains(key))
      for (const auto& [member, content] : value.items()) entry[key][member] = content;
    else
      entry[key] = value;
  }
  // Names of tensors are those of another family, or that family's with some of its own.
  if (const auto names = entry.find("names"); names != entry.end()) {
    const std::string other = names->is_string() ? names->get<std::string>() : names->value("like", "");
    const Json added = names->is_string() ? Json::object() : *names;
    if (!other.empty()) *names = family_entry(other)["names"];
    for (const auto& [key, value] : added.items())
      if (key != "like") (*names)[key] = value;
  }
  return entry;
}

std::string family_of_type(std::string_view type) {
  const auto found = types().find(type);
  return found == types().end() ? std::string() : found->second;
}

bool family_reads(std::string_view type, std::string_view key) {
  const Json entry = family_entry(family_of_type(type));
  if (!entry.contains("set")) return false;
  return std::any_of(entry["set"].begin(), entry["set"].end(), [key](const Json& binding) {
    const std::vector<std::string> keys = read_binding(binding.get<std::string>()).keys;
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  });
}

Binding read_binding(std::string_view text) {
  Binding binding;
  const std::size_t sign = std::min(text.find('='), text.size());
  if (sign > 0) binding.keys = split(text.substr(0, sign), '|');
  if (sign < text.size() && text.substr(sign) != "=!") binding.formula = text.substr(sign + 1);
  return binding;
}

const std::vector<std::string>& family_names() {
  static const auto names = [] {
    std::vector<std::string> list;
    for (const auto& [name, entry] : raw_families())
      if (!entry.contains("abstract")) list.push_back(name);
    return list;
  }();
  return names;
}

FamilyScope::FamilyScope(const Json& entry, std::vector<ConfigLevel> levels, const EnteredValues& entered)
    : m_entry(entry), m_levels(std::move(levels)), m_entered(entered) {
  if (const auto defaults = entry.find("def"); defaults != entry.end()) m_defaults = *defaults;
  const auto bindings = entry.find("set");
  if (bindings == entry.end()) return;
  for (const auto& [name, text] : bindings->items())
    m_bindings.emplace(name, read_binding(text.get<std::string>()));
  if (const auto by_layer = entry.find("each"); by_layer != entry.end()) set_by_layer(*by_layer);
}

void FamilyScope::set_default(const std::string& key, const Json& value) { m_defaults[key] = value; }
void FamilyScope::override_key(const std::string& key, const Json& value) { m_overrides[key] = value; }

void FamilyScope::set_by_layer(const Json& formulas) {
  m_by_layer.clear();
  for (const auto& [name, formula] : formulas.items()) m_by_layer.emplace(name, formula.get<std::string>());
}

void FamilyScope::begin_layer(std::int64_t index) {
  m_layer = index;
  m_layer_values.clear();
}

Result<std::string> FamilyScope::layer_key(bool index_matters) {
  std::string key = index_matters ? std::to_string(m_layer) : std::string();
  for (const auto& [name, formula] : m_by_layer) {
    const auto value = variable(name);
    if (!value) return tl::unexpected<Error>(value.error());
    key += '|';
    key += value->shown();
  }
  return key;
}

bool FamilyScope::has(const std::string& name) const {
  return m_bindings.contains(name) || m_by_layer.contains(name);
}

bool FamilyScope::stated(const std::string& name) {
  const auto binding = m_bindings.find(name);
  if (binding == m_bindings.end()) return false;
  const auto& keys = binding->second.keys;
  return std::any_of(keys.begin(), keys.end(), [this](const std::string& key) {
    const Found found = find(key);
    return m_entered.contains(key) || found.value != nullptr || found.null;
  });
}

std::optional<Error> FamilyScope::left_open() {
  std::string open;
  bool any = false;
  for (const char* name : {"L", "h", "H", "f", "V", "E", "k", "ef"}) {
    const auto binding = m_bindings.find(name);
    if (binding == m_bindings.end() || !m_values.contains(name)) continue;
    const bool told = stated(name);
    any = any || told;
    const auto& keys = binding->second.keys;
    if (!told && open.empty() && std::any_of(keys.begin(), keys.end(), [this](const std::string& key) {
          return m_defaults.contains(key) && !m_defaults[key].is_null();
        }))
      open = keys.front();
  }
  if (!any || open.empty()) return {};
  return missing(open);
}

/// No level has `key`.
Error FamilyScope::missing(const std::string& key) const {
  const std::string& place = m_levels.front().place;
  const bool whole = place.empty() || m_levels.size() > 1;
  return {std::string(code::missing_field),
          {},
          whole ? "top level and text_config" : place.substr(0, place.size() - 1),
          "nothing",
          {Wanted::Kind::field, {key}}};
}

FamilyScope::Found FamilyScope::find(const std::string& path) {
  Found found;
  const std::string first = path.substr(0, path.find('.'));
  found.key = m_levels.front().place + path;
  const auto in = [&](const Json& level, const std::string& place) {
    const Json* at = &level;
    for (std::size_t begin = 0; begin <= path.size();) {
      const std::size_t end = std::min(path.find('.', begin), path.size());
      if (!at->is_object()) return;
      const auto member = at->find(path.substr(begin, end - begin));
      if (member == at->end()) return;
      at = &*member;
      begin = end + 1;
    }
    if (at->is_null()) {
      found.null = true;
    } else {
      found.value = at;
      found.key = place + path;
    }
  };
  in(m_overrides, m_levels.front().place);
  for (const ConfigLevel& level : m_levels)
    if (found.value == nullptr) in(*level.object, level.place);
  if (found.value != nullptr) found.null = false;
  if (found.value != nullptr || found.null) {
    m_read.insert(first);
    m_read.insert(path);
  }
  return found;
}

/// The file states `value` itself, and not as another size ("heads") that is listed by its own name.
bool FamilyScope::is_picked(const Value& value) {
  if (value.key.empty() || m_entered.contains(value.key)) return false;
  const bool other_size = std::any_of(m_fields.begin(), m_fields.end(), [&](const Field& field) {
    return field.from == value.key && place_of_field(field.key) < kFieldNames.size();
  });
  return !other_size && std::any_of(m_levels.begin(), m_levels.end(), [&](const ConfigLevel& level) {
    if (!value.key.starts_with(level.place)) return false;
    const Found found = find(value.key.substr(level.place.size()));
    return found.value != nullptr && found.key == value.key;
  });
}

void FamilyScope::note(const std::string& name, const Value& value, Mark mark, std::string from) {
  if (value.list() != nullptr || value.object() != nullptr || value.blocks() != nullptr) return;
  m_fields.push_back({name, value.shown(), mark, std::move(from)});
}

std::vector<Field> FamilyScope::fields() const {
  std::vector<Field> fields = m_fields;
  std::stable_sort(fields.begin(), fields.end(), [](const Field& a, const Field& b) {
    return place_of_field(a.key) < place_of_field(b.key);
  });
  return fields;
}

/// The file states a size under two of its keys, with another number each.
std::optional<Error> FamilyScope::contradicted(const std::string& name, const Binding& binding,
                                               const std::string& key, const Value& value) {
  constexpr std::array<std::string_view, 8> sizes{"L", "LD", "h", "H", "f", "E", "k", "ef"};
  if (value.whole() == nullptr || std::find(sizes.begin(), sizes.end(), name) == sizes.end()) return {};
  for (const std::string& next : binding.keys) {
    const Found other = find(next);
    const bool beside = other.key.size() - next.size() == value.key.size() - key.size();
    if (other.value == nullptr || next == key || !beside) continue;
    const Value stated = Value::of(*other.value);
    if (stated.whole() == nullptr || *stated.whole() == *value.whole()) continue;
    return Error{std::string(code::impossible_value),
                 {},
                 other.key,
                 stated.shown(),
                 {Wanted::Kind::text, {fmt::format("{}, as “{}” says", value.shown(), value.key)}}};
  }
  return {};
}

/// A text stands where the class has true or false.
std::optional<Error> FamilyScope::not_a_flag(const Binding& binding, const Value& value) const {
  if (value.text() == nullptr) return {};
  bool flag = binding.formula == "True" || binding.formula == "False";
  for (const std::string& key : binding.keys)
    if (const auto fallback = m_defaults.find(key); fallback != m_defaults.end())
      flag = flag || fallback->is_boolean();
  const std::string text = lower(*value.text());
  if (!flag || text == "true" || text == "false") return {};
  return Error{
      std::string(code::impossible_value), {}, value.key, *value.text(), {Wanted::Kind::boolean, {}}};
}

/// The formula with our names of what it is made of: "hidden / heads".
std::string FamilyScope::in_words(const std::string& formula) const {
  const bool quotient = formula.starts_with("even(") && formula.ends_with(')');
  const std::string_view text =
      quotient ? std::string_view(formula).substr(5, formula.size() - 6) : std::string_view(formula);
  std::string words;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_word_character(text[end])) ++end;
    const std::string word(text.substr(at, std::max<std::size_t>(end - at, 1)));
    if (const auto known = m_bindings.find(word); known != m_bindings.end())
      words += field_name(word, known->second.keys.empty() ? std::string() : known->second.keys.front());
    else
      words += quotient && word == "," ? " / " : word;
    at += word.size();
  }
  return words;
}

Result<Value> FamilyScope::bound(const std::string& name, const Binding& binding) {
  const std::string first = binding.keys.empty() ? std::string() : binding.keys.front();
  const std::string place = m_levels.front().place;
  const auto told = [](const Value& value, const Json& from) {
    return from.is_boolean() ? Value(std::string(value.truth() ? "true" : "false")) : value;
  };
  bool null = false;
  for (const std::string& key : binding.keys) {
    if (const auto typed = m_entered.find(key); typed != m_entered.end()) {
      Value value = Value::of(Json(typed->second));
      value.key = key;
      note(field_name(name, key), value, Mark::assumed, "entered");
      return value;
    }
  }
  for (const std::string& key : binding.keys) {
    const Found found = find(key);
    null = null || found.null;
    if (found.value == nullptr) continue;
    Value value = Value::of(*found.value);
    value.key = found.key;
    auto error = not_a_flag(binding, value);
    if (!error) error = contradicted(name, binding, key, value);
    if (error) return tl::unexpected<Error>(std::move(*error));
    note(field_name(name, key), told(value, *found.value), Mark::file, found.key);
    return value;
  }
  // A null that stands there switches the default of the class off.
  if (!null)
    for (const std::string& key : binding.keys)
      if (const auto fallback = m_defaults.find(key); fallback != m_defaults.end() && !fallback->is_null()) {
        Value value = Value::of(*fallback);
        value.key = place + key;
        note(field_name(name, key), told(value, *fallback), Mark::assumed, "default of the class");
        return value;
      }
  if (binding.formula.empty()) return tl::unexpected<Error>(missing(first.empty() ? name : first));
  auto value = evaluate_text(binding.formula);
  if (!value) return value;
  const std::string& formula = binding.formula;
  const bool flag = formula == "True" || formula == "False" || formula.starts_with("not ");
  const Value shown = flag ? Value(std::string(value->truth() ? "true" : "false")) : *value;
  if (first.empty()) {
    if (field_name(name, {}) == name) return value;
    const bool picked = is_picked(*value);
    note(field_name(name, {}), shown, picked ? Mark::file : Mark::derived,
         picked ? value->key : in_words(formula));
    return value;
  }
  if (value->key.empty()) value->key = place + first;
  const bool constant = is_constant(formula);
  const bool copied = m_bindings.contains(formula);
  note(field_name(name, first), shown, constant || copied ? Mark::assumed : Mark::derived,
       constant ? "not told" : in_words(formula));
  return value;
}

Result<Value> FamilyScope::variable(const std::string& name) {
  if (name == "i") return Value(m_layer);
  if (name == "cfg") {
    Value value;
    value.held = m_levels.front().object;
    return value;
  }
  const auto by_layer = m_by_layer.find(name);
  auto& values = by_layer != m_by_layer.end() ? m_layer_values : m_values;
  if (const auto known = values.find(name); known != values.end()) return known->second;
  if (by_layer == m_by_layer.end() && !m_bindings.contains(name)) {
    if (name.size() > 2 && name[1] == '_')
      if (const auto other = m_others.find(name[0]); other != m_others.end())
        return other->second == nullptr ? Result<Value>(Value(0)) : other->second->variable(name.substr(2));
    return tl::unexpected<Error>(Error{std::string(code::unknown_family),
                                       {},
                                       "family file",
                                       name,
                                       {Wanted::Kind::text, {"a name that the family file sets"}}});
  }
  if (!m_busy.insert(name).second)
    return tl::unexpected<Error>(Error{std::string(code::unknown_family),
                                       {},
                                       "family file",
                                       name,
                                       {Wanted::Kind::text, {"a formula that does not need itself"}}});
  auto value =
      by_layer != m_by_layer.end() ? evaluate_text(by_layer->second) : bound(name, m_bindings.at(name));
  m_busy.erase(name);
  if (value) values.insert_or_assign(name, *value);
  return value;
}

Result<Value> FamilyScope::evaluate_text(const std::string& text) {
  auto known = m_formulas.find(text);
  if (known == m_formulas.end()) {
    auto formula = Formula::parse(text);
    if (!formula) return tl::unexpected<Error>(formula.error());
    known = m_formulas.emplace(text, std::move(*formula)).first;
  }
  return evaluate(known->second, *this);
}

Result<Value> FamilyScope::call(const std::string& name, const Arguments& arguments) {
  std::int64_t hidden = 0;
  if (has("h")) {
    const auto width = variable("h");
    if (!width) return width;
    if (width->whole() == nullptr || *width->whole() < 1 || *width->whole() > kLargestWidth)
      return tl::unexpected<Error>(Error{std::string(code::impossible_value),
                                         {},
                                         width->key,
                                         width->shown(),
                                         {Wanted::Kind::between, {"1", std::to_string(kLargestWidth)}}});
    hidden = *width->whole();
  }
  if (auto block = make_block(name, arguments, hidden)) return std::move(*block);
  return tl::unexpected<Error>(Error{std::string(code::unknown_family),
                                     {},
                                     "family file",
                                     name,
                                     {Wanted::Kind::text, {"a kind of block or a function"}}});
}

Result<std::int64_t> FamilyScope::whole(const std::string& name) {
  if (!has(name)) return 0;
  const auto value = variable(name);
  if (!value) return tl::unexpected<Error>(value.error());
  return value->whole() == nullptr ? 0 : *value->whole();
}

}  // namespace astrolabe::model
