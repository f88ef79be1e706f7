#pragma once
// Whole numbers of any kind as places in a vector.

#include <cstddef>

namespace astrolabe::verify {

template <class Whole>
constexpr std::size_t at(Whole index) {
  return static_cast<std::size_t>(index);
}

}  // namespace astrolabe::verify
