#pragma once
// Numbers of configurations: exact up to 2^128 - 1. What would be more is refused, nothing ever wraps.

#include <algorithm>
#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "core/verify/refusal.h"

namespace astrolabe::verify {

class Count {
 public:
  constexpr Count(std::uint64_t number = 0) : m_number(number) {}  // a whole number is a count
  Count& operator+=(Count other) {
    if (__builtin_add_overflow(m_number, other.m_number, &m_number)) refuse_size();
    return *this;
  }
  friend Count operator+(Count a, Count b) { return a += b; }
  friend Count operator*(Count a, Count b) {
    Count product;
    if (__builtin_mul_overflow(a.m_number, b.m_number, &product.m_number)) refuse_size();
    return product;
  }
  /// Precondition: no less than nothing is left.
  friend Count operator-(Count a, Count b) {
    Count rest;
    if (__builtin_sub_overflow(a.m_number, b.m_number, &rest.m_number)) refuse_size();
    return rest;
  }
  friend bool operator==(Count a, Count b) { return a.m_number == b.m_number; }
  friend std::strong_ordering operator<=>(Count a, Count b) {
    return a.m_number < b.m_number
               ? std::strong_ordering::less
               : std::strong_ordering(a.m_number == b.m_number ? std::strong_ordering::equal
                                                               : std::strong_ordering::greater);
  }
  /// Nothing for a number of more than 64 bits.
  std::optional<std::uint64_t> small() const {
    if (m_number > std::numeric_limits<std::uint64_t>::max()) return std::nullopt;
    return static_cast<std::uint64_t>(m_number);
  }
  /// The count in decimal digits.
  std::string text() const {
    std::string digits;
    for (Wide left = m_number; left > 0 || digits.empty(); left /= 10)
      digits += static_cast<char>('0' + static_cast<int>(left % 10));
    std::reverse(digits.begin(), digits.end());
    return digits;
  }

 private:
  __extension__ using Wide = unsigned __int128;
  [[noreturn]] static void refuse_size() {
    refuse("the question has 2^128 configurations or more, which are not counted");
  }
  Wide m_number = 0;
};

}  // namespace astrolabe::verify
