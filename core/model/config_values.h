#pragma once
// Looks values up in a model configuration and remembers where each came from and the first mistake.

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/model/architecture.h"
#include "core/model/model_reader.h"

namespace astrolabe::model {

inline constexpr std::int64_t kMostLayers = 10'000;
inline constexpr std::int64_t kMostExperts = 65'536;
inline constexpr std::int64_t kLargestSize = 2'147'483'647;
/// Nobody plans a model of more parameters; sums up to here are far from overflow.
inline constexpr std::int64_t kMostParameters = 1'000'000'000'000'000;

/// A configuration, its `text_config` first and its top level second. Getters return a usable value even
/// after a mistake, so that family readers stay flat; `error()` holds the first mistake.
class ConfigValues {
 public:
  using Keys = std::initializer_list<std::string_view>;  ///< names of one thing, the commonest first

  /// What is taken when a file does not say it.
  struct Fallback {
    std::int64_t value = 0;
    Mark mark = Mark::assumed;
    std::string from;
  };

  ConfigValues(const Json& root, const EnteredValues& entered, Architecture& architecture);

  /// Name of the Hugging Face class whose defaults are used, such as "LlamaConfig".
  void set_config_class(std::string_view name) { m_config_class = name; }
  /// Where values are looked for, as it is told of a missing one.
  void set_looked_at(std::string_view places) { m_looked_at = places; }
  /// A documented default of that class.
  Fallback by_default(std::int64_t value) const {
    return {value, Mark::assumed, m_config_class + " default"};
  }

  /// A size the model cannot be built without: whole, 1 to `most`. `name` is ours, "" when it is not worth
  /// showing.
  int size(std::string_view name, Keys keys, std::int64_t most = kLargestSize);
  /// The same, optional; `least` may be 0 where that means "none".
  int size_or(std::string_view name, Keys keys, const Fallback& fallback, std::int64_t least = 1,
              std::int64_t most = kLargestSize);
  /// A size that follows from others by `formula`; checked against 2^31 - 1.
  int derived(std::string_view name, std::int64_t value, std::string_view formula);
  bool flag(std::string_view name, Keys keys, const Fallback& fallback);
  std::string word(std::string_view name, Keys keys, std::string_view fallback);

  /// The value as it stands, null when absent.
  const Json* raw(std::string_view key) const;
  /// The key stands there and is null.
  bool is_null(std::string_view key) const;
  /// The object under `key`, an empty one when absent.
  const Json& section(std::string_view key);

  void note(std::string_view name, std::string value, Mark mark, std::string from);
  /// A value that is there but cannot be.
  void impossible(std::string_view key, std::string found, Wanted wanted);
  /// `part` must divide `whole`.
  void must_divide(std::string_view part_key, std::int64_t part, std::string_view whole_key,
                   std::int64_t whole);
  void mistake(Error error);
  const std::optional<Error>& error() const { return m_error; }

 private:
  struct Found {
    const Json* value = nullptr;
    std::string_view key;
  };
  Found find(Keys keys) const;
  std::optional<double> entered(Keys keys) const;
  std::optional<int> checked(const Json& value, std::string_view key, std::int64_t least, std::int64_t most);
  std::string place_of(std::string_view key) const;

  const Json& m_root;
  const Json* m_text = nullptr;  ///< text_config, when there is one
  const EnteredValues& m_entered;
  Architecture& m_architecture;
  std::string m_config_class;
  std::string m_looked_at = "top level and text_config";
  std::optional<Error> m_error;
};

}  // namespace astrolabe::model
