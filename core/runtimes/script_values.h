#pragma once
// What readers of configuration files have in common: values, comments, variables that are given.

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/runtimes/script_forms.h"

namespace astrolabe::runtimes {

inline constexpr int kDeepestBlock = 30;  ///< brackets in a value, blocks in a file

/// Names that stand for values.
using NamedValues = std::map<std::string, Json, std::less<>>;
/// A value as TOML, YAML, JSON and Python write it: a number, true, nothing, a text in quotes, a list, a
/// table; a word that `names` knows is the value it stands for. Nothing where the text is anything else, or
/// more.
std::optional<Json> read_literal(std::string_view text, const NamedValues* names = nullptr);

/// A letter, a digit or an underscore.
bool is_name_character(char c);
/// `text` up to a comment: a '#' that stands in no quotes, behind a blank or at the beginning.
std::string_view without_comment(std::string_view text);
/// Counts the brackets that the lines of a value leave open; those in quotes do not count.
class Brackets {
 public:
  void add(std::string_view line);
  int open() const { return m_open; }

 private:
  int m_open = 0;
  char m_quote = 0;  ///< the one that is open; 0 for none
};
/// "command line: --name value", as our exports say it beside a file.
void read_remark(std::string_view remark, FormReading& reading);
/// What our exports say so in the comments ("# command line: ...") of a file.
void read_remarks(std::string_view text, FormReading& reading);

/// What files of every form have in common.
class FormReader {
 public:
  explicit FormReader(const model::GivenValues& given) : m_given(given) {}

 protected:
  void note(int line, std::string_view word, const char* why);

  /// "${NAME:default}" and "$NAME" with what is given for them, else their default, else as they stand.
  std::string with_given(std::string_view text) const;

  /// A value without quotes is a text.
  Json scalar(std::string_view text) const;

  const model::GivenValues& m_given;
  FormReading m_reading;
};

/// Assignments to attributes ("cfg.model.x = 2") and named arguments of calls ("model=Provider(x=2)") of a
/// Python file, as far as their values are literals or names that were assigned such.
FormReading read_python(std::string_view text, const model::GivenValues& given);

}  // namespace astrolabe::runtimes
