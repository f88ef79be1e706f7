#pragma once
// What a runtime refuses, as its file in resources/runtimes says it, and the same as rules of a search.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/strategy/rules.h"

namespace astrolabe::strategy {

/// What becomes of a layout on a runtime.
enum class Verdict : std::uint8_t {
  runs,      ///< exactly this
  altered,   ///< starts and does something else
  refused,   ///< by a check of the runtime, with an error
  none,      ///< the runtime has no counterpart
  own_code,  ///< only with code of one's own
  unknown    ///< no check was found
};
const char* to_string(Verdict verdict);

/// A layout for which `when` is true has `verdict` on the runtime.
struct Condition {
  std::string name;  ///< of the setting, in plain English
  Rule when;         ///< an expression that is a switch
  Verdict verdict = Verdict::refused;
  std::string why;             ///< what the runtime asks
  std::string source;          ///< file and line at the runtime's commit
  bool whole_cluster = false;  ///< is about a launch on all GPUs of the cluster, not on those that are used
  bool of_layers = false;      ///< is about a kind of layer of the model
};

/// An expression of a runtime's file; a mistake goes to `reader` with the place.
Rule read_expression(ObjectReader& reader, const Json& json, const std::string& where);

/// The conditions of the file behind `reader` with those that it takes over: `conditions` in front of these,
/// `later` behind, without those that `without` names. In front of all stands what `layers` says of the kinds
/// of layers (layer_traits()): a kind that it does not name is not known. Mistakes go to `reader`.
std::vector<Condition> read_conditions(ObjectReader& reader, std::vector<Condition> taken_over);

/// The conditions of the runtime of that id; none for "any" and "".
const std::vector<Condition>& conditions_of(std::string_view runtime);

/// The conditions of a runtime as rules of a search: what a configuration breaks whatever its split of
/// layers, or where a split may break it. They cannot be switched off but by another runtime.
std::vector<Rule> runtime_rules(std::string_view runtime);

/// The first kind of layer of the model that the runtime of that id does not run, or is not known to; null
/// where it has all of them.
const Condition* missing_layers(std::string_view runtime, const Problem& problem);

}  // namespace astrolabe::strategy
