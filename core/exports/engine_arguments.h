#pragma once
// The arguments that serving engines take, as data: resources/engines/<id>.json, "arguments". What an export
// writes is held against them first.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"

namespace astrolabe::exports {

/// An argument of a command ("--max-num-seqs") or of a configuration file ("kv_cache_config.dtype").
struct EngineArgument {
  enum class Type { text, whole, number, flag, boolean, json, choice };  ///< `flag` is its name alone
  std::string name;
  Type type = Type::text;
  std::vector<std::string> choices;
  std::string since, until;  ///< months of releases; "" where it was always there, where it still is
  std::string source;        ///< address that it was read at
  std::string date;          ///< and when
};

/// Settings as they are written, in order. A flag is true.
using EngineSettings = std::vector<std::pair<std::string, Json>>;

class EngineArguments {
 public:
  /// `id` of a file of resources/engines. One that is not there has no arguments.
  explicit EngineArguments(std::string_view id);

  const std::string& title() const { return m_title; }
  const std::string& source() const { return m_source; }
  const std::vector<EngineArgument>& all() const { return m_arguments; }
  /// The argument as it was at `date` ("2026-06", or longer; "": today); null: not there then.
  const EngineArgument* find(std::string_view name, std::string_view date) const;
  /// Errors: out_of_range for what the engine does not take at that date, or not with that value; the place
  /// is the argument.
  Result<void> check(const EngineSettings& settings, std::string_view date) const;
  /// What `date` has of the texts that mean the type of keys and values `type` ("bf16", "fp8"); "" for none.
  std::string kv_type(std::string_view type, std::string_view date) const;
  /// What weights in `type` are called; "" where the checkpoint alone says it.
  std::string quantization(std::string_view type) const;

 private:
  std::string m_title, m_source;
  std::vector<EngineArgument> m_arguments;
  Json m_quantization, m_kv_types;
};

}  // namespace astrolabe::exports
