#pragma once
// Which training runtime a job runs on, and how: what a person said of it. JSON form: interfaces, "Software".

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"

namespace astrolabe::strategy {

/// A key of `software` beside runtime, release and date.
struct SoftwareOption {
  enum class Kind { name, boolean, number, list };
  const char* key;
  Kind kind;
  std::vector<std::string> names;  ///< the values of a name, or of the members of a list; a number has none
  int most = 0;                    ///< of a number; the least is 0
};
/// All options, in the order in which to_json() writes them.
const std::vector<SoftwareOption>& software_options();

struct SoftwareChoice {
  /// An id or "any", the whole space. "" where nobody said it: make_problem() says which holds then.
  std::string runtime = "any";
  std::string release;  ///< such as "0.19"; "" where it is not said
  std::string date;     ///< a day or a month, ISO; "" where it is not said
  /// What was said, by key, as text: "deepep", "true", "8", "core_attn,moe_act". The rest is the runtime's
  /// default.
  std::map<std::string, std::string, std::less<>> options{};
  bool operator==(const SoftwareChoice&) const = default;
  bool empty() const { return *this == SoftwareChoice{}; }
  /// What was said of a key, or none.
  std::optional<std::string_view> said(std::string_view key) const;
};

/// The description of every runtime that the program ships (resources/runtimes), parsed, in a fixed order.
const std::vector<Json>& runtime_files();
/// The id of the runtime of that id or other name; "" for none.
std::string runtime_id(std::string_view name);
/// The id of the one that holds where a job names none.
const std::string& usual_runtime();
/// What people call the runtime of that id; the id itself for none.
std::string runtime_title(std::string_view id);
/// The ids of all runtimes.
std::vector<std::string> runtime_ids();
/// The name of the stack that the runtime of that id runs on (to_string(Stack)); "" for no runtime.
std::string_view stack_name(std::string_view runtime);

/// What holds for a key: what was said, else the default of the runtime, or none. Points into `choice` or a
/// file of runtime_files().
std::optional<std::string_view> in_use(const SoftwareChoice& choice, std::string_view key);

/// Reads the object `software` of a job; mistakes go to `parent`. An unknown runtime is refused with the
/// nearest names; one that is left out is "".
SoftwareChoice read_software(ObjectReader& parent, const Json& json);
/// The JSON form: what was said.
Json to_json(const SoftwareChoice& choice);

}  // namespace astrolabe::strategy
