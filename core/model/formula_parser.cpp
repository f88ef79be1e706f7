// From the text of a formula to its nodes.

#include <fmt/format.h>

#include <charconv>

#include "core/base/error_codes.h"
#include "core/model/formula.h"

namespace astrolabe::model {

namespace {

constexpr int kDeepest = 64;  ///< nesting of brackets; the family files need a handful

tl::unexpected<Error> bad_formula(std::string_view text, std::string_view what) {
  return tl::unexpected<Error>(Error{std::string(code::unknown_family),
                                     {},
                                     "formula",
                                     std::string(text),
                                     {Wanted::Kind::text, {std::string(what)}}});
}

}  // namespace

/// Recursive descent over Python's expression grammar, as far as the family files use it.
class FormulaParser {
 public:
  explicit FormulaParser(std::string_view text) : m_text(text) {}

  Result<Formula> parse() {
    m_formula.m_root = conditional();
    skip();
    if (m_failed || m_at != m_text.size())
      return bad_formula(m_text, fmt::format("an expression up to character {}", m_at + 1));
    return std::move(m_formula);
  }

 private:
  using Kind = Formula::Node::Kind;

  void skip() {
    while (m_at < m_text.size() && m_text[m_at] == ' ') ++m_at;
  }
  bool take(std::string_view token) {
    skip();
    if (!m_text.substr(m_at).starts_with(token)) return false;
    const std::size_t end = m_at + token.size();
    if (is_word_character(token.back()) && end < m_text.size() && is_word_character(m_text[end]))
      return false;
    m_at = end;
    return true;
  }
  /// An operator that is not the beginning of a longer one.
  bool take_only(std::string_view token, std::string_view longer) {
    skip();
    return !m_text.substr(m_at).starts_with(longer) && take(token);
  }
  int add(Kind kind, std::string text, std::vector<int> children) {
    Formula::Node node;
    node.kind = kind;
    node.text = std::move(text);
    node.children = std::move(children);
    m_formula.m_nodes.push_back(std::move(node));
    return static_cast<int>(m_formula.m_nodes.size()) - 1;
  }
  int constant(Value value) {
    const int index = add(Kind::constant, {}, {});
    m_formula.m_nodes.back().constant = std::move(value);
    return index;
  }
  int failed() {
    m_failed = true;
    return constant({});
  }
  void expect(std::string_view token) {
    if (!take(token)) m_failed = true;
  }

  int conditional() {
    if (++m_depth > kDeepest || m_failed) return failed();
    int result = disjunction();
    if (take("if")) {
      const int condition = disjunction();
      expect("else");
      const int otherwise = conditional();
      result = add(Kind::conditional, {}, {condition, result, otherwise});
    }
    --m_depth;
    return result;
  }
  int disjunction() {
    int left = conjunction();
    while (take("or")) left = add(Kind::logic, "or", {left, conjunction()});
    return left;
  }
  int conjunction() {
    int left = negation();
    while (take("and")) left = add(Kind::logic, "and", {left, negation()});
    return left;
  }
  int negation() {
    if (take("not")) return add(Kind::unary, "not", {negation()});
    return comparison();
  }
  int comparison() {
    const int left = sum();
    if (take("not in")) return add(Kind::compare, "not in", {left, sum()});
    for (const char* token : {"==", "!=", "<=", ">=", "<", ">", "in"})
      if (take(token)) return add(Kind::compare, token, {left, sum()});
    return left;
  }
  int sum() {
    int left = product();
    for (;;) {
      if (take("+"))
        left = add(Kind::binary, "+", {left, product()});
      else if (take("-"))
        left = add(Kind::binary, "-", {left, product()});
      else
        return left;
    }
  }
  int product() {
    int left = signed_operand();
    for (;;) {
      if (take("//"))
        left = add(Kind::binary, "//", {left, signed_operand()});
      else if (take_only("*", "**"))
        left = add(Kind::binary, "*", {left, signed_operand()});
      else if (take("/"))
        left = add(Kind::binary, "/", {left, signed_operand()});
      else if (take("%"))
        left = add(Kind::binary, "%", {left, signed_operand()});
      else
        return left;
    }
  }
  int signed_operand() {
    if (take("-")) return add(Kind::unary, "-", {signed_operand()});
    const int base = postfix();
    if (take("**")) return add(Kind::binary, "**", {base, signed_operand()});
    return base;
  }
  int postfix() {
    int result = atom();
    while (take("[")) {
      skip();
      if (take(":")) {
        const int end = conditional();
        result = add(Kind::slice, {}, {result, constant(0), end});
      } else {
        const int first = conditional();
        if (take(":")) {
          skip();
          const bool open = m_at < m_text.size() && m_text[m_at] == ']';
          result = add(Kind::slice, {}, {result, first, open ? constant({}) : conditional()});
        } else {
          result = add(Kind::index, {}, {result, first});
        }
      }
      expect("]");
    }
    return result;
  }
  int atom() {
    skip();
    if (m_at >= m_text.size()) return failed();
    const char c = m_text[m_at];
    if (take("(")) {
      const int inner = conditional();
      expect(")");
      return inner;
    }
    if (take("[")) {
      std::vector<int> items;
      while (!m_failed && !take("]")) {
        items.push_back(conditional());
        if (!take(",")) {
          expect("]");
          break;
        }
      }
      return add(Kind::list, {}, std::move(items));
    }
    if (c == '\'') return quoted();
    if (c >= '0' && c <= '9') return number();
    if (is_word_character(c)) return word();
    return failed();
  }
  int quoted() {
    const std::size_t end = m_text.find('\'', m_at + 1);
    if (end == std::string_view::npos) return failed();
    const std::string text(m_text.substr(m_at + 1, end - m_at - 1));
    m_at = end + 1;
    return constant(text);
  }
  int number() {
    std::size_t end = m_at;
    while (end < m_text.size() && ((m_text[end] >= '0' && m_text[end] <= '9') || m_text[end] == '.')) ++end;
    const std::string_view digits = m_text.substr(m_at, end - m_at);
    m_at = end;
    std::int64_t whole = 0;
    if (const auto [stop, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), whole);
        fault == std::errc{} && stop == digits.data() + digits.size())
      return constant(whole);
    double real = 0.0;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), real).ec != std::errc{})
      return failed();
    return constant(Value(real));
  }
  int word() {
    const std::size_t begin = m_at;
    while (m_at < m_text.size() && is_word_character(m_text[m_at])) ++m_at;
    const std::string name(m_text.substr(begin, m_at - begin));
    if (name == "True") return constant(1);
    if (name == "False") return constant(0);
    if (name == "None") return constant({});
    if (!take("(")) return add(Kind::name, name, {});
    std::vector<int> positional;
    std::vector<std::pair<std::string, int>> named;
    while (!m_failed && !take(")")) {
      if (const std::string key = keyword(); !key.empty())
        named.emplace_back(key, conditional());
      else
        positional.push_back(conditional());
      if (!take(",")) {
        expect(")");
        break;
      }
    }
    const int call = add(Kind::call, name, std::move(positional));
    m_formula.m_nodes.back().named = std::move(named);
    return call;
  }
  /// "name=" of a keyword argument; empty when there is none.
  std::string keyword() {
    skip();
    std::size_t end = m_at;
    while (end < m_text.size() && is_word_character(m_text[end])) ++end;
    if (end == m_at || end + 1 >= m_text.size() || m_text[end] != '=' || m_text[end + 1] == '=') return {};
    std::string name(m_text.substr(m_at, end - m_at));
    m_at = end + 1;
    return name;
  }

  std::string_view m_text;
  std::size_t m_at = 0;
  int m_depth = 0;
  bool m_failed = false;
  Formula m_formula;
};

bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

Result<Formula> Formula::parse(std::string_view text) { return FormulaParser(text).parse(); }

}  // namespace astrolabe::model
