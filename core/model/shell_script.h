#pragma once
// Launch scripts read without running them: assignments, lists, conditions, loops over known values, and
// arithmetic are followed; no command is started and no file is opened here.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace astrolabe::model {

/// Variables ("MODEL_SIZE") and positions ("1") of a script that a person gives.
using GivenValues = std::map<std::string, std::string, std::less<>>;
/// The text of a file that a script sources, by the end of its path that is known; nothing where it may not
/// be read.
using SourcedFile = std::function<std::optional<std::string>(const std::string& path)>;

/// A command, or the options in a variable, with all that is known put in.
struct ShellWords {
  int line = 0;
  std::string name;  ///< of the variable; empty for a command
  std::vector<std::string> words;
};

struct ShellNote {
  int line = 0;
  std::string word, why;
};

struct ShellReading {
  std::vector<ShellWords> commands;          ///< in the order in which they would run
  std::vector<ShellWords> variables;         ///< those that hold options at the end of the script
  std::map<std::string, std::string> texts;  ///< the plain variables at the end of the script
  /// What the script compares a variable of unknown value with: "MODEL_SIZE" -> 0.6B, 1.7B.
  std::map<std::string, std::vector<std::string>> possible;
  /// Variables that are set by what such a comparison decides: "NUM_LAYERS" -> "MODEL_SIZE".
  std::map<std::string, std::string> decided_by;
  std::vector<ShellNote> notes;
};

/// Follows `text`. A value that cannot be known (a position that nobody gave, the output of a command) is
/// marked in the words: see unknown_name(). A given value takes the place of an assignment whose value is
/// unknown, not of a constant.
ShellReading read_shell(std::string_view text, const GivenValues& given = {},
                        const SourcedFile& sourced = {});

/// The first variable of unknown value in a word of a reading ("NUM_LAYERS", "1"); empty when all is known.
std::string unknown_name(std::string_view word);
/// A word as people write it: "$NUM_LAYERS".
std::string with_names(std::string_view word);

}  // namespace astrolabe::model
