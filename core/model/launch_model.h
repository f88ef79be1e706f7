#pragma once
// A model told by the arguments of Megatron-LM: its description and, where it can be planned, its
// architecture.

#include <string>
#include <string_view>

#include "core/model/description.h"
#include "core/model/shell_script.h"

namespace astrolabe::model {

/// `text` is a launch script, a YAML file or a bare list and no configuration in JSON.
bool is_launch_text(std::string_view text);

/// Files that a script sources: those in its folder and below. None beside "-".
SourcedFile files_beside(const std::string& script);

/// Reads it. Errors: an argument that is missing, impossible, or of a value that the script leaves open; a
/// model that the code of the script adds to.
Result<Inspection> inspect_launch(std::string_view text, const std::string& name,
                                  const EnteredValues& entered = {}, const GivenValues& given = {},
                                  const SourcedFile& sourced = {});

}  // namespace astrolabe::model
