#pragma once
// The words of the rule language (grammar: parse_rules in rules.h), each with its place.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace astrolabe::strategy::rule_language {

/// `line`, `column`: of its first character, from 1.
struct Token {
  enum class Kind { end, number, word, variable, string, symbol };
  Kind kind = Kind::end;
  std::string text;  ///< without quotes and $
  int line = 1, column = 1;
  std::size_t begin = 0, finish = 0;  ///< place in the whole text
};

/// A mistake, thrown by lexer and parser and turned into an Error by parse_rules.
struct Mistake {
  Error error;
};

/// "line 3, column 8".
std::string place_of(const Token& token);
[[noreturn]] void mistake(std::string_view code, const Token& at, Wanted wanted);
/// AST-R101 with what would be right at that place.
[[noreturn]] void expected(const Token& at, std::string what);

/// All words, the end last; throws Mistake.
std::vector<Token> tokens_of(std::string_view text);

}  // namespace astrolabe::strategy::rule_language
