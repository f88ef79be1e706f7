#include "core/model/family_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/embedded_text.h"
#include "core/base/error_codes.h"

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

/// What a value is called in the list of fields, where the family file has a letter for it.
std::string field_name(const std::string& variable, const std::string& key) {
  static const std::map<std::string, std::string, std::less<>> kNames{
      {"V", "vocabulary"}, {"h", "hidden"},   {"L", "layers"}, {"H", "heads"},
      {"K", "kv_heads"},   {"d", "head_dim"}, {"f", "ffn"},    {"tied", "tied_embeddings"},
      {"E", "experts"},    {"k", "top_k"},    {"W", "window"}, {"ef", "expert_ffn"}};
  const auto known = kNames.find(variable);
  return known != kNames.end() ? known->second : key.empty() ? variable : key;
}

}  // namespace

Json family_entry(std::string_view name) {
  const auto& all = raw_families();
  const auto own = all.find(name);
  if (own == all.end()) return {};
  Json entry = Json::object();
  if (const auto like = own->second.find("like"); like != own->second.end()) {
    entry = family_entry(like->get<std::string>());
    for (const char* key : {"types", "abstract", "keep_head"}) entry.erase(key);
  }
  for (const auto& [key, value] : own->second.items()) {
    if (is_merged(key) && entry.contains(key))
      for (const auto& [member, content] : value.items()) entry[key][member] = content;
    else
      entry[key] = value;
  }
  return entry;
}

std::string family_of_type(std::string_view type) {
  const auto found = types().find(type);
  return found == types().end() ? std::string() : found->second;
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

FamilyScope::FamilyScope(const Json& entry, std::vector<const Json*> levels, const EnteredValues& entered)
    : m_entry(entry), m_levels(std::move(levels)), m_entered(entered) {
  if (const auto defaults = entry.find("def"); defaults != entry.end()) m_defaults = *defaults;
  const auto bindings = entry.find("set");
  if (bindings == entry.end()) return;
  for (const auto& [name, text] : bindings->items()) {
    const auto whole = text.get<std::string>();
    const std::size_t sign = whole.find('=');
    Binding binding;
    for (std::size_t at = 0; at < std::min(sign, whole.size());) {
      const std::size_t end = std::min({whole.find('|', at), sign, whole.size()});
      binding.keys.push_back(whole.substr(at, end - at));
      at = end + 1;
    }
    if (sign != std::string::npos) binding.formula = whole.substr(sign + 1);
    binding.required = binding.formula == "!";
    if (binding.required) binding.formula.clear();
    m_bindings.emplace(name, std::move(binding));
  }
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

FamilyScope::Found FamilyScope::find(const std::string& path) {
  Found found;
  const std::string first = path.substr(0, path.find('.'));
  const auto in = [&](const Json& level) {
    const Json* at = &level;
    for (std::size_t begin = 0; begin <= path.size();) {
      const std::size_t end = std::min(path.find('.', begin), path.size());
      if (!at->is_object()) return;
      const auto member = at->find(path.substr(begin, end - begin));
      if (member == at->end()) return;
      at = &*member;
      begin = end + 1;
    }
    if (at->is_null())
      found.null = true;
    else if (found.value == nullptr)
      found.value = at;
  };
  in(m_overrides);
  for (const Json* level : m_levels)
    if (found.value == nullptr) in(*level);
  if (found.value != nullptr) found.null = false;
  if (found.value != nullptr || found.null) {
    m_read.insert(first);
    m_read.insert(path);
  }
  return found;
}

void FamilyScope::note(const std::string& name, const Value& value, Mark mark, std::string from) {
  if (value.list() != nullptr || value.object() != nullptr || value.blocks() != nullptr) return;
  m_fields.push_back({name, value.shown(), mark, std::move(from)});
}

Result<Value> FamilyScope::bound(const std::string& name, const Binding& binding) {
  const std::string first = binding.keys.empty() ? std::string() : binding.keys.front();
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
    value.key = m_place + key;
    const Value told =
        found.value->is_boolean() ? Value(std::string(value.truth() ? "true" : "false")) : value;
    note(field_name(name, key), told, Mark::file, m_place + key);
    return value;
  }
  // A null that stands there switches the default of the class off.
  if (!null)
    for (const std::string& key : binding.keys)
      if (const auto fallback = m_defaults.find(key); fallback != m_defaults.end() && !fallback->is_null()) {
        Value value = Value::of(*fallback);
        value.key = m_place + key;
        const Value told =
            fallback->is_boolean() ? Value(std::string(value.truth() ? "true" : "false")) : value;
        note(field_name(name, key), told, Mark::assumed, "default of the class");
        return value;
      }
  if (binding.formula.empty())
    return tl::unexpected<Error>(Error{std::string(code::missing_field),
                                       {},
                                       m_place.empty() ? "top level" : m_place.substr(0, m_place.size() - 1),
                                       "nothing",
                                       {Wanted::Kind::field, {first.empty() ? name : first}}});
  auto value = evaluate_text(binding.formula);
  if (value && !first.empty()) {
    if (value->key.empty()) value->key = m_place + first;
    note(field_name(name, first), *value, binding.keys.empty() ? Mark::derived : Mark::assumed,
         binding.formula);
  }
  return value;
}

Result<Value> FamilyScope::variable(const std::string& name) {
  if (name == "i") return Value(m_layer);
  if (name == "cfg") {
    Value value;
    value.held = m_levels.front();
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
