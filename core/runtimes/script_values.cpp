#include "core/runtimes/script_values.h"

#include <algorithm>
#include <cctype>

#include "core/base/text.h"

namespace astrolabe::runtimes {

namespace {

/// Reads for read_literal().
class Literal {
 public:
  explicit Literal(std::string_view text, const NamedValues* names = nullptr)
      : m_text(trim(text)), m_names(names) {}

  /// Nothing where the text is anything else, or more.
  std::optional<Json> whole() {
    auto read = value(0);
    skip();
    return m_at == m_text.size() ? std::move(read) : std::nullopt;
  }

 private:
  void skip() {
    while (m_at < m_text.size()) {
      if (m_text[m_at] == '#') m_at = std::min(m_text.find('\n', m_at), m_text.size());
      if (m_at >= m_text.size() || std::isspace(static_cast<unsigned char>(m_text[m_at])) == 0) return;
      ++m_at;
    }
  }
  bool take(char c) {
    skip();
    if (m_at >= m_text.size() || m_text[m_at] != c) return false;
    ++m_at;
    return true;
  }

  std::optional<Json> value(int depth) {
    skip();
    if (m_at >= m_text.size() || depth > kDeepestBlock) return {};
    const char c = m_text[m_at];
    if (c == '"' || c == '\'') return quoted();
    if (c == '[') return list(']', depth);
    if (c == '(') return list(')', depth);
    if (c == '{') return table(depth);
    return word();
  }

  std::optional<Json> quoted() {
    const char quote = m_text[m_at++];
    std::string text;
    for (; m_at < m_text.size() && m_text[m_at] != quote; ++m_at) {
      if (m_text[m_at] == '\\' && quote == '"' && m_at + 1 < m_text.size()) ++m_at;
      text += m_text[m_at];
    }
    if (m_at >= m_text.size()) return {};
    ++m_at;
    return text;
  }

  std::optional<Json> list(char close, int depth) {
    ++m_at;
    Json all = Json::array();
    while (!take(close)) {
      auto member = value(depth + 1);
      if (!member) return {};
      all.push_back(std::move(*member));
      if (take(',')) continue;
      if (!take(close)) return {};
      break;
    }
    return all;
  }

  std::optional<Json> table(int depth) {
    ++m_at;
    Json all = Json::object();
    while (!take('}')) {
      skip();
      std::string key;
      if (m_at < m_text.size() && (m_text[m_at] == '"' || m_text[m_at] == '\'')) {
        const auto text = quoted();
        if (!text) return {};
        key = text->get<std::string>();
      } else {
        while (m_at < m_text.size() && (is_name_character(m_text[m_at]) || m_text[m_at] == '-'))
          key += m_text[m_at++];
      }
      if (key.empty() || !(take(':') || take('='))) return {};
      auto member = value(depth + 1);
      if (!member) return {};
      all[key] = std::move(*member);
      if (take(',')) continue;
      if (!take('}')) return {};
      break;
    }
    return all;
  }

  std::optional<Json> word() {
    std::string text;
    while (m_at < m_text.size() && std::string_view(",]})#\n").find(m_text[m_at]) == std::string_view::npos)
      text += m_text[m_at++];
    text = std::string(trim(text));
    if (text == "true" || text == "True") return true;
    if (text == "false" || text == "False") return false;
    if (text == "null" || text == "None" || text == "~") return Json();
    if (m_names != nullptr)
      if (const auto known = m_names->find(text); known != m_names->end()) return known->second;
    std::string digits = text;
    if (!digits.empty() && std::isdigit(static_cast<unsigned char>(digits.back())) != 0)
      std::erase(digits, '_');
    if (const auto number = parse_whole(digits)) return *number;
    if (const auto number = parse_number(digits)) return *number;
    return {};
  }

  std::string_view m_text;
  std::size_t m_at = 0;
  const NamedValues* m_names;
};

}  // namespace

std::optional<Json> read_literal(std::string_view text, const NamedValues* names) {
  return Literal(text, names).whole();
}

bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view without_comment(std::string_view text) {
  char quote = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '#' && (at == 0 || text[at - 1] == ' ' || text[at - 1] == '\t')) {
      return text.substr(0, at);
    }
  }
  return text;
}

void Brackets::add(std::string_view line) {
  for (const char c : line) {
    if (m_quote != 0) {
      if (c == m_quote) m_quote = 0;
    } else if (c == '"' || c == '\'') {
      m_quote = c;
    } else if (c == '[' || c == '{' || c == '(') {
      ++m_open;
    } else if (c == ']' || c == '}' || c == ')') {
      --m_open;
    }
  }
}

void read_remark(std::string_view remark, FormReading& reading) {
  constexpr std::string_view kCommand = "command line: ";
  remark = trim(remark);
  if (!remark.starts_with(kCommand)) return;
  const std::string_view said = trim(remark.substr(kCommand.size()));
  const std::size_t blank = std::min(said.find(' '), said.size());
  const std::string_view value = trim(said.substr(blank));
  reading.settings[std::string(said.substr(0, blank))] =
      value.empty() ? Json(true) : read_literal(value).value_or(Json(std::string(value)));
}

void read_remarks(std::string_view text, FormReading& reading) {
  for (const std::string& line : split(text, '\n'))
    if (line.starts_with("# ")) read_remark(std::string_view(line).substr(2), reading);
}

void FormReader::note(int line, std::string_view word, const char* why) {
  constexpr std::size_t kMostNotes = 200;
  if (m_reading.notes.size() < kMostNotes) m_reading.notes.push_back({line, std::string(word), why});
}

std::string FormReader::with_given(std::string_view text) const {
  std::string filled;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '$') {
      filled += text[at];
      continue;
    }
    const bool braced = at + 1 < text.size() && text[at + 1] == '{';
    std::size_t end = at + (braced ? 2 : 1);
    const std::size_t begin = end;
    while (end < text.size() && is_name_character(text[end])) ++end;
    const std::string_view name = text.substr(begin, end - begin);
    std::size_t last = end;
    std::optional<std::string> worth;
    if (braced) {
      const std::size_t close = text.find('}', end);
      if (close == std::string_view::npos) return filled + std::string(text.substr(at));
      if (text[end] == ':') worth = std::string(trim(text.substr(end + 1, close - end - 1)));
      last = close + 1;
    }
    if (const auto given = m_given.find(name); given != m_given.end()) worth = given->second;
    filled += worth ? *worth : std::string(text.substr(at, last - at));
    at = last - 1;
  }
  return filled;
}

Json FormReader::scalar(std::string_view text) const {
  const std::string filled(trim(with_given(text)));
  return read_literal(filled).value_or(Json(filled));
}

}  // namespace astrolabe::runtimes
