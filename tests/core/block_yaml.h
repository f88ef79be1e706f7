#pragma once
// Reads YAML as core/exports/yaml.h writes it, by indentation alone: objects, lists, scalars as JSON has
// them. What is no such YAML is no JSON value (discarded).

#include <cctype>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/json.h"

namespace astrolabe::tests {

struct YamlLine {
  std::size_t indent = 0;
  std::string text;
};

inline Json block_of(std::vector<YamlLine>& lines, std::size_t& at, std::size_t indent);

/// A scalar as JSON has it, or a word of letters, digits, dashes, dots and slashes.
inline Json scalar_of(const std::string& text) {
  Json json = Json::parse(text, nullptr, false);
  const bool word = !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) &&
                    text.find_first_of(" :#{}[]\"'") == std::string::npos;
  return json.is_discarded() && word ? Json(text) : json;
}

/// What stands behind ":" or "-": a scalar, or the block below.
inline Json value_of(const std::string& rest, std::vector<YamlLine>& lines, std::size_t& at,
                     std::size_t indent) {
  if (!rest.empty()) return scalar_of(rest.substr(1));
  if (at >= lines.size() || lines[at].indent <= indent) return Json::parse("?", nullptr, false);
  return block_of(lines, at, lines[at].indent);
}

inline Json block_of(std::vector<YamlLine>& lines, std::size_t& at, std::size_t indent) {
  const bool list = lines[at].text.front() == '-';
  Json json = list ? Json::array() : Json::object();
  while (at < lines.size() && lines[at].indent == indent) {
    if (list && lines[at].text.size() > 2 &&
        (lines[at].text[2] == '-' ||
         (lines[at].text.find(": ") != std::string::npos && lines[at].text[2] != '"') ||
         lines[at].text.back() == ':' || lines[at].text.find("\": ") != std::string::npos)) {
      lines[at] = {indent + 2, lines[at].text.substr(2)};  // a block that begins behind the dash
      json.push_back(block_of(lines, at, indent + 2));
      continue;
    }
    const std::string text = lines[at++].text;
    if (list) {
      json.push_back(value_of(text.substr(1), lines, at, indent));
      continue;
    }
    const bool quoted = text.front() == '"';
    const std::size_t colon = text.find(quoted ? "\":" : ":");
    if (colon == std::string::npos) return Json::parse("?", nullptr, false);
    const std::string key = quoted ? text.substr(1, colon - 1) : text.substr(0, colon);
    if (json.contains(key)) return Json::parse("?", nullptr, false);
    json[key] = value_of(text.substr(colon + (quoted ? 2 : 1)), lines, at, indent);
  }
  return json;
}

inline bool whole(const Json& json) {
  if (json.is_discarded()) return false;
  for (const Json& each : json)
    if ((json.is_structured()) && !whole(each)) return false;
  return true;
}

/// The documents of a file, comments left out.
inline std::vector<Json> yaml_documents(const std::string& text) {
  std::vector<Json> documents;
  std::vector<YamlLine> lines;
  const auto end = [&] {
    std::size_t at = 0;
    if (!lines.empty()) {
      Json document = block_of(lines, at, lines.front().indent);
      documents.push_back(at == lines.size() ? document : Json::parse("?", nullptr, false));
    }
    lines.clear();
  };
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t indent = line.find_first_not_of(' ');
    if (indent == std::string::npos || line[indent] == '#') continue;
    if (line == "---")
      end();
    else
      lines.push_back({indent, line.substr(indent)});
  }
  end();
  return documents;
}

}  // namespace astrolabe::tests
