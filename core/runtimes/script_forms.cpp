#include "core/runtimes/script_forms.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/model/arguments.h"
#include "core/runtimes/script_values.h"

namespace astrolabe::runtimes {

namespace {

/// A file of lines, of which each says a setting or opens what the next ones lie in.
class LineReader : protected FormReader {
 public:
  using FormReader::FormReader;
  virtual ~LineReader() = default;
  FormReading read(std::string_view text) {
    read_remarks(text, m_reading);
    m_lines = split(text, '\n');
    for (m_at = 0; m_at < m_lines.size(); ++m_at)
      if (const std::string_view line = without_comment(m_lines[m_at]); !trim(line).empty()) read_line(line);
    return std::move(m_reading);
  }

 protected:
  /// `whole`: without its comment, with the blanks in front.
  virtual void read_line(std::string_view whole) = 0;

  void leave(std::string_view word, const char* why) { note(static_cast<int>(m_at) + 1, word, why); }
  static std::string without_quotes(std::string_view text) {
    std::string key(trim(text));
    std::erase_if(key, [](char c) { return c == '"' || c == '\''; });
    return key;
  }
  /// What a value says that begins in this line and goes on while brackets are open.
  Json value_from(std::string value) {
    Brackets brackets;
    brackets.add(value);
    while (brackets.open() > 0 && m_at + 1 < m_lines.size()) {
      const std::string_view next = without_comment(m_lines[++m_at]);
      brackets.add(next);
      value += '\n';
      value += next;
    }
    return scalar(value);
  }

 private:
  std::vector<std::string> m_lines;
  std::size_t m_at = 0;
};

class TomlReader final : public LineReader {
 public:
  using LineReader::LineReader;

 private:
  void read_line(std::string_view whole) override {
    const std::string_view line = trim(whole);
    if (line.starts_with('[') && line.find('=') == std::string_view::npos) {
      m_followed = !line.starts_with("[[") && line.ends_with(']');
      if (!m_followed) leave(line, "a table in a list is not followed");
      m_section = m_followed ? key_of(line.substr(1, line.size() - 2)) : std::string();
      return;
    }
    const std::size_t sign = line.find('=');
    if (sign == std::string_view::npos || !m_followed) {
      leave(line, m_followed ? "is no setting" : "stands in a table that is not followed");
      return;
    }
    const std::string key = key_of(line.substr(0, sign));
    add(m_section.empty() ? key : m_section + '.' + key, value_from(std::string(line.substr(sign + 1))), 0);
  }
  static std::string key_of(std::string_view text) {
    std::string key = without_quotes(text);
    std::erase(key, ' ');
    return key;
  }
  void add(const std::string& name, Json value, int depth) {
    if (!value.is_object() || depth > kDeepestBlock) {
      m_reading.settings[name] = std::move(value);
      return;
    }
    for (auto& [key, member] : value.items()) add(name + '.' + key, std::move(member), depth + 1);
  }

  std::string m_section;  ///< keys of the table that is open, joined by dots
  bool m_followed = true;
};

class YamlReader final : public LineReader {
 public:
  using LineReader::LineReader;

 private:
  void read_line(std::string_view whole) override {
    const std::string_view line = trim(whole);
    if (line == "---" || line == "...") return;
    const std::size_t indent = std::min(whole.find_first_not_of(' '), whole.size());
    if (m_skipped && indent > *m_skipped) return;
    m_skipped.reset();
    if (line == "-" || line.starts_with("- ")) {
      read_member(indent, trim(line.substr(1)));
      return;
    }
    while (!m_blocks.empty() && m_blocks.back().first >= indent) m_blocks.pop_back();
    const std::size_t colon = line.ends_with(':') ? line.size() - 1 : line.find(": ");
    if (colon == std::string_view::npos || m_blocks.size() > kDeepestBlock) {
      leave(line, "is no setting");
      return;
    }
    const std::string key = without_quotes(line.substr(0, colon));
    const std::string name = m_blocks.empty() ? key : m_blocks.back().second + '.' + key;
    const std::string_view value = trim(line.substr(colon + 1));
    if (value.empty()) {
      m_blocks.emplace_back(indent, name);
    } else if (value.starts_with('|') || value.starts_with('>')) {
      leave(key, "a text of several lines is not read");
      m_skipped = indent;
    } else {
      m_reading.settings[name] = value_from(std::string(value));
    }
  }
  /// "- value" belongs to the key above it.
  void read_member(std::size_t indent, std::string_view value) {
    while (!m_blocks.empty() && m_blocks.back().first > indent) m_blocks.pop_back();
    if (m_blocks.empty() || value.empty() || value.find(": ") != std::string_view::npos ||
        value.ends_with(':')) {
      leave(value, "a block in a list is not followed");
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

/// Lines that are neither empty nor a comment.
std::vector<std::string> lines_that_say(std::string_view text) {
  std::vector<std::string> lines;
  for (const std::string& line : split(text, '\n'))
    if (const std::string_view said = trim(line); !said.empty() && !said.starts_with('#'))
      lines.emplace_back(said);
  return lines;
}

bool is_argument_line(std::string_view line) { return line.starts_with("--"); }
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
  const std::vector<std::string> lines = lines_that_say(text);
  const auto any = [&](bool (*test)(std::string_view line)) {
    return std::any_of(lines.begin(), lines.end(), test);
  };
  // A YAML file may hold arguments for keys ("--num-layers: 32"), which are read as those of a script.
  if (ending == ".yaml" || ending == ".yml")
    return any(is_argument_line) ? ScriptForm::arguments : ScriptForm::yaml;
  if (ending == ".sh" || ending == ".args" || text.starts_with("#!")) return ScriptForm::arguments;
  const std::string first = lines.empty() ? std::string() : lines.front();
  if (first.starts_with('{')) return ScriptForm::json;
  if (first.starts_with('[') && first.ends_with(']')) return ScriptForm::toml;
  if (any(is_python_line)) return ScriptForm::python;
  if (any(names_argument)) return ScriptForm::arguments;
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

Result<FormReading> read_form(ScriptForm form, std::string_view text, const model::GivenValues& given,
                              const model::SourcedFile& sourced) {
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
  model::LaunchArguments launch = model::read_arguments(text, given, sourced, true);
  return FormReading{std::move(launch.flags), std::move(launch.notes), std::move(launch.launcher)};
}

}  // namespace astrolabe::runtimes
