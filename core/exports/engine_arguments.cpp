#include "core/exports/engine_arguments.h"

#include <algorithm>
#include <array>

#include "core/base/error_codes.h"
#include "core/serving/resources.h"

namespace astrolabe::exports {

namespace {

using Type = EngineArgument::Type;

constexpr std::array<std::pair<const char*, Type>, 7> kTypeNames{{{"text", Type::text},
                                                                  {"int", Type::whole},
                                                                  {"float", Type::number},
                                                                  {"switch", Type::flag},
                                                                  {"bool", Type::boolean},
                                                                  {"json", Type::json},
                                                                  {"choice", Type::choice}}};

Type type_of(const std::string& name) {
  const auto* found = std::find_if(kTypeNames.begin(), kTypeNames.end(),
                                   [&](const auto& each) { return name == each.first; });
  return found == kTypeNames.end() ? Type::text : found->second;
}

bool is_of(const EngineArgument& argument, const Json& value) {
  switch (argument.type) {
    case Type::text:
      return value.is_string();
    case Type::whole:
      return value.is_number_integer();
    case Type::number:
      return value.is_number();
    case Type::flag:
      return value == true;
    case Type::boolean:
      return value.is_boolean();
    case Type::json:
      return value.is_object();
    case Type::choice:
      break;
  }
  return value.is_string() && std::find(argument.choices.begin(), argument.choices.end(),
                                        value.get_ref<const std::string&>()) != argument.choices.end();
}

Wanted wanted_of(const EngineArgument& argument) {
  switch (argument.type) {
    case Type::whole:
      return {Wanted::Kind::whole_number, {}};
    case Type::number:
      return {Wanted::Kind::number, {}};
    case Type::flag:
    case Type::boolean:
      return {Wanted::Kind::boolean, {}};
    case Type::json:
      return {Wanted::Kind::object, {}};
    case Type::choice:
      return {Wanted::Kind::one_of, argument.choices};
    case Type::text:
      break;
  }
  return {Wanted::Kind::string, {}};
}

/// Where `date` lies in the months that an argument is there.
bool holds_at(const EngineArgument& argument, std::string_view date) {
  if (date.empty()) return argument.until.empty();
  return (argument.since.empty() || date >= argument.since) &&
         (argument.until.empty() || date < argument.until);
}

}  // namespace

EngineArguments::EngineArguments(std::string_view id) {
  const Json file = serving::engine_resource(id);
  if (!file.is_object()) return;
  m_title = file.value("title", "");
  m_source = file.value("source", "");
  m_quantization = file.value("quantization", Json::object());
  m_kv_types = file.value("kv_types", Json::object());
  const Json& sources = file.at("argument_sources");
  for (const Json& each : file.at("arguments")) {
    const Json& source = sources.at(each.at("source").get<std::string>());
    m_arguments.push_back({each.at("name"), type_of(each.at("type")),
                           each.value("choices", std::vector<std::string>{}), each.value("since", ""),
                           each.value("until", ""), source.at("url"), source.at("date")});
  }
}

const EngineArgument* EngineArguments::find(std::string_view name, std::string_view date) const {
  for (const EngineArgument& argument : m_arguments)
    if (argument.name == name && holds_at(argument, date)) return &argument;
  return nullptr;
}

Result<void> EngineArguments::check(const EngineSettings& settings, std::string_view date) const {
  for (const auto& [name, value] : settings) {
    const EngineArgument* argument = find(name, date);
    if (argument == nullptr) {
      std::string since;
      for (const EngineArgument& each : m_arguments)
        if (each.name == name) since = each.since;
      return fail(
          code::out_of_range, name, shown(value),
          {Wanted::Kind::text,
           {since.empty() ? m_title + " without it" : "a " + m_title + " of " + since + " or later"}});
    }
    if (!is_of(*argument, value)) return fail(code::out_of_range, name, shown(value), wanted_of(*argument));
  }
  return {};
}

std::string EngineArguments::kv_type(std::string_view type, std::string_view date) const {
  const auto names = m_kv_types.find(type);
  const EngineArgument* argument = find("--kv-cache-dtype", date);
  if (argument == nullptr) argument = find("kv_cache_config.dtype", date);
  if (names == m_kv_types.end() || argument == nullptr) return {};
  for (const Json& name : *names)
    if (is_of(*argument, name)) return name.get<std::string>();
  return {};
}

std::string EngineArguments::quantization(std::string_view type) const {
  return m_quantization.value(std::string(type), "");
}

}  // namespace astrolabe::exports
