#pragma once
// Days as files write them.

#include <fmt/format.h>

#include <cctype>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/text.h"

namespace astrolabe {

/// YYYY, YYYY-MM or YYYY-MM-DD with a month and a day that exist in some year.
inline bool is_date(std::string_view text) {
  constexpr int kMonths = 12;
  constexpr int kDays[kMonths] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const auto parts = split(text, '-');
  std::int64_t days = 0;  // of the month
  if (parts.size() > 3 || parts[0].size() != 4) return false;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0 && parts[i].size() != 2) return false;
    for (const char c : parts[i])
      if (std::isdigit(static_cast<unsigned char>(c)) == 0) return false;
    const auto number = parse_whole(parts[i]).value_or(0);
    if (number < 1 || (i == 1 && number > kMonths) || (i == 2 && number > days)) return false;
    if (i == 1) days = kDays[number - 1];
  }
  return true;
}

/// Days since 1970-01-01 of YYYY-MM-DD; nothing for anything else and for days that do not exist.
inline std::optional<int> day_number(std::string_view text) {
  constexpr std::size_t kWhole = 10;  // characters of a whole date
  if (text.size() != kWhole || !is_date(text)) return std::nullopt;
  const auto number = [&](std::size_t at, std::size_t length) {
    return static_cast<int>(parse_whole(text.substr(at, length)).value_or(0));
  };
  const std::chrono::year_month_day date{std::chrono::year{number(0, 4)},
                                         std::chrono::month{static_cast<unsigned>(number(5, 2))},
                                         std::chrono::day{static_cast<unsigned>(number(8, 2))}};
  if (!date.ok()) return std::nullopt;
  return static_cast<int>(std::chrono::sys_days{date}.time_since_epoch().count());
}

/// The day so many days after 1970-01-01 as YYYY-MM-DD.
inline std::string date_of(int day) {
  const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::days{day}}};
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

}  // namespace astrolabe
