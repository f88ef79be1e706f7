#pragma once
// Days as files write them.

#include <cctype>
#include <string_view>

#include "core/base/text.h"

namespace astrolabe {

/// YYYY, YYYY-MM or YYYY-MM-DD with a month and a day that exist in some year.
inline bool is_date(std::string_view text) {
  const auto parts = split(text, '-');
  if (parts.size() > 3 || parts[0].size() != 4) return false;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0 && parts[i].size() != 2) return false;
    for (const char c : parts[i])
      if (std::isdigit(static_cast<unsigned char>(c)) == 0) return false;
    const auto number = parse_whole(parts[i]).value_or(0);
    if (number < 1 || (i == 1 && number > 12) || (i == 2 && number > 31)) return false;
  }
  return true;
}

}  // namespace astrolabe
