#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <numeric>

#include "core/base/quoting.h"

namespace astrolabe {

namespace {

template <class Number>
std::optional<Number> parse_all(std::string_view text) {
  text = trim(text);
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  Number number{};
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return number;
}

/// Levenshtein distance; both texts are short names.
int edit_distance(std::string_view a, std::string_view b) {
  std::vector<int> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

char lower_char(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  const auto number = parse_all<double>(text);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

std::optional<std::int64_t> parse_whole(std::string_view text) { return parse_all<std::int64_t>(text); }

std::string format_number(double number) {
  if (number == std::floor(number) && std::fabs(number) < 1e15)
    return fmt::format("{}", static_cast<std::int64_t>(number));
  return fmt::format("{}", number);
}

std::string format_number(double number, int digits) {
  return format_number(parse_number(fmt::format("{:.{}g}", number, digits)).value_or(number));
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), lower_char);
  return result;
}

std::string_view trim(std::string_view text) {
  const auto space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  while (!text.empty() && space(text.front())) text.remove_prefix(1);
  while (!text.empty() && space(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  while (true) {
    const std::size_t end = text.find(separator, start);
    parts.emplace_back(text.substr(start, end == std::string_view::npos ? end : end - start));
    if (end == std::string_view::npos) return parts;
    start = end + 1;
  }
}

bool contains_ignoring_case(std::string_view text, std::string_view part) {
  return lower(text).find(lower(part)) != std::string::npos;
}

std::size_t first_bad_byte(std::string_view text) {
  const auto byte = [&](std::size_t at) {
    return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
  };
  for (std::size_t at = 0; at < text.size();) {
    const unsigned lead = byte(at);
    const std::size_t length = lead < 0x80U   ? 1
                               : lead < 0xC2U ? 0
                               : lead < 0xE0U ? 2
                               : lead < 0xF0U ? 3
                               : lead < 0xF5U ? 4
                                              : 0;
    if (length == 0) return at;
    const unsigned least = lead == 0xE0U ? 0xA0U : lead == 0xF0U ? 0x90U : 0x80U;
    const unsigned most = lead == 0xEDU ? 0x9FU : lead == 0xF4U ? 0x8FU : 0xBFU;
    if (length > 1 && (byte(at + 1) < least || byte(at + 1) > most)) return at;
    for (std::size_t next = 2; next < length; ++next)
      if ((byte(at + next) & 0xC0U) != 0x80U) return at;
    at += length;
  }
  return std::string_view::npos;
}

std::string excerpt(std::string_view text, std::size_t most) {
  std::string result = one_line(text);
  if (result.size() <= most) return result;
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(result[end]) & 0xC0U) == 0x80U) --end;
  return result.substr(0, end) + "…";
}

std::string name_key(std::string_view name) {
  std::string key;
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) key.push_back(lower_char(c));
  if (key.size() > 2 && key.ends_with("gb")) key.resize(key.size() - 2);
  return key;
}

std::vector<std::string> near_matches(std::string_view wanted, std::span<const std::string> candidates,
                                      int most) {
  constexpr std::size_t kLongestName = 256;
  if (wanted.size() > kLongestName) return {};  // it is no name, and each comparison takes its length
  const std::string key = lower(wanted);
  std::vector<std::pair<double, std::string>> scored;
  for (const std::string& candidate : candidates) {
    const std::string other = lower(candidate);
    double score = edit_distance(key, other);
    if (!key.empty() && (other.find(key) != std::string::npos || key.find(other) != std::string::npos))
      score *= 0.4;
    const auto shared = std::mismatch(key.begin(), key.end(), other.begin(), other.end()).first - key.begin();
    score -= 0.5 * static_cast<double>(shared);
    if (score <= 0.5 * static_cast<double>(std::max(key.size(), other.size())))
      scored.emplace_back(score, candidate);
  }
  std::sort(scored.begin(), scored.end());
  std::vector<std::string> result;
  for (const auto& [score, name] : scored) {
    if (static_cast<int>(result.size()) == most) break;
    result.push_back(name);
  }
  return result;
}

}  // namespace astrolabe
