#pragma once
// Whatever a person names as a model: the front door to all readers of models.

#include <string>

#include "core/base/result.h"
#include "core/model/architecture.h"
#include "core/model/description.h"
#include "core/model/model_reader.h"

namespace astrolabe::plan {

/// model::read_model(), and of an ONNX file the transformer in its graph. Errors: theirs.
Result<model::Architecture> read_model_source(const std::string& where,
                                              const model::EnteredValues& entered = {});

/// model::inspect_model(), and of an ONNX file its architecture alone.
Result<model::Inspection> inspect_model_source(const std::string& where,
                                               const model::EnteredValues& entered = {},
                                               const model::GivenValues& given = {});

}  // namespace astrolabe::plan
