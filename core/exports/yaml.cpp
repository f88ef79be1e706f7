#include "core/exports/yaml.h"

#include <algorithm>

namespace astrolabe::exports {

namespace {

std::string key_text(const std::string& key) {
  const bool plain = !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || c == '/';
  });
  return plain ? key : text_of(Json(key));
}

bool in_block(const Json& value) { return value.is_structured() && !value.empty(); }

void add(const Json& value, std::size_t depth, std::string& text);

/// What stands behind a key or a dash: a scalar on the same line, or a block below.
void add_value(const Json& value, std::size_t depth, std::string& text) {
  if (in_block(value)) {
    text += '\n';
    add(value, depth, text);
  } else {
    text += ' ' + text_of(value) + '\n';
  }
}

void add(const Json& value, std::size_t depth, std::string& text) {
  const std::string indent(2 * depth, ' ');
  if (value.is_object()) {
    for (const auto& [key, member] : value.items()) {
      text += indent + key_text(key) + ':';
      add_value(member, depth + 1, text);
    }
    return;
  }
  for (const Json& each : value) {
    text += indent + '-';
    add_value(each, depth + 1, text);
  }
}

}  // namespace

std::string yaml_text(const Json& json, std::size_t depth) {
  std::string text;
  if (in_block(json))
    add(json, depth, text);
  else
    text = text_of(json) + '\n';
  return text;
}

Json nested_settings(const EngineSettings& settings) {
  Json root = Json::object();
  for (const auto& [path, value] : settings) {
    Json* at = &root;
    std::string name = path;
    for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.')) {
      at = &(*at)[name.substr(0, dot)];
      name.erase(0, dot + 1);
    }
    (*at)[name] = value;
  }
  return root;
}

}  // namespace astrolabe::exports
