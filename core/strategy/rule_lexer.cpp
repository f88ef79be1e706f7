#include "core/strategy/rule_lexer.h"

#include <fmt/format.h>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/strategy/schedules.h"

namespace astrolabe::strategy::rule_language {

std::string place_of(const Token& token) {
  return fmt::format("line {}, column {}", token.line, token.column);
}

void mistake(std::string_view code, const Token& at, Wanted wanted) {
  std::string found = at.text;
  if (at.kind == Token::Kind::end) found = "end of the text";
  if (at.kind == Token::Kind::variable) found = fmt::format("${}", at.text);
  throw Mistake{Error{std::string(code), {}, place_of(at), std::move(found), std::move(wanted)}};
}

void expected(const Token& at, std::string what) {
  mistake(code::bad_rule, at, {Wanted::Kind::text, {std::move(what)}});
}

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Lexer {
 public:
  explicit Lexer(std::string_view text) : m_text(text) {}

  std::vector<Token> all() {
    std::vector<Token> tokens;
    do tokens.push_back(next());
    while (tokens.back().kind != Token::Kind::end);
    if (tokens.size() > 1) {  // what is missing at the end is missing right behind the last word
      const Token& last = tokens[tokens.size() - 2];
      tokens.back().line = last.line;
      tokens.back().column = last.column + static_cast<int>(last.finish - last.begin);
    }
    return tokens;
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0';
  }
  void advance() {
    if (m_text[m_at] == '\n') {
      ++m_line;
      m_line_begin = m_at + 1;
    }
    ++m_at;
  }
  void skip_blank() {
    while (m_at < m_text.size()) {
      if (peek() == '#') {
        while (m_at < m_text.size() && peek() != '\n') advance();
      } else if (peek() == ' ' || peek() == '\t' || peek() == '\r' || peek() == '\n') {
        advance();
      } else {
        return;
      }
    }
  }

  Token next() {
    skip_blank();
    Token token;
    token.line = m_line;
    token.column = static_cast<int>(m_at - m_line_begin) + 1;
    token.begin = m_at;
    if (m_at >= m_text.size()) {
      token.finish = m_at;
      return token;
    }
    const char c = peek();
    if (c == '"') {
      read_string(token);
    } else if (c == '$') {
      advance();
      token.kind = Token::Kind::variable;
      while (is_letter(peek()) || is_digit(peek())) take(token);
      if (token.text.empty()) expected(token, "the name of a variable behind $");
    } else if (is_letter(c) || starts_name()) {
      token.kind = Token::Kind::word;
      read_word(token);
    } else if (is_digit(c)) {
      token.kind = Token::Kind::number;
      while (is_digit(peek()) || is_letter(peek()) || peek() == '.') take(token);
      if (!parse_whole(token.text)) expected(token, "a whole number");
    } else {
      read_symbol(token);
    }
    token.finish = m_at;
    return token;
  }

  void take(Token& token) {
    token.text += peek();
    advance();
  }
  /// "1f1b" is a name although it begins with a digit.
  bool starts_name() const {
    return m_text.substr(m_at, 4) == "1f1b" && !is_letter(peek(4)) && !is_digit(peek(4));
  }
  void read_word(Token& token) {
    while (is_letter(peek()) || is_digit(peek())) take(token);
    // Names of schedules are one word: zb-h1.
    if (peek() != '-') return;
    for (const std::string& name : schedule_names())
      if (name.starts_with(token.text + '-')) {
        take(token);
        while (is_letter(peek()) || is_digit(peek())) take(token);
        return;
      }
  }
  void read_string(Token& token) {
    token.kind = Token::Kind::string;
    advance();
    while (peek() != '"') {
      if (m_at >= m_text.size() || peek() == '\n') {
        token.text = fmt::format("\"{}", token.text);
        expected(token, "a closing quotation mark on the same line");
      }
      take(token);
    }
    advance();
  }
  void read_symbol(Token& token) {
    token.kind = Token::Kind::symbol;
    static constexpr std::string_view kDouble[] = {"==", "!=", "<=", ">=", "&&", "||"};
    for (const std::string_view symbol : kDouble)
      if (m_text.substr(m_at, 2) == symbol) {
        token.text = symbol;
        m_at += 2;
        return;
      }
    const char c = peek();
    token.text.assign(1, c);
    for (std::size_t i = 1; (peek(i) & 0xC0) == 0x80; ++i) token.text += peek(i);  // the rest in UTF-8
    if (c == '=') expected(token, "\"==\" for a comparison");
    if (c == '&') expected(token, "\"&&\"");
    if (c == '|') expected(token, "\"||\"");
    if (std::string_view("!<>+-*/%():").find(c) == std::string_view::npos)
      expected(token, "a number, a name, a variable ($...), an operator or a bracket");
    advance();
  }

  std::string_view m_text;
  std::size_t m_at = 0, m_line_begin = 0;
  int m_line = 1;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view text) { return Lexer(text).all(); }

}  // namespace astrolabe::strategy::rule_language
