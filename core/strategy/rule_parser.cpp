// The rule language: text to compiled rules (grammar: parse_rules in rules.h).
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/strategy/rule_lexer.h"
#include "core/strategy/rules.h"

namespace astrolabe::strategy {

namespace {

using Operation = RuleStep::Kind;

using rule_language::expected;
using rule_language::mistake;
using rule_language::Mistake;
using rule_language::place_of;
using rule_language::Token;

/// What a part of an expression is, while it is compiled.
struct Piece {
  enum class Kind { number, boolean, name, text, none, word, string };
  Kind kind = Kind::number;
  const RuleVariable* variable = nullptr;  ///< of a name or text
  Token at;                                ///< where it begins; the word or string itself
  std::optional<RuleValue> literal;        ///< a number written out
};

class Parser {
 public:
  explicit Parser(std::string_view text, const std::vector<RuleVariable>* more = nullptr)
      : m_text(text), m_tokens(rule_language::tokens_of(text)), m_more(more) {}

  std::vector<Rule> rules() {
    std::vector<Rule> result;
    std::set<std::string> names;
    while (here().kind != Token::Kind::end) {
      const Token name = here();
      result.push_back(rule());
      if (!names.insert(result.back().name).second)
        mistake(code::bad_rule, name, {Wanted::Kind::text, {"a name that no other rule has"}});
    }
    return result;
  }

  Rule expression() {
    const Piece whole = either();
    if (here().kind != Token::Kind::end) expected(here(), "an operator or the end of the expression");
    if (whole.kind == Piece::Kind::word) unknown_word(whole);
    if (whole.kind == Piece::Kind::text || whole.kind == Piece::Kind::string)
      expected(whole.at, "a number, a switch or a name");
    m_rule.text = m_text;
    m_rule.type = whole.kind == Piece::Kind::boolean ? RuleType::boolean
                  : whole.kind == Piece::Kind::name  ? RuleType::name
                                                     : RuleType::number;
    if (whole.kind == Piece::Kind::name) m_rule.names = whole.variable;
    return std::move(m_rule);
  }

 private:
  const Token& here() const { return m_tokens[m_at]; }
  Token take() { return m_tokens[m_at++]; }
  bool is_symbol(std::string_view symbol) const {
    return here().kind == Token::Kind::symbol && here().text == symbol;
  }
  bool is_word(std::string_view word) const {
    return here().kind == Token::Kind::word && here().text == word;
  }
  void need_symbol(std::string_view symbol) {
    if (!is_symbol(symbol)) expected(here(), fmt::format("\"{}\"", symbol));
    ++m_at;
  }
  void need_word(std::string_view word) {
    if (!is_word(word)) expected(here(), fmt::format("\"{}\"", word));
    ++m_at;
  }
  std::string strings() {
    if (here().kind != Token::Kind::string) expected(here(), "a text in quotation marks");
    std::string text;
    while (here().kind == Token::Kind::string) text += take().text;
    return text;
  }

  Rule rule() {
    m_rule = Rule();
    if (here().kind != Token::Kind::word) expected(here(), "the name of a rule");
    const Token name = take();
    m_rule.name = name.text;
    m_rule.where = place_of(name);
    need_symbol(":");
    if (is_word("off")) {
      ++m_at;
      m_rule.off = true;
      return finished(name);
    }
    need_word("reject");
    need_word("if");
    const Piece condition = either();
    need_boolean(condition);
    if (is_word("because")) {
      ++m_at;
      m_rule.because = strings();
    }
    if (is_word("mirrors")) {
      ++m_at;
      m_rule.mirrors = strings();
    }
    if (is_word("fixed")) {
      ++m_at;
      m_rule.fixed = strings();
    }
    return finished(name);
  }

  Rule finished(const Token& name) {
    const bool next_rule = here().kind == Token::Kind::word && m_at + 1 < m_tokens.size() &&
                           m_tokens[m_at + 1].kind == Token::Kind::symbol && m_tokens[m_at + 1].text == ":";
    if (here().kind != Token::Kind::end && !next_rule)
      expected(here(), m_rule.off ? "the next rule"
                                  : "an operator, \"because\", \"mirrors\", \"fixed\" or the next rule");
    m_rule.text = m_text.substr(name.begin, m_tokens[m_at - 1].finish - name.begin);
    return std::move(m_rule);
  }

  int emit(Operation kind, RuleValue value = 0, const RuleVariable* variable = nullptr) {
    m_rule.program.push_back({kind, value, variable});
    return static_cast<int>(m_rule.program.size()) - 1;
  }

  void need_boolean(const Piece& piece) const {
    if (piece.kind != Piece::Kind::boolean) {
      if (piece.kind == Piece::Kind::word) unknown_word(piece);
      expected(piece.at, "a comparison or a switch");
    }
  }
  void need_number(const Piece& piece) const {
    if (piece.kind == Piece::Kind::number || piece.kind == Piece::Kind::none) return;
    if (piece.kind == Piece::Kind::word) unknown_word(piece);
    expected(piece.at, "a number");
  }
  /// A bare word that names nothing here; perhaps a variable without its $.
  [[noreturn]] static void unknown_word(const Piece& piece) {
    if (find_rule_variable(piece.at.text) != nullptr)
      mistake(code::bad_rule, piece.at, {Wanted::Kind::one_of, {fmt::format("${}", piece.at.text)}});
    expected(piece.at, "a number, a variable ($...) or \"(\"");
  }

  Piece either() {
    Piece left = both();
    while (is_symbol("||")) left = joined(left, Operation::or_else, &Parser::both);
    return left;
  }
  Piece both() {
    Piece left = inverted();
    while (is_symbol("&&")) left = joined(left, Operation::and_then, &Parser::inverted);
    return left;
  }
  Piece joined(const Piece& left, Operation kind, Piece (Parser::*operand)()) {
    need_boolean(left);
    ++m_at;
    const int jump = emit(kind);
    const Piece right = (this->*operand)();
    need_boolean(right);
    m_rule.program[static_cast<std::size_t>(jump)].value = static_cast<RuleValue>(m_rule.program.size());
    return {Piece::Kind::boolean, nullptr, left.at, {}};
  }
  Piece inverted() {
    if (!is_symbol("!")) return comparison();
    const Token at = take();
    bool twice = false;
    while (is_symbol("!")) {
      take();
      twice = !twice;
    }
    need_boolean(comparison());
    if (!twice) emit(Operation::negate);
    return {Piece::Kind::boolean, nullptr, at, {}};
  }

  std::optional<Operation> comparison_sign() const {
    static const std::vector<std::pair<std::string_view, Operation>> kSigns{
        {"==", Operation::equal},   {"!=", Operation::unequal}, {"<", Operation::less},
        {"<=", Operation::at_most}, {">", Operation::greater},  {">=", Operation::at_least}};
    if (here().kind != Token::Kind::symbol) return std::nullopt;
    for (const auto& [sign, kind] : kSigns)
      if (here().text == sign) return kind;
    return std::nullopt;
  }
  Piece comparison() {
    Piece left = sum();
    const std::optional<Operation> sign = comparison_sign();
    if (!sign) return left;
    const Token at = take();
    const Piece right = sum();
    compare(left, right, *sign, at);
    if (comparison_sign()) expected(here(), "one comparison at a time, joined by \"&&\"");
    return {Piece::Kind::boolean, nullptr, left.at, {}};
  }
  void compare(const Piece& left, const Piece& right, Operation sign, const Token& at) {
    const bool same = sign == Operation::equal || sign == Operation::unequal;
    const auto named = [](const Piece& p) {
      return p.kind == Piece::Kind::name || p.kind == Piece::Kind::text;
    };
    if (named(left) || named(right)) {
      if (!same) expected(at, "\"==\" or \"!=\" between names");
      compare_names(named(left) ? left : right, named(left) ? right : left, sign);
      return;
    }
    if (left.kind == Piece::Kind::boolean || right.kind == Piece::Kind::boolean) {
      if (left.kind != Piece::Kind::none) need_boolean(left);
      if (right.kind != Piece::Kind::none) need_boolean(right);
      if (!same) expected(at, "\"==\" or \"!=\" between switches");
    } else {
      need_number(left);
      need_number(right);
    }
    emit(sign);
  }
  /// `name` is a variable; the other side a word, a string or the same kind of variable.
  void compare_names(const Piece& name, const Piece& other, Operation sign) {
    if (name.kind == Piece::Kind::text) {
      if (other.kind != Piece::Kind::string && other.kind != Piece::Kind::word)
        expected(other.at, "a text in quotation marks");
      m_rule.program.pop_back();  // of the two sides only the variable emits a step
      m_rule.texts.push_back(other.at.text);
      emit(Operation::same_text, static_cast<RuleValue>(m_rule.texts.size()) - 1, name.variable);
      if (sign == Operation::unequal) emit(Operation::negate);
      return;
    }
    if (other.kind == Piece::Kind::none ||
        (other.kind == Piece::Kind::name && other.variable->names == name.variable->names)) {
      emit(sign);
      return;
    }
    const std::vector<std::string>& names = *name.variable->names;
    if (other.kind != Piece::Kind::word && other.kind != Piece::Kind::string)
      mistake(code::bad_rule, other.at, {Wanted::Kind::one_of, names});
    const auto found = std::find(names.begin(), names.end(), other.at.text);
    if (found == names.end()) {
      mistake(code::bad_rule, other.at, {Wanted::Kind::one_of, names});
    }
    emit(Operation::constant, found - names.begin());
    emit(sign);
  }

  Piece sum() {
    Piece left = term();
    while (is_symbol("+") || is_symbol("-")) {
      const Operation kind = take().text == "+" ? Operation::add : Operation::subtract;
      left = combined(left, term(), kind);
    }
    return left;
  }
  Piece term() {
    Piece left = atom();
    while (is_symbol("*") || is_symbol("/") || is_symbol("%")) {
      const std::string sign = take().text;
      const Piece right = atom();
      if (sign != "*" && right.literal == 0)
        mistake(code::division_by_zero, right.at, {Wanted::Kind::text, {"a divisor that is not 0"}});
      left = combined(left, right,
                      sign == "*"   ? Operation::multiply
                      : sign == "/" ? Operation::divide
                                    : Operation::remainder);
    }
    return left;
  }
  Piece combined(const Piece& left, const Piece& right, Operation kind) {
    need_number(left);
    need_number(right);
    emit(kind);
    return {Piece::Kind::number, nullptr, left.at, {}};
  }

  Piece atom() {
    const Token token = here();
    switch (token.kind) {
      case Token::Kind::number: {
        ++m_at;
        const RuleValue value = *parse_whole(token.text);
        emit(Operation::constant, value);
        return {Piece::Kind::number, nullptr, token, value};
      }
      case Token::Kind::variable:
        ++m_at;
        return variable(token);
      case Token::Kind::string:
        ++m_at;
        return {Piece::Kind::string, nullptr, token, {}};
      case Token::Kind::word:
        return word(token);
      case Token::Kind::symbol:
        if (token.text == "(") {
          if (++m_depth > kDeepest) expected(token, "fewer brackets inside each other");
          ++m_at;
          Piece inner = either();
          need_symbol(")");
          --m_depth;
          return inner;
        }
        break;
      case Token::Kind::end:
        break;
    }
    expected(token, "a number, a variable ($...) or \"(\"");
  }
  Piece word(const Token& token) {
    if (token.text == "because" || token.text == "mirrors" || token.text == "fixed" ||
        token.text == "reject" || token.text == "if")
      expected(token, "a number, a variable ($...) or \"(\"");
    ++m_at;
    if (token.text == "None") {
      emit(Operation::constant, kNone);
      return {Piece::Kind::none, nullptr, token, {}};
    }
    if (token.text == "true" || token.text == "false") {
      emit(Operation::constant, token.text == "true" ? 1 : 0);
      return {Piece::Kind::boolean, nullptr, token, {}};
    }
    return {Piece::Kind::word, nullptr, token, {}};
  }
  Piece variable(const Token& token) {
    const RuleVariable* found = find_rule_variable(token.text);
    for (std::size_t i = 0; m_more != nullptr && found == nullptr && i < m_more->size(); ++i)
      if ((*m_more)[i].name == token.text) found = &(*m_more)[i];
    if (found == nullptr) {
      std::vector<std::string> names;
      for (const RuleVariable& known : rule_variables()) names.emplace_back(known.name);
      std::vector<std::string> near = near_matches(token.text, names);
      for (std::string& name : near) name = fmt::format("${}", name);
      mistake(code::unknown_variable, token,
              near.empty() ? Wanted{Wanted::Kind::text, {"a variable of the strategy, the model or the job"}}
                           : Wanted{Wanted::Kind::one_of, std::move(near)});
    }
    m_rule.reads |= found->reads;
    m_rule.of_stages = m_rule.of_stages || found->of_stage;
    emit(Operation::variable, 0, found);
    switch (found->type) {
      case RuleType::number:
        return {Piece::Kind::number, found, token, {}};
      case RuleType::boolean:
        return {Piece::Kind::boolean, found, token, {}};
      case RuleType::name:
        return {Piece::Kind::name, found, token, {}};
      case RuleType::text:
        break;
    }
    return {Piece::Kind::text, found, token, {}};
  }

  static constexpr int kDeepest = 15;  // so that every stack stays below RuleStep::kStack
  std::string_view m_text;
  std::vector<Token> m_tokens;
  const std::vector<RuleVariable>* m_more;  ///< variables beside those of rules; null for none
  std::size_t m_at = 0;
  int m_depth = 0;
  Rule m_rule;
};

}  // namespace

std::string with_pool_renamed(std::string_view rules, std::string_view from, std::string_view to) {
  using rule_language::Token;
  if (to.find_first_of("\"\n") != std::string_view::npos) return std::string(rules);
  std::vector<Token> tokens;
  try {
    tokens = rule_language::tokens_of(rules);
  } catch (const rule_language::Mistake&) {
    return std::string(rules);
  }
  const auto is_pool = [](const Token& token) {
    return token.kind == Token::Kind::variable && token.text == "pool";
  };
  const auto is_from = [&](const Token& token) {
    return (token.kind == Token::Kind::string || token.kind == Token::Kind::word) && token.text == from;
  };
  std::string renamed;
  std::size_t done = 0;
  for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
    const Token &left = tokens[i - 1], &right = tokens[i + 1];
    if (tokens[i].kind != Token::Kind::symbol || (tokens[i].text != "==" && tokens[i].text != "!=")) continue;
    if (!(is_pool(left) && is_from(right)) && !(is_from(left) && is_pool(right))) continue;
    const Token& id = is_pool(left) ? right : left;
    renamed += rules.substr(done, id.begin - done);
    renamed += fmt::format("\"{}\"", to);
    done = id.finish;
  }
  return renamed.append(rules.substr(done));
}

Result<std::vector<Rule>> parse_rules(std::string_view text) {
  try {
    return Parser(text).rules();
  } catch (Mistake& found) {
    return tl::unexpected<Error>(std::move(found.error));
  }
}

Result<Rule> parse_expression(std::string_view text, const std::vector<RuleVariable>& more) {
  try {
    return Parser(text, &more).expression();
  } catch (Mistake& found) {
    return tl::unexpected<Error>(std::move(found.error));
  }
}

}  // namespace astrolabe::strategy
