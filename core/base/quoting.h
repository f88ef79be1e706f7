#pragma once
// Text of people in the languages that programs read: the one place for each. What a person or a file of
// others calls something is data: no name becomes a line, a command or a mark of what it stands in. (HTML is
// escaped by Qt, JSON by nlohmann; ui/render/quoting.h has HTML and Markdown.)

#include <string>
#include <string_view>

namespace astrolabe {

/// Offset of the first control character, or npos: C0, DEL, C1, the separators U+2028 and U+2029, and what
/// overrides the order of reading (U+202A to U+202E). Isolates, which end where their text does, are none.
std::size_t first_control(std::string_view text);

/// A name: each control character is a space, each byte that is not UTF-8 is U+FFFD.
std::string one_line(std::string_view text);
/// A text of several lines, for a terminal too: as one_line(), but ends of lines (also CR LF) and tabs stay.
std::string plain_lines(std::string_view text);
/// `text` for a message, its control characters written as escapes: "\u000a".
std::string with_controls_shown(std::string_view text);
/// JSON as it was written, in UTF-8, with those shown that its writer leaves as they are: from DEL on.
std::string with_late_controls_shown(std::string json);

/// A word of a POSIX shell that stands for `text`, in quotes where it needs them.
std::string shell_word(std::string_view text);
/// `text` to stand behind a # of a shell script, Python, TOML or YAML. Words that Python takes for the
/// encoding of the file ("coding:") are parted.
std::string comment_text(std::string_view text);
/// A string literal of Python with its quotes, for any text.
std::string python_string(std::string_view text);
/// Between """ and """ of Python, on one line.
std::string python_docstring(std::string_view text);

/// A cell that a spreadsheet takes for text: on one line, and with ' in front where a formula would begin.
/// Numbers with a sign and a unit ("-3", "+12.5 %") stay.
std::string cell_text(std::string_view text);
/// A cell of a CSV file (RFC 4180) that holds cell_text(); in quotes where it needs them, or always.
std::string csv_cell(std::string_view text, bool always_quoted = false);

}  // namespace astrolabe
