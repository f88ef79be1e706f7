#pragma once
// Reading JSON that people write: line and column of a mistake, repeated and unknown keys, numbers checked.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace astrolabe {

using Json = nlohmann::ordered_json;

/// Parses `text`. A syntax error carries `syntax_code` with "line L, column C" of the first character of the
/// token that does not fit (of the byte that is not UTF-8); columns count characters from 1. A key that
/// stands twice in one object is refused with `repeated_key` unless `allow_repeated` (model files of others),
/// where the last one counts. More than 200 nested brackets and more than 8 million values are refused, as
/// whoever walks through them afterwards goes as deep and takes as long.
Result<Json> parse_json(std::string_view text, std::string_view syntax_code, bool allow_repeated = false);
/// parse_json() for what programs keep for themselves: null where `text` is no JSON.
Json json_or_null(std::string_view text);
/// Parses CBOR (RFC 8949). What is damaged, nested too deeply or too long carries `syntax_code`
/// with the place "byte N". The last of several equal keys counts.
Result<Json> parse_cbor(std::string_view bytes, std::string_view syntax_code);

/// Reads one JSON object field by field and remembers the first mistake, so that readers stay flat:
/// every getter returns a value (its fallback after a mistake) and `finish()` says whether all was well.
/// Keys never asked for are unknown: `finish()` names the first with its nearest known key.
class ObjectReader {
 public:
  /// `path` is the place of the object in the file, "" for the top, "pools[0]" for a member.
  ObjectReader(const Json& object, std::string path);

  bool has(std::string_view key);
  /// Whole number within [least, most]; a fallback makes the key optional.
  std::int64_t whole(std::string_view key, std::int64_t least, std::int64_t most,
                     std::optional<std::int64_t> fallback = {});
  /// Finite number within [least, most] (inclusive).
  double number(std::string_view key, double least, double most, std::optional<double> fallback = {});
  /// Finite number above zero.
  double positive(std::string_view key, std::optional<double> fallback = {});
  std::optional<double> optional_positive(std::string_view key);
  std::optional<double> optional_number(std::string_view key, double least, double most);
  /// A name: text without control characters.
  std::string string(std::string_view key, const std::optional<std::string>& fallback = {});
  /// Text of several lines: line breaks and tabs may stand in it.
  std::string lines(std::string_view key, const std::optional<std::string>& fallback = {});
  bool boolean(std::string_view key, std::optional<bool> fallback = {});
  /// The index of the value among `names`.
  int choice(std::string_view key, const std::vector<std::string>& names, std::optional<int> fallback = {});
  /// The member as an object, array or any value; null when absent. The key counts as known.
  const Json* object(std::string_view key);
  const Json* array(std::string_view key);
  const Json* any(std::string_view key);

  /// Remembers a mistake found by the caller, at `key` of this object.
  void mistake(std::string_view code, std::string_view key, std::string found, Wanted wanted);
  void mistake(Error error);
  std::string path_of(std::string_view key) const;
  bool ok() const { return !m_error; }
  /// The first mistake, or an unknown key, or success.
  Result<void> finish();
  /// Finishes and passes the first mistake on to the reader of the object around this one.
  void finish_into(ObjectReader& parent);

 private:
  const Json* find(std::string_view key, bool required);
  std::string text(std::string_view key, const std::optional<std::string>& fallback, bool single);
  const Json* m_object;
  std::string m_path;
  std::set<std::string, std::less<>> m_known;
  std::optional<Error> m_error;
};

/// JSON as text, what is not UTF-8 replaced, every control character as \uXXXX; `indent` spaces a level,
/// below 0 all in one line.
std::string text_of(const Json& json, int indent = -1);
/// {"error": {"code", "file", "where", "found", "wanted"}}, all texts.
Json error_json(const Error& error);
/// The value as people wrote it, shortened to `most` characters; control characters are shown.
std::string shown(const Json& value, std::size_t most = 60);

}  // namespace astrolabe
