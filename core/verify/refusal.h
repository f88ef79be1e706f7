#pragma once
// How a check says no.

#include <fmt/format.h>

#include <string>
#include <utility>

namespace astrolabe::verify {

/// Thrown by a check that fails; never leaves check().
struct Refusal {
  std::string reason;
};

template <class... Values>
[[noreturn]] void refuse(fmt::format_string<Values...> text, Values&&... values) {
  throw Refusal{fmt::format(text, std::forward<Values>(values)...)};
}

}  // namespace astrolabe::verify
