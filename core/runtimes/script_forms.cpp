#include "core/runtimes/script_forms.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/runtimes/script_values.h"

namespace astrolabe::runtimes {

namespace {

class TomlReader : FormReader {
 public:
  using FormReader::FormReader;
  FormReading read(std::string_view text) {
    read_remarks(text, m_reading);
    const std::vector<std::string> lines = split(text, '\n');
    std::string section;
    bool followed = true;
    for (std::size_t at = 0; at < lines.size(); ++at) {
      const int number = static_cast<int>(at) + 1;
      std::string line(trim(without_comment(lines[at])));
      if (line.empty()) continue;
      if (line.starts_with('[') && line.find('=') == std::string::npos) {
        followed = !line.starts_with("[[") && line.ends_with(']');
        if (!followed) note(number, line, "a table in a list is not followed");
        section = followed ? key_of(line.substr(1, line.size() - 2)) : std::string();
        continue;
      }
      const std::size_t sign = line.find('=');
      if (sign == std::string::npos || !followed) {
        note(number, line, followed ? "is no setting" : "stands in a table that is not followed");
        continue;
      }
      std::string value = line.substr(sign + 1);
      while (open_brackets(value) > 0 && at + 1 < lines.size())
        value += '\n' + std::string(without_comment(lines[++at]));
      const std::string key = key_of(line.substr(0, sign));
      add(section.empty() ? key : section + '.' + key, scalar(value), 0);
    }
    return std::move(m_reading);
  }

 private:
  static std::string key_of(std::string_view text) {
    std::string key;
    for (const char c : trim(text))
      if (c != '"' && c != '\'' && c != ' ') key += c;
    return key;
  }
  void add(const std::string& name, Json value, int depth) {
    if (!value.is_object() || depth > kDeepestBlock) {
      m_reading.settings[name] = std::move(value);
      return;
    }
    for (auto& [key, member] : value.items()) add(name + '.' + key, std::move(member), depth + 1);
  }
};

class YamlReader : FormReader {
 public:
  using FormReader::FormReader;
  FormReading read(std::string_view text) {
    read_remarks(text, m_reading);
    const std::vector<std::string> lines = split(text, '\n');
    for (std::size_t at = 0; at < lines.size(); ++at) {
      const int number = static_cast<int>(at) + 1;
      const std::string_view whole = without_comment(lines[at]);
      const std::string_view line = trim(whole);
      if (line.empty() || line == "---" || line == "...") continue;
      const std::size_t indent = std::min(whole.find_first_not_of(' '), whole.size());
      if (m_skipped && indent > *m_skipped) continue;
      m_skipped.reset();
      if (line == "-" || line.starts_with("- ")) {
        member(number, indent, trim(line.substr(1)));
        continue;
      }
      while (!m_blocks.empty() && m_blocks.back().first >= indent) m_blocks.pop_back();
      const std::size_t colon = line.ends_with(':') ? line.size() - 1 : line.find(": ");
      if (colon == std::string_view::npos || m_blocks.size() > kDeepestBlock) {
        note(number, line, "is no setting");
        continue;
      }
      std::string key(trim(line.substr(0, colon)));
      std::erase_if(key, [](char c) { return c == '"' || c == '\''; });
      const std::string name = m_blocks.empty() ? key : m_blocks.back().second + '.' + key;
      std::string value(trim(line.substr(colon + 1)));
      if (value.empty()) {
        m_blocks.emplace_back(indent, name);
        continue;
      }
      if (value.starts_with('|') || value.starts_with('>')) {
        note(number, key, "a text of several lines is not read");
        m_skipped = indent;
        continue;
      }
      while (open_brackets(value) > 0 && at + 1 < lines.size())
        value += '\n' + std::string(without_comment(lines[++at]));
      m_reading.settings[name] = scalar(value);
    }
    return std::move(m_reading);
  }

 private:
  /// "- value" belongs to the key above it.
  void member(int number, std::size_t indent, std::string_view value) {
    while (!m_blocks.empty() && m_blocks.back().first > indent) m_blocks.pop_back();
    if (m_blocks.empty() || value.empty() || value.find(": ") != std::string_view::npos ||
        value.ends_with(':')) {
      note(number, value, "a block in a list is not followed");
      m_skipped = indent;
      return;
    }
    Json& list = m_reading.settings[m_blocks.back().second];
    if (!list.is_array()) list = Json::array();
    list.push_back(scalar(value));
  }

  std::vector<std::pair<std::size_t, std::string>> m_blocks;  ///< open ones: indent and path
  std::optional<std::size_t> m_skipped;                       ///< deeper lines belong to what is not read
};

class JsonReader : FormReader {
 public:
  using FormReader::FormReader;
  Result<FormReading> read(std::string_view text) {
    const auto json = parse_json(text, code::broken_json, true);
    if (!json) return tl::unexpected<Error>(json.error());
    if (const auto own = json->find("astrolabe"); own != json->end() && own->is_object())
      if (const auto remarks = own->find("remarks"); remarks != own->end() && remarks->is_array())
        for (const Json& remark : *remarks)
          if (remark.is_string()) read_remark(remark.get<std::string>(), m_reading);
    add("", *json, 0);
    return std::move(m_reading);
  }

 private:
  void add(const std::string& name, const Json& value, int depth) {
    if (!value.is_object() || depth > kDeepestBlock) {
      if (!name.empty()) m_reading.settings[name] = value.is_string() ? scalar_text(value) : value;
      return;
    }
    for (const auto& [key, member] : value.items())
      if (depth > 0 || key != "astrolabe") add(name.empty() ? key : name + '.' + key, member, depth + 1);
  }
  Json scalar_text(const Json& value) const { return with_given(value.get<std::string>()); }
};

/// The first line that is no comment and not empty.
std::string first_line(std::string_view text) {
  for (const std::string& line : split(text, '\n'))
    if (const std::string_view said = trim(line); !said.empty() && !said.starts_with('#'))
      return std::string(said);
  return {};
}

bool has_line(std::string_view text, bool (*test)(std::string_view line)) {
  for (const std::string& line : split(text, '\n'))
    if (const std::string_view said = trim(line); !said.empty() && !said.starts_with('#') && test(said))
      return true;
  return false;
}

bool names_argument(std::string_view line) { return line.find("--") != std::string_view::npos; }
bool is_yaml_line(std::string_view line) {
  const std::size_t colon = line.find(':');
  return colon != std::string_view::npos && colon > 0 &&
         std::all_of(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(colon), is_name_character) &&
         (colon + 1 == line.size() || line[colon + 1] == ' ');
}
bool is_python_line(std::string_view line) {
  return line.starts_with("def ") || line.starts_with("import ") || line.starts_with("from ") ||
         line.starts_with("cfg.");
}

}  // namespace

ScriptForm form_of(std::string_view path, std::string_view text) {
  const std::string_view name = path.substr(path.find_last_of('/') + 1);
  const std::size_t dot = name.rfind('.');
  const std::string ending = lower(dot == std::string_view::npos ? std::string_view() : name.substr(dot));
  if (ending == ".toml") return ScriptForm::toml;
  if (ending == ".py") return ScriptForm::python;
  if (ending == ".json") return ScriptForm::json;
  // A YAML file may hold arguments for keys ("--num-layers: 32"), which are read as those of a script.
  if (ending == ".yaml" || ending == ".yml")
    return has_line(text, [](std::string_view line) { return line.starts_with("--"); })
               ? ScriptForm::arguments
               : ScriptForm::yaml;
  if (ending == ".sh" || ending == ".args" || text.starts_with("#!")) return ScriptForm::arguments;
  const std::string first = first_line(text);
  if (first.starts_with('{')) return ScriptForm::json;
  if (first.starts_with('[') && first.ends_with(']')) return ScriptForm::toml;
  if (has_line(text, is_python_line)) return ScriptForm::python;
  if (has_line(text, names_argument)) return ScriptForm::arguments;
  return is_yaml_line(first) ? ScriptForm::yaml : ScriptForm::arguments;
}

bool is_of_form(std::string_view runtime_form, ScriptForm form) {
  switch (form) {
    case ScriptForm::arguments:
      return runtime_form.ends_with("arguments");
    case ScriptForm::python:
      return runtime_form == "python";
    case ScriptForm::toml:
      return runtime_form == "toml";
    case ScriptForm::yaml:
      return runtime_form == "yaml";
    case ScriptForm::json:
      break;
  }
  return runtime_form == "json";
}

Result<FormReading> read_form(ScriptForm form, std::string_view text, const model::GivenValues& given) {
  switch (form) {
    case ScriptForm::toml:
      return TomlReader(given).read(text);
    case ScriptForm::yaml:
      return YamlReader(given).read(text);
    case ScriptForm::python:
      return read_python(text, given);
    case ScriptForm::json:
      return JsonReader(given).read(text);
    case ScriptForm::arguments:
      break;
  }
  return FormReading{};  // read_script_file() reads those
}

}  // namespace astrolabe::runtimes
