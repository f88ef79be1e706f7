#pragma once
// Text without locale: numbers with '.', names compared without case, near matches.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace astrolabe {

/// The whole of `text` as a finite number with '.' decimals, or nothing.
std::optional<double> parse_number(std::string_view text);
/// The whole of `text` as a whole number that fits 64 bits, or nothing.
std::optional<std::int64_t> parse_whole(std::string_view text);
/// The shortest text that reads back as the same double.
std::string format_number(double number);
/// The shortest text of `number` rounded to `digits` significant digits.
std::string format_number(double number, int digits);

std::string lower(std::string_view text);
std::string_view trim(std::string_view text);
std::vector<std::string> split(std::string_view text, char separator);
bool contains_ignoring_case(std::string_view text, std::string_view part);

/// Offset of the first byte that is not part of well-formed UTF-8, or npos. Table 3-7 of the Unicode
/// standard.
std::size_t first_bad_byte(std::string_view text);
/// The head of `text` for a message: one line of UTF-8, `most` bytes at most and then "…".
std::string excerpt(std::string_view text, std::size_t most = 40);

/// Lower case, letters and digits only, a trailing "gb" removed: how hardware names are matched.
std::string name_key(std::string_view name);

/// Up to `most` of `candidates` that a person may have meant, nearest first (edit distance, common prefix).
std::vector<std::string> near_matches(std::string_view wanted, std::span<const std::string> candidates,
                                      int most = 3);

}  // namespace astrolabe
