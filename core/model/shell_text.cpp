#include "core/model/shell_text.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <utility>

namespace astrolabe::model {

namespace {

struct ShellToken {
  enum class Kind { word, sign, arithmetic, end } kind = Kind::end;
  std::string text;
  int line = 1;
  bool is_word(std::string_view what) const { return kind == Kind::word && text == what; }
  bool is_sign(std::string_view what) const { return kind == Kind::sign && text == what; }
};

bool is_shell_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

constexpr int kDeepestQuote = 60;
std::size_t bracket_end(std::string_view text, std::size_t at, int depth);

/// The end of a quoted piece that begins at `at`: behind its closing quote.
std::size_t quote_end(std::string_view text, std::size_t at, int depth = 0) {
  if (depth > kDeepestQuote) return text.size();
  const char quote = text[at];
  for (++at; at < text.size(); ++at) {
    if (text[at] == quote) return at + 1;
    if (quote != '\'' && text[at] == '\\') {
      ++at;
      continue;
    }
    if (quote == '"' && text[at] == '$' && at + 1 < text.size() &&
        (text[at + 1] == '(' || text[at + 1] == '{'))
      at = bracket_end(text, at + 1, depth + 1);
  }
  return text.size();
}

/// Where the bracket that opens at `at` ends; quotes and nested brackets are passed over.
std::size_t bracket_end(std::string_view text, std::size_t at, int depth) {
  std::string open;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\\') {
      ++at;
    } else if (c == '"' || c == '\'' || c == '`') {
      at = quote_end(text, at, depth) - 1;
    } else if (c == '#' && !open.empty() && open.back() == ')' && at > 0 &&
               (is_shell_blank(text[at - 1]) || text[at - 1] == '\n')) {
      at = std::min(text.find('\n', at), text.size()) - 1;
    } else if (c == '(') {
      open += ')';
    } else if (c == '{' && at > 0 && (text[at - 1] == '$' || open.empty())) {
      open += '}';
    } else if (!open.empty() && c == open.back()) {
      open.pop_back();
      if (open.empty()) return at;
    }
  }
  return text.size();
}

/// An assignment of a list: "NAME=" or "NAME+=" stands before its bracket.
bool opens_array(std::string_view word) {
  if (!word.ends_with('=')) return false;
  word.remove_suffix(word.ends_with("+=") ? 2 : 1);
  return !word.empty() && std::all_of(word.begin(), word.end(),
                                      [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

class ShellLexer {
 public:
  explicit ShellLexer(std::string_view text) : m_text(text) {}

  std::vector<ShellToken> tokens() {
    while (m_at < m_text.size()) next();
    put(ShellToken::Kind::end, "");
    return std::move(m_tokens);
  }

 private:
  void put(ShellToken::Kind kind, std::string text) { m_tokens.push_back({kind, std::move(text), m_line}); }
  bool at(std::string_view what) const { return m_text.substr(m_at).starts_with(what); }
  void skip_line() { m_at = std::min(m_text.find('\n', m_at), m_text.size()); }

  void next() {
    const char c = m_text[m_at];
    if (is_shell_blank(c)) {
      ++m_at;
    } else if (at("\\\n") || at("\\\r\n")) {
      m_at += at("\\\n") ? 2 : 3;
      ++m_line;
    } else if (c == '#') {
      skip_line();
    } else if (c == '\n') {
      put(ShellToken::Kind::sign, "\n");
      ++m_at;
      ++m_line;
      skip_documents();
    } else if (c == '<' || c == '>' || at("&>")) {
      redirection();
    } else if (at("((")) {
      const std::size_t begin = m_at + 2;
      const std::size_t end = std::min(shell_bracket_end(m_text, m_at), m_text.size());
      put(ShellToken::Kind::arithmetic,
          std::string(m_text.substr(begin, end > begin ? end - begin - 1 : std::size_t{0})));
      pass(std::min(end + 1, m_text.size()));
    } else if (std::string_view(";&|()").find(c) != std::string_view::npos) {
      for (const std::string_view sign : {";;&", ";;", ";&", "&&", "||", "|&", ";", "&", "|", "(", ")"})
        if (at(sign)) {
          put(ShellToken::Kind::sign, sign == "|&" ? "|" : sign.starts_with(";;") ? ";;" : std::string(sign));
          m_at += sign.size();
          break;
        }
    } else {
      word();
    }
  }

  /// To `end`, counting lines.
  void pass(std::size_t end) {
    m_line += static_cast<int>(std::count(m_text.begin() + static_cast<std::ptrdiff_t>(m_at),
                                          m_text.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    m_at = end;
  }

  void word() {
    const int line = m_line;
    std::string word;
    const auto take_to = [&](std::size_t end) {
      word += m_text.substr(m_at, end - m_at);
      pass(end);
    };
    while (m_at < m_text.size()) {
      const char c = m_text[m_at];
      if (at("\\\n") || at("\\\r\n")) {
        m_at += at("\\\n") ? 2 : 3;
        ++m_line;
      } else if (c == '\\') {
        take_to(std::min(m_at + 2, m_text.size()));
      } else if (c == '"' || c == '\'' || c == '`') {
        take_to(quote_end(m_text, m_at));
      } else if (c == '$' && (at("$(") || at("${"))) {
        take_to(std::min(shell_bracket_end(m_text, m_at + 1) + 1, m_text.size()));
      } else if (c == '(' && opens_array(word)) {
        take_to(std::min(shell_bracket_end(m_text, m_at) + 1, m_text.size()));
      } else if (is_shell_blank(c) || std::string_view("\n;&|()<>").find(c) != std::string_view::npos) {
        break;
      } else {
        word += c;
        ++m_at;
      }
    }
    m_tokens.push_back({ShellToken::Kind::word, std::move(word), line});
  }

  /// "> file", "2>&1": passed over with the file; "<< WORD" begins a document behind the line.
  void redirection() {
    // The number of a channel, written without a blank before the sign.
    if (m_at > 0 && !m_tokens.empty() && m_tokens.back().kind == ShellToken::Kind::word &&
        std::isdigit(static_cast<unsigned char>(m_text[m_at - 1])) != 0 && m_tokens.back().text.size() == 1)
      m_tokens.pop_back();
    const bool document = at("<<") && !at("<<<");
    while (m_at < m_text.size() && std::string_view("<>&|-").find(m_text[m_at]) != std::string_view::npos)
      ++m_at;
    while (m_at < m_text.size() && is_shell_blank(m_text[m_at])) ++m_at;
    if (m_at < m_text.size() && (m_text[m_at] == '(')) {
      pass(std::min(shell_bracket_end(m_text, m_at) + 1, m_text.size()));
      return;
    }
    if (m_at >= m_text.size() || m_text[m_at] == '\n' || m_text[m_at] == ';') return;
    const std::size_t before = m_tokens.size();
    word();
    if (m_tokens.size() == before) return;
    std::string name = m_tokens.back().text;
    m_tokens.pop_back();
    if (!document) return;
    std::erase_if(name, [](char c) { return c == '"' || c == '\'' || c == '\\'; });
    m_documents.push_back(std::move(name));
  }

  void skip_documents() {
    for (const std::string& name : m_documents)
      while (m_at < m_text.size()) {
        const std::size_t end = std::min(m_text.find('\n', m_at), m_text.size());
        std::string_view line = m_text.substr(m_at, end - m_at);
        m_at = std::min(end + 1, m_text.size());
        ++m_line;
        while (!line.empty() && (line.front() == '\t' || line.front() == ' ')) line.remove_prefix(1);
        while (!line.empty() && is_shell_blank(line.back())) line.remove_suffix(1);
        if (line == name) break;
      }
    m_documents.clear();
  }

  std::string_view m_text;
  std::size_t m_at = 0;
  int m_line = 1;
  std::vector<ShellToken> m_tokens;
  std::vector<std::string> m_documents;
};

class ShellParser {
 public:
  explicit ShellParser(std::vector<ShellToken> tokens) : m_tokens(std::move(tokens)) {}

  std::vector<ShellNode> parse() {
    std::vector<ShellNode> all;
    while (token().kind != ShellToken::Kind::end) {
      for (ShellNode& node : list({})) all.push_back(std::move(node));
      if (token().kind != ShellToken::Kind::end) ++m_at;  // a bracket that closes nothing
    }
    return all;
  }

 private:
  using Kind = ShellNode::Kind;
  using Ends = std::initializer_list<std::string_view>;
  static constexpr int kDeepest = 60;

  const ShellToken& token() const { return m_tokens[m_at]; }
  bool take_word(std::string_view word) {
    if (!token().is_word(word)) return false;
    ++m_at;
    return true;
  }
  bool ends_command() const {
    return token().kind == ShellToken::Kind::end ||
           (token().kind == ShellToken::Kind::sign && token().text != "(");
  }
  void skip_lines() {
    while (token().is_sign("\n") || token().is_sign(";")) ++m_at;
  }

  /// Commands up to one of the words `ends`, to ";;", or to a bracket.
  std::vector<ShellNode> list(Ends ends) {
    std::vector<ShellNode> nodes;
    std::string joined;
    while (token().kind != ShellToken::Kind::end) {
      if (token().is_sign("\n") || token().is_sign(";") || token().is_sign("&")) {
        ++m_at;
        continue;
      }
      if (token().is_sign(")") || token().is_sign(";;") || token().is_sign(";&")) break;
      if (token().kind == ShellToken::Kind::word &&
          std::find(ends.begin(), ends.end(), token().text) != ends.end())
        break;
      const std::size_t before = m_at;
      ShellNode node = piece();
      node.joined = std::exchange(joined, std::string());
      while (token().is_sign("|")) {
        node.piped = true;
        ++m_at;
        skip_lines();
        if (!ends_command()) piece();
      }
      if (token().is_sign("&&") || token().is_sign("||")) {
        joined = token().text;
        ++m_at;
        while (token().is_sign("\n")) ++m_at;
      }
      nodes.push_back(std::move(node));
      if (m_at == before) ++m_at;
    }
    return nodes;
  }

  ShellNode piece() {
    ShellNode node;
    node.line = token().line;
    while (take_word("!")) node.negated = !node.negated;
    if (m_depth > kDeepest) {
      node.kind = Kind::skipped;
      ++m_at;
      return node;
    }
    ++m_depth;
    read(node);
    --m_depth;
    return node;
  }

  void read(ShellNode& node) {
    if (token().kind == ShellToken::Kind::arithmetic) {
      node.kind = Kind::arithmetic;
      node.text = token().text;
      ++m_at;
    } else if (token().is_sign("(")) {
      ++m_at;
      node.kind = Kind::group;
      node.body = list({});
      if (token().is_sign(")")) ++m_at;
    } else if (take_word("{")) {
      node.kind = Kind::group;
      node.body = list({"}"});
      take_word("}");
    } else if (take_word("[[")) {
      node.kind = Kind::test;
      while (token().kind != ShellToken::Kind::end && !token().is_word("]]") && !token().is_sign("\n")) {
        node.words.push_back(token().text);
        ++m_at;
      }
      take_word("]]");
    } else if (take_word("if")) {
      read_if(node);
    } else if (take_word("for")) {
      read_for(node);
    } else if (take_word("case")) {
      read_case(node);
    } else if (token().is_word("while") || token().is_word("until") || token().is_word("select")) {
      node.kind = Kind::skipped;
      node.text = token().text;
      ++m_at;
      list({"do"});
      take_word("do");
      list({"done"});
      take_word("done");
    } else {
      read_command(node);
    }
  }

  void read_if(ShellNode& node) {
    node.kind = Kind::branches;
    do {
      ShellBranch branch;
      branch.condition = list({"then", "fi"});
      take_word("then");
      branch.body = list({"elif", "else", "fi"});
      node.branches.push_back(std::move(branch));
    } while (take_word("elif"));
    if (take_word("else")) {
      ShellBranch branch;
      branch.otherwise = true;
      branch.body = list({"fi"});
      node.branches.push_back(std::move(branch));
    }
    take_word("fi");
  }

  void read_for(ShellNode& node) {
    if (token().kind == ShellToken::Kind::arithmetic) {
      node.kind = Kind::counted;
      node.text = token().text;
      ++m_at;
    } else {
      node.kind = Kind::each;
      if (token().kind == ShellToken::Kind::word) {
        node.text = token().text;
        ++m_at;
      }
      skip_lines();
      if (take_word("in"))
        while (!ends_command()) {
          node.words.push_back(token().text);
          ++m_at;
        }
    }
    skip_lines();
    take_word("do");
    node.body = list({"done"});
    take_word("done");
  }

  void read_case(ShellNode& node) {
    node.kind = Kind::choice;
    if (token().kind == ShellToken::Kind::word) {
      node.text = token().text;
      ++m_at;
    }
    skip_lines();
    take_word("in");
    while (true) {
      skip_lines();
      if (take_word("esac") || token().kind == ShellToken::Kind::end) return;
      ShellBranch branch;
      if (token().is_sign("(")) ++m_at;
      while (token().kind == ShellToken::Kind::word || token().is_sign("|")) {
        if (token().kind == ShellToken::Kind::word) branch.patterns.push_back(token().text);
        ++m_at;
      }
      if (!token().is_sign(")")) return;
      ++m_at;
      branch.body = list({"esac"});
      if (token().is_sign(";;") || token().is_sign(";&")) ++m_at;
      node.branches.push_back(std::move(branch));
    }
  }

  void read_command(ShellNode& node) {
    const bool function = take_word("function");
    while (!ends_command() && !token().is_sign("(")) {
      if (token().kind == ShellToken::Kind::word) node.words.push_back(token().text);
      ++m_at;
      if (function) break;
    }
    if (!function && !token().is_sign("(")) return;
    // NAME () { … }: what stands in it is not followed.
    if (token().is_sign("(")) ++m_at;
    if (token().is_sign(")")) ++m_at;
    skip_lines();
    node.kind = Kind::skipped;
    node.text = "function";
    if (!ends_command()) piece();
  }

  std::vector<ShellToken> m_tokens;
  std::size_t m_at = 0;
  int m_depth = 0;
};

}  // namespace

std::size_t shell_bracket_end(std::string_view text, std::size_t at) { return bracket_end(text, at, 0); }
std::size_t shell_quote_end(std::string_view text, std::size_t at) { return quote_end(text, at); }

std::vector<ShellNode> parse_shell(std::string_view text) {
  return ShellParser(ShellLexer(text).tokens()).parse();
}

std::vector<std::string> shell_elements(std::string_view inside) {
  std::vector<std::string> elements;
  for (ShellToken& token : ShellLexer(inside).tokens())
    if (token.kind == ShellToken::Kind::word) elements.push_back(std::move(token.text));
  return elements;
}

}  // namespace astrolabe::model
