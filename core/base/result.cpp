#include "core/base/result.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace astrolabe {

std::string to_text(const Wanted& wanted) {
  const auto value = [&](std::size_t index) {
    return index < wanted.values.size() ? wanted.values[index] : std::string("?");
  };
  switch (wanted.kind) {
    case Wanted::Kind::none:
      return "";
    case Wanted::Kind::text:
      return value(0);
    case Wanted::Kind::one_of:
      return fmt::format("one of: {}", fmt::join(wanted.values, ", "));
    case Wanted::Kind::number:
      return "a finite number";
    case Wanted::Kind::whole_number:
      return "a whole number";
    case Wanted::Kind::at_least:
      return fmt::format("at least {}", value(0));
    case Wanted::Kind::between:
      return fmt::format("between {} and {}", value(0), value(1));
    case Wanted::Kind::divisor_of:
      return fmt::format("a divisor of {} ({})", value(0), value(1));
    case Wanted::Kind::multiple_of:
      return fmt::format("a multiple of {}", value(0));
    case Wanted::Kind::string:
      return "a string";
    case Wanted::Kind::boolean:
      return "true or false";
    case Wanted::Kind::array:
      return "an array";
    case Wanted::Kind::object:
      return "an object";
    case Wanted::Kind::field:
      return fmt::format("the field \"{}\"", value(0));
    case Wanted::Kind::once:
      return wanted.values.size() > 1 ? fmt::format("the key in one of {} and {}", value(0), value(1))
                                      : "the key only once";
    case Wanted::Kind::valid_json:
      return wanted.values.size() > 1 ? fmt::format("{} after \"{}\"", value(0), value(1)) : value(0);
    case Wanted::Kind::readable_file:
      return "a file that can be read";
    case Wanted::Kind::smaller_file:
      return fmt::format("a file of at most {} bytes", value(0));
    case Wanted::Kind::positive_number:
      return "a finite number above zero";
    case Wanted::Kind::link_between:
      return fmt::format("a link between {} and {}", value(0), value(1));
    case Wanted::Kind::removed:
      return fmt::format("to be taken out: {}", value(0));
  }
  return "";
}

}  // namespace astrolabe
