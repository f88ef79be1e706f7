#pragma once
// Days as files write them.

#include <cctype>
#include <cstdint>
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

}  // namespace astrolabe
