#include "core/model/shell_values.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "core/model/shell_script.h"

namespace astrolabe::model {

namespace {

constexpr char kUnknownBegin = '\x01', kUnknownEnd = '\x02';

bool is_name_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

using ShellNumber = std::optional<std::int64_t>;

/// Precedence climbing over the operators of the shell.
class ShellArithmetic {
 public:
  ShellArithmetic(std::string_view text, const ShellNumbers& numbers) : m_text(text), m_numbers(numbers) {}

  ShellNumber whole() {
    ShellNumber value = assignment();
    while (take(",")) value = assignment();
    skip();
    if (m_at != m_text.size()) m_bad = true;
    return m_bad ? ShellNumber() : value;
  }

 private:
  struct Operator {
    std::string_view sign;
    int rank;
  };
  /// Longer signs first.
  static constexpr std::array<Operator, 18> kOperators{{{"||", 1},
                                                        {"&&", 2},
                                                        {"==", 6},
                                                        {"!=", 6},
                                                        {"<=", 7},
                                                        {">=", 7},
                                                        {"<<", 8},
                                                        {">>", 8},
                                                        {"**", 11},
                                                        {"<", 7},
                                                        {">", 7},
                                                        {"|", 3},
                                                        {"^", 4},
                                                        {"&", 5},
                                                        {"+", 9},
                                                        {"-", 9},
                                                        {"*", 10},
                                                        {"/", 10}}};
  static constexpr int kDeepest = 60;

  void skip() {
    while (m_at < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[m_at])) != 0) ++m_at;
  }
  bool take(std::string_view sign) {
    skip();
    if (!m_text.substr(m_at).starts_with(sign)) return false;
    m_at += sign.size();
    return true;
  }
  std::string name() {
    skip();
    std::size_t end = m_at;
    while (end < m_text.size() && is_name_letter(m_text[end])) ++end;
    if (end == m_at || std::isdigit(static_cast<unsigned char>(m_text[m_at])) != 0) return {};
    return std::string(m_text.substr(m_at, end - m_at));
  }

  ShellNumber assignment() {
    if (++m_depth > kDeepest) m_bad = true;
    const ShellNumber value = m_bad ? ShellNumber() : assigned();
    --m_depth;
    return value;
  }

  ShellNumber assigned() {
    const std::size_t begin = m_at;
    if (const std::string variable = name(); !variable.empty()) {
      m_at += variable.size();
      for (const std::string_view sign : {"+=", "-=", "*=", "/=", "%=", "="}) {
        if (!take(sign)) continue;
        if (sign == "=" && m_text.substr(m_at).starts_with("=")) break;  // a comparison
        ShellNumber value = assignment();
        if (sign != "=") value = apply(sign.substr(0, 1), m_numbers.read(variable), value);
        m_numbers.write(variable, value);
        return value;
      }
      m_at = begin;
    }
    return conditional();
  }

  ShellNumber conditional() {
    const ShellNumber condition = binary(1);
    if (!take("?")) return condition;
    const ShellNumber yes = assignment();
    if (!take(":")) m_bad = true;
    const ShellNumber no = conditional();
    return !condition ? ShellNumber() : *condition != 0 ? yes : no;
  }

  ShellNumber binary(int least) {
    if (++m_depth > kDeepest) m_bad = true;
    ShellNumber left = m_bad ? ShellNumber() : unary();
    while (!m_bad) {
      skip();
      const Operator* found = nullptr;
      static constexpr Operator kRest{"%", 10};
      for (const Operator& candidate : kOperators)
        if (m_text.substr(m_at).starts_with(candidate.sign)) {
          found = &candidate;
          break;
        }
      if (found == nullptr && m_text.substr(m_at).starts_with("%")) found = &kRest;
      if (found == nullptr || found->rank < least) break;
      m_at += found->sign.size();
      const ShellNumber right = binary(found->sign == "**" ? found->rank : found->rank + 1);
      left = apply(found->sign, left, right);
    }
    --m_depth;
    return left;
  }

  ShellNumber unary() {
    if (m_bad || m_depth >= kDeepest) {
      m_bad = true;
      return {};
    }
    ++m_depth;
    ShellNumber value = signed_value();
    --m_depth;
    return value;
  }

  ShellNumber signed_value() {
    for (const std::string_view sign : {"++", "--"})
      if (take(sign)) {
        const std::string variable = name();
        m_at += variable.size();
        return step(variable, sign == "++" ? 1 : -1, true);
      }
    if (take("!")) {
      const ShellNumber value = unary();
      return value ? ShellNumber(*value == 0 ? 1 : 0) : value;
    }
    if (take("-")) return apply("-", 0, unary());
    if (take("+")) return unary();
    if (take("(")) {
      const ShellNumber value = assignment();
      if (!take(")")) m_bad = true;
      return value;
    }
    if (const std::string variable = name(); !variable.empty()) {
      m_at += variable.size();
      if (take("++")) return step(variable, 1, false);
      if (take("--")) return step(variable, -1, false);
      return m_numbers.read(variable);
    }
    skip();
    if (m_at < m_text.size() && m_text[m_at] == kUnknownBegin) {
      m_at = std::min(m_text.find(kUnknownEnd, m_at), m_text.size() - 1) + 1;
      return {};
    }
    return number();
  }

  ShellNumber step(const std::string& variable, std::int64_t by, bool before) {
    if (variable.empty()) m_bad = true;
    if (m_bad) return {};
    const ShellNumber old = m_numbers.read(variable);
    const ShellNumber now = apply("+", old, by);
    m_numbers.write(variable, now);
    return before ? now : old;
  }

  ShellNumber number() {
    std::int64_t value = 0;
    const std::size_t begin = m_at;
    for (; m_at < m_text.size() && std::isdigit(static_cast<unsigned char>(m_text[m_at])) != 0; ++m_at)
      if (__builtin_mul_overflow(value, std::int64_t{10}, &value) ||
          __builtin_add_overflow(value, std::int64_t{m_text[m_at] - '0'}, &value))
        m_bad = true;
    // "3.5", "0x10", "16k": no whole number of the shell's arithmetic as scripts use it.
    if (m_at == begin || (m_at < m_text.size() && (is_name_letter(m_text[m_at]) || m_text[m_at] == '.')))
      m_bad = true;
    return m_bad ? ShellNumber() : ShellNumber(value);
  }

  static ShellNumber apply(std::string_view sign, ShellNumber a, ShellNumber b) {
    if (!a || !b) return {};
    std::int64_t result = 0;
    const auto truth = [](bool value) { return ShellNumber(value ? 1 : 0); };
    if (sign == "+") return __builtin_add_overflow(*a, *b, &result) ? ShellNumber() : ShellNumber(result);
    if (sign == "-") return __builtin_sub_overflow(*a, *b, &result) ? ShellNumber() : ShellNumber(result);
    if (sign == "*") return __builtin_mul_overflow(*a, *b, &result) ? ShellNumber() : ShellNumber(result);
    if (sign == "/" || sign == "%") {
      if (*b == 0 || *b == -1)
        return *b == 0 ? ShellNumber() : sign == "%" ? ShellNumber(0) : apply("-", 0, a);
      return sign == "/" ? *a / *b : *a % *b;
    }
    if (sign == "**") {
      if (*b < 0 || *b > 62) return {};
      ShellNumber power = 1;
      for (std::int64_t i = 0; i < *b && power; ++i) power = apply("*", power, a);
      return power;
    }
    if (sign == "==") return truth(*a == *b);
    if (sign == "!=") return truth(*a != *b);
    if (sign == "<") return truth(*a < *b);
    if (sign == ">") return truth(*a > *b);
    if (sign == "<=") return truth(*a <= *b);
    if (sign == ">=") return truth(*a >= *b);
    if (sign == "&&") return truth(*a != 0 && *b != 0);
    if (sign == "||") return truth(*a != 0 || *b != 0);
    if (sign == "&") return *a & *b;
    if (sign == "|") return *a | *b;
    if (sign == "^") return *a ^ *b;
    if (*a < 0 || *b < 0 || *b > 62) return {};
    if (sign == ">>") return *a >> *b;
    return *a > (INT64_MAX >> *b) ? ShellNumber() : ShellNumber(*a << *b);
  }

  std::string_view m_text;
  const ShellNumbers& m_numbers;
  std::size_t m_at = 0;
  int m_depth = 0;
  bool m_bad = false;
};

}  // namespace

std::string unknown_mark(std::string_view name) { return kUnknownBegin + std::string(name) + kUnknownEnd; }

bool has_unknown(std::string_view text) { return text.find(kUnknownBegin) != std::string_view::npos; }

bool is_all_unknown(std::string_view text) {
  return text.size() > 1 && text.front() == kUnknownBegin && text.find(kUnknownEnd) == text.size() - 1;
}

std::string unknown_name(std::string_view word) {
  const std::size_t begin = word.find(kUnknownBegin);
  if (begin == std::string_view::npos) return {};
  const std::size_t end = std::min(word.find(kUnknownEnd, begin), word.size());
  return std::string(word.substr(begin + 1, end - begin - 1));
}

std::string with_names(std::string_view word) {
  std::string text;
  for (const char c : word)
    if (c == kUnknownBegin)
      text += '$';
    else if (c != kUnknownEnd)
      text += c;
  return text;
}

bool fits_pattern(std::string_view pattern, std::string_view text) {
  constexpr std::size_t kMostCompared = 100'000'000;
  if (pattern.size() > kMostCompared / (text.size() + 1)) return pattern == text;
  std::size_t p = 0, t = 0, star = std::string_view::npos, back = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      back = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++back;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::optional<std::int64_t> shell_arithmetic(std::string_view text, const ShellNumbers& numbers) {
  return ShellArithmetic(text, numbers).whole();
}

}  // namespace astrolabe::model
