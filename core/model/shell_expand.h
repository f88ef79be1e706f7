#pragma once
// Variables of a script that is read, and words with their values put in.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/shell_script.h"

namespace astrolabe::model {

class ShellValues {
 public:
  struct Held {
    bool is_list = false;
    std::vector<std::string> parts;
    int line = 0;
  };
  /// The output of a command in $( … ); nothing where it can't be known.
  using Output = std::function<std::optional<std::string>(const std::string& command)>;

  /// `given` lives as long as this.
  ShellValues(const GivenValues& given, Output output) : m_given(given), m_output(std::move(output)) {}

  /// The fields that a word becomes, none for a variable that is empty.
  std::vector<std::string> fields(std::string_view raw);
  /// The word as one text, as in an assignment.
  std::string text(std::string_view raw);
  std::optional<std::int64_t> number(std::string_view expression);

  /// The text of a plain variable, set or given.
  std::optional<std::string> get(const std::string& name) const;
  /// A name that is neither set nor given.
  bool is_unset(const std::string& name) const;
  void set(const std::string& name, std::string value, int line);
  void append(const std::string& name, const std::string& value, int line);
  void set_list(const std::string& name, std::vector<std::string> parts, bool append, int line);
  void set_element(const std::string& name, const std::string& index, std::string value, int line);
  /// `unknown`: it gets a value that is not known, instead of none.
  void forget(const std::string& name, bool unknown, int line);

  const std::map<std::string, Held>& all() const { return m_held; }
  /// How much was put in so far, in steps of the same measure as commands.
  int effort() const { return m_effort; }

 private:
  /// Fields under construction.
  struct Fields {
    std::vector<std::string> done;
    std::string open_text;
    bool open = false;
    std::size_t size = 0;
    void add(std::string_view text);
    void split(std::string_view text);
    void close();
  };
  /// What a variable gives; `separate`: "[@]", whose elements stay apart.
  struct Got {
    std::vector<std::string> parts;
    bool separate = false;
  };
  void expand(std::string_view raw, Fields& out, bool quoted, bool splits);
  std::size_t dollar(std::string_view raw, std::size_t at, Fields& out, bool quoted, bool splits);
  void put(const Got& got, Fields& out, bool quoted, bool splits);
  Got braces(std::string_view inside);
  Got changed(Got got, std::string_view change);
  std::optional<Got> value_of(const std::string& name, const std::string& index);
  void keep(const std::string& name, Held held);
  std::string separator() const;

  const GivenValues& m_given;
  Output m_output;
  std::map<std::string, Held> m_held;
  int m_effort = 0, m_depth = 0;
};

/// What printf makes of a format and its arguments: %s, %d, %% and \n.
std::string shell_format(const std::vector<std::string>& arguments);
/// The output of echo, printf and seq; nothing of any other command.
std::optional<std::string> shell_output(const std::vector<std::string>& words);

}  // namespace astrolabe::model
