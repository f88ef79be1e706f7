#pragma once
// The codes that an Error about marks of GPUs and nodes can carry, beside those of error_codes.h.

#include <string_view>

namespace astrolabe::code {

inline constexpr std::string_view unused_mark =
    "AST-C112";  ///< a warning: on what the layout that runs does not use; "node 1, GPU 2" or "node 1"

}  // namespace astrolabe::code
