// What Python files say of a configuration, as far as literals say it. Nothing is run.

#include <algorithm>
#include <cctype>
#include <utility>

#include "core/base/text.h"
#include "core/runtimes/script_values.h"

namespace astrolabe::runtimes {

namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Reads for read_python().
class PythonReader : FormReader {
 public:
  PythonReader(const model::GivenValues& given, std::string_view text) : FormReader(given), m_text(text) {
    for (const auto& [name, value] : given) m_names[name] = read_literal(value).value_or(Json(value));
  }
  FormReading read() {
    read_remarks(m_text, m_reading);
    scan("", m_text.size(), 0);
    return std::move(m_reading);
  }

 private:
  /// Places are asked for one behind the other.
  int line_of(std::size_t at) {
    const std::string_view more = m_text.substr(m_counted, at - m_counted);
    m_line += static_cast<int>(std::count(more.begin(), more.end(), '\n'));
    m_counted = at;
    return m_line;
  }
  /// The end of a string or a comment that begins at `at`; `at` itself where none does.
  std::size_t passed(std::size_t at) const {
    const char c = m_text[at];
    if (c == '#') return std::min(m_text.find('\n', at), m_text.size());
    if (c != '"' && c != '\'') return at;
    const std::string_view triple = m_text.substr(at, 3);
    if (triple == "\"\"\"" || triple == "'''") {
      const std::size_t end = m_text.find(triple, at + 3);
      return end == std::string_view::npos ? m_text.size() : end + 3;
    }
    for (++at; at < m_text.size() && m_text[at] != c && m_text[at] != '\n'; ++at)
      if (m_text[at] == '\\') ++at;
    return std::min(at + 1, m_text.size());
  }
  /// Where a value that begins at `at` ends: at the end of its line, at a comma or a bracket that closes.
  std::size_t end_of_value(std::size_t at, std::size_t last, bool inside) const {
    return end_at(at, last, inside ? "," : "\n;");
  }
  /// The first of `ends` that stands in no brackets, or the bracket that closes those around.
  std::size_t end_at(std::size_t at, std::size_t last, std::string_view ends) const {
    int open = 0;
    while (at < last) {
      const char c = m_text[at];
      if (const std::size_t next = passed(at); next != at) {
        at = next;
        continue;
      }
      if (c == '(' || c == '[' || c == '{') ++open;
      if (c == ')' || c == ']' || c == '}') {
        if (open == 0) return at;
        --open;
      }
      if (open == 0 && ends.find(c) != std::string_view::npos) return at;
      ++at;
    }
    return last;
  }
  /// The bracket that closes the one at `open`, or the end.
  std::size_t closing(std::size_t open) const { return end_at(open + 1, m_text.size(), {}); }

  void scan(const std::string& prefix, std::size_t last, int depth) {
    const bool inside = depth > 0;
    while (m_at < last) {
      if (const std::size_t next = passed(m_at); next != m_at) {
        m_at = next;
        continue;
      }
      if (!inside && (m_at == 0 || m_text[m_at - 1] == '\n')) begin_line();
      if (m_at >= last) return;
      if (!is_letter(m_text[m_at])) {
        ++m_at;
        continue;
      }
      const std::size_t begin = m_at;
      while (m_at < last && (is_name_character(m_text[m_at]) || m_text[m_at] == '.')) ++m_at;
      const std::string name(m_text.substr(begin, m_at - begin));
      std::size_t next = m_at;
      while (next < last && (m_text[next] == ' ' || (inside && m_text[next] == '\n'))) ++next;
      if (name == "def" || name == "class" || name == "lambda" || name == "import" || name == "from") {
        m_at = end_of_value(m_at, last, inside);  // parameters and modules are no settings
        continue;
      }
      const bool annotated =
          !inside && next < last && m_text[next] == ':' && name.find('.') == std::string::npos;
      if (annotated) next = std::min(m_text.find_first_of("=\n", next), last);
      if (next < last && m_text[next] == '=' && next + 1 < last && m_text[next + 1] != '=') {
        m_at = next + 1;
        assign(prefix, name, last, inside, depth, begin);
      } else if (next < last && m_text[next] == '(' && depth < kDeepestBlock) {
        m_at = next + 1;
        const std::size_t close = std::min(closing(next), last);
        scan(prefix, close, depth + 1);
        m_at = close;
      }
    }
  }

  /// Lines below one that decides whether they run are not followed: nothing is run.
  void begin_line() {
    const std::size_t start = m_at;
    while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t')) ++m_at;
    if (m_at >= m_text.size() || m_text[m_at] == '\n' || m_text[m_at] == '#') return;
    const std::size_t indent = m_at - start;
    if (m_condition && indent <= *m_condition) m_condition.reset();
    for (const char* word : {"if ", "elif ", "else:", "for ", "while ", "try:", "except"})
      if (!m_condition && m_text.substr(m_at).starts_with(word)) m_condition = indent;
  }

  void assign(const std::string& prefix, const std::string& name, std::size_t last, bool inside, int depth,
              std::size_t begin) {
    const std::size_t end = end_of_value(m_at, last, inside);
    const std::string text = std::string(trim(m_text.substr(m_at, end - m_at)));
    const std::string path = prefix.empty() ? name : prefix + '.' + name;
    if (m_condition && !inside) {
      note(line_of(begin), path, "stands under a condition, which is not followed");
      m_at = end;
      return;
    }
    if (const auto value = read_literal(text, &m_names)) {
      // A plain name at the beginning of a line is a variable of the script.
      if (!inside && name.find('.') == std::string::npos)
        m_names.insert_or_assign(name, *value);
      else
        m_reading.settings[path] = *value;
      m_at = end;
      return;
    }
    if (inside || name.find('.') != std::string::npos) m_reading.settings[path] = Json{{"code", text}};
    // A call of which the arguments may say more.
    const std::size_t open = m_text.find_first_not_of(" \n", m_at);
    std::size_t call = open;
    while (call < end && (is_name_character(m_text[call]) || m_text[call] == '.')) ++call;
    if (call < end && call > open && m_text[call] == '(' && depth < kDeepestBlock) {
      m_at = call + 1;
      scan(path, std::min(closing(call), end), depth + 1);
    }
    m_at = end;
  }

  std::string_view m_text;
  std::size_t m_at = 0;
  std::size_t m_counted = 0;  ///< where m_line is
  int m_line = 1;
  NamedValues m_names;
  std::optional<std::size_t> m_condition;  ///< indent of the line that decides
};

}  // namespace

FormReading read_python(std::string_view text, const model::GivenValues& given) {
  return PythonReader(given, text).read();
}

}  // namespace astrolabe::runtimes
