#include "core/model/shell_expand.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "core/base/text.h"
#include "core/model/shell_text.h"
#include "core/model/shell_values.h"

namespace astrolabe::model {

namespace {

constexpr std::size_t kLongestValue = 1 << 20;
constexpr int kDeepestWord = 60;
constexpr int kMostEffort = 1'000'000;           ///< 256 MB of text
constexpr std::int64_t kMostSequence = 100'000;  ///< of seq

bool is_variable_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The length of the name that begins at `at`; a digit is a name of its own, "{10}" comes without brackets.
std::size_t name_length(std::string_view text, std::size_t at, bool whole_number) {
  if (at >= text.size()) return 0;
  const auto digit = [&](std::size_t place) {
    return place < text.size() && std::isdigit(static_cast<unsigned char>(text[place])) != 0;
  };
  std::size_t end = at;
  if (digit(at)) {
    while (digit(end) && (whole_number || end == at)) ++end;
    return end - at;
  }
  while (end < text.size() && is_variable_letter(text[end])) ++end;
  return end - at;
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  std::string all;
  for (const std::string& part : parts) {
    if (&part != parts.data()) all += separator;
    all += part;
  }
  return all;
}

/// `text` without what `pattern` fits at its head or its tail, the shortest such or the longest.
std::string cut(const std::string& text, const std::string& pattern, bool tail, bool longest) {
  constexpr std::size_t kLongestSearched = 4096;
  if (pattern.find_first_of("*?") == std::string::npos || text.size() > kLongestSearched) {
    if (tail && text.ends_with(pattern)) return text.substr(0, text.size() - pattern.size());
    return !tail && text.starts_with(pattern) ? text.substr(pattern.size()) : text;
  }
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const std::size_t length = longest ? text.size() - i : i;
    const std::size_t begin = tail ? text.size() - length : 0;
    if (fits_pattern(pattern, std::string_view(text).substr(begin, length)))
      return tail ? text.substr(0, begin) : text.substr(length);
  }
  return text;
}

}  // namespace

void ShellValues::Fields::add(std::string_view text) {
  open = true;
  if (size > 4 * kLongestValue) return;
  open_text += text;
  size += text.size();
}

void ShellValues::Fields::close() {
  if (open) done.push_back(std::move(open_text));
  open_text.clear();
  open = false;
}

void ShellValues::Fields::split(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t blank = std::min(text.find_first_of(" \t\n\r", at), text.size());
    if (blank > at) add(text.substr(at, blank - at));
    if (blank < text.size()) close();
    at = blank + 1;
  }
}

std::vector<std::string> ShellValues::fields(std::string_view raw) {
  Fields out;
  expand(raw, out, false, true);
  out.close();
  m_effort += static_cast<int>(out.size / 256);
  return std::move(out.done);
}

std::string ShellValues::text(std::string_view raw) {
  Fields out;
  expand(raw, out, false, false);
  out.close();
  m_effort += static_cast<int>(out.size / 256);
  return joined(out.done, " ");
}

void ShellValues::expand(std::string_view raw, Fields& out, bool quoted, bool splits) {
  if (m_depth >= kDeepestWord || m_effort > kMostEffort) {
    out.add(unknown_mark("…"));
    return;
  }
  ++m_depth;
  for (std::size_t at = 0; at < raw.size();) {
    const char c = raw[at];
    if (c == '\\' && at + 1 < raw.size()) {
      const char next = raw[at + 1];
      if (next != '\n') {
        if (quoted && std::string_view("$`\"\\").find(next) == std::string_view::npos) out.add("\\");
        out.add(raw.substr(at + 1, 1));
      }
      at += 2;
    } else if (c == '$') {
      at = dollar(raw, at, out, quoted, splits);
    } else if (c == '`') {
      out.add(unknown_mark("`…`"));
      at = shell_quote_end(raw, at);
    } else if (!quoted && (c == '"' || c == '\'')) {
      const std::size_t end = shell_quote_end(raw, at);
      const std::string_view inside = raw.substr(at + 1, std::max(end, at + 2) - at - 2);
      // "${A[@]}" of an empty list is no field at all; an empty text is one.
      if (c == '\'' || inside.find("[@]}") == std::string_view::npos) out.add("");
      if (c == '\'')
        out.add(inside);
      else
        expand(inside, out, true, splits);
      at = end;
    } else {
      out.add(raw.substr(at, 1));
      ++at;
    }
  }
  --m_depth;
}

std::size_t ShellValues::dollar(std::string_view raw, std::size_t at, Fields& out, bool quoted, bool splits) {
  const char next = at + 1 < raw.size() ? raw[at + 1] : ' ';
  if (next == '(') {
    const std::size_t end = shell_bracket_end(raw, at + 1);
    const std::string_view inside = raw.substr(at + 2, std::max(end, at + 2) - at - 2);
    std::string value;
    if (inside.starts_with('(') && inside.ends_with(')')) {
      const auto result = number(inside.substr(1, inside.size() - 2));
      const std::string asked = result ? std::string() : unknown_name(text(inside));
      value = result ? std::to_string(*result) : unknown_mark(asked.empty() ? "((…))" : asked);
    } else {
      const auto output = m_output(std::string(inside));
      value = output ? *output : unknown_mark("(" + excerpt(inside, 30) + ")");
    }
    put({{std::move(value)}, false}, out, quoted, splits);
    return std::min(end + 1, raw.size());
  }
  if (next == '{') {
    const std::size_t end = shell_bracket_end(raw, at + 1);
    put(braces(raw.substr(at + 2, std::max(end, at + 2) - at - 2)), out, quoted, splits);
    return std::min(end + 1, raw.size());
  }
  if (!quoted && (next == '"' || next == '\'')) return at + 1;
  if (next == '@' || next == '*' || next == '#' || next == '?' || next == '$' || next == '!') {
    put({{unknown_mark(std::string(1, next))}, false}, out, quoted, splits);
    return at + 2;
  }
  const std::size_t length = name_length(raw, at + 1, false);
  if (length == 0) {
    out.add("$");
    return at + 1;
  }
  const std::string name(raw.substr(at + 1, length));
  const auto got = value_of(name, {});
  put(got ? *got : Got{{unknown_mark(name)}, false}, out, quoted, splits);
  return at + 1 + length;
}

std::string ShellValues::separator() const {
  const auto given = get("IFS");
  return given && !given->empty() && !has_unknown(*given) ? given->substr(0, 1) : " ";
}

void ShellValues::put(const Got& got, Fields& out, bool quoted, bool splits) {
  if (quoted && !(got.separate && splits)) {
    out.add(joined(got.parts, got.separate ? " " : separator()));
    return;
  }
  bool first = true;
  for (const std::string& part : got.parts) {
    if (!std::exchange(first, false)) {
      if (splits)
        out.close();
      else
        out.add(" ");
    }
    if (quoted || !splits)
      out.add(part);
    else
      out.split(part);
  }
}

std::optional<ShellValues::Got> ShellValues::value_of(const std::string& name, const std::string& index) {
  const auto held = m_held.find(name);
  if (held == m_held.end()) {
    const auto given = m_given.find(name);
    if (given == m_given.end()) return {};
    return Got{{given->second}, index == "@"};
  }
  const std::vector<std::string>& parts = held->second.parts;
  if (index == "@" || index == "*") return Got{parts, index == "@"};
  if (index.empty()) return Got{{parts.empty() ? std::string() : parts.front()}, false};
  auto place = number(index);
  if (!place) return Got{{unknown_mark(name)}, false};
  if (*place < 0) *place += static_cast<std::int64_t>(parts.size());
  const bool inside = *place >= 0 && *place < static_cast<std::int64_t>(parts.size());
  return Got{{inside ? parts[static_cast<std::size_t>(*place)] : std::string()}, false};
}

ShellValues::Got ShellValues::braces(std::string_view inside) {
  const bool length = inside.size() > 1 && inside.front() == '#';
  if (length) inside.remove_prefix(1);
  std::size_t end = name_length(inside, 0, true);
  if (end == 0 && !inside.empty() && std::string_view("@*#?$").find(inside[0]) != std::string_view::npos)
    end = 1;
  const std::string name(inside.substr(0, end));
  if (name.empty()) return {{unknown_mark("{" + excerpt(inside, 30) + "}")}, false};
  std::string index;
  if (end < inside.size() && inside[end] == '[') {
    const std::size_t close = std::min(inside.find(']', end), inside.size() - 1);
    index = std::string(inside.substr(end + 1, close - end - 1));
    end = close + 1;
  }
  std::optional<Got> got = value_of(name, index);
  if (length) {
    if (!got || std::any_of(got->parts.begin(), got->parts.end(), has_unknown))
      return {{unknown_mark(name)}, false};
    const bool list = index == "@" || index == "*";
    return {{std::to_string(list ? got->parts.size() : got->parts.front().size())}, false};
  }
  const std::string_view change = inside.substr(end);
  const Got unknown{{unknown_mark(name)}, false};
  if (change.empty()) return got ? *got : unknown;
  const bool colon = change.front() == ':';
  const char sign = colon && change.size() > 1 ? change[1] : change.front();
  if (std::string_view("-=+?").find(sign) != std::string_view::npos) {
    const std::string_view word = change.substr(colon ? 2 : 1);
    // A value that cannot be known takes the default, too: it is what the script says.
    bool there = got.has_value();
    if (there && got->parts.size() == 1)
      there = !is_all_unknown(got->parts[0]) && !(colon && got->parts[0].empty());
    if (there && got->parts.empty()) there = !colon;
    if (sign == '+') return there ? Got{{text(word)}, false} : Got{{std::string()}, false};
    if (sign == '?' || there) return there ? *got : unknown;
    std::string otherwise = text(word);
    if (sign == '=') set(name, otherwise, 0);
    return {{std::move(otherwise)}, false};
  }
  return got ? changed(std::move(*got), change) : unknown;
}

ShellValues::Got ShellValues::changed(Got got, std::string_view change) {
  const bool twice = change.size() > 1 && change[0] == change[1];
  const char sign = change.front();
  for (std::string& part : got.parts) {
    if (has_unknown(part)) continue;
    if (sign == '%' || sign == '#') {
      part = cut(part, text(change.substr(twice ? 2 : 1)), sign == '%', twice);
    } else if (sign == '/') {
      const std::string_view rest = change.substr(twice ? 2 : 1);
      const std::size_t slash = std::min(rest.find('/'), rest.size());
      const std::string from = text(rest.substr(0, slash));
      const std::string into = slash < rest.size() ? text(rest.substr(slash + 1)) : std::string();
      std::size_t at = from.empty() ? std::string::npos : part.find(from);
      for (int times = 0; at != std::string::npos && part.size() < kLongestValue && times < 10'000; ++times) {
        part.replace(at, from.size(), into);
        at = twice ? part.find(from, at + into.size()) : std::string::npos;
      }
    } else if (sign == ':') {
      const std::string_view rest = change.substr(1);
      const std::size_t colon = std::min(rest.find(':'), rest.size());
      const auto begin = number(rest.substr(0, colon));
      const auto length =
          colon < rest.size() ? number(rest.substr(colon + 1)) : std::optional<std::int64_t>(-1);
      const auto size = static_cast<std::int64_t>(part.size());
      if (!begin || !length || *begin > size || *begin < -size) {
        part = unknown_mark("{" + excerpt(change, 30) + "}");
        continue;
      }
      const auto from = static_cast<std::size_t>(*begin < 0 ? size + *begin : *begin);
      part = part.substr(from, *length < 0 ? std::string::npos : static_cast<std::size_t>(*length));
    } else if (sign == '^' || sign == ',') {
      for (char& c : part) {
        const auto letter = static_cast<unsigned char>(c);
        c = static_cast<char>(sign == '^' ? std::toupper(letter) : std::tolower(letter));
        if (!twice) break;
      }
    } else {
      part = unknown_mark("{" + excerpt(change, 30) + "}");
    }
  }
  return got;
}

std::optional<std::int64_t> ShellValues::number(std::string_view expression) {
  const ShellNumbers numbers{[this](const std::string& name) -> std::optional<std::int64_t> {
                               const auto value = get(name);
                               return value ? parse_whole(trim(*value)) : std::nullopt;
                             },
                             [this](const std::string& name, std::optional<std::int64_t> value) {
                               set(name, value ? std::to_string(*value) : unknown_mark(name), 0);
                             }};
  const std::string known = text(expression);
  return known.size() > 4096 ? std::nullopt : shell_arithmetic(known, numbers);
}

std::optional<std::string> ShellValues::get(const std::string& name) const {
  if (const auto held = m_held.find(name); held != m_held.end())
    return held->second.parts.empty() ? std::string() : held->second.parts.front();
  if (const auto given = m_given.find(name); given != m_given.end()) return given->second;
  return {};
}

bool ShellValues::is_unset(const std::string& name) const {
  return !name.empty() && (std::isalpha(static_cast<unsigned char>(name[0])) != 0 || name[0] == '_') &&
         !m_held.contains(name) && m_given.find(name) == m_given.end();
}

void ShellValues::keep(const std::string& name, Held held) {
  std::size_t size = 0;
  for (const std::string& part : held.parts) size += part.size() + 16;
  m_effort += static_cast<int>(std::min<std::size_t>(size, kLongestValue) / 256);
  if (size > kLongestValue) held = {false, {unknown_mark(name)}, held.line};
  m_held[name] = std::move(held);
}

void ShellValues::set(const std::string& name, std::string value, int line) {
  if (has_unknown(value)) {
    if (const auto given = m_given.find(name); given != m_given.end())
      value = given->second;
    else if (is_all_unknown(value))
      value = unknown_mark(name);
  }
  keep(name, {false, {std::move(value)}, line});
}

void ShellValues::append(const std::string& name, const std::string& value, int line) {
  const auto held = m_held.find(name);
  if (held != m_held.end() && held->second.is_list) {
    Held more = held->second;
    if (more.parts.empty()) more.parts.emplace_back();
    more.parts.front() += value;
    keep(name, std::move(more));
    return;
  }
  keep(name, {false, {get(name).value_or(std::string()) + value}, line});
}

void ShellValues::set_list(const std::string& name, std::vector<std::string> parts, bool append, int line) {
  Held held{true, {}, line};
  if (const auto before = m_held.find(name); append && before != m_held.end()) {
    m_effort -= static_cast<int>(before->second.parts.size() / 16);  // what is there is not put in anew
    held = std::move(before->second);
    held.is_list = true;
  }
  held.parts.insert(held.parts.end(), std::make_move_iterator(parts.begin()),
                    std::make_move_iterator(parts.end()));
  keep(name, std::move(held));
}

void ShellValues::set_element(const std::string& name, const std::string& index, std::string value,
                              int line) {
  const auto place = number(index);
  if (!place || *place < 0 || *place > 100'000) return;
  Held held{true, {}, line};
  if (const auto before = m_held.find(name); before != m_held.end()) held = std::move(before->second);
  held.is_list = true;
  const auto at = static_cast<std::size_t>(*place);
  if (held.parts.size() <= at) held.parts.resize(at + 1);
  held.parts[at] = std::move(value);
  keep(name, std::move(held));
}

void ShellValues::forget(const std::string& name, bool unknown, int line) {
  if (unknown)
    set(name, unknown_mark(name), line);
  else
    m_held.erase(name);
}

std::string shell_format(const std::vector<std::string>& arguments) {
  if (arguments.empty()) return {};
  const std::string& format = arguments.front();
  std::string text;
  std::size_t next = 1;
  do {
    const std::size_t before = next;
    for (std::size_t i = 0; i < format.size(); ++i) {
      if (format[i] == '\\' && i + 1 < format.size()) {
        ++i;
        text += format[i] == 'n' ? '\n' : format[i] == 't' ? '\t' : format[i];
      } else if (format[i] == '%' && i + 1 < format.size()) {
        ++i;
        if (format[i] == '%')
          text += '%';
        else if (next < arguments.size())
          text += arguments[next++];
      } else {
        text += format[i];
      }
    }
    if (next == before) break;
  } while (next < arguments.size() && text.size() < kLongestValue);
  return text;
}

std::optional<std::string> shell_output(const std::vector<std::string>& words) {
  if (words.empty()) return {};
  if (words[0] == "printf") return shell_format(std::vector<std::string>(words.begin() + 1, words.end()));
  if (words[0] == "echo") {
    auto first = words.begin() + 1;
    while (first != words.end() && (*first == "-n" || *first == "-e" || *first == "-ne")) ++first;
    return joined(std::vector<std::string>(first, words.end()), " ");
  }
  if (words[0] != "seq" || words.size() < 2 || words.size() > 4) return {};
  std::vector<std::int64_t> numbers;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto whole = parse_whole(words[i]);
    if (!whole || *whole > kMostSequence || *whole < -kMostSequence) return {};
    numbers.push_back(*whole);
  }
  const std::int64_t begin = numbers.size() > 1 ? numbers.front() : 1;
  const std::int64_t step = numbers.size() > 2 ? numbers[1] : 1;
  if (step == 0) return {};
  std::vector<std::string> parts;
  for (std::int64_t at = begin; step > 0 ? at <= numbers.back() : at >= numbers.back(); at += step)
    parts.push_back(std::to_string(at));
  return joined(parts, "\n");
}

}  // namespace astrolabe::model
