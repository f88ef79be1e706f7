#pragma once
// `fixed` and `allowed` of a serving job: which deployments are looked for.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/serving/deployment.h"

namespace astrolabe::serving {

/// Values that settings of a worker may have, and how workers may stand. Of prefill and decode workers both
/// kinds keep to them. Nothing said: anything.
struct Choices {
  std::map<std::string, std::vector<int>> values;  ///< by key of a worker, ascending, each once
  bool aggregated = true, disaggregated = true;
  /// "engine", "precision", "kv_precision" as they were stated: those of the job have to be the same.
  std::map<std::string, std::string> names;
  std::vector<std::string> fixed;  ///< keys that stood in `fixed`

  bool empty() const { return values.empty() && names.empty() && aggregated && disaggregated; }
  bool allow(const Worker& worker) const;
  /// Tokens of a step that are looked at: those of the job, else `usual`.
  std::vector<int> budgets(const std::vector<int>& usual) const;
};

/// The value of a worker's setting by its name in JSON. Precondition: a name of worker_choice_keys().
int setting_of(const Worker& worker, const std::string& key);
const std::vector<std::string>& worker_choice_keys();

/// Reads both objects of a job, where they are there. Errors: unknown keys with near ones, keys in both,
/// values that are none, and several engines or precisions, of which a question has one.
Choices read_choices(ObjectReader& job);
/// Writes `fixed` and `allowed` where something is said.
void add_choices(Json& job, const Choices& choices);

}  // namespace astrolabe::serving
