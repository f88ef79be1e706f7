#pragma once
// From a file, a folder or a built-in id to an Architecture.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/model/architecture.h"

namespace astrolabe::model {

/// Values a person typed for fields that a file lacks; keys are the file's own ("num_attention_heads").
using EnteredValues = std::map<std::string, double, std::less<>>;

/// `where`: a config.json, a folder that holds one (weights beside it are checked against the derived count),
/// an index or safetensors file, or a built-in id. "-" reads standard input.
Result<Architecture> read_model(const std::string& where, const EnteredValues& entered = {});
/// A Hugging Face configuration given as text; `name` is shown.
Result<Architecture> read_config(std::string_view text, const std::string& name,
                                 const EnteredValues& entered = {});

/// The model of a saved question: `text` is its configuration; where that is empty `name` is a built-in id.
/// No file is read: whoever wrote the question does not choose what this machine opens. Errors: those of
/// read_config(); unknown_model; model_outside for the name of a file.
Result<Architecture> read_saved(const std::string& name, std::string_view text,
                                const EnteredValues& entered = {});

struct BuiltInModel {
  std::string id;
  std::string config;  ///< the configuration text, resources/models/<id>.json
};
const std::vector<BuiltInModel>& built_in_models();

}  // namespace astrolabe::model
