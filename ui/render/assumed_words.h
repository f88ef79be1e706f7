#pragma once
// What was assumed, in words: where people look together no key of a file stands.

#include <QString>
#include <string_view>

namespace astrolabe::ui {

/// hardware::Assumption::what in the language of the reader, as "h100: latency inside a node"; a key without
/// words of its own stays as it is.
QString assumedName(std::string_view what);
/// hardware::Assumption::value with the sign of its unit: "2 µs" for "2 us"; others stay as they are.
QString assumedValue(std::string_view value);

}  // namespace astrolabe::ui
