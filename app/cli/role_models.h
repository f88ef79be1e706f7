#pragma once
// Models that a post-training job names by role.

#include <optional>
#include <string>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/model/architecture.h"

namespace astrolabe::cli {

/// What may stand at --model, for those who left it out.
inline constexpr const char* kModelWords =
    "a config.json, a folder that holds one, arguments of Megatron-LM, an ONNX file, or a built-in id";

/// Puts the text of a model's file beside its name in each role of a post-training job, read from `file`:
/// whoever plans opens no file that a question names. Other jobs stay as they are.
Result<void> readRoleModels(Json& job, const std::string& file);

/// The name of the model of the first role that has one; none where the job names none.
std::optional<std::string> modelNameOfRoles(const Json& job);
/// The model of the first role that has one. Errors: usage where the job names none.
Result<model::Architecture> modelOfRoles(const Json& job);

}  // namespace astrolabe::cli
