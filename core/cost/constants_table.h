#pragma once
// The fixed constants of constants.h as a list, for whoever wants to read them all: the report does.

#include <span>

namespace astrolabe::cost {

struct FixedConstant {
  const char* name;
  double value;
  const char* meaning;  ///< with its unit
};

/// Every constant of constants.h, in its order. The fitted ones are in coefficient_table() and memory_table().
std::span<const FixedConstant> fixed_constants();

}  // namespace astrolabe::cost
