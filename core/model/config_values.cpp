#include "core/model/config_values.h"

#include <fmt/format.h>

#include <cmath>

#include "core/base/error_codes.h"
#include "core/base/quoting.h"

namespace astrolabe::model {

ConfigValues::ConfigValues(const Json& root, const EnteredValues& entered, Architecture& architecture)
    : m_root(root), m_entered(entered), m_architecture(architecture) {
  const auto nested = root.find("text_config");
  if (nested == root.end() || nested->is_null()) return;
  if (nested->is_object())
    m_text = &*nested;
  else
    impossible("text_config", shown(*nested), {Wanted::Kind::object, {}});
}

const Json* ConfigValues::raw(std::string_view key) const {
  for (const Json* level : {m_text, &m_root}) {
    if (level == nullptr) continue;
    const auto member = level->find(std::string(key));
    if (member != level->end() && !member->is_null()) return &*member;
  }
  return nullptr;
}

bool ConfigValues::is_null(std::string_view key) const {
  if (raw(key) != nullptr) return false;
  return m_root.contains(std::string(key)) || (m_text != nullptr && m_text->contains(std::string(key)));
}

const Json& ConfigValues::section(std::string_view key) {
  static const Json nothing = Json::object();
  const Json* value = raw(key);
  if (value == nullptr) return nothing;
  if (value->is_object()) return *value;
  impossible(key, shown(*value), {Wanted::Kind::object, {}});
  return nothing;
}

ConfigValues::Found ConfigValues::find(Keys keys) const {
  for (const std::string_view key : keys)
    if (const Json* value = raw(key)) return {value, key};
  return {};
}

std::optional<double> ConfigValues::entered(Keys keys) const {
  for (const std::string_view key : keys)
    if (const auto value = m_entered.find(key); value != m_entered.end()) return value->second;
  return {};
}

std::string ConfigValues::place_of(std::string_view key) const {
  if (m_text != nullptr && m_text->contains(std::string(key))) return fmt::format("text_config.{}", key);
  return std::string(key);
}

void ConfigValues::mistake(Error error) {
  if (!m_error) m_error = std::move(error);
}

void ConfigValues::impossible(std::string_view key, std::string found, Wanted wanted) {
  mistake({std::string(code::impossible_value), {}, place_of(key), std::move(found), std::move(wanted)});
}

void ConfigValues::must_divide(std::string_view part_key, std::int64_t part, std::string_view whole_key,
                               std::int64_t whole) {
  if (part <= 0 || whole % part != 0)
    impossible(part_key, std::to_string(part),
               {Wanted::Kind::divisor_of, {std::string(whole_key), std::to_string(whole)}});
}

void ConfigValues::note(std::string_view name, std::string value, Mark mark, std::string from) {
  if (!name.empty())
    m_architecture.fields.push_back({std::string(name), std::move(value), mark, std::move(from)});
}

std::optional<int> ConfigValues::checked(const Json& value, std::string_view key, std::int64_t least,
                                         std::int64_t most) {
  const double number = value.is_number() ? value.get<double>() : std::nan("");
  if (!std::isfinite(number) || number != std::floor(number)) {
    impossible(key, value.is_string() ? fmt::format("\"{}\"", shown(value)) : shown(value),
               {Wanted::Kind::whole_number, {}});
    return {};
  }
  if (number < static_cast<double>(least) || number > static_cast<double>(most)) {
    impossible(key, shown(value), {Wanted::Kind::between, {std::to_string(least), std::to_string(most)}});
    return {};
  }
  return static_cast<int>(number);
}

int ConfigValues::size(std::string_view name, Keys keys, std::int64_t most) {
  if (!entered(keys) && find(keys).value == nullptr) {
    const std::string key(*keys.begin());
    mistake({std::string(code::missing_field), {}, m_looked_at, "nothing", {Wanted::Kind::field, {key}}});
    return 1;
  }
  return size_or(name, keys, {1, Mark::assumed, {}}, 1, most);
}

int ConfigValues::size_or(std::string_view name, Keys keys, const Fallback& fallback, std::int64_t least,
                          std::int64_t most) {
  const auto spare = static_cast<int>(fallback.value);
  if (const auto typed = entered(keys)) {
    const auto value = checked(Json(*typed), *keys.begin(), least, most);
    if (value) note(name, std::to_string(*value), Mark::assumed, "entered");
    return value.value_or(spare);
  }
  const Found found = find(keys);
  if (found.value == nullptr) {
    note(name, std::to_string(spare), fallback.mark, fallback.from);
    return spare;
  }
  const auto value = checked(*found.value, found.key, least, most);
  if (value) note(name, std::to_string(*value), Mark::file, place_of(found.key));
  return value.value_or(spare);
}

int ConfigValues::derived(std::string_view name, std::int64_t value, std::string_view formula) {
  if (value < 1 || value > kLargestSize) {
    impossible(name, fmt::format("{} = {}", formula, value),
               {Wanted::Kind::between, {"1", std::to_string(kLargestSize)}});
    return 1;
  }
  note(name, std::to_string(value), Mark::derived, std::string(formula));
  return static_cast<int>(value);
}

bool ConfigValues::flag(std::string_view name, Keys keys, const Fallback& fallback) {
  const Found found = find(keys);
  if (found.value == nullptr) {
    note(name, fallback.value != 0 ? "true" : "false", fallback.mark, fallback.from);
    return fallback.value != 0;
  }
  if (!found.value->is_boolean()) {
    impossible(found.key, shown(*found.value), {Wanted::Kind::boolean, {}});
    return fallback.value != 0;
  }
  const bool value = found.value->get<bool>();
  note(name, value ? "true" : "false", Mark::file, place_of(found.key));
  return value;
}

std::string ConfigValues::word(std::string_view name, Keys keys, std::string_view fallback) {
  const Found found = find(keys);
  if (found.value == nullptr) {
    note(name, std::string(fallback), Mark::assumed, m_config_class + " default");
    return std::string(fallback);
  }
  if (!found.value->is_string()) {
    impossible(found.key, shown(*found.value), {Wanted::Kind::string, {}});
    return std::string(fallback);
  }
  auto text = found.value->get<std::string>();
  if (first_control(text) != std::string::npos)
    impossible(found.key, shown(*found.value), {Wanted::Kind::text, {"one line without control characters"}});
  note(name, text, Mark::file, place_of(found.key));
  return text;
}

}  // namespace astrolabe::model
