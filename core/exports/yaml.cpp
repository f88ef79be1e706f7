#include "core/exports/yaml.h"

#include <algorithm>
#include <array>

namespace astrolabe::exports {

namespace {

std::string key_text(const std::string& key) {
  const bool plain = !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || c == '/';
  });
  return plain ? key : text_of(Json(key));
}

/// Whether a text stands for itself without quotes: a word that no reader takes for another value.
bool is_plain(const std::string& text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  if (text.empty() || !is_letter(text.front())) return false;
  constexpr std::array<const char*, 10> kTaken{"true", "false", "null", "yes", "no",
                                               "on",   "off",   "y",    "n",   "nan"};
  std::string small;
  for (const char c : text) {
    if (!is_letter(c) && !(c >= '0' && c <= '9') && c != '-' && c != '_' && c != '.' && c != '/')
      return false;
    small += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return std::find(kTaken.begin(), kTaken.end(), small) == kTaken.end();
}

std::string scalar_text(const Json& value) {
  return value.is_string() && is_plain(value.get_ref<const std::string&>()) ? value.get<std::string>()
                                                                            : text_of(value);
}

bool in_block(const Json& value) { return value.is_structured() && !value.empty(); }

void add(const Json& value, std::size_t depth, std::string& text);

/// What stands behind a key or a dash: a scalar on the same line, or a block below.
void add_value(const Json& value, std::size_t depth, std::string& text) {
  if (in_block(value)) {
    text += '\n';
    add(value, depth, text);
  } else {
    text += ' ' + scalar_text(value) + '\n';
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
    if (!in_block(each)) {
      text += indent + "- " + scalar_text(each) + '\n';
      continue;
    }
    // The first line of what is in it stands behind the dash.
    const std::size_t begin = text.size();
    add(each, depth + 1, text);
    text[begin + indent.size()] = '-';
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
