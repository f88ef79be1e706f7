#pragma once
// How wrong input is told: a code, where it stands, what was found and what would be right.
// Sentences for people are made in ui/render/messages.cpp from these values.

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

namespace astrolabe {

/// What would have been right, as data: a kind and the values that fill its sentence.
struct Wanted {
  enum class Kind {
    none,             ///< nothing to add
    text,             ///< values[0]: a short noun phrase, for the rare case that no kind below fits
    one_of,           ///< values: the nearest allowed names, best first
    number,           ///< a finite number
    whole_number,     ///< a whole number
    at_least,         ///< values[0]: smallest allowed
    between,          ///< values[0], values[1]: inclusive range
    divisor_of,       ///< values[0]: name, values[1]: its value
    multiple_of,      ///< values[0]: name or number
    string,           ///< a JSON string
    boolean,          ///< true or false
    array,            ///< a JSON array
    object,           ///< a JSON object
    field,            ///< values[0]: the missing field
    once,             ///< a key that stands only once
    valid_json,       ///< values[0]: what the parser expected; [1], where told: the key before it
    readable_file,    ///< a file that exists and can be read
    smaller_file,     ///< values[0]: the largest allowed size in bytes
    positive_number,  ///< a finite number above zero
    link_between,     ///< values[0], values[1]: two pools that need a link
    removed           ///< the key or setting is to be taken out; values[0]: why
  };
  Kind kind = Kind::none;
  std::vector<std::string> values;
};

/// One thing that is wrong with the input. `code` is one of core/base/error_codes.h.
struct Error {
  std::string code;
  std::string file;   ///< path or built-in id; empty when the input came from a field of the window
  std::string where;  ///< "line 14, column 3" or a key path such as "pools[0].gpu"
  std::string found;  ///< the offending value as it was written
  Wanted wanted;

  Error&& in_file(std::string_view path) && {
    file = path;
    return std::move(*this);
  }
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(std::string_view code, std::string where, std::string found,
                                  Wanted wanted = {}) {
  return tl::unexpected<Error>(
      Error{std::string(code), {}, std::move(where), std::move(found), std::move(wanted)});
}

/// Plain English for machine output (`"wanted"` of the JSON error object). Locale-free.
std::string to_text(const Wanted& wanted);

}  // namespace astrolabe
