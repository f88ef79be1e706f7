// The fields of one JSON object, read one by one: what json.h declares.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error_codes.h"
#include "core/base/json.h"
#include "core/base/quoting.h"
#include "core/base/text.h"

namespace astrolabe {

ObjectReader::ObjectReader(const Json& object, std::string path)
    : m_object(&object), m_path(std::move(path)) {
  static const Json nothing = Json::object();
  if (!object.is_object()) {
    m_object = &nothing;
    m_error = Error{std::string(code::wrong_type), {}, m_path, shown(object), {Wanted::Kind::object, {}}};
  }
}

std::string ObjectReader::path_of(std::string_view key) const {
  if (m_path.empty()) return std::string(key);
  return fmt::format("{}.{}", m_path, key);
}

void ObjectReader::mistake(std::string_view code, std::string_view key, std::string found, Wanted wanted) {
  mistake(Error{std::string(code), {}, path_of(key), std::move(found), std::move(wanted)});
}

void ObjectReader::mistake(Error error) {
  if (!m_error) m_error = std::move(error);
}

bool ObjectReader::has(std::string_view key) {
  m_known.emplace(key);
  const auto member = m_object->find(std::string(key));
  return member != m_object->end() && !member->is_null();
}

const Json* ObjectReader::find(std::string_view key, bool required) {
  m_known.emplace(key);
  const auto member = m_object->find(std::string(key));
  if (member != m_object->end() && !member->is_null()) return &*member;
  if (required) mistake(code::missing_key, key, "nothing", {Wanted::Kind::field, {std::string(key)}});
  return nullptr;
}

std::int64_t ObjectReader::whole(std::string_view key, std::int64_t least, std::int64_t most,
                                 std::optional<std::int64_t> fallback) {
  const Json* value = find(key, !fallback);
  if (value == nullptr) return fallback.value_or(least);
  const Wanted range{Wanted::Kind::between, {std::to_string(least), std::to_string(most)}};
  if (!value->is_number()) {
    mistake(code::wrong_type, key, shown(*value), {Wanted::Kind::whole_number, {}});
    return fallback.value_or(least);
  }
  const double number = value->get<double>();
  if (number != std::floor(number)) {
    mistake(code::wrong_type, key, shown(*value), {Wanted::Kind::whole_number, {}});
    return fallback.value_or(least);
  }
  if (number < static_cast<double>(least) || number > static_cast<double>(most)) {
    mistake(code::out_of_range, key, shown(*value), range);
    return fallback.value_or(least);
  }
  return value->is_number_integer() ? value->get<std::int64_t>() : static_cast<std::int64_t>(number);
}

double ObjectReader::number(std::string_view key, double least, double most, std::optional<double> fallback) {
  const Json* value = find(key, !fallback);
  if (value == nullptr) return fallback.value_or(least);
  if (!value->is_number() || !std::isfinite(value->get<double>())) {
    mistake(code::wrong_type, key, shown(*value), {Wanted::Kind::number, {}});
    return fallback.value_or(least);
  }
  const double number = value->get<double>();
  if (number < least || number > most) {
    mistake(code::out_of_range, key, shown(*value),
            {Wanted::Kind::between, {format_number(least), format_number(most)}});
    return fallback.value_or(least);
  }
  return number;
}

double ObjectReader::positive(std::string_view key, std::optional<double> fallback) {
  const Json* value = find(key, !fallback);
  if (value == nullptr) return fallback.value_or(1.0);
  if (!value->is_number() || !std::isfinite(value->get<double>())) {
    mistake(code::wrong_type, key, shown(*value), {Wanted::Kind::positive_number, {}});
    return fallback.value_or(1.0);
  }
  const double number = value->get<double>();
  if (number <= 0.0) {
    mistake(code::out_of_range, key, shown(*value), {Wanted::Kind::positive_number, {}});
    return fallback.value_or(1.0);
  }
  return number;
}

std::optional<double> ObjectReader::optional_positive(std::string_view key) {
  return has(key) ? std::optional(positive(key)) : std::nullopt;
}

std::optional<double> ObjectReader::optional_number(std::string_view key, double least, double most) {
  return has(key) ? std::optional(number(key, least, most)) : std::nullopt;
}

std::string ObjectReader::text(std::string_view key, const std::optional<std::string>& fallback,
                               bool single) {
  const Json* value = find(key, !fallback);
  if (value == nullptr) return fallback.value_or("");
  if (!value->is_string()) {
    mistake(code::wrong_type, key, shown(*value), {Wanted::Kind::string, {}});
    return fallback.value_or("");
  }
  auto text = value->get<std::string>();
  if (single ? first_control(text) == std::string::npos : plain_lines(text) == text) return text;
  mistake(code::control_characters, key, shown(*value),
          {Wanted::Kind::text,
           {single ? "one line without control characters" : "text without control characters"}});
  return fallback.value_or("");
}

std::string ObjectReader::string(std::string_view key, const std::optional<std::string>& fallback) {
  return text(key, fallback, true);
}

std::string ObjectReader::lines(std::string_view key, const std::optional<std::string>& fallback) {
  return text(key, fallback, false);
}

bool ObjectReader::boolean(std::string_view key, std::optional<bool> fallback) {
  const Json* value = find(key, !fallback);
  if (value == nullptr) return fallback.value_or(false);
  if (!value->is_boolean()) {
    mistake(code::wrong_type, key, shown(*value), {Wanted::Kind::boolean, {}});
    return fallback.value_or(false);
  }
  return value->get<bool>();
}

int ObjectReader::choice(std::string_view key, const std::vector<std::string>& names,
                         std::optional<int> fallback) {
  const Json* value = find(key, !fallback);
  if (value == nullptr) return fallback.value_or(0);
  if (value->is_string()) {
    const auto found = std::find(names.begin(), names.end(), value->get<std::string>());
    if (found != names.end()) return static_cast<int>(found - names.begin());
  }
  mistake(value->is_string() ? code::out_of_range : code::wrong_type, key, shown(*value),
          {Wanted::Kind::one_of, names});
  return fallback.value_or(0);
}

const Json* ObjectReader::object(std::string_view key) {
  const Json* value = find(key, false);
  if (value != nullptr && !value->is_object()) {
    mistake(code::wrong_type, key, shown(*value), {Wanted::Kind::object, {}});
    return nullptr;
  }
  return value;
}

const Json* ObjectReader::array(std::string_view key) {
  const Json* value = find(key, false);
  if (value != nullptr && !value->is_array()) {
    mistake(code::wrong_type, key, shown(*value), {Wanted::Kind::array, {}});
    return nullptr;
  }
  return value;
}

const Json* ObjectReader::any(std::string_view key) { return find(key, false); }

Result<void> ObjectReader::finish() {
  for (const auto& [key, value] : m_object->items()) {
    if (m_known.contains(key)) continue;
    // A misspelt key explains the missing one, so it is told instead.
    if (m_error && m_error->code == code::missing_key) m_error.reset();
    const std::vector<std::string> known(m_known.begin(), m_known.end());
    const std::vector<std::string> near = near_matches(key, known);
    mistake(code::unknown_key, key, key, {Wanted::Kind::one_of, near.empty() ? known : near});
    break;
  }
  if (m_error) return tl::unexpected<Error>(*m_error);
  return {};
}

void ObjectReader::finish_into(ObjectReader& parent) {
  if (const auto result = finish(); !result) parent.mistake(result.error());
}

}  // namespace astrolabe
