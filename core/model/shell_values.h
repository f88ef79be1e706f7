#pragma once
// Values of a script that is read: texts with marks where something is unknown, arithmetic, patterns.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace astrolabe::model {

/// The mark of a value that cannot be known; `name` says whose.
std::string unknown_mark(std::string_view name);
bool has_unknown(std::string_view text);
/// The whole of `text` is one such mark.
bool is_all_unknown(std::string_view text);

/// Whether `text` fits `pattern` with its `*` and `?`.
bool fits_pattern(std::string_view pattern, std::string_view text);

/// Reads and sets variables of an expression; nothing where the value is no whole number.
struct ShellNumbers {
  std::function<std::optional<std::int64_t>(const std::string& name)> read;
  std::function<void(const std::string& name, std::optional<std::int64_t> value)> write;
};
/// Whole-number arithmetic as in $(( … )), with assignments (=, +=, ++); nothing where it can't be known, is
/// no expression, or leaves 64 bits.
std::optional<std::int64_t> shell_arithmetic(std::string_view text, const ShellNumbers& numbers);

}  // namespace astrolabe::model
