#pragma once
#include <string>
#include <string_view>

namespace astrolabe::model {

/// JSON as publishers of models write it: Infinity, -Infinity and NaN outside of strings become texts of the
/// same name, so that they matter only where a number is asked for, and comments become blanks.
std::string tolerant_json(std::string_view text);

}  // namespace astrolabe::model
