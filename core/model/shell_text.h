#pragma once
// The text of a shell script as a tree of commands. Nothing is run and nothing is expanded here.

#include <string>
#include <string_view>
#include <vector>

namespace astrolabe::model {

struct ShellBranch;

/// One command, or a command that holds others. Words stand as they were written, with their quotes.
struct ShellNode {
  enum class Kind {
    command,
    test,        ///< [[ … ]]: `words` are what stands between
    arithmetic,  ///< (( … )): the expression is `text`
    branches,    ///< if: each branch has its condition, the last may have none
    each,        ///< for NAME in WORDS: `text` is the name
    counted,     ///< for (( a; b; c )): `text` holds all three
    choice,      ///< case: `text` is the word
    group,       ///< { … } and ( … )
    skipped      ///< while, until, select, functions: not followed
  };
  Kind kind = Kind::command;
  int line = 1;
  std::vector<std::string> words;
  std::string text;
  std::vector<ShellBranch> branches;
  std::vector<ShellNode> body;
  std::string joined;  ///< "&&" or "||" where it hangs on the command before it
  bool negated = false;
  bool piped = false;  ///< its output goes on to others, which are left out
};

struct ShellBranch {
  std::vector<std::string> patterns;  ///< of case
  std::vector<ShellNode> condition, body;
  bool otherwise = false;  ///< else
};

/// The commands of `text`. What is no shell becomes commands of odd names; there is no error.
std::vector<ShellNode> parse_shell(std::string_view text);
/// The words of the elements of an array, `inside` its brackets.
std::vector<std::string> shell_elements(std::string_view inside);
/// Where the bracket that opens at `at` ends: the place of its counterpart, or the end of the text. Quotes
/// and nested brackets are passed over.
std::size_t shell_bracket_end(std::string_view text, std::size_t at);
/// The place behind the quote that closes the one at `at`.
std::size_t shell_quote_end(std::string_view text, std::size_t at);

}  // namespace astrolabe::model
