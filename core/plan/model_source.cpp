#include "core/plan/model_source.h"

#include "core/onnx/architecture.h"

namespace astrolabe::plan {

Result<model::Architecture> read_model_source(const std::string& where, const model::EnteredValues& entered) {
  return onnx::is_onnx_name(where) ? onnx::read_onnx_architecture(where, entered)
                                   : model::read_model(where, entered);
}

Result<model::Inspection> inspect_model_source(const std::string& where, const model::EnteredValues& entered,
                                               const model::GivenValues& given) {
  if (!onnx::is_onnx_name(where)) return model::inspect_model(where, entered, given);
  auto architecture = onnx::read_onnx_architecture(where, entered);
  if (!architecture) return tl::unexpected<Error>(std::move(architecture.error()));
  model::Inspection inspection;
  inspection.architecture = std::move(*architecture);
  return inspection;
}

}  // namespace astrolabe::plan
