#include "core/base/quoting.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "core/base/text.h"

namespace astrolabe {

namespace {

constexpr char32_t kBadByte = 0xFFFFFFFF;

/// The letter that begins at `at` of well-formed UTF-8, and its bytes.
struct Letter {
  char32_t value;
  std::size_t length;
};
Letter letter_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t place) { return static_cast<unsigned char>(text[place]); };
  const char32_t lead = byte(at);
  const std::size_t length = lead < 0x80U ? 1 : lead < 0xE0U ? 2 : lead < 0xF0U ? 3 : 4;
  char32_t value = length == 1 ? lead : lead & (0x7FU >> length);
  for (std::size_t next = 1; next < length; ++next) value = (value << 6U) | (byte(at + next) & 0x3FU);
  return {value, length};
}

/// Calls `use(value, bytes)` for each letter; a byte that is not UTF-8 is kBadByte.
template <class Use>
void each_letter(std::string_view text, const Use& use) {
  while (!text.empty()) {
    const std::size_t sound = std::min(first_bad_byte(text), text.size());
    for (std::size_t at = 0; at < sound;) {
      const Letter letter = letter_at(text, at);
      use(letter.value, text.substr(at, letter.length));
      at += letter.length;
    }
    if (sound < text.size()) use(kBadByte, text.substr(sound, 1));
    text.remove_prefix(std::min(sound + 1, text.size()));
  }
}

bool is_control(char32_t letter) {
  return letter < 0x20U || (letter >= 0x7FU && letter < 0xA0U) || (letter >= 0x2028U && letter <= 0x202EU);
}

std::string shown_control(char32_t letter) {
  return fmt::format("\\u{:04x}", static_cast<std::uint32_t>(letter));
}

/// Control characters are spaces, but with `lines` those that end a line, and tabs.
std::string without_controls(std::string_view text, bool lines) {
  std::string result;
  result.reserve(text.size());
  bool returned = false;  // a carriage return that may belong to the line feed behind it
  each_letter(text, [&](char32_t letter, std::string_view bytes) {
    if (lines && letter == U'\n' && returned) result.back() = '\r';
    returned = letter == U'\r';
    if (letter == kBadByte)
      result += "\uFFFD";
    else if (is_control(letter) && !(lines && (letter == U'\n' || letter == U'\t')))
      result += ' ';
    else
      result += bytes;
  });
  return result;
}

/// "-3", "+12.5 %", "-$1e-9/h" behind its sign: digits, a unit, and nothing that a formula is made of.
bool is_amount(std::string_view text) {
  const auto digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  const auto outside_ascii = [](char c) { return static_cast<unsigned char>(c) >= 0x80U; };
  std::size_t start = 0;  // of the number, behind a sign of money
  while (start < text.size() && (text[start] == '$' || outside_ascii(text[start]))) ++start;
  if (start < text.size() && text[start] == '.') ++start;
  if (start >= text.size() || !digit(text[start])) return false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool exponent = (c == '-' || c == '+') && at > 0 && (text[at - 1] == 'e' || text[at - 1] == 'E');
    const bool word = outside_ascii(c) || std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (!word && !exponent && std::string_view(" .,%$/_").find(c) == std::string_view::npos) return false;
  }
  return true;
}

/// Spreadsheets look at what stands behind spaces, and take letters of full width for the narrow ones.
bool begins_formula(std::string_view text) {
  constexpr std::array<std::string_view, 8> kMarks{"=", "+", "-", "@", "＝", "＋", "－", "＠"};
  text = trim(text);
  const auto mark =
      std::find_if(kMarks.begin(), kMarks.end(), [&](std::string_view one) { return text.starts_with(one); });
  if (mark == kMarks.end() || text.size() == mark->size()) return false;
  const bool sign = *mark == "+" || *mark == "-";
  return !sign || !is_amount(text.substr(1));
}

}  // namespace

std::size_t first_control(std::string_view text) {
  std::size_t at = 0, found = std::string_view::npos;
  each_letter(text, [&](char32_t letter, std::string_view bytes) {
    if (found == std::string_view::npos && letter != kBadByte && is_control(letter)) found = at;
    at += bytes.size();
  });
  return found;
}

std::string one_line(std::string_view text) { return without_controls(text, false); }

std::string plain_lines(std::string_view text) { return without_controls(text, true); }

std::string with_controls_shown(std::string_view text) {
  std::string result;
  each_letter(text, [&](char32_t letter, std::string_view bytes) {
    if (letter == kBadByte)
      result += "\uFFFD";
    else if (is_control(letter))
      result += shown_control(letter);
    else
      result += bytes;
  });
  return result;
}

std::string with_late_controls_shown(std::string json) {
  constexpr std::string_view kFirstBytes = "\x7f\xc2\xe2";  // of DEL, C1, and what lies around U+2028
  std::string result;
  std::size_t copied = 0;
  for (std::size_t at = json.find_first_of(kFirstBytes); at != std::string::npos;
       at = json.find_first_of(kFirstBytes, at + 1)) {
    const Letter letter = letter_at(json, at);
    if (!is_control(letter.value)) continue;
    result.append(json, copied, at - copied).append(shown_control(letter.value));
    copied = at + letter.length;
  }
  return copied == 0 ? json : result.append(json, copied);
}

std::string shell_word(std::string_view text) {
  const auto plain = [](char letter) {
    const bool small = letter >= 'a' && letter <= 'z', large = letter >= 'A' && letter <= 'Z';
    return small || large || (letter >= '0' && letter <= '9') ||
           std::string_view("_-./,:=+@%").find(letter) != std::string_view::npos;
  };
  if (!text.empty() && std::all_of(text.begin(), text.end(), plain)) return std::string(text);
  std::string word = "'";
  for (const char letter : text) {
    if (letter == '\'')
      word += "'\\''";
    else
      word += letter;
  }
  return word + '\'';
}

std::string comment_text(std::string_view text) {
  constexpr std::string_view kCoding = "coding";
  std::string line = one_line(text);
  for (std::size_t at = line.find(kCoding); at != std::string::npos; at = line.find(kCoding, at + 1)) {
    const std::size_t behind = at + kCoding.size();
    if (behind < line.size() && (line[behind] == ':' || line[behind] == '=')) line.insert(behind, 1, ' ');
  }
  return line;
}

std::string python_string(std::string_view text) {
  std::string result = "\"";
  each_letter(text, [&](char32_t letter, std::string_view bytes) {
    if (letter == kBadByte)
      result += "\uFFFD";
    else if (letter == U'"' || letter == U'\\')
      result.append("\\").append(bytes);
    else if (is_control(letter))
      result += shown_control(letter);
    else
      result += bytes;
  });
  return result + '"';
}

std::string python_docstring(std::string_view text) {
  std::string result;
  for (const char c : one_line(text)) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string cell_text(std::string_view text) {
  std::string line = one_line(text);
  // A tab or a line break in front is a mark of its own to some spreadsheets: as a space it is not.
  if (begins_formula(line)) line.insert(0, 1, '\'');
  return line;
}

std::string csv_cell(std::string_view text, bool always_quoted) {
  const std::string cell = cell_text(text);
  if (!always_quoted && cell.find_first_of(",\"") == std::string::npos) return cell;
  std::string quoted = "\"";
  for (const char c : cell) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace astrolabe
