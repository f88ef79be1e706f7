#pragma once
// How much of an error is told: an input may hold names and cells of any length.

#include <string>
#include <utility>

#include "core/base/result.h"
#include "core/base/text.h"

namespace astrolabe {

/// The error with words that fit a message: place, what was found and each value of what would be right end
/// with "…" behind 400 bytes, and of many values the first 100 are named.
inline Error told(Error error) {
  constexpr std::size_t kMostWords = 400, kMostValues = 100;
  const auto cut = [](std::string& words) {
    if (words.size() > kMostWords) words = excerpt(words, kMostWords);
  };
  cut(error.where);
  cut(error.found);
  if (error.wanted.values.size() > kMostValues) error.wanted.values.resize(kMostValues);
  for (std::string& value : error.wanted.values) cut(value);
  return error;
}

}  // namespace astrolabe
